//! A text's words with the names in it, as places are looked for in them.

use crate::extract::entities::{Reading, cues::Cue, is_saint, token::Token};
use memo_common::api::EntityType;
use std::ops::Range;

/// A text's words with the names in it.
pub(super) struct Words<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    /// Where the name that begins at a token ends, and what it names.
    names: Vec<Option<(usize, EntityType)>>,
}

impl<'t> Words<'t> {
    pub(super) fn new(reading: &'t Reading<'_>) -> Self {
        let tokens = reading.tokens.as_slice();
        let mut names = vec![None; tokens.len()];
        let mut at = 0;
        for named in &reading.names {
            while tokens
                .get(at)
                .is_some_and(|t| t.span.start < named.span.start)
            {
                at += 1;
            }
            let end = at
                + tokens[at..]
                    .iter()
                    .take_while(|t| t.span.end <= named.span.end)
                    .count();
            if let Some(slot) = names.get_mut(at) {
                *slot = Some((end, named.kind));
            }
        }
        Self {
            text: reading.text,
            tokens,
            names,
        }
    }

    /// The folded word at token `n`; empty beyond the text.
    pub(super) fn word(&self, n: usize) -> &'t str {
        self.tokens.get(n).map_or("", |t| t.folded.as_str())
    }

    /// The folded word `k` tokens before token `at`; empty before the text.
    pub(super) fn back(&self, at: usize, k: usize) -> &'t str {
        at.checked_sub(k).map_or("", |n| self.word(n))
    }

    /// Where the name that begins at token `n` ends, and what it names.
    pub(super) fn name(&self, n: usize) -> Option<(usize, EntityType)> {
        self.names.get(n).copied().flatten()
    }

    /// The text that these tokens stand for.
    pub(super) fn said(&self, range: &Range<usize>) -> Option<&'t str> {
        let first = self.tokens.get(range.start)?.span.start;
        let last = self.tokens.get(range.end.checked_sub(1)?)?.span.end;
        self.text.get(first..last)
    }

    /// Whether a phrase ends before token `n`: nothing follows that it would only describe ("on Redis caching").
    pub(super) fn ends(&self, n: usize) -> bool {
        self.tokens.get(n).is_none_or(|t| {
            !t.word
                || t.cues
                    .any(&[Cue::Function, Cue::Link, Cue::Calendar, Cue::With])
                || t.line
        })
    }

    /// Where the run of capitalised words that begins at token `from` ends; the same token where none does.
    pub(super) fn capitals(&self, from: usize) -> usize {
        let tokens = self.tokens;
        let mut end = from;
        while let Some(token) = tokens.get(end) {
            let near = end == from
                || !self.text[tokens[end - 1].span.end..token.span.start].contains('\n');
            let number =
                end > from && token.word && token.folded.starts_with(|c: char| c.is_ascii_digit());
            if token.word && (token.capital || number) && near && !token.cues.has(Cue::NoPlace) {
                end += 1;
            } else if end > from
                && match token.folded.as_str() {
                    "of" | "de" | "la" | "der" | "van" | "du" | "da" | "'s" => true,
                    "." => is_saint(&tokens[end - 1]),
                    _ => false,
                }
                && tokens.get(end + 1).is_some_and(|t| t.word && t.capital)
            {
                end += 2;
            } else {
                break;
            }
        }
        end
    }
}
