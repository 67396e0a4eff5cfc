//! An export that is longer than the daemon takes, cut where one thing in it ends and the next begins: the elements of a
//! list in JSON, the components of a calendar, the rows of a table, the messages or paragraphs of a text.

use serde::de::IgnoredAny;
use std::ops::Range;

/// A part of an export, which is a document of the export's own kind: a run of its bytes, and what has to stand around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) before: Vec<u8>,
    pub(crate) span: Range<usize>,
    pub(crate) after: Vec<u8>,
}

/// Lists within lists that are cut.
const DEEPEST: usize = 8;
/// What is repeated around every piece: members of an object up to this length, and all of them together.
const SMALL: usize = 64 << 10;
const FRAME: usize = 1 << 20;

/// Pieces of at most so many bytes; `None` where nothing shows where to cut.
pub(crate) fn pieces(bytes: &[u8], most: usize) -> Option<Vec<Piece>> {
    let mut cut = Cut {
        bytes,
        most,
        pieces: Vec::new(),
    };
    let start = bytes.iter().position(|b| !b.is_ascii_whitespace())?;
    match bytes[start] {
        b'{' => cut.value(start..bytes.len(), &[], &[], DEEPEST)?,
        b'[' if is_json(&bytes[start..]) => cut.value(start..bytes.len(), &[], &[], DEEPEST)?,
        b'<' => cut.lines(&[b"<sms ", b"<mms "], b"\n</smses>\n")?,
        _ if bytes[start..].starts_with(b"BEGIN:VCALENDAR") => cut.lines(
            &[b"BEGIN:VEVENT", b"BEGIN:VTODO", b"BEGIN:VJOURNAL"],
            b"\r\nEND:VCALENDAR\r\n",
        )?,
        _ if bytes[start..].starts_with(b"BEGIN:VCARD") => cut.lines(&[b"BEGIN:VCARD"], b"")?,
        _ => cut.text()?,
    }
    Some(cut.pieces)
}

/// Whether a list in brackets is one of JSON: a chat begins with brackets, too.
fn is_json(bytes: &[u8]) -> bool {
    let next = bytes[1..].iter().find(|b| !b.is_ascii_whitespace());
    next.is_some_and(|b| matches!(b, b'{' | b'[' | b'"' | b']'))
}

struct Cut<'b> {
    bytes: &'b [u8],
    most: usize,
    pieces: Vec<Piece>,
}

