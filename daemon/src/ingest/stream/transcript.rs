//! Lines that name their speaker: `Name: text`, `[00:12:03] Name: text`, `Name (00:12)` with the words below, the
//! chat of a call; with the header that stands above them. Lines that name nobody are speech with no speakers.
//!
//! - `header`: what stands above a talk
//! - `speakers`: lines that name their speaker
//! - `above`: names that stand alone above the words
//! - `legend`: who is meant by initials and parts

mod above;
mod header;
mod legend;
mod speakers;

use super::clock::{Start, seconds, time_of_day};
use super::is_vendor_line;
use crate::ingest::About;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp::{self, Day, Stamp};
use crate::ingest::turns::Turns;
use crate::when::When;
use above::mark;
use header::{header, titled};
use legend::Legend;
pub(super) use legend::without_capitals;
use memo_common::api::SourceType;
use speakers::{counts_from_midnight, head, labels};
use std::collections::HashMap;
use std::ops::Range;

pattern!(WATCH, r"\s+-\s+WATCH:\s*\S+");
pattern!(APART, r"\s+([.,?!;:])(?:\s|$)");
pattern!(CLITIC, r"(\w)\s+((?:'(?:s|re|m|ve|ll|d)|n't)\b)");
pattern!(SOUND, r"[\[{][^\]}\d][^\]}]{0,30}[\]}]");

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

/// Reads every line; nothing is refused.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) {
    let lines = lines(text);
    let known = labels(text);
    let above = above::names(&lines);
    let mut talk = Talk {
        clock: counts_from_midnight(text, &known)
            || above.values().any(|above| above.time.is_some()) && !is_timed(&lines, &known),
        // fragments between times, nobody being named
        marked: known.is_empty() && above.is_empty() && is_timed(&lines, &known),
        legend: Legend::of(&lines),
        start: Start::from_name(about),
        now: None,
        speaking: None,
        open: None,
        turns,
    };
    let named = !(known.is_empty() && above.is_empty());
    let head_ends = dated_head(&lines);
    // how far the talk is, told in a line of its own
    let mut passed: Option<i64> = None;
    let mut begun = false;
    let mut n = 0;
    while n < lines.len() {
        let Line { text: line, span } = &lines[n];
        let (line, at) = (*line, n);
        n += 1;
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
        if !begun {
            if header(line, &mut talk.start, about, talk.turns) {
                continue;
            }
            if let Some((_, name)) = legend::part(line) {
                let id = talk.turns.speaker(name);
                talk.turns.document().present.push(id);
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
            talk.turns
                .document()
                .title
                .get_or_insert_with(|| titled(line));
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
            talk.turns.document().title = Some(titled(line));
        }
    }
    talk.close();
    let written = talk.start.when();
    talk.turns.document().written = written;
}

/// A talk of which the lines are read one after the other.
struct Talk<'a> {
    /// Whether its times are times of day.
    clock: bool,
    /// Whether it is fragments between times, nobody being named.
    marked: bool,
    legend: Legend,
    start: Start,
    now: Option<When>,
    speaking: Option<usize>,
    open: Option<(String, Range<usize>)>,
    turns: &'a mut Turns,
}

impl Talk<'_> {
    /// When something is said at this time, or after the last mark.
    fn when(&self, time: Option<&str>, passed: Option<i64>, is_clock: bool) -> Option<When> {
        match time {
            Some(time) if self.clock || is_clock => {
                time_of_day(time).and_then(|t| self.start.clock(t))
            }
            Some(time) => seconds(time).and_then(|s| self.start.after(s)),
            None => passed
                .and_then(|s| self.start.after(s))
                .or(self.start.when()),
        }
    }

    /// Begins a turn.
    fn begin(&mut self, label: Option<&str>, when: Option<When>, said: &str, span: Range<usize>) {
        self.close();
        self.speaking = label.map(|label| self.turns.speaker(&self.legend.name(label)));
        self.now = when;
        self.open = Some((said.to_owned(), span));
    }

    /// Ends the turn that is open.
    fn close(&mut self) {
        let Some((said, span)) = self.open.take() else {
            return;
        };
        let said = SOUND.replace_all(&said, "");
        let said = WATCH.replace_all(&said, "");
        if self.marked {
            self.turns
                .go_on(self.speaking, &closed_up(&said), span, self.now);
        } else {
            self.turns
                .say(self.speaking, &closed_up(&said), span, self.now, 0);
        }
    }

    /// Goes on to the day that a line between the turns tells, where times are of day; `false` where it tells none.
    fn turn_day(&mut self, line: &str, about: &About<'_>) -> bool {
        let rule = |c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | '=' | '*' | '_');
        let stamp = stamp::whole(line.trim_matches(rule));
        let found = stamp.filter(|stamp| self.clock && stamp.day.is_some());
        if let Some(stamp) = found {
            self.close();
            // it begins at no known time
            self.start.time = None;
            self.start.add(stamp, about);
        }
        found.is_some()
    }

    /// Takes in the day on which a service says that it has written the transcript, where nothing better is known.
    fn vendor(&mut self, line: &str, about: &About<'_>) {
        if self.start.date.is_none()
            && let stamp @ Stamp {
                day: Some(Day::Exact(_)),
                ..
            } = stamp::take(line).0
        {
            self.start.add(
                Stamp {
                    time: None,
                    ..stamp
                },
                about,
            );
        }
    }
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

/// Text whose punctuation stands apart from its words, as corpora write it (`we 're here .`), closed up.
fn closed_up(text: &str) -> std::borrow::Cow<'_, str> {
    if !APART.is_match(text) {
        return text.into();
    }
    let text = APART.replace_all(text, "$1 ");
    CLITIC.replace_all(&text, "$1$2").into_owned().into()
}

#[cfg(test)]
mod tests;
