//! People in notes that leave names in lower case.

use crate::extract::entities::cues::{Cue, Cues};
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
        if let Some(name) = titled(text, &tokens, n) {
            out.push(name);
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

/// A name of no list behind a title, an office or a relation: "mrs kowalke", "uncle byungho", "my sister jiyeon".
fn titled(text: &str, tokens: &[Token], n: usize) -> Option<String> {
    let token = &tokens[n];
    if token.capital || !token.word {
        return None;
    }
    let title = token.cues.has(Cue::Address);
    let relation = token.cues.has(Cue::Relation);
    if !title && !relation {
        return None;
    }
    let next = n + 1 + usize::from(tokens.get(n + 1).is_some_and(|t| t.folded == "."));
    let unknown = |t: &&Token| {
        let plain = t.word && !t.line && !t.capital && !t.entry.word() && !t.entry.town();
        plain
            && t.cues == Cues::default()
            && t.folded.len() > 2
            && t.folded.chars().all(char::is_alphabetic)
    };
    let name = tokens.get(next).filter(unknown)?;
    let start = if relation {
        name.span.start
    } else {
        token.span.start
    };
    Some(text[start..name.span.end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_no_list_behind_what_people_are() {
        for (text, names) in [
            ("called mrs kowalke back", &["mrs kowalke"][..]),
            (
                "director holmq watched it with my sister jiyeon",
                &["director holmq", "jiyeon"],
            ),
            ("uncle byungho has gout", &["uncle byungho"]),
            ("my sister came, the director said no", &[]),
        ] {
            assert_eq!(lower_case_names(text), names, "{text}");
        }
    }
}
