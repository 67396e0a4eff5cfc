//! Which lines of a transcript name their speaker: `Name: text`, `[00:12:03] Name: text`, `Name (00:12)`, the chat of a
//! call.

use super::is_own;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use std::collections::HashMap;

pattern!(
    CALL_CHAT,
    r"^(\d{1,2}:\d{2}(?::\d{2})?)\s+(?:From\s+)?(.{1,60}?)\s+[Tt]o\s+.{1,60}?\s*:\s*(.*)$"
);
pattern!(
    TIME_NAME,
    r"^[\[(]?((?:\d{1,3}:)?\d{1,2}:\d{2})(?:[.,]\d{1,3})?(?:\s?[AP]M)?[\])]?\s*[-–—:|]?\s*(?:<([^<>:]{1,40})>|((?:\p{L}|\d)[^:\[\]<>]{0,60}?)\s*:)\s*(.*)$"
);
pattern!(
    TIME_ALONE,
    r"^[\[(]((?:\d{1,3}:)?\d{1,2}:\d{2})(?:[.,]\d{1,3})?[\])]\s*[-–—:]?\s*(\S.*)$"
);
pattern!(
    NAME_TIME,
    r"^((?:\p{Lu}|\d)[^:\[\]<>()]{0,60}?(?:\s\([^()\d][^()]{0,20}\))?)(?:\s+[\[(]|\s{2,}|\s+[-–—|]\s+|\s)((?:\d{1,2}:)?\d{1,2}:\d{2})(?:\s?[AP]M)?[\])]?\s*(?::\s*(.*))?$"
);
pattern!(
    NAME_SAID,
    r"^(\p{Lu}[^:\[\]<>()]{0,60}?(?:\s\([^()\d][^()]{0,20}\))?)\s+\[((?:\d{1,2}:)?\d{1,2}:\d{2})\]\s+(\S.*)$"
);
pattern!(
    TIME_DASH_NAME,
    r"^[\[(]?((?:\d{1,2}:)?\d{1,2}:\d{2})[\])]?\s+[-–—]\s+((\p{Lu}[^:\[\]<>()]{0,60}?)(?:\s\([^()]{1,40}\))?)$"
);
pattern!(
    NAME,
    r"^(?:\*\*|__)?((?:\p{L}|\d|\+)[^:\n*]{0,60}?)(?:\*\*|__)?\s*:(?:\*\*|__)?(?:\s+(.*))?$"
);
pattern!(ANGLED, r"^<([^<>:]{1,40})>\s+(.*)$");

/// Words that a line may begin with before a colon without naming a speaker.
const NO_SPEAKERS: &str = " note notes nb ps p.s todo to-do agenda summary action actions action items decision decisions next steps \
    update warning error example question answer re fwd http https subject date time place location topic title link see also remember \
    important reminder edit tip step result options option pros cons key takeaways overview background context total attendees \
    participants action item key questions chapters place recording date published meeting title meeting name meeting date call title duration \
    language organizer transcript recorded ";

/// Verbs that report: "Bo wrote to me: …" is a sentence, whose speaker is not "Bo wrote to me".
const REPORTING: &[&str] = &[
    "answered",
    "asked",
    "asks",
    "dijo",
    "dit",
    "escribió",
    "replied",
    "replies",
    "sagte",
    "said",
    "says",
    "schrieb",
    "tells",
    "told",
    "writes",
    "wrote",
];

/// A line that names its speaker.
pub(super) struct Head<'t> {
    pub(super) label: Option<&'t str>,
    pub(super) time: Option<&'t str>,
    /// Whether the time is a time of day, whatever else the document's times are.
    pub(super) is_clock: bool,
    pub(super) said: &'t str,
}

/// The line as one that names its speaker (or only its time, where nobody is named in the whole text).
pub(super) fn head<'t>(line: &'t str, known: &HashMap<&'t str, usize>) -> Option<Head<'t>> {
    let found = candidate(line)?;
    match found.label {
        Some(label) if known.contains_key(label) => Some(found),
        None => Some(found),
        Some(_) => None,
    }
}

