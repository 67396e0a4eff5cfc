//! Messages or speech in a table (CSV, TSV): who in one column, the words in another, when in a third.

use super::segments::{self, Message};
use crate::ingest::records;
use crate::ingest::turns::{Turns, is_program};
use crate::ingest::{About, instant};
use std::collections::HashSet;

/// Columns that say who, the fullest name first.
const SPEAKERS: [&str; 17] = [
    "real_name",
    "display_name",
    "displayname",
    "full_name",
    "sender_name",
    "speaker",
    "sender",
    "author",
    "from",
    "username",
    "user_name",
    "nick",
    "nickname",
    "name",
    "user",
    "from_name",
    "participant",
];

/// Columns of the words.
const WORDS: [&str; 9] = [
    "text",
    "message",
    "content",
    "body",
    "msg",
    "utterance",
    "transcript",
    "caption",
    "comment",
];

/// Columns that say when.
const TIMES: [&str; 17] = [
    "timestamp",
    "msg_ts",
    "ts",
    "datetime",
    "date_time",
    "date",
    "sent",
    "sent_at",
    "created",
    "created_at",
    "createdat",
    "message date",
    "time",
    "start",
    "start_time",
    "start time",
    "begin",
];

/// Columns that say to what a message belongs.
const THREADS: [&str; 5] = ["thread_of", "thread_ts", "thread_id", "thread", "parent_id"];

/// Digits of a time to the second.
const SECOND: usize = 14;

/// Reads messages; `false` where the text is no such table, nothing being added then.
pub(in crate::ingest) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    let Some((columns, mut records)) = records::table(text, b",;\t") else {
        return false;
    };
    let (who, when) = (columns.find(&SPEAKERS), columns.find(&TIMES));
    let (Some(words), true) = (columns.find(&WORDS), who.is_some() || when.is_some()) else {
        return false;
    };
    let thread = columns.find(&THREADS);
    let zone = about.reference.time_zone();
    let (mut messages, mut own) = (Vec::new(), Vec::<Option<String>>::new());
    while let Some((record, span)) = records.next() {
        let field = |n: Option<usize>| {
            let said = n.and_then(|n| record.get(n)).unwrap_or_default().trim();
            (!said.is_empty()).then(|| said.to_owned())
        };
        let Some(said) = field(Some(words)) else {
            continue;
        };
        let speaker = field(who);
        if speaker.as_deref().is_some_and(is_program) {
            continue;
        }
        let time = field(when);
        let at = time
            .as_deref()
            .and_then(|t| instant::written(t, zone)?.start.moment());
        // a reply names the message that it answers by that message's time
        let key = |t: &str| {
            t.chars()
                .filter(char::is_ascii_digit)
                .take(SECOND)
                .collect()
        };
        let answers: Option<String> = field(thread).as_deref().map(key);
        own.push(time.as_deref().map(key));
        messages.push(Message {
            span,
            speaker,
            said,
            at,
            offset: time.and_then(|t| t.parse().ok()).filter(|_| at.is_none()),
            thread: answers,
            talk: 0,
        });
    }
    let answered: HashSet<String> = messages.iter().filter_map(|m| m.thread.clone()).collect();
    for (message, own) in messages.iter_mut().zip(own) {
        let begins = own.filter(|own| answered.contains(own));
        message.thread = message.thread.take().or(begins);
    }
    let some = !messages.is_empty();
    if some {
        segments::say(messages, about, turns);
    }
    some
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_plain;
    use crate::ingest::told::told;

    #[test]
    fn messages_and_segments() {
        let chat = "channel,msg_ts,user_id,display_name,text,reactions\n\
            docks,2024-03-12T21:04:11-04:00,U1,Ida Ek,\"soup, at ten\",wave:2\n\
            docks,2024-03-12T21:05:00-04:00,B1,Reminder Bot,stand up,\n\
            docks,2024-03-12T21:06:30-04:00,U2,Bo Alm,yes,\n";
        assert_eq!(
            told(&read_plain(chat)),
            [
                "2024-03-12 21:04 Ida Ek: soup, at ten",
                "2024-03-12 21:06 Bo Alm: yes"
            ]
        );
        let speech = "start\tend\ttext\n0.0\t2.5\tWe go\n2.5\t4.0\thome.\n";
        assert_eq!(told(&read_plain(speech)), ["We go home."]);
        assert_eq!(told(&read_plain("a,b\n1,2\n")).len(), 1);
    }
}
