//! The day of a message: the last that a heading or a stamp has named.

use crate::ingest::About;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp::{self, Day, Stamp};
use crate::when::When;
use jiff::SignedDuration;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

pattern!(
    NUMBERS,
    r"^\s*(\d{1,2})[./](\d{1,2})\.?,?(?: at)?\s+\d{1,2}:\d{2}"
);

pattern!(
    DAY_HEAD,
    r"(?i)^[-—–\s]*(today|yesterday|hoy|ayer|heute|gestern|aujourd'hui|hier|hoje|ontem|oggi|ieri|vandaag|gisteren|idag|igår|\p{L}{3,6}day|(?:today|yesterday)[ ,-]+.{6,30}|(?:[\p{L}-]{4,14},? )?(?:\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th|\.)?(?: de| of)? \p{L}{3,10})(?:,? (?:de )?\d{4})?|\d{4}[-./]\d{1,2}[-./]\d{1,2})[-—–\s]*$"
);

/// Bytes of a weekday's name in full, at least; what is shorter is a word as well ("mar", "sat").
const WEEKDAY: usize = 5;

/// The days of a window's messages.
pub(super) struct Days {
    /// When the window was copied.
    now: DateTime,
    /// The day of that.
    today: Date,
    /// The day that was named last.
    last: Option<Date>,
    /// Where it was copied: some dumps tell their times in UTC.
    zone: TimeZone,
}

impl Days {
    /// Of a window in which no day has been named yet.
    pub(super) fn of(about: &About<'_>) -> Self {
        Self {
            now: about.reference.datetime(),
            today: about.reference.date(),
            last: None,
            zone: about.reference.time_zone().clone(),
        }
    }

    /// Goes on to the day that a heading names; `false` where it names none.
    pub(super) fn turn(&mut self, heading: &str) -> bool {
        let named = day_of(heading, self.today);
        self.last = named.or(self.last);
        named.is_some()
    }

    /// The time of a stamp that tells how long ago it was.
    fn ago(&self, stamp: &str) -> Option<When> {
        if stamp.contains(':') {
            return None;
        }
        let lower = stamp.to_lowercase();
        let count = lower.split_whitespace().find_map(|w| w.parse::<i64>().ok());
        let has = |units: &[&str]| units.iter().any(|u| lower.contains(u));
        let seconds = if lower == "just now" || has(&["sec", "sek", "seg"]) {
            0
        } else if has(&["min"]) {
            60
        } else if has(&["hour", "hr", "stunde", "heure", "hora"]) {
            3600
        } else if has(&["day", "tag", "jour", "día"]) {
            86_400
        } else {
            return None;
        };
        let back = SignedDuration::from_secs(count.unwrap_or(1).saturating_mul(seconds));
        let at = self.now.checked_sub(back).ok()?;
        Some(if seconds == 86_400 {
            When::day(at.date())
        } else {
            When::minute(at)
        })
    }

    /// When a message was sent; a stamp with a day of its own moves the day on.
    pub(super) fn when(&mut self, stamp: &str) -> Option<When> {
        if let Some(at) = self.ago(stamp) {
            return Some(at);
        }
        self.turn(stamp);
        let date = self.last.unwrap_or(self.today);
        let time = stamp::take(stamp).0.time?;
        let at = date.to_datetime(time);
        let utc = stamp
            .trim_end_matches(':')
            .ends_with('Z')
            .then(|| at.to_zoned(TimeZone::UTC).ok())
            .flatten();
        let here = utc.map(|utc| utc.with_time_zone(self.zone.clone()).datetime());
        Some(When::minute(here.unwrap_or(at)))
    }
}

/// The day that a heading or a stamp names: the latest such day that is not after the reference.
fn day_of(text: &str, today: Date) -> Option<Date> {
    let Stamp {
        day,
        twelve_hours,
        foreign,
        ..
    } = stamp::take(text).0;
    // "Today October 8th, 2019" was today when it was copied.
    if let Some(Day::Exact(date)) = day {
        return Some(date);
    }
    let lower = text.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|w| lower.contains(w));
    if says(&[
        "today", "hoy", "heute", "aujourd", "hoje", "oggi", "vandaag", "idag",
    ]) {
        return Some(today);
    }
    if says(&[
        "yesterday",
        "ayer",
        "gestern",
        "hier",
        "ontem",
        "ieri",
        "gisteren",
        "igår",
    ]) {
        return today.yesterday().ok();
    }
    match day {
        Some(day @ Day::NoYear(..)) => day.latest(today).date(false, 0),
        // who writes "p. m." writes the day first
        Some(day) => day.date(twelve_hours && !foreign, today.year()),
        None if NUMBERS.is_match(text) => numbered(text, today),
        None => {
            let weekday = lower
                .split(|c: char| !c.is_alphabetic())
                .find_map(stamp::weekday)?;
            let back = i64::from(weekday.until(today.weekday()));
            let back = if back == 0 { 7 } else { back };
            today.checked_sub(jiff::ToSpan::days(back)).ok()
        }
    }
}

/// The day of "18/11 14:02": of its two readings the later, as a window is copied soon.
fn numbered(text: &str, today: Date) -> Option<Date> {
    let found = NUMBERS.captures(text)?;
    let (a, b) = (found[1].parse().ok()?, found[2].parse().ok()?);
    let last = |month, day| Day::NoYear(month, day).latest(today).date(false, 0);
    last(a, b).max(last(b, a))
}

/// Whether a line may be a heading that names a day: "Today", "Montag", "March 4th".
pub(super) fn is_day_head(line: &str) -> bool {
    let weekday = || stamp::weekday(line.trim_matches(['-', '—', '–', ' ']));
    DAY_HEAD.is_match(line) || line.len() >= WEEKDAY && weekday().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_of_the_day_named_last() {
        let mut days = Days {
            now: Date::constant(2024, 5, 16).at(12, 30, 0, 0),
            today: Date::constant(2024, 5, 16),
            last: None,
            zone: TimeZone::UTC,
        };
        let mut told = |text: &str| days.when(text).map(|w| w.to_string());
        assert_eq!(told("9:47 AM").as_deref(), Some("2024-05-16 09:47"));
        assert_eq!(
            told("Yesterday at 9:12 AM").as_deref(),
            Some("2024-05-15 09:12")
        );
        assert_eq!(told("9:13 AM").as_deref(), Some("2024-05-15 09:13"));
        assert_eq!(told("Tuesday at 8:00").as_deref(), Some("2024-05-14 08:00"));
        assert_eq!(told("no time"), None);
        assert_eq!(told("30 minutes ago").as_deref(), Some("2024-05-16 12:00"));
        assert_eq!(
            told("vor einer Stunde").as_deref(),
            Some("2024-05-16 11:30")
        );
        assert_eq!(told("999999999999999999 days ago"), None);
        assert_eq!(told("2 days ago").as_deref(), Some("2024-05-14"));
        assert_eq!(told("13/5 8:00").as_deref(), Some("2024-05-13 08:00"));
        assert_eq!(told("12/05, 8:00").as_deref(), Some("2024-05-12 08:00"));
        assert_eq!(told("05/11 8:00").as_deref(), Some("2024-05-11 08:00"));
        assert!(days.turn("December 24th") && !days.turn("soup"));
        assert_eq!(days.last, Some(Date::constant(2023, 12, 24)));
    }
}
