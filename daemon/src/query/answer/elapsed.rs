//! Lengths of time and ages that no sentence tells, computed from the times that sentences tell.

use super::{
    Asked, facts,
    numbers::NUMBERS,
    question::Kind,
    say::Found,
    times::{self, Told},
    words::Word,
};
use crate::{
    extract::dates::Anchor,
    when::{Point, When},
};
use jiff::{ToSpan, Unit, civil::Date};

/// How long it has been since what is asked about began, or happened (`ago`).
pub(super) fn since(asked: &Asked, ago: bool) -> Option<Found> {
    let told = facts::dated(asked, asked.order[0])?;
    // "Since 2016" lasts until it was said.
    let began = When::at(told.when.start);
    let length = between(began, When::day(asked.today))?;
    let words = match ago {
        true => format!("{length} ago, {}", began.in_words()),
        false => format!("{length}, since {}", began.in_words()),
    };
    (began.days().0 < asked.today).then(|| Found::of(words, asked.best().source))
}

/// How long it was between two things: "between A and B".
pub(super) fn passed(asked: &Asked) -> Option<Found> {
    let Asked { question, .. } = *asked;
    if question.kind != Kind::Between {
        return None;
    }
    let at = |word: &str| question.words.iter().position(|w| w.folded == word);
    let (from, and) = (
        at("between")?,
        question.words.iter().rposition(|w| w.folded == "and")?,
    );
    let parts = (
        question.words.get(from + 1..and)?,
        question.words.get(and + 1..)?,
    );
    let first = event(asked, parts.0)?;
    let second = event(asked, parts.1)?;
    let (first, second) = match first.0.days().0 <= second.0.days().0 {
        true => (first, second),
        false => (second, first),
    };
    let unit = question.words.iter().find_map(|w| {
        let units = [("day", 1), ("week", 7)];
        units.into_iter().find(|u| w.stem == u.0)
    });
    let days = first.0.days().0.until(second.0.days().0).ok()?.get_days();
    let length = match unit {
        Some((name, size)) => counted(i64::from((days + size / 2) / size), name),
        None => between(first.0, second.0)?,
    };
    let words = format!(
        "{length}, from {} to {}",
        first.0.in_words(),
        second.0.in_words()
    );
    (days > 0).then(|| Found::of(words, first.1).and(second.1))
}

/// A sentence with less of what names an event is about something else.
const HALF: f32 = 0.5;

/// When what these words name happened, and the memory that tells.
fn event(asked: &Asked, words: &[Word]) -> Option<(When, usize)> {
    let Asked {
        wanted,
        sentences,
        sources,
        ..
    } = *asked;
    let content = words.iter().filter(|w| !w.stop);
    let all: f32 = content.map(|w| wanted.rarity(&w.stem)).sum();
    let mut best: Option<(f32, When, usize)> = None;
    for sentence in sentences {
        let has = |w: &&Word| sentence.words.iter().any(|s| s.stem == w.stem);
        let named = words.iter().filter(|w| !w.stop).filter(has);
        let worth: f32 = named.map(|w| wanted.rarity(&w.stem)).sum();
        let enough = worth > 0.0 && worth >= HALF * all;
        if !enough || sentence.asks || best.as_ref().is_some_and(|b| b.0 >= worth) {
            continue;
        }
        let source = &sources[sentence.source];
        let told = times::times(sentence, source).into_iter().find(dated);
        let when = told
            .map(|t| t.when)
            .or_else(|| source.content.when.parse().ok());
        if let Some(when) = when {
            best = Some((worth, times::whole_days(when), sentence.source));
        }
    }
    best.map(|(_, when, source)| (when, source))
}

fn dated(told: &Told) -> bool {
    told.anchor != Anchor::Clock
}

/// How old somebody or something is: from a birth or a founding, or from an age that was told, counted on to today where
/// the question is about now.
pub(super) fn age(asked: &Asked) -> Option<Found> {
    let Asked {
        question,
        sentences,
        sources,
        today,
        ..
    } = *asked;
    let now = question
        .words
        .iter()
        .any(|w| matches!(w.folded.as_str(), "is" | "am" | "are"));
    asked.near().find_map(|at| {
        let sentence = &sentences[at];
        let source = &sources[sentence.source];
        let begun = sentence
            .words
            .iter()
            .any(|w| BEGINNINGS.contains(&w.stem.as_str()));
        let told = || facts::dated(asked, at);
        if let Some(birth) = told().filter(|t| begun && now && t.when.days().1 < today) {
            let age = years(birth.when.days().0, today)?;
            let words = format!("{age}, born {}", birth.when.in_words());
            return Some(Found::of(words, sentence.source));
        }
        let then = told_age(&sentence.words)?;
        let said = times::said(source);
        let since = said
            .and_then(|day| years(day, today))
            .filter(|y| now && *y > 0);
        let words = match (since, said) {
            (Some(more), Some(day)) => {
                let day = When::day(day).in_words();
                format!("{}; {then} on {day}", i64::from(then) + more)
            }
            _ => then.to_string(),
        };
        Some(Found::of(words, sentence.source))
    })
}

