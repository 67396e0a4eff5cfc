//! One component of a calendar, with calcard's help: properties as the calendar's reader wants them.

use super::event::Repeats;
use super::recurrence;
use super::series;
use super::zone::Zones;
use crate::series::Series;
use crate::when::{Point, When};
use calcard::common::PartialDateTime;
use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarEntry, ICalendarParameterName as Parameter,
    ICalendarProperty as Property, ICalendarValue as Value,
};
use jiff::civil::Date;
use jiff::{SignedDuration, ToSpan};

/// A parsed component and the zones of its calendar.
pub(crate) struct Component<'a> {
    pub(crate) calendar: &'a ICalendar,
    pub(crate) zones: &'a Zones,
}

impl Component<'_> {
    fn root(&self) -> Option<&ICalendarComponent> {
        self.calendar.components.first()
    }

    /// The first entry of this property.
    pub(crate) fn entry(&self, name: &Property) -> Option<&ICalendarEntry> {
        self.root()?.property(name)
    }

    /// All entries of this property.
    pub(crate) fn entries<'s>(
        &'s self,
        name: &'s Property,
    ) -> impl Iterator<Item = &'s ICalendarEntry> {
        self.root()
            .into_iter()
            .flat_map(move |c| c.entries.iter().filter(move |e| e.name == *name))
    }

    /// Text of this property, trimmed, where it has any.
    pub(crate) fn text(&self, name: &Property) -> Option<&str> {
        let text = self.entry(name)?.values.first()?.as_text()?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Text of an `X-` property.
    pub(crate) fn other(&self, name: &str) -> Option<&str> {
        self.root()?.entries.iter().find_map(|e| match &e.name {
            Property::Other(n) if n.eq_ignore_ascii_case(name) => e.values.first()?.as_text(),
            _ => None,
        })
    }

    /// A date property on the calendar's clock.
    pub(crate) fn point(&self, name: &Property) -> Option<Point> {
        let entry = self.entry(name)?;
        self.read_point(entry, entry.values.first()?)
    }

    fn read_point(&self, entry: &ICalendarEntry, value: &Value) -> Option<Point> {
        let at = match value {
            Value::PartialDateTime(at) => at.as_ref(),
            // calcard keeps what it cannot read as text; a bare date is common there.
            Value::Text(text) => return text.parse().ok(),
            _ => return None,
        };
        self.to_point(
            at,
            entry.parameter(&Parameter::Tzid).and_then(|p| p.as_text()),
        )
    }

    fn to_point(&self, at: &PartialDateTime, zone: Option<&str>) -> Option<Point> {
        let small = |n: Option<u8>| i8::try_from(n?).ok();
        let date = Date::new(
            i16::try_from(at.year?).ok()?,
            small(at.month)?,
            small(at.day)?,
        )
        .ok()?;
        let Some(hour) = small(at.hour) else {
            return Some(Point::Day(date));
        };
        let time = jiff::civil::Time::new(hour, small(at.minute).unwrap_or(0), 0, 0).ok()?;
        let local = date.to_datetime(time);
        let Some(offset) = small(at.tz_hour) else {
            // A local time, in its own zone's clock or floating: displayed as it stands. UTC by name is an instant.
            let utc = zone
                .and_then(|z| self.zones.get(z))
                .is_some_and(|z| z == jiff::tz::TimeZone::UTC);
            return Some(Point::Minute(if utc {
                self.zones.display_utc(local)?
            } else {
                local
            }));
        };
        let minutes = i64::from(offset) * 60 + i64::from(at.tz_minute.unwrap_or(0));
        let minutes = if at.tz_minus { -minutes } else { minutes };
        let utc = local.checked_sub(SignedDuration::from_mins(minutes)).ok()?;
        Some(Point::Minute(self.zones.display_utc(utc)?))
    }

    /// When it takes place: `DTSTART` to `DTEND` or for `DURATION`, whole days without a time of day.
    pub(crate) fn when(&self) -> Option<When> {
        let start = self.point(&Property::Dtstart)?;
        let end = self
            .point(&Property::Dtend)
            .or_else(|| self.after_duration(start));
        Some(match (start, end) {
            (Point::Day(first), Some(end)) => {
                // The end of whole days is the day after the last.
                let last = match end {
                    Point::Day(end) => end.yesterday().unwrap_or(end),
                    end => end.last_day(),
                };
                When::range(start, Point::Day(last.max(first)))
            }
            (Point::Minute(from), Some(Point::Minute(to))) if to > from => {
                When::range(start, Point::Minute(to))
            }
            _ => When::at(start),
        })
    }

    fn after_duration(&self, start: Point) -> Option<Point> {
        let Value::Duration(duration) = self.entry(&Property::Duration)?.values.first()? else {
            return None;
        };
        let seconds = duration.as_seconds();
        match start {
            Point::Day(day) => Some(Point::Day(day.checked_add((seconds / 86_400).days()).ok()?)),
            Point::Minute(at) => Some(Point::Minute(
                at.checked_add(SignedDuration::from_secs(seconds)).ok()?,
            )),
            other => Some(other),
        }
    }

    /// The series as it is kept, its days to be told from; `None` where they cannot be.
    pub(crate) fn series(&self, first: When, repeats: &Repeats) -> Option<String> {
        let entry = self.entry(&Property::Rrule)?;
        let Value::RecurrenceRule(rule) = entry.values.first()? else {
            return None;
        };
        let mut rule = rule.as_ref().clone();
        let until = rule.until.take().and_then(|at| self.to_point(&at, None));
        let mut text = format!("{first};{rule}");
        let days = |days: &[Date]| -> String {
            let days: Vec<_> = days.iter().map(Date::to_string).collect();
            days.join(",")
        };
        let besides: Vec<Date> = self.days(&Property::Rdate);
        if let Some(until) = until {
            text.push_str(&format!(";UNTIL={until}"));
        }
        for (name, listed) in [("EXDATE", &repeats.except), ("RDATE", &besides)] {
            if !listed.is_empty() {
                text.push_str(&format!(";{name}={}", days(listed)));
            }
        }
        text.parse::<Series>().is_ok().then_some(text)
    }

    /// The days that this property lists.
    fn days(&self, name: &Property) -> Vec<Date> {
        let all = self.entries(name);
        let points = all.flat_map(|e| e.values.iter().filter_map(|v| self.read_point(e, v)));
        let mut days: Vec<Date> = points.map(Point::first_day).collect();
        days.sort_unstable();
        days.dedup();
        days
    }

    /// The series whose first occurrence is `first`.
    pub(crate) fn repeats(&self, first: When) -> Option<Repeats> {
        let rule = self
            .entries(&Property::Rrule)
            .find_map(|e| match e.values.first()? {
                Value::RecurrenceRule(rule) => Some(rule.as_ref()),
                _ => None,
            })?;
        let until = rule
            .until
            .as_ref()
            .and_then(|at| self.to_point(at, None))
            .map(Point::last_day);
        let start = first.start.first_day();
        // Where the last day is not to be had by arithmetic, the limit stands for it: following a rule that never comes
        // true would go through centuries.
        let until = series::last_day(rule, start, until).or(until);
        Some(Repeats {
            rule: recurrence::in_words(rule, start),
            first,
            until,
            count: rule.count,
            except: self.days(&Property::Exdate),
        })
    }
}
