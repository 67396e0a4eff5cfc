//! People who are only thought of: what they would have done, usually do, were named for, are read or told of.

use super::around::Around;
use super::clause::{past, word_of};
use super::role::REACH;
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
    unreal
        || habit
        || is_wished(around, clause)
        || is_likened(around, clause)
        || is_namesake(around)
        || is_read(around, clause)
        || is_reported(around, clause)
        || is_meant(around)
        || is_dead(around, name)
        || is_meanwhile(around, clause)
        || is_unanswered(around)
        || is_sent_word(around)
}

/// "while Ann was at the dentist": where somebody was meanwhile.
fn is_meanwhile(around: &Around, clause: &[&Token]) -> bool {
    let there = matches!(
        word_of(clause.get(1)),
        "at" | "in" | "on" | "off" | "away" | "out"
    );
    let ours = clause.iter().any(|t| t.cues.has(Cue::First));
    matches!(around.back(1), "while" | "whilst" | "because")
        && clause.first().is_some_and(|t| t.cues.has(Cue::Be))
        && there
        && !ours
}

/// "rang Ann, no answer": who was called and not reached.
fn is_unanswered(around: &Around) -> bool {
    /// Words from the name to what came of it at most.
    const FAR: usize = 8;
    let called = matches!(
        around.back(1),
        "rang" | "called" | "phoned" | "tried" | "ringing" | "calling"
    );
    called
        && (1..FAR).any(|k| {
            let voicemail = matches!(around.next(k), "voicemail" | "mailbox" | "engaged");
            voicemail
                || around.next(k) == "no"
                    && matches!(around.next(k + 1), "answer" | "reply" | "luck")
        })
}

/// "tell Ann to start without me": somebody else is to tell her.
fn is_sent_word(around: &Around) -> bool {
    let asks = matches!(around.back(1), "tell" | "remind")
        && (around.back(2) == "," || around.cue(2, Cue::Function) && around.back(2) != "to");
    asks && matches!(around.next(1), "to" | "that" | "i" | "we" | "i'm")
}

/// "read Ann Roe on the beach", "listening to Ann Roe": whose work it is.
fn is_read(around: &Around, clause: &[&Token]) -> bool {
    let full = around.end - around.begin > 1;
    match around.back(1) {
        // "read Ann a story"
        "read" | "reading" | "reread" | "rereading" => !matches!(
            word_of(clause.first()),
            "a" | "the" | "her" | "his" | "some"
        ),
        "to" => full && matches!(around.back(2), "listened" | "listening" | "listen"),
        _ => false,
    }
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

/// "thought of calling Ann", "forgot to ring Ann": what was not done.
fn is_meant(around: &Around) -> bool {
    /// Words from what one thinks of to the name at most.
    const FAR: usize = 5;
    (3..=FAR).any(|k| {
        let next = around.back(k - 1);
        match around.back(k) {
            "thought" | "thinking" | "dreamt" | "dreamed" | "dreaming" => {
                matches!(next, "of" | "about")
            }
            "forgot" | "forgotten" | "meant" | "failed" => next == "to",
            _ => false,
        }
    })
}

/// "the late Mr Roe"
fn is_dead(around: &Around, name: usize) -> bool {
    let phrase = around.tokens.get(around.begin..name).unwrap_or_default();
    phrase
        .iter()
        .any(|t| matches!(t.folded.as_str(), "late" | "deceased" | "departed"))
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
            "Read Petra Voss on the beach all day.",
            "Ansel's neighbour told me Petra was fired.",
            "I thought of calling Petra.",
            "Did the shopping while Petra was at the dentist.",
            "Rang Petra twice, no answer.",
            "Running late, tell Petra to start.",
            "A parcel for Petra came.",
        ] {
            let people = People::new(&document(&[], text), "Robin Vale");
            let there = crate::extract::people::taking_part(text, &people);
            assert!(there.is_empty(), "{text}");
        }
    }
}
