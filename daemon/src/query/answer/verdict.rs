//! Yes or no, as the best sentence has it.

use super::{Asked, denials::denies, passage::Sentence, say::Found, times, words::Word};
use crate::{
    extract::dates::{self, Anchor, Reference},
    when::When,
    wording::is_quoted,
};
use jiff::civil::{Date, Time};
use memo_common::api::SourceType;

/// "Yes" or "No"; `None` for what might be, and for a choice of two.
pub(super) fn yes_or_no(asked: &Asked, text: &str) -> Option<Found> {
    let open = |w: &Word| {
        matches!(
            w.folded.as_str(),
            "would" | "could" | "might" | "may" | "or"
        )
    };
    if asked.question.words.iter().any(open) {
        return None;
    }
    let near = asked.near_named();
    let best = &asked.sentences[*near.first()?];
    let denied = denied(asked, best) != denies(&asked.question.words);
    let word = if denied || on_another_day(asked, best, text) {
        "No"
    } else {
        "Yes"
    };
    Some(Found::of(word.to_owned(), best.source))
}

/// Words, folded, that begin another clause.
const CLAUSES: [&str; 4] = ["but", "aber", "pero", "mais"];

/// Whether the best sentence denies what is asked: in a clause that alone tells something of it. "She signed the lease for
/// the shop, but not the garage" denies the garage; what somebody is quoted with denies nothing.
fn denied(asked: &Asked, best: &Sentence) -> bool {
    let mut clauses: Vec<Vec<&Word>> = vec![Vec::new()];
    let mut end = 0;
    for word in &best.words {
        let comma = best.text[end..word.span.start].contains([',', ';']);
        if comma || CLAUSES.contains(&word.folded.as_str()) {
            clauses.push(Vec::new());
        }
        end = word.span.end;
        if !is_quoted(best.text, word.span.start)
            && let Some(clause) = clauses.last_mut()
        {
            clause.push(word);
        }
    }
    let asks = |w: &&&Word| !w.stop && asked.wanted.asks_of(w);
    let denying = |clause: &[&Word]| clause.iter().any(|w| denies(std::slice::from_ref(*w)));
    let (no, yes): (Vec<_>, Vec<_>) = clauses.iter().partition(|c| denying(c));
    let told = |w: &Word| yes.iter().flat_map(|c| c.iter()).any(|y| y.stem == w.stem);
    let mut only = no.iter().flat_map(|c| c.iter()).filter(asks);
    let alone = yes.iter().flat_map(|c| c.iter()).find(asks).is_none();
    !no.is_empty() && (alone || only.any(|w| !told(w)))
}

/// Words before a day that ask about it and no other: "on Monday", "is it Monday".
const ON: [&str; 9] = ["on", "is", "am", "le", "el", "this", "next", "at", "um"];

/// Whether the question names a day, and the best sentence tells of others alone: "Is the dentist on Monday?"
fn on_another_day(asked: &Asked, best: &Sentence, text: &str) -> bool {
    let source = &asked.sources[best.source];
    let reference = Reference::at(asked.today.to_datetime(Time::midnight()));
    let found = dates::find(text, &reference);
    let Some(named) = found.into_iter().find(|f| f.anchor >= Anchor::Weekday) else {
        return false;
    };
    let before = asked.question.words.iter().rev();
    let before = before
        .clone()
        .find(|w| w.span.end <= named.span.start && w.folded != "the");
    if !before.is_some_and(|w| ON.contains(&w.folded.as_str())) {
        return false;
    }
    let mut days: Vec<(Date, Date)> = times::times(best, source)
        .iter()
        .filter(|t| t.anchor != Anchor::Clock)
        .map(|t| t.when.days())
        .collect();
    // an entry of a calendar is of its time
    if days.is_empty() && source.source_type == SourceType::Calendar {
        days.extend(source.content.when.parse::<When>().ok().map(When::days));
    }
    let (from, to) = named.when.days();
    let same = |day: Date| match named.anchor {
        Anchor::Weekday => day.weekday() == from.weekday(),
        Anchor::Yearless => (day.month(), day.day()) == (from.month(), from.day()),
        _ => day == from,
    };
    // of a longer time, or told of one, nothing is said of the day
    from == to && !days.is_empty() && days.iter().all(|(a, b)| a == b && !same(*a))
}

#[cfg(test)]
mod tests {
    use crate::query::answer::tests::{ask, memory};

    #[test]
    fn a_denial_is_of_its_clause() {
        for (narrative, question, word) in [
            (
                "Ida signed the lease for the shop, but not the garage.",
                "Did Ida sign the lease for the shop?",
                "Yes.",
            ),
            (
                "Ida signed the lease for the shop, but not the garage.",
                "Did Ida sign the lease for the garage?",
                "No.",
            ),
            (
                "Ida did not sign the lease for the shop.",
                "Did Ida sign the lease for the shop?",
                "No.",
            ),
            (
                "Ida approved the boat money in one line: \"Fine, but not a penny more.\"",
                "Did Ida approve the boat money in one line?",
                "Yes.",
            ),
        ] {
            let reply = ask(question, &[memory(narrative, "2024-05-03")]);
            assert!(
                reply.response.starts_with(word),
                "{question}: {}",
                reply.response
            );
        }
    }

    #[test]
    fn what_is_on_another_day_is_not_on_this_one() {
        let dentist = [memory(
            "I have “Dentist” on Wednesday 12 June 2024 from 15:30 to 16:00.",
            "2024-06-12 15:30/2024-06-12 16:00",
        )];
        for (question, yes) in [
            ("Is the dentist on Monday?", false),
            ("Is the dentist on Wednesday?", true),
            ("Is the dentist on 13 June?", false),
            ("Is the dentist on 12 June?", true),
        ] {
            let reply = ask(question, &dentist);
            let said = reply.response.starts_with("Yes.");
            assert_eq!(said, yes, "{question}: {}", reply.response);
        }
    }
}
