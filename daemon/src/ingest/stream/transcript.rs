//! Lines that name their speaker: `Name: text`, `[00:12:03] Name: text`, `Name (00:12)` with the words below, the
//! chat of a call; with the header that stands above them. Lines that name nobody are speech with no speakers.
//!
//! - `header`: what stands above a talk
//! - `speakers`: lines that name their speaker
//! - `above`: names that stand alone above the words
//! - `legend`: who is meant by initials, offices and capitals
//! - `talk`: the talk that is being read

mod above;
mod header;
mod legend;
mod speakers;
mod talk;

use super::clock::{Start, seconds};
use super::is_vendor_line;
use crate::ingest::About;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use crate::ingest::turns::Turns;
use above::mark;
use header::{header, is_titled, titled};
use legend::Legend;
use memo_common::api::SourceType;
use speakers::{counts_from_midnight, head, labels};
use std::collections::HashMap;
use std::ops::Range;
use talk::Talk;

// what a program gathers behind a talk
pattern!(
    GATHERED,
    r"(?i)^\W*(?:action items?|next steps|key (?:points|takeaways)|takeaways|summary|outline|highlights|keywords|follow-?ups)\W*$"
);
// "0:07 We ate late."
pattern!(
    BARE,
    r"^((?:\d{1,2}:)?\d{1,2}:\d{2})(?:[.,]\d{1,3})?\s+(\S.*)$"
);

/// Longest line (bytes) of a program's own.
const LONGEST_OWN: usize = 240;

/// What a transcript's own lines are compared with.
const TALK: Medium = Medium::of(SourceType::Stream);

/// A line and its bytes.
struct Line<'t> {
    text: &'t str,
    span: Range<usize>,
}

/// Reads a talk whose times count from the beginning of its recording, or whose speakers stand alone above what they
/// say; `false` where the text is none, nothing being added then.
pub(super) fn read_sure(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    let lines = lines(text);
    let is_sure = is_timed(&lines, &labels(text)) || !above::paragraphs(&lines).is_empty();
    if is_sure {
        read(text, about, turns);
    }
    is_sure
}

