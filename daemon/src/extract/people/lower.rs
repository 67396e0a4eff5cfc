//! People in notes that leave names in lower case.

use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::{Token, tokens};

/// Whether a document leaves sentence openings in lower case, so that names may be, too.
#[derive(Default)]
pub(super) struct Careless {
    openings: usize,
    lower: usize,
}

impl Careless {
    pub(super) fn count(&mut self, tokens: &[Token]) {
        for token in tokens
            .iter()
            .filter(|t| t.first && t.folded.chars().any(char::is_alphabetic))
        {
            self.openings += 1;
            self.lower += usize::from(!token.capital);
        }
    }

    pub(super) fn is_so(&self) -> bool {
        self.lower * 2 > self.openings
    }
}

/// Given names in lower case where only a person can stand.
pub(super) fn lower_case_names(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut out = Vec::new();
    for (n, token) in tokens.iter().enumerate() {
        // "mrs kowalke"
        let titled = matches!(
            token.folded.as_str(),
            "mr" | "mrs" | "ms" | "miss" | "dr" | "prof"
        );
        let next = n + 1 + usize::from(tokens.get(n + 1).is_some_and(|t| t.folded == "."));
        if let Some(name) = tokens.get(next).filter(|t| {
            titled && !token.capital && t.word && !t.line && !t.entry.word() && t.folded.len() > 2
        }) {
            out.push(text[token.span.start..name.span.end].to_owned());
        }
        if !token.word
            || !token.entry.given()
            || token.entry.word()
            || token.capital
            || token.folded.chars().count() < 3
        {
            continue;
        }
        let before = n
            .checked_sub(1)
            .is_some_and(|n| tokens[n].cues.has(Cue::BeforePerson));
        let after = tokens
            .get(n + 1)
            .is_some_and(|t| t.cues.has(Cue::AfterPerson));
        if before || after {
            out.push(text[token.span.clone()].to_owned());
        }
    }
    out
}
