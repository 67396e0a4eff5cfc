//! Where a document's people are named in its texts.

use super::couple::second_title;
use super::roster::{People, PersonRef};
use crate::extract::entities::cues::Cue;
use crate::extract::entities::quoted::titles;
use crate::extract::entities::token::{Token, tokens};
use std::ops::Range;

/// A person named at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Bytes in the text; a possessive `'s` is outside.
    pub span: Range<usize>,
    /// Who it is.
    pub person: PersonRef,
}

/// What is read of something said.
#[derive(Debug)]
pub(crate) struct Read {
    /// Its words.
    pub(crate) tokens: Vec<Token>,
    /// Everybody named in it, in order, but those in titles: who gives a book its name is not there.
    pub(super) mentions: Vec<Mention>,
    /// Those named in titles.
    pub(super) quoted: Vec<Mention>,
}

impl People {
    /// Reads who is named in a text of these words.
    pub(crate) fn read(&self, text: &str, tokens: Vec<Token>) -> Read {
        let titles = titles(text, &tokens);
        let (mentions, quoted) = self.mentions_in(&tokens).into_iter().partition(|m| {
            let at = titles.partition_point(|t| t.span.end <= m.span.start);
            titles.get(at).is_none_or(|t| t.span.start >= m.span.end)
        });
        Read {
            tokens,
            mentions,
            quoted,
        }
    }

    /// Everybody named in a text of this document, in order. Linear in the text.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        self.mentions_in(&tokens(text))
    }

    /// As [`mentions`](Self::mentions), over the text's tokens.
    pub(crate) fn mentions_in(&self, tokens: &[Token]) -> Vec<Mention> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if let Some(person) = self.first_of_couple(tokens, at) {
                let span = tokens[at].span.clone();
                out.push(Mention { span, person });
                at += 1;
                continue;
            }
            match self.mention_at(tokens, at) {
                Some((end, n)) => {
                    out.push(Mention {
                        span: tokens[at].span.start..tokens[end - 1].span.end,
                        person: PersonRef(n),
                    });
                    at = end;
                }
                None => at += 1,
            }
        }
        out
    }

    /// Who "Mr" is in "Mr and Mrs Lee".
    fn first_of_couple(&self, tokens: &[Token], at: usize) -> Option<PersonRef> {
        let second = second_title(tokens, at)?;
        let (end, _) = self.mention_at(tokens, second)?;
        let family = tokens.get(end - 1)?;
        let form = format!("{} {}", tokens[at].folded, family.folded);
        self.forms.get(&form).map(|n| PersonRef(*n))
    }

    /// The longest form that begins at this token: where it ends and who it is.
    fn mention_at(&self, tokens: &[Token], at: usize) -> Option<(usize, usize)> {
        let first = &tokens[at];
        // "Dr. Lee": the title is part of the mention
        if first.capital && first.cues.has(Cue::Title) {
            let next = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|t| t.folded == "."));
            // "Mrs Lee" is not Mr Lee
            let form = tokens
                .get(next)
                .map(|t| format!("{} {}", first.folded, t.folded));
            if let Some(&n) = form.and_then(|form| self.forms.get(&form)) {
                return Some((next + 1, n));
            }
            if let Some((end, n)) = tokens
                .get(next)
                .filter(|t| t.capital)
                .and_then(|_| self.mention_at(tokens, next))
            {
                return Some((end, n));
            }
        }
        let most = *self.starts.get(&first.hash)?;
        let mut form = String::new();
        let mut best = None;
        let mut words = 0;
        for (n, token) in tokens.iter().enumerate().skip(at) {
            if token.word {
                if !form.is_empty() {
                    form.push(' ');
                }
                form.push_str(&token.folded);
                words += 1;
                if let Some(&who) = self.forms.get(&form)
                    && (words > 1
                        || self.stands_alone(tokens, at) && !self.is_anothers(tokens, at, who))
                {
                    best = Some((n + 1, who));
                }
            } else if !matches!(token.folded.as_str(), "." | "\"" | "“" | "”") {
                break;
            }
            if words >= most || n > at + 8 {
                break;
            }
        }
        best
    }

    /// Whether a family name stands behind somebody else's given name: "Ella Dubois" is not Claire Dubois.
    fn is_anothers(&self, tokens: &[Token], at: usize, who: usize) -> bool {
        let parts = &self.known[who].parts;
        let family = parts.len() > 1 && parts.first().is_none_or(|p| *p != tokens[at].folded);
        let before = at.checked_sub(1).map(|n| &tokens[n]);
        family
            && before.is_some_and(|t| {
                let given = t.entry.given() && !parts.iter().any(|p| *p == t.folded);
                t.capital && given && (!t.first || !t.entry.word()) && touches(tokens, at - 1)
            })
    }

    /// Whether a single word that somebody goes by means that person here.
    fn stands_alone(&self, tokens: &[Token], at: usize) -> bool {
        let token = &tokens[at];
        if self.initials.contains(token.folded.as_str()) {
            // Sizes, units and codes stand behind numbers.
            let counted = at
                .checked_sub(1)
                .is_some_and(|n| tokens[n].folded.starts_with(|c: char| c.is_ascii_digit()));
            return token.capital
                && !counted
                && !token
                    .cues
                    .any(&[Cue::Function, Cue::Calendar, Cue::Product]);
        }
        let before = at.checked_sub(1).map_or("", |n| tokens[n].folded.as_str());
        let after = tokens.get(at + 1).map_or("", |t| t.folded.as_str());
        // "Ann Street", "Ada Bakery Ltd"
        let part = tokens.get(at + 1).is_some_and(|t| {
            t.capital && t.cues.any(&[Cue::PlaceHead, Cue::OrgHead]) && !t.entry.surname()
                || t.capital && t.cues.any(&[Cue::PlaceHead, Cue::OrgHead]) && !token.entry.given()
        });
        if part && touches(tokens, at) {
            return false;
        }
        if !token.entry.word() || token.cues.has(Cue::Kin) {
            return true;
        }
        if !token.capital {
            return before == "@";
        }
        let opens_question = token.first
            && matches!(
                after,
                "i" | "you" | "he" | "she" | "it" | "we" | "they" | "the" | "this" | "that" | "a"
            );
        let month = matches!(before, "in" | "since" | "until" | "by")
            && matches!(token.folded.as_str(), "may" | "june" | "april" | "august");
        !opens_question && !month
    }
}

/// Whether nothing but one space stands between this token and the next.
fn touches(tokens: &[Token], at: usize) -> bool {
    tokens
        .get(at + 1)
        .is_some_and(|t| t.span.start == tokens[at].span.end + 1 && !t.line)
}
