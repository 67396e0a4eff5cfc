//! Scores the names found in running text against a file of marked sentences: token, tab, IOB2 tag, a blank line
//! between sentences. A name counts where it is found in its sentence with its type.
//!
//! usage: `score_names FILE.tsv [-v]`

#![allow(clippy::print_stdout, reason = "its output is the result")]

use memo_common::api::{EntityType, SourceType};
use memo_daemon::{
    extract::{entities, people::People},
    ingest::{Document, Kind, Passage},
};
use std::{collections::BTreeSet, env, fs, io};

const KINDS: [(&str, EntityType); 3] = [
    ("person", EntityType::Person),
    ("location", EntityType::Location),
    ("organization", EntityType::Organization),
];

fn main() -> io::Result<()> {
    let Some(path) = env::args().nth(1) else {
        println!("usage: score_names FILE.tsv [-v]");
        return Ok(());
    };
    let verbose = env::args().any(|a| a == "-v");
    // hits, said, marked
    let mut counts = [[0_usize; 3]; KINDS.len()];
    for sentence in fs::read_to_string(path)?.split("\n\n") {
        let (text, marked) = read(sentence);
        let found = found(&text);
        for ((name, _), count) in KINDS.iter().zip(&mut counts) {
            let of = |names: &BTreeSet<(String, &'static str)>| -> BTreeSet<String> {
                let same = names.iter().filter(|n| n.1 == *name);
                same.map(|n| n.0.clone()).collect()
            };
            let (said, right) = (of(&found), of(&marked));
            count[0] += said.intersection(&right).count();
            count[1] += said.len();
            count[2] += right.len();
        }
        if verbose && found != marked {
            let extra: Vec<_> = found.difference(&marked).collect();
            let missed: Vec<_> = marked.difference(&found).collect();
            println!("{text}\n   + {extra:?}\n   - {missed:?}");
        }
    }
    for ((name, _), [hits, said, right]) in KINDS.iter().zip(counts) {
        let share = |of: usize| hits as f64 / of.max(1) as f64;
        let f1 = 2.0 * hits as f64 / (said + right).max(1) as f64;
        println!(
            "{name:13} {:.3} / {:.3} / {f1:.3}",
            share(said),
            share(right)
        );
    }
    Ok(())
}

/// A sentence's text, and its marked names in lower case with their types.
fn read(sentence: &str) -> (String, BTreeSet<(String, &'static str)>) {
    let mut text = String::new();
    let mut names: Vec<(String, &'static str)> = Vec::new();
    let mut inside = false;
    for line in sentence.lines() {
        let Some((word, tag)) = line.split_once('\t') else {
            continue;
        };
        let sign = word.chars().all(|c| !c.is_alphanumeric())
            && matches!(word, "." | "," | "!" | "?" | ";" | ":" | ")" | "'");
        if !(text.is_empty() || sign || word.starts_with('\'') || text.ends_with(['(', '@', '#'])) {
            text.push(' ');
        }
        text.push_str(word);
        let kind = KINDS.iter().find(|(k, _)| tag.get(2..) == Some(k));
        match (kind, names.last_mut()) {
            (Some(_), Some(last)) if tag.starts_with("I-") && inside => {
                last.0.push(' ');
                last.0.push_str(&word.to_lowercase());
            }
            (Some((kind, _)), _) => names.push((word.to_lowercase(), kind)),
            (None, _) => {}
        }
        inside = kind.is_some();
    }
    (
        text,
        names.into_iter().map(|(n, k)| (squash(&n), k)).collect(),
    )
}

/// The names of a text that stands alone.
fn found(text: &str) -> BTreeSet<(String, &'static str)> {
    let mut document = Document::new(SourceType::Text);
    document
        .passages
        .push(Passage::new(Kind::Prose, text, 0..text.len()));
    let people = People::new(&document, "Qxz");
    entities::find(text, &people)
        .into_iter()
        .filter_map(|e| Some((e.name, KINDS.iter().find(|(_, k)| *k == e.kind)?.0)))
        .map(|(n, k)| (squash(&n), k))
        .collect()
}

/// Lower-case words alone.
fn squash(name: &str) -> String {
    name.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
