//! What a feed puts below the description of each of its events: "Respond in the app."

use crate::extract::sentences;
use crate::ingest::Title;
use crate::ingest::{Document, Kind, Passage};

/// Events that end in the same words, at least.
const SAME: usize = 3;

/// Drops the sentences in which every description of a calendar ends, of several events.
pub(super) fn drop_shared(document: &mut Document) {
    let described = |p: &&mut Passage| matches!(p.kind, Kind::Event(_)) && !p.text.is_empty();
    let mut events: Vec<&mut Passage> = document.passages.iter_mut().filter(described).collect();
    let title = |p: &Passage| match &p.kind {
        Kind::Event(event) => event.summary.clone(),
        _ => Title::default(),
    };
    let first = events.first().map(|p| title(p));
    if events.len() < SAME || events.iter().all(|p| Some(title(p)) == first) {
        return;
    }
    while let Some(shared) = events.first().and_then(|p| last_sentence(&p.text)) {
        let shared = shared.to_owned();
        if !events
            .iter()
            .all(|p| last_sentence(&p.text) == Some(&shared))
        {
            return;
        }
        for passage in &mut events {
            let kept = passage.text.trim_end().len() - shared.len();
            passage.text.truncate(kept);
            passage.text.truncate(passage.text.trim_end().len());
        }
    }
}

/// The last sentence of a description, where it has any.
fn last_sentence(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let last = sentences::split(text).pop()?;
    (last.end == text.len()).then(|| &text[last])
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;

    #[test]
    fn what_every_event_ends_in_is_the_feeds() {
        let event = |title: &str, notes: &str| {
            format!(
                "BEGIN:VEVENT\nUID:{title}\nDTSTART:20240503T100000Z\nSUMMARY:{title}\nDESCRIPTION:{notes}\nEND:VEVENT\n"
            )
        };
        let calendar = |last: &str| {
            let events = event("Match", "Bring white. Reply in the app. Go Plus.")
                + &event("Training", "Reply in the app. Go Plus.")
                + &event("Dinner", last);
            shown(&format!("BEGIN:VCALENDAR\n{events}END:VCALENDAR\n"))
        };
        let notes = |last: &str| -> Vec<String> {
            let all = calendar(last);
            all.iter()
                .map(|e| e.rsplit(" | ").next().unwrap_or_default().to_owned())
                .collect()
        };
        assert_eq!(
            notes("RSVP. Reply in the app. Go Plus."),
            ["Bring white.", "", "RSVP."]
        );
        assert_eq!(
            notes("RSVP."),
            [
                "Bring white. Reply in the app. Go Plus.",
                "Reply in the app. Go Plus.",
                "RSVP."
            ]
        );
    }
}
