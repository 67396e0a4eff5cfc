//! What the tagger marks in an episode: who took part, where it happened, which of its times is its own, what is named, and
//! which sentences nobody wrote to anybody.

use super::{
    Context,
    entities::token::tokens,
    episode::{Episode, Piece},
    people::{People, PersonRef},
    window::{Part, Window},
};
use crate::{
    encoder::{self, Span, Tag, Tags, Threads},
    ingest::{Document, Kind},
};
use memo_common::api::SourceType;
use std::{ops::Range, sync::OnceLock};

/// How likely a name has to be a person's at all to say whether they took part.
const SOMEBODY: f32 = 0.15;

/// How likely a sentence has to be boilerplate to be left out: so that hardly any is that tells of an event.
const BOILERPLATE: f32 = 0.8;

/// How likely a place has to be where it happened to be told as that; below it, more places told are wrong than right
/// (`daemon/encoder/README.md`).
const HAPPENED: f32 = 0.4;

/// An episode, read by the tagger.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    window: Window,
    /// Of each of the window's lines.
    tags: Vec<Tags>,
}

/// A stretch of words that is marked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Marked {
    /// Its bytes in the line.
    pub(crate) range: Range<usize>,
    /// What it is.
    pub(crate) span: Span,
    /// How likely, the mean of its pieces.
    pub(crate) likely: f32,
}

/// The threads that the tagger runs on; they have the priority of what reads documents.
fn threads() -> &'static Threads {
    static THREADS: OnceLock<Threads> = OnceLock::new();
    THREADS.get_or_init(Threads::new)
}

impl Marks {
    /// Reads an episode. Where the tagger cannot be run, nothing is marked.
    pub(crate) fn of(document: &Document, episode: &Episode, context: &Context) -> Self {
        Self::read(Window::of(document, episode, context))
    }

    /// Reads one line.
    pub(crate) fn of_line(line: &str) -> Self {
        Self::read(Window::of_line(line))
    }

    fn read(window: Window) -> Self {
        let lines: Vec<&str> = window.lines.iter().map(|l| l.text.as_str()).collect();
        let around = window
            .lines
            .iter()
            .filter(|l| !matches!(l.part, Part::Piece(_)));
        let tags = encoder::tagger()
            .read(&lines, around.count(), threads())
            .unwrap_or_else(|error| {
                tracing::warn!(%error, "a memory is read without the tagger");
                vec![Tags::default(); lines.len()]
            });
        Self { window, tags }
    }

    /// The pieces of a line that lie in these bytes of it.
    fn within(&self, line: usize, range: &Range<usize>) -> &[Tag] {
        let pieces = &self.tags[line].pieces;
        let first = pieces.partition_point(|p| p.bytes.end <= range.start);
        let last = pieces.partition_point(|p| p.bytes.start < range.end);
        &pieces[first..last.max(first)]
    }

    /// How likely these bytes of a line are each of these, the mean of their pieces.
    fn likely(&self, line: usize, range: &Range<usize>, span: Span) -> f32 {
        let pieces = self.within(line, range);
        let sum: f32 = pieces.iter().map(|p| p.of[span as usize]).sum();
        sum / pieces.len().max(1) as f32
    }

    fn line_of(&self, sentence: usize) -> Option<usize> {
        let mut lines = self.window.lines.iter();
        lines.position(|l| l.part == Part::Piece(sentence))
    }

    /// The logarithm of the odds that a time, by its bytes in its sentence, is when it happened.
    pub(crate) fn is_when(&self, sentence: usize, span: &Range<usize>) -> Option<f32> {
        let line = self.line_of(sentence)?;
        let from = self.window.lines[line].from;
        let range = from + span.start..from + span.end;
        if self.within(line, &range).is_empty() {
            return None;
        }
        let own = self.likely(line, &range, Span::Time);
        let other = self.likely(line, &range, Span::Date);
        Some(((own + 0.01) / (other + 0.01)).ln())
    }

    /// The words of the likeliest stretch of a kind in the sentences and above them.
    pub(crate) fn best(&self, span: Span) -> Option<&str> {
        let of_kind = self
            .marked()
            .filter(|(part, _, m)| *part != Part::Before && m.span == span);
        let best = of_kind.reduce(|best, next| {
            if next.2.likely > best.2.likely {
                next
            } else {
                best
            }
        });
        best.map(|(_, said, _)| said)
    }

