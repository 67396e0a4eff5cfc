//! A list of contents above what it lists: an agenda whose points come again as headings.

use crate::ingest::{Document, Kind};
use std::collections::HashSet;

/// Points that are listed as headings to come, from which on the list says nothing of its own.
const LISTED: usize = 2;

/// Takes out the items that only announce headings below them.
pub(super) fn drop(document: &mut Document) {
    let headings: HashSet<String> = document
        .passages
        .iter()
        .flat_map(|p| &p.headings)
        .map(|h| folded(h))
        .collect();
    let announces = |n: usize, document: &Document| {
        let passage = &document.passages[n];
        let own = || {
            passage
                .headings
                .iter()
                .any(|h| folded(h) == folded(&passage.text))
        };
        passage.kind == (Kind::Item { task: None })
            && headings.contains(&folded(&passage.text))
            && !own()
    };
    let listed: HashSet<usize> = (0..document.passages.len())
        .filter(|n| announces(*n, document))
        .collect();
    if listed.len() < LISTED || listed.len() == document.passages.len() {
        return;
    }
    let mut n = 0;
    document.passages.retain(|_| {
        n += 1;
        !listed.contains(&(n - 1))
    });
}

fn folded(text: &str) -> String {
    text.trim().trim_end_matches([':', '.']).to_lowercase()
}

#[cfg(test)]
mod tests {
    use crate::ingest;
    use memo_common::api::SourceType;

    #[test]
    fn points_that_come_again_as_headings_say_nothing() {
        let text = "# Roof committee\n\n## Agenda\n1. Tiles\n2. Money\n\n### 1. Tiles\n- Red ones.\n\n### 2. Money\n- None.\n";
        let now = "2026-11-17T12:30:00[UTC]".parse().expect("a time");
        let document = ingest::read(text, Some(SourceType::Text), None, &now);
        let told: Vec<&str> = document.passages.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(told, ["Red ones.", "None."]);
    }
}
