//! Times in memories' sentences, and how an answer tells them.

use super::{Source, passage::Sentence};
use crate::{
    extract::dates::{self, Anchor, Reference},
    when::{MONTHS, Point, WEEKDAYS, When, day_in_words, weekday},
    wording::outside_quotes,
};
use jiff::civil::{Date, DateTime, Time};
use std::ops::Range;

/// A time that a sentence tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Told {
    /// Bytes of the sentence, a date in brackets behind a relative word included.
    pub(super) span: Range<usize>,
    /// What is meant.
    pub(super) when: When,
    pub(super) anchor: Anchor,
    /// Folded words that tell it, without brackets.
    words: String,
}

/// When a memory was told: the day that its relative words start from.
pub(super) fn said(source: &Source) -> Option<Date> {
    let own = source.content.when.parse::<When>().ok();
    let narrative = source.content.narrative.as_str();
    let lead = narrative
        .split_once(": ")
        .map(|(lead, _)| lead)
        .filter(|l| l.len() < 160 && !l.contains(['.', '?', '!', '[']));
    let at = Reference::at(own.map_or(DateTime::ZERO, start));
    // a title's days are what the memory is about: "My notes “Leeds, 3 May 2020”"
    let lead = lead.map(outside_quotes);
    let written = lead.and_then(|lead| {
        let found = dates::find(&lead, &at);
        found
            .into_iter()
            .rfind(|f| f.anchor == Anchor::Absolute)
            .map(|f| f.when.start.first_day())
    });
    let stamped = |when: Option<When>| {
        when.filter(|w| w.end.is_none())
            .and_then(|w| match w.start {
                Point::Minute(t) => Some(t.date()),
                _ => None,
            })
    };
    let beside = [source.before, source.after];
    written
        .or_else(|| stamped(own).filter(|_| !narrative.contains('[')))
        .or_else(|| {
            beside
                .into_iter()
                .flatten()
                .find_map(|c| stamped(c.when.parse().ok()))
        })
        .or_else(|| stamped(own))
}

fn start(when: When) -> DateTime {
    let time = when.start.time().unwrap_or(Time::midnight());
    when.start.first_day().to_datetime(time)
}

/// Without the time of day, which is when it was said.
pub(super) fn whole_days(when: When) -> When {
    let day = |p: Point| match p {
        Point::Minute(t) => Point::Day(t.date()),
        other => other,
    };
    When {
        start: day(when.start),
        end: when.end.map(day),
    }
}

/// The times that a sentence tells, in order.
pub(super) fn times(sentence: &Sentence, source: &Source) -> Vec<Told> {
    let own = source.content.when.parse::<When>().ok();
    let now = said(source).map(|d| d.to_datetime(Time::midnight()));
    let reference = Reference::at(now.or(own.map(start)).unwrap_or(DateTime::ZERO));
    let text = sentence.text;
    let mut found: Vec<Told> = Vec::new();
    for one in dates::find(text, &reference) {
        // What stands in brackets says what the words before them mean.
        let within = text[..one.span.start]
            .rfind('[')
            .is_some_and(|open| !text[open..one.span.start].contains(']'));
        if within || one.anchor == Anchor::Now {
            continue;
        }
        let bracket = bracket(text, one.span.end);
        found.push(Told {
            words: text[one.span.clone()].to_lowercase(),
            when: bracket.as_ref().map_or(one.when, |b| b.1),
            span: one.span.start..bracket.map_or(one.span.end, |b| b.0),
            anchor: one.anchor,
        });
    }
    found
}

/// What the brackets say that follow at once, and where they end.
fn bracket(text: &str, at: usize) -> Option<(usize, When)> {
    let rest = &text[at..];
    let inside = rest.trim_start().strip_prefix('[')?;
    let open = at + rest.len() - inside.len();
    let close = open + inside.find(']')?;
    let said = &text[open..close];
    let (from, to) = match said.split_once(" to ") {
        Some((from, to)) => (from, Some(to)),
        None => (said, None),
    };
    let from = read_point(from)?;
    let to = to.and_then(|to| match read_point(to) {
        None => to
            .parse::<Time>()
            .ok()
            .map(|t| Point::Minute(from.first_day().to_datetime(t))),
        some => some,
    });
    let when = to.map_or(When::at(from), |to| When::range(from, to));
    Some((close + 1, when))
}

