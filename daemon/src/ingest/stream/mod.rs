//! Transcripts and talk: WebVTT, SRT and SBV subtitles, `Name: text` and `[00:12:03] Name:` transcripts,
//! messenger exports, speech with no speakers.
//!
//! - `subtitles`: cues with their times
//! - `messenger`: WhatsApp, Signal and Telegram exports
//! - `log`: what programs for chats write line by line
//! - `imessage`, `signal`, `sms`: what exporters of telephones' messages write
//! - `page`: a messenger's export as a page
//! - `transcript`: lines that name their speaker
//! - `segments`: JSON of messengers and speech recognisers
//! - `table`: the same as a table
//! - `clock`: when a talk began, and what its time stamps count from

mod clock;
mod imessage;
pub(super) mod log;
pub(super) mod messenger;
pub(super) mod page;
pub(super) mod segments;
mod signal;
mod sms;
mod subtitles;
pub(super) mod table;
mod transcript;

use super::pattern::pattern;
use super::slack::pasted;
use super::turns::Turns;
use super::{About, Document, text};
use jiff::civil::Date;
use memo_common::api::SourceType;

pattern!(
    VENDOR,
    r"(?i)^\W*(?:transcribed (?:by|on|with|using)|transcript(?:ion)? (?:by|provided|created|generated)|(?:auto-?)?generated (?:by|with)|this (?:transcript|meeting|call) (?:was|is|is being|has been) (?:automatically |being |auto-?)?(?:generated|transcribed|created|recorded)|view recording\b|subtitles? (?:by|provided)|captions? (?:by|provided)|caption(?:ed|ing) by|subtítulos (?:realizados|por|hechos)|untertitel(?:ung)? (?:der|von|im|des)|sous-titr(?:es|age)|recorded (?:by|with|on)|powered by|accuracy may vary|upgrade to|unlock (?:the )?full|.{0,40}\bamara\.org)"
);

/// Reads a talk.
pub(crate) fn read(text: &str, about: &About<'_>) -> Document {
    let recognized = recognize(text, about).or_else(|| jotted(text, about));
    recognized.unwrap_or_else(|| {
        let mut turns = Turns::new(SourceType::Stream);
        if !(table::read(text, about, &mut turns) || pasted::read_window(text, about, &mut turns)) {
            transcript::read(text, about, &mut turns);
        }
        turns.finish()
    })
}

/// Reads what shows by its form that a messenger or a recogniser of speech has written it; `None` for all else.
pub(super) fn recognize(text: &str, about: &About<'_>) -> Option<Document> {
    let mut turns = Turns::new(SourceType::Stream);
    let exported = segments::read(text, about, &mut turns)
        || read_phones(text, about, &mut turns)
        || page::read(text, about, &mut turns)
        || subtitles::read(text, about, &mut turns)
        || log::read(text, about.reference.date(), &mut turns)
        || messenger::read(text, about.reference.date(), &mut turns)
        || transcript::read_sure(text, about, &mut turns);
    exported.then(|| turns.finish())
}

/// Reads what exporters of telephones' messages write; `false` where the text is none, nothing being added then.
pub(super) fn read_phones(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    sms::read(text, about, turns) || signal::read(text, about, turns) || imessage::read(text, turns)
}

/// Reads what one has jotted down by oneself, a line at a time; `None` for all else.
fn jotted(text: &str, about: &About<'_>) -> Option<Document> {
    if !text::is_log(text) || transcript::has_speakers(text) {
        return None;
    }
    // what is said to nobody is a diary
    let now = about.reference.datetime();
    Some(text::read(text, now, about.reference.time_zone()))
}

/// Reads what was uploaded as notes and is a messenger's export all the same.
pub(super) fn read_export(text: &str, today: Date) -> Option<Document> {
    let mut turns = Turns::new(SourceType::Text);
    (log::read(text, today, &mut turns) || messenger::read_export(text, today, &mut turns))
        .then(|| turns.finish())
}

