//! What a program writes of a note below its text (Joplin): its number, its times, where it came from, a line each.

use super::super::instant;
use crate::ingest::pattern::pattern;
use crate::when::When;
use jiff::tz::TimeZone;

pattern!(PROPERTY, r"^[a-z]+(?:_[a-z]+)*_?: ?(.*)$");

/// Lines from which properties are a program's.
const FEWEST: usize = 4;

/// Names of the time at which a note was made.
const MADE: [&str; 4] = ["user_created_time", "created_time", "created_at", "created"];

/// The text above the properties, and the day on which it was made; the whole text where it has none.
pub(super) fn below<'t>(text: &'t str, zone: &TimeZone) -> (&'t str, Option<When>) {
    let whole = (text, None);
    let end = text.trim_end();
    let Some(at) = end.rfind("\n\n").or_else(|| end.rfind("\n\r\n")) else {
        return whole;
    };
    let lines = || {
        end[at..]
            .lines()
            .map(str::trim_end)
            .filter(|l| !l.is_empty())
    };
    let numbered = lines().any(|l| l.starts_with("id: ") || l.starts_with("type_: "));
    if !numbered || lines().count() < FEWEST || !lines().all(|l| PROPERTY.is_match(l)) {
        return whole;
    }
    let value = |name: &str| lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(": "));
    let made = MADE
        .iter()
        .find_map(|name| instant::exact(value(name)?, zone));
    (&text[..at], made.map(|w| When::day(w.start.first_day())))
}

#[cfg(test)]
mod tests {
    use crate::ingest::{read, told::told};

    #[test]
    fn a_note_above_its_properties() {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        let text = "Pump\n\nBo came and mended it.\n\nid: 5f3c8a1e9b2d4c7f\nparent_id: 9d8c\ncreated_time: 2024-05-03T08:14:22.113Z\nauthor: \ntype_: 1\n";
        let document = read(text, "text".parse().ok(), None, &reference);
        assert_eq!(told(&document), ["Bo came and mended it."]);
        let written = document.written.map(|w| w.to_string());
        assert_eq!(written.as_deref(), Some("2024-05-03"));
    }
}
