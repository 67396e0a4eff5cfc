//! A time at the precision that is known: what `when` says, and what questions are weighed by.

use jiff::civil::{Date, DateTime, Time};
use std::{fmt, str::FromStr};

/// A point or span of civil time. `Display` and `FromStr` are the interface's ISO form:
/// `2024`, `2024-05`, `2024-05-03`, `2024-05-03 14:30`, or two of these joined by `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    /// Where it begins (or all of it).
    pub start: Point,
    /// Where it ends, this point included; `None` where `start` says it all.
    pub end: Option<Point>,
}

/// One ISO point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// `2024`
    Year(i16),
    /// `2024-05`
    Month(i16, i8),
    /// `2024-05-03`
    Day(Date),
    /// `2024-05-03 14:30`
    Minute(DateTime),
}

impl Point {
    /// First day that the point covers.
    pub fn first_day(self) -> Date {
        match self {
            Self::Year(y) => Date::new(y, 1, 1).unwrap_or(Date::ZERO),
            Self::Month(y, m) => Date::new(y, m, 1).unwrap_or(Date::ZERO),
            Self::Day(d) => d,
            Self::Minute(t) => t.date(),
        }
    }

    /// Last day that the point covers.
    pub fn last_day(self) -> Date {
        match self {
            Self::Year(y) => Date::new(y, 12, 31).unwrap_or(Date::ZERO),
            Self::Month(..) => self.first_day().last_of_month(),
            Self::Day(d) => d,
            Self::Minute(t) => t.date(),
        }
    }

    /// The moment, where the time of day is known.
    pub fn moment(self) -> Option<DateTime> {
        match self {
            Self::Minute(t) => Some(t),
            _ => None,
        }
    }

    /// The time of day, where known.
    pub fn time(self) -> Option<Time> {
        self.moment().map(DateTime::time)
    }
}

impl When {
    /// A point alone.
    pub const fn at(start: Point) -> Self {
        Self { start, end: None }
    }

    /// A day.
    pub const fn day(date: Date) -> Self {
        Self::at(Point::Day(date))
    }

    /// A day, with its time of day where that is known.
    pub fn on(date: Date, time: Option<Time>) -> Self {
        time.map_or(Self::day(date), |time| Self::minute(date.to_datetime(time)))
    }

    /// A day and time of day.
    pub const fn minute(at: DateTime) -> Self {
        Self::at(Point::Minute(at))
    }

    /// From one point to another, both included.
    pub fn range(start: Point, end: Point) -> Self {
        Self {
            start,
            end: (start != end).then_some(end),
        }
    }

    /// Whether its years have the four digits with which they are written.
    pub(crate) fn is_written(self) -> bool {
        let years = [self.start, self.end.unwrap_or(self.start)].map(|point| match point {
            Point::Year(y) | Point::Month(y, _) => y,
            Point::Day(d) => d.year(),
            Point::Minute(t) => t.year(),
        });
        years.iter().all(|year| (0..=9999).contains(year))
    }

    /// First and last day covered.
    pub fn days(self) -> (Date, Date) {
        (
            self.start.first_day(),
            self.end.unwrap_or(self.start).last_day(),
        )
    }
}

/// English names of the months.
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// English names of the weekdays.
pub(crate) const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// The days of the week from Monday on, in German and small letters.
pub(crate) const GERMAN_WEEKDAYS: [&str; 7] = [
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
];

/// English name of a date's weekday.
pub(crate) fn weekday(date: Date) -> &'static str {
    WEEKDAYS[usize::from(date.weekday().to_monday_zero_offset().unsigned_abs()) % 7]
}

/// `14 November 2021`, as narratives and answers write a day.
pub(crate) fn day_in_words(date: Date) -> String {
    let month = usize::try_from(date.month() - 1).unwrap_or(0);
    format!("{} {} {}", date.day(), MONTHS[month.min(11)], date.year())
}

