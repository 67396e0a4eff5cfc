//! Lines that are the paper's own, each to the end of its last sentence.

use super::PAPER;
use crate::ingest::furniture::{self, imprint};
use crate::ingest::lines::Line;

/// The lines without those that are furniture. A sentence that such a line leaves open ("If received in error,") goes on
/// in the next.
pub(super) fn without<'t>(lines: &[Line<'t>]) -> Vec<Line<'t>> {
    let mut kept = Vec::with_capacity(lines.len());
    let mut open = false;
    for line in lines {
        let text = line.text.as_ref();
        if imprint::is(text) {
            open = false;
        } else if furniture::is_line(text, PAPER) {
            open = leaves_open(text);
        } else if open && text.trim_start().starts_with(char::is_lowercase) {
            let rest = text.find(". ").map(|at| &text[at + 1..]);
            open = rest.is_none() && leaves_open(text);
            kept.extend(rest.map(|rest| Line {
                text: rest.trim_start().to_owned().into(),
                span: line.span.clone(),
            }));
        } else {
            open = false;
            kept.push(line.clone());
        }
    }
    kept
}

/// Whether a line ends within a sentence of several words.
fn leaves_open(text: &str) -> bool {
    const SENTENCE: usize = 4;
    let text = text.trim_end();
    text.split_whitespace().count() >= SENTENCE
        && text.ends_with(|c: char| c == ',' || c.is_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::lines;

    #[test]
    fn takes_out_a_sentence_to_its_end() {
        let text = "The boat is sold.\nConfidential: for the crew. If received in error,\nfax it back to us. The oars stay.\nBring a sail.\n";
        let kept = without(&lines::of(text, 0));
        let kept: Vec<&str> = kept.iter().map(|l| l.text.as_ref()).collect();
        assert_eq!(
            kept,
            ["The boat is sold.", "The oars stay.", "Bring a sail."]
        );
    }
}
