//! Everybody in a document, each once, by their fullest name.
//!
//! - [`roster`]: who there is, merged from the document's structure and from names found in its text
//! - [`found`]: the names in its text; [`merge`]: which of them are one person's; [`forms`]: what they go by
//! - [`mentions`]: where they are named
//! - [`aliases`]: what a contract calls the user; [`login`]: what a program does
//! - [`written`], [`lower`], [`couple`], [`handle`]: names as they are written, in lower case, of two, and user names
//! - [`subject`]: whom a printed paper is about
//! - [`nicknames`]: short forms of given names
//! - [`part`]: who took part in what a passage tells, and who is only talked about, by rules: by the [`role`] of each name
//!   as it stands ([`stand`]), read from the words [`around`] it, those [`before`] it, a [`preposition`] among them, and the
//!   [`clause`] behind it, which may tell of an [`absence`] or of what is only [`imagined`]; and by what [`speech`] says
//!   of who speaks and who is spoken to
//! - [`pronoun`]: whom "he" and "she" mean
//! - [`choice`]: the same, weighed with all other [`sign`]s that [`signs`] and [`named`] read

mod absence;
mod aliases;
mod around;
mod before;
mod choice;
mod clause;
mod couple;
mod forms;
mod found;
mod handle;
mod imagined;
pub(crate) mod login;
mod lower;
mod mentions;
mod merge;
mod named;
mod nicknames;
mod part;
mod preposition;
mod pronoun;
mod role;
mod roster;
mod sign;
mod signs;
mod speech;
mod stand;
mod subject;
mod written;

pub(crate) use choice::choose;
pub use mentions::Mention;
pub(crate) use mentions::Read;
pub(crate) use nicknames::{is_part_of, long_of};
pub(crate) use part::Letter;
pub use part::Said;
pub(crate) use part::{companions, named_alone, participants, taking_part};
pub use roster::{People, PersonRef};
pub(crate) use sign::{Manner, Scene};
pub(crate) use speech::speaks_to;

#[cfg(test)]
mod tests;
