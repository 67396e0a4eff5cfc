//! What the layout of a source says by itself of a passage or an episode.

use super::{
    episode::{Episode, Piece},
    people::{People, PersonRef},
};
use crate::{
    ingest::{Document, Kind, Passage},
    when::When,
};
use memo_common::api::SourceType;

/// Whether a passage is of the user's own notes: of a text, or plain words of an editor or a calendar.
pub(super) fn is_noted(document: &Document, passage: &Passage) -> bool {
    let plain = matches!(passage.kind, Kind::Prose | Kind::Item { .. });
    match document.source_type {
        SourceType::Text => true,
        SourceType::Vscode | SourceType::Calendar => plain && passage.speaker.is_none(),
        _ => false,
    }
}

/// Whether the source says by its structure who took part and where: a calendar's event, a visited page. Names in its
/// words are then only mentioned.
pub(super) fn is_complete(document: &Document, passage: &Passage) -> bool {
    let record = passage.kind == Kind::Record
        && matches!(
            document.source_type,
            SourceType::Calendar | SourceType::Browser
        );
    let traces = passage.kind != Kind::Turn
        && document.source_type == SourceType::Vscode
        && (passage.speaker.is_some() || passage.kind == Kind::Record);
    record || traces
}

/// Whether an episode is of the meeting itself, not of what is to be done or to happen after it. Where notes without
/// anybody present were written is not where each thing in them happened.
pub(super) fn at_meeting(document: &Document, episode: &Episode) -> bool {
    !document.present.is_empty() && is_of_day(document, episode)
}

/// Whether an episode is of the day that stands above it all, and no task.
pub(super) fn is_of_day(document: &Document, episode: &Episode) -> bool {
    let days = |when: Option<When>| when.map(When::days);
    let task = |p: &Piece| {
        matches!(
            document.passages[p.passage].kind,
            Kind::Item { task: Some(_) }
        )
    };
    (document.written.is_none() || days(episode.when) == days(document.written))
        && !episode.pieces.iter().any(task)
}

/// The title of a calendar's entry that a reader put into a sentence.
pub(super) fn entry_title(passage: &Passage) -> Option<&str> {
    passage.text.split(['“', '”']).nth(1)
}

/// The notes behind a calendar's entry that a reader put into a sentence.
pub(super) fn entry_notes(passage: &Passage) -> Option<&str> {
    passage.text.split_once(" Notes: ").map(|(_, notes)| notes)
}

/// What was noted on a kept page that a reader put into a sentence.
pub(super) fn page_note(passage: &Passage) -> Option<&str> {
    let (before, note) = passage.text.split_once(", noting: ")?;
    before.contains("I bookmarked ").then_some(note)
}

/// The programs that talk in a document: they answer, but are nobody.
pub(super) fn programs<'d>(
    document: &'d Document,
    people: &'d People,
) -> impl Iterator<Item = PersonRef> + 'd {
    let people_of = document.people.iter().enumerate();
    people_of
        .filter(|(_, person)| person.organization)
        .map(|(id, _)| people.of(id))
}
