//! Lines that are the paper's own, each to the end of its last sentence.

use super::PAPER;
use crate::ingest::furniture::{self, imprint};
use crate::ingest::lines::Line;

/// The lines without those that are furniture. A sentence that such a line leaves open ("If received in error,") goes on
/// in the next.
pub(super) fn without<'t>(lines: &[Line<'t>]) -> Vec<Line<'t>> {
    let mut kept = Vec::with_capacity(lines.len());
    let mut open = false;
    let mut seen = 0;
    for line in lines {
        let text = line.text.as_ref();
        seen += usize::from(!line.is_empty());
        if imprint::is(text) || seen <= HEAD && is_slogan(text) {
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

/// Lines of a letterhead at most.
const HEAD: usize = 6;

/// Whether a line is a few words within quotation marks, as a firm puts below its name.
fn is_slogan(text: &str) -> bool {
    /// Words of a slogan at most.
    const WORDS: usize = 12;
    let marks = ['"', '“', '”', '„', '«', '»'];
    let bare = text.trim();
    let inner = bare.strip_prefix(marks).and_then(|t| t.strip_suffix(marks));
    inner.is_some_and(|t| !t.contains(marks) && t.split_whitespace().count() <= WORDS)
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
    fn a_slogan_stands_in_the_letterhead() {
        let text = "FERRY WORKS\n\"We float or we tell you\"\n\nThe boat is sold.\na\nb\nc\nd\n\"Bring a sail\"\n";
        let kept = without(&lines::of(text, 0));
        let kept: Vec<&str> = kept.iter().map(|l| l.text.as_ref()).collect();
        assert!(!kept.iter().any(|l| l.contains("float")), "{kept:?}");
        assert!(kept.contains(&"\"Bring a sail\""), "{kept:?}");
    }

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
