//! What the label of a field announces ("Where:", "Anwesend:"), in whatever kind of text the fields stand.

/// Labels of a place, in lower case.
pub(crate) const PLACE: [&str; 23] = [
    "location",
    "where",
    "place",
    "venue",
    "room",
    "ort",
    "raum",
    "wo",
    "lieu",
    "salle",
    "où",
    "lugar",
    "sala",
    "dónde",
    "ubicación",
    "luogo",
    "plats",
    "dove",
    "local",
    "onde",
    "locatie",
    "waar",
    "sted",
];

/// How labels of the day on which somebody was born end, in lower case.
const BORN: [&str; 11] = [
    "d.o.b",
    "dob",
    "birth",
    "birthdate",
    "geb",
    "geboren",
    "geburtsdatum",
    "né le",
    "née le",
    "naissance",
    "nacimiento",
];

/// Whether a text (in lower case) ends with the label of the day on which somebody was born: "d.o.b. ", "geb.: ".
pub(crate) fn ends_with_birth(text: &str) -> bool {
    // "Bo Alm  b. 9.4.1963"
    if text.trim_end().ends_with(" b.") {
        return true;
    }
    let label = text.trim_end_matches([':', '.', ' ']);
    let whole = |rest: &str| !rest.ends_with(char::is_alphanumeric);
    BORN.iter()
        .any(|b| label.strip_suffix(b).is_some_and(whole))
}

/// Whether a line (in lower case) has such a label.
pub(crate) fn has_birth(line: &str) -> bool {
    let ends = |b: &&str| {
        line.match_indices(*b)
            .map(|(at, b)| at + b.len())
            .collect::<Vec<_>>()
    };
    let part = |end: usize| line[end..].starts_with(char::is_alphanumeric);
    let mut found = BORN.iter().chain(&[" b."]).flat_map(ends);
    found.any(|end| !part(end) && ends_with_birth(&line[..end]))
}

/// Labels of those who were there.
const PRESENT: &[&str] = &[
    "attendees",
    "attendance",
    "present",
    "those present",
    "members present",
    "here",
    "participants",
    "speakers",
    "attending",
    "attended",
    "in attendance",
    "people",
    "who",
    "who was there",
    "with",
    "in the room",
    "on the call",
    "at the table",
    "teilnehmer",
    "teilnehmende",
    "teilnehmerinnen",
    "anwesend",
    "anwesende",
    "présents",
    "présences",
    "membres présents",
    "étaient présents",
    "asistentes",
    "presentes",
    "participantes",
    "presenti",
    "partecipanti",
    "aanwezig",
    "närvarande",
    "also present",
    "members in attendance",
];

/// Labels of whoever the text is of.
const SELF: [&str; 9] = ["me", "you", "myself", "ich", "yo", "tú", "moi", "io", "eu"];

/// Whether a label stands for whoever the text is of: "Me: …" in notes, "You" in a chat.
pub(crate) fn is_self(label: &str) -> bool {
    SELF.contains(&label.to_lowercase().as_str())
}

/// Whether a label (in lower case) announces a place.
pub(crate) fn is_place(label: &str) -> bool {
    PLACE.contains(&label)
}

/// How labels of those who travel or stay begin, in lower case.
pub(crate) const TRAVELLING: [&str; 14] = [
    "passenger",
    "travelling",
    "traveling",
    "traveller",
    "traveler",
    "guest",
    "reisende",
    "fahrgäste",
    "passagier",
    "passager",
    "voyageur",
    "pasajero",
    "viajero",
    "passegger",
];

/// Whether a label (in lower case) announces those who travel or stay.
pub(crate) fn is_travelling(label: &str) -> bool {
    TRAVELLING.iter().any(|t| label.starts_with(t))
}

/// Labels of those who were not there.
const AWAY: &[&str] = &[
    "apologies",
    "absent",
    "regrets",
    "excused",
    "not present",
    "abwesend",
    "entschuldigt",
    "fehlt",
    "fehlen",
    "vertreten",
    "apology",
    "absence",
    "absences",
    "absence motivée",
    "absences motivées",
    "excusa su asistencia",
    "excusan su asistencia",
    "assenti",
    "assenti giustificati",
    "afwezig",
    "excusés",
    "absents",
    "ausentes",
    "sorry",
    "missing",
    "no show",
    "no shows",
    "not there",
    "not here",
    "couldn't make it",
];

/// Whether a label (in lower case) announces those who were not there.
pub(crate) fn is_away(label: &str) -> bool {
    AWAY.contains(&label)
}

/// Whether a label (in lower case) announces those who were there.
pub(crate) fn is_present(label: &str) -> bool {
    PRESENT.contains(&label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_labels_of_births() {
        for (line, has) in [
            ("mr bo alm, d.o.b. 09.04.1963", true),
            ("date of birth: 9 april 1963", true),
            ("bo alm, geb. 9.4.1963", true),
            ("alm, bo   b. 09.04.1963", true),
            ("angebot vom 3.5.2024", false),
            ("gebühren 3.5.2024", false),
        ] {
            assert_eq!(has_birth(line), has, "{line}");
        }
        assert!(ends_with_birth("bo alm, geb.: ") && !ends_with_birth("ergeb "));
    }
}
