//! What there is to do: the open tasks that memories hold.

use super::{
    Source,
    listing::{self, Period},
    passage,
    question::Question,
    say::{self, Found},
    words::{Word, words},
};
use crate::{
    extract::{dates::Lean, tags::TASK},
    when::When,
};
use jiff::civil::Date;

/// At most this many tasks are told.
const MOST: usize = 10;

/// Longest task that is quoted whole, in words.
const LONG: usize = 30;

/// How questions ask for what there is to do, folded; "have to do" and its like only about oneself.
const DUTIES: [&str; 8] = [
    "have to do",
    "need to do",
    "got to do",
    "must i do",
    "must we do",
    "should i do",
    "supposed to do",
    "left to do",
];
const LISTS: [&str; 10] = [
    "to do list",
    "todo list",
    "todos",
    "to dos",
    "my todo",
    "my tasks",
    "open tasks",
    "our tasks",
    "my task list",
    "action items",
];

/// What is looked for to answer what there is to do, and the tag it is filed under; `None` for any other question.
pub fn sought(question: &str) -> Option<(String, &'static str)> {
    are_asked(question).then(|| (format!("{TASK} {question}"), TASK))
}

/// Whether any of these memories holds an open task that answers the question.
pub fn has_open(question: &str, sources: &[Source]) -> bool {
    let today = jiff::Zoned::now().date();
    let period = listing::period(question, today, Some(Lean::Future));
    !open(period.as_ref(), sources, today).is_empty()
}

/// Whether a question asks what there is to do: all of it, or what is due at some time, but not about something.
pub(super) fn are_asked(question: &str) -> bool {
    let words = words(question);
    let folded: Vec<&str> = words.iter().map(|w| w.folded.as_str()).collect();
    let text = format!(" {} ", folded.join(" "));
    let says = |phrase: &&str| text.contains(&format!(" {phrase} "));
    let own = folded.iter().any(|w| matches!(*w, "i" | "we"));
    let what = folded.first() == Some(&"what");
    let past = folded
        .iter()
        .any(|w| matches!(*w, "did" | "had" | "was" | "were"));
    if past || !(what && own && DUTIES.iter().any(says) || LISTS.iter().any(says)) {
        return false;
    }
    let times = listing::named_times(question, jiff::Zoned::now().date());
    let dated = |w: &Word| times.iter().any(|t| t.contains(&w.span.start));
    let duty = |w: &Word| {
        let mut phrases = DUTIES.iter().chain(&LISTS).chain(&BESIDE);
        phrases.any(|p| p.split(' ').any(|word| word == w.folded))
    };
    let small = |w: &Word| {
        let joins = matches!(w.folded.as_str(), "about" | "with" | "for" | "to" | "from");
        w.stop && !joins || w.folded == "to"
    };
    words.iter().all(|w| small(w) || duty(w) || dated(w))
}

/// The open tasks of somebody whom a question asks about: "What does Ana have to do?"
pub(super) fn of_another(question: &Question, sources: &[Source]) -> Vec<Found> {
    let folded: Vec<&str> = question.words.iter().map(|w| w.folded.as_str()).collect();
    let text = format!(" {} ", folded.join(" "));
    let asks = folded.first() == Some(&"what")
        && DUTIES
            .iter()
            .any(|duty| text.contains(&format!(" {duty} ")));
    let named: Vec<&Word> = question.named().filter(|_| asks).collect();
    if named.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        for sentence in passage::sentences(at, source) {
            let text = say::dated(&say::short(sentence.text, LONG));
            let Some((who, task)) = text.strip_prefix(ANOTHERS).and_then(|t| t.split_once(": "))
            else {
                continue;
            };
            let who = words(who);
            if named.iter().all(|n| who.iter().any(|w| w.stem == n.stem)) {
                found.push(Found::of(task.to_owned(), at));
            }
        }
    }
    found.truncate(MOST);
    found
}

/// The open tasks, those to come first, each in the order of its day; of a period only what is due then.
pub(super) fn open(period: Option<&Period>, sources: &[Source], today: Date) -> Vec<Found> {
    let mut found: Vec<(bool, Option<Date>, usize, String)> = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let when = source.content.when.parse::<When>().ok();
        let due = when.map(|w| w.days().1);
        if period.is_some_and(|p| due.is_none_or(|day| !p.holds(day))) {
            continue;
        }
        let over = due.is_some_and(|day| day < today);
        let told = tasks(at, source).into_iter();
        found.extend(told.map(|task| (over, due, at, task)));
    }
    found.sort_by_key(|(over, due, at, _)| (*over, *due, *at));
    let told = found.into_iter().take(MOST);
    told.map(|(_, _, at, task)| Found::of(task, at)).collect()
}

/// The open tasks of a memory that are the user's, or nobody's in particular.
fn tasks(at: usize, source: &Source) -> Vec<String> {
    if !source.content.tags.iter().any(|t| t == TASK) {
        return Vec::new();
    }
    let mine = |text: &str| {
        let text = say::dated(&say::short(text, LONG));
        LEADS
            .iter()
            .find_map(|lead| Some(text.strip_prefix(lead)?.to_owned()))
    };
    let sentences = passage::sentences(at, source);
    sentences.iter().filter_map(|s| mine(s.text)).collect()
}

/// How a task of the user's own, or of nobody's in particular, is told.
const LEADS: [&str; 3] = ["To do for me: ", "To do: ", "I have to do "];

/// The same of somebody's, who is named behind it.
const ANOTHERS: &str = "To do for ";

/// Whether a sentence tells of what is to be done, by whomever.
pub(super) fn is_open(text: &str) -> bool {
    text.starts_with(ANOTHERS) || LEADS.iter().any(|lead| text.starts_with(lead))
}

/// Words that may stand beside these.
const BESIDE: [&str; 9] = [
    "any",
    "still",
    "anything",
    "else",
    "due",
    "urgent",
    "everything",
    "all",
    "next",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_when_tasks_are_asked_for() {
        for (question, asks) in [
            ("What do I have to do?", true),
            ("What do I still need to do before Monday?", true),
            ("What's on my to-do list?", true),
            ("Any open tasks?", true),
            ("What do I have to do this week?", true),
            ("What do I have to do to get a refund?", false),
            ("What should I do about the leaking tap?", false),
            ("What do I need to do for Bo's party?", false),
            ("What were the action items from the board meeting?", false),
            ("What did Ana have to do?", false),
            ("What did I do on Monday?", false),
        ] {
            assert_eq!(are_asked(question), asks, "{question}");
        }
    }
}
