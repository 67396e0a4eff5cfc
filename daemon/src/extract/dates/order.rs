//! Whether a document writes the day or the month first.

use super::{Order, lexicon};
use jiff::civil::Date;

/// Day or month first, as the document's own dates show: a number over twelve, or the weekday beside a date.
/// Failing these, its language or spelling; `None` where nothing tells.
pub fn order(text: &str) -> Option<Order> {
    let language = lexicon::language(text);
    let (mut day_first, mut month_first) = (0u32, 0u32);
    let mut weekday = None;
    let mut told = Vec::new();
    // only the marks between numbers matter here; a table's fields are words of their own
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '|');
    for word in text.split(between).filter(|w| !w.is_empty()) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some((a, b, year)) = slashed(bare) {
            match (a, b) {
                (13..=31, 1..=12) => day_first += 4,
                (1..=12, 13..=31) => month_first += 4,
                _ => {
                    if told.len() < TOLD && told.last() != Some(&(a, b, year)) {
                        told.push((a, b, year));
                    }
                    let says = |month, day| Date::new(year?, month, day).ok().map(|d| d.weekday());
                    day_first += u32::from(weekday.is_some() && says(b, a) == weekday);
                    month_first += u32::from(weekday.is_some() && says(a, b) == weekday);
                }
            }
        }
        weekday = (bare.len() <= 20)
            .then(|| lexicon::word(&lexicon::fold(bare), language, false))
            .flatten()
            .and_then(|sense| match sense {
                lexicon::Sense::Weekday(n) => Some(super::parser::weekday(n)),
                _ => None,
            });
    }
    match day_first.cmp(&month_first) {
        std::cmp::Ordering::Greater => Some(Order::DayFirst),
        std::cmp::Ordering::Less => Some(Order::MonthFirst),
        std::cmp::Ordering::Equal => log(&told).or_else(|| habit(text, language)),
    }
}

/// Days of a log that are looked at, and how many it has at least.
const TOLD: usize = 200;
const LOG: usize = 3;

/// Days between one entry of a log and the next at most, where the other order puts a month between them.
const NEAR: i32 = 10;

/// The order in which days that fit both follow one another closely, as those of a log do.
fn log(told: &[(i8, i8, Option<i16>)]) -> Option<Order> {
    if told.len() < LOG {
        return None;
    }
    // a year in which every day is one
    let date = |month, day, year: Option<i16>| Date::new(year.unwrap_or(2024), month, day).ok();
    let widest = |days: Vec<Date>| {
        let apart = days.windows(2).map(|d| (d[1] - d[0]).get_days().abs());
        apart.max().filter(|_| days.len() == told.len())
    };
    let day_first = widest(told.iter().filter_map(|&(a, b, y)| date(b, a, y)).collect())?;
    let month_first = widest(told.iter().filter_map(|&(a, b, y)| date(a, b, y)).collect())?;
    match (day_first <= NEAR, month_first <= NEAR) {
        (true, false) => Some(Order::DayFirst),
        (false, true) => Some(Order::MonthFirst),
        _ => None,
    }
}

/// `5/3`, `5/3/24`, `05-03-2024`: its numbers, and the year where it has one.
fn slashed(word: &str) -> Option<(i8, i8, Option<i16>)> {
    let sep = word.chars().find(|c| matches!(c, '/' | '-'))?;
    let mut parts = word.splitn(3, sep);
    let small = |s: &str| (s.len() <= 2).then(|| s.parse::<i8>().ok()).flatten();
    let (a, b) = (small(parts.next()?)?, small(parts.next()?)?);
    let year = match parts.next() {
        None if sep == '-' => return None,
        None => None,
        Some(s) if s.len() == 2 => Some(2000 + s.parse::<i16>().ok()?),
        Some(s) => Some(s.parse().ok()?),
    };
    Some((a, b, year))
}

/// Bytes looked at for spelling.
const SAMPLE: usize = 64 * 1024;

/// What the language, or British spelling and money, make likely.
fn habit(text: &str, language: lexicon::Language) -> Option<Order> {
    if language != lexicon::Language::English {
        return Some(Order::DayFirst);
    }
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let british = [
        "colour",
        "favour",
        "centre",
        "organis",
        "realis",
        "neighbour",
        "whilst",
        "theatre",
        "programme",
        "fortnight",
        "£",
        "travell",
        "grey ",
        "mum",
        "kilomet",
        "licence",
        "cheque",
    ];
    let american = [
        "color",
        "favor",
        "center",
        "organiz",
        "realiz",
        "neighbor",
        "theater",
        "$",
        "mom",
        "traveling",
        "gray ",
        " ET",
        " PT",
        " PST",
        " EST",
    ];
    let count = |words: &[&str]| words.iter().filter(|w| sample.contains(**w)).count();
    match count(&british).cmp(&count(&american)) {
        std::cmp::Ordering::Greater => Some(Order::DayFirst),
        std::cmp::Ordering::Less => Some(Order::MonthFirst),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_order_from_the_document() {
        for (text, expected) in [
            ("Paid 04/05/2024 and 23/05/2024", Some(Order::DayFirst)),
            (
                "\"Eye clinic\",\"2/4/2025\",\"11:20:00 AM\",\"2/4/2025\"\n\"Count\",\"13/3/2025\",\"7:00\"",
                Some(Order::DayFirst),
            ),
            ("Paid 04/05/2024 and 05/23/2024", Some(Order::MonthFirst)),
            ("Tue 05/03/2024 standup", Some(Order::DayFirst)),
            ("Fri 05/03/2024 standup", Some(Order::MonthFirst)),
            ("Wir treffen uns am 04/05 und nicht", Some(Order::DayFirst)),
            ("The colour of 04/05", Some(Order::DayFirst)),
            ("On 04/05 we met", None),
            (
                "01/08/2025 80, 02/08/2025 81, 04/08/2025 79",
                Some(Order::DayFirst),
            ),
            (
                "08/01/2025 80, 08/02/2025 81, 08/04/2025 79",
                Some(Order::MonthFirst),
            ),
            ("01/08/2025 80, 02/09/2025 81, 04/10/2025 79", None),
        ] {
            assert_eq!(order(text), expected, "{text}");
        }
    }
}
