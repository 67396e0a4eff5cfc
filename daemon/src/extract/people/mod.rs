//! Everybody in a document, each once, by their fullest name.
//!
//! - [`roster`]: who there is, merged from the document's structure and from names found in its text
//! - [`nicknames`]: short forms of given names
//! - [`part`]: who took part in what a passage tells, and who is only talked about

mod nicknames;
mod part;
mod roster;

pub use part::{Said, participants};
pub use roster::{Mention, People, PersonRef};
