//! The day or time with which a line of a list begins.

use super::hours;
use crate::extract::dates::{self, Anchor, Found, Reference};
use crate::ingest::stamp;
use crate::when::{Point, WEEKDAYS, When};
use jiff::civil::Time;

/// A line longer than this (characters) is no stamp and begins with none.
const LONGEST: usize = 400;

/// A day, a time of day, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stamp {
    /// A day, or several.
    Day(When),
    /// A time of day, or from one to another.
    Clock(Time, Option<Time>),
    /// The whole day.
    AllDay,
    /// A day with its time.
    Moment(When),
}

/// Signs that part a stamp from what it stamps.
fn is_joint(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';' | ':' | '|' | '-' | '–' | '—' | '·' | '⋅' | '•' | ')' | ']' | '>' | '.'
        )
}

/// The stamp that the text begins with, and the rest.
pub(super) fn stamped(text: &str, reference: &Reference) -> Option<(Stamp, String)> {
    let text = ["SCHEDULED:", "DEADLINE:", "CLOSED:"]
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
        .unwrap_or(text)
        .trim_start()
        .trim_start_matches(['<', '[', '(']);
    let text = &*hours::plain(text);
    if text.is_empty() || text.chars().nth(LONGEST).is_some() {
        return None;
    }
    if let Some(rest) = all_day(text) {
        return Some((Stamp::AllDay, rest.trim_start_matches(is_joint).to_owned()));
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || c.is_alphabetic()) {
        return None;
    }
    // "MON" alone may be a word of another language in a sentence; at the head of a list's line it is a day.
    if let Some(name) = short_weekday(text) {
        let found = dates::find(name, reference);
        return found.first().map(|f| (Stamp::Day(f.when), String::new()));
    }
    // a gap ends the stamp: "19:00 – 07:30   NIGHT shift", "6:15am – 7:40am  LA 2047"
    let before = gap(text).map(|gap| dates::find(&text[..gap], reference));
    let found = before
        .filter(|found| found.iter().any(|f| f.anchor == Anchor::Clock))
        .unwrap_or_else(|| dates::find(text, reference));
    let (day, clock, at) = head(text, &found);
    if at == 0 {
        return None;
    }
    let mut rest = text[at..].trim_start_matches(is_joint);
    // A zone, or the weekday behind the date, belongs to the stamp.
    while let Some(word) = rest.split_whitespace().next()
        && (is_filler(word.trim_matches(|c: char| !c.is_alphanumeric()))
            || is_zone(word) && (day.is_some() || clock.is_some()))
    {
        rest = rest[word.len()..].trim_start_matches(is_joint);
    }
    let (all_day, rest) = match all_day(rest) {
        Some(rest) if day.is_some() => (true, rest.trim_start_matches(is_joint)),
        _ => (false, rest),
    };
    let parted = text[at..].starts_with(|c: char| is_joint(c) && c != ' ' && c != '.')
        || text[at..].starts_with("  ");
    let stamp = stamp_of(day, clock, rest, all_day, parted)?;
    Some((stamp, rest.trim_end().to_owned()))
}

/// Where the gap behind a stamp begins: three spaces, or two before a word that begins large.
fn gap(text: &str) -> Option<usize> {
    text.find("   ").or_else(|| {
        let at = text.find("  ")?;
        let rest = text[at..].trim_start();
        let word = rest.split_whitespace().next()?;
        (rest.starts_with(char::is_uppercase) && !stamp::is_weekday(word)).then_some(at)
    })
}

/// The time of day that a stamp says, and until when.
type Hours = (Time, Option<Time>);

/// The day and the time of day at the head of a text, of all times that are `found` in it, and where they end.
fn head<'f>(text: &str, found: &'f [Found]) -> (Option<&'f Found>, Option<Hours>, usize) {
    let mut at = 0;
    let mut day: Option<&'f Found> = None;
    let mut clock: Option<Hours> = None;
    for one in found {
        let between = &text[at.min(one.span.start)..one.span.start];
        let joined = between
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .all(is_filler);
        if !joined {
            break;
        }
        match one.anchor {
            Anchor::Now => break,
            Anchor::Clock if clock.is_none() => clock = from_to(one.when),
            Anchor::Clock => break,
            // "Today - Sunday, March 10": the date says which day that is.
            _ if day.is_some_and(|d| d.anchor > Anchor::Relative) => break,
            _ => {
                day = Some(one);
                if one.when.start.time().is_some() {
                    clock = from_to(one.when);
                }
            }
        }
        at = one.span.end;
    }
    (day, clock, at)
}

