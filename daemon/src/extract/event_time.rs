//! When what an episode tells took place: by its words, else by what the document's structure says.
//!
//! Words win where they tell of another time than the writing ("fell last Tuesday", "on 3 June"), but not where a day is
//! only spoken of: vague times, a day that owns something ("Monday's call"), a day that is ruled out ("can't do Monday").

use super::{
    account,
    dates::{self, Anchor, Found, Lean},
    entities::{cues::Cue, token::tokens},
    episode::{Episode, Piece},
    subject_day,
};
use crate::{
    ingest::{Document, Kind, Passage, labels},
    when::When,
};
use jiff::civil::Date;
use memo_common::api::SourceType;

/// Days up to which a stretch of time is as good as a date.
const WEEK: i32 = 8;

/// Sentences in which an account of old times says when they were.
const OPENING: usize = 2;

/// Years after which what is told is no part of the present.
const OLD: i16 = 2;

/// When what an episode tells took place (or will), by its words, else by what the document's structure says.
pub(crate) fn of(document: &Document, episode: &Episode) -> Option<When> {
    let passage = &document.passages[episode.pieces[0].passage];
    if passage.when.is_some() && is_dated(document.source_type, passage) {
        return passage.when;
    }
    // A commit happens when it is made; the days it speaks of are its subject, but for those on which people did things.
    let committed =
        matches!(passage.kind, Kind::Post { .. }) && document.source_type == SourceType::Vscode;
    let of_the_day = account::is_of_the_day(document, episode);
    // to an assistant one speaks of what is at hand
    let asks = passage.kind == Kind::Turn && document.source_type == SourceType::Vscode;
    let mut candidates = Vec::new();
    for (n, piece) in episode.pieces.iter().enumerate() {
        // a day that the assistant names in its answer, in a test or an example, is none of the user's
        if asks
            && !is_of_a_program(document, passage)
            && is_of_a_program(document, &document.passages[piece.passage])
        {
            continue;
        }
        let text = &document.passages[piece.passage].text[piece.range.clone()];
        if committed && !is_of_people(text) {
            continue;
        }
        // in talk it comes in between
        let opens = n < OPENING || passage.kind == Kind::Turn;
        let old = |f: &Found| opens && is_of_old(text, f, episode.written);
        if of_the_day && names_day(piece) && !piece.found.iter().any(old) {
            continue;
        }
        for found in &piece.found {
            // "Off till Monday", in a diary, began on the day of the entry
            let diary = document.source_type == SourceType::Text && episode.written.is_some();
            let lasts = diary || passage.kind == Kind::Turn;
            if is_spoken_of(text, found) || lasts && is_end(text, found) {
                continue;
            }
            let mut found = found.clone();
            let since = is_since(text, &found);
            if since {
                found.when.end = None;
            }
            if found.anchor <= Anchor::Clock
                || since && !is_vague(found.when)
                || old(&found)
                || displaces(document.source_type, passage, episode.written, found.when)
            {
                candidates.push(found);
            }
        }
    }
    let to_come = |f: &Found| {
        episode
            .written
            .is_some_and(|w| f.when.days().0 > w.days().1)
    };
    if candidates.iter().any(to_come) && account::is_of_contact(passage, &episode.pieces) {
        // an hour may be of the day to come
        candidates.retain(|f| f.anchor > Anchor::Clock && !to_come(f));
    }
    // "He arrives at 16:14", under "Reading on 30 November".
    if let Some(clock) = candidates.first().cloned()
        && candidates.iter().all(|f| f.anchor == Anchor::Clock)
        && let Some(day) = subject_day::of(document, episode)
    {
        candidates.push(Found {
            when: When::day(day),
            anchor: Anchor::Yearless,
            ..clock
        });
    }
    // "At three we left": on the day that the passage told last; in talk, on the day to come that was spoken of.
    let first = &episode.pieces[0];
    let spoken_of = |day: Date| {
        passage.kind == Kind::Turn
            && document.source_type != SourceType::Vscode
            && episode.written.is_some_and(|w| day > w.days().1)
    };
    if let Some((day, last)) = first.told.days
        && day == last
        && (first.range.start > 0 || spoken_of(day))
        && candidates.iter().all(|f| f.anchor == Anchor::Clock)
        && let Some(clock) = candidates.first().cloned()
    {
        candidates.push(Found {
            when: When::day(day),
            anchor: Anchor::Weekday,
            ..clock
        });
    }
    // an hour alone is no other event
    if asks && candidates.iter().all(|f| f.anchor <= Anchor::Clock) {
        return episode.written;
    }
    dates::best(&candidates).or(episode.written)
}

/// Whether an assistant says it.
fn is_of_a_program(document: &Document, passage: &Passage) -> bool {
    passage
        .speaker
        .is_some_and(|id| document.people[id].organization)
}

/// Whether a sentence names a day or a time of more than one.
pub(super) fn names_day(piece: &Piece) -> bool {
    piece.found.iter().any(|f| f.anchor > Anchor::Clock)
}

/// Whether a sentence tells of old times, by a month or a year that it names: "Married in June 1959".
fn is_of_old(text: &str, found: &Found, written: Option<When>) -> bool {
    let (first, last) = found.when.days();
    let is_old = written.is_some_and(|w| last.year() + OLD < w.days().0.year());
    is_old
        && found.anchor == Anchor::Absolute
        && last.year() - first.year() <= 1
        && dates::lean(text) == Some(Lean::Past)
}

