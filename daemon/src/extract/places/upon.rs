//! The place behind "on": a street, a road, a field, a stage.

use super::Weight;
use super::lead::Lead;
use super::preposition::Weighed;
use super::venue;
use super::words::Words;
use crate::extract::entities::cues::Cue;
use memo_common::api::EntityType;

/// The place behind "on": "on Alder Road", "on the sports field", but "on the office calendar" is none.
pub(super) fn place(words: &Words<'_>, lead: &Lead) -> Option<Weighed> {
    if let Some((end, EntityType::Location)) = words.name(lead.head)
        && words.ends(end)
    {
        return Some((Weight::Good, lead.head..end));
    }
    // "on Ida's balcony"
    if let Some((end, _)) = words.name(lead.head)
        && words.word(end) == "'s"
        && let Some(venue) = venue::phrase(words, end + 1)
    {
        return Some((Weight::Good, lead.head..venue));
    }
    // "stuck on the M6 near Leeds"
    if lead.written && is_road_code(words.word(lead.head)) {
        return Some((Weight::Good, lead.head..lead.head + 1));
    }
    // "on Jacob's Wells Road"
    let street = words.capitals(lead.head);
    if street > lead.head + 1 && words.tokens[street - 1].cues.has(Cue::PlaceHead) {
        return Some((Weight::Good, lead.head..street));
    }
    // "rehearsed on stage"
    let bare = matches!(words.word(lead.head), "stage" | "deck" | "campus")
        && !words
            .word(lead.head + 1)
            .starts_with(|c: char| c.is_ascii_digit());
    if bare && words.ends(lead.head + 1) {
        return Some((Weight::Good, lead.head..lead.head + 1));
    }
    let end = venue::phrase(words, lead.head).filter(|end| lead.article && words.ends(*end))?;
    Some((Weight::Good, lead.whole(end)))
}

/// Whether a word is a road's letter and number: "M6", "A40", "B5062".
fn is_road_code(word: &str) -> bool {
    let digits = word.strip_prefix(['a', 'b', 'm', 'n']).unwrap_or_default();
    (1..=4).contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_digit())
}
