//! Stays at a place: the two days that stand below or behind "check-in" and "check-out", as pages and mails of bookings
//! lay them out, told as one time.

use super::pattern::pattern;
use super::{Document, Kind, Passage};
use crate::extract::dates::{Anchor, Found, Reference, find};
use crate::when::Point;
use jiff::civil::{Date, Time};
use std::ops::Range;

pattern!(
    ARRIVAL,
    r"(?i)\b(?:check[- ]?in(?: date)?|anreise(?:tag)?|arrivée|llegada|arrivo)\b"
);
pattern!(
    DEPARTURE,
    r"(?i)\b(?:check[- ]?out(?: date)?|abreise(?:tag)?|départ|salida|partenza)\b"
);
pattern!(HOUR, r"\b(\d{1,2}):(\d{2})(?:\s?([AaPp])\.?[Mm]\b)?");

/// Bytes behind a label in which its day stands.
const BEHIND: usize = 120;

/// Bytes behind a label at which its day begins at most, where each has its own.
const NEAR: usize = 24;

/// Days that somebody stays at most.
const LONGEST: i64 = 60;

/// Puts the two days of every stay into words that say from when to when it is.
pub(super) fn tell(document: &mut Document) {
    let written = document.written.map(|w| w.days().0);
    // a whole date says the same, whenever it was written
    let reference = written.unwrap_or(Date::constant(2000, 1, 1));
    let mut told: Vec<Passage> = Vec::with_capacity(document.passages.len());
    gather(&mut document.passages, reference);
    for mut passage in document.passages.drain(..) {
        let kind = matches!(
            passage.kind,
            Kind::Prose | Kind::Item { .. } | Kind::Message { .. }
        );
        if !kind {
            told.push(passage);
            continue;
        }
        // the second day, or both, may stand in a paragraph of their own
        if let Some(above) = told.last_mut()
            && (DEPARTURE.is_match(&passage.text)
                || above.text.lines().next_back().is_some_and(is_head))
            && above.kind == passage.kind
            && above.speaker == passage.speaker
            && above.thread == passage.thread
            && above.span.end <= passage.span.start
        {
            let both = format!("{}\n{}", above.text, passage.text);
            if let Some((span, words)) = stay(&both, reference)
                && span.start < above.text.len()
                && span.end > above.text.len()
            {
                above.text = both;
                above.text.replace_range(span, &words);
                above.span.end = passage.span.end;
                continue;
            }
        }
        if let Some((span, words)) = stay(&passage.text, reference) {
            passage.text.replace_range(span, &words);
        }
        told.push(passage);
    }
    document.passages = told;
}

/// Bytes of a line that holds a label or its value alone, and how many such lines tell a stay at most.
const ALONE: usize = 40;
const LINES: usize = 6;

/// Puts passages together that tell a stay with a label, a day or an hour in each.
fn gather(passages: &mut Vec<Passage>, today: Date) {
    let mut out: Vec<Passage> = Vec::with_capacity(passages.len());
    let mut rest = std::mem::take(passages).into_iter().peekable();
    while let Some(mut passage) = rest.next() {
        if passage.text.len() > ALONE || !ARRIVAL.is_match(&passage.text) {
            out.push(passage);
            continue;
        }
        let mut below: Vec<Passage> = Vec::new();
        while below.len() < LINES
            && let Some(next) = rest.next_if(|next| {
                next.text.len() <= ALONE
                    && next.kind == passage.kind
                    && next.speaker == passage.speaker
                    && next.thread == passage.thread
                    && next.span.start >= passage.span.end
            })
        {
            below.push(next);
            let all = std::iter::once(&passage).chain(&below);
            let all: Vec<&str> = all.map(|p| p.text.as_str()).collect();
            let all = all.join("\n");
            if stay(&all, today).is_some() {
                passage.text = all;
                passage.span.end = below.last().map_or(passage.span.end, |p| p.span.end);
                below.clear();
                break;
            }
        }
        out.push(passage);
        out.append(&mut below);
    }
    *passages = out;
}

/// Whether a line is the head of columns that tell a stay.
pub(super) fn is_head(line: &str) -> bool {
    ARRIVAL.is_match(line) && DEPARTURE.is_match(line)
}

