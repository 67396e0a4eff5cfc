//! Times as browsers export them.

use crate::ingest::written_date;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// A time as browsers export it: seconds, milliseconds or microseconds since 1970, microseconds since 1601 (WebKit),
/// or text.
pub(crate) fn time(value: &Value, zone: &TimeZone) -> Option<DateTime> {
    match value {
        Value::Number(n) => from_number(n.as_f64()?, zone),
        Value::String(text) => from_text(text, zone),
        _ => None,
    }
}

/// [`time`] of a text.
pub(crate) fn from_text(text: &str, zone: &TimeZone) -> Option<DateTime> {
    let text = text.trim();
    if let Ok(number) = text.parse::<f64>() {
        return from_number(number, zone);
    }
    if let Ok(at) = text.parse::<Timestamp>() {
        return Some(at.to_zoned(zone.clone()).datetime());
    }
    if let Ok(at) = text.parse::<DateTime>() {
        return Some(at);
    }
    let when = written_date::find(text)?;
    Some(
        when.start
            .first_day()
            .to_datetime(when.start.time().unwrap_or_default()),
    )
}

fn from_number(n: f64, zone: &TimeZone) -> Option<DateTime> {
    /// Seconds from 1601 to 1970, the distance of WebKit's epoch (`base::Time`).
    const WEBKIT: f64 = 11_644_473_600.0;
    let seconds = match n {
        n if n >= 1e16 => n / 1e6 - WEBKIT,
        n if n >= 1e14 => n / 1e6,
        n if n >= 1e11 => n / 1e3,
        n if n >= 1e8 => n,
        _ => return None,
    };
    let at = Timestamp::UNIX_EPOCH
        .checked_add(SignedDuration::try_from_secs_f64(seconds).ok()?)
        .ok()?;
    Some(at.to_zoned(zone.clone()).datetime())
}
