//! References to characters: `&amp;`, `&pound;`, `&#163;`, `&#x1F600;`.

use crate::ingest::pattern::pattern;
use html5ever::data::NAMED_ENTITIES;

pattern!(
    REFERENCE,
    r"(?:&#(?:\d{1,7}|[xX][0-9A-Fa-f]{1,6});)+|&([A-Za-z][A-Za-z0-9]{1,30};)"
);

/// A text with the characters instead of references to them. Some programs write an emoji as two of them, the halves of
/// UTF-16: `&#55357;&#56842;`.
pub(crate) fn resolved(text: String) -> String {
    if !text.contains('&') {
        return text;
    }
    let replaced = REFERENCE.replace_all(&text, |c: &regex::Captures<'_>| match c.get(1) {
        Some(name) => named(name.as_str()).unwrap_or_else(|| c[0].to_owned()),
        None => numbered(&c[0]),
    });
    replaced.into_owned()
}

/// The characters of `amp;`; a space that does not break is one as well.
fn named(name: &str) -> Option<String> {
    let (first, second) = NAMED_ENTITIES.get(name).filter(|(first, _)| *first != 0)?;
    let all = [*first, *second].into_iter().filter(|c| *c != 0);
    let text: String = all.filter_map(char::from_u32).collect();
    Some(text.replace('\u{a0}', " "))
}

/// The characters of `&#10;&#x1F600;`.
fn numbered(references: &str) -> String {
    let mut units: Vec<u16> = Vec::new();
    for reference in references.split(';').filter_map(|r| r.strip_prefix("&#")) {
        let number = match reference.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => reference.parse(),
        };
        let Ok(number) = number else { continue };
        match u16::try_from(number) {
            Ok(unit) => units.push(unit),
            Err(_) => {
                let c = char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER);
                units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            }
        }
    }
    String::from_utf16_lossy(&units).replace('\u{a0}', " ")
}

#[cfg(test)]
mod tests {
    use super::resolved;
    use proptest::prelude::*;

    #[test]
    fn names_and_numbers() {
        for (text, expected) in [
            ("&pound;2&nbsp;&amp; salt", "£2 & salt"),
            ("it&#39;s &#55357;&#56842; &#x1F600;", "it's 😊 😀"),
            ("R&D; &nosuch; & leek", "R&D; &nosuch; & leek"),
            ("&amp;lt;", "&lt;"),
        ] {
            assert_eq!(resolved(text.to_owned()), expected);
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "(\\PC|&#|&|;|[0-9]{1,8}|x|amp){0,40}") {
            resolved(text);
        }
    }
}
