//! How likely memories are to answer a question at all, by the way it is asked: when something is, they mostly tell; what
//! somebody said of it, or how many came, they often leave out, however near they are.

use super::{
    features::on,
    question::{Kind, Question},
};
use std::collections::HashSet;

/// How many features there are.
pub(super) const WAYS: usize = 22;

/// What they weigh, on the scale of [`super::abstain::WEIGHTS`] and fitted with the second line of those.
pub(super) const WEIGHTS: [(f32, &str); WAYS] = [
    (-0.57, "asks for a thing"),
    (-0.83, "asks how many"),
    (0.03, "asks for a sum"),
    (0.10, "asks for an amount"),
    (1.08, "asks for a time of day"),
    (-0.38, "asks how long"),
    (-1.93, "asks what was said, decided or found"),
    (-0.31, "words of names in it"),
    (0.78, "asks about the user"),
    (-1.09, "asks for a name"),
    (-1.06, "asks of what is to come"),
    (-0.27, "asks what was done"),
    (0.04, "asks what was"),
    (-0.05, "asks what is"),
    (-0.24, "asks who is"),
    (-0.43, "asks which one is"),
    (-0.64, "asks what somebody did"),
    (-0.28, "asks how large or old something is"),
    (-1.06, "asks of something new"),
    (-1.63, "asks by the piece"),
    (1.19, "asks of the present"),
    (1.45, "speaks of two things"),
];

/// Words of questions for what somebody said, or what came of something. Folded.
const SAID: &[&str] = &[
    "say", "said", "think", "thought", "decide", "decided", "answer", "answered", "reply", "write",
    "diagnose", "result",
];

/// Verbs of questions for what is so. Folded.
const BE: &[&str] = &["is", "are", "does", "do"];

/// Words behind "how" that ask for a size or an age.
const SIZES: &[&str] = &[
    "big", "high", "deep", "far", "long", "old", "tall", "wide", "heavy", "large", "fast",
];

/// How a question is asked, in the order of [`WEIGHTS`].
pub(super) fn ways(question: &Question) -> [f32; WAYS] {
    let kind = |kind| on(question.kind == kind);
    let has = |list: &[&str]| {
        let mut words = question.words.iter();
        on(words.any(|w| list.contains(&w.folded.as_str())))
    };
    let folded: Vec<&str> = question.words.iter().map(|w| w.folded.as_str()).collect();
    let begins = |first: &[&str], then: &[&str]| {
        let second = folded.get(1).is_some_and(|w| then.contains(w));
        folded.first().is_some_and(|w| first.contains(w)) && second
    };
    let which = matches!(folded.first(), Some(&"which" | &"what"));
    let third = folded.get(2).is_some_and(|w| BE.contains(w));
    let names: HashSet<&str> = question.named().map(|w| w.stem.as_str()).collect();
    [
        kind(Kind::Thing),
        kind(Kind::Count),
        kind(Kind::Money),
        kind(Kind::Amount),
        kind(Kind::Clock),
        kind(Kind::Duration),
        has(SAID),
        names.len() as f32,
        on(question.of_user),
        has(&["name"]),
        on(folded.contains(&"will") || folded.windows(2).any(|w| w == ["going", "to"])),
        has(&["did"]),
        has(&["was", "were"]),
        on(begins(&["what"], BE)),
        on(begins(&["who"], BE)),
        on(which && third),
        on(begins(&["what"], &["did"])),
        on(begins(&["how"], SIZES)),
        has(&["new"]),
        has(&["per"]),
        has(&["now"]),
        has(&["and"]),
    ]
}

/// What the way a question is asked says for an answer.
pub(super) fn weigh(question: &Question) -> f32 {
    let ways = ways(question).into_iter();
    ways.zip(WEIGHTS).map(|(way, weight)| way * weight.0).sum()
}

#[cfg(test)]
mod tests {
    use super::{super::question::read, *};

    #[test]
    fn tells_how_a_question_is_asked() {
        let told = |text: &str| -> Vec<&str> {
            let ways = ways(&read(text)).into_iter().zip(WEIGHTS);
            ways.filter(|(way, _)| *way > 0.0)
                .map(|(_, (_, name))| name)
                .collect()
        };
        assert_eq!(
            told("What did Ana Brandt say?"),
            [
                "asks for a thing",
                "asks what was said, decided or found",
                "words of names in it",
                "asks what was done",
                "asks what somebody did"
            ]
        );
        assert_eq!(
            told("Who is going to paint the new shed?"),
            [
                "asks of what is to come",
                "asks who is",
                "asks of something new"
            ]
        );
        assert_eq!(
            told("How big is it now?"),
            [
                "asks for an amount",
                "asks how large or old something is",
                "asks of the present"
            ]
        );
        assert_eq!(told("When is the fair?"), [""; 0]);
    }
}
