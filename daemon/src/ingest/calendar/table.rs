//! Calendars as tables: "Subject, Start Date, Start Time, …" of Google and Outlook, and whatever else names its columns.

use super::draft::Draft;
use super::guests::people;
use crate::extract::dates::{Lean, Order, Reference, best, find, order};
use crate::ingest::{About, Document, labels, records};
use crate::when::{Point, When};

/// What the columns hold.
#[derive(Default)]
struct Columns {
    title: Option<usize>,
    start: [Option<usize>; 2],
    end: [Option<usize>; 2],
    all_day: Option<usize>,
    place: Option<usize>,
    notes: Option<usize>,
    organizer: Option<usize>,
    guests: Vec<usize>,
}

impl Columns {
    /// The columns by their names; `None` where they are no calendar's.
    fn of(named: &records::Columns) -> Option<Self> {
        let of = |names: &[&str]| named.find(names);
        let columns = Self {
            title: of(&[
                "subject",
                "title",
                "summary",
                "event",
                "event name",
                "name",
                "betreff",
                "titel",
                "objet",
                "asunto",
                "what",
            ]),
            start: [
                of(&[
                    "start date",
                    "start",
                    "date",
                    "begin",
                    "start_date",
                    "startdate",
                    "dtstart",
                    "beginnt am",
                    "beginn",
                    "datum",
                    "date de début",
                    "day",
                ]),
                of(&[
                    "start time",
                    "time",
                    "start_time",
                    "starttime",
                    "beginnt um",
                    "uhrzeit",
                    "heure de début",
                    "from",
                ]),
            ],
            end: [
                of(&[
                    "end date",
                    "end",
                    "end_date",
                    "enddate",
                    "dtend",
                    "endet am",
                    "ende",
                    "date de fin",
                ]),
                of(&[
                    "end time",
                    "end_time",
                    "endtime",
                    "endet um",
                    "heure de fin",
                    "until",
                    "to",
                ]),
            ],
            all_day: of(&[
                "all day event",
                "all day",
                "all_day",
                "allday",
                "ganztägiges ereignis",
            ]),
            place: of(&labels::PLACE),
            notes: of(&[
                "description",
                "notes",
                "details",
                "body",
                "beschreibung",
                "comments",
            ]),
            organizer: of(&[
                "meeting organizer",
                "organizer",
                "organiser",
                "besprechungsplanung",
            ]),
            guests: named.all(&[
                "required attendees",
                "optional attendees",
                "attendees",
                "guests",
                "participants",
                "erforderliche teilnehmer",
            ]),
        };
        (columns.title.is_some() && columns.start[0].is_some()).then_some(columns)
    }
}

/// Reads a table of events; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, document: &mut Document) -> bool {
    let Some((named, mut records)) = records::table(text, b",;\t") else {
        return false;
    };
    let Some(columns) = Columns::of(&named) else {
        return false;
    };
    let american = text
        .lines()
        .take(40)
        .any(|l| l.contains(" AM") || l.contains(" PM"));
    let order = order(&text[..text.floor_char_boundary(64 * 1024)]);
    let reference = Reference {
        order: order.unwrap_or(if american {
            Order::MonthFirst
        } else {
            Order::DayFirst
        }),
        lean: Some(Lean::Future),
        ..Reference::at(about.reference.datetime())
    };
    let before = document.passages.len();
    while let Some((record, span)) = records.next() {
        let field = |column: Option<usize>| {
            column
                .and_then(|c| record.get(c))
                .unwrap_or_default()
                .trim()
        };
        let whole = matches!(
            field(columns.all_day).to_lowercase().as_str(),
            "true" | "yes" | "1" | "wahr" | "ein"
        );
        let point = |[day, time]: [Option<usize>; 2], known: Option<When>| -> Option<When> {
            let clock = if whole { "" } else { field(time) };
            let said = format!("{} {clock}", field(day));
            let when = best(&find(said.trim(), &reference))?;
            match (field(day).is_empty(), known, when.start) {
                // An end that says its hour alone is of the day of the start.
                (true, Some(known), Point::Minute(at)) => {
                    Some(When::minute(known.start.first_day().to_datetime(at.time())))
                }
                _ => Some(when),
            }
        };
        let from = point(columns.start, None);
        let to = point(columns.end, from);
        // Outlook ends whole days with the midnight behind them
        let midnight = whole && is_midnight(field(columns.end[1]));
        let to = match (from, to) {
            (Some(from), Some(to)) if midnight && to.days().1 > from.days().0 => {
                to.days().1.yesterday().ok().map(When::day)
            }
            _ => to,
        };
        let when = from.map(|from| match to {
            Some(to) if to.days().1 >= from.days().0 && to != from => {
                When::range(from.start, to.end.unwrap_or(to.start))
            }
            _ => from,
        });
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let draft = Draft {
            title: field(columns.title).to_owned(),
            when: when.map(|w| if whole { days(w) } else { w }),
            place: some(field(columns.place)),
            notes: field(columns.notes).lines().map(str::to_owned).collect(),
            organizer: some(field(columns.organizer)),
            guests: columns
                .guests
                .iter()
                .flat_map(|c| people(field(Some(*c))))
                .map(|guest| (guest.name, guest.answer))
                .collect(),
            span,
            ..Draft::default()
        };
        draft.add_to(document);
    }
    document.passages.len() > before
}

/// Whether a column's hour is midnight: "00:00:00", "12:00 AM".
fn is_midnight(clock: &str) -> bool {
    let twelve = clock.starts_with("12:00") && clock.to_lowercase().ends_with("am");
    twelve || clock.starts_with("0:00") || clock.starts_with("00:00")
}

/// The days of a time.
fn days(when: When) -> When {
    let (first, last) = when.days();
    When::range(Point::Day(first), Point::Day(last))
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;

    #[test]
    fn tables_of_google_and_outlook() {
        let text = "Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location\n\
            Dentist,11/18/2024,9:00 AM,11/18/2024,9:45 AM,False,\"Ask about\nthe guard\",High Street 3\nBo in Oslo,11/19/2024,,11/20/2024,,True,,\n";
        assert_eq!(
            shown(text),
            [
                "2024-11-18 09:00/2024-11-18 09:45 | Dentist | High Street 3 |  | Ask about\nthe guard",
                "2024-11-19/2024-11-20 | Bo in Oslo |  |  | ",
            ]
        );
        let german = "\"Betreff\",\"Beginnt am\",\"Beginnt um\",\"Endet am\",\"Endet um\",\"Ganztägiges Ereignis\"\n\
            \"Frist\",\"21.6.2024\",\"00:00:00\",\"22.6.2024\",\"00:00:00\",\"Wahr\"\n\
            \"Hütte\",\"10.6.2024\",\"00:00:00\",\"14.6.2024\",\"00:00:00\",\"Wahr\"\n";
        assert_eq!(
            shown(german),
            [
                "2024-06-21 | Frist |  |  | ",
                "2024-06-10/2024-06-13 | Hütte |  |  | "
            ]
        );
    }
}
