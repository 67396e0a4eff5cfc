//! What the words behind a name say of its bearer: that they do something, that they do not come.

use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::token::Token;

/// A parenthesis behind a name that says why somebody is not there.
pub(super) fn parenthesis(clause: &[&Token]) -> bool {
    clause.first().is_some_and(|t| t.folded == "(")
        && clause
            .iter()
            .take_while(|t| t.folded != ")")
            .any(|t| t.cues.has(Cue::Absent))
}

/// The words behind a remark in brackets: "(on Teams) is there".
fn behind_brackets<'c, 't>(clause: &'c [&'t Token]) -> &'c [&'t Token] {
    let close = clause.iter().position(|t| t.folded == ")");
    match (word_of(clause.first()), close) {
        ("(", Some(n)) => &clause[n + 1..],
        _ => clause,
    }
}

/// Whether the words behind a name say that its bearer does not come.
pub(super) fn stays_away(clause: &[&Token]) -> bool {
    if parenthesis(clause) {
        return true;
    }
    let clause = behind_brackets(clause);
    if is_off(clause) {
        return true;
    }
    let near: Vec<&&Token> = clause
        .iter()
        .take_while(|t| !matches!(t.folded.as_str(), "," | "and" | "but" | "so" | "("))
        .collect();
    let negated = near.iter().position(|t| t.cues.has(Cue::Not));
    let word = |n: usize| near.get(n).map_or("", |t| t.folded.as_str());
    // "is not with us"
    let apart = |at: usize| word(at + 1) == "with" && matches!(word(at + 2), "us" | "me");
    cannot(&near)
        || is_elsewhere(&near)
        || negated.is_some_and(apart)
        || negated.is_some_and(|at| {
            near[at + 1..]
                .iter()
                .take(3)
                .any(|t| t.cues.has(Cue::Coming))
        })
        || (0..near.len().min(6)).any(|n| near[n].cues.has(Cue::Absent) && is_absence(&near, n))
}

/// Whether somebody is out of reach: "with Ann out", "Ann off till Monday", "Ann's out, she's got the flu", "Ann was in the
/// field", "Ann works late", but not "Ann is off to the shops".
fn is_off(clause: &[&Token]) -> bool {
    let adverb = |t: &Token| {
        matches!(
            t.folded.as_str(),
            "still" | "now" | "already" | "currently" | "also" | "all" | "both"
        )
    };
    let be = clause
        .first()
        .is_some_and(|t| t.cues.has(Cue::Be) && !t.cues.has(Cue::Not));
    let rest = &clause[usize::from(be)..];
    let rest = &rest[rest.iter().take_while(|t| adverb(t)).count()..];
    let word = |n: usize| word_of(rest.get(n));
    let out = matches!(
        word(0),
        "out" | "off" | "away" | "ill" | "sick" | "poorly" | "unwell" | "abroad" | "overseas"
    ) && !matches!(
        word(1),
        "of" | "to" | "the" | "with" | "by" | "in" | "for" | "on" | "at" | "and"
    );
    let working = matches!(
        (word(0), word(1)),
        ("works" | "working", "late" | "nights" | "offshore")
            | ("at", "sea")
            | ("on", "tour" | "leave" | "parental" | "maternity")
    ) || (word(0), word(1), word(2)) == ("in", "the", "field");
    // "Ann stays home"
    let stays = matches!(word(0), "stays" | "stayed" | "staying");
    let home = word(1) == "home" || (word(1), word(2)) == ("at", "home");
    let with_me = rest
        .iter()
        .take(5)
        .any(|t| matches!(t.folded.as_str(), "us" | "me"));
    out || (working || stays && home) && !with_me
}

/// Whether a word of absence says so where it stands: "on leave", "in Urlaub", but not "can leave the key", "on duty",
/// "cancelled the order".
fn is_absence(near: &[&&Token], at: usize) -> bool {
    let word = |n: usize| near.get(n).map_or("", |t| t.folded.as_str());
    let before = at.checked_sub(1).map_or("", word);
    match word(at) {
        "leave" | "vacation" | "holiday" => {
            let kind = matches!(
                before,
                "on" | "annual"
                    | "sick"
                    | "maternity"
                    | "paternity"
                    | "parental"
                    | "compassionate"
                    | "unpaid"
            );
            kind || before.ends_with("'s") || matches!(before, "his" | "her" | "their")
        }
        "duty" => before == "jury",
        "cancelled" | "canceled" | "declined" => !matches!(
            word(at + 1),
            "the" | "my" | "our" | "a" | "an" | "her" | "his" | "their" | "it"
        ),
        _ => near[at].cues.has(Cue::Absent),
    }
}

