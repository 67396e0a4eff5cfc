//! Yes or no, as the best sentence has it: what it asks, wishes or leaves to be done says neither.

use super::{
    Asked, choice,
    denials::denies,
    passage::{Sentence, Voice},
    say::Found,
    tasks, times,
    whose::says_i,
    words::Word,
};
use crate::{
    extract::dates::{self, Anchor, Reference},
    when::When,
    wording::is_quoted,
};
use jiff::civil::{Date, Time};
use memo_common::api::SourceType;

/// "Yes" or "No"; `None` for what might be, for a choice of two, and where the sentence leaves it open.
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
    if let Some(found) = taken(asked) {
        return Some(found);
    }
    let best = saying_most(asked)?;
    if let Some(found) = replied(asked, best) {
        return Some(found);
    }
    if leaves_open(asked, best) {
        return None;
    }
    let denied = denied(asked, best) != denies(&asked.question.words);
    let word = if denied || on_another_day(asked, best, text) {
        "No"
    } else {
        "Yes"
    };
    Some(Found::of(word.to_owned(), best.source))
}

/// The sentence of the likeliest memory that answers; another one where that has far more of what is asked.
fn saying_most<'a>(asked: &Asked<'a>) -> Option<&'a Sentence<'a>> {
    /// How much more, by rarity.
    const FAR: f32 = 0.4;
    let near = asked.near_named();
    let mut near = near.iter().map(|&at| &asked.sentences[at]);
    let best = near.next()?;
    let covered = |s: &Sentence| asked.wanted.covered(s);
    let most = near.max_by(|a, b| covered(a).total_cmp(&covered(b)));
    let more = most.filter(|most| covered(most) > covered(best) + FAR);
    Some(more.unwrap_or(best))
}

/// Of two things that a sentence of the likeliest memory offers, whether the one that is asked about is taken.
fn taken(asked: &Asked) -> Option<Found> {
    /// How much of the question the offer has to have.
    const MOST: f32 = 0.6;
    let asks = |word: &Word| asked.question.words.iter().any(|w| w.stem == word.stem);
    let near = asked.near().map(|at| &asked.sentences[at]);
    near.filter(|s| asked.wanted.covered(s) >= MOST)
        .find_map(|offer| {
            let choice = choice::of(asked, offer)?;
            let word = match (asks(choice.taken), asks(choice.left)) {
                (true, false) => "Yes",
                (false, true) => "No",
                _ => return None,
            };
            Some(Found::of(word.to_owned(), choice.said.source))
        })
}

/// How a reply begins that says so, and one that does not; folded.
const SO: [&str; 9] = [
    "yes", "yep", "yeah", "yup", "sure", "ja", "oui", "si", "klar",
];
const NOT_SO: [&str; 6] = ["no", "nope", "nah", "nein", "non", "not"];

/// What is replied to the same question, where the best sentence asks it.
fn replied(asked: &Asked, best: &Sentence) -> Option<Found> {
    let mut behind = asked
        .sentences
        .iter()
        .filter(|s| s.source == best.source && s.order > best.order);
    let reply = behind.next().filter(|_| best.asks)?;
    let first = reply.words.first()?.folded.as_str();
    let word = match (SO.contains(&first), NOT_SO.contains(&first)) {
        (true, _) => "Yes",
        (_, true) => "No",
        _ => return None,
    };
    let negated = denies(&asked.question.words) || denies(&best.words);
    (!negated).then(|| Found::of(word.to_owned(), reply.source))
}

/// Words, folded, that begin another clause.
const CLAUSES: [&str; 4] = ["but", "aber", "pero", "mais"];

/// Words, folded, of what is wished, planned, owed or thought possible, and not yet so.
const OPEN: [&str; 46] = [
    "want",
    "wants",
    "wanted",
    "would",
    "could",
    "might",
    "may",
    "maybe",
    "perhaps",
    "possibly",
    "if",
    "whether",
    "unless",
    "hope",
    "hopes",
    "hoping",
    "hoped",
    "wish",
    "wishes",
    "wished",
    "should",
    "must",
    "need",
    "needs",
    "plan",
    "plans",
    "planning",
    "planned",
    "will",
    "shall",
    "ill",
    "going",
    "mochte",
    "mochten",
    "wollte",
    "wollen",
    "soll",
    "sollte",
    "muss",
    "vielleicht",
    "falls",
    "wenn",
    "hoffe",
    "quiza",
    "quizas",
    "quiero",
];

