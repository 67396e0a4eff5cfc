//! "Mr and Mrs Roe": two people of one family name, told apart by their titles.

use super::written::parts;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::lexicon::fold;
use crate::extract::entities::token::Token;

/// Whether a title is a man's (`Some(true)`) or a woman's.
fn his(title: &str) -> Option<bool> {
    match title.trim_end_matches('.') {
        "mr" | "mister" | "herr" | "herrn" | "monsieur" | "senor" | "sr" | "signor" => Some(true),
        "mrs" | "ms" | "miss" | "madame" | "mme" | "frau" | "senora" | "senorita" | "sra"
        | "srta" | "signora" | "mlle" | "mademoiselle" => Some(false),
        _ => None,
    }
}

/// Whether the titles of two names are a man's and a woman's.
pub(super) fn differ(a: &str, b: &str) -> bool {
    let title = |name: &str| his(&fold(name.split(' ').next().unwrap_or_default()));
    matches!((title(a), title(b)), (Some(a), Some(b)) if a != b)
}

/// The form under which a name with such a title is met: "mrs roe".
pub(super) fn titled(name: &str) -> Option<String> {
    let first = fold(name.split(' ').next().unwrap_or_default());
    his(&first)?;
    let family = parts(name);
    let title = first.trim_end_matches('.');
    (!family.is_empty()).then(|| format!("{title} {}", family.join(" ")))
}

/// Of a title that opens "Mr. and Mrs. Roe": the token of the second title.
#[inline]
pub(super) fn second_title(tokens: &[Token], at: usize) -> Option<usize> {
    // most words are in lower case
    if !tokens.get(at)?.capital {
        return None;
    }
    let is_title = |n: usize| {
        tokens
            .get(n)
            .filter(|t| t.capital && his(&t.folded).is_some())
    };
    let dot = |n: usize| n + usize::from(tokens.get(n).is_some_and(|t| t.folded == "."));
    let first = is_title(at)?;
    let link = dot(at + 1);
    let joined = tokens
        .get(link)
        .is_some_and(|t| t.cues.has(Cue::Link) && t.folded != ",");
    let second = is_title(link + 1).filter(|_| joined)?;
    (his(&first.folded) != his(&second.folded)).then_some(link + 1)
}
