//! What was found, in words: the answer first, then the memories it rests on, cited.

use super::{
    Reply, SENTENCES, Source,
    passage::Sentence,
    pick::{self, Candidate},
    question::{Kind, Question},
    score::{Scored, Wanted},
    spans,
    times::{self, Told},
    words::{Word, words},
};
use crate::{
    extract::dates::{self, Anchor},
    when::{Point, When},
};
use std::ops::Range;

/// Sentences that score less than the best by more than this hold no better time.
const TIME_WITHIN: f32 = 2.0;

/// Sentences that score less than the best by more than this have nothing to add.
const WITHIN: f32 = 3.0;

/// The time that answers.
pub(super) fn time(
    question: &Question,
    wanted: &Wanted,
    scored: &Scored,
    sources: &[Source],
    order: &[usize],
) -> Option<Found> {
    let best = scored.score(order[0]);
    let clock = question.kind == Kind::Clock;
    let near = order
        .iter()
        .take_while(|&&at| best - scored.score(at) < TIME_WITHIN);
    for &at in near {
        let sentence = &scored.sentences[at];
        let source = &sources[sentence.source];
        let told = times::times(sentence, source)
            .into_iter()
            .filter(|t| !clock || t.when.start.time().is_some())
            .filter(|t| clock || t.anchor != Anchor::Clock)
            .min_by_key(|t| distance(sentence, &t.span, wanted));
        if let Some(told) = told {
            return Some(Found::of(told_as(&told, source), sentence.source));
        }
        if at == order[0] && !clock {
            // The sentence itself tells no time: the memory's own is when it was, or was said.
            let stands = times_of(source, scored, sentence.source)
                .map(|told| told_as(&told, source))
                .or_else(|| {
                    source
                        .content
                        .when
                        .parse()
                        .ok()
                        .map(|w| times::plain(whole_days(w)))
                });
            if let Some(stands) = stands {
                return Some(Found::of(stands, sentence.source));
            }
        }
    }
    None
}

fn told_as(told: &Told, source: &Source) -> String {
    times::tell(told, times::said(source))
}

/// The first time that any sentence of a memory tells.
fn times_of(source: &Source, scored: &Scored, at: usize) -> Option<Told> {
    scored
        .sentences
        .iter()
        .filter(|s| s.source == at)
        .flat_map(|s| times::times(s, source))
        .find(|t| t.anchor != Anchor::Clock)
}

/// Without the time of day, which is when it was said.
fn whole_days(when: When) -> When {
    let day = |p: Point| match p {
        Point::Minute(t) => Point::Day(t.date()),
        other => other,
    };
    When {
        start: day(when.start),
        end: when.end.map(day),
    }
}

/// How many bytes lie between a span and the nearest of the question's words.
fn distance(sentence: &Sentence, span: &Range<usize>, wanted: &Wanted) -> usize {
    sentence
        .words
        .iter()
        .filter(|w| wanted.terms.iter().any(|t| t.0 == w.stem))
        .filter(|w| w.span.end <= span.start || w.span.start >= span.end)
        .map(|w| {
            if w.span.end <= span.start {
                span.start - w.span.end
            } else {
                w.span.start - span.end
            }
        })
        .min()
        .unwrap_or(span.start)
}

/// The length of time that answers; `ago` where it counts back from now.
pub(super) fn duration(
    ago: bool,
    wanted: &Wanted,
    scored: &Scored,
    order: &[usize],
) -> Option<Found> {
    let best = scored.score(order[0]);
    order
        .iter()
        .take_while(|&&at| best - scored.score(at) < TIME_WITHIN)
        .find_map(|&at| {
            let sentence = &scored.sentences[at];
            let length = dates::durations(sentence.text)
                .into_iter()
                .min_by_key(|d| distance(sentence, &d.span, wanted))?;
            let ago = if ago { " ago" } else { "" };
            let words = format!("{}{ago}", &sentence.text[length.span]);
            Some(Found::of(words, sentence.source))
        })
}

/// The person that answers: who says "I" in the sentence, or the name nearest to the question's words.
pub(super) fn person(wanted: &Wanted, scored: &Scored, order: &[usize]) -> Option<Found> {
    let best = scored.score(order[0]);
    order
        .iter()
        .take_while(|&&at| best - scored.score(at) < TIME_WITHIN)
        .find_map(|&at| {
            let sentence = &scored.sentences[at];
            let own = sentence
                .words
                .iter()
                .take(2)
                .any(|w| matches!(w.folded.as_str(), "i" | "im" | "ill" | "ive" | "id"));
            let voice = sentence.voice.name();
            let told = words(voice).iter().any(|w| wanted.asks_of(w));
            if own && sentence.spoken && !told && !voice.is_empty() {
                return Some(Found::of(voice.to_owned(), sentence.source));
            }
            let name = |w: &&Word| wanted.names(w) && !w.stop && !wanted.asks_of(w);
            let runs = sentence.words.chunk_by(|a, b| {
                let between = &sentence.text[a.span.end..b.span.start];
                name(&a) && name(&b) && (between == " " || between == "-")
            });
            let nearest = runs
                .filter(|run| run.first().is_some_and(|w| name(&w)))
                .filter_map(|run| Some(run.first()?.span.start..run.last()?.span.end))
                .min_by_key(|span| distance(sentence, span, wanted))?;
            Some(Found::of(
                sentence.text[nearest].to_owned(),
                sentence.source,
            ))
        })
}

