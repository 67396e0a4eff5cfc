//! Passages → episodes: what one would remember by itself.
//!
//! A passage of prose is cut where it turns to another day, and where it grows long; short passages of one section
//! that say nothing of a time of their own are kept together. Cut after Hearst's observation that topics turn at
//! lexical and temporal boundaries (TextTiling, 1997), with time as the boundary, since a memory has one `when`.

use super::{
    dates::{self, Anchor, Found, Lean, Order, Reference, Told},
    event_time, sentences,
};
use crate::{
    ingest::{Document, Kind, Passage},
    when::{Point, When},
};
use jiff::civil::{Date, DateTime, Time};
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
const SHORT_POINT: usize = 60;

/// Bytes of a day's entry after which what is planned for another day is an episode of its own.
const ENTRY: usize = 140;

/// Bytes of a document that are looked at to tell day-first from month-first.
const SAMPLE: usize = 64 * 1024;

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

    /// The day or few days that it tells of first; `text` is the passage's.
    pub(crate) fn day(&self, text: &str) -> Option<(Date, Date)> {
        let text = &text[self.range.clone()];
        self.found
            .iter()
            .find(|f| f.anchor >= Anchor::Weekday && event_time::is_told_of(text, f))
            .map(|f| f.when.days())
    }
}

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

    /// Bytes of its sentences.
    fn len(&self) -> usize {
        self.pieces.iter().map(|p| p.range.len()).sum()
    }

    /// The day that its words name last.
    fn own_day(&self, document: &Document) -> Option<(Date, Date)> {
        self.pieces
            .iter()
            .rev()
            .find_map(|p| p.day(&document.passages[p.passage].text))
    }

    /// The bytes of [`Episode::text`] that say a time, in order.
    pub(crate) fn times(&self) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut from = 0;
        for piece in &self.pieces {
            let at = |span: &Range<usize>| from + span.start..from + span.end;
            out.extend(piece.found.iter().map(|f| at(&f.span)));
            from += piece.range.len() + 1;
        }
        out
    }

    /// Its words as they stand in the document, a sentence a line.
    pub(crate) fn text(&self, document: &Document) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            out.push_str(&document.passages[piece.passage].text[piece.range.clone()]);
            out.push('\n');
        }
        out
    }
}

/// The document's clock: what dates are read against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// When the document was written, by its own word or else by the upload's.
    pub(crate) now: DateTime,
    /// How `05/03` is meant in it.
    pub(crate) order: Order,
}

impl Clock {
    /// Reads the document's own clock; `reference` is the upload's.
    pub(crate) fn new(document: &Document, reference: DateTime) -> Self {
        // A sample of the whole: one date that tells is enough.
        let mut sample = String::new();
        for passage in &document.passages {
            if sample.len() > SAMPLE {
                break;
            }
            sample.push_str(&passage.text);
            sample.push('\n');
        }
        let order = dates::order(&sample).unwrap_or_default();
        Self {
            now: document
                .written
                .map_or(reference, |w| moment(w, reference.time())),
            order,
        }
    }

    /// The clock of a sentence: in letters and of what is to be done a bare weekday is to come, unless the sentence looks back.
    fn of(self, now: DateTime, sentence: &str, passage: &Passage) -> Reference {
        let ahead = match passage.kind {
            Kind::Message { .. } => !dates::looks_back(sentence),
            Kind::Item { task } => task == Some(false),
            _ => false,
        };
        Reference {
            lean: ahead.then_some(Lean::Future),
            ..self.at(now)
        }
    }

    /// The reference for words said at `now`.
    pub(crate) fn at(self, now: DateTime) -> Reference {
        Reference {
            order: self.order,
            ..Reference::at(now)
        }
    }
}

/// The first moment of `when`; with `time` where it has no time of day of its own.
pub(crate) fn moment(when: When, time: Time) -> DateTime {
    match when.start {
        Point::Minute(at) => at,
        point => point.first_day().to_datetime(time),
    }
}

/// Cuts the passages in `range` (prose, items and messages; talk has rules of its own) into episodes.
pub(crate) fn cut(document: &Document, range: Range<usize>, clock: Clock) -> Vec<Episode> {
    let mut out: Vec<Episode> = Vec::new();
    // The day of the entry that the passages stand in.
    let mut day: Option<When> = None;
    // The days told last in the message or section.
    let mut told = Told::default();
    let mut last: Option<&Passage> = None;
    let dated = Dated::of(document, range.clone(), clock);
    for index in range {
        let passage = &document.passages[index];
        if last.is_none_or(|l| l.thread != passage.thread || l.headings != passage.headings) {
            day = heading_day(document, passage, clock);
            told = Told::default();
        }
        day = passage.when.or(day);
        let opening = opening_day(passage, clock);
        // A dated document tells of several days, but is written on one; in an undated one each entry has its own.
        if document.written.is_none() && passage.when.is_none() {
            day = opening.or(day);
        }
        let joins = last.is_some_and(|l| joins(l, passage) && !dated.turns(index - 1, index))
            && opening.is_none();
        let written = day.or(document.written);
        add(&mut out, document, index, written, clock, joins, &mut told);
        last = Some(passage);
    }
    let mut out = gather(document, out, &dated);
    for episode in &mut out {
        episode.when = event_time::of(document, episode);
    }
    out
}

/// Bytes of an episode that says too little to stand alone.
const TINY: usize = 70;

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
            goes_on(last, first)
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

