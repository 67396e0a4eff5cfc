//! An event that repeats: on which days it takes place.

use crate::when::{Point, When};
use jiff::{
    ToSpan,
    civil::{Date, DateTime, Time, Weekday},
};
use std::str::FromStr;

/// A series. It is kept as text: `2026-01-05 18:00/2026-01-05 19:00;FREQ=WEEKLY;BYDAY=MO,TH;EXDATE=2026-04-02`, the first
/// occurrence, the parts of iCalendar's rule (RFC 5545, 3.3.10), and the days on which it does not take place, or does
/// besides (`RDATE`). `UNTIL` and the days are on the calendar's own clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Series {
    first: When,
    step: Step,
    interval: i32,
    /// The last moment, or day, at which an occurrence may begin.
    until: Option<Point>,
    months: Vec<i8>,
    month_days: Vec<i8>,
    /// Weekdays; which one of the month or year, where not each.
    days: Vec<(Option<i32>, Weekday)>,
    /// Which of the days of a period, counted from its begin or its end.
    positions: Vec<i32>,
    except: Vec<Date>,
    besides: Vec<Date>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Day,
    Week,
    Month,
    Year,
}

/// It is none, or one whose days are not told here: by the hour, by numbers of weeks or of days in the year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a series of days, weeks, months or years")]
pub(crate) struct NotASeries;

/// How far ahead or back an occurrence is looked for, in days: a leap year's day may be eight years off.
const REACH: i32 = 9 * 366;

/// Days through which the occurrences of a series are counted: some 60 years.
const COUNTED: i32 = 60 * 366;

