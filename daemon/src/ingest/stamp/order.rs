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

/// How many times as long a document lasts in one reading as in the other, where the days of that lie close together.
const CLOSE: i32 = 8;

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
    /// back in time, then the one that ends by today, then the one whose days come just before today, then the one whose
    /// days lie close together (who writes on the 5th, the 6th and the 7th of a month does not write once a month, always
    /// on the same day), then the language and the clock of twelve hours.
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
        let dates = |first: bool| {
            let date = move |(a, b, year)| Day::Numbers(a, b, year).date(first, 0);
            numbers.clone().filter_map(date)
        };
        // how long ago the last day is; what was sent today may be dated tomorrow elsewhere
        let ago = |first: bool| days(dates(first).max()?, self.today?);
        let past = |first: bool| ago(first).is_none_or(|days| days >= -1);
        let recent = |first: bool| ago(first).is_some_and(|days| (-1..=RECENT).contains(&days));
        let length = |first: bool| days(dates(first).min()?, dates(first).max()?);
        let close = |first: bool| {
            let (this, other) = (length(first), length(!first));
            this.zip(other)
                .is_some_and(|(this, other)| this > 0 && this * CLOSE <= other)
        };
        let decides = |says: &dyn Fn(bool) -> bool| {
            let (month, day) = (says(true), says(false));
            (month != day).then_some(month)
        };
        decides(&past)
            .or_else(|| decides(&recent))
            .or_else(|| decides(&close))
            .unwrap_or_else(|| {
                !self.day_first
                    && stamps.clone().any(|s| s.twelve_hours)
                    && !stamps.clone().any(|s| s.foreign)
            })
    }
}

/// Days from one to another.
fn days(from: Date, to: Date) -> Option<i32> {
    Some(to.since(from).ok()?.get_days())
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
            ("4/8/25, 9:14 PM", None, true),
            ("4/8/25, 9:14 pm", None, false),
            ("4/8/25, 9:14 PM|5/8/25, 6:03 PM", None, false),
            ("8/4/25, 9:14 am|8/5/25, 6:03 pm", None, true),
            ("4/12/24, 9:14 PM", Some(Date::constant(2024, 8, 6)), true),
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
