//! Named things in running text: people, organizations, places, products and events, by their shape, by the embedded
//! lists and cue words, and by the trained tagger where these do not say.

use super::cues::{Cue, Cues};
use super::judge::judge;
use super::run::run;
use super::tagger;
use super::token::Token;
use crate::extract::dates;
use crate::ingest::title::LONGEST;
use memo_common::api::EntityType;
use std::{cell::LazyCell, ops::Range};

/// A named thing at its place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Bytes in the text.
    pub(crate) span: Range<usize>,
    /// What it is.
    pub(crate) kind: EntityType,
}

/// By how much a tag must beat "no name"; chosen on wnut17-dev.
const MARGIN: i16 = 20;

/// Every named thing in a text, in order, none overlapping. Linear in the text.
pub(crate) fn names_in(text: &str, tokens: &[Token]) -> Vec<Named> {
    let tagged = tagger::tag(text, tokens, MARGIN);
    let german = LazyCell::new(|| dates::is_german(text));
    let mut next = 0;
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        while tagged.get(next).is_some_and(|t| t.tokens.end <= at) {
            next += 1;
        }
        let Some(end) = run(text, tokens, at) else {
            let lower = tagged
                .get(next)
                .filter(|t| t.tokens.start == at && listed(tokens, &t.tokens, t.kind));
            let (end, kind) = match lower {
                Some(t) => (t.tokens.end, Some(t.kind)),
                None => super::common::lower_case(tokens, at)
                    .map_or((at + 1, None), |(end, kind)| (end, Some(kind))),
            };
            push(&mut out, tokens, at..end, kind);
            at = end;
            continue;
        };
        let overlap = tagged[next..]
            .iter()
            .take_while(|t| t.tokens.start < end)
            .find(|t| t.tokens.end > at);
        let mut kind = judge(text, tokens, at..end, overlap.map(|t| t.kind));
        // "Keller", "Wasser": every noun has a capital in German, and many are family names
        let sure = overlap.is_some_and(|t| t.kind == EntityType::Person);
        let one = end == at + 1 && kind == Some(EntityType::Person);
        if one
            && is_bare(&tokens[at], sure)
            && (*german || dates::is_german(clause(text, &tokens[at].span)))
        {
            kind = None;
        }
        let (range, kind) = widen(text, tokens, at..end, kind);
        at = range.end;
        push(&mut out, tokens, range, kind);
    }
    out
}

/// The clause around a word.
fn clause<'t>(text: &'t str, word: &Range<usize>) -> &'t str {
    const MARKS: [char; 7] = ['.', ',', ';', ':', '!', '?', '\n'];
    /// Bytes on either side at most.
    const NEAR: usize = 120;
    let from = text.ceil_char_boundary(word.start.saturating_sub(NEAR));
    let to = text.floor_char_boundary(word.end + NEAR);
    let start = text[from..word.start]
        .rfind(MARKS)
        .map_or(from, |at| from + at + 1);
    let end = text[word.end..to]
        .find(MARKS)
        .map_or(to, |at| word.end + at);
    &text[start..end]
}

/// Whether a word is a family name alone, at most, unless it is `sure` that somebody is named.
fn is_bare(word: &Token, sure: bool) -> bool {
    let given = word.entry.given() && (sure || !word.entry.surname());
    !given && !word.cues.any(&[Cue::Kin, Cue::Title])
}

/// A place takes its number ("14 Alder Row") and its common noun ("Howth market") into its name.
fn widen(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    kind: Option<EntityType>,
) -> (Range<usize>, Option<EntityType>) {
    let near = |n: usize| text.get(tokens[n - 1].span.end..tokens[n].span.start) == Some(" ");
    let plain = tokens[range.clone()]
        .iter()
        .all(|t| !t.entry.everyday() || range.len() > 1);
    if let Some(noun) = tokens.get(range.end)
        && matches!(kind, Some(EntityType::Location | EntityType::Other))
        && plain
        && !noun.capital
        && noun.folded.len() > 3
        && noun.cues.any(&[Cue::PlaceHead, Cue::Venue])
        && near(range.end)
    {
        return (range.start..range.end + 1, Some(EntityType::Location));
    }
    // "Heuvelrug half", "Alder spice tour"
    let lower = |n: usize| tokens.get(n).filter(|t| t.word && !t.capital && near(n));
    let event = |n: usize| {
        lower(n).is_some_and(|t| {
            t.cues.has(Cue::EventHead)
                && !matches!(t.folded.as_str(), "party" | "open" | "class" | "con")
        })
    };
    let whole = |n: usize| {
        tokens
            .get(n)
            .is_none_or(|t| !matches!(t.folded.as_str(), "an" | "a" | "of" | "past" | "way"))
    };
    if matches!(kind, Some(EntityType::Location | EntityType::Other)) {
        let plain =
            lower(range.end).is_some_and(|t| t.entry.everyday() && t.cues == Cues::default());
        for end in [range.end + 1, range.end + 2] {
            if event(end - 1) && whole(end) && (end == range.end + 1 || plain) {
                return (range.start..end, Some(EntityType::Event));
            }
        }
    }
    let street =
        tokens[range.end - 1].cues.has(Cue::PlaceHead) && kind == Some(EntityType::Location);
    let number =
        |t: &Token| t.folded.len() <= 4 && t.folded.starts_with(|c: char| c.is_ascii_digit());
    if street && range.start > 0 && number(&tokens[range.start - 1]) && near(range.start) {
        return (range.start - 1..range.end, kind);
    }
    (range, kind)
}

fn push(out: &mut Vec<Named>, tokens: &[Token], range: Range<usize>, kind: Option<EntityType>) {
    let span = tokens[range.start].span.start..tokens[range.end - 1].span.end;
    // what is longer is no name, and would be told wherever it stands
    if let Some(kind) = kind.filter(|_| span.len() <= LONGEST) {
        out.push(Named { span, kind });
    }
}

/// Whether lower-case words that were tagged stand in a list of that kind, in no dictionary, and people beside a word
/// that people stand beside.
fn listed(all: &[Token], range: &Range<usize>, kind: EntityType) -> bool {
    let tokens = &all[range.clone()];
    let beside = |n: Option<usize>, cue| {
        n.and_then(|n| all.get(n))
            .is_some_and(|t: &Token| t.cues.has(cue))
    };
    let person = || {
        beside(range.start.checked_sub(1), Cue::BeforePerson)
            || beside(Some(range.end), Cue::AfterPerson)
    };
    // "the last of the chard"
    let article = kind == EntityType::Location
        && range
            .start
            .checked_sub(1)
            .is_some_and(|n| matches!(all[n].folded.as_str(), "the" | "a"));
    !article
        && tokens.iter().all(|t| {
            t.word
                && !t.entry.word()
                && !t.cues.any(&[Cue::Function, Cue::Calendar])
                && t.folded.len() > 2
        })
        && tokens.iter().any(|t| match kind {
            EntityType::Person => {
                let plain = |t: &Token| t.entry.given() || t.entry.surname();
                t.entry.given() && tokens.iter().all(plain) && person()
            }
            EntityType::Location => t.entry.town() || t.entry.country(),
            _ => false,
        })
}
