//! Visits of one purpose in a sentence: what was searched for, looked at, confirmed or kept, and when.

use crate::extract::dates::{self, Anchor, Lean, Order, Reference};
use crate::ingest::browser::visit::Visit;
use crate::ingest::{Kind, Passage};
use crate::when::{When, day_in_words};
use crate::wording::{list, quoted};
use jiff::ToSpan;
use jiff::civil::{DateTime, Time};

/// A group's visits in a sentence; `order` is how the notes on them write their days.
pub(super) fn record(part: &[Visit], order: Order) -> Passage {
    // What was ordered or booked is remembered by when that was.
    let turn = part.iter().find(|v| v.confirms()).or(part.first());
    let at = turn.and_then(|v| v.at);
    let kept = part.first().and_then(|v| v.folders.as_ref());
    let mut text = String::new();
    match (at, kept.is_some()) {
        (Some(at), true) => text.push_str(&format!("On {} I bookmarked", day_in_words(at.date()))),
        // A list of days has no hours.
        (Some(at), false) if at.time() == Time::midnight() => {
            text.push_str(&format!("On {} I", day_in_words(at.date())));
        }
        (Some(at), false) => text.push_str(&format!(
            "On {} at {:02}:{:02} I",
            day_in_words(at.date()),
            at.hour(),
            at.minute()
        )),
        (None, true) => text.push_str("I bookmarked"),
        (None, false) => text.push('I'),
    }
    match kept {
        Some(folders) => {
            let pages: Vec<_> = part.iter().map(|v| quoted(&v.title)).collect();
            text.push_str(&format!(" {}", list(&pages)));
            if let Some(folder) = folders.last() {
                text.push_str(&format!(" under {}", quoted(folder)));
            }
            if let Some(note) = part.first().and_then(|v| v.note.as_ref()) {
                text.push_str(&format!(", noting: {}", note.trim_end_matches('.')));
            }
        }
        None => text.push_str(&visited(part)),
    }
    text.push('.');
    let span = part.iter().map(|v| v.span.start).min().unwrap_or(0)
        ..part.iter().map(|v| v.span.end).max().unwrap_or(0);
    let mut passage = Passage::new(Kind::Record, text, span);
    passage.when = at.map(|at| {
        let note = part.first().and_then(|v| v.note.as_ref());
        if let Some(day) = note.and_then(|note| noted_day(note, at, order)) {
            day
        } else if kept.is_some() || at.time() == Time::midnight() {
            When::day(at.date())
        } else {
            When::minute(at)
        }
    });
    passage
}

/// The day that a note on a kept page tells of: notes are written when the page is kept, or added in the year after.
fn noted_day(note: &str, kept: DateTime, order: Order) -> Option<When> {
    /// Days before it was kept that a note may tell of.
    const BEFORE: i64 = 45;
    let find = |now, lean| {
        let reference = Reference {
            order,
            lean,
            ..Reference::at(now)
        };
        dates::find(note, &reference)
    };
    let exact = |w: When| {
        w.days()
            .1
            .since(w.days().0)
            .is_ok_and(|d| d.get_days() < 10)
    };
    let earliest = kept.checked_sub(BEFORE.days()).unwrap_or(kept);
    let dated = find(earliest, Some(Lean::Future))
        .into_iter()
        .find(|f| matches!(f.anchor, Anchor::Yearless | Anchor::Absolute) && exact(f.when));
    let told = || {
        find(kept, None)
            .into_iter()
            .find(|f| matches!(f.anchor, Anchor::Weekday | Anchor::Relative) && exact(f.when))
    };
    dated.or_else(told).map(|f| f.when)
}

/// " searched Google for “…” and “…”, looked at “…” and “…” on x.example, and got “… confirmed”"
fn visited(part: &[Visit]) -> String {
    let mut done: Vec<String> = Vec::new();
    let searches: Vec<_> = part.iter().filter_map(Visit::search).collect();
    if let Some((engine, _)) = searches.first() {
        let mut words: Vec<_> = searches.iter().map(|(_, w)| quoted(w)).collect();
        words.dedup();
        let with = if engine == "the web" {
            "searched".to_owned()
        } else {
            format!("searched {engine}")
        };
        done.push(format!("{with} for {}", list(&words)));
    }
    let pages: Vec<_> = part
        .iter()
        .filter(|v| v.search().is_none() && !v.confirms())
        .collect();
    for pages in pages.chunk_by(|a, b| a.done().0 == b.done().0) {
        let Some(first) = pages.first() else { continue };
        let titles: Vec<_> = pages.iter().map(|v| quoted(v.done().1)).collect();
        let mut said = format!("{} {}", first.done().0, list(&titles));
        // The site is said where the titles leave it open and all are of one.
        if let Some(host) = Some(first.host()).filter(|h| {
            !h.is_empty()
                && !first.title.starts_with("Directions to ")
                && pages.iter().all(|v| v.host() == *h)
        }) {
            said.push_str(&format!(" on {host}"));
        }
        done.push(said);
    }
    let confirmed: Vec<_> = part
        .iter()
        .filter(|v| v.search().is_none() && v.confirms())
        .map(|v| quoted(&v.title))
        .collect();
    if !confirmed.is_empty() {
        done.push(format!("got the confirmation {}", list(&confirmed)));
    }
    format!(" {}", list(&done))
}
