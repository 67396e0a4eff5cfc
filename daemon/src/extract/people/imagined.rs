//! People who are only thought of: what they would have done, usually do, or are told of.

use super::around::Around;
use super::clause::{past, word_of};
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

/// Whether a name stands where its bearer is thought of and does nothing; `clause` are the words behind it, `name` is the
/// token of the name itself.
pub(super) fn is_imagined(around: &Around, clause: &[&Token], name: usize) -> bool {
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
    unreal || habit || is_reported(around, clause) || is_dead(around, name)
}

/// "Bea told me that Ann is moving", "he says Ann was fired": what somebody else tells of Ann, unless it is of who writes.
fn is_reported(around: &Around, clause: &[&Token]) -> bool {
    let that = usize::from(around.back(1) == "that");
    let to_whom = matches!(around.back(1 + that), "me" | "us" | "him" | "her" | "them");
    let told = match around.back(1 + that + usize::from(to_whom)) {
        "told" | "tell" | "tells" => to_whom,
        "says" | "said" | "hears" | "reckons" | "thinks" | "thought" | "believes" | "swears"
        | "knew" => !to_whom,
        _ => false,
    };
    let state = clause
        .first()
        .is_some_and(|t| t.cues.any(&[Cue::Be, Cue::State]) || past(t));
    let ours = clause.iter().any(|t| t.cues.has(Cue::First));
    told && state && !ours && !matches!(word_of(clause.get(1)), "coming" | "joining")
}

/// "the late Mr Roe"
fn is_dead(around: &Around, name: usize) -> bool {
    let phrase = around.tokens.get(around.begin..name).unwrap_or_default();
    phrase
        .iter()
        .any(|t| matches!(t.folded.as_str(), "late" | "deceased" | "departed"))
}

#[cfg(test)]
mod tests {
    use crate::extract::people::{People, tests::document};

    #[test]
    fn who_is_thought_of_does_nothing() {
        for text in [
            "Grandpa Ansel would have loved the new engine.",
            "Petra normally does the introduction.",
            "Ansel's neighbour told me Petra was fired.",
            "A parcel for Petra came.",
        ] {
            let people = People::new(&document(&[], text), "Robin Vale");
            let there = crate::extract::people::taking_part(text, &people);
            assert!(there.is_empty(), "{text}");
        }
    }
}
