//! WhatsApp, Signal and Telegram text exports: each message begins with its date, time and sender.

use crate::ingest::furniture::{Medium, is_line};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp::{self, Order, Stamp, half_before, half_behind};
use crate::ingest::turns::Turns;
use crate::when::When;
use jiff::civil::Date;
use memo_common::api::SourceType;
use std::{collections::BTreeSet, ops::Range};

/// The marks that tell in which direction a text runs.
macro_rules! marks {
    () => {
        r"[\u{200e}\u{200f}\u{61c}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]*"
    };
}

/// A day in numbers.
macro_rules! numbers {
    () => {
        concat!(
            r"\d{1,4}",
            marks!(),
            r"[./-]\s?",
            r"\d{1,2}",
            marks!(),
            r"[./-]\s?",
            r"\d{1,4}"
        )
    };
}

/// A time of day, with the half of it behind.
macro_rules! time {
    () => {
        concat!(
            r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u{202f}\u{a0}]*(?:[AaPp]\.?[\s\u{a0}]?[Mm]\.?|(?:",
            half_behind!(),
            r")\b\.?))?"
        )
    };
}

pattern!(
    HEAD,
    concat!(
        r"^",
        marks!(),
        r"\s*\[?\s?",
        marks!(),
        r"((?:",
        numbers!(),
        r"|\d{4}[년年]\s?\d{1,2}[월月]\s?\d{1,2}[일日]|\d{1,2}\s\p{L}{3,9}\.?\s\d{4}|\p{L}{3,9}\.?\s\d{1,2},\s\d{4})(?:\s\p{L}{1,2}\.?)?(?:\.?[,،]?",
        marks!(),
        r"\s+|\s?\]\s?\[\s?)(?:\p{L}{1,5}\.?\s(?:las\s)?)?(?:(?:",
        half_before!(),
        r")\s?)?",
        time!(),
        r"|",
        time!(),
        r",\s",
        numbers!(),
        r")(?:\s\p{Ll}\.)?(?:\s\p{Lu}\p{L}+(?:\s(?:Standard|Daylight|Summer))?\sTime)?\s?\]?",
        marks!(),
        r"(?:\s*[-–—:]\s+|,?\s+)(.*)$"
    )
);
pattern!(
    NAME_FIRST,
    r"^([^\s\[\]][^\[\]:]{0,60}?),?\s\[((?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\p{L}{3,9}\.?\s\d{1,2},\s\d{4}),?\s(?:at\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp][Mm])?)\]:?\s*(.*)$"
);
pattern!(
    NO_CONTENT,
    r"(?i)^[\u{200e}\u{200f}\s]*(?:<[^>]{0,40}(?:omitted|ausgeschlossen|weggelassen|omitido|omitida|omis|omesso|attached|angehängt|adjunto|edited|bearbeitet|editado)[^>]{0,20}>|(?:image|video|audio|gif|sticker|document|contact card|photo|voice message|voice note|bild|sticker|imagen|foto|vídeo|mensaje de voz|sprachnachricht)\s(?:omitted|weggelassen|omitid[oa]|omise?)|(?:this message was edited)|missed (?:voice|video) call.*|(?:verpasster )?(?:sprach|video)anruf(?: verpasst)?\b.{0,20}|(?:llamada|videollamada)(?: de voz| de vídeo)? perdida.{0,20}|appel (?:vocal|vidéo) manqué.{0,20}|chiamata (?:vocale|video) persa.{0,20}|gemiste (?:spraak|video)oproep.{0,20}|chamada de (?:voz|vídeo) perdida.{0,20}|null|waiting for this message.*|messages and calls are end-to-end encrypted.*|[\w -]+\.(?:jpe?g|png|webp|mp4|opus|pdf|heic|m4a|vcf)\s\((?:file attached|archivo adjunto|Datei angehängt|fichier joint|arquivo anexado|file allegato|bestand bijgevoegd)\)|\(?no text\)?|\[(?:sticker|photo|image|video|audio|voice message|file|album|contact|location|gif|スタンプ|写真|動画|ファイル|图片|表情|语音|视频|文件|사진|동영상|이모티콘|파일)\]|☎.{0,40}|사진(?: \d+장)?|동영상|이모티콘)[\u{200e}\s]*$"
);
pattern!(
    EDITED,
    r"(?i)\s*[\u{200e}\s]<(?:this message was edited|diese nachricht wurde bearbeitet|se editó este mensaje|ce message a été modifié|questo messaggio è stato modificato|dit bericht is bewerkt|mensagem editada)\.?>"
);
pattern!(
    SYSTEM_WORDS,
    r"(?i)^(?:.{0,60}(?:joined using|left|was added|were added|added|removed|created (?:this )?group|changed (?:the|this|their|your)|end-to-end encrypted|security code|pinned a message|turned (?:on|off))\b)"
);
pattern!(QUOTE, r"^\s*>\s?");

/// Characters of what a program puts in the place of a picture or a call, at most.
const PLACEHOLDER: usize = 80;

/// The marks that stand around names and words where a text runs from right to left.
const MARKS: [char; 2] = ['\u{200e}', '\u{200f}'];

/// Years in which there were messengers, and that are no other calendar's.
const YEARS: std::ops::RangeInclusive<i16> = 1990..=2200;

/// A message being read.
pub(super) struct Message {
    pub(super) stamp: Stamp,
    pub(super) sender: String,
    pub(super) text: String,
    /// Whether the text tells what the sender does, not what they write.
    pub(super) acts: bool,
    pub(super) span: Range<usize>,
}

/// As [`read`], where a text is an export whatever the upload calls it: most of its first lines are heads of messages,
/// and the same few people send them. A journal has stamps, too, but nobody who sends.
pub(in crate::ingest) fn read_export(text: &str, today: Date, turns: &mut Turns) -> bool {
    let (heads, lines) = heads(text);
    if heads < 4 || heads * 2 < lines {
        return false;
    }
    let (messages, stamped) = messages(text);
    let senders: BTreeSet<&str> = messages.iter().map(|m| m.sender.as_str()).collect();
    let sent = messages.len() >= 4
        && senders.len() * 2 <= messages.len()
        && messages.len() * 4 >= stamped * 3;
    if sent {
        say(messages, Order::of(text, Some(today)), turns);
    }
    sent
}

/// As [`read`], where most of the first lines are heads of messages.
pub(in crate::ingest) fn read_mostly(text: &str, today: Date, turns: &mut Turns) -> bool {
    let (heads, lines) = heads(text);
    heads >= 2 && heads * 2 >= lines && read(text, today, turns)
}

/// How many of the first lines are heads of messages, and how many these lines are.
fn heads(text: &str) -> (usize, usize) {
    let is_head = |line: &str| HEAD.is_match(line) || NAME_FIRST.is_match(line);
    let looked_at = text.lines().filter(|line| !line.trim().is_empty()).take(40);
    looked_at.fold((0, 0), |(h, n), line| {
        (h + usize::from(is_head(line)), n + 1)
    })
}

/// Reads messages; `false` where the text is no export, nothing being added then.
pub(super) fn read(text: &str, today: Date, turns: &mut Turns) -> bool {
    let (heads, lines) = heads(text);
    if heads == 0 || heads * 8 < lines {
        return false;
    }
    let (messages, _) = messages(text);
    if messages.is_empty() {
        return false;
    }
    say(messages, Order::of(text, Some(today)), turns);
    true
}

/// Adds messages, each with its time and thread.
pub(super) fn say(messages: Vec<Message>, order: Order, turns: &mut Turns) {
    let month_first = order.month_first(messages.iter().map(|m| m.stamp));
    let mut thread = 0;
    let mut last: Option<jiff::civil::DateTime> = None;
    for message in messages {
        let date = message.stamp.day.and_then(|day| day.date(month_first, 0));
        let date = date.filter(|date| YEARS.contains(&date.year()));
        let at = date.zip(message.stamp.time).map(|(d, t)| d.to_datetime(t));
        // Half a day of silence: the next message begins something new.
        if let (Some(last), Some(at)) = (last, at)
            && at.duration_since(last) > jiff::SignedDuration::from_hours(12)
        {
            thread += 1;
        }
        last = at.or(last);
        let when = at.map(When::minute).or_else(|| date.map(When::day));
        let speaker = turns.speaker(&message.sender);
        if message.acts {
            turns.did(speaker, &message.text, message.span, when, thread);
            continue;
        }
        let text = EDITED.replace_all(&message.text, "");
        let kept: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| {
                !line.is_empty()
                    && !is_placeholder(line)
                    && !is_line(line, Medium::of(SourceType::Stream))
            })
            .collect();
        turns.say(
            Some(speaker),
            &kept.join("\n").replace(MARKS, ""),
            message.span,
            when,
            thread,
        );
    }
}