impl Cut<'_> {
    /// Cuts a value of JSON, around which `before` and `after` have to stand.
    fn value(
        &mut self,
        span: Range<usize>,
        before: &[u8],
        after: &[u8],
        depth: usize,
    ) -> Option<()> {
        let around = before.len() + after.len();
        if around + span.len() <= self.most {
            self.add(before.to_vec(), span, after.to_vec());
            return Some(());
        }
        if depth == 0 || around > FRAME {
            return None;
        }
        match *self.bytes.get(span.start)? {
            b'[' => self.list(
                span,
                &[before, b"["].concat(),
                &[b"]", after].concat(),
                depth,
            ),
            b'{' => self.object(span, before, after, depth),
            _ => None,
        }
    }

    fn list(
        &mut self,
        span: Range<usize>,
        before: &[u8],
        after: &[u8],
        depth: usize,
    ) -> Option<()> {
        let room = self.most.checked_sub(before.len() + after.len())?;
        let mut run: Option<Range<usize>> = None;
        let mut at = span.start + 1;
        while let Some(start) = self.next(at, span.end) {
            let element = start..self.value_end(start)?;
            at = element.end;
            let longer = run.as_ref().map(|run| run.start..element.end);
            if let Some(longer) = longer.filter(|l| l.len() <= room) {
                run = Some(longer);
                continue;
            }
            if let Some(run) = run.take() {
                self.add(before.to_vec(), run, after.to_vec());
            }
            match element.len() <= room {
                true => run = Some(element),
                false => self.value(element, before, after, depth - 1)?,
            }
        }
        if let Some(run) = run {
            self.add(before.to_vec(), run, after.to_vec());
        }
        Some(())
    }

    /// The small members of an object say what it is, and stand around each of the others.
    fn object(
        &mut self,
        span: Range<usize>,
        before: &[u8],
        after: &[u8],
        depth: usize,
    ) -> Option<()> {
        let mut small = [before, b"{"].concat();
        let mut large = Vec::new();
        let mut at = span.start + 1;
        while let Some(key) = self.next(at, span.end) {
            let key_end = self.value_end(key)?;
            let colon = key_end + self.bytes[key_end..].iter().position(|b| *b == b':')?;
            let start = self.next(colon + 1, span.end)?;
            let end = self.value_end(start)?;
            at = end;
            match end - key <= SMALL {
                true => {
                    small.extend_from_slice(&self.bytes[key..end]);
                    small.push(b',');
                }
                false => large.push((key..start, start..end)),
            }
        }
        for (key, value) in large {
            let before = [&small[..], &self.bytes[key]].concat();
            self.value(value, &before, &[b"}", after].concat(), depth - 1)?;
        }
        Some(())
    }

    /// Where the next element or member begins; `None` at the end.
    fn next(&self, at: usize, end: usize) -> Option<usize> {
        let rest = self.bytes.get(at..end)?;
        let begins = |b: &u8| !b.is_ascii_whitespace() && *b != b',';
        let start = at + rest.iter().position(begins)?;
        (!matches!(self.bytes[start], b']' | b'}')).then_some(start)
    }

    /// Where the value ends that begins here; `None` where it is none.
    fn value_end(&self, start: usize) -> Option<usize> {
        let read = serde_json::Deserializer::from_slice(&self.bytes[start..]);
        let mut values = read.into_iter::<IgnoredAny>();
        values.next()?.ok()?;
        Some(start + values.byte_offset())
    }

    /// Cuts before lines that begin a record; what stands above the first one stands above every piece.
    fn lines(&mut self, begins: &[&[u8]], tail: &[u8]) -> Option<()> {
        let is_start = |line: &[u8]| {
            begins
                .iter()
                .any(|b| line.trim_ascii_start().starts_with(b))
        };
        let first = lines(self.bytes).find(|(_, line)| is_start(line))?.0;
        let head = self.bytes[..first].to_vec();
        if head.len() > FRAME {
            return None;
        }
        let bytes = self.bytes;
        let cuts = lines(bytes).filter(|(at, line)| *at > first && is_start(line));
        self.runs(first, cuts.map(|(at, _)| at), &head, tail)
    }

    /// Cuts a text: a chat before its messages, a table of records between its rows (its first one is their names), all
    /// else between paragraphs.
    fn text(&mut self) -> Option<()> {
        let bytes = self.bytes;
        let mut all = lines(bytes).filter(|(_, line)| !line.trim_ascii().is_empty());
        let (first, line) = all.next()?;
        let second = all.next().map_or(first, |(at, _)| at);
        let commas = |line: &[u8]| {
            line.iter()
                .filter(|b| matches!(b, b',' | b';' | b'\t'))
                .count()
        };
        if commas(line) > 0
            && line.iter().all(|b| !b.is_ascii_digit())
            && commas(line) <= commas(&bytes[second..])
        {
            let mut quotes = 0;
            let rows = lines(bytes).filter(move |(at, line)| {
                let whole = quotes % 2 == 0 && *at > second;
                quotes += line.iter().filter(|b| **b == b'"').count();
                whole
            });
            let head = bytes[..second].to_vec();
            return self.runs(second, rows.map(|(at, _)| at), &head, b"");
        }
        let stamped = |line: &[u8]| {
            line.iter()
                .find(|b| b.is_ascii())
                .is_some_and(|b| b.is_ascii_digit() || *b == b'[')
        };
        if stamped(line) {
            let messages = lines(bytes).filter(|(_, line)| stamped(line));
            return self.runs(0, messages.map(|(at, _)| at), &[], b"");
        }
        let mut above_blank = false;
        let paragraphs = lines(bytes).filter(move |(_, line)| {
            let begins = above_blank;
            above_blank = line.trim_ascii().is_empty();
            begins
        });
        self.runs(0, paragraphs.map(|(at, _)| at), &[], b"")
    }

    /// The longest runs from `start` on that end at one of the cuts.
    fn runs(
        &mut self,
        start: usize,
        cuts: impl Iterator<Item = usize>,
        head: &[u8],
        tail: &[u8],
    ) -> Option<()> {
        let room = self.most.checked_sub(head.len() + tail.len())?;
        let (mut from, mut to) = (start, start);
        for cut in cuts.chain([self.bytes.len()]) {
            if cut - from > room {
                if to == from {
                    return None;
                }
                self.add(head.to_vec(), from..to, tail.to_vec());
                from = to;
                if cut - from > room {
                    return None;
                }
            }
            to = cut;
        }
        self.add(head.to_vec(), from..to, tail.to_vec());
        Some(())
    }

    fn add(&mut self, before: Vec<u8>, span: Range<usize>, after: Vec<u8>) {
        self.pieces.push(Piece {
            before,
            span,
            after,
        });
    }
}