/// A point as narratives write it: `2021`, `November 2021`, `14 November 2021`, `14 November 2021 at 20:00`.
fn read_point(text: &str) -> Option<Point> {
    let mut words = text.split_whitespace().rev();
    let mut last = words.next()?;
    let time = last.parse::<Time>().ok().filter(|_| last.contains(':'));
    if time.is_some() {
        words.next().filter(|w| *w == "at")?;
        last = words.next()?;
    }
    let year: i16 = last.parse().ok()?;
    let Some(month) = words.next() else {
        return Some(Point::Year(year));
    };
    let month = MONTHS.iter().position(|m| *m == month)? as i8 + 1;
    let Some(day) = words.next() else {
        return Some(Point::Month(year, month));
    };
    let date = Date::new(year, month, day.parse().ok()?).ok()?;
    Some(time.map_or(Point::Day(date), |t| Point::Minute(date.to_datetime(t))))
}

/// A time as an answer tells it: what was told loosely ("last week") stays loose, counted from the day it was said.
pub(super) fn tell(told: &Told, said: Option<Date>) -> String {
    let (first, last) = told.when.days();
    if let Some(season) = SEASONS.iter().find(|s| told.words.contains(**s)) {
        // A winter is named after the year it begins in.
        return format!("{season} {}", first.year());
    }
    let Some(said) = said.filter(|_| matches!(told.anchor, Anchor::Relative | Anchor::Weekday))
    else {
        return told.when.in_words();
    };
    let side = if told.words.starts_with("this ") {
        "of"
    } else if last < said {
        "before"
    } else if first > said {
        "after"
    } else {
        "of"
    };
    let length = first.until(last).map_or(0, |s| s.get_days()) + 1;
    let distance = said.until(first).map_or(0, |s| s.get_days().abs());
    let has = |word: &str| told.words.contains(word);
    if has("weekend") && distance <= 9 && length <= 4 {
        format!("the weekend {side} {}", day_in_words(said))
    } else if has("week") && length == 7 && distance <= 13 {
        format!("the week {side} {}", day_in_words(said))
    } else if has("week") && length <= 14 && distance > 9 && distance % 7 <= 6 && side != "of" {
        let weeks = (distance + 3) / 7;
        match COUNTS.get(weeks as usize) {
            Some(count) => format!("{count} weeks {side} {}", day_in_words(said)),
            None => told.when.in_words(),
        }
    } else if length == 1
        && side != "of"
        && distance <= 8
        && WEEKDAYS.iter().any(|d| has(&d.to_lowercase()[..3]))
    {
        format!("{} {}", weekday(first), told.when.in_words())
    } else {
        told.when.in_words()
    }
}

const SEASONS: [&str; 4] = ["spring", "summer", "autumn", "winter"];

const COUNTS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_brackets_say() {
        for (text, expected) in [
            ("[2021] x", Some("2021")),
            (" [November 2021]", Some("2021-11")),
            (" [9 November 2021]", Some("2021-11-09")),
            (
                " [9 November 2021 at 15:00 to 16:30]",
                Some("2021-11-09 15:00/2021-11-09 16:30"),
            ),
            (" [2 May 2022 to 8 May 2022]", Some("2022-05-02/2022-05-08")),
            (" [Ana]", None),
            (" x [2021]", None),
        ] {
            let when = bracket(text, 0).map(|b| b.1.to_string());
            assert_eq!(when.as_deref(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn brackets_end_in_bounds(text in " ?\\[[0-9A-Za-z :]{0,30}\\]?\\PC{0,9}") {
            if let Some((end, _)) = bracket(&text, 0) {
                prop_assert!(text.is_char_boundary(end));
            }
        }
    }
}
