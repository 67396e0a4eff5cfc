//! Places without a name: "the small kitchen", "hall 3", "her office", and the prepositions that lead to them.

use super::words::Words;
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
    // "finished", "washed"
    let verb = ["ished", "ashed", "ushed"]
        .iter()
        .any(|e| token.folded.ends_with(e));
    token.cues.has(Cue::Venue)
        || !verb
            && ENDINGS
                .iter()
                .any(|end| token.folded.len() > end.len() + 2 && token.folded.ends_with(end))
}

/// Words that stand before a noun and add nothing to it.
pub(super) const ARTICLES: [&str; 9] = ["the", "la", "el", "le", "der", "dem", "den", "das", "die"];

/// Whether a word stands before a place noun as an article or an owner.
pub(super) fn article(word: &str) -> bool {
    ARTICLES.contains(&word) || matches!(word, "our" | "my" | "his" | "her" | "their" | "your")
}

/// Where the words go on behind a preposition that leads to a place noun, though to few other names ("behind the
/// barn"), and whether it holds the article ("au bureau", "am Bahnhof").
pub(super) fn beside(words: &Words<'_>, at: usize) -> Option<(usize, bool)> {
    let word = |n: usize| words.word(n);
    match word(at) {
        "behind" | "beside" | "under" | "around" | "round" | "along" | "opposite" | "through"
        | "across" | "by" | "below" | "above" | "hinter" | "neben" | "auf" | "sur" | "dans"
        | "devant" | "derriere" => Some((at + 1, false)),
        "am" | "beim" | "au" | "al" => Some((at + 1, true)),
        "a" if word(at + 1) == "la" => Some((at + 1, false)),
        "next" if word(at + 1) == "to" => Some((at + 2, false)),
        "in" if word(at + 1) == "front" && word(at + 2) == "of" => Some((at + 3, false)),
        _ => None,
    }
}

/// Whether a preposition leads to a place only where nothing but the place follows: "by the office printer" is none.
pub(super) fn doubtful(word: &str) -> bool {
    matches!(
        word,
        "by" | "under" | "through" | "along" | "across" | "am" | "auf" | "al"
    )
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
pub(super) fn phrase(words: &Words<'_>, n: usize) -> Option<usize> {
    let tokens = words.tokens;
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
    // "hall 3", but "the shed 17:00"
    let hour = tokens
        .get(end + 1)
        .is_some_and(|t| matches!(t.folded.as_str(), ":" | "h" | "am" | "pm"));
    if is_label(next) && !hour {
        return Some(end + 1);
    }
    let named = next.capital && !next.first && !next.cues.any(&[Cue::Function, Cue::Calendar]);
    Some(if named { words.capitals(end) } else { end })
}

/// What is called by a number or a letter: rooms, floors, wards.
const NUMBERED: [&str; 51] = [
    "rm",
    "opd",
    "clinic",
    "booth",
    "stand",
    "dock",
    "stage",
    "lock",
    "hangar",
    "stall",
    "counter",
    "desk",
    "room",
    "ward",
    "unit",
    "block",
    "level",
    "terminal",
    "platform",
    "gate",
    "hall",
    "studio",
    "lab",
    "court",
    "pitch",
    "bay",
    "berth",
    "wing",
    "building",
    "pier",
    "suite",
    "cabin",
    "classroom",
    "theatre",
    "field",
    "plot",
    "raum",
    "zimmer",
    "saal",
    "halle",
    "gleis",
    "haus",
    "sala",
    "aula",
    "salle",
    "quai",
    "voie",
    "bloque",
    "planta",
    "edificio",
    "batiment",
];

/// Where such a name ends that begins at token `n`: "Ward 64", "unit 6B".
pub(super) fn labelled(words: &Words<'_>, n: usize) -> Option<usize> {
    let tokens = words.tokens;
    let noun = tokens.get(n)?;
    let label = tokens.get(n + 1).filter(|t| t.word && !t.line)?;
    let counted = tokens
        .get(n + 2)
        .is_some_and(|t| matches!(t.folded.as_str(), ":" | "am" | "pm" | "%"));
    (NUMBERED.contains(&noun.folded.as_str()) && is_label(label) && !counted).then_some(n + 2)
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
