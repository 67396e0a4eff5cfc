//! An entry of a list as an event: what each of its lines is.

use super::title::titled;
use crate::extract::dates;
use crate::ingest::agenda::Entry;
use crate::ingest::calendar::draft::Draft;
use crate::ingest::calendar::event::Answer;
use crate::ingest::calendar::fields::{self, Field};
use crate::ingest::calendar::guests::{is_answered, is_organizer, people};
use crate::ingest::calendar::notes;
use crate::ingest::email::phrases::is_name;
use crate::ingest::pattern::pattern;
use crate::when::{Point, When};

pattern!(
    REMINDER,
    r"(?i)^(?:(?:notification|email|reminder|alert)[\s,:·]*)?\d+\s*(?:min(?:ute)?s?|hours?|hrs?|days?|weeks?|minuten?|stunden?|tage?|heures?|jours?|minutos?|horas?|días?) (?:before|vorher|avant|antes)\b"
);
pattern!(
    COUNTER,
    r"(?i)^(?:\d+ (?:guests?|invitees?|attendees?|participants?|gäste|invités|invitados)(?:\s*[·,]\s*(?:\d+ (?:yes|no|maybe|awaiting)(?:, )?)+)?|(?:\d+ (?:yes|no|maybe|awaiting|accepted|declined|tentative|unanswered|optional)(?:, )?)+|attendees|guests|invitees|participants|required|teilnehmer|gäste|people)\b[:\s]*(?:\(\d+\))?$"
);
// the calendars that services offer everybody: "Holidays in Peru"
pattern!(
    OTHERS,
    r"(?i)^\s*(?:(?:public |national |bank )?holidays in|(?:gesetzliche )?feiertage (?:in|für)|jours fériés (?:en|au|aux|à|dans)|(?:días )?(?:festivos|feriados) (?:en|de|no|na|em)|festività (?:in|nel)|feestdagen in|helgdagar i|helligdager i|helligdage i|święta w) .{2,40}$"
);
pattern!(
    REPEATS,
    r"(?i)^(?:daily|weekly on .{3,40}|monthly on .{3,40}|annually on .{3,40}|every weekday.{0,30}|täglich|wöchentlich am .{3,30}|toutes les semaines le .{3,30}|cada semana el .{3,30}|semanalmente.{0,30})$"
);
/// Buttons and states of calendars' pages: lines of nobody's.
const CONTROLS: [&str; 43] = [
    "going?",
    "yes",
    "no",
    "maybe",
    "rsvp",
    "accept",
    "decline",
    "tentative",
    "propose new time",
    "propose a new time",
    "edit",
    "delete",
    "edit event",
    "delete event",
    "duplicate",
    "more",
    "more options",
    "options",
    "close",
    "share",
    "print",
    "copy link",
    "busy",
    "free",
    "join",
    "details",
    "add note",
    "add notes",
    "email guests",
    "save",
    "cancel",
    "back",
    "today",
    "default visibility",
    "private",
    "public",
    "needs action",
    "accepted",
    "declined",
    "ja",
    "nein",
    "vielleicht",
    "no location",
];

/// An entry as an event; the name of one of the `calendars` says nothing of it.
pub(super) fn event(entry: Entry, calendars: &[String]) -> Draft {
    let mut draft = Draft {
        when: Some(entry.when),
        span: entry.span,
        ..Draft::default()
    };
    let calendar = |text: &str| {
        calendars.contains(&text.trim().to_lowercase()) || text.len() < 80 && OTHERS.is_match(text)
    };
    let mut lines = entry
        .lines
        .into_iter()
        .map(|(text, _)| text)
        .filter(|text| !calendar(text));
    if let Some(first) = lines.next() {
        let column = first.rsplit_once("   ").filter(|(_, last)| calendar(last));
        let first = column.map_or(first.as_str(), |(rest, _)| rest);
        titled(first, entry.opened, &mut draft);
    }
    draft.when = draft.when.map(|when| with_time(when, &draft.title));
    let mut guests = false;
    let mut described = false;
    // whether the line above ends within a list of people
    let mut listing = false;
    for line in lines {
        let unended = line.ends_with([',', ';']);
        if std::mem::replace(&mut listing, false) && fields::labelled(&line).is_none() {
            invite(&line, &mut draft);
            listing = unended;
            continue;
        }
        let lower = line.to_lowercase();
        if line.is_empty() || CONTROLS.contains(&lower.as_str()) || is_said(&line) {
            guests = false;
            continue;
        }
        if COUNTER.is_match(&line) {
            guests = true;
            continue;
        }
        if let Some((field, value)) = fields::labelled(&line)
            && !value.is_empty()
            && put(field, value, &mut draft)
        {
            listing = unended && field == Field::Who;
            continue;
        }
        if is_answered(&line) {
            invite(&line, &mut draft);
            continue;
        }
        if guests {
            if is_role(&lower) {
                if is_organizer(&lower) {
                    draft.organizer = draft.guests.pop().map(|(name, _)| name);
                }
                continue;
            }
            if is_name(&line) || line.contains('@') && !line.contains(' ') {
                draft.guests.push((line, Answer::None));
                continue;
            }
            guests = false;
        }
        let known = draft.guests.iter().any(|(name, _)| *name == line)
            || draft.organizer.as_ref() == Some(&line);
        if known {
            continue;
        }
        if draft.place.is_none() && !described && is_place(&line, entry.opened) {
            draft.place = Some(line);
            continue;
        }
        // below a place that the title names stands who invites
        if draft.organizer.is_none()
            && !described
            && !entry.opened
            && line.contains(' ')
            && is_name(&line)
        {
            draft.organizer = Some(line);
            continue;
        }
        described = true;
        draft.notes.push(line);
    }
    // The calendar's or owner's name stands last on an event's page.
    if entry.opened
        && let Some(last) = draft.notes.last()
        && is_name(last)
        && draft.notes.len() > 1
    {
        draft.notes.pop();
    }
    draft
}

