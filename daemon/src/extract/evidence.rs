//! What a text bears out: whether the numbers, names, dates and links of a claim stand in it, and most of its words.
//!
//! This cannot tell whether a claim is true, only whether it could have been made of these words; of a "not" it sees what
//! stands or falls with it alone. It is the check on everything that a language model says.

mod denial;
mod numbers;

use super::{
    dates::{self, Anchor, Reference},
    entities::token::{Token, tokens},
    sentences,
};
use crate::{
    index::terms::{fold, is_stop, stem},
    when::{MONTHS, Point, When},
};
use denial::Statement;
pub(crate) use denial::{DENIALS, OTHER_DENIALS};
use frostem::{Algorithm, Stemmer};
use numbers::{borne_out, numbers};
use std::collections::HashSet;

/// Numbers as words; "one" is more often no number.
const NUMBERS: [(&str, &str); 28] = [
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("thirteen", "13"),
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("seventeen", "17"),
    ("eighteen", "18"),
    ("nineteen", "19"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
    ("hundred", "100"),
    ("thousand", "1000"),
];

/// What is not borne out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unsupported {
    /// A link, or markup that makes one.
    Link(String),
    /// A date or a time of day.
    Date(String),
    /// A number.
    Number(String),
    /// A name.
    Name(String),
    /// Most of the words.
    Words,
    /// It is said of the opposite.
    Denial,
}

/// Texts and times that a claim can rest on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// Folded words and their stems.
    words: HashSet<String>,
    numbers: HashSet<String>,
    whens: Vec<When>,
    /// What can be a link, as it is written.
    links: HashSet<String>,
    /// Words that may be said, but bear nothing out: those of the question.
    loose: HashSet<String>,
    /// What its sentences say.
    said: Vec<Statement>,
    /// All of it, folded, white space made one; for words that have to stand side by side.
    text: String,
}

impl Evidence {
    /// Takes a text in.
    pub(crate) fn add(&mut self, text: &str) {
        let stemmer = Stemmer::new(Algorithm::English);
        for token in tokens(text).iter().filter(|t| t.word) {
            for part in parts(&token.folded) {
                self.words.insert(stem(&stemmer, part).into_owned());
                self.words.insert(part.to_owned());
                if let Some((_, digits)) = NUMBERS.iter().find(|(word, _)| *word == part) {
                    self.numbers.insert((*digits).to_owned());
                }
            }
            self.words.insert(token.folded.to_string());
        }
        self.numbers.extend(borne_out(text));
        self.links.extend(links(text).map(str::to_owned));
        let sentences = sentences::split(text).into_iter();
        self.said.extend(sentences.map(|s| Statement::of(&text[s])));
        self.text.push_str(&flat(text));
        self.text.push('\n');
    }

    /// Takes in what may be said again, but bears no name, number or date out.
    pub(crate) fn add_loose(&mut self, text: &str) {
        let stemmer = Stemmer::new(Algorithm::English);
        for token in tokens(text).iter().filter(|t| t.word) {
            self.loose
                .extend(parts(&token.folded).map(|p| stem(&stemmer, p).into_owned()));
        }
    }

    /// Takes a time in.
    pub(crate) fn add_when(&mut self, when: When) {
        self.whens.push(when);
        for point in [Some(when.start), when.end].into_iter().flatten() {
            let first = point.first_day();
            self.numbers.insert(first.year().to_string());
            if !matches!(point, Point::Year(_)) {
                let month = usize::try_from(first.month() - 1).unwrap_or_default();
                self.words.insert(fold(MONTHS[month.min(11)]));
            }
            if matches!(point, Point::Day(_) | Point::Minute(_)) {
                self.numbers.insert(first.day().to_string());
            }
            if let Some(time) = point.time() {
                let clock = format!("{}:{:02}", time.hour(), time.minute());
                self.numbers.insert(clock);
            }
        }
    }

    /// The times taken in.
    pub(crate) fn whens(&self) -> &[When] {
        &self.whens
    }

