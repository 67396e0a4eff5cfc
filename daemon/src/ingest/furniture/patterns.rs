//! The patterns of the list: many, and few that a line can match. Each is compiled when a line first holds words that
//! it asks for, as all of them take long to compile, and to run.

use super::Medium;
use crate::ingest::pattern::{LazyRegex, asked::Asked};

/// Bytes of words that a pattern is looked up by, at least.
const LEAST: usize = 3;

/// Patterns that match a line as a whole, whatever its case.
pub(super) struct Patterns {
    /// Those that ask for words.
    all: Vec<Pattern>,
    /// The others, which any line may match: those of a medium as one.
    rest: Vec<Pattern>,
}

struct Pattern {
    medium: Medium,
    regex: LazyRegex,
}

impl Pattern {
    fn new(medium: Medium, text: &str) -> Self {
        // a boundary between ASCII characters is enough here, and many times faster
        let text = text.replace(r"\b", r"(?-u:\b)");
        Self {
            medium,
            regex: LazyRegex::new(format!("(?i)^(?:{text})$").into()),
        }
    }
}

impl Patterns {
    /// Patterns with what they hold for; and the words, one of which stands in every line that a pattern matches, each with
    /// the number of its pattern.
    pub(super) fn new(patterns: Vec<(Medium, &str)>) -> (Self, Vec<(String, usize)>) {
        let mut words = Vec::new();
        let mut all = Vec::new();
        let mut rest: Vec<(Medium, String)> = Vec::new();
        for (medium, text) in patterns {
            let asked = Asked::by(text, LEAST).into_iter().next();
            match (asked, rest.last_mut()) {
                (Some(asked), _) => {
                    words.extend(asked.words.into_iter().map(|w| (w, all.len())));
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
        let rest = rest.collect();
        (Self { all, rest }, words)
    }

    /// Whether a line is one of these, in this medium; `asking` are the numbers of the patterns of whose words it has some.
    pub(super) fn is_match(
        &self,
        line: &str,
        medium: Medium,
        asking: impl Iterator<Item = usize>,
    ) -> bool {
        let mut asking = asking.filter_map(|n| self.all.get(n)).chain(&self.rest);
        asking.any(|p| p.medium.meets(medium) && p.regex.is_match(line))
    }

    /// Whether the pattern of this number, one that asks for words, holds for this medium.
    pub(super) fn one_holds_for(&self, n: usize, medium: Medium) -> bool {
        self.all.get(n).is_some_and(|p| p.medium.meets(medium))
    }

    /// Whether any holds for this medium.
    pub(super) fn hold_for(&self, medium: Medium) -> bool {
        let mut all = self.all.iter().chain(&self.rest);
        all.any(|p| p.medium.meets(medium))
    }

    /// Whether a pattern of the list is one of these, or a part of one, and compiles.
    #[cfg(test)]
    pub(super) fn has(&self, text: &str) -> bool {
        let text = text.replace(r"\b", r"(?-u:\b)");
        let mut all = self.all.iter().chain(&self.rest);
        all.any(|p| p.regex.text().contains(&text) && p.regex.captures_len() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::SourceType;

    #[test]
    fn a_line_is_matched_in_any_case_and_as_a_whole() {
        let text = Medium::of(SourceType::Text);
        let (patterns, words) =
            Patterns::new(vec![(text, r".+ left the room\b.*"), (text, r"\d{1,3}")]);
        assert_eq!(words, [(" left the room".to_owned(), 0)]);
        let is = |line, medium| patterns.is_match(line, medium, std::iter::once(0));
        assert!(is("ADA LEFT THE ROOM", text) && !is("left the room", text));
        assert!(is("12", text) && !is("a 12", text));
        assert!(!is("12", Medium::of(SourceType::Slack)));
        assert!(!patterns.is_match("Ada left the room", text, std::iter::empty()));
    }
}
