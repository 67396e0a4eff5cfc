//! Text from elsewhere, made safe to print.
//!
//! A terminal obeys control characters (C0, DEL and C1 alike) instead of showing them, and what stands between
//! bidirectional embeddings, overrides or isolates is shown in an order of their choice. Neither is printed. The marks
//! that say which way a single word runs stay: texts in Hebrew and Arabic need them.

use std::fmt::Write;

/// Whether the character does something to the terminal, or to the order of what follows.
pub fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text on one line, without what would be obeyed.
pub fn clean(text: &str) -> String {
    let spaced = text
        .chars()
        .map(|c| if matches!(c, '\n' | '\t') { ' ' } else { c });
    spaced.filter(|c| !is_obeyed(*c)).collect()
}

/// The text with its lines and tabs, without what else would be obeyed.
pub fn lines(text: &str) -> String {
    styled(text, &[])
}

/// The same, but what begins one of these sequences stays: a program's own colours.
pub fn styled(text: &str, own: &[&str]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let sequence = own.iter().find(|sequence| rest.starts_with(**sequence));
        let length = sequence.map_or(c.len_utf8(), |sequence| sequence.len());
        if sequence.is_some() || matches!(c, '\n' | '\t') || !is_obeyed(c) {
            out.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    out
}

/// JSON, one document a line, that says the same with nothing in it to be obeyed: such characters stand within strings
/// alone, where they can be written as numbers.
pub fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_obeyed(c) && c != '\n' {
            // None of them needs more than four digits; writing to a string does not fail.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}]0;x\u{7}b\u{9b}2Jc\r\u{7f}\u{202e}d\u{2066}e\u{200f}\n\tf";

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        assert_eq!(clean(HOSTILE), "a]0;xb2Jcde\u{200f}  f");
        assert_eq!(lines(HOSTILE), "a]0;xb2Jcde\u{200f}\n\tf");
        let own = ["\u{1b}[1m"];
        assert_eq!(
            styled("\u{1b}[1mx\u{1b}[8m\u{1b}[1", &own),
            "\u{1b}[1mx[8m[1"
        );
    }

    #[test]
    fn json_says_the_same() {
        let written = serde_json::to_string(HOSTILE).expect("JSON");
        let safe = json(&written);
        assert!(!safe.chars().any(is_obeyed), "{safe:?}");
        assert_eq!(
            serde_json::from_str::<String>(&safe).ok().as_deref(),
            Some(HOSTILE)
        );
    }
}
