//! The words around a name.

use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

/// A name in its text, or a list of names, with the phrase that holds it.
#[derive(Clone, Copy)]
pub(super) struct Around<'t> {
    pub(super) tokens: &'t [Token],
    /// The first token of the phrase.
    pub(super) begin: usize,
    /// The token behind it.
    pub(super) end: usize,
}

impl<'t> Around<'t> {
    /// The folded word at a token; empty beyond the text.
    pub(super) fn word(&self, n: usize) -> &'t str {
        self.tokens.get(n).map_or("", |t| t.folded.as_str())
    }

    /// The k-th word before the name, the nearest being the first.
    pub(super) fn back(&self, k: usize) -> &'t str {
        self.before(k).map_or("", |t| t.folded.as_str())
    }

    /// The k-th token before the name.
    pub(super) fn before(&self, k: usize) -> Option<&'t Token> {
        self.tokens.get(self.begin.checked_sub(k)?)
    }

    /// Whether the k-th token before the name is a cue of this kind.
    pub(super) fn cue(&self, k: usize, cue: Cue) -> bool {
        self.before(k).is_some_and(|t| t.cues.has(cue))
    }

    /// The k-th word behind the name, the nearest being the first.
    pub(super) fn next(&self, k: usize) -> &'t str {
        self.word(self.end + k - 1)
    }

    /// The k-th token behind the name.
    pub(super) fn after(&self, k: usize) -> Option<&'t Token> {
        self.tokens.get(self.end + k - 1)
    }

    /// Whether the name opens its line or sentence.
    pub(super) fn opens(&self) -> bool {
        self.begin == 0
            || self.tokens[self.begin].line
            || self.tokens[self.begin].first
            || matches!(self.back(1), "-" | "•" | "]" | ">")
    }

    /// Whether an owner's mark stands behind the name.
    pub(super) fn owns(&self) -> bool {
        matches!(self.next(1), "'s" | "'" | "’")
    }

    /// Whether words of a company or a meeting stand right before it: "with", "w/", "rang".
    pub(super) fn is_met(&self) -> bool {
        self.cue(1, Cue::With)
            || self.cue(1, Cue::Contact)
            || self.back(1) == "/" && self.back(2) == "w"
    }

    /// Whether a name stands behind what somebody or something is called by it: "a man called Ann", "an app named Ann".
    pub(super) fn is_called(&self) -> bool {
        is_called(self.tokens, self.begin)
    }

    /// Whether something is given or told "to" it.
    pub(super) fn is_towards(&self, within: usize) -> bool {
        (2..within).any(|k| self.cue(k, Cue::Towards))
    }
}

/// Whether the name that begins at this token stands behind "a man called", "some place named".
pub(super) fn is_called(tokens: &[Token], at: usize) -> bool {
    const NEAR: usize = 4;
    let word = |k: usize| {
        let n = at.checked_sub(k);
        n.and_then(|n| tokens.get(n))
            .map_or("", |t| t.folded.as_str())
    };
    let indefinite = |k: usize| matches!(word(k), "a" | "an" | "some" | "another" | "one" | "this");
    let somebody = matches!(
        word(2),
        "someone" | "somebody" | "something" | "fella" | "guy" | "bloke" | "chap"
    );
    matches!(word(1), "called" | "named") && (somebody || (3..=NEAR).any(indefinite))
}
