//! The user's name → I, me, my, with verbs that agree.
//!
//! Only text that is the user's own, or a record about them, is rewritten; what others said is quoted as it was.
//! The case of the pronoun is read from the words around the name: a possessive ending gives "my", a verb that
//! follows gives "I", a preposition or verb before gives "me".

mod around;

use super::people::{Mention, People};
use around::{is_greeting, is_introduced, is_listed, without_salutation};
use std::ops::Range;

/// First-person words, by which a narrative already speaks for the user.
const MINE: &[&str] = &[
    "i", "i'm", "i've", "i'd", "i'll", "me", "my", "mine", "myself", "we", "our", "us", "i’m",
    "i’ve", "i’d", "i’ll",
];

/// After these words a name is an object: "me".
const GOVERN: &[&str] = &[
    "to", "for", "with", "from", "by", "of", "at", "about", "on", "after", "before", "without",
    "between", "behind", "beside", "against", "like", "than", "cc", "via", "told", "asked",
    "called", "met", "saw", "gave", "sent", "invited", "thanked", "helped", "joined", "let", "ask",
    "tell", "call", "email", "mail", "ping", "give", "send", "show", "showed", "remind",
    "reminded", "joins", "assigned", "contact", "phone", "phoned", "emailed",
];

/// Verbs that change with the person, and irregular ones.
const VERBS: &[(&str, &str)] = &[
    ("is", "am"),
    ("has", "have"),
    ("does", "do"),
    ("goes", "go"),
    ("isn't", "am not"),
    ("hasn't", "haven't"),
    ("doesn't", "don't"),
    ("isn’t", "am not"),
    ("hasn’t", "haven’t"),
    ("doesn’t", "don’t"),
];

/// Words in -s after a subject that are no verbs in the third person.
const NOT_VERBS: &[&str] = &[
    "was",
    "as",
    "his",
    "this",
    "us",
    "yes",
    "always",
    "perhaps",
    "besides",
    "its",
    "sometimes",
    "afterwards",
    "thus",
    "plus",
    "minus",
    "across",
    "towards",
];

/// Whether the text speaks as I, me, my or we outside quotations.
pub(crate) fn speaks(text: &str) -> bool {
    let mut quoted = false;
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || matches!(c, '\'' | '’') {
            word.extend(c.to_lowercase());
            continue;
        }
        if !quoted && MINE.contains(&word.as_str()) {
            return true;
        }
        word.clear();
        match c {
            '“' => quoted = true,
            '”' => quoted = false,
            _ => {}
        }
    }
    false
}

/// `text` with the user's names turned to the first person; quotations stay as they are. Linear in the text.
pub(crate) fn told(text: &str, people: &People) -> String {
    if !people.may_name_user(text) {
        return text.to_owned();
    }
    let quoted = quotations(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    let mut mentions = people.mentions(text).into_iter().peekable();
    while let Some(mention) = mentions.next() {
        let mut name = mention.span;
        // "Brook, Ann" is one name, of a form
        let turned = |next: &Mention| {
            let whole = || format!("{} {}", &text[next.span.clone()], &text[name.clone()]);
            let between = text.get(name.end..next.span.start);
            between == Some(", ") && whole() == people.name(people.user())
        };
        let form = mentions.next_if(turned);
        name.end = form.as_ref().map_or(name.end, |next| next.span.end);
        let inside = quoted.partition_point(|q| q.end <= name.start);
        let in_quotes = quoted.get(inside).is_some_and(|q| q.start <= name.start);
        // An address or a path that holds the name is not the name.
        let glued = text[..name.start].ends_with(['@', '/', '.', '-', '_'])
            || text[name.end..].starts_with(['@', '/', '_', '-']);
        // `Ann Brook (the "Painter")`, "Patient: Ann Brook": what the user is called there stays
        let called = text[name.clone()].contains(['"', '“', '”'])
            || text[name.end..].starts_with(':') && !is_own(&text[name.clone()], people)
            || is_introduced(&text[..name.start]);
        if mention.person != people.user() || name.start < rest || in_quotes || glued || called {
            continue;
        }
        out.push_str(&text[rest..name.start]);
        rest = match form {
            Some(_) => {
                out.push_str(if opens_sentence(&out) { "Me" } else { "me" });
                name.end
            }
            None => replace(text, name, &mut out),
        };
    }
    out.push_str(&text[rest..]);
    out
}

/// Whether the words are of the user's own name, not an alias.
pub(super) fn is_own(words: &str, people: &People) -> bool {
    let name = people.name(people.user()).to_lowercase();
    words
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | '–' | '—'))
        .filter(|w| !w.is_empty())
        .any(|w| name.contains(&w.to_lowercase()))
}

/// The quotations of a text, in order.
fn quotations(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut open = None;
    for (at, c) in text.char_indices() {
        match (c, open) {
            ('“', None) => open = Some(at),
            ('”', Some(from)) => {
                out.push(from..at);
                open = None;
            }
            _ => {}
        }
    }
    out
}

