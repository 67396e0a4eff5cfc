//! What a preposition before a name says of its bearer: that something was given to them or got from them, that somebody
//! sat beside them, or that a thing was only about or for them.

use super::around::Around;
use super::before::is_done_by;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

/// Whether a preposition before a name says that its bearer took part, or that they did not; none where none stands there.
pub(super) fn by_preposition(around: &Around) -> Option<bool> {
    let back = |k: usize| around.back(k);
    match back(1) {
        // "thanks to Ann": she did it
        "to" if back(2) == "thanks" => Some(true),
        "to" => Some(around.is_towards(10)),
        "by" => Some(around.cue(2, Cue::DoneBy) || is_done_by(around)),
        ":" if back(2) == "by" => Some(around.cue(3, Cue::DoneBy)),
        "from" => {
            let heard = |k| {
                matches!(
                    back(k),
                    "call"
                        | "visit"
                        | "message"
                        | "heard"
                        | "hear"
                        | "ping"
                        | "knock"
                        | "delegation"
                        | "deputation"
                )
            };
            Some((2..4).any(heard))
        }
        // "visité a Ann": the preposition of a person who is met
        "a" => {
            let spanish = |t: &Token| {
                t.word
                    && !t.entry.word()
                    && ["e", "i", "amos", "imos"]
                        .iter()
                        .any(|end| t.folded.ends_with(end))
            };
            let saw = matches!(back(2), "vi" | "vimos");
            (saw || around.before(2).is_some_and(spanish)).then_some(true)
        }
        // "the wedding of Ann and Bo"
        "of" => {
            let festive = around.cue(2, Cue::EventHead)
                && !matches!(back(2), "funeral" | "anniversary" | "birthday");
            festive.then_some(true)
        }
        _ => None,
    }
}

/// Whether somebody sat beside them or looked after them: "sat next to Ann", "looking after Ann", "cheered for Ann".
pub(super) fn is_beside(around: &Around) -> bool {
    /// Words from the verb to the preposition at most.
    const FAR: usize = 4;
    let before =
        |from: usize, words: &[&str]| (from..from + FAR).any(|k| words.contains(&around.back(k)));
    const SEATED: [&str; 10] = [
        "sat", "sit", "sitting", "seated", "stood", "standing", "walked", "knelt", "danced",
        "slept",
    ];
    match around.back(1) {
        "to" => around.back(2) == "next",
        "into" => matches!(around.back(2), "bumped" | "bump" | "ran" | "run"),
        "chez" => true,
        "beside" | "opposite" | "alongside" => before(2, &SEATED),
        "after" => matches!(around.back(2), "looked" | "looking" | "look"),
        "for" => matches!(
            around.back(2),
            "cooked" | "cooking" | "cared" | "caring" | "cheered" | "cheering" | "interpreted"
        ),
        _ => false,
    }
}

/// Whether a thing is only about or for them, or everything is but for them: "a parcel for Ann", "about Ann", "ohne Ann".
pub(super) fn is_topic(around: &Around) -> bool {
    match around.back(1) {
        "about" | "regarding" | "concerning" | "despite" | "except" | "than" | "ohne" | "sans"
        | "senza" | "wegen" | "uber" | "sin" => true,
        // "we waited for Ann to come" tells of her coming; "a week in Leeds, for Ann" is hers
        "for" | "fur" | "pour" | "para" => {
            let behind_noun = around.before(2).is_some_and(|t| t.word);
            behind_noun && !is_beside(around) && around.next(1) != "to"
        }
        // "the daughter of Ann"
        "of" => around.cue(2, Cue::Kin) || around.cue(2, Cue::Relation),
        // "my essay on Ann Roe"
        "on" => matches!(
            around.back(2),
            "essay"
                | "paper"
                | "lecture"
                | "book"
                | "article"
                | "thesis"
                | "documentary"
                | "biography"
        ),
        _ => false,
    }
}
