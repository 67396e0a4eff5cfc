//! [`Document`] → memories: with rules and statistics alone, or told anew by a language model.
//!
//! - [`dates`]: times in running text
//! - `sentences`, `episodes`: what belongs together; `episode`: it; `event_time`: when it was, by the
//!   document's `clock`; `subject_day`: the day of an hour alone
//! - `narrative`, `first_person`, `referents`: how it is told; `meeting`: a meeting as a whole
//! - `posts`: comments and commits
//! - `talk`: turns of talk, what belongs together and how it is told
//! - [`tell`]: facts of calendars as sentences
//! - `parts`: long passages, parted; `yielded`: how much a document may yield
//! - `draft`: an episode → the memory of it; `named`: its named things; `structure`: what a source's layout says of it
//! - [`people`]: everybody in the document, by their fullest names; `participants`: who took part in an episode
//! - [`entities`]: named things
//! - [`places`]: where something took place; `tagged`: trained taggers of that, and of who took part
//! - [`tags`]: the keywords of a memory
//! - `model`: the memories told anew by a language model, where one is set; `evidence`: what a text bears out

mod clock;
pub mod dates;
mod draft;
pub mod entities;
mod episode;
mod episodes;
mod event_time;
pub(crate) mod evidence;
mod first_person;
mod marks;
mod meeting;
pub(crate) mod model;
mod named;
mod narrative;
mod participants;
mod parts;
pub mod people;
pub(crate) mod places;
mod posts;
mod referents;
pub(crate) mod sentences;
mod structure;
mod subject_day;
pub mod tags;
mod talk;
pub mod tell;
pub mod window;
mod yielded;

use crate::{
    ingest::{Document, Kind, Passage},
    when::When,
};
use clock::Clock;
use draft::draft;
use jiff::Zoned;
use marks::Marks;
use memo_common::api::{Entity, SourceType};
use people::People;
use std::ops::{ControlFlow, Range};
use yielded::Room;

pub use yielded::TooMuch;
pub(crate) use yielded::{LARGEST_MEMORY, LONGEST_NARRATIVE, MOST_SPANS};

/// What extraction knows besides the document.
#[derive(Clone, Debug)]
pub struct Context {
    /// The user from whose point of view memories are told.
    pub user_name: String,
    /// When the document was written as far as the upload says: `reference_time`, else the upload's own time,
    /// in the zone it was given in.
    pub reference: Zoned,
}

/// A memory, made but not yet stored.
#[derive(Clone, Debug)]
pub struct Draft {
    /// First-person account that stands by itself.
    pub narrative: String,
    /// Who took part, by fullest known names.
    pub participants: Vec<String>,
    /// When it happened (or happens).
    pub when: Option<When>,
    /// Where, as the source names it.
    pub place: Option<String>,
    /// Named things in the narrative.
    pub entities: Vec<Entity>,
    /// Keywords.
    pub tags: Vec<String>,
    /// Bytes of the upload it rests on, ascending, not touching.
    pub spans: Vec<Range<usize>>,
    /// Who speaks in it, where one person does (full name as in `participants`); the user included.
    pub speaker: Option<String>,
    /// Whether its last words are a question (its answer is likely to come next).
    pub asks: bool,
    /// The section or conversation within the document that it belongs to; neighbours are of the same thread.
    pub thread: u32,
    /// How it repeats, where it does, as `series` reads it.
    pub series: Option<String>,
}

/// Why a document has no memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// They are out of all proportion to it.
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    /// Whoever watched did not want to go on.
    #[error("Reading this document was stopped.")]
    Stopped,
}

/// Is told how many memories are made, and of how many; says whether to go on.
pub(crate) type Watch<'a> = &'a dyn Fn(u64, u64) -> ControlFlow<()>;

/// Makes the memories of a document, in its order.
///
/// # Errors
/// They are out of all proportion to the document.
pub fn extract(document: &Document, context: &Context) -> Result<Vec<Draft>, NotRead> {
    watched(document, context, &|_, _| ControlFlow::Continue(()))
}

/// As [`extract`], watched.
///
/// # Errors
/// [`NotRead`]
pub(crate) fn watched(
    document: &Document,
    context: &Context,
    watch: Watch,
) -> Result<Vec<Draft>, NotRead> {
    Ok(read(document, context, watch, |draft, _| draft)?.made)
}

/// A document, read: what was made of it, and who and when is what in it.
pub(crate) struct Read<T> {
    pub(crate) made: Vec<T>,
    pub(crate) people: People,
    pub(crate) clock: Clock,
}

/// What a memory was made of.
pub(crate) struct Source {
    /// Its words as they stand in the document, a sentence a line.
    pub(crate) text: String,
    /// They are said by somebody whom they do not name.
    pub(crate) spoken: bool,
    /// When they were written or said.
    pub(crate) written: Option<When>,
    /// The times that they name.
    pub(crate) named: Vec<When>,
}