/// Whether a sentence says nothing of whether it is so: it asks, is a task that is not done, somebody else says it of
/// themselves, or all that it tells of what is asked is wished or planned.
fn leaves_open(asked: &Asked, best: &Sentence) -> bool {
    let question = &asked.question.words;
    let anothers = matches!(best.voice, Voice::Other(_)) && best.said().any(says_i);
    if best.asks || tasks::is_open(best.text) || anothers && question.iter().any(says_i) {
        return true;
    }
    let open = |word: &&Word| {
        let name = word.capital && !word.first;
        OPEN.contains(&word.folded.as_str())
            && !name
            && !question.iter().any(|asked| asked.folded == word.folded)
    };
    let clauses = clauses(best);
    let mut telling = clauses
        .iter()
        .filter(|clause| clause.iter().any(|w| !w.stop && asked.wanted.asks_of(w)))
        .peekable();
    telling.peek().is_some() && telling.all(|clause| clause.iter().any(&open))
}

/// The words of a sentence by its clauses, but for what it quotes.
fn clauses<'a>(sentence: &'a Sentence) -> Vec<Vec<&'a Word>> {
    let mut clauses: Vec<Vec<&Word>> = vec![Vec::new()];
    let mut end = 0;
    for word in &sentence.words {
        let comma = sentence.text[end..word.span.start].contains([',', ';']);
        if comma || CLAUSES.contains(&word.folded.as_str()) {
            clauses.push(Vec::new());
        }
        end = word.span.end;
        if !is_quoted(sentence.text, word.span.start)
            && let Some(clause) = clauses.last_mut()
        {
            clause.push(word);
        }
    }
    clauses
}

/// Whether the best sentence denies what is asked: in a clause that alone tells something of it. "She signed the lease for
/// the shop, but not the garage" denies the garage; what somebody is quoted with denies nothing.
fn denied(asked: &Asked, best: &Sentence) -> bool {
    let clauses = clauses(best);
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
    fn what_is_replied_to_the_question_answers_it() {
        let chat = [memory(
            "Bo Lund asked me: “Did you feed the hens?” I told Bo: “Yes, at noon” Bo asked me: “Have you fixed the gate?” I told \
             Bo: “Not yet, the hinge is missing”",
            "2024-05-03",
        )];
        for (question, word) in [
            ("Did I feed the hens?", "Yes"),
            ("Did I fix the gate?", "No"),
        ] {
            let reply = ask(question, &chat);
            assert!(
                reply.response.starts_with(word),
                "{question}: {}",
                reply.response
            );
        }
    }

    #[test]
    fn what_is_open_is_neither() {
        for (narrative, question) in [
            (
                "To do: book the ferry by 12 June. To do: paint the fence.",
                "Did I book the ferry?",
            ),
            (
                "Done by Bo Lund: oil the gate. To do for me: ring the mill.",
                "Did I ring the mill?",
            ),
            ("I would like to see Oslo.", "Did I see Oslo?"),
            ("Maybe I sell the canoe in spring.", "Did I sell the canoe?"),
            ("Should we paint the hall?", "Did we paint the hall?"),
            (
                "I asked Bo: “Who fetches the keys?” Bo told me: “I do it. My aunt lives beside the shop.”",
                "Do I fetch the keys?",
            ),
        ] {
            let reply = ask(question, &[memory(narrative, "2024-05-03")]);
            let verdict = ["Yes", "No."].iter().any(|w| reply.response.starts_with(w));
            assert!(!verdict, "{question}: {}", reply.response);
        }
        let done = "Done: water the fern. I will travel to Oslo on Friday, and I sold the canoe.";
        for question in ["Did I water the fern?", "Did I sell the canoe?"] {
            let reply = ask(question, &[memory(done, "2024-05-03")]);
            assert!(
                reply.response.starts_with("Yes"),
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
