//! The days on which feasts fall.

use super::lexicon::Holiday;
use jiff::{
    ToSpan,
    civil::{Date, Weekday},
};

/// The feast in this year.
pub(super) fn holiday(holiday: Holiday, year: i16) -> Option<Date> {
    match holiday {
        Holiday::Fixed(month, day) => Date::new(year, month, day).ok(),
        Holiday::Nth(month, nth, weekday, days) => {
            let weekday = Weekday::from_monday_one_offset(weekday).ok()?;
            let month = Date::new(year, month, 1).ok()?;
            let day = month.nth_weekday_of_month(nth, weekday).ok()?;
            day.checked_add(i64::from(days).days()).ok()
        }
        Holiday::Easter(days) => easter(year)?.checked_add(i64::from(days).days()).ok(),
        Holiday::Advent(nth) => {
            let eve = Date::new(year, 12, 24).ok()?;
            let behind = i64::from(eve.weekday().to_sunday_zero_offset());
            let weeks = i64::from(4 - nth);
            eve.checked_sub((behind + 7 * weeks).days()).ok()
        }
    }
}

/// Easter Sunday of the Gregorian calendar, by the "anonymous" algorithm (Meeus, Astronomical Algorithms, chapter 8).
fn easter(year: i16) -> Option<Date> {
    let y = i32::from(year);
    let (a, b, c) = (y.rem_euclid(19), y.div_euclid(100), y.rem_euclid(100));
    let g = (8 * b + 13) / 25;
    let h = (19 * a + b - b / 4 - g + 15).rem_euclid(30);
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4).rem_euclid(7);
    let m = (a + 11 * h + 22 * l) / 451;
    let n = h + l - 7 * m + 114;
    Date::new(year, (n / 31) as i8, (n % 31 + 1) as i8).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn falls_on_known_days() {
        for (feast, year, day) in [
            (Holiday::Easter(0), 2018, date(2018, 4, 1)),
            (Holiday::Easter(0), 2024, date(2024, 3, 31)),
            (Holiday::Easter(0), 2038, date(2038, 4, 25)),
            (Holiday::Easter(-2), 2026, date(2026, 4, 3)),
            (Holiday::Nth(11, 4, 4, 0), 2023, date(2023, 11, 23)),
            (Holiday::Nth(5, -1, 1, 0), 2021, date(2021, 5, 31)),
            (Holiday::Advent(4), 2023, date(2023, 12, 24)),
            (Holiday::Advent(2), 2023, date(2023, 12, 10)),
            (Holiday::Advent(1), 2024, date(2024, 12, 1)),
            (Holiday::Fixed(12, 25), 2000, date(2000, 12, 25)),
        ] {
            assert_eq!(holiday(feast, year), Some(day), "{feast:?} {year}");
        }
    }
}