/// Lines with where they begin.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    bytes.split_inclusive(|b| *b == b'\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, most: usize) -> Vec<String> {
        let pieces = pieces(text.as_bytes(), most).unwrap_or_default();
        let whole = |p: Piece| {
            let bytes = [&p.before[..], &text.as_bytes()[p.span], &p.after[..]].concat();
            assert!(bytes.len() <= most, "{} bytes", bytes.len());
            String::from_utf8(bytes).expect("text")
        };
        pieces.into_iter().map(whole).collect()
    }

    #[test]
    fn lists_are_cut_between_their_elements() {
        assert_eq!(
            cut(r#"[{"a": 1}, {"a": 2}, {"a": "]"}]"#, 22),
            [r#"[{"a": 1}, {"a": 2}]"#, r#"[{"a": "]"}]"#]
        );
        // an element that is too long is cut in turn
        assert_eq!(
            cut(r#"[["aaaaaaaaaa","bbbbbbbbbb"],["c"]]"#, 20),
            [r#"[["aaaaaaaaaa"]]"#, r#"[["bbbbbbbbbb"]]"#, r#"[["c"]]"#]
        );
        assert!(cut(r#"["aaaaaaaaaaaaaaaaaaaaaaaaaaa"]"#, 12).is_empty());
        assert!(cut(r#"[{"a": 1}, {"a": "#, 12).is_empty());
    }

    #[test]
    fn what_an_object_is_stands_around_each_of_its_pieces() {
        let chat = |name: &str| {
            let message = |n| format!(r#"{{"id":{n},"text":"{}"}}"#, "x".repeat(40_000));
            let messages: Vec<_> = (0..4).map(message).collect();
            format!(r#"{{"name":"{name}","messages":[{}]}}"#, messages.join(","))
        };
        let export = format!(
            r#"{{"about":"yours","chats":{{"list":[{},{}]}},"left":[]}}"#,
            chat("Ida"),
            chat("Bo")
        );
        let pieces = cut(&export, 90_000);
        assert_eq!(pieces.len(), 4);
        for (piece, name) in pieces.iter().zip(["Ida", "Ida", "Bo", "Bo"]) {
            let read: serde_json::Value = serde_json::from_str(piece).expect("JSON");
            assert_eq!(read["about"], "yours");
            assert_eq!(read["chats"]["list"][0]["name"], name);
            let messages = &read["chats"]["list"][0]["messages"];
            assert_eq!(messages.as_array().map(Vec::len), Some(2));
        }
    }

    #[test]
    fn calendars_tables_chats_and_texts() {
        let calendar = "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nA\nEND:VEVENT\nBEGIN:VEVENT\nB\nEND:VEVENT\nEND:VCALENDAR\n";
        let pieces = cut(calendar, 90);
        assert_eq!(pieces.len(), 2);
        assert!(pieces[0].starts_with("BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nA\n"));
        assert!(pieces[1].starts_with("BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nB\n"));
        assert!(
            pieces
                .iter()
                .all(|p| p.trim_end().ends_with("END:VCALENDAR"))
        );
        assert_eq!(
            cut("Day,What\n1,\"a\nb\"\n2,c\n", 20),
            ["Day,What\n1,\"a\nb\"\n", "Day,What\n2,c\n"]
        );
        assert_eq!(
            cut(
                "12/03/24, 21:04 - Ida: a\nb\n\nc\n12/03/24, 21:05 - Bo: d\n",
                40
            ),
            [
                "12/03/24, 21:04 - Ida: a\nb\n\nc\n",
                "12/03/24, 21:05 - Bo: d\n"
            ]
        );
        assert_eq!(
            cut("One.\n\nTwo\nthree.\n", 12),
            ["One.\n\n", "Two\nthree.\n"]
        );
        assert!(cut("no end to it", 5).is_empty());
    }
}
