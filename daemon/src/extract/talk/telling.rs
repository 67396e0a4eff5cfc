//! Exchange → the words it is told in: everybody's words as they were said, with who said them to whom.

use crate::extract::dates::Anchor;
use crate::extract::entities::lexicon::{fold, look_up};
use crate::extract::episode::Episode;
use crate::extract::narrative::behind;
use crate::extract::people::{People, PersonRef};
use crate::ingest::{Document, PersonId, SOMEBODY, is_nameless};
use crate::wording::inner;
use memo_common::api::SourceType;
use std::cell::LazyCell;

/// Sounds of somebody thinking; they are left out of the telling.
const FILLERS: [&str; 12] = [
    "um", "umm", "uh", "uhm", "uhh", "erm", "er", "ehm", "äh", "ähm", "mmm", "eh",
];

/// Words by which German is known: none of them is an English word.
const GERMAN: [&str; 36] = [
    "der", "das", "und", "ist", "nicht", "ich", "wir", "uns", "ein", "eine", "den", "dem", "mit",
    "von", "zu", "zur", "zum", "bei", "auf", "für", "noch", "hat", "haben", "kommt", "uhr", "bis",
    "vom", "halb", "du", "sie", "ihr", "sein", "auch", "wie", "heißt", "schon",
];

/// What one speaker says on end.
struct Run {
    speaker: Option<PersonId>,
    said: String,
    starts_asking: bool,
    asks: bool,
}

/// The exchange, told.
pub(crate) fn tell(document: &Document, episode: &Episode, people: &People) -> String {
    let user = people.user();
    let present = two_of(document, episode).unwrap_or_else(|| document.present.clone());
    let present: Vec<PersonRef> = present.iter().map(|id| people.of(*id)).collect();
    let with_me = present.contains(&user);
    let two = match present[..] {
        [a, b] => Some((a, b)),
        _ => None,
    };
    let mut out = String::new();
    let mut named: Vec<PersonRef> = Vec::new();
    let title = title(document);
    for (n, run) in runs(document, episode).into_iter().enumerate() {
        let first = n == 0;
        if first
            && run.speaker.is_some()
            && let Some(title) = &title
        {
            out.push_str(&format!("In “{title}”{},", held(episode)));
        }
        let verb = |told: &'static str, asked: &'static str| if run.asks { asked } else { told };
        let lead = match run.speaker.map(|id| people.of(id)) {
            None if first && document.source_type != SourceType::Slack => match &title {
                Some(title) => format!("In my recording “{title}”"),
                None => "In a recording of mine".to_owned(),
            },
            None => format!("{SOMEBODY} said"),
            Some(speaker) if speaker == user => match two {
                Some((a, b)) if a != b => {
                    let other = if a == user { b } else { a };
                    let name = called(people, other, &mut named);
                    if name.is_empty() || name == SOMEBODY {
                        verb("I said", "I asked").to_owned()
                    } else {
                        format!("{} {name}", verb("I told", "I asked"))
                    }
                }
                _ => verb("I said", "I asked").to_owned(),
            },
            Some(speaker) => {
                let name = called(people, speaker, &mut named);
                let to = match two {
                    _ if with_me && two.is_some() => " me".to_owned(),
                    _ if with_me => " us".to_owned(),
                    Some((a, b)) if a != b => {
                        let other = if a == speaker { b } else { a };
                        format!(" {}", called(people, other, &mut named))
                    }
                    _ => String::new(),
                };
                if to.trim().is_empty() {
                    format!("{name} {}", verb("said", "asked"))
                } else {
                    format!("{name} {}{to}", verb("told", "asked"))
                }
            }
        };
        let lead = match lead.strip_prefix(SOMEBODY) {
            Some(rest) if out.ends_with(',') => format!("{}{rest}", SOMEBODY.to_lowercase()),
            _ => lead,
        };
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&format!("{lead}: “{}”", run.said));
    }
    out
}

/// When the talk was, where it names other days: " on 12 June 2025 at 10:00".
fn held(episode: &Episode) -> String {
    let mut found = episode.pieces.iter().flat_map(|p| &p.found);
    let names = found.any(|f| f.anchor > Anchor::Clock);
    match episode.written.filter(|_| names) {
        Some(at) => format!(" on {}", at.in_words()),
        None => String::new(),
    }
}

/// The two who write to each other, where a document holds the talks of several.
fn two_of(document: &Document, episode: &Episode) -> Option<Vec<PersonId>> {
    let first = &document.passages[episode.pieces.first()?.passage];
    match (first.speaker, &first.audience[..]) {
        (Some(speaker), [other]) => Some(vec![speaker, *other]),
        _ => None,
    }
}

