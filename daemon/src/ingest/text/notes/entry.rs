//! The day with which a line of a log opens: "3 Nov: called the roofer", "2026-11-03 – rain", "- Mon 9 March 14:20 - gone",
//! or its hour, below the day: "07:30 Ran along the canal".

use crate::extract::dates::{self, Order, Reference};
use crate::ingest::pattern::pattern;
use crate::when::When;
use jiff::civil::{Date, Time};

/// What may stand between the day and what happened on it.
const MARKS: [&str; 6] = [": ", " – ", " — ", " - ", "  ", "\t"];

/// Bytes that a day with its weekday and hour has at most.
const LONGEST: usize = 32;

// "3/8", "3/8 M" alone, or "3/8 - rain", "3/8 Thurs  rain"
pattern!(
    BARE,
    r"^(\d{1,2})/(\d{1,2})(?:\s\p{L}{1,5}\.?)?(?:\s*[-–—:]\s|\s{2,}|\t|\s*$)"
);

// "2026-11-03 14:20  rain", "[3/11/2026, 14:20] rain"
pattern!(
    LOGGED,
    r"^\[?((?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})(?:T|,? )\d{1,2}:\d{2}(?::\d{2})?)\]?\s+(?:[-–—|]\s+)?"
);

/// Whether most lines open with a whole day and hour, as a program logs what one jots down.
pub(in crate::ingest) fn is_log(text: &str) -> bool {
    let lines = || text.lines().map(str::trim).filter(|l| !l.is_empty());
    let logged = lines().filter(|l| LOGGED.is_match(l)).count();
    logged >= SERIES && logged * 2 > lines().count()
}

/// Lines that make a series, and days between one and the next at most, taken together.
const SERIES: usize = 3;
const APART: i32 = 10;

/// Whether lines open with the days of a log that have no month's name and no year: they follow one another closely,
/// in one direction, as amounts and numbered points do not.
pub(super) fn is_series(text: &str, order: Order) -> bool {
    let day = |line: &str| {
        let found = BARE.captures(line.trim())?;
        let (a, b) = (found[1].parse().ok()?, found[2].parse().ok()?);
        let (month, day) = match order {
            Order::DayFirst => (b, a),
            Order::MonthFirst => (a, b),
        };
        // a year in which every day is one
        Some(Date::new(2024, month, day).ok())
    };
    let Some(days) = text.lines().filter_map(day).collect::<Option<Vec<Date>>>() else {
        return false;
    };
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return false;
    };
    let steps = || days.windows(2);
    let straight = steps().all(|d| d[0] < d[1]) || steps().all(|d| d[0] > d[1]);
    let width = (*last - *first).get_days().abs();
    days.len() >= SERIES && straight && width <= APART * i32::try_from(days.len()).unwrap_or(APART)
}

/// The day that a line of a series is and says nothing else: "3/8 M".
pub(super) fn is_bare(line: &str) -> bool {
    BARE.find(line)
        .is_some_and(|found| found.end() == line.len())
        && !line.ends_with(['-', '–', '—', ':'])
}

/// The day with which an entry opens, and where its words begin; in a `series`, without a month's name or year.
pub(super) fn opens(text: &str, reference: Reference, series: bool) -> Option<(When, usize)> {
    let head = &text[..text.floor_char_boundary(LONGEST)];
    // Few lines have a number there at all, and days are dear to look for.
    if !head.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some(found) = LOGGED.captures(text) {
        let at = dates::heading(&found[1], &reference)?;
        return (found[0].len() < text.len()).then_some((at.when, found[0].len()));
    }
    let at = MARKS.iter().filter_map(|m| Some((head.find(m)?, m.len())));
    let (end, mark) = at.min()?;
    let stamp = head[..end].trim_matches(['(', ')', '[', ']']);
    // "3/4: a cup" and "3.1 – Tiles" are no days by themselves
    let written = series && BARE.is_match(stamp)
        || stamp.contains(char::is_alphabetic)
        || stamp
            .split(|c: char| !c.is_ascii_digit())
            .any(|n| n.len() == 4);
    let found = dates::heading(stamp, &reference).filter(|_| written)?;
    // nothing but the day: "I'll be out 3 May - 5 May" is a sentence
    let (first, last) = found.when.days();
    let day = first == last && found.span.start == 0;
    let whole = day && found.span.end >= stamp.trim_end_matches('.').len();
    let rest = end + mark;
    let told = &text[rest..];
    let goes_on = || {
        let head = &told[..told.floor_char_boundary(LONGEST)];
        let next = dates::find(head, &reference);
        next.first().is_some_and(|f| f.span.start == 0)
    };
    (whole && !told.trim().is_empty() && !goes_on()).then_some((found.when, rest))
}

