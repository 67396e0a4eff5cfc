//! Time zones of a calendar: names in every dialect, and the zone in which times without one are read.

use calcard::common::timezone::Tz;
use calcard::icalendar::ICalendarComponent;
use jiff::{civil::DateTime, tz::TimeZone};
use std::{collections::HashMap, str::FromStr};

/// The zones that a calendar defines, and its own.
pub(crate) struct Zones {
    defined: HashMap<String, TimeZone>,
    /// Zone in which UTC times are displayed: the calendar's own, else the only one it defines, else the reader's.
    pub(crate) display: TimeZone,
}

impl Zones {
    /// From the `VTIMEZONE` components and `X-WR-TIMEZONE`; `reader` is the zone of whoever uploads.
    pub(crate) fn new(
        components: &[ICalendarComponent],
        calendar: Option<&str>,
        reader: &TimeZone,
    ) -> Self {
        let defined: HashMap<_, _> = components
            .iter()
            .filter_map(|c| {
                let (name, tz) = c.timezone()?;
                Some((name.to_owned(), to_jiff(tz)?))
            })
            .collect();
        let display = calendar
            .and_then(named)
            .or_else(|| match defined.len() {
                1 => defined.values().next().cloned(),
                _ => None,
            })
            .unwrap_or_else(|| reader.clone());
        Self { defined, display }
    }

    /// The zone of this `TZID`.
    pub(crate) fn get(&self, id: &str) -> Option<TimeZone> {
        self.defined.get(id).cloned().or_else(|| named(id))
    }

    /// A UTC time on the calendar's clock.
    pub(crate) fn display_utc(&self, utc: DateTime) -> Option<DateTime> {
        let at = utc.to_zoned(TimeZone::UTC).ok()?;
        Some(at.with_time_zone(self.display.clone()).datetime())
    }
}

/// A zone by its IANA name, its Windows name, or a globally unique path that ends in one (`/vendor/…/Europe/Rome`).
fn named(id: &str) -> Option<TimeZone> {
    let id = id.trim_matches('"');
    if let Ok(zone) = TimeZone::get(id) {
        return Some(zone);
    }
    if let Some(zone) = Tz::from_str(id).ok().and_then(to_jiff) {
        return Some(zone);
    }
    let tail: Vec<_> = id.rsplit('/').take(2).collect();
    match tail[..] {
        [city, area] => TimeZone::get(&format!("{area}/{city}")).ok(),
        _ => None,
    }
}

fn to_jiff(tz: Tz) -> Option<TimeZone> {
    TimeZone::get(&tz.name()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_dialects() {
        for (id, name) in [
            ("Europe/Rome", "Europe/Rome"),
            ("W. Europe Standard Time", "Europe/Berlin"),
            (
                "/freeassociation.sourceforge.net/Europe/Stockholm",
                "Europe/Stockholm",
            ),
        ] {
            assert_eq!(
                named(id).as_ref().and_then(TimeZone::iana_name),
                Some(name),
                "{id}"
            );
        }
        assert!(named("Nowhere Time").is_none());
    }
}
