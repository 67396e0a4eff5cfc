//! The signs of one mention of somebody: what the words beside the name say of its bearer.

use super::around::Around;
use super::clause::past;
use super::role::Role;
use super::sign::{Sign, Signs};
use super::stand::Stand;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

/// Adds what one mention says of its bearer.
pub(super) fn by_name(row: &mut Signs, tokens: &[Token], stand: &Stand) {
    let (begin, end) = (stand.begin, stand.end);
    let around = Around { tokens, begin, end };
    let word = |n: usize| around.word(n);
    row.set(Sign::Named);
    row.set_if(Sign::TookPart, stand.role == Role::TookPart);
    row.set_if(Sign::Company, stand.role == Role::Company);
    row.set_if(Sign::Absent, stand.role == Role::Absent);
    row.set_if(Sign::MayBeThere, stand.role != Role::Remote);
    row.set_if(Sign::InList, stand.several);
    // "dinner at Ann's" is with her
    let nothing = around.after(2).is_none_or(|t| !t.word || t.line);
    let home = matches!(around.back(1), "at" | "to") && nothing;
    row.set_if(Sign::Owns, around.owns() && !home);
    let got = stand.role == Role::TookPart;
    row.set_if(Sign::BehindFrom, around.back(1) == "from" && !got);
    // whom one told or asked something is spoken to; whom one met or took along is there
    let met = MET.contains(&around.back(1));
    row.set_if(
        Sign::BehindContact,
        around.cue(1, Cue::Contact) && !met && !around.is_called(),
    );
    let adverb = |n: usize| {
        let light = matches!(
            word(n),
            "also" | "just" | "then" | "already" | "still" | "has" | "have" | "had"
        );
        word(n).ends_with("ly") || light && tokens.get(n + 1).is_some_and(past)
    };
    let verb = (end..).find(|n| !adverb(*n)).and_then(|n| tokens.get(n));
    let present = verb.is_some_and(|t| {
        let plain = t.word && !t.capital && t.entry.word() && t.folded.ends_with('s');
        plain
            && !t
                .cues
                .any(&[Cue::Function, Cue::State, Cue::Be, Cue::Modal, Cue::Past])
    });
    let clause = tokens[end..].iter().take(NEAR);
    let clause = clause.take_while(|t| !matches!(t.folded.as_str(), "." | "!" | "?" | ";"));
    // "Ann drives us", "Ann will do it with you": who says it, or hears it, is there as well
    let beside = |t: &Token| matches!(t.folded.as_str(), "me" | "us" | "you");
    let together = clause.clone().any(beside);
    row.set_if(Sign::SubjectPresent, present && !together);
    let future = clause
        .take_while(|t| !t.line)
        .any(|t| t.cues.has(Cue::Modal));
    row.set_if(Sign::NearFuture, future && !together);
    let at = tokens.partition_point(|t| t.span.start < stand.mention.span.start);
    row.set_if(Sign::LowerCase, tokens.get(at).is_some_and(|t| !t.capital));
}

/// Verbs whose object is where who does it is.
const MET: [&str; 24] = [
    "met",
    "meet",
    "visited",
    "visit",
    "joined",
    "took",
    "take",
    "drove",
    "collected",
    "fetched",
    "picked",
    "helped",
    "hugged",
    "kissed",
    "greeted",
    "brought",
    "escorted",
    "taught",
    "beat",
    "paired",
    "saw",
    "showed",
    "helping",
    "seeing",
];

/// Words behind a name among which a "will" is that name's.
const NEAR: usize = 8;
