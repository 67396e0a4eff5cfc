//! What `memo add` tells while it works: bars, a line for each of a few files, a sum at the end.

use crate::{
    card::{clean, count},
    error::{Exit, Result},
    output::{Output, style},
    upload::Event,
};
use indicatif::{ProgressBar, ProgressStyle};
use memo_common::files::{Change, Input};
use serde::Serialize;
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
    time::Duration,
};

/// One input's outcome, as `--json` writes it.
#[derive(Debug, Serialize)]
struct Outcome<'a> {
    /// JSON is Unicode, a file's name need not be: what is none stands as U+FFFD.
    path: Cow<'a, str>,
    /// `added`, `replaced`, `unchanged`, `restored`, `empty` (there is nothing in it to remember), `skipped` or `failed`.
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memories: Option<u64>,
    /// The character encoding that it was read in, where that had to be guessed.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// An upload that the daemon has.
pub(super) struct Accepted {
    change: Change,
    item_id: String,
    run: String,
    guessed: Option<&'static str>,
}

/// With more files a line for each would push everything else off the screen; the sum says it.
const FEW: usize = 10;

/// Of files that the same befell so many are named.
const NAMED: usize = 3;

/// What is said of a file that gave no memory.
const NOTHING: &str = "nothing in it to remember";

/// Tells what happens: bars while it does, a line for each of a few files, a sum at the end.
pub(super) struct Report<'a> {
    output: &'a Output,
    /// Whether each file has a line.
    each: bool,
    total: ProgressBar,
    bars: HashMap<usize, ProgressBar>,
    accepted: HashMap<usize, Accepted>,
    sums: BTreeMap<&'static str, u64>,
    memories: u64,
    skipped: BTreeMap<String, Vec<PathBuf>>,
    /// There is nothing in them to remember.
    empty: Vec<PathBuf>,
    /// How often each reason made a file fail.
    failed: BTreeMap<String, usize>,
}

impl<'a> Report<'a> {
    /// For so many files; with a line for each of them, if there are few or it is asked for.
    pub(super) fn new(output: &'a Output, files: usize, verbose: bool) -> Self {
        let total = ProgressBar::new(files as u64);
        let total = output.progress().add(total);
        total.set_style(bar("{bar:24} {pos}/{len} files  {elapsed}  {msg}"));
        if files > 0 {
            total.enable_steady_tick(Duration::from_millis(250));
        }
        Self {
            output,
            each: verbose || files <= FEW,
            total,
            bars: HashMap::new(),
            accepted: HashMap::new(),
            sums: BTreeMap::new(),
            memories: 0,
            skipped: BTreeMap::new(),
            empty: Vec::new(),
            failed: BTreeMap::new(),
        }
    }

    /// Tells what happened to the input of this index.
    pub(super) fn event(&mut self, index: usize, input: &Input, event: Event) -> Result<()> {
        let path = input.path.as_path();
        match event {
            Event::Begun => self.show(index, path, "reading the file", 0, 0),
            Event::Sent(done, all) => self.show(index, path, "uploading", done, all),
            Event::At(progress) => {
                self.show(index, path, &progress.stage, progress.done, progress.total);
            }
            Event::Accepted {
                change,
                item_id,
                run,
                guessed,
            } => {
                // Many may wait in the daemon: the ones at work get their bar back.
                self.hide(index);
                let accepted = Accepted {
                    change,
                    item_id,
                    run,
                    guessed,
                };
                self.accepted.insert(index, accepted);
                self.tell_waiting();
            }
            Event::Done(memories) => {
                self.ended(index);
                self.done(index, input, memories)?;
                self.tell_waiting();
            }
            Event::Skipped(reason) => {
                self.ended(index);
                self.skipped(path, &reason)?;
            }
            Event::Failed(reason) => {
                self.ended(index);
                let accepted = self.accepted.remove(&index);
                let again = accepted
                    .as_ref()
                    .is_some_and(|a| a.change == Change::Unchanged);
                match again && !input.named {
                    // it was told when it failed, and nothing has changed since
                    true => self.skipped(path, &reason)?,
                    false => self.failed(path, &reason, accepted.as_ref())?,
                }
            }
        }
        Ok(())
    }

    fn show(&mut self, index: usize, path: &Path, stage: &str, done: u64, all: u64) {
        let bar = self.bars.entry(index).or_insert_with(|| {
            let progress = self.output.progress();
            let of_file = progress.insert_before(&self.total, ProgressBar::new(1));
            of_file.set_style(bar("{bar:24} {msg:16} {prefix}"));
            of_file.set_prefix(name(path));
            of_file
        });
        bar.set_length(all.max(1));
        bar.set_position(done);
        bar.set_message(clean(stage));
    }

    fn hide(&mut self, index: usize) {
        if let Some(bar) = self.bars.remove(&index) {
            bar.finish_and_clear();
        }
    }

    fn tell_waiting(&self) {
        self.total.set_message(match self.accepted.len() {
            0 => String::new(),
            n => format!("{n} in the daemon"),
        });
    }

    fn ended(&mut self, index: usize) {
        self.hide(index);
        self.total.inc(1);
    }