/// Whether a sentence tells what people did or will do, not what a change does: "Yesterday we threw it away", "Went to
/// Leeds on Friday".
fn is_of_people(text: &str) -> bool {
    let tokens = tokens(text);
    let opens = tokens.iter().find(|t| t.word).is_some_and(|t| {
        matches!(
            t.folded.as_str(),
            "went"
                | "met"
                | "drove"
                | "rang"
                | "called"
                | "phoned"
                | "spoke"
                | "talked"
                | "saw"
                | "visited"
        )
    });
    opens || tokens.iter().any(|t| t.cues.has(Cue::First))
}

/// Whether a reader has dated the passage by itself: a record, a point of a printed paper.
fn is_dated(source: SourceType, passage: &Passage) -> bool {
    match (&passage.kind, source) {
        (Kind::Record, _) => true,
        (Kind::Message { .. }, SourceType::Pdf) => false,
        (_, SourceType::Pdf) => true,
        _ => false,
    }
}

/// Whether a time that is named displaces the time of writing.
fn displaces(source: SourceType, passage: &Passage, written: Option<When>, named: When) -> bool {
    let Some((told, told_last)) = written.map(When::days) else {
        return true;
    };
    let past = named.days().0 < told;
    match (&passage.kind, source) {
        // Only what is to come is another event than what is at hand.
        (Kind::Turn, SourceType::Vscode) => named.days().0 > told_last,
        (Kind::Turn | Kind::Post { .. }, _) => !is_vague(named),
        // What work is about is over; what is planned is to come.
        (_, SourceType::Github | SourceType::Vscode) => !past,
        // Who keeps a diary, as prose or as points, plans the winter on the day of the entry; but a time may be what an entry is headed with.
        (Kind::Prose | Kind::Item { task: None }, SourceType::Text) => {
            !is_vague(named) || named.days().0 == told
        }
        _ => !(past && is_vague(named)),
    }
}

/// Whether a time covers more than about a week.
pub(crate) fn is_vague(when: When) -> bool {
    let (first, last) = when.days();
    (last - first).get_days() > WEEK
}

/// Whether the sentence tells of this day, which is no vague time and not only spoken of.
pub(crate) fn is_told_of(text: &str, found: &Found) -> bool {
    !is_vague(found.when) && !is_spoken_of(text, found)
}

/// Words before a day that rule it out: nothing happens then.
const RULED_OUT: &[&str] = &[
    "not",
    "not on",
    "not until",
    "can't do",
    "cannot do",
    "can't make",
    "cannot make",
    "couldn't make",
    "instead of",
    "rather than",
    "moved from",
    "originally",
    "originally on",
    "originally for",
    "no longer",
    "no longer on",
    "statt",
    "statt am",
    "anstatt am",
    "nicht am",
    "nicht mehr am",
    "en vez del",
    "en lugar del",
    "ya no es el",
    "au lieu du",
    "au lieu de",
];

/// Whether a day is only spoken of: it owns something, or is ruled out.
fn is_spoken_of(text: &str, found: &Found) -> bool {
    let owner = ["'s", "’s"]
        .iter()
        .any(|s| text[found.span.end..].starts_with(s));
    let before: String = text[..found.span.start]
        .trim_end()
        .chars()
        .rev()
        .take(24)
        .collect::<Vec<char>>()
        .into_iter()
        .rev()
        .collect::<String>()
        .to_lowercase()
        .replace('’', "'");
    // "At last night's preview" is when it was.
    let owner = owner
        && !["at", "during", "in"].iter().any(|w| {
            before
                .strip_suffix(w)
                .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        });
    // "quoted before Christmas", "three days after the Easter break": not at it
    let beside = found.anchor == Anchor::Feast
        && [
            "before", "after", "since", "vor", "nach", "avant", "antes de",
        ]
        .iter()
        .any(|w| before.ends_with(w));
    let ruled_out = beside
        || labels::ends_with_birth(&before)
        || RULED_OUT.iter().any(|words| {
            before
                .strip_suffix(words)
                .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        });
    // "was 9 Nov, now Wed 23 Nov"
    let behind = text[found.span.end..].trim_start_matches([',', ';', ' ', '-', '–']);
    let was = ["was", "were", "war"].iter().any(|w| before.ends_with(w))
        && ["now ", "jetzt ", "nun "]
            .iter()
            .any(|w| behind.starts_with(w));
    owner || ruled_out || was
}

/// Whether a day is only how long something goes on: "off till Monday".
fn is_end(text: &str, found: &Found) -> bool {
    let before = text[..found.span.start].trim_end().to_lowercase();
    let words = [" till", " until", " til"];
    found.anchor > Anchor::Clock && words.iter().any(|w| before.ends_with(w))
}

/// Whether the words say when something began that goes on ("since Sunday").
fn is_since(text: &str, found: &Found) -> bool {
    let said = text[found.span.clone()].to_lowercase();
    let before = text[..found.span.start].trim_end().to_lowercase();
    found.when.end.is_some()
        && ["since", "seit", "desde", "depuis"]
            .iter()
            .any(|w| said.starts_with(w) || before.ends_with(w))
}

#[cfg(test)]
pub(super) mod tests;
