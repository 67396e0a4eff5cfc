//! Lines that name their speaker: `Name: text`, `[00:12:03] Name: text`, `Name (00:12)` with the words below, the
//! chat of a call; with the header that stands above them. Lines that name nobody are speech with no speakers.

use super::clock::{Start, seconds, time_of_day};
use super::is_vendor_line;
use crate::ingest::About;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use crate::ingest::turns::Turns;
use crate::when::When;
use memo_common::api::SourceType;
use std::collections::HashMap;
use std::ops::Range;

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
    NAME,
    r"^(?:\*\*|__)?((?:\p{L}|\d|\+)[^:\n*]{0,60}?)(?:\*\*|__)?\s*:(?:\*\*|__)?(?:\s+(.*))?$"
);
pattern!(ANGLED, r"^<([^<>:]{1,40})>\s+(.*)$");
pattern!(
    FIELD,
    r"(?i)^\W{0,4}(date|when|time|start(?:ed)?|start time|recorded|datum|zeit|fecha|hora|heure|location|where|place|room|ort|lugar|lieu|attendees|participants|present|people|speakers|teilnehmer|asistentes|participantes|title|subject|topic|meeting|call|titel|título|duration|length|dauer|duración|source|file|language|recording)\W{0,4}?:\W{0,4}\s+(.*)$"
);
pattern!(
    BETWEEN,
    r"(?i)^(?:a\s)?(?:conversation|chat|call|talk|interview|dialogue|meeting|gespräch|conversación)\s(?:between|with|zwischen|entre)\s+(.{1,120}?)(?:\s+(?:and|und|y|et|&)\s+(.{1,80}?))?\.?$"
);
pattern!(
    DURATION,
    r"(?i)^\W*(?:\d+\s*(?:h|hrs?|hours?|min|mins|minutes?|m|s|sec|secs|seconds?|std|horas?|minutos?|segundos?)\b[\s,.]*)+$"
);
pattern!(
    FILE,
    r"(?i)^[^/\n]{1,80}\.(?:m4a|mp3|mp4|wav|ogg|opus|webm|mov|aac|txt|vtt|srt|docx?)$"
);
pattern!(
    RECORDED,
    r"(?i)[-_ ]+\d{8}[_-]\d{6}(?:utc)?[-_ ]+meeting (?:recording|transcript)$"
);
pattern!(MARK, r"^[\[(]?(\d{1,2}:\d{2}:\d{2})[\])]?$");
pattern!(APART, r"\s+([.,?!;:])(?:\s|$)");
pattern!(CLITIC, r"(\w)\s+((?:'(?:s|re|m|ve|ll|d)|n't)\b)");
pattern!(SOUND, r"[\[{][^\]}\d][^\]}]{0,30}[\]}]");

/// Longest line (bytes) of a program's own.
const LONGEST_OWN: usize = 240;

/// What a transcript's own lines are compared with.
const TALK: Medium = Medium::of(SourceType::Stream);

/// Words that a line may begin with before a colon without naming a speaker.
const NO_SPEAKERS: &str = " note notes nb ps p.s todo to-do agenda summary action actions action items decision decisions next steps \
    update warning error example question answer re fwd http https subject date time place location topic title link see also remember \
    important reminder edit tip step result options option pros cons key takeaways overview background context total attendees \
    participants ";

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
struct Head<'t> {
    label: Option<&'t str>,
    time: Option<&'t str>,
    /// Whether the time is a time of day, whatever else the document's times are.
    is_clock: bool,
    said: &'t str,
}

/// Reads every line; nothing is refused.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) {
    let known = labels(text);
    let clock = counts_from_midnight(text, &known);
    let mut start = Start::from_name(about);
    let mut now: Option<When> = None;
    let mut marked: Option<i64> = None;
    let mut speaking = None;
    let mut begun = false;
    let mut open: Option<(String, Range<usize>)> = None;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let from = at + (raw.len() - raw.trim_start().len());
        let span = from..(from + line.len());
        at += raw.len();
        if line.is_empty() || is_own(line) {
            if speaking.is_none() {
                close(&mut open, speaking, now, turns);
            }
            continue;
        }
        // how far the talk is, in a line of its own
        if let Some(mark) = MARK.captures(line).filter(|_| !known.is_empty()) {
            close(&mut open, speaking, now, turns);
            marked = seconds(&mark[1]);
            continue;
        }
        if !begun && header(line, &mut start, about, turns) {
            continue;
        }
        if let Some(head) = head(line, &known) {
            close(&mut open, speaking, now, turns);
            begun = true;
            speaking = head.label.map(|label| turns.speaker(label));
            now = match head.time {
                Some(time) if clock || head.is_clock => {
                    time_of_day(time).and_then(|t| start.clock(t))
                }
                Some(time) => seconds(time).and_then(|s| start.after(s)),
                None => marked.and_then(|s| start.after(s)).or(start.when()),
            };
            open = Some((head.said.to_owned(), span));
        } else if let Some((said, open_span)) = &mut open {
            if !said.is_empty() {
                said.push(if known.is_empty() { ' ' } else { '\n' });
            }
            said.push_str(line);
            open_span.end = span.end;
        } else if known.is_empty() || tells(line) {
            now = start.when();
            begun = begun || known.is_empty();
            open = Some((line.to_owned(), span));
        } else if !begun && turns.document().title.is_none() {
            turns.document().title = Some(titled(line));
        }
    }
    close(&mut open, speaking, now, turns);
    turns.document().written = start.when();
}

