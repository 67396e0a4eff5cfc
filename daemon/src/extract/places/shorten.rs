//! What of a place is said: neither its article nor, behind a name, its town.

use super::venue::{ARTICLES, is_place};
use super::words::Words;
use std::ops::Range;

/// A place without what adds nothing to it: "library" says what "the library" or "our library" does, "Crown Café" what
/// "Crown Café in Leeds" does.
pub(super) fn shortened(words: &Words<'_>, mut range: Range<usize>) -> Range<usize> {
    let first = words.word(range.start);
    let article = ARTICLES.contains(&first) && !words.tokens[range.start].capital;
    range.start += usize::from((article || is_own(first)) && range.len() > 1);
    // "Crown Café in Leeds", "Café Zum Raben in der Marktgasse"
    let inner = |n: usize| n + 1 + usize::from(ARTICLES.contains(&words.word(n + 1)));
    let town = (range.start + 1..range.end).find(|n| {
        matches!(words.word(*n), "in" | "en")
            && words.tokens.get(inner(*n)).is_some_and(|t| t.capital)
    });
    // "dock B at the Crown Theatre"
    let at = (range.start + 1..range.end).find(|n| {
        let next = n + 1 + usize::from(words.word(n + 1) == "the");
        words.word(*n) == "at" && words.tokens.get(next).is_some_and(|t| t.capital)
    });
    let names_a_place = |at: &usize| words.tokens[range.start..*at].iter().any(is_place);
    if let Some(at) = at.filter(|at| town.is_none() && names_a_place(at)) {
        range.end = at;
    }
    let open = (range.start + 1..range.end).find(|n| words.word(*n) == "(");
    let closed = range.clone().any(|n| words.word(n) == ")");
    if let Some(at) = open.filter(|_| !closed) {
        range.end = at;
    }
    // "Nino's in Leeds" says more than "Nino's"
    let house = |at: &usize| words.word(at - 1) == "'s";
    if let Some(at) = town.filter(|at| *at < range.end && !house(at)) {
        // "humidity in Gallery 2"
        let before = &words.tokens[range.start..at];
        if before.iter().all(|t| !t.capital && !is_place(t)) {
            return inner(at)..range.end;
        }
        range.end = at;
        while range.len() > 1 && !words.tokens[range.end - 1].word {
            range.end -= 1;
        }
    }
    range
}

/// A place without the article that is written as one word with it: "école" for "l'école".
pub(super) fn without_elision(place: &str) -> &str {
    let cut = |(before, noun): (&str, &'_ str)| {
        matches!(
            before,
            "l" | "d" | "all" | "nell" | "dall" | "dell" | "sull"
        )
        .then_some(noun.len())
    };
    place
        .split_once(['\'', '’'])
        .and_then(cut)
        .map_or(place, |noun| &place[place.len() - noun..])
}

/// Whether a word says whose a place is: the user's, or that of those who are told.
fn is_own(word: &str) -> bool {
    matches!(
        word,
        "my" | "our"
            | "your"
            | "mein"
            | "meine"
            | "meiner"
            | "meinem"
            | "unser"
            | "unsere"
            | "unserer"
            | "unserem"
            | "ihrer"
            | "ihrem"
            | "mi"
            | "nuestra"
            | "nuestro"
            | "mon"
            | "ma"
            | "notre"
            | "votre"
    )
}
