//! Lines that name their speaker: `Name: text`, `[00:12:03] Name: text`, `Name (00:12)` with the words below, the
//! chat of a call; with the header that stands above them. Lines that name nobody are speech with no speakers.

mod header;
mod speakers;

use super::clock::{Start, seconds, time_of_day};
use super::is_vendor_line;
use crate::ingest::About;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::turns::Turns;
use crate::when::When;
use header::{header, titled};
use memo_common::api::SourceType;
use speakers::{counts_from_midnight, head, labels};
use std::ops::Range;

pattern!(MARK, r"^[\[(]?(\d{1,2}:\d{2}:\d{2})[\])]?$");
pattern!(APART, r"\s+([.,?!;:])(?:\s|$)");
pattern!(CLITIC, r"(\w)\s+((?:'(?:s|re|m|ve|ll|d)|n't)\b)");
pattern!(SOUND, r"[\[{][^\]}\d][^\]}]{0,30}[\]}]");

/// Longest line (bytes) of a program's own.
const LONGEST_OWN: usize = 240;

/// What a transcript's own lines are compared with.
const TALK: Medium = Medium::of(SourceType::Stream);

/// Reads every line; nothing is refused.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) {
    let known = labels(text);
    let clock = counts_from_midnight(text, &known);
    let mut start = Start::from_name(about);
    let mut now: Option<When> = None;
    let mut marked: Option<i64> = None;
    let mut speaking = None;
    let mut begun = false;
    let mut open: Option<(String, Range<usize>)> = None;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let from = at + (raw.len() - raw.trim_start().len());
        let span = from..(from + line.len());
        at += raw.len();
        if line.is_empty() || is_own(line) {
            if speaking.is_none() {
                close(&mut open, speaking, now, turns);
            }
            continue;
        }
        // how far the talk is, in a line of its own
        if let Some(mark) = MARK.captures(line).filter(|_| !known.is_empty()) {
            close(&mut open, speaking, now, turns);
            marked = seconds(&mark[1]);
            continue;
        }
        if !begun && header(line, &mut start, about, turns) {
            continue;
        }
        if let Some(head) = head(line, &known) {
            close(&mut open, speaking, now, turns);
            begun = true;
            speaking = head.label.map(|label| turns.speaker(label));
            now = match head.time {
                Some(time) if clock || head.is_clock => {
                    time_of_day(time).and_then(|t| start.clock(t))
                }
                Some(time) => seconds(time).and_then(|s| start.after(s)),
                None => marked.and_then(|s| start.after(s)).or(start.when()),
            };
            open = Some((head.said.to_owned(), span));
        } else if let Some((said, open_span)) = &mut open {
            if !said.is_empty() {
                said.push(if known.is_empty() { ' ' } else { '\n' });
            }
            said.push_str(line);
            open_span.end = span.end;
        } else if known.is_empty() || tells(line) {
            now = start.when();
            begun = begun || known.is_empty();
            open = Some((line.to_owned(), span));
        } else if !begun && turns.document().title.is_none() {
            turns.document().title = Some(titled(line));
        }
    }
    close(&mut open, speaking, now, turns);
    turns.document().written = start.when();
}

/// Whether a line is the program's own.
fn is_own(line: &str) -> bool {
    is_vendor_line(line) || line.len() <= LONGEST_OWN && furniture::without(line, TALK).is_empty()
}

/// Whether a line above the first that names its speaker tells something: a sentence, not a heading.
fn tells(line: &str) -> bool {
    line.ends_with(['.', '!', '?', '…']) && line.split_whitespace().count() >= 4
}

/// Ends the turn that is open.
fn close(
    open: &mut Option<(String, Range<usize>)>,
    speaker: Option<usize>,
    when: Option<When>,
    turns: &mut Turns,
) {
    if let Some((said, span)) = open.take() {
        let said = SOUND.replace_all(&said, "");
        turns.say(speaker, &closed_up(&said), span, when, 0);
    }
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
