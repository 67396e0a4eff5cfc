//! What the words behind a name say of its bearer: that they do something.

use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::token::Token;

/// The words behind a remark in brackets: "(on Teams) is there".
pub(super) fn behind_brackets<'c, 't>(clause: &'c [&'t Token]) -> &'c [&'t Token] {
    let close = clause.iter().position(|t| t.folded == ")");
    match (word_of(clause.first()), close) {
        ("(", Some(n)) => &clause[n + 1..],
        _ => clause,
    }
}

/// Whether the words behind a name let it act. `opens`: the name opens its clause, so that a word of no dictionary is
/// taken for a verb, too. `several`: it is a list of names, behind which any verb may stand ("Ann and Bo go").
pub(super) fn acts(clause: &[&Token], opens: bool, several: bool) -> bool {
    let mut rest = behind_brackets(clause);
    // "Patryk from Ovenworks is coming", "Abdi, the night guard, had put", "Ann (our host) left", "Ann and her son were"
    if word_of(rest.first()) == ","
        && let Some(n) = rest.iter().skip(1).take(6).position(|t| t.folded == ",")
    {
        rest = &rest[n + 2..];
    }
    // "Dimo the beekeeper mentioned it"
    let epithet = |t: &&Token| t.word && !t.capital && !t.cues.has(Cue::Function) && !past(t);
    if matches!(word_of(rest.first()), "the" | "our" | "my")
        && let Some(n) = rest.iter().skip(1).take(3).position(|t| past(t))
        && n > 0
        && rest[1..=n].iter().all(epithet)
    {
        rest = &rest[n + 1..];
    }
    // "Ann and Bo on duty"
    if matches!(
        (word_of(rest.first()), word_of(rest.get(1))),
        (
            "on",
            "duty" | "call" | "shift" | "watch" | "hand" | "site" | "deck"
        ) | ("in", "charge" | "attendance")
            | (
                "present",
                "" | "throughout" | "," | "." | ";" | "as" | "for" | "at"
            )
    ) {
        return true;
    }
    let aside = matches!(
        word_of(rest.first()),
        "from" | "at" | "of" | "in" | "on" | "upon" | "after" | "with" | "and"
    );
    if aside {
        let verb = |t: &&Token| t.cues.has(Cue::State) || finite(t);
        let Some(n) = rest.iter().skip(1).take(6).position(verb) else {
            return false;
        };
        rest = &rest[n + 1..];
    }
    while rest.len() > 1 && filler(rest[0], rest[1]) {
        rest = &rest[1..];
    }
    // a comma or bracket that closes what stood before the name: "the vet, Ann Roe, will come"
    if rest.len() > 1 && matches!(word_of(rest.first()), "," | ")") && finite(rest[1]) {
        rest = &rest[1..];
    }
    let Some(verb) = rest.first() else {
        return false;
    };
    if verb.cues.has(Cue::Be) {
        return is_doing(verb, &rest[1..]);
    }
    // "had a blinder"
    let had = verb.folded == "had"
        && matches!(
            word_of(rest.get(1)),
            "a" | "an" | "another" | "her" | "his" | "their" | "the" | "no"
        );
    // "Mme Roe a déposé", "Ann hat gekocht": an auxiliary before a participle of another language
    let foreign = matches!(
        verb.folded.as_str(),
        "a" | "ont" | "hat" | "haben" | "ha" | "han" | "wird" | "werden" | "est" | "ist"
    ) && rest
        .get(1)
        .is_some_and(|t| t.word && !t.capital && !t.entry.word() && t.cues == Cues::default());
    if foreign || is_german(verb, &rest[1..]) {
        return true;
    }
    if had || verb.cues.has(Cue::Modal) || past(verb) {
        return true;
    }
    // what can be no verb: a sign, a small word, a number, a time, a name
    let no_verb = !verb.word
        || verb.cues.any(&[
            Cue::State,
            Cue::Calendar,
            Cue::Topic,
            Cue::Link,
            Cue::Function,
        ])
        || !verb.folded.starts_with(char::is_alphabetic)
        || verb.capital
        || matches!(
            verb.folded.as_str(),
            "or" | "who"
                | "which"
                | "that"
                | "as"
                | "if"
                | "because"
                | "to"
                | "with"
                | "nobody"
                | "not"
        );
    if no_verb {
        return false;
    }
    let third = verb.folded.ends_with('s') && !verb.folded.ends_with("ss");
    if verb.entry.word() {
        third || several
    } else {
        // a third person or a slip of the pen in English, a verb of another language
        opens || third
    }
}

