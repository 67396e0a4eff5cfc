//! The home of who writes, and the house of whom a bare name or "mine" means: "at home", "zu Hause", "chez Claire".

use super::Weight;
use super::preposition::Weighed;
use super::words::Words;
use crate::extract::entities::cues::Cue;
use memo_common::api::EntityType;

/// The house to which the word at this token leads.
pub(super) fn place_at(words: &Words<'_>, at: usize) -> Option<Weighed> {
    at_home(words, at)
        .or_else(|| at_somebodys(words, at))
        .or_else(|| en_casa(words, at))
}

/// "Worked from home", "stayed at home", "zu Hause".
fn at_home(words: &Words<'_>, at: usize) -> Option<Weighed> {
    let leads = match words.word(at) {
        "from" => matches!(words.back(at, 1), "worked" | "working" | "work" | "works"),
        "at" => true,
        "zu" => words.word(at + 1) == "hause",
        "stayed" | "stay" | "staying" => true,
        _ => false,
    };
    let home = matches!(words.word(at + 1), "home" | "hause");
    if !leads || !home {
        return None;
    }
    // "at home with the flu" may be told of another
    let first = |n: usize| words.tokens[n].cues.has(Cue::First);
    let own = (at.saturating_sub(FAR)..at).any(first) || is_opening(words, at);
    // "zu Hause geblieben": the verb comes last
    let ends = words.ends(at + 2)
        || words.word(at + 1) == "hause"
        || matches!(
            words.word(at + 2),
            "this" | "all" | "for" | "after" | "until"
        );
    // the German words are one
    let from = at + usize::from(words.word(at) != "zu");
    (own && ends).then_some((Weight::Weak, from..at + 2))
}

/// Words from "I" to "home" at most.
const FAR: usize = 6;

/// Whether the sentence begins with the verb before this token, or with the token: "Worked from home", "Stayed home".
fn is_opening(words: &Words<'_>, at: usize) -> bool {
    let opens = |n: usize| words.tokens[n].first;
    if opens(at) || at > 0 && opens(at - 1) && words.tokens[at - 1].folded.ends_with("ed") {
        return true;
    }
    // "Cooked a trial pot at home": nobody else is named
    let Some(first) = (0..at).rev().find(|n| opens(*n)) else {
        return false;
    };
    let other = |n: usize| {
        let token = &words.tokens[n];
        token.capital || matches!(token.folded.as_str(), "he" | "she" | "they" | "who")
    };
    let verb = &words.tokens[first];
    let done = verb.folded.len() > 4 && verb.folded.ends_with("ed") || verb.cues.has(Cue::Past);
    done && !(first + 1..at).any(other)
}

/// "chez Claire", "bei Oma": at somebody's house, with the word that says so.
fn at_somebodys(words: &Words<'_>, at: usize) -> Option<Weighed> {
    if !matches!(words.word(at), "chez" | "bei") {
        return None;
    }
    let kin = words.tokens.get(at + 1)?.cues.has(Cue::Kin);
    let end = match words.name(at + 1) {
        Some((end, EntityType::Person)) => end,
        _ if kin => at + 2,
        _ => return None,
    };
    Some((Weight::Good, at..end))
}

/// "en casa de mis padres", "in casa di Ann".
fn en_casa(words: &Words<'_>, at: usize) -> Option<Weighed> {
    let leads = matches!(words.word(at), "en" | "in" | "a" | "em");
    if !leads
        || words.word(at + 1) != "casa"
        || !matches!(words.word(at + 2), "de" | "di" | "da" | "del")
    {
        return None;
    }
    let own = usize::from(matches!(
        words.word(at + 3),
        "mi" | "mis" | "tu" | "su" | "sus" | "los" | "la" | "minha"
    ));
    let end = match words.name(at + 3) {
        Some((end, _)) => end,
        None => at + 4 + own,
    };
    words.tokens.get(end - 1)?;
    Some((Weight::Good, at + 1..end))
}

#[cfg(test)]
mod tests {
    use crate::extract::places::find;

    #[test]
    fn home_and_the_houses_of_others() {
        for (text, place) in [
            ("Worked from home, quiet day.", Some("home")),
            ("I stayed at home all day.", Some("home")),
            ("Zu Hause geblieben.", Some("Zu Hause")),
            ("Chez Claire dimanche.", Some("Chez Claire")),
            (
                "Cené con Luis en casa de mis padres.",
                Some("casa de mis padres"),
            ),
            ("Poker at Bo and Kim's.", Some("Bo and Kim's")),
            ("Stuck on the M6 near Leeds.", Some("M6")),
            ("Petra is at home with the flu.", None),
        ] {
            assert_eq!(find(text, &[]).as_deref(), place, "{text}");
        }
    }
}
