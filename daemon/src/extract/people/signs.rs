//! Reads the signs of everybody who could have taken part in what is told: what they say and hear, how their name stands
//! where it stands, what the rest of the memory is.

use super::clause::past;
use super::mentions::Read;
use super::named::by_name;
use super::pronoun::{last_named, pronouns};
use super::role::Role;
use super::roster::{People, PersonRef};
use super::sign::{Manner, Scene, Sign, Signs};
use super::speech::{addresses, says_i, says_we, speaks_of_self};
use super::stand::stands;
use memo_common::api::SourceType;
use std::collections::HashMap;

/// Members of a conversation up to which any may be meant by "we".
const MEMBERS: usize = 8;

/// Everybody with their signs, in the order in which they are met.
#[derive(Default)]
struct Table {
    at: HashMap<PersonRef, usize>,
    rows: Vec<(PersonRef, Signs)>,
}

impl Table {
    fn of(&mut self, who: PersonRef) -> &mut Signs {
        let n = *self.at.entry(who).or_insert_with(|| {
            self.rows.push((who, Signs::default()));
            self.rows.len() - 1
        });
        &mut self.rows[n].1
    }
}

/// The signs of everybody who could have taken part, the user first. Linear in the words.
pub(super) fn signs(scene: &Scene, people: &People) -> Vec<(PersonRef, Signs)> {
    let user = people.user();
    let mut table = Table::default();
    table.of(user);
    let all = scene.read;
    let total = words(all);
    let mut before = scene.before;
    let mut first_named = None;
    for (n, (one, read)) in scene.said.iter().zip(all).enumerate() {
        let Read {
            tokens,
            mentions,
            quoted,
        } = read;
        let share = tokens.len() as f32 / total as f32;
        let (we, me) = (says_we(tokens), says_i(tokens));
        let acts = speaks_of_self(tokens);
        let mut involved: Vec<PersonRef> = Vec::new();
        if let Some(speaker) = one.speaker {
            let row = table.of(speaker);
            row.set(Sign::Speaks);
            row.set_if(Sign::Acts, acts);
            row.set_if(Sign::SaysI, me);
            row.set_if(Sign::SaysMy, tokens.iter().any(|t| t.folded == "my"));
            if acts || speaker == user && (me || we) {
                involved.push(speaker);
            }
        }
        let spoken_to = one.speaker.is_some() && addresses(tokens);
        for &who in one.audience.iter().filter(|w| Some(**w) != one.speaker) {
            let row = table.of(who);
            row.set(Sign::Heard);
            row.set_if(Sign::HeardByTwo, one.audience.len() == 2);
        }
        if spoken_to && (one.audience.len() == 1 || one.audience.contains(&user)) {
            let meant = one.audience.iter().copied();
            involved.extend(meant.filter(|w| one.audience.len() == 1 || *w == user));
        }
        for mention in quoted {
            table.of(mention.person);
        }
        let pronouns = pronouns(tokens, mentions, before, user);
        let mut named: Vec<PersonRef> = Vec::new();
        let (by_names, by_pronouns) = (stands(tokens, mentions), stands(tokens, &pronouns));
        for stand in &by_names {
            let row = table.of(stand.mention.person);
            row.at_least(
                Sign::Tagged,
                scene.took(stand.mention.person).unwrap_or(0.0),
            );
            row.set_if(Sign::InFirst, n == 0);
            row.set_if(Sign::BesideMe, one.speaker == Some(user) && (me || we));
            by_name(row, tokens, stand);
        }
        for stand in &by_pronouns {
            let row = table.of(stand.mention.person);
            row.set(Sign::ByPronoun);
            row.set_if(Sign::MayBeThere, stand.role != Role::Remote);
        }
        for stand in by_names.iter().chain(&by_pronouns) {
            named.push(stand.mention.person);
            if matches!(stand.role, Role::TookPart | Role::Company) {
                involved.push(stand.mention.person);
            }
        }
        let others = || named.iter().copied().filter(|p| *p != user);
        first_named = first_named.or_else(|| others().next());
        before = last_named(mentions, user).or(before);
        for list in [&mut involved, &mut named] {
            list.sort();
            list.dedup();
        }
        for who in involved {
            table.of(who).add(Sign::Involved, share);
            table.of(who).set(Sign::InvolvedAtAll);
        }
        for who in named {
            table.of(who).add(Sign::NamedShare, share);
        }
    }
    let mentions = scene.heading.map_or_else(Vec::new, |h| people.mentions(h));
    for mention in mentions {
        table.of(mention.person);
    }
    if scene.manner == Some(Manner::Talk) && people.talkers().len() <= MEMBERS {
        for &who in people.talkers() {
            table.of(who).set(Sign::Member);
        }
    }
    for &who in scene.listed {
        table.of(who).set(Sign::Listed);
    }
    if let Some(who) = first_named {
        table.of(who).set(Sign::FirstNamed);
    }
    of_memory(&mut table.rows, scene, people);
    table.rows
}

