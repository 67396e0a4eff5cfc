//! The days that headings, entries and items open with, which part one episode from the next.

use crate::extract::{
    clock::Clock,
    dates::{self, Anchor},
};
use crate::{
    ingest::{Document, Kind, Passage},
    when::When,
};
use std::ops::Range;

/// Which passages are items of a list, and whether these open with a day.
pub(super) struct Dated {
    from: usize,
    items: Vec<Option<bool>>,
}

impl Dated {
    pub(super) fn of(document: &Document, range: Range<usize>, clock: Clock) -> Self {
        let from = range.start;
        let items = document.passages[range].iter().map(|p| match p.kind {
            Kind::Item { .. } => Some(opens_with_day(&p.text, clock).is_some()),
            _ => None,
        });
        Self {
            from,
            items: items.collect(),
        }
    }

    /// Whether two items are of different things by the days that they open with: "sat 5/25 the match", "mon 5/27 the
    /// cemetery", "call Bo".
    pub(super) fn turns(&self, before: usize, at: usize) -> bool {
        let item = |n: usize| self.items[n - self.from];
        item(before)
            .zip(item(at))
            .is_some_and(|(above, here)| above || here)
    }
}

/// The day that the nearest heading names; above the first heading, the one that the title is.
pub(super) fn heading_day(document: &Document, passage: &Passage, clock: Clock) -> Option<When> {
    let day = |text: &str| {
        dates::find(text, &clock.at(clock.now))
            .into_iter()
            .find(|f| f.anchor >= Anchor::Weekday)
    };
    if passage.headings.is_empty() {
        let title = document.title.as_deref()?;
        return day(title)
            .filter(|f| f.anchor >= Anchor::Yearless && f.span.len() * 2 > title.len())
            .map(|f| f.when);
    }
    passage
        .headings
        .iter()
        .rev()
        .find_map(|h| day(h))
        .map(|f| f.when)
}

/// The day with which an entry opens ("sat 9.9 landed …", "Monday, 3 May: …").
pub(super) fn opening_day(passage: &Passage, clock: Clock) -> Option<When> {
    if passage.kind != Kind::Prose {
        return None;
    }
    opens_with_day(&passage.text, clock)
}

/// The day with which a text opens.
fn opens_with_day(text: &str, clock: Clock) -> Option<When> {
    let head: String = text.chars().take(48).collect();
    dates::find(&head, &clock.at(clock.now))
        .into_iter()
        .find(|f| {
            f.anchor >= Anchor::Yearless
                && head[..f.span.start].chars().all(|c| !c.is_alphanumeric())
        })
        .map(|f| When::day(f.when.start.first_day()))
}
