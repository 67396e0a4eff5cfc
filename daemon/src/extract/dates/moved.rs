//! From one day to another, where something is moved: it is on the latter alone.

use std::ops::Range;

/// Whether a day is where something is moved from, and the range's end where to ("moves from the 18th to the 25th").
pub(super) fn is_moved(text: &str, span: &Range<usize>) -> bool {
    const MOVES: [&str; 14] = [
        "move",
        "moves",
        "moved",
        "moving",
        "postponed",
        "shifted",
        "shifts",
        "rescheduled",
        "pushed",
        "brought",
        "delayed",
        "verschoben",
        "verlegt",
        "reporté",
    ];
    let from = text[span.clone()].to_lowercase().starts_with("from");
    let mut before = text[..span.start].split_whitespace().rev();
    (from || before.next() == Some("from"))
        && before
            .take(4)
            .any(|w| MOVES.contains(&w.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::{Reference, find};
    use jiff::civil::date;

    #[test]
    fn what_is_moved_is_on_the_last_of_two_days() {
        let reference = Reference::at(date(2026, 11, 12).at(9, 0, 0, 0));
        let when = |text: &str| {
            let found = find(text, &reference);
            found.first().map(|f| f.when.to_string())
        };
        assert_eq!(
            when("The meeting moves from Tuesday to Thursday 19 November, 10:00.").as_deref(),
            Some("2026-11-19 10:00")
        );
        assert_eq!(
            when("I am away from 17 November to 19 November.").as_deref(),
            Some("2026-11-17/2026-11-19")
        );
    }
}
