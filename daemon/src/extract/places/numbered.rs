//! Rooms, floors and wards that are called by a number or a letter: "Ward 64", "bay two", "unit 6B".

use super::venue::is_place;
use super::words::Words;
use crate::extract::entities::{cues::Cue, token::Token};

/// What is called by a number or a letter.
const NUMBERED: &str = " rm opd clinic booth stand dock stage lock hangar stall counter desk room ward unit block level terminal \
    platform gate hall studio lab court pitch bay berth wing building pier suite cabin classroom theatre theater field plot aisle \
    greenhouse polytunnel gallery kitchen floor flat apartment apt office chamber zone sector shed tent hut barn warehouse pool rink \
    pod lift elevator slipway mooring jetty pontoon lot parcel site pen paddock stable cell exit entrance stairwell staircase tower chalet bungalow \
    lecture-hall laboratory garage corridor pavilion marquee station carriage \
    raum zimmer saal halle gleis haus sitzungszimmer seminarraum konferenzraum besprechungsraum besprechung horsaal etage gebaude \
    trakt stellplatz parzelle bau tor stock wohnung buro schalter steg \
    salle quai voie batiment porte chambre bureau appartement parcelle amphi amphitheatre etage escalier guichet \
    sala aula bloque planta edificio gabinete consultorio puerta piso habitacion anden nave pabellon despacho ventanilla salon \
    stanza binario padiglione ufficio piano aula sportello edificio gabinetto camera palestra \
    zaal lokaal kamer spoor perron hal verdieping dvorana ucionica stanowisko pokoj budynek sal hus rum ";

/// Numbers in words, by which rooms are called in talk.
const SPOKEN: [&str; 40] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn",
    "deux", "trois", "quatre", "cinq", "sept", "huit", "neuf", "dix", "uno", "dos", "tres",
    "cuatro", "cinco", "siete", "ocho", "nueve", "due", "tre",
];

/// Whether such places are called by numbers and letters.
fn is_numbered(noun: &Token) -> bool {
    NUMBERED.split_whitespace().any(|n| n == noun.folded)
}

/// Where such a name ends that begins at token `n`: "Ward 64", "unit 6B", "4 West".
pub(super) fn labelled(words: &Words<'_>, n: usize) -> Option<usize> {
    let noun = words.tokens.get(n)?;
    if is_ward(words, n) {
        return Some(n + 2);
    }
    (has_label(words, n) && is_numbered(noun)).then_some(n + 2)
}

/// Whether a hospital's ward is called so: "4 West".
fn is_ward(words: &Words<'_>, n: usize) -> bool {
    let (Some(floor), Some(side)) = (words.tokens.get(n), words.tokens.get(n + 1)) else {
        return false;
    };
    let number = floor.folded.len() <= 2 && floor.folded.bytes().all(|b| b.is_ascii_digit());
    let side = side.capital && matches!(side.folded.as_str(), "west" | "east" | "north" | "south");
    // "4 West Street"
    let ends = words
        .tokens
        .get(n + 2)
        .is_none_or(|t| !t.capital || !t.word);
    number && side && ends
}

/// Whether a number or a letter behind the noun at token `n` calls it, and counts nothing: "gym 3", but not "the gym
/// 3 times", "the shed 17:00".
pub(super) fn has_label(words: &Words<'_>, n: usize) -> bool {
    let Some(label) = words.tokens.get(n + 1).filter(|t| t.word && !t.line) else {
        return false;
    };
    let spoken = SPOKEN.contains(&label.folded.as_str()) && is_numbered(&words.tokens[n]);
    // "in hall two people waited"
    let fits = is_label(label) || spoken && words.ends(n + 2);
    fits && !is_counted(words, n + 2)
}

/// Whether what stands at token `n` is counted or measured by the number before it.
fn is_counted(words: &Words<'_>, n: usize) -> bool {
    let Some(next) = words.tokens.get(n).filter(|t| !t.line) else {
        return false;
    };
    let many = next.word
        && !next.capital
        && next.folded.len() > 3
        && next.folded.ends_with('s')
        && next.entry.word()
        && !next.cues.any(&[Cue::Function, Cue::Be, Cue::State])
        && !is_place(next);
    many || matches!(
        next.folded.as_str(),
        ":" | "am"
            | "pm"
            | "%"
            | "h"
            | "x"
            | "people"
            | "km"
            | "kg"
            | "min"
            | "euro"
            | "uhr"
            | "mal"
            | "fois"
    )
}

/// Whether a word is a letter and a number of up to four digits: "B112", "M6".
pub(super) fn is_lettered(word: &str) -> bool {
    let digits = word
        .strip_prefix(|c: char| c.is_ascii_alphabetic())
        .unwrap_or_default();
    (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A number or a letter by which a room is called.
pub(super) fn is_label(token: &Token) -> bool {
    token.folded.len() <= 4 && token.folded.starts_with(|c: char| c.is_ascii_digit())
        || token.capital && token.folded.chars().count() == 1 && token.folded != "i"
}