/// Whether a line is what transcription services add of themselves.
fn is_vendor_line(line: &str) -> bool {
    VENDOR.is_match(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::told;
    use proptest::prelude::*;

    pub(super) fn read_plain(text: &str) -> Document {
        read_named(text, None)
    }

    pub(super) fn read_named(text: &str, filename: Option<&str>) -> Document {
        let reference = "2024-09-18T18:00:00[-04:00]"
            .parse::<jiff::Zoned>()
            .expect("a time");
        let about = About {
            filename,
            reference: &reference,
        };
        read(text, &about)
    }

    fn check(text: &str) {
        told::check(text, &read_plain(text));
    }

    #[test]
    fn what_one_jots_down_is_a_note_a_line() {
        let text = "ida@shed ~ private\n2024-05-04 07:58  slugs again. sowed leek\n2024-05-04 11:02  rain. tea\n2024-05-06 08:31  bank holiday\n";
        let read = read_plain(text);
        let told: Vec<String> = read
            .passages
            .iter()
            .filter_map(|p| Some(format!("{}: {}", p.when?, p.text)))
            .collect();
        assert_eq!(
            told,
            [
                "2024-05-04 07:58: slugs again. sowed leek",
                "2024-05-04 11:02: rain. tea",
                "2024-05-06 08:31: bank holiday"
            ]
        );
    }

    proptest! {
        #[test]
        fn never_panics_on_any_text(text in "\\PC{0,200}") {
            check(&text);
        }

        #[test]
        fn never_panics_on_near_misses(lines in proptest::collection::vec(prop_oneof![
            Just("WEBVTT"), Just(""), Just("00:01.000 --> 00:02.000 align:start"), Just("1"), Just("NOTE x"),
            Just("<v Ida Ek>Hej <b>du</b>"), Just("Ida: hej"), Just("[00:00:02] Bo: hm"), Just("0:00:01.0,0:00:02.0"),
            Just("12/03/2024, 21:04 - Ida: é"), Just("[12.03.24, 21:04:11] Bo: <Media omitted>"), Just("Date: 3 May 2024"),
            Just("Bo  0:12"), Just("18:13 <@bo> é"), Just("18:14  * bo é"), Just("--- Day changed Thu Jul 31 2025"), Just("18:13\tIda\t\"é"), Just("[Bo] [오후 6:03] é"),
            Just("<html><body><div>Bo</div>"), Just("<div>é</div><div>Jun 12, 2024 9:14 pm</div>"),
            Just("Ida Ek"), Just("0:03"), Just("00:04:01"), Just("— 2024-05-03 —"), Just("Soup - July 29"), Just("0:02 - Bo Alm (x)"), Just("Bo Alm [00:12] é"),
            Just("2025년 8월 1일 금요일"), Just("03/05/2024,18:20,Bo,+1 555 0100,é"), Just("9:02 AM - Ida: > é"), Just("18:13 bo | é"), Just("4/8/24, 9:14 a. m. - Bo: é"),
            Just("Aug 04, 2024  9:14:22 AM (Read by you)"), Just("    Aug 04, 2024  9:14:22 AM"), Just("Tapbacks:"),
            Just("From: Bo"), Just("Type: incoming"), Just("Sent: Mon, 04 Aug 2025 09:14:22 +0200"), Just("<smses>"),
            Just("<sms date=\"1710277440000\" type=\"1\" body='é &#55357; &#x110000;'/>"), Just("<mms date='1e300' msg_box='2'>"),
            Just("<part ct=\"text/plain\" text=\"a > &amp;\"/>"), Just("é…"), Just("0:07 é was late"), Just("Action items"), Just("Fix it (00:01)"), Just("Soup é - Transcript"), Just("Ida Ek, Bo"), Just("Conversation between Ida and Bo"), Just("{\"messages\":[{\"from\":\"a\",\"text\":[\"b\"]}]}"),
        ], 0..24)) {
            check(&lines.join("\n"));
            check(&lines.join("\r\n"));
        }
    }

    #[test]
    fn long_inputs_take_linear_time() {
        for text in [
            "a".repeat(2_000_000),
            "Ida: hej\n".repeat(25_000),
            "1\n00:00:01,000 --> 00:00:02,000\nHej\n\n".repeat(7_000),
            "12/03/2024, 21:04 - Ida: hej\n".repeat(12_000),
            "21:04 <ida> hej\n".repeat(20_000),
            "Ida Ek\n0:12\nhej\n".repeat(12_000),
            "Ida Ek\nhej.\n\n".repeat(12_000),
            format!(
                "<html>{}",
                "<div>Ida Ek</div><div>hej</div><div>Jun 12, 2024 9:14 pm</div>".repeat(5_000)
            ),
            (0..15_000)
                .map(|n| format!("21:04\tName{n}\thej\n"))
                .collect(),
            (0..15_000).map(|n| format!("Name{n}: hej\n")).collect(),
            "[".repeat(50_000),
            "Mar 12, 2024  9:14:22 AM\nIda\nhej\n\n".repeat(5_000),
            "From: Ida\nType: incoming\nSent: soon\n\nhej\n\n".repeat(5_000),
            "<sms a=\"".repeat(12_000),
            format!("<sms{}>", " a='b'".repeat(12_000)),
            "\n".repeat(125_000),
        ] {
            check(&text);
        }
    }
}