/// Writes the pronoun for the name at `name`, and the verb after it; returns where the rest begins.
fn replace(text: &str, name: Range<usize>, out: &mut String) -> usize {
    let after = &text[name.end..];
    for possessive in ["'s", "’s"] {
        if let Some(tail) = after.strip_prefix(possessive)
            && !tail.starts_with(char::is_alphanumeric)
        {
            out.push_str(if opens_sentence(out) { "My" } else { "my" });
            return name.end + possessive.len();
        }
    }
    // "Bill to: Ann Brook", "Ann Brook: a bicycle": a row of a form, no sentence
    let labelled = [":", "Attn."].iter().any(|l| out.trim_end().ends_with(l));
    let row = labelled || after.starts_with(':');
    let closes = after.trim_start_matches(' ').is_empty()
        || after.starts_with(['.', '!', '?', '\n'])
            && !after[1..].starts_with(char::is_alphanumeric);
    let ends = closes || after.starts_with([':', ',', ';', '(', ')']) || after.starts_with(" (");
    if row && ends {
        let opens = opens_sentence(out) && !labelled;
        out.push_str(if opens { "Me" } else { "me" });
        return name.end;
    }
    // "Thank you, Ann! Your order is on its way"
    let thanked = out.trim_end().trim_end_matches(',');
    if ends && is_greeting(thanked) {
        out.truncate(thanked.len());
        return name.end;
    }
    // "Dear Ann, it is ready"
    if after.starts_with(',')
        && let Some(lead) = without_salutation(out)
    {
        out.truncate(lead);
        let rest = after[1..].trim_start_matches(' ');
        return text.len() - rest.len();
    }
    // "Ann Brook, 1 Row"
    if opens_sentence(out) && (closes || after.starts_with([',', '\n'])) {
        out.push_str("Me");
        return name.end;
    }
    let before = last_word(out);
    // nobody ends a sentence with "I", but for "Tom and I"
    let last = closes && !before.is_empty() && !matches!(before.as_str(), "and" | "or" | "than");
    if GOVERN.contains(&before.as_str()) || last || is_listed(out, after) {
        out.push_str("me");
        return name.end;
    }
    out.push('I');
    // "Ann signs" → "I sign"; "Ann: …" and "Ann," keep their words.
    let Some(tail) = after.strip_prefix(' ') else {
        return name.end;
    };
    let verb: &str = tail
        .split(|c: char| !(c.is_alphabetic() || matches!(c, '\'' | '’')))
        .next()
        .unwrap_or_default();
    // "Tom and Ann carry" has its plural already; a singular verb after "and" opens a clause of its own.
    match first_person_verb(verb) {
        // "Ann to send the notice by Friday"
        _ if verb == "to" && opens_sentence(&out[..out.len() - 1]) => {
            out.push_str(" am");
            name.end
        }
        Some(mine) => {
            out.push(' ');
            out.push_str(&mine);
            name.end + 1 + verb.len()
        }
        _ => {
            let (said, own) = said_of_self(tail);
            out.push(' ');
            out.push_str(&said);
            name.end + 1 + own
        }
    }
}

/// Verbs of saying, behind which the pronoun of a clause is the one who says it.
const SAID: [&str; 19] = [
    "said",
    "reported",
    "told",
    "noted",
    "explained",
    "confirmed",
    "mentioned",
    "added",
    "announced",
    "stated",
    "stressed",
    "replied",
    "repeated",
    "agreed",
    "promised",
    "thought",
    "felt",
    "hoped",
    "regretted",
];

/// How what stands behind "I" begins, where it is a clause of the user's own ("reported that she has met Bo" → "reported
/// that I have"), and how many bytes that takes.
fn said_of_self(tail: &str) -> (String, usize) {
    let mut at = 0;
    let mut next = || {
        let rest = &tail[at..];
        let word = rest.split(' ').next().unwrap_or_default();
        at += word.len() + usize::from(word.len() < rest.len());
        (word, at)
    };
    let (verb, _) = next();
    let (mut pronoun, mut behind) = next();
    let that = pronoun == "that";
    if that {
        (pronoun, behind) = next();
    }
    if !SAID.contains(&verb) || !matches!(pronoun, "she" | "he") || behind >= tail.len() {
        return (String::new(), 0);
    }
    let (word, end) = next();
    let own = word.trim_end_matches(|c: char| !c.is_alphabetic());
    let that = if that { " that" } else { "" };
    let mine = first_person_verb(own).unwrap_or_else(|| own.to_owned());
    let said = format!("{verb}{that} I {mine}");
    let spaced = usize::from(tail[..end].ends_with(' '));
    (said, end - spaced - (word.len() - own.len()))
}

/// Whether a text ends with these words (in lower case), in whatever case.
fn ends_with(text: &str, words: &str) -> bool {
    let from = text.len().saturating_sub(words.len());
    text.is_char_boundary(from)
        && text[from..].eq_ignore_ascii_case(words)
        && !text[..from].ends_with(char::is_alphanumeric)
}

/// `signs` → `sign`; `None` where the word does not change or is no verb.
fn first_person_verb(verb: &str) -> Option<String> {
    if let Some((_, mine)) = VERBS.iter().find(|(third, _)| *third == verb) {
        return Some((*mine).to_owned());
    }
    let plain = verb.chars().all(|c| c.is_ascii_lowercase());
    if !plain
        || verb.len() < 3
        || !verb.ends_with('s')
        || verb.ends_with("ss")
        || NOT_VERBS.contains(&verb)
    {
        return None;
    }
    if let Some(stem) = verb.strip_suffix("ies") {
        return Some(format!("{stem}y"));
    }
    for ending in ["ches", "shes", "sses", "xes", "zzes"] {
        if verb.ends_with(ending) {
            return Some(verb[..verb.len() - 2].to_owned());
        }
    }
    Some(verb[..verb.len() - 1].to_owned())
}

fn last_word(text: &str) -> String {
    let trimmed = text.trim_end_matches(' ');
    trimmed
        .rsplit(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default()
        .to_lowercase()
}

fn opens_sentence(text: &str) -> bool {
    text.trim_end().is_empty() || text.trim_end().ends_with(['.', '!', '?', ':', '“', '\n'])
}

#[cfg(test)]
mod tests;
