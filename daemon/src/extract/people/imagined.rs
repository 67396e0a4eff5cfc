//! People who are only thought of: what they would have done, usually do, were named for.

use super::around::Around;
use super::clause::word_of;
use super::role::REACH;
use crate::extract::entities::token::Token;

/// Whether a name stands where its bearer is thought of and does nothing; `clause` are the words behind it.
pub(super) fn is_imagined(around: &Around, clause: &[&Token]) -> bool {
    let word = |n: usize| word_of(clause.get(n));
    // "Ann would have loved it", "Ann used to live here"
    let unreal = matches!(word(0), "would" | "might" | "could" | "should" | "must")
        && matches!(word(1), "have" | "ve")
        || matches!(word(0), "would've" | "might've" | "could've" | "should've")
        || (word(0), word(1)) == ("would", "love")
        || (word(0), word(1)) == ("used", "to");
    // "Ann normally does it"
    let habit = matches!(word(0), "normally" | "usually" | "always" | "often")
        && word(1).ends_with('s')
        && !matches!(word(1), "was" | "has" | "is");
    unreal
        || habit
        || is_wished(around, clause)
        || is_likened(around, clause)
        || is_namesake(around)
}

/// "if Ann were here", "I wish Ann had seen it", "heard that Ann got the job".
fn is_wished(around: &Around, clause: &[&Token]) -> bool {
    let back = |k: usize| around.back(k);
    let were = matches!(word_of(clause.first()), "were" | "had");
    let heard = matches!(
        back(2),
        "heard" | "hear" | "read" | "learned" | "learnt" | "gather"
    );
    back(1) == "if" && were
        || matches!(back(1), "wish" | "wishing" | "wished")
        || back(1) == "that" && (back(2) == "wish" || heard)
}

/// "as Ann always said", "like Ann did", "the green that Ann recommended".
fn is_likened(around: &Around, clause: &[&Token]) -> bool {
    let verb = word_of(clause.first());
    let adverb = matches!(verb, "always" | "once" | "often" | "used");
    match around.back(1) {
        "like" | "as" => adverb || matches!(verb, "did" | "does" | "said" | "says"),
        "that" | "which" => matches!(
            verb,
            "recommended"
                | "suggested"
                | "mentioned"
                | "likes"
                | "liked"
                | "loves"
                | "loved"
                | "swears"
        ),
        _ => false,
    }
}

/// "named the dog after Ann", "in memory of Ann", "without Ann", "instead of Ann".
fn is_namesake(around: &Around) -> bool {
    let near = || around.tokens[..around.begin].iter().rev().take(REACH);
    match around.back(1) {
        "after" => near().any(|t| matches!(t.folded.as_str(), "named" | "called" | "christened")),
        "of" => matches!(
            around.back(2),
            "memory" | "honour" | "honor" | "instead" | "reminded"
        ),
        "without" | "unlike" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::people::{People, tests::document};

    #[test]
    fn who_is_thought_of_does_nothing() {
        for text in [
            "Grandpa Ansel would have loved the new engine.",
            "Petra normally does the introduction.",
            "I wish Petra had seen it.",
            "If Petra were here he would laugh.",
            "We named the dog after Petra.",
            "Without Petra we were too slow.",
        ] {
            let people = People::new(&document(&[], text), "Robin Vale");
            let there = crate::extract::people::taking_part(text, &people);
            assert!(there.is_empty(), "{text}");
        }
    }
}
