//! Words, numbers and marks with their senses.

use super::lexicon::{self, Language, Sense};
use crate::when::GERMAN_WEEKDAYS;
use std::borrow::Cow;

/// A word, number or mark of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    /// As written.
    pub(super) text: &'t str,
    /// First byte.
    pub(super) start: usize,
    /// Byte after the last.
    pub(super) end: usize,
    /// What it is.
    pub(super) kind: Kind,
    /// Whether white space stands before it.
    pub(super) space: bool,
    /// Newlines before it.
    pub(super) lines: u8,
}

/// Kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits, with `st`, `nd`, `rd`, `th` where they follow.
    Number {
        value: u32,
        digits: u8,
        ordinal: bool,
    },
    /// A word (or phrase) that means something for times.
    Word(Sense),
    /// Any other word.
    Other,
    /// Any other character.
    Mark(char),
}

impl Token<'_> {
    /// Whether it says anything of a time by itself.
    pub(super) fn says_time(&self) -> bool {
        match self.kind {
            Kind::Number { .. } => true,
            Kind::Word(sense) => sense.says_time(),
            Kind::Other | Kind::Mark(_) => false,
        }
    }
}

/// The longest number and word that can matter; longer ones are never part of a time.
const LONGEST_NUMBER: usize = 9;
pub(super) const LONGEST_WORD: usize = 24;

/// Splits a text.
pub(super) fn tokens(text: &str, language: Language) -> Vec<Token<'_>> {
    let mut out = Vec::with_capacity(text.len() / 5 + 4);
    let (mut space, mut lines) = (true, 0u8);
    let mut end = 0;
    while let Some(c) = text[end..].chars().next() {
        let start = end;
        end += c.len_utf8();
        if c.is_whitespace() {
            space = true;
            lines = lines.saturating_add(u8::from(c == '\n'));
            continue;
        }
        let goes_on = |same: fn(char) -> bool| {
            let rest = &text[end..];
            rest.find(|c| !same(c)).unwrap_or(rest.len())
        };
        if c.is_ascii_digit() {
            end += goes_on(|c| c.is_ascii_digit());
        } else if c.is_alphabetic() {
            end += goes_on(|c| c.is_alphabetic() || is_combining(c));
        }
        let mut word = &text[start..end];
        if let Some(part) = german_part(word).filter(|_| !out.last().is_some_and(is_of_every_week))
        {
            let weekday = Token {
                text: &word[..part],
                start,
                end: start + part,
                kind: Kind::Other,
                space,
                lines,
            };
            out.push(weekday);
            (space, lines) = (false, 0);
            word = &word[part..];
        }
        let kind = if c.is_ascii_digit() {
            number(word)
        } else if c.is_alphabetic() {
            Kind::Other
        } else {
            Kind::Mark(c)
        };
        let token = Token {
            text: word,
            start: end - word.len(),
            end,
            kind,
            space,
            lines,
        };
        if !glue_ordinal(&mut out, &token, text) {
            out.push(token);
        }
        (space, lines) = (false, 0);
    }
    name(&mut out, text, language)
}

/// Where the part of the day begins in a word such as "Dienstagabend".
pub(super) fn german_part(word: &str) -> Option<usize> {
    const PARTS: [&str; 6] = [
        "abend",
        "morgen",
        "mittag",
        "vormittag",
        "nachmittag",
        "nacht",
    ];
    if word.len() > LONGEST_WORD || word.len() < 11 {
        return None;
    }
    let whole = |at: &usize| {
        let (weekday, part) = (word.get(..*at), word.get(*at..));
        let is = |list: &[&str], w: &str| list.iter().any(|l| l.eq_ignore_ascii_case(w));
        weekday.is_some_and(|w| is(&GERMAN_WEEKDAYS, w)) && part.is_some_and(|p| is(&PARTS, p))
    };
    GERMAN_WEEKDAYS.iter().map(|w| w.len()).find(whole)
}

/// Whether a day behind this word is one of every week: "den Mittwochabend".
fn is_of_every_week(before: &Token<'_>) -> bool {
    matches!(
        before.text,
        "den" | "der" | "dem" | "des" | "jeden" | "einen" | "einem"
    )
}

