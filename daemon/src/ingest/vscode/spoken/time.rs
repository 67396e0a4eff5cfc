//! When the turns of a chat were said.

use super::label::unquoted;
use crate::ingest::{About, stamp};
use crate::when::When;
use jiff::civil::Date;

/// Bytes of a line that is a time alone, at most.
const SHORT: usize = 60;

/// The day on which a chat whose turns tell the time alone was held: of its file's name, else the reference's.
fn day_of(about: &About<'_>) -> Option<Date> {
    let named = about.filename.and_then(stamp::in_file_name);
    match named.and_then(|(stamp, _)| stamp.day) {
        Some(day) => day.date(false, about.reference.year()),
        None => Some(about.reference.date()),
    }
}

/// A line without the marks by which a time below a head is set in bold or italics.
pub(super) fn unmarked(line: &str) -> &str {
    line.trim().trim_matches(['*', '_', ' '])
}

/// Whether the days of a chat's heads are written with the month first.
pub(super) fn month_first(text: &str, about: &About<'_>) -> bool {
    let stamps: Vec<_> = text
        .lines()
        .filter(|l| l.len() <= SHORT)
        .filter_map(|l| stamp::whole(unmarked(unquoted(l))))
        .collect();
    let order = stamp::Order {
        today: Some(about.reference.date()),
        ..stamp::Order::default()
    };
    order.month_first(stamps.iter().copied())
}

/// The time that a head tells.
pub(super) fn moment(text: &str, month_first: bool, about: &About<'_>) -> Option<When> {
    let (stamp, _) = stamp::take(text);
    let date = match stamp.day {
        Some(day) => day.date(month_first, about.reference.year())?,
        None => stamp.time.and_then(|_| day_of(about))?,
    };
    Some(When::on(date, stamp.time))
}
