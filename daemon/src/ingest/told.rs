//! What tests look at of what a reader has made.

use super::{Document, Kind};

/// What a document tells, passage by passage: `when name act: text`. A record names by itself who did it.
pub(super) fn told(document: &Document) -> Vec<String> {
    let passages = document.passages.iter().map(|p| {
        let when = p.when.map(|w| format!("{w} ")).unwrap_or_default();
        let speaker = p.speaker.filter(|_| p.kind != Kind::Record);
        let who = speaker.map(|id| &document.people[id]);
        let name = who.and_then(|who| who.name.as_ref().or(who.handles.first()));
        let act = match &p.kind {
            Kind::Post { act } => format!(" {act}"),
            _ => String::new(),
        };
        let lead = name.map(|n| format!("{n}{act}: ")).unwrap_or_default();
        format!("{when}{lead}{}", p.text)
    });
    passages.collect()
}

/// Holds a document against the text it was read from.
pub(super) fn check(text: &str, document: &Document) {
    for passage in &document.passages {
        assert!(text.get(passage.span.clone()).is_some(), "span in bounds");
        assert!(passage.speaker.is_none_or(|id| id < document.people.len()));
    }
}
