//! How likely memories are to answer a question at all, by the way it is asked: when something is, they mostly tell; what
//! somebody said of it, or how many came, they often leave out, however near they are.

use super::question::{Kind, Question};
use std::collections::HashSet;

/// How many features there are.
pub(super) const WAYS: usize = 13;

/// What they weigh, on the scale of [`super::abstain::WEIGHTS`] and fitted with the second line of those.
pub(super) const WEIGHTS: [(f32, &str); WAYS] = [
    (-0.65, "asks for a thing"),
    (-0.88, "asks how many"),
    (0.41, "asks for a sum"),
    (-0.29, "asks for an amount"),
    (0.54, "asks for a time of day"),
    (-0.18, "asks how long"),
    (-2.09, "asks what was said, decided or found"),
    (-0.24, "words of names in it"),
    (0.10, "asks about the user"),
    (-1.40, "asks for a name"),
    (-1.12, "asks of what is to come"),
    (-0.18, "asks what was done"),
    (0.04, "asks what was"),
];

/// Words of questions for what somebody said, or what came of something. Folded.
const SAID: &[&str] = &[
    "say", "said", "think", "thought", "decide", "decided", "answer", "answered", "reply", "write",
    "diagnose", "result",
];

/// How a question is asked, in the order of [`WEIGHTS`].
pub(super) fn ways(question: &Question) -> [f32; WAYS] {
    let kind = |kind| on(question.kind == kind);
    let has = |list: &[&str]| {
        let mut words = question.words.iter();
        on(words.any(|w| list.contains(&w.folded.as_str())))
    };
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
        has(&["will"]),
        has(&["did"]),
        has(&["was", "were"]),
    ]
}

/// What the way a question is asked says for an answer.
pub(super) fn weigh(question: &Question) -> f32 {
    let ways = ways(question).into_iter();
    ways.zip(WEIGHTS).map(|(way, weight)| way * weight.0).sum()
}

fn on(yes: bool) -> f32 {
    f32::from(u8::from(yes))
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
                "asks what was done"
            ]
        );
        assert_eq!(told("When is the fair?"), [""; 0]);
    }
}
