//! Where the values of a JSON text stand, without reading them: so that each can be parsed by itself, and a
//! passage knows its bytes. One pass, no recursion; what is no JSON yields fewer values, never an error.

pub(super) mod members;
mod mended;

pub(super) use mended::mended_json;

use super::pattern::pattern;
use serde_json::Value;
use std::ops::Range;

// "window.YTD.tweets.part0 = [", "var data = {"
pattern!(
    ASSIGNED,
    r#"^\s*(?:(?:var|let|const)\s+)?[A-Za-z_$][\w.$\[\]"']{0,80}\s*=\s*[\[{]"#
);

/// The text without the script's words before its JSON: archives that a page shows are assigned to a name.
pub(super) fn without_assignment(text: &str) -> &str {
    match ASSIGNED.find(text) {
        Some(found) if text.trim_end().trim_end_matches(';').ends_with([']', '}']) => {
            &text[found.end() - 1..]
        }
        _ => text,
    }
}

/// The elements of the array that `within` spans, or their members' values where it is an object.
fn children(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, None);
    let mut at = within.start;
    while at < within.end {
        match bytes[at] {
            b'"' => {
                if depth == 1 && start.is_none() {
                    start = Some(at);
                }
                at = after_string(bytes, at, within.end);
                continue;
            }
            b'{' | b'[' => {
                if depth == 1 && start.is_none() {
                    start = Some(at);
                }
                depth += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.extend(start.take().map(|from| from..at));
                    break;
                }
            }
            b',' if depth == 1 => found.extend(start.take().map(|from| from..at)),
            b if depth == 1 && start.is_none() && !b.is_ascii_whitespace() => start = Some(at),
            _ => {}
        }
        at += 1;
    }
    found
}

/// Where the string that begins at `at` has ended.
fn after_string(bytes: &[u8], at: usize, end: usize) -> usize {
    let mut at = at + 1;
    while at < end {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    end
}

/// The span without white space around it.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let part = &text[span.clone()];
    let start = span.start + (part.len() - part.trim_start().len());
    start..start.max(span.start + part.trim_end().len())
}

/// The objects of a text: the one it is, the elements of its array, or those of one value after another, as in JSON
/// lines and in an issue with its comments behind.
pub(super) fn objects(text: &str) -> Vec<Range<usize>> {
    let all = trimmed(text, 0..text.len());
    let mut found = Vec::new();
    let mut at = all.start;
    while let Some(open @ (b'{' | b'[')) = text.as_bytes().get(at) {
        let end = end_of(text, at..all.end);
        match open {
            b'[' => {
                let elements = children(text, at..end).into_iter();
                found.extend(elements.map(|span| trimmed(text, span)));
            }
            _ => found.push(trimmed(text, at..end)),
        }
        at = end;
        let between = |b: &u8| matches!(b, b',' | b' ' | b'\n' | b'\r' | b'\t');
        while text.as_bytes().get(at).is_some_and(between) {
            at += 1;
        }
    }
    found
}

/// Most lines of a command and what it says of itself, above the JSON that it prints.
const PROMPT: usize = 4;

/// The objects of a text that is JSON, or JSON below the command that has printed it.
pub(super) fn objects_below_a_prompt(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    for line in text.split_inclusive('\n').take(PROMPT) {
        if line.trim_start().starts_with(['{', '[']) {
            let found = objects(&text[at..]);
            return found
                .into_iter()
                .map(|r| at + r.start..at + r.end)
                .collect();
        }
        at += line.len();
    }
    Vec::new()
}