/// Whether times stand above or before what is said, the first near nothing and none before the one above it.
fn is_timed(lines: &[Line<'_>], known: &HashMap<&str, usize>) -> bool {
    /// Times from which on they are taken for a talk's, seconds before which the first is, lines for each at most.
    const FEWEST: usize = 3;
    const FIRST: i64 = 60;
    const LINES: usize = 6;
    let times = lines.iter().filter_map(|line| {
        let head = || head(line.text, known).filter(|head| head.label.is_some() && !head.is_clock);
        mark(line.text).or_else(|| head()?.time).and_then(seconds)
    });
    let (mut count, mut last) = (0, 0);
    for time in times {
        if time < last || count == 0 && time > FIRST {
            return false;
        }
        (count, last) = (count + 1, time);
    }
    let filled = lines.iter().filter(|line| !line.text.is_empty()).count();
    count >= FEWEST && count * LINES >= filled
}

/// Whether most lines are a time and what is said then, the first near nothing and none before the one above it.
fn is_timed_bare(lines: &[Line<'_>]) -> bool {
    const FEWEST: usize = 3;
    const FIRST: i64 = 60;
    let times: Vec<i64> = lines
        .iter()
        .filter_map(|line| seconds(&BARE.captures(line.text)?[1]))
        .collect();
    let filled = lines.iter().filter(|line| !line.text.is_empty()).count();
    times.len() >= FEWEST
        && times.len() * 3 >= filled * 2
        && times.first().is_some_and(|first| *first < FIRST)
        && times.is_sorted()
}

/// Reads every line; nothing is refused.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) {
    let lines = lines(text);
    let known = labels(text);
    let above = above::names(&lines);
    let mut talk = Talk {
        clock: counts_from_midnight(text, &known)
            || above.values().any(|above| above.time.is_some()) && !is_timed(&lines, &known),
        // fragments between times, nobody being named
        marked: known.is_empty()
            && above.is_empty()
            && (is_timed(&lines, &known) || is_timed_bare(&lines)),
        legend: Legend::of(&lines),
        start: Start::from_name(about),
        now: None,
        speaking: None,
        open: None,
        last: None,
        turns,
    };
    let named = !(known.is_empty() && above.is_empty());
    let head_ends = dated_head(&lines);
    // how far the talk is, told in a line of its own
    let mut passed: Option<i64> = None;
    let mut begun = false;
    // what a program has gathered stands behind the talk, of which this much had passed
    let mut gathered: Option<i64> = None;
    let mut n = 0;
    while n < lines.len() {
        let Line { text: line, span } = &lines[n];
        let (line, at) = (*line, n);
        n += 1;
        if begun && gathered.is_none() && talk.last.is_some() && GATHERED.is_match(line) {
            talk.close();
            gathered = talk.last;
            continue;
        }
        if let Some(last) = gathered {
            let time = head(line, &known).and_then(|head| seconds(head.time?));
            let time = time.or_else(|| seconds(above.get(&at)?.time?));
            if time.is_none_or(|time| time < last) {
                continue;
            }
            gathered = None;
        }
        if !begun && is_titled(line) {
            talk.entitle(line);
            continue;
        }
        if line.is_empty() || is_own(line) {
            talk.vendor(line, about);
            if talk.speaking.is_none() && !talk.marked {
                talk.close();
            }
            continue;
        }
        if let Some(above) = above.get(&at) {
            begun = true;
            let when = talk.when(above.time, passed, false);
            talk.begin(Some(above.label), when, "", span.clone());
            n += usize::from(above.time.is_some());
            continue;
        }
        if let Some(time) = mark(line).filter(|_| named || talk.marked) {
            let speaking = talk.speaking;
            talk.close();
            passed = seconds(time);
            talk.now = talk.when(Some(time), passed, false);
            talk.speaking = speaking;
            if begun || talk.marked {
                begun = true;
                talk.open = Some((String::new(), span.clone()));
            }
            continue;
        }
        if talk.marked
            && let Some(found) = BARE.captures(line)
        {
            talk.close();
            begun = true;
            passed = seconds(&found[1]);
            talk.now = talk.when(Some(&found[1]), passed, false);
            talk.open = Some((found[2].to_owned(), span.clone()));
            continue;
        }
        if !begun {
            if header(line, &mut talk.start, about, talk.turns) {
                continue;
            }
        } else if talk.turn_day(line, about) {
            continue;
        }
        if let Some(head) = head(line, &known) {
            begun = true;
            let when = talk.when(head.time, passed, head.is_clock);
            talk.begin(head.label, when, head.said, span.clone());
        } else if at < head_ends && !tells(line) {
            talk.entitle(line);
        } else if let Some((said, open_span)) = &mut talk.open {
            if !said.is_empty() {
                said.push(if named { '\n' } else { ' ' });
            }
            said.push_str(line);
            open_span.end = span.end;
        } else if !named || tells(line) {
            talk.now = talk.start.when();
            begun = begun || !named;
            talk.open = Some((line.to_owned(), span.clone()));
        } else if !begun && talk.turns.document().title.is_none() {
            talk.turns.document().title = Some(titled(line).into());
        }
    }
    talk.close();
    let written = talk.start.when();
    talk.turns.document().written = written;
}

/// The line, among the first, that is nothing but the talk's day: what stands above it is its head.
fn dated_head(lines: &[Line<'_>]) -> usize {
    /// Lines among which the day stands.
    const FIRST: usize = 5;
    let first = lines.iter().take(FIRST).position(|line| {
        !line.text.is_empty() && stamp::whole(line.text).is_some_and(|stamp| stamp.day.is_some())
    });
    first.unwrap_or(0)
}

/// The lines of a text.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|raw| {
            let line = raw.trim();
            let from = at + (raw.len() - raw.trim_start().len());
            at += raw.len();
            Line {
                text: line,
                span: from..from + line.len(),
            }
        })
        .collect()
}

/// Whether lines name who speaks.
pub(super) fn has_speakers(text: &str) -> bool {
    !labels(text).is_empty()
}

/// Whether a line is the program's own.
fn is_own(line: &str) -> bool {
    is_vendor_line(line) || line.len() <= LONGEST_OWN && furniture::without(line, TALK).is_empty()
}

/// Whether a line above the first that names its speaker tells something: a sentence, not a heading.
fn tells(line: &str) -> bool {
    line.ends_with(['.', '!', '?', '…']) && line.split_whitespace().count() >= 4
}

#[cfg(test)]
mod tests;
