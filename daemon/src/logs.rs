//! Logs: to stderr for whoever looks on, and as JSON to a file that changes every day. No text of a document and no
//! key is ever given to them.

use memo_common::{config::Config, paths};
use std::io;
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
    Ok(guard)
}
