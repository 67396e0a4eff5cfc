//! When a talk began, and what its time stamps count from.

use crate::ingest::About;
use crate::ingest::stamp::{self, Day, Stamp};
use crate::when::{Point, When};
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

/// What is known of a talk's beginning.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    pub(super) date: Option<Date>,
    pub(super) time: Option<Time>,
}

impl Start {
    /// By the file's name: Zoom names recordings by their start in UTC, others in the local zone.
    pub(super) fn from_name(about: &About<'_>) -> Self {
        let Some((stamp, utc)) = about.filename.and_then(stamp::in_file_name) else {
            return Self::default();
        };
        let Some(date) = day(stamp, about) else {
            return Self::default();
        };
        match (stamp.time, utc) {
            (Some(time), true) => {
                let local = date.to_datetime(time).to_zoned(TimeZone::UTC).map(|at| {
                    at.with_time_zone(about.reference.time_zone().clone())
                        .datetime()
                });
                local.map_or_else(|_| Self::default(), Self::at)
            }
            (time, _) => Self {
                date: Some(date),
                time,
            },
        }
    }

    /// By a line that is nothing but a date, a time, or both.
    pub(super) fn add(&mut self, stamp: Stamp, about: &About<'_>) {
        self.date = day(stamp, about).or(self.date);
        self.time = stamp.time.or(self.time);
    }

    fn at(at: DateTime) -> Self {
        Self {
            date: Some(at.date()),
            time: Some(at.time()),
        }
    }

    /// The start, at the precision known.
    pub(super) fn when(self) -> Option<When> {
        let date = self.date?;
        Some(When::on(date, self.time))
    }

    /// So many seconds after the start.
    pub(super) fn after(self, seconds: i64) -> Option<When> {
        let (Some(date), Some(time)) = (self.date, self.time) else {
            return self.date.map(When::day);
        };
        let at = date
            .to_datetime(time)
            .checked_add(jiff::SignedDuration::from_secs(seconds))
            .ok()?;
        Some(When::at(Point::Minute(at)))
    }

    /// At a time of day on the day of the start; the day after, where it is much earlier than the start.
    pub(super) fn clock(self, time: Time) -> Option<When> {
        let date = self.date?;
        let next = self
            .time
            .is_some_and(|start| i16::from(start.hour()) - i16::from(time.hour()) > 12);
        let date = if next { date.tomorrow().ok()? } else { date };
        Some(When::minute(date.to_datetime(time)))
    }
}

/// The day of a stamp; the order of bare numbers follows the clock it is written with.
fn day(stamp: Stamp, about: &About<'_>) -> Option<Date> {
    match stamp.day?.latest(about.reference.date()) {
        Day::Exact(date) => Some(date),
        other => other.date(stamp::month_first(std::iter::once(stamp)), 0),
    }
}

/// Seconds of `1:02:03.5`, `02:03` or `02:03,500`.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let whole = text.split(['.', ',']).next()?;
    let mut total = 0_i64;
    for part in whole.split(':') {
        if part.is_empty() || part.len() > 4 {
            return None;
        }
        total = total * 60 + part.parse::<i64>().ok()?;
    }
    Some(total)
}

/// The time of day of `14:03` or `14:03:02`.
pub(super) fn time_of_day(text: &str) -> Option<Time> {
    stamp::take(text).0.time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zoom_name_is_in_utc() {
        let reference = "2024-09-18T11:05:00[-04:00]".parse().expect("a time");
        let about = About {
            filename: Some("GMT20240918-140302_Recording.vtt"),
            reference: &reference,
        };
        let start = Start::from_name(&about);
        assert_eq!(
            start.after(3 * 60).map(|w| w.to_string()).as_deref(),
            Some("2024-09-18 10:06")
        );
    }

    #[test]
    fn counts_seconds() {
        assert_eq!(seconds("1:02:03.500"), Some(3723));
        assert_eq!(seconds("02:03,5"), Some(123));
        assert_eq!(seconds("x"), None);
    }
}
