//! A recurrence rule (RFC 5545, 3.3.10) in words.

use crate::when::{MONTHS, WEEKDAYS, weekday};
use crate::wording::{list, list_or};
use calcard::icalendar::{
    ICalendarDay, ICalendarFrequency as Frequency, ICalendarRecurrenceRule as Rule,
    ICalendarWeekday as Weekday,
};
use jiff::civil::Date;

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
    let [mon, tue, wed, thu, fri, sat, sun] = WEEKDAYS;
    match day {
        Weekday::Monday => mon,
        Weekday::Tuesday => tue,
        Weekday::Wednesday => wed,
        Weekday::Thursday => thu,
        Weekday::Friday => fri,
        Weekday::Saturday => sat,
        Weekday::Sunday => sun,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::calendar::series::tests::parsed;
    use jiff::civil::date;

    fn words(rule: &str) -> String {
        in_words(&parsed(rule), date(2025, 1, 8))
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
