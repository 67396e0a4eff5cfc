//! A person's files, as documents to add: found, read, made text, named, dated and sent. The command line reads with it
//! what somebody names, and the daemon what it was told to watch.
//!
//! - `inputs`: files, folders, globs and standard input; `passed`: what the search of a folder passes by; `maildir`: folders
//!   of mail
//! - `parts`: files that hold documents: `archive`: other programs' exports (`slack`: the days of a workspace), `zipped`
//!   and `tarred`: archives, `office`: word processors' documents, `split`: exports that are too long, `database`: what
//!   programs keep for themselves
//! - `import`: other programs' exports as somebody names them, and what kind each document is; `spool`: what is unpacked to
//!   the disk
//! - `content`: one document's content; `charset`: text in any character encoding; `pdf`: the text of a PDF, taken out in
//!   a process of its own (`glyphs`: a page's characters in lines; `widths`: of glyphs); `plain`: regular files, and nothing that is waited for
//! - `known`: which document each file became; `exports`: whether an export holds less than what is there
//! - `send`: a document on its way to the daemon

mod archive;
mod charset;
mod content;
mod database;
mod exports;
mod glyphs;
mod import;
mod inputs;
mod known;
mod maildir;
mod office;
mod parts;
mod passed;
pub mod pdf;
mod plain;
mod send;
mod slack;
mod split;
mod spool;
mod tarred;
mod widths;
mod zipped;

pub use archive::{is_mbox, mail_id};
pub use content::{Content, Refused, local_time, read_most, short_hash};
pub use database::is_database_at;
pub use import::exports;
pub use inputs::{Gathered, Input, Skipped, Unreadable, Walked, gather, inputs, walk};
pub use known::{Files, Found, Text, list};
pub use plain::open;
pub use send::{Change, Options, Sent, send, send_mail, send_text};
pub use zipped::is_archive;
