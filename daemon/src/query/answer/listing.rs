//! Answers of several memories: how often something happened, what happened at a time, what is known of somebody.

use super::{
    Asked,
    say::{self, Found},
    times::whole_days,
    words::{Word, words},
};
use crate::{
    extract::dates::{self, Anchor, Lean, Reference},
    when::When,
};
use jiff::{
    ToSpan,
    civil::{Date, Time},
};
use std::{collections::HashSet, ops::Range};

/// At most this many memories are told.
const MOST: usize = 5;
/// Longest sentence that is quoted whole, in words.
const LONG: usize = 40;

/// How often: as a sentence says, or on how many days memories tell of it, which are listed.
pub(super) fn times(asked: &Asked) -> Option<Found> {
    let Asked {
        sentences,
        sources,
        order,
        ..
    } = *asked;
    let best = asked.best();
    let said = best.words.iter().enumerate().find_map(|(at, word)| {
        let next = best.words.get(at + 1).map_or("", |w| w.folded.as_str());
        match word.folded.as_str() {
            "once" | "twice" => Some(word.folded.clone()),
            count if next == "times" => Some(format!("{count} times")),
            _ => None,
        }
    });
    if let Some(said) = said {
        return Some(Found::of(said, best.source));
    }
    let mut told: Vec<(Option<When>, usize)> = Vec::new();
    for &at in order {
        let sentence = &sentences[at];
        if sentence.asks || !asked.tells_too(at) {
            continue;
        }
        let when = sources[sentence.source].content.when.parse::<When>().ok();
        let day = |w: &When| w.days().0;
        let known = told.iter().any(|(other, source)| {
            *source == sentence.source
                || other
                    .as_ref()
                    .map(day)
                    .is_some_and(|d| when.as_ref().map(day) == Some(d))
        });
        if !known {
            told.push((when, sentence.source));
        }
    }
    told.sort_by_key(|(when, _)| when.map(|w| w.days().0));
    let count = match told.len() {
        0 => return None,
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    };
    let days: Vec<String> = told
        .iter()
        .filter_map(|t| Some(whole_days(t.0?).in_words()))
        .collect();
    let words = if days.is_empty() {
        count
    } else {
        format!("{count}: {}", days.join(", "))
    };
    let mut sources = told.into_iter().map(|t| t.1);
    let first = Found::of(words, sources.next()?);
    Some(sources.fold(first, Found::and))
}

/// The days that a question names.
#[derive(Clone, Debug)]
pub(super) struct Period {
    pub(super) first: Date,
    pub(super) last: Date,
    /// Bytes of the question that name them.
    pub(super) named: Range<usize>,
    /// "By Friday": and all days before.
    pub(super) before: bool,
}

impl Period {
    /// Whether a day is in it, or before it where it is what something is to be done by.
    pub(super) fn holds(&self, day: Date) -> bool {
        (self.before || day >= self.first) && day <= self.last
    }
}

/// The days that a question names, if any; "last week" is counted from today.
pub(super) fn period(text: &str, today: Date, lean: Option<Lean>) -> Option<Period> {
    let leads = |at: usize, words: &[&str]| {
        let lead = text[..at].trim_end().to_lowercase();
        words.iter().any(|w| lead.ends_with(w))
    };
    let period = found(text, today, lean).into_iter().next()?;
    let (first, last) = period.when.days();
    let at = period.span.start;
    // "before Monday" ends with Sunday
    let last = match leads(at, &[" before"]) {
        true => first.yesterday().unwrap_or(first),
        false => last,
    };
    Some(Period {
        first,
        last,
        before: leads(at, &[" by", " before", " until"]),
        named: period.span,
    })
}

/// The months that a question names, of any year where it names none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Months {
    first: Date,
    last: Date,
    yearly: bool,
}

impl Months {
    /// Whether a time is in them.
    pub(super) fn hold(&self, when: &When) -> bool {
        let (first, last) = when.days();
        let years = match self.yearly {
            true => first.year() - self.first.year(),
            false => 0,
        };
        let moved = |day: Date| day.checked_add(i32::from(years).years()).unwrap_or(day);
        first >= moved(self.first) && last <= moved(self.last)
    }
}

