//! Of what in the course of a thing a time is, by the name it goes by.

use super::Turn;
use super::names::among;

/// Words that stand in names of times.
const DATED: &str = "|date|datum|fecha|day|on|at|timestamp|datetime|am|usec|";
/// Words that stand in names of other things beside those of times.
const OTHER: &str = "|lang|zone|timezone|unit|spent|moving|elapsed|played|";
const DUE: &str = "|due|deadline|fällig|scheduled|fälligkeitsdatum|";
const DONE: &str = "|completed|finished|done|closed|resolved|erledigt|";
const START: &str = "|start|started|begin|begun|beginn|begins|";
const END: &str = "|end|ended|stop|stopped|ends|ende|";
const MADE: &str = "|created|creation|added|saved|recorded|logged|entered|erstellt|published|";
const CHANGED: &str = "|edit|changed|last|geändert|";
const DAY: &str = "|date|day|when|datum|fecha|wann|timestamp|ts|datetime|tag|jour|";

/// Of what a time is that goes by these words; `None` where the name is no time's.
pub(super) fn of(all: &[&str]) -> Option<Turn> {
    let has = |list: &str| all.iter().any(|w| among(list, w));
    if has(OTHER) {
        return None;
    }
    if has(DUE) {
        return Some(Turn::Due);
    }
    let one = all.len() == 1;
    let dated = has(DATED) || all.last() == Some(&"time") && !one;
    if all.len() <= 3 && has("|modified|updated|edited|") && !has("|by|") {
        return Some(Turn::Changed);
    }
    if !dated && !one {
        return None;
    }
    if has(CHANGED) {
        Some(Turn::Changed)
    } else if has(DONE) {
        // one word alone says whether, not when
        (!one || has("|resolved|")).then_some(Turn::Done)
    } else if has(START) {
        Some(Turn::Start)
    } else if has(END) {
        Some(Turn::End)
    } else if has(MADE) {
        Some(Turn::Made)
    } else if act(all).is_some() && dated {
        Some(Turn::Act)
    } else {
        (has(DAY) || dated && matches!(all, [_, "at"])).then_some(Turn::Day)
    }
}

/// What was done at the time that goes by this name, in the past tense: "watched date" → "watched".
pub(super) fn did(name: &str) -> Option<String> {
    act(&name.split(' ').collect::<Vec<_>>())
}

fn act(all: &[&str]) -> Option<String> {
    const IRREGULAR: &[(&str, &str)] = &[
        ("read", "read"),
        ("seen", "saw"),
        ("met", "met"),
        ("bought", "bought"),
        ("sold", "sold"),
        ("sent", "sent"),
        ("paid", "paid"),
        ("taken", "took"),
        ("eaten", "ate"),
        ("drunk", "drank"),
        ("won", "won"),
        ("listened", "listened to"),
        ("connected", "connected with"),
        ("order", "ordered"),
        ("purchase", "bought"),
    ];
    const NONE: &[&str] = &[
        "need", "feed", "speed", "seed", "weed", "bed", "red", "wed", "timed", "dated", "used",
        "expired",
    ];
    all.iter().find_map(|word| {
        let irregular = IRREGULAR.iter().find(|(name, _)| name == word);
        match irregular {
            Some((_, did)) => Some((*did).to_owned()),
            None => (word.len() > 4 && word.ends_with("ed") && !NONE.contains(word))
                .then(|| (*word).to_owned()),
        }
    })
}
