//! Invitations that calendars send: a mail with a part that says what is planned, and around it, between links and
//! buttons, that again, or somebody's own words.

use super::mime::uploaded;
use crate::ingest::Document;
use crate::ingest::calendar::{icalendar, notes};
use crate::ingest::lines::Line;
use crate::ingest::stamp;
use jiff::Zoned;
use jiff::tz::{Offset, TimeZone};
use mail_parser::{Message, MimeHeaders, PartType};
use std::collections::HashSet;

/// What a mail invites to or calls off.
pub(super) struct Invitation {
    pub(super) event: Document,
    pub(super) said: Said,
}

/// The words of its calendar part.
pub(super) struct Said(HashSet<String>);

/// The event that the mail, uploaded as this text, invites to or calls off; `None` where it does neither.
pub(super) fn read(message: &Message, text: &str, reference: &Zoned) -> Option<Invitation> {
    let calendar = message.parts.iter().find_map(|part| {
        let kind = part.content_type()?;
        let is_calendar = kind
            .subtype()
            .is_some_and(|s| s.eq_ignore_ascii_case("calendar"));
        match &part.body {
            PartType::Text(decoded) if is_calendar => {
                Some(uploaded(part, text, None).unwrap_or(decoded))
            }
            _ => None,
        }
    })?;
    let calls = [
        "METHOD:REQUEST",
        "METHOD:CANCEL",
        "METHOD:REPLY",
        "METHOD:PUBLISH",
    ];
    if !calls.iter().any(|method| calendar.contains(method)) {
        return None;
    }
    let mut event = icalendar::read(calendar, reference.time_zone());
    // the reader's clock is not known: the mail shows it
    if reference.offset() == Offset::UTC
        && let Some(shown) = shown(message.subject().unwrap_or_default(), &event)
    {
        event = icalendar::read(calendar, &shown);
    }
    let unfolded = calendar.replace("\r\n ", "").replace("\n ", "");
    let unescaped = unfolded.replace("\\n", " ").replace('\\', "");
    let said = Said(words(&unescaped).map(str::to_lowercase).collect());
    (!event.passages.is_empty()).then_some(Invitation { event, said })
}

impl Said {
    /// The lines of the mail that somebody wrote: not how to join, nor what the event says itself.
    pub(super) fn own_words<'l>(&self, lines: Vec<Line<'l>>) -> Vec<Line<'l>> {
        let text: Vec<&str> = lines.iter().map(|l| &*l.text).collect();
        let written = notes::clean(&text.join("\n"));
        let written: HashSet<&str> = written.lines().collect();
        let own = |line: &Line| {
            let line = line.text.trim();
            line.is_empty() || written.contains(line) && !self.say(line)
        };
        lines.into_iter().filter(own).collect()
    }

    /// Whether these are nearly all the words of a line.
    fn say(&self, line: &str) -> bool {
        let line: Vec<String> = words(line).map(str::to_lowercase).collect();
        line.iter().filter(|w| self.0.contains(*w)).count() * 10 >= line.len() * 9
    }
}

/// The clock on which a subject shows an event told in UTC: "Invitation: Boats @ Wed 12 Mar 2025 15:00 - 15:45 (CEST)".
fn shown(subject: &str, told: &Document) -> Option<TimeZone> {
    /// Seconds of a quarter of an hour, of which zones are apart by whole ones, and of a day.
    const QUARTER: i32 = 15 * 60;
    const DAY: i32 = 24 * 60 * 60;
    /// Hours by which a clock is behind at most.
    const BEHIND: i32 = 12 * 60 * 60;
    let (_, behind) = subject.split_once(" @ ")?;
    let start = behind.split(" - ").next()?.split(" – ").next()?;
    let clock = stamp::take(start).0.time?;
    let event = told.passages.first()?.when?.start.time()?;
    let seconds = |t: jiff::civil::Time| i32::from(t.hour()) * 3600 + i32::from(t.minute()) * 60;
    let mut ahead = seconds(clock) - seconds(event);
    if ahead > DAY - BEHIND {
        ahead -= DAY;
    } else if ahead <= -BEHIND {
        ahead += DAY;
    }
    let offset = Offset::from_seconds(ahead).ok()?;
    (ahead != 0 && ahead % QUARTER == 0).then(|| TimeZone::fixed(offset))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::ingest::email::read;
    use crate::ingest::{Kind, told::told};
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
            let only_event = document.source_type == SourceType::Calendar;
            assert_eq!(only_event, event, "{subject}: {:?}", told(&document));
            assert!(matches!(document.passages[0].kind, Kind::Event(_)));
            let said: Vec<_> = document.passages[1..].iter().map(|p| &*p.text).collect();
            assert_eq!(said, if event { vec![] } else { vec![body] });
            assert!(text.get(document.passages[0].span.clone()).is_some());
        }
    }

    #[test]
    fn the_clock_is_the_mails() {
        let reference = "2025-03-05T12:00:00[UTC]".parse().expect("a time");
        let text = mail(
            "Invitation: Boats @ Wed 12 Mar 2025 10:00 - 11:00 (CET) (ida@y.example)",
            "Boats",
        );
        assert!(
            told(&read(&text, &reference))[0].starts_with("2025-03-12 10:00"),
            "{:?}",
            told(&read(&text, &reference))
        );
    }
}
