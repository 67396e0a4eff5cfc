//! The author that a line names beside its date, apart from what programs show there.

use super::{HEAD, ROLE};
use crate::ingest::email::phrases::is_name;
use crate::ingest::pattern::pattern;
use std::ops::Range;

pattern!(
    ZONE,
    r"(?i)^(?:(?:utc|gmt|z)(?:[+-]\d{1,4})?|[a-z]{2,3}t|cest|mesz|mez)$"
);

/// Words that a page shows beside a time of its own, which are nobody's name.
pub(in crate::ingest) fn is_label(text: &str) -> bool {
    const LABELS: [&str; 35] = [
        "submitted",
        "submitter",
        "updated",
        "updates",
        "modified",
        "created",
        "closed",
        "opened",
        "resolved",
        "asked",
        "answered",
        "viewed",
        "active",
        "published",
        "posted",
        "edited",
        "committed",
        "authored",
        "merged",
        "released",
        "started",
        "due",
        "follow",
        "following",
        "share",
        "report",
        "save",
        "reply",
        "last modified",
        "last updated",
        "last seen",
        "date",
        "description",
        "today",
        "yesterday",
    ];
    let text = text.trim().trim_end_matches(':').to_lowercase();
    LABELS.contains(&text.as_str())
}

/// Whether a page of one's own account calls its reader so.
pub(in crate::ingest) fn is_you(name: &str) -> bool {
    const YOU: [&str; 11] = [
        "you", "me", "du", "sie", "ich", "tú", "usted", "vous", "moi", "você", "jij",
    ];
    YOU.contains(&name.to_lowercase().as_str())
}

/// A line without the bytes of its date.
pub(super) fn without(line: &str, date: &Range<usize>) -> String {
    format!("{} {}", &line[..date.start], &line[date.end..])
}

/// What a page says was done by somebody, which is no post of theirs.
const NOTED: [&str; 10] = [
    "booked",
    "ordered",
    "placed",
    "paid",
    "printed",
    "issued",
    "requested",
    "received",
    "signed",
    "checked",
];

/// Words that stand between an author and the date of a post.
const SAYING: [&str; 9] = [
    "wrote",
    "by",
    "said",
    "says",
    "posted",
    "answered",
    "asked",
    "commented",
    "replied",
];

/// The author that a dated line names beside the date.
pub(super) fn author(line: &str, date: &Range<usize>) -> Option<String> {
    let rest = without(line, date);
    // "by ida (Moderator) » …"
    let rest = ROLE.replace_all(&rest, " ");
    let words = words(&rest);
    let says = line[..date.start]
        .split(|c: char| !c.is_alphabetic())
        .any(|w| SAYING.contains(&w))
        || line.contains(['»', '•', '·'])
        || line.contains(" ago")
        || line.contains('@');
    let name = words.join(" ");
    let behind = line[date.end..].trim_start();
    let stamped = line[..date.start].trim_matches(['[', '(', ' ']).is_empty()
        && behind.starts_with(['-', '–', '—', ']'])
        && is_name(&name)
        && words.len() >= 2;
    // "Ida Ek, 05/03/2024 9:02 AM"
    let named_first = line[..date.start].trim_end();
    let listed = named_first.ends_with([',', '|', '–', '-', '('])
        && behind.trim_matches([')', ']', ' ']).is_empty()
        && line[date.clone()].contains(':')
        && (is_name(&name) && words.len() >= 2 || is_you(&name));
    // "Booked by Ida Ek, 03/05/2024 9:02 AM"
    let noted = words
        .first()
        .is_some_and(|w| NOTED.contains(&w.to_lowercase().as_str()));
    let named = (words.len() == 1 && is_handle(&name) || is_name(&name)) && !noted;
    ((says || stamped || listed) && (1..=HEAD).contains(&words.len()) && named && !is_label(&name))
        .then(|| name.trim_start_matches(['@', '~']).to_owned())
}

/// The words of a head that are no part of every head.
pub(super) fn words(rest: &str) -> Vec<&str> {
    rest.split_whitespace()
        .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '@')))
        .filter(|w| !w.is_empty() && w.chars().any(char::is_alphanumeric))
        .filter(|w| {
            let lower = w.to_lowercase();
            let shared = matches!(
                lower.as_str(),
                "on" | "at"
                    | "edited"
                    | "post"
                    | "reply"
                    | "op"
                    | "author"
                    | "permalink"
                    | "ago"
                    | "points"
                    | "point"
                    | "utc"
                    | "gmt"
                    | "am"
                    | "pm"
                    | "level"
                    | "re"
                    | "u"
                    | "next"
                    | "prev"
                    | "parent"
                    | "root"
                    | "hide"
                    | "past"
                    | "favorite"
                    | "flag"
                    | "minutes"
                    | "hours"
                    | "days"
                    | "weeks"
                    | "months"
                    | "years"
                    | "comment"
                    | "comments"
            );
            let shared = shared || ZONE.is_match(w);
            !shared && !SAYING.contains(&lower.as_str()) && !w.bytes().all(|b| b.is_ascii_digit())
        })
        .collect()
}

/// A login: one word, with a letter.
pub(in crate::ingest) fn is_handle(text: &str) -> bool {
    let text = text.trim_start_matches(['@', '~']);
    (2..=30).contains(&text.chars().count())
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
        && text.chars().any(char::is_alphabetic)
}
