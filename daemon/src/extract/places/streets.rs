//! Streets by their form: two that cross, and those whose common noun stands first.

use super::words::Words;
use crate::extract::entities::cues::Cue;
use std::ops::Range;

/// Two streets that cross: "at 12th and Alder", "the corner of Fifth and Main".
pub(super) fn corner(words: &Words<'_>, at: usize) -> Option<Range<usize>> {
    let ordinal = |n: usize| {
        let word = words.word(n);
        word.starts_with(|c: char| c.is_ascii_digit())
            && ["st", "nd", "rd", "th"].iter().any(|e| word.ends_with(e))
    };
    let street = |n: usize| ordinal(n) || words.tokens.get(n).is_some_and(|t| t.word && t.capital);
    let past = |n: usize| if ordinal(n) { n + 1 } else { words.capitals(n) };
    let named = words.word(at) == "corner" && words.word(at + 1) == "of";
    let first = match words.word(at) {
        "corner" if named => at + 2,
        "at" | "on" | "near" if ordinal(at + 1) => at + 1,
        _ => return None,
    };
    let and = past(first);
    let second = and + 1;
    let two = street(first) && matches!(words.word(and), "and" | "&") && street(second);
    // "on 3rd and 4th May"
    let end = past(second);
    let dated = |n: usize| {
        words
            .tokens
            .get(n)
            .is_some_and(|t| t.cues.has(Cue::Calendar))
    };
    let days = !named && (ordinal(second) || dated(second) || dated(end));
    (two && !days).then_some(if named { at..end } else { first..end })
}

/// Where a street ends that begins at token `n` with its common noun: "via Ontano", "12 rue de la Paix".
pub(super) fn street(words: &Words<'_>, n: usize) -> Option<usize> {
    let numbered = words.word(n).starts_with(|c: char| c.is_ascii_digit());
    let noun = n + usize::from(numbered);
    let is_street = matches!(
        words.word(noun),
        "via"
            | "viale"
            | "piazza"
            | "piazzale"
            | "corso"
            | "vicolo"
            | "largo"
            | "rue"
            | "avenue"
            | "boulevard"
            | "quai"
            | "chemin"
            | "impasse"
            | "allee"
            | "calle"
            | "avenida"
            | "paseo"
            | "plaza"
            | "carrer"
            | "carrera"
            | "rua"
            | "praca"
            | "travessa"
            | "ulica"
            | "ulicy"
            | "ulici"
            | "ul"
            | "trg"
            | "trgu"
    );
    let dot = usize::from(words.word(noun + 1) == ".");
    let (start, end) = (noun + 1 + dot, words.capitals(noun + 1 + dot));
    // "rue de la Paix"
    let joint = (start..start + 3)
        .take_while(|n| {
            matches!(
                words.word(*n),
                "de" | "la" | "du" | "des" | "del" | "di" | "da" | "dei" | "della"
            )
        })
        .count();
    let end = if joint > 0 {
        words.capitals(start + joint)
    } else {
        end
    };
    (is_street && end > start + joint).then_some(end)
}
