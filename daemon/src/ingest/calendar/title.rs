//! Titles as they are told.

/// A title without what calendars put before it when they send it ("Canceled:", "Updated invitation:").
pub(super) fn title(text: &str) -> String {
    let mut text = one_line(text);
    loop {
        let lower = text.to_lowercase();
        let cut = [
            "canceled:",
            "cancelled:",
            "canceled event:",
            "cancelled event:",
            "invitation:",
            "updated invitation:",
            "updated invitation with note:",
            "updated event:",
            "updated:",
            "rescheduled:",
            "aktualisiert:",
            "aktualisierte einladung:",
            "accepted:",
            "declined:",
            "tentative:",
            "abgesagt:",
            "abgesagt :",
            "einladung:",
            "annulé :",
            "annulé:",
            "cancelado:",
            "fw:",
            "fwd:",
            "re:",
        ]
        .into_iter()
        .find(|start| lower.starts_with(start));
        match cut {
            // The prefixes are of one byte per character in both cases, or as long as in lower case.
            Some(start) => match text.get(start.len()..) {
                Some(rest) if !rest.trim().is_empty() => text = rest.trim().to_owned(),
                _ => return text,
            },
            None => return text,
        }
    }
}

/// The lines of a text in one.
pub(super) fn one_line(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}
