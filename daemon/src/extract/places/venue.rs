//! Places without a name: "the small kitchen", "hall 3", "her office", and the prepositions that lead to them.

use super::numbered::has_label;
use super::words::Words;
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::token::Token;

/// Words that a phrase has at most before its place noun.
const BEFORE: usize = 4;

/// Endings of compounds that are places in one word ("packhouse", "Sitzungszimmer").
const ENDINGS: [&str; 41] = [
    "house",
    "room",
    "shop",
    "yard",
    "hall",
    "shed",
    "barn",
    "cellar",
    "stage",
    "dock",
    "strasse",
    "platz",
    "haus",
    "halle",
    "raum",
    "zimmer",
    "garten",
    "keller",
    "bahnhof",
    "schule",
    "kuche",
    "saal",
    "werkstatt",
    "kirche",
    "hutte",
    "markt",
    "laden",
    "buro",
    "praxis",
    "klinik",
    "stadion",
    "hafen",
    "wiese",
    "museum",
    "bibliothek",
    "zaal",
    "hospital",
    "philharmonie",
    "burg",
    "brucke",
    "hof",
];

/// Pairs of which only the two together are a place: "bus stop", "front desk".
const PAIRS: [(&str, &str); 15] = [
    ("stop", "bus tram coach taxi rest shuttle"),
    ("rank", "taxi cab"),
    (
        "desk",
        "front help reception information info service check-in checkout enquiry",
    ),
    (
        "door",
        "front back stage side main rear garage barn church cellar kitchen",
    ),
    (
        "floor",
        "ground top first second third fourth fifth sixth 1st 2nd 3rd 4th 5th 6th 7th 8th 9th shop upper lower \
               dance factory mezzanine",
    ),
    (
        "deck",
        "void sun top upper lower observation roof car aft fore",
    ),
    ("table", "kitchen dining dinner picnic breakfast"),
    (
        "steps",
        "church library harbour harbor museum chapel school cathedral court courthouse town office front back \
               station palace castle",
    ),
    ("lot", "parking car hall back vacant empty school church"),
    ("line", "start finish finishing starting"),
    ("bench", "park garden"),
    ("road", "ring coast access service"),
    ("green", "village bowling town"),
    ("wall", "climbing harbour harbor garden sea bouldering"),
    ("ground", "football cricket camping recreation sports rugby"),
];

/// Words that make of the place noun before them something that is none: "church choir", "bank account", "pitch dark".
const OTHER: &str = " dark black accident account accounts app balance band board boss budget business calendar card cards champion \
    chat choir clerk code committee council crew crowd data database diary director email emails fees fee file files fund funds group \
    holiday hours industry insurance invoice janitor keeper language league lease licence life list loan logo magazine mail manager \
    manual meeting minutes model money name newsletter newspaper news number opening orchestra order owner paper parents party plan \
    plans play policy politics porter president price prices priest project quiz record records rent report results revamp rota rules \
    run sale scene schedule series shares show showdown staff statement statements strategy system team theme ticket tickets \
    timetable transfer trip visit volunteers website worker workers ";

/// Whether a word is a place by itself.
pub(super) fn is_place(token: &Token) -> bool {
    // "finished", "washed"
    let verb = ["ished", "ashed", "ushed"]
        .iter()
        .any(|e| token.folded.ends_with(e));
    let elided = || elided(&token.folded).is_some_and(|noun| Cues::of(noun).has(Cue::Venue));
    token.cues.has(Cue::Venue)
        || !verb
            && ENDINGS
                .iter()
                .any(|end| token.folded.len() > end.len() + 2 && token.folded.ends_with(end))
        || elided()
}

/// The noun behind an article or a preposition that has lost its vowel: "école" in "l'école", "ufficio" in "all'ufficio".
pub(super) fn elided(word: &str) -> Option<&str> {
    // asked of every word: bytes are compared faster than characters are looked for
    let end = word.bytes().position(|b| b == b'\'')?;
    matches!(
        &word[..end],
        "l" | "d" | "all" | "nell" | "dall" | "dell" | "sull"
    )
    .then_some(&word[end + 1..])
}

/// Whether the word at token `n` is a place noun, by itself or by the word before it, and not a part of another thing.
pub(super) fn is_head(words: &Words<'_>, n: usize, start: usize) -> bool {
    let token = &words.tokens[n];
    n > start && is_pair(words, n - 1) || is_place(token)
}

/// Whether the word at token `n` and the next are a place together.
pub(super) fn is_pair(words: &Words<'_>, n: usize) -> bool {
    PAIRS.iter().any(|(noun, before)| {
        words.word(n + 1) == *noun && before.split_whitespace().any(|b| b == words.word(n))
    })
}

