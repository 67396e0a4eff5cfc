//! A journey on the page of its booking: each way with its day at the head of its stops, and who travels.

use super::pieces::Piece;
use crate::extract::dates::{Anchor, Reference, find};
use crate::ingest::pattern::pattern;
use crate::ingest::pdf::rows;
use crate::ingest::{Document, stamp, written_date};
use crate::when::{Point, When};
use jiff::civil::{Date, Time};

// what heads the stops of a way, before its day
pattern!(
    WAY,
    r"(?i)^(?:outbound|outward|return(?:ing)?|inbound|onward|depart(?:ing|ure)|going|journey|flight|leg|train|hinfahrt|rückfahrt|hinflug|rückflug|hinreise|rückreise|aller|retour|ida|vuelta|volta|andata|ritorno|heenreis|terugreis|heenvlucht|terugvlucht|utresa|återresa|hemresa|udrejse|hjemrejse|utreise|hjemreise|menomatka|paluumatka|wyjazd|powrót|gidiş|dönüş)\b.{0,40}"
);
pattern!(BRACKETED, r"\s*\([^()]*\)");

/// Words of a way's head at most, and of the heading over those who travel.
const HEAD: usize = 10;
const LABEL: usize = 3;

/// Puts the stops of each way together, told on the day at their head from the first hour to the last.
pub(super) fn gather(pieces: &mut Vec<Piece>, text: &str) {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut way: Option<Way> = None;
    for piece in pieces.drain(..) {
        if let Some(way) = &mut way
            && let Some(open) = out.last_mut()
            && is_below(text, open, &piece)
            && way.stops(&piece.text)
        {
            append(open, &piece);
            open.when = way.when().or(open.when);
            continue;
        }
        way = Way::of(&piece.text);
        out.push(piece);
    }
    *pieces = out;
}

/// Tells a line in one with those above it.
fn append(above: &mut Piece, line: &Piece) {
    above.text.push_str("; ");
    above.text.push_str(&line.text);
    above.span.end = line.span.end;
}

/// Lines of a paragraph that are told together at most, and their bytes.
const LINES: usize = 8;
const BYTES: usize = 400;

/// Puts the lines of a paragraph together of which one tells a day: what is booked stands above it, the seats below.
pub(super) fn join_dated(pieces: &mut Vec<Piece>, text: &str) {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut group: Vec<Piece> = Vec::new();
    for piece in pieces.drain(..) {
        if group
            .last()
            .is_some_and(|above| !is_below(text, above, &piece))
        {
            flush(&mut group, &mut out);
        }
        group.push(piece);
    }
    flush(&mut group, &mut out);
    *pieces = out;
}

/// Moves the lines of a paragraph on, as one where they are of one thing.
fn flush(group: &mut Vec<Piece>, out: &mut Vec<Piece>) {
    let plain = |p: &Piece| !p.heading && !p.item && !p.row && p.when.is_none();
    let short = (2..=LINES).contains(&group.len())
        && group.iter().map(|p| p.text.len()).sum::<usize>() <= BYTES;
    let lines = group.iter().enumerate();
    let mut dated = lines.filter(|(_, p)| written_date::find(&p.text).is_some());
    // the day opens its line, below what is booked for it
    let opens = dated
        .next()
        .is_some_and(|(n, p)| n > 0 && begins_with_day(&p.text));
    let one = opens && dated.next().is_none() && short && group.iter().all(plain);
    let mut lines = group.drain(..);
    if one && let Some(mut first) = lines.next() {
        for line in lines {
            append(&mut first, &line);
        }
        out.push(first);
    } else {
        out.extend(lines);
    }
}

/// Whether nothing but a weekday, or another day, stands before the date of a line.
fn begins_with_day(line: &str) -> bool {
    written_date::find_at(line).is_some_and(|(at, _)| {
        let before = line[..at].split(|c: char| !c.is_alphanumeric());
        before.filter(|w| !w.is_empty()).all(|w| {
            stamp::is_weekday(&w.to_lowercase()) || w.starts_with(|c: char| c.is_ascii_digit())
        })
    })
}

/// Whether no empty line parts two pieces.
fn is_below(text: &str, above: &Piece, piece: &Piece) -> bool {
    let between = text.get(above.span.end..piece.span.start);
    between.is_some_and(|gap| gap.matches('\n').count() == 1)
}

/// A way whose stops are being read.
struct Way {
    /// Of the last stop.
    day: Date,
    first: Option<(Date, Time)>,
    last: Option<(Date, Time)>,
}

impl Way {
    /// The way that a line heads, alone or over the stops behind it: what it is called, and its day.
    fn of(line: &str) -> Option<Self> {
        let line = line.split("; ").next().unwrap_or_default();
        let dated = WAY.is_match(line) && line.split_whitespace().count() <= HEAD;
        let when = written_date::find(line).filter(|_| dated)?;
        let Point::Day(day) = when.start else {
            return None;
        };
        Some(Self {
            day,
            first: None,
            last: None,
        })
    }

