//! When what an episode tells took place: on a day that its words name, or when it was written.
//!
//! - [`signs`]: what speaks for each of these days, on which [`scales`]
//! - [`choice`]: which has most for it

mod choice;
mod scales;
mod signs;

use super::{
    dates::{self, Anchor, Found, Lean},
    episode::Episode,
    marks::Marks,
    subject_day,
};
use crate::{
    ingest::{Document, Kind, Passage, labels},
    when::When,
};
use jiff::civil::Date;
use memo_common::api::SourceType;
use signs::{Mention, Scene, is_day};

/// Days up to which a stretch of time is as good as a date.
const WEEK: i32 = 8;

/// Times of an episode that are weighed: each is held against all others, and a table of days may have any number.
const MENTIONS: usize = 100;

/// When what an episode tells took place (or will): on the day among those that its words name, and that of writing,
/// for which most speaks, at the hour that is told beside it.
pub(crate) fn of(document: &Document, episode: &Episode) -> Option<When> {
    at(document, episode, None)
}

fn at(document: &Document, episode: &Episode, marks: Option<&Marks>) -> Option<When> {
    let passage = &document.passages[episode.pieces[0].passage];
    if passage.when.is_some() && is_dated(document.source_type, passage) {
        return passage.when;
    }
    let mut mentions = mentions(document, episode);
    if let Some(marks) = marks {
        for m in &mut mentions {
            m.likely = marks.is_when(m.sentence, &m.found.span).unwrap_or(0.0);
        }
    }
    let scene = Scene {
        source: match document.source_type {
            // printed minutes are a meeting's notes
            SourceType::Pdf if document.place.is_some() && !document.present.is_empty() => {
                SourceType::Text
            }
            source => source,
        },
        kind: &passage.kind,
        written: episode.written,
        opening: &passage.text[episode.pieces[0].range.clone()],
        mentions: &mentions,
    };
    if let Some(entered) = entered(document, episode, &mentions) {
        return Some(entered);
    }
    let of_writing = |timed| on_the_day(&mentions, episode.written, timed);
    let told = choice::choose(&scene).or_else(|| of_writing(true));
    if let Some(at) = told.or_else(|| {
        let hour = mentions.iter().any(|m| m.found.anchor == Anchor::Clock);
        of_writing(false).filter(|_| !hour)
    }) {
        let told = named(&mentions, at);
        let that_day = episode.written.map(|w| When::day(w.days().0)) == Some(told);
        return match document.source_type {
            // a log knows the hour
            SourceType::Vscode if that_day => episode.written,
            _ if that_day => hour(document, episode, &mentions).or(Some(told)),
            _ => Some(told),
        };
    }
    // to an assistant one speaks of what is at hand
    if passage.kind == Kind::Turn && document.source_type == SourceType::Vscode {
        return episode.written;
    }
    hour(document, episode, &mentions).or(episode.written)
}

/// Sets when it took place anew, by what the tagger marks, where its words name a day.
pub(crate) fn set(document: &Document, episode: &mut Episode, marks: &Marks) {
    if episode.pieces.iter().flat_map(|p| &p.found).any(is_day) {
        episode.when = at(document, episode, Some(marks));
    }
}

/// The times that the sentences name, in order; without those that an assistant names in its answer to the user, which
/// are a test's or an example's.
fn mentions<'t>(document: &'t Document, episode: &'t Episode) -> Vec<Mention<'t>> {
    let asked = |p: usize| {
        let passage = &document.passages[p];
        passage.kind == Kind::Turn
            && document.source_type == SourceType::Vscode
            && is_of_a_program(document, passage)
    };
    let first = asked(episode.pieces[0].passage);
    let pieces = episode.pieces.iter().enumerate();
    pieces
        .filter(|(_, piece)| first || !asked(piece.passage))
        .flat_map(|(sentence, piece)| {
            let text = &document.passages[piece.passage].text[piece.range.clone()];
            piece.found.iter().map(move |found| Mention {
                found,
                text,
                sentence,
                likely: 0.0,
            })
        })
        .take(MENTIONS)
        .collect()
}

/// The day of a dated note that an entry is of, where another one is only named behind a stop: the entry begins with its
/// hour ("09:15 standup with Ada: the release slips to 19 September"), or first tells what was done, and the other day is
/// to come ("Met Ida at the quay, she flies back on 2 December").
fn entered(document: &Document, episode: &Episode, mentions: &[Mention]) -> Option<When> {
    let (day, last) = episode.written?.days();
    let mut others = mentions
        .iter()
        .filter(|m| m.sentence == 0 && is_day(m.found));
    let first = others.clone().next()?;
    if document.source_type != SourceType::Text || day != last {
        return None;
    }
    let stops = |text: &str| text.rfind([',', ';', ':', '(', '–', '—']);
    let before = &first.text[..first.found.span.start];
    let head = &before[..stops(before)?];
    let hour = mentions
        .first()
        .filter(|m| m.found.anchor == Anchor::Clock && m.found.span.end <= head.len());
    let begins = hour.is_some_and(|hour| {
        let opening = &head[..hour.found.span.start];
        opening.chars().all(|c| !c.is_alphanumeric())
    });
    // "Ida rang: choir is on Friday" tells of choir
    let done = !before[head.len()..].starts_with(':') && dates::lean(head) == Some(Lean::Past);
    let to_come = others.all(|m| m.found.when.days().0 > day);
    let when = When::day(day);
    (begins || done && to_come)
        .then(|| hour.map_or(when, |hour| dates::at_hour(when, hour.found.when)))
}

