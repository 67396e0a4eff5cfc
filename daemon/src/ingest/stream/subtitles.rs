//! WebVTT, SRT and SBV: cues with their times → turns.

use super::clock::{Start, seconds};
use super::is_vendor_line;
use crate::ingest::pattern::pattern;
use crate::ingest::turns::Turns;
use crate::ingest::{About, html};
use std::collections::HashMap;
use std::ops::Range;

pattern!(
    TIMING,
    r"^\s*\[?((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*(?:-->|,)\s*(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3}(?:\](.*)$|\s|$)"
);
pattern!(VOICE, r"^<v(?:\.[\w.-]*)?\s+([^>]{1,80})>");
pattern!(TAG, r"<[^>\n]{0,80}>");
pattern!(ASS, r"\{\\[^}]{0,40}\}");
pattern!(
    NAMED,
    r"^(?:>>\s*)?(\p{Lu}[\p{L}\p{M}\d .,'’()/&|-]{0,60}?)\s*:\s+(\S.*)$"
);
pattern!(VOICED_NUMBER, r#"^\d+\s+"([^"]{1,80})"(?:\s+\(\d+\))?$"#);
pattern!(SOUND, r"^[\[(♪#][^\])]{0,60}[\])♪#]?$");

/// Reads cues; `false` where the text has none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    let head = text.trim_start();
    let is_vtt = head.starts_with("WEBVTT");
    if !is_vtt && !text.lines().take(12).any(|line| TIMING.is_match(line)) {
        return false;
    }
    // A label met once among many cues is a word before a colon.
    let mut labels: HashMap<&str, usize> = HashMap::new();
    for line in text.lines() {
        if let Some(label) = NAMED.captures(line.trim()).and_then(|c| c.get(1)) {
            *labels.entry(label.as_str()).or_default() += 1;
        }
    }
    let cues = text.lines().filter(|line| TIMING.is_match(line)).count();
    let labelled: usize = labels.values().sum();
    labels.retain(|_, n| *n > 1 || labelled * 3 >= cues);
    let start = Start::from_name(about);
    turns.document().written = start.when();
    let mut cue = Cue::default();
    let mut said_last = String::new();
    let mut at = 0;
    let mut last_number: Option<Range<usize>> = None;
    // who speaks in the next cue, where its number is followed by a name
    let mut voice: Option<String> = None;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim_end_matches(['\n', '\r']);
        let span = at..at + line.len();
        at += raw.len();
        if let Some(timing) = TIMING.captures(line) {
            // A cue's number stands on the line before; it is no speech of the cue before it.
            if let Some(number) = last_number.take() {
                cue.drop_line(&number);
            }
            cue.finish(turns, start, &labels, &mut said_last);
            cue = Cue {
                voice: voice.take(),
                seconds: seconds(timing.get(1).map_or("", |m| m.as_str())),
                open: true,
                ..Cue::default()
            };
            // as speech recognisers print it: "[00:00.000 --> 00:04.200]  words"
            if let Some(words) = timing.get(2) {
                cue.open = false;
                let at = span.start + words.start()..span.end;
                cue.lines.push((at, words.as_str().to_owned()));
            }
        } else if line.trim().is_empty() {
            cue.finish(turns, start, &labels, &mut said_last);
            cue = Cue::default();
            last_number = None;
            voice = None;
        } else if let Some(numbered) = VOICED_NUMBER.captures(line).filter(|_| !cue.open) {
            voice = Some(numbered[1].to_owned());
        } else if cue.open {
            let is_number = line.trim().bytes().all(|b| b.is_ascii_digit());
            last_number = is_number.then(|| span.clone());
            cue.lines.push((span, line.to_owned()));
        }
    }
    cue.finish(turns, start, &labels, &mut said_last);
    true
}

/// A cue being read.
#[derive(Default)]
struct Cue {
    /// Whether its timing line has been met; a note, a style or a header has none.
    open: bool,
    /// Who speaks, by the line above the timing.
    voice: Option<String>,
    seconds: Option<i64>,
    lines: Vec<(Range<usize>, String)>,
}

impl Cue {
    fn drop_line(&mut self, span: &Range<usize>) {
        self.lines.retain(|(s, _)| s != span);
    }

