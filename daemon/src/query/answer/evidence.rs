//! What speaks for a word of a sentence as one of the answer's: of the word, its sentence, and the question.

use super::{
    Asked,
    features::on,
    light::{ARTICLES, INTERJECTIONS, JOINERS, LINKS, OWNERS, PRAISE, PREPOSITIONS, PRONOUNS},
    pick::Candidate,
    question::Kind,
    wanted::Likeness,
    words::{Word, among},
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// How many features a word has.
pub(super) const FEATURES: usize = 56;

/// Those of them that are of the word by itself, and say something of the words beside it, too: a capital, its kind, how
/// alike it is to the question.
pub(super) const OWN: [usize; 17] = [
    ASKED, 8, 11, 12, 13, // stop word, pronoun, preposition, copula or link
    14, 15, 16, 26, 27, // capital, number, rarity, -ing, -ed
    28, ALIKE, 44, 45, 46, // alike to the question, -ly, -s, conjunction
    49, 55, // alike to the kind of thing asked for, article
];
/// Where it stands whether the question has the word, and otherwise how alike it is to one term of the question.
pub(super) const ASKED: usize = 7;
pub(super) const ALIKE: usize = 36;

/// Sentences among which it counts how many memories have a word.
const AMONG: usize = 20;

/// Features of a candidate's words, each named beside it.
pub(super) fn features(
    of: &Asked,
    candidates: &[Candidate],
    having: &Having,
    at: usize,
) -> Vec<[f32; FEATURES]> {
    let Asked {
        question,
        wanted,
        scored,
        ..
    } = *of;
    let candidate = &candidates[at];
    let words = &candidate.words;
    let best = &candidates[0];
    let likeness: Vec<Option<&Likeness>> = words
        .iter()
        .map(|w| scored.likeness.get(&w.folded))
        .collect();
    let alike: Vec<Option<&Likeness>> = words
        .iter()
        .zip(&likeness)
        .map(|(w, like)| like.filter(|_| !w.stop))
        .collect();
    let asked: Vec<bool> = words
        .iter()
        .map(|w| question.words.iter().any(|q| !q.stop && q.stem == w.stem))
        .collect();
    let any = asked.iter().any(|a| *a);
    // From so many words behind to so many before, as far as there are any.
    let around = |from: usize, to: usize| from.min(words.len())..to.min(words.len());
    let near = |range: Range<usize>| on(asked[range].iter().any(|a| *a));
    let met = |range: Range<usize>| {
        let mut met = vec![0.0_f32; wanted.terms.len()];
        for like in alike[range].iter().flatten() {
            for (met, own) in met.iter_mut().zip(&like.terms) {
                *met = met.max(*own);
            }
        }
        wanted.met_softly(&met)
    };
    let quoted = quoted(candidate.text);
    let open = matches!(
        question.kind,
        Kind::Reason | Kind::Manner | Kind::Feeling | Kind::YesNo | Kind::Happened
    );
    let named = matches!(question.kind, Kind::Thing | Kind::Place);
    let numbers = matches!(
        question.kind,
        Kind::Count | Kind::Times | Kind::Money | Kind::Amount
    );
    let below = candidate.score - best.score;
    words
        .iter()
        .enumerate()
        .map(|(k, word)| {
            let like = alike[k];
            let is = |list: &[&str]| among(word, list);
            let before = |n: usize| k.checked_sub(n).map(|i| words[i]);
            let behind = |list: &[&str]| on(before(1).is_some_and(|w| among(w, list)));
            let next_behind =
                k > 0 && asked[k - 1] || k > 1 && asked[k - 2] && among(words[k - 1], ARTICLES);
            let capital = word.capital && !word.first;
            let nearest = like.map_or(0.0, |l| l.terms.iter().copied().fold(0.0, f32::max));
            [
                // score below the best sentence's
                below,
                // likelihood of the sentence
                candidate.share,
                // its logarithm
                (candidate.share + 1e-4).ln(),
                // best sentence
                on(at == 0),
                // among the best three
                on(at < 3),
                // memory of the best sentence
                on(candidate.source == best.source),
                // shown, not said
                on(candidate.shown),
                // in the question
                on(asked[k]),
                // stop word
                on(word.stop),
                // interjection
                on(is(INTERJECTIONS)),
                // praise
                on(is(PRAISE)),
                // pronoun
                on(is(PRONOUNS)),
                // preposition
                on(is(PREPOSITIONS)),
                // copula or link
                on(is(LINKS)),
                // capital within the sentence
                on(capital),
                // number
                on(word.is_number()),
                // rarity
                likeness[k].map_or(0.0, |l| l.rarity).min(7.0) / 7.0,
                // within 3 behind a word of the question
                near(around(k.saturating_sub(3), k)),
                // within 6 behind
                near(around(k.saturating_sub(6), k)),
                // within 3 before
                near(around(k + 1, k + 4)),
                // within 6 before
                near(around(k + 1, k + 7)),
                // sentence has a word of the question
                on(any),
                // among the first three
                on(k < 3),
                // among the last four
                on(k + 5 > words.len()),
                // length of the sentence
                words.len() as f32 / 20.0,
                // long word
                on(word.folded.len() > 6),
                // ends in -ing
                on(word.folded.ends_with("ing")),
                // ends in -ed
                on(word.folded.ends_with("ed")),
                // alike to the question
                like.map_or(0.0, |l| l.meaning),
                // of a name
                on(word.capital && wanted.names(word)),
                // of a name, where a person is asked for
                on(word.capital && wanted.names(word) && question.kind == Kind::Person),
                // number, where a number is asked for
                on(word.is_number() && numbers),
                // share of the question met by the three words before
                met(around(k.saturating_sub(3), k)),
                // by the three behind
                met(around(k + 1, k + 4)),
                // by the four before those
                met(around(k.saturating_sub(7), k.saturating_sub(3))),
                // by the four behind those
                met(around(k + 4, k + 8)),
                // alike to one term of the question
                if asked[k] { 0.0 } else { nearest },
                // in how many of the memories, logarithm
                if word.stop { 0.0 } else { having.of(word) },
                // behind an article
                behind(ARTICLES),
                // behind a preposition
                behind(PREPOSITIONS),
                // behind a possessive
                behind(OWNERS),
                // behind a copula or link
                behind(LINKS),
                // behind “to”
                behind(&["to"]),
                // before a preposition
                on(words.get(k + 1).is_some_and(|w| among(w, PREPOSITIONS))),
                // ends in -ly
                on(word.folded.ends_with("ly")),
                // ends in -s
                on(word.folded.len() > 3 && word.folded.ends_with('s')),
                // conjunction
                on(is(JOINERS)),
                // behind a conjunction
                behind(JOINERS),
                // next behind a word of the question
                on(next_behind),
                // alike to the kind of thing asked for
                like.map_or(0.0, |l| l.focus),
                // why, how or whether is asked for
                on(open),
                // stop word, where why, how or whether is asked for
                on(open && word.stop),
                // within quotation marks
                on(quoted.iter().any(|q| q.contains(&word.span.start))),
                // capital, where a thing or place is asked for
                on(named && capital),
                // behind “in” and the like, where a place is asked for
                on(question.kind == Kind::Place && behind(&["in", "at", "from", "near"]) > 0.0),
                // article
                on(is(ARTICLES)),
            ]
        })
        .collect()
}

/// How many memories have a word in one of the best sentences, by its stem.
pub(super) struct Having<'a>(HashMap<&'a str, HashSet<usize>>);

impl<'a> Having<'a> {
    pub(super) fn new(candidates: &'a [Candidate]) -> Self {
        let mut having: HashMap<&str, HashSet<usize>> = HashMap::new();
        for candidate in candidates.iter().take(AMONG) {
            for word in candidate.words.iter().filter(|w| !w.stop) {
                having
                    .entry(&word.stem)
                    .or_default()
                    .insert(candidate.source);
            }
        }
        Self(having)
    }

    /// The logarithm of their number.
    fn of(&self, word: &Word) -> f32 {
        let having = self.0.get(word.stem.as_str()).map_or(1, HashSet::len);
        (having as f32).ln()
    }
}

/// What stands between quotation marks within a sentence: a title, mostly.
fn quoted(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let opens = matches!(c, '\'' | '"' | '‘' | '“') && !before.is_alphanumeric();
        let closes = matches!(c, '\'' | '"' | '’' | '”') && before != ' ';
        match open {
            Some(from) if closes => {
                found.push(from..at);
                open = None;
            }
            None if opens => open = Some(at),
            _ => {}
        }
        before = c;
    }
    found
}
