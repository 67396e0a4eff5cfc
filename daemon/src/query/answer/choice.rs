//! Which of two things that a question offers the answer behind it takes: "Tea or coffee? Tea."

use super::{
    Asked,
    denials::denies,
    passage::Sentence,
    words::{Word, words},
};

/// Words between the two, folded.
const OR: [&str; 4] = ["or", "oder", "ou", "o"];

/// What a sentence offers, and which of it is taken; by the words beside the "or".
pub(super) struct Choice<'a> {
    pub(super) taken: &'a Word,
    pub(super) left: &'a Word,
    /// The sentence that takes it.
    pub(super) said: &'a Sentence<'a>,
}

/// The choice that a sentence offers, where one of the next of its memory takes one of both and not the other: in its first
/// clause, as in "Tea, coffee is out".
pub(super) fn of<'a>(asked: &Asked<'a>, offer: &'a Sentence<'a>) -> Option<Choice<'a>> {
    /// Sentences behind, within which the answer comes.
    const SOON: usize = 2;
    if !offer.asks {
        return None;
    }
    let or = offer
        .words
        .iter()
        .position(|w| OR.contains(&w.folded.as_str()))?;
    let before = offer.words[..or].iter().rev().find(|w| !w.stop)?;
    let behind = offer.words[or + 1..].iter().find(|w| !w.stop)?;
    let next = asked
        .sentences
        .iter()
        .filter(|s| s.source == offer.source && s.order > offer.order)
        .take(SOON);
    next.take_while(|s| !s.asks).find_map(|said| {
        let end = said.text.find([',', ';']).unwrap_or(said.text.len());
        let clause = words(&said.text[..end]);
        let has = |word: &Word| clause.iter().any(|w| w.stem == word.stem);
        let (taken, left) = match (has(before), has(behind)) {
            (true, false) => (before, behind),
            (false, true) => (behind, before),
            _ => return None,
        };
        let (taken, left) = match denies(&clause) {
            true => (left, taken),
            false => (taken, left),
        };
        Some(Choice { taken, left, said })
    })
}

#[cfg(test)]
mod tests {
    use crate::query::answer::tests::{ask, memory};

    #[test]
    fn of_two_things_the_one_that_is_taken_answers() {
        let note = [memory(
            "I noted on 3 May 2024: Is Ida allergic to wasps or bees? Wasps, bees are fine. Is Gus coming by bus or by boat? By \
             boat. Red or green paint for the door? I would say green.",
            "2024-05-03",
        )];
        for (question, said) in [
            ("Is Ida allergic to wasps?", "Yes"),
            ("Is Ida allergic to bees?", "No"),
            ("Is Gus coming by bus?", "No"),
            ("Which paint for the door?", "green"),
        ] {
            let reply = ask(question, &note);
            assert!(
                reply.response.starts_with(said),
                "{question}: {}",
                reply.response
            );
        }
    }
}