/// Which passages are items of a list, and whether these open with a day.
struct Dated {
    from: usize,
    items: Vec<Option<bool>>,
}

impl Dated {
    fn of(document: &Document, range: Range<usize>, clock: Clock) -> Self {
        let from = range.start;
        let items = document.passages[range].iter().map(|p| match p.kind {
            Kind::Item { .. } => Some(opens_with_day(&p.text, clock).is_some()),
            _ => None,
        });
        Self {
            from,
            items: items.collect(),
        }
    }

    /// Whether two items are of different things by the days that they open with: "sat 5/25 the match", "mon 5/27 the
    /// cemetery", "call Bo".
    fn turns(&self, before: usize, at: usize) -> bool {
        let item = |n: usize| self.items[n - self.from];
        item(before)
            .zip(item(at))
            .is_some_and(|(above, here)| above || here)
    }
}

/// The day that the nearest heading names; above the first heading, the one that the title is.
fn heading_day(document: &Document, passage: &Passage, clock: Clock) -> Option<When> {
    let day = |text: &str| {
        dates::find(text, &clock.at(clock.now))
            .into_iter()
            .find(|f| f.anchor >= Anchor::Weekday)
    };
    if passage.headings.is_empty() {
        let title = document.title.as_deref()?;
        return day(title)
            .filter(|f| f.anchor >= Anchor::Yearless && f.span.len() * 2 > title.len())
            .map(|f| f.when);
    }
    passage
        .headings
        .iter()
        .rev()
        .find_map(|h| day(h))
        .map(|f| f.when)
}

/// The day with which an entry opens ("sat 9.9 landed …", "Monday, 3 May: …").
fn opening_day(passage: &Passage, clock: Clock) -> Option<When> {
    if passage.kind != Kind::Prose {
        return None;
    }
    opens_with_day(&passage.text, clock)
}

/// The day with which a text opens.
fn opens_with_day(text: &str, clock: Clock) -> Option<When> {
    let head: String = text.chars().take(48).collect();
    dates::find(&head, &clock.at(clock.now))
        .into_iter()
        .find(|f| {
            f.anchor >= Anchor::Yearless
                && head[..f.span.start].chars().all(|c| !c.is_alphanumeric())
        })
        .map(|f| When::day(f.when.start.first_day()))
}

/// Adds a passage's sentences, opening episodes where one is due.
fn add(
    out: &mut Vec<Episode>,
    document: &Document,
    index: usize,
    day: Option<When>,
    clock: Clock,
    joins: bool,
    told: &mut Told,
) {
    let passage = &document.passages[index];
    let now = day.map_or(clock.now, |d| moment(d, clock.now.time()));
    let mut open = joins
        && out
            .last()
            .is_some_and(|e| words_of(e, passage, index) < SHORT);
    let pieces: Vec<Piece> = sentences::split(&passage.text)
        .into_iter()
        .map(|range| {
            let text = &passage.text[range.clone()];
            Piece::read(text, index, range, clock.of(now, text, passage), told)
        })
        .collect();
    let named = pieces.iter().find_map(|p| p.day(&passage.text));
    let mut end_of_last = 0;
    for piece in pieces {
        let text = &passage.text[piece.range.clone()];
        if open
            && passage.kind != Kind::Record
            && let Some(episode) = out.last()
        {
            let same = episode.pieces.last().is_some_and(|p| p.passage == index);
            let own = if same {
                piece.day(&passage.text)
            } else {
                named
            };
            let known = episode.own_day(document);
            let line = !same || passage.text[end_of_last..piece.range.start].contains('\n');
            // An episode takes the first day it is told; another day begins another one, once there is something
            // to tell of each.
            let told = episode.len();
            let short = if is_point(passage) {
                SHORT_POINT
            } else {
                SHORT_TURN
            };
            let enough = text.split_whitespace().count() >= ENOUGH && told >= short;
            let turns = own.zip(known).is_some_and(|(own, known)| own != known)
                && (line || enough)
                && !leans_on(text);
            // A day's entry that goes on to plan another day.
            let plans = passage.kind == Kind::Prose
                && known.is_none()
                && told >= ENTRY
                && own.is_some_and(|(first, _)| day.is_some_and(|d| first > d.days().1));
            // A few words that are left over stay with what they belong to.
            let full = told > LONG && passage.text.len() - piece.range.start > LONG / 4;
            open = !(turns || plans || full && !(same && is_point(passage)));
        }
        end_of_last = piece.range.end;
        match out.last_mut() {
            Some(episode) if open => episode.pieces.push(piece),
            _ => out.push(Episode {
                pieces: vec![piece],
                written: day,
                when: None,
            }),
        }
        open = true;
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

/// Whether a passage is one point by the source's own layout (a paragraph of a mail, an item, a table's rows), and
/// short enough to be remembered whole whatever days it names.
fn is_point(passage: &Passage) -> bool {
    matches!(passage.kind, Kind::Message { .. } | Kind::Item { .. })
        && passage.text.split_whitespace().count() <= POINT
}

/// Words of an episode so far, as far as a joining passage cares: its own kind must be short as well.
fn words_of(episode: &Episode, passage: &Passage, index: usize) -> usize {
    let own = passage.text.split_whitespace().count();
    let before: usize = episode.pieces.iter().map(|p| p.range.len() / 6).sum();
    let far = episode.pieces.last().is_none_or(|p| p.passage + 1 != index);
    if far { usize::MAX } else { before.max(own) }
}
