//! Patterns that readers look for.
//!
//! There are hundreds, of which a document meets a few, and a large one takes milliseconds to compile. So each is compiled
//! when a text first holds words or digits that it cannot match without, or once so much was read that compiling it no longer
//! matters.
//!
//! - [`asked`]: what these are
//! - [`letters`]: letters of all scripts, cheap to compile

pub(crate) mod asked;
pub(crate) mod letters;

use aho_corasick::AhoCorasick;
use asked::{Asked, automaton, may_hold_digit};
use letters::in_stretches;
use regex::{Captures, Match, Regex};
use std::{
    borrow::Cow,
    ops::Deref,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Bytes read without the words of a pattern after which it is compiled: it is then as fast as to look for them.
const READ: usize = 64 << 10;

/// Compiles a pattern that stands in the source: constant, and so proven by its reader's tests to compile.
macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: $crate::ingest::pattern::Pattern =
            $crate::ingest::pattern::Pattern::new($text);
    };
}
pub(crate) use pattern;

/// A constant of the source that is compiled when it is first used as the [`Regex`] that it is.
pub(crate) struct LazyRegex {
    text: Cow<'static, str>,
    compiled: OnceLock<Regex>,
}

impl LazyRegex {
    pub(crate) const fn new(text: Cow<'static, str>) -> Self {
        Self {
            text,
            compiled: OnceLock::new(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn is_compiled(&self) -> bool {
        self.compiled.get().is_some()
    }
}

impl Deref for LazyRegex {
    type Target = Regex;

    #[expect(
        clippy::unwrap_used,
        reason = "constant, and built by its reader's tests"
    )]
    fn deref(&self) -> &Regex {
        self.compiled
            .get_or_init(|| Regex::new(&in_stretches(&self.text)).unwrap())
    }
}

/// A pattern that stands in the source, as a [`Regex`] to those who use it.
pub(crate) struct Pattern {
    regex: LazyRegex,
    /// What stands in all that it matches.
    asked: OnceLock<Vec<Needs>>,
    /// Bytes read without it.
    read: AtomicUsize,
}

/// Something that a pattern asks for, to be looked for.
struct Needs {
    words: AhoCorasick,
    digit: bool,
}

impl Needs {
    fn of(pattern: &str) -> Vec<Self> {
        let asked = Asked::by(pattern, 1).into_iter();
        asked
            .filter_map(|asked| {
                Some(Self {
                    words: automaton(&asked.words)?,
                    digit: asked.digit,
                })
            })
            .collect()
    }

    fn stand_in(&self, text: &str) -> bool {
        self.words.is_match(text) || self.digit && may_hold_digit(text)
    }
}

impl Pattern {
    pub(crate) const fn new(text: &'static str) -> Self {
        Self {
            regex: LazyRegex::new(Cow::Borrowed(text)),
            asked: OnceLock::new(),
            read: AtomicUsize::new(0),
        }
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.may_match(text) && self.deref().is_match(text)
    }

    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.may_match(text).then(|| self.deref().find(text))?
    }

    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.may_match(text).then(|| self.deref().captures(text))?
    }

    pub(crate) fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        let found = self.may_match(text).then(|| self.deref().find_iter(text));
        found.into_iter().flatten()
    }

    pub(crate) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        let found = self
            .may_match(text)
            .then(|| self.deref().captures_iter(text));
        found.into_iter().flatten()
    }

    pub(crate) fn replace_all<'t>(
        &self,
        text: &'t str,
        with: impl regex::Replacer,
    ) -> Cow<'t, str> {
        match self.may_match(text) {
            true => self.deref().replace_all(text, with),
            false => Cow::Borrowed(text),
        }
    }

    /// Whether a text holds what the pattern cannot do without, or the pattern is there to ask.
    fn may_match(&self, text: &str) -> bool {
        if self.regex.is_compiled() {
            return true;
        }
        let needs = || Needs::of(self.regex.text());
        let mut asked = self.asked.get_or_init(needs).iter();
        asked.all(|a| a.stand_in(text))
            || self.read.fetch_add(text.len(), Ordering::Relaxed) >= READ
    }
}

impl Deref for Pattern {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        &self.regex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_compiled_for_a_text_that_holds_its_words() {
        let pattern = Pattern::new(r"(?i)^(?:saved|kept) by (\w+)$");
        assert!(!pattern.is_match("Nothing of it") && !pattern.regex.is_compiled());
        assert_eq!(pattern.replace_all("Nothing", "-"), "Nothing");
        assert!(pattern.find("x").is_none() && pattern.captures_iter("x").next().is_none());
        let found = pattern.captures("KEPT BY Ida").map(|c| c[1].to_owned());
        assert_eq!(found.as_deref(), Some("Ida"));
        assert_eq!(pattern.replace_all("saved by Bo", "$1"), "Bo");
        assert_eq!(pattern.find_iter("saved by Bo").count(), 1);
    }

    #[test]
    fn a_pattern_is_compiled_once_much_was_read() {
        let pattern = Pattern::new("kept by");
        let long = "x".repeat(READ);
        assert!(!pattern.is_match(&long) && !pattern.regex.is_compiled());
        assert!(!pattern.is_match("x") && pattern.regex.is_compiled());
    }
}
