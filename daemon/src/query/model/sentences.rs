//! A reply as it comes in → whole sentences with the memories they cite.

use crate::{extract::sentences::split, llm::without_thoughts};
use std::ops::Range;

/// Bytes that are waited with for a sentence to end.
const LONGEST: usize = 4_096;

/// A sentence, without its citations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) text: String,
    /// Numbers in square brackets, in order.
    pub(super) cited: Vec<usize>,
}

/// What has come in of a reply and is not yet handed on.
#[derive(Debug, Default)]
pub(super) struct Sentences {
    waiting: String,
    begun: bool,
}

impl Sentences {
    /// Takes a piece in, and gives the sentences that are whole with it. One is whole once the next has begun:
    /// citations may stand behind its full stop.
    pub(super) fn push(&mut self, piece: &str) -> Vec<Sentence> {
        self.waiting.push_str(piece);
        if !self.begun {
            let start = self.waiting.trim_start();
            let thinks = start.starts_with("<think>") && !start.contains("</think>");
            if thinks || "<think>".starts_with(start) {
                return Vec::new();
            }
            self.waiting = without_thoughts(&self.waiting).to_owned();
            self.begun = true;
        }
        let ends = |c: char| matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '\n');
        if !self.waiting.contains(ends) {
            return Vec::new();
        }
        if self.waiting.len() > LONGEST {
            return read(&std::mem::take(&mut self.waiting));
        }
        let ranges = split(&self.waiting);
        let begun = |r: &Range<usize>| {
            let text = &self.waiting[r.clone()];
            let own = text[leading(text)..].trim_start();
            let citing = own.starts_with('[') && !own.contains(']');
            !citing && own.contains(char::is_alphanumeric)
        };
        let Some(start) = ranges.last().filter(|r| begun(r)).map(|r| r.start) else {
            return Vec::new();
        };
        let (whole, rest) = self.waiting.split_at(start);
        // Citations at the beginning are the sentence's before.
        let lead = leading(rest);
        let whole = format!("{whole}{}", &rest[..lead]);
        let rest = rest[lead..].to_owned();
        self.waiting = rest;
        read(&whole)
    }

    /// What is left at the end of the reply.
    pub(super) fn end(&mut self) -> Vec<Sentence> {
        let rest = std::mem::take(&mut self.waiting);
        match self.begun {
            true => read(&rest),
            false => read(without_thoughts(&rest)),
        }
    }
}

/// Bytes of citations and white space at the beginning.
fn leading(text: &str) -> usize {
    let mut at = 0;
    while let Some((_, end)) =
        citation(&text[at..]).filter(|(start, _)| text[at..at + start].trim().is_empty())
    {
        at += end;
    }
    at
}

/// The sentences of a text; what has no words of its own but citations belongs to the one before.
fn read(text: &str) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::new();
    for range in split(text) {
        let part = &text[range];
        let lead = leading(part);
        let (_, early) = without_citations(&part[..lead]);
        if let Some(last) = out.last_mut() {
            last.cited.extend(early);
        }
        let (text, cited) = without_citations(&part[lead..]);
        if !text.is_empty() {
            out.push(Sentence { text, cited });
        }
    }
    out
}

/// A text without its citations, on one line, and what they are.
fn without_citations(text: &str) -> (String, Vec<usize>) {
    let mut plain = String::new();
    let mut cited = Vec::new();
    let mut rest = text;
    while let Some((start, end)) = citation(rest) {
        plain.push_str(rest[..start].trim_end());
        let inside = rest[start..end].trim_matches(['[', ']']);
        cited.extend(
            inside
                .split(',')
                .filter_map(|n| n.trim().parse::<usize>().ok()),
        );
        rest = &rest[end..];
    }
    plain.push_str(rest);
    let plain: String = plain
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    let words = plain.split(' ').filter(|w| !w.is_empty());
    let plain = words.collect::<Vec<_>>().join(" ");
    match plain.contains(char::is_alphanumeric) {
        true => (plain, cited),
        false => (String::new(), cited),
    }
}

/// Where the first citation (`[1]`, `[1, 2]`) begins and ends.
fn citation(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(open) = text[from..].find('[').map(|i| from + i) {
        let length = text[open..].find(']')?;
        let inside = &text[open + 1..open + length];
        let number = |n: &str| {
            let n = n.trim();
            !n.is_empty() && n.len() < 4 && n.bytes().all(|b| b.is_ascii_digit())
        };
        if inside.split(',').all(number) {
            return Some((open, open + length + 1));
        }
        from = open + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(pieces: &[&str]) -> Vec<(String, Vec<usize>)> {
        let mut sentences = Sentences::default();
        let mut found: Vec<Sentence> = pieces.iter().flat_map(|p| sentences.push(p)).collect();
        found.extend(sentences.end());
        found.into_iter().map(|s| (s.text, s.cited)).collect()
    }

    #[test]
    fn citations_stand_before_or_behind_the_full_stop() {
        let wanted = vec![
            ("You paid 40 euros.".to_owned(), vec![2]),
            ("Tomas came.".to_owned(), vec![1, 3]),
            ("He left [early].".to_owned(), vec![4]),
        ];
        let text = "You paid 40 euros [2]. Tomas came. [1][3] He left [early] [4].";
        assert_eq!(all(&[text]), wanted);
        let letters: Vec<String> = text.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(all(&letters), wanted);
        assert_eq!(all(&["Both [1, 2]."]), [("Both.".to_owned(), vec![1, 2])]);
    }

    #[test]
    fn a_sentence_is_handed_on_when_the_next_begins() {
        let mut sentences = Sentences::default();
        assert!(sentences.push("You paid 40 euros. ").is_empty());
        assert!(sentences.push("[2]").is_empty());
        assert_eq!(sentences.push(" Then").len(), 1);
        assert_eq!(sentences.end().len(), 1);
    }

    #[test]
    fn thoughts_are_not_said() {
        let pieces = [
            "<th",
            "ink>You paid 50 [1]. Or",
            "?</think>",
            "You paid 40 [1].",
        ];
        assert_eq!(all(&pieces), [("You paid 40.".to_owned(), vec![1])]);
        assert!(all(&["<think>You paid 50 [1]."]).is_empty());
    }

    proptest! {
        #[test]
        fn where_pieces_end_loses_no_citation(text in "[a-zA-Z .\\[\\]0-9,\n]{0,80}", cut in 0usize..80) {
            let cut = cut.min(text.len());
            let count = |found: Vec<(String, Vec<usize>)>| -> Vec<usize> {
                found.into_iter().flat_map(|(_, c)| c).collect()
            };
            prop_assert_eq!(count(all(&[&text[..cut], &text[cut..]])), count(all(&[&text])));
        }
    }
}
