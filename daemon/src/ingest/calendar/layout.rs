//! Where the components of a calendar file begin and end.

use calcard::icalendar::ICalendar;
use std::ops::Range;

/// The components of a calendar file and the properties outside them.
#[derive(Default)]
pub(crate) struct Layout<'t> {
    /// Components outside any other, the calendar itself taken away.
    pub(crate) parts: Vec<Part>,
    headers: Vec<(&'t str, &'t str)>,
}

/// A component in the text.
pub(crate) struct Part {
    /// From its `BEGIN` line through its `END` line.
    pub(crate) span: Range<usize>,
    kind: String,
    closed: bool,
}

impl<'t> Layout<'t> {
    /// Finds them; any text has a layout.
    pub(crate) fn of(text: &'t str) -> Self {
        let mut layout = Self::default();
        let mut open: Option<(usize, &str)> = None;
        let mut at = 0;
        for line in text.split_inclusive(['\n']) {
            let start = at;
            at += line.len();
            let Some((name, value)) = line.trim_end().split_once(':') else {
                continue;
            };
            let is = |word: &str| name.trim().eq_ignore_ascii_case(word);
            match open {
                None if is("BEGIN") && !value.eq_ignore_ascii_case("VCALENDAR") => {
                    open = Some((start, value))
                }
                // An unclosed component ends where the next of its kind begins.
                Some((from, kind)) if is("BEGIN") && kind.eq_ignore_ascii_case(value) => {
                    layout.parts.push(Part {
                        span: from..start,
                        kind: kind.to_owned(),
                        closed: false,
                    });
                    open = Some((start, value));
                }
                Some((from, kind)) if is("END") && kind.eq_ignore_ascii_case(value) => {
                    layout.parts.push(Part {
                        span: from..at,
                        kind: kind.to_owned(),
                        closed: true,
                    });
                    open = None;
                }
                None => layout
                    .headers
                    .push((name.split(';').next().unwrap_or(name), value.trim())),
                Some(_) => {}
            }
        }
        if let Some((from, kind)) = open {
            layout.parts.push(Part {
                span: from..text.len(),
                kind: kind.to_owned(),
                closed: false,
            });
        }
        layout
    }

    /// The first property of this name outside all components.
    pub(crate) fn header(&self, name: &str) -> Option<&'t str> {
        self.headers
            .iter()
            .find(|(n, v)| n.eq_ignore_ascii_case(name) && !v.is_empty())
            .map(|(_, v)| *v)
    }
}

/// Parses one component; what cannot be parsed is skipped alone.
pub(crate) fn parse(text: &str, part: &Part) -> Option<ICalendar> {
    let source = &text[part.span.clone()];
    let closed;
    let source = if part.closed {
        source
    } else {
        closed = format!("{}\r\nEND:{}\r\n", source.trim_end(), part.kind);
        &closed
    };
    // calcard is young: a panic on strange input must cost this component alone.
    std::panic::catch_unwind(|| ICalendar::parse(source).ok())
        .ok()
        .flatten()
}
