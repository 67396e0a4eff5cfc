//! What there is to do: the open tasks that memories hold.

use super::{
    Asked, Source,
    listing::Period,
    passage,
    say::{self, Found},
    words::{Word, words},
};
use crate::{extract::tags::TASK, when::When};
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
    are_asked(&words(question)).then(|| (format!("{TASK} {question}"), TASK))
}

/// Whether a question asks what there is to do.
pub(super) fn are_asked(question: &[Word]) -> bool {
    let folded: Vec<&str> = question.iter().map(|w| w.folded.as_str()).collect();
    let text = format!(" {} ", folded.join(" "));
    let says = |phrase: &&str| text.contains(&format!(" {phrase} "));
    let own = folded.iter().any(|w| matches!(*w, "i" | "we"));
    let what = folded.first() == Some(&"what");
    // "What do I have to do to get a refund?" asks how
    let ends = |phrase: &&str| {
        let behind = text
            .split_once(&format!("{phrase} "))
            .map_or("", |(_, behind)| behind);
        says(phrase) && !behind.starts_with("to ") && !behind.contains(" to ")
    };
    what && own && DUTIES.iter().any(ends) || LISTS.iter().any(says)
}

/// The open tasks, those to come first, each in the order of its day; with a period only what is due in it.
pub(super) fn open(asked: &Asked, period: Option<&Period>) -> Vec<Found> {
    let mut found: Vec<(bool, Option<Date>, usize, String)> = Vec::new();
    for (at, source) in asked.sources.iter().enumerate() {
        let when = source.content.when.parse::<When>().ok();
        let due = when.map(|w| w.days().1);
        if period.is_some_and(|p| due.is_none_or(|day| !p.holds(day))) {
            continue;
        }
        let over = due.is_some_and(|day| day < asked.today);
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
        ["To do for me: ", "To do: ", "I have to do "]
            .iter()
            .find_map(|lead| Some(text.strip_prefix(lead)?.to_owned()))
    };
    let sentences = passage::sentences(at, source);
    sentences.iter().filter_map(|s| mine(s.text)).collect()
}

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
            ("What do I have to do to get a refund?", false),
            ("What did Ana have to do?", false),
            ("What did I do on Monday?", false),
        ] {
            assert_eq!(are_asked(&words(question)), asks, "{question}");
        }
    }
}
