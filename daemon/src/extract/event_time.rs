//! When what an episode tells took place: by its words, else by what the document's structure says.
//!
//! Words win where they tell of another time than the writing ("fell last Tuesday", "on 3 June"), but not where a day is
//! only spoken of: vague times, a day that owns something ("Monday's call"), a day that is ruled out ("can't do Monday").

use super::{
    dates::{self, Anchor, Found, Lean, Order, Reference},
    episode::{Episode, Piece},
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
    let account = is_account(document, episode);
    let mut candidates = Vec::new();
    for (n, piece) in episode.pieces.iter().enumerate() {
        let text = &document.passages[piece.passage].text[piece.range.clone()];
        // in talk it comes in between
        let opens = n < OPENING || passage.kind == Kind::Turn;
        let old = |f: &Found| opens && is_of_old(text, f, episode.written);
        if account && names_day(piece) && !piece.found.iter().any(old) {
            continue;
        }
        for found in &piece.found {
            // "Off till Monday", in a diary, began on the day of the entry
            let diary = document.source_type == SourceType::Text && episode.written.is_some();
            if is_spoken_of(text, found) || diary && is_end(text, found) {
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
    // "He arrives at 16:14", under "Reading on 30 November".
    if let Some(clock) = candidates.first().cloned()
        && candidates.iter().all(|f| f.anchor == Anchor::Clock)
        && let Some(day) = subject_day(passage, episode.written)
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
    // To an assistant one speaks of what is at hand: an hour alone is no other event.
    let asks = passage.kind == Kind::Turn && document.source_type == SourceType::Vscode;
    if asks && candidates.iter().all(|f| f.anchor <= Anchor::Clock) {
        return episode.written;
    }
    dates::best(&candidates).or(episode.written)
}

/// Verbs of hearing from somebody: what was heard is what one remembers, and its day.
const HEARD: [&str; 22] = [
    "called",
    "rang",
    "phoned",
    "told",
    "said",
    "says",
    "wrote",
    "texted",
    "emailed",
    "mailed",
    "heard",
    "asked",
    "announced",
    "confirmed",
    "got",
    "received",
    "found",
    "learned",
    "learnt",
    "agreed",
    "decided",
    "booked",
];

/// Whether an episode begins with what was done on the day of its entry: then it is of that day, whatever days it speaks
/// of further down. What somebody heard, got or arranged is of the day that it is about, unless it was at an hour.
fn is_account(document: &Document, episode: &Episode) -> bool {
    let first = &episode.pieces[0];
    let passage = &document.passages[first.passage];
    let text = &passage.text[first.range.clone()];
    let heard = || {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|w| HEARD.contains(&w.to_lowercase().as_str()))
    };
    let entry = passage.kind == Kind::Prose
        || passage.kind == (Kind::Item { task: None }) && passage.when.is_some();
    entry
        && document.source_type == SourceType::Text
        && episode.written.is_some()
        && !names_day(first)
        && (first.found.iter().any(|f| f.anchor == Anchor::Clock)
            || dates::lean(text) == Some(Lean::Past) && (!first.found.is_empty() || !heard()))
}

/// Whether a sentence names a day or a time of more than one.
fn names_day(piece: &Piece) -> bool {
    piece.found.iter().any(|f| f.anchor > Anchor::Clock)
}

/// The one day to come that a message's subject names.
fn subject_day(passage: &Passage, written: Option<When>) -> Option<Date> {
    let Kind::Message {
        subject: Some(subject),
    } = &passage.kind
    else {
        return None;
    };
    let written = written?.days().1;
    let day = |order| {
        let now = written.at(12, 0, 0, 0);
        let reference = Reference {
            order,
            lean: Some(Lean::Future),
            ..Reference::at(now)
        };
        let found = dates::find(subject, &reference);
        let [one] = found.as_slice() else {
            return None;
        };
        let (first, last) = one.when.days();
        (one.anchor >= Anchor::Yearless && first == last && first > written).then_some(first)
    };
    // either way of writing days must mean the same
    day(Order::DayFirst).filter(|first| day(Order::MonthFirst) == Some(*first))
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

/// Whether a reader has dated the passage by itself: a record, a commit, a point of a printed paper.
fn is_dated(source: SourceType, passage: &Passage) -> bool {
    match (&passage.kind, source) {
        (Kind::Record, _) => true,
        (Kind::Message { .. }, SourceType::Pdf) => false,
        (_, SourceType::Pdf) => true,
        // A commit happens when it is made; the days it speaks of are its subject.
        (Kind::Post { .. }, SourceType::Vscode) => true,
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
    "no longer on",
    "statt",
    "nicht am",
    "en vez del",
    "au lieu du",
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
    owner || ruled_out
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
mod tests {
    use crate::extract::{Context, extract};
    use crate::ingest;
    use memo_common::api::SourceType;

    /// When the first memory of a text was.
    fn when_of(source: SourceType, text: &str) -> String {
        let reference: jiff::Zoned = "2026-11-17T12:30:00[UTC]".parse().expect("a time");
        let document = ingest::read(text, Some(source), None, &reference);
        let context = Context {
            user_name: "Bo Alm".to_owned(),
            reference,
        };
        let drafts = extract(&document, &context);
        let when = drafts.first().and_then(|d| d.when);
        when.map(|w| w.to_string()).unwrap_or_default()
    }

    #[test]
    fn an_hour_alone_is_of_the_day_that_the_subject_names() {
        let when = |subject: &str, body: &str| {
            let head = "From: Ida Ek <ida@x.example>\nTo: Bo Alm <bo@x.example>\nDate: Thu, 16 Nov 2023 17:48:00 +0100\n";
            when_of(
                SourceType::Email,
                &format!("{head}Subject: {subject}\n\n{body}\n"),
            )
        };
        let body = "Mrs Holm arrives at 16:14 by train from Leeds, please fetch her.";
        assert_eq!(when("Reading on 30 November", body), "2023-11-30 16:14");
        assert_eq!(when("Reading", body), "2023-11-16 16:14");
        let dated = "Mrs Holm arrives on Friday at 16:14 by train from Leeds.";
        assert_eq!(when("Reading on 30 November", dated), "2023-11-17 16:14");
    }

    #[test]
    fn an_entry_of_what_was_done_is_of_its_day() {
        let when = |entry: &str| {
            when_of(
                SourceType::Text,
                &format!("# Sunday 4 October 2026\n\n{entry}\n"),
            )
        };
        let drove = "Drove Ida to the clinic. It took two hours, and she can go home on Friday.";
        assert_eq!(when(drove), "2026-10-04");
        let plans = "Dug the potatoes with Ida, who wants to try garlic this winter.";
        assert_eq!(when(plans), "2026-10-04");
        let hours = "Parents' evening at 7 pm. The trip is on 4 May 2027.";
        assert_eq!(when(hours), "2026-10-04 19:00");
        let headed = "Q1 2019. The pump was bought.";
        assert_eq!(when(headed), "2019-01/2019-03");
        let heard = "Ida called. Her operation is on the 21st of October at 7:30.";
        assert_eq!(when(heard), "2026-10-21 07:30");
        let off = "Bo rang me at 2pm, he has cut his hand. Off till Monday.";
        assert_eq!(when(off), "2026-10-04 14:00");
        let old = "Drove past the chapel again. Ida and Ulf were married there in June 1959.";
        assert_eq!(when(old), "1959-06");
    }
}
