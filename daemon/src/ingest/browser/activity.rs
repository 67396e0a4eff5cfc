//! What Google's "My Activity" tells, copied or saved as text: blocks of a product, what was done there, and when.
//!
//! - `saved`: the same as a page in HTML

mod saved;

use super::visit::Visit;
use crate::extract::dates::{Anchor, Order, Reference, find};
use crate::ingest::About;
use crate::ingest::lines;
use crate::when::Point;
use jiff::civil::DateTime;
pub(super) use saved::saved;

/// How the lines begin that say what was done.
const DONE: [&str; 14] = [
    "Searched for ",
    "Visited ",
    "Watched ",
    "Viewed ",
    "Directions to ",
    "Listened to ",
    "Read ",
    "Used ",
    "Liked ",
    "Saved ",
    "Subscribed to ",
    "Asked ",
    "Said ",
    "Explored ",
];

/// Products and the sites they are on.
const SITES: [(&str, &str); 5] = [
    ("search", "https://www.google.com/"),
    ("maps", "https://www.google.com/maps"),
    ("youtube", "https://www.youtube.com/"),
    ("image search", "https://www.google.com/"),
    ("google news", "https://news.google.com/"),
];

/// The visits that an activity page tells; none where the text is no such page.
pub(super) fn read(text: &str, about: &About<'_>) -> Vec<Visit> {
    let lines = lines::of(text, 0);
    let mut visits = Vec::new();
    let mut blocks = 0;
    for block in lines.split(|l| l.is_empty()) {
        let Some(done) = block
            .iter()
            .take(3)
            .position(|l| DONE.iter().any(|d| l.text.trim().starts_with(d)))
        else {
            continue;
        };
        // The time stands in a line of its own below.
        let mut below = block[done + 1..].iter().take(4);
        let at = below.find_map(|line| moment(&line.text, about));
        let Some(at) = at else { continue };
        blocks += 1;
        let product = block[..done]
            .first()
            .map(|l| l.text.trim().to_lowercase())
            .unwrap_or_default();
        let url = SITES.iter().find(|(name, _)| *name == product);
        let visit = Visit {
            title: block[done].text.trim().to_owned(),
            url: url.map_or("", |(_, url)| url).to_owned(),
            at: Some(at),
            folders: None,
            note: None,
            span: lines::span(block),
        };
        visits.extend(visit.read());
    }
    if blocks >= 2 { visits } else { Vec::new() }
}

/// The moment that a line is; `None` where it says more than that.
fn moment(line: &str, about: &About<'_>) -> Option<DateTime> {
    let reference = Reference {
        order: Order::MonthFirst,
        ..Reference::at(about.reference.datetime())
    };
    let found = find(line, &reference);
    let first = found.first()?;
    let whole = first.span.len() + 8 >= line.trim().len();
    match first.when.start {
        Point::Minute(at) if whole && first.anchor >= Anchor::Relative => Some(at),
        _ => None,
    }
}
