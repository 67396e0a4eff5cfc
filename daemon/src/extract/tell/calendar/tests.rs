use super::*;
use crate::ingest::calendar;

fn told(text: &str) -> Vec<String> {
    let context = Context {
        user_name: "Ida Holm".to_owned(),
        reference: "2025-03-10T09:00:00+01:00[Europe/Oslo]"
            .parse()
            .expect("a time"),
    };
    let document = calendar::icalendar::read(text, context.reference.time_zone());
    crate::extract::tell::tell(document, &context)
        .passages
        .into_iter()
        .map(|p| p.text)
        .collect()
}

#[test]
fn tells_an_event() {
    assert_eq!(
        told(
            "BEGIN:VEVENT\nSUMMARY:Dentist - Dr Moe\nDTSTART:20250312T100000\nDTEND:20250312T104500\nLOCATION:Storgata 1\n\
             DESCRIPTION:Ask about the guard\\nArrive early\nEND:VEVENT"
        ),
        [
            "I have “Dentist - Dr Moe” on Wednesday 12 March 2025 from 10:00 to 10:45, at Storgata 1. \
             Notes: Ask about the guard; Arrive early."
        ]
    );
}

#[test]
fn the_user_may_be_known_by_their_address_alone() {
    assert_eq!(
        told(
            "BEGIN:VEVENT\nSUMMARY:Updated: Plan\nDTSTART;VALUE=DATE:20250314\nATTENDEE;CN=ida@x.example:mailto:ida@x.example\n\
             ATTENDEE;CN=Bo Chen:mailto:b@x.example\nEND:VEVENT"
        ),
        ["I have “Plan” with Bo Chen on Friday 14 March 2025, all day."]
    );
}

#[test]
fn tells_who_comes() {
    assert_eq!(
        told(
            "BEGIN:VEVENT\nSUMMARY:Plan\nDTSTART;VALUE=DATE:20250303\nORGANIZER;CN=Ann Lee:mailto:a@x.example\n\
             ATTENDEE;CN=Ida Holm;PARTSTAT=ACCEPTED:mailto:i@x.example\nATTENDEE;CN=Bo Chen:mailto:b@x.example\n\
             ATTENDEE;PARTSTAT=DECLINED;CN=Cy Dee:mailto:c@x.example\nEND:VEVENT"
        ),
        [
            "I had “Plan” with Bo Chen and Ann Lee on Monday 3 March 2025, all day. Ann Lee invited me. Cy Dee declined."
        ]
    );
}

#[test]
fn a_series_without_an_end_goes_on() {
    let series = |rule: &str| {
        told(&format!(
            "BEGIN:VEVENT\nSUMMARY:Choir\nDTSTART:20240306T190000\nDTEND:20240306T210000\nRRULE:{rule}\nEND:VEVENT"
        ))
        .concat()
    };
    assert_eq!(
        series("FREQ=WEEKLY"),
        "I have “Choir” every Wednesday from 19:00 to 21:00, from Wednesday 6 March 2024 on."
    );
    assert!(series("FREQ=WEEKLY;COUNT=3").starts_with("I had “Choir”"));
}

#[test]
fn tells_a_series_once() {
    assert_eq!(
        told(
            "BEGIN:VEVENT\nSUMMARY:Choir\nDTSTART:20250305T190000\nDTEND:20250305T210000\nRRULE:FREQ=WEEKLY;COUNT=5\n\
             EXDATE:20250312T190000\nEND:VEVENT"
        ),
        [
            "I have “Choir” every Wednesday from 19:00 to 21:00, from Wednesday 5 March 2025 to Wednesday 2 April 2025, \
             except Wednesday 12 March 2025."
        ]
    );
}

#[test]
fn tells_what_became_of_it() {
    assert_eq!(
        told(
            "BEGIN:VEVENT\nSTATUS:CANCELLED\nSUMMARY:Canceled: Review\nDTSTART:20250320T130000\nORGANIZER;CN=Ann Lee:mailto:a@x.example\nEND:VEVENT\n\
             BEGIN:VTODO\nSUMMARY:Pay rent\nDUE;VALUE=DATE:20250401\nEND:VTODO"
        ),
        [
            "Ann Lee cancelled our “Review”, planned for Thursday 20 March 2025 at 13:00.",
            "I have to do “Pay rent”, due on Tuesday 1 April 2025."
        ]
    );
}