/// Where the words name the day of writing (`timed`: with an hour), or head the entry with a time of which that is the
/// first.
fn on_the_day(mentions: &[Mention], written: Option<When>, timed: bool) -> Option<usize> {
    let (first, last) = written?.days();
    let heads = |m: &Mention| m.sentence == 0 && m.found.span.start == 0;
    mentions.iter().position(|m| {
        let days = m.found.when.days();
        let named = is_day(m.found) && (days == (first, last) || days.0 == first && heads(m));
        named && (!timed || m.found.when.start.time().is_some())
    })
}

/// A day that is named, at the first hour that is named with it, or else that is told next behind it, before another day
/// is, or right before it.
fn named(mentions: &[Mention], at: usize) -> When {
    let Mention {
        found, sentence, ..
    } = &mentions[at];
    let same = |m: &&Mention| is_day(m.found) && m.found.when.days() == found.when.days();
    let timed = |m: &&Mention| m.found.when.start.time().is_some();
    let mut when = found.when;
    if is_since(mentions[at].text, found) {
        when.end = None;
    } else if let Some(timed) = mentions.iter().filter(same).find(timed) {
        return timed.found.when;
    }
    let hour = |m: &&Mention| m.found.anchor == Anchor::Clock;
    let other = |m: &&Mention| is_day(m.found) && !is_vague(m.found.when) && !same(m);
    let mut behind = mentions[at + 1..].iter().take_while(|m| !other(m));
    let mut before = mentions[..at].iter().rev();
    let hour = behind
        .find(hour)
        .or_else(|| before.find(|m| m.sentence + 1 >= *sentence && hour(m)));
    hour.map_or(when, |hour| dates::at_hour(when, hour.found.when))
}

/// The hour that is told before any day is: of the day of writing, or of the one that all is about.
fn hour(document: &Document, episode: &Episode, mentions: &[Mention]) -> Option<When> {
    let first = &episode.pieces[0];
    let passage = &document.passages[first.passage];
    let of_writing = |found: &Found| episode.written.map(When::days) == Some(found.when.days());
    let hours: Vec<Found> = mentions
        .iter()
        .map(|m| m.found)
        .take_while(|found| !is_day(found) || of_writing(found))
        .filter(|found| !is_day(found))
        .cloned()
        .collect();
    // "He arrives at 16:14", under "Reading on 30 November"
    let about = || subject_day::of(document, episode);
    // "At three we left": on the day that the passage told last; in talk, on the day to come that was spoken of
    let spoken_of =
        |day: Date| passage.kind == Kind::Turn && episode.written.is_some_and(|w| day > w.days().1);
    let told = || {
        let (day, last) = first.told.days?;
        (day == last && (first.range.start > 0 || spoken_of(day))).then_some(day)
    };
    let clock = hours.iter().find(|f| f.anchor == Anchor::Clock);
    let day = clock.and_then(|_| about().or_else(told));
    let dated = clock.zip(day).map(|(clock, day)| Found {
        when: When::day(day),
        anchor: Anchor::Weekday,
        ..clock.clone()
    });
    let all: Vec<Found> = hours.iter().cloned().chain(dated).collect();
    dates::best(&all)
}

/// Whether an assistant says it.
fn is_of_a_program(document: &Document, passage: &Passage) -> bool {
    passage
        .speaker
        .is_some_and(|id| document.people[id].organization)
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
            "before", "after", "since", "beyond", "vor", "nach", "avant", "antes de",
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

/// Whether a day is the one on which somebody was born, in another year than it was written: said of them, and no event.
fn is_old_birth(mention: &Mention, written: Option<When>) -> bool {
    let found = mention.found;
    let before = mention.text[..found.span.start].to_lowercase();
    let before = before.trim_end();
    let labelled = labels::ends_with_birth(before) || before.ends_with("is born");
    let born = ["born", "born on", "born in"]
        .iter()
        .any(|words| before.ends_with(words));
    let year = |when: When| when.days().0.year();
    match written {
        Some(written) => (born || labelled) && year(found.when) < year(written),
        None => labelled && found.anchor == Anchor::Absolute,
    }
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
