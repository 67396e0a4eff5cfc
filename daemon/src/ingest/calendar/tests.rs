use super::event::{Event, State};
use super::*;
use crate::ingest::{Kind, Passage};
use proptest::prelude::*;

const SAMPLE: &str = "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Home\r\nX-WR-TIMEZONE:Europe/Lisbon\r\n\
BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20250701T083000Z\r\nDTEND:20250701T093000Z\r\nSUMMARY:Vet\\, second visit\r\n\
LOCATION:Rua Nova 3\\, Faro\r\nORGANIZER;CN=\"Lee, Ann\":mailto:ann@example.org\r\n\
ATTENDEE;PARTSTAT=DECLINED;CN=Bo Chen:mailto:bo@example.org\r\n\
ATTENDEE;CUTYPE=ROOM;CN=Blue room:mailto:blue@example.org\r\n\
BEGIN:VALARM\r\nTRIGGER:-PT1H\r\nDESCRIPTION:Reminder\r\nEND:VALARM\r\nEND:VEVENT\r\n\
BEGIN:VEVENT\r\nUID:2\r\nDTSTART;TZID=Europe/Lisbon:20250108T190000\r\nDTEND;TZID=Europe/Lisbon:20250108T210000\r\n\
RRULE:FREQ=WEEKLY;COUNT=4\r\nEXDATE;TZID=Europe/Lisbon:20250115T190000\r\nSUMMARY:Choir\r\nEND:VEVENT\r\n\
BEGIN:VEVENT\r\nUID:3\r\nDTSTART;VALUE=DATE:20250503\r\nDTEND;VALUE=DATE:20250506\r\nSUMMARY:Cabin\r\nSEQUENCE:0\r\nEND:VEVENT\r\n\
BEGIN:VEVENT\r\nUID:3\r\nDTSTART;VALUE=DATE:20250510\r\nSUMMARY:Cabin (moved)\r\nSEQUENCE:1\r\nEND:VEVENT\r\n\
BEGIN:VTODO\r\nUID:4\r\nSUMMARY:Pay rent\r\nDUE;VALUE=DATE:20250801\r\nSTATUS:COMPLETED\r\nEND:VTODO\r\nEND:VCALENDAR\r\n";

fn event(passage: &Passage) -> &Event {
    match &passage.kind {
        Kind::Event(event) => event,
        other => panic!("{other:?}"),
    }
}

#[test]
fn reads_a_calendar() {
    let document = icalendar::read(SAMPLE, &TimeZone::UTC);
    assert_eq!(document.title.as_deref(), Some("Home"));
    let said: Vec<_> = document
        .passages
        .iter()
        .map(|p| {
            (
                event(p).summary.as_str(),
                p.when.map(|w| w.to_string()).unwrap_or_default(),
            )
        })
        .collect();
    assert_eq!(
        said,
        [
            (
                "Vet, second visit",
                "2025-07-01 09:30/2025-07-01 10:30".to_owned()
            ),
            ("Choir", "2025-01-08 19:00/2025-01-29".to_owned()),
            ("Cabin (moved)", "2025-05-10".to_owned()),
            ("Pay rent", "2025-08-01".to_owned()),
        ]
    );
    let vet = &document.passages[0];
    assert_eq!(vet.place.as_deref(), Some("Rua Nova 3, Faro"));
    assert_eq!(
        document.people[vet.audience[0]].name.as_deref(),
        Some("Ann Lee")
    );
    assert_eq!(vet.audience.len(), 1, "who declined is no participant");
    assert!(SAMPLE[vet.span.clone()].starts_with("BEGIN:VEVENT"));
    let choir = event(&document.passages[1])
        .repeats
        .as_ref()
        .expect("a series");
    assert_eq!(choir.rule, "every Wednesday");
    assert_eq!(choir.except, [jiff::civil::date(2025, 1, 15)]);
    assert_eq!(event(&document.passages[3]).state, State::Done(None));
}

#[test]
fn a_series_leaves_out_what_was_moved_or_called_off() {
    let series = |text: &str| {
        let document = icalendar::read(text, &TimeZone::UTC);
        document.passages[0].series.clone()
    };
    let event = |more: &str| format!("BEGIN:VEVENT\nUID:a\nSUMMARY:Choir\n{more}END:VEVENT\n");
    let weekly = "DTSTART:20260105T180000\nRRULE:FREQ=WEEKLY;UNTIL=20260601T000000\n\
        EXDATE:20260119T180000\nRDATE:20260203T180000\n";
    let moved = event("RECURRENCE-ID:20260202T180000\nDTSTART:20260204T180000\n");
    assert_eq!(
        series(&(event(weekly) + &moved)).as_deref(),
        Some(
            "2026-01-05 18:00;FREQ=WEEKLY;UNTIL=2026-06-01 00:00;EXDATE=2026-01-19;RDATE=2026-02-03;EXDATE=2026-02-02"
        )
    );
    assert_eq!(series(&event(&format!("{weekly}STATUS:CANCELLED\n"))), None);
    assert_eq!(
        series(&event("DTSTART:20260105T180000\nRRULE:FREQ=HOURLY\n")),
        None
    );
}

