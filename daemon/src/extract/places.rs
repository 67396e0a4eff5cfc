//! Where an episode took place: by the source's own field, by its words as the tagger reads them, by the meeting it is of.

use super::{
    entities::{
        cues::{Cue, Cues},
        lexicon::fold,
    },
    episode::Episode,
    marks::Marks,
    people::People,
    structure::is_of_day,
};
use crate::{encoder::Span, ingest::Document};
use memo_common::api::SourceType;

/// Where an episode took place, in the source's own words.
pub(super) fn of(
    document: &Document,
    episode: &Episode,
    marks: &Marks,
    people: &People,
) -> Option<String> {
    let first = &document.passages[episode.pieces[0].passage];
    let field = first.place.clone().filter(|place| !is_online(place));
    let told = || {
        let place = without_small_end(marks.best(Span::Place)?);
        // the meeting's list of people, "Frau" of "Frau Grünwald"
        let bare = fold(place);
        let named = place.contains(' ') && people.resolve(place).is_some();
        let somebody = named || Cues::of(&bare).has(Cue::Title);
        (!place.is_empty() && !somebody).then(|| place.to_owned())
    };
    let meeting = || {
        let place = document.place.clone();
        place.filter(|_| is_of_day(document, episode))
    };
    // a journal's field says where it was written
    match document.source_type == SourceType::Text {
        true => told().or(field),
        false => field.or_else(told),
    }
    .or_else(meeting)
    // a call's program is better than nothing, its address is not
    .or_else(|| first.place.clone().filter(|place| !place.contains("://")))
}

/// A place without the small words behind it: "the lake" of "the lake with", nothing of "the".
fn without_small_end(place: &str) -> &str {
    let mut place = place.trim();
    while let Some(last) = place.split_whitespace().next_back()
        && last.starts_with(char::is_lowercase)
        && Cues::of(&fold(last)).any(&[Cue::Function, Cue::With, Cue::Link])
    {
        place = place[..place.len() - last.len()].trim_end();
    }
    place
}

/// The first place where what one line tells happened.
pub(crate) fn find(line: &str) -> Option<String> {
    let marks = Marks::of_line(line);
    let mut marked = marks.marked();
    let place = marked.find(|(_, _, m)| m.span == Span::Place);
    place.map(|(_, said, _)| said.to_owned())
}

/// Words that name a call rather than a place.
const ONLINE: [&str; 16] = [
    "zoom",
    "teams",
    "skype",
    "webex",
    "jitsi",
    "facetime",
    "online",
    "virtual",
    "phone",
    "telephone",
    "discord",
    "hangouts",
    "whatsapp",
    "videocall",
    "remote",
    "telefon",
];

/// Whether a place is none: a call's address or program.
pub(super) fn is_online(place: &str) -> bool {
    let online = |part: &str| {
        let part = part.to_lowercase();
        part.contains("://")
            || part
                .split(|c: char| !c.is_alphanumeric())
                .any(|w| ONLINE.contains(&w))
    };
    let mut parts = place
        .split([',', ';', '/', '(', '|'])
        .filter(|p| !p.trim().is_empty());
    place.contains("://") && !place.trim().contains(' ') || parts.all(online)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_words_behind_a_place_are_no_part_of_it() {
        assert_eq!(without_small_end("the lake with"), "the lake");
        assert_eq!(without_small_end("Mill Lane"), "Mill Lane");
        assert_eq!(without_small_end("the"), "");
    }

    #[test]
    fn calls_are_no_places() {
        for place in [
            "https://meet.x.example/j/9",
            "Microsoft Teams Meeting",
            "Zoom",
            "online, Zoom",
        ] {
            assert!(is_online(place), "{place}");
        }
        assert!(!is_online("Room 3 / Zoom") && !is_online("Alder Hall"));
    }
}
