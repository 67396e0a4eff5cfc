//! Logs: to stderr for whoever looks on, and as JSON to a file, which is [`rotated`]. No text of a document and no key is
//! ever given to them.

mod rotated;

use memo_common::{config::Config, paths};
use rotated::Rotated;
use std::{
    io,
    panic::{self, PanicHookInfo},
};
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

/// Bytes after which a file of the log is full. With those that are kept, 64 MiB: 200,000 answers.
const FULL: u64 = 8 << 20;

/// Starts logging for the whole process, to the file and, unless `background`, to stderr; lines that are still on their
/// way are written when the guard is dropped.
///
/// # Errors
/// The folder cannot be written, or the filter does not read.
pub fn start(config: &Config, background: bool) -> io::Result<WorkerGuard> {
    let dir = paths::log_dir(&config.data_dir);
    crate::store::private_folder(&dir).map_err(io::Error::other)?;
    let (file, guard) = tracing_appender::non_blocking(Rotated::open(&dir, FULL)?);
    // What the libraries tell of themselves is of no use to anybody below a warning.
    let filter = match config.log.as_str() {
        level @ ("error" | "warn" | "info" | "debug" | "trace") => {
            format!("warn,memo_daemon={level},memod={level}")
        }
        filter => filter.to_owned(),
    };
    // Of all libraries these tell what is said through them.
    let filter = EnvFilter::try_new(format!("{filter},rmcp=off,async_imap=off"))
        .map_err(io::Error::other)?;
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
            said.contains("a panic") && said.contains("logs/mod.rs"),
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
