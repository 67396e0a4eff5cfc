//! The patterns of the list: many, and few that a line can match. Each is compiled when a line first holds words that
//! it asks for, as all of them take long to compile, and to run.

use super::Medium;
use crate::ingest::pattern::asked::{Asked, automaton};
use aho_corasick::AhoCorasick;
use regex::{Regex, RegexBuilder};
use std::sync::OnceLock;

/// Bytes of words that a pattern is looked up by, at least.
const LEAST: usize = 3;

/// Patterns that match a line as a whole, whatever its case.
pub(super) struct Patterns {
    all: Vec<Pattern>,
    /// Words, one of which stands in every line that a pattern matches.
    words: Option<AhoCorasick>,
    /// The pattern that asks for each.
    asks: Vec<usize>,
    /// The others, which any line may match: those of a medium as one.
    rest: Vec<Pattern>,
}

struct Pattern {
    medium: Medium,
    text: String,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    fn new(medium: Medium, text: &str) -> Self {
        Self {
            medium,
            // a boundary between ASCII characters is enough here, and many times faster
            text: text.replace(r"\b", r"(?-u:\b)"),
            compiled: OnceLock::new(),
        }
    }

    fn is_match(&self, line: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| {
            RegexBuilder::new(&format!("^(?:{})$", self.text))
                .case_insensitive(true)
                .build()
                .ok()
        });
        compiled.as_ref().is_some_and(|p| p.is_match(line))
    }
}

impl Patterns {
    /// Patterns with what they hold for.
    pub(super) fn new(patterns: Vec<(Medium, &str)>) -> Self {
        let (mut words, mut asks) = (Vec::new(), Vec::new());
        let mut all = Vec::new();
        let mut rest: Vec<(Medium, String)> = Vec::new();
        for (medium, text) in patterns {
            match (Asked::by(text, LEAST).into_iter().next(), rest.last_mut()) {
                (Some(asked), _) => {
                    asks.extend(std::iter::repeat_n(all.len(), asked.words.len()));
                    words.extend(asked.words);
                    all.push(Pattern::new(medium, text));
                }
                (None, Some(last)) if last.0 == medium => {
                    last.1.push('|');
                    last.1.push_str(text);
                }
                (None, _) => rest.push((medium, text.to_owned())),
            }
        }
        let rest = rest
            .iter()
            .map(|(medium, text)| Pattern::new(*medium, text));
        Self {
            all,
            words: automaton(&words),
            asks,
            rest: rest.collect(),
        }
    }

    /// Whether a line is one of these, in this medium.
    pub(super) fn is_match(&self, line: &str, medium: Medium) -> bool {
        let matches = |p: &Pattern| p.medium.meets(medium) && p.is_match(line);
        let mut found = self
            .words
            .iter()
            .flat_map(|w| w.find_overlapping_iter(line));
        found.any(|m| matches(&self.all[self.asks[m.pattern().as_usize()]]))
            || self.rest.iter().any(matches)
    }

    /// Whether any holds for this medium.
    pub(super) fn hold_for(&self, medium: Medium) -> bool {
        let mut all = self.all.iter().chain(&self.rest);
        all.any(|p| p.medium.meets(medium))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::SourceType;

    #[test]
    fn a_line_is_matched_in_any_case_and_as_a_whole() {
        let text = Medium::of(SourceType::Text);
        let patterns = Patterns::new(vec![(text, r".+ left the room\b.*"), (text, r"\d{1,3}")]);
        assert!(patterns.is_match("ADA LEFT THE ROOM", text));
        assert!(patterns.is_match("12", text) && !patterns.is_match("a 12", text));
        assert!(!patterns.is_match("left the room", text));
        assert!(!patterns.is_match("12", Medium::of(SourceType::Slack)));
        assert_eq!((patterns.all.len(), patterns.rest.len()), (1, 1));
    }
}
