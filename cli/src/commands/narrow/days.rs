//! Days as people give them on the command line.

use jiff::{
    ToSpan,
    civil::{Date, Weekday},
};

const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// The first and last day of a year, a month, a day, or of what is said in words, counted from today: `tomorrow`, `last
/// week`, `next month`, `3 days ago`. A weekday alone is the last one, today among them; the next is `next friday`.
pub(super) fn read(text: &str, today: Date) -> Result<(Date, Date), String> {
    let lower = text.to_lowercase();
    let said: Vec<&str> = lower.split_whitespace().collect();
    let found = match said[..] {
        [one] => numbers(one).or_else(|| day(one, today)),
        ["last", what] => named(what, -1, today),
        ["this", what] => named(what, 0, today),
        ["next", what] => named(what, 1, today),
        [many, unit, "ago"] => ago(many, unit, today),
        _ => None,
    };
    found.filter(|(first, _)| first.year() > 0).ok_or_else(|| {
        "a date has the form 2026, 2026-10 or 2026-10-03, or is in words: `today`, `tomorrow`, `friday`, \
         `last week`, `next month`, `3 days ago`"
            .to_owned()
    })
}

fn numbers(text: &str) -> Option<(Date, Date)> {
    let parse = |day: &str| day.parse::<Date>().ok();
    let digit = |c: char| if c.is_ascii_digit() { '0' } else { c };
    let shape: String = text.chars().map(digit).collect();
    match shape.as_str() {
        "0000" => parse(&format!("{text}-01-01")).map(|d| (d, d.last_of_year())),
        "0000-00" => parse(&format!("{text}-01")).map(|d| (d, d.last_of_month())),
        "0000-00-00" => parse(text).map(|d| (d, d)),
        _ => None,
    }
}

fn day(name: &str, today: Date) -> Option<(Date, Date)> {
    let day = match name {
        "today" => today,
        "yesterday" => today.yesterday().ok()?,
        "tomorrow" => today.tomorrow().ok()?,
        // `nth_weekday` begins on the day after
        _ => today
            .tomorrow()
            .ok()?
            .nth_weekday(-1, weekday(name)?)
            .ok()?,
    };
    Some((day, day))
}

/// The weekday, week, month or year that lies so many on from this one.
fn named(what: &str, by: i32, today: Date) -> Option<(Date, Date)> {
    match what {
        "week" => {
            let back = i32::from(today.weekday().to_monday_zero_offset());
            let monday = today.checked_add((by * 7 - back).days()).ok()?;
            Some((monday, monday.checked_add(6.days()).ok()?))
        }
        "month" => {
            let month = today.first_of_month().checked_add(by.months()).ok()?;
            Some((month, month.last_of_month()))
        }
        "year" => {
            let year = today.first_of_year().checked_add(by.years()).ok()?;
            Some((year, year.last_of_year()))
        }
        _ if by == 0 => None,
        _ => {
            let day = today.nth_weekday(by, weekday(what)?).ok()?;
            Some((day, day))
        }
    }
}

fn ago(many: &str, unit: &str, today: Date) -> Option<(Date, Date)> {
    /// What no calendar goes beyond.
    const MOST: i32 = 9999;
    let many: i32 = many.parse().ok().filter(|n| (0..=MOST).contains(n))?;
    let day = match unit {
        "day" | "days" => today.checked_sub(many.days()),
        "week" | "weeks" => today.checked_sub((many * 7).days()),
        "month" | "months" => today.checked_sub(many.months()),
        "year" | "years" => today.checked_sub(many.years()),
        _ => return None,
    };
    day.ok().map(|day| (day, day))
}

fn weekday(name: &str) -> Option<Weekday> {
    let long = name.len() >= 3;
    let at = WEEKDAYS
        .iter()
        .position(|day| long && day.starts_with(name))?;
    Weekday::from_monday_zero_offset(i8::try_from(at).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn reads_numbers_and_words() {
        // a Friday
        let today = date(2026, 11, 27);
        for (text, first, last) in [
            ("2024", "2024-01-01", "2024-12-31"),
            ("2024-02", "2024-02-01", "2024-02-29"),
            ("2024-02-03", "2024-02-03", "2024-02-03"),
            ("today", "2026-11-27", "2026-11-27"),
            ("Yesterday", "2026-11-26", "2026-11-26"),
            ("tomorrow", "2026-11-28", "2026-11-28"),
            ("friday", "2026-11-27", "2026-11-27"),
            ("thu", "2026-11-26", "2026-11-26"),
            ("saturday", "2026-11-21", "2026-11-21"),
            ("last friday", "2026-11-20", "2026-11-20"),
            ("next monday", "2026-11-30", "2026-11-30"),
            ("last week", "2026-11-16", "2026-11-22"),
            ("this week", "2026-11-23", "2026-11-29"),
            ("next  week", "2026-11-30", "2026-12-06"),
            ("this month", "2026-11-01", "2026-11-30"),
            ("next year", "2027-01-01", "2027-12-31"),
            ("3 days ago", "2026-11-24", "2026-11-24"),
            ("2 weeks ago", "2026-11-13", "2026-11-13"),
        ] {
            let (from, to) = read(text, today).expect(text);
            assert_eq!(
                (&*from.to_string(), &*to.to_string()),
                (first, last),
                "{text}"
            );
        }
    }

    #[test]
    fn refuses_what_is_no_day() {
        let today = date(2026, 11, 27);
        for text in [
            "",
            "someday",
            "mo",
            "this friday",
            "2024-13",
            "2024-02-30",
            "24-02-03",
            "2024-02-03T10:00",
            "99999999999 days ago",
            "9999 years ago",
            "-1 days ago",
        ] {
            assert!(read(text, today).is_err(), "{text}");
        }
    }
}