/// What the talk is called, where that says what it is about.
fn title(document: &Document) -> Option<String> {
    let title = document.title.as_deref()?.trim();
    let says = title
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().count() > 2)
        .any(|word| !GENERIC.contains(&word.to_lowercase().as_str()));
    (says && title.chars().count() <= 80).then(|| inner(title))
}

/// Words that name the file or the medium, not the matter.
const GENERIC: [&str; 30] = [
    "recording",
    "record",
    "audio",
    "voice",
    "memo",
    "note",
    "notes",
    "nota",
    "voz",
    "transcript",
    "meeting",
    "call",
    "zoom",
    "teams",
    "meet",
    "chat",
    "conversation",
    "session",
    "new",
    "untitled",
    "general",
    "random",
    "with",
    "export",
    "thread",
    "file",
    "video",
    "gmt",
    "otter",
    "aufnahme",
];

/// The full name the first time, the short one after.
fn called<'p>(people: &'p People, person: PersonRef, named: &mut Vec<PersonRef>) -> &'p str {
    if is_voice(people.name(person)) {
        return SOMEBODY;
    }
    let short = people.short_name(person);
    // "Project Manager" is not called "Project".
    if named.contains(&person) && look_up(&fold(short)).given() {
        return short;
    }
    named.push(person);
    people.name(person)
}

/// Whether a name is what a program calls a voice that it does not know; a number tells one from another, a telephone's who.
fn is_voice(name: &str) -> bool {
    is_nameless(name) && !name.contains(char::is_numeric)
}

/// The pieces, put together by speaker.
fn runs(document: &Document, episode: &Episode) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for piece in &episode.pieces {
        let passage = &document.passages[piece.passage];
        let text = &passage.text[piece.range.clone()];
        let mut said = String::new();
        let mut at = 0;
        for found in &piece.found {
            let relative = matches!(found.anchor, Anchor::Weekday | Anchor::Relative);
            let end = behind(text, found.span.end);
            if relative && end <= text.len() && end >= at {
                said.push_str(&text[at..end]);
                said.push_str(&format!(" [{}]", found.when.in_words()));
                at = end;
            }
        }
        said.push_str(&text[at..]);
        let said = inner(&without_fillers(&said));
        let asks = super::asks(text);
        match runs.last_mut() {
            Some(run) if run.speaker == passage.speaker => {
                let ended = run
                    .said
                    .ends_with(|c: char| !(c.is_alphanumeric() || matches!(c, ')' | ']' | '\'')));
                run.said.push_str(if ended { " " } else { "; " });
                run.said.push_str(&said);
                // What begins or ends with a question asks.
                run.asks = run.starts_asking || asks;
            }
            _ => runs.push(Run {
                speaker: passage.speaker,
                said,
                starts_asking: asks,
                asks,
            }),
        }
    }
    runs
}

/// "So, um, three things" → "So, three things". In German "um" and "er" are words of their own.
fn without_fillers(text: &str) -> String {
    // once for all of the words: a long turn has many fillers
    let german = LazyCell::new(|| {
        let words = text.split(|c: char| !c.is_alphabetic());
        let said = words.filter(|w| GERMAN.contains(&w.to_lowercase().as_str()));
        said.take(2).count() > 1
    });
    let is_filler = |word: &str| {
        let bare = word.trim_matches([',', '.', '…', '-', '–']).to_lowercase();
        FILLERS.contains(&bare.as_str()) && !(matches!(bare.as_str(), "um" | "er") && *german)
    };
    if !text.split_whitespace().any(is_filler) {
        return text.to_owned();
    }
    let mut out: Vec<&str> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        // "um 8"
        let hour = word.eq_ignore_ascii_case("um")
            && words
                .peek()
                .is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        if hour || !is_filler(word) {
            out.push(word);
        }
    }
    let joined = out.join(" ");
    let mut chars = joined.chars();
    // A sentence keeps its capital where the filler bore it.
    match chars.next() {
        Some(first) if text.starts_with(char::is_uppercase) => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => joined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_go_and_capitals_stay() {
        assert_eq!(
            without_fillers("Um, so, uh, three things."),
            "So, three things."
        );
        assert_eq!(without_fillers("the number"), "the number");
        let german = "Treffen ist bei Oma um 8, er kommt mit";
        assert_eq!(without_fillers(german), german);
    }
}
