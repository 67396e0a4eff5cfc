//! Titles in quotation marks: books, songs, reports, and the terms that a contract defines.

use super::cues::Cue;
use super::names::Named;
use super::token::Token;
use memo_common::api::EntityType;
use std::ops::Range;

/// Most words of a title.
const MOST: usize = 9;

/// Opening marks, each with the one that closes it.
const MARKS: &[(&str, &str)] = &[("“", "”"), ("\"", "\""), ("«", "»"), ("„", "“"), ("‘", "’")];

/// The titles of a text, in order. Linear in the text.
pub(crate) fn titles(text: &str, tokens: &[Token]) -> Vec<Named> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let marks = if tokens[at].word { &[] } else { MARKS };
        let close = marks
            .iter()
            .find(|(open, _)| tokens[at].folded == *open)
            .and_then(|(_, close)| {
                let inside = tokens[at + 1..].iter().take(MOST + 4);
                inside
                    .enumerate()
                    .find(|(_, t)| t.folded == *close)
                    .map(|(n, _)| at + 1 + n)
            });
        let Some(close) = close else {
            at += 1;
            continue;
        };
        let inside = at + 1..close;
        if !inside.is_empty() && is_title(text, tokens, &inside) {
            let last = tokens[inside.clone()].iter().rfind(|t| t.word);
            let event = last.is_some_and(|t| t.cues.has(Cue::EventHead)) && defines(tokens, at);
            out.push(Named {
                span: tokens[inside.start].span.start..tokens[inside.end - 1].span.end,
                kind: if event {
                    EntityType::Event
                } else {
                    EntityType::Work
                },
            });
        }
        at = close + 1;
    }
    out
}

/// Whether quoted words are a title and nothing somebody says: capitals, few words, no end of a sentence. One word
/// alone is a title only where it is defined ("the \"Guide\"") or said to be one.
fn is_title(text: &str, tokens: &[Token], inside: &Range<usize>) -> bool {
    let quote = inside.start - 1;
    let before = quote.checked_sub(1).map(|n| &tokens[n]);
    let speech = before.is_some_and(|t| {
        matches!(
            t.folded.as_str(),
            ":" | "," | "said" | "says" | "asked" | "told" | "like" | "replied"
        )
    });
    let words: Vec<&Token> = tokens[inside.clone()].iter().filter(|t| t.word).collect();
    let (Some(first), Some(last)) = (words.first(), tokens.get(inside.end - 1)) else {
        return false;
    };
    if !first.capital || matches!(last.folded.as_str(), "." | "," | "…") || words.len() > MOST {
        return false;
    }
    if words.len() == 1 {
        let named = before.is_some_and(|t| {
            matches!(
                t.folded.as_str(),
                "called" | "titled" | "entitled" | "named"
            )
        });
        return first.entry.word() && defines(tokens, quote) || named;
    }
    // what is written small: "the", "and", "in"
    let long = words[1..].iter().filter(|t| !small(t)).count();
    let capitals = words[1..].iter().filter(|t| !small(t) && t.capital).count();
    let shouted = words.iter().all(|t| t.all_capitals(text));
    !speech && !shouted && (capitals * 2 > long || long == 0 && defines(tokens, quote))
}

/// Whether a quotation mark opens a defined term: `(the "Guide")`, `("Sketches")`.
fn defines(tokens: &[Token], quote: usize) -> bool {
    let word = |k: usize| {
        quote
            .checked_sub(k)
            .and_then(|n| tokens.get(n))
            .map_or("", |t| t.folded.as_str())
    };
    word(1) == "(" || matches!(word(1), "the" | "each" | "a" | "an") && matches!(word(2), "(" | ",")
}

fn small(token: &Token) -> bool {
    token.cues.any(&[Cue::Function, Cue::Joint]) || token.folded.chars().count() < 3
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<&str> {
        let tokens = tokens(text);
        titles(text, &tokens)
            .into_iter()
            .map(|n| &text[n.span])
            .collect()
    }

    #[test]
    fn titles_and_defined_terms() {
        assert_eq!(
            found("I finished “The Salt Road” and \"Tides: A Companion\" (the \"Guide\")."),
            ["The Salt Road", "Tides: A Companion", "Guide"]
        );
    }

    #[test]
    fn what_somebody_says_is_no_title() {
        assert!(
            found("She said “Finally” and “Come in, all of you.” He: “Great Stuff Indeed”")
                .is_empty()
        );
        assert!(found("the so-called “quick fix” of \"Monday\"").is_empty());
    }

    proptest! {
        #[test]
        fn spans_lie_in_order(text in "[“”\"A-Za-z .,(]{0,200}") {
            let mut end = 0;
            for n in titles(&text, &tokens(&text)) {
                prop_assert!(n.span.start >= end && text.get(n.span.clone()).is_some());
                end = n.span.end;
            }
        }
    }
}