#[test]
fn a_call_is_a_place_where_no_other_is_known() {
    let text = "BEGIN:VEVENT\nDTSTART:20250701T083000Z\nSUMMARY:Sync\nDESCRIPTION:Join: https://zoom.us/j/1\nEND:VEVENT";
    let document = icalendar::read(text, &TimeZone::UTC);
    assert_eq!(document.passages[0].place.as_deref(), Some("Zoom"));
}

proptest! {
    #[test]
    fn any_text_is_read(text in "(BEGIN:VEVENT|END:VEVENT|DTSTART|DTEND;VALUE=DATE|RRULE:FREQ=|WEEKLY|;COUNT=3|SUMMARY|:|;|,|\n|\r\n |20250101T000000Z?|\\PC|[0-9]){0,60}") {
        let document = icalendar::read(&text, &TimeZone::UTC);
        for passage in document.passages {
            prop_assert!(text.get(passage.span).is_some());
        }
    }

    #[test]
    fn a_mutated_calendar_is_read(at in 0..SAMPLE.len(), len in 0..60usize, put in "\\PC{0,6}|\n|:|;") {
        let mut text = SAMPLE.to_owned();
        let (from, to) = (text.floor_char_boundary(at), text.floor_char_boundary((at + len).min(SAMPLE.len())));
        text.replace_range(from..to.max(from), &put);
        let document = icalendar::read(&text, &TimeZone::UTC);
        for passage in document.passages {
            prop_assert!(text.get(passage.span).is_some());
        }
    }
}

/// A text, read as a calendar's.
pub(super) fn read_at_noon(text: &str) -> Document {
    let reference = "2024-11-17T12:00:00+01:00[+01:00]".parse().expect("a time");
    let about = About {
        filename: None,
        reference: &reference,
    };
    read(text, &about)
}

/// `when | title | place | who | description` of each event of a calendar that is no iCalendar.
pub(super) fn shown(text: &str) -> Vec<String> {
    let document = read_at_noon(text);
    let events = document.passages.iter().filter_map(|p| {
        let Kind::Event(event) = &p.kind else {
            return None;
        };
        assert!(text.get(p.span.clone()).is_some(), "span in bounds");
        let names: Vec<_> = p
            .audience
            .iter()
            .filter_map(|id| document.people[*id].name.clone())
            .collect();
        Some(format!(
            "{} | {} | {} | {} | {}",
            p.when.map(|w| w.to_string()).unwrap_or_default(),
            event.summary,
            p.place.as_deref().unwrap_or_default(),
            names.join(", "),
            p.text
        ))
    });
    events.collect()
}

proptest! {
    #[test]
    fn other_forms_never_panic(lines in proptest::collection::vec(prop_oneof![
        Just("Subject,Start Date,Start Time"), Just("Dentist,11/18/2024,9:00 AM"), Just("When: Mon 18 Nov 2024, 9am – 10am"), Just("Where"), Just("Who: Ann; é"),
        Just("{\"items\":[{\"start\":{\"date\":\"2024-11-18\"}}]}"), Just(""), Just("Ann Lee"), Just("Topic: é"), Just("Scheduled: 18 Nov 2024 to 19 Nov 2024"), Just("Scheduled: soon"),
    ], 0..16)) {
        shown(&lines.join("\n"));
    }

    #[test]
    fn any_text_in_other_forms(text in "\\PC{0,200}") {
        shown(&text);
    }
}

#[test]
fn a_comment_says_why_it_is_cancelled() {
    let text = "BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20250701T083000Z\r\nSUMMARY:Vet\r\n\
        COMMENT:The vet is ill.\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    let document = icalendar::read(text, &TimeZone::UTC);
    assert_eq!(event(&document.passages[0]).state, State::Cancelled);
    assert_eq!(document.passages[0].text, "The vet is ill.");
}

#[test]
fn the_name_of_a_call_is_no_place() {
    for (location, place) in [
        ("Microsoft Teams Meeting", "Microsoft Teams"),
        ("Microsoft Teams-Besprechung", "Microsoft Teams"),
        ("Blue room\\; Microsoft Teams Meeting", "Blue room"),
        ("Blue room (Microsoft Teams)", "Blue room (Microsoft Teams)"),
    ] {
        let text = format!(
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20250701T083000Z\r\nSUMMARY:Vet\r\n\
             LOCATION:{location}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        );
        let document = icalendar::read(&text, &TimeZone::UTC);
        assert_eq!(
            document.passages[0].place.as_deref(),
            Some(place),
            "{location}"
        );
    }
}
