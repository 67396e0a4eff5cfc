//! Whom "he", "she", "him" and "her" mean, as far as the words before tell.

use super::mentions::Mention;
use super::roster::PersonRef;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

/// The pronouns of a sentence that mean somebody, each for whoever was named last before it.
pub(super) fn pronouns(
    tokens: &[Token],
    mentions: &[Mention],
    before: Option<PersonRef>,
    user: PersonRef,
) -> Vec<Mention> {
    let mut named = before;
    let mut next = mentions.iter().peekable();
    let mut out = Vec::new();
    for (n, token) in tokens.iter().enumerate() {
        while let Some(m) = next.next_if(|m| m.span.start <= token.span.start) {
            named = Some(m.person).filter(|p| *p != user).or(named);
        }
        let pronoun = match token.folded.as_str() {
            "he" | "she" | "him" => true,
            "her" => is_object(tokens.get(n + 1)),
            _ => false,
        };
        out.extend(named.filter(|_| pronoun).map(|person| Mention {
            span: token.span.clone(),
            person,
        }));
    }
    out
}

/// Whether a "her" before this word is no owner: "rang her at noon", but not "rang her mother".
fn is_object(next: Option<&Token>) -> bool {
    const PARTS: [Cue; 6] = [
        Cue::Function,
        Cue::Link,
        Cue::Calendar,
        Cue::Topic,
        Cue::With,
        Cue::Modal,
    ];
    next.is_none_or(|t| {
        let own = matches!(
            t.folded.as_str(),
            "own" | "new" | "first" | "last" | "two" | "three"
        );
        !t.word || t.line || t.cues.any(&PARTS) && !own
    })
}

/// The one who was named last, where somebody but the user is.
pub(super) fn last_named(mentions: &[Mention], user: PersonRef) -> Option<PersonRef> {
    let mut those = mentions.iter().rev().map(|m| m.person);
    those.find(|p| *p != user)
}
