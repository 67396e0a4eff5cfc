//! A messenger's export as a page: each message is a few blocks, a time among them. Whether the name stands before the
//! time, after it, or at the head of what the time ends, is decided once for the whole page.

use super::messenger::{self, Message};
use crate::ingest::About;
use crate::ingest::html;
use crate::ingest::slack::pasted::may_be_name;
use crate::ingest::stamp::{self, Day, Order, Stamp};
use crate::ingest::turns::Turns;
use std::collections::HashSet;
use std::ops::Range;

/// Where a message's name stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// In the block before the time.
    Before,
    /// In the block after the time.
    After,
    /// In the first of the blocks that the time ends.
    Ended,
}

/// Reads messages; `false` where the text is no such page, nothing being added then.
pub(in crate::ingest) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    if !html::is_html(text) {
        return false;
    }
    let page = html::read(text);
    let blocks: Vec<&str> = page.blocks.iter().map(|b| b.text.trim()).collect();
    let (found, _) = messenger::messages(&blocks.join("\n"));
    let mut messages = if found.len() >= 2 {
        in_lines(found)
    } else {
        in_blocks(&blocks)
    };
    let at = |m: &Message| Some((m.stamp.day?.date(true, 0)?, m.stamp.time));
    let newest_first = messages.first().and_then(at) > messages.last().and_then(at);
    let some = messages.len() >= 2;
    if some {
        let mut cursor = 0;
        for message in &mut messages {
            message.span = locate(text, cursor, &message.text);
            cursor = message.span.start;
        }
        if newest_first {
            messages.reverse();
        }
        let today = about.reference.date();
        messenger::say(messages, Order::of(text, Some(today)), turns);
    }
    some
}

/// The messages, where each is a line: what stands below the last alone is the page's foot.
fn in_lines(mut messages: Vec<Message>) -> Vec<Message> {
    let several = |m: &Message| m.text.contains('\n');
    if let Some((last, others)) = messages.split_last_mut()
        && !others.iter().any(several)
        && let Some((first, _)) = last.text.split_once('\n')
    {
        last.text = first.to_owned();
    }
    messages
}

/// The messages, where names and times stand in blocks of their own.
fn in_blocks(blocks: &[&str]) -> Vec<Message> {
    let stamps: Vec<Option<Stamp>> = blocks.iter().map(|b| stamp::whole(b)).collect();
    let is_time = |n: usize| stamps[n].is_some_and(|s| s.time.is_some());
    let times: Vec<usize> = (0..blocks.len()).filter(|n| is_time(*n)).collect();
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
        return Vec::new();
    };
    let is_name = |n: usize| {
        blocks.get(n).is_some_and(|b| may_be_name(b)) && stamps.get(n).is_some_and(Option::is_none)
    };
    let count = |at: &dyn Fn(usize) -> Option<usize>| {
        let named = times.iter().filter_map(|n| at(*n));
        named.filter(|n| is_name(*n)).count()
    };
    let before = count(&|n| n.checked_sub(1));
    let after = count(&|n| Some(n + 1));
    let layout = if last + 1 >= blocks.len() {
        Layout::Ended
    } else if before >= after {
        Layout::Before
    } else {
        Layout::After
    };
    // the name above each time, for the first of which a page's head may stand above it
    let begins = |k: usize| match k.checked_sub(1) {
        Some(before) => times[before] + 1,
        None => head_of(&blocks[..first]),
    };
    let mut messages: Vec<Message> = Vec::new();
    let mut senders: HashSet<&str> = HashSet::new();
    let mut day: Option<Day> = None;
    let mut unnamed = 0;
    for (k, &at) in times.iter().enumerate() {
        let next = times.get(k + 1).copied().unwrap_or(blocks.len());
        let (name, words) = match layout {
            Layout::Before => (
                at.checked_sub(1),
                at + 1..next.saturating_sub(1).max(at + 1),
            ),
            Layout::After => (Some(at + 1), (at + 2).min(next)..next),
            Layout::Ended => (Some(begins(k)), (begins(k) + 1).min(at)..at),
        };
        // a day in a block of its own is that of the messages below it
        let told = (0..at)
            .rev()
            .take_while(|n| !is_time(*n))
            .find_map(|n| stamps[n]?.day);
        day = stamps[at].and_then(|s| s.day).or(told).or(day);
        let Some(name) = name.filter(|n| is_name(*n)) else {
            unnamed += 1;
            continue;
        };
        let last = words.end == blocks.len();
        let end = if last || layout != Layout::Before {
            words.end
        } else {
            next - 1
        };
        let said = blocks[words.start.min(end)..end].iter().zip(words.start..);
        let said: Vec<&str> = said
            .filter(|(_, n)| stamps[*n].is_none())
            .map(|(b, _)| *b)
            .collect();
        senders.insert(blocks[name]);
        messages.push(Message {
            stamp: Stamp {
                day,
                ..stamps[at].unwrap_or_default()
            },
            sender: blocks[name].to_owned(),
            text: said.join("\n"),
            acts: false,
            span: 0..0,
        });
    }
    for message in &mut messages {
        // a reaction is a sign and the name of whose it is
        let is_reaction = |line: &&str| {
            let name = line.trim_start_matches(|c: char| !c.is_alphanumeric());
            name.len() < line.len() && senders.contains(name)
        };
        let said: Vec<&str> = message
            .text
            .lines()
            .filter(|line| !is_reaction(line))
            .collect();
        message.text = said.join("\n");
    }
    let dated = messages.iter().all(|m| m.stamp.day.is_some());
    if !dated
        || unnamed * 4 > messages.len()
        || senders.len() > 2 && senders.len() == messages.len()
    {
        return Vec::new();
    }
    messages
}

