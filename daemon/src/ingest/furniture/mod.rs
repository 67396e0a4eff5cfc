//! Furniture: words round a text that nobody wrote to anybody. A window's buttons and counters, a mail's footer, a
//! lawyer's disclaimer, a program's notes of itself.
//!
//! - `opaque`: encoded files, identifiers, what tracks
//! - [`list`]: the phrases of known products and offices, by the kind of source, and `patterns` of those that vary;
//!   what was `met` of them in a text
//! - [`imprint`]: letterheads, and how to reach a firm
//! - `legal`: disclaimers by the concepts they are made of, whatever their words
//! - `offers`: what is put beside a text under a heading of its own
//! - `shape`: what programs say of themselves, by several weak signs, whatever their words
//! - `learned`: the rest, by a trained line
//!
//! What is left out is a line or a sentence, so that what somebody wrote beside it stays; only the little that goes on
//! behind furniture in the same paragraph is taken to be so, too.

pub(crate) mod imprint;
mod learned;
mod legal;
mod list;
mod met;
mod offers;
mod opaque;
mod patterns;
mod shape;

pub(crate) use list::Medium;

use super::{Document, Kind, Passage, Person, PersonId};
use crate::extract::sentences;
use list::LIST;
use memo_common::api::SourceType;
use met::Stands;
use std::{borrow::Cow, ops::Range};

/// Longest line of what a page offers, in bytes.
const OFFER: usize = 90;

/// Lines at a document's edge.
const NEAR: usize = 3;

/// Words behind furniture that are taken for more of it, where they are fewer than its own.
const REST: usize = 20;

/// The text without its furniture; nothing where all of it is.
pub(crate) fn without(text: &str, medium: Medium) -> Cow<'_, str> {
    cleared(text, medium, None)
}

/// An edge of a document, where programs put what they say of themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Start,
    End,
}

/// The text without its furniture. `edge`: where in the document it stands, if lines of it are looked at by their
/// shape; within a document no such line is.
fn cleared(text: &str, medium: Medium, edge: Option<Edge>) -> Cow<'_, str> {
    let met = LIST.meet(text, medium);
    let lines = text.lines().count();
    let at_edge = |line: usize| match edge {
        Some(Edge::Start) => line < NEAR,
        Some(Edge::End) => line + NEAR >= lines,
        None => false,
    };
    let papers = legal::holds_for(medium);
    let legal = met.may_be_legal();
    let sentences = LIST.has_sentences(medium);
    // what a page offers beside its text, under a line that says so
    let mut offered = false;
    let mut kept = String::with_capacity(text.len());
    let (mut dropped, mut behind, mut alone) = (0, 0, false);
    // where the text before the first furniture ends
    let mut before = None;
    // whether the sentence dropped last goes on in the next line
    let mut unended = false;
    let mut at = 0;
    for (line, raw) in text.split('\n').enumerate() {
        let from = at;
        at += raw.len() + 1;
        let part = from..at;
        let goes_on =
            std::mem::take(&mut unended) && raw.trim_start().starts_with(char::is_lowercase);
        let is_program = |said: &str, part: &Range<usize>| {
            met.may_be_program(part) && shape::is(said, at_edge(line))
        };
        offered = offers::stand_below(raw, medium)
            || offered && !raw.trim().is_empty() && raw.len() <= OFFER && !is_told(raw);
        if offered
            || LIST.is_line_of(raw, medium, &met, &part)
            || is_program(raw, &part)
            || is_bar(raw, medium, |said| is_program(said, &part))
        {
            dropped += raw.split_whitespace().count();
            before.get_or_insert(kept.len());
            continue;
        }
        let hit = !met.phrases(&part).is_empty() || met.may_be_program(&part);
        if !kept.is_empty() {
            kept.push('\n');
        }
        let imprints = papers && raw.bytes().any(|b| b.is_ascii_digit());
        if !hit && !legal && !imprints && !sentences && !goes_on {
            behind += before.map_or(0, |_| raw.split_whitespace().count());
            kept.push_str(raw);
            continue;
        }
        let mut end = kept.len();
        for (n, range) in sentences::split(raw).into_iter().enumerate() {
            let sentence = &raw[range.clone()];
            let words = || sentence.split_whitespace().count();
            let part = from + range.start..from + range.end;
            let inside = met.phrases(&part);
            let said = inside.iter().any(|h| {
                h.start >= part.start
                    && match h.stands {
                        Stands::Sure => true,
                        Stands::Anywhere => !is_told(sentence),
                        Stands::First => {
                            let lead = &raw[range.start..h.start - from];
                            !lead.contains(char::is_alphanumeric)
                        }
                    }
            });
            if said
                || legal && legal::is(sentence)
                || (hit || legal) && LIST.is_line_of(sentence, medium, &met, &part)
                || is_program(sentence, &part)
                || goes_on && n == 0
            {
                dropped += words();
                before.get_or_insert(kept.len());
                unended = !sentence
                    .trim_end()
                    .ends_with(['.', '!', '?', ':', '…', ')']);
                continue;
            }
            unended = false;
            // it is furniture by itself, and says nothing of what goes on behind it
            if sentences && LIST.is_sentence_of(sentence, medium, &met, &part)
                || imprints && imprint::is_sentence(sentence)
            {
                alone = true;
                continue;
            }
            behind += before.map_or(0, |_| words());
            if kept.len() > end {
                kept.push(' ');
            } else {
                end = kept.len();
            }
            kept.push_str(sentence);
        }
    }
    if before.is_none() && !alone {
        return Cow::Borrowed(text);
    }
    // what one goes on to say is theirs: "Can you hear me? The boat is sold."
    let footer = medium.is_shaped() && behind < dropped && behind <= REST;
    if let Some(before) = before
        && footer
        && !is_told(&kept[before..])
    {
        kept.truncate(before);
    }
    match kept.trim() {
        "" => Cow::Borrowed(""),
        kept => Cow::Owned(kept.to_owned()),
    }
}