/// Whether a line stands in the place of a picture, a call or a message that is gone: whatever the language, the program puts
/// it in angles, or behind a mark that people do not write.
fn is_placeholder(line: &str) -> bool {
    let short = line.chars().nth(PLACEHOLDER).is_none();
    let marked = line
        .strip_prefix('\u{200e}')
        .is_some_and(|l| l.starts_with(char::is_alphabetic));
    let angled = line
        .trim_matches(MARKS)
        .strip_prefix('<')
        .and_then(|l| l.strip_suffix('>'));
    let angled = angled.is_some_and(|l| !l.contains(['<', '>']));
    short && (marked || angled) || NO_CONTENT.is_match(line)
}

/// The messages, and how many lines begin with a stamp as theirs do, whoever sends.
pub(super) fn messages(text: &str) -> (Vec<Message>, usize) {
    let mut messages: Vec<Message> = Vec::new();
    let mut stamped = 0;
    // Whether what follows belongs to a system line, which is dropped.
    let mut dropping = true;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim_end_matches(['\n', '\r']);
        let start = at;
        at += raw.len();
        let span = start..start + line.len();
        if let Some(head) = HEAD.captures(line) {
            stamped += 1;
            let rest = head.get(2).map_or("", |m| m.as_str());
            let named = rest
                .split_once(": ")
                .or_else(|| rest.strip_suffix(':').map(|name| (name, "")))
                .or_else(|| rest.strip_prefix('<')?.split_once("> "));
            dropping = true;
            if let Some((sender, said)) = named
                && let sender = sender.trim().trim_matches(MARKS)
                && !sender.is_empty()
                && sender.len() <= 80
                && !SYSTEM_WORDS.is_match(sender)
            {
                dropping = false;
                messages.push(Message {
                    stamp: stamp::take(&head[1]).0,
                    sender: sender.to_owned(),
                    text: said.to_owned(),
                    acts: false,
                    span,
                });
            }
        } else if let Some(head) = NAME_FIRST.captures(line) {
            dropping = false;
            messages.push(Message {
                stamp: stamp::take(&head[2]).0,
                sender: head[1].to_owned(),
                text: head[3].to_owned(),
                acts: false,
                span,
            });
        } else if let Some(message) = messages.last_mut()
            && !dropping
            && !line.trim().is_empty()
            && !QUOTE.is_match(line)
        {
            message.text.push('\n');
            message.text.push_str(line);
            message.span.end = span.end;
        }
    }
    (messages, stamped)
}

#[cfg(test)]
mod tests;
