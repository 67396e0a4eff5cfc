//! The person that answers.

use super::{
    Asked, Kind, Source,
    denials::denies,
    facts::{CLAUSE, distance},
    passage::Sentence,
    premises::of_place,
    say::Found,
    whose::says_i,
    words::{Word, words},
};
use crate::wording::list;
use memo_common::api::EntityType;
use std::{collections::HashSet, ops::Range};

/// Words, folded, that ask who was there.
const THERE: [&str; 8] = [
    "came",
    "come",
    "attended",
    "attend",
    "present",
    "attending",
    "there",
    "joined",
];

/// Those who were at the meeting or event that the question names, but for who asks.
pub(super) fn attended(asked: &Asked) -> Option<Found> {
    let words_asked = &asked.question.words;
    let person = asked.question.kind == Kind::Person;
    let there = |w: &Word| THERE.contains(&w.folded.as_str());
    if !person || !words_asked.iter().any(there) || denies(words_asked) {
        return None;
    }
    let titled = |narrative: &str| {
        let lead = ["I was at “", "I have “", "I had “"];
        let rest = lead.iter().find_map(|l| narrative.strip_prefix(l))?;
        Some(words(rest.split('”').next()?))
    };
    let named = |title: &[Word]| {
        let mut about = words_asked
            .iter()
            .filter(|w| !w.stop && !there(w))
            .peekable();
        about.peek().is_some() && about.all(|w| title.iter().any(|t| t.stem == w.stem))
    };
    asked.sources.iter().enumerate().find_map(|(at, source)| {
        let title = titled(&source.content.narrative)?;
        let others: Vec<&str> = source
            .content
            .participants
            .iter()
            .map(String::as_str)
            .filter(|p| *p != source.user_name)
            .collect();
        (named(&title) && !others.is_empty()).then(|| Found::of(list(&others), at))
    })
}

/// The person that answers: who says "I" in the sentence, or the name nearest to the question's words. What is written and
/// asks itself ("is Ana chair again?") names nobody.
pub(super) fn person(asked: &Asked) -> Option<Found> {
    let Asked {
        question,
        wanted,
        scored,
        order,
        ..
    } = *asked;
    // who says "I" of all that is asked, or answers who asked it
    let mut said = order
        .iter()
        .filter(|&&at| scored.has_of_question(at) >= WHOLE);
    if let Some(voice) = said.find_map(|&at| voice(asked, at).or_else(|| answering(asked, at))) {
        return Some(voice);
    }
    let near = scored.near_named(order, question).into_iter();
    let mut telling = near.filter(|&at| {
        let sentence = &scored.sentences[at];
        sentence.spoken || !sentence.asks
    });
    telling.find_map(|at| {
        let sentence = &scored.sentences[at];
        if let Some(voice) = voice(asked, at) {
            return Some(voice);
        }
        let (named, owners) = named(asked, sentence);
        // "it's Ana's shift" tells less of Ana than "Bo has the shift" of Bo
        let off = |n: &usize| {
            let far = distance(sentence, &named[*n], wanted);
            far + if owners.contains(n) { CLAUSE } else { 0 }
        };
        let nearest = (0..named.len()).min_by_key(off)?;
        let together = together(sentence.text, &named, nearest);
        Some(Found::of(
            sentence.text[together].to_owned(),
            sentence.source,
        ))
    })
}

/// Share of the question from which a sentence has all of it.
const WHOLE: f32 = 0.99;

/// Who says "I" at the beginning of a sentence, unless the question is about them.
fn voice(asked: &Asked, at: usize) -> Option<Found> {
    let sentence = &asked.scored.sentences[at];
    let mut first = sentence.words.iter().take(2);
    let own = first.any(says_i);
    let voice = sentence.voice.name();
    let told = words(voice).iter().any(|w| asked.wanted.asks_of(w));
    let says = own && sentence.spoken && !sentence.asks && !told && !voice.is_empty();
    says.then(|| Found::of(voice.to_owned(), sentence.source))
}

/// Who answers with "I" what somebody else has asked: "Who has the key?" "I do."
fn answering(asked: &Asked, at: usize) -> Option<Found> {
    let all = &asked.scored.sentences;
    let (question, answer) = (&all[at], all.get(at + 1)?);
    let follows = question.asks && answer.source == question.source;
    let another = answer.voice != question.voice;
    (follows && another).then(|| voice(asked, at + 1)).flatten()
}

