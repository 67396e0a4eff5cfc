//! Days that notes of a journey count: "Day 1 (14 June) – Oban", below which "Day 2 – Tiree" is the 15th.

use crate::extract::dates::{self, Reference};
use crate::ingest::pattern::pattern;
use jiff::civil::Date;
use jiff::{Span, ToSpan};

pattern!(
    COUNTED,
    r"(?i)^(?:#+\s+)?(?:day|tag|jour|día|dia|giorno|dag)\s+(\d{1,3})(?:$|[\s:,.–—-][^!?]{0,80}$)"
);

/// Lines that make a count.
const COUNT: usize = 2;

/// The day of a line that counts it.
pub(super) fn number(line: &str) -> Option<i64> {
    COUNTED.captures(line.trim())?.get(1)?.as_str().parse().ok()
}

/// The day before the first, where one of the counted days says which it is; `None` where none does.
pub(super) fn origin(text: &str, reference: &Reference) -> Option<Date> {
    let counted = || text.lines().filter_map(|l| Some((number(l)?, l)));
    if counted().take(COUNT).count() < COUNT {
        return None;
    }
    counted().find_map(|(number, line)| {
        let found = dates::find(line, reference);
        let dated = found.iter().find(|f| f.anchor >= dates::Anchor::Yearless)?;
        let (first, last) = dated.when.days();
        first
            .checked_sub(number.days())
            .ok()
            .filter(|_| first == last)
    })
}

/// The day with this number.
pub(super) fn day(origin: Date, number: i64) -> Option<Date> {
    origin.checked_add(Span::new().try_days(number).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_days_follow_the_one_with_its_date() {
        let now = jiff::civil::date(2026, 11, 20).at(18, 0, 0, 0);
        let reference = Reference::at(now);
        let text = "Islands\n\nDay 1 (14 June) – Oban\nRain.\n\nDay 2 – Tiree\nSun.\n";
        let origin = origin(text, &reference).expect("a day");
        assert_eq!(day(origin, 2), Some(jiff::civil::date(2026, 6, 15)));
        assert_eq!(number("Day 12 - Tiree"), Some(12));
        assert_eq!(number("Day 2 was better than I thought!"), None);
        assert_eq!(
            super::origin("Day 1 – Oban\nDay 2 – Tiree\n", &reference),
            None
        );
    }
}
