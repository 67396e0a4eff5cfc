//! Logs: to stderr for whoever looks on, and as JSON to a file that changes every day. No text of a document and no
//! key is ever given to them.

use memo_common::{config::Config, paths};
use std::{
    io,
    panic::{self, PanicHookInfo},
};
use tracing_appender::{non_blocking::WorkerGuard, rolling};
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

/// Days that are kept.
const DAYS: usize = 7;

/// Starts logging for the whole process, to the file and, unless `background`, to stderr; lines that are still on their way are written when the guard is dropped.
///
/// # Errors
/// The folder cannot be written, or the filter does not read.
pub fn start(config: &Config, background: bool) -> io::Result<WorkerGuard> {
    let dir = paths::log_dir(&config.data_dir);
    crate::store::private_folder(&dir).map_err(io::Error::other)?;
    let file = rolling::Builder::new()
        .rotation(rolling::Rotation::DAILY)
        .filename_prefix("memod")
        .filename_suffix("log")
        .max_log_files(DAYS)
        .build(dir)
        .map_err(io::Error::other)?;
    let (file, guard) = tracing_appender::non_blocking(file);
    // What the libraries tell of themselves is of no use to anybody below a warning.
    let filter = match config.log.as_str() {
        level @ ("error" | "warn" | "info" | "debug" | "trace") => {
            format!("warn,memo_daemon={level},memod={level}")
        }
        filter => filter.to_owned(),
    };
    let filter = EnvFilter::try_new(filter).map_err(io::Error::other)?;
    tracing_subscriber::registry()
        .with(filter)
        .with((!background).then(|| fmt::layer().with_writer(io::stderr).with_ansi(false)))
        .with(fmt::layer().json().with_writer(file))
        .try_init()
        .map_err(io::Error::other)?;
    panic::set_hook(Box::new(note_panic));
    Ok(guard)
}

/// Notes where a panic was. What it says stays unsaid: it may quote the text that was being read.
fn note_panic(about: &PanicHookInfo<'_>) {
    let at = about.location().map(ToString::to_string);
    let thread = std::thread::current();
    tracing::error!(at, thread = thread.name(), "a panic");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_panic_is_noted_without_its_words() {
        // The hook is the whole process's, so this test has one of its own.
        let name = "logs::tests::says_what_it_read";
        let own = std::env::current_exe().expect("a test");
        let mut child = Command::new(own);
        child.args([
            "--exact",
            name,
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ]);
        let ran = child.output().expect("it runs");
        let said = [ran.stdout, ran.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(
            said.contains("a panic") && said.contains("logs.rs"),
            "{said}"
        );
        assert!(!said.contains("zorblat"), "{said}");
    }

    #[test]
    #[ignore = "run by the test above"]
    fn says_what_it_read() {
        let dir = tempfile::tempdir().expect("a folder");
        let dir = dir.path().to_string_lossy().into_owned();
        let find = |name: &str| (name == "MEMO_DATA_DIR").then(|| dir.clone());
        let config = Config::resolve(&memo_common::config::Flags::new(), find).expect("settings");
        let _logs = start(&config, false).expect("logs");
        let read = panic::catch_unwind(|| assert!(find("").is_some(), "zorblat"));
        assert!(read.is_err());
    }
}