    /// Leaves out of the episode the sentences that nobody wrote to anybody. What somebody says in a talk is theirs: of people who
    /// cheer each other up, the tagger takes every eighth sentence for an advertisement. A task is somebody's, and so is what a
    /// note says of a password.
    pub(crate) fn clear(&mut self, document: &Document, episode: &mut Episode) {
        let own = |piece: &Piece| {
            let passage = &document.passages[piece.passage];
            let noted = document.source_type == SourceType::Text && passage.speaker.is_none();
            let task = matches!(passage.kind, Kind::Item { task: Some(_) });
            let spoken = document.source_type == SourceType::Stream && passage.speaker.is_some();
            spoken || task || noted && has_secret(&passage.text[piece.range.clone()])
        };
        let keep: Vec<bool> = episode
            .pieces
            .iter()
            .enumerate()
            .map(|(n, piece)| {
                let line = self.line_of(n);
                line.is_none_or(|line| self.tags[line].boilerplate < BOILERPLATE) || own(piece)
            })
            .collect();
        if keep.iter().all(|k| *k) {
            return;
        }
        let mut number = 0;
        let lines = std::mem::take(&mut self.window.lines);
        let tags = std::mem::take(&mut self.tags);
        for (mut line, tags) in lines.into_iter().zip(tags) {
            if let Part::Piece(n) = line.part {
                if !keep[n] {
                    continue;
                }
                line.part = Part::Piece(number);
                number += 1;
            }
            self.window.lines.push(line);
            self.tags.push(tags);
        }
        let mut kept = keep.into_iter();
        episode.pieces.retain(|_| kept.next().unwrap_or(true));
    }

    /// Everybody whom the episode and what stands round it name, with how likely they took part.
    pub(crate) fn people(&self, people: &People) -> Vec<(PersonRef, f32)> {
        let mut out: Vec<(PersonRef, f32)> = Vec::new();
        for (n, line) in self.window.lines.iter().enumerate() {
            if line.part == Part::Before {
                continue;
            }
            let mut named: Vec<(Range<usize>, PersonRef)> = line
                .names
                .iter()
                .map(|(range, who)| (range.clone(), who.map_or(people.user(), |id| people.of(id))))
                .collect();
            let structural = named.len();
            for mention in people.mentions_in(&tokens(&line.text)) {
                let apart = |(r, _): &(Range<usize>, PersonRef)| {
                    r.end <= mention.span.start || mention.span.end <= r.start
                };
                if named[..structural].iter().all(apart) {
                    named.push((mention.span, mention.person));
                }
            }
            for (k, (range, who)) in named.into_iter().enumerate() {
                let took = self.likely(n, &range, Span::Took);
                let person = self.likely(n, &range, Span::Person);
                let likely = match took + person > SOMEBODY || k < structural {
                    true => took / (took + person + 1e-3),
                    false => took,
                };
                match out.iter_mut().find(|(other, _)| *other == who) {
                    Some((_, most)) => *most = most.max(likely),
                    None => out.push((who, likely)),
                }
            }
        }
        out
    }

    /// Whether a name is a firm's or a thing's wherever it is marked.
    pub(crate) fn is_thing(&self, name: &str) -> bool {
        /// How likely it has to be.
        const SURE: f32 = 0.5;
        let mut named = self
            .marked()
            .filter(|(_, said, _)| *said == name)
            .peekable();
        let thing = |span| matches!(span, Span::Organization | Span::Product | Span::Work);
        named.peek().is_some() && named.all(|(_, _, m)| thing(m.span) && m.likely >= SURE)
    }

    /// The marked stretches of the episode's sentences and of what stands above them, with the words.
    pub(crate) fn marked(&self) -> impl Iterator<Item = (Part, &str, Marked)> {
        let lines = self.window.lines.iter().zip(&self.tags);
        lines.flat_map(|(line, tags)| {
            let found = stretches(&line.text, &tags.pieces);
            found
                .into_iter()
                .map(move |m| (line.part, &line.text[m.range.clone()], m))
        })
    }
}

/// Whether a stretch is a part of a password: "Delta" of "0815-Delta".
fn is_of_secret(text: &str, range: &Range<usize>) -> bool {
    let start = text[..range.start].rfind(char::is_whitespace);
    let end = text[range.end..].find(char::is_whitespace);
    let start = start.map_or(0, |at| at + 1).min(range.start);
    let word = &text[text.ceil_char_boundary(start)..end.map_or(text.len(), |at| range.end + at)];
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    bare != &text[range.clone()] && !text[range.clone()].contains(' ') && has_secret(word)
}

/// Whether a word is made as passwords and numbers of things are: letters and digits in one, but no address.
fn has_secret(text: &str) -> bool {
    /// Fewer signs have the names of models and rooms, too.
    const SHORTEST: usize = 6;
    text.split_whitespace().any(|word| {
        let word =
            word.trim_matches(|c: char| matches!(c, ',' | '.' | ';' | ':' | '“' | '”' | '"'));
        word.chars().count() >= SHORTEST
            && word.contains(|c: char| c.is_ascii_digit())
            && word.contains(char::is_alphabetic)
            && !word.contains(['/', '@', '.'])
    })
}

