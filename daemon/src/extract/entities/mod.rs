//! Named things in a text.
//!
//! - [`token`]: words with their places
//! - [`lexicon`]: what a word can be, from embedded lists
//! - [`cues`]: what a word says of the words beside it
//! - [`patterns`]: what has an exact form: addresses, money, files, issues
//! - [`run`]: how far a name reaches; [`judge`]: what it is; [`single`]: what one of one word is
//! - [`made`]: names that look like people's and are a firm's or a product's
//! - [`namesake`]: given names that are words as well
//! - [`whereabouts`]: words that lead to a place
//! - `recent`: what was looked up lately
//! - [`quoted`]: titles in quotation marks
//! - [`names`]: people, organizations, places and the like, with [`common`] for names in lower case and [`tagger`], trained, for the rest
//! - [`things`]: what a document names, by its fullest names

mod common;
pub(crate) mod cues;
mod judge;
pub(crate) mod lexicon;
mod made;
pub(crate) mod names;
mod namesake;
mod patterns;
pub(crate) mod quoted;
mod recent;
mod run;
mod single;
mod tagger;
pub(crate) mod things;
pub(crate) mod token;
pub(crate) mod whereabouts;

use super::dates;
use super::episode::Episode;
use super::people::People;
use memo_common::api::{Entity, EntityType};

/// A text, its words and the names among them, read once for all who ask.
pub(crate) struct Reading<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<token::Token>,
    pub(crate) names: Vec<names::Named>,
}

impl<'t> Reading<'t> {
    /// Reads a text.
    pub(crate) fn new(text: &'t str) -> Self {
        let tokens = token::tokens(text);
        let names = names::names_in(text, &tokens);
        Self {
            text,
            tokens,
            names,
        }
    }

    /// Reads an episode, whose words `text` are; its names were read with the document's people.
    pub(crate) fn of_episode(text: &'t str, episode: &Episode, people: &People) -> Self {
        let mut names = Vec::new();
        let mut at = 0;
        for piece in &episode.pieces {
            let own = people.names_of(piece.passage, &piece.range);
            names.extend(own.iter().map(|named| names::Named {
                span: named.span.start - piece.range.start + at
                    ..named.span.end - piece.range.start + at,
                kind: named.kind,
            }));
            at += piece.range.len() + 1;
        }
        Self {
            text,
            tokens: token::tokens(text),
            names,
        }
    }
}

/// The named things of a text, each once, in order; people by their fullest known names. Linear in the text.
pub fn find(text: &str, people: &People) -> Vec<Entity> {
    find_in(&Reading::new(text), people)
}

/// As [`find`](fn@find), in a text that has been read.
pub(crate) fn find_in(reading: &Reading<'_>, people: &People) -> Vec<Entity> {
    let Reading {
        text,
        tokens,
        names,
    } = reading;
    let mut taken: Vec<(std::ops::Range<usize>, String, EntityType)> = Vec::new();
    for named in patterns::patterns(text, tokens) {
        // the user's own address says nothing
        if named.kind == EntityType::Email && people.is_user(&text[named.span.clone()]) {
            continue;
        }
        // "Korg MS-20" is no ticket
        if named.kind == EntityType::Issue && model(text, tokens, &named.span) {
            continue;
        }
        taken.push((named.span.clone(), text[named.span].to_owned(), named.kind));
    }
    let exact = taken.len();
    let titles = quoted::titles(text, tokens);
    let free = |taken: &[(std::ops::Range<usize>, String, EntityType)],
                span: &std::ops::Range<usize>| {
        let at = taken.partition_point(|t| t.0.end <= span.start);
        taken.get(at).is_none_or(|t| t.0.start >= span.end)
    };
    let mut more = Vec::new();
    for mention in people.mentions_in(tokens) {
        if free(&taken[..exact], &mention.span) && mention.person != people.user() {
            more.push((
                mention.span,
                people.name(mention.person).to_owned(),
                if people.is_organization(mention.person) {
                    EntityType::Organization
                } else {
                    EntityType::Person
                },
            ));
        }
    }
    for title in titles {
        let name = text[title.span.clone()].to_owned();
        if free(&taken[..exact], &title.span) && free(&more, &title.span) {
            more.push((title.span, name, title.kind));
        }
    }
    more.sort_by_key(|t| t.0.start);
    let persons = more.clone();
    let german = std::cell::LazyCell::new(|| dates::is_german(text));
    for named in names {
        // "Kaffee", "Uhr": a noun like any other
        let noun = named.kind == EntityType::Other
            && !text[named.span.clone()].contains(|c: char| !c.is_alphabetic());
        if noun && *german {
            continue;
        }
        if free(&taken[..exact], &named.span) && free(&persons, &named.span) {
            let name = text[named.span.clone()].to_owned();
            // a person whom the roster does not take for one, or the user
            if named.kind == EntityType::Person && people.resolve(&name).is_some() {
                continue;
            }
            let (name, kind) = match people.things().get(&name) {
                Some((full, kind)) => (full.to_owned(), kind),
                None => (name, named.kind),
            };
            more.push((named.span.clone(), name, kind));
        }
    }
    taken.extend(more);
    taken.sort_by_key(|t| t.0.start);
    let mut out: Vec<Entity> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (_, name, kind) in taken {
        if !name.is_empty() && seen.insert(lexicon::fold(&name)) {
            out.push(Entity { name, kind });
        }
    }
    out
}

