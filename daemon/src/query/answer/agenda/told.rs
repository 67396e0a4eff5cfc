//! The memories and occurrences that answer a question of time, in words.

use super::{
    super::{
        Reply, denials, passage,
        passage::Sentence,
        say::{self, Found},
        times,
        words::{Word, words},
    },
    Days, Entry, Question,
};
use crate::{
    extract::{
        dates::{self, Anchor, Lean},
        tags::TASK,
    },
    series::{begin, is_over},
    when::{Point, When, weekday},
};
use jiff::civil::Date;
use memo_common::api::{EntityType, SourceType};
use std::collections::HashSet;

/// Longest sentence that is quoted whole, in words.
const LONG: usize = 40;

/// The memories that a question of time is answered from.
pub(super) struct Told<'a> {
    pub(super) question: &'a Question,
    pub(super) entries: &'a [Entry<'a>],
}

impl Told<'_> {
    /// What there is on these days, in order.
    pub(super) fn days(&self, days: &Days, limit: usize) -> Option<Reply> {
        let first = days.first(self.question.now.date());
        let last = days.period.last;
        let mut found: Vec<(When, usize)> = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            if !self.is_about(entry) || days.plans && is_called_off(entry) {
                continue;
            }
            let late = |when: &When| {
                let hour = days.from.zip(when.start.time());
                hour.is_none_or(|(from, hour)| hour >= from)
            };
            let all = occurrences(entry, first, last).into_iter().filter(late);
            let all = all.filter(|when| !days.plans || self.is_planned(entry, *when));
            found.extend(all.map(|when| (when, at)));
        }
        if found.is_empty() {
            // of what it names, another way may find something
            return self.question.subject.is_empty().then(say::unknown);
        }
        Some(self.list(found, limit))
    }

    /// The next of all that is planned.
    pub(super) fn coming(&self, many: usize) -> Reply {
        let today = self.question.now.date();
        let mut found: Vec<(When, usize)> = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            if is_called_off(entry) {
                continue;
            }
            let next = match entry.series {
                Some(series) => series.next(self.question.now),
                None => occurrences(entry, today, Date::MAX).into_iter().next(),
            };
            // what has begun is not next
            let next = next.filter(|w| begin(*w) >= self.question.now);
            found.extend(next.map(|when| (when, at)));
        }
        match found.is_empty() {
            true => say::unknown(),
            false => self.list(soonest(found, many), many),
        }
    }

    /// The next time of what the question is about.
    pub(super) fn next(&self) -> Option<Reply> {
        let now = self.question.now;
        let mut found: Vec<(When, usize)> = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            if !self.is_about(entry) || is_called_off(entry) {
                continue;
            }
            match entry.series {
                Some(series) => found.extend(series.next(now).map(|when| (when, at))),
                None => found.extend(self.told(at, entry).into_iter().map(|when| (when, at))),
            }
        }
        found.retain(|(when, _)| !is_over(*when, now));
        let (when, at) = found.into_iter().min_by_key(|(when, _)| begin(*when))?;
        Some(self.say(when, at))
    }

    /// The last time of what the question is about.
    pub(super) fn last(&self) -> Option<Reply> {
        let (when, at) = self.latest(|_| true)?;
        Some(self.say(when, at))
    }

    /// That nothing is planned of what the question is about, and when it was last, as a calendar has it.
    pub(super) fn passed(&self) -> Option<Reply> {
        let (when, at) = self.latest(is_listed)?;
        let said = format!("None is planned; the last was on {}", named(when));
        Some(Reply {
            answered: false,
            ..self.tell(said, at)
        })
    }

    fn latest(&self, counts: impl Fn(&Entry) -> bool) -> Option<(When, usize)> {
        let now = self.question.now;
        let mut found: Vec<(When, usize)> = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            if !counts(entry) || !self.is_about(entry) || is_called_off(entry) {
                continue;
            }
            let last = match entry.series {
                Some(series) => series.last(now),
                None if entry.source.source_type == SourceType::Calendar => own(entry),
                // who speaks of something has not done it: a sentence has to tell it
                None => self.sentences(at, entry).find_map(|s| {
                    let tells = !s.asks
                        && !denials::denies(&s.words)
                        && dates::lean(s.text) != Some(Lean::Future);
                    own(entry).filter(|_| tells)
                }),
            };
            found.extend(last.map(|when| (when, at)));
        }
        found.retain(|(when, _)| begin(*when) <= now);
        found.into_iter().max_by_key(|(when, _)| begin(*when))
    }

    /// Whether something that repeats is on one of these days; or what takes its place there.
    pub(super) fn whether(&self, days: &[Date]) -> Option<Reply> {
        let entries = self.entries.iter().enumerate();
        let about: Vec<(usize, &Entry)> = entries
            .filter(|(_, e)| self.is_about(e) && !is_called_off(e))
            .collect();
        let (series, _) = about.iter().find(|(_, e)| e.series.is_some())?;
        let on = days.iter().find_map(|day| {
            about.iter().find_map(|(at, entry)| {
                let when = occurrences(entry, *day, *day).into_iter().next();
                when.filter(|_| is_listed(entry)).map(|when| (when, *at))
            })
        });
        let (said, at) = match on {
            Some((when, at)) => (format!("Yes, {}", named(when)), at),
            None => ("No".to_owned(), *series),
        };
        Some(self.tell(said, at))
    }

    /// When something is next that repeats, where the memory that answers best is of such; else when that is which bears the
    /// name, where nothing else is told of a later day.
    pub(super) fn repeating(&self) -> Option<Reply> {
        let best = self.entries.iter().find(|e| self.is_about(e))?;
        if best.series.is_some() {
            return self.next();
        }
        let (at, when) = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, e)| e.series.is_none() && self.is_about(e) && self.is_named(e))
            .filter_map(|(at, entry)| Some((at, own(entry)?)))
            .max_by_key(|(_, when)| begin(*when))?;
        let about = self.entries.iter().filter(|e| self.is_about(e));
        let later = about
            .filter_map(own)
            .any(|other| other.days().0 > when.days().1);
        let off = is_called_off(&self.entries[at]);
        (!later && !off).then(|| self.say(when, at))
    }

    /// Whether it is an event whose name has all words of what the question is about.
    fn is_named(&self, entry: &Entry) -> bool {
        let content = entry.source.content;
        let events = content
            .entities
            .iter()
            .filter(|e| e.kind == EntityType::Event);
        let mut titles = events.filter(|e| content.narrative.contains(&format!("“{}”", e.name)));
        titles.any(|title| {
            let words = words(&title.name);
            let subject = self.subject(entry);
            !subject.is_empty() && subject.iter().all(|s| words.iter().any(|w| w.stem == *s))
        })
    }

    /// What the question is about, in the words of a memory.
    fn subject<'s>(&'s self, entry: &Entry<'s>) -> &'s [String] {
        &entry.asked.unwrap_or(self.question).subject
    }

    /// Whether a memory has all words of what the question is about.
    fn is_about(&self, entry: &Entry) -> bool {
        let content = entry.source.content;
        let beside = content
            .participants
            .iter()
            .chain(&content.tags)
            .chain(&content.place);
        let all: HashSet<String> = std::iter::once(&content.narrative)
            .chain(beside)
            .flat_map(|text| words(text))
            .map(|w| w.stem)
            .collect();
        self.subject(entry).iter().all(|stem| all.contains(stem))
    }

    /// The sentences of a memory with all words of what the question is about; of talk and letters those alone tell of it.
    fn sentences<'s>(&'s self, at: usize, entry: &Entry<'s>) -> impl Iterator<Item = Sentence<'s>> {
        let has = |words: &[Word], stem: &String| words.iter().any(|w| w.stem == *stem);
        let all = passage::sentences(at, &entry.source).into_iter();
        let subject = self.subject(entry);
        all.filter(move |s| {
            let mut subject = subject.iter();
            subject
                .all(|stem| has(&s.words, stem) || s.voice.name().to_lowercase().contains(&**stem))
        })
    }

    /// The times of a memory that does not repeat: its own, and those that are told of what the question is about.
    fn told(&self, at: usize, entry: &Entry) -> Vec<When> {
        let mut all: Vec<When> = own(entry).into_iter().collect();
        // "instead of Monday": a calendar has its times beside its words
        if entry.source.source_type == SourceType::Calendar {
            return all;
        }
        for sentence in self.sentences(at, entry) {
            let told = times::times(&sentence, &entry.source).into_iter();
            let told = told.filter(|t| t.anchor != Anchor::Clock);
            let holds = told.filter(|t| !denials::is_ruled_out(&sentence, t.span.start));
            all.extend(holds.map(|t| t.when).filter(|w| is_day(*w)));
        }
        all
    }

    /// Whether it is to come, or in a calendar or a list of what to do.
    fn is_planned(&self, entry: &Entry, when: When) -> bool {
        is_listed(entry)
            || entry.source.content.tags.iter().any(|t| t == TASK)
            || !is_over(When::at(when.start), self.question.now)
    }

    /// These, in order; of more than `limit` the first, and how many more there are.
    fn list(&self, found: Vec<(When, usize)>, limit: usize) -> Reply {
        let more = found.len().saturating_sub(limit);
        let told = soonest(found, limit).into_iter().map(|(when, at)| {
            let said = format!("{}: {}", named(when), self.quote(at));
            Found::of(said, at)
        });
        let mut reply = say::list(&told.collect::<Vec<_>>());
        if more > 0 {
            reply.response.push_str(&format!("; and {more} more"));
        }
        reply
    }

    /// A time, and the memory that has it.
    fn say(&self, when: When, at: usize) -> Reply {
        self.tell(named(when), at)
    }

    fn tell(&self, fact: String, at: usize) -> Reply {
        let quoted = Found::of(self.quote(at), at);
        say::tell(Found::of(fact, at), vec![quoted])
    }

    /// What a memory says first of what the question is about.
    fn quote(&self, at: usize) -> String {
        let entry = &self.entries[at];
        let own = self.sentences(at, entry).next();
        let first = own.or_else(|| passage::sentences(at, &entry.source).into_iter().next());
        first.map_or_else(String::new, |s| say::short(s.text, LONG))
    }
}

