//! The names that answer: a place, what has a form of its own.

use super::{
    Asked,
    facts::distance,
    passage::Sentence,
    say::Found,
    words::{Word, words},
};
use memo_common::api::EntityType;

/// Bytes before a place in which words lead to it.
const TOLD: usize = 40;

/// Bytes between places that are one ("our yard in Leeds, hall 4").
const CHAINED: usize = 4;

/// The place that answers: where the best sentence's memory is, or another that it names to which more of the question's
/// words lead; unless the question itself says it.
pub(super) fn place(asked: &Asked) -> Option<Found> {
    let Asked {
        question,
        wanted,
        scored,
        sources,
        order,
        ..
    } = *asked;
    let best = *scored.near_named(order, question).first()?;
    let best = &scored.sentences[best];
    let content = sources[best.source].content;
    let of_question = |w: &Word| question.words.iter().any(|q| q.stem == w.stem);
    let known = |place: &str| words(place).iter().all(|w| w.stop || of_question(w));
    let own = content.place.as_deref()?;
    let told = |at: usize| {
        let near = at.saturating_sub(TOLD);
        let before = best
            .words
            .iter()
            .filter(|w| (near..at).contains(&w.span.start));
        before.filter(|w| wanted.asks_of(w)).count()
    };
    let place = match best.text.find(own) {
        // "left Leeds, and opened a bakery in Lund": the one that the question's words lead to.
        Some(at) => {
            let apart = |n: usize, name: &str| {
                let gap = best.text[n.min(at)..n.max(at)].len();
                gap > if n < at { name.len() } else { own.len() } + CHAINED
            };
            let located = content.entities.iter();
            let located = located.filter(|e| e.kind == EntityType::Location);
            let others = located.filter_map(|e| {
                let n = best.text.find(&e.name)?;
                let other = !own.contains(&e.name) && !known(&e.name);
                (other && apart(n, &e.name) && told(n) > told(at))
                    .then(|| (told(n), e.name.as_str()))
            });
            others
                .max_by_key(|(told, _)| *told)
                .map_or(own, |(_, name)| name)
        }
        // "I met Bo in Leeds. I met Ana in Lund.": the place of the memory is another sentence's
        None => {
            let located = content.entities.iter();
            let located = located.filter(|e| e.kind == EntityType::Location && !known(&e.name));
            let named = located.filter_map(|e| {
                let at = led_to(best, &e.name)?;
                Some((at..at + e.name.len(), e.name.as_str()))
            });
            let nearest = named.min_by_key(|(span, _)| distance(best, span, wanted));
            let elsewhere = content.narrative.contains(own);
            nearest.filter(|_| elsewhere).map_or(own, |(_, name)| name)
        }
    };
    (!known(place) && !best.spoken).then(|| Found::of(place.to_owned(), best.source))
}

/// Where a sentence names a place to which a preposition leads: "in Leeds".
fn led_to(sentence: &Sentence, name: &str) -> Option<usize> {
    let leads = |w: &Word| {
        matches!(
            w.folded.as_str(),
            "in" | "at" | "near" | "en" | "im" | "a" | "the"
        )
    };
    let at = |w: &Word| sentence.text[w.span.start..].starts_with(name);
    let words = sentence.words.windows(2);
    let mut named = words.filter(|pair| leads(&pair[0]) && at(&pair[1]));
    named.next().map(|pair| pair[1].span.start)
}

/// Words, folded, that ask for what has a form of its own, and its type.
const FORMS: &[(&str, EntityType)] = &[
    ("phone", EntityType::Phone),
    ("telephone", EntityType::Phone),
    ("mobile", EntityType::Phone),
    ("cell", EntityType::Phone),
    ("handy", EntityType::Phone),
    ("telefonnummer", EntityType::Phone),
    ("handynummer", EntityType::Phone),
    ("email", EntityType::Email),
    ("mail", EntityType::Email),
    ("website", EntityType::Url),
    ("url", EntityType::Url),
    ("link", EntityType::Url),
];

/// What has a form of its own and is asked for by it: a telephone number, an address of mail, a link. Whose it is, where
/// the question says that, its memory names.
pub(super) fn formed(asked: &Asked) -> Option<Found> {
    let Asked {
        question,
        wanted,
        scored,
        sources,
        order,
        ..
    } = *asked;
    let content = |w: &&Word| !w.stop && (!w.capital || w.first);
    let plain: Vec<&str> = question
        .words
        .iter()
        .filter(content)
        .map(|w| &*w.folded)
        .collect();
    let kind = |word: &str| FORMS.iter().find(|(form, _)| *form == word).map(|f| f.1);
    let kinds: Vec<EntityType> = match plain[..] {
        // "Ana's number", but not "the number of the invoice"
        ["number" | "nummer"] => vec![EntityType::Phone],
        _ => plain.into_iter().filter_map(kind).collect(),
    };
    let names = |at: usize| {
        let named = question.words.iter().filter(|w| w.capital && !w.first);
        let said = |name: &Word| scored.words_of(at).any(|w| w.folded == name.folded);
        named.into_iter().all(said)
    };
    let mut near = scored.near(order).filter(|_| !kinds.is_empty());
    near.find_map(|at| {
        let sentence = &scored.sentences[at];
        let entities = sources[sentence.source].content.entities.iter();
        let spans = entities
            .filter(|e| kinds.contains(&e.kind))
            .filter_map(|e| {
                let at = sentence.text.find(&e.name)?;
                Some(at..at + e.name.len())
            });
        let nearest = spans.min_by_key(|span| distance(sentence, span, wanted))?;
        names(sentence.source)
            .then(|| Found::of(sentence.text[nearest].to_owned(), sentence.source))
    })
}
