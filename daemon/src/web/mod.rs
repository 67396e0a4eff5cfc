//! The pages: what a browser shows of a user's memories, as HTML made here. No script makes any of it, and nothing comes
//! from elsewhere. Who may see what, and where it comes from, is `http::web`'s business; here values become text, and
//! whatever a value holds is text to the browser: [`maud`] escapes it.
//!
//! - `site`: the addresses of a visit's pages; `frame`: what is around each of them
//! - `parts`: a memory among others, people, places, times; `text`: a document's lines, marked; `forms`: what changes
//!   something
//! - `login`, `problem`: what is shown outside of a visit
//! - `style.css`, `login.js`, `icon.svg`: what the browser loads beside them
//! - one file for each page; `person`: what can be said of one; `watched`: what is among the sources

pub(crate) mod about;
pub(crate) mod ask;
pub(crate) mod day;
pub(crate) mod document;
pub(crate) mod forms;
pub(crate) mod frame;
pub(crate) mod login;
pub(crate) mod memory;
pub(crate) mod month;
pub(crate) mod names;
mod parts;
mod person;
pub(crate) mod problem;
pub(crate) mod search;
mod site;
pub(crate) mod sources;
mod text;
mod watched;

pub(crate) use site::Site;
