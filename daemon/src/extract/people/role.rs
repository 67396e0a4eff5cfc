//! What a name does in its sentence, from the words before and behind it.

use super::absence::stays_away;
use super::around::Around;
use super::before::by_words_before;
use super::clause::{acts, is_german, past};
use super::imagined::is_imagined;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;
use crate::ingest::labels;

/// What somebody does in a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Acts, or is acted with.
    TookPart,
    /// Is listed with the user, or receives them: a guide, a midwife.
    Company,
    /// Is only talked about, as far as the words tell.
    Mentioned,
    /// Is thought of, read, owed or told of, and surely was not there by these words.
    Remote,
    /// Is said not to be there.
    Absent,
}

/// How many words behind a name are looked at.
pub(super) const REACH: usize = 10;

/// The role of a name, or of a list of `several`; `name` is its token, where the phrase that holds it begins before it.
/// The first that says something decides: the label of the line, what is said of an absence, that they are only thought
/// of, the owner's mark, whether they are called upon, their office, the words before the name, the words behind it.
pub(super) fn role(around: &Around, name: usize, several: bool) -> Role {
    let ends = |t: &&Token| !matches!(t.folded.as_str(), "." | "!" | "?" | ";") && !t.line;
    let behind = &around.tokens[around.end..];
    let clause: Vec<&Token> = behind.iter().take_while(ends).take(REACH).collect();
    by_label(around)
        .or_else(|| by_absence(around, &clause))
        .or_else(|| is_imagined(around, &clause, name).then_some(Role::Remote))
        .or_else(|| by_ownership(around, several))
        .or_else(|| is_called_upon(around, &clause).then_some(Role::TookPart))
        .or_else(|| is_host(around, name).then_some(Role::Company))
        .or_else(|| by_words_before(around))
        .or_else(|| is_told_of(around, &clause).then_some(Role::Mentioned))
        .or_else(|| is_bare_list(around, several).then_some(Role::TookPart))
        .unwrap_or_else(|| {
            // "we swam, Ann kam nach"
            let comma = name > 0 && around.tokens[name - 1].folded == ",";
            let opens = around.opens() || comma || around.back(1) == ",";
            if acts(&clause, opens, several) || is_behind_verb(around, &clause) {
                Role::TookPart
            } else {
                Role::Mentioned
            }
        })
}

/// The role that the label of the line gives: "Apologies: Greta, Sunil".
fn by_label(around: &Around) -> Option<Role> {
    match label(around) {
        // "not" of "not here", "not present"
        "cc" | "not" => Some(Role::Absent),
        label if labels::is_away(label) => Some(Role::Absent),
        // a letterhead's or a notice's
        "contact" | "kontakt" | "ansprechpartner" | "ansprechpartnerin" | "enquiries" => {
            Some(Role::Mentioned)
        }
        label if labels::is_present(label) || labels::is_travelling(label) => Some(Role::TookPart),
        _ => None,
    }
}

/// The word before the colon that stands before the name in its line, or the "not" before that; empty, or the colon, where
/// there is none.
fn label<'t>(around: &Around<'t>) -> &'t str {
    let before = around.tokens[..around.begin]
        .iter()
        .rev()
        .take(4 * REACH)
        .take_while(|t| !matches!(t.folded.as_str(), "." | "!" | "?"));
    let mut label = "";
    for t in before {
        if t.folded == "not" && !matches!(label, "" | ":") {
            return &t.folded;
        }
        if !matches!(label, "" | ":") {
            return label;
        }
        if label == ":" && t.word || t.folded == ":" {
            label = &t.folded;
        }
        if t.line {
            break;
        }
    }
    label
}

/// What is said of somebody who need not be there, or will not be.
fn by_absence(around: &Around, clause: &[&Token]) -> Option<Role> {
    // ", Ann said": whose word it is, not who is there; what they said does not follow
    let told = matches!(
        around.next(2),
        "\"" | "“" | "'" | "‘" | "„" | "«" | ":" | "that" | "no" | "yes"
    );
    if around.back(1) == "," && matches!(around.next(1), "said" | "says") && !told {
        return Some(Role::Mentioned);
    }
    // "so no Ann today", "not Ann this time"
    let without = matches!(
        around.back(1),
        "no" | "not"
            | "minus"
            | "fehlte"
            | "fehlten"
            | "falto"
            | "faltaba"
            | "faltaron"
            | "manquait"
    ) && !around.owns();
    if without && around.before(1).is_some_and(|t| !t.line) {
        return Some(Role::Absent);
    }
    stays_away(clause).then_some(Role::Absent)
}

/// The role of who owns something: "Ann's wedding" has Ann in it, "at Ann's" is with her, "Ann's boat" is only hers.
fn by_ownership(around: &Around, several: bool) -> Option<Role> {
    if !around.owns() {
        return None;
    }
    let next = around.after(2);
    // "Ann's wedding", "Ann's 70th"
    let ordinal = |w: &str| w.starts_with(|c: char| c.is_ascii_digit()) && w.ends_with("th");
    let event = |t: &Token| t.cues.has(Cue::EventHead) || ordinal(&t.folded);
    let nothing =
        |t: &Token| !t.word || t.line || t.cues.has(Cue::Function) && !t.cues.has(Cue::NoPlace);
    let home =
        matches!(around.back(1), "at" | "to" | "left" | "leaving") && next.is_none_or(nothing);
    if !several && (home || next.is_some_and(event)) {
        return Some(Role::TookPart);
    }
    // "Ann's coming", "Ann's back"
    let is = around.next(2).ends_with("ing")
        || matches!(around.next(2), "been" | "got" | "here" | "there" | "back");
    // "showed it to Ann's team": maybe to her as well
    let group = matches!(
        around.next(2),
        "group" | "team" | "class" | "family" | "lot" | "crew" | "band" | "gang" | "people"
    );
    match is {
        true => None,
        false if group || several => Some(Role::Mentioned),
        false => Some(Role::Remote),
    }
}

