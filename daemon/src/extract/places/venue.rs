//! Places without a name: "the small kitchen", "hall 3", "her office", and the prepositions that lead to them.

use super::capitals;
use crate::extract::entities::{cues::Cue, token::Token};

/// Words that a phrase has at most before its place noun.
const BEFORE: usize = 4;

/// Endings of compounds that are places in one word ("packhouse", "Sitzungszimmer").
const ENDINGS: [&str; 20] = [
    "house", "room", "shop", "yard", "hall", "shed", "barn", "cellar", "stage", "dock", "strasse",
    "platz", "haus", "halle", "raum", "zimmer", "garten", "keller", "bahnhof", "schule",
];

/// Whether a word is a place by itself.
pub(super) fn is_place(token: &Token) -> bool {
    token.cues.has(Cue::Venue)
        || ENDINGS
            .iter()
            .any(|end| token.folded.len() > end.len() + 2 && token.folded.ends_with(end))
}

/// Whether a word stands before a place noun as an article or an owner.
pub(super) fn article(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "our"
            | "my"
            | "his"
            | "her"
            | "their"
            | "your"
            | "la"
            | "el"
            | "le"
            | "der"
            | "dem"
            | "den"
            | "das"
            | "die"
    )
}

/// Where the words go on behind a preposition that leads to a place noun, though to no other name ("behind the barn").
pub(super) fn beside(tokens: &[Token], at: usize) -> Option<usize> {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    match word(at) {
        "behind" | "beside" | "under" | "around" | "round" | "along" | "opposite" | "through"
        | "across" | "by" | "below" | "above" | "hinter" | "neben" | "am" | "beim" | "auf"
        | "au" | "sur" | "dans" | "devant" | "derriere" => Some(at + 1),
        "a" if word(at + 1) == "la" => Some(at + 1),
        "next" if word(at + 1) == "to" => Some(at + 2),
        "in" if word(at + 1) == "front" && word(at + 2) == "of" => Some(at + 3),
        _ => None,
    }
}

/// Whether a preposition of [`beside`] leads to a named place, too: "round Alder Park".
pub(super) fn leads_to_names(word: &str) -> bool {
    matches!(
        word,
        "around" | "round" | "along" | "through" | "across" | "opposite" | "dans"
    )
}

/// Where the phrase ends that begins at token `n` and has a place noun for its head: "small kitchen", "hall 3",
/// "boys' toilets", "post office Alder Row".
pub(super) fn phrase(text: &str, tokens: &[Token], n: usize) -> Option<usize> {
    let inside = |t: &Token| {
        matches!(t.folded.as_str(), "'" | "’" | "'s")
            || t.word
                && !t
                    .cues
                    .any(&[Cue::Function, Cue::Be, Cue::Link, Cue::Calendar])
    };
    let noun = (n..(n + BEFORE).min(tokens.len()))
        .take_while(|&k| inside(&tokens[k]) && (k == n || !tokens[k].line))
        .filter(|&k| is_place(&tokens[k]))
        .last()?;
    let end = noun + 1;
    let Some(next) = tokens.get(end).filter(|t| t.word && !t.line) else {
        return Some(end);
    };
    if is_label(next) {
        return Some(end + 1);
    }
    let named = next.capital && !next.first && !next.cues.any(&[Cue::Function, Cue::Calendar]);
    Some(if named {
        capitals(text, tokens, end)
    } else {
        end
    })
}

/// A number or a letter by which a room is called.
pub(super) fn is_label(token: &Token) -> bool {
    token.folded.len() <= 4 && token.folded.starts_with(|c: char| c.is_ascii_digit())
        || token.capital && token.folded.chars().count() == 1 && token.folded != "i"
}

/// Whether words are a code and a number rather than a name: "MP 8362", "KES 24".
pub(super) fn is_code(text: &str, tokens: &[Token]) -> bool {
    let [.., code, number] = tokens else {
        return false;
    };
    number.folded.chars().all(|c| c.is_ascii_digit())
        && code.all_capitals(text)
        && code.folded.chars().count() <= 4
}