/// The number that answers, with its unit.
pub(super) fn number(
    question: &Question,
    wanted: &Wanted,
    scored: &Scored,
    order: &[usize],
) -> Option<Found> {
    let best = scored.score(order[0]);
    order
        .iter()
        .take_while(|&&at| best - scored.score(at) < TIME_WITHIN)
        .find_map(|&at| {
            let sentence = &scored.sentences[at];
            let spans = spans::numbers(question.kind, sentence);
            let nearest = spans
                .into_iter()
                .min_by_key(|span| distance(sentence, span, wanted))?;
            Some(Found::of(
                sentence.text[nearest].to_owned(),
                sentence.source,
            ))
        })
}

/// Words that answer, and the memory they rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    words: String,
    source: usize,
}

impl Found {
    fn of(words: String, source: usize) -> Self {
        Self { words, source }
    }
}

/// The reply that says these, one behind the other, and cites their memories.
pub(super) fn cite(found: &[Found]) -> Reply {
    let words: Vec<&str> = found.iter().map(|f| f.words.as_str()).collect();
    let mut used: Vec<usize> = Vec::new();
    for &source in found.iter().map(|f| &f.source) {
        if !used.contains(&source) {
            used.push(source);
        }
    }
    let places: String = (1..=used.len()).map(|n| format!("[{n}]")).collect();
    Reply {
        response: format!("{} {places}", words.join("; ")),
        answered: true,
        used,
    }
}

/// The best sentences, as picking takes them.
pub(super) fn candidates<'a>(scored: &'a Scored, order: &[usize]) -> Vec<Candidate<'a>> {
    let best = scored.score(order[0]);
    order
        .iter()
        .take_while(|&&at| best - scored.score(at) < WITHIN)
        .filter(|&&at| scored.touches(at, order[0]))
        .take(SENTENCES)
        .map(|&at| {
            let sentence = &scored.sentences[at];
            let brackets = brackets(sentence);
            Candidate {
                text: sentence.text,
                words: sentence
                    .words
                    .iter()
                    .filter(|w| !brackets.iter().any(|b| b.contains(&w.span.start)))
                    .collect(),
                score: scored.score(at),
                source: sentence.source,
                shown: sentence.shown,
            }
        })
        .collect()
}

/// What stands in square brackets within a sentence, and the words that say that something is shared.
fn brackets(sentence: &Sentence) -> Vec<Range<usize>> {
    let text = sentence.text;
    if sentence.shown {
        let of = text
            .rfind("photo of ")
            .or_else(|| text.rfind("photography of "));
        let lead = of.map_or(0, |at| at + text[at..].find("of ").map_or(0, |i| i + 3));
        return std::iter::once(0..lead).collect();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('[').map(|i| at + i) {
        let close = text[open..].find(']').map_or(text.len(), |i| open + i + 1);
        found.push(open..close);
        at = close;
    }
    found
}

/// The stretches of the best sentences that answer.
pub(super) fn stretches(
    question: &Question,
    wanted: &Wanted,
    scored: &Scored,
    order: &[usize],
) -> Vec<Found> {
    let candidates = candidates(scored, order);
    let mut found = Vec::new();
    for stretch in pick::pick(question, wanted, &candidates) {
        let candidate = &candidates[stretch.candidate];
        let words = &candidate.words[stretch.from..stretch.to];
        if let (Some(first), Some(last)) = (words.first(), words.last()) {
            let said = plain(&candidate.text[first.span.start..last.span.end]);
            found.push(Found::of(said, candidate.source));
        }
    }
    found
}

/// A stretch without dates in square brackets.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before.trim_end());
        rest = after.split_once(']').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out.trim().to_owned()
}

/// Says that no memory answers, and offers the nearest.
pub(super) fn nothing(scored: &Scored, order: &[usize]) -> Reply {
    let nearest = &scored.sentences[order[0]];
    Reply {
        response: format!(
            "I have no memory of this. The nearest one: “{}” [1]",
            plain(nearest.text)
        ),
        answered: false,
        used: vec![nearest.source],
    }
}
