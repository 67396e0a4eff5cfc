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

/// How labels of the day on which somebody was born end, without a mark behind them.
pub(crate) const BORN: [&str; 10] = [
    "d.o.b",
    "dob",
    "birth",
    "birthdate",
    "geb",
    "geburtsdatum",
    "né le",
    "née le",
    "naissance",
    "nacimiento",
];

/// Labels of those who were there.
const PRESENT: [&str; 19] = [
    "attendees",
    "present",
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
    "anwesend",
    "présents",
    "asistentes",
    "participantes",
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

/// Whether a label (in lower case) announces those who were there.
pub(crate) fn is_present(label: &str) -> bool {
    PRESENT.contains(&label)
}