/// Of one document, so many memories are read by the tagger: some ten milliseconds each. What a longer one tells behind them
/// has what its structure and its words' signs say.
const MOST_MARKED: usize = 300;

/// Makes the memories of a document, in its order, and keeps of each what `keep` makes of it and its source; a memory
/// of the document as a whole has none.
pub(crate) fn read<T>(
    document: &Document,
    context: &Context,
    watch: Watch,
    keep: impl Fn(Draft, Option<Source>) -> T,
) -> Result<Read<T>, NotRead> {
    let (document, clock) = prepared(document, context);
    let document = &document;
    let people = People::new(document, &context.user_name);
    let make = |whole: bool| {
        let mut room = Room::of(document);
        let mut take = |draft, source| Ok(keep(room.take(draft)?, source));
        made(document, context, (&people, clock), whole, watch, &mut take)
    };
    let mut made = make(false)?;
    // who adds a note does not add what nobody wrote
    if made.is_empty() && document.source_type == SourceType::Text {
        made = make(true)?;
    }
    Ok(Read {
        made,
        people,
        clock,
    })
}

/// The memories of a document; `whole`: with what looks as if nobody wrote it to anybody.
fn made<T>(
    document: &Document,
    context: &Context,
    (people, clock): (&People, Clock),
    whole: bool,
    watch: Watch,
    keep: &mut dyn FnMut(Draft, Option<Source>) -> Result<T, NotRead>,
) -> Result<Vec<T>, NotRead> {
    let episodes = cut(document, clock);
    let total = episodes.len() as u64;
    let told = episodes.into_iter().enumerate().map(|(n, mut episode)| {
        if watch(n as u64, total).is_break() {
            return Err(NotRead::Stopped);
        }
        let mut marks = match n < MOST_MARKED {
            true => Marks::of(document, &episode, context),
            false => Marks::default(),
        };
        if !whole {
            marks.clear(document, &mut episode);
        }
        if episode.pieces.is_empty() {
            return Ok(None);
        }
        event_time::set(document, &mut episode, &marks);
        let (draft, text) = draft(document, &episode, clock, people, &marks);
        let times = episode.pieces.iter().flat_map(|p| &p.found);
        let source = Source {
            text,
            spoken: cut_apart(&document.passages[episode.pieces[0].passage]),
            written: episode.written,
            named: times.map(|f| f.when).collect(),
        };
        Ok(Some((draft, Some(source))))
    });
    let meeting = meeting::draft(document, people).map(|draft| Ok((draft, None)));
    meeting
        .into_iter()
        .chain(told.filter_map(Result::transpose))
        .map(|told| {
            let (draft, source) = told?;
            keep(draft, source)
        })
        .collect()
}

/// A document in the words in which it is told, and what its dates are read against.
fn prepared(document: &Document, context: &Context) -> (Document, Clock) {
    let told = parts::part(tell::tell(document.clone(), context));
    let document = talk::resolve(told, context);
    let clock = Clock::new(&document, context.reference.datetime());
    (document, clock)
}

/// Cuts a document's passages into episodes, in its order.
fn cut(document: &Document, clock: Clock) -> Vec<episode::Episode> {
    document
        .passages
        .chunk_by(|a, b| {
            std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
                || !(cut_apart(a) || cut_apart(b))
        })
        .scan(0, |at, run| {
            let range = *at..*at + run.len();
            *at = range.end;
            Some((&run[0].kind, range))
        })
        .flat_map(|(kind, range)| match kind {
            Kind::Turn => talk::cut(document, range, clock),
            Kind::Post { .. } => posts::cut(document, range, clock),
            _ => episodes::cut(document, range, clock),
        })
        .collect()
}

/// What the tagger reads of each memory that a document yields, with the bytes of the upload that each sentence comes from
/// and the times that it names: what the tagger is trained on.
pub fn windows(document: &Document, context: &Context) -> Vec<(window::Window, Vec<Sentence>)> {
    let (document, clock) = prepared(document, context);
    let document = &document;
    let sentence = |piece: &episode::Piece| Sentence {
        span: piece.span(document),
        times: piece
            .found
            .iter()
            .map(|f| (f.span.clone(), f.when))
            .collect(),
    };
    let read = |episode: episode::Episode| {
        let sentences = episode.pieces.iter().map(sentence).collect();
        (window::Window::of(document, &episode, context), sentences)
    };
    cut(document, clock).into_iter().map(read).collect()
}

/// A sentence of a [`window::Window`].
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Bytes of the upload that it comes from.
    pub span: Range<usize>,
    /// The times that it names, by its own bytes.
    pub times: Vec<(Range<usize>, When)>,
}

/// Whether a passage is of a kind with rules of its own for what belongs together.
fn cut_apart(passage: &Passage) -> bool {
    matches!(passage.kind, Kind::Turn | Kind::Post { .. })
}
