//! Places that say where somebody else is meanwhile, who is meant, or what somebody is there.

use super::office::{is_account, is_agent, is_apposed, is_office, is_trade};
use super::words::Words;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;
use crate::extract::people::past;
use memo_common::api::EntityType;

/// Whether the place to which the token `at` leads, and which ends before token `end`, only says something of a person
/// who is there.
pub(super) fn is_others(words: &Words<'_>, at: usize, end: usize) -> bool {
    is_where_another_is(words, at)
        || is_office(words, at)
        || is_of_who_spoke(words, at, end)
        || is_subjects(words, at, end)
        || is_reason(words, at)
        || is_apposed(words, at)
        || is_account(words, at)
        || is_agent(words, at, end)
}

/// Whether a place is only where somebody else is meanwhile: "she's up in Leeds", "he is at a funeral in Leeds".
fn is_where_another_is(words: &Words<'_>, at: usize) -> bool {
    /// Words between "is" and the place.
    const FAR: usize = 5;
    let between = |t: &str| {
        matches!(
            t,
            "stuck"
                | "still"
                | "up"
                | "down"
                | "away"
                | "over"
                | "back"
                | "off"
                | "currently"
                | "now"
                | "at"
                | "a"
                | "an"
                | "the"
                | "on"
                | "funeral"
                | "wedding"
                | "conference"
                | "course"
                | "leave"
                | "holiday"
                | "hospital"
                | "all"
                | "week"
                | "also"
                | "already"
        )
    };
    if words.word(at) != "in" || !matches!(words.name(at + 1), Some((_, EntityType::Location))) {
        return false;
    }
    let Some(be) = (at.saturating_sub(FAR)..at)
        .rev()
        .find(|n| !between(words.word(*n)))
    else {
        return false;
    };
    let is = matches!(words.word(be), "is" | "are" | "'s" | "'re" | "’s" | "’re");
    let subject = be.checked_sub(1).and_then(|n| words.tokens.get(n));
    is && subject.is_some_and(|t| {
        // "Ida's in Leeds" is a house of hers as often
        matches!(t.folded.as_str(), "he" | "she" | "they")
            || words.word(be) == "is" && t.capital && t.entry.given()
    })
}

/// Whether a place says which of them spoke or asked: "Maija at the pilot station asked", "the office in Turku rang".
fn is_of_who_spoke(words: &Words<'_>, at: usize, end: usize) -> bool {
    /// Words before the place at most.
    const LONG: usize = 4;
    let opens = (at.saturating_sub(LONG)..at).any(|n| words.tokens[n].first);
    let spoke = matches!(
        words.word(end),
        "asked"
            | "asks"
            | "rang"
            | "called"
            | "phoned"
            | "said"
            | "says"
            | "told"
            | "tells"
            | "wants"
            | "wanted"
            | "wrote"
            | "writes"
            | "mailed"
            | "emailed"
            | "sent"
            | "confirmed"
            | "offered"
            | "thinks"
            | "needs"
    );
    // "a restaurant in Lund called Ebbe"
    let named = words.word(end) == "called" && words.tokens.get(end + 1).is_some_and(|t| t.capital);
    opens && spoke && !named && matches!(words.word(at), "at" | "in" | "from")
}

/// Whether the place is told of the person of whom the clause goes on to tell: "Mia at the ticket office has a
/// cold", "the baker in Leeds was ill".
fn is_subjects(words: &Words<'_>, at: usize, end: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|n| &words.tokens[n]) else {
        return false;
    };
    let named = before.capital && before.entry.given() && !before.entry.town();
    let article = at > 1 && matches!(words.word(at - 2), "the" | "our" | "my" | "a");
    // where the person's words begin: "Mia Roe", "the dyer"
    let names = words.tokens[..at]
        .iter()
        .rev()
        .take_while(|t| t.word && t.capital)
        .count();
    let start = at - if named { names } else { 2.min(at) };
    let opens = words.tokens[start].first
        || start > 0
            && matches!(
                words.word(start - 1),
                "," | "and" | "but" | "because" | "that"
            );
    let verb = |t: &Token| t.cues.any(&[Cue::Be, Cue::Modal, Cue::State]) || past(t);
    opens
        && (named
            || article && (is_trade(&before.folded) || before.cues.any(&[Cue::Kin, Cue::Relation])))
        && matches!(words.word(at), "in" | "at")
        && words
            .tokens
            .get(end)
            .is_some_and(|t| t.word && !t.line && verb(t))
}

/// Whether somebody's being in a place is the reason of something else: "missed it because she was in hospital".
fn is_reason(words: &Words<'_>, at: usize) -> bool {
    let Some(be) = at.checked_sub(1).filter(|n| *n > 1) else {
        return false;
    };
    // "while you lot were in the barn"
    let before = match words.word(be - 2) {
        "you" | "the" => be.saturating_sub(3),
        _ => be - 2,
    };
    has_subject(words, at)
        && matches!(
            words.word(before),
            "because" | "bcos" | "cos" | "cuz" | "since" | "as" | "while"
        )
}

/// Whether the words before a place say that somebody else is there: "she was in the barn", "Mia is at the dentist".
pub(super) fn has_subject(words: &Words<'_>, at: usize) -> bool {
    let Some(be) = at.checked_sub(1).filter(|n| *n > 0) else {
        return false;
    };
    let who = &words.tokens[be - 1];
    matches!(words.word(be), "is" | "was" | "'s" | "are" | "were")
        && (matches!(
            who.folded.as_str(),
            "he" | "she" | "they" | "you" | "lot" | "others" | "rest" | "guys"
        ) || who.capital && who.entry.given())
}
