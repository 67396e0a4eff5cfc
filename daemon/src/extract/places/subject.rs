//! Places of which something is told: "Alder Pools will reopen on Monday", "Alder Bridge was shut".

use super::Weight;
use super::preposition::Weighed;
use super::venue::is_place;
use super::words::Words;
use crate::extract::entities::cues::Cue;
use memo_common::api::EntityType;

/// The named place at token `at`, where the words behind it say that it opens or shuts.
pub(super) fn place_at(words: &Words<'_>, at: usize) -> Option<Weighed> {
    /// Auxiliaries between the place and its verb at most.
    const FAR: usize = 3;
    let Some((end, kind)) = words.name(at) else {
        return is_raided(words, at).then_some((Weight::Weak, at..at + 1));
    };
    let (end, kind) = match words.tokens.get(end) {
        // "Alder pools"
        Some(t) if is_place(t) && !t.line => (end + 1, EntityType::Location),
        _ => (end, kind),
    };
    let last = &words.tokens[end - 1];
    let place = kind == EntityType::Location
        || kind != EntityType::Person && (is_place(last) || last.cues.has(Cue::PlaceHead));
    if !place || end < at + 2 {
        return None;
    }
    let verb = (end..end + FAR).find(|n| {
        words
            .tokens
            .get(*n)
            .is_some_and(|t| !t.cues.any(&[Cue::Be, Cue::Modal]) && !is_auxiliary(&t.folded))
    })?;
    // "Alder Bank opened an account"
    let object = matches!(
        words.word(verb + 1),
        "a" | "an" | "the" | "his" | "her" | "my" | "our" | "their" | "its"
    );
    (opens(words.word(verb)) && !object).then_some((Weight::Weak, at..end))
}

/// Whether a sentence begins with a place noun to which something was done: "The office was broken into", "cellar flooded".
fn is_raided(words: &Words<'_>, at: usize) -> bool {
    let token = &words.tokens[at];
    let begins = token.first || at > 0 && words.tokens[at - 1].first && words.word(at - 1) == "the";
    let verb = at + 1 + usize::from(matches!(words.word(at + 1), "was" | "got" | "had" | "has"));
    let verb = verb + usize::from(words.word(verb) == "been");
    begins
        && is_place(token)
        && (matches!(
            words.word(verb),
            "burgled"
                | "flooded"
                | "evacuated"
                | "robbed"
                | "vandalised"
                | "vandalized"
                | "raided"
                | "ransacked"
        ) || words.word(verb) == "broken" && words.word(verb + 1) == "into")
}

fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "to" | "has"
            | "have"
            | "had"
            | "finally"
            | "now"
            | "again"
            | "being"
            | "wird"
            | "wurde"
            | "ist"
    )
}

/// Whether a verb tells of a place that it opens, shuts or has guests.
fn opens(word: &str) -> bool {
    matches!(
        word,
        "open"
            | "opens"
            | "opened"
            | "reopen"
            | "reopens"
            | "reopened"
            | "close"
            | "closes"
            | "closed"
            | "shut"
            | "shuts"
            | "flooded"
            | "evacuated"
            | "demolished"
            | "renovated"
            | "refurbished"
            | "hosts"
            | "hosted"
            | "host"
            | "geschlossen"
            | "eroffnet"
            | "geoffnet"
            | "gesperrt"
    )
}
