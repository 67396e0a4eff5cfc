//! `POST /v1/import`: takes in what `GET /v1/export` gave, as JSON Lines.
//!
//! Memories come as they were, under their own names, so that ratings meet them and what was removed stays removed. A
//! document goes live when its last line is read, so that a body that breaks off leaves whole documents alone.

use super::{
    Server,
    auth::Caller,
    body::{self, Lines},
    error::{Answered, Refusal, internal, refuse},
    memorize::{checked_id, checked_text, checked_user_name, short_filename},
    recall::parse_custom_id,
};
use crate::{
    app::{App, now},
    store::{
        Imported, Queued, Upload,
        records::{MemoryRecord, RatingRecord},
    },
};
use axum::{
    Json,
    extract::{Request, State},
};
use memo_common::{
    api::{ImportReport, RunState},
    export::{self, Document, Extracted, Line, Memory, Rating},
    problem::Code,
};
use std::{collections::HashSet, sync::Arc, time::Duration};

/// Memories that are written in one transaction.
const PIECE: usize = 500;

/// No document has more memories than this: a text has 10 MiB.
const MOST_MEMORIES: u32 = 1 << 20;

/// How long the answer waits until the memories can be recalled, looking as often as this.
const SHOWN: (Duration, Duration) = (Duration::from_secs(20), Duration::from_millis(20));

pub(super) async fn import(
    State(server): State<Arc<Server>>,
    caller: Caller,
    request: Request,
) -> Answered<Json<ImportReport>> {
    let lines = body::lines(request, &server.memory)?;
    let importing = Importing {
        app: caller.app,
        user: caller.key.user.clone(),
        begun: false,
        current: None,
        report: ImportReport::default(),
        last_run: None,
    };
    // A task of its own: it comes to its end, and leaves nothing half done, also where the sender goes away.
    let report = tokio::spawn(read(importing, lines)).await;
    report.map_err(internal)?.map(Json)
}

async fn read(mut importing: Importing, mut lines: Lines) -> Answered<ImportReport> {
    let mut number = 0u64;
    let result = loop {
        let line = match lines.next().await {
            Ok(Some(line)) => line,
            Ok(None) => break Ok(()),
            Err(refusal) => break Err(refusal),
        };
        number += 1;
        // A line waits for the disk.
        let work = tokio::task::spawn_blocking(move || {
            let result = importing.line(&line);
            (importing, result)
        });
        let result;
        (importing, result) = work.await.map_err(internal)?;
        if let Err(refusal) = result {
            break Err(refusal);
        }
    };
    let work = tokio::task::spawn_blocking(move || {
        let result = result.and_then(|()| importing.end());
        importing.abandon();
        (importing, result)
    });
    let (mut importing, result) = work.await.map_err(internal)?;
    importing.app.level.notify();
    importing.app.forget_ratings(&importing.user);
    if let Err(Refusal(mut problem)) = result {
        lines.drain().await;
        if problem.status < 500 {
            problem.detail = format!("Line {number}: {}", problem.detail);
        }
        return Err(Refusal(problem));
    }
    importing.shown().await?;
    importing.report.status = "success".into();
    Ok(importing.report)
}

fn wrong(detail: impl Into<String>) -> Refusal {
    refuse(Code::InvalidForm, detail)
}

/// An import under way.
struct Importing {
    app: Arc<App>,
    user: String,
    begun: bool,
    current: Option<Current>,
    report: ImportReport,
    /// The run of the document that was imported last.
    last_run: Option<String>,
}

/// The document whose lines are being read.
struct Current {
    item_id: String,
    extracted: Option<Extracted>,
    /// Index that the next memory has at least.
    next: u32,
    /// Memories that were read.
    memories: u32,
    fate: Fate,
}

/// What becomes of it.
enum Fate {
    /// It is taken in, under this version.
    Taken {
        version: u64,
        memories: Vec<(u32, MemoryRecord)>,
        ratings: Vec<RatingRecord>,
    },
    /// It is here already, as this version; of its memories, these are the same as here.
    Here { version: u64, same: HashSet<u32> },
    /// What is here was uploaded later; or there are no memories yet.
    Left,
}

