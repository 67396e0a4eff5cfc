//! Meetings that notes are of: the lines above them without labels, and what their title says.

use super::header::{Roll, read_date};
use super::lines;
use crate::{
    extract::{
        dates::{self, Anchor, Order, Reference},
        entities::{
            cues::{Cue, Cues},
            lexicon::fold,
        },
        places,
    },
    ingest::{Document, labels},
    when::When,
};
use jiff::civil::DateTime;
use std::borrow::Cow;

/// A meeting's head without labels: a title, perhaps a line with the day and the place, and who was present. Returns how
/// many of the first lines it takes, none where the text begins otherwise; those present are read as facts.
pub(super) fn head<'t>(
    lines: impl Iterator<Item = &'t str>,
    document: &mut Document,
    order: Order,
    now: DateTime,
) -> Option<(Cow<'t, str>, usize)> {
    let mut lines = lines.peekable();
    let mut blank = 0;
    while lines.next_if(|l| l.trim().is_empty()).is_some() {
        blank += 1;
    }
    let head: Vec<&str> = lines.take(HEAD).collect();
    let label = |line: &str| lines::field(line.trim()).map(|(key, _)| key);
    let present = head
        .iter()
        .position(|l| label(l).is_some_and(|key| labels::is_present(&key)))?;
    let title = head[0].trim().trim_start_matches('#').trim();
    // "Meeting summary: Website sync"
    let titled = |l: &str| {
        let key = label(l).unwrap_or_default();
        [
            "meeting",
            "summary",
            "minutes",
            "notes",
            "call",
            "protokoll",
        ]
        .iter()
        .any(|w| key.split(' ').any(|k| k == *w))
    };
    let plain = |l: &&str| {
        (label(l).is_none() || titled(l))
            && !l.trim().starts_with(['#', '-', '*', '['])
            && l.trim().chars().count() < LONGEST
    };
    if title.is_empty() || present == 0 || !plain(&title) || !head[1..present].iter().all(plain) {
        return None;
    }
    let (title, behind) = parted(title, order, now);
    // more than a title, a day and a line beside is a text of its own
    let rest: Vec<&str> = head[1..present]
        .iter()
        .map(|l| l.trim())
        .filter(|l| !l.is_empty())
        .collect();
    let mut dates = rest.iter().filter_map(|l| dated(l, order, now));
    let below = dates.next();
    // a sentence is told, whatever stands below it
    let told = |l: &&&str| l.ends_with(['.', '!', '?']) && held_at(l, order, now).is_none();
    let formal = rest.iter().find_map(|l| held_at(l, order, now));
    if rest.iter().any(|l| told(&l)) {
        return None;
    }
    let alone = place_below(&rest, order, now);
    let most = if formal.is_some() {
        FORMAL
    } else {
        let kind = rest.iter().filter(|l| is_kind(l)).count().min(1);
        usize::from(below.is_some()) + kind + usize::from(alone.is_some())
    };
    if rest.len() > most {
        return None;
    }
    let title = match &formal {
        Some((what, ..)) => Cow::Owned(format!("{title}, {what}")),
        None => Cow::Borrowed(title),
    };
    let formal = formal.map(|(_, when, place)| (when, place));
    let below = below.map(|(when, place)| (when, alone.map(str::to_owned).or(place)));
    if let Some((when, place)) = formal.or(below).or_else(|| dated(behind, order, now)) {
        document.written = Some(when);
        document.place = document.place.take().or(place);
    }
    Some((title, blank + present))
}

/// Characters of a line of a meeting's head at most.
const LONGEST: usize = 160;

/// Lines of the head of formal minutes at most, the title's left out.
const FORMAL: usize = 5;

/// Whether a line only says that these are notes: "MINUTES (draft)".
fn is_kind(line: &str) -> bool {
    let bare = line.split('(').next().unwrap_or_default().trim();
    let words: Vec<String> = bare.split_whitespace().map(str::to_lowercase).collect();
    let kind = words.first().map_or("", |w| w.trim_end_matches([':', '.']));
    matches!(kind, "minutes" | "notes" | "protokoll" | "acta") && words.len() <= 2
}

/// The place that stands alone on the line below the day: "Alder Library, basement".
pub(in crate::ingest) fn place_below<'t>(
    rest: &[&'t str],
    order: Order,
    now: DateTime,
) -> Option<&'t str> {
    let day = rest.iter().position(|l| dated(l, order, now).is_some())?;
    let line = *rest.get(day + 1)?;
    // as if a preposition led to it
    let first = line.split(',').next().unwrap_or_default().trim();
    let whole = |at: &str| {
        let found = places::find(&format!("We met {at} {line}"));
        found.is_some_and(|place| first.ends_with(&place) || place.starts_with(first))
    };
    let place = line.starts_with(char::is_uppercase) && !line.contains(':');
    (place && dated(line, order, now).is_none() && (whole("at") || whole("in the"))).then_some(line)
}

