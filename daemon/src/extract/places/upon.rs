//! The place behind "on": a street, a road, a field, a stage.

use super::Weight;
use super::lead::Lead;
use super::numbered::is_lettered;
use super::preposition::Weighed;
use super::venue;
use super::words::Words;
use crate::extract::entities::cues::Cue;
use memo_common::api::EntityType;
use std::ops::Range;

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
    if is_on_road(words, lead) {
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

/// Whether an article and a road's letter and number stand behind the preposition.
pub(super) fn is_on_road(words: &Words<'_>, lead: &Lead) -> bool {
    lead.written && is_road_code(words.word(lead.head))
}

/// Where a road's number begins a part that goes on to say where on it: "…, A9 a mile north of Dunkeld".
pub(super) fn along_road(words: &Words<'_>, at: usize) -> Option<Range<usize>> {
    /// Words from the road to the name at most.
    const FAR: usize = 5;
    let begins = words.tokens[at].first || at > 0 && !words.tokens[at - 1].word;
    if !begins || !words.tokens[at].capital || !is_road_code(words.word(at)) {
        return None;
    }
    let near = (at + 1..at + 1 + FAR).find(|n| {
        matches!(
            words.word(*n),
            "near" | "of" | "outside" | "past" | "before" | "bei" | "after"
        )
    })?;
    let plain = words.tokens[at + 1..near]
        .iter()
        .all(|t| t.word && !t.capital);
    match words.name(near + 1) {
        Some((end, EntityType::Location)) if plain => Some(at..end),
        _ => None,
    }
}

/// Whether a word is a road's letter and number: "M6", "A40", "B5062".
fn is_road_code(word: &str) -> bool {
    word.starts_with(['a', 'b', 'm', 'n']) && is_lettered(word)
}

#[cfg(test)]
mod tests {
    use crate::extract::places::find;

    #[test]
    fn saints_roads_and_shops_in_other_languages() {
        for (text, place) in [
            (
                "The choir sang in St. Alban's Church, Leeds.",
                "St. Alban's Church",
            ),
            ("Ate on Mt. Alder with Ida.", "Mt. Alder"),
            (
                "Broken down, A9 a mile north of Leeds. Cold.",
                "A9 a mile north of Leeds",
            ),
            ("L'accident eut lieu sur la N86 vers midi.", "N86"),
            (
                "Rendez-vous à la Carrosserie Alder mardi.",
                "Carrosserie Alder",
            ),
            ("Dienstag beim Autohaus Ek gewesen.", "Autohaus Ek"),
            ("Comimos en la Panadería Rosa con Ana.", "Panadería Rosa"),
            ("Llevé las cajas hasta Zaragoza el martes.", "Zaragoza"),
            ("Wir standen auf der Ulmenburg im Regen.", "Ulmenburg"),
        ] {
            assert_eq!(find(text, &[]).unwrap_or_default(), place, "{text}");
        }
    }
}