/// Which of the blocks above the first time is the name: the last that may be one and has words below it.
fn head_of(blocks: &[&str]) -> usize {
    let above = blocks.len().saturating_sub(1);
    (0..above)
        .rev()
        .find(|n| may_be_name(blocks[*n]))
        .unwrap_or(0)
}

/// Where in the page a message's first word stands, looked for from `cursor` on.
fn locate(page: &str, cursor: usize, said: &str) -> Range<usize> {
    /// Bytes of markup between two messages at most.
    const FAR: usize = 64 * 1024;
    let end = page.floor_char_boundary(cursor + FAR);
    let word = said
        .split(|c: char| !c.is_ascii_alphanumeric())
        .find(|w| w.len() > 2);
    let found = word.and_then(|w| Some((page[cursor..end].find(w)?, w.len())));
    match found {
        Some((at, len)) => cursor + at..cursor + at + len,
        None => {
            cursor
                ..page[cursor..]
                    .chars()
                    .next()
                    .map_or(cursor, |c| cursor + c.len_utf8())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_plain;
    use crate::ingest::told::told;

    #[test]
    fn a_time_that_ends_each_message() {
        let page = "<html><head><title>Bo Alm</title></head><body><h1>Bo Alm</h1><div>Participants: Bo Alm and Ida Ek</div>\
            <div><div>Ida Ek</div><div><p>Soup &amp; leek</p></div><div>Jun 12, 2024 9:14:05 pm</div></div>\
            <div><div>Bo Alm</div><div><p>Will you cook it?</p><ul><li>❤Ida Ek</li></ul></div><div>Jun 12, 2024 9:10:44 pm</div></div></body></html>";
        assert_eq!(
            told(&read_plain(page)),
            [
                "2024-06-12 21:10 Bo Alm: Will you cook it?",
                "2024-06-12 21:14 Ida Ek: Soup & leek"
            ]
        );
    }

    #[test]
    fn a_time_before_the_name() {
        let page = "<!DOCTYPE html><html><body><div>12 June 2024</div><div><div>21:04</div><div>Ida Ek</div><div>Soup is on</div></div>\
            <div><div>21:05</div><div>Bo Alm</div><div>I come at once.</div></div><div><div>21:06</div><div>Ida Ek</div><div>Bring salt.</div></div></body></html>";
        assert_eq!(
            told(&read_plain(page)),
            [
                "2024-06-12 21:04 Ida Ek: Soup is on",
                "2024-06-12 21:05 Bo Alm: I come at once.",
                "2024-06-12 21:06 Ida Ek: Bring salt."
            ]
        );
    }

    #[test]
    fn all_in_one_line() {
        let page = "<?xml version=\"1.0\" ?><html><body><div><abbr>Jun 12, 2024, 11:20:31 AM Pacific Time</abbr>: <cite>Ida Ek</cite>: <q>can&#39;t come</q></div>\
            <div><abbr>Jun 12, 2024, 11:24:02 AM Pacific Time</abbr>: <cite>Me</cite>: <q>fine: later</q></div></body></html>";
        assert_eq!(
            told(&read_plain(page)),
            [
                "2024-06-12 11:20 Ida Ek: can't come",
                "2024-06-12 11:24 Me: fine: later"
            ]
        );
    }
}
