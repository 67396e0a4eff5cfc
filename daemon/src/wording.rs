//! How things are put into a sentence: enumerations and quotations.

use std::borrow::Borrow;

/// "a", "a and b", "a, b and c".
pub(crate) fn list<S: Borrow<str>>(items: &[S]) -> String {
    joined(items, "and")
}

/// "a", "a or b", "a, b or c".
pub(crate) fn list_or<S: Borrow<str>>(items: &[S]) -> String {
    joined(items, "or")
}

fn joined<S: Borrow<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.borrow().to_owned(),
        [most @ .., last] => format!("{} {word} {}", most.join(", "), last.borrow()),
    }
}

/// A text in quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    format!("“{}”", inner(text))
}

/// A text that is to stand in quotation marks: those inside it become single ones.
pub(crate) fn inner(text: &str) -> String {
    text.replace(['“', '”', '"'], "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enumerates_and_quotes() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a".to_owned(), "b".to_owned()]), "a and b");
        assert_eq!(list_or(&["a", "b", "c"]), "a, b or c");
        assert_eq!(quoted("a “b” \"c\""), "“a 'b' 'c'”");
    }
}
