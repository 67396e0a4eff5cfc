//! The turns of a talk that say something, cut where they are long and joined where they are short.

use super::{asks, small_talk::SmallTalk};
use crate::extract::{
    clock::{Clock, moment},
    dates::{self, Anchor, Lean, Reference, Told},
    episode::{Piece, leans_on},
    sentences,
};
use crate::{
    ingest::{Document, Passage},
    when::{Point, When},
};
use jiff::civil::DateTime;
use std::ops::Range;

/// Words from which a turn stands by itself where turns are long. Found best for recall of single turns: longer units
/// dilute what was asked for, shorter ones say too little to be found.
pub(super) const TURN: usize = 7;

/// Words from which a group that is about another day than the next turn is closed.
pub(super) const DAY: usize = 15;

/// Words beyond which nothing is joined.
pub(super) const FULL: usize = 60;

/// Words at which a speaker's long turn is cut at the next sentence.
const MONOLOGUE: usize = 110;

/// Silence after which something new begins, in minutes.
const SILENCE: i64 = 90;

/// A turn, or a part of a long one, without its small talk.
pub(super) struct Turn<'d> {
    /// The passage it begins with.
    pub(super) passage: &'d Passage,
    pub(super) pieces: Vec<Piece>,
    pub(super) words: usize,
}

impl<'d> Turn<'d> {
    /// A turn that begins with this passage, of which nothing is read yet.
    fn new(passage: &'d Passage) -> Self {
        Self {
            passage,
            pieces: Vec::new(),
            words: 0,
        }
    }

    /// Whether it says what it is about only with the words before it.
    pub(super) fn leans_on(&self) -> bool {
        self.pieces
            .first()
            .is_some_and(|p| leans_on(&self.passage.text[p.range.clone()]))
    }
}

/// The turns that say something.
pub(super) fn turns<'d>(
    document: &'d Document,
    range: Range<usize>,
    clock: Clock,
) -> Vec<Turn<'d>> {
    let small = SmallTalk::new(document);
    let mut out: Vec<Turn<'d>> = Vec::new();
    let mut asked = false;
    let (mut told, mut thread) = (Told::default(), None);
    for index in range {
        let passage = &document.passages[index];
        // A day that was told is one to go on from only within a conversation.
        let this = (passage.thread, passage.when.map(|w| w.days().0));
        if thread.replace(this) != Some(this) {
            told = Told::default();
        }
        let sentences = sentences::split(&passage.text);
        let kept = small.kept(&passage.text, sentences, asked);
        let Some(last) = kept.last() else { continue };
        asked = asks(&passage.text[last.clone()]);
        let now = passage
            .when
            .or(document.written)
            .map_or(clock.now, |w| moment(w, clock.now.time()));
        let mut turn = Turn::new(passage);
        for range in kept {
            let text = &passage.text[range.clone()];
            if turn.words >= MONOLOGUE {
                out.push(std::mem::replace(&mut turn, Turn::new(passage)));
            }
            let words = text.split_whitespace().count();
            let reference = reference(text, clock, now);
            let piece = Piece::read(text, index, range, reference, &mut told);
            // A memory has one time: what is told of another day begins another one.
            let day = |p: &Piece| p.day(&passage.text);
            let known = turn.pieces.iter().rev().find_map(day);
            let turns = day(&piece).zip(known).is_some_and(|(a, b)| a != b);
            let line = turn
                .pieces
                .last()
                .is_some_and(|p| passage.text[p.range.end..piece.range.start].contains('\n'));
            let told = turn.words >= if line { TURN } else { DAY };
            if turns && words >= TURN && told && !leans_on(text) {
                out.push(std::mem::replace(&mut turn, Turn::new(passage)));
            }
            turn.words += words;
            turn.pieces.push(piece);
        }
        out.push(turn);
    }
    out
}

/// What the dates of a sentence are read against. Talk plans: where the sentence does not tell, a bare "Friday" is the
/// one to come.
fn reference(sentence: &str, clock: Clock, now: DateTime) -> Reference {
    // Where something of it is over, the words nearest to the date decide.
    let ahead = !dates::looks_back(sentence);
    Reference {
        lean: ahead.then_some(Lean::Future),
        ..clock.at(now)
    }
}

/// Short turns of one speaker on end, as one.
pub(super) fn one_speaker(turns: Vec<Turn<'_>>) -> Vec<Turn<'_>> {
    let mut out: Vec<Turn<'_>> = Vec::new();
    for turn in turns {
        match out.last_mut() {
            Some(last)
                if last.passage.speaker == turn.passage.speaker
                    && last.passage.thread == turn.passage.thread
                    && last.words + turn.words <= FULL
                    && !silence(last.passage.when, turn.passage.when)
                    && (!other_day(std::slice::from_ref(last), &turn) || turn.leans_on()) =>
            {
                last.words += turn.words;
                last.pieces.extend(turn.pieces);
            }
            _ => out.push(turn),
        }
    }
    out
}

/// Whether so much time lies between two turns that something new begins.
pub(super) fn silence(before: Option<When>, after: Option<When>) -> bool {
    match (before.map(|w| w.start), after.map(|w| w.start)) {
        (Some(Point::Minute(a)), Some(Point::Minute(b))) => {
            b.duration_since(a) > jiff::SignedDuration::from_mins(SILENCE)
        }
        (Some(a), Some(b)) => a.first_day() != b.first_day(),
        _ => false,
    }
}

/// Whether two messages were written one right after the other.
pub(super) fn at_once(before: Option<When>, after: Option<When>) -> bool {
    /// Minutes that typing a message takes at most.
    const TYPED: i64 = 2;
    let minute = |when: Option<When>| when?.start.moment();
    minute(before)
        .zip(minute(after))
        .is_some_and(|(a, b)| b.duration_since(a) <= jiff::SignedDuration::from_mins(TYPED))
}

/// The days that sentences name outright.
fn days<'p>(pieces: impl Iterator<Item = &'p Piece>) -> Option<When> {
    pieces
        .flat_map(|p| &p.found)
        .find(|f| f.anchor >= Anchor::Weekday)
        .map(|f| f.when)
}

/// Whether a turn speaks of another day than the group does: a memory has one `when`.
pub(super) fn other_day(group: &[Turn<'_>], turn: &Turn<'_>) -> bool {
    let before = days(group.iter().flat_map(|t| &t.pieces));
    let now = days(turn.pieces.iter());
    matches!((before, now), (Some(a), Some(b)) if a.days() != b.days())
}