/// What it is of, the day and the place of "Minutes of the Committee Meeting held on 13 May 2026 in the Scout Hut".
fn held_at(line: &str, order: Order, now: DateTime) -> Option<(&str, When, Option<String>)> {
    let line = line.trim();
    let lower = line.to_lowercase();
    let opens = [
        "minutes of",
        "notes of",
        "protokoll der",
        "acta de",
        "compte rendu de",
    ];
    if !opens.iter().any(|o| lower.starts_with(o)) {
        return None;
    }
    let reference = Reference {
        order,
        ..Reference::at(now)
    };
    let found = dates::find(line, &reference);
    let day = found.into_iter().find(|f| f.anchor >= Anchor::Yearless)?;
    let behind = line[day.span.end..].trim_start_matches([' ', ',', '.']);
    let place = [" in the ", " at the ", " in ", " at ", " im "]
        .iter()
        .find_map(|at| format!(" {behind}").strip_prefix(at).map(str::to_owned));
    let place = place.filter(|p| p.starts_with(char::is_uppercase));
    let mut what = line[..day.span.start].trim_end();
    for word in [" on", " held", " of", " vom", ","] {
        what = what.strip_suffix(word).unwrap_or(what);
    }
    let place = place.map(|p| p.trim_end_matches('.').to_owned());
    Some((what, day.when, place))
}

/// A title, and the day and place that stand behind it on the same line: "Board, 3 May 2026, 19:30, Loft".
fn parted(title: &str, order: Order, now: DateTime) -> (&str, &str) {
    let day = |text: &str| {
        let first = text.split(", ").next().unwrap_or_default();
        read_date(first, order, now).is_some_and(|when| when.days().0 == when.days().1)
    };
    let marks = [", ", " – ", " — ", " - ", " | "];
    let mut ends = marks
        .iter()
        .flat_map(|mark| title.match_indices(mark))
        .map(|(at, mark)| (&title[..at], &title[at + mark.len()..]));
    ends.find(|(_, rest)| day(rest)).unwrap_or((title, ""))
}

/// The day that a title names, where it is over: notes are written on the day they are of.
pub(super) fn held(title: &str, now: DateTime) -> Option<When> {
    let order = dates::order(title).unwrap_or(Order::DayFirst);
    // a title that is a day and little else is a diary's heading
    if dates::heading(title, &Reference::at(now)).is_some() {
        return None;
    }
    let when = read_date(title, order, now)?;
    let (first, last) = when.days();
    (first == last && first <= now.date()).then_some(when)
}

/// Titles of notes that are of a meeting with somebody ("Call with Ann"), in lower case.
const MEETINGS: [&str; 24] = [
    "1:1",
    "1-1",
    "1on1",
    "1-on-1",
    "one on one",
    "one-on-one",
    "call",
    "phone call",
    "video call",
    "catch-up",
    "catch up",
    "check-in",
    "coffee",
    "breakfast",
    "lunch",
    "dinner",
    "drinks",
    "meeting",
    "chat",
    "sync",
    "interview",
    "anruf",
    "gespräch",
    "treffen",
];

/// Words behind a name that no longer say who was met.
const BEHIND: [&str; 10] = [
    " (", " at ", " on ", " in ", " about ", " re ", " re: ", " – ", " - ", ": ",
];

/// Takes those whom a title says were met into the document: "1:1 with Ann", "Lunch with Ann and Tom at Nico's".
pub(super) fn met(title: &str, document: &mut Document) {
    // a list of who was there knows them: "Sync with Northwind" is of a firm
    if !document.present.is_empty() {
        return;
    }
    let with = [" with ", " w/ ", " mit "].into_iter();
    let found = with
        .filter_map(|with| title.split_once(with))
        .find(|(what, _)| MEETINGS.contains(&what.trim().to_lowercase().as_str()));
    let Some((_, who)) = found else {
        return;
    };
    let end = BEHIND.iter().filter_map(|b| who.find(b)).min();
    Roll::Present.people(&who[..end.unwrap_or(who.len())], document);
}

/// Most lines down to who was present.
const HEAD: usize = 8;

/// Whether words are a room with its number: "Raum 204".
fn is_room(text: &str) -> bool {
    let (kind, number) = text.trim().split_once(' ').unwrap_or_default();
    let kind = kind.to_lowercase();
    let kinds = [
        "room", "raum", "zimmer", "saal", "hall", "salle", "sala", "aula", "studio", "lab",
    ];
    kinds.contains(&kind.as_str()) && number.len() <= 5
}

/// The date of a line, and what stands behind it where that is a place.
fn dated(line: &str, order: Order, now: DateTime) -> Option<(When, Option<String>)> {
    let when = read_date(line, order, now)?;
    let parts: Vec<&str> = line.split(", ").collect();
    let place = parts.iter().enumerate().skip(1).find(|(_, part)| {
        let day = part
            .split(' ')
            .any(|w| Cues::of(&fold(w)).has(Cue::Calendar));
        let part = part.split(" (").next().unwrap_or_default();
        let number = part.contains(|c: char| c.is_ascii_digit());
        !day && (!number || is_room(part)) && part.contains(char::is_uppercase)
    });
    let place = place.map(|(at, _)| parts[at..].join(", "));
    Some((when, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::SourceType;

    #[test]
    fn a_title_says_who_was_met() {
        for (title, names) in [
            ("1:1 with Ann", &["Ann"][..]),
            (
                "Lunch with Ann Brook and Tom at Nico's",
                &["Ann Brook", "Tom"],
            ),
            ("Anruf mit Ines, 3. Mai", &["Ines"]),
            ("Trouble with the boiler", &[]),
            ("Meeting with the landlord", &[]),
        ] {
            let mut document = Document::new(SourceType::Text);
            met(title, &mut document);
            let met = document.present.iter();
            let met: Vec<_> = met
                .filter_map(|id| document.people[*id].name.as_deref())
                .collect();
            assert_eq!(met, names, "{title}");
        }
    }
}
