//! Passages → episodes: what one would remember by itself.
//!
//! A passage of prose is cut where it turns to another day, and where it grows long; short passages of one section
//! that say nothing of a time of their own are kept together. Cut after Hearst's observation that topics turn at
//! lexical and temporal boundaries (TextTiling, 1997), with time as the boundary, since a memory has one `when`.

mod article;
mod days;

use super::{
    clock::{Clock, moment},
    dates::{Anchor, Told},
    episode::{Episode, Piece, leans_on},
    event_time::{self, is_vague},
    sentences,
};
use crate::{
    ingest::{Document, Kind, Passage},
    when::When,
};
use days::{Dated, heading_day, opening_day};
use jiff::civil::Date;
use std::ops::Range;

/// Bytes (some ninety words) at which an episode is closed at the next sentence.
const LONG: usize = 540;

/// Passages below this many words may join their neighbour.
const SHORT: usize = 30;

/// Words up to which a point of a mail or list stays whole.
const POINT: usize = 75;

/// A sentence with a date of its own opens an episode only if it says at least this many words,
const ENOUGH: usize = 6;

/// and only once the episode before it has this many bytes.
const SHORT_TURN: usize = 140;

/// As [`SHORT_TURN`], for the points of a mail or list, which say one thing each.
const SHORT_POINT: usize = 100;

/// Bytes of an episode that names a date of its own, after which another date begins another one in any of these.
const DATED: usize = 50;

/// Bytes of a day's entry after which what is planned for another day is an episode of its own.
const ENTRY: usize = 140;

/// Bytes of an episode that says too little to stand alone.
const TINY: usize = 70;

/// Cuts the passages in `range` (prose, items and messages; talk has rules of its own) into episodes.
pub(crate) fn cut(document: &Document, range: Range<usize>, clock: Clock) -> Vec<Episode> {
    let mut cutting = Cutting {
        document,
        clock,
        out: Vec::new(),
        told: Told::default(),
    };
    // The day of the entry that the passages stand in.
    let mut day: Option<When> = None;
    // The day that its heading names.
    let mut heads: Option<When> = None;
    // It is the hour of the list's item above, not of what follows.
    let mut of_item = false;
    let mut last: Option<&Passage> = None;
    let dated = Dated::of(document, range.clone(), clock);
    for index in range {
        let passage = &document.passages[index];
        if last.is_none_or(|l| l.thread != passage.thread || l.headings != passage.headings) {
            heads = heading_day(document, passage, clock);
            day = heads;
            of_item = false;
            cutting.told = Told::default();
        }
        if let Some(when) = passage
            .when
            .filter(|w| last.is_none_or(|l| l.when != Some(*w)))
        {
            // the entry above has nothing to do with it
            cutting.told = Told {
                days: Some(when.days()),
                stay: None,
            };
        }
        day = passage.when.or(day);
        if passage.when.is_some() {
            of_item = matches!(passage.kind, Kind::Item { .. });
        }
        let opening = opening_day(passage, clock);
        // A dated document tells of several days, but is written on one; in an undated one each entry has its own.
        if document.written.is_none() && passage.when.is_none() {
            // an entry that is dated tells of the days before it
            let told = opening.filter(|o| !heads.is_some_and(|h| is_shortly_after(h, *o)));
            day = told.or(day);
        }
        let joins = last.is_some_and(|l| joins(l, passage) && !dated.turns(index - 1, index))
            && opening.is_none();
        // a task or another item below "17:00 swam" has that day, and no hour
        let written = match passage.kind {
            Kind::Item { task } if passage.when.is_none() && (of_item || task.is_some()) => {
                day.map(|when| When::day(when.days().0))
            }
            _ => day,
        };
        cutting.add(index, written.or(document.written), joins);
        last = Some(passage);
    }
    let mut out = gather(document, cutting.out, &dated);
    for episode in &mut out {
        episode.when = event_time::of(document, episode);
    }
    article::date(document, &mut out);
    out
}

/// Whether a day is at most two weeks after another.
fn is_shortly_after(day: When, other: When) -> bool {
    (1..=14).contains(&(day.days().0 - other.days().1).get_days())
}

/// Joins what says too little to stand alone to what it leads to, within a message or section.
fn gather(document: &Document, episodes: Vec<Episode>, dated: &Dated) -> Vec<Episode> {
    let mut out: Vec<Episode> = Vec::with_capacity(episodes.len());
    for episode in episodes {
        let at = episode.pieces[0].passage;
        let first = &document.passages[at];
        let joined = out.last().is_some_and(|before| {
            let above = before.pieces[before.pieces.len() - 1].passage;
            let last = &document.passages[above];
            let leads = before.len() < TINY || before.text(document).trim_end().ends_with(':');
            let follows = episode.len() < TINY;
            let task = matches!(first.kind, Kind::Item { task: Some(_) });
            let days = before.own_day(document).zip(episode.own_day(document));
            !before.is_many()
                && goes_on(last, first)
                && !dated.turns(above, at)
                && (leads || (follows && !task))
                && before.len() + episode.len() < LONG
                && days.is_none_or(|(a, b)| a == b)
        });
        match out.last_mut() {
            Some(before) if joined => before.pieces.extend(episode.pieces),
            _ => out.push(episode),
        }
    }
    out
}

/// Whether two passages are of the same message or section.
fn goes_on(before: &Passage, passage: &Passage) -> bool {
    before.thread == passage.thread
        && before.headings == passage.headings
        && before.speaker == passage.speaker
        && before.when == passage.when
        && before.kind != Kind::Record
        && passage.kind != Kind::Record
}

