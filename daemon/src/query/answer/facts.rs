//! When something happens: the time that answers.

use super::{
    Asked, Source,
    denials::{is_former, is_ruled_out},
    listing::{self, Months},
    passage::Sentence,
    question::{Kind, Question},
    say::Found,
    times::{self, Told},
    wanted::Wanted,
    words::Word,
};
use crate::{
    extract::dates::{self, Anchor, Lean},
    when::{WEEKDAYS, When},
    wording::is_quoted,
};
use std::{cell::Cell, ops::Range};

/// What of a time is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The day, month or year.
    Day,
    /// The hour, with its day.
    Moment,
    /// The hour alone.
    Hour,
}

/// The time that answers; where the question names the day itself, the hour ("When does my train arrive on Friday?").
pub(super) fn time(asked: &Asked, text: &str) -> Option<Found> {
    let day = |w: &Word| WEEKDAYS.iter().any(|d| d.eq_ignore_ascii_case(&w.folded));
    if asked.question.kind == Kind::Clock {
        return part(asked, Part::Moment, None);
    }
    let named = asked.question.words.iter().any(day);
    let hour = named.then(|| part(asked, Part::Hour, None)).flatten();
    let months = listing::months(text, asked.today);
    // "When did I swim in July?"
    let within = || months.and_then(|months| part(asked, Part::Day, Some(months)));
    hour.or_else(within)
        .or_else(|| part(asked, Part::Day, None))
}

/// What a time tells of the part asked for, in the months that the question names, where it does.
fn part(asked: &Asked, part: Part, months: Option<Months>) -> Option<Found> {
    let clock = part != Part::Day;
    let Asked {
        question,
        wanted,
        sentences,
        sources,
        order,
        ..
    } = *asked;
    // "Ida's next appointment" is after what is told
    let next = |w: &Word| {
        matches!(
            w.folded.as_str(),
            "next" | "upcoming" | "nachste" | "nachster"
        )
    };
    let next = question.words.iter().any(next);
    for at in asked.near_named() {
        let sentence = &sentences[at];
        let source = &sources[sentence.source];
        let said = times::said(source).filter(|_| next);
        // "came back this morning"
        let over = |t: &Told| {
            t.anchor == Anchor::Relative && said.is_some_and(|said| t.when.days().1 <= said)
        };
        let within = |t: &Told| months.is_none_or(|m| m.hold(&t.when));
        // "Handed in the thesis, defence on 2 October": on another day than that
        let apart = Cell::new(false);
        let told = nearest(sentence, source, question, wanted, |t| {
            let later = is_of_what_follows(sentence, source, t, wanted);
            apart.set(apart.get() || later);
            !over(t)
                && !later
                && within(t)
                && match clock {
                    true => t.when.start.time().is_some(),
                    false => t.anchor != Anchor::Clock,
                }
        });
        if let Some(told) = told {
            let words = match part {
                Part::Hour => hours(&told.when),
                _ => told_as(&told, source),
            };
            return Some(Found::of(words, sentence.source));
        }
        if at == order[0] && clock {
            // The memory's own hour, where its words tell none by itself: "every Thursday from 18:30".
            let own: Option<When> = source.content.when.parse().ok();
            if let Some(time) = own
                .filter(|_| !sentence.spoken)
                .and_then(|w| w.start.time())
            {
                return Some(Found::of(hour(time), sentence.source));
            }
        }
        let other = || {
            let told = times::times(sentence, source);
            told.iter()
                .any(|t| over(t) || is_ruled_out(sentence, t.span.start))
        };
        if at == order[0] && !clock && !other() {
            // The sentence itself tells no time: the memory's own is when it was, or was said.
            let own: Option<When> = source.content.when.parse().ok();
            let own = own.map(times::whole_days);
            // "the sequel comes tomorrow" of another sentence is not this one's day
            let day = own.is_some_and(|own| own.days().0 == own.days().1);
            // "my train leaves at 9:20": on that day
            let hour = nearest(sentence, source, question, wanted, |t| {
                t.anchor == Anchor::Clock && t.when.start.time().is_some()
            });
            let hour = hour.filter(|_| day).map(|hour| hour.when);
            let told = times_of(source, sentences, sentence.source).filter(|t| {
                within(t)
                    && !apart.get()
                    && hour.is_none()
                    && !(day && t.anchor == Anchor::Relative)
            });
            let own = own.filter(|own| months.is_none_or(|m| m.hold(own)));
            let own = own.map(|own| hour.map_or(own, |hour| dates::at_hour(own, hour)));
            let stands = told
                .map(|told| told_as(&told, source))
                .or_else(|| own.map(When::in_words));
            if let Some(stands) = stands {
                return Some(Found::of(stands, sentence.source));
            }
        }
    }
    None
}