impl Series {
    /// The occurrences that begin on these days or between them, in order, for some years.
    pub(crate) fn between(&self, from: Date, to: Date) -> impl Iterator<Item = When> + '_ {
        let from = from.max(self.first.start.first_day());
        let reach = from.saturating_add(REACH.days());
        let to = to.min(self.end().unwrap_or(reach)).min(reach);
        let days = from.series(1.day()).take_while(move |day| *day <= to);
        days.filter(|day| self.is_on(*day)).map(|day| self.on(day))
    }

    /// The first occurrence that is not over.
    pub(crate) fn next(&self, now: DateTime) -> Option<When> {
        self.between(now.date(), Date::MAX)
            .find(|when| !is_over(*when, now))
    }

    /// The last occurrence that has begun.
    pub(crate) fn last(&self, now: DateTime) -> Option<When> {
        let to = self.end().unwrap_or(Date::MAX).min(now.date());
        let days = to.series((-1).day()).take(REACH as usize);
        days.take_while(|day| *day >= self.first.start.first_day())
            .filter(|day| self.is_on(*day))
            .map(|day| self.on(day))
            .find(|when| begin(*when) <= now)
    }

    /// The last day on which it may take place, where it ends.
    pub(crate) fn end(&self) -> Option<Date> {
        let until = self.until?.last_day();
        let last = self.besides.iter().copied().max();
        Some(last.map_or(until, |last| last.max(until)))
    }

    fn is_on(&self, day: Date) -> bool {
        let late = match self.until {
            Some(Point::Minute(until)) => begin(self.on(day)) > until,
            Some(until) => day > until.last_day(),
            None => false,
        };
        let by_rule = !late && self.is_by_rule(day);
        (by_rule || self.besides.contains(&day)) && !self.except.contains(&day)
    }

    /// Whether the rule alone has an occurrence on this day; its end is not looked at.
    fn is_by_rule(&self, day: Date) -> bool {
        if !self.is_in_step(day) || !self.is_of_set(day) {
            return false;
        }
        if self.positions.is_empty() {
            return true;
        }
        let (from, to) = match self.step {
            Step::Day => (day, day),
            Step::Week => (monday(day), monday(day).saturating_add(6.days())),
            Step::Month => (day.first_of_month(), day.last_of_month()),
            Step::Year => (day.first_of_year(), day.last_of_year()),
        };
        let count = |from: Date, to: Date| {
            let days = from.series(1.day()).take_while(|d| *d <= to);
            days.filter(|d| self.is_of_set(*d)).count() as i32
        };
        let (nth, nth_last) = (count(from, day), count(day, to));
        self.positions.contains(&nth) || self.positions.contains(&-nth_last)
    }

    /// Whether a day lies in one of the periods of the series, every so many.
    fn is_in_step(&self, day: Date) -> bool {
        let first = self.first.start.first_day();
        let months = |d: Date| i32::from(d.year()) * 12 + i32::from(d.month());
        let steps = match self.step {
            Step::Day => (day - first).get_days(),
            Step::Week => (monday(day) - monday(first)).get_days() / 7,
            Step::Month => months(day) - months(first),
            Step::Year => i32::from(day.year() - first.year()),
        };
        day >= first && steps % self.interval == 0
    }

    /// Whether a day is among those of its period.
    fn is_of_set(&self, day: Date) -> bool {
        let first = self.first.start.first_day();
        let (days, month_days) = (!self.days.is_empty(), !self.month_days.is_empty());
        let in_month = self.months.is_empty() || self.months.contains(&day.month());
        let by_number = !month_days || self.month_days.iter().any(|n| nth_of_month(day, *n));
        let by_name = !days || self.days.iter().any(|d| self.is_weekday(day, *d));
        let plain = days || month_days;
        let of_first = match self.step {
            Step::Day => true,
            Step::Week => days || day.weekday() == first.weekday(),
            Step::Month => plain || day.day() == first.day(),
            Step::Year => {
                plain
                    || day.day() == first.day()
                        && (!self.months.is_empty() || day.month() == first.month())
            }
        };
        in_month && by_number && by_name && of_first
    }

    fn is_weekday(&self, day: Date, (nth, name): (Option<i32>, Weekday)) -> bool {
        let whole_year = self.step == Step::Year && self.months.is_empty();
        let (from_begin, from_end) = match whole_year {
            true => (
                i32::from(day.day_of_year()),
                i32::from(day.days_in_year() - day.day_of_year()) + 1,
            ),
            false => (
                i32::from(day.day()),
                i32::from(day.days_in_month() - day.day()) + 1,
            ),
        };
        let week = |days: i32| (days + 6) / 7;
        day.weekday() == name && nth.is_none_or(|n| n == week(from_begin) || n == -week(from_end))
    }

    /// The occurrence that begins on this day.
    fn on(&self, day: Date) -> When {
        let by = day - self.first.start.first_day();
        let moved = |point: Point| match point {
            Point::Minute(at) => Point::Minute(at.saturating_add(by)),
            other => Point::Day(other.first_day().saturating_add(by)),
        };
        When {
            start: moved(self.first.start),
            end: self.first.end.map(moved),
        }
    }

    /// The day of so many occurrences, those left out among them.
    fn counted(&self, count: i32) -> Option<Date> {
        let days = self.first.start.first_day().series(1.day());
        let on = days.take(COUNTED as usize).filter(|d| self.is_by_rule(*d));
        on.take(count as usize).last()
    }
}

/// When a time begins, a whole day at midnight.
pub(crate) fn begin(when: When) -> DateTime {
    let time = when.start.time().unwrap_or(Time::midnight());
    when.start.first_day().to_datetime(time)
}

/// Whether a time has passed: its last day, or its hour where it has one.
pub(crate) fn is_over(when: When, now: DateTime) -> bool {
    match when.end.unwrap_or(when.start) {
        Point::Minute(at) => at < now,
        other => other.last_day() < now.date(),
    }
}

fn monday(day: Date) -> Date {
    day.saturating_sub(i32::from(day.weekday().to_monday_zero_offset()).days())
}

/// Whether a day is the nth of its month, or from its end.
fn nth_of_month(day: Date, nth: i8) -> bool {
    nth == day.day() || nth == day.day() - day.days_in_month() - 1
}

impl FromStr for Series {
    type Err = NotASeries;

