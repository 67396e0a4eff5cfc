//! memo: the command line of the memory daemon.
//!
//! - [`cli`]: what can be said on the command line, and which command runs
//! - [`commands`]: one file per subcommand: its arguments, its help, its `run`
//! - [`context`]: what every command is given: settings, output, a client
//! - [`daemon`]: find, start and wait for the daemon's process
//! - [`memod`]: the daemon's program, and what it does to a folder and ends
//! - [`inputs`]: files, folders, globs and standard input, as documents to add
//! - [`passed`]: what the search of a folder passes by
//! - [`parts`]: files that hold documents: [`archive`]: other programs' exports ([`slack`]: the days of a workspace),
//!   [`zipped`]: archives, [`office`]: word processors' documents, [`split`]: exports that are too long
//! - [`content`]: one document's content: read, made text, named and dated
//! - [`charset`]: text in any character encoding
//! - [`pdf`]: the text of a PDF, taken out in a process of its own; [`glyphs`]: a page's characters in lines
//! - [`plain`]: regular files, and nothing that is waited for
//! - [`keep`]: files that are put in place whole
//! - [`upload`]: many documents on their way at once
//! - [`watch`]: their runs, until their memories are there
//! - [`card`]: a memory as a person reads it
//! - [`complete`]: ids for the shell's completion
//! - [`recent`]: the last queries, for `memo feedback`
//! - [`relay`]: messages between an assistant and the daemon
//! - [`output`]: the one door to the terminal
//! - [`error`]: what went wrong, what to do, and the exit code
//! - [`os`]: what differs between operating systems

mod archive;
mod card;
mod charset;
mod cli;
mod commands;
mod complete;
mod content;
mod context;
mod daemon;
mod error;
mod exports;
mod files;
mod folder;
mod glyphs;
mod inputs;
mod keep;
mod memod;
mod office;
mod os;
mod output;
mod pages;
mod parts;
mod passed;
mod pdf;
mod plain;
mod recent;
mod relay;
mod slack;
mod split;
mod upload;
mod watch;
mod zipped;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cli::run() as u8)
}
