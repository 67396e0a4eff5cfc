//! Meetings that notes are of: what their title says, and where they met.

use super::header::{Roll, read_date};
use crate::{
    extract::{
        dates::{self, Order, Reference},
        places,
    },
    ingest::Document,
    when::When,
};
use jiff::civil::DateTime;

/// The place that stands alone on the line below the day: "Alder Library, basement".
pub(in crate::ingest) fn place_below<'t>(
    rest: &[&'t str],
    order: Order,
    now: DateTime,
) -> Option<&'t str> {
    let day = rest
        .iter()
        .position(|l| read_date(l, order, now).is_some())?;
    let line = *rest.get(day + 1)?;
    // as if a preposition led to it
    let first = line.split(',').next().unwrap_or_default().trim();
    let whole = |at: &str| {
        let found = places::find(&format!("We met {at} {line}"));
        found.is_some_and(|place| first.ends_with(&place) || place.starts_with(first))
    };
    let place = line.starts_with(char::is_uppercase) && !line.contains(':');
    (place && read_date(line, order, now).is_none() && (whole("at") || whole("in the")))
        .then_some(line)
}

/// The day that a title names, where it is over: notes are written on the day they are of.
pub(super) fn held(title: &str, now: DateTime) -> Option<When> {
    let order = dates::order(title).unwrap_or(Order::DayFirst);
    // a title that is a day and little else is a diary's heading
    if dates::heading(title, &Reference::at(now)).is_some() {
        return None;
    }
    let when = read_date(title, order, now)?;
    let (first, last) = when.days();
    (first == last && first <= now.date()).then_some(when)
}

/// Titles of notes that are of a meeting with somebody ("Call with Ann"), in lower case.
const MEETINGS: [&str; 24] = [
    "1:1",
    "1-1",
    "1on1",
    "1-on-1",
    "one on one",
    "one-on-one",
    "call",
    "phone call",
    "video call",
    "catch-up",
    "catch up",
    "check-in",
    "coffee",
    "breakfast",
    "lunch",
    "dinner",
    "drinks",
    "meeting",
    "chat",
    "sync",
    "interview",
    "anruf",
    "gespräch",
    "treffen",
];

/// Words behind a name that no longer say who was met.
const BEHIND: [&str; 10] = [
    " (", " at ", " on ", " in ", " about ", " re ", " re: ", " – ", " - ", ": ",
];

/// Takes those whom a title says were met into the document: "1:1 with Ann", "Lunch with Ann and Tom at Nico's".
pub(super) fn met(title: &str, document: &mut Document) {
    // a list of who was there knows them: "Sync with Northwind" is of a firm
    if !document.present.is_empty() {
        return;
    }
    let with = [" with ", " w/ ", " mit "].into_iter();
    let found = with
        .filter_map(|with| title.split_once(with))
        .find(|(what, _)| MEETINGS.contains(&what.trim().to_lowercase().as_str()));
    let Some((_, who)) = found else {
        return;
    };
    let end = BEHIND.iter().filter_map(|b| who.find(b)).min();
    Roll::Present.people(&who[..end.unwrap_or(who.len())], document);
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::SourceType;

    #[test]
    fn a_title_says_who_was_met() {
        for (title, names) in [
            ("1:1 with Ann", &["Ann"][..]),
            (
                "Lunch with Ann Brook and Tom at Nico's",
                &["Ann Brook", "Tom"],
            ),
            ("Anruf mit Ines, 3. Mai", &["Ines"]),
            ("Trouble with the boiler", &[]),
            ("Meeting with the landlord", &[]),
        ] {
            let mut document = Document::new(SourceType::Text);
            met(title, &mut document);
            let met = document.present.iter();
            let met: Vec<_> = met
                .filter_map(|id| document.people[*id].name.as_deref())
                .collect();
            assert_eq!(met, names, "{title}");
        }
    }
}