impl Importing {
    /// Takes a line in. Blocks on the disk.
    fn line(&mut self, line: &[u8]) -> Answered<()> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let line: Line = serde_json::from_slice(line)
            .map_err(|e| wrong(format!("It is no line of an export: {e}.")))?;
        match line {
            Line::MemoExport(header) if header.version > export::VERSION => Err(wrong(format!(
                "The export has version {} of the format, and this daemon reads up to {}. Upgrade it.",
                header.version,
                export::VERSION
            ))),
            Line::MemoExport(_) => {
                self.begun = true;
                Ok(())
            }
            _ if !self.begun => Err(wrong("An export begins with a line of type memo_export.")),
            Line::Document(document) => {
                self.end()?;
                self.document(document)
            }
            Line::Memory(memory) => self.memory(memory),
            Line::Rating(rating) => self.rating(rating),
            Line::End(_) => self.end(),
        }
    }

    fn document(&mut self, document: Document) -> Answered<()> {
        let item_id = checked_id(document.item_id)?;
        let created: jiff::Timestamp = document
            .created_at
            .parse()
            .map_err(|_| wrong("`created_at` has to be an RFC 3339 time."))?;
        if let Some(reference) = &document.reference_time {
            reference
                .parse::<jiff::Timestamp>()
                .map_err(|_| wrong("`reference_time` has to be an RFC 3339 time."))?;
        }
        if let Some(extracted) = &document.extracted {
            let rising = extracted.removed.is_sorted_by(|a, b| a < b);
            let last = extracted.removed.last().copied();
            if extracted.memories > MOST_MEMORIES
                || !rising
                || last.is_some_and(|last| last >= extracted.memories)
            {
                return Err(wrong("`extracted` does not hold together."));
            }
        }
        let upload = Upload {
            user: self.user.clone(),
            item_id: item_id.clone(),
            user_name: checked_user_name(document.user_name)?,
            filename: document.filename.map(|name| short_filename(&name)),
            source_type: document.source_type,
            reference: document.reference_time,
            text: checked_text(document.text.into_bytes())?,
            now: format!("{created:.3}"),
        };
        let fate = self.fate(upload, document.extracted.as_ref())?;
        self.current = Some(Current {
            item_id,
            extracted: document.extracted,
            next: 0,
            memories: 0,
            fate,
        });
        Ok(())
    }

    /// What becomes of a document, beside what is here.
    fn fate(&mut self, upload: Upload, extracted: Option<&Extracted>) -> Answered<Fate> {
        let store = &self.app.store;
        if let Some(here) = store.document(&upload.user, &upload.item_id)?
            && let Some(record) = store.version(here.newest)?
        {
            let version = here.newest;
            if record.digest == upload.digest()
                && (here.live == Some(version) || extracted.is_none())
            {
                self.report.unchanged += 1;
                let same = HashSet::new();
                return Ok(Fate::Here { version, same });
            }
            if record.digest != upload.digest() && record.created > upload.now {
                self.report.kept += 1;
                return Ok(Fate::Left);
            }
        }
        if !store.space().for_uploads() {
            return Err(crate::store::StoreError::Full.into());
        }
        let kept = store.keep_text(&upload.text)?;
        if extracted.is_some() {
            return Ok(Fate::Taken {
                version: store.begin_import(upload, kept).wait()?,
                memories: Vec::new(),
                ratings: Vec::new(),
            });
        }
        let (user, bytes) = (upload.user.clone(), upload.text.len() as u64);
        let uploaded = store.upload(upload, kept).wait()?;
        if let Some(version) = uploaded.queued {
            self.app.schedule.push(Queued {
                version,
                user,
                bytes,
                suspect: false,
            });
        }
        self.report.queued += 1;
        Ok(Fate::Left)
    }

    fn memory(&mut self, memory: Memory) -> Answered<()> {
        let app = self.app.clone();
        let (current, index) = self.of(&memory.custom_id)?;
        if index < current.next {
            return Err(wrong(
                "A document's memories have to rise by their indexes.",
            ));
        }
        current.next = index + 1;
        current.memories += 1;
        match &mut current.fate {
            Fate::Taken {
                version, memories, ..
            } => {
                memories.push((index, to_record(memory)));
                if memories.len() >= PIECE {
                    let piece = std::mem::take(memories);
                    let ratings = Vec::new();
                    app.store.import_piece(*version, piece, ratings).wait()?;
                }
            }
            Fate::Here { version, same } => {
                let here = app.store.memory(*version, index)?;
                if here.is_some_and(|here| here.narrative == memory.content.narrative) {
                    same.insert(index);
                }
            }
            Fate::Left => {}
        }
        Ok(())
    }

    fn rating(&mut self, rating: Rating) -> Answered<()> {
        let app = self.app.clone();
        let user = self.user.clone();
        let (current, index) = self.of(&rating.memory_id)?;
        let query = rating.query_text.trim().to_owned();
        if query.is_empty() || query.chars().count() > 1000 {
            return Err(wrong("`query_text` has 1 to 1,000 characters."));
        }
        if rating.rating == 0 {
            return Err(wrong("A standing rating is not 0."));
        }
        let record = |version| RatingRecord {
            version,
            index,
            query,
            rating: rating.rating,
        };
        match &mut current.fate {
            Fate::Taken {
                version,
                memories,
                ratings,
            } => {
                ratings.push(record(*version));
                if ratings.len() >= PIECE {
                    let (memories, ratings) = (std::mem::take(memories), std::mem::take(ratings));
                    app.store.import_piece(*version, memories, ratings).wait()?;
                }
                self.report.ratings += 1;
            }
            Fate::Here { version, same } if same.contains(&index) => {
                // What was rated here since counts.
                let added = app.store.rate_anew(&user, record(*version)).wait()?;
                self.report.ratings += u64::from(added);
            }
            Fate::Here { .. } | Fate::Left => {}
        }
        Ok(())
    }

    /// The document that a memory of this name belongs to, and the memory's index.
    fn of(&mut self, id: &str) -> Answered<(&mut Current, u32)> {
        let current = self.current.as_mut();
        let found = current
            .zip(parse_custom_id(id))
            .filter(|(current, (item_id, index))| {
                let extracted = current.extracted.as_ref();
                current.item_id == *item_id
                    && extracted.is_some_and(|e| {
                        *index < e.memories && e.removed.binary_search(index).is_err()
                    })
            });
        let found = found.map(|(current, (_, index))| (current, index));
        found.ok_or_else(|| wrong("It is no memory of the document before it."))
    }

    /// The document before is whole. Blocks on the disk.
    fn end(&mut self) -> Answered<()> {
        let Some(current) = &mut self.current else {
            return Ok(());
        };
        let store = &self.app.store;
        if let (
            Fate::Taken {
                version,
                memories,
                ratings,
            },
            Some(extracted),
        ) = (&mut current.fate, &current.extracted)
        {
            let left = extracted.memories - extracted.removed.len() as u32;
            if current.memories != left {
                return Err(wrong(format!(
                    "The document `{}` before it should have {left} memories, and has {}.",
                    current.item_id, current.memories
                )));
            }
            let (memories, ratings) = (std::mem::take(memories), std::mem::take(ratings));
            store.import_piece(*version, memories, ratings).wait()?;
            let imported = Imported {
                version: *version,
                source_type: extracted.source_type,
                total: extracted.memories,
                removed: extracted.removed.clone(),
            };
            self.last_run = Some(store.finish_import(imported, now()).wait()?);
            self.report.documents += 1;
            self.report.memories += u64::from(left);
            self.app.level.notify();
        }
        self.current = None;
        Ok(())
    }

    /// Removes what there is of a document that did not come to its end.
    fn abandon(&mut self) {
        if let Some(Current {
            fate: Fate::Taken { version, .. },
            ..
        }) = self.current.take()
            && let Err(error) = self.app.store.abandon_import(version)
        {
            // The next start tries again.
            tracing::warn!(%error, "an import that broke off cannot be removed");
        }
    }

    /// Waits until what was imported can be recalled, though not for ever.
    async fn shown(&self) -> Answered<()> {
        let Some(run) = &self.last_run else {
            return Ok(());
        };
        let end = tokio::time::Instant::now() + SHOWN.0;
        while tokio::time::Instant::now() < end {
            let run = self.app.store.run(run)?;
            if run.is_none_or(|r| r.state != RunState::Active) {
                break;
            }
            tokio::time::sleep(SHOWN.1).await;
        }
        Ok(())
    }
}

fn to_record(memory: Memory) -> MemoryRecord {
    let content = memory.content;
    MemoryRecord {
        narrative: content.narrative,
        participants: content.participants,
        when: Some(content.when).filter(|w| !w.is_empty()),
        place: content.place,
        entities: content.entities,
        tags: content.tags,
        spans: memory.spans,
        speaker: memory.speaker,
        asks: memory.asks,
        thread: memory.thread,
    }
}
