//! An episode → the memory of it.

use super::{
    Draft, clock::Clock, entities, episode::Episode, marks::Marks, named, narrative, participants,
    people::People, places, tags, talk,
};
use crate::{
    ingest::{Document, Kind},
    when::When,
};
use std::ops::Range;

/// The memory of an episode, and its words in the document.
pub(super) fn draft(
    document: &Document,
    episode: &Episode,
    clock: Clock,
    people: &People,
    marks: &Marks,
) -> (Draft, String) {
    let first = &document.passages[episode.pieces[0].passage];
    let narrative = if first.kind == Kind::Turn {
        talk::tell(document, episode, people)
    } else {
        narrative::tell(document, episode, people)
    };
    let text = episode.text(document);
    let reading = entities::Reading::of_episode(&text, episode, people);
    let participants = participants::of(document, episode, &reading.tokens, people, marks);
    let mut entities = named::of(document, episode, &reading, &participants, people);
    named::add_marked(&mut entities, marks, people);
    if let Some(place) = &first.place {
        named::add_place(&mut entities, place);
    }
    let place = places::of(document, episode, marks);
    // "club Olimar", "Ward 64"
    if let Some(place) = place.as_deref().filter(|p| named::is_called(p)) {
        named::add_place(&mut entities, place);
    }
    let mut tags = tags::tags_in(&text, &reading.tokens, &entities);
    let own = first.kind == Kind::Record && narrative.starts_with(TO_DO);
    if own || is_to_do(document, episode) {
        tags = tags::with_task(tags);
    }
    let draft = Draft {
        participants,
        tags,
        entities,
        when: episode.when.or(Some(When::day(clock.now.date()))),
        place,
        spans: spans(document, episode),
        speaker: talk::speaker(document, episode).map(|id| people.name(people.of(id)).to_owned()),
        asks: talk::asks(&narrative),
        thread: first.thread,
        series: first.series.clone(),
        narrative,
    };
    (draft, text)
}

/// How a record's task of the user's own is told.
const TO_DO: &str = "I have to do ";

/// Whether an episode holds a task that is not done.
fn is_to_do(document: &Document, episode: &Episode) -> bool {
    let mut passages = episode.pieces.iter().map(|p| &document.passages[p.passage]);
    passages.any(|p| p.kind == (Kind::Item { task: Some(false) }))
}

/// The bytes of the upload that an episode rests on.
fn spans(document: &Document, episode: &Episode) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for piece in &episode.pieces {
        let span = piece.span(document);
        match out.last_mut() {
            Some(last) if span.start <= last.end + 1 => last.end = last.end.max(span.end),
            _ => out.push(span),
        }
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use crate::extract::{Context, Draft, extract};
    use crate::ingest;
    use memo_common::api::SourceType;

    /// The memories of a text of Bo Alm's, read on 17 November 2026.
    pub(in crate::extract) fn drafts(source: SourceType, text: &str) -> Vec<Draft> {
        let reference: jiff::Zoned = "2026-11-17T12:30:00[UTC]".parse().expect("a time");
        let document = ingest::read(text, Some(source), None, &reference);
        let context = Context {
            user_name: "Bo Alm".to_owned(),
            reference,
        };
        extract(&document, &context).expect("in proportion")
    }

    #[test]
    fn sentences_that_open_with_days_of_their_own_are_memories_of_their_own() {
        let text = "On 3 May 2026 I met Ana in Rome. On 9 May 2026 I met Ida in Oslo.";
        let told: Vec<_> = drafts(SourceType::Text, text)
            .into_iter()
            .filter_map(|d| Some(d.when?.to_string()))
            .collect();
        assert_eq!(told, ["2026-05-03", "2026-05-09"]);
    }
}