/// Whether a passage goes on with what the one before it said.
fn joins(before: &Passage, passage: &Passage) -> bool {
    goes_on(before, passage) && !matches!(passage.kind, Kind::Item { task: Some(_) })
}

/// Passages that are being cut.
struct Cutting<'d> {
    document: &'d Document,
    clock: Clock,
    out: Vec<Episode>,
    /// The days told last in the message or section.
    told: Told,
}

impl Cutting<'_> {
    /// Adds a passage's sentences, written on a day, opening episodes where one is due; `joins` says whether it may go on
    /// with the last.
    fn add(&mut self, index: usize, day: Option<When>, joins: bool) {
        let passage = &self.document.passages[index];
        let now = day.map_or(self.clock.now, |d| moment(d, self.clock.now.time()));
        let mut open = joins
            && self
                .out
                .last()
                .is_some_and(|e| words_of(e, passage, index) < SHORT);
        let pieces: Vec<Piece> = sentences::split(&passage.text)
            .into_iter()
            .map(|range| {
                let text = &passage.text[range.clone()];
                let reference = self.clock.of(now, text, passage);
                Piece::read(text, index, range, reference, &mut self.told)
            })
            .collect();
        let named = pieces.iter().find_map(|p| p.day(&passage.text));
        let mut end_of_last = 0;
        for piece in pieces {
            if open
                && passage.kind != Kind::Record
                && let Some(episode) = self.out.last()
            {
                open = !self.is_full(episode, &piece, day, named, end_of_last);
            }
            end_of_last = piece.range.end;
            match self.out.last_mut() {
                Some(episode) if open => episode.pieces.push(piece),
                _ => self.out.push(Episode {
                    pieces: vec![piece],
                    written: day,
                    when: None,
                }),
            }
            open = true;
        }
    }

    /// Whether the episode and the sentence each open with a date of their own, in prose: "On 3 May I met Ana in Rome. On
    /// 9 May I met Bo in Oslo."
    fn are_dated(&self, episode: &Episode, piece: &Piece) -> bool {
        let opens = |piece: &Piece| {
            let passage = &self.document.passages[piece.passage];
            let dated = piece.found.first().is_some_and(|f| {
                f.anchor >= Anchor::Yearless && f.span.start <= "on the ".len() && !is_vague(f.when)
            });
            passage.kind == Kind::Prose && dated
        };
        opens(piece) && episode.pieces.first().is_some_and(opens)
    }

    /// Whether a sentence tells of a date that stands in the calendar.
    fn names_date(&self, piece: &Piece) -> bool {
        let text = &self.document.passages[piece.passage].text[piece.range.clone()];
        let mut found = piece.found.iter();
        found.any(|f| f.anchor >= Anchor::Yearless && event_time::is_told_of(text, f))
    }

    /// Whether an episode is over before this sentence: it turns to another day, or is long enough. `named` is the day
    /// that the sentence's passage names first, `before` where the sentence before it ends there.
    fn is_full(
        &self,
        episode: &Episode,
        piece: &Piece,
        day: Option<When>,
        named: Option<(Date, Date)>,
        before: usize,
    ) -> bool {
        let passage = &self.document.passages[piece.passage];
        let text = &passage.text[piece.range.clone()];
        let same = episode
            .pieces
            .last()
            .is_some_and(|p| p.passage == piece.passage);
        let own = if same {
            piece.day(&passage.text)
        } else {
            named
        };
        let known = episode.own_day(self.document);
        let line = !same || passage.text[before..piece.range.start].contains('\n');
        // An episode takes the first day it is told; another day begins another one, once there is something to tell of
        // each.
        let told = episode.len();
        let both = || self.names_date(piece) && episode.pieces.iter().any(|p| self.names_date(p));
        let short = if told >= DATED && both() {
            DATED
        } else if is_point(passage) {
            SHORT_POINT
        } else {
            SHORT_TURN
        };
        let enough = || has_words(text, ENOUGH) && told >= short;
        let turns = own.zip(known).is_some_and(|(own, known)| own != known)
            && (line || enough() || self.are_dated(episode, piece))
            && !leans_on(text);
        // A day's entry that goes on to plan another day.
        let plans = passage.kind == Kind::Prose
            && known.is_none()
            && told >= ENTRY
            && own.is_some_and(|(first, _)| day.is_some_and(|d| first > d.days().1));
        // A few words that are left over stay with what they belong to.
        let full = told > LONG && passage.text.len() - piece.range.start > LONG / 4;
        turns || plans || episode.is_many() || full && !(same && is_point(passage))
    }
}

/// Whether a passage is one point by the source's own layout (a paragraph of a mail, an item, a table's rows), and
/// short enough to be remembered whole whatever days it names.
fn is_point(passage: &Passage) -> bool {
    matches!(passage.kind, Kind::Message { .. } | Kind::Item { .. })
        && !has_words(&passage.text, POINT + 1)
}

/// Whether a text has at least so many words.
fn has_words(text: &str, least: usize) -> bool {
    text.split_whitespace().take(least).count() == least
}

/// Words of an episode so far, as far as a joining passage cares: its own kind must be short as well.
fn words_of(episode: &Episode, passage: &Passage, index: usize) -> usize {
    // no more than matters is counted
    let own = passage.text.split_whitespace().take(SHORT).count();
    let before: usize = episode.pieces.iter().map(|p| p.range.len() / 6).sum();
    let far = episode.pieces.last().is_none_or(|p| p.passage + 1 != index);
    if far { usize::MAX } else { before.max(own) }
}
