//! What of a segment is held in memory: some 90 bytes a memory, read at the first question after the segment appears.

use super::entry::NO_VECTOR;
use super::schema::{Fields, NO_DAY, Space, WordField, flag};
use crate::embed::compact::Signs;
use std::{collections::HashMap, ops::Range};
use tantivy::{DocId, SegmentReader};

/// Facts of the memories of a segment, by their number in it.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// The user's place in `users`.
    owner: Vec<u32>,
    users: HashMap<u64, UserFacts>,
    /// The session: memories of one thread of one document stand side by side, and make up a session.
    session: Vec<u32>,
    /// Terms of all narratives of each session.
    session_length: Vec<u32>,
    /// Terms of each narrative.
    length: Vec<u16>,
    days: Vec<(i32, i32)>,
    flags: Vec<u8>,
    signs: Vec<Signs<2>>,
    /// The models of which there are vectors.
    models: Vec<u64>,
    /// For each memory 1 + the place of its model in `models`, or 0; empty where none has one.
    model: Vec<u8>,
    /// Empty where none has one.
    model_signs: Vec<Signs<6>>,
}

/// Sums over one user's memories in a segment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UserFacts {
    place: u32,
    /// How many memories.
    pub(crate) memories: u32,
    /// How many sessions.
    pub(crate) sessions: u32,
    /// Terms of all their narratives.
    pub(crate) terms: u64,
    first: DocId,
    last: DocId,
}

impl UserFacts {
    /// The numbers among which all of the user's memories are.
    pub(crate) fn span(&self) -> Range<DocId> {
        self.first..self.last + 1
    }
}

impl Facts {
    pub(super) fn read(fields: &Fields, reader: &SegmentReader) -> tantivy::Result<Self> {
        let count = reader.max_doc() as usize;
        let unsigned = |name: &str| {
            let mut all = vec![0u64; count];
            let column = reader.fast_fields().column_first_or_default::<u64>(name)?;
            column.get_range(0, &mut all);
            tantivy::Result::Ok(all)
        };
        let days = |name: &str| {
            let mut all = vec![NO_DAY; count];
            let column = reader.fast_fields().column_first_or_default::<i64>(name)?;
            column.get_range(0, &mut all);
            tantivy::Result::Ok(all)
        };
        let (versions, threads, users) =
            (unsigned("version")?, unsigned("thread")?, unsigned("user")?);
        let lengths = reader.get_fieldnorms_reader(fields.words(WordField::Narrative))?;
        let mut facts = Self {
            owner: Vec::with_capacity(count),
            session: Vec::with_capacity(count),
            days: days("start")?
                .into_iter()
                .zip(days("end")?)
                .map(|(start, end)| (start as i32, end as i32))
                .collect(),
            flags: unsigned("flags")?.into_iter().map(|f| f as u8).collect(),
            signs: signs(reader, Space::Table)?,
            ..Self::default()
        };
        let models = unsigned("model")?;
        if models.iter().any(|model| *model != 0) {
            facts.model_signs = signs(reader, Space::Model)?;
            facts.model = models.iter().map(|model| facts.place_of(*model)).collect();
        }
        let mut before = None;
        for doc in 0..count {
            let length = lengths.fieldnorm(doc as DocId);
            let place = facts.users.len() as u32;
            let user = facts.users.entry(users[doc]).or_insert(UserFacts {
                place,
                first: doc as DocId,
                ..UserFacts::default()
            });
            user.memories += 1;
            user.terms += u64::from(length);
            user.last = doc as DocId;
            let session = (versions[doc], threads[doc]);
            if before != Some(session) {
                user.sessions += 1;
                facts.session_length.push(0);
                before = Some(session);
            }
            let place = user.place;
            if let Some(sum) = facts.session_length.last_mut() {
                *sum += length;
            }
            facts.owner.push(place);
            facts.length.push(u16::try_from(length).unwrap_or(u16::MAX));
            facts.session.push(facts.session_length.len() as u32 - 1);
        }
        Ok(facts)
    }

    /// 1 + the place of a model in `models`, where it comes to stand if need be; 0 for none.
    fn place_of(&mut self, model: u64) -> u8 {
        if model == 0 {
            return 0;
        }
        let known = self.models.iter().position(|m| *m == model);
        let place = known.unwrap_or_else(|| {
            self.models.push(model);
            self.models.len() - 1
        });
        // So many models are not met; vectors of one too many count as missing.
        u8::try_from(place + 1).unwrap_or(0)
    }

    /// Sums over the user's memories; `None` where the segment has none.
    pub(crate) fn user(&self, user: u64) -> Option<&UserFacts> {
        self.users.get(&user)
    }

    /// Whether the memory is this user's.
    pub(crate) fn owned(&self, doc: DocId, user: &UserFacts) -> bool {
        self.owner[doc as usize] == user.place
    }

    /// Terms of the memory's narrative.
    pub(crate) fn length(&self, doc: DocId) -> u16 {
        self.length[doc as usize]
    }

    /// The number of the memory's session in the segment.
    pub(crate) fn session(&self, doc: DocId) -> u32 {
        self.session[doc as usize]
    }

    /// How many sessions there are.
    pub(crate) fn sessions(&self) -> usize {
        self.session_length.len()
    }

    /// Terms of all narratives of a session.
    pub(crate) fn session_length(&self, session: u32) -> u32 {
        self.session_length[session as usize]
    }

    /// The memory `by` places on in the same session.
    pub(crate) fn neighbour(&self, doc: DocId, by: i64) -> Option<DocId> {
        let there = DocId::try_from(i64::from(doc) + by).ok()?;
        (self.session.get(there as usize)? == &self.session[doc as usize]).then_some(there)
    }

    /// First and last day, as days since 1970, where known.
    pub(crate) fn days(&self, doc: DocId) -> Option<(i64, i64)> {
        let (start, end) = self.days[doc as usize];
        let days = (i64::from(start), i64::from(end));
        (days.0 != NO_DAY).then_some(days)
    }

    /// Whether its last words are a question.
    pub(crate) fn asks(&self, doc: DocId) -> bool {
        self.has(doc, flag::ASKS)
    }

    /// Whether this [`flag`] is set.
    pub(crate) fn has(&self, doc: DocId, flag: u64) -> bool {
        u64::from(self.flags[doc as usize]) & flag != 0
    }

    /// The signs of its vector by the embedded table.
    pub(crate) fn signs(&self, doc: DocId) -> &Signs<2> {
        &self.signs[doc as usize]
    }

    /// The model that was asked for its vector.
    pub(crate) fn model(&self, doc: DocId) -> Option<u64> {
        let place = self.model.get(doc as usize)?.checked_sub(1)?;
        self.models.get(usize::from(place)).copied()
    }

    /// The signs of its vector by this model, where it has one.
    pub(crate) fn model_signs(&self, doc: DocId, model: u64) -> Option<&Signs<6>> {
        let signs = self.model_signs.get(doc as usize)?;
        (self.model(doc) == Some(model) && *signs != NO_VECTOR).then_some(signs)
    }
}

/// The signs of all vectors of a space; zeros where a memory has none.
fn signs<const WORDS: usize>(
    reader: &SegmentReader,
    space: Space,
) -> tantivy::Result<Vec<Signs<WORDS>>> {
    let mut all = vec![[0; WORDS]; reader.max_doc() as usize];
    if let Some(column) = reader.fast_fields().column_opt::<u64>(space.signs())? {
        for (doc, signs) in (0..).zip(&mut all) {
            for (to, word) in signs.iter_mut().zip(column.values_for_doc(doc)) {
                *to = word;
            }
        }
    }
    Ok(all)
}
