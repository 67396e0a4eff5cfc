//! The time that a field says.

use crate::extract::dates::{Anchor, Found, Reference, best, find};
use crate::when::{Point, When};

/// The time that a field says; a clock alone is of the day that another field has said.
pub(super) fn time(value: &str, known: Option<When>, reference: &Reference) -> Option<When> {
    let found = find(value, reference);
    if let Some(days) = days(value, &found) {
        return Some(days);
    }
    let when = best(&found)?;
    let clock_only = found.iter().all(|f| f.anchor <= Anchor::Clock);
    if !clock_only {
        return Some(match (when.start, known.map(|w| w.start)) {
            // A day told after its hour.
            (Point::Day(date), Some(Point::Minute(at))) => {
                When::minute(date.to_datetime(at.time()))
            }
            _ => when,
        });
    }
    let day = known?.start.first_day();
    let on = |point: Point| point.time().map(|t| Point::Minute(day.to_datetime(t)));
    Some(When {
        start: on(when.start)?,
        end: when.end.and_then(on),
    })
}

/// From one whole date to another, each written out: "1 Sep 2025 to 5 Sep 2025", "31 Aug 2025 at 22:00 to 1 Sep 2025 at
/// 02:00".
fn days(value: &str, found: &[Found]) -> Option<When> {
    let (first, last) = match found {
        [first, last] => (first, last),
        _ => return None,
    };
    let between = value.get(first.span.end..last.span.start)?.trim();
    let joined = matches!(
        between.to_lowercase().as_str(),
        "to" | "bis" | "au" | "al" | "a" | "tot" | "till" | "til" | "until" | "-" | "–" | "—"
    );
    let whole = first.anchor == Anchor::Absolute && last.anchor == Anchor::Absolute;
    let (from, to) = (first.when.start, last.when.start);
    (joined && whole && first.when.end.is_none() && from.first_day() < to.first_day())
        .then(|| When::range(from, to))
}
