//! JSON with small faults, put right byte for byte, so that every span stays where it was: cut short, copied from where
//! it was shortened, written by hand.

use serde::de::IgnoredAny;
use serde_json::Deserializer;

/// The text as it should be: `None` where it is right already, is no JSON, or has greater faults.
///
/// Put right are an end that is missing, commas too many or too few between objects, comments and dots for what was left
/// out, line breaks in strings, and other languages' words for nothing and yes and no.
pub(in crate::ingest) fn mended_json(text: &str) -> Option<String> {
    if !begins_with_object(text) || is_right(text) {
        return None;
    }
    let mut mend = Mend {
        bytes: text.as_bytes().to_vec(),
        open: Vec::new(),
        whole: (0, 0),
        last: None,
    };
    mend.all()?;
    let (at, depth) = mend.whole;
    if !mend.open.is_empty() {
        mend.bytes.truncate(at);
        let closing = mend.open[..depth].iter().rev();
        mend.bytes
            .extend(closing.map(|open| if *open == b'{' { b'}' } else { b']' }));
    }
    let text = String::from_utf8(mend.bytes).ok()?;
    (!text.trim().is_empty() && is_right(&text)).then_some(text)
}

/// Whether a text begins with an object of named members, or a list of such.
fn begins_with_object(text: &str) -> bool {
    let text = text.trim_start();
    let object = text.strip_prefix('[').map_or(text, str::trim_start);
    object
        .strip_prefix('{')
        .is_some_and(|members| members.trim_start().starts_with('"'))
}

/// Whether a text is JSON: one value, or one after the other.
fn is_right(text: &str) -> bool {
    let mut values = Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.all(|value| value.is_ok())
}

struct Mend {
    bytes: Vec<u8>,
    /// The brackets that are open.
    open: Vec<u8>,
    /// Where the last member or element was whole, and how many brackets were open there.
    whole: (usize, usize),
    /// The last byte outside of strings that is no white space, and where it stands; a string's is its quotation mark.
    last: Option<(u8, usize)>,
}

impl Mend {
    /// Goes through all bytes; `None` where brackets do not pair.
    fn all(&mut self) -> Option<()> {
        let mut at = 0;
        while let Some(&byte) = self.bytes.get(at) {
            let next = match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    at += 1;
                    continue;
                }
                b'"' => {
                    self.part(at, byte);
                    self.string(at)
                }
                b'{' | b'[' => {
                    self.part(at, byte);
                    self.open.push(byte);
                    at + 1
                }
                b'}' | b']' => {
                    if let Some((b',', comma)) = self.last {
                        self.bytes[comma] = b' ';
                    }
                    let open = self.open.pop()?;
                    if (open == b'{') != (byte == b'}') {
                        return None;
                    }
                    self.whole = (at + 1, self.open.len());
                    at + 1
                }
                b',' => {
                    // a comma behind nothing
                    if matches!(self.last, None | Some((b',' | b'{' | b'[', _))) {
                        self.bytes[at] = b' ';
                        at += 1;
                        continue;
                    }
                    self.whole = (at, self.open.len());
                    at + 1
                }
                _ => match self.left_out(at) {
                    Some(end) => {
                        self.bytes[at..end].fill(b' ');
                        at = end;
                        continue;
                    }
                    None => self.word(at),
                },
            };
            self.last = Some((byte, at));
            at = next;
        }
        Some(())
    }

    /// Puts a comma before what begins at `at` behind a bracket that has closed.
    fn part(&mut self, at: usize, begins: u8) {
        let Some((b'}' | b']', end)) = self.last else {
            return;
        };
        // objects may stand one after the other at the top
        if !self.open.is_empty() && end + 1 < at && matches!(begins, b'{' | b'[' | b'"') {
            self.bytes[end + 1] = b',';
        }
    }

    /// Puts right the string that begins at `at`, and returns where it has ended.
    fn string(&mut self, at: usize) -> usize {
        let mut at = at + 1;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'"' => return at + 1,
                b'\\' => {
                    let known = |b: &u8| b"\"\\/bfnrtu".contains(b);
                    if self.bytes.get(at + 1).is_some_and(known) {
                        at += 1;
                    } else {
                        self.bytes[at] = b' ';
                    }
                }
                0..=0x1f => self.bytes[at] = b' ',
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// Where a comment, or dots for what was left out, has ended.
    fn left_out(&self, at: usize) -> Option<usize> {
        let rest = &self.bytes[at..];
        let to = |end: &[u8]| {
            let found = rest.windows(end.len()).position(|w| w == end);
            found.map_or(self.bytes.len(), |n| at + n)
        };
        match rest {
            [b'/', b'/', ..] => Some(to(b"\n")),
            [b'/', b'*', ..] => Some((to(b"*/") + 2).min(self.bytes.len())),
            [b'.', b'.', b'.', ..] => Some(at + 3),
            // "…"
            [0xe2, 0x80, 0xa6, ..] => Some(at + 3),
            _ => None,
        }
    }

    /// Puts right the word that begins at `at`, and returns where it has ended.
    fn word(&mut self, at: usize) -> usize {
        let rest = &self.bytes[at..];
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
        let length = rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
        let end = at + length.max(1);
        let right: &[u8] = match &rest[..length] {
            b"NaN" => b"0  ",
            b"None" => b"null",
            b"True" => b"true",
            b"False" => b"false",
            _ => return end,
        };
        self.bytes[at..end].copy_from_slice(right);
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_faults_are_put_right() {
        for (text, expected) in [
            (
                r#"{"a":[{"b":"x"},{"b":"y","c":"so"#,
                Some(r#"{"a":[{"b":"x"},{"b":"y"}]}"#),
            ),
            (
                "[{\"a\":1,},\n{\"a\":None}\n{\"a\":2}\n]",
                Some("[{\"a\":1 },\n{\"a\":null},{\"a\":2}\n]"),
            ),
            (
                "{\"a\":[{\"b\":\"x\ny\"}, ... ] // more\n}",
                Some("{\"a\":[{\"b\":\"x y\"}      ]        \n}"),
            ),
            (r#"{"a":1} {"a":2}"#, None),
            (r#"[{"a":1}]"#, None),
            (r#"{"a":1]"#, None),
            ("[10:00] Ida: soup", None),
        ] {
            assert_eq!(mended_json(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn long_inputs_take_linear_time() {
        assert_eq!(mended_json(&"{\"a\":".repeat(300_000)), None);
        assert!(mended_json(&format!("[{}", "{\"a\":\"b\",},\n".repeat(100_000))).is_some());
        let _ = mended_json(&format!("{{\"a\": {}", "/* ".repeat(200_000)));
    }

    proptest! {
        #[test]
        fn never_panics(text in "[\\[{]\"?([\\[\\]{},:\"\\\\/a1é….\n ]|None){0,60}") {
            let _ = mended_json(&text);
        }
    }
}
