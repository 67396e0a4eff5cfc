//! An import under way, line by line.

use super::{
    super::{correct, error::Answered, people::import_people, recall::parse_custom_id},
    fate::{Current, Fate, checked, given, to_record},
    wrong,
};
use crate::{
    app::{App, now},
    people::Said,
    store::{Given, Imported, MOST_OF_ONE, records::RatingRecord},
};
use memo_common::{
    api::{Correction, ImportReport},
    export::{self, Line, Memory, Name, Rating},
};
use std::sync::Arc;

/// Memories that are written in one transaction.
const PIECE: usize = 64;

/// Bytes of their words from which on they are written, however few they are.
const WORDS: usize = 1 << 20;

/// An import under way.
pub(super) struct Importing {
    pub app: Arc<App>,
    pub user: String,
    begun: bool,
    pub current: Option<Current>,
    pub report: ImportReport,
    /// The run of the document that was imported last.
    pub last_run: Option<String>,
}

impl Importing {
    pub(super) fn new(app: Arc<App>, user: String) -> Self {
        Self {
            app,
            user,
            begun: false,
            current: None,
            report: ImportReport::default(),
            last_run: None,
        }
    }

    /// Takes a line in. Blocks on the disk.
    pub(super) fn line(&mut self, line: &[u8]) -> Answered<()> {
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
            Line::MemoExport(header) => {
                self.begun = true;
                let said = |name: Name| Said {
                    name: name.name,
                    into: name.into,
                    shown: name.shown,
                    apart: name.apart,
                };
                import_people(
                    &self.app,
                    &self.user,
                    header.people.into_iter().map(said).collect(),
                )
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

    fn memory(&mut self, memory: Memory) -> Answered<()> {
        let app = self.app.clone();
        let (current, index) = self.of(&memory.custom_id)?;
        if index < current.next {
            return Err(wrong(
                "A document's memories have to rise by their indexes.",
            ));
        }
        checked(&memory, current)?;
        current.next = index + 1;
        current.memories += 1;
        let corrected = memory.corrected.clone();
        match &mut current.fate {
            Fate::Taken {
                version,
                memories,
                given: all,
                ..
            } => {
                let mut record = to_record(memory);
                if let Some(corrected) = corrected {
                    let changed = corrected.changed_at.clone();
                    let fields = given(&mut record, *corrected)?;
                    all.push(Given {
                        index,
                        fields,
                        changed,
                    });
                }
                memories.push((index, record));
                let words: usize = memories.iter().map(|(_, m)| m.narrative.len()).sum();
                if memories.len() >= PIECE || words >= WORDS {
                    let piece = std::mem::take(memories);
                    let ratings = Vec::new();
                    app.store.import_piece(*version, piece, ratings).wait()?;
                }
            }
            Fate::Here { version, same } => {
                let mut record = to_record(memory);
                let fields = match corrected {
                    Some(corrected) => given(&mut record, *corrected)?,
                    None => Correction::default(),
                };
                if let Some(here) = app.store.memory(*version, index)?
                    && correct::read(&app, *version, &here)?.narrative == record.narrative
                {
                    same.insert(index);
                    // What was put right here since counts.
                    if here.correction.is_none() && !fields.is_empty() {
                        let place = (*version, index);
                        correct::put(&app, place, fields.into())?;
                    }
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
        let rated = current.rated.entry(index).or_default();
        *rated += 1;
        if *rated > MOST_OF_ONE {
            // What earlier versions took in beyond that moves nothing more.
            return Ok(());
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
                ..
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
    pub(super) fn end(&mut self) -> Answered<()> {
        let Some(current) = &mut self.current else {
            return Ok(());
        };
        let store = &self.app.store;
        if let (
            Fate::Taken {
                version,
                memories,
                ratings,
                text,
                given,
                waiting,
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
                text: text.clone(),
                given: std::mem::take(given),
                waiting: std::mem::take(waiting),
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
    pub(super) fn abandon(&mut self) {
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

    /// Tells those who follow that there is something new.
    pub(super) fn settled(&self) {
        self.app.level.notify();
        self.app.forget_ratings(&self.user);
    }
}
