//! memod: turns documents into episodic memories and finds them again.
//!
//! Data flows one way: `http → ingest → extract → store → index` for an upload,
//! `http → query (question → retrieve → rank → answer)` for a question.
//!
//! - [`when`]: a time at the precision that is known
//! - [`ingest`]: bytes → document, one reader per source type
//! - [`extract`]: document → memories
//! - [`embed`]: text → vector
//! - [`index`]: words and vectors of memories
//! - [`query`]: a question → memories

pub mod embed;
pub mod extract;
pub mod index;
pub mod ingest;
pub mod query;
pub mod when;
