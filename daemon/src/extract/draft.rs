//! An episode → the memory of it.

use super::{
    Draft,
    clock::Clock,
    dates, entities,
    episode::Episode,
    named, narrative, participants,
    people::People,
    places,
    structure::{entry_title, is_complete, is_noted, is_of_day, page_note},
    tags, talk,
};
use crate::{
    ingest::{Document, Kind, Passage},
    when::When,
};
use memo_common::api::SourceType;
use std::ops::Range;

/// The memory of an episode, and its words in the document; `about` is the place that all of it is about.
pub(super) fn draft(
    document: &Document,
    episode: &Episode,
    clock: Clock,
    people: &People,
    about: Option<&str>,
) -> (Draft, String) {
    let first = &document.passages[episode.pieces[0].passage];
    let narrative = if first.kind == Kind::Turn {
        talk::tell(document, episode, people)
    } else {
        narrative::tell(document, episode, people)
    };
    let text = episode.text(document);
    let reading = entities::Reading::of_episode(&text, episode, people);
    let participants = participants::of(document, episode, &reading.tokens, people);
    let mut entities = named::of(document, episode, &reading, &participants, people);
    if let Some(place) = &first.place {
        named::add_place(&mut entities, place);
    }
    let place = place(document, episode, clock, &reading).or_else(|| about.map(str::to_owned));
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

/// Where an episode took place: by the source's own field, by its words, by what stands above them.
fn place(
    document: &Document,
    episode: &Episode,
    clock: Clock,
    reading: &entities::Reading<'_>,
) -> Option<String> {
    let first = &document.passages[episode.pieces[0].passage];
    let told = || {
        // who commits says where they were in so many words, or nowhere
        let committed =
            document.source_type == SourceType::Vscode && matches!(first.kind, Kind::Post { .. });
        if is_complete(document, first) && !committed {
            // "Lunch at Ann's", entered without a place
            let entered = document.source_type == SourceType::Calendar && first.place.is_none();
            entry_title(first)
                .filter(|_| entered)
                .and_then(|title| places::titled(title, &[]))
                .or_else(|| places::find(page_note(first)?, &[]))
        } else {
            places::find_in(reading, &episode.times())
                .or_else(|| of_line(first))
                .or_else(|| headed(document, first, clock))
        }
    };
    // what people write of programs names few places
    let tagged = || {
        let work = matches!(
            document.source_type,
            SourceType::Github | SourceType::Vscode
        );
        let written = !work && first.kind != Kind::Record && !is_complete(document, first);
        written
            .then(|| places::tagged_in(reading, &episode.times()))
            .flatten()
    };
    let meeting = || {
        let place = document.place.clone();
        place.filter(|_| is_of_day(document, episode))
    };
    let field = first
        .place
        .clone()
        .filter(|place| !places::is_online(place));
    // a journal's field says where it was written
    match document.source_type == SourceType::Text {
        true => told().or(field),
        false => field.or_else(told),
    }
    .or_else(meeting)
    .or_else(tagged)
    .or_else(|| places::premises(document, first))
    // a call's program is better than nothing, its address is not
    .or_else(|| first.place.clone().filter(|place| !place.contains("://")))
}

/// The place that a line names from whose front the reader took its day: "– Fire drill – Hall B".
fn of_line(passage: &Passage) -> Option<String> {
    /// Bytes of such a line at most.
    const LINE: usize = 90;
    let line = matches!(passage.kind, Kind::Prose | Kind::Item { .. })
        && passage.when.is_some()
        && passage.text.len() <= LINE
        && !passage.text.contains('\n');
    line.then(|| places::titled(&passage.text, &[])).flatten()
}

/// The place beside the day in the heading that the passage stands under: "Tue 13 Oct - Leeds".
fn headed(document: &Document, passage: &Passage, clock: Clock) -> Option<String> {
    let heading = passage
        .headings
        .last()
        .filter(|_| is_noted(document, passage))?;
    let found = dates::find(heading, &clock.at(clock.now));
    let dated = found.iter().any(|f| f.anchor >= dates::Anchor::Weekday);
    let times: Vec<Range<usize>> = found.into_iter().map(|f| f.span).collect();
    dated.then(|| places::titled(heading, &times)).flatten()
}

/// The bytes of the upload that an episode rests on: exact where a passage stands in it as it was read,
/// else all of the passage.
fn spans(document: &Document, episode: &Episode) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for piece in &episode.pieces {
        let passage = &document.passages[piece.passage];
        let span = if passage.verbatim {
            passage.span.start + piece.range.start..passage.span.start + piece.range.end
        } else {
            passage.span.clone()
        };
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
            .map(|d| (d.place, d.when.map(|w| w.to_string())))
            .collect();
        let of = |place: &str, day: &str| (Some(place.to_owned()), Some(day.to_owned()));
        assert_eq!(told, [of("Rome", "2026-05-03"), of("Oslo", "2026-05-09")]);
    }

    #[test]
    fn a_commit_was_made_where_it_says() {
        let commit = |body: &str| {
            let log = format!(
                "commit 0ae8bbc64ef0581f52026f19cb37366d86dd8fa8\nAuthor: Bo Alm <bo@a.example>\n\
                 Date:   Fri Oct 9 17:48:12 2026 +0300\n\n    Mend the pump\n\n    {body}\n"
            );
            let told = drafts(SourceType::Vscode, &log);
            told.into_iter().find_map(|d| d.place)
        };
        let place = commit("Written with Ida over lunch in Leeds.");
        assert_eq!(place.as_deref(), Some("Leeds"));
        let other = commit("The harbour office in Leeds rang Ida because of it.");
        assert_eq!(other, None);
    }
}
