//! When a thing was: by which of the times that its record holds.

use super::{Thing, Turn};
use crate::ingest::pattern::pattern;
use crate::when::When;
use jiff::civil::Date;

pattern!(
    MIDNIGHT,
    r"^(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00| UTC)?$"
);
pattern!(HOURS, r"^(\d{1,3}):(\d{2})(?::(\d{2}))?$");

/// Bytes of a time.
const LONGEST: usize = 80;

/// Whether a value is a date, roughly: numbers of a year, a month and a day.
pub(super) fn is_date(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    // "09:05:00 AM"
    let is_clock = value.find(':').is_some_and(|at| at <= 2);
    digits >= 6 && value.len() >= 8 && !is_clock
}

impl Thing {
    /// The time of this turn; `of` reads one as the export writes it.
    pub(super) fn at(&self, turn: Turn, of: &dyn Fn(&str) -> Option<When>) -> Option<When> {
        let mut raws = self
            .times
            .iter()
            .filter(|(t, _)| *t == turn)
            .map(|(_, raw)| raw.as_str());
        let first = raws.next()?;
        // a date and a time of day may stand in columns of their own
        let is_clock = |raw: &&str| raw.contains(':') && !is_date(raw);
        let alone = self.clock.as_deref().filter(|_| turn == Turn::Day);
        let clock = raws.clone().find(is_clock).or(alone.filter(is_clock));
        if let Some(clock) = clock.filter(|_| !first.contains(':'))
            && let Some(when) = one(&format!("{first} {clock}"), of)
        {
            return Some(when);
        }
        one(first, of).or_else(|| raws.find_map(|raw| one(raw, of)))
    }

    /// When the thing was, where it `is_done`; when it is to be, where not.
    pub(crate) fn when(&self, is_done: bool, of: &dyn Fn(&str) -> Option<When>) -> Option<When> {
        let order: &[Turn] = if is_done {
            &[
                Turn::Done,
                Turn::Act,
                Turn::Start,
                Turn::Day,
                Turn::Due,
                Turn::End,
                Turn::Made,
                Turn::Changed,
            ]
        } else {
            &[
                Turn::Act,
                Turn::Due,
                Turn::Start,
                Turn::Day,
                Turn::End,
                Turn::Made,
                Turn::Changed,
            ]
        };
        order.iter().find_map(|turn| {
            let when = self.at(*turn, of)?;
            let end = self.at(Turn::End, of).filter(|_| *turn == Turn::Start);
            Some(match end {
                Some(end) if end.start.last_day() >= when.start.first_day() => {
                    When::range(when.start, end.start)
                }
                _ => when,
            })
        })
    }
}

/// One time, or a range with an arrow: "July 31, 2025 → August 2, 2025".
fn one(raw: &str, of: &dyn Fn(&str) -> Option<When>) -> Option<When> {
    if let Some((from, to)) = raw.split_once('→') {
        let (from, to) = (one(from.trim(), of)?, one(to.trim(), of)?);
        return Some(When::range(from.start, to.start));
    }
    if let Some(found) = MIDNIGHT.captures(raw) {
        return found[1].parse::<Date>().ok().map(When::day);
    }
    (raw.len() <= LONGEST).then(|| of(raw)).flatten()
}

/// How long, in words, by the unit that a column's `label` names; `None` where it names none and the value has none.
pub(super) fn length(label: &str, value: &str) -> Option<String> {
    let label = label.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|w| label.contains(w));
    let minutes = match HOURS.captures(value) {
        Some(found) => {
            let (hours, minutes): (f64, f64) = (found[1].parse().ok()?, found[2].parse().ok()?);
            hours * 60.0
                + minutes
                + found
                    .get(3)
                    .map_or(0.0, |s| f64::from(u8::from(s.as_str() >= "30")))
        }
        None => {
            let number: f64 = value.replace(',', ".").parse().ok()?;
            if says(&["ms", "milli"]) {
                number / 60_000.0
            } else if says(&["sec"]) {
                number / 60.0
            } else if says(&["hour", "(h)", "decimal"]) {
                number * 60.0
            } else if says(&["min"]) {
                number
            } else {
                return None;
            }
        }
    };
    if minutes > 0.0 && minutes < 0.5 {
        return Some("less than a minute".to_owned());
    }
    let minutes = minutes.round();
    if !(1.0..=600_000.0).contains(&minutes) {
        return None;
    }
    let (hours, rest) = ((minutes / 60.0).floor(), minutes % 60.0);
    Some(match (hours > 0.0, rest > 0.0) {
        (true, true) => format!("{hours} h {rest} min"),
        (true, false) => format!("{hours} h"),
        _ => format!("{rest} min"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_by_their_unit() {
        for (label, value, expected) in [
            ("Time Spent (seconds)", "2710", Some("45 min")),
            ("Duration", "02:50:11", Some("2 h 50 min")),
            ("Hours", "5.25", Some("5 h 15 min")),
            ("msPlayed", "498106", Some("8 min")),
            ("msPlayed", "2100", Some("less than a minute")),
            ("Hours", "0", None),
            ("Elapsed Time", "2210", None),
            ("Duration", "long", None),
        ] {
            assert_eq!(length(label, value).as_deref(), expected, "{label}");
        }
    }
}
