//! `GET /v1/export`: all of the caller's documents, memories and ratings, as JSON Lines.
//!
//! Each document is read at one moment, when its turn comes, and nothing is held between two of them: what is uploaded
//! or forgotten meanwhile is in the export or not, and no document is there in part.

use super::{
    auth::Caller,
    error::{Answered, refuse},
    memory::Share,
    pieces,
    recall::custom_id,
};
use crate::{
    app::{App, now},
    people::Said,
    store::{
        Exported, StoreError,
        records::{KeyRecord, MemoryRecord},
    },
};
use axum::response::Response;
use memo_common::{
    export::{
        self, Corrected, Counts, Document, End, Extracted, Header, Line, Memory, Name, Rating,
        Waiting,
    },
    problem::Code,
};
use std::{collections::HashSet, sync::Arc};

/// Documents that are looked up at once.
const PAGE: usize = 100;

/// A piece of the answer is sent once it has so many bytes; a document makes it longer.
const PIECE: usize = 64 << 10;

pub(super) async fn export(caller: Caller) -> Answered<Response> {
    let place = caller.memory.exports.place().ok_or_else(|| {
        refuse(
            Code::TooManyRequests,
            "An export of yours is being written already, or too many of others. Try again in a moment.",
        )
    })?;
    let writing = Writing {
        app: caller.app,
        key: caller.key,
        waiting: Vec::new().into_iter(),
        after: None,
        counts: Counts::default(),
        unreadable: Vec::new(),
        stage: Stage::Header,
        _place: place,
    };
    Ok(pieces::send(writing, Writing::piece))
}

/// What comes next.
enum Stage {
    Header,
    Documents,
    Done,
}

/// An export that is being written.
struct Writing {
    app: Arc<App>,
    key: Arc<KeyRecord>,
    waiting: std::vec::IntoIter<String>,
    after: Option<String>,
    counts: Counts,
    unreadable: Vec<String>,
    stage: Stage,
    _place: Share,
}

impl Writing {
    /// The next piece; `None` behind the last. Blocks on the disk.
    fn piece(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        // An export may take as long as its reader likes.
        if !self.app.keys.has(&self.key) {
            return Err(StoreError::Closed);
        }
        let mut piece = Vec::new();
        while piece.len() < PIECE {
            match self.stage {
                Stage::Header => {
                    let header = Header {
                        version: export::VERSION,
                        memo: env!("CARGO_PKG_VERSION").into(),
                        exported_at: now(),
                        people: self.people()?,
                    };
                    write(&mut piece, &Line::MemoExport(header));
                    self.stage = Stage::Documents;
                }
                Stage::Documents => match self.next()? {
                    Some(item_id) => {
                        if let Some(document) = self.app.store.exported(&self.key.user, &item_id)? {
                            self.document(&mut piece, document);
                        }
                    }
                    None => {
                        let end = End {
                            counts: self.counts,
                            unreadable: std::mem::take(&mut self.unreadable),
                        };
                        write(&mut piece, &Line::End(end));
                        self.stage = Stage::Done;
                    }
                },
                Stage::Done => break,
            }
        }
        Ok((!piece.is_empty()).then_some(piece))
    }

    /// What was said of names, in an order that stays.
    fn people(&self) -> Result<Vec<Name>, StoreError> {
        let said = self.app.store.people(&self.key.user)?.into_iter();
        let name = |said: Said| Name {
            name: said.name,
            into: said.into,
            shown: said.shown,
            apart: said.apart,
        };
        Ok(said.map(name).collect())
    }

    /// The name of the next document.
    fn next(&mut self) -> Result<Option<String>, StoreError> {
        if let Some(next) = self.waiting.next() {
            return Ok(Some(next));
        }
        let after = self.after.as_deref();
        let page = self.app.store.documents(&self.key.user, after, PAGE)?;
        let names: Vec<String> = page.into_iter().map(|(item_id, _)| item_id).collect();
        self.after = names.last().cloned().or(self.after.take());
        self.waiting = names.into_iter();
        Ok(self.waiting.next())
    }

    fn document(&mut self, piece: &mut Vec<u8>, exported: Exported) {
        let Exported {
            record,
            text,
            memories,
            ratings,
            corrections,
        } = exported;
        let Some(text) = text else {
            self.unreadable.push(record.item_id);
            return;
        };
        let extracted = record.source_type.zip(record.memories);
        let extracted = extracted.map(|(source_type, memories)| {
            let mut removed = record.removed.clone();
            removed.sort_unstable();
            Extracted {
                source_type,
                memories,
                removed,
            }
        });
        let item_id = record.item_id.clone();
        let name = |index| custom_id(&item_id, index);
        let put_right = |memory: &MemoryRecord| {
            let number = memory.correction?;
            let at = corrections.binary_search_by_key(&number, |(number, _)| *number);
            at.ok().and_then(|at| corrections.get(at))
        };
        let met: HashSet<u64> = memories
            .iter()
            .filter_map(|(_, memory)| put_right(memory).map(|(number, _)| *number))
            .collect();
        let waiting = corrections
            .iter()
            .filter(|(number, _)| !met.contains(number))
            .map(|(_, correction)| Waiting {
                trace: serde_json::json!(correction.trace),
                fields: correction.fields.clone(),
                changed_at: correction.changed.clone(),
            });
        self.counts.documents += 1;
        write(
            piece,
            &Line::Document(Document {
                item_id: record.item_id,
                user_name: record.user_name,
                filename: record.filename,
                source_type: record.given,
                reference_time: record.reference,
                created_at: record.created,
                extracted,
                waiting: waiting.collect(),
                text,
            }),
        );
        for (index, memory) in memories {
            self.counts.memories += 1;
            write(
                piece,
                &Line::Memory(Memory {
                    custom_id: name(index),
                    spans: memory.spans.clone(),
                    speaker: memory.speaker.clone(),
                    asks: memory.asks,
                    thread: memory.thread,
                    series: memory.series.clone(),
                    corrected: put_right(&memory).map(|(_, correction)| {
                        Box::new(Corrected {
                            read: correction.read.clone(),
                            series: correction.series.clone(),
                            changed_at: correction.changed.clone(),
                        })
                    }),
                    content: memory.content(),
                }),
            );
        }
        for rating in ratings {
            if record.removed.contains(&rating.index) {
                continue;
            }
            self.counts.ratings += 1;
            write(
                piece,
                &Line::Rating(Rating {
                    memory_id: name(rating.index),
                    query_text: rating.query,
                    rating: rating.rating,
                }),
            );
        }
    }
}

fn write(piece: &mut Vec<u8>, line: &Line) {
    // Strings, numbers and lists of them: there is nothing in a line that cannot be written.
    let _ = serde_json::to_writer(&mut *piece, line);
    piece.push(b'\n');
}
