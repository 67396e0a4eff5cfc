//! Everybody in a document, each once, by their fullest name.
//!
//! - [`roster`]: who there is, merged from the document's structure and from names found in its text
//! - [`found`]: the names in its text; [`merge`]: which of them are one person's; [`forms`]: what they go by
//! - [`aliases`]: what a contract calls the user
//! - [`written`], [`lower`]: names as they are written, and in lower case
//! - [`nicknames`]: short forms of given names
//! - [`part`]: who took part in what a passage tells, and who is only talked about, by the [`role`] of each name, read from
//!   its [`clause`], by rules; [`choice`]: the same, weighed with all other [`sign`]s that [`signs`] reads

mod aliases;
mod choice;
mod clause;
mod forms;
mod found;
mod lower;
mod merge;
mod nicknames;
mod part;
mod role;
mod roster;
mod sign;
mod signs;
mod written;

pub(crate) use choice::choose;
pub(crate) use clause::past;
pub use part::Said;
pub(crate) use part::{companions, participants, speaks_to, taking_part};
pub use roster::{Mention, People, PersonRef};
pub(crate) use sign::{Manner, Scene};
