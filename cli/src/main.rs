//! memo: the command line of the memory daemon.
//!
//! - [`cli`]: what can be said on the command line, and which command runs
//! - [`commands`]: one file per subcommand: its arguments, its help, its `run`
//! - [`context`]: what every command is given: settings, output, a client
//! - [`daemon`]: find, start and wait for the daemon's process
//! - [`memod`]: the daemon's program, and what it does to a folder and ends
//! - [`keep`]: files that are put in place whole
//! - [`upload`]: many documents on their way at once
//! - [`runs`]: their runs, until their memories are there
//! - [`card`]: a memory as a person reads it
//! - [`complete`]: ids for the shell's completion
//! - [`recent`]: the last queries, for `memo feedback`
//! - [`relay`]: messages between an assistant and the daemon
//! - [`output`]: the one door to the terminal
//! - [`error`]: what went wrong, what to do, and the exit code
//! - [`os`]: what differs between operating systems

mod card;
mod cli;
mod commands;
mod complete;
mod context;
mod daemon;
mod error;
mod folder;
mod keep;
mod memod;
mod os;
mod output;
mod pages;
mod recent;
mod relay;
mod runs;
mod upload;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cli::run() as u8)
}
