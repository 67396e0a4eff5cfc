//! Given names that are words as well: "Will", "Ella", "April", "Grace", "Jack". The words beside them tell.

use super::cues::Cue;
use super::token::Token;

/// What only people do, as a rule: words by themselves do none of it.
const HUMAN: &str = " rang rings called calls phoned phones texted texts emailed messaged told tells said says asked asks wrote writes \
    met brought drove cooked laughed cried gave sat slept ate sang danced swam drank rode wept woke spoke taught thinks thought \
    wants wanted forgot reckons smiled waved whispered shouted quoted fetched walked hugged joked helped invited paid lent borrowed \
    bought sold married proposed agreed promised apologised apologized complained mentioned suggested offered joined cancelled \
    booked baked kissed visited picked arrived lives loves hates likes knows knew remembers remembered noticed decided hopes ";

/// Small words that are given names, too. Calendar words are others.
const SMALL: [&str; 2] = ["ella", "will"];

/// Calendar words that are given names, too.
const CALENDAR: [&str; 7] = ["april", "may", "june", "jan", "august", "summer", "autumn"];

/// Whether a small word or one of the calendar is somebody's name here: "Will rang", "with Ella", "told April".
pub(super) fn is_name(tokens: &[Token], at: usize) -> bool {
    let word = &tokens[at];
    let small = SMALL.contains(&word.folded.as_str());
    let calendar = CALENDAR.contains(&word.folded.as_str());
    // "on 30 June and I came"
    let before = at.checked_sub(1).map(|n| &tokens[n]);
    let dated =
        calendar && before.is_some_and(|t| t.folded.starts_with(|c: char| c.is_ascii_digit()));
    if !word.capital || !(small || calendar) || dated {
        return false;
    }
    // "Ella" is a Spanish pronoun at the beginning of a sentence, "Will" a question's verb
    acts(tokens, at) || with(tokens, at) || small && !word.first && !is_title(tokens, at)
}

/// Whether a given name that is an everyday word is somebody's here, though it opens its sentence: "Grace told me".
pub(super) fn acts(tokens: &[Token], at: usize) -> bool {
    let Some(next) = tokens
        .get(at + 1)
        .filter(|t| t.word && !t.line && !t.capital)
    else {
        return false;
    };
    // "Rose and I painted the shed"
    let listed = matches!(next.folded.as_str(), "and" | "&" | "+")
        && tokens.get(at + 2).is_some_and(|t| {
            t.capital && (t.folded == "i" || t.entry.given() && !t.entry.everyday())
        });
    listed || HUMAN.split_whitespace().any(|human| human == next.folded)
}

/// Whether it stands beside a name of people, behind what one does with people: "lunch with Ivy and Tomas".
pub(super) fn is_listed(tokens: &[Token], at: usize) -> bool {
    let (Some(and), Some(next)) = (tokens.get(at + 1), tokens.get(at + 2)) else {
        return false;
    };
    let place = tokens[at].entry.town() || tokens[at].entry.country();
    let plain = next.entry.given() && !next.entry.everyday() && !next.entry.town();
    let linked = matches!(and.folded.as_str(), "and" | "&" | "+" | "und" | "y" | "et");
    !place && linked && next.capital && plain && is_met(tokens, at)
}

/// Whether the word before tells of being with somebody.
fn is_met(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map(|n| &tokens[n]);
    before.is_some_and(|t| t.word && t.cues.any(&[Cue::With, Cue::Contact]))
}

/// Whether somebody is with it, met or told: "lunch with April", but not "met June 3", "with May rain".
fn with(tokens: &[Token], at: usize) -> bool {
    let ends = |t: &Token| {
        let number = t.folded.starts_with(|c: char| c.is_ascii_digit());
        let goes_on = [Cue::Function, Cue::Link, Cue::With, Cue::Topic];
        !t.word && !number || t.line || t.cues.any(&goes_on)
    };
    is_met(tokens, at) && tokens.get(at + 1).is_none_or(ends)
}

/// Whether the word stands among capitals, as in a title: "Free Will Astrology".
fn is_title(tokens: &[Token], at: usize) -> bool {
    let capital =
        |t: Option<&Token>| t.is_some_and(|t| t.capital && !t.first && !t.entry.surname());
    let before = at.checked_sub(1).and_then(|n| tokens.get(n));
    capital(before) || capital(tokens.get(at + 1))
}

#[cfg(test)]
mod tests {
    use crate::extract::entities::Reading;
    use memo_common::api::EntityType;

    fn people(text: &str) -> Vec<&str> {
        let names = Reading::new(text).names;
        let somebody = names.iter().filter(|n| n.kind == EntityType::Person);
        somebody.map(|n| &text[n.span.clone()]).collect()
    }

    #[test]
    fn words_that_are_names_by_what_they_do() {
        for (text, names) in [
            ("Grace told me about the boat.", &["Grace"][..]),
            ("Jack and I painted the shed.", &["Jack"]),
            ("Had lunch with Ella and Tomas.", &["Ella", "Tomas"]),
            ("I told April about it.", &["April"]),
            ("Will rang about the boat.", &["Will"]),
            ("The twins, Ivy and Tomas, came.", &["Ivy", "Tomas"]),
        ] {
            assert_eq!(people(text), names, "{text}");
        }
    }

    #[test]
    fn the_words_stay_words() {
        for text in [
            "Will you come in April?",
            "Grace period ends on Friday.",
            "We met June 3 at the pier.",
            "Ivy grew over the wall.",
            "May was cold, with May rain on most days.",
            "Ella no vino.",
            "The fair is on 30 June and I take the boat.",
        ] {
            assert_eq!(people(text), [""; 0], "{text}");
        }
    }
}
