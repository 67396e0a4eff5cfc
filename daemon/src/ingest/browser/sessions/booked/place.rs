//! Where it is that a visit has booked.

use crate::extract::entities::lexicon::{fold, look_up};
use crate::ingest::browser::visit::Visit;
use crate::ingest::pattern::pattern;
use crate::ingest::written_date;
use std::ops::Range;

// a flight's number before where it begins: "KL 12 Faro"
pattern!(FLIGHT, r"^[A-Z\d]{2} ?\d{1,4} ");

/// Where it is that a dated title speaks of: where a route begins, the words behind or before the date, the site's own
/// name.
pub(super) fn place(visit: &Visit, date: Range<usize>, group: &[Visit]) -> Option<String> {
    let title = visit.title.as_str();
    let before = title[..date.start].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
    for route in [" > ", " → ", " » ", " ➔ "] {
        if let Some((from, _)) = before.split_once(route) {
            let from = from.rsplit([':', '|', '–', '—']).next()?;
            let from = from.rsplit(" - ").next()?.trim();
            return named(FLIGHT.find(from).map_or(from, |f| &from[f.end()..]));
        }
    }
    // "Sat 20 April, 09:12 Leeds - Hull, 1 adult"
    let behind = title[date.end..].split([',', '|']).next();
    let behind = || route(behind.unwrap_or_default(), true);
    if let Some(from) = journey(before).or_else(behind) {
        return Some(from);
    }
    let behind: Vec<&str> = title[date.end..]
        .split(" | ")
        .next()
        .into_iter()
        .flat_map(|s| s.split([',', '–', '—', '·']))
        .flat_map(|s| s.split(" - "))
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .collect();
    // "6:30 AM, McCall, Idaho - Wave B"
    if let [town, region, ..] = &behind[..]
        && !region.contains(' ')
        && is_known(region)
        && named(town).is_some()
    {
        return Some(format!("{town}, {region}"));
    }
    if let Some(place) = behind.iter().find(|s| is_place(s)) {
        return named(place);
    }
    if let Some(address) = before
        .split([':', ',', '|', '–', '—'])
        .find(|s| is_address(s))
    {
        return Some(address.trim().to_owned());
    }
    let segments: Vec<&str> = before
        .split([':', '|', '–', '—'])
        .flat_map(|s| s.split(" - "))
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .collect();
    let last = match &segments[..] {
        // "Visa centre Leeds | Appointment"
        [.., above, last] if is_event(last) && !last.contains(' ') => above,
        [.., last] => last,
        [] => return None,
    };
    let last = last.split(", party of ").next()?.trim();
    let last = match last.rsplit_once(", ") {
        Some((last, day)) if is_weekday(day) => last,
        _ => last,
    };
    // "Guided tour, Alder House", "Dr. Ida Holm, Alder Clinic"
    if let Some((what, at)) = last.split_once(", ")
        && (is_event(what) || what.contains("! ") || names_person(what) && !names_person(at))
        && at.split_whitespace().count() > 1
        && let Some(place) = named(at)
    {
        return Some(place);
    }
    let alone = segments.len() == 1;
    let person = names_person(last);
    // "Ida Holm, 3.5.2024 17:15 | Alder Clinic"
    let site = || {
        let (_, name) = title[date.end..].rsplit_once(" | ")?;
        let confirms = name.to_lowercase().contains("confirm");
        let says = name.contains(' ') && !names_person(name) && !is_event(name) && !confirms;
        named(name).filter(|_| says)
    };
    // "Booked - Alder Surgery - Dr R. Ek, 3.5.2024 17:15"
    if let ([_, .., above, _], true) = (&segments[..], person)
        && !is_event(above)
        && above.contains(' ')
    {
        return named(above);
    }
    if !person && !alone && !last.contains(['#', '!', '?']) {
        let place = named(last).filter(|place| !is_event(place));
        return place.or_else(site).filter(|place| !is_event(place));
    }
    site_name(visit, group).or_else(site)
}

/// Where a journey begins that stands last before its date: "Leeds to Hull", "Booked: Leeds (Station) - Hull".
fn journey(before: &str) -> Option<String> {
    let said = before.rsplit(['|', ',']).find(|s| !is_weekday(s))?;
    let (labelled, said) = match said.rsplit_once(": ").or_else(|| said.rsplit_once("! ")) {
        Some((_, said)) => (true, said),
        None => (before.contains([':', '!']), said),
    };
    // "Booking confirmed – Leeds to Hull"
    let said = [" – ", " — ", " - "]
        .iter()
        .filter_map(|dash| said.rsplit_once(dash))
        .map(|(_, said)| said)
        .find(|said| said.contains(" to "))
        .unwrap_or(said);
    route(said, labelled)
}