/// The month or the months of a season that a question names: "in July", "last summer".
pub(super) fn months(text: &str, today: Date) -> Option<Months> {
    found(text, today, None).into_iter().find_map(|f| {
        let (first, last) = f.when.days();
        let days = first.until(last).map_or(0, |s| s.get_days());
        let dated = matches!(f.anchor, Anchor::Absolute | Anchor::Yearless);
        (dated && (27..100).contains(&days)).then_some(Months {
            first,
            last,
            yearly: f.anchor == Anchor::Yearless,
        })
    })
}

/// The bytes of a question that name a time.
pub(super) fn named_times(text: &str, today: Date) -> Vec<Range<usize>> {
    found(text, today, None)
        .into_iter()
        .map(|f| f.span)
        .collect()
}

/// The times of a question, counted from today, which looks back or ahead where that is known.
pub(super) fn found(text: &str, today: Date, lean: Option<Lean>) -> Vec<dates::Found> {
    let reference = Reference {
        lean,
        ..Reference::at(today.to_datetime(Time::midnight()))
    };
    dates::find(text, &reference)
}

/// What happened in a period, in its order: the best sentence of every memory that falls into it.
pub(super) fn happened(asked: &Asked, period: &Period) -> Vec<Found> {
    let Asked {
        question,
        sentences,
        sources,
        order,
        ..
    } = *asked;
    let mut found: Vec<(Date, usize)> = sources
        .iter()
        .enumerate()
        .filter_map(|(at, source)| {
            let (first, last) = source.content.when.parse::<When>().ok()?.days();
            (first <= period.last && last >= period.first).then_some((first, at))
        })
        .collect();
    // Where something else is named ("with Bo", "at the regatta"), what tells of it.
    let named: Vec<&Word> = question
        .words
        .iter()
        .filter(|w| !w.stop && w.stem != "happen" && !period.named.contains(&w.span.start))
        .collect();
    found.retain(|&(_, source)| {
        let people = sources[source].content.participants.iter();
        let people: Vec<Word> = people.flat_map(|p| words(p)).collect();
        let mut told = asked.words_of(source).chain(&people);
        named.is_empty() || told.any(|t| named.iter().any(|n| n.stem == t.stem))
    });
    found.truncate(MOST);
    found.sort_unstable();
    let mut days = HashSet::new();
    found
        .into_iter()
        .filter_map(|(day, source)| {
            let mut own = order.iter().map(|&at| &sentences[at]);
            let best = own.find(|s| s.source == source && !s.asks)?;
            let words = say::short(best.text, LONG);
            let dated = match days.insert(day) {
                true => format!("{}: {words}", When::day(day).in_words()),
                false => words,
            };
            Some(Found::of(dated, source))
        })
        .collect()
}

/// What is known of what a question names: the best sentence of every memory that tells of it.
pub(super) fn about(asked: &Asked) -> Vec<Found> {
    let Asked {
        question,
        wanted,
        sentences,
        order,
        ..
    } = *asked;
    let mut told = HashSet::new();
    let names = |at: usize| sentences[at].words.iter().any(|w| wanted.asks_of(w));
    let found = order
        .iter()
        .filter(|&&at| names(at) && !sentences[at].asks)
        .filter(|&&at| told.insert(sentences[at].source))
        .take(MOST)
        .map(|&at| {
            let sentence = &sentences[at];
            Found::of(say::short(sentence.text, LONG), sentence.source)
        });
    if question.words.iter().all(|w| w.stop) {
        return Vec::new();
    }
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_period_asked_for() {
        let today = jiff::civil::date(2024, 5, 15);
        let days =
            |text: &str| period(text, today, None).map(|p| format!("{} {}", p.first, p.last));
        let week = days("What happened last week?");
        assert_eq!(week.as_deref(), Some("2024-05-06 2024-05-12"));
        let day = days("What happened on 3 May 2024?");
        assert_eq!(day.as_deref(), Some("2024-05-03 2024-05-03"));
        assert_eq!(days("What happened with Bo?"), None);
    }
}
