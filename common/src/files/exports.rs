//! Exports of other programs: whether two are of the same thing, and whether one of them holds less.

use crate::{
    api::{Document, RunState, SourceType},
    client::Client,
};
use std::collections::HashSet;

/// Whether a text is an earlier or a cut export of a document that holds more. Talk is only ever added to; of other
/// exports things are taken out, too, but hardly the half of them, unless it only ever `grows`.
pub(crate) fn is_less(client: &Client, document: &Document, text: &[u8], grows: bool) -> bool {
    let size = text.len() as u64;
    let text = String::from_utf8_lossy(text);
    let is_less = match grows || is_talk(document) {
        true => size < document.bytes,
        false => size * 2 < document.bytes && is_export(document, &text),
    };
    is_less
        && client
            .document_text(&document.item_id)
            .is_ok_and(|fuller| has_in_common(&fuller, &text))
}

/// Whether a document holds what was said.
fn is_talk(document: &Document) -> bool {
    is_one(document, &[SourceType::Stream, SourceType::Slack])
}

/// Whether a program wrote a document, out of what it keeps.
pub(crate) fn is_export(document: &Document, text: &str) -> bool {
    const EXPORTED: [SourceType; 2] = [SourceType::Calendar, SourceType::Browser];
    is_talk(document) || is_one(document, &EXPORTED) || text.trim_start().starts_with(['{', '['])
}

fn is_one(document: &Document, types: &[SourceType]) -> bool {
    document.run.state != RunState::Failed
        && document.source_type.is_some_and(|t| types.contains(&t))
}

/// Whether the shorter of two texts is within the other but for one line in ten; of JSON the parts of a line count, too.
pub(crate) fn has_in_common(a: &str, b: &str) -> bool {
    fn lines(text: &str) -> HashSet<&str> {
        let trimmed = text.split(['\n', '{', '}']).map(str::trim);
        trimmed.filter(|line| !line.is_empty()).collect()
    }
    let (a, b) = (lines(a), lines(b));
    let shorter = a.len().min(b.len());
    shorter > 0 && a.intersection(&b).count() * 10 >= shorter * 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_of_one_chat_have_their_lines_in_common() {
        let old: String = (0..20).map(|i| format!("[{i}] Ana: line {i}\n")).collect();
        let grown = format!("{old}[20] Bo: more\n[21] Ana: and more\n");
        assert!(has_in_common(&old, &grown) && has_in_common(&grown, &old));
        assert!(!has_in_common(&old, &old.replace("Ana", "Yuki")));
        assert!(!has_in_common("", "\n"));
    }
}
