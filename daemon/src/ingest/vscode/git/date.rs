//! The times of commits, as a log shows them.

use crate::ingest::pattern::pattern;
use crate::ingest::stamp::{self, Day};
use crate::ingest::{About, ago};
use crate::when::When;
use jiff::civil::{Date, DateTime, Time};

pattern!(
    GIT_DATE,
    r"^(?:\p{L}{3} )?(\p{L}{3}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})"
);

/// `Fri Oct 11 17:48:12 2024 +0300`, `2024-10-11 17:48:12 +0300`, `2024-10-11`: as its author's clock showed it.
pub(in crate::ingest::vscode) fn date(text: &str) -> Option<When> {
    let text = text.trim();
    if let Some(found) = GIT_DATE.captures(text) {
        let small = |n: usize| found[n].parse::<i8>().ok();
        let day = Date::new(found[6].parse().ok()?, stamp::month(&found[1])?, small(2)?).ok()?;
        let time = Time::new(small(3)?, small(4)?, small(5)?, 0).ok()?;
        return Some(When::minute(day.to_datetime(time)));
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || c.is_alphabetic()) || text.len() > 40 {
        return None;
    }
    if let Some(at) = text
        .get(..19)
        .and_then(|t| t.replacen(' ', "T", 1).parse::<DateTime>().ok())
    {
        return Some(When::minute(at));
    }
    let (found, rest) = stamp::take(text);
    let only = rest.chars().filter(|c| c.is_alphabetic()).count() <= 4;
    match found.day {
        Some(Day::Exact(day)) if only => Some(When::on(day, found.time)),
        _ => None,
    }
}

/// `2 days ago`, counted from when the log was written.
pub(super) fn since(text: &str, about: &About<'_>) -> Option<When> {
    let text = text.trim();
    text.ends_with("ago")
        .then(|| ago::day(text, about.reference.date()))?
        .map(When::day)
}
