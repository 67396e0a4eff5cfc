//! What shows which day is an episode's own: the signs of each day that its words name, and of the one of writing.

use super::scales::{Distance, Form, Grain, Side};
use super::{is_end, is_since, is_spoken_of};
use crate::extract::dates::{self, Anchor, Found, Lean};
use crate::ingest::Kind;
use crate::when::When;
use memo_common::api::SourceType;

/// A sign of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    // of the time of writing
    Written,
    WrittenAs(Form),
    /// The first sentence names no day.
    NamedLater,
    /// The first sentence names no day and tells what is over.
    OverBefore,
    /// Days are named that lie there.
    Names(Side),

    // of a day that is named
    Exact(Grain),
    ExactOn(Side, Grain),
    Rests(Anchor),
    Apart(Distance),
    Of(Side, SourceType),
    /// Told in a commit, with no "I" or "we".
    OfChange,
    /// Told to an assistant.
    Prompted(Side),
    /// The first that is named.
    First,
    /// In this sentence, the third standing for all behind it.
    InSentence(u8),
    /// In this third of its sentence.
    InThird(u8),
    /// At its sentence's beginning.
    Opens,
    /// Not what the sentence tells of: [`is_spoken_of`].
    SpokenOf,
    Since,
    Until,
    /// "By", "before", "due".
    Deadline,
    /// "From", "dated".
    Begins,
    InBrackets,
    BesideHour,
    /// The sentence says "I" or "we".
    Own,
    /// It says "if", "or", "maybe".
    Doubtful,
}

/// A day that the words name.
#[derive(Clone, Debug)]
pub(super) struct Mention<'t> {
    pub(super) found: &'t Found,
    /// Its sentence, and that one's number in the episode.
    pub(super) text: &'t str,
    pub(super) sentence: usize,
    /// By the tagger, the logarithm of the odds that it is when it happened; 0 where nothing is known.
    pub(super) likely: f32,
}

/// What is read of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'t> {
    pub(super) source: SourceType,
    pub(super) kind: &'t Kind,
    pub(super) written: Option<When>,
    /// The first sentence.
    pub(super) opening: &'t str,
    /// Times in the episode's sentences, in order, hours without a day among them.
    pub(super) mentions: &'t [Mention<'t>],
}

impl Scene<'_> {
    fn side(&self, when: When) -> Option<Side> {
        let told = self.written?.days().0;
        let (first, last) = when.days();
        Some(if first > told {
            Side::Future
        } else if last < told {
            Side::Past
        } else {
            Side::Same
        })
    }

    /// The signs of the time of writing.
    pub(super) fn of_writing(&self) -> Vec<Sign> {
        let mut signs = vec![
            Sign::Written,
            Sign::WrittenAs(Form::of(self.kind, self.source)),
        ];
        let days = self.mentions.iter().filter(|m| is_day(m.found));
        if days.clone().next().is_some_and(|m| m.sentence > 0) {
            signs.push(Sign::NamedLater);
            if dates::lean(self.opening) == Some(Lean::Past) {
                signs.push(Sign::OverBefore);
            }
        }
        for side in [Side::Past, Side::Same, Side::Future] {
            if days.clone().any(|m| self.side(m.found.when) == Some(side)) {
                signs.push(Sign::Names(side));
            }
        }
        signs
    }

    /// The signs of a day that is named.
    pub(super) fn of_mention(&self, at: usize) -> Vec<Sign> {
        let Mention {
            found,
            text,
            sentence,
            ..
        } = &self.mentions[at];
        let since = is_since(text, found);
        // what has been so since Sunday at ten happened then
        let when = if since && found.when.start.time().is_some() {
            When {
                end: None,
                ..found.when
            }
        } else {
            found.when
        };
        let grain = Grain::of(when);
        let mut signs = vec![Sign::Exact(grain), Sign::Rests(found.anchor)];
        if let (Some(side), Some(written)) = (self.side(when), self.written) {
            signs.extend([
                Sign::Apart(Distance::of(side, when, written.days().0)),
                Sign::Of(side, self.source),
                Sign::ExactOn(side, grain),
            ]);
            if Form::of(self.kind, self.source) == Form::Prompt {
                signs.push(Sign::Prompted(side));
            }
        }
        signs.push(Sign::InSentence(
            u8::try_from(*sentence).unwrap_or(2).min(2),
        ));
        let third = found.span.start * 3 / text.len().max(1);
        signs.push(Sign::InThird(u8::try_from(third).unwrap_or(2)));
        let before = text[..found.span.start].to_lowercase();
        let mut words = before.split_whitespace().rev();
        let mut last = words.next().unwrap_or_default();
        if matches!(last, "on" | "the" | "am") {
            last = words.next().unwrap_or_default();
        }
        let said: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .map(str::to_lowercase)
            .collect();
        let says = |words: &[&str]| said.iter().any(|w| words.contains(&w.as_str()));
        let beside = |m: &Mention| m.sentence == *sentence && m.found.anchor == Anchor::Clock;
        let first = self.mentions.iter().position(|m| is_day(m.found));
        let own = says(&OWN);
        let commit = self.source == SourceType::Vscode && matches!(self.kind, Kind::Post { .. });
        let marks = [
            (Sign::OfChange, commit && !own),
            (Sign::First, first == Some(at)),
            (Sign::Opens, found.span.start == 0),
            (Sign::SpokenOf, is_spoken_of(text, found)),
            (Sign::Since, since),
            (Sign::Until, is_end(text, found)),
            (Sign::Deadline, DEADLINE.contains(&last)),
            (Sign::Begins, BEGINS.contains(&last)),
            (
                Sign::InBrackets,
                before.matches('(').count() > before.matches(')').count(),
            ),
            (Sign::BesideHour, self.mentions.iter().any(beside)),
            (Sign::Own, own),
            (Sign::Doubtful, says(&DOUBT)),
        ];
        signs.extend(
            marks
                .iter()
                .filter(|(_, holds)| *holds)
                .map(|(sign, _)| *sign),
        );
        signs
    }
}

/// Words before a day up to which something is to be done,
const DEADLINE: [&str; 12] = [
    "by",
    "before",
    "until",
    "till",
    "til",
    "due",
    "deadline",
    "deadline:",
    "bis",
    "vor",
    "avant",
    "antes",
];
/// or with which something begins or is named after it.
const BEGINS: [&str; 8] = [
    "from", "dated", "of", "after", "ab", "nach", "desde", "après",
];
/// Words of whoever writes.
const OWN: [&str; 11] = [
    "i", "we", "my", "our", "ich", "wir", "je", "nous", "yo", "mi", "unser",
];
/// Words of what may not be.
const DOUBT: [&str; 8] = [
    "if",
    "unless",
    "or",
    "maybe",
    "might",
    "wenn",
    "oder",
    "vielleicht",
];

/// Whether a time is no hour of a day that it does not name, and not "now".
pub(super) fn is_day(found: &Found) -> bool {
    found.anchor > Anchor::Clock
}