fn candidate(line: &str) -> Option<Head<'_>> {
    let get = |c: &regex::Captures<'_>, n: usize| {
        c.get(n).map_or("", |m| {
            // Lifetimes: the capture's own text is the line's.
            &line[m.range()]
        })
    };
    if let Some(c) = CALL_CHAT.captures(line) {
        return Some(Head {
            label: Some(get(&c, 2)),
            time: Some(get(&c, 1)),
            is_clock: true,
            said: get(&c, 3),
        });
    }
    if let Some(c) = TIME_NAME.captures(line) {
        let label = if c.get(2).is_some() {
            get(&c, 2)
        } else {
            get(&c, 3)
        };
        return Some(Head {
            label: Some(label),
            time: Some(get(&c, 1)),
            is_clock: false,
            said: get(&c, 4),
        });
    }
    let dashed = TIME_DASH_NAME.captures(line);
    if let Some(c) = dashed.filter(|c| looks_like_name(get(c, 3))) {
        return Some(Head {
            label: Some(get(&c, 2)),
            time: Some(get(&c, 1)),
            is_clock: false,
            said: "",
        });
    }
    let said = NAME_SAID.captures(line);
    if let Some(c) = said.or_else(|| NAME_TIME.captures(line)) {
        return Some(Head {
            label: Some(get(&c, 1)),
            time: Some(get(&c, 2)),
            is_clock: false,
            said: get(&c, 3),
        });
    }
    if let Some(c) = TIME_ALONE.captures(line) {
        return Some(Head {
            label: None,
            time: Some(get(&c, 1)),
            is_clock: false,
            said: get(&c, 2),
        });
    }
    let c = NAME.captures(line).or_else(|| ANGLED.captures(line))?;
    Some(Head {
        label: Some(get(&c, 1)),
        time: None,
        is_clock: false,
        said: get(&c, 2),
    })
}

/// The labels that are speakers: seen with a time, or often enough, or looking like a name.
pub(super) fn labels(text: &str) -> HashMap<&str, usize> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut timed: HashMap<&str, usize> = HashMap::new();
    for line in text.lines().map(str::trim).filter(|l| !is_own(l)) {
        if let Some(Head {
            label: Some(label),
            time,
            ..
        }) = candidate(line)
        {
            *seen.entry(label).or_default() += 1;
            if time.is_some() {
                *timed.entry(label).or_default() += 1;
            }
        }
    }
    seen.retain(|label, n| {
        may_speak(label) && (timed.contains_key(label) || *n >= 2 || looks_like_name(label))
    });
    seen
}

fn may_speak(label: &str) -> bool {
    let lower = label.to_lowercase();
    !NO_SPEAKERS.contains(&format!(" {lower} "))
        && label.split_whitespace().count() <= 8
        && !lower.starts_with("http")
        && label.chars().any(char::is_alphabetic)
        && !label
            .split_whitespace()
            .any(|word| REPORTING.contains(&word))
        && stamp::take(label).0.day.is_none()
}

/// One to five words that each begin large: `Ana`, `Grad E`, `DeShawn Whitlock (he/him)`.
pub(super) fn looks_like_name(label: &str) -> bool {
    let mut words = label.split_whitespace();
    label.split_whitespace().count() <= 5
        && words.all(|word| {
            word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '(')
                || matches!(
                    word,
                    "de" | "van" | "von" | "der" | "da" | "del" | "la" | "di" | "bin" | "al"
                )
        })
}

/// Whether the document's times are times of day: they do not begin near zero, and none passes midnight.
pub(super) fn counts_from_midnight(text: &str, known: &HashMap<&str, usize>) -> bool {
    let first = text
        .lines()
        .filter_map(|line| head(line.trim(), known)?.time.map(str::to_owned))
        .next();
    let Some(first) = first else { return false };
    let parts: Vec<u32> = first.split(':').filter_map(|p| p.parse().ok()).collect();
    match parts[..] {
        [hour, ..] if hour > 23 => false,
        [0, ..] => false,
        [_, _, _] => true,
        [hour, _] => hour >= 6,
        _ => false,
    }
}
