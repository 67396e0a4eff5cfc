//! Titles as they are told.

use crate::ingest::pattern::pattern;

pattern!(
    UNTITLED,
    r"(?i)^\(?(?:no title|untitled(?: event)?|no subject|kein(?:e[nr]?)? (?:titel|betreff)|ohne titel|sans (?:titre|objet)|aucun titre|sin (?:título|asunto)|sem (?:título|assunto)|senza titolo|nessun titolo|geen (?:titel|onderwerp)|ingen (?:titel|tittel|rubrik)|no (?:events|appointments)(?: (?:today|scheduled|planned))?|keine (?:termine|ereignisse)|aucun (?:rendez-vous|évènement|événement)|sin (?:eventos|citas)|ning[uú]n evento|no hay (?:eventos|citas)|nessun (?:evento|appuntamento)|nenhum (?:evento|compromisso)|sem (?:eventos|compromissos)|geen (?:afspraken|gebeurtenissen)|inga händelser|ingen (?:aftaler|hendelser|avtaler))\)?\.?$"
);

/// What calendars put before a title whose event is called off, and before others, without the colon.
const CANCELLED: [&str; 18] = [
    "canceled event",
    "cancelled event",
    "canceled",
    "cancelled",
    "abgesagter termin",
    "abgesagt",
    "annulliert",
    "évènement annulé",
    "événement annulé",
    "annulée",
    "annulé",
    "evento cancelado",
    "cancelado",
    "cancelada",
    "annullato",
    "geannuleerd",
    "inställt",
    "avlyst",
];
const SENT: [&str; 24] = [
    "updated invitation with note",
    "updated invitation",
    "updated event",
    "updated",
    "invitation",
    "rescheduled",
    "aktualisierte einladung",
    "aktualisiert",
    "einladung",
    "accepted",
    "declined",
    "tentative",
    "angenommen",
    "abgelehnt",
    "mit vorbehalt",
    "invitation modifiée",
    "accepté",
    "refusé",
    "invitación actualizada",
    "invitación",
    "convite",
    "fwd",
    "fw",
    "re",
];

/// What stands behind one of the words and a colon with which a title begins.
fn behind<'t>(title: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| {
        let start = title.get(..word.len())?;
        let rest = title[word.len()..].trim_start().strip_prefix(':')?.trim();
        (start.to_lowercase() == *word && !rest.is_empty()).then_some(rest)
    })
}

/// Whether a title begins with the word that its event is called off.
pub(super) fn is_cancelled(title: &str) -> bool {
    behind(title.trim(), &CANCELLED).is_some()
}

/// Whether a line is a title with what calendars put before it when they send it.
pub(super) fn is_sent(line: &str) -> bool {
    behind(line, &CANCELLED)
        .or_else(|| behind(line, &SENT[..SENT.len() - 3]))
        .is_some()
}

/// A title without what calendars put before it when they send it ("Canceled:", "Updated invitation:"); nothing, where
/// it says that there is none.
pub(super) fn title(text: &str) -> String {
    let text = one_line(text);
    let mut title = text.as_str();
    while let Some(rest) = behind(title, &CANCELLED).or_else(|| behind(title, &SENT)) {
        title = rest;
    }
    if title.len() < 60 && UNTITLED.is_match(title) {
        return String::new();
    }
    title.to_owned()
}

/// The lines of a text in one.
pub(super) fn one_line(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_without_what_is_put_before_them() {
        for (written, told) in [
            ("Canceled: Updated invitation: Soup", "Soup"),
            ("ANNULÉ : Réunion", "Réunion"),
            ("Abgesagt: Chor", "Chor"),
            ("(No title)", ""),
            ("(aucun rendez-vous)", ""),
            ("No meetings", "No meetings"),
            ("Invitation: ", "Invitation:"),
            ("Re", "Re"),
        ] {
            assert_eq!(title(written), told, "{written}");
        }
        assert!(is_cancelled("ANNULÉ : Réunion") && !is_cancelled("Soup: cancelled"));
    }
}
