//! An event's title in a list, and what stands beside it: a task's mark, the place, how many days it is of.

use crate::ingest::calendar::draft::Draft;
use crate::ingest::calendar::event::State;
use crate::ingest::pattern::pattern;

pattern!(
    PART,
    r"(?i)\s*[(\[](?:day|tag|jour|día|dag|giorno|dia)\s+(\d{1,3})\s*(?:/|of|von|de|sur|av|di)\s*(\d{1,3})[)\]]"
);

/// The title, and what stands beside it: a task's mark, the place, how many days it is of.
pub(super) fn titled(line: &str, opened: bool, draft: &mut Draft) {
    let mut title = line.trim_start_matches('*').trim();
    // "~~Zumba~~ cancelled, Bo is ill"
    if let Some((struck, rest)) = title.strip_prefix("~~").and_then(|t| t.split_once("~~")) {
        draft.cancelled = true;
        draft.title = struck.trim().to_owned();
        draft
            .notes
            .extend(Some(rest.trim().to_owned()).filter(|r| !r.is_empty()));
        return;
    }
    for (mark, state) in [
        ("TODO ", State::Planned),
        ("DONE ", State::Done(None)),
        ("[ ] ", State::Planned),
        ("[x] ", State::Done(None)),
        ("[X] ", State::Done(None)),
    ] {
        if let Some(rest) = title.strip_prefix(mark) {
            (title, draft.task) = (rest.trim_start(), Some(state));
        }
    }
    // Tags of an outline (":work:"), signs of a repetition or an alarm.
    let title =
        title.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '⟳' | '⏰' | '🔁'));
    let mut title = PART.replace(title, "").into_owned();
    if let Some((name, notes)) = title.clone().split_once(" :: ") {
        draft.notes.push(notes.trim().to_owned());
        title = name.trim().to_owned();
    }
    for column in ["   ", "\t", " | ", " @ ", " -- "] {
        if let Some((name, rest)) = title.clone().split_once(column)
            && !name.trim().is_empty()
            && !rest.trim().is_empty()
        {
            let mut columns = rest
                .split(column)
                .map(|c| c.trim_matches(|c: char| c.is_whitespace() || c == '|'))
                .filter(|c| !c.is_empty());
            // "(Bo is in charge)" is no place
            match columns.next() {
                Some(said) if said.starts_with('(') => draft
                    .notes
                    .push(said.trim_matches(|c| matches!(c, '(' | ')')).to_owned()),
                place => draft.place = place.map(str::to_owned),
            }
            draft.notes.extend(columns.map(str::to_owned));
            title = name.trim().to_owned();
            break;
        }
    }
    if draft.place.is_none() && !opened {
        draft.place = place_within(&title);
    }
    if draft.place.is_none() && !opened {
        draft.place = place_behind(&title);
        if let Some(place) = &draft.place {
            let name = title.len() - place.len();
            title.truncate(title[..name].trim_end().trim_end_matches(',').len());
        }
    }
    draft.title = title;
}

/// The place that a title ends with in brackets, where it says that it is one: "Supper (at Ann's, Pier Row)".
fn place_within(title: &str) -> Option<String> {
    let (_, inside) = title.strip_suffix(')')?.rsplit_once('(')?;
    let (first, rest) = inside.split_once(' ')?;
    match first.to_lowercase().as_str() {
        "at" | "in" | "@" | "bei" | "chez" | "en" => Some(rest.trim().to_owned()),
        "casa" | "haus" | "maison" | "room" | "raum" | "sala" | "salle" | "hall" | "saal"
        | "house" => Some(inside.trim().to_owned()),
        _ => None,
    }
}

/// "Review w/ Ida Ek, St Ann's, room 4" → "St Ann's, room 4": what stands behind a title's first comma, where it is a name
/// and no further person.
fn place_behind(title: &str) -> Option<String> {
    let (before, behind) = title.split_once(", ")?;
    // what stands in brackets is not told by its half
    if before.matches('(').count() > before.matches(')').count() {
        return None;
    }
    let behind = behind.trim();
    let first = behind.split_whitespace().next()?;
    let lists_people = ["with ", "w/", "mit ", "avec ", "con ", " and ", " & "]
        .iter()
        .any(|w| before.to_lowercase().contains(w))
        && behind.split_whitespace().count() <= 2
        && !behind.contains(|c: char| c.is_ascii_digit());
    let said = first.starts_with(char::is_uppercase)
        || ["room", "rm", "raum", "salle", "sala", "hall"].contains(&first);
    let people = behind.contains(" and ") || behind.contains(" & ") || behind.contains('+');
    (said
        && !lists_people
        && !people
        && behind.split_whitespace().count() <= 8
        && !behind.ends_with(['.', '!', '?']))
    .then(|| behind.to_owned())
}
