//! Talk → episodes: turns that belong together, and how they are told.
//!
//! Where turns are long, as in written chat, each stands by itself; where they are short, as in speech, a few make an
//! exchange: a question with its answer, one speaker going on.
//!
//! - `turns`: what of it says something
//! - `small_talk`: what nobody would remember
//! - `speakers`: who is behind "Speaker 2" and "Me"
//! - `telling`: the words an exchange is told in

mod small_talk;
mod speakers;
mod telling;
mod turns;

pub(crate) use speakers::resolve;
pub(crate) use telling::tell;

use super::{
    clock::Clock,
    episode::{Episode, Piece},
};
use crate::{
    ingest::{Document, Passage, PersonId},
    when::{Point, When},
};
use memo_common::api::SourceType;
use std::ops::Range;
use turns::{DAY, FULL, TURN, Turn, at_once, one_speaker, other_day, silence, turns};

/// Words from which a stretch of speech with no speakers is complete, and beyond which nothing is joined to it.
const SPEECH: (usize, usize) = (55, 85);

/// Words from which a message of a written chat is complete: it says one thing, and who answers says another.
const MESSAGE: usize = 12;

/// Words from which an exchange of short turns is complete.
const EXCHANGE: usize = 34;

/// Turns of a group at most: some have no words at all, and all of them are looked at for each that may join them.
const MANY: usize = 64;

/// Mean words of a talk's turns from which they count as long.
const LONG_TURNS: usize = 18;

/// Cuts the turns in `range` into episodes.
pub(crate) fn cut(document: &Document, range: Range<usize>, clock: Clock) -> Vec<Episode> {
    let turns = turns(document, range.clone(), clock);
    let words: usize = turns.iter().map(|t| t.words).sum();
    let speech = document.present.len() < 2;
    let long = !speech && words >= LONG_TURNS * turns.len();
    let (enough, full) = if speech {
        SPEECH
    } else if long && document.source_type == SourceType::Stream {
        (TURN, FULL)
    } else if are_messages(document, range.clone()) {
        (MESSAGE, FULL)
    } else {
        (EXCHANGE, FULL)
    };
    let turns = if enough == EXCHANGE && !speech {
        one_speaker(turns)
    } else {
        turns
    };
    let talk = Talk {
        document,
        enough,
        full,
        speech,
        spoken: document.source_type == SourceType::Stream && enough != MESSAGE,
    };
    let mut out: Vec<Vec<Turn<'_>>> = Vec::new();
    let mut turns = turns.into_iter().peekable();
    while let Some(turn) = turns.next() {
        let opens = talk.opens_topic(&turn, turns.peek());
        match out.last_mut() {
            Some(group) if talk.joins(group, &turn, opens) => group.push(turn),
            _ => out.push(vec![turn]),
        }
    }
    out.into_iter()
        .map(|group| episode(group, document, clock))
        .collect()
}

/// Whether turns are messages, each written at a time of its own; what is spoken goes on from one turn to the next, and
/// is of one recording.
fn are_messages(document: &Document, range: Range<usize>) -> bool {
    let minute = |p: &Passage| p.when.filter(|w| matches!(w.start, Point::Minute(_)));
    let turns = &document.passages[range];
    let times = turns
        .windows(2)
        .filter(|two| minute(&two[0]).is_some() && minute(&two[0]) != minute(&two[1]));
    document.source_type == SourceType::Slack
        || document.source_type == SourceType::Stream
            && document.written.is_none()
            && times.count() * 2 >= turns.len()
}

/// Whether a document's talk is a written chat, by its first turns: a message has a time of its own, and a chat goes on for
/// days.
pub(crate) fn is_written(document: &Document) -> bool {
    /// Turns that show it.
    const FIRST: usize = 64;
    let range = 0..document.passages.len().min(FIRST);
    let mut days = document.passages[range.clone()]
        .iter()
        .filter_map(|p| Some(p.when?.days().0));
    let first = days.next();
    are_messages(document, range) || first.is_some_and(|first| days.any(|day| day != first))
}

/// How a talk is cut.
struct Talk<'d> {
    document: &'d Document,
    /// Words from which a group is complete.
    enough: usize,
    /// Words beyond which nothing is joined.
    full: usize,
    /// Whether nobody is named.
    speech: bool,
    /// Whether it was spoken: a program parts what one says on end where there is a pause.
    spoken: bool,
}

