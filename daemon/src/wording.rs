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

/// Whether the byte at `at` is inside quotation marks, typographic or straight.
pub(crate) fn is_quoted(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let last = before.rfind(['“', '”']);
    let straight = before.matches('"').count();
    last.is_some_and(|mark| before[mark..].starts_with('“')) || !straight.is_multiple_of(2)
}

/// A text without what stands in quotation marks.
pub(crate) fn outside_quotes(text: &str) -> String {
    let mut parts = text.split('“');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once('”').map_or("", |(_, behind)| behind));
    }
    out
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
        assert_eq!(outside_quotes("a “b” c “d"), "a  c ");
        assert!(is_quoted("a “b” c", 6) && !is_quoted("a “b” c", 10));
    }
}
