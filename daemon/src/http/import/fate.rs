//! What becomes of a document that is imported.

use super::{
    super::{
        correct::{self, checked_fields},
        error::Answered,
        memories,
        memorize::{checked_id, checked_text, checked_user_name, short_filename},
    },
    importing::Importing,
    wrong,
};
use crate::extract::{LARGEST_MEMORY, MOST_SPANS};
use crate::store::{
    Given, MOST_WAITING, Queued, Trace, Upload, as_read,
    records::{CorrectionRecord, MemoryRecord, RatingRecord},
};
use memo_common::{
    api::Correction,
    export::{Corrected, Document, Extracted, Memory, Waiting},
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// Memories that any document may have, and one more for so many bytes of its text.
const MOST_MEMORIES: u64 = 1 << 10;
const FOR_ONE: u64 = 4;

/// Bytes that the memories of any document may take in an export, and for each byte of its text. More than what is made
/// now, so that what an earlier version made is let in.
const ANY: u64 = 16 << 20;
const FOR_EACH: u64 = 32;

/// The document whose lines are being read.
pub(super) struct Current {
    pub item_id: String,
    pub extracted: Option<Extracted>,
    /// Bytes of its text.
    pub length: u64,
    /// Index that the next memory has at least.
    pub next: u32,
    /// Memories that were read.
    pub memories: u32,
    /// Bytes that they may still take.
    pub room: u64,
    /// Ratings that were read of each memory.
    pub rated: HashMap<u32, usize>,
    pub fate: Fate,
}

/// What becomes of it.
pub(super) enum Fate {
    /// It is taken in, under this version.
    Taken {
        version: u64,
        memories: Vec<(u32, MemoryRecord)>,
        ratings: Vec<RatingRecord>,
        text: Arc<str>,
        /// What was put right in its memories.
        given: Vec<Given>,
        /// And in such as are not there.
        waiting: Vec<CorrectionRecord>,
    },
    /// It is here already, as this version; of its memories, these are the same as here.
    Here { version: u64, same: HashSet<u32> },
    /// What is here was uploaded later; or there are no memories yet.
    Left,
}

impl Importing {
    pub(super) fn document(&mut self, mut document: Document) -> Answered<()> {
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
        if let Some(extracted) = &mut document.extracted {
            // They come in the order in which they were removed.
            extracted.removed.sort_unstable();
            let twice = extracted.removed.windows(2).any(|w| w[0] == w[1]);
            let last = extracted.removed.last().copied();
            let most = MOST_MEMORIES + document.text.len() as u64 / FOR_ONE;
            if u64::from(extracted.memories) > most
                || twice
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
        let length = upload.text.len() as u64;
        let waiting = waiting(document.waiting)?;
        let fate = self.fate(upload, document.extracted.as_ref(), waiting)?;
        self.current = Some(Current {
            item_id,
            extracted: document.extracted,
            length,
            next: 0,
            memories: 0,
            room: ANY + FOR_EACH * length,
            rated: HashMap::new(),
            fate,
        });
        Ok(())
    }

    /// What becomes of a document, beside what is here.
    fn fate(
        &mut self,
        upload: Upload,
        extracted: Option<&Extracted>,
        waiting: Vec<CorrectionRecord>,
    ) -> Answered<Fate> {
        let store = &self.app.store;
        if let Some(here) = store.document(&upload.user, &upload.item_id)?
            && let Some(record) = store.version(here.newest)?
        {
            let version = here.newest;
            if record.digest == upload.digest()
                && (here.live == Some(version) || extracted.is_none())
            {
                // Here it may have been lost since.
                if store.space().for_uploads() {
                    store.keep_text(&upload.text)?;
                }
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
                text: upload.text.as_str().into(),
                version: store.begin_import(upload, kept).wait()?,
                memories: Vec::new(),
                ratings: Vec::new(),
                given: Vec::new(),
                waiting,
            });
        }
        let (user, bytes) = (upload.user.clone(), upload.text.len() as u64);
        store
            .keep_corrections(&upload.user, &upload.item_id, waiting)
            .wait()?;
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
}

/// What waits for its memory, as an export has it.
fn waiting(all: Vec<Waiting>) -> Answered<Vec<CorrectionRecord>> {
    let record = |waiting: Waiting| {
        checked_fields(&waiting.fields)?;
        checked_time(&waiting.changed_at)?;
        let trace = serde_json::from_value(waiting.trace);
        Ok(CorrectionRecord {
            index: None,
            trace: trace
                .map_err(|_| wrong("`waiting` holds no `trace` that this daemon reads."))?,
            read: Correction::default(),
            series: None,
            fields: waiting.fields,
            changed: waiting.changed_at,
        })
    };
    if all.len() > MOST_WAITING {
        return Err(wrong(format!(
            "A document has at most {MOST_WAITING} `waiting`."
        )));
    }
    all.into_iter().map(record).collect()
}

fn checked_time(time: &str) -> Answered<()> {
    match time.parse::<jiff::Timestamp>() {
        Ok(_) => Ok(()),
        Err(_) => Err(wrong("`changed_at` has to be an RFC 3339 time.")),
    }
}

/// What was put right in a memory that is imported: the memory as it was read, and the fields.
pub(super) fn given(memory: &mut MemoryRecord, corrected: Corrected) -> Answered<Correction> {
    checked_time(&corrected.changed_at)?;
    let record = CorrectionRecord {
        index: None,
        trace: Trace::default(),
        read: corrected.read,
        series: corrected.series,
        fields: Correction::default(),
        changed: corrected.changed_at,
    };
    let now = fields_of(memory, &record.read);
    checked_fields(&now)?;
    *memory = as_read(memory, &record);
    Ok(now)
}

/// What a memory says in these fields.
fn fields_of(memory: &MemoryRecord, these: &Correction) -> Correction {
    let when = memory.when.clone().unwrap_or_default();
    let place = memory.place.clone().unwrap_or_default();
    Correction {
        narrative: these.narrative.as_ref().map(|_| memory.narrative.clone()),
        participants: these
            .participants
            .as_ref()
            .map(|_| memory.participants.clone()),
        when: these.when.as_ref().map(|_| when),
        place: these.place.as_ref().map(|_| place),
        tags: these.tags.as_ref().map(|_| memory.tags.clone()),
    }
}

/// Whether a memory is one that the document's text can have given.
pub(super) fn checked(memory: &Memory, current: &mut Current) -> Answered<()> {
    let others = memory.content.place.iter().chain(&memory.speaker);
    let read = memory
        .corrected
        .as_ref()
        .map_or(0, |c| correct::bytes(&c.read));
    let bytes = memories::bytes(&memory.content) + others.map(String::len).sum::<usize>() + read;
    if bytes > LARGEST_MEMORY {
        return Err(wrong(format!(
            "A memory has at most {LARGEST_MEMORY} bytes of words."
        )));
    }
    let mut end = 0;
    let within = memory.spans.iter().all(|(from, to)| {
        let rises = end <= *from && from < to;
        end = *to;
        rises
    });
    if !within || end > current.length || memory.spans.len() > MOST_SPANS {
        return Err(wrong(format!(
            "A memory's `spans` are at most {MOST_SPANS}, and have to rise, to be apart, and to lie within the text."
        )));
    }
    let all = bytes + size_of_val(memory.spans.as_slice());
    let room = current.room.checked_sub(all as u64);
    current.room = room
        .ok_or_else(|| wrong("The document's memories are out of all proportion to its text."))?;
    Ok(())
}

pub(super) fn to_record(memory: Memory) -> MemoryRecord {
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
        series: memory.series,
        correction: None,
    }
}