    /// Whether every word of a name stands in it.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        let tokens = tokens(name);
        let mut words = tokens.iter().filter(|t| t.word).peekable();
        let known = |t: &Token| parts(&t.folded).all(|p| self.words.contains(p));
        words.peek().is_some() && words.all(known)
    }

    /// Whether these words stand in it side by side.
    pub(crate) fn has_words(&self, words: &str) -> bool {
        let words = flat(words);
        !words.is_empty() && self.text.contains(&words)
    }

    /// Whether a sentence could have been made of it: its links, dates, numbers and names stand in it, and at least
    /// this share of the words that carry content.
    pub(crate) fn supports(
        &self,
        claim: &str,
        reference: &Reference,
        share: f32,
    ) -> Result<(), Unsupported> {
        if let Some(markup) = ["](", "</", "<a ", "<img", "javascript:", "data:text"]
            .into_iter()
            .find(|m| claim.to_ascii_lowercase().contains(m))
        {
            return Err(Unsupported::Link(markup.to_owned()));
        }
        if let Some(link) = links(claim).find(|l| !self.links.contains(*l)) {
            return Err(Unsupported::Link(link.to_owned()));
        }
        let dates = dates::find(claim, reference);
        for found in dates.iter().filter(|f| f.anchor > Anchor::Clock) {
            let said = &claim[found.span.clone()];
            if !self.has_words(said) && !self.knows(found.when) {
                return Err(Unsupported::Date(said.to_owned()));
            }
        }
        let dated = |at: usize| {
            let mut dates = dates.iter().filter(|f| f.anchor > Anchor::Clock);
            dates.any(|f| f.span.contains(&at))
        };
        let number = numbers(claim).find(|(at, n)| !dated(*at) && !self.numbers.contains(n));
        if let Some((_, number)) = number {
            return Err(Unsupported::Number(number));
        }
        self.words(claim, &dated, share)?;
        match Statement::of(claim).is_turned(&self.said) {
            true => Err(Unsupported::Denial),
            false => Ok(()),
        }
    }

    /// Whether a time is one of those taken in; or the day of one, at a time of day that is named somewhere.
    fn knows(&self, when: When) -> bool {
        let clock = when
            .start
            .time()
            .map(|t| format!("{}:{:02}", t.hour(), t.minute()));
        let named = clock.is_some_and(|c| self.numbers.contains(&c));
        self.whens.iter().any(|known| {
            agree(when, *known) || named && when.start.first_day() == known.start.first_day()
        })
    }

    /// The part of [`supports`](Self::supports) that looks at words.
    fn words(
        &self,
        claim: &str,
        dated: &dyn Fn(usize) -> bool,
        share: f32,
    ) -> Result<(), Unsupported> {
        let stemmer = Stemmer::new(Algorithm::English);
        let (mut all, mut known) = (0_u32, 0_u32);
        for token in tokens(claim) {
            let digits = token.folded.starts_with(char::is_numeric);
            if !token.word || digits || dated(token.span.start) || is_stop(&token.folded) {
                continue;
            }
            if let Some((word, digits)) = NUMBERS.iter().find(|(word, _)| *word == token.folded) {
                if !self.numbers.contains(*digits) && !self.words.contains(*word) {
                    return Err(Unsupported::Number((*word).to_owned()));
                }
                continue;
            }
            let has = parts(&token.folded)
                .all(|p| self.words.contains(p) || self.words.contains(&*stem(&stemmer, p)));
            if !has && is_name(&token) {
                return Err(Unsupported::Name(claim[token.span].to_owned()));
            }
            let asked = || parts(&token.folded).all(|p| self.loose.contains(&*stem(&stemmer, p)));
            all += 1;
            known += u32::from(has || asked());
        }
        match known as f32 >= share * all as f32 {
            true => Ok(()),
            false => Err(Unsupported::Words),
        }
    }
}

/// Whether a word is written as a name: with a capital where none is due, or where one is due such as no dictionary has
/// as a word, or only a large one, and the lists as a given name.
fn is_name(token: &Token) -> bool {
    let entry = token.entry;
    let known = !entry.word() || entry.given() && !entry.everyday();
    token.capital && (!token.first || known)
}

/// Whether a time that is claimed is one that is known: the same, or told less exactly.
pub(crate) fn agree(claimed: When, known: When) -> bool {
    let (from, to) = claimed.days();
    let (first, last) = known.days();
    let clock = |w: When| w.start.time();
    match (claimed.start, claimed.end) {
        (Point::Year(_) | Point::Month(..), None) => from <= first && last <= to,
        _ => {
            (from, to) == (first, last)
                && (clock(claimed).is_none() || clock(claimed) == clock(known))
        }
    }
}

/// The words that a folded token is put together of.
fn parts(folded: &str) -> impl Iterator<Item = &str> {
    let parts = folded.split(['-', '‑', '_', '.', '&']);
    parts.filter(|p| !p.is_empty())
}

/// Folded, with white space made one.
fn flat(text: &str) -> String {
    let folded = fold(text);
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words that are links.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”'));
    words
        .map(|w| {
            let inside = w.trim_start_matches(['(', '[', '\'', '‘']);
            inside.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'', '’'])
        })
        .filter(|w| w.contains("://") || w.to_ascii_lowercase().starts_with("www."))
}

#[cfg(test)]
mod tests;
