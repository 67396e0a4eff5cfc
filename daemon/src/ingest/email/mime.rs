//! A message's parts, with mail-parser's help: the body's lines with their bytes in the upload.

use crate::ingest::html;
use crate::ingest::lines::{self, Line};
use mail_parser::{Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use std::borrow::Cow;
use std::ops::Range;

/// Messages within messages that are opened.
const MAX_DEPTH: usize = 8;

/// Parses one message; any text may fail to be one.
pub(crate) fn parse(text: &str) -> Option<Message<'_>> {
    // A panic on malformed input must not cost the upload; it is then read as plain text.
    std::panic::catch_unwind(|| MessageParser::default().parse(text.as_bytes()))
        .ok()
        .flatten()
}

/// Calls `each` with a message and its body's lines, then with those attached to it.
pub(crate) fn walk<'m>(
    message: &'m Message<'m>,
    text: &'m str,
    base: usize,
    each: &mut impl FnMut(&'m Message<'m>, Vec<Line<'m>>),
) {
    walk_to(message, text, base, None, MAX_DEPTH, each);
}

fn walk_to<'m>(
    message: &'m Message<'m>,
    text: &'m str,
    base: usize,
    whole: Option<Range<usize>>,
    depth: usize,
    each: &mut impl FnMut(&'m Message<'m>, Vec<Line<'m>>),
) {
    each(message, body(message, text, base, whole.as_ref()));
    if depth == 0 {
        return;
    }
    for part in &message.parts {
        if let PartType::Message(inner) = &part.body {
            // An encoded message's offsets count in its decoded text: its span is the whole part.
            let encoded = part.encoding != Encoding::None;
            let whole = whole
                .clone()
                .or_else(|| encoded.then(|| span_of(part, text, base)));
            walk_to(inner, text, base, whole, depth - 1, each);
        }
    }
}

/// The lines of the body that a person reads: plain text, or the HTML where the plain text says far less.
fn body<'m>(
    message: &'m Message<'m>,
    text: &'m str,
    base: usize,
    whole: Option<&Range<usize>>,
) -> Vec<Line<'m>> {
    let mut lines = Vec::new();
    for id in &message.text_body {
        let Some(part) = message.parts.get(*id as usize) else {
            continue;
        };
        let span = whole.cloned().unwrap_or_else(|| span_of(part, text, base));
        match &part.body {
            PartType::Text(plain) => {
                let raw = whole
                    .is_none()
                    .then(|| &text[span.start - base..span.end - base]);
                let mut read = with_spans(
                    uploaded(part, text, whole).unwrap_or(plain),
                    raw,
                    &span,
                    part.encoding == Encoding::QuotedPrintable,
                );
                if part.content_type().is_some_and(|c| {
                    c.attribute("format")
                        .is_some_and(|f| f.eq_ignore_ascii_case("flowed"))
                }) {
                    read = unflowed(read);
                }
                lines.extend(read);
            }
            PartType::Html(page) => {
                let page = uploaded(part, text, whole).unwrap_or(page);
                lines.extend(html_lines(page, &span));
            }
            _ => {}
        }
        lines.push(Line {
            text: Cow::Borrowed(""),
            span: span.end..span.end,
        });
    }
    let words = |lines: &[Line]| {
        lines
            .iter()
            .map(|l| l.text.split_whitespace().count())
            .sum::<usize>()
    };
    if words(&lines) < 40 {
        let html: Vec<Line> = message
            .html_body
            .iter()
            .filter_map(|id| message.parts.get(*id as usize))
            .filter_map(|part| match &part.body {
                PartType::Html(page) => Some(html_lines(
                    uploaded(part, text, whole).unwrap_or(page),
                    &whole.cloned().unwrap_or_else(|| span_of(part, text, base)),
                )),
                _ => None,
            })
            .flatten()
            .collect();
        if words(&html) > 3 * words(&lines) {
            return html;
        }
    }
    lines
}

/// The words of a part as they were uploaded, which is in UTF-8 whatever the part says that they were in; `None` where they
/// have to be decoded: out of an encoding of mail, or one that writes in ASCII.
pub(super) fn uploaded<'m>(
    part: &MessagePart,
    text: &'m str,
    whole: Option<&Range<usize>>,
) -> Option<&'m str> {
    let raw = &text[span_of(part, text, 0)];
    (whole.is_none() && part.encoding == Encoding::None && !raw.is_ascii()).then_some(raw)
}

fn html_lines<'m>(page: &str, span: &Range<usize>) -> Vec<Line<'m>> {
    html::to_text(page)
        .lines()
        .map(|l| Line {
            text: Cow::Owned(l.to_owned()),
            span: span.clone(),
        })
        .collect()
}

/// The part's body in the upload, at character boundaries.
fn span_of(part: &MessagePart, text: &str, base: usize) -> Range<usize> {
    let floor = |at: u32| text.floor_char_boundary((at as usize).min(text.len()));
    let (start, end) = (floor(part.offset_body), floor(part.offset_end));
    base + start..base + end.max(start)
}

/// The decoded text's lines, each with the bytes of its raw line where the lines can be matched up.
fn with_spans<'m>(
    plain: &'m str,
    raw: Option<&str>,
    whole: &Range<usize>,
    quoted_printable: bool,
) -> Vec<Line<'m>> {
    let mut decoded = lines::of(plain, 0);
    let mut hard: Vec<Range<usize>> = Vec::new();
    if let Some(raw) = raw {
        let mut open = false;
        for line in lines::of(raw, whole.start) {
            let soft = quoted_printable && line.text.trim_end().ends_with('=');
            match hard.last_mut().filter(|_| open) {
                Some(span) => span.end = line.span.end,
                None => hard.push(line.span),
            }
            open = soft;
        }
    }
    // The last line end of a part belongs to its boundary.
    let matched = hard.len() >= decoded.len() && hard.len() <= decoded.len() + 1;
    for (i, line) in decoded.iter_mut().enumerate() {
        line.span = if matched {
            hard[i].clone()
        } else {
            whole.clone()
        };
    }
    decoded
}

/// Lines of `format=flowed` (RFC 3676): a line that ends with a space goes on in the next of the same quoting.
fn unflowed(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let depth = |text: &str| text.bytes().take_while(|b| *b == b'>').count();
    let mut out: Vec<Line> = Vec::new();
    let mut flows = false;
    for line in lines {
        let marks = depth(&line.text);
        if flows
            && let Some(last) = out.last_mut()
            && depth(&last.text) == marks
            && !line.is_empty()
        {
            let next = line.text[marks..].trim_start();
            flows = next.ends_with(' ');
            last.text.to_mut().push_str(next);
            last.span.start = last.span.start.min(line.span.start);
            last.span.end = last.span.end.max(line.span.end);
            continue;
        }
        flows = line.text.ends_with(' ') && line.text.trim_end() != "--" && !line.is_empty();
        out.push(line);
    }
    out
}
