//! A moment as programs keep it: a number counted from an epoch, ISO text, or a date in words. Told on the clock of
//! `zone`, the reader's; a time that names no zone is told as it stands.

use super::written_date;
use crate::when::When;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// The moment that a member of a JSON object holds.
pub(crate) fn of(value: &Value, zone: &TimeZone) -> Option<When> {
    match value {
        Value::Number(n) => counted(n.as_f64()?, zone).map(When::minute),
        Value::String(text) => written(text, zone),
        _ => None,
    }
}

/// A moment in writing: as [`exact`], or a date in words, with its time of day where it has one.
pub(crate) fn written(text: &str, zone: &TimeZone) -> Option<When> {
    exact(text, zone).or_else(|| {
        let found = written_date::find(text)?;
        let end = text.trim_end();
        let in_utc = end.ends_with("UTC") || end.ends_with("GMT");
        match found.start.time().filter(|_| in_utc) {
            Some(time) => {
                let at = found.start.first_day().to_datetime(time);
                let at = TimeZone::UTC.to_timestamp(at).ok()?;
                Some(When::minute(at.to_zoned(zone.clone()).datetime()))
            }
            None => Some(found),
        }
    })
}

/// A number in writing, or ISO text: `1714723200`, `2024-02-06T10:22:00Z`, `2024-02-06 10:22:00`, `2024-02-06`.
pub(crate) fn exact(text: &str, zone: &TimeZone) -> Option<When> {
    let text = text.trim();
    if let Ok(number) = text.parse() {
        return counted(number, zone).map(When::minute);
    }
    if let Ok(at) = text.parse::<Timestamp>() {
        return Some(When::minute(at.to_zoned(zone.clone()).datetime()));
    }
    if let Ok(day) = text.parse::<Date>()
        && !text.contains(':')
    {
        return Some(When::day(day));
    }
    if let Ok(at) = text.parse::<DateTime>() {
        return Some(When::minute(at));
    }
    // "Fri May 03 08:00:00 +0000 2024", as C writes it
    let spelled = jiff::fmt::strtime::parse("%a %b %d %H:%M:%S %z %Y", text).ok()?;
    let at = spelled.to_timestamp().ok()?;
    Some(When::minute(at.to_zoned(zone.clone()).datetime()))
}

/// Seconds, milliseconds or microseconds since 1970, or microseconds since 1601 (WebKit). A number too small to be one
/// of these counts from elsewhere.
pub(crate) fn counted(n: f64, zone: &TimeZone) -> Option<DateTime> {
    /// Seconds from 1601 to 1970, the distance of WebKit's epoch (`base::Time`).
    const WEBKIT: f64 = 11_644_473_600.0;
    // each unit's smallest is in 1973, where the one before it has passed the year 5000
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_programs_keep() {
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        for (text, when) in [
            ("1714723200", "2024-05-03 10:00"),
            ("1714723200.25", "2024-05-03 10:00"),
            ("1714723200000", "2024-05-03 10:00"),
            ("1714723200000000", "2024-05-03 10:00"),
            ("13359196800000000", "2024-05-03 10:00"),
            ("4711", ""),
            ("2024-05-03T08:00:00Z", "2024-05-03 10:00"),
            ("2024-05-03T08:00:00", "2024-05-03 08:00"),
            ("2024-05-03", "2024-05-03"),
            ("Friday, May 3, 2024 at 8:00:10 AM UTC", "2024-05-03 10:00"),
            ("Friday, May 3, 2024 at 8:00:10 AM", "2024-05-03 08:00"),
            ("3 May 2024", "2024-05-03"),
            ("Fri May 03 08:00:00 +0000 2024", "2024-05-03 10:00"),
            ("soon", ""),
        ] {
            let found = written(text, &zone).map(|w| w.to_string());
            assert_eq!(found.unwrap_or_default(), when, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_value_is_read(text in "(\\PC|[0-9]{1,4}|[-/.:TZ ]|May){0,40}", number in any::<f64>()) {
            let _ = written(&text, &TimeZone::UTC);
            let _ = of(&Value::from(number), &TimeZone::UTC);
        }
    }
}
