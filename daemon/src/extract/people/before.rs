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

/// What the words before a name let its bearer be; `name` is the token of the name itself. Where they say nothing, the
/// words behind it decide.
pub(super) fn by_words_before(around: &Around, name: usize) -> Option<Role> {
    if is_in_need(around) || is_owed(around) || is_topic(around) {
        return Some(Role::Remote);
    }
    if is_acted_with(around) || is_beside(around) {
        return Some(Role::TookPart);
    }
    if let Some(took_part) = by_preposition(around) {
        return Some(match around.back(1) {
            _ if took_part => Role::TookPart,
            "by" if is_work(around) => Role::Remote,
            _ => Role::Mentioned,
        });
    }
    if around.cue(1, Cue::Topic) || around.back(1) == "contact" {
        return Some(Role::Mentioned);
    }
    is_introduced(around, name).then_some(Role::TookPart)
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

/// Whether they are to be called only if something happens: "In an emergency ring the housekeeper, Mrs Roe", "With any
/// questions call Ann".
fn is_in_need(around: &Around) -> bool {
    const NEEDS: [&str; 16] = [
        "emergency",
        "emergencies",
        "urgent",
        "question",
        "questions",
        "query",
        "queries",
        "problem",
        "problems",
        "trouble",
        "doubt",
        "notfall",
        "fragen",
        "urgence",
        "emergencia",
        "dudas",
    ];
    let calls = matches!(
        around.back(1),
        "ring"
            | "call"
            | "phone"
            | "contact"
            | "text"
            | "email"
            | "ask"
            | "see"
            | "tell"
            | "message"
    );
    let near = around.tokens[..around.begin].iter().rev().take(REACH);
    let mut near = near.take_while(|t| !matches!(t.folded.as_str(), "." | "!" | "?" | ";"));
    calls && near.any(|t| NEEDS.contains(&t.folded.as_str()))
}

/// Whether something is owed to them: "pay Ann back", "owed Ann a tenner".
fn is_owed(around: &Around) -> bool {
    matches!(
        around.back(1),
        "pay" | "repay" | "paid" | "repaid" | "owe" | "owes" | "owed"
    )
}

/// Whether "by" before a name says who did something ("was closed by Ann"), not who made a thing ("was designed by Ann").
pub(super) fn is_done_by(around: &Around) -> bool {
    let done = around.before(2).is_some_and(|t| {
        t.folded.ends_with("ed") && past(t) && !MAKING.contains(&t.folded.as_str())
    });
    let passive = |t: &Token| t.cues.any(&[Cue::Be, Cue::Modal]) || t.folded == "been";
    done && around.before(3).is_some_and(passive)
        || opens_with_participle(around)
        || behind_action(around)
}

/// Whether a work stands before "by": "a film by Ann Roe".
fn is_work(around: &Around) -> bool {
    const WORKS: [&str; 20] = [
        "film",
        "films",
        "book",
        "books",
        "novel",
        "novels",
        "song",
        "songs",
        "poem",
        "poems",
        "play",
        "album",
        "painting",
        "paintings",
        "article",
        "piece",
        "story",
        "memoir",
        "biography",
        "symphony",
    ];
    WORKS.contains(&around.back(2))
}

/// What is done to somebody or for somebody: with these, "by" names who did it.
const ACTIONS: [&str; 37] = [
    "replacement",
    "surgery",
    "operation",
    "repair",
    "fixation",
    "extraction",
    "removal",
    "treatment",
    "assessment",
    "examination",
    "consultation",
    "check-up",
    "checkup",
    "training",
    "tuition",
    "coaching",
    "talk",
    "lecture",
    "speech",
    "speeches",
    "toast",
    "readings",
    "presentation",
    "tour",
    "demonstration",
    "demo",
    "massage",
    "physiotherapy",
    "physio",
    "handover",
    "anaesthesia",
    "sermon",
    "vaccination",
    "cleaning",
    "supervision",
    "accompaniment",
    "workshop",
];

/// Whether a noun of what is done stands before "by" in its sentence: "Home physiotherapy by Ms Roe", "Replacement of the hip
/// at 07:30 by Dr Roe".
fn behind_action(around: &Around) -> bool {
    let near = around.tokens[..around.begin].iter().rev().take(2 * REACH);
    let mut near = near.take_while(|t| !matches!(t.folded.as_str(), "." | "!" | "?" | ";"));
    near.any(|t| {
        let operation = ["ectomy", "plasty", "oscopy", "therapy"]
            .iter()
            .any(|end| t.folded.ends_with(end));
        operation || ACTIONS.contains(&t.folded.as_str())
    })
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

/// Whether a name stands behind what somebody was called when they were met: "rang the shop (Ann, very kind)",
/// "talking to a woman at the stalls, Ann Roe, who …".
fn is_introduced(around: &Around, name: usize) -> bool {
    let tokens = around.tokens;
    let Some(mark) = name.checked_sub(1) else {
        return false;
    };
    let sign = around.word(mark);
    let closes = matches!(around.next(1), "" | "," | ")" | "." | ";" | "(" | "!")
        || around.after(1).is_some_and(|t| t.line);
    if !matches!(sign, "," | "(") || !closes || tokens[name].line {
        return false;
    }
    let clause = tokens[..mark]
        .iter()
        .rev()
        .take(REACH)
        .take_while(|t| t.word && !t.cues.has(Cue::Link));
    let words: Vec<&Token> = clause.collect();
    words.iter().enumerate().any(|(n, t)| {
        let object = n
            .checked_sub(1)
            .and_then(|n| words.get(n))
            .is_some_and(|t| {
                matches!(
                    t.folded.as_str(),
                    "a" | "an" | "the" | "my" | "our" | "some"
                )
            });
        let towards =
            t.folded == "to" && words.get(n + 1).is_some_and(|t| t.cues.has(Cue::Towards));
        if sign == "(" {
            return t.first && t.cues.has(Cue::Contact);
        }
        object && (t.cues.any(&[Cue::Contact, Cue::With]) || towards)
    })
}
