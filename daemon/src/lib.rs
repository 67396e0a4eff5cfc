//! memod: turns documents into episodic memories and finds them again.
//!
//! Data flows one way: `http → ingest → extract → store → index` for an upload,
//! `http → query (question → retrieve → rank → answer)` for a question.
//!
//! - [`when`]: a time at the precision that is known; `series`: what repeats; `wording`: enumerations and quotations
//! - [`ingest`]: bytes → document, one reader per source type
//! - [`extract`]: document → memories
//! - [`embed`]: text → vector by a table of words; `encoder`: by a transformer; `vectors`: who makes those of memories
//! - [`index`]: words and vectors of memories
//! - [`people`]: which names are one person's
//! - [`query`]: a question → memories
//! - `llm`: the client of models' servers, where one is set
//! - `store`: the truth on disk; `live`: which of it may answer
//! - `overview`: people, places, tags and days, counted over all of a user's memories
//! - `worker`: the background from an upload to its memories
//! - `watch`: what the daemon keeps up with by itself
//! - `http`: the interface; `web`: the pages that a browser shows
//! - `fuzz`: all that takes input from outside, tried with any bytes
//! - `app`: the opened parts; `run`: a daemon's life; `hashed`, `heap`, `keys`, `lock`, `logs`, `metrics`,
//!   `per_user`, `priority`

mod app;
pub mod embed;
mod encoder;
pub mod extract;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod hashed;
pub mod heap;
mod http;
pub mod index;
pub mod ingest;
mod keys;
mod live;
mod llm;
mod lock;
pub mod logs;
mod metrics;
mod overview;
pub mod people;
mod per_user;
mod priority;
pub mod query;
mod run;
mod series;
mod store;
mod vectors;
mod watch;
mod web;
pub mod when;
mod wording;
mod worker;

pub use app::OpenError;
pub use lock::FolderLock;
pub use run::{RunError, inspect, run};
pub use store::{Inspected, Repaired, RestoreError, Restored, State, StoreError, repair, restore};
