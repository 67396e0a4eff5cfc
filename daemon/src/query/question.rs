//! What a question says: its words, whom it names, when it means, and what kind of answer it wants.

use super::{Embed, Request, spelling::spelt_alike};
use crate::{
    embed::{
        compact::{self, Codes, Signs},
        embedder,
    },
    extract::dates::{self, Anchor, Lean, Reference},
    index::{
        ModelVector, View, day_number,
        schema::WordField,
        terms::{self, fold},
    },
    people::People,
};
use jiff::civil::DateTime;
use std::collections::HashSet;

/// Words that a question is put with, beside the stop words of all text; folded and stemmed, sorted.
const ASKING: &[&str] = &[
    "anyth", "ever", "kind", "know", "mani", "mention", "much", "rememb", "someth", "sort", "tell",
    "type",
];

/// A question, read.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Content words, without the people in `people`.
    pub(crate) words: Vec<Word>,
    /// Those whom it names and whom the memory has heard speak, each by the words of their name; each word with those that
    /// stand for the same person.
    pub(crate) people: Vec<Vec<Vec<String>>>,
    /// Times it names.
    pub(crate) times: Vec<Span>,
    /// Whether it asks for a time.
    pub(crate) wants_time: bool,
    /// Whether it asks for the latest or the first of something.
    pub(crate) order: Option<Order>,
    /// Its vector, names left out.
    pub(crate) codes: Codes,
    /// The vector's signs.
    pub(crate) signs: Signs<2>,
    /// The same by a model, where there is one.
    pub(crate) model: Option<ModelVector>,
}

/// A content word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Word {
    /// Forms that count as this word, the best first; more than one where the word itself is not known.
    pub(crate) forms: Vec<String>,
    /// What a hit is worth: 1, or less where the forms are guesses.
    pub(crate) weight: f32,
}

/// Which end of time is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The latest, the last, now.
    Latest,
    /// The first, the earliest.
    First,
}

/// A time that the question names, in days since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// First day.
    pub(crate) start: i64,
    /// Last day.
    pub(crate) end: i64,
    /// "in March": any year's.
    pub(crate) yearly: bool,
}

/// Days in a year, on average.
const YEAR: f64 = 365.2425;

impl Span {
    /// Days between this and another span of days; 0 where they meet. Yearly ones are compared with the other's year.
    pub(crate) fn distance(&self, other: (i64, i64)) -> i64 {
        let (mut start, mut end) = (self.start, self.end);
        if self.yearly {
            let years = ((other.0 - start) as f64 / YEAR).round();
            let shift = (years * YEAR).round() as i64;
            (start, end) = (start + shift, end + shift);
        }
        (start - other.1).max(other.0 - end).max(0)
    }
}

impl Question {
    /// Reads a question against what the user's memories know. `embed` makes a model's vector of a text.
    pub(crate) fn read(request: &Request, view: &View, user: u64, embed: Embed<'_>) -> Self {
        let text = request.text;
        let times = times(text, request.now);
        let mut people: Vec<Vec<Vec<String>>> = Vec::new();
        let others = |word: &str| others(request.people, word);
        let (mut words, mut rest): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
        let mut after_name = false;
        let shouted = !text.chars().any(char::is_uppercase);
        for chunk in text.split_whitespace() {
            let found = terms::words(chunk);
            let capital = shouted
                || chunk
                    .chars()
                    .find(|c| c.is_alphabetic())
                    .is_some_and(char::is_uppercase);
            let name = match found.as_slice() {
                [one] if capital => spoken(view, user, one, others(one)),
                _ => None,
            };
            match name {
                Some(name) => {
                    match people.last_mut() {
                        Some(person) if after_name => person.push(name),
                        _ => people.push(vec![name]),
                    }
                    // "Ann's", "Ann," end a name.
                    after_name = chunk.ends_with(char::is_alphanumeric);
                }
                None => {
                    words.extend(found);
                    rest.push(chunk);
                    after_name = false;
                }
            }
        }
        people.sort_unstable();
        people.dedup();
        words.sort_unstable();
        words.dedup();
        words.retain(|w| ASKING.binary_search(&terms::english(w).as_str()).is_err());
        let mut guesses = MOST_GUESSED;
        let mut known: Vec<Word> = words
            .iter()
            .map(|w| known(view, user, w, others(w), &mut guesses))
            .collect();
        // Two words may have one stem.
        known.sort_unstable_by(|a, b| a.forms.cmp(&b.forms));
        known.dedup_by(|a, b| a.forms == b.forms);
        let vector = embedder().embed_words(rest.iter().copied());
        let model = embed(text);
        Self {
            model,
            words: known,
            people,
            times,
            wants_time: wants_time(text),
            order: order(text),
            codes: compact::codes(&vector),
            signs: compact::signs(&vector),
        }
    }
}

/// The stems of words by which memories may name the same person as this word of a question does.
fn others(people: &People, word: &str) -> Vec<String> {
    let words = people.words_by(word).into_iter();
    words.flat_map(|other| terms::terms(&other)).collect()
}

/// The words of names that are meant by a word, where one of them is a speaker's.
fn spoken(view: &View, user: u64, word: &str, others: Vec<String>) -> Option<Vec<String>> {
    let word = terms::english(word);
    let own = spoken_name(view, user, &word);
    let speaks = |other: &String| view.frequency(user, WordField::Speaker, other) > 0;
    if own.is_none() && !others.iter().any(speaks) {
        return None;
    }
    let mut names = vec![own.unwrap_or(word)];
    names.extend(others);
    Some(names)
}

