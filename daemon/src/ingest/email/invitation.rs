//! Invitations that calendars send: the mail says again, between links and buttons, what its calendar part says.

use crate::ingest::Document;
use crate::ingest::calendar::icalendar;
use jiff::Zoned;
use mail_parser::{Message, MimeHeaders, PartType};
use std::collections::HashSet;

/// How a calendar begins the subject of what it sends.
const SUBJECTS: [&str; 12] = [
    "invitation:",
    "updated invitation",
    "canceled event",
    "cancelled event",
    "canceled:",
    "cancelled:",
    "einladung:",
    "aktualisierte einladung",
    "abgesagt:",
    "termin abgesagt",
    "invitación:",
    "invitation :",
];

/// The event that the mail invites to or calls off; `None` where it is a mail with words of its own.
pub(super) fn read(message: &Message, reference: &Zoned) -> Option<Document> {
    let calendar = message.parts.iter().find_map(|part| {
        let kind = part.content_type()?;
        let is_calendar = kind.ctype().eq_ignore_ascii_case("text")
            && kind
                .subtype()
                .is_some_and(|s| s.eq_ignore_ascii_case("calendar"));
        match &part.body {
            PartType::Text(text) if is_calendar => Some(text.as_ref()),
            _ => None,
        }
    })?;
    let calls = ["METHOD:REQUEST", "METHOD:CANCEL"];
    if !calls.iter().any(|method| calendar.contains(method)) {
        return None;
    }
    let subject = message.subject().unwrap_or_default().to_lowercase();
    if !SUBJECTS.iter().any(|s| subject.starts_with(s)) && !says_again(message, calendar) {
        return None;
    }
    let document = icalendar::read(calendar, reference.time_zone());
    (!document.passages.is_empty()).then_some(document)
}

/// Whether a mail's words are those of its calendar part.
fn says_again(message: &Message, calendar: &str) -> bool {
    let unfolded = calendar.replace("\r\n ", "").replace("\n ", "");
    let unescaped = unfolded.replace("\\n", " ").replace('\\', "");
    let known: HashSet<&str> = words(&unescaped).collect();
    let body = message.body_text(0).unwrap_or_default();
    let said: Vec<&str> = words(&body).collect();
    said.iter().filter(|w| known.contains(*w)).count() * 10 >= said.len() * 9
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::ingest::email::read;
    use crate::ingest::told::told;
    use memo_common::api::SourceType;

    fn mail(subject: &str, body: &str) -> String {
        format!(
            "From: Ann Lee <ann@x.example>\nTo: ida@y.example\nSubject: {subject}\nDate: Wed, 5 Mar 2025 09:00:00 +0000\n\
             MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=\"m\"\n\n--m\nContent-Type: text/plain\n\n{body}\n\n\
             --m\nContent-Type: text/calendar; charset=\"UTF-8\"; method=REQUEST\n\nBEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\n\
             DTSTART:20250312T090000Z\nDTEND:20250312T100000Z\nSUMMARY:Boats\nDESCRIPTION:Bring the\\nlist of oars.\nEND:VEVENT\nEND:VCALENDAR\n--m--\n"
        )
    }

    #[test]
    fn an_invitation_is_its_event() {
        let reference = "2025-03-05T12:00:00[UTC]".parse().expect("a time");
        for (subject, body, event) in [
            (
                "Invitation: Boats @ Wed 12 Mar",
                "Boats\nView all guest info",
                true,
            ),
            ("Boats", "Bring the list of oars.", true),
            (
                "Boats",
                "I cannot find the old oars, so please look in your shed.",
                false,
            ),
        ] {
            let text = mail(subject, body);
            let document = read(&text, &reference);
            let is_event = document.source_type == SourceType::Calendar;
            assert_eq!(is_event, event, "{subject}: {:?}", told(&document));
            assert_eq!(document.passages.len(), 1);
            assert!(text.get(document.passages[0].span.clone()).is_some());
        }
    }
}