impl Talk<'_> {
    fn text(&self, piece: &Piece) -> &str {
        &self.document.passages[piece.passage].text[piece.range.clone()]
    }

    /// Whether a turn goes on with what the group tells.
    fn joins(&self, group: &[Turn<'_>], turn: &Turn<'_>, opens: bool) -> bool {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            return false;
        };
        if last.passage.thread != turn.passage.thread
            || silence(first.passage.when, turn.passage.when)
            || group.len() >= MANY
        {
            return false;
        }
        let words: usize = group.iter().map(|t| t.words).sum();
        let both = words + turn.words;
        // Too little to stand by itself, on either side.
        if words < 6 {
            return true;
        }
        let parted = std::ptr::eq(last.passage, turn.passage);
        if opens || other_day(group, turn) && (words >= DAY || parted) {
            return false;
        }
        if turn.words < 6 && both <= self.full {
            return true;
        }
        if words >= self.enough {
            // "Time and place?" says little without its answer, and the answer less
            let short = self.enough == MESSAGE && last.words < 6;
            let answer =
                (self.enough == EXCHANGE || short) && self.asked(last) && both <= self.full;
            let at_once = at_once(last.passage.when, turn.passage.when);
            let most = if self.spoken || at_once {
                FULL
            } else {
                EXCHANGE
            };
            let goes_on =
                !self.speech && last.passage.speaker == turn.passage.speaker && both <= most;
            return answer || goes_on;
        }
        both <= self.full || words < DAY && self.enough == EXCHANGE
    }

    fn asked(&self, turn: &Turn<'_>) -> bool {
        turn.pieces.last().is_some_and(|p| asks(self.text(p)))
    }

    /// Whether a turn begins something else: it says so, or hands over to the one who speaks next by name.
    fn opens_topic(&self, turn: &Turn<'_>, next: Option<&Turn<'_>>) -> bool {
        const OPENINGS: [&str; 25] = [
            "also different topic",
            "different topic",
            "another thing",
            "one more thing",
            "next topic",
            "next item",
            "next up",
            "on a different note",
            "on another note",
            "btw",
            "by the way",
            "anyway",
            "which reminds me",
            "okay, next",
            "ok, next",
            "moving on",
            "unrelated",
            "fyi",
            "update:",
            "so, to recap",
            "otra cosa",
            "bueno. otra",
            "por cierto",
            "übrigens",
            "au fait",
        ];
        let (Some(first), Some(last)) = (turn.pieces.first(), turn.pieces.last()) else {
            return false;
        };
        let start: String = self
            .text(first)
            .chars()
            .take(40)
            .collect::<String>()
            .to_lowercase();
        if OPENINGS.iter().any(|o| start.starts_with(o)) {
            return true;
        }
        let called = next
            .and_then(|next| next.passage.speaker)
            .filter(|id| turn.passage.speaker != Some(*id))
            .and_then(|id| self.document.people[id].name.as_deref())
            .and_then(|name| name.split_whitespace().next())
            .map(str::to_lowercase);
        called.is_some_and(|name| {
            let end = self
                .text(last)
                .trim_end_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase();
            turn.words <= DAY && end.ends_with(&name) && self.document.present.len() > 2
        })
    }
}

/// Whether a text ends in a question; what stands in brackets after it (a photo's description) is no part of it.
pub(crate) fn asks(text: &str) -> bool {
    let mut text = text.trim_end_matches(['”', '"', '’', ' ']);
    while text.ends_with(']')
        && let Some(open) = text.rfind('[')
    {
        text = text[..open].trim_end_matches(['”', '"', ' ']);
    }
    text.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '?' | '？' | '.' | '!'))
        .ends_with(['?', '？'])
}

fn episode(group: Vec<Turn<'_>>, document: &Document, clock: Clock) -> Episode {
    let written = group[0]
        .passage
        .when
        .or(document.written)
        .or(Some(When::day(clock.now.date())));
    let pieces: Vec<Piece> = group.into_iter().flat_map(|t| t.pieces).collect();
    Episode::new(pieces, written, document)
}

/// Who speaks in an episode: the one who says most of it.
pub(crate) fn speaker(document: &Document, episode: &Episode) -> Option<PersonId> {
    let mut said: Vec<(Option<PersonId>, usize)> = Vec::new();
    for piece in &episode.pieces {
        let who = document.passages[piece.passage].speaker;
        match said.iter_mut().find(|(id, _)| *id == who) {
            Some((_, length)) => *length += piece.range.len(),
            None => said.push((who, piece.range.len())),
        }
    }
    let all: usize = said.iter().map(|(_, n)| n).sum();
    let (who, most) = said.into_iter().max_by_key(|(_, n)| *n)?;
    who.filter(|_| most * 10 >= all * 6)
}

#[cfg(test)]
mod tests;
