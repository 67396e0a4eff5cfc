//! The time of an event that is told in several sentences.

use super::{Anchor, Found};
use crate::when::{Point, When};

fn single_day(when: When) -> Option<jiff::civil::Date> {
    match (when.start, when.end) {
        (Point::Day(day), None) => Some(day),
        _ => None,
    }
}

/// Lower is more telling: a date with its time, a day, a weekday, a longer stretch; then times of day alone, and "now".
fn rank(found: &Found) -> (u8, u8) {
    let (first, last) = found.when.days();
    let anchor = match found.anchor {
        Anchor::Absolute | Anchor::Yearless | Anchor::Relative | Anchor::Weekday => 0,
        // "The Easter concert on 3 May": what it is for
        Anchor::Feast => 1,
        Anchor::Clock => 2,
        Anchor::Now => 3,
    };
    let grain = match (found.when.start.time(), (last - first).get_days()) {
        (Some(_), _) => 0,
        (None, 0) => 1,
        (None, 1..=3) => 2,
        (None, 4..=7) => 3,
        (None, 8..=31) => 4,
        (None, 32..=366) => 5,
        _ => 6,
    };
    (anchor, grain)
}

/// When the event took place of which these are the times in its telling, in their order: the most exact, among equals
/// the first. A day takes the time of day that is told next after it, before another day is.
pub fn best(found: &[Found]) -> Option<When> {
    let (at, best) = found.iter().enumerate().min_by_key(|(_, f)| rank(f))?;
    let clock = found[at + 1..]
        .iter()
        .take_while(|f| f.anchor <= Anchor::Clock || f.when.days() == best.when.days())
        .find(|f| f.anchor == Anchor::Clock)
        .or_else(|| found[..at].iter().rfind(|f| f.anchor == Anchor::Clock));
    Some(match clock {
        Some(clock) => at_hour(best.when, clock.when),
        None => best.when,
    })
}

/// A single day at the hours of another time; any other time as it is.
pub(crate) fn at_hour(when: When, hour: When) -> When {
    let Some(day) = single_day(when) else {
        return when;
    };
    let on = |point: Point| match point {
        Point::Minute(at) => Point::Minute(day.to_datetime(at.time())),
        other => other,
    };
    When {
        start: on(hour.start),
        end: hour.end.map(on),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Reference, find};
    use super::*;

    fn best_of(text: &str) -> Option<String> {
        let now = jiff::civil::date(2024, 5, 8).at(12, 0, 0, 0);
        best(&find(text, &Reference::at(now))).map(|w| w.to_string())
    }

    #[test]
    fn takes_the_most_exact() {
        for (text, expected) in [
            (
                "In May 2024 I was tired. On 3 May 2024 I slept.",
                "2024-05-03",
            ),
            (
                "On 3 May 2024 we sailed. We left the harbour at 9:30.",
                "2024-05-03 09:30",
            ),
            ("The Easter concert is on 11 May 2024.", "2024-05-11"),
            (
                "We left on 3 May 2024 at 9am and were back on 5 May 2024.",
                "2024-05-03 09:00",
            ),
        ] {
            assert_eq!(best_of(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(best_of("Nothing here."), None);
    }
}
