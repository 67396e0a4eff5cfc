//! From one day to another, where something is moved: it is on the latter alone.

use super::lexicon::fold;
use std::ops::Range;

/// Words of what is put off or brought forward: to a day that is still to come. In lower case.
const MOVED: [&str; 35] = [
    "move",
    "moves",
    "moved",
    "moving",
    "shift",
    "shifts",
    "shifted",
    "postpone",
    "postpones",
    "postponed",
    "push",
    "pushes",
    "pushed",
    "delayed",
    "deferred",
    "rescheduled",
    "reschedule",
    "brought",
    "change",
    "changed",
    "switched",
    "bumped",
    "rebooked",
    "rebook",
    "verschoben",
    "verlegt",
    "vertagt",
    "aplaza",
    "aplazado",
    "aplazada",
    "pasa",
    "reporté",
    "reportée",
    "décalé",
    "décalée",
];

/// Whether a word tells that something is put off or brought forward.
pub(super) fn is_moving(word: &str) -> bool {
    MOVED.contains(&&*fold(word))
}

/// Whether a day is where something is moved from, and the range's end where to ("moves from the 18th to the 25th").
pub(super) fn is_moved(text: &str, span: &Range<usize>) -> bool {
    /// How far before "from" the verb stands, in words.
    const VERB: usize = 4;
    let is_from = |w: &str| matches!(&*fold(w), "from" | "von" | "vom" | "del" | "du");
    let within = text[span.clone()].split_whitespace().next();
    let mut before = text[..span.start].split_whitespace().rev();
    if !within.is_some_and(is_from) && !before.next().is_some_and(is_from) {
        return false;
    }
    let near: Vec<&str> = before.take(VERB).collect();
    // "the exam is put back from the 8th to the 15th"
    let put_back = near.contains(&"put") && near.contains(&"back");
    put_back || near.into_iter().any(is_moving)
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
            when("The exam is put back from 17 November to 19 November.").as_deref(),
            Some("2026-11-19")
        );
        assert_eq!(
            when("I am away from 17 November to 19 November.").as_deref(),
            Some("2026-11-17/2026-11-19")
        );
        assert_eq!(
            when("La réunion est reportée du 17 au 19 novembre 2026.").as_deref(),
            Some("2026-11-19")
        );
    }
}
