//! A talk of which the lines are read one after the other: who speaks, since when, what they have said so far.

use super::header::titled;
use super::legend::Legend;
use crate::ingest::About;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp::{self, Day, Stamp};
use crate::ingest::stream::clock::{Start, seconds, time_of_day};
use crate::ingest::turns::Turns;
use crate::when::When;
use std::ops::Range;

pattern!(WATCH, r"\s+-\s+WATCH:\s*\S+");
pattern!(APART, r"\s+([.,?!;:])(?:\s|$)");
pattern!(CLITIC, r"(\w)\s+((?:'(?:s|re|m|ve|ll|d)|n't)\b)");
pattern!(SOUND, r"[\[{][^\]}\d][^\]}]{0,30}[\]}]");

/// A talk of which the lines are read one after the other.
pub(super) struct Talk<'a> {
    /// Whether its times are times of day.
    pub(super) clock: bool,
    /// Whether it is fragments between times, nobody being named.
    pub(super) marked: bool,
    pub(super) legend: Legend,
    pub(super) start: Start,
    pub(super) now: Option<When>,
    pub(super) speaking: Option<usize>,
    pub(super) open: Option<(String, Range<usize>)>,
    /// Seconds after which something was said last.
    pub(super) last: Option<i64>,
    pub(super) turns: &'a mut Turns,
}

impl Talk<'_> {
    /// When something is said at this time, or after the last mark.
    pub(super) fn when(
        &mut self,
        time: Option<&str>,
        passed: Option<i64>,
        is_clock: bool,
    ) -> Option<When> {
        if !self.clock && !is_clock {
            self.last = time.and_then(seconds).or(self.last);
        }
        match time {
            Some(time) if self.clock || is_clock => {
                time_of_day(time).and_then(|t| self.start.clock(t))
            }
            Some(time) => seconds(time).and_then(|s| self.start.after(s)),
            None => passed
                .and_then(|s| self.start.after(s))
                .or(self.start.when()),
        }
    }

    /// Begins a turn.
    pub(super) fn begin(
        &mut self,
        label: Option<&str>,
        when: Option<When>,
        said: &str,
        span: Range<usize>,
    ) {
        self.close();
        self.speaking = label.map(|label| self.turns.speaker(&self.legend.name(label)));
        self.now = when;
        self.open = Some((said.to_owned(), span));
    }

    /// Ends the turn that is open.
    pub(super) fn close(&mut self) {
        let Some((said, span)) = self.open.take() else {
            return;
        };
        let said = SOUND.replace_all(&said, "");
        let said = WATCH.replace_all(&said, "");
        if self.marked {
            self.turns
                .go_on(self.speaking, &closed_up(&said), span, self.now);
        } else {
            self.turns
                .say(self.speaking, &closed_up(&said), span, self.now, 0);
        }
    }

    /// Goes on to the day that a line between the turns tells, where times are of day; `false` where it tells none.
    pub(super) fn turn_day(&mut self, line: &str, about: &About<'_>) -> bool {
        let rule = |c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | '=' | '*' | '_');
        let stamp = stamp::whole(line.trim_matches(rule));
        let found = stamp.filter(|stamp| self.clock && stamp.day.is_some());
        if let Some(stamp) = found {
            self.close();
            // it begins at no known time
            self.start.time = None;
            self.start.add(stamp, about);
        }
        found.is_some()
    }

    /// Takes in a line as the talk's title, where none is known.
    pub(super) fn entitle(&mut self, line: &str) {
        let title = &mut self.turns.document().title;
        title.get_or_insert_with(|| titled(line).into());
    }

    /// Takes in the day on which a service says that it has written the transcript, where nothing better is known.
    pub(super) fn vendor(&mut self, line: &str, about: &About<'_>) {
        if self.start.date.is_none()
            && let stamp @ Stamp {
                day: Some(Day::Exact(_)),
                ..
            } = stamp::take(line).0
        {
            self.start.add(
                Stamp {
                    time: None,
                    ..stamp
                },
                about,
            );
        }
    }
}

/// Text whose punctuation stands apart from its words, as corpora write it (`we 're here .`), closed up.
fn closed_up(text: &str) -> std::borrow::Cow<'_, str> {
    if !APART.is_match(text) {
        return text.into();
    }
    let text = APART.replace_all(text, "$1 ");
    CLITIC.replace_all(&text, "$1$2").into_owned().into()
}