/// A day with the time that the title says: "Parents' evening 4pm-7pm".
fn with_time(when: When, title: &str) -> When {
    let When {
        start: Point::Day(day),
        end: None,
    } = when
    else {
        return when;
    };
    let found = dates::find(title, &dates::Reference::at(day.at(0, 0, 0, 0)));
    match &found[..] {
        [one] if one.anchor == dates::Anchor::Clock && one.when.start.time().is_some() => one.when,
        _ => when,
    }
}

/// A line right below an event's name that says where: a few words, no sentence, and on an event's own page no name of a
/// person alone.
fn is_place(line: &str, opened: bool) -> bool {
    let words = line.split_whitespace().count();
    let told = has_sentence(line) || line.contains(": ");
    let names = line.contains(',') || line.contains(|c: char| c.is_ascii_digit());
    let link = line.starts_with("http") && notes::video_call(line).is_some();
    link || words <= 10
        && !told
        && line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && !line.ends_with(['.', '!', '?', ':'])
        && (names || !opened || !is_name(line) || words == 1)
}

/// Whether a sentence ends within a line; "Jr. Unión 3" and "Av. 9 de Julio" are short words cut short.
fn has_sentence(line: &str) -> bool {
    const SHORT: usize = 4;
    line.match_indices(". ").any(|(at, _)| {
        let word = line[..at].rsplit(' ').next().unwrap_or_default();
        let cut = word.chars().count() <= SHORT
            && word.starts_with(char::is_uppercase)
            && word.chars().all(char::is_alphabetic);
        !cut
    })
}

/// Takes in what stands behind a label; false where it is told as it stands.
fn put(field: Field, value: &str, draft: &mut Draft) -> bool {
    match field {
        Field::Where => {
            // what looked like a place in the title or on a line of its own is something else
            let before = draft.place.replace(value.to_owned());
            draft
                .notes
                .extend(before.filter(|b| !value.contains(b.as_str())));
        }
        Field::Who => invite(value, draft),
        Field::Organizer => {
            // buttons stand behind a gap
            let name = value.split("  ").next().unwrap_or(value);
            draft.organizer = Some(name.trim_end().to_owned());
        }
        Field::Notes => draft.notes.push(value.to_owned()),
        Field::Other => draft.cancelled |= value.to_lowercase().starts_with("cancel"),
        Field::Title | Field::When | Field::End => return false,
    }
    true
}

/// Whether a line of an event's page says what its time says already, or when a reminder comes.
fn is_said(line: &str) -> bool {
    REMINDER.is_match(line) || REPEATS.is_match(line)
}

/// Takes in the people of a line.
fn invite(value: &str, draft: &mut Draft) {
    for guest in people(value) {
        if guest.organizer && draft.organizer.is_none() {
            draft.organizer = Some(guest.name);
        } else {
            draft.guests.push((guest.name, guest.answer));
        }
    }
}

fn is_role(lower: &str) -> bool {
    is_organizer(lower)
        || matches!(
            lower.trim_matches(|c: char| !c.is_alphabetic()),
            "optional"
                | "required"
                | "you"
                | "guest"
                | "presenter"
                | "awaiting"
                | "attending"
                | "not attending"
                | "fakultativ"
                | "facultatif"
        )
}
