//! Reading: bytes → [`Document`], by source type.
//!
//! - [`document`]: what a reader makes
//! - one file (or folder) per source type

pub mod document;

pub use document::{Document, Kind, Passage, Person, PersonId};
