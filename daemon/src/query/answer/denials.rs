//! What a sentence denies, or tells as over.

use super::{passage::Sentence, words::Word};
use crate::extract::evidence::{DENIALS, OTHER_DENIALS};

/// Whether a word denies.
pub(super) fn denies(words: &[Word]) -> bool {
    words.iter().any(|w| DENIALS.contains(&w.folded.as_str()))
}

/// Whether the words right before a time say that it does not happen then: "the pilot cannot begin on 19 October", but not
/// "it will not open until 5 June".
pub(super) fn is_ruled_out(sentence: &Sentence, at: usize) -> bool {
    /// Words before the time that are looked at.
    const NEAR: usize = 4;
    const STATES: [&str; 8] = [
        "until", "till", "before", "later", "only", "wait", "bis", "vor",
    ];
    let before = sentence.words.iter().rev().filter(|w| w.span.end <= at);
    let clause = before.take(NEAR).take_while(|w| {
        let gap = &sentence.text[w.span.end..];
        !gap.starts_with([',', ';', ':', '.'])
    });
    let clause: Vec<&Word> = clause.collect();
    let states = clause.iter().any(|w| STATES.contains(&w.folded.as_str()));
    // "nicht am 3. Mai", "ce n'est plus en juillet", but not "plus 3 May"
    let denied = clause.iter().take(2).enumerate().any(|(at, w)| {
        let next = at.checked_sub(1).map(|n| clause[n].folded.as_str());
        let bound = next.is_some_and(|n| matches!(n, "en" | "le" | "au" | "ce" | "il" | "el"));
        let word = w.folded.as_str();
        OTHER_DENIALS.contains(&word) || bound && matches!(word, "plus" | "pas" | "non" | "no")
    });
    !states && (denied || clause.iter().any(|w| denies(std::slice::from_ref(w))))
}

/// Whether the words right before a time say that it was so once: "the fair was on 3 May, now it is on 10 May", "moved from
/// 3 May".
pub(super) fn is_former(sentence: &Sentence, at: usize) -> bool {
    const NEAR: usize = 3;
    const ONCE: [&str; 7] = ["was", "were", "instead", "war", "statt", "etait", "era"];
    const MOVED: [&str; 8] = [
        "move",
        "shift",
        "change",
        "chang",
        "postpon",
        "reschedul",
        "bring",
        "push",
    ];
    let before = sentence.words.iter().rev().filter(|w| w.span.end <= at);
    let near: Vec<&str> = before.take(NEAR).map(|w| w.folded.as_str()).collect();
    // "runs from 3 May on" is not over
    let moved = || sentence.words.iter().any(|w| MOVED.contains(&&*w.stem));
    near.iter().any(|w| ONCE.contains(w)) || near.contains(&"from") && moved()
}
