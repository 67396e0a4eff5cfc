//! What Google's "My Activity" tells, copied or saved as text: blocks of a product, what was done there, and when.
//!
//! - `saved`: the same as a page in HTML

mod saved;

use super::visit::Visit;
use crate::extract::dates::{Anchor, Order, Reference, find};
use crate::ingest::About;
use crate::ingest::lines::{self, Line};
use crate::ingest::stamp::{self, Day};
use crate::when::Point;
use jiff::civil::{Date, DateTime, Time};
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
    if blocks >= 2 {
        return visits;
    }
    listed(&lines, about)
}

/// The visits of a page whose days stand above them ("Today", "Aug 3"), with the hour alone below each.
fn listed(lines: &[Line], about: &About<'_>) -> Vec<Visit> {
    /// Lines below what was done in which its hour stands.
    const BELOW: usize = 4;
    let lines: Vec<&Line> = lines.iter().filter(|l| !l.is_empty()).collect();
    let mut visits = Vec::new();
    let (mut hours, mut day) = (0, None);
    for (n, line) in lines.iter().enumerate() {
        let said = line.text.trim();
        day = heading(said, about.reference.date()).or(day);
        let Some(day) = day.filter(|_| DONE.iter().any(|d| said.starts_with(d))) else {
            continue;
        };
        let mut below = lines[n + 1..].iter().enumerate().take(BELOW);
        let Some((at, hour)) = below.find_map(|(at, l)| Some((at, hour(l.text.trim())?))) else {
            continue;
        };
        hours += 1;
        let product = n
            .checked_sub(1)
            .map(|above| lines[above].text.to_lowercase());
        let product = product.as_deref().map(str::trim).unwrap_or_default();
        let product = product.strip_prefix("google ").unwrap_or(product);
        let url = SITES.iter().find(|(name, _)| *name == product);
        let visit = Visit {
            title: said.to_owned(),
            url: url.map_or("", |(_, url)| url).to_owned(),
            at: Some(day.to_datetime(hour)),
            folders: None,
            note: None,
            span: line.span.start..lines[n + 1 + at].span.end,
        };
        visits.extend(visit.read());
    }
    if hours >= 2 { visits } else { Vec::new() }
}

/// The day that a line is; without a year it is the last such day.
fn heading(line: &str, today: Date) -> Option<Date> {
    match line.to_lowercase().as_str() {
        "today" => return Some(today),
        "yesterday" => return today.yesterday().ok(),
        _ => {}
    }
    let stamp = stamp::whole(line).filter(|s| s.time.is_none())?;
    let day = stamp.day?;
    let date = day.date(true, today.year())?;
    match day {
        Day::NoYear(..) if date > today => day.date(true, today.year() - 1),
        _ => Some(date),
    }
}

/// The hour that a line begins with, where it says hardly more: "8:31 AM • Details".
fn hour(line: &str) -> Option<Time> {
    let said = line.split(['•', '·']).next().unwrap_or(line);
    stamp::whole(said).filter(|s| s.day.is_none())?.time
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

#[cfg(test)]
mod tests {
    use crate::ingest::browser::tests::texts;

    #[test]
    fn days_above_and_hours_below() {
        let page = "Google\nMy Activity\nFilter by date & product\nToday\nGoogle Search\nSearched for boat paint\n8:31 AM • Details\n\
            Google Search\nVisited Boat paint, a guide\n8:33 AM • Details\nYesterday\nGoogle Maps\nDirections to Soup Quay\n5:47 PM • Details\n\
            Privacy\nTerms\n";
        let told = texts(page).join("\n");
        assert!(
            told.contains("boat paint") && told.contains("Soup Quay"),
            "{told}"
        );
        assert!(told.contains("08:31") && told.contains("17:47"), "{told}");
    }
}
