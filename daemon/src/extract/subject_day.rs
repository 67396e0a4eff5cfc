//! The day to come that a whole message is about: its hours without a day are of that one.

use super::{
    dates::{self, Anchor, Lean, Order, Reference},
    episode::Episode,
};
use crate::ingest::Title;
use crate::ingest::{Document, Kind, Passage};
use jiff::civil::Date;
use memo_common::api::SourceType;

/// A message of more passages, or of a longer one, is about several things.
const PASSAGES: usize = 12;
const BYTES: usize = 600;

/// The one day to come that the heading above an episode of a message names, or else the subject, or else all of the
/// message.
pub(super) fn of(document: &Document, episode: &Episode) -> Option<Date> {
    let first = &episode.pieces[0];
    let passage = &document.passages[first.passage];
    let Kind::Message { subject } = &passage.kind else {
        return None;
    };
    let written = episode.written?.days().1;
    let mut heads = passage.headings.last().into_iter().chain(subject);
    heads
        .find_map(|head| day_to_come(head, written))
        .or_else(|| {
            // "I rang you at 10:30" was before the message
            let back = dates::looks_back(&passage.text[first.range.clone()]);
            let mail = document.source_type == SourceType::Email && !back;
            mail.then(|| sole_day(document, first.passage, written))?
        })
}

/// The one day to come that a message names, however often.
fn sole_day(document: &Document, at: usize, written: Date) -> Option<Date> {
    let passage = &document.passages[at];
    let of_message = |p: &&Passage| p.thread == passage.thread && p.kind == passage.kind;
    let before = document.passages[..at].iter().rev();
    let begin = at - before.take(PASSAGES).take_while(of_message).count();
    let message = document.passages[begin..].iter().take_while(of_message);
    let message: Vec<&Passage> = message.take(PASSAGES).collect();
    if message.len() == PASSAGES || message.iter().any(|p| p.text.len() > BYTES) {
        return None;
    }
    let mut heads: Vec<&Title> = message.iter().flat_map(|p| &p.headings).collect();
    heads.dedup();
    let texts = heads.into_iter().map(Title::as_str);
    let texts = texts.chain(message.iter().map(|p| p.text.as_str()));
    let now = written.at(12, 0, 0, 0);
    let reference = Reference {
        lean: Some(Lean::Future),
        ..Reference::at(now)
    };
    let mut sole = None;
    for found in texts.flat_map(|text| dates::find(text, &reference)) {
        let (first, last) = found.when.days();
        if found.anchor <= Anchor::Clock || last <= written {
            continue;
        }
        if first != last || sole.is_some_and(|day| day != first) {
            return None;
        }
        sole = Some(first);
    }
    sole
}

/// The one day after this one that a heading names.
fn day_to_come(heading: &str, written: Date) -> Option<Date> {
    let day = |order| {
        let now = written.at(12, 0, 0, 0);
        let reference = Reference {
            order,
            lean: Some(Lean::Future),
            ..Reference::at(now)
        };
        let found = dates::find(heading, &reference);
        let [one] = found.as_slice() else {
            return None;
        };
        let (first, last) = one.when.days();
        (one.anchor >= Anchor::Yearless && first == last && first > written).then_some(first)
    };
    // either way of writing days must mean the same
    day(Order::DayFirst).filter(|first| day(Order::MonthFirst) == Some(*first))
}

#[cfg(test)]
mod tests {
    use crate::extract::event_time::tests::whens;
    use memo_common::api::SourceType;

    /// When a mail's memory with an hour was.
    fn when_of(subject: &str, body: &str) -> Option<String> {
        let head = "From: Ida Ek <ida@x.example>\nTo: Bo Alm <bo@x.example>\nDate: Thu, 16 Nov 2023 17:48:00 +0100\n";
        let text = format!("{head}Subject: {subject}\n\n{body}\n");
        let mut whens = whens(SourceType::Email, &text).into_iter();
        whens.find(|w| w.ends_with("16:14"))
    }

    #[test]
    fn an_hour_alone_is_of_the_day_that_the_message_is_about() {
        let arrives =
            "Mrs Holm arrives at 16:14 by train from Leeds, please fetch her there with the van.";
        let dated = "Mrs Holm arrives on Friday at 16:14 by train from Leeds.";
        let about = |lead: &str| format!("{lead}\n\n{arrives}");
        for (subject, body, when) in [
            (
                "Reading on 30 November",
                arrives.to_owned(),
                "2023-11-30 16:14",
            ),
            ("Reading", arrives.to_owned(), "2023-11-16 16:14"),
            (
                "Reading on 30 November",
                dated.to_owned(),
                "2023-11-17 16:14",
            ),
            (
                "Reading",
                about(
                    "The reading is on Saturday the 25th, and the hall is ours for the whole of it, with the chairs, the lamps, the tea and the many books that we had there in the years before.",
                ),
                "2023-11-25 16:14",
            ),
            (
                "Reading",
                about(
                    "The reading is on Saturday the 25th, and the party for all who helped us with the chairs, the lamps, the tea and the many books is on Tuesday the 28th, at our house, as it was in the years before.",
                ),
                "2023-11-16 16:14",
            ),
        ] {
            assert_eq!(
                when_of(subject, &body).as_deref(),
                Some(when),
                "{subject}: {body}"
            );
        }
    }
}
