//! The number that answers: a count, a sum of money, another amount.

use super::{
    Asked,
    asking::COSTS,
    changed,
    facts::distance,
    listing,
    passage::Sentence,
    question::Kind,
    say::Found,
    spans, times, units,
    words::{Word, words},
};
use std::ops::Range;

/// The numbers that are told of: "£4 of £6", and "from £8 to £9", where it is £9 now.
fn meant(text: &str, numbers: Vec<Range<usize>>, past: bool) -> Vec<Range<usize>> {
    let between =
        |a: &Range<usize>, b: &Range<usize>| text.get(a.end..b.start).unwrap_or("").trim();
    let moves = |a: &Range<usize>, b: &Range<usize>| {
        let before = text[..a.start].trim_end();
        matches!(between(a, b), "to" | "auf" | "à")
            && ["from", "von", "de"].iter().any(|w| before.ends_with(w))
    };
    let kept = |n: &usize| {
        let own = &numbers[*n];
        let above = n.checked_sub(1).map(|n| &numbers[n]);
        let whole = above.is_some_and(|a| between(a, own) == "of");
        let left = numbers.get(n + 1).is_some_and(|b| moves(own, b));
        let reached = above.is_some_and(|a| moves(a, own));
        // "£58 (was £52)"
        let before = text[..own.start].trim_end_matches([' ', '£', '$', '€']);
        let former = numbers.len() > 1
            && [
                "(was",
                ", was",
                "instead of",
                "statt",
                "up from",
                "down from",
            ]
            .iter()
            .any(|w| before.ends_with(w));
        !whole && if past { !reached } else { !left && !former }
    };
    (0..numbers.len())
        .filter(kept)
        .map(|n| numbers[n].clone())
        .collect()
}

/// Words of a sum over all, folded.
const TOTALS: &[&str] = &[
    "total",
    "totals",
    "totalling",
    "altogether",
    "overall",
    "sum",
    "insgesamt",
    "gesamt",
    "gesamtbetrag",
    "gesamtpreis",
];

/// Words of what is left of a sum, folded.
const RESTS: &[&str] = &[
    "balance",
    "remaining",
    "remainder",
    "outstanding",
    "owing",
    "owed",
    "left",
    "due",
    "restbetrag",
    "restzahlung",
    "restschuld",
    "offen",
    "solde",
    "reste",
    "saldo",
    "pendiente",
    "resto",
];

/// Whether a word asks for what is left of a sum.
fn of_rest(word: &Word) -> bool {
    matches!(
        word.folded.as_str(),
        "still" | "left" | "remaining" | "outstanding" | "balance" | "noch" | "encore" | "todavia"
    )
}

/// How many bytes a sum is off the nearest word of what is left: "paid £50, balance **£90**".
fn from_rest(sentence: &Sentence, span: &Range<usize>) -> usize {
    let words = sentence.words.iter();
    let rests = words.filter(|w| RESTS.contains(&w.folded.as_str()));
    let off = rests.map(|w| match w.span.end <= span.start {
        true => span.start - w.span.end,
        false => w.span.start.saturating_sub(span.end),
    });
    off.min().unwrap_or(0)
}

/// Words, folded, that ask for what a price may come to, not for what it is.
fn of_bound(word: &Word) -> bool {
    matches!(
        word.folded.as_str(),
        "limit"
            | "budget"
            | "maximum"
            | "minimum"
            | "most"
            | "least"
            | "above"
            | "below"
            | "approve"
    )
}

/// Whether words before a sum make it a bound rather than a price: "anything above 500 euros".
fn is_bound(sentence: &Sentence, at: usize) -> bool {
    let mut before = sentence.words.iter().rev().filter(|w| w.span.end <= at);
    let (last, what) = (before.next(), before.next());
    let is = |word: Option<&Word>, list: &[&str]| {
        word.is_some_and(|w| list.contains(&w.folded.as_str()))
    };
    is(last, &["above", "below", "over", "under", "exceeding"])
        && is(
            what,
            &[
                "anything",
                "everything",
                "nothing",
                "all",
                "sums",
                "amounts",
                "purchases",
            ],
        )
        || is(last, &["most"]) && is(what, &["at"])
}

