//! Subjects without the marks of answering and forwarding.

use crate::ingest::Title;

const ANSWERS: [&str; 14] = [
    "re", "aw", "antw", "sv", "vs", "ref", "rif", "r", "odp", "ynt", "res", "回复", "答复", "re^2",
];
const FORWARDS: [&str; 14] = [
    "fwd", "fw", "wg", "tr", "rv", "i", "enc", "doorst", "vb", "vl", "pd", "trs", "转发", "fs",
];

fn marks<'s>(subject: &'s str, marks: &[&str]) -> Option<&'s str> {
    let (mark, rest) = subject.split_once(':')?;
    let mark = mark.trim().to_lowercase();
    let mark = mark.split('[').next().unwrap_or_default().trim();
    marks.contains(&mark).then(|| rest.trim())
}

/// Whether the subject marks its message as forwarded.
pub(crate) fn is_forward(subject: &str) -> bool {
    marks(subject.trim(), &FORWARDS).is_some()
}

/// A subject without the marks of answering and forwarding.
pub(crate) fn subject(text: &str) -> Option<Title> {
    let mut text = text.trim();
    while let Some(rest) = marks(text, &ANSWERS).or_else(|| marks(text, &FORWARDS)) {
        text = rest;
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then(|| text.into())
}
