//! A time told by how long ago it was, as programs show it: "2 days ago", "1 year, 3 months ago", "yesterday", "5d".

use super::pattern::pattern;
use jiff::Span;
use jiff::civil::Date;

pattern!(SHORT, r"^\s*(\d{1,4})(s|m|h|d|w|mo|y)\b");

/// The day of a time told so, where it is `today`; months count 30 days and years 365, as the programs round them.
pub(super) fn day(text: &str, today: Date) -> Option<Date> {
    let lower = text.to_lowercase();
    if lower.contains("yesterday") {
        return today.yesterday().ok();
    }
    let back = short(&lower).or_else(|| long(&lower))?;
    let day = today.checked_sub(Span::new().try_days(back).ok()?).ok()?;
    // a number that is no count of days leads beyond all years
    (day.year() > 0).then_some(day)
}

/// Days of "5d", "2mo".
fn short(text: &str) -> Option<i64> {
    let found = SHORT.captures(text)?;
    let days = match &found[2] {
        "d" => 1,
        "w" => 7,
        "mo" => 30,
        "y" => 365,
        _ => 0,
    };
    found[1].parse::<i64>().ok()?.checked_mul(days)
}

/// Days of the first counts of a unit that follow on each other: "2 days", "a week", "1 year, 3 months".
fn long(text: &str) -> Option<i64> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    let counts = words.windows(2).map(|pair| {
        let count = match pair[0] {
            "a" | "an" | "last" => 1,
            number => number.parse::<i64>().ok()?,
        };
        let days = match pair[1].trim_end_matches('s') {
            "second" | "minute" | "hour" => 0,
            "day" => 1,
            "week" => 7,
            "month" => 30,
            "year" => 365,
            _ => return None,
        };
        count.checked_mul(days)
    });
    let told: Vec<Option<i64>> = counts.collect();
    let first = told.iter().position(Option::is_some)?;
    // a count stands in every second pair
    let together = told[first..].iter().step_by(2).map_while(|days| *days);
    together.reduce(i64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts_back() {
        let today = "2024-05-16".parse().expect("a day");
        for (text, back) in [
            ("2 days ago", "2024-05-14"),
            ("about 3 weeks ago • 1 comment", "2024-04-25"),
            ("last week", "2024-05-09"),
            ("an hour ago", "2024-05-16"),
            ("1 year, 2 months ago", "2023-03-18"),
            ("yesterday", "2024-05-15"),
            ("5d", "2024-05-11"),
            ("2mo", "2024-03-17"),
            ("3 comments", ""),
            ("soon", ""),
        ] {
            let day = day(text, today).map(|d| d.to_string());
            assert_eq!(day.unwrap_or_default(), back, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text(text in "(\\PC|[0-9]{1,19}| (day|year)s?|mo|y){0,20}") {
            let _ = day(&text, Date::constant(2024, 5, 16));
        }
    }
}
