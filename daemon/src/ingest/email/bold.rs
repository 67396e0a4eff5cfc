//! Words that mail in plain text marks as bold: `*Handover*`.

use crate::ingest::pattern::pattern;
use std::borrow::Cow;

pattern!(
    BOLD,
    r#"(^|[\s("“‘])\*([\p{L}\p{N}#"“](?:[^*\n]{0,100}[^*\s])?)\*($|[\s.,:;!?)"”’])"#
);

/// A line without the marks.
pub(super) fn unmarked(line: &str) -> Cow<'_, str> {
    if !line.contains('*') {
        return Cow::Borrowed(line);
    }
    BOLD.replace_all(line, "$1$2$3")
}

#[cfg(test)]
mod tests {
    use super::unmarked;

    #[test]
    fn takes_marks_off() {
        for (line, bare) in [
            ("*Soup*: on *Friday*.", "Soup: on Friday."),
            ("*The big pot* is sold", "The big pot is sold"),
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("* salt", "* salt"),
            ("a*b*c", "a*b*c"),
        ] {
            assert_eq!(unmarked(line), bare);
        }
    }
}