    /// Takes a line below the head; `false` where it is of something else.
    fn stops(&mut self, line: &str) -> bool {
        if WAY.is_match(line) && written_date::find(line).is_some() {
            return false;
        }
        let start: String = line.chars().take_while(|c| !c.is_whitespace()).collect();
        let Some(time) = stamp::whole(&start)
            .filter(|s| s.day.is_none())
            .and_then(|s| s.time)
        else {
            // what stands between the stops
            return self.first.is_some();
        };
        let reference = Reference::at(self.day.at(12, 0, 0, 0));
        let said = find(line, &reference)
            .into_iter()
            .filter(|f| f.anchor >= Anchor::Yearless)
            .map(|f| f.when.days().0)
            .find(|day| *day > self.day);
        // past midnight
        let next = self.last.is_some_and(|(_, last)| time < last);
        self.day = said
            .or_else(|| next.then(|| self.day.tomorrow().ok()).flatten())
            .unwrap_or(self.day);
        self.last = Some((self.day, time));
        self.first = self.first.or(self.last);
        true
    }

    /// From the first stop to the last.
    fn when(&self) -> Option<When> {
        let at = |(day, time): (Date, Time)| Point::Minute(day.to_datetime(time));
        Some(When::range(at(self.first?), at(self.last?)))
    }
}

/// Takes those who travel into the document, where a page tells of a journey and lists them under such a heading.
pub(super) fn travellers(pieces: &[Piece], document: &mut Document) {
    if !pieces.iter().any(|p| Way::of(&p.text).is_some()) {
        return;
    }
    for pair in pieces.windows(2) {
        let [head, listed] = pair else { continue };
        if head.text.split_whitespace().count() > LABEL {
            continue;
        }
        let text = BRACKETED.replace_all(&listed.text, "").replace(", ", "\n");
        for name in rows::travellers(&head.text, &text) {
            let person = document.person(Some(&name), None, None);
            if !document.present.contains(&person) {
                document.present.push(person);
            }
        }
    }
}

/// A line without what it offers: boxes that nobody has ticked, beside those that are or alone.
pub(super) fn without_offers(line: &str) -> String {
    const EMPTY: [char; 3] = ['☐', '◻', '□'];
    const TICKED: [char; 3] = ['☑', '☒', '✅'];
    if !line.contains(EMPTY) {
        return line.to_owned();
    }
    let mut out = String::with_capacity(line.len());
    let mut open = false;
    for c in line.chars() {
        if EMPTY.contains(&c) || TICKED.contains(&c) {
            open = EMPTY.contains(&c);
        }
        if !open {
            out.push(c);
        }
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::lines;

    #[test]
    fn a_way_is_told_with_its_stops() {
        let text = "OUTBOUND   Friday 3 May 2024\n   06:24  Leeds\n          IC 7  to Hull\n   07:52  Hull\n\nRETURN  Monday 6 May 2024\n   21:44  Hull  sleeper\n   06:10  Leeds\n\nPay by card.\n";
        let mut pieces = super::super::pieces::paragraphs(&lines::of(text, 0));
        gather(&mut pieces, text);
        let told: Vec<_> = pieces
            .iter()
            .map(|p| {
                (
                    p.text.as_str(),
                    p.when.map(|w| w.to_string()).unwrap_or_default(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (
                    "OUTBOUND   Friday 3 May 2024; 06:24  Leeds; IC 7  to Hull; 07:52  Hull",
                    "2024-05-03 06:24/2024-05-03 07:52".to_owned()
                ),
                (
                    "RETURN  Monday 6 May 2024; 21:44  Hull  sleeper; 06:10  Leeds",
                    "2024-05-06 21:44/2024-05-07 06:10".to_owned()
                ),
                ("Pay by card.", String::new()),
            ]
        );
    }

    #[test]
    fn what_is_booked_stands_above_its_day() {
        let text = "The Oars\nAlder Hall\nFriday 3 May 2024, 19:30\n2 seats\n\nYou pay\nOars £3\nThe rest is due on 6 May 2024\n";
        let mut pieces = super::super::pieces::paragraphs(&lines::of(text, 0));
        join_dated(&mut pieces, text);
        let told: Vec<_> = pieces.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(
            told,
            [
                "The Oars; Alder Hall; Friday 3 May 2024, 19:30; 2 seats",
                "You pay",
                "Oars £3",
                "The rest is due on 6 May 2024"
            ]
        );
    }

    #[test]
    fn unticked_boxes_are_offers() {
        assert_eq!(
            without_offers("☐ Lounge   ☑ Ski school, Sat 4 May   ☐ Flex"),
            "☑ Ski school, Sat 4 May"
        );
        assert_eq!(without_offers("☐ Lounge € 9"), "");
    }
}