    fn done(&mut self, index: usize, input: &Input, memories: Option<u64>) -> Result<()> {
        let Some(accepted) = self.accepted.remove(&index) else {
            return Ok(());
        };
        let (status, color) = match accepted.change {
            Change::Unchanged => ("unchanged", style::DIM),
            _ if memories == Some(0) => ("empty", style::BAD),
            Change::Added => ("added", style::GOOD),
            Change::Replaced => ("replaced", style::GOOD),
            Change::Restored => ("restored", style::GOOD),
        };
        *self.sums.entry(status).or_default() += 1;
        self.memories += memories.unwrap_or_default();
        if self.output.is_json() {
            return self.output.json(&Outcome {
                path: input.path.to_string_lossy(),
                status,
                item_id: Some(&accepted.item_id),
                run: Some(&accepted.run),
                memories,
                encoding: accepted.guessed,
                reason: None,
            });
        }
        if status == "empty" && !self.each {
            self.empty.push(input.path.clone());
        }
        // Of a folder that is added again and again, the news is what counts.
        if !self.each || (accepted.change == Change::Unchanged && !input.named) {
            return Ok(());
        }
        let made = match (status, memories) {
            ("empty", _) => format!("  {NOTHING}"),
            (_, Some(n)) => format!("  {}", count(n, "memory", "memories")),
            (_, None) => String::new(),
        };
        let read = accepted
            .guessed
            .map_or(String::new(), |e| format!("  read as {e}"));
        let dim = style::DIM;
        self.output.progress_line(&format!(
            "{color}{status:9}{color:#} {}{made}{read}  {dim}{}{dim:#}",
            name(&input.path),
            accepted.item_id
        ))
    }

    /// Tells of something that is nothing to remember.
    pub(super) fn skipped(&mut self, path: &Path, reason: &str) -> Result<()> {
        *self.sums.entry("skipped").or_default() += 1;
        let paths = self.skipped.entry(reason.to_owned()).or_default();
        paths.push(path.to_owned());
        if self.output.is_json() {
            self.output.json(&Outcome {
                path: path.to_string_lossy(),
                status: "skipped",
                item_id: None,
                run: None,
                memories: None,
                encoding: None,
                reason: Some(reason),
            })?;
        }
        Ok(())
    }

    /// Tells of something that could not be added.
    pub(super) fn failed(
        &mut self,
        path: &Path,
        reason: &str,
        accepted: Option<&Accepted>,
    ) -> Result<()> {
        *self.sums.entry("failed").or_default() += 1;
        if self.output.is_json() {
            return self.output.json(&Outcome {
                path: path.to_string_lossy(),
                status: "failed",
                item_id: accepted.map(|a| a.item_id.as_str()),
                run: accepted.map(|a| a.run.as_str()),
                memories: None,
                encoding: None,
                reason: Some(reason),
            });
        }
        let times = self.failed.entry(reason.to_owned()).or_default();
        *times += 1;
        if !self.each && *times > NAMED {
            return Ok(());
        }
        let bad = style::BAD;
        let said = format!("{bad}failed{bad:#}    {}: {}", name(path), clean(reason));
        self.output.complain(&said);
        Ok(())
    }

    /// Takes the bars away.
    pub(super) fn clear(&self) {
        for bar in self.bars.values() {
            bar.finish_and_clear();
        }
        self.total.finish_and_clear();
    }

    /// Tells the sum, and how it all ended.
    pub(super) fn finish(self, no_wait: bool) -> Result<Exit> {
        self.clear();
        if !self.output.is_json() {
            let untold = |n: usize| n.saturating_sub(NAMED);
            for (reason, times) in self
                .failed
                .iter()
                .filter(|(_, n)| !self.each && untold(**n) > 0)
            {
                let bad = style::BAD;
                self.output.complain(&format!(
                    "{bad}failed{bad:#}    {} more: {}",
                    untold(*times),
                    clean(reason)
                ));
            }
            let told = |what: &str, paths: &[PathBuf], reason: &str| {
                let shown: Vec<String> = paths.iter().take(NAMED).map(|p| name(p)).collect();
                let more = match untold(paths.len()) {
                    0 => String::new(),
                    n => format!(" and {n} more"),
                };
                let shown = shown.join(", ");
                self.output
                    .note(&format!("{what:9} {shown}{more}: {reason}"));
            };
            if !self.empty.is_empty() {
                told("empty", &self.empty, NOTHING);
            }
            for (reason, paths) in &self.skipped {
                told("skipped", paths, reason);
            }
        }
        let sum: Vec<String> = self
            .sums
            .iter()
            .map(|(what, n)| format!("{n} {what}"))
            .collect();
        match sum.is_empty() {
            true => self.output.note("nothing to add"),
            false => {
                let at_work = ["added", "replaced"]
                    .iter()
                    .any(|w| self.sums.contains_key(w));
                let later = match (no_wait && at_work, self.each) {
                    (true, _) => {
                        "; the daemon works on it, `memo status` says how far it is".into()
                    }
                    (false, false) if at_work && !no_wait => {
                        format!(": {}", count(self.memories, "memory", "memories"))
                    }
                    (false, _) => String::new(),
                };
                self.output.note(&format!("{}{later}", sum.join(", ")));
            }
        }
        Ok(match self.sums.contains_key("failed") {
            true => Exit::SomeFailed,
            false => Exit::Done,
        })
    }
}

fn name(path: &Path) -> String {
    let short = match path.strip_prefix(".") {
        Ok(short) if !short.as_os_str().is_empty() => short,
        _ => path,
    };
    match path.as_os_str() == "-" {
        true => "standard input".into(),
        false => clean(&short.display().to_string()),
    }
}

fn bar(template: &str) -> ProgressStyle {
    // A template that does not parse falls back to the library's own.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