/// The number that answers, with its unit.
pub(super) fn number(asked: &Asked) -> Option<Found> {
    let Asked {
        question,
        wanted,
        scored,
        sources,
        order,
        ..
    } = *asked;
    let past = question
        .words
        .iter()
        .any(|w| matches!(w.folded.as_str(), "old" | "before" | "previous" | "former"));
    let of_bounds = question.kind != Kind::Money || question.words.iter().any(of_bound);
    // "How much do I still have to pay?": what is left, if the memory tells it
    let rest = question.words.iter().any(of_rest) && question.kind == Kind::Money;
    let read = |at: usize| -> Option<String> {
        let sentence = &scored.sentences[at];
        // A number of a date counts nothing.
        let told = times::times(sentence, &sources[sentence.source]);
        let of_date = |span: &Range<usize>| {
            let mut told = told.iter().map(|t| &t.span);
            told.any(|t| t.start < span.end && span.start < t.end)
        };
        let spans = meant(sentence.text, spans::numbers(question.kind, sentence), past);
        // "forklift 3", where a forklift is asked about
        let label = |span: &Range<usize>| {
            let digits = sentence.text[span.clone()]
                .bytes()
                .all(|b| b.is_ascii_digit());
            let mut words = sentence.words.iter();
            let before = words.rfind(|w| w.span.end + 1 == span.start);
            digits && before.is_some_and(|w| !w.stop && wanted.asks_of(w))
        };
        let bound = |span: &Range<usize>| !of_bounds && is_bound(sentence, span.start);
        let measures =
            |span: &Range<usize>| units::measures(question, &sentence.text[span.clone()]);
        let nearest = spans
            .into_iter()
            .filter(|s| !of_date(s) && !label(s) && !bound(s) && measures(s))
            .min_by_key(|span| {
                let left = if rest { from_rest(sentence, span) } else { 0 };
                (left, distance(sentence, span, wanted))
            })?;
        Some(sentence.text[nearest].to_owned())
    };
    // What the whole costs is its total, where the best sentence does not name what it prices.
    let has = |at: usize, list: &[&str]| {
        let mut words = scored.sentences[at].words.iter();
        words.any(|w| list.contains(&w.folded.as_str()))
    };
    let named = |at: usize| {
        let mut words = scored.sentences[at].words.iter();
        words.any(|w| !w.stop && wanted.asks_of(w) && !COSTS.contains(&w.folded.as_str()))
    };
    let near: Vec<usize> = scored.near(order).collect();
    let whole = question.kind == Kind::Money && !order.first().is_some_and(|&at| named(at));
    let told = |at: usize| {
        sources[scored.sentences[at].source]
            .content
            .narrative
            .as_str()
    };
    // of the same memory, or of one beside it
    let beside = |at: usize| {
        order.first().is_some_and(|&best| {
            let source = &sources[scored.sentences[best].source];
            let mut others = [source.before, source.after].into_iter().flatten();
            told(best) == told(at) || others.any(|c| c.narrative == told(at))
        })
    };
    let left = (0..scored.sentences.len()).filter(|&at| rest && has(at, RESTS) && beside(at));
    let total = near.iter().copied();
    let total = total.filter(|&at| whole && has(at, TOTALS) && beside(at));
    let found = left
        .chain(total)
        .chain(near.iter().copied())
        .find_map(|at| Some(Found::of(read(at)?, scored.sentences[at].source)));
    match found {
        Some(found) => Some(changed::newest(asked, found, read)),
        None if question.kind == Kind::Money => near.iter().find_map(|&at| {
            let sentence = &scored.sentences[at];
            let own = sentence.source == scored.sentences[order[0]].source;
            let sum = bare_sum(sentence).filter(|_| own)?;
            Some(Found::of(sentence.text[sum].to_owned(), sentence.source))
        }),
        None => None,
    }
}

/// Words right before a sum that has no currency, folded.
const PAYS: [&str; 9] = [
    "cost", "costs", "costing", "paid", "pay", "owe", "owes", "owed", "kostet",
];

/// A sum without its currency, right behind a word of paying ("it cost 1,900"), else a share ("6%").
fn bare_sum(sentence: &Sentence) -> Option<Range<usize>> {
    let mut pairs = sentence.words.windows(2);
    let paid = pairs.find_map(|pair| {
        let pays = PAYS.contains(&pair[0].folded.as_str());
        (pays && pair[1].is_number()).then(|| pair[1].span.clone())
    });
    let share = || {
        let mut numbers = spans::numbers(Kind::Amount, sentence).into_iter();
        numbers.find(|n| sentence.text[n.clone()].ends_with('%'))
    };
    paid.or_else(share)
}

/// Whether the sum found is of a memory that tells nothing of what the question asks the price of: the price of something
/// else is a wrong answer, and worse than none.
pub(super) fn prices_another(asked: &Asked, text: &str, found: Option<&Found>) -> bool {
    let best = &asked.scored.sentences[asked.order[0]];
    if asked.question.kind != Kind::Money || best.spoken {
        return false;
    }
    let from = found.and_then(|f| f.sources().first().copied());
    let source = &asked.sources[from.unwrap_or(best.source)];
    let beside = [Some(source.content), source.before, source.after];
    let told: Vec<Word> = beside
        .into_iter()
        .flatten()
        .flat_map(|c| [words(&c.narrative), words(&c.participants.join(" "))].concat())
        .collect();
    let asks = |w: &Word| {
        let mut asks = [COSTS, TOTALS, PERIODS].into_iter().flatten();
        asks.any(|a| *a == w.folded)
    };
    let times = listing::named_times(text, asked.today);
    let dated = |w: &Word| times.iter().any(|t| t.contains(&w.span.start));
    let named = asked.question.words.iter();
    let mut priced = named
        .filter(|w| !w.stop && !asks(w) && !dated(w))
        .peekable();
    priced.peek().is_some() && !priced.any(|w| told.iter().any(|t| t.stem == w.stem))
}

/// Words for how long or how many a price is for, and for which of several.
const PERIODS: &[&str] = &[
    "per", "night", "day", "week", "month", "year", "hour", "person", "whole", "much", "still",
    "left", "have", "get", "new", "old", "own", "extra", "final", "full", "first", "last", "next",
];
