//! iMessages as text, as their exporter writes them: the time, the sender, what was sent, an empty line.
//!
//! ```text
//! Aug 04, 2025  9:14:22 AM (Read by you after 2 minutes)
//! Ida Ek
//! soup is on
//! ```

use super::messenger::{self, Message};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp::{self, Order};
use crate::ingest::turns::Turns;

pattern!(
    HEAD,
    r"^(\s*)(\p{L}{3,9}\.? \d{1,2}, \d{4}\s+\d{1,2}:\d{2}:\d{2}(?:\s?[AP]M)?)(?:\s+\([^()]{4,80}\))?\s*$"
);
pattern!(
    OWN,
    r"^\s*(?:This message responded to an earlier message\.|Sent with .{1,30}|Attachment missing!?.*|(?:~?/|attachments/|[A-Za-z]:\\)\S.*\.\w{2,5})$"
);

/// Longest name or number of a sender (bytes).
const LONGEST_SENDER: usize = 80;

/// Reads messages; `false` where the text does not begin with one, nothing being added then.
pub(super) fn read(text: &str, turns: &mut Turns) -> bool {
    let begins = text.lines().find(|line| !line.trim().is_empty());
    if !begins.is_some_and(|line| HEAD.is_match(line)) {
        return false;
    }
    let messages = messages(text);
    let some = !messages.is_empty();
    messenger::say(messages, Order::default(), turns);
    some
}

fn messages(text: &str) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    // the time of a message whose sender is in the next line
    let mut headed = None;
    let mut dropping = true;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let start = at;
        at += raw.len();
        if let Some(head) = HEAD.captures(raw) {
            // a reply stands in below what it answers, and again in its own place
            dropping = !head[1].is_empty();
            headed = (!dropping).then(|| (stamp::take(&head[2]).0, start));
        } else if let Some((stamp, start)) = headed.take() {
            // who renamed the conversation stands beside the time, and below it stands nothing
            dropping = line.is_empty() || line.len() > LONGEST_SENDER;
            if !dropping {
                messages.push(Message {
                    stamp,
                    sender: line.to_owned(),
                    text: String::new(),
                    acts: false,
                    span: start..start + raw.trim_end().len(),
                });
            }
        } else if line == "Tapbacks:" {
            dropping = true;
        } else if let Some(message) = messages.last_mut().filter(|_| !dropping)
            && !line.is_empty()
            && !OWN.is_match(line)
        {
            message.text.push('\n');
            message.text.push_str(line);
            message.span.end = at - (raw.len() - raw.trim_end().len());
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_plain;
    use crate::ingest::told::told;

    #[test]
    fn the_time_the_sender_and_the_words() {
        let text = "Mar 12, 2024  9:14:22 AM (Read by you after 2 minutes)\n+15550100200\nsoup?\n\nwith leek\n\
            Tapbacks:\n    Loved by Bo\n\n    Mar 12, 2024  9:20:05 AM\n    Me\n    yes\n\n\
            Mar 12, 2024  9:20:05 AM\nMe\nyes\nThis message responded to an earlier message.\n\n\
            Mar 12, 2024 10:20:05 PM\nBo Alm\nattachments/3/soup.jpg\nlook\n";
        assert_eq!(
            told(&read_plain(text)),
            [
                "2024-03-12 09:14 +15550100200: soup?\nwith leek",
                "2024-03-12 09:20 Me: yes",
                "2024-03-12 22:20 Bo Alm: look"
            ]
        );
    }
}