/// Whether a line is parts beside each other, one of them furniture and the others few words: a name, a date.
fn is_bar(line: &str, medium: Medium, is_program: impl Fn(&str) -> bool) -> bool {
    const BESIDE: usize = 8;
    const PARTS: [&str; 6] = [" - ", " – ", " — ", " · ", " | ", " • "];
    if line.len() > 200 || !PARTS.iter().any(|p| line.contains(p)) {
        return false;
    }
    let mut line = line.trim_matches([' ', '[', ']', '(', ')', '*']).to_owned();
    for part in PARTS {
        line = line.replace(part, "\n");
    }
    let (mut own, mut others) = (0, 0);
    for part in line.lines().map(str::trim).filter(|p| !p.is_empty()) {
        let words = part.split_whitespace().count();
        let met = LIST.meet(part, medium);
        if LIST.is_line_of(part, medium, &met, &(0..part.len())) || is_program(part) || met.starts()
        {
            own += words;
        } else if words > 4 || part.ends_with(['.', '!', '?']) {
            return false;
        } else {
            others += words;
        }
    }
    own > 0 && others <= BESIDE
}

/// Whether a line is furniture as a whole.
pub(crate) fn is_line(line: &str, medium: Medium) -> bool {
    LIST.is_line(line, medium)
}

/// Whether a line of a mail tells that a program has sent it to many.
pub(crate) fn is_mailing(line: &str) -> bool {
    !LIST
        .meet(line, Medium::MAILING)
        .phrases(&(0..line.len()))
        .is_empty()
}

/// Which lines of a text belong to an encoded file, which nobody reads.
pub(crate) fn encoded<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<bool> {
    opaque::encoded(lines)
}

/// Takes the furniture out of a document that was read.
pub(super) fn clear(document: &mut Document) {
    learned::clear(document);
    let source = document.source_type;
    let office: Vec<bool> = document.people.iter().map(|p| p.organization).collect();
    let is_office = |id: Option<PersonId>| id.and_then(|id| office.get(id)) == Some(&true);
    let Document {
        people, passages, ..
    } = document;
    let count = passages.len();
    let mut number = 0;
    passages.retain_mut(|passage| {
        number += 1;
        let edge = match number {
            n if n + 1 >= count => Some(Edge::End),
            1 => Some(Edge::Start),
            _ => None,
        };
        // what a reader has put into words itself, and what one person said in a line
        let own = passage.kind == Kind::Record
            || passage.kind == Kind::Turn
                && passage.speaker.is_some()
                && passage.text.split_whitespace().count() <= 3;
        if own {
            if let Cow::Owned(bare) = opaque::without_secrets(&passage.text) {
                passage.text = bare;
            }
            return true;
        }
        let medium = match source {
            SourceType::Email if is_office(passage.speaker) => Medium::OFFICE,
            source => Medium::of(source),
        };
        let kept = cleared(&passage.text, medium, edge);
        if kept.len() != passage.text.len() {
            passage.text = kept.into_owned();
        }
        let read = opaque::without(&passage.text);
        if read.len() != passage.text.len() {
            passage.text = read.into_owned();
        }
        if passage.text.is_empty() {
            tell_act(passage, people);
        }
        !passage.text.is_empty() || matches!(passage.kind, Kind::Event(_))
    });
}

/// What somebody did stays where their words are none ("Fixes #4" below a commit's title); a comment is its words.
fn tell_act(passage: &mut Passage, people: &[Person]) {
    let Some(who) = passage.speaker.and_then(|id| people.get(id)) else {
        return;
    };
    if let Kind::Post { act } = &passage.kind
        && !act.starts_with("commented")
    {
        passage.text = format!("{} {act}.", who.called());
        passage.kind = Kind::Record;
    }
}

/// Whether somebody tells the sentence of themselves: no program says "I".
fn is_told(sentence: &str) -> bool {
    sentence
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’')))
        .any(|word| {
            matches!(word, "I" | "i" | "my" | "My" | "me")
                || word.len() <= 6
                    && word.starts_with(['I', 'i'])
                    && word[1..].starts_with(['\'', '’'])
        })
}

#[cfg(test)]
mod tests;
