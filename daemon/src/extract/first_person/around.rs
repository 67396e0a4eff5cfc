//! What stands round the user's name where it is no part of a sentence: a greeting, a list, an introduction.

use super::{ends_with, opens_sentence};

/// What is said to somebody before their name.
const GREETINGS: [&str; 12] = [
    "thank you",
    "thanks",
    "cheers",
    "hi",
    "hey",
    "hello",
    "welcome",
    "hallo",
    "moin",
    "bonjour",
    "salut",
    "hola",
];

/// Whether words end in a greeting: "Thanks", "Morning" at the beginning of a sentence, but not "on Monday morning".
pub(super) fn is_greeting(words: &str) -> bool {
    let day = ["morning", "afternoon", "evening"].iter().any(|w| {
        let before = words
            .get(..words.len().saturating_sub(w.len()))
            .unwrap_or_default();
        ends_with(words, w) && (opens_sentence(before) || ends_with(before.trim_end(), "good"))
    });
    day || GREETINGS.iter().any(|w| ends_with(words, w))
}

/// Where a letter's salutation begins that a text ends in: "Dear ", "Sehr geehrte Frau ".
pub(super) fn without_salutation(text: &str) -> Option<usize> {
    const SALUTATIONS: [&str; 12] = [
        "dear", "my dear", "liebe", "lieber", "cher", "chère", "querido", "querida", "caro",
        "cara", "beste", "kära",
    ];
    let line = text.rfind(['\n', '.', '!', '?']).map_or(0, |at| at + 1);
    let start = text.len() - text[line..].trim_start().len();
    let said = text[start..].trim_end().to_lowercase();
    SALUTATIONS.contains(&said.as_str()).then_some(start)
}

/// Whether the name between these words stands in a list behind a label: "For: Ida, Ann, Bo".
pub(super) fn is_listed(before: &str, after: &str) -> bool {
    let labelled = before
        .rsplit(['.', '!', '?', '\n'])
        .next()
        .and_then(|said| said.split_once(": "))
        .is_some_and(|(_, names)| {
            let names = names.strip_suffix(", ").unwrap_or_default();
            !names.is_empty()
                && names
                    .split(", ")
                    .all(|name| name.starts_with(char::is_uppercase) && name.split(' ').count() < 4)
        });
    let next = after
        .strip_prefix(", ")
        .or_else(|| after.strip_prefix(" and "));
    labelled && next.is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Whether words say what somebody is called: "My name is", "Hi, I'm".
pub(super) fn is_introduced(before: &str) -> bool {
    const LEADS: [&str; 6] = ["name is", "name's", "I am", "I'm", "I’m", "called"];
    let before = before.trim_end();
    LEADS.iter().any(|lead| before.ends_with(lead))
}