/// A talk's title without what a program adds to it: "Eye camp-20251104_140315-Meeting Recording".
fn titled(line: &str) -> String {
    RECORDED.replace(line, "").trim().to_owned()
}

/// Whether a line is the program's own.
fn is_own(line: &str) -> bool {
    is_vendor_line(line) || line.len() <= LONGEST_OWN && furniture::without(line, TALK).is_empty()
}

/// Whether a line above the first that names its speaker tells something: a sentence, not a heading.
fn tells(line: &str) -> bool {
    line.ends_with(['.', '!', '?', '…']) && line.split_whitespace().count() >= 4
}

/// Ends the turn that is open.
fn close(
    open: &mut Option<(String, Range<usize>)>,
    speaker: Option<usize>,
    when: Option<When>,
    turns: &mut Turns,
) {
    if let Some((said, span)) = open.take() {
        let said = SOUND.replace_all(&said, "");
        turns.say(speaker, &closed_up(&said), span, when, 0);
    }
}

/// Text whose punctuation stands apart from its words, as corpora write it (`we 're here .`), closed up.
fn closed_up(text: &str) -> std::borrow::Cow<'_, str> {
    if !APART.is_match(text) {
        return text.into();
    }
    let text = APART.replace_all(text, "$1 ");
    CLITIC.replace_all(&text, "$1$2").into_owned().into()
}

/// The line as one that names its speaker (or only its time, where nobody is named in the whole text).
fn head<'t>(line: &'t str, known: &HashMap<&'t str, usize>) -> Option<Head<'t>> {
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
    if let Some(c) = NAME_TIME.captures(line) {
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
fn labels(text: &str) -> HashMap<&str, usize> {
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
    let talk = seen
        .iter()
        .filter(|(label, n)| (**n >= 2 || timed.contains_key(*label)) && may_speak(label))
        .count();
    seen.retain(|label, n| {
        may_speak(label)
            && (timed.contains_key(label)
                || *n >= 2
                || (talk > 0 && looks_like_name(label))
                || looks_like_name(label))
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
fn looks_like_name(label: &str) -> bool {
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
fn counts_from_midnight(text: &str, known: &HashMap<&str, usize>) -> bool {
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

/// Takes in a line of the header; `false` where the line is none.
fn header(line: &str, start: &mut Start, about: &About<'_>, turns: &mut Turns) -> bool {
    let bare = line
        .trim_start_matches(['#', '*', ' '])
        .trim_end_matches('*');
    if let Some(field) = FIELD.captures(line) {
        let value = field.get(2).map_or("", |m| m.as_str()).trim();
        match field[1].to_lowercase().as_str() {
            "location" | "where" | "place" | "room" | "ort" | "lugar" | "lieu" => {
                turns.document().place = Some(value.to_owned());
            }
            "attendees" | "participants" | "present" | "people" | "speakers" | "teilnehmer"
            | "asistentes" | "participantes" => {
                for name in value
                    .split([',', ';'])
                    .map(str::trim)
                    .filter(|n| !n.is_empty())
                {
                    let id = turns.speaker(name);
                    turns.document().present.push(id);
                }
            }
            "title" | "subject" | "topic" | "meeting" | "call" | "titel" | "título" => {
                turns.document().title = Some(titled(value));
            }
            _ => {
                let (stamp, _) = stamp::take(value);
                start.add(stamp, about);
            }
        }
        return true;
    }
    if let Some(found) = BETWEEN.captures(bare) {
        for name in [found.get(1), found.get(2)].into_iter().flatten() {
            for name in name.as_str().split(',').map(str::trim) {
                let id = turns.speaker(name);
                turns.document().present.push(id);
            }
        }
        return true;
    }
    if let Some(stamp) = stamp::whole(bare) {
        start.add(stamp, about);
        return true;
    }
    if DURATION.is_match(bare) {
        return true;
    }
    if FILE.is_match(bare) {
        let name = bare.rsplit_once('.').map_or(bare, |(name, _)| name);
        turns.document().title = Some(titled(name).replace('_', " "));
        return true;
    }
    if line.starts_with('#') && turns.document().title.is_none() {
        turns.document().title = Some(titled(bare));
        return true;
    }
    false
}

#[cfg(test)]
mod tests;