    fn finish(
        &mut self,
        turns: &mut Turns,
        start: Start,
        labels: &HashMap<&str, usize>,
        said_last: &mut String,
    ) {
        let when = self.seconds.and_then(|s| start.after(s));
        let mut speaker = self.voice.take().map(|label| turns.speaker(&label));
        for (span, line) in std::mem::take(&mut self.lines) {
            let line = line.trim();
            if is_vendor_line(line) {
                continue;
            }
            let voice = VOICE.captures(line).map(|c| c[1].to_owned());
            let bare = plain(line);
            let (label, words) = match (voice, NAMED.captures(&bare)) {
                (Some(voice), _) => (Some(voice), bare.clone()),
                (None, Some(named)) if labels.contains_key(&named[1]) => {
                    (Some(named[1].to_owned()), named[2].to_owned())
                }
                _ => (None, bare.clone()),
            };
            if let Some(label) = label {
                speaker = Some(turns.speaker(&label));
            }
            let words = words.trim();
            // Rolling captions say each line twice.
            if words.is_empty() || SOUND.is_match(words) || words == said_last.as_str() {
                continue;
            }
            words.clone_into(said_last);
            // a dash is where another begins to speak
            match words.strip_prefix(['-', '–', '—']).map(str::trim_start) {
                Some(words) if speaker.is_none() && words.starts_with(char::is_alphanumeric) => {
                    turns.say(None, &format!("– {words}"), span, when, 0);
                }
                _ => turns.go_on(speaker, words, span, when),
            }
        }
    }
}

/// A line without markup and character references.
fn plain(line: &str) -> String {
    let bare = TAG.replace_all(line, "");
    let bare = ASS.replace_all(&bare, "");
    let bare = bare.trim_start_matches(">>").trim_start();
    if !bare.contains('&') {
        return bare.to_owned();
    }
    html::resolved(bare.to_owned()).replace(['\u{200e}', '\u{200f}'], "")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read_named, read_plain};
    use crate::ingest::told::told;

    #[test]
    fn webvtt_with_voices_notes_and_settings() {
        let document = read_plain(
            "WEBVTT - weekly\n\nNOTE\nnot said\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 align:start\n\
             <v Ida Ek>We go to</v>\n\n00:02.000 --> 00:03.000\n<v Ida Ek>the <i>lake</i> &amp; back.</v>\n\n\
             00:04.000 --> 00:05.000\nBo Alm (he/him): Good.\n",
        );
        assert_eq!(
            told(&document),
            ["Ida Ek: We go to the lake & back.", "Bo Alm: Good."]
        );
    }

    #[test]
    fn srt_without_speakers_and_with_a_known_start() {
        let document = read_named(
            "1\n00:00:01,000 --> 00:00:02,000\nHej\n2\n00:01:02,000 --> 00:01:03,000\nSubtitles by Somebody\n\n3\n00:01:04,000 --> 00:01:05,000\n42\n",
            Some("note 2024-05-03 14.30.txt"),
        );
        assert_eq!(told(&document), ["2024-05-03 14:30 Hej 42"]);
    }

    #[test]
    fn names_beside_the_numbers_of_cues() {
        let document = read_plain(
            "WEBVTT\n\n1 \"Ida Ek\" (1204567)\n00:00:03.120 --> 00:00:06.450\nSoup?\n\n2 \"Bo Alm\" (2204567)\n00:00:07.000 --> 00:00:09.300\nYes.\n",
        );
        assert_eq!(told(&document), ["Ida Ek: Soup?", "Bo Alm: Yes."]);
    }

    #[test]
    fn a_dash_where_another_speaks() {
        let document = read_plain(
            "1\n00:00:01,000 --> 00:00:02,000\n- We go\nto the lake?\n\n2\n00:00:03,000 --> 00:00:04,000\n- Yes.\n- When?\n",
        );
        assert_eq!(
            told(&document),
            ["– We go to the lake?", "– Yes.", "– When?"]
        );
    }

    #[test]
    fn sbv_and_rolling_captions() {
        let document = read_plain(
            "0:00:01.000,0:00:02.000\nwe went\n\n0:00:02.000,0:00:03.000\nwe went\nhome\n",
        );
        assert_eq!(told(&document), ["we went home"]);
    }
}
