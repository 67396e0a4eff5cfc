//! The last day of a series, by arithmetic.

use calcard::icalendar::{
    ICalendarFrequency as Frequency, ICalendarRecurrenceRule as Rule, ICalendarWeekday as Weekday,
};
use jiff::ToSpan;
use jiff::civil::Date;

/// The last day of a series by arithmetic, where its rule is of the common kinds: every so many days, weeks (on some
/// weekdays), months or years. `None` where the rule has to be followed, or does not end.
pub(crate) fn last_day(rule: &Rule, start: Date, until: Option<Date>) -> Option<Date> {
    if let ([day], Some(count), Frequency::Monthly) = (&rule.byday[..], rule.count, rule.freq)
        && let Some(nth) = day.ordwk.and_then(|n| i8::try_from(n).ok())
        && rule.bysetpos.is_empty()
        && rule.bymonth.is_empty()
    {
        let months =
            i64::from(count.clamp(1, 10_000) - 1) * i64::from(rule.interval.unwrap_or(1).max(1));
        let month = start.first_of_month().checked_add(months.months()).ok()?;
        return month
            .nth_weekday_of_month(
                nth,
                jiff::civil::Weekday::from_monday_zero_offset(
                    i8::try_from(offset(day.weekday)).ok()?,
                )
                .ok()?,
            )
            .ok();
    }
    let plain = rule.bysetpos.is_empty()
        && rule.bymonth.is_empty()
        && rule.bymonthday.is_empty()
        && rule.byyearday.is_empty()
        && rule.byweekno.is_empty()
        && rule.byday.iter().all(|d| d.ordwk.is_none());
    let interval = i64::from(rule.interval.unwrap_or(1).max(1));
    let more = rule.count.map(|n| i64::from(n.clamp(1, 100_000)) - 1);
    if !plain || until.is_none() && more.is_none() {
        return None;
    }
    // Whole steps that fit before `until`, or as many as are counted.
    let steps =
        |length: i64| more.unwrap_or_else(|| until.map_or(0, |u| days_between(start, u) / length));
    match rule.freq {
        Frequency::Daily if rule.byday.is_empty() => {
            start.checked_add((steps(interval) * interval).days()).ok()
        }
        Frequency::Weekly => {
            let mut days: Vec<i64> = rule.byday.iter().map(|d| offset(d.weekday)).collect();
            if days.is_empty() {
                days.push(i64::from(start.weekday().to_monday_zero_offset()));
            }
            days.sort_unstable();
            days.dedup();
            let monday = start
                .checked_sub(i64::from(start.weekday().to_monday_zero_offset()).days())
                .ok()?;
            let skipped = i64::try_from(
                days.iter()
                    .filter(|d| **d < days_between(monday, start))
                    .count(),
            )
            .ok()?;
            let of_week = i64::try_from(days.len()).ok()?;
            let nth = |n: i64| {
                let n = n + skipped;
                let day = days.get(usize::try_from(n % of_week).ok()?)?;
                monday
                    .checked_add((n / of_week * 7 * interval + day).days())
                    .ok()
            };
            match (more, until) {
                (Some(more), None) => nth(more),
                (_, Some(until)) => {
                    let weeks = days_between(monday, until) / (7 * interval);
                    let first = (weeks * of_week - skipped).max(0);
                    (first..first + of_week)
                        .rev()
                        .filter_map(nth)
                        .find(|d| *d <= until)
                }
                (None, None) => None,
            }
        }
        Frequency::Monthly if rule.byday.is_empty() && start.day() <= 28 && more.is_some() => {
            start.checked_add((more? * interval).months()).ok()
        }
        Frequency::Yearly if rule.byday.is_empty() && start.day() <= 28 && more.is_some() => {
            start.checked_add((more? * interval).years()).ok()
        }
        _ => None,
    }
}

fn days_between(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}

/// Days after Monday.
fn offset(day: Weekday) -> i64 {
    match day {
        Weekday::Monday => 0,
        Weekday::Tuesday => 1,
        Weekday::Wednesday => 2,
        Weekday::Thursday => 3,
        Weekday::Friday => 4,
        Weekday::Saturday => 5,
        Weekday::Sunday => 6,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use calcard::icalendar::{ICalendar, ICalendarProperty, ICalendarValue};
    use jiff::civil::date;

    /// The rule of an `RRULE` line.
    pub(crate) fn parsed(rule: &str) -> Rule {
        let text = format!("BEGIN:VEVENT\nRRULE:{rule}\nEND:VEVENT\n");
        let calendar = ICalendar::parse(&text).expect("a component");
        let entry = calendar.components[0]
            .property(&ICalendarProperty::Rrule)
            .expect("a rule");
        match entry.values.first() {
            Some(ICalendarValue::RecurrenceRule(rule)) => rule.as_ref().clone(),
            other => panic!("{rule}: {other:?}"),
        }
    }

    #[test]
    fn counts_to_the_last_day() {
        // 8 January 2025 is a Wednesday.
        for (rule, until, last) in [
            ("FREQ=WEEKLY;COUNT=4", None, Some(date(2025, 1, 29))),
            (
                "FREQ=WEEKLY;COUNT=4;BYDAY=MO,WE",
                None,
                Some(date(2025, 1, 20)),
            ),
            (
                "FREQ=WEEKLY;INTERVAL=2;COUNT=3",
                None,
                Some(date(2025, 2, 5)),
            ),
            (
                "FREQ=WEEKLY",
                Some(date(2025, 1, 24)),
                Some(date(2025, 1, 22)),
            ),
            (
                "FREQ=WEEKLY;BYDAY=MO,WE,FR",
                Some(date(2025, 1, 19)),
                Some(date(2025, 1, 17)),
            ),
            (
                "FREQ=DAILY;INTERVAL=3;COUNT=5",
                None,
                Some(date(2025, 1, 20)),
            ),
            (
                "FREQ=DAILY;INTERVAL=3",
                Some(date(2025, 1, 16)),
                Some(date(2025, 1, 14)),
            ),
            ("FREQ=MONTHLY;COUNT=3", None, Some(date(2025, 3, 8))),
            (
                "FREQ=MONTHLY;COUNT=3;BYDAY=-1FR",
                None,
                Some(date(2025, 3, 28)),
            ),
            ("FREQ=MONTHLY;COUNT=3;BYDAY=MO,FR;BYSETPOS=1", None, None),
            ("FREQ=WEEKLY", None, None),
        ] {
            assert_eq!(
                last_day(&parsed(rule), date(2025, 1, 8), until),
                last,
                "{rule}"
            );
        }
    }
}