/// Where the bracketed value that `within` begins with has ended.
fn end_of(text: &str, within: Range<usize>) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, within.start);
    while at < within.end {
        match bytes[at] {
            b'"' => {
                at = after_string(bytes, at, within.end);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    within.end
}

/// The members of the object at `object`: their names, and where their values stand.
fn members_of(text: &str, object: Range<usize>) -> impl Iterator<Item = (&str, Range<usize>)> {
    children(text, object).into_iter().filter_map(|member| {
        let raw = text.get(member.clone())?;
        let end = after_string(raw.as_bytes(), 0, raw.len());
        let name = raw.get(..end)?.strip_prefix('"')?.strip_suffix('"')?;
        let value = raw[end..].trim_start().strip_prefix(':')?.trim_start();
        let start = member.start + (raw.len() - value.len());
        Some((name, trimmed(text, start..member.end)))
    })
}

/// The elements of the array that is member `key` of the object at `object`.
pub(super) fn array(text: &str, object: Range<usize>, key: &str) -> Vec<Range<usize>> {
    let elements = |span: Range<usize>| {
        let all = children(text, span).into_iter();
        all.map(|span| trimmed(text, span)).collect()
    };
    members_of(text, object)
        .find(|(name, span)| *name == key && text[span.clone()].starts_with('['))
        .map(|(_, span)| elements(span))
        .unwrap_or_default()
}

/// Where the value of member `key` of the object at `object` stands.
pub(super) fn member(text: &str, object: Range<usize>, key: &str) -> Option<Range<usize>> {
    let found = members_of(text, object).find(|(name, _)| *name == key);
    found.map(|(_, span)| span)
}

/// The objects in those members of the object at `object` that are `keys`: of lists, or of objects that hold one under
/// each name.
pub(super) fn lists(text: &str, object: Range<usize>, keys: &[&str]) -> Vec<Range<usize>> {
    let is_object = |span: &Range<usize>| text[span.clone()].starts_with('{');
    let mut found = Vec::new();
    for (name, span) in members_of(text, object) {
        if !keys.contains(&name) {
            continue;
        }
        if text[span.clone()].starts_with('[') {
            let all = children(text, span).into_iter();
            found.extend(all.map(|s| trimmed(text, s)).filter(is_object));
        } else if is_object(&span) {
            found.extend(members_of(text, span).map(|(_, s)| s).filter(is_object));
        }
    }
    found
}

/// The value at this span; `None` where it is no JSON, or nested too deep.
pub(super) fn value(text: &str, span: Range<usize>) -> Option<Value> {
    serde_json::from_str(text.get(span)?).ok()
}

/// The first of these members that holds a string with something in it.
pub(super) fn string<'a>(value: &'a Value, keys: &[&str]) -> Option<&'a str> {
    keys.iter()
        .filter_map(|key| value.get(key)?.as_str())
        .map(str::trim)
        .find(|text| !text.is_empty())
}

/// Facebook writes the bytes of UTF-8 as if each were a character; such a text is put right.
pub(super) fn mended(text: String) -> String {
    let bytes: Option<Vec<u8>> = text
        .chars()
        .map(|c| u8::try_from(u32::from(c)).ok())
        .collect();
    match bytes.filter(|b| !b.is_ascii()).map(String::from_utf8) {
        Some(Ok(right)) => right,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn finds_elements_and_members() {
        let text = r#" {"a":"x,]}\"","messages": [ {"b":[1,2]}, "s" ,3 ] } "#;
        let all = objects(text);
        assert_eq!(all.len(), 1);
        let found: Vec<&str> = array(text, all[0].clone(), "messages")
            .into_iter()
            .map(|span| &text[span])
            .collect();
        assert_eq!(found, [r#"{"b":[1,2]}"#, r#""s""#, "3"]);
    }

    #[test]
    fn reads_arrays_and_lines() {
        for text in [
            "[{\"a\":1},{\"a\":2}]",
            "{\"a\":1}\n{\"a\":2}\n",
            "{\"a\":1}\n[{\"a\":2}]",
            "[{\"a\":1}]\n[{\"a\":2}]",
        ] {
            let found: Vec<_> = objects(text)
                .into_iter()
                .filter_map(|span| value(text, span))
                .collect();
            assert_eq!(
                found,
                [serde_json::json!({"a":1}), serde_json::json!({"a":2})]
            );
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "[\\[\\]{},:\"\\\\a1é ]{0,60}") {
            for span in objects(&text) {
                array(&text, span.clone(), "a");
                value(&text, span);
            }
        }
    }
}
