//! What is answered from the times of memories, not from what they resemble: what there was or will be on some days, when
//! something is next, when it was last, whether it is on a day.
//!
//! - `asked`: which of these a question asks, and about what
//! - `told`: the memories and occurrences that answer, in order, in words

mod asked;
mod told;

use super::{Reply, Source, listing::Period, say, tasks};
use crate::series::Series;
use jiff::civil::{Date, DateTime, Time};

pub(crate) use asked::read;

/// A question about time, read.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    wanted: Wanted,
    /// Stems of the words that name what it is about; none where all is asked for.
    subject: Vec<String>,
    now: DateTime,
}

#[derive(Clone, Debug)]
enum Wanted {
    /// What there was on these days, or is to be.
    Days(Days),
    /// The next time of what it is about.
    Next,
    /// The last time of what it is about, where none is planned.
    Passed,
    /// What comes next, of all there is; so many.
    Coming(usize),
    /// The last time of what it is about.
    Last,
    /// Whether what it is about, which repeats, is on one of these days.
    Whether(Vec<Date>),
    /// When something is that repeats, or that a calendar names so.
    Repeating,
}

#[derive(Clone, Debug)]
struct Days {
    period: Period,
    /// "Tonight": what begins at this hour or later.
    from: Option<Time>,
    /// Only what is planned.
    plans: bool,
    /// Only tasks that are open.
    due: bool,
}

/// Which memories are needed to answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reach {
    /// All of these days.
    Days(Date, Date),
    /// Those that recall finds for the question, of a time where one is given.
    Named {
        since: Option<Date>,
        until: Option<Date>,
    },
}

/// A memory, and how it repeats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) series: Option<&'a Series>,
    /// The question in the memory's words, where that names people by other names.
    pub(crate) asked: Option<&'a Question>,
}

impl Question {
    pub(crate) fn reach(&self) -> Reach {
        /// Days ahead within which something comes next.
        const AHEAD: i32 = 366;
        let today = self.now.date();
        let named = |since, until| Reach::Named { since, until };
        match &self.wanted {
            Wanted::Days(days) => Reach::Days(days.first(today), days.period.last),
            Wanted::Coming(_) => {
                let ahead = jiff::ToSpan::days(AHEAD);
                Reach::Days(today, today.saturating_add(ahead))
            }
            Wanted::Next => named(Some(today), None),
            Wanted::Last | Wanted::Passed => named(None, Some(today)),
            Wanted::Whether(_) | Wanted::Repeating => named(None, None),
        }
    }

    /// The same question in other words.
    pub(crate) fn reworded(&self, text: &str) -> Option<Self> {
        read(text, self.now)
    }

    /// What to ask where the next of something is not found.
    pub(crate) fn passed(self) -> Option<Self> {
        let is_next = matches!(self.wanted, Wanted::Next);
        let wanted = Wanted::Passed;
        is_next.then_some(Self { wanted, ..self })
    }

    /// The answer of these memories, at most so many of them; `None` where another way may answer.
    pub(crate) fn answer(&self, entries: &[Entry], limit: usize) -> Option<Reply> {
        let told = told::Told {
            question: self,
            entries,
        };
        match &self.wanted {
            Wanted::Days(days) if days.due => {
                let sources: Vec<Source> = entries.iter().map(|e| e.source).collect();
                let open = tasks::open(Some(&days.period), &sources, self.now.date());
                match open.is_empty() {
                    true => Some(say::unknown()),
                    false => Some(say::list(&open)),
                }
            }
            Wanted::Days(days) => told.days(days, limit),
            Wanted::Coming(many) => Some(told.coming(*many)),
            Wanted::Next => Some(told.next().unwrap_or_else(say::unknown)),
            Wanted::Passed => Some(told.passed().unwrap_or_else(say::unknown)),
            Wanted::Last => told.last(),
            Wanted::Whether(days) => told.whether(days),
            Wanted::Repeating => told.repeating(),
        }
    }
}

impl Days {
    /// The first of them: of what is planned none that has passed, of what is to be done by a day any.
    fn first(&self, today: Date) -> Date {
        match self.due {
            true if self.period.before => Date::MIN,
            false if self.plans => self.period.first.max(today),
            _ => self.period.first,
        }
    }
}

#[cfg(test)]
mod tests;
