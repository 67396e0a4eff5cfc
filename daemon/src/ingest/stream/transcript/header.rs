//! What stands above a talk: when and where it was, who was there, what it was called.

use crate::ingest::pattern::pattern;
use crate::ingest::stamp::Stamp;
use crate::ingest::stream::clock::Start;
use crate::ingest::turns::Turns;
use crate::ingest::{About, labels, stamp};

pattern!(
    FIELD,
    r"^\W{0,4}(\p{L}[\p{L} ]{1,24}?)\W{0,4}?:\W{0,4}\s+(.*)$"
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
    PUBLISHED,
    r"(?i)^(?:first )?(?:published|recorded|posted|aired|released|uploaded|broadcast)(?: on)?:?\s+"
);
pattern!(
    FILE,
    r"(?i)^[^/\n]{1,80}\.(?:m4a|mp3|mp4|wav|ogg|opus|webm|mov|aac|txt|vtt|srt|docx?)$"
);
pattern!(
    RECORDED,
    r"(?i)[-_ ]+\d{8}[_-]\d{6}(?:utc)?[-_ ]+\p{L}[\p{L}' ]{4,40}$|\s+[-–—|]\s+(?:transcript|transkript|transcription|transcripción|transcrição|trascrizione|transcriptie|notes by gemini)$"
);
pattern!(
    LONG,
    r"(?i)^\W*(?:duration|length|dauer|durée|duración)\s+\d.{0,80}$"
);

// how long it took: "3:08"
pattern!(LENGTH, r"^\d{1,3}:\d{2}(?::\d{2})?$");

/// A talk's title without what a program adds to it: "Eye camp-20251104_140315-Meeting Recording".
pub(super) fn titled(line: &str) -> String {
    RECORDED.replace(line, "").trim().to_owned()
}

/// Whether a line is the title of a talk with what a program adds to it.
pub(super) fn is_titled(line: &str) -> bool {
    line.len() <= 160 && RECORDED.is_match(line)
}

/// Takes in a line of the header; `false` where the line is none.
pub(super) fn header(line: &str, start: &mut Start, about: &About<'_>, turns: &mut Turns) -> bool {
    let bare = line
        .trim_start_matches(['#', '*', ' '])
        .trim_end_matches('*');
    if let Some(found) = FIELD.captures(line)
        && field(
            &found[1].to_lowercase(),
            found[2].trim(),
            start,
            about,
            turns,
        )
    {
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
    if let Some(stamp) = dated(bare, turns) {
        start.add(stamp, about);
        return true;
    }
    if DURATION.is_match(bare) || LONG.is_match(bare) {
        return true;
    }
    if FILE.is_match(bare) {
        let name = bare.rsplit_once('.').map_or(bare, |(name, _)| name);
        turns.document().title = Some(titled(name).replace('_', " ").into());
        return true;
    }
    if line.starts_with('#') && turns.document().title.is_none() {
        turns.document().title = Some(titled(bare).into());
        return true;
    }
    false
}

/// The day in a line that tells something beside it: "Soup review - July 29" has the title before it, "Thu, Jul 31, 2025 -
/// 48 mins" how long it took behind it; "Published July 22, 2025".
fn dated(line: &str, turns: &mut Turns) -> Option<Stamp> {
    let whole = |text: &str| stamp::whole(text).filter(|stamp| stamp.day.is_some());
    let parts = [" - ", " – ", " — ", " | ", " • ", " · "];
    let parted = parts.iter().find_map(|part| line.rsplit_once(part));
    if let Some((before, after)) = parted {
        if DURATION.is_match(after) || LENGTH.is_match(after) {
            return whole(before);
        }
        let stamp = whole(after).or_else(|| begun(after))?;
        turns
            .document()
            .title
            .get_or_insert_with(|| titled(before).into());
        return Some(stamp);
    }
    let published = PUBLISHED.find(line)?;
    whole(&line[published.end()..])
}

/// The day that a text begins with, before where it was: "4 August 2025, Kiel".
fn begun(text: &str) -> Option<Stamp> {
    const WORDS: usize = 3;
    let (day, place) = text.rsplit_once(", ")?;
    let stamp = stamp::whole(day).filter(|stamp| stamp.day.is_some())?;
    let named = place.starts_with(char::is_uppercase) && place.split_whitespace().count() <= WORDS;
    named.then_some(stamp)
}

/// Takes in a field; `false` where its label is none of a header's.
fn field(
    label: &str,
    value: &str,
    start: &mut Start,
    about: &About<'_>,
    turns: &mut Turns,
) -> bool {
    match label {
        place if labels::is_place(place) => turns.document().place = Some(value.to_owned()),
        present if labels::is_present(present) => {
            let names = value.split([',', ';']).map(str::trim);
            for name in names.filter(|n| !n.is_empty()) {
                let id = turns.speaker(name);
                turns.document().present.push(id);
            }
        }
        "title" | "subject" | "topic" | "meeting" | "call" | "titel" | "título" | "titre"
        | "meeting title" | "meeting name" | "call title" | "event" => {
            turns.document().title = Some(titled(value).into());
        }
        "date" | "when" | "time" | "start" | "started" | "start time" | "recorded" | "datum"
        | "zeit" | "fecha" | "hora" | "heure" | "meeting date" | "source" | "file"
        | "recording" => {
            start.add(stamp::take(value).0, about);
        }
        // how long it took is no time of day
        "duration" | "length" | "dauer" | "duración" | "language" => {}
        _ => return false,
    }
    true
}