/// Where a route begins that words are: "Leeds to Hull", and, where they are known to be one, "Leeds - Hull".
fn route(said: &str, labelled: bool) -> Option<String> {
    let (from, to) = said
        .split_once(" to ")
        .or_else(|| said.split_once(" - ").filter(|_| labelled))?;
    let town = |text: &str| {
        let text = text.split(" (").next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        // "Port of Spain"
        let small = |n: usize| n > 0 && n + 1 < words.len() && words[n].len() <= 3;
        let proper = |n: usize| words[n].starts_with(|c: char| c.is_uppercase() || c == '(');
        (1..=3).contains(&words.len())
            && (0..words.len()).all(|n| proper(n) || small(n))
            && !names_person(text)
            && !is_event(text)
    };
    let (from, to) = (from.trim(), to.trim());
    (town(from) && town(to)).then(|| from.to_owned())
}

/// Whether a part is a weekday cut short in another language: "vie", "sam.".
fn is_weekday(text: &str) -> bool {
    let letters = text.trim().trim_end_matches('.');
    (2..=3).contains(&letters.chars().count()) && letters.chars().all(char::is_lowercase)
}

/// Whether words name what one goes to rather than where it is.
fn is_event(text: &str) -> bool {
    const EVENTS: [&str; 39] = [
        "rental",
        "hire",
        "reservation",
        "night",
        "show",
        "festival",
        "match",
        "game",
        "gig",
        "play",
        "exhibition",
        "screening",
        "dinner",
        "appointment",
        "workshop",
        "webinar",
        "tour",
        "course",
        "class",
        "session",
        "conference",
        "concert",
        "seminar",
        "training",
        "lesson",
        "exam",
        "test",
        "call",
        "interview",
        "meeting",
        "viewing",
        "programme",
        "program",
        "tickets",
        "termin",
        "kurs",
        "cita",
        "rendez-vous",
        "online",
    ];
    let last = text.split_whitespace().next_back().unwrap_or_default();
    EVENTS.contains(&last.to_lowercase().as_str())
}

/// Whether a part of a title is of a person by a title before the name.
fn names_person(text: &str) -> bool {
    let titled = [
        "Dr", "Dra", "Dre", "Prof", "Mr", "Mrs", "Ms", "Mme", "Herr", "Frau", "Sr", "Sra",
    ];
    text.split([' ', ','])
        .any(|w| titled.contains(&w.trim_end_matches('.')))
}

/// Whether a part of a title behind its date says where: a name of some words, no person's, no price and no count.
fn is_place(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
        && (2..=8).contains(&text.split_whitespace().count())
        && !names_person(text)
        && !text.contains(['€', '$', '£', '#', '!', '?'])
        && !is_price(text)
        && !text.split_whitespace().any(is_code)
        && !Visit::is_confirmation(text)
        && (!text.contains('.') || text.contains(". "))
}

/// Whether a name is a town's or a country's.
fn is_known(name: &str) -> bool {
    let entry = look_up(&fold(name));
    entry.town() || entry.country()
}

/// Whether words are a street with its number: "ul. Alder 114/9", "Elm-Str. 40", "Elmgata 3".
fn is_address(text: &str) -> bool {
    const BEFORE: [&str; 9] = [
        "ul", "al", "os", "av", "via", "rua", "calle", "rue", "piazza",
    ];
    const ENDS: [&str; 8] = [
        "str", "straße", "strasse", "gata", "gatan", "veien", "straat", "laan",
    ];
    let mut words = text.split_whitespace().map(|w| w.trim_end_matches('.'));
    let (Some(first), Some(number)) = (words.next(), words.next_back()) else {
        return false;
    };
    let last = words.next_back().unwrap_or(first).to_lowercase();
    number.starts_with(|c: char| c.is_ascii_digit())
        && (BEFORE.contains(&first.to_lowercase().as_str())
            || ENDS.iter().any(|e| last.ends_with(e)))
}

/// Whether a word is a booking's code: "QX4M7P".
fn is_code(word: &str) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    word.len() >= 5 && capitals > 1 && digits > 0 && capitals + digits == word.len()
}

/// Whether words are an amount behind its currency: "GHS 1,340".
fn is_price(text: &str) -> bool {
    let (code, amount) = text.split_once(' ').unwrap_or((text, ""));
    code.len() == 3
        && code.bytes().all(|b| b.is_ascii_uppercase())
        && amount.starts_with(|c: char| c.is_ascii_digit())
}

fn named(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(',');
    (text.starts_with(char::is_uppercase) && text.split_whitespace().count() <= 8)
        .then(|| text.to_owned())
}

/// The name that the site of a visit puts after its titles.
fn site_name(visit: &Visit, group: &[Visit]) -> Option<String> {
    group
        .iter()
        .filter(|v| v.domain() == visit.domain())
        .filter(|v| v.search().is_none() && written_date::find(&v.title).is_none())
        .find_map(|v| {
            let (_, name) = v
                .title
                .rsplit_once(" - ")
                .filter(|(_, name)| !name.contains('|'))
                .or_else(|| v.title.rsplit_once(" | "))?;
            named(name)
        })
}

#[cfg(test)]
mod tests;
