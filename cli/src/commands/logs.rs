//! `memo daemon logs`: what the daemon says.

use crate::{
    card::clean,
    context::Context,
    daemon,
    error::{Exit, Failure, Result},
};
use memo_common::{paths, printable};
use std::{fs, io::Read, path::PathBuf, thread, time::Duration};

/// Between two looks at a log that is followed.
const LOOK: Duration = Duration::from_millis(200);
/// A line of the log is hardly longer, bytes.
const LONG_LINE: u64 = 400;

/// The log that was written to last.
fn newest(context: &Context) -> Option<PathBuf> {
    let folder = paths::log_dir(&context.config.data_dir);
    let written = |entry: &fs::DirEntry| entry.metadata().and_then(|m| m.modified()).ok();
    fs::read_dir(folder)
        .ok()?
        .filter_map(std::result::Result::ok)
        .max_by_key(written)
        .map(|entry| entry.path())
}

/// Shows the last lines of the log, and with `follow` what is added, until it is interrupted.
pub(super) fn logs(context: &Context, follow: bool, lines: usize) -> Result<Exit> {
    let Some(path) = newest(context) else {
        return Err(Failure::new(Exit::Nothing, "there is no log yet"));
    };
    let failed =
        |e: std::io::Error| Failure::io(format_args!("cannot read {}", path.display()), &e);
    let mut file = fs::File::open(&path).map_err(failed)?;
    let end = daemon::tail(&mut file, LONG_LINE * lines as u64).map_err(failed)?;
    let (whole, mut rest) = whole_lines(end);
    let all: Vec<&str> = whole.lines().collect();
    let last = &all[all.len().saturating_sub(lines)..];
    context.output.result(&readable(context, last))?;
    if !follow {
        return Ok(Exit::Done);
    }
    loop {
        let mut added = Vec::new();
        file.read_to_end(&mut added).map_err(failed)?;
        let whole;
        (whole, rest) = whole_lines(rest + &String::from_utf8_lossy(&added));
        let lines_added: Vec<&str> = whole.lines().collect();
        context.output.result(&readable(context, &lines_added))?;
        // The log is rotated: the file of this name is another now, or none. Go on with the newest.
        if added.is_empty() {
            let ours = file.metadata().map_err(failed)?.len();
            let named = fs::metadata(&path).ok();
            if named.is_none_or(|named| named.len() < ours) && newest(context).is_some() {
                return logs(context, true, lines);
            }
        }
        thread::sleep(LOOK);
    }
}

/// The lines that are written to their end, and the beginning of the next one.
fn whole_lines(mut text: String) -> (String, String) {
    let rest = text.split_off(text.rfind('\n').map_or(0, |at| at + 1));
    (text, rest)
}

/// The log's JSON as lines for a person; with --json, and where a line is no JSON, as it is.
fn readable(context: &Context, lines: &[&str]) -> String {
    let as_is = context.output.is_json();
    let line = |line: &&str| {
        let parsed = serde_json::from_str::<LogLine>(line).ok();
        match parsed.filter(|_| !as_is) {
            Some(parsed) => parsed.to_string(),
            None => printable::json(line),
        }
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// One line of the daemon's log.
#[derive(serde::Deserialize)]
struct LogLine {
    timestamp: String,
    level: String,
    fields: serde_json::Map<String, serde_json::Value>,
}

impl std::fmt::Display for LogLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => clean(text),
            other => other.to_string(),
        };
        let message = self.fields.get("message").map(text).unwrap_or_default();
        write!(
            f,
            "{}  {:5}  {message}",
            clean(&self.timestamp),
            clean(&self.level)
        )?;
        for (name, value) in self.fields.iter().filter(|(name, _)| *name != "message") {
            write!(f, "  {name}={}", text(value))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_log_is_readable() {
        let line = r#"{"timestamp":"2026-11-21T14:00:00Z","level":"INFO","target":"memod","fields":{"message":"ready","url":"http://x","took_ms":12}}"#;
        let line: LogLine = serde_json::from_str(line).expect("a line");
        assert_eq!(
            line.to_string(),
            "2026-11-21T14:00:00Z  INFO   ready  took_ms=12  url=http://x"
        );
    }
}
