//! The background: from an accepted upload to memories that can be recalled.
//!
//! - `schedule`: who is next
//! - this file: a worker's round: claim, read, extract, store
//! - `follow`: the index follows the store; `level`: whether it is level; `upkeep`: what is done beside that
//! - `embedding`: vectors by a model, where one is set
//! - `progress`: how far each run is
//!
//! Nothing here is lost by a crash: what is queued stays in the store's queue until its memories are stored, and what
//! the index has not taken in stays among the store's changes.

mod embedding;
mod follow;
mod level;
mod progress;
mod schedule;
mod upkeep;

pub(crate) use embedding::Handover;
pub(crate) use level::{Level, Rebuild};
pub(crate) use progress::ProgressTable;
pub(crate) use schedule::Schedule;

use crate::{
    app::{App, now},
    extract::{
        self, Context, Draft, NotRead,
        model::{Extracted, Way},
    },
    ingest,
    priority::{WORKS, give_way},
    store::{
        Claimed, Last, Queued, StoreError, Verdict, Waiting,
        records::{MemoryRecord, VersionRecord},
    },
};
use jiff::{
    Timestamp, Zoned,
    fmt::temporal::{DateTimeParser, PiecesOffset},
    tz::TimeZone,
};
use memo_common::api::SourceType;
use progress::Stage;
use std::{
    collections::VecDeque,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Once, atomic::Ordering},
    thread::{self, JoinHandle},
    time::Duration,
};

/// Memories that are written in one transaction: while sled applies one, nobody reads.
const PIECE: usize = 32;

/// Transactions of one document that wait for the disk together.
const AHEAD: usize = 16;

/// Deeply nested input must not end the process.
const STACK: usize = 16 << 20;

/// Starts the workers, the thread that keeps the index level, and the one that reads the store once more.
pub(crate) fn start(app: &Arc<App>) -> std::io::Result<Vec<JoinHandle<()>>> {
    let spawn = |name: String, work: fn(&App)| {
        let app = app.clone();
        let thread = thread::Builder::new().name(name).stack_size(STACK);
        thread.spawn(move || {
            give_way(WORKS);
            work(&app);
        })
    };
    let mut threads = vec![
        spawn("index".into(), follow::run)?,
        spawn("scrub".into(), scrub)?,
        spawn("embedding".into(), embedding::run)?,
    ];
    for n in 0..app.config.workers {
        threads.push(spawn(format!("worker-{n}"), work)?);
    }
    Ok(threads)
}

/// Finds out, once after a start, whether all of the store still reads; where it does not, the daemon has to end.
fn scrub(app: &App) {
    match app.store.scrub(&|| app.schedule.is_stopped()) {
        Ok(whole) => app.checked.store(whole, Ordering::Release),
        Err(error @ StoreError::NotWhole(_)) => {
            app.damage.send_replace(Some(error));
        }
        // The next start tries again.
        Err(error) => tracing::warn!(%error, "the store was not read to its end"),
    }
}

fn work(app: &App) {
    static WARM: Once = Once::new();
    WARM.call_once(warm_up);
    while let Some(work) = app.schedule.take() {
        let versions = work.documents.iter().map(|q| q.version).collect();
        match app.store.claim(versions, now()).wait() {
            Ok(claimed) => round(app, claimed),
            Err(error) => {
                tracing::error!(%error, "cannot claim; trying again");
                thread::sleep(Duration::from_secs(1));
                for queued in &work.documents {
                    app.schedule.push(queued.clone());
                }
            }
        }
        app.schedule.done(work.is_big());
    }
}

/// Loads what extraction loads at its first use, before any document is claimed: a daemon that is killed meanwhile
/// counts as an attempt at none.
fn warm_up() {
    let text = "I met Ada Abara in Lisbon yesterday. We talked about the garden.";
    let reference = Zoned::now();
    let document = ingest::read(text, Some(SourceType::Text), None, &reference);
    let user_name = "Ada".to_owned();
    let context = Context {
        user_name,
        reference,
    };
    // The first document tells what is wrong, where something is.
    let _ = catch_unwind(AssertUnwindSafe(|| extract::extract(&document, &context)));
}

