//! What the reader found in a memory, told: the words that answer, then the sentences around them.

use super::{
    Asked, numbers,
    passage::Sentence,
    say::{self, Found, LONG},
    whose,
    words::words,
};
use std::ops::Range;

/// The words of a memory that answer, and the sentence that they begin in; `None` where it was not read, or they are in no
/// sentence that may be told.
pub(super) fn held<'a>(asked: &Asked<'a>, at: usize) -> Option<(&'a Sentence<'a>, String)> {
    let source = asked.sources.get(at)?;
    let words = source.reading?.words.clone();
    let said = source.content.narrative.get(words.clone())?;
    let bare = said.trim_matches(|c: char| c.is_whitespace() || ",;:.“”\"()".contains(c));
    let mut sentences = of_memory(asked, at);
    let holding = sentences.find(|(place, _)| place.start < words.end && words.start < place.end);
    let told = !bare.is_empty() && !bare.chars().any(is_unread);
    let (_, sentence) = holding.filter(|_| told)?;
    Some((sentence, say::dated(bare)))
}

/// Whether a letter is of a script that the reader knows no pieces of (Hebrew, Arabic, those of India, Thai and others): what
/// it takes for an answer there is chance.
fn is_unread(c: char) -> bool {
    c.is_alphabetic() && matches!(u32::from(c), 0x530..0x1100 | 0x1200..0x1e00)
}

/// Whether words say nothing by themselves: none of them carries any content.
pub(super) fn is_empty(said: &str) -> bool {
    let words = words(said);
    !words.is_empty() && words.iter().all(|w| w.stop && !w.is_number()) && !numbers::tells(said)
}

/// Whether words are "I".
pub(super) fn says_i(said: &str) -> bool {
    words(said).iter().any(whose::says_i)
}

/// The sentences of a memory: from the one on that holds what the reader found, then those before it, as far as `most`
/// words go.
pub(super) fn sentences(asked: &Asked, at: usize, most: usize) -> Vec<Found> {
    let words = asked.sources[at].reading.map_or(0..0, |r| r.words.clone());
    let all: Vec<(Range<usize>, &Sentence)> = of_memory(asked, at).collect();
    let holding = all.iter().position(|(place, _)| words.start < place.end);
    let (before, rest) = all.split_at(holding.unwrap_or(0));
    let mut told = Vec::new();
    let mut left = most;
    for (place, sentence) in rest.iter().chain(before) {
        let count = sentence.words.len().min(LONG);
        if count > left && !told.is_empty() {
            break;
        }
        left = left.saturating_sub(count);
        let first = words.start.saturating_sub(place.start);
        told.push(Found::of(part(sentence, first), at));
    }
    told
}

/// The sentences of a memory that may be told, in its order, with their places in it.
fn of_memory<'a>(
    asked: &Asked<'a>,
    at: usize,
) -> impl Iterator<Item = (Range<usize>, &'a Sentence<'a>)> {
    let (sentences, sources) = (asked.sentences.iter(), asked.sources);
    let own = sentences.filter(move |sentence| sentence.source == at);
    own.map(move |sentence| (sentence.within(sources), sentence))
}

/// A sentence; of a long one what stands around this place in it.
fn part(sentence: &Sentence, around: usize) -> String {
    let words = &sentence.words;
    let first = || words.partition_point(|word| word.span.start < around);
    say::part(sentence.text, words, || first().saturating_sub(LONG / 3))
}
