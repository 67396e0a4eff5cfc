//! Terms that are ready, handed to tantivy as lines of text: taking text apart is [`terms`](super::terms)' work, and
//! tantivy's own form of ready tokens goes through JSON.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Name under which the schema knows it.
pub(super) const NAME: &str = "lines";

/// What goes into a field: the user's number, and the terms, a line each.
pub(super) fn lines(user: u64, terms: &[String]) -> String {
    let mut text = format!("{user:x}");
    for term in terms {
        text.push('\n');
        // A filter's value may have line breaks of its own.
        text.extend(term.chars().map(|c| if c == '\n' { ' ' } else { c }));
    }
    text
}

/// A term as it stands in the index: its user's own, so that no frequency is shared between users.
pub(super) fn owned(user: u64, term: &str) -> String {
    format!("{user:x} {term}")
}

/// Takes lines apart again.
#[derive(Clone, Default)]
pub(super) struct Lines;

impl Tokenizer for Lines {
    type TokenStream<'a> = LineStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> LineStream<'a> {
        let mut lines = text.split('\n');
        let mut token = Token {
            text: lines.next().unwrap_or_default().to_owned(),
            ..Token::default()
        };
        token.text.push(' ');
        LineStream {
            owner: token.text.len(),
            lines,
            token,
        }
    }
}

/// The terms of one field, each with its user before it.
pub(super) struct LineStream<'a> {
    /// Bytes of the user's number and the space after it.
    owner: usize,
    lines: std::str::Split<'a, char>,
    token: Token,
}

impl TokenStream for LineStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(line) = self.lines.next() else {
            return false;
        };
        self.token.text.truncate(self.owner);
        self.token.text.push_str(line);
        self.token.position = self.token.position.wrapping_add(1);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_put_in_with_its_owner() {
        let text = lines(255, &["tulip".to_owned(), "t new\nline".to_owned()]);
        let mut tokenizer = Lines;
        let mut stream = tokenizer.token_stream(&text);
        let mut found = Vec::new();
        while stream.advance() {
            found.push(stream.token().text.clone());
        }
        assert_eq!(found, [owned(255, "tulip"), owned(255, "t new line")]);
        assert!(!tokenizer.token_stream(&lines(255, &[])).advance());
    }
}