    fn from_str(text: &str) -> Result<Self, NotASeries> {
        let mut parts = text.split(';');
        let first = parts.next().and_then(|first| first.parse().ok());
        let first: When = first.ok_or(NotASeries)?;
        let mut series = Self {
            first,
            step: Step::Day,
            interval: 1,
            until: None,
            months: Vec::new(),
            month_days: Vec::new(),
            days: Vec::new(),
            positions: Vec::new(),
            except: Vec::new(),
            besides: Vec::new(),
        };
        let (mut count, mut stepped) = (None, false);
        for part in parts {
            let (name, value) = part.split_once('=').ok_or(NotASeries)?;
            match name {
                "FREQ" => {
                    stepped = true;
                    series.step = match value {
                        "DAILY" => Step::Day,
                        "WEEKLY" => Step::Week,
                        "MONTHLY" => Step::Month,
                        "YEARLY" => Step::Year,
                        _ => return Err(NotASeries),
                    }
                }
                "INTERVAL" => series.interval = number(value)?,
                "COUNT" => count = Some(number(value)?),
                "UNTIL" => series.until = Some(value.parse().map_err(|_| NotASeries)?),
                "BYMONTH" => series.months = all(value)?,
                "BYMONTHDAY" => series.month_days = all(value)?,
                "BYSETPOS" => series.positions = all(value)?,
                "BYDAY" => series.days = value.split(',').map(weekday).collect::<Result<_, _>>()?,
                "EXDATE" => series.except.extend(all::<Date>(value)?),
                "RDATE" => series.besides.extend(all::<Date>(value)?),
                // weeks that begin on another day matter where they are counted
                "WKST" if value == "MO" || series.interval == 1 => {}
                _ => return Err(NotASeries),
            }
        }
        // A rule that does not bear out its own first day is of another clock, or says something else than is read here.
        if !stepped || series.interval < 1 || !series.is_by_rule(first.start.first_day()) {
            return Err(NotASeries);
        }
        if let Some(last) = count.and_then(|count| series.counted(count)) {
            series.until = Some(Point::Day(last));
        }
        Ok(series)
    }
}

fn number(text: &str) -> Result<i32, NotASeries> {
    text.parse().map_err(|_| NotASeries)
}

fn all<T: FromStr>(text: &str) -> Result<Vec<T>, NotASeries> {
    let parsed = text.split(',').map(|one| one.parse::<T>());
    parsed.collect::<Result<_, _>>().map_err(|_| NotASeries)
}

