//! Days in numbers, as a whole list, or a column of a table, writes them: `8/4/2025` is in August on one machine and in April on another.

use crate::ingest::instant;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp::Day;
use crate::when::When;
use jiff::civil::Date;
use jiff::tz::TimeZone;

// dots are written where the day comes first
pattern!(NUMBERS, r"\b(\d{1,2})([/-])(\d{1,2})[/-](\d{4}|\d{2})\b");
pattern!(MERIDIEM, r"(?i)\d[\s\u{202f}\u{a0}]?[ap]\.?m\b");

/// In which order a list or a column writes day and month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Days {
    /// `None` where no day is written in numbers that may be read in two ways.
    month_first: Option<bool>,
}

impl Days {
    /// Of a list with these times, kept up to `today`: a number over twelve settles the order, then a clock of twelve
    /// hours (the month first), then the reading whose days come least after today and stay nearest before it.
    pub(crate) fn of<'t>(times: impl Iterator<Item = &'t str>, today: Date) -> Self {
        let mut read: Vec<(i8, i8, i16)> = Vec::new();
        let mut twelve_hours = false;
        for time in times {
            if let Some((a, b, year, _)) = numbers(time) {
                read.push((a, b, year));
                twelve_hours |= MERIDIEM.is_match(time);
            }
        }
        if read.is_empty() {
            return Self { month_first: None };
        }
        let day_first = read.iter().any(|(a, ..)| *a > 12);
        let month_first = read.iter().any(|(_, b, _)| *b > 12);
        if day_first != month_first {
            return Self {
                month_first: Some(month_first),
            };
        }
        // days after today, and how far the others lie before it
        let away = |month_first: bool| {
            let dates = read
                .iter()
                .filter_map(|(a, b, year)| Day::Numbers(*a, *b, *year).date(month_first, *year));
            dates.fold((0_usize, 0_i64), |(after, before), date| {
                match i64::from((today - date).get_days()) {
                    days if days < 0 => (after + 1, before),
                    days => (after, before.saturating_add(days)),
                }
            })
        };
        Self {
            month_first: Some(twelve_hours || away(true) < away(false)),
        }
    }

    /// The moment that a text of the list writes.
    pub(crate) fn moment(self, text: &str, zone: &TimeZone) -> Option<When> {
        let whole = self.month_first.and_then(|first| {
            let (a, b, year, span) = numbers(text)?;
            let date = Day::Numbers(a, b, year).date(first, year)?;
            Some(format!(
                "{}{date}{}",
                &text[..span.start],
                &text[span.end..]
            ))
        });
        instant::written(whole.as_deref().unwrap_or(text), zone)
    }
}

/// The numbers of the first day so written, in their order, the year, and the bytes that they take.
fn numbers(text: &str) -> Option<(i8, i8, i16, std::ops::Range<usize>)> {
    let found = NUMBERS.captures(text)?;
    let year: i16 = found[4].parse().ok()?;
    let year = if year < 100 { 2000 + year } else { year };
    let whole = found.get(0)?.range();
    Some((found[1].parse().ok()?, found[3].parse().ok()?, year, whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(times: &[&str]) -> Vec<String> {
        let days = Days::of(times.iter().copied(), jiff::civil::date(2024, 5, 6));
        let read = times.iter().map(|t| days.moment(t, &TimeZone::UTC));
        read.map(|w| w.map(|w| w.to_string()).unwrap_or_default())
            .collect()
    }

    #[test]
    fn one_list_has_one_order() {
        // a number over twelve
        assert_eq!(
            read(&["5/4/2024 10:15:22", "4/30/2024 18:40"]),
            ["2024-05-04 10:15", "2024-04-30 18:40"]
        );
        assert_eq!(
            read(&["04/05/2024", "30/04/2024"]),
            ["2024-05-04", "2024-04-30"]
        );
        // the clock
        assert_eq!(read(&["1/2/24, 9:05 PM"]), ["2024-01-02 21:05"]);
        // none is after today, and none long before it
        assert_eq!(
            read(&["5/4/2024 10:15", "5/6/2024 8:02"]),
            ["2024-05-04 10:15", "2024-05-06 08:02"]
        );
        assert_eq!(
            read(&["04/05/2024 10:15", "06/05/2024"]),
            ["2024-05-04 10:15", "2024-05-06"]
        );
        assert_eq!(
            read(&["2024-05-04", "4.5.2024", "soon"]),
            ["2024-05-04", "2024-05-04", ""]
        );
    }

    proptest! {
        #[test]
        fn any_times(times in proptest::collection::vec("([0-9]{1,4}|[-/.: ]|AM|\\PC){0,12}", 0..4)) {
            let times: Vec<&str> = times.iter().map(String::as_str).collect();
            let _ = read(&times);
        }
    }
}
