//! Long passages, parted. Rules that look at all of a passage are asked for each memory of it: what they cost has to have
//! a bound.

use crate::ingest::{Document, Passage};
use std::ops::Range;

/// Bytes of a passage at most.
const LONGEST: usize = 8 << 10;

/// The document with every passage at most so long, parted where a line ends, or else a word.
pub(super) fn part(mut document: Document) -> Document {
    if document.passages.iter().all(|p| p.text.len() <= LONGEST) {
        return document;
    }
    for mut passage in std::mem::take(&mut document.passages) {
        let text = std::mem::take(&mut passage.text);
        let span = passage.span.clone();
        for range in parts(&text) {
            if passage.verbatim {
                passage.span = span.start + range.start..span.start + range.end;
            }
            document.passages.push(Passage {
                text: text[range].to_owned(),
                // once is enough
                named: std::mem::take(&mut passage.named),
                ..passage.clone()
            });
        }
    }
    document
}

fn parts(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    while text.len() - from > LONGEST {
        let window = &text[from..text.floor_char_boundary(from + LONGEST)];
        let (_, later) = window.split_at(window.floor_char_boundary(LONGEST / 2));
        let before = window.len() - later.len();
        let end = later
            .rfind('\n')
            .or_else(|| later.rfind(char::is_whitespace));
        let at = from + end.map_or(window.len(), |end| before + end);
        out.push(from..at);
        from = at + text[at..].len() - text[at..].trim_start().len();
    }
    if from < text.len() || out.is_empty() {
        out.push(from..text.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_passage_is_parted_where_lines_end() {
        let line = format!("{}\n", "word ".repeat(200).trim());
        let text = line.repeat(20);
        let parts = parts(&text);
        assert!(parts.len() > 2);
        for part in &parts {
            assert!(part.len() <= LONGEST && text[part.clone()].starts_with("word"));
            assert!(text[part.clone()].trim_end().ends_with("word"));
        }
    }

    proptest! {
        #[test]
        fn nothing_is_lost_but_white_space(unit in "(\\PC| |\n){1,40}", times in 1_usize..2_000) {
            let text = unit.repeat(times);
            let all: String = parts(&text).into_iter().map(|r| &text[r]).collect();
            let bare = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&all), bare(&text));
        }
    }
}
