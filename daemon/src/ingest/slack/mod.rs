//! Slack: a channel's export as JSON or text, and what is pasted from its window; Discord's and Teams' windows paste
//! alike, and other services' exports are lists of messages as well.

mod blocks;
mod export;
mod markup;
mod mattermost;
pub(super) mod pasted;

use super::email::phrases::is_name;
use super::stream::{self, log, messenger, page, segments, table};
use super::turns::Turns;
use super::{About, Document, Passage, labels};
use crate::extract::entities::lexicon;
use crate::when::Point;
use memo_common::api::SourceType;
use std::collections::HashSet;

/// Reads a channel.
pub(crate) fn read(text: &str, about: &About<'_>) -> Document {
    if let Some(document) = recognize(text, about) {
        return document;
    }
    let mut turns = Turns::new(SourceType::Slack);
    if !(segments::read(text, about, &mut turns)
        || stream::read_phones(text, about, &mut turns)
        || page::read(text, about, &mut turns)
        || log::read(text, about.reference.date(), &mut turns)
        || table::read(text, about, &mut turns)
        || messenger::read_export(text, about.reference.date(), &mut turns)
        || messenger::read_mostly(text, about.reference.date(), &mut turns))
    {
        pasted::read(text, about, &mut turns);
    }
    turns.finish()
}

/// Reads what shows by its form that a service for teams has exported it, or that it was copied out of its window;
/// `None` for all else.
pub(super) fn recognize(text: &str, about: &About<'_>) -> Option<Document> {
    let mut turns = Turns::new(SourceType::Slack);
    let exported = mattermost::read(text, about, &mut turns)
        || export::read(text, about, &mut turns)
        || pasted::read_window(text, about, &mut turns);
    exported.then(|| turns.finish())
}

/// Whether a text is copied out of a chat's window: most of it are messages below a name and a time, and somebody
/// writes again, or all bear people's names. Times that begin at nothing are a recording's.
pub(super) fn is_mostly_window(text: &str, about: &About<'_>) -> bool {
    let mut turns = Turns::new(SourceType::Slack);
    pasted::read(text, about, &mut turns);
    let document = turns.finish();
    let told = |p: &&Passage| p.speaker.is_some() && p.when.is_some();
    let messages: Vec<&Passage> = document.passages.iter().filter(told).collect();
    let speakers: HashSet<_> = messages.iter().map(|p| p.speaker).collect();
    let (said, all) = (
        messages.iter().map(|p| p.text.len()).sum::<usize>(),
        document
            .passages
            .iter()
            .map(|p| p.text.len())
            .sum::<usize>(),
    );
    let recorded = messages
        .first()
        .and_then(|p| p.when)
        .is_some_and(|w| matches!(w.start, Point::Minute(at) if at.hour() == 0));
    let again = speakers.len() < messages.len();
    let people = speakers
        .iter()
        .filter_map(|id| document.people[(*id)?].name.as_deref());
    let talks = messages
        .iter()
        .filter(|p| p.text.split_whitespace().count() >= SENTENCE);
    let named = || people.clone().all(is_of_a_person) && talks.count() * 2 >= messages.len();
    speakers.len() >= 2 && (again || named()) && said * 2 >= all && !recorded
}

/// Words from which on a message is taken for a sentence.
const SENTENCE: usize = 4;

/// Whether a name is one that begins with a given name, or is what a window calls its reader.
fn is_of_a_person(name: &str) -> bool {
    let first = name.split_whitespace().next().unwrap_or_default();
    let given = || lexicon::look_up(&lexicon::fold(first)).given();
    labels::is_self(name) || is_name(name) && given()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::told;
    use proptest::prelude::*;

    pub(super) fn read_on(text: &str, reference: &str) -> Document {
        let reference = reference.parse::<jiff::Zoned>().expect("a time");
        let about = About {
            filename: None,
            reference: &reference,
        };
        read(text, &about)
    }

    fn check(text: &str) {
        told::check(text, &read_on(text, "2024-05-16T12:30:00[UTC]"));
    }

    proptest! {
        #[test]
        fn never_panics_on_any_text(text in "\\PC{0,200}") {
            check(&text);
        }

        #[test]
        fn never_panics_on_near_misses(lines in proptest::collection::vec(prop_oneof![
            Just("Ida"), Just(""), Just("  9:47 AM"), Just("9:47"), Just("Thursday, May 16th"), Just("soup :soup: é"),
            Just(":heart:"), Just("3"), Just("(edited)"), Just("Bo — Today at 9:50"), Just("[9:51 AM] Bo: hm"), Just("APP  10:52 AM"),
            Just("[{\"user\":\"U1\",\"ts\":\"1.0\",\"text\":\"<@U1> <http://a|b\"}]"), Just("2 replies"), Just("{\"type\":\"post\",\"post\":{\"user\":\"é\",\"message\":\"hm\",\"create_at\":1e300,\"replies\":[1,{}]}}"),
            Just("[{\"user\":\"U1\",\"ts\":\"1.0\",\"blocks\":[{\"text\":{\"text\":\"é\"}},1]}]"), Just("9:47 a. m."), Just("09:47 Uhr"), Just("9 h 47"), Just("[09:47]"), Just("Bo, Mon 9:14 AM"), Just("hier à 9 h 47 (modifié)"), Just("BOT"), Just("I"), Just("You, 9:47 AM"), Just("New"), Just("Aa @ :é:"), Just("Bo, Mon 4:06 PM, Edited"), Just("From: Bo"), Just("Type: incoming"), Just("Yesterday at 9:12 AM"),
        ], 0..24)) {
            check(&lines.join("\n"));
        }
    }

    #[test]
    fn long_inputs_take_linear_time() {
        check(&"a".repeat(1_000_000));
        check(&"Ida\n  9:47 AM\nsoup\n\n".repeat(30_000));
        check(&format!(
            "[{}]",
            r#"{"user":"U1","ts":"1516454398.0","text":"soup"},"#.repeat(20_000)
        ));
        check(&"<".repeat(300_000));
    }
}