/// The word of a speaker's name that is meant: the word itself, or the one name that begins with it ("Mel").
fn spoken_name(view: &View, user: u64, word: &str) -> Option<String> {
    if view.frequency(user, WordField::Speaker, word) > 0 {
        return Some(word.to_owned());
    }
    if word.chars().count() < 3 || view.frequency(user, WordField::Names, word) > 0 {
        return None;
    }
    let mut names = view.vocabulary(user, WordField::Speaker, word);
    (names.len() == 1).then(|| names.remove(0))
}

/// A folded word with what it may stand for: its stems in all languages, those that stand in memories; where none does,
/// what is spelt alike.
fn known(view: &View, user: u64, word: &str, others: Vec<String>, guesses: &mut usize) -> Word {
    let is_anywhere = |stem: &String| {
        let mut fields = WordField::ALL.iter();
        fields.any(|f| view.frequency(user, *f, stem) > 0)
    };
    let mut forms = terms::stems(word);
    forms.extend(others);
    forms.retain(is_anywhere);
    // Two names may have one stem.
    let mut met = HashSet::new();
    forms.retain(|form| met.insert(form.clone()));
    if !forms.is_empty() {
        return Word { forms, weight: 1.0 };
    }
    let stem = terms::english(word);
    let like = match guesses.checked_sub(1) {
        Some(left) => {
            *guesses = left;
            spelt_alike(view, user, &stem)
        }
        None => Vec::new(),
    };
    let weight = if like.is_empty() { 1.0 } else { GUESSED };
    forms.push(stem);
    forms.extend(like);
    Word { forms, weight }
}

/// What a hit of a word that is only spelt alike is worth.
const GUESSED: f32 = 0.7;

/// Words of a question that are held against all words of the memories: each costs as much as all the rest of a question.
const MOST_GUESSED: usize = 16;

/// Days that "before" and "after" reach.
const REACH: i64 = 365;

/// Times that the question names, but for the present.
fn times(text: &str, now: DateTime) -> Vec<Span> {
    let reference = Reference {
        lean: Some(Lean::Past),
        ..Reference::at(now)
    };
    let spans = dates::find(text, &reference)
        .into_iter()
        .filter_map(|found| {
            let (start, end) = found.when.days();
            let (mut start, mut end) = (day_number(start), day_number(end));
            match text[..found.span.start]
                .split_whitespace()
                .next_back()
                .map(fold)
                .as_deref()
            {
                Some("before") => (start, end) = (start - REACH, start - 1),
                Some("after" | "since") => (start, end) = (end, end + REACH),
                _ => {}
            }
            match found.anchor {
                Anchor::Now | Anchor::Clock => None,
                anchor => Some(Span {
                    start,
                    end,
                    yearly: matches!(anchor, Anchor::Yearless | Anchor::Feast),
                }),
            }
        });
    spans.collect()
}

fn wants_time(text: &str) -> bool {
    let text = fold(text);
    let mut words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty());
    match (words.next(), words.next()) {
        (Some("when"), _) | (Some("how"), Some("long")) => true,
        (Some("what" | "which"), Some(second)) => {
            matches!(
                second,
                "date" | "day" | "month" | "year" | "time" | "week" | "weekday"
            )
        }
        (Some("since" | "until" | "till" | "in" | "on"), Some("when" | "what" | "which")) => true,
        _ => false,
    }
}

fn order(text: &str) -> Option<Order> {
    let text = fold(text);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.find_map(|word| match word {
        "latest" | "newest" | "currently" | "recent" | "lately" => Some(Order::Latest),
        "earliest" | "oldest" | "originally" => Some(Order::First),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_words_are_sorted() {
        assert!(ASKING.is_sorted());
    }

    #[test]
    fn a_yearly_span_meets_its_month_in_any_year() {
        let day = |y, m, d| day_number(jiff::civil::date(y, m, d));
        let march = Span {
            start: day(2026, 3, 1),
            end: day(2026, 3, 31),
            yearly: true,
        };
        assert_eq!(march.distance((day(2019, 3, 5), day(2019, 3, 5))), 0);
        assert!(march.distance((day(2019, 6, 5), day(2019, 6, 5))) > 50);
    }

    #[test]
    fn reads_times() {
        let now = jiff::civil::date(2024, 6, 14).at(12, 0, 0, 0);
        let day = |y, m, d| day_number(jiff::civil::date(y, m, d));
        let read = |text| {
            let spans = times(text, now).into_iter();
            spans
                .map(|s| (s.start, s.end, s.yearly))
                .collect::<Vec<_>>()
        };
        let may = (day(2023, 5, 1), day(2023, 5, 31), false);
        assert_eq!(read("What did I do in May 2023?"), [may]);
        assert_eq!(
            read("Who called yesterday?"),
            [(day(2024, 6, 13), day(2024, 6, 13), false)]
        );
        let march = read("What did we plant in March?");
        assert!(matches!(march.as_slice(), [(_, _, true)]), "{march:?}");
        let before = read("What was it before 2020?");
        assert_eq!(before, [(day(2019, 1, 1), day(2019, 12, 31), false)]);
    }

    #[test]
    fn knows_what_is_wanted() {
        assert!(wants_time("When did I plant tulips?"));
        assert!(wants_time("What year was it?"));
        assert!(!wants_time("What did she say when I left?"));
        assert_eq!(order("What is Ana's latest plan?"), Some(Order::Latest));
    }
}
