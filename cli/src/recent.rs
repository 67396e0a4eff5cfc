//! The last queries and the memories they showed, so that `memo feedback` can say what a rating is about.

use memo_common::{api::Memory, config::Config, paths};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

/// The file is cut to its newer half beyond this, bytes.
const LARGEST: u64 = 256 << 10;

#[derive(Serialize, Deserialize)]
struct Shown {
    query: String,
    memories: Vec<String>,
}

/// Where they are kept.
pub(crate) fn file(config: &Config) -> PathBuf {
    config.data_dir.join("recent-queries.jsonl")
}

/// Notes that this query showed these memories.
pub(crate) fn remember(config: &Config, query: &str, memories: &[Memory]) {
    // An answer without memories only takes the place of one before it, and its question is nobody's business.
    if memories.is_empty() && !file(config).exists() {
        return;
    }
    let query = if memories.is_empty() { "" } else { query };
    // A convenience: a folder that cannot be written must not cost the answer.
    let _ = append(config, query, memories);
}

fn append(config: &Config, query: &str, memories: &[Memory]) -> io::Result<()> {
    let path = file(config);
    fs::create_dir_all(&config.data_dir)?;
    if fs::metadata(&path).is_ok_and(|m| m.len() > LARGEST) {
        let text = fs::read_to_string(&path)?;
        let half = text[..]
            .char_indices()
            .find(|(at, c)| *at > text.len() / 2 && *c == '\n')
            .map_or(0, |(at, _)| at + 1);
        fs::write(&path, &text[half..])?;
    }
    let line = serde_json::to_string(&Shown {
        query: query.to_owned(),
        memories: memories.iter().map(|m| m.custom_id.clone()).collect(),
    })?;
    let mut file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)?;
    paths::private(&path)?;
    // One write, so that lines of commands at the same time do not mix.
    file.write_all(format!("{line}\n").as_bytes())
}

/// The memory of this number, counted from 1, of the last answer.
pub(crate) fn shown(config: &Config, number: usize) -> Option<String> {
    let text = fs::read_to_string(file(config)).ok()?;
    let last: Shown = serde_json::from_str(text.lines().last()?).ok()?;
    last.memories.get(number.checked_sub(1)?).cloned()
}

/// The last query that showed this memory.
pub(crate) fn query_for(config: &Config, memory_id: &str) -> Option<String> {
    let text = fs::read_to_string(file(config)).ok()?;
    text.lines()
        .rev()
        .filter_map(|line| serde_json::from_str::<Shown>(line).ok())
        .filter(|shown| !shown.query.is_empty())
        .find(|shown| shown.memories.iter().any(|m| m == memory_id))
        .map(|shown| shown.query)
}
