//! The lines of what is pasted, and which of them are a time alone.

use crate::ingest::pattern::pattern;
use regex::Captures;
use std::ops::Range;

pattern!(
    STAMP,
    concat!(
        r"(?i)^(?:(?::[a-z0-9_+-]+:|[^\w\s\[]{1,6})\s+)?((?:APP|BOT|APLICACIÓN|APLICATIVO|APPLI|ANWENDUNG)\s+)?((?:(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|mié|jeu|jue|ven|vie|sam|sáb|dim|dom)\p{L}{0,8}\.?, )?(?:",
        named_day!(),
        r"|\d{1,2}[./]\d{1,2}\.?),?",
        at!(),
        r" )?",
        clock!(),
        r")",
        changed!(),
        r"?$"
    )
);

/// A line and its bytes.
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    pub(super) span: Range<usize>,
    /// Whether a blank line, or none, stands before it.
    pub(super) after_blank: bool,
    /// Whether it is a time alone.
    pub(super) stamp: bool,
    /// Whether it stands in from the margin, or behind a dash.
    pub(super) indented: bool,
}

/// The lines that hold anything.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let (mut at, mut after_blank) = (0, true);
    // a dash alone parts a name from the time below it
    let mut after_dash = false;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let start = at + (raw.len() - raw.trim_start().len());
        at += raw.len();
        if line.is_empty() {
            after_blank = true;
        } else if matches!(line, "—" | "–") {
            after_dash = true;
        } else {
            lines.push(Line {
                text: line,
                span: start..start + line.len(),
                after_blank,
                stamp: STAMP.is_match(line),
                indented: raw.starts_with([' ', '\t']) || std::mem::take(&mut after_dash),
            });
            after_blank = false;
        }
    }
    lines
}

/// What a line says that is a time alone: a program's badge (1), the time (2).
pub(super) fn time_alone(line: &str) -> Option<Captures<'_>> {
    STAMP.captures(line)
}