/// The bytes of a text that tell a stay, and the same in words.
fn stay(text: &str, today: Date) -> Option<(Range<usize>, String)> {
    let arrival = ARRIVAL.find(text)?;
    let departure = DEPARTURE.find_at(text, arrival.end())?;
    let between = &text[arrival.end()..departure.start()];
    let behind = departure.end()..text.floor_char_boundary(departure.end() + BEHIND);
    let reference = Reference::at(today.at(12, 0, 0, 0));
    let days = |text: &str| -> Vec<Found> {
        let whole = |f: &Found| f.anchor == Anchor::Absolute && day(f).is_some();
        find(text, &reference).into_iter().filter(whole).collect()
    };
    // the labels side by side, and the days below them
    let columns = !between.contains(char::is_alphanumeric);
    let (first, last, end) = if columns {
        let found = days(&text[behind.clone()]);
        let [first, last, ..] = &found[..] else {
            return None;
        };
        (day(first)?, day(last)?, behind.start + last.span.end)
    } else if between.len() <= BEHIND {
        let (before, after) = (days(between), days(&text[behind.clone()]));
        let (first, last) = (before.first()?, after.first()?);
        // what stands between a label and its day is no sentence
        if first.span.start > NEAR || last.span.start > NEAR {
            return None;
        }
        (day(first)?, day(last)?, behind.start + last.span.end)
    } else {
        return None;
    };
    if last <= first || first.saturating_add(jiff::Span::new().days(LONGEST)) < last {
        return None;
    }
    // the hours stand behind the days, or in the line below both
    let line = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let next = text[line..].trim_start();
    let below = next.lines().next().unwrap_or_default();
    let (hours, end) = if columns && hours(below).len() == 2 {
        let from = text.len() - next.len();
        (hours(below), from + below.len())
    } else if columns {
        (Vec::new(), end)
    } else {
        let from = behind.start..line;
        let both = [between, &text[from.clone()]].map(|text| hours(text).into_iter().next());
        let last = HOUR
            .find(&text[from.clone()])
            .map(|hour| from.start + hour.end());
        let end = last.map_or(end, |last| end.max(last));
        let bracket = usize::from(text[end..].starts_with(')'));
        (both.into_iter().flatten().collect(), end + bracket)
    };
    let hours = match hours[..] {
        [from, until] => format!(
            ", check-in {}, check-out {}",
            from.strftime("%H:%M"),
            until.strftime("%H:%M")
        ),
        _ => String::new(),
    };
    let words = |day| Point::Day(day).in_words();
    let told = format!("Stay from {} to {}{hours}", words(first), words(last));
    Some((arrival.start()..end, told))
}

/// The one day that was found.
fn day(found: &Found) -> Option<Date> {
    match (found.when.start, found.when.end) {
        (Point::Day(day), None) => Some(day),
        (Point::Minute(at), None) => Some(at.date()),
        _ => None,
    }
}

/// The hours that a text tells.
fn hours(text: &str) -> Vec<Time> {
    let hours = HOUR.captures_iter(text).filter_map(|c| {
        let (hour, minute): (i8, i8) = (c[1].parse().ok()?, c[2].parse().ok()?);
        let half = c.get(3).map(|half| half.as_str().to_lowercase());
        let hour = match half.as_deref() {
            Some("p") if hour < 12 => hour + 12,
            Some("a") if hour == 12 => 0,
            _ => hour,
        };
        Time::new(hour, minute, 0, 0).ok()
    });
    hours.collect()
}

#[cfg(test)]
mod tests {
    use super::stay;
    use jiff::civil::date;
    use proptest::prelude::*;

    fn told(text: &str) -> Option<String> {
        let (span, told) = stay(text, date(2024, 5, 16))?;
        let mut out = text.to_owned();
        out.replace_range(span, &told);
        Some(out)
    }

    #[test]
    fn columns_and_rows() {
        for (text, expected) in [
            (
                "Pot Inn\nCheck-in          Check-out\nFriday 7 June 2024      Monday 10 June 2024\nfrom 15:00    until 11:00\n2 guests",
                "Pot Inn\nStay from 7 June 2024 to 10 June 2024, check-in 15:00, check-out 11:00\n2 guests",
            ),
            (
                "Check-in\nFri, 7 Jun 2024, 3:00 PM\n\nCheck-out\nMon, 10 Jun 2024, 11:00 AM\n\nSee you!",
                "Stay from 7 June 2024 to 10 June 2024, check-in 15:00, check-out 11:00\n\nSee you!",
            ),
            (
                "Anreise: 07.06.2024\nAbreise: 10.06.2024\n",
                "Stay from 7 June 2024 to 10 June 2024\n",
            ),
        ] {
            assert_eq!(told(text).as_deref(), Some(expected));
        }
        for text in [
            "Check-in is at three, check-out at eleven.",
            "Check-in: 10 June 2024\nCheck-out: 7 June 2024\n",
            "Check-in opens on 7 June 2024.",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }

    #[test]
    fn two_paragraphs_of_a_mail() {
        use super::super::{Document, Kind, Passage};
        let mut document = Document::new(memo_common::api::SourceType::Email);
        let (first, second) = (
            "Thank you!\nCheck-in\nFri, 7 Jun 2024",
            "Check-out\nMon, 10 Jun 2024",
        );
        let kind = Kind::Message { subject: None };
        document
            .passages
            .push(Passage::new(kind.clone(), first, 0..36));
        document.passages.push(Passage::new(kind, second, 38..64));
        super::tell(&mut document);
        let texts: Vec<&str> = document.passages.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(texts, ["Thank you!\nStay from 7 June 2024 to 10 June 2024"]);
        assert_eq!(document.passages[0].span, 0..64);
    }

    proptest! {
        #[test]
        fn never_panics(text in "(\\PC|\n|Check-in|Check-out|7 June 2024 |10 June 2024 |15:00){0,30}") {
            told(&text);
        }
    }
}