/// The people whom a sentence names and the question does not, and which of them own something.
fn named(asked: &Asked, sentence: &Sentence) -> (Vec<Range<usize>>, HashSet<usize>) {
    let Asked {
        question,
        wanted,
        sources,
        ..
    } = *asked;
    let source = &sources[sentence.source];
    let people = People::of(source);
    // Who asks for somebody is not himself the answer.
    let user: Vec<Word> = match question.of_user {
        true => words(source.user_name),
        false => Vec::new(),
    };
    let name = |w: &Word| {
        let own = user.iter().any(|u| u.folded == w.folded);
        let known = match sentence.spoken {
            true => wanted.names(w),
            false => people.names.contains(&w.folded),
        };
        known && !w.stop && !own
    };
    let all = &sentence.words;
    let joined = |a: &Word, b: &Word| {
        let between = &sentence.text[a.span.end..b.span.start];
        let close = match between {
            " " | "-" => true,
            ". " => a.folded.len() <= TITLE,
            _ => false,
        };
        close && !a.owns
    };
    let mut found = Vec::new();
    let mut owners = HashSet::new();
    let mut at = 0;
    for run in all.chunk_by(|a, b| name(a) && name(b) && joined(a, b)) {
        let from = at;
        at += run.len();
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        // "ROY" of "ANA ROY" is asked about with Ana
        let of_asked = run.iter().any(|w| wanted.asks_of(w));
        let ending = match last.owns {
            true => possessive(sentence, last),
            false => 0,
        };
        let whole = first.span.start..last.span.end - ending;
        let elsewhere =
            !sentence.spoken && (of_place(sentence, from..at) || people.is_other(sentence, &whole));
        if !name(first) || of_asked || elsewhere {
            continue;
        }
        if last.owns {
            owners.insert(found.len());
        }
        found.push(whole);
    }
    (found, owners)
}

/// Whom a memory names, and what else.
struct People<'a> {
    /// Words of the people's names, folded.
    names: HashSet<String>,
    /// The firms and places.
    others: Vec<&'a str>,
}

impl<'a> People<'a> {
    fn of(source: &Source<'a>) -> Self {
        let content = source.content;
        let of = |kinds: &'static [EntityType]| {
            let all = content.entities.iter();
            all.filter(|e| kinds.contains(&e.kind))
                .map(|e| e.name.as_str())
        };
        let speakers = source.speaker.into_iter().chain([source.user_name]);
        let names = of(&[EntityType::Person])
            .chain(content.participants.iter().map(String::as_str))
            .chain(speakers);
        Self {
            names: names.flat_map(words).map(|w| w.folded).collect(),
            others: of(&[EntityType::Organization, EntityType::Location]).collect(),
        }
    }

    /// Whether a name is part of a firm's or a place's ("Meeting" of the "Committee Meeting"), or a product's.
    fn is_other(&self, sentence: &Sentence, name: &Range<usize>) -> bool {
        let within = |other: &str| {
            let mut places = sentence.text.match_indices(other);
            let longer = other.len() > name.len();
            longer && places.any(|(at, _)| at <= name.start && name.end <= at + other.len())
        };
        self.others.iter().any(|o| within(o)) || has_inner_capital(&sentence.text[name.clone()])
    }
}

/// Prefixes of names that have a capital within.
const PREFIXES: [&str; 12] = [
    "Mc", "Mac", "De", "Di", "Du", "La", "Le", "Da", "Jo", "Mo", "Van", "Fitz",
];

/// Whether a name has a capital within, as products have: "LoRa".
fn has_inner_capital(name: &str) -> bool {
    let inner = name
        .char_indices()
        .zip(name.chars().skip(1))
        .find(|((_, a), b)| a.is_lowercase() && b.is_uppercase());
    inner.is_some_and(|((at, c), _)| !PREFIXES.contains(&&name[..at + c.len_utf8()]))
}

/// A name with those that it stands together with: "**Ana, Bo and Tom** came".
fn together(text: &str, named: &[Range<usize>], at: usize) -> Range<usize> {
    let between = |n: usize| text[named[n - 1].end..named[n].start].trim();
    let and = |n: usize| matches!(between(n), "and" | ", and" | "&" | "und" | "y" | "et");
    let joined = |n: &usize| and(*n) || between(*n) == ",";
    let first = (1..=at).rev().take_while(joined).last();
    let first = first.map_or(at, |n| n - 1);
    let last = (at + 1..named.len()).take_while(joined).last();
    let last = last.unwrap_or(at);
    // A comma alone may as well stand before another name of the same person.
    match (first + 1..=last).any(and) {
        true => named[first].start..named[last].end,
        false => named[at].clone(),
    }
}

/// The longest title before a name ("Prof. Ana Roy"), in letters.
const TITLE: usize = 4;

/// The length of a possessive ending, in bytes.
fn possessive(sentence: &Sentence, word: &Word) -> usize {
    let text = &sentence.text[word.span.clone()];
    text.rfind(['\'', '’']).map_or(0, |at| text.len() - at)
}
