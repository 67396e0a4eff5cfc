//! An event or a task as a sentence.

use crate::extract::tell::times::{day, hours, point, span};
use crate::ingest::Passage;
use crate::ingest::calendar::event::{Event, State};
use crate::when::{Point, When};
use crate::wording::{self, list};
use jiff::civil::Date;

/// Who had what part in an event, by name.
pub(super) struct Part {
    /// Who called it, where that is not the user.
    pub(super) organizer: Option<String>,
    /// Who else is there.
    pub(super) with: Vec<String>,
    /// Whether the user stays away.
    pub(super) declined_by_user: bool,
}

/// An event: whether it is, was or is called off, with whom, when and where.
pub(super) fn event(event: &Event, passage: &Passage, part: &Part, today: Date) -> String {
    let cancelled = event.state == State::Cancelled;
    let name = quoted(&event.summary);
    let repeats = event.repeats.as_ref();
    let goes_on = repeats.is_some_and(|r| r.until.is_none() && r.count.is_none());
    let past = !goes_on && passage.when.is_some_and(|w| w.days().1 < today);
    let mut said = if cancelled {
        match &part.organizer {
            Some(who) => format!("{who} cancelled our {name}, planned"),
            None => format!("My {name} was cancelled; it was planned"),
        }
    } else if part.declined_by_user {
        format!("I declined {name}")
    } else {
        let verb = match (event.state, past) {
            (State::Tentative, false) => "I may have",
            (State::Tentative, true) => "I may have had",
            (_, true) => "I had",
            (_, false) => "I have",
        };
        format!("{verb} {name}")
    };
    if !part.with.is_empty() && !cancelled {
        said.push_str(&format!(" with {}", list(&part.with)));
    }
    let time = time(event, passage.when);
    match time.strip_prefix(" on ") {
        Some(rest) if cancelled => said.push_str(&format!(" for {rest}")),
        _ => said.push_str(&time),
    }
    if let Some(place) = &passage.place {
        let at = if is_service(place) { " on" } else { ", at" };
        said.push_str(&format!("{at} {place}"));
    }
    said.push('.');
    said
}

/// A task, done or due.
pub(super) fn task(event: &Event, due: Option<When>) -> String {
    let name = quoted(&event.summary);
    match (event.state, due) {
        (State::Done(Some(at)), _) => format!("I finished my task {name}{}.", span(at)),
        (State::Done(None), Some(due)) => format!("I finished my task {name}, due{}.", span(due)),
        (State::Done(None), None) => format!("I finished my task {name}."),
        (State::Cancelled, _) => format!("I dropped my task {name}."),
        (_, Some(due)) => format!("I have to do {name}, due{}.", span(due)),
        (_, None) => format!("I have to do {name}."),
    }
}

/// The time as the end of a sentence: " on Wednesday 12 March 2025 from 10:00 to 10:45", " every Wednesday …".
fn time(event: &Event, when: Option<When>) -> String {
    let Some(when) = when else {
        return String::new();
    };
    let mut said = match &event.repeats {
        Some(repeats) => {
            let mut said = format!(" {}", repeats.rule);
            said.push_str(&hours(repeats.first));
            let first = repeats.first.start.first_day();
            match repeats.until {
                Some(until) => said.push_str(&format!(", from {} to {}", day(first), day(until))),
                None => said.push_str(&match repeats.count {
                    Some(times) => format!(", {times} times from {}", day(first)),
                    None => format!(", from {} on", day(first)),
                }),
            }
            match &repeats.except[..] {
                [] => {}
                few if few.len() <= 6 => {
                    let days: Vec<_> = few.iter().map(|d| day(*d)).collect();
                    said.push_str(&format!(", except {}", list(&days)));
                }
                many => said.push_str(&format!(", except on {} days", many.len())),
            }
            said
        }
        None => match when {
            When {
                start: Point::Day(date),
                end: None,
            } => format!(" on {}, all day", day(date)),
            when => span(when),
        },
    };
    if let Some(before) = event.instead_of.filter(|before| *before != when.start) {
        said.push_str(&format!(", instead of {}", point(before)));
    }
    said
}

/// The title in quotation marks; a nameless event is called one.
pub(super) fn quoted(summary: &str) -> String {
    if summary.is_empty() {
        return "an event".to_owned();
    }
    wording::quoted(summary)
}

/// A note's lines as sentences in a row.
pub(super) fn sentences(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        if !out.is_empty() {
            out.push_str(if out.ends_with(['.', '!', '?', ':', ',', ';', '…']) {
                " "
            } else {
                "; "
            });
        }
        out.push_str(line.trim_start_matches(['-', '*', '•']).trim_start());
    }
    if !out.ends_with(['.', '!', '?', '…']) {
        out.push('.');
    }
    out
}

/// Whether a place is a service to meet on.
fn is_service(place: &str) -> bool {
    [
        "Google Meet",
        "Zoom",
        "Microsoft Teams",
        "Webex",
        "Whereby",
        "Jitsi",
        "GoToMeeting",
        "BlueJeans",
        "Amazon Chime",
        "Skype",
        "FaceTime",
    ]
    .contains(&place)
}
