//! What stands under somebody's name is theirs: in the notes of a round, each name heads what that person said or does.

use super::super::names;
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::lexicon::{Entry, fold, look_up};
use crate::ingest::Title;
use crate::ingest::{Document, Kind, Passage};
use std::collections::HashSet;

/// Words up to which the points under a name are told in one breath.
const BREATH: usize = 75;

/// Writes the names that head passages into these, as labels: "Tom: the roof is tight; the windows come on Monday".
pub(super) fn sign(document: &mut Document) {
    let people = people(document);
    if people.is_empty() {
        return;
    }
    let mut out: Vec<Passage> = Vec::with_capacity(document.passages.len());
    for mut passage in std::mem::take(&mut document.passages) {
        let name = passage.headings.last();
        let Some(name) = name.filter(|h| people.contains(*h)).cloned() else {
            out.push(passage);
            continue;
        };
        let task = matches!(passage.kind, Kind::Item { task: Some(_) });
        match out.last_mut() {
            Some(before) if !task && goes_on(before, &passage, &name) => {
                let ended = before.text.ends_with(['.', '!', '?', '…', ';', ':']);
                before.text.push_str(if ended { " " } else { "; " });
                before.text.push_str(&passage.text);
                before.span.end = passage.span.end;
            }
            _ => {
                passage.text.insert_str(0, &format!("{name}: "));
                out.push(passage);
            }
        }
    }
    for passage in &mut out {
        passage.headings.pop_if(|h| people.contains(h));
    }
    document.passages = out;
}

/// Whether a passage goes on with what the one before it has told of this person.
fn goes_on(before: &Passage, passage: &Passage, name: &str) -> bool {
    let words = |p: &Passage| p.text.split_whitespace().count();
    before.thread == passage.thread
        && before.headings == passage.headings
        && before.kind == passage.kind
        && before.when == passage.when
        && before.text.starts_with(name)
        && words(before) + words(passage) <= BREATH
}

/// The headings that are names of people: of those who are there, and given names; one that is a word or a place as well
/// ("Mark", "Florence") only beside others.
fn people(document: &Document) -> HashSet<Title> {
    let present: Vec<&str> = document
        .present
        .iter()
        .filter_map(|id| document.people[*id].name.as_deref())
        .collect();
    let there = |name: &str| {
        let mut present = present.iter();
        present.any(|p| *p == name || p.split(' ').next() == Some(name))
    };
    let headings = document.passages.iter().filter_map(|p| p.headings.last());
    let given: HashSet<&Title> = headings.filter(|h| there(h) || is_given(h)).collect();
    let sure = |name: &&Title| {
        let entry = first(name);
        there(name) || !(entry.word() || entry.town() || entry.country())
    };
    if !given.iter().any(sure) {
        return HashSet::new();
    }
    given.into_iter().cloned().collect()
}

/// Whether a heading is a given name, or begins with one and is no longer than a name.
fn is_given(heading: &str) -> bool {
    let words = heading.split(' ').count();
    let capitals = || {
        heading
            .split(' ')
            .all(|w| w.starts_with(char::is_uppercase))
    };
    let one = || matches!(names::list(heading).as_slice(), [name] if name == heading);
    let calendar = || Cues::of(&fold(heading)).has(Cue::Calendar);
    words <= 3 && capitals() && first(heading).given() && !calendar() && one()
}

/// What the lists say of a name's first word.
fn first(name: &str) -> Entry {
    look_up(&fold(name.split(' ').next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::super::read;

    #[test]
    fn what_stands_under_a_name_is_theirs() {
        let now = jiff::civil::date(2024, 5, 8).at(12, 0, 0, 0);
        let text = "# Round\n\nTom\n- The roof is tight.\n- Windows on Monday\n\nMarek\n- [ ] call the mill\n\nWe end at ten.\n\n\
            ## Priya Raman\nIll.\n\n## Tiles\nRed.\n";
        let document = read(text, now);
        let told: Vec<_> = document
            .passages
            .iter()
            .map(|p| (p.text.as_str(), p.headings.join("/")))
            .collect();
        let plain = |text| (text, String::new());
        assert_eq!(
            told,
            [
                plain("Tom: The roof is tight. Windows on Monday"),
                plain("Marek: call the mill"),
                plain("We end at ten."),
                plain("Priya Raman: Ill."),
                ("Red.", "Tiles".to_owned()),
            ]
        );
    }

    #[test]
    fn places_and_months_are_nobody() {
        let now = jiff::civil::date(2024, 5, 8).at(12, 0, 0, 0);
        for heading in ["Florence", "April"] {
            let document = read(&format!("# Log\n\n## {heading}\nRain.\n"), now);
            assert_eq!(document.passages[0].headings, [heading]);
        }
    }
}