/// The hour with which a line of a day's log opens: "07:30 Ran along the canal", "9.15 – Standup".
pub(super) fn hour(line: &str) -> Option<Time> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (hour, rest) = line
        .split_at_checked(digits)
        .filter(|_| (1..=2).contains(&digits))?;
    let dotted = rest.starts_with('.');
    let rest = rest.strip_prefix([':', '.', 'h'])?;
    let (minute, told) = rest.split_at_checked(2)?;
    let told = told.strip_prefix([' ', '\t', ':'])?.trim_start();
    // "3.50 Milk" is a price
    let dash = |c: char| matches!(c, '-' | '–' | '—');
    let begins = |c: char| dash(c) || !dotted && (c.is_alphabetic() || matches!(c, '"' | '“'));
    let half = ["am ", "pm ", "a.m", "p.m", "Uhr "]
        .iter()
        .any(|h| told.starts_with(h));
    let whole = minute.bytes().all(|b| b.is_ascii_digit()) && told.starts_with(begins) && !half;
    let time = Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok();
    time.filter(|_| whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_days_log_opens_with_its_hour() {
        for (line, time) in [
            ("07:30 Ran", Some("07:30:00")),
            ("9.15 – Standup", Some("09:15:00")),
            ("25:00 Ran", None),
            ("9.15 pm Standup", None),
            ("3.50 12", None),
            ("3.50 Milk", None),
            ("10:30", None),
            ("1: 30 Ran", None),
        ] {
            assert_eq!(hour(line).map(|t| t.to_string()).as_deref(), time, "{line}");
        }
    }

    #[test]
    fn days_in_series_need_no_month_in_words() {
        let is = |text: &str| is_series(text, Order::DayFirst);
        assert!(is("28/7 - rain\n30/7 - sun\nthen wind\n1/8 - fog\n"));
        assert!(is("28/7 Sat  rain\n30/7  sun\n1/8 Weds  fog\n"));
        assert!(is("4/8 M\nrain\n3/8 S\nsun\n2/8 S\n"));
        assert!(!is("1/4: sugar\n1/2: flour\n3/4: milk\n"));
        assert!(!is("1/25 Pool\n28/7 - rain\n25/14 - Roof\n"));
        assert!(!is("28/7 - rain\n30/7 - sun\n"));
        assert!(is_bare("3/8 M") && is_bare("3/8") && !is_bare("3/8 - rain"));
    }

    #[test]
    fn a_line_of_a_log_opens_with_its_day() {
        let now = jiff::civil::date(2026, 11, 20).at(18, 0, 0, 0);
        let opened = |text: &str| {
            let (when, rest) = opens(
                text,
                Reference {
                    order: Order::DayFirst,
                    ..Reference::at(now)
                },
                false,
            )?;
            Some(format!("{when}: {}", &text[rest..]))
        };
        for (line, entry) in [
            ("3 Nov: rain", Some("2026-11-03: rain")),
            ("Tue 3 Nov – rain", Some("2026-11-03: rain")),
            ("2026-11-03 14:20 - rain", Some("2026-11-03 14:20: rain")),
            ("[3 Nov 2025]: rain", Some("2025-11-03: rain")),
            ("3/11 Tues  rain", Some("2026-11-03: rain")),
            ("3. Nov.: Regen", Some("2026-11-03: Regen")),
            ("2026-11-03 14:20  rain", Some("2026-11-03 14:20: rain")),
            ("[13/11/2026, 14:20] rain", Some("2026-11-13 14:20: rain")),
            ("3/4: a cup", None),
            ("3.1 – Tiles", None),
            ("10:30 - rain", None),
            ("3 to 5 Nov: away", None),
            ("3 Nov - 5 Nov: away", None),
            ("Out 3 Nov - back later", None),
            ("On 3 November Ann said: rain", None),
            ("3 Nov: ", None),
        ] {
            assert_eq!(opened(line).as_deref(), entry, "{line}");
        }
    }
}
