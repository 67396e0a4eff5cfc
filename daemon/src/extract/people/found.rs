//! The names that stand in a document's text, each judged by all the places where it stands.

use super::lower::{Careless, lower_case_names};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::extract::entities::names::names_in;
use crate::extract::entities::things::Things;
use crate::extract::entities::token::tokens;
use crate::ingest::document::Document;
use memo_common::api::EntityType;
use std::collections::{HashMap, HashSet};

/// What a document's text names.
pub(super) struct Found {
    /// People as written, those of most words first.
    pub(super) people: Vec<String>,
    /// Everything else.
    pub(super) things: Things,
}

/// Reads the names of a document's title and passages. Linear in the text.
pub(super) fn found(document: &Document) -> Found {
    let mut careless = Careless::default();
    // given names that the document also writes in lower case: words of its language, unless it is careless
    let mut common = HashSet::new();
    let mut written: Vec<(String, EntityType)> = Vec::new();
    let mut votes: HashMap<String, [u32; 2]> = HashMap::new();
    for text in document
        .title
        .iter()
        .chain(document.passages.iter().map(|p| &p.text))
    {
        let tokens = tokens(text);
        careless.count(&tokens);
        let lower = tokens
            .iter()
            .filter(|t| t.word && !t.capital && t.entry.given());
        common.extend(lower.map(|t| t.folded.clone()));
        for named in names_in(text, &tokens) {
            let person = named.kind == EntityType::Person;
            let name = &text[named.span];
            let name = if person { surely(name) } else { name };
            votes.entry(fold(name)).or_default()[usize::from(person)] += 1;
            written.push((name.to_owned(), named.kind));
        }
    }
    // a name that most of its places take for something else is nobody's
    let person = |name: &str| {
        votes
            .get(&fold(name))
            .is_some_and(|[things, people]| people >= things)
    };
    let mut seen = HashSet::new();
    let mut people: Vec<String> = Vec::new();
    for (name, kind) in &written {
        if *kind == EntityType::Person && person(name) && seen.insert(name.clone()) {
            people.push(name.clone());
        }
    }
    if !careless.is_so() {
        people.retain(|name| {
            name.contains(' ')
                || name.starts_with(char::is_lowercase)
                || !common.contains(&fold(name))
        });
    }
    if careless.is_so() {
        for passage in &document.passages {
            for name in lower_case_names(&passage.text) {
                if seen.insert(name.clone()) {
                    people.push(name);
                }
            }
        }
    }
    // "Annas mum": the possessive of a language, or a hand, without apostrophes
    let names: HashSet<String> = people.iter().map(|n| fold(n)).collect();
    people.retain(|name| {
        let form = fold(name);
        !form.strip_suffix('s').is_some_and(|owner| {
            names.contains(owner) && !look_up(&form).given() && !form.contains(' ')
        })
    });
    people.sort_by_key(|name| std::cmp::Reverse(name.split_whitespace().count().min(3)));
    written.retain(|(name, kind)| *kind != EntityType::Person && !person(name));
    Found {
        people,
        things: Things::new(written),
    }
}

/// A found name up to its first word that is no name: of "Ann Proposed" only "Ann".
fn surely(name: &str) -> &str {
    let mut end = 0;
    let mut joined = false;
    for (n, word) in name.split(' ').enumerate() {
        let e = look_up(&fold(word));
        // "Hetty van Loon": behind a particle any word is a family name
        if n > 0 && !joined && e.everyday() && !e.surname() && !e.given() {
            break;
        }
        joined = word.starts_with(char::is_lowercase);
        end += word.len() + usize::from(n > 0);
    }
    &name[..end]
}
