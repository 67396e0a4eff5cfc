//! Whether `3/4/2024` is the third of April or the fourth of March.

use super::{Day, Stamp};
use crate::ingest::pattern::pattern;
use jiff::civil::Date;

pattern!(
    DAY_FIRST,
    r"(?i)ende-zu-ende|verschlüsselt|(?:medien|bild|video) (?:ausgeschlossen|weggelassen)|extremo a extremo|de ponta a ponta|omitid[oa]|chiffrés? de bout|médias? omis|crittografia end-to-end|omess[oi]|versleuteld|weggelaten"
);

/// Days up to which what was copied last is taken for new.
const RECENT: i32 = 7;

/// What is known of a document beside its stamps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Order {
    /// The day on which it was copied.
    pub(crate) today: Option<Date>,
    /// Whether a program wrote it for people who put the day first.
    pub(crate) day_first: bool,
}

impl Order {
    /// Of a document in which a program's own lines are in some language.
    pub(crate) fn of(text: &str, today: Option<Date>) -> Self {
        Self {
            today,
            day_first: DAY_FIRST.is_match(text),
        }
    }

    /// Whether a document writes the month first: where numbers above twelve do not decide, the reading that never goes
    /// back in time, then the one whose days come just before today, then the language and the clock of twelve hours.
    pub(crate) fn month_first(self, stamps: impl Iterator<Item = Stamp> + Clone) -> bool {
        let numbers = stamps.clone().filter_map(|stamp| match stamp.day {
            Some(Day::Numbers(a, b, year)) => Some((a, b, year)),
            _ => None,
        });
        let day_first = numbers.clone().any(|(a, _, _)| a > 12);
        let month_first = numbers.clone().any(|(_, b, _)| b > 12);
        if day_first != month_first {
            return month_first;
        }
        let backwards = |first: bool| {
            let mut last = (0, 0, 0);
            numbers
                .clone()
                .filter(|&(a, b, year)| {
                    let now = if first { (year, a, b) } else { (year, b, a) };
                    let back = now < last;
                    last = now;
                    back
                })
                .count()
        };
        match backwards(true).cmp(&backwards(false)) {
            std::cmp::Ordering::Less => return true,
            std::cmp::Ordering::Greater => return false,
            std::cmp::Ordering::Equal => {}
        }
        let recent = |first: bool| {
            let last = numbers
                .clone()
                .filter_map(|(a, b, year)| Day::Numbers(a, b, year).date(first, 0))
                .max();
            let days = last
                .zip(self.today)
                .and_then(|(last, today)| Some(today.since(last).ok()?.get_days()));
            // what was sent today may be dated tomorrow elsewhere
            days.is_some_and(|days| (-1..=RECENT).contains(&days))
        };
        match (recent(true), recent(false)) {
            (true, false) => true,
            (false, true) => false,
            _ => close(numbers).unwrap_or_else(|| {
                !self.day_first
                    && stamps.clone().any(|s| s.twelve_hours)
                    && !stamps.clone().any(|s| s.dotted)
            }),
        }
    }
}

/// Whether the month stands first, where in one reading alone day follows upon day, as people write to each other.
fn close(numbers: impl Iterator<Item = (i8, i8, i16)> + Clone) -> Option<bool> {
    /// Days of one reading, at least, and days between two of them at most.
    const DAYS: usize = 3;
    const NEAR: i32 = 10;
    let is_close = |first: bool| {
        let days = numbers.clone();
        let days = days.filter_map(|(a, b, year)| Day::Numbers(a, b, year).date(first, 0));
        let mut days: Vec<Date> = days.collect();
        days.dedup();
        let near = |d: &[Date]| (d[1] - d[0]).get_days().abs() <= NEAR;
        days.len() >= DAYS && days.windows(2).all(near)
    };
    match (is_close(true), is_close(false)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// As [`Order::month_first`], where nothing is known but the stamps.
pub(crate) fn month_first(stamps: impl Iterator<Item = Stamp> + Clone) -> bool {
    Order::default().month_first(stamps)
}

#[cfg(test)]
mod tests {
    use super::super::take;
    use super::*;

    #[test]
    fn today_the_language_and_the_clock_decide() {
        let today = Some(Date::constant(2025, 8, 6));
        for (text, today, expected) in [
            ("4/8/25, 9:14 PM|5/8/25, 6:03 PM", None, true),
            ("4/8/25, 9:14 PM|5/8/25, 6:03 PM", today, false),
            ("8/4/25, 9:14 PM|8/5/25, 6:03 PM", today, true),
            ("4/8/25, 9:14 p. m.|5/8/25, 6:03 p. m.", None, false),
            ("4/8/25, 9:14 PM|video omitido", None, false),
            ("4/13/25, 9:14 p. m.", today, true),
            (
                "05/12/24, 8:00 am|06/12/24, 1:05 pm|06/12/24, 2 pm|08/12/24, 9:15 pm",
                today,
                false,
            ),
            (
                "12/5/24, 8:00 AM|12/6/24, 1:05 PM|12/8/24, 9:15 PM",
                today,
                true,
            ),
        ] {
            let stamps = text.split('|').map(|t| take(t).0);
            assert_eq!(
                Order::of(text, today).month_first(stamps),
                expected,
                "{text}"
            );
        }
    }
}