/// The first of these, in order.
fn soonest(mut found: Vec<(When, usize)>, many: usize) -> Vec<(When, usize)> {
    found.sort_by_key(|(when, at)| (begin(*when), *at));
    found.truncate(many);
    found
}

/// A time with its weekday, where it is of a day.
fn named(when: When) -> String {
    match when.start {
        Point::Day(day) => format!("{} {}", weekday(day), when.in_words()),
        Point::Minute(at) => format!("{} {}", weekday(at.date()), when.in_words()),
        _ => when.in_words(),
    }
}

/// Whether it is of a calendar, or repeats.
fn is_listed(entry: &Entry) -> bool {
    entry.source.source_type == SourceType::Calendar || entry.series.is_some()
}

/// Whether a time is of a day, not of a month or a year.
fn is_day(when: When) -> bool {
    matches!(when.start, Point::Day(_) | Point::Minute(_))
}

/// When a memory that does not repeat happened, to the day.
fn own(entry: &Entry) -> Option<When> {
    let when = entry.source.content.when.parse::<When>().ok();
    when.filter(|w| is_day(*w))
}

/// When it takes place on these days or between them; a month or a year only where it is one of several asked for.
fn occurrences(entry: &Entry, from: Date, to: Date) -> Vec<When> {
    if let Some(series) = entry.series {
        return series.between(from, to).collect();
    }
    let when = entry.source.content.when.parse::<When>().ok();
    let within = |w: &When| {
        let (first, last) = w.days();
        first <= to && last >= from && (is_day(*w) || first >= from && last <= to)
    };
    when.filter(within).into_iter().collect()
}

/// Whether a memory says that it does not take place, or without the user.
fn is_called_off(entry: &Entry) -> bool {
    let said = words(&entry.source.content.narrative);
    let off = said
        .windows(2)
        .any(|w| w[0].stem == "call" && w[1].folded == "off");
    let listed = entry.source.source_type == SourceType::Calendar;
    off || said
        .iter()
        .any(|w| w.stem == "cancel" || listed && w.folded == "declined")
}
