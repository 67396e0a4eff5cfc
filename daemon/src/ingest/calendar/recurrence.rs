//! A recurrence rule (RFC 5545, 3.3.10) in words.

use calcard::icalendar::{
    ICalendarDay, ICalendarFrequency as Frequency, ICalendarRecurrenceRule as Rule,
    ICalendarWeekday as Weekday,
};
use jiff::ToSpan;
use jiff::civil::Date;

/// English names of the months.
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The rule of a series that begins on `start`: "every Wednesday", "on the last Friday of every month".
pub(crate) fn in_words(rule: &Rule, start: Date) -> String {
    let interval = rule.interval.filter(|n| *n > 1);
    let every = |unit: &str| match interval {
        None => format!("every {unit}"),
        Some(2) => format!("every other {unit}"),
        Some(n) => format!("every {n} {unit}s"),
    };
    match rule.freq {
        Frequency::Daily if rule.byday.is_empty() => every("day"),
        Frequency::Daily | Frequency::Weekly => {
            let days = if rule.byday.is_empty() {
                weekday(start).to_owned()
            } else {
                weekdays(&rule.byday)
            };
            match interval {
                None => format!("every {days}"),
                Some(_) => format!("{} on {days}", every("week")),
            }
        }
        Frequency::Monthly => format!("on {} of {}", days_of_month(rule, start), every("month")),
        Frequency::Yearly => {
            let months: Vec<_> = rule
                .bymonth
                .iter()
                .filter_map(|m| MONTHS.get(usize::from(m.month()).checked_sub(1)?))
                .map(|m| (*m).to_owned())
                .collect();
            let months = if months.is_empty() {
                MONTHS[usize::try_from(start.month() - 1).unwrap_or(0)].to_owned()
            } else {
                list(&months)
            };
            if rule.byday.is_empty() && rule.bymonthday.is_empty() {
                format!("{} on {} {months}", every("year"), start.day())
            } else {
                format!(
                    "{} on {} of {months}",
                    every("year"),
                    days_of_month(rule, start)
                )
            }
        }
        Frequency::Hourly => every("hour"),
        Frequency::Minutely => every("minute"),
        Frequency::Secondly => every("second"),
    }
}

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

/// "the 15th", "the second Tuesday", "the last weekday", "the 1st and 15th".
fn days_of_month(rule: &Rule, start: Date) -> String {
    let position = rule.bysetpos.first().copied();
    let days: Vec<String> = match (&rule.byday[..], &rule.bymonthday[..]) {
        ([], []) => vec![format!("{}{}", start.day(), suffix(i32::from(start.day())))],
        ([], days) => days.iter().map(|d| nth_day(*d)).collect(),
        (days, []) if position.is_some() => {
            let which = position.map(ordinal).unwrap_or_default();
            vec![format!("{which} {}", weekdays(days))]
        }
        (days, []) => days
            .iter()
            .map(|d| match d.ordwk {
                Some(n) => format!("{} {}", ordinal(i32::from(n)), name(d.weekday)),
                None => format!("every {}", name(d.weekday)),
            })
            .collect(),
        // "Friday the 13th", or the first Saturday after the 7th: both said.
        (days, numbers) => {
            let numbers: Vec<_> = numbers.iter().map(|d| nth_day(*d)).collect();
            vec![format!(
                "{} that is the {}",
                weekdays(days),
                list_or(&numbers)
            )]
        }
    };
    let said = list(&days);
    if said.starts_with("every ") {
        said
    } else {
        format!("the {said}")
    }
}

fn nth_day(n: i8) -> String {
    match n {
        -1 => "last day".to_owned(),
        n if n < 0 => format!("{}{} last day", -i32::from(n), suffix(-i32::from(n))),
        n => format!("{n}{}", suffix(i32::from(n))),
    }
}

fn ordinal(n: i32) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        -1 => "last".to_owned(),
        -2 => "last but one".to_owned(),
        n => format!("{n}{}", suffix(n)),
    }
}

fn suffix(n: i32) -> &'static str {
    match (n.rem_euclid(10), n.rem_euclid(100)) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

fn weekdays(days: &[ICalendarDay]) -> String {
    use Weekday::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
    let has = |w: Weekday| days.iter().any(|d| d.weekday == w);
    let week = [Monday, Tuesday, Wednesday, Thursday, Friday];
    let (work, rest) = (week.iter().all(|w| has(*w)), has(Saturday) || has(Sunday));
    match (work, rest) {
        (true, false) => "weekday".to_owned(),
        (true, true) if has(Saturday) && has(Sunday) => "day".to_owned(),
        _ => list(
            &days
                .iter()
                .map(|d| name(d.weekday).to_owned())
                .collect::<Vec<_>>(),
        ),
    }
}

fn name(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

/// English name of a date's weekday.
pub(crate) fn weekday(date: Date) -> &'static str {
    use jiff::civil::Weekday as W;
    match date.weekday() {
        W::Monday => "Monday",
        W::Tuesday => "Tuesday",
        W::Wednesday => "Wednesday",
        W::Thursday => "Thursday",
        W::Friday => "Friday",
        W::Saturday => "Saturday",
        W::Sunday => "Sunday",
    }
}

/// "a, b and c".
pub(crate) fn list(items: &[String]) -> String {
    joined(items, "and")
}

fn list_or(items: &[String]) -> String {
    joined(items, "or")
}

fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcard::icalendar::{ICalendar, ICalendarProperty, ICalendarValue};
    use jiff::civil::date;

    fn parsed(rule: &str) -> Rule {
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

    fn words(rule: &str) -> String {
        in_words(&parsed(rule), date(2025, 1, 8))
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

    #[test]
    fn tells_the_common_rules() {
        for (rule, said) in [
            ("FREQ=WEEKLY;BYDAY=WE", "every Wednesday"),
            ("FREQ=WEEKLY", "every Wednesday"),
            (
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
                "every other week on Monday and Thursday",
            ),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
            ("FREQ=DAILY", "every day"),
            ("FREQ=DAILY;INTERVAL=3", "every 3 days"),
            ("FREQ=MONTHLY", "on the 8th of every month"),
            (
                "FREQ=MONTHLY;BYDAY=-1FR",
                "on the last Friday of every month",
            ),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
                "on the last weekday of every month",
            ),
            (
                "FREQ=MONTHLY;BYMONTHDAY=1,15",
                "on the 1st and 15th of every month",
            ),
            (
                "FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU",
                "on the second Tuesday of every 3 months",
            ),
            ("FREQ=YEARLY", "every year on 8 January"),
            (
                "FREQ=YEARLY;BYMONTH=5;BYDAY=2SU",
                "every year on the second Sunday of May",
            ),
        ] {
            assert_eq!(words(rule), said, "{rule}");
        }
    }
}