/// Whether a German verb stands behind its subject whose other half comes last, or that says who was there: "hat Kuchen
/// gebacken", "ist nach Wien gefahren", "war auch da".
pub(super) fn is_german(verb: &Token, rest: &[&Token]) -> bool {
    /// Words from the auxiliary to its participle at most.
    const FAR: usize = 8;
    let participle = |t: &&&Token| {
        let word = t.folded.as_str();
        let part = word.starts_with("ge")
            || [
                "abge", "ange", "aufge", "ausge", "einge", "mitge", "vorge", "zuge", "reinge",
                "rausge", "losge", "heimge", "zuruckge",
            ]
            .iter()
            .any(|p| word.starts_with(p));
        t.word
            && !t.capital
            && !t.entry.word()
            && word.len() > 5
            && (part && word.ends_with(['t', 'n']) || word.ends_with("iert"))
    };
    match verb.folded.as_str() {
        "hat" | "haben" | "ist" | "sind" => rest.iter().take(FAR).any(|t| participle(&t)),
        "war" | "waren" => matches!(
            word_of(rest.first()),
            "auch" | "da" | "dabei" | "hier" | "mit" | "dort"
        ),
        _ => false,
    }
}

pub(super) fn word_of<'t>(token: Option<&&'t Token>) -> &'t str {
    token.map_or("", |t| t.folded.as_str())
}

/// Whether a word between a name and its verb can be passed over: an adverb, or an auxiliary before a participle.
fn filler(word: &Token, next: &Token) -> bool {
    match word.folded.as_str() {
        "has" | "have" | "had" | "'s" => {
            past(next)
                || next.folded.ends_with("en")
                || matches!(next.folded.as_str(), "already" | "just" | "also")
        }
        "also" | "just" | "then" | "already" | "both" | "still" | "never" | "only" | "even" => true,
        w => w.ends_with("ly") && word.entry.word(),
    }
}

/// Whether a word is a verb that can follow its subject: a past tense, an auxiliary.
fn finite(token: &Token) -> bool {
    token.cues.any(&[Cue::Be, Cue::Modal]) || past(token)
}

/// Whether a word is a past tense or a participle.
pub(crate) fn past(token: &Token) -> bool {
    let regular = token.folded.len() > 3
        && token.folded.ends_with("ed")
        && !matches!(
            token.folded.as_str(),
            "need" | "indeed" | "speed" | "hundred"
        );
    // "KIRAN PROPOSED" is shouted
    let written = !token.capital || regular && !token.first;
    token.word && written && (regular || token.cues.has(Cue::Past)) && !token.cues.has(Cue::State)
}

/// Whether a form of "to be" with these words behind it says what somebody does or where they are.
fn is_doing(be: &Token, rest: &[&Token]) -> bool {
    let filler = |t: &&&Token| {
        matches!(
            t.folded.as_str(),
            "not" | "also" | "still" | "already" | "just" | "only"
        )
    };
    let next = rest
        .iter()
        .find(|t| !filler(t))
        .map_or("", |t| t.folded.as_str());
    if be.folded.starts_with('w') && matches!(next, "going" | "supposed" | "meant") {
        return false;
    }
    next.ends_with("ing") && !matches!(next, "nothing" | "something" | "anything")
        || next.ends_with("ed")
        || matches!(
            next,
            "there" | "here" | "in" | "on" | "at" | "with" | "back" | "up" | "waiting" | "off"
        )
}