/// Words and signs of all, at least one.
fn words(all: &[Read]) -> usize {
    let words: usize = all.iter().map(|r| r.tokens.len()).sum();
    words.max(1)
}

/// Adds what the memory as a whole says, and what is known of each person.
fn of_memory(rows: &mut [(PersonRef, Signs)], scene: &Scene, people: &People) {
    let all = scene.read;
    let user = people.user();
    let took = |s: &Signs| s.has(Sign::TookPart) || s.has(Sign::Company);
    let count = |yes: &dyn Fn(&Signs) -> bool| {
        let rows = rows.iter().filter(|(w, s)| *w != user && yes(s));
        rows.count() as f32
    };
    let (active, named) = (count(&took), count(&|s| s.has(Sign::Named)));
    let user_acts = rows.first().is_some_and(|(_, s)| s.has(Sign::Acts));
    let total = words(all);
    let past = all.iter().flat_map(|r| &r.tokens).any(past);
    let question = scene.said.iter().any(|s| s.text.contains('?'));
    for (who, row) in rows {
        let own = f32::from(u8::from(*who != user && took(row)));
        row.add(Sign::OthersTookPart, (1.0 + active - own).ln());
        row.add(Sign::OthersNamed, (1.0 + named).ln());
        row.set_if(Sign::UserActs, user_acts);
        row.add(Sign::Words, (1.0 + total as f32).ln() - 4.0);
        row.set_if(Sign::Question, question);
        row.set_if(Sign::Past, past);
        row.set_if(Sign::Task, scene.task);
        row.set_if(Sign::Post, scene.manner == Some(Manner::Post));
        row.set_if(Sign::Record, scene.manner == Some(Manner::Record));
        row.set_if(Sign::Github, scene.source == SourceType::Github);
        row.set_if(Sign::Calendar, scene.source == SourceType::Calendar);
        row.set_if(Sign::Text, scene.source == SourceType::Text);
        row.set_if(Sign::Vscode, scene.source == SourceType::Vscode);
        row.set_if(Sign::FullName, people.name(*who).contains(' '));
        row.set_if(Sign::GivenKnown, people.is_given(*who));
        row.set_if(Sign::Titled, people.is_titled(*who));
        row.set_if(Sign::Unnamed, people.is_unnamed(*who));
        row.set_if(Sign::Doubtful, people.is_doubtful(*who));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::entities::token::tokens;
    use crate::extract::people::Said;
    use crate::ingest::document::{Document, Kind, Passage};
    use proptest::prelude::*;

    fn read(text: &str) -> (People, Vec<(PersonRef, Signs)>) {
        let mut document = Document::new(SourceType::Text);
        document
            .passages
            .push(Passage::new(Kind::Prose, text, 0..text.len()));
        let people = People::new(&document, "Ada Quist");
        let said: Vec<Said> = text
            .split_inclusive(". ")
            .map(|text| Said {
                text,
                speaker: Some(people.user()),
                audience: &[],
            })
            .collect();
        let read = said.iter().map(|s| people.read(s.text, tokens(s.text)));
        let read: Vec<Read> = read.collect();
        let scene = Scene {
            said: &said,
            read: &read,
            source: SourceType::Text,
            manner: None,
            task: false,
            listed: &[],
            heading: None,
            before: None,
            took: &[],
        };
        let signs = signs(&scene, &people);
        (people, signs)
    }

    #[test]
    fn each_has_the_signs_of_their_own_words_and_names() {
        let (people, signs) =
            read("I rang Rosalind at noon. She drove us home. Femke's van broke.");
        let of = |name: &str| {
            let row = signs.iter().find(|(who, _)| people.name(*who) == name);
            row.map(|(_, s)| s).expect("is there")
        };
        let (me, met, owner) = (of("Ada Quist"), of("Rosalind"), of("Femke"));
        assert!(me.has(Sign::Speaks) && me.has(Sign::Acts) && !me.has(Sign::Named));
        assert!(met.has(Sign::FirstNamed) && met.has(Sign::ByPronoun));
        assert!(met.has(Sign::BehindContact) && met.get(Sign::NamedShare) > 0.6);
        assert!(owner.has(Sign::Owns) && !owner.has(Sign::TookPart));
        assert!(owner.get(Sign::OthersTookPart) > met.get(Sign::OthersTookPart));
    }

    proptest! {
        #[test]
        fn never_panics(text in "(Rosalind |Femke's |he |she, |I |met |from |\\. |\\? |“|\\PC){0,40}") {
            let (_, signs) = read(&text);
            prop_assert!(signs.iter().all(|(_, s)| s.get(Sign::Involved).is_finite()));
        }
    }
}