/// The stamp that a day and a time make before the `rest` of a line; `all_day` where it says so, `parted` where a sign or
/// a gap stands between.
fn stamp_of(
    day: Option<&Found>,
    clock: Option<Hours>,
    rest: &str,
    all_day: bool,
    parted: bool,
) -> Option<Stamp> {
    match (day, clock) {
        (Some(day), Some((from, to))) => {
            let date = day.when.start.first_day();
            let start = Point::Minute(date.to_datetime(from));
            let last = day.when.end.map_or(date, Point::first_day);
            Some(Stamp::Moment(match to {
                Some(to) => When::range(start, Point::Minute(last.to_datetime(to))),
                None => When::at(start),
            }))
        }
        // A sentence may begin with a day; a stamp is a whole date, or stands apart.
        (Some(day), None) => {
            let whole = rest.is_empty() || all_day;
            let clear = day.anchor >= Anchor::Yearless || whole || parted;
            let exact = matches!(day.when.start, Point::Day(_));
            if !clear || !(exact || whole) || is_sentence(rest) && !parted {
                return None;
            }
            Some(Stamp::Day(day.when))
        }
        (None, Some((from, to))) => Some(Stamp::Clock(from, to)),
        (None, None) => None,
    }
}

/// The weekday that a line is, cut short.
fn short_weekday(line: &str) -> Option<&'static str> {
    let said = line.trim_end_matches(['.', ':']).to_lowercase();
    let cut = (3..=5).contains(&said.len());
    WEEKDAYS
        .into_iter()
        .find(|name| cut && name.to_lowercase().starts_with(&said))
}

/// Whether what stands behind a date goes on with a sentence that the date began.
fn is_sentence(rest: &str) -> bool {
    rest.starts_with(char::is_lowercase) && rest.split_whitespace().count() > 8
}

fn from_to(when: When) -> Option<Hours> {
    let from = when.start.time()?;
    Some((from, when.end.and_then(Point::time)))
}

/// Words of a stamp that say nothing: weekdays, "at", "o'clock".
fn is_filler(word: &str) -> bool {
    stamp::is_weekday(word)
        || matches!(
            word.to_lowercase().as_str(),
            "at" | "on"
                | "from"
                | "um"
                | "uhr"
                | "le"
                | "el"
                | "den"
                | "den."
                | "am"
                | "kl"
                | "klokken"
                | "à"
                | "h"
                | "hs"
                | "today"
                | "yesterday"
                | "tomorrow"
                | "heute"
                | "gestern"
                | "morgen"
                | "hoy"
                | "ayer"
                | "mañana"
                | "hier"
                | "aujourd'hui"
                | "demain"
        )
}

/// "(GMT)", "UTC+01:00", "CET".
fn is_zone(word: &str) -> bool {
    let inner = word.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | ',' | '.'));
    let name = inner.split(['+', '-', '−', '±']).next().unwrap_or_default();
    (2..=5).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_uppercase())
        && (name == "UTC" || name == "GMT" || name == "Z" || name.ends_with('T') && name.len() <= 4)
}

/// What stands behind "All day".
fn all_day(text: &str) -> Option<&str> {
    const WORDS: [&str; 10] = [
        "all day",
        "all-day",
        "ganztägig",
        "ganztags",
        "todo el día",
        "toute la journée",
        "heldag",
        "hele dag",
        "hele dagen",
        "tutto il giorno",
    ];
    WORDS.iter().find_map(|words| {
        let start = text.get(..words.len())?;
        let rest = &text[words.len()..];
        (start.to_lowercase() == *words && !rest.starts_with(char::is_alphanumeric)).then_some(rest)
    })
}
