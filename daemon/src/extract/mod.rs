//! [`Document`] → memories: with rules and statistics alone, or told anew by a language model.
//!
//! - [`dates`]: times in running text
//! - `sentences`, `episodes`: what belongs together; `event_time`: when it was
//! - `narrative`, `first_person`, `referents`: how it is told; `meeting`: a meeting as a whole
//! - `posts`: comments and commits
//! - `talk`: turns of talk, what belongs together and how it is told
//! - [`tell`]: facts of calendars as sentences
//! - [`people`]: everybody in the document, by their fullest names; `participants`: who took part in an episode
//! - [`entities`]: named things
//! - [`places`]: where something took place
//! - [`tags`]: the keywords of a memory
//! - `model`: the memories told anew by a language model, where one is set; `evidence`: what a text bears out

pub mod dates;
pub mod entities;
mod episodes;
mod event_time;
pub(crate) mod evidence;
mod first_person;
mod meeting;
pub(crate) mod model;
mod narrative;
mod participants;
pub mod people;
pub mod places;
mod posts;
mod referents;
pub(crate) mod sentences;
pub mod tags;
mod talk;
pub mod tell;

use crate::{
    ingest::{Document, Kind, Passage},
    when::When,
};
use episodes::{Clock, Episode, Piece};
use jiff::Zoned;
use memo_common::api::{Entity, EntityType, SourceType};
use participants::is_noted;
use people::{People, PersonRef};
use std::ops::Range;

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
}

/// Makes the memories of a document, in its order.
pub fn extract(document: &Document, context: &Context) -> Vec<Draft> {
    read(document, context, |draft, _| draft).made
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

/// Makes the memories of a document, in its order, and keeps of each what `keep` makes of it and its source; a memory
/// of the document as a whole has none.
pub(crate) fn read<T>(
    document: &Document,
    context: &Context,
    keep: impl Fn(Draft, Option<Source>) -> T,
) -> Read<T> {
    let document = &talk::resolve(tell::tell(document.clone(), context), context);
    let people = People::new(document, &context.user_name);
    let clock = Clock::new(document, context.reference.datetime());
    let told = document
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
        .map(|episode| {
            let (draft, text) = draft(document, &episode, clock, &people);
            let times = episode.pieces.iter().flat_map(|p| &p.found);
            let source = Source {
                text,
                spoken: cut_apart(&document.passages[episode.pieces[0].passage]),
                written: episode.written,
                named: times.map(|f| f.when).collect(),
            };
            keep(draft, Some(source))
        });
    let whole = meeting::draft(document, &people).map(|draft| keep(draft, None));
    let made = whole.into_iter().chain(told).collect();
    Read {
        made,
        people,
        clock,
    }
}

/// Whether a passage is of a kind with rules of its own for what belongs together.
fn cut_apart(passage: &Passage) -> bool {
    matches!(passage.kind, Kind::Turn | Kind::Post { .. })
}

/// The memory of an episode, and its words in the document.
fn draft(document: &Document, episode: &Episode, clock: Clock, people: &People) -> (Draft, String) {
    let first = &document.passages[episode.pieces[0].passage];
    let narrative = if first.kind == Kind::Turn {
        talk::tell(document, episode, people)
    } else {
        narrative::tell(document, episode, people)
    };
    let text = episode.text(document);
    let participants = participants::of(document, episode, people);
    let reading = entities::Reading::new(&text);
    let mut entities = named(document, episode, &reading, &participants, people);
    if let Some(place) = &first.place {
        add_place(&mut entities, place);
    }
    let meeting = document
        .place
        .clone()
        .filter(|_| at_meeting(document, episode));
    let place = first
        .place
        .clone()
        .filter(|place| !places::is_online(place))
        .or_else(|| {
            if is_complete(document, first) {
                // "Lunch at Ann's", entered without a place
                let title = first.text.split(['“', '”']).nth(1);
                let entered = document.source_type == SourceType::Calendar && first.place.is_none();
                title
                    .filter(|_| entered)
                    .and_then(|title| places::titled(title, &[]))
            } else {
                places::find_in(&reading, &episode.times())
                    .or_else(|| headed(document, first, clock))
            }
        })
        .or(meeting)
        .or_else(|| places::premises(document, first));
    // "club Olimar", "Ward 64"
    if let Some(place) = place.as_deref().filter(|p| is_called(p)) {
        add_place(&mut entities, place);
    }
    let draft = Draft {
        participants,
        tags: tags::tags_in(&reading.tokens, &entities),
        entities,
        when: episode.when.or(Some(When::day(clock.now.date()))),
        place,
        spans: spans(document, episode),
        speaker: talk::speaker(document, episode).map(|id| people.name(people.of(id)).to_owned()),
        asks: talk::asks(&narrative),
        thread: first.thread,
        narrative,
    };
    (draft, text)
}

/// The place beside the day in the heading that the passage stands under: "Tue 13 Oct - Leeds".
fn headed(document: &Document, passage: &Passage, clock: Clock) -> Option<String> {
    let heading = passage
        .headings
        .last()
        .filter(|_| is_noted(document, passage))?;
    let found = dates::find(heading, &clock.at(clock.now));
    let dated = found.iter().any(|f| f.anchor >= dates::Anchor::Weekday);
    let times: Vec<Range<usize>> = found.into_iter().map(|f| f.span).collect();
    dated.then(|| places::titled(heading, &times)).flatten()
}

/// The named things of an episode: in its words, its title and headings, who says it to whom, and who took part.
fn named(
    document: &Document,
    episode: &Episode,
    reading: &entities::Reading<'_>,
    participants: &[String],
    people: &People,
) -> Vec<Entity> {
    let first = &document.passages[episode.pieces[0].passage];
    let mut out: Vec<Entity> = Vec::new();
    let title = document
        .title
        .iter()
        .chain(&first.headings)
        .map(String::as_str);
    let speakers = episode
        .pieces
        .iter()
        .filter_map(|p| document.passages[p.passage].speaker);
    let said = speakers
        .chain(first.audience.iter().copied())
        .map(|id| people.of(id));
    let is_program = |p: &PersonRef| {
        document
            .people
            .iter()
            .enumerate()
            .any(|(id, known)| known.organization && people.of(id) == *p)
    };
    let said = said.filter(|p| *p != people.user()).map(|p| Entity {
        name: people.name(p).to_owned(),
        kind: if first.kind == Kind::Turn && is_program(&p) {
            EntityType::Product
        } else if people.is_organization(p) {
            EntityType::Organization
        } else {
            EntityType::Person
        },
    });
    let act = match &first.kind {
        Kind::Post { act } => Some(act.as_str()),
        _ => None,
    };
    let beside = act
        .into_iter()
        .chain(title)
        .flat_map(|t| entities::find(t, people));
    let found = entities::find_in(reading, people).into_iter().chain(beside);
    let there = participants.iter().map(|name| Entity {
        name: name.clone(),
        kind: EntityType::Person,
    });
    // an event's own name last: what it is made of says more
    let event = |e: &&Entity| e.kind == EntityType::Event;
    let events = first.named.iter().filter(event).cloned();
    let exact = first.named.iter().filter(|e| !event(e)).cloned();
    for entity in exact.chain(found).chain(said).chain(there).chain(events) {
        if entity.name != people.name(people.user()) && !out.iter().any(|e| e.name == entity.name) {
            out.push(entity);
        }
    }
    out
}

/// Whether a place has a name or a number, not only a noun that may begin a sentence.
fn is_called(place: &str) -> bool {
    let mut words = place.split_whitespace().skip(1);
    words.any(|w| w.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()))
}

