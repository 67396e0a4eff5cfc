//! What the words before a name say of its bearer: that somebody met them, did something to them, heard from them, or
//! spoke of them.

use super::around::Around;
use super::clause::past;
use super::preposition::{by_preposition, is_beside, is_topic};
use super::role::{REACH, Role};
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

/// Verbs whose object need not be there.
const SPOKEN_OF: &[&str] = &[
    "mentioned",
    "discussed",
    "described",
    "praised",
    "quoted",
    "cited",
    "liked",
    "loved",
    "wanted",
    "needed",
    "recommended",
    "suggested",
    "considered",
    "named",
    "nominated",
    "hired",
    "blamed",
    "expected",
    "imagined",
    "noticed",
    "preferred",
    "trusted",
    "searched",
    "googled",
    "copied",
    "added",
    "replaced",
    "followed",
    "used",
    "included",
    "excluded",
];

/// Participles that tell whose work a thing is.
const MAKING: [&str; 21] = [
    "posted",
    "uploaded",
    "photographed",
    "sponsored",
    "owned",
    "designed",
    "painted",
    "composed",
    "directed",
    "authored",
    "published",
    "recommended",
    "suggested",
    "named",
    "inspired",
    "used",
    "produced",
    "translated",
    "edited",
    "illustrated",
    "created",
];

/// What the words before a name let its bearer be. Where they say nothing, the words behind it decide.
pub(super) fn by_words_before(around: &Around) -> Option<Role> {
    if is_owed(around) || is_topic(around) {
        return Some(Role::Remote);
    }
    if is_acted_with(around) || is_beside(around) {
        return Some(Role::TookPart);
    }
    if let Some(took_part) = by_preposition(around) {
        return Some(match took_part {
            true => Role::TookPart,
            false => Role::Mentioned,
        });
    }
    let spoken_of = around.cue(1, Cue::Topic) || around.back(1) == "contact";
    spoken_of.then_some(Role::Mentioned)
}

/// Whether somebody acts with them, or upon them: "with Ann", "pick up Ann", "scrubbed Ann".
fn is_acted_with(around: &Around) -> bool {
    let fetched = around.back(1) == "up"
        && matches!(
            around.back(2),
            "pick" | "picked" | "picking" | "meet" | "met"
        );
    let is_object = |verb: &Token| {
        verb.folded.ends_with("ed")
            && past(verb)
            && !verb.cues.has(Cue::Topic)
            && !SPOKEN_OF.contains(&verb.folded.as_str())
    };
    around.is_met() || fetched || around.before(1).is_some_and(is_object)
}

/// Whether something is owed to them: "pay Ann back", "owed Ann a tenner".
fn is_owed(around: &Around) -> bool {
    matches!(
        around.back(1),
        "pay" | "repay" | "paid" | "repaid" | "owe" | "owes" | "owed"
    )
}

/// Whether the line or sentence begins with what was done: "Towed to the workshop by Ann".
fn opens_with_participle(around: &Around) -> bool {
    let near = around.tokens[..around.begin].iter().rev().take(REACH);
    let mut near = near.take_while(|t| !matches!(t.folded.as_str(), "." | "!" | "?" | ";" | ":"));
    near.find(|t| t.first || t.line).is_some_and(|t| {
        let made = MAKING.contains(&t.folded.as_str());
        t.folded.len() > 4 && t.folded.ends_with("ed") && !t.entry.given() && !made
    })
}

/// Whether "by" before a name says who did something ("was closed by Ann"), not who made a thing ("was designed by Ann").
pub(super) fn is_done_by(around: &Around) -> bool {
    let done = around.before(2).is_some_and(|t| {
        t.folded.ends_with("ed") && past(t) && !MAKING.contains(&t.folded.as_str())
    });
    let passive = |t: &Token| t.cues.any(&[Cue::Be, Cue::Modal]) || t.folded == "been";
    done && around.before(3).is_some_and(passive) || opens_with_participle(around)
}