/// Works on what was claimed. Stores without waiting for each: the writer groups them.
fn round(app: &App, claimed: Vec<Claimed>) {
    let mut storing: Vec<(Claimed, Waiting<bool>)> = Vec::new();
    let mut left = Vec::new();
    for claimed in claimed {
        if app.schedule.is_stopped() {
            left.push(claimed.version);
            continue;
        }
        match attempt(app, &claimed) {
            Ok(last) => storing.push((claimed, last)),
            Err(Failure::Stopped | Failure::NotRead(NotRead::Stopped)) => {
                app.progress.end(claimed.version);
                left.push(claimed.version);
            }
            Err(failure) => failed(app, &claimed, failure),
        }
    }
    if !left.is_empty() {
        // Where this fails, the next start counts one attempt too many.
        let _ = app.store.unclaim(left).wait();
    }
    for (claimed, last) in storing {
        match last.wait() {
            Ok(true) => {
                app.progress.stored(claimed.version);
                app.level.notify();
            }
            Ok(false) => app.progress.end(claimed.version),
            Err(error) => failed(app, &claimed, error.into()),
        }
    }
}

/// Why an attempt came to nothing.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("Reading this document failed unexpectedly.")]
    Panic,
    #[error(transparent)]
    NotRead(#[from] NotRead),
    #[error("The document's text is missing from the store.")]
    NoText,
    #[error("The memories could not be stored: {0}.")]
    Store(#[from] StoreError),
    #[error("The daemon stops.")]
    Stopped,
}

impl Failure {
    const fn code(&self) -> &'static str {
        match self {
            Self::Panic => "extraction_failed",
            Self::NotRead(NotRead::TooMuch(_)) => "too_many_memories",
            Self::NoText => "text_missing",
            Self::Store(_) => "storage_failed",
            Self::NotRead(NotRead::Stopped) | Self::Stopped => "stopped",
        }
    }
}

/// Makes the memories and hands them to the store; the last write is still to be waited for.
fn attempt(app: &App, claimed: &Claimed) -> Result<Waiting<bool>, Failure> {
    let (version, record) = (claimed.version, &claimed.record);
    app.progress.set(version, Stage::Reading, 0, 1);
    let text = app.store.text(version, record)?.ok_or(Failure::NoText)?;
    let made = catch_unwind(AssertUnwindSafe(|| make(app, version, record, &text)));
    let (source_type, made) = made.map_err(|_| Failure::Panic)??;
    if app.schedule.is_stopped() && made.way != Way::Llm && app.extractor().is_some() {
        // What the model was cut off from telling, it tells after the next start.
        return Err(Failure::Stopped);
    }
    let is_forgotten = |memory: &MemoryRecord| {
        let passage = memory.passage(&text);
        passage.is_some_and(|passage| record.forgotten.contains(&passage))
    };
    let mut records: Vec<MemoryRecord> = made.drafts.into_iter().map(to_record).collect();
    if !record.forgotten.is_empty() {
        records.retain(|memory| !is_forgotten(memory));
    }
    let total = u32::try_from(records.len()).unwrap_or(u32::MAX);
    let mut records = records.into_iter();
    let mut first = 0;
    let mut storing = VecDeque::new();
    while records.len() > PIECE {
        app.progress
            .set(version, Stage::Storing, u64::from(first), u64::from(total));
        let piece = records.by_ref().take(PIECE).collect();
        storing.push_back(app.store.put_memories(version, first, piece, None));
        first += PIECE as u32;
        if storing.len() > AHEAD
            && let Some(oldest) = storing.pop_front()
            && !oldest.wait()?
        {
            break;
        }
    }
    // Before the end goes live, everything before it is there.
    for stored in storing {
        stored.wait()?;
    }
    let records = records.collect();
    app.progress
        .set(version, Stage::Storing, u64::from(first), u64::from(total));
    let last = Last {
        source_type,
        total,
        extractor: made.way.name(),
        fallback: made.fallback,
        text: text.into(),
        given: Vec::new(),
    };
    Ok(app.store.put_memories(version, first, records, Some(last)))
}

