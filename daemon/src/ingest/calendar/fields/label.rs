//! What the label of a line announces.

use crate::ingest::labels;

/// What a line's label announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Title,
    When,
    End,
    Where,
    Who,
    Organizer,
    Notes,
    /// Of no matter: a link, an identifier.
    Other,
}

/// Labels with which a calendar copies an event's time below its title: "Scheduled: 11 Aug 2025 at 08:30 to 09:00, CEST".
const SCHEDULED: [&str; 8] = [
    "scheduled",
    "geplant",
    "prévu",
    "prévue",
    "programado",
    "agendado",
    "pianificato",
    "gepland",
];

/// Whether a line has such a label: with the title above it, that is all there may be of an event.
pub(super) fn is_scheduled(line: &str) -> bool {
    line.split_once(':')
        .is_some_and(|(label, _)| SCHEDULED.contains(&label.trim().to_lowercase().as_str()))
}

/// Signs that stand in a label's place.
const SIGNS: [(char, Field); 8] = [
    ('📍', Field::Where),
    ('📅', Field::When),
    ('🗓', Field::When),
    ('👥', Field::Who),
    ('📝', Field::Notes),
    ('🔔', Field::Other),
    ('📧', Field::Other),
    ('🔗', Field::Other),
];

/// The field that a sign announces at the beginning of a line, and what stands behind it.
fn signed(line: &str) -> Option<(Field, &str)> {
    let mut chars = line.chars();
    let sign = chars.next()?;
    let (_, field) = SIGNS.iter().find(|(c, _)| *c == sign)?;
    // behind some signs stands one that chooses how they look
    let value = chars.as_str().trim_start_matches('\u{fe0f}').trim();
    (!value.is_empty()).then_some((*field, value))
}

/// The field that a line announces, and what it says of it on the same line.
pub(super) fn labelled(line: &str) -> Option<(Field, &str)> {
    if let Some(field) = signed(line) {
        return Some(field);
    }
    let (label, value) = match line.split_once(':') {
        Some((label, value)) if !value.starts_with("//") => {
            (label, value.trim().trim_start_matches(['*', '_']).trim())
        }
        _ => (line, ""),
    };
    let label =
        label.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '-' | '•'));
    if label.chars().count() > 28 {
        return None;
    }
    let alone = !line.contains(':');
    let field = match label.to_lowercase().as_str() {
        "subject" | "title" | "event" | "event name" | "event type" | "meeting" | "topic"
        | "what" | "summary" | "appointment" | "service" | "betreff" | "titel" | "termin"
        | "thema" | "was" | "objet" | "sujet" | "quoi" | "asunto" | "título" | "qué" => {
            Field::Title
        }
        "when" | "date" | "time" | "start" | "starts" | "begin" | "begins" | "start time"
        | "start date" | "date/time" | "date & time" | "date and time" | "event date/time"
        | "event date" | "wann" | "datum" | "zeit" | "beginn" | "uhrzeit" | "quand" | "heure"
        | "début" | "cuándo" | "fecha" | "hora" | "inicio" => Field::When,
        "end" | "ends" | "end time" | "end date" | "ende" | "fin" | "until" | "check-out"
        | "checkout" => Field::End,
        scheduled if SCHEDULED.contains(&scheduled) => Field::When,
        "address" => Field::Where,
        place if labels::is_place(place) => Field::Where,
        "who" | "attendees" | "required attendees" | "optional attendees" | "required"
        | "guests" | "invitees" | "invitee" | "participants" | "with" | "to" | "wer"
        | "teilnehmer" | "gäste" | "erforderlich" | "qui" | "invités" | "participantes"
        | "asistentes" | "invitados" | "convidados" | "quién" | "partecipanti" | "invitati"
        | "deelnemers" | "deltagare" | "deltakere" | "deltagere" => Field::Who,
        "organizer" | "organiser" | "host" | "from" | "invited by" | "organisator"
        | "organisateur" | "organizador" | "organizzatore" | "organisiert von" | "veranstalter"
        | "arrangör" => Field::Organizer,
        "notes" | "note" | "description" | "agenda" | "details" | "comments" | "message"
        | "body" | "questions" | "beschreibung" | "notizen" | "notiz" | "descripción" | "notas"
        | "nota" | "descrição" | "opmerkingen" | "anteckningar" => Field::Notes,
        "calendar" | "meeting id" | "passcode" | "link" | "url" | "join url" | "repeats"
        | "reminder" | "status" | "meeting status" | "sensitivity" | "time zone" | "timezone"
        | "invitee time zone" | "invitee email" | "importance" | "sent" | "cc" | "show time as"
        | "booking reference" | "reference" | "created by" | "category" | "categories" | "tags"
        | "kalender" | "calendario" | "calendrier" | "erinnerung" | "recordatorio" | "rappel"
        | "promemoria" | "lembrete" | "herinnering" | "påminnelse" => Field::Other,
        _ => return None,
    };
    // A word alone on its line is a label only where it could be nothing else.
    let clear = matches!(
        label.to_lowercase().as_str(),
        "when"
            | "where"
            | "who"
            | "date"
            | "time"
            | "location"
            | "wann"
            | "wo"
            | "wer"
            | "ort"
            | "quand"
            | "où"
            | "qui"
            | "lieu"
            | "cuándo"
            | "dónde"
            | "quién"
            | "lugar"
            | "date & time"
            | "date and time"
            | "organizer"
            | "organiser"
            | "guests"
            | "attendees"
    );
    (!alone || clear).then_some((field, value))
}
