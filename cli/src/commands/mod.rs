//! One file per subcommand: its arguments, its help, its `run`.

pub(crate) mod add;
pub(crate) mod ask;
pub(crate) mod backup;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod daemon;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod feedback;
mod find;
pub(crate) mod forget;
pub(crate) mod generate;
pub(crate) mod import;
pub(crate) mod key;
pub(crate) mod list;
mod logs;
mod narrow;
pub(crate) mod note;
pub(crate) mod recall;
mod report;
pub(crate) mod restore;
mod service;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod timeline;
pub(crate) mod today;