/// Whether the words make another thing of the place noun before token `n`.
fn is_other(words: &Words<'_>, n: usize) -> bool {
    // "the museum open day"
    let open = words.word(n) == "open"
        && matches!(words.word(n + 1), "day" | "days" | "evening" | "night");
    open || words.tokens.get(n).is_some_and(|t| {
        t.word && !t.line && !t.capital && OTHER.split_whitespace().any(|o| o == t.folded)
    })
}

/// Words that stand before a noun and add nothing to it.
pub(super) const ARTICLES: [&str; 16] = [
    "the", "la", "el", "le", "der", "dem", "den", "das", "die", "los", "las", "les", "il", "lo",
    "het", "de",
];

/// Whether a word stands before a place noun as an article or an owner.
pub(super) fn article(word: &str) -> bool {
    ARTICLES.contains(&word)
        || matches!(
            word,
            "our"
                | "my"
                | "his"
                | "her"
                | "their"
                | "your"
                | "mi"
                | "tu"
                | "su"
                | "nuestro"
                | "nuestra"
                | "mon"
                | "ma"
                | "ton"
                | "ta"
                | "son"
                | "sa"
                | "notre"
                | "votre"
                | "leur"
                | "mein"
                | "meine"
                | "meinem"
                | "meinen"
                | "meiner"
                | "dein"
                | "deine"
                | "deinem"
                | "deinen"
                | "deiner"
                | "seinem"
                | "seinen"
                | "seiner"
                | "ihrem"
                | "ihren"
                | "ihrer"
                | "unser"
                | "unsere"
                | "unserem"
                | "unseren"
                | "unserer"
        )
}

/// Where the words go on behind a preposition that leads to a place noun, though to few other names ("behind the
/// barn"), and whether it holds the article ("au bureau", "am Bahnhof").
pub(super) fn beside(words: &Words<'_>, at: usize) -> Option<(usize, bool)> {
    let word = |n: usize| words.word(n);
    match word(at) {
        "behind" | "beside" | "under" | "around" | "round" | "along" | "opposite" | "through"
        | "across" | "by" | "below" | "above" | "hinter" | "neben" | "auf" | "sur" | "dans"
        | "devant" | "derriere" => Some((at + 1, false)),
        "an" | "um" if matches!(word(at + 1), "der" | "die" | "den" | "dem") => {
            Some((at + 1, false))
        }
        "am" | "beim" | "au" | "al" | "aux" | "alla" | "allo" | "nel" | "nella" | "nello"
        | "ao" | "zum" | "zur" | "ins" => Some((at + 1, true)),
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
        "around"
            | "round"
            | "along"
            | "through"
            | "across"
            | "opposite"
            | "dans"
            | "an"
            | "um"
            | "auf"
            | "a"
            | "au"
            | "aux"
            | "beim"
    )
}

/// Where the phrase ends that begins at token `n` and has a place noun for its head: "small kitchen", "hall 3",
/// "boys' toilets", "post office Alder Row".
pub(super) fn phrase(words: &Words<'_>, n: usize) -> Option<usize> {
    let tokens = words.tokens;
    let inside = |t: &Token| {
        let word = t.folded.as_str();
        matches!(word, "'" | "’" | "'s")
            || t.word
                && (which(word)
                    || !t
                        .cues
                        .any(&[Cue::Function, Cue::Be, Cue::Link, Cue::Calendar]))
    };
    let noun = (n..(n + BEFORE).min(tokens.len()))
        .take_while(|&k| inside(&tokens[k]) && (k == n || !tokens[k].line))
        .filter(|&k| is_head(words, k, n))
        .last()?;
    let end = noun + 1;
    if is_other(words, end) {
        return None;
    }
    let Some(next) = tokens.get(end).filter(|t| t.word && !t.line) else {
        return Some(end);
    };
    // "hall 3"
    if has_label(words, noun) {
        return Some(end + 1);
    }
    let named = next.capital && !next.first && !next.cues.any(&[Cue::Function, Cue::Calendar]);
    Some(if named { words.capitals(end) } else { end })
}

/// Whether a small word says which of several places is meant: "the new flat", "the other barn".
fn which(word: &str) -> bool {
    matches!(
        word,
        "new" | "other" | "same" | "own" | "next" | "last" | "first" | "second" | "third"
    )
}

/// Whether words are a code and a number rather than a name: "MP 8362", "KES 24", "NOK 1 190".
pub(super) fn is_code(text: &str, tokens: &[Token]) -> bool {
    let digits = |t: &&Token| t.folded.chars().all(|c| c.is_ascii_digit());
    let numbers = tokens.iter().rev().take_while(digits).count();
    let Some(code) = tokens.len().checked_sub(numbers + 1) else {
        return false;
    };
    numbers > 0 && tokens[code].all_capitals(text) && tokens[code].folded.chars().count() <= 4
}