/// The place that a source's structure gives is a named thing, too, where it is a name; what its words were taken for
/// by themselves goes.
fn add_place(entities: &mut Vec<Entity>, place: &str) {
    let place = place.trim();
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|w| !w.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let all = words(place);
    let within = |name: &str| {
        let part = words(name);
        !part.is_empty() && all.windows(part.len()).any(|w| w == part)
    };
    let named = place
        .chars()
        .any(|c| c.is_uppercase() || c.is_ascii_digit())
        && all.len() <= 12;
    let known = entities.iter().any(|e| words(&e.name) == all);
    if !named || known || place.contains("://") {
        return;
    }
    entities.retain(|e| {
        !(within(&e.name) && matches!(e.kind, EntityType::Other | EntityType::Product))
    });
    entities.push(Entity {
        name: place.to_owned(),
        kind: EntityType::Location,
    });
}

/// Whether the source says by its structure who took part and where: a calendar's event, a visited page. Names in its
/// words are then only mentioned.
fn is_complete(document: &Document, passage: &Passage) -> bool {
    let record = passage.kind == Kind::Record
        && matches!(
            document.source_type,
            SourceType::Calendar | SourceType::Browser
        );
    let traces = passage.kind != Kind::Turn
        && document.source_type == SourceType::Vscode
        && (passage.speaker.is_some() || passage.kind == Kind::Record);
    record || traces
}

/// Whether an episode is of the meeting itself, not of what is to be done or to happen after it. Where notes without
/// anybody present were written is not where each thing in them happened.
fn at_meeting(document: &Document, episode: &Episode) -> bool {
    let days = |when: Option<When>| when.map(When::days);
    let task = |p: &Piece| {
        matches!(
            document.passages[p.passage].kind,
            Kind::Item { task: Some(_) }
        )
    };
    !document.present.is_empty()
        && (document.written.is_none() || days(episode.when) == days(document.written))
        && !episode.pieces.iter().any(task)
}

/// The bytes of the upload that an episode rests on: exact where a passage stands in it as it was read,
/// else all of the passage.
fn spans(document: &Document, episode: &Episode) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for piece in &episode.pieces {
        let passage = &document.passages[piece.passage];
        let span = if passage.span.len() == passage.text.len() {
            passage.span.start + piece.range.start..passage.span.start + piece.range.end
        } else {
            passage.span.clone()
        };
        match out.last_mut() {
            Some(last) if span.start <= last.end + 1 => last.end = last.end.max(span.end),
            _ => out.push(span),
        }
    }
    out
}