/// Whether what looks like a ticket's number ends a product's name: a capital word of no dictionary stands before it.
fn model(text: &str, tokens: &[token::Token], span: &std::ops::Range<usize>) -> bool {
    let at = tokens.partition_point(|t| t.span.start < span.start);
    let before = at.checked_sub(1).map(|n| &tokens[n]);
    !text[span.clone()].contains(['#', '!'])
        && before.is_some_and(|t| {
            t.word
                && t.capital
                && !t.entry.word()
                && !t.cues.has(cues::Cue::Function)
                && text.get(t.span.end..span.start) == Some(" ")
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::document::{Document, Kind, Passage};
    use memo_common::api::SourceType;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<(String, &'static str)> {
        let mut document = Document::new(SourceType::Text);
        document
            .passages
            .push(Passage::new(Kind::Prose, text, 0..text.len()));
        let people = People::new(&document, "Ada Quist");
        let kind = |k| match k {
            EntityType::Person => "person",
            EntityType::Organization => "organization",
            EntityType::Location => "location",
            EntityType::Product => "product",
            EntityType::Event => "event",
            EntityType::Work => "work",
            EntityType::Url => "url",
            EntityType::Email => "email",
            EntityType::Phone => "phone",
            EntityType::Money => "money",
            EntityType::File => "file",
            EntityType::Repository => "repository",
            EntityType::Issue => "issue",
            EntityType::Other => "other",
        };
        find(text, &people)
            .into_iter()
            .map(|e| (e.name, kind(e.kind)))
            .collect()
    }

    #[test]
    fn people_places_and_firms() {
        assert_eq!(
            found("We met Mrs Okafor of Harlow Pike LLP in Tbilisi; the fee is £28,450."),
            [
                ("Mrs Okafor".to_owned(), "person"),
                ("Harlow Pike LLP".to_owned(), "organization"),
                ("Tbilisi".to_owned(), "location"),
                ("£28,450".to_owned(), "money"),
            ]
        );
    }

    #[test]
    fn a_german_noun_is_no_name() {
        let names = found(
            "Danach gab es noch Kaffee in der Lindenstraße, und um sieben ging die Sitzung los.",
        );
        assert_eq!(names, [("Lindenstraße".to_owned(), "location")]);
    }

    #[test]
    fn units_products_and_german_nouns_are_nobody() {
        for text in [
            "LoRa asleep draws 3 mA, with LoRa awake it is 40 mA.",
            "Ich war mit Keller und Wasser beschäftigt.",
            "Strom ist aus, Wasser auch.",
        ] {
            let people = found(text)
                .into_iter()
                .filter(|(_, kind)| *kind == "person");
            assert_eq!(people.count(), 0, "{text}");
        }
        let names = found("Herr Keller hat mit JoAnn und LaToya gesprochen.");
        let people = names.into_iter().filter(|(_, kind)| *kind == "person");
        assert_eq!(people.count(), 3);
    }

    #[test]
    fn whom_one_called_is_kin() {
        let names = found("Visited Grandma.");
        assert_eq!(names, [("Grandma".to_owned(), "person")]);
    }

    #[test]
    fn who_acts_on_somebody_is_no_town() {
        let names =
            found("I am away that week, Fatima covers for me. It is version 1.4.2 on Debian 12.");
        assert_eq!(
            names,
            [
                ("Fatima".to_owned(), "person"),
                ("version 1.4.2".to_owned(), "product"),
                ("Debian 12".to_owned(), "product")
            ]
        );
    }

    #[test]
    fn things_and_rooms_with_a_number() {
        assert_eq!(
            found("the door of cold room 3 was open and gauge 4 at the pier stopped"),
            [
                ("cold room 3".to_owned(), "location"),
                ("gauge 4".to_owned(), "product"),
            ]
        );
        assert!(found("we need about 4 and took 3 chairs, see page 2").is_empty());
        assert!(found("Agreed, we keep 14,200.").is_empty());
        assert_eq!(
            found("We bought a used Korvax MS-20.")[0],
            ("Korvax MS-20".to_owned(), "product")
        );
    }

    #[test]
    fn sentence_openings_are_no_names() {
        assert!(
            found("Then it rained. Yesterday was fine. Bring the charger on Monday.").is_empty()
        );
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,300}") {
            found(&text);
        }
    }
}
