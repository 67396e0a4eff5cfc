//! What the network is trained on, for `daemon/answers/train.py`: what it is told of each word, a line of JSON for each
//! question, and a line for the vector of each word, at the end of the file that the environment names.

use super::{
    Asked,
    likely::{self, Likely},
    pick::Candidate,
};
use crate::embed::embedder;
use serde_json::json;
use std::{
    collections::HashSet,
    env,
    fs::File,
    io::{self, Write},
    sync::{LazyLock, Mutex},
};

/// The variable that names the file.
const FILE: &str = "MEMO_TRAIN";

/// Words of which the vectors are written.
static KNOWN: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// Adds a question to the file.
pub(super) fn write(text: &str, asked: &Asked, candidates: &[Candidate]) -> io::Result<()> {
    let Some(path) = env::var_os(FILE) else {
        return Ok(());
    };
    let mut file = File::options().append(true).create(true).open(path)?;
    let about: Vec<&str> = likely::about(asked).map(|w| w.folded.as_str()).collect();
    let focus = asked.question.focus.as_ref().map(|f| f.folded.as_str());
    let words = candidates.iter().flat_map(|c| &c.words);
    let words: Vec<&str> = words.map(|w| w.folded.as_str()).collect();
    let mut known = KNOWN.lock().map_err(|_| io::Error::other("broken"))?;
    for word in words.iter().chain(&about).chain(&focus) {
        if known.insert((*word).to_owned()) {
            let vector = embedder().embed(word).map(short);
            writeln!(
                file,
                "{}",
                json!({ "word": word, "vector": vector.to_vec() })
            )?;
        }
    }
    let likely = Likely::new(asked, candidates);
    let inputs: Vec<_> = (0..candidates.len())
        .flat_map(|at| likely.inputs(at))
        .collect();
    let line = json!({
        "question": text,
        "focus": focus,
        "about": about,
        "lengths": candidates.iter().map(|c| c.words.len()).collect::<Vec<_>>(),
        "words": words,
        "numbers": inputs.iter().map(|i| i.numbers.map(short).to_vec()).collect::<Vec<_>>(),
        "rows": inputs.iter().map(|i| i.rows.to_vec()).collect::<Vec<_>>(),
    });
    writeln!(file, "{line}")
}

/// A number to five places.
fn short(x: f32) -> f64 {
    (f64::from(x) * 1e5).round() / 1e5
}
