//! Signal's messages as text: each below lines that say who sent it, and when, as a mail's head does.
//!
//! ```text
//! From: Ida Ek (+15550100200)
//! Type: incoming
//! Sent: Mon, 04 Aug 2025 09:14:22 +0200
//!
//! soup is on
//! ```

use super::segments::{self, Message};
use crate::ingest::turns::Turns;
use crate::ingest::{About, instant};
use jiff::civil::DateTime;
use jiff::fmt::rfc2822;
use jiff::tz::TimeZone;

/// Reads messages; `false` where there are none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    let messages = messages(text, about.reference.time_zone());
    let some = !messages.is_empty();
    if some {
        segments::say(messages, about, turns);
    }
    some
}

/// A block is `From:` and, in the next line, `Type:`; its head ends at an empty line.
fn messages(text: &str, zone: &TimeZone) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    let mut in_head = false;
    // whether what is being read was sent by somebody, not told by the program
    let mut sent = false;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let start = at;
        at += raw.len();
        let end = start + raw.trim_end().len();
        if let Some(sender) = line.strip_prefix("From: ")
            && text[at..].starts_with("Type: ")
        {
            (in_head, sent) = (true, true);
            messages.push(Message {
                span: start..end,
                speaker: Some(sender.to_owned()),
                said: String::new(),
                at: None,
                offset: None,
                thread: None,
                talk: 0,
            });
        } else if let Some(message) = messages.last_mut() {
            if line.is_empty() {
                in_head = false;
            } else if in_head {
                if let Some(kind) = line.strip_prefix("Type: ") {
                    sent = matches!(kind, "incoming" | "outgoing");
                } else if let Some(when) = line.strip_prefix("Sent: ") {
                    message.at = moment(when, zone);
                }
            } else if sent && !line.starts_with('>') && !line.starts_with("Conversation: ") {
                message.said.push_str(line);
                message.said.push('\n');
                message.span.end = end;
            }
        }
    }
    messages.retain(|message| !message.said.is_empty());
    messages
}

/// The moment on the reader's clock.
fn moment(text: &str, zone: &TimeZone) -> Option<DateTime> {
    match rfc2822::parse(text) {
        Ok(at) => Some(at.with_time_zone(zone.clone()).datetime()),
        Err(_) => instant::written(text, zone)?.start.moment(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_plain;
    use crate::ingest::told::told;

    #[test]
    fn messages_below_their_heads() {
        let text = "Conversation: Ida Ek (+15550100200)\n\nFrom: Ida Ek (+15550100200)\nType: incoming\nSent: Tue, 12 Mar 2024 15:04:22 +0100\n\
            Received: Tue, 12 Mar 2024 15:04:25 +0100\n\nsoup?\nwith leek\n\nFrom: You (+15550100201)\nType: outgoing\n\
            Sent: Tue, 12 Mar 2024 15:06:00 +0100\nAttachment: a.jpg (image/jpeg, 9 bytes)\n\nFrom: here on, yes\n\n\
            From: Ida Ek\nType: keychange\nSent: Tue, 12 Mar 2024 15:07:00 +0100\n\nnew key\n";
        assert_eq!(
            told(&read_plain(text)),
            [
                "2024-03-12 10:04 Ida Ek: soup?\nwith leek",
                "2024-03-12 10:06 You: From: here on, yes"
            ]
        );
    }
}