/// Whether they have the word or a task, or are spoken to: "Ann: …", "Ann, can you …", "Kiran to order the tiles".
fn is_called_upon(around: &Around, clause: &[&Token]) -> bool {
    let (last, next) = (around.back(1), around.next(1));
    if matches!(
        last,
        "said" | "asked" | "replied" | "added" | "explained" | "announced"
    ) {
        return true;
    }
    // "join me, Wanda?"
    if next == "?" && matches!(last, "," | "pls" | "please" | "you") {
        return true;
    }
    if last == "of" && matches!(around.back(2), "presence" | "company") {
        return true;
    }
    if !around.opens() {
        return false;
    }
    let asks = |t: &&Token| {
        t.cues.has(Cue::Second)
            || matches!(
                t.folded.as_str(),
                "can" | "could" | "please" | "would" | "will" | "do" | "what" | "thanks" | "thank"
            )
    };
    let asked = || next == "," && clause.iter().skip(1).take(4).any(asks);
    let can_be_done = |t: &Token| {
        let asks = matches!(
            t.folded.as_str(),
            "ask" | "call" | "bring" | "tell" | "email" | "phone"
        );
        t.word && !t.capital && t.entry.word() && (asks || !t.cues.any(&[Cue::Function, Cue::Kin]))
    };
    let task = || next == "to" && around.after(2).is_some_and(can_be_done);
    // "Kiran you join?"
    if matches!(next, "you" | "u") && clause.iter().any(|t| t.word) {
        return true;
    }
    // "Kiran can you"
    let request = || {
        matches!(next, "can" | "could" | "would" | "will")
            && matches!(around.next(2), "you" | "u" | "ya")
    };
    matches!(
        next,
        ":" | "–" | "—" | "-" | "→" | "->" | "please" | "pls" | "plz"
    ) || asked()
        || task()
        || request()
}

/// Whether they receive the user by their office: "guide Ann Roe", "Agent: Ann Roe", "our driver is Ann Roe", "prescribed
/// (Dr Ann Roe)".
fn is_host(around: &Around, name: usize) -> bool {
    let last = around.back(1);
    let sign = matches!(last, ":" | "=" | "-" | "–" | "is");
    if around.cue(1 + usize::from(sign), Cue::Host) {
        return true;
    }
    // "Ann Roe dentist"
    let trade = around
        .after(1)
        .is_some_and(|t| t.cues.has(Cue::Host) && !t.line);
    if trade && around.after(2).is_none_or(|t| !t.word) {
        return true;
    }
    // "…, Nurse Ann Roe, Room 3": who a record names by their office
    let first = &around.tokens[around.begin];
    let office =
        first.cues.has(Cue::Host) || first.folded.starts_with("dr") && first.cues.has(Cue::Title);
    let aside = matches!(last, "" | "(" | "," | ";" | ":" | "-" | "–") || first.line;
    let closes = matches!(around.next(1), "" | ")" | "," | ";" | ".");
    // "Tuesday at nine the vet inspector, dr Roe, at the upper stand"
    let phrase = around.tokens.get(around.begin..name).unwrap_or_default();
    let apposed =
        phrase.iter().any(|t| t.cues.has(Cue::Host)) && phrase.iter().any(|t| t.folded == ",");
    office && aside && closes || apposed && closes && is_part(last)
}

/// Whether nothing before a phrase makes it the object of a verb or of a preposition.
fn is_part(last: &str) -> bool {
    matches!(last, "" | "," | ";" | ":" | "(" | "-" | "–" | ".")
        || last.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the verb of a name stands before it, as German and Spanish have it: "dann ist Ann hineingesprungen", "kam Ann",
/// "se desmayó Ann", "los trajo Ann".
fn is_behind_verb(around: &Around, clause: &[&Token]) -> bool {
    let Some(verb) = around.before(1).filter(|t| t.word && !t.line) else {
        return false;
    };
    let german = matches!(
        verb.folded.as_str(),
        "kam"
            | "kamen"
            | "kommt"
            | "rief"
            | "brachte"
            | "bringt"
            | "holte"
            | "holt"
            | "fuhr"
            | "ging"
            | "nahm"
            | "sagte"
            | "meinte"
            | "schenkte"
            | "zeigte"
            | "erzahlte"
    );
    let spanish = matches!(verb.folded.as_str(), "vino" | "vinieron" | "trajo" | "dijo")
        || matches!(
            around.back(2),
            "se" | "lo" | "los" | "la" | "las" | "le" | "les"
        ) && verb.folded.ends_with(['o', 'n'])
            && !verb.entry.word();
    german || spanish || is_german(verb, clause)
}

/// Whether a sentence is nothing but names: "Frau Roe + Herr Lund".
fn is_bare_list(around: &Around, several: bool) -> bool {
    let ends = around.after(1).is_none_or(|t| t.folded == "." || t.line);
    several && around.opens() && ends && label(around).is_empty()
}

/// Whether the words behind a name tell of somebody who is elsewhere: what they write for all to read is no meeting, and
/// "(Ann had it last year and sold nearly all)" is an aside about others.
fn is_told_of(around: &Around, clause: &[&Token]) -> bool {
    let own = || clause.iter().any(|t| t.cues.has(Cue::First));
    matches!(around.next(1), "posted" | "tweeted" | "blogged")
        || around.back(1) == "(" && clause.iter().any(|t| past(t)) && clause.len() >= 5 && !own()
}
