//! An episode: sentences that tell of one thing, and when it was.

use super::{
    dates::{self, Anchor, Found, Reference, Told},
    event_time,
};
use crate::{ingest::Document, when::When};
use jiff::civil::Date;
use std::ops::Range;

/// A sentence of an episode.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Index of the passage.
    pub(crate) passage: usize,
    /// Its bytes within the passage's text.
    pub(crate) range: Range<usize>,
    /// Times it names, spans relative to `range`.
    pub(crate) found: Vec<Found>,
    /// The days that were told last before it, in its message or section.
    pub(crate) told: Told,
}

impl Piece {
    /// Reads the sentence `text` of a passage; `told` goes on to the days that it tells last.
    pub(crate) fn read(
        text: &str,
        passage: usize,
        range: Range<usize>,
        reference: Reference,
        told: &mut Told,
    ) -> Self {
        let before = *told;
        let found = dates::find(
            text,
            &Reference {
                told: before,
                ..reference
            },
        );
        *told = found.iter().fold(before, |told, found| told.after(found));
        Self {
            passage,
            range,
            found,
            told: before,
        }
    }

    /// The bytes of the upload that it rests on: exact where its passage stands in it as it was read, else all of the
    /// passage.
    pub(crate) fn span(&self, document: &Document) -> Range<usize> {
        let passage = &document.passages[self.passage];
        let from = passage.span.start;
        match passage.verbatim {
            true => from + self.range.start..from + self.range.end,
            false => passage.span.clone(),
        }
    }

    /// The day or few days that it tells of first; `text` is the passage's.
    pub(crate) fn day(&self, text: &str) -> Option<(Date, Date)> {
        let text = &text[self.range.clone()];
        self.found
            .iter()
            .find(|f| f.anchor >= Anchor::Weekday && event_time::is_told_of(text, f))
            .map(|f| f.when.days())
    }
}

/// Sentences of an episode at most.
const MANY: usize = 64;

/// Sentences that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Episode {
    /// In order; never empty.
    pub(crate) pieces: Vec<Piece>,
    /// When it was written or said, as far as the document tells.
    pub(crate) written: Option<When>,
    /// When it happened.
    pub(crate) when: Option<When>,
}

impl Episode {
    /// An episode of these pieces, written then, with its time.
    pub(crate) fn new(pieces: Vec<Piece>, written: Option<When>, document: &Document) -> Self {
        let mut episode = Self {
            pieces,
            written,
            when: None,
        };
        episode.when = event_time::of(document, &episode);
        episode
    }

    /// Whether it holds as many sentences as it may, however short they are: all of them are looked at for each that may
    /// join them.
    pub(crate) fn is_many(&self) -> bool {
        self.pieces.len() >= MANY
    }

    /// Bytes of its sentences.
    pub(crate) fn len(&self) -> usize {
        self.pieces.iter().map(|p| p.range.len()).sum()
    }

    /// The day that its words name last.
    pub(crate) fn own_day(&self, document: &Document) -> Option<(Date, Date)> {
        self.pieces
            .iter()
            .rev()
            .find_map(|p| p.day(&document.passages[p.passage].text))
    }

    /// Its words as they stand in the document, a sentence a line.
    pub(crate) fn text(&self, document: &Document) -> String {
        let length = self.pieces.iter().map(|p| p.range.len() + 1).sum();
        let mut out = String::with_capacity(length);
        for piece in &self.pieces {
            out.push_str(&document.passages[piece.passage].text[piece.range.clone()]);
            out.push('\n');
        }
        out
    }
}

/// Words of a sentence among which a pronoun takes up what was told before it.
const OPENING: usize = 7;

/// Whether a sentence says what it is about only with the one before it ("I sign it by Tuesday").
pub(crate) fn leans_on(sentence: &str) -> bool {
    let mut words = sentence
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .take(OPENING);
    let first = words.next().unwrap_or_default();
    let points = [
        "it", "its", "that", "this", "these", "those", "both", "same", "which", "es",
    ];
    points.contains(&first.as_str()) || words.any(|w| w == "it" || w == "them")
}
