//! [`Document`](crate::ingest::Document) → memories, with rules and statistics alone.
//!
//! - [`dates`]: times in running text
//! - [`tell`]: facts of calendars as sentences
//! - [`people`]: everybody in the document, by their fullest names; who took part
//! - [`entities`]: named things
//! - [`places`]: where something took place
//! - [`tags`]: the keywords of a memory
//! - the other files: sentences, episodes, narrative

pub mod dates;
pub mod entities;
pub mod people;
pub mod places;
pub mod tags;
pub mod tell;

use crate::when::When;
use jiff::Zoned;
use memo_common::api::Entity;
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
