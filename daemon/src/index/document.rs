//! A memory → its row in the index.

use super::{
    Entry, MemoryEntry, ModelVector, day_number,
    schema::{Exact, Fields, NO_DAY, Space, WordField, flag},
    terms::{fold, terms, terms_in},
    tokens, user_number,
};
use crate::{
    embed::{compact, embedder},
    people::key,
    when::{MONTHS, Point, WEEKDAYS, When, weekday},
};
use frostem::Algorithm;
use jiff::civil::Date;
use tantivy::TantivyDocument;

/// Other words by which a text tells when, folded.
const TIME_WORDS: &[&str] = &[
    "ago",
    "day",
    "days",
    "evening",
    "fall",
    "last",
    "month",
    "months",
    "morning",
    "next",
    "night",
    "recently",
    "since",
    "spring",
    "summer",
    "today",
    "tomorrow",
    "tonight",
    "week",
    "weekend",
    "weeks",
    "winter",
    "year",
    "years",
    "yesterday",
];

/// The row of one memory; `language` is its document's.
pub(super) fn document(
    fields: &Fields,
    entry: &Entry,
    language: Algorithm,
    index: usize,
) -> TantivyDocument {
    let memory = &entry.memories[index];
    let user = user_number(&entry.user);
    let mut document = TantivyDocument::default();
    for field in WordField::ALL {
        let terms = terms_of(memory, language, field);
        document.add_text(fields.words(field), tokens::lines(user, &terms));
    }
    let values = exact_values(entry, memory);
    document.add_text(fields.filter, tokens::lines(user, &values));
    document.add_u64(fields.version, entry.version);
    document.add_u64(fields.position, index as u64);
    document.add_u64(fields.user, user);
    document.add_u64(fields.thread, u64::from(memory.thread));
    let days = memory.when.map(When::days);
    let last = |last: Date| memory.last.map_or(last, |beyond| beyond.max(last));
    let (start, end) = days.map_or((NO_DAY, NO_DAY), |(a, b)| {
        (day_number(a), day_number(last(b)))
    });
    document.add_i64(fields.start, start);
    document.add_i64(fields.end, end);
    document.add_u64(fields.flags, flags(memory));
    let vector = embedder().embed_words(without_names(&memory.narrative, memory));
    let (codes, signs) = (compact::codes(&vector), compact::signs::<2>(&vector));
    for (field, number) in fields.vector(Space::Table, &codes, &signs) {
        document.add_u64(field, number);
    }
    let model = memory.vector.as_ref();
    document.add_u64(fields.model, model.map_or(0, |vector| vector.model));
    if let Some(ModelVector { codes, signs, .. }) = model {
        for (field, number) in fields.vector(Space::Model, codes, signs) {
            document.add_u64(field, number);
        }
    }
    document
}

fn terms_of(memory: &MemoryEntry, language: Algorithm, field: WordField) -> Vec<String> {
    let all = |texts: &mut dyn Iterator<Item = &str>| texts.flat_map(terms).collect();
    match field {
        WordField::Narrative => terms_in(&memory.narrative, language),
        WordField::Participants => all(&mut memory.participants.iter().map(String::as_str)),
        WordField::Names => {
            let names = memory.entities.iter().map(|e| e.name.as_str());
            all(&mut names.chain(memory.place.as_deref()))
        }
        WordField::Tags => all(&mut memory.tags.iter().map(String::as_str)),
        WordField::Time => memory.when.map(time_terms).unwrap_or_default(),
        WordField::Speaker => memory.speaker.as_deref().map(terms).unwrap_or_default(),
    }
}

/// A time as the words that one asks for it with: "May", "Tuesday", "2023".
fn time_terms(when: When) -> Vec<String> {
    let mut words = Vec::new();
    for point in [Some(when.start), when.end].into_iter().flatten() {
        let day = point.first_day();
        words.push(day.year().to_string());
        if !matches!(point, Point::Year(_)) {
            words.extend(terms(MONTHS[usize::from(day.month().unsigned_abs()) - 1]));
        }
        if matches!(point, Point::Day(_) | Point::Minute(_)) {
            words.extend(terms(weekday(day)));
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// The exact values of a memory that filters ask for.
fn exact_values(entry: &Entry, memory: &MemoryEntry) -> Vec<String> {
    let mut values = vec![
        Exact::Item.value(&entry.item_id),
        Exact::Source.value(entry.source_type.as_str()),
    ];
    values.extend(memory.tags.iter().map(|t| Exact::Tag.value(t)));
    let people = memory.people().flat_map(str::split_whitespace);
    values.extend(people.map(|w| Exact::Person.value(w)));
    values.extend(memory.people().map(|name| Exact::Name.value(&key(name))));
    let places = memory.place.iter().flat_map(|place| words(place));
    values.extend(places.map(|w| Exact::Place.value(w)));
    values.sort_unstable();
    values.dedup();
    values
}

fn flags(memory: &MemoryEntry) -> u64 {
    let mut flags = 0;
    if memory.asks {
        flags |= flag::ASKS;
    }
    if tells_time(&memory.narrative) {
        flags |= flag::TELLS_TIME;
    }
    if memory.speaker.is_some() {
        flags |= flag::SPOKEN;
    }
    flags
}

/// Whether a folded word is one of these names.
fn is_one(names: &[&str], folded: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(folded))
}

/// Whether a text has a word of time: a month, a weekday, a year, "ago", "last".
fn tells_time(text: &str) -> bool {
    words(text).any(|word| {
        let folded = fold(word);
        let year = folded.len() == 4
            && folded.bytes().all(|b| b.is_ascii_digit())
            && matches!(&folded[..2], "19" | "20");
        year || TIME_WORDS.binary_search(&folded.as_str()).is_ok()
            || is_one(&WEEKDAYS, &folded)
            // "may" is a month only with its capital.
            || (is_one(&MONTHS, &folded) && (folded != "may" || word == "May"))
    })
}

/// Words as they are written, without punctuation around them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
}

/// The words of a narrative other than names of those who took part: names would draw vectors together that tell
/// of different things.
fn without_names<'a>(text: &'a str, memory: &MemoryEntry) -> impl Iterator<Item = &'a str> {
    let names = memory.participants.iter().chain(&memory.speaker);
    let mut names: Vec<String> = names
        .flat_map(|n| words(n).map(fold).collect::<Vec<_>>())
        .collect();
    names.sort_unstable();
    text.split_whitespace().filter(move |word| {
        let bare = words(word).next().map(fold).unwrap_or_default();
        names.binary_search(&bare).is_err()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_words_are_sorted() {
        assert!(TIME_WORDS.is_sorted());
    }

    #[test]
    fn knows_words_of_time() {
        assert!(tells_time("We met last week."));
        assert!(tells_time("It was in May"));
        assert!(!tells_time("It may rain on 20 people"));
    }

    #[test]
    fn a_day_has_its_month_weekday_and_year() {
        let when = "2023-05-09".parse().expect("a day");
        assert_eq!(time_terms(when), ["2023", "may", "tuesday"]);
    }
}