fn is_combining(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn number(digits: &str) -> Kind {
    match digits.parse() {
        Ok(value) if digits.len() <= LONGEST_NUMBER => Kind::Number {
            value,
            digits: digits.len() as u8,
            ordinal: false,
        },
        _ => Kind::Other,
    }
}

/// Joins the ending of `3rd` to its number.
fn glue_ordinal<'t>(out: &mut [Token<'t>], token: &Token<'t>, text: &'t str) -> bool {
    let Some(last) = out.last_mut() else {
        return false;
    };
    let Kind::Number { value, digits, .. } = last.kind else {
        return false;
    };
    let ending = matches!(
        token.text.to_ascii_lowercase().as_str(),
        "st" | "nd" | "rd" | "th" | "er" | "ème" | "e" | "º" | "ª"
    );
    // "17º, viento flojo": degrees
    let degrees = token.text == "º"
        && !text[token.end..]
            .trim_start()
            .starts_with(char::is_alphabetic);
    if !ending || token.space || digits > 2 || degrees {
        return false;
    }
    last.kind = Kind::Number {
        value,
        digits,
        ordinal: true,
    };
    last.end = token.end;
    last.text = &text[last.start..token.end];
    true
}

/// Looks words and phrases up.
fn name<'t>(tokens: &mut Vec<Token<'t>>, text: &'t str, language: Language) -> Vec<Token<'t>> {
    let mut out: Vec<Token<'t>> = Vec::with_capacity(tokens.len());
    let folded: Vec<Option<Cow<'t, str>>> = tokens
        .iter()
        .map(|t| {
            (t.kind == Kind::Other && t.text.len() <= LONGEST_WORD).then(|| lexicon::fold(t.text))
        })
        .collect();
    let mut at = 0;
    while at < tokens.len() {
        let mut token = tokens[at];
        let mut next = at + 1;
        if let Some(word) = folded[at]
            .as_deref()
            .filter(|w| lexicon::is_timed(w, language))
        {
            if let Some((sense, end)) = lexicon::phrase(word, language, |words| {
                phrase_end(tokens, &folded, at, words)
            }) {
                token.end = tokens[end - 1].end;
                token.text = &text[token.start..token.end];
                token.kind = Kind::Word(sense);
                next = end;
            } else if let Some(sense) = lexicon::word(word, language, between_numbers(tokens, at)) {
                token.kind = Kind::Word(sense);
            }
        }
        if token.kind == Kind::Other
            && let Some(word) = folded[at].as_deref()
            && let Some((sense, end)) = beside_number(tokens, &folded, at, word)
        {
            token.kind = Kind::Word(sense);
            next = end;
        }
        out.push(token);
        at = next;
    }
    out
}

/// What a word means for the number beside it, and the token behind it and the dot that abbreviates it: "kl. 18.30".
fn beside_number(
    tokens: &[Token<'_>],
    folded: &[Option<Cow<'_, str>>],
    at: usize,
    word: &str,
) -> Option<(Sense, usize)> {
    let number = |n: usize| matches!(tokens.get(n).map(|t| t.kind), Some(Kind::Number { .. }));
    let before = at > 0 && number(at - 1);
    // few words stand beside one
    if !before && !number(at + 1) && !number(at + 2) {
        return None;
    }
    let dotted = tokens
        .get(at + 1)
        .is_some_and(|t| t.kind == Kind::Mark('.') && !t.space);
    let next = at + 1 + usize::from(dotted);
    let behind = folded
        .get(next)
        .and_then(Option::as_deref)
        .unwrap_or_default();
    let sense = lexicon::beside_number(word, before, number(next), behind)?;
    Some((sense, next))
}

/// Whether the token has a number on both sides, a dot or `de` apart.
fn between_numbers(tokens: &[Token<'_>], at: usize) -> bool {
    let is_number = |t: &Token<'_>| matches!(t.kind, Kind::Number { .. });
    let passed = |t: &Token<'_>| matches!(t.kind, Kind::Mark('.' | '-' | '/')) || t.text == "de";
    let before = tokens[..at].iter().rev().find(|t| !passed(t));
    let after = tokens[at + 1..].iter().find(|t| !passed(t));
    before.is_some_and(is_number) && after.is_some_and(is_number)
}

/// The token after `words`, if they stand after the one at `at`; apostrophes and hyphens between them are skipped.
fn phrase_end(
    tokens: &[Token<'_>],
    folded: &[Option<Cow<'_, str>>],
    at: usize,
    words: &[&str],
) -> Option<usize> {
    let mut i = at + 1;
    for word in words {
        while matches!(
            tokens.get(i)?.kind,
            Kind::Mark('\'' | '’' | '-' | '‑' | '.')
        ) && !tokens[i].space
        {
            i += 1;
        }
        if tokens[i].lines > 1 || folded[i].as_deref() != Some(word) {
            return None;
        }
        i += 1;
    }
    Some(i)
}
