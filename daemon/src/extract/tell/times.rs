//! Times in words.

use crate::when::{MONTHS, weekday};
use crate::when::{Point, When};
use jiff::civil::{Date, Time};

/// The time as the end of a sentence: " on Wednesday 12 March 2025 from 10:00 to 10:45".
pub(crate) fn span(when: When) -> String {
    match (when.start, when.end) {
        (Point::Minute(from), Some(Point::Minute(to))) if from.date() == to.date() => {
            format!(" on {}{}", day(from.date()), hours(when))
        }
        (Point::Day(date), None) => format!(" on {}", day(date)),
        (Point::Minute(at), None) => format!(" on {} at {}", day(at.date()), clock(at.time())),
        (start, Some(end)) => format!(" from {} to {}", point(start), point(end)),
        (start, None) => format!(" in {}", point(start)),
    }
}

/// " from 10:00 to 10:45" or " at 10:00"; nothing for whole days.
pub(crate) fn hours(when: When) -> String {
    match (when.start.time(), when.end.and_then(Point::time)) {
        (Some(from), Some(to)) => format!(" from {} to {}", clock(from), clock(to)),
        (Some(at), None) => format!(" at {}", clock(at)),
        _ => String::new(),
    }
}

/// A point: "March 2025", "Wednesday 12 March 2025 at 10:00".
pub(crate) fn point(point: Point) -> String {
    match point {
        Point::Minute(at) => format!("{} at {}", day(at.date()), clock(at.time())),
        Point::Day(date) => day(date),
        Point::Month(year, month) => {
            let name = usize::try_from(month - 1)
                .ok()
                .and_then(|m| MONTHS.get(m))
                .unwrap_or(&"");
            format!("{name} {year}")
        }
        Point::Year(year) => year.to_string(),
    }
}

/// "Wednesday 12 March 2025"
pub(crate) fn day(date: Date) -> String {
    format!(
        "{} {} {}",
        weekday(date),
        date.day(),
        point(Point::Month(date.year(), date.month()))
    )
}

/// "10:00"
pub(crate) fn clock(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}
