//! The words of a text that speak for furniture, and where they stand in it.

use super::legal;
use std::ops::Range;

/// How a phrase has to stand in a sentence to make it furniture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// Anywhere, unless the sentence is told by somebody ("I …").
    Anywhere,
    /// Anywhere, whoever says it: the phrase itself says "I".
    Sure,
    /// At its beginning.
    First,
}

/// A phrase found in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) stands: Stands,
}

/// A word at its end in a text, and the number of the pattern that asks for it.
type Asks = (usize, usize);

/// The words of a text that speak for furniture, looked for once. All in order of their ends.
#[derive(Debug, Default)]
pub(super) struct Met {
    pub(super) phrases: Vec<Hit>,
    pub(super) lines: Vec<Asks>,
    pub(super) sentences: Vec<Asks>,
    /// Where words end with which programs speak of themselves.
    pub(super) programs: Vec<usize>,
    /// Concepts of disclaimers, as bits.
    pub(super) concepts: u16,
}

impl Met {
    /// The phrases that end within this part of the text.
    pub(super) fn phrases(&self, part: &Range<usize>) -> &[Hit] {
        ending(&self.phrases, part, |h| h.end)
    }

    /// The numbers of the patterns of whose words a line has some.
    pub(super) fn lines(&self, part: &Range<usize>) -> impl Iterator<Item = usize> {
        ending(&self.lines, part, |m| m.0).iter().map(|m| m.1)
    }

    /// As [`lines`](Self::lines), of a sentence.
    pub(super) fn sentences(&self, part: &Range<usize>) -> impl Iterator<Item = usize> {
        ending(&self.sentences, part, |m| m.0).iter().map(|m| m.1)
    }

    /// Whether a phrase stands at the text's beginning.
    pub(super) fn starts(&self) -> bool {
        self.phrases.iter().any(|h| h.start == 0)
    }

    /// Whether a program may speak of itself in this part of the text.
    pub(super) fn may_be_program(&self, part: &Range<usize>) -> bool {
        !ending(&self.programs, part, |end| *end).is_empty()
    }

    /// Whether a sentence of the text may be a disclaimer.
    pub(super) fn may_be_legal(&self) -> bool {
        self.concepts.count_ones() >= legal::ENOUGH
    }
}

/// Those that end after a part's beginning and not after its end.
fn ending<'m, T>(met: &'m [T], part: &Range<usize>, end: impl Fn(&T) -> usize) -> &'m [T] {
    let first = met.partition_point(|m| end(m) <= part.start);
    let last = met.partition_point(|m| end(m) <= part.end);
    &met[first..last.max(first)]
}
