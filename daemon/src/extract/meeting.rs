//! The meeting itself, as a memory: who met, when and where, and what was decided.

use super::{
    Draft, LONGEST_NARRATIVE,
    dates::{self, Anchor, Order, Reference},
    entities,
    people::{People, PersonRef},
    sentences, tags,
};
use crate::ingest::Document;
use crate::when::When;
use crate::wording::{list, quoted};
use jiff::civil::DateTime;
use memo_common::api::SourceType;

/// How a sentence begins that states a decision.
const DECISIONS: &[&str] = &[
    "decision",
    "decided",
    "agreed",
    "resolved",
    "we decided",
    "we agreed",
    "beschluss",
    "beschlossen",
    "décision",
    "decisión",
];

/// A memory of the meeting that the document's notes are of; `None` where they are of none.
pub(crate) fn draft(document: &Document, people: &People) -> Option<Draft> {
    let title = document.title.as_deref()?;
    let mut present: Vec<PersonRef> = document.present.iter().map(|id| people.of(*id)).collect();
    present.sort();
    present.dedup();
    // a channel's members and a ticket's passengers do not meet
    let notes = document.source_type == SourceType::Text;
    if present.len() < 2 || document.passages.is_empty() || !notes {
        return None;
    }
    let user = people.user();
    let there = present.contains(&user);
    let others: Vec<&str> = present
        .iter()
        .filter(|p| **p != user)
        .map(|p| people.name(*p))
        .collect();
    let mut told = if there {
        format!("I was at {}", quoted(title))
    } else {
        format!("My notes are of {}", quoted(title))
    };
    let when = document.written.or_else(|| named_in(title));
    if let Some(when) = document.written {
        told.push_str(&format!(" on {}", when.in_words()));
    }
    if let Some(place) = &document.place {
        told.push_str(&format!(" ({place})"));
    }
    told.push_str(&format!(" with {}.", list(&others)));
    let header = 0..document.passages[0].span.start;
    let mut spans = Vec::from([header]);
    for passage in &document.passages {
        for range in sentences::split(&passage.text) {
            let text = &passage.text[range];
            let lower = text
                .trim_start_matches(|c: char| !c.is_alphabetic())
                .to_lowercase();
            if told.len() < LONGEST_NARRATIVE && DECISIONS.iter().any(|d| lower.starts_with(d)) {
                told.push(' ');
                told.push_str(&super::first_person::told(text, people));
                if spans.last() != Some(&passage.span) {
                    spans.push(passage.span.clone());
                }
            }
        }
    }
    spans.retain(|s| !s.is_empty());
    let entities = entities::find(&told, people);
    Some(Draft {
        participants: present.iter().map(|p| people.name(*p).to_owned()).collect(),
        when,
        place: document.place.clone(),
        tags: tags::tags(&told, &entities),
        entities,
        spans,
        speaker: None,
        asks: false,
        thread: 0,
        series: None,
        narrative: told,
    })
}

/// The day that a title names in full: "Minutes of 12 June 2026".
fn named_in(title: &str) -> Option<When> {
    let order = dates::order(title).unwrap_or(Order::DayFirst);
    let reference = Reference {
        order,
        ..Reference::at(DateTime::ZERO)
    };
    let mut found = dates::find(title, &reference).into_iter();
    let found = found.find(|f| f.anchor == Anchor::Absolute)?;
    let (first, last) = found.when.days();
    (first == last).then_some(found.when)
}

#[cfg(test)]
mod tests {
    use crate::extract::draft::tests::drafts;
    use memo_common::api::SourceType;

    #[test]
    fn a_meeting_is_of_the_day_in_its_title() {
        let text = "Minutes of 12 June 2026\n\nPresent: Ada Okoye, Victor Hale\n\nThe hall costs 120 euros.\n";
        let drafts = drafts(SourceType::Text, text);
        let met = drafts.iter().find(|d| d.narrative.contains("Minutes of"));
        let when = met.and_then(|d| d.when).map(|w| w.to_string());
        assert_eq!(when.as_deref(), Some("2026-06-12"));
    }
}