fn hour(time: jiff::civil::Time) -> String {
    time.strftime("%H:%M").to_string()
}

/// The hours of a time, without its days.
fn hours(when: &When) -> String {
    let points = [Some(when.start), when.end].into_iter().flatten();
    let hours: Vec<String> = points.filter_map(|p| p.time()).map(hour).collect();
    hours.join(" to ")
}

/// The day, month or year that a sentence tells nearest to the question's words.
pub(super) fn dated(asked: &Asked, at: usize) -> Option<Told> {
    let Asked {
        question,
        wanted,
        sentences,
        sources,
        ..
    } = *asked;
    let sentence = &sentences[at];
    let source = &sources[sentence.source];
    nearest(sentence, source, question, wanted, |t| {
        t.anchor != Anchor::Clock
    })
}

/// The time that a sentence tells nearest to the question's words, among those that will do.
fn nearest(
    sentence: &Sentence,
    source: &Source,
    question: &Question,
    wanted: &Wanted,
    will_do: impl Fn(&Told) -> bool,
) -> Option<Told> {
    let ruled_out = |t: &Told| is_ruled_out(sentence, t.span.start);
    let told = times::times(sentence, source);
    let told = told.into_iter().filter(will_do).filter(|t| !ruled_out(t));
    // "“Q1 review” with Ann on 3 May": a title's time is no more than its name
    let titled = |t: &Told| is_quoted(sentence.text, t.span.start);
    // "When is the Christmas fair?" asks for no Christmas
    let asked = |t: &Told| {
        let mut own = sentence
            .words
            .iter()
            .filter(|w| t.span.contains(&w.span.start));
        own.all(|w| w.stop || wanted.asks_of(w))
    };
    let past = question
        .words
        .iter()
        .any(|w| matches!(w.folded.as_str(), "was" | "were" | "did" | "had"));
    let former = |t: &Told| !past && is_former(sentence, t.span.start);
    let held = |t: &Told| {
        let at = sentence.text.as_ptr().addr() - source.content.narrative.as_ptr().addr();
        let words = source.reading.map_or(0..0, |reading| reading.words.clone());
        at + t.span.start < words.end && words.start < at + t.span.end
    };
    told.min_by_key(|t| {
        let off = distance(sentence, &t.span, wanted);
        (titled(t) || asked(t), former(t), !held(t), off)
    })
}

/// Whether a time is of what follows behind a stop, and is to come, where all that is asked was done before it: "Handed in the
/// thesis, defence on 2 October".
fn is_of_what_follows(sentence: &Sentence, source: &Source, told: &Told, wanted: &Wanted) -> bool {
    let before = &sentence.text[..told.span.start];
    let Some(stop) = before.rfind([',', ';', '(', '–', '—']) else {
        return false;
    };
    let mut asked = sentence
        .words
        .iter()
        .filter(|w| wanted.asks_of(w))
        .peekable();
    let done = asked.peek().is_some()
        && asked.all(|w| w.span.end <= stop)
        && dates::lean(&before[..stop]) == Some(Lean::Past);
    done && times::said(source).is_some_and(|said| told.when.days().0 > said)
}

fn told_as(told: &Told, source: &Source) -> String {
    times::tell(told, times::said(source))
}

/// The first time that any sentence of a memory tells.
fn times_of(source: &Source, sentences: &[Sentence], at: usize) -> Option<Told> {
    sentences
        .iter()
        .filter(|s| s.source == at)
        .flat_map(|s| times::times(s, source))
        .find(|t| t.anchor != Anchor::Clock)
}

/// What another clause is off, in bytes.
const CLAUSE: usize = 20;

/// What parts clauses.
const PARTS: [&str; 5] = [" and ", " but ", " und ", " et ", " y "];

/// How many bytes lie between a span and the nearest of the question's words; another clause is further off.
fn distance(sentence: &Sentence, span: &Range<usize>, wanted: &Wanted) -> usize {
    sentence
        .words
        .iter()
        .filter(|w| wanted.asks_of(w))
        .filter(|w| w.span.end <= span.start || w.span.start >= span.end)
        .map(|w| {
            let between = match w.span.end <= span.start {
                true => &sentence.text[w.span.end..span.start],
                false => &sentence.text[span.end..w.span.start],
            };
            let other = PARTS.iter().any(|mark| between.contains(mark));
            between.len() + if other { CLAUSE } else { 0 }
        })
        .min()
        .unwrap_or(span.start)
}
