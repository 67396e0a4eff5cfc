//! Events told in labelled lines: invitations ("When: … Where: …"), bookings, a meeting's text with how to join it.
//!
//! - `label`: what a line's label announces
//! - `time`: the time that a field says

mod label;
mod time;

use super::draft::Draft;
use super::guests::{is_organizer, people};
use super::notes;
use super::title::is_sent;
use crate::extract::dates::{Lean, Reference, order};
use crate::ingest::email::phrases::{is_greeting, is_name};
use crate::ingest::lines::{self, Line};
use crate::ingest::{About, Document};
use crate::when::When;
use label::{Field, is_scheduled, labelled};
use time::time;

/// Words of a title at most, where it stands above the fields without a label.
const TITLE: usize = 14;

/// Lines in a row that may follow a label which stands alone.
const VALUES: usize = 12;

/// Reads labelled events; `false` where the text has none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, document: &mut Document) -> bool {
    let reference = Reference {
        order: order(&text[..text.floor_char_boundary(64 * 1024)]).unwrap_or_default(),
        lean: Some(Lean::Future),
        ..Reference::at(about.reference.datetime())
    };
    let lines = lines::of(text, 0);
    let mut drafts: Vec<(Draft, usize)> = Vec::new();
    let mut draft = Draft::default();
    let mut fields = 0;
    let mut open: Option<(Field, usize)> = None;
    let mut above: Option<&Line> = None;
    // the line that stands apart from what is above it and right above the next: there, the next event's title
    let mut heading: Option<&Line> = None;
    let mut blank = true;
    let mut end = 0;
    for line in &lines {
        let said = line.text.trim().trim_matches(['*', '_']).trim();
        if is_greeting(said) {
            continue;
        }
        if said.is_empty() {
            // A label's value may stand below a blank line; what follows its value does not.
            if open.is_some_and(|(_, n)| n > 0) {
                open = None;
            }
            blank = true;
            heading = None;
            continue;
        }
        let apart = std::mem::replace(&mut blank, false);
        let title = heading.take();
        if let Some((field, value)) = labelled(said) {
            let titled = title.filter(|_| draft.when.is_some() && fields > 0);
            let again = match field {
                Field::Title => !draft.title.is_empty() && fields > 0,
                // the same time in other words is the same event's
                Field::When => {
                    let told = || time(value, draft.when, &reference).map(|w| w.start);
                    draft.when.is_some()
                        && (fields > 1 || titled.is_some())
                        && told() != draft.when.map(|w| w.start)
                }
                _ => false,
            };
            if again {
                // "Yoga", a blank line above it and its time below, is no note on the event before
                if let Some(title) = titled.filter(|_| field == Field::When) {
                    draft.notes.pop();
                    draft.span.end = end;
                    above = Some(title);
                }
                drafts.push((std::mem::take(&mut draft), std::mem::take(&mut fields)));
            }
            if fields == 0 {
                draft.span = line.span.clone();
                if field != Field::Title
                    && draft.title.is_empty()
                    && let Some(title) = above.take()
                {
                    draft.span.start = title.span.start;
                    draft.title = title.text.trim().trim_start_matches('#').trim().to_owned();
                    fields += usize::from(is_scheduled(said));
                }
            }
            fields += usize::from(field != Field::Other);
            draft.span.end = line.span.end;
            put(field, value, &mut draft, &reference);
            open = Some((field, usize::from(!value.is_empty())));
            continue;
        }
        match &mut open {
            Some((field, n))
                if *n < VALUES && (*n == 0 || matches!(field, Field::Who | Field::Notes)) =>
            {
                *n += 1;
                draft.span.end = line.span.end;
                put(*field, said, &mut draft, &reference);
            }
            _ if fields > 0 => {
                if apart && said.split_whitespace().count() <= TITLE {
                    heading = Some(line);
                    end = draft.span.end;
                }
                draft.span.end = line.span.end;
                draft.notes.push(said.to_owned());
            }
            // "Accepted: Soup": a calendar's mail has the title in its subject
            _ if is_sent(said) => said.clone_into(&mut draft.title),
            _ => {
                if let Some(before) = above.replace(line) {
                    draft.notes.push(before.text.trim().to_owned());
                }
                if said.split_whitespace().count() > TITLE {
                    draft.notes.push(said.to_owned());
                    above = None;
                }
            }
        }
    }
    drafts.push((draft, fields));
    drafts.retain(|(draft, fields)| *fields >= 2 && draft.when.is_some());
    let found = !drafts.is_empty();
    for (mut draft, _) in drafts {
        if draft.place.is_none() {
            let said = draft.notes.join("\n");
            draft.place = notes::video_call(&said).map(str::to_owned);
        }
        draft.add_to(document);
    }
    found
}

fn put(field: Field, value: &str, draft: &mut Draft, reference: &Reference) {
    if value.is_empty() {
        return;
    }
    match field {
        Field::Title => value.clone_into(&mut draft.title),
        Field::When => {
            if let Some(when) = time(value, draft.when, reference) {
                draft.when = Some(when);
            }
        }
        Field::End => {
            if let (Some(start), Some(end)) = (draft.when, time(value, draft.when, reference)) {
                draft.when = Some(When::range(start.start, end.end.unwrap_or(end.start)));
            }
        }
        Field::Where => draft.place = Some(value.to_owned()),
        Field::Who => {
            for guest in people(value) {
                let name = guest.name.as_str();
                let (name, role) = name
                    .split_once(" - ")
                    .or_else(|| name.split_once(" – "))
                    .unwrap_or((name, ""));
                let name = name.trim_start_matches(['•', '*', '-']).trim();
                if guest.organizer || is_organizer(&role.to_lowercase()) {
                    draft.organizer = Some(name.to_owned());
                } else if is_name(name) || name.contains('@') || name.contains('(') {
                    draft.guests.push((name.to_owned(), guest.answer));
                }
            }
        }
        Field::Organizer => draft.organizer = Some(value.to_owned()),
        Field::Notes => draft.notes.push(value.to_owned()),
        Field::Other => {}
    }
}

#[cfg(test)]
mod tests;
