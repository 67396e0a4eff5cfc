//! What stands above a talk: when and where it was, who was there, what it was called.

use crate::ingest::About;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use crate::ingest::stream::clock::Start;
use crate::ingest::turns::Turns;

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

/// A talk's title without what a program adds to it: "Eye camp-20251104_140315-Meeting Recording".
pub(super) fn titled(line: &str) -> String {
    RECORDED.replace(line, "").trim().to_owned()
}

/// Takes in a line of the header; `false` where the line is none.
pub(super) fn header(line: &str, start: &mut Start, about: &About<'_>, turns: &mut Turns) -> bool {
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
