//! The day with which a line of a log opens: "3 Nov: called the roofer", "2026-11-03 – rain", "- Mon 9 March 14:20 - gone",
//! or its hour, below the day: "07:30 Ran along the canal".

use crate::extract::dates::{self, Reference};
use crate::ingest::pattern::pattern;
use crate::when::When;
use jiff::civil::Time;

/// What may stand between the day and what happened on it.
const MARKS: [&str; 6] = [": ", " – ", " — ", " - ", "  ", "\t"];

/// Bytes that a day with its weekday and hour has at most.
const LONGEST: usize = 32;

// "2026-11-03 14:20  rain", "[3/11/2026, 14:20] rain"
pattern!(
    LOGGED,
    r"^\[?((?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})(?:T|,? )\d{1,2}:\d{2}(?::\d{2})?)\]?\s+(?:[-–—|]\s+)?"
);

/// Lines that make a log.
const LOG: usize = 3;

/// Whether most lines open with a whole day and hour, as a program logs what one jots down.
pub(in crate::ingest) fn is_log(text: &str) -> bool {
    let lines = || text.lines().map(str::trim).filter(|l| !l.is_empty());
    let logged = lines().filter(|l| LOGGED.is_match(l)).count();
    logged >= LOG && logged * 2 > lines().count()
}

/// The day with which an entry opens, and where its words begin.
pub(super) fn opens(text: &str, reference: Reference) -> Option<(When, usize)> {
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
    let written = stamp.contains(char::is_alphabetic)
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
    use crate::extract::dates::Order;

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
    fn a_line_of_a_log_opens_with_its_day() {
        let now = jiff::civil::date(2026, 11, 20).at(18, 0, 0, 0);
        let opened = |text: &str| {
            let (when, rest) = opens(
                text,
                Reference {
                    order: Order::DayFirst,
                    ..Reference::at(now)
                },
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