/// Whether somebody is in another town or at home: "is in Chamonix till the 10th", "is at home with the flu", but not "is
/// in Leeds with us".
fn is_elsewhere(near: &[&&Token]) -> bool {
    let word = |n: usize| near.get(n).map_or("", |t| t.folded.as_str());
    let at = 1 + usize::from(matches!(word(1), "still" | "now" | "already" | "currently"));
    let town = |t: &Token| {
        // "in HR" is no town
        let unlisted = !t.entry.word() && t.folded.chars().count() > 3;
        t.capital && (t.entry.town() || t.entry.country() || unlisted)
    };
    let place = near
        .get(at + 1)
        .is_some_and(|t| town(t) && t.cues == Cues::default());
    let away = word(at) == "in" && place || (word(at), word(at + 1)) == ("at", "home");
    let with_me = near
        .iter()
        .any(|t| matches!(t.folded.as_str(), "us" | "me"));
    matches!(word(0), "is" | "'s" | "are" | "was" | "were") && away && !with_me
}

/// Whether words say in German, Dutch, French or Spanish that somebody cannot come, or just that they cannot: "Anouk kan niet".
fn cannot(near: &[&&Token]) -> bool {
    const AWAY: [(&str, &str); 9] = [
        ("pas", "la"),
        ("pas", "venir"),
        ("vient", "pas"),
        ("nicht", "da"),
        ("nicht", "dabei"),
        ("kommt", "nicht"),
        ("no", "estaba"),
        ("no", "vino"),
        ("no", "viene"),
    ];
    const CANNOT: [(&str, &str); 6] = [
        ("kann", "nicht"),
        ("kan", "niet"),
        ("kann", "leider"),
        ("kan", "helaas"),
        ("peut", "pas"),
        ("no", "puede"),
    ];
    const COME: [&str; 6] = ["kommen", "komen", "venir", "dabei", "erbij", "mitkommen"];
    let word = |n: usize| near.get(n).map_or("", |t| t.folded.as_str());
    let ends = |n: usize| near.get(n).is_none_or(|t| t.cues.has(Cue::Calendar));
    (0..near.len()).any(|n| {
        AWAY.contains(&(word(n), word(n + 1))) && ends(n + 2)
            || CANNOT.contains(&(word(n), word(n + 1)))
                && (near.len() == n + 2
                    || COME.contains(&word(n + 2))
                    || COME.contains(&word(n + 3)))
    })
}

/// Whether a sentence says of who was named last that they will come: "Bo can't do Monday. He will be here on Friday."
pub(super) fn comes(sentence: &[Token]) -> bool {
    let word = |n: usize| sentence.get(n).map_or("", |t| t.folded.as_str());
    matches!(
        word(0),
        "he" | "she" | "they" | "he'll" | "she'll" | "they'll"
    ) && (word(0).ends_with("'ll") || matches!(word(1), "will" | "can" | "is" | "comes"))
        && !sentence.iter().take(4).any(|t| t.cues.has(Cue::Not))
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
    // "our agent (Ann Roe) meets us"
    if word_of(rest.first()) == ")" && rest.get(1).is_some_and(|t| is_third_person(t)) {
        rest = &rest[1..];
    }
    // a comma or bracket that closes what stood before the name: "the vet, Ann Roe, will come"
    if rest.len() > 1 && matches!(word_of(rest.first()), "," | ")") && finite(rest[1]) {
        rest = &rest[1..];
    }
    let Some(verb) = rest.first() else {
        return false;
    };
    if opens && is_doing_now(verb, rest.get(1)) {
        return true;
    }
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
    if foreign {
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

/// Whether a word may be a verb of the present whose subject is one person: "meets".
fn is_third_person(token: &Token) -> bool {
    let ends = token.folded.ends_with('s') && !token.folded.ends_with("ss");
    let verb = token.word && !token.capital && token.entry.word() && ends;
    verb && !token
        .cues
        .any(&[Cue::Function, Cue::State, Cue::Be, Cue::Topic])
}

/// Whether a name's verb has lost its "is": "Ann driving again", "Ann bringing the cake", but not "Ann swimming lesson".
fn is_doing_now(verb: &Token, next: Option<&&Token>) -> bool {
    let noun = verb
        .cues
        .any(&[Cue::EventHead, Cue::PlaceHead, Cue::Calendar, Cue::Function])
        || matches!(
            verb.folded.as_str(),
            "meeting"
                | "building"
                | "hearing"
                | "nothing"
                | "something"
                | "anything"
                | "everything"
                | "during"
                | "being"
        );
    let free = next.is_none_or(|t| {
        let object = matches!(
            t.folded.as_str(),
            "the"
                | "a"
                | "an"
                | "my"
                | "our"
                | "his"
                | "her"
                | "their"
                | "us"
                | "me"
                | "you"
                | "them"
                | "it"
                | "again"
                | "over"
                | "up"
                | "in"
                | "out"
                | "down"
                | "back"
                | "for"
                | "with"
                | "to"
                | "from"
                | "this"
                | "that"
                | "home"
                | "both"
        );
        object
            || matches!(t.folded.as_str(), "," | "." | "!" | ";")
            || t.folded.starts_with(|c: char| c.is_ascii_digit())
    });
    verb.word
        && !verb.capital
        && verb.folded.len() > 5
        && verb.folded.ends_with("ing")
        && !noun
        && free
}

fn word_of<'t>(token: Option<&&'t Token>) -> &'t str {
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
            "there" | "here" | "in" | "on" | "at" | "with" | "back" | "up" | "waiting"
        )
}
