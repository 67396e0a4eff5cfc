//! The command line through the real binaries: every subcommand with its exit codes, its text and its JSON.

mod add;
mod ask;
mod backup;
mod completions;
mod config;
mod daemon;
mod databases;
mod doctor;
mod edit;
mod elsewhere;
mod escapes;
mod export;
mod feedback;
mod forget;
mod formats;
mod import;
#[cfg(target_os = "linux")]
mod install;
#[cfg(unix)]
mod irregular;
mod key;
mod list;
mod mcp;
mod moved;
mod note;
mod output;
mod pdf;
mod people;
mod readme;
mod recall;
mod show;
mod status;
#[cfg(unix)]
mod terminal;
mod timeline;
mod watch;
mod web;

/// A note that every test can tell from others.
const NOTE: &str =
    "On 3 October 2026 I had lunch with Ana Lima in Lisbon. She showed me the new observatory.\n";