/// What a stretch is before it is known what part that has: somebody, a place, a time, or what is named besides.
const fn family(span: Span) -> Span {
    match span {
        Span::Took | Span::Person => Span::Person,
        Span::Place | Span::Elsewhere => Span::Elsewhere,
        Span::Time | Span::Date => Span::Date,
        other => other,
    }
}

/// The stretches of a line whose pieces are likelier part of one than not. Whether a place is where it happened is weighed
/// over all of its pieces.
fn stretches(text: &str, pieces: &[Tag]) -> Vec<Marked> {
    struct Open {
        range: Range<usize>,
        family: Span,
        sums: [f32; Span::ALL.len()],
        count: f32,
    }
    let mut out: Vec<Open> = Vec::new();
    for piece in pieces {
        let none = 1.0 - piece.of.iter().sum::<f32>();
        let of = |family_of: Span| -> f32 {
            let own = Span::ALL.into_iter().filter(|s| family(*s) == family_of);
            own.map(|s| piece.of[s as usize]).sum()
        };
        let families = Span::ALL.into_iter().filter(|s| family(*s) == *s);
        let best = families.max_by(|a, b| of(*a).total_cmp(&of(*b)));
        let Some(best) = best.filter(|family| of(*family) > none) else {
            continue;
        };
        let goes_on = out.last().is_some_and(|last| {
            let end = last.range.end.min(piece.bytes.start);
            let beside = text[end..piece.bytes.start].trim().is_empty();
            last.family == best && beside && piece.begins < 0.5
        });
        if !goes_on {
            out.push(Open {
                range: piece.bytes.clone(),
                family: best,
                sums: Default::default(),
                count: 0.0,
            });
        }
        if let Some(last) = out.last_mut() {
            last.range.end = piece.bytes.end.max(last.range.end);
            last.count += 1.0;
            for (sum, of) in last.sums.iter_mut().zip(piece.of) {
                *sum += of;
            }
        }
    }
    out.into_iter()
        .map(|open| {
            let likely = |span: Span| open.sums[span as usize] / open.count;
            let kinds = Span::ALL.into_iter().filter(|s| family(*s) == open.family);
            let span = match open.family {
                Span::Elsewhere if likely(Span::Place) > HAPPENED => Span::Place,
                Span::Elsewhere => Span::Elsewhere,
                _ => kinds
                    .max_by(|a, b| likely(*a).total_cmp(&likely(*b)))
                    .unwrap_or(open.family),
            };
            Marked {
                range: whole_words(text, open.range.clone()),
                span,
                likely: likely(span),
            }
        })
        .filter(|m| !m.range.is_empty() && !is_of_secret(text, &m.range))
        .collect()
}

/// The range with the words whole that it begins and ends in, and without what stands round them.
fn whole_words(text: &str, mut range: Range<usize>) -> Range<usize> {
    let spaced = |c: char| c.is_alphanumeric() && (c as u32) < 0x2e80;
    if text[range.clone()].starts_with(spaced) {
        range.start -= text[..range.start]
            .chars()
            .rev()
            .take_while(|c| spaced(*c))
            .map(char::len_utf8)
            .sum::<usize>();
    }
    if text[range.clone()].ends_with(spaced) {
        let rest = text[range.end..].chars().take_while(|c| spaced(*c));
        range.end += rest.map(char::len_utf8).sum::<usize>();
    }
    let said = &text[range.clone()];
    let bare = said.trim_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | ';' | ':' | '"' | '“' | '”' | '„' | '»' | '«' | '*' | '_'
            )
    });
    let start = range.start + (bare.as_ptr() as usize - said.as_ptr() as usize);
    start..start + bare.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn passwords_are_no_addresses() {
        assert!(has_secret("the key is kiesel-am-fluss-31, keep it"));
        assert!(has_secret("admin / Moos_4x!"));
        for text in [
            "see https://a.example/x9y8z7",
            "room 4b on 3 May 2026",
            "no key",
        ] {
            assert!(!has_secret(text), "{text}");
        }
    }

    #[test]
    fn a_stretch_is_of_whole_words() {
        let text = "with “Ana Roy”, at";
        let at = text.find("na R").expect("stands there");
        let whole = |range| &text[whole_words(text, range)];
        assert_eq!(whole(at..at + 4), "Ana Roy");
        assert_eq!(whole(5..text.len() - 3), "Ana Roy");
        assert_eq!(whole(4..5), "");
    }

    proptest! {
        #[test]
        fn stretches_lie_in_their_line(text in "(\\PC|Ana |\n){0,60}") {
            let marks = Marks::of_line(&text);
            for (_, said, marked) in marks.marked() {
                prop_assert_eq!(&text[marked.range], said);
            }
        }
    }
}
