//! What the rows of a printed table say by their labels: who travels, from when to when.

use crate::ingest::pattern::pattern;
use crate::ingest::places::capitalized;
use crate::ingest::{labels, lines, written_date};
use crate::when::When;

pattern!(ALIGNED, r"([\p{L}.)])[ \t]+: +");

/// The cells of a row, names in the forms of tickets and registers turned into names.
pub(crate) fn cells(text: &str) -> Vec<String> {
    // "Name    : Ann Lee": a form's labels end above each other
    let text = ALIGNED.replace_all(text, "$1: ");
    lines::columns(&text)
        .split("  ")
        .map(str::trim)
        .filter(|c| !c.is_empty())
        .map(|c| match c.split_once(": ") {
            Some((label, value)) => (Some(label), value),
            None => (None, c),
        })
        .map(|(label, value)| {
            let value = person(value).unwrap_or_else(|| value.to_owned());
            label.map_or(value.clone(), |label| format!("{label}: {value}"))
        })
        .collect()
}

/// "LEE/ANN MS" (as tickets write it) and "LEE, Ann" (as registers do) as "Ann Lee".
fn person(cell: &str) -> Option<String> {
    pattern!(
        NAME,
        r"^([\p{Lu}'’ -]*[\p{Lu}])(?:/([\p{Lu} ]+?)\s*(?:\b(?:MR|MRS|MS|MISS|MSTR|DR))?\s*(?:\((?:CHD|INF|ADT)\))?|,\s+(\p{Lu}\p{Ll}[\p{L}'’-]*(?:\s\p{Lu}\p{Ll}[\p{L}'’-]*)?))$"
    );
    let found = NAME.captures(cell)?;
    let first = found.get(2).or(found.get(3))?.as_str();
    Some(format!("{} {}", capitalized(first), capitalized(&found[1])))
}

/// The people of rows under a heading that says that they travel, stay or take part.
pub(crate) fn travellers(heading: &str, text: &str) -> Vec<String> {
    let heading = heading.to_lowercase();
    let present = ["passageir", "attendee", "participant", "teilnehmer"];
    let mut says = labels::TRAVELLING.iter().chain(&present);
    if !says.any(|s| heading.contains(s)) {
        return Vec::new();
    }
    text.lines()
        .filter_map(|row| {
            let name = row.split([':', ',']).next()?.trim();
            let words = name.split_whitespace().count();
            let named = name
                .split_whitespace()
                .all(|w| w.starts_with(char::is_uppercase))
                && name
                    .chars()
                    .all(|c| c.is_alphabetic() || " -'’.".contains(c));
            ((2..=4).contains(&words) && named).then(|| name.to_owned())
        })
        .collect()
}

/// From the first to the last day of a stay: "Check-in 8 Dec 2025 … Check-out 15 Dec 2025".
pub(crate) fn stay(text: &str) -> Option<When> {
    pattern!(
        STAY,
        r"(?is)\b(?:check[- ]?in|arrival|anreise|arrivée|entrada|llegada|arrivo)\b(.{4,60}?)\b(?:check[- ]?out|departure|abreise|départ|salida|partenza|saída)\b(.{4,40})"
    );
    let found = STAY.captures(text)?;
    let (first, last) = (
        written_date::find(&found[1])?,
        written_date::find(&found[2])?,
    );
    (first.start.first_day() < last.start.first_day()).then(|| {
        use crate::when::Point::Day;
        When::range(Day(first.start.first_day()), Day(last.start.first_day()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_names() {
        assert_eq!(
            cells("LEE/ANN MARIE MS      TKT 1"),
            ["Ann Marie Lee", "TKT 1"]
        );
        assert_eq!(
            cells("Patient    HOLM-BECK, Ida     Sex  F"),
            ["Patient", "Ida Holm-Beck", "Sex F"]
        );
        assert_eq!(
            cells("Name    : Ann Lee          Ward    : B-207"),
            ["Name: Ann Lee", "Ward: B-207"]
        );
        assert_eq!(cells("ITINERARY / RECEIPT"), ["ITINERARY / RECEIPT"]);
    }

    #[test]
    fn reads_labels() {
        assert_eq!(
            stay("Check-in 08 DEC 2025: Check-out 15 DEC 2025, 7 nights")
                .map(|w| w.to_string())
                .as_deref(),
            Some("2025-12-08/2025-12-15")
        );
        assert_eq!(
            travellers("Passengers", "Ann Lee: TKT 1\nBo Lee: TKT 2"),
            ["Ann Lee", "Bo Lee"]
        );
    }
}