impl Point {
    /// `2021`, `November 2021`, `14 November 2021`, `14 November 2021 at 20:00`.
    pub(crate) fn in_words(self) -> String {
        match self {
            Self::Year(y) => y.to_string(),
            Self::Month(y, m) => format!("{} {y}", MONTHS[(m as usize).clamp(1, 12) - 1]),
            Self::Day(d) => day_in_words(d),
            Self::Minute(t) => {
                let day = day_in_words(t.date());
                format!("{day} at {:02}:{:02}", t.hour(), t.minute())
            }
        }
    }
}

impl When {
    /// In words; ranges with "to".
    pub(crate) fn in_words(self) -> String {
        let start = self.start.in_words();
        match self.end {
            None => start,
            Some(Point::Minute(end)) if end.date() == self.start.last_day() => {
                format!("{start} to {:02}:{:02}", end.hour(), end.minute())
            }
            Some(end) => format!("{start} to {}", end.in_words()),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year(y) => write!(f, "{y:04}"),
            Self::Month(y, m) => write!(f, "{y:04}-{m:02}"),
            Self::Day(d) => write!(f, "{:04}-{:02}-{:02}", d.year(), d.month(), d.day()),
            Self::Minute(t) => {
                write!(
                    f,
                    "{:04}-{:02}-{:02} {:02}:{:02}",
                    t.year(),
                    t.month(),
                    t.day(),
                    t.hour(),
                    t.minute()
                )
            }
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end {
            Some(end) => write!(f, "{}/{}", self.start, end),
            None => write!(f, "{}", self.start),
        }
    }
}

/// The text is no `when`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a date of the form 2024, 2024-05, 2024-05-03, 2024-05-03 14:30, or two of these joined by /"
)]
pub struct NotAWhen;

impl FromStr for Point {
    type Err = NotAWhen;

    fn from_str(s: &str) -> Result<Self, NotAWhen> {
        let number = |s: &str, width: usize| {
            (s.len() == width && s.bytes().all(|b| b.is_ascii_digit()))
                .then(|| s.parse::<i16>().ok())
                .flatten()
                .ok_or(NotAWhen)
        };
        let part = |from: usize, to: usize| s.get(from..to).ok_or(NotAWhen);
        let small = |n: i16| i8::try_from(n).map_err(|_| NotAWhen);
        let year = number(part(0, 4)?, 4)?;
        if s.len() == 4 {
            return Ok(Self::Year(year));
        }
        let month = small(number(part(5, 7)?, 2)?)?;
        let first = Date::new(year, month, 1).map_err(|_| NotAWhen)?;
        if part(4, 5)? != "-" {
            return Err(NotAWhen);
        }
        if s.len() == 7 {
            return Ok(Self::Month(year, first.month()));
        }
        let day = small(number(part(8, 10)?, 2)?)?;
        let date = Date::new(year, month, day).map_err(|_| NotAWhen)?;
        if part(7, 8)? != "-" {
            return Err(NotAWhen);
        }
        if s.len() == 10 {
            return Ok(Self::Day(date));
        }
        let (hour, minute) = (
            small(number(part(11, 13)?, 2)?)?,
            small(number(part(14, 16)?, 2)?)?,
        );
        if s.len() != 16 || !matches!(part(10, 11)?, " " | "T") || part(13, 14)? != ":" {
            return Err(NotAWhen);
        }
        Ok(Self::Minute(date.to_datetime(
            Time::new(hour, minute, 0, 0).map_err(|_| NotAWhen)?,
        )))
    }
}

impl FromStr for When {
    type Err = NotAWhen;

    fn from_str(s: &str) -> Result<Self, NotAWhen> {
        match s.split_once('/') {
            Some((a, b)) => Ok(Self::range(a.parse()?, b.parse()?)),
            None => Ok(Self::at(s.parse()?)),
        }
    }
}

#[cfg(test)]
mod tests;
