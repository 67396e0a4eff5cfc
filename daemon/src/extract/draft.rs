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
    named::without_words(&mut entities, &participants);
    if let Some(place) = &first.place {
        named::add_place(&mut entities, place);
    }
    let place = places::of(document, episode, marks, people);
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

    /// What is told of each, with its time.
    fn told(source: SourceType, text: &str) -> Vec<(String, String)> {
        let told = drafts(source, text).into_iter();
        told.map(|d| {
            (
                d.when.map_or_else(String::new, |w| w.to_string()),
                d.narrative,
            )
        })
        .collect()
    }

    #[test]
    fn what_a_note_says_is_kept_though_offices_write_so_too() {
        for (text, said) in [
            (
                "# 2026-11-16\nThe new alarm code is otter-42-kelp please keep this in a safe place\n",
                "otter-42-kelp",
            ),
            (
                "#+TITLE: Home\n* TODO Sweep the stove\nDEADLINE: <2026-12-03 Thu>\n* DONE Renew bus pass\nCLOSED: \
                 [2026-11-10 Tue]\n",
                "Done: Renew bus pass",
            ),
        ] {
            let told = told(SourceType::Text, text);
            assert!(told.iter().any(|(_, t)| t.contains(said)), "{told:?}");
        }
        assert!(told(SourceType::Text, "-----\n\n*****\n").is_empty());
    }

    #[test]
    fn the_hour_of_an_item_is_not_that_of_the_next() {
        let text = "# 2026-09-10\n- 08:30 took Ida to the ferry\n- bought pears\n- 17:00 rang the sweep, he comes on Monday\n";
        let whens: Vec<String> = told(SourceType::Text, text)
            .into_iter()
            .map(|t| t.0)
            .collect();
        assert_eq!(
            whens,
            ["2026-09-10 08:30", "2026-09-10", "2026-09-10 17:00"]
        );
    }

    #[test]
    fn notes_of_a_meeting_know_its_hour_and_whose_the_tasks_are() {
        let text = "# Pond club\n**Date:** 2026-09-17\n**Time:** 19:30\n**Attendees:** Bo Alm, Ida Ek, Gus Orr\n\n\
                    ## Actions\n- [ ] @Gus measure the dam\n- [ ] @Bo write to the mill\n- [x] order gravel (@Ida)\n";
        let told = told(SourceType::Text, text);
        let (when, all) =
            told.iter()
                .fold((String::new(), String::new()), |(when, all), (at, t)| {
                    let first = if when.is_empty() { at.clone() } else { when };
                    (first, all + t)
                });
        assert_eq!(when, "2026-09-17 19:30", "{told:?}");
        for said in [
            "I was at “Pond club”",
            "To do for Gus Orr: measure the dam",
            "To do for me: write to the mill",
            "Done by Ida Ek: order gravel",
        ] {
            assert!(all.contains(said), "{said}: {all}");
        }
    }

    #[test]
    fn an_answer_to_an_invitation_says_what_it_was_to() {
        let mail = "From: Ida Ek <ida@ek.example>\nTo: Bo Alm <bo@alm.example>\nSubject: Accepted: Dam walk\n\
                    Date: Mon, 2 Nov 2026 09:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/alternative; \
                    boundary=\"b\"\n\n--b\nContent-Type: text/plain\n\nI bring the long ladder.\n--b\nContent-Type: \
                    text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nVERSION:2.0\nBEGIN:VEVENT\nUID:r\n\
                    ORGANIZER;CN=Bo Alm:mailto:bo@alm.example\nATTENDEE;CN=Ida Ek;PARTSTAT=ACCEPTED:mailto:ida@ek.example\n\
                    SUMMARY:Dam walk\nDTSTART:20261208T090000Z\nDTEND:20261208T110000Z\nEND:VEVENT\nEND:VCALENDAR\n--b--\n";
        let told = told(SourceType::Email, mail);
        let (walk, words) = (&told[0], &told[1]);
        assert_eq!(walk.0, "2026-12-08 09:00/2026-12-08 11:00", "{told:?}");
        assert!(
            walk.1.starts_with("I have “Dam walk” with Ida Ek"),
            "{told:?}"
        );
        assert!(words.1.contains("the long ladder"), "{told:?}");
    }
}
