//! Houses that say what somebody is or who did something, not where it was: "the shipwright at Alder's", "fixed by the
//! club", "an account at the bank".

use super::words::Words;
use crate::extract::entities::cues::Cue;
use crate::extract::people::past;
use memo_common::api::EntityType;

/// Whether the words before say what somebody is there: "she's the shipwright at Franklin".
pub(super) fn is_office(words: &Words<'_>, at: usize) -> bool {
    /// Words of the office at most.
    const LONG: usize = 3;
    let noun = |n: usize| {
        let t = &words.tokens[n];
        t.word && !t.capital && !t.cues.has(Cue::Function)
    };
    let Some(article) = (at.saturating_sub(LONG + 1)..at).rev().find(|n| !noun(*n)) else {
        return false;
    };
    let Some(be) = article.checked_sub(1).filter(|_| article + 1 < at) else {
        return false;
    };
    let who = be.checked_sub(1).and_then(|n| words.tokens.get(n));
    // these are so there and then
    let guest = (article..at).any(|n| {
        matches!(
            words.word(n),
            "speaker" | "guest" | "host" | "winner" | "judge" | "referee"
        )
    });
    matches!(words.word(article), "a" | "an" | "the")
        && !guest
        && matches!(words.word(be), "is" | "'s" | "’s")
        && who.is_some_and(|t| {
            matches!(t.folded.as_str(), "he" | "she" | "who") || t.capital && t.entry.given()
        })
}

/// Whether the name at token `at` stands behind a person as where they are from: "Ida Roe (Alder Works)", "Ida Roe, of
/// Alder Works".
pub(super) fn is_employer(words: &Words<'_>, at: usize) -> bool {
    /// Words of a person's name at most.
    const NAME: usize = 4;
    let person = |end: usize| {
        (end.saturating_sub(NAME)..end).any(|n| words.name(n) == Some((end, EntityType::Person)))
    };
    let of = matches!(
        words.back(at, 1),
        "of" | "from" | "de" | "von" | "di" | "van"
    );
    match words.back(at, 1) {
        "(" => person(at - 1),
        _ => of && words.back(at, 2) == "," && person(at - 2),
    }
}

/// Whether "by" leads to who has done it: "fixed by the club", "sent by our school", but not "parked by the church".
pub(super) fn is_agent(words: &Words<'_>, at: usize, end: usize) -> bool {
    let office = matches!(
        words.word(end - 1),
        "club"
            | "school"
            | "church"
            | "hospital"
            | "clinic"
            | "court"
            | "bank"
            | "office"
            | "university"
            | "college"
            | "museum"
            | "library"
            | "hotel"
            | "shop"
            | "embassy"
            | "consulate"
            | "parliament"
            | "city"
            | "town"
            | "village"
            | "studio"
            | "theatre"
            | "theater"
            | "surgery"
            | "lab"
            | "vet"
            | "dentist"
            | "doctor"
            | "ward"
    );
    let done = at.checked_sub(1).is_some_and(|n| past(&words.tokens[n]));
    let stays = matches!(
        words.back(at, 1),
        "parked"
            | "stopped"
            | "stood"
            | "sat"
            | "met"
            | "walked"
            | "passed"
            | "waited"
            | "dropped"
            | "camped"
            | "drove"
            | "went"
            | "came"
            | "moored"
            | "left"
            | "hid"
            | "cycled"
            | "ran"
    );
    words.word(at) == "by" && office && done && !stays
}

/// Whether money lies there: "a savings account at the Alder Bank".
pub(super) fn is_account(words: &Words<'_>, at: usize) -> bool {
    let comma = usize::from(words.back(at, 1) == ",");
    let what = words.back(at, 1 + comma);
    matches!(words.word(at), "at" | "with" | "in")
        && matches!(
            what,
            "account" | "accounts" | "mortgage" | "loan" | "overdraft"
        )
}

/// Whether the words before say behind somebody's name what they are there: "Ida Roe, theatre nurse at Franklin".
pub(super) fn is_apposed(words: &Words<'_>, at: usize) -> bool {
    /// Words of the office at most.
    const LONG: usize = 3;
    let office = |word: &str| {
        is_trade(word)
            || matches!(
                word,
                "nurse"
                    | "cook"
                    | "chef"
                    | "clerk"
                    | "midwife"
                    | "surgeon"
                    | "secretary"
                    | "assistant"
                    | "accountant"
                    | "librarian"
                    | "technician"
                    | "mechanic"
                    | "priest"
                    | "vet"
                    | "coach"
                    | "student"
                    | "apprentice"
            )
    };
    let comma = (at.saturating_sub(LONG + 1)..at).find(|n| words.word(*n) == ",");
    let Some(comma) = comma.filter(|c| *c > 0 && c + 1 < at) else {
        return false;
    };
    let name = &words.tokens[comma - 1];
    let plain = words.tokens[comma + 1..at]
        .iter()
        .all(|t| t.word && !t.capital && !t.cues.has(Cue::Function));
    let named = (comma.saturating_sub(2)..comma)
        .any(|n| words.tokens[n].entry.given() || words.tokens[n].entry.surname());
    matches!(words.word(at), "at" | "in")
        && name.capital
        && named
        && plain
        && office(words.word(at - 1))
}

/// Whether a word names people by what they do: "dyer", "dentist", "saleswoman".
pub(super) fn is_trade(word: &str) -> bool {
    let plain = matches!(
        word,
        "dinner"
            | "supper"
            | "number"
            | "water"
            | "weather"
            | "river"
            | "tower"
            | "printer"
            | "computer"
            | "server"
            | "paper"
            | "letter"
            | "counter"
            | "corner"
            | "summer"
            | "winter"
            | "boiler"
            | "shower"
            | "theater"
            | "chapter"
            | "order"
            | "list"
            | "door"
            | "floor"
            | "motor"
            | "mirror"
            | "error"
            | "sensor"
            | "monitor"
            | "generator"
            | "radiator"
            | "elevator"
            | "tractor"
            | "trailer"
            | "freezer"
            | "cooker"
            | "heater"
            | "router"
            | "scanner"
            | "poster"
            | "banner"
            | "locker"
            | "drawer"
            | "speaker"
            | "meter"
            | "logger"
            | "timer"
            | "charger"
            | "center"
            | "offer"
            | "former"
            | "other"
            | "user"
            | "beer"
            | "tour"
            | "flower"
            | "power"
            | "filter"
            | "cover"
            | "container"
            | "air"
    );
    let ends = ["er", "or", "ist", "man", "woman", "lady", "guy", "agent"]
        .iter()
        .any(|e| word.ends_with(e));
    word.len() > 3 && ends && !plain
}

#[cfg(test)]
mod tests {
    use crate::extract::places::find;

    #[test]
    fn houses_that_say_who_it_was_are_no_places() {
        for text in [
            "The date has been fixed by the club for May.",
            "The grinder broke while you lot were in the paint shop.",
            "My cousin at the juice works has two barrels.",
            "I would like Ida at Ennstal to test it.",
            "In came Bo Alm, trainee midwife at Ennstal.",
            "If any of you comes to Leeds, the coffee is on me.",
        ] {
            assert_eq!(find(text, &[]).unwrap_or_default(), "", "{text}");
        }
        assert_eq!(
            find("We parked by the church.", &[]).unwrap_or_default(),
            "church"
        );
    }
}
