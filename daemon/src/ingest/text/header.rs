//! Facts above a text: lines such as `Date: 5 March` or `Present: Ann, Tom`.

use super::{Document, lines, names};
use crate::{
    extract::dates::{self, Anchor, Order, Reference},
    ingest::labels,
    when::When,
};
use jiff::civil::{Date, DateTime, ISOWeekDate, Weekday};

const DATE: &[&str] = &[
    "date",
    "when",
    "day",
    "datum",
    "fecha",
    "dato",
    "created",
    "created at",
    "written",
    "time",
    "date and time",
    "wann",
    "cuándo",
];
/// Names of the hour of the day that stands beside it.
const HOUR: &[&str] = &["time", "hour", "uhrzeit", "zeit", "hora", "heure", "ora"];
/// Names of the time at which a page was made: of what it tells, where it names no other.
const MADE: &[&str] = &[
    "created time",
    "created on",
    "date created",
    "creation date",
];
const TITLE: &[&str] = &[
    "title", "subject", "titel", "titre", "título", "betreff", "topic", "meeting",
];
/// Facts about the file that are nobody's memory.
const DROPPED: &[&str] = &[
    "tags",
    "aliases",
    "layout",
    "draft",
    "id",
    "uuid",
    "modified",
    "updated",
    "version",
    "template",
    "status",
    "cssclass",
    "slug",
    "created by",
    "last edited",
    "last edited by",
    "last edited time",
    "last updated",
    "type",
    "url",
    "weather",
    "author",
    "notes",
    "notes by",
    "scribe",
    "minutes",
    "notebook",
];

/// What a header's line was.
pub(super) enum Fact {
    /// A fact, taken into the document.
    Taken,
    /// The start of a list of people.
    Roll(Roll),
    /// Not a fact.
    None,
}

/// A list of people, and what it says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Roll {
    /// They were there.
    Present,
    /// They were not.
    Away,
}

impl Roll {
    /// The list that a heading announces.
    pub(super) fn of(heading: &str) -> Option<Self> {
        let key = heading.trim().trim_end_matches(':').to_lowercase();
        if labels::is_present(&key) {
            Some(Self::Present)
        } else if labels::is_away(&key) {
            Some(Self::Away)
        } else {
            None
        }
    }

    /// Takes a line of names; false where it holds none, so that the list has ended.
    pub(super) fn people(self, line: &str, document: &mut Document) -> bool {
        let found = names::list(line);
        if found.is_empty() || lines::field(line).is_some() {
            return false;
        }
        if self == Self::Present {
            for name in found {
                let id = document.person(Some(&name), None, None);
                if !document.present.contains(&id) {
                    document.present.push(id);
                }
            }
            return true;
        }
        // Who was away, and why, is content.
        false
    }
}

/// Reads a line of facts.
pub(super) fn fact(raw: &str, document: &mut Document, order: Order, now: DateTime) -> Fact {
    let line = raw.trim().trim_start_matches(['-', '*', '•', '>', ' ']);
    let Some((key, value)) = lines::field(line) else {
        return Fact::None;
    };
    let (key, value) = (key.as_str(), lines::plain(value));
    if HOUR.contains(&key)
        && let Some(day) = document.written
        && let Some(hour) = read_hour(&value, now)
    {
        document.written = Some(dates::at_hour(day, hour));
        return Fact::Taken;
    }
    if DATE.contains(&key) {
        let Some(when) = read_date(&value, order, now) else {
            return Fact::None;
        };
        document.written = Some(when);
        // "Date: 3 May. Venue: the hut. Speaker: Ann": all of it in one line
        return match value.contains(": ") {
            true => Fact::None,
            false => Fact::Taken,
        };
    }
    // a note of a week tells of its days
    if matches!(key, "week" | "woche" | "semaine" | "semana")
        && let Some(last) = last_day_of(&value)
    {
        document.written = Some(When::day(last));
        return Fact::Taken;
    }
    if MADE.contains(&key) {
        let made = read_date(&value, order, now);
        document.written = document.written.or(made);
        return Fact::Taken;
    }
    if labels::is_place(key) && !value.is_empty() {
        // degrees name no place
        let named = value.contains(char::is_alphabetic);
        document.place = Some(value).filter(|_| named).or(document.place.take());
        return Fact::Taken;
    }
    if TITLE.contains(&key) && document.title.is_none() && !value.is_empty() {
        document.title = Some(value.into());
        return Fact::Taken;
    }
    if labels::is_present(key) {
        if value.is_empty() {
            return Fact::Roll(Roll::Present);
        }
        // "(without Bo, he had the flu)" is told, too
        let told = Roll::Present.people(&value, document) && !names::has_remark(&value);
        return if told { Fact::Taken } else { Fact::None };
    }
    if DROPPED.contains(&key) && (value.chars().count() < 80 || value.starts_with("http")) {
        return Fact::Taken;
    }
    Fact::None
}

/// The last day of a week as ISO 8601 writes it: "2025-W06". Its weekdays are those before.
fn last_day_of(week: &str) -> Option<Date> {
    let (year, week) = week.split_once("-W").filter(|(y, _)| y.len() == 4)?;
    let last = ISOWeekDate::new(year.parse().ok()?, week.parse().ok()?, Weekday::Sunday);
    last.ok().map(ISOWeekDate::date)
}

/// The date and time that a header's value states.
pub(super) fn read_date(value: &str, order: Order, now: DateTime) -> Option<When> {
    let order = dates::order(value).unwrap_or(order);
    dates::find(
        value,
        &Reference {
            order,
            ..Reference::at(now)
        },
    )
    .into_iter()
    .find(|f| f.anchor >= Anchor::Yearless)
    .map(|f| f.when)
}

/// The hour that a header's value states, and nothing else.
fn read_hour(value: &str, now: DateTime) -> Option<When> {
    let found = dates::find(value, &Reference::at(now));
    match found.as_slice() {
        [hour] if hour.anchor == Anchor::Clock => Some(hour.when),
        _ => None,
    }
}

/// The day that stands below a title in a line of its own, above a blank one: "New recording", "Mill Road", "4 Aug 2025
/// at 18:52". What is still to come is no day on which anything was written.
pub(super) fn below_title(text: &str, order: Order, now: DateTime) -> Option<When> {
    /// Lines of such a head at most, and bytes of each.
    const LINES: usize = 4;
    const LONGEST: usize = 80;
    /// Bytes that stand beside the date at most: a zone.
    const BESIDE: usize = 8;
    let lines = text.trim_start().lines().map(str::trim);
    let head: Vec<&str> = lines
        .take_while(|l| !l.is_empty())
        .take(LINES + 1)
        .collect();
    let plain = |l: &&str| l.len() <= LONGEST && !l.ends_with(['.', '!', '?', ',', ';']);
    if !(2..=LINES).contains(&head.len()) || !head.iter().all(plain) {
        return None;
    }
    let reference = Reference {
        order,
        ..Reference::at(now)
    };
    head[1..].iter().find_map(|line| {
        let mut found = dates::find(line, &reference).into_iter();
        let found = found.find(|f| f.anchor == Anchor::Absolute)?;
        let (first, last) = found.when.days();
        let alone = found.span.len() + BESIDE >= line.len();
        (alone && first == last && last <= now.date()).then_some(found.when)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_week_ends_on_its_sunday() {
        assert_eq!(last_day_of("2025-W06"), Some(date(2025, 2, 9)));
        assert_eq!(last_day_of("2025-W60"), None);
    }
}
