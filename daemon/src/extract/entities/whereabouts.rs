//! Words that lead to a place.

use super::cues::Cue;
use super::token::Token;

/// Whether a place can stand here though no preposition leads to it: "in the Tejo", "the harbour, Lønvik", "Aberwen →
/// Lønvik".
pub(super) fn leads_to_place(tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|n| &tokens[n]) else {
        return false;
    };
    let earlier = at.checked_sub(2).map(|n| &tokens[n]);
    let after = tokens.get(at + 1);
    match before.folded.as_str() {
        "→" => true,
        "the" => earlier.is_some_and(|t| matches!(t.folded.as_str(), "in" | "near" | "on")),
        "," => {
            let venue = earlier.is_some_and(|t| {
                t.cues.any(&[Cue::PlaceHead, Cue::Venue, Cue::EventHead])
                    || t.entry.town() && !t.entry.given() && t.capital
                    || t.folded.starts_with(|c: char| c.is_ascii_digit())
            });
            venue
                && after
                    .is_none_or(|t| t.line || matches!(t.folded.as_str(), "." | "," | ";" | ")"))
        }
        _ => after.is_some_and(|t| t.folded == "→"),
    }
}

/// Whether somebody moves: "train to", "drove to", "back to".
pub(crate) fn moves(tokens: &[Token], at: usize) -> bool {
    tokens[at.saturating_sub(4)..at].iter().any(|t| {
        matches!(
            t.folded.as_str(),
            "went"
                | "go"
                | "going"
                | "drove"
                | "walked"
                | "hiked"
                | "flew"
                | "cycled"
                | "ran"
                | "climbed"
                | "moved"
                | "travelled"
                | "traveled"
                | "trip"
                | "up"
                | "back"
                | "down"
                | "came"
                | "hike"
                | "walk"
                | "drive"
                | "sailed"
                | "biked"
                | "headed"
                | "us"
                | "train"
                | "bus"
                | "flight"
                | "ferry"
                | "fly"
                | "travel"
                | "ride"
                | "ticket"
                | "come"
                | "comes"
                | "coming"
                | "bring"
                | "brought"
                | "take"
                | "took"
                | "taking"
                | "arrived"
                | "hobbled"
                | "limped"
                | "strolled"
                | "wandered"
                | "popped"
                | "nipped"
                | "rushed"
                | "dashed"
                | "raced"
                | "hurried"
                | "jogged"
                | "marched"
                | "trudged"
                | "trekked"
                | "hitchhiked"
                | "skied"
                | "got"
        )
    })
}

/// Words behind which a place stands.
pub(super) fn is_place_word(before: &str) -> bool {
    matches!(
        before,
        "in" | "at"
            | "near"
            | "to"
            | "towards"
            | "around"
            | "through"
            | "on"
            | "en"
            | "nach"
            | "aus"
            | "from"
    )
}