/// Stems of words that tell a beginning.
const BEGINNINGS: &[&str] = &["born", "birth", "built", "found"];

/// An age in a sentence: "turned 30", "30 years old", "a 30-year-old".
fn told_age(words: &[Word]) -> Option<u8> {
    /// Numbers in words that ages are told in.
    const TWENTY: usize = 20;
    let number = |w: &Word| {
        let age = w.folded.parse::<u8>().ok();
        age.or_else(|| {
            let at = NUMBERS.iter().take(TWENTY).position(|n| *n == w.folded)?;
            u8::try_from(at + 1).ok()
        })
    };
    words.iter().enumerate().find_map(|(at, word)| {
        let age = number(word)?;
        let before = at.checked_sub(1).map_or("", |i| words[i].stem.as_str());
        let after = |n: usize| words.get(at + n).map_or("", |w| w.folded.as_str());
        let years = matches!(after(1), "year" | "years" | "yr" | "yrs") && after(2) == "old";
        (matches!(before, "turn" | "age" | "aged") || years).then_some(age)
    })
}

/// Whole years from one day to another.
fn years(from: Date, to: Date) -> Option<i64> {
    let years = from.until((Unit::Year, to)).ok()?.get_years();
    (years >= 0).then(|| i64::from(years))
}

/// From one time to a later one, in words, no finer than both are known.
fn between(from: When, to: When) -> Option<String> {
    let rough = |when: When| match when.start {
        Point::Year(_) => 2,
        Point::Month(..) => 1,
        Point::Day(_) | Point::Minute(_) => 0,
    };
    let grain = rough(from).max(rough(to));
    let (first, last) = (from.days().0, to.days().0);
    // The middle of a month is at most half of it off; of years only the numbers are counted.
    let first = match grain {
        0 => first,
        1 => first.checked_add(15.days()).ok()?,
        _ => Date::new(first.year(), last.month(), last.day().min(28)).ok()?,
    };
    let span = first.until((Unit::Year, last)).ok()?;
    let (years, months, days) = (span.get_years(), span.get_months(), span.get_days());
    let all = first.until(last).ok()?.get_days();
    if all < 0 {
        return None;
    }
    let about = if grain > 0 { "about " } else { "" };
    let years = i64::from(years);
    let months = i64::from(months);
    let words = match (years, months, grain) {
        (0, _, 2) => "less than a year".to_owned(),
        (0, 0, 0) if days > 0 && days % 7 == 0 => counted(i64::from(days / 7), "week"),
        (0, 0, 0) => counted(i64::from(days), "day"),
        (0, 0, _) => "less than a month".to_owned(),
        (0, _, _) => counted(months, "month"),
        (_, 0, _) | (_, _, 2) => counted(years, "year"),
        _ => format!(
            "{} and {}",
            counted(years, "year"),
            counted(months, "month")
        ),
    };
    let less = words.starts_with("less");
    Some(if less {
        words
    } else {
        format!("{about}{words}")
    })
}

/// `1 week`, `3 weeks`.
fn counted(n: i64, unit: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use super::{super::words::words, *};

    #[test]
    fn tells_lengths_no_finer_than_the_times_are() {
        for (from, to, expected) in [
            ("2024-05-03", "2024-05-20", "17 days"),
            ("2024-05-03", "2024-05-17", "2 weeks"),
            ("2024-05-03", "2024-08-10", "3 months"),
            ("2021-05-03", "2024-08-10", "3 years and 3 months"),
            ("2021-05", "2024-05-10", "about 2 years and 11 months"),
            ("2016", "2024-08-10", "about 8 years"),
            ("2024", "2024-08-10", "less than a year"),
        ] {
            let when = |text: &str| text.parse::<When>().expect("a time");
            let said = between(when(from), when(to));
            assert_eq!(said.as_deref(), Some(expected), "{from} {to}");
        }
    }

    #[test]
    fn reads_ages() {
        for (text, age) in [
            ("Bo turned 30 in May.", Some(30)),
            ("My son is nine years old.", Some(9)),
            ("a 12-year-old dog", Some(12)),
            ("I waited 12 years.", None),
        ] {
            assert_eq!(told_age(&words(text)), age, "{text}");
        }
    }
}