/// `MO`, `-1FR`.
fn weekday(text: &str) -> Result<(Option<i32>, Weekday), NotASeries> {
    let at = text.len().checked_sub(2).ok_or(NotASeries)?;
    let (nth, name) = text.split_at_checked(at).ok_or(NotASeries)?;
    let name = match name {
        "MO" => Weekday::Monday,
        "TU" => Weekday::Tuesday,
        "WE" => Weekday::Wednesday,
        "TH" => Weekday::Thursday,
        "FR" => Weekday::Friday,
        "SA" => Weekday::Saturday,
        "SU" => Weekday::Sunday,
        _ => return Err(NotASeries),
    };
    let nth = (!nth.is_empty()).then(|| number(nth)).transpose()?;
    Ok((nth, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn tells_the_days_of_a_rule() {
        // all begin on Wednesday 7 January 2026, and are asked about from 27 November 2026 on
        for (rule, expected) in [
            ("FREQ=WEEKLY", "2026-12-02 2026-12-09"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=WE", "2026-12-09 2026-12-23"),
            ("FREQ=WEEKLY;BYDAY=WE,FR", "2026-11-27 2026-12-02"),
            (
                "FREQ=WEEKLY;BYDAY=WE;EXDATE=2026-12-02",
                "2026-12-09 2026-12-16",
            ),
            ("FREQ=WEEKLY;UNTIL=2026-12-03", "2026-12-02"),
            ("FREQ=WEEKLY;COUNT=48", "2026-12-02"),
            ("FREQ=WEEKLY;COUNT=20", ""),
            ("FREQ=DAILY;INTERVAL=30", "2026-12-03 2027-01-02"),
            ("FREQ=MONTHLY", "2026-12-07 2027-01-07"),
            ("FREQ=MONTHLY;BYDAY=1WE", "2026-12-02 2027-01-06"),
            ("FREQ=MONTHLY;BYDAY=-1FR,1WE", "2026-11-27 2026-12-02"),
            (
                "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=7",
                "2027-01-07 2027-04-07",
            ),
            ("FREQ=MONTHLY;BYMONTHDAY=7,-1", "2026-11-30 2026-12-07"),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=5,-1",
                "2026-11-30 2026-12-07",
            ),
            ("FREQ=YEARLY", "2027-01-07 2028-01-07"),
            ("FREQ=YEARLY;BYMONTH=1;BYDAY=1WE", "2027-01-06 2028-01-05"),
            ("FREQ=WEEKLY;RDATE=2026-12-04", "2026-12-02 2026-12-04"),
        ] {
            let series: Series = format!("2026-01-07 07:00;{rule}").parse().expect(rule);
            let days = series.between(date(2026, 11, 27), date(2029, 1, 1));
            let days: Vec<String> = days.map(|w| w.start.first_day().to_string()).collect();
            let said = days[..days.len().min(2)].join(" ");
            assert_eq!(said, expected, "{rule}");
        }
    }

    #[test]
    fn the_next_is_not_over_and_the_last_has_begun() {
        let series = "2026-01-30 21:00/2026-01-30 23:00;FREQ=MONTHLY;BYDAY=-1FR";
        let series: Series = series.parse().expect("a series");
        let now = |hour| date(2026, 11, 27).at(hour, 0, 0, 0);
        let said = |when: Option<When>| when.map(|w| w.to_string()).unwrap_or_default();
        let tonight = "2026-11-27 21:00/2026-11-27 23:00";
        assert_eq!(said(series.next(now(9))), tonight);
        assert_eq!(said(series.next(now(22))), tonight);
        assert!(said(series.next(date(2026, 11, 28).at(0, 0, 0, 0))).starts_with("2026-12-25"));
        assert!(said(series.last(now(9))).starts_with("2026-10-30"));
        assert_eq!(said(series.last(now(22))), tonight);
    }

    #[test]
    fn an_end_at_an_hour_is_no_whole_day() {
        let on = |until: &str| {
            let text = format!("2026-01-05 18:00;FREQ=WEEKLY;UNTIL={until}");
            let series: Series = text.parse().expect("a series");
            series
                .last(date(2026, 11, 27).at(0, 0, 0, 0))
                .map(|w| w.to_string())
        };
        assert_eq!(on("2026-01-19 00:00").as_deref(), Some("2026-01-12 18:00"));
        assert_eq!(on("2026-01-19 18:00").as_deref(), Some("2026-01-19 18:00"));
        assert_eq!(on("2026-01-19").as_deref(), Some("2026-01-19 18:00"));
    }

    #[test]
    fn what_is_not_understood_is_none() {
        for text in [
            "",
            "2026-01-07",
            "2026-01-07;FREQ",
            "2026-01-07 07:00;FREQ=HOURLY",
            "2026-01-07 07:00;FREQ=YEARLY;BYWEEKNO=20",
            "2026-01-07 07:00;FREQ=WEEKLY;BYDAY=TU",
            "2026-01-07 07:00;FREQ=WEEKLY;INTERVAL=0",
            "2026-01-07 07:00;FREQ=WEEKLY;BYDAY=é",
        ] {
            assert_eq!(text.parse::<Series>(), Err(NotASeries), "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(
            rule in "(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)|BYDAY=-?[0-9]{0,3}(MO|SU)|INTERVAL=[0-9]{1,9}|COUNT=[0-9]{1,9}|BYMONTHDAY=-?[0-9]{1,2}|BYSETPOS=-?[0-9]{1,3}|;){0,12}",
            first in "[0-9]{4}-(01|12)-(01|28)( 23:59)?",
        ) {
            if let Ok(series) = format!("{first};{rule}").parse::<Series>() {
                let now = date(2026, 11, 27).at(9, 0, 0, 0);
                series.next(now);
                series.last(now);
            }
        }
    }
}