fn make(
    app: &App,
    version: u64,
    record: &VersionRecord,
    text: &str,
) -> Result<(SourceType, Extracted), NotRead> {
    let reference = reference(record);
    let document = ingest::read(text, record.given, record.filename.as_deref(), &reference);
    app.progress.set(version, Stage::Extracting, 0, 1);
    let context = Context {
        user_name: record.user_name.clone(),
        reference,
    };
    let watch = |done, total| {
        app.progress.set(version, Stage::Extracting, done, total);
        // What was forgotten or replaced meanwhile is told to nobody any more.
        let wanted = app.store.version(version).is_ok_and(|v| v.is_some());
        match wanted && !app.schedule.is_stopped() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let made = match app.extractor() {
        None => Extracted {
            drafts: extract::watched(&document, &context, &watch)?,
            way: Way::Embedded,
            fallback: None,
        },
        Some(llm) => extract::model::extract(&document, &context, llm, &watch)?,
    };
    // an invitation by mail is read as a calendar's, and stays the mail that it was given as
    Ok((record.given.unwrap_or(document.source_type), made))
}

/// When the document was written, as far as the upload says, in the zone it was given in.
fn reference(record: &VersionRecord) -> Zoned {
    let given = record.reference.as_deref();
    let given = given.and_then(|text| given_in(text, &TimeZone::system()));
    given.unwrap_or_else(|| {
        let uploaded: Timestamp = record.created.parse().unwrap_or_else(|_| Timestamp::now());
        uploaded.to_zoned(TimeZone::system())
    })
}

/// A time with the offset that it is given with: that of `here` then, where both are the same, so that what the document tells
/// of the other half of the year is told on that clock, too.
fn given_in(text: &str, here: &TimeZone) -> Option<Zoned> {
    let at: Timestamp = text.parse().ok()?;
    let pieces = DateTimeParser::new().parse_pieces(text).ok()?;
    let zone = match pieces.offset() {
        Some(PiecesOffset::Numeric(given)) if here.to_offset(at) == given.offset() => here.clone(),
        Some(PiecesOffset::Numeric(given)) => TimeZone::fixed(given.offset()),
        _ => TimeZone::UTC,
    };
    Some(at.to_zoned(zone))
}

fn failed(app: &App, claimed: &Claimed, failure: Failure) {
    let (version, record) = (claimed.version, &claimed.record);
    let again = || {
        app.schedule.push(Queued {
            version,
            user: record.user.clone(),
            bytes: record.bytes,
            suspect: true,
        });
    };
    if matches!(
        failure,
        Failure::Store(StoreError::Full | StoreError::NoFiles | StoreError::Stuck)
    ) {
        // Not the document's fault, and nothing can be written about it: it waits for room, or for the disk to go on.
        app.progress.end(version);
        // Where this fails, an attempt too many is counted.
        let _ = app.store.unclaim(vec![version]).wait();
        if matches!(failure, Failure::Store(StoreError::NoFiles)) {
            thread::sleep(level::LOOK);
        }
        again();
        return;
    }
    tracing::warn!(run = %record.run, code = failure.code(), %failure, "an attempt failed");
    app.progress.end(version);
    let always = matches!(failure, Failure::NotRead(NotRead::TooMuch(_)));
    let verdict = app
        .store
        .failed(
            version,
            (failure.code(), failure.to_string()),
            always,
            now(),
        )
        .wait();
    match verdict {
        Ok(Verdict::Again) => again(),
        Ok(Verdict::GivenUp) => app.metrics.runs_failed.add(1),
        // It stays in the store's queue for the next start.
        Err(error) => tracing::error!(%error, "cannot write that an attempt failed"),
    }
}

fn to_record(draft: Draft) -> MemoryRecord {
    MemoryRecord {
        narrative: draft.narrative,
        participants: draft.participants,
        when: draft.when.map(|w| w.to_string()),
        place: draft.place,
        entities: draft.entities,
        tags: draft.tags,
        spans: draft
            .spans
            .into_iter()
            .map(|s| (s.start as u64, s.end as u64))
            .collect(),
        speaker: draft.speaker,
        asks: draft.asks,
        thread: draft.thread,
        series: draft.series,
        correction: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_the_other_half_of_the_year_is_on_its_own_clock() {
        let here = TimeZone::get("Europe/Berlin").expect("a zone");
        let told = |text| {
            let reference = given_in(text, &here).expect("a time");
            let summer: Timestamp = "2026-07-01T08:00:00Z".parse().expect("a time");
            summer.to_zoned(reference.time_zone().clone()).hour()
        };
        assert_eq!(told("2026-11-27T11:00:00+01:00"), 10);
        // written elsewhere
        assert_eq!(told("2026-11-27T11:00:00-05:00"), 3);
        assert_eq!(told("2026-11-27T11:00:00Z"), 8);
    }
}
