use super::super::tests::shown;

#[test]
fn events_copied_with_their_titles_above() {
    assert_eq!(
        shown(
            "Dentist\nScheduled: 18 Nov 2024 at 08:30 to 09:00, CET\nLocation: 12 Mill Road\n\n\
             Yoga\nScheduled: 19 Nov 2024 at 18:00 to 19:30, CET\nInvitees: Ida Holm, Bo Alm\n\n\
             Porto\nScheduled: 1 Dec 2024 to 5 Dec 2024\n\n\
             Choir\nScheduled: 6 Dec 2024 at 18:00 to 19:30, CET\nBring the folder.\n"
        ),
        [
            "2024-11-18 08:30/2024-11-18 09:00 | Dentist | 12 Mill Road |  | ",
            "2024-11-19 18:00/2024-11-19 19:30 | Yoga |  | Ida Holm, Bo Alm | ",
            "2024-12-01/2024-12-05 | Porto |  |  | ",
            "2024-12-06 18:00/2024-12-06 19:30 | Choir |  |  | Bring the folder.",
        ]
    );
    assert_eq!(
        shown("Zahnarzt\nGeplant: 18.11.2024 um 08:30 bis 09:00, MEZ\nOrt: Mühlweg 12\n"),
        ["2024-11-18 08:30/2024-11-18 09:00 | Zahnarzt | Mühlweg 12 |  | "]
    );
}

#[test]
fn invitations() {
    assert_eq!(
        shown(
            "Subject: Budget\nWhen: Monday, November 18, 2024 8:30 AM-12:00 PM. (UTC+00:00) Dublin\nWhere: Room 4\nOrganizer: Beth Ek\nRequired Attendees: Ida Holm; Bo Alm\n\nPlease bring the figures.\n"
        ),
        [
            "2024-11-18 08:30/2024-11-18 12:00 | Budget | Room 4 | Ida Holm, Bo Alm, Beth Ek | Please bring the figures."
        ]
    );
    assert_eq!(
        shown(
            "Boat paint day\n\nWhen\nSat 23 Nov 2024 10am – 1pm (GMT)\nWhere\nNorth pier\nWho\nBeth Ek - organiser\nIda Holm\n"
        ),
        ["2024-11-23 10:00/2024-11-23 13:00 | Boat paint day | North pier | Ida Holm, Beth Ek | "]
    );
    assert_eq!(
        shown(
            "Beth Ek is inviting you to a scheduled Zoom meeting.\n\nTopic: Pump review\nTime: Nov 18, 2024 09:00 AM London\n\nJoin Zoom Meeting\nhttps://us02web.zoom.us/j/1?pwd=x\n\nMeeting ID: 1\nPasscode: 2\n"
        ),
        ["2024-11-18 09:00 | Pump review | Zoom |  | "]
    );
}

#[test]
fn the_same_time_told_twice_is_one_event() {
    assert_eq!(
        shown(
            "Subject: Budget\nStart: Mon 11/18/2024 2:00 PM\nEnd: Mon 11/18/2024 3:30 PM\nRecurrence: (none)\nMeeting Status: Not yet responded\nOrganizer: Beth Ek\n\n\
             When: Monday, November 18, 2024 2:00 PM-3:30 PM (UTC+00:00) Dublin.\nWhere: Room 4\n\nBring the figures.\n"
        ),
        ["2024-11-18 14:00/2024-11-18 15:30 | Budget | Room 4 | Beth Ek | Bring the figures."]
    );
}

#[test]
fn an_answer_has_the_title_in_its_subject() {
    let told = shown(
        "Accepted: Pot review\nBeth Ek\nTo: Ida Holm\n\nBeth Ek has accepted this meeting.\n\nWhen: Monday, 18 November 2024 10:30-11:00.\nWhere: Room 4\n",
    );
    assert!(
        told.len() == 1 && told[0].contains("| Pot review | Room 4 |"),
        "{told:?}"
    );
}
