//! What words mean for times, per language.

mod english;
mod english_phrases;
mod french;
mod german;
mod german_numbers;
mod language;
mod names;
mod spanish;

pub(super) use language::{is_english, is_timed, language, language_of_times};

use foldhash::HashMap;
use std::{borrow::Cow, sync::LazyLock};

/// A language whose words are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    German,
    Spanish,
    French,
}

/// Units of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    BusinessDay,
    Week,
    WorkWeek,
    Weekend,
    Fortnight,
    Month,
    Quarter,
    HalfYear,
    Year,
    Decade,
    Century,
}

/// Parts of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Morning,
    Noon,
    Afternoon,
    Evening,
    Night,
}

/// Seasons of the northern hemisphere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// Which one of a row is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// "this", "current"
    This,
    /// "next": the one of the week (month, year) after this
    Next,
    /// "coming", "upcoming": the first after now
    Coming,
    /// "last", "previous"
    Last,
    /// "past": the first before now
    Past,
}

/// Which stretch of a period is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    Start,
    Middle,
    End,
}

/// A feast, by the rule that dates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holiday {
    /// Month and day.
    Fixed(i8, i8),
    /// The nth (-1: last) weekday (1: Monday) of a month, and days to add.
    Nth(i8, i8, i8, i16),
    /// Days after western Easter.
    Easter(i16),
    /// The nth Sunday of Advent, the fourth of which is the last before Christmas Day.
    Advent(i8),
}

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Month(i8),
    /// 1 is Monday.
    Weekday(i8),
    /// "Mondays": a habit, unless counted.
    Weekdays(i8),
    Cardinal(u32),
    Ordinal(u32),
    /// "couple", "few": a number that is not exact.
    Several(u32),
    Unit(Unit),
    /// Days from today.
    Day(i8),
    /// A part of a day that many days from today: "tonight".
    DayPart(i8, Part),
    Part(Part),
    Noon,
    Midnight,
    EndOfDay,
    /// "eoy", "eom".
    EndOf(Unit),
    Season(Season),
    Holiday(Holiday),
    Turn(Turn),
    Stretch(Stretch),
    /// "earlier", "later" before a period.
    Earlier,
    Later,
    Now,
    /// After a length of time: "ago", "from now".
    Ago,
    Hence,
    /// Before a length of time: "vor", "hace", "il y a".
    AgoBefore,
    Before,
    After,
    Since,
    Until,
    From,
    To,
    And,
    Between,
    In,
    On,
    At,
    Of,
    By,
    For,
    Within,
    The,
    A,
    Half,
    /// "half" as said of the hour to come: "halb sechs".
    HalfBefore,
    OClock,
    Am,
    Pm,
    About,
    Starting,
    /// "rest of", "to date".
    Rest,
    /// "every": a habit follows.
    Every,
    /// "nineties", by the years above the century.
    DecadeWord(u32),
    ToDate,
    Less,
    More,
    /// The word itself: "fiscal year", "CY".
    YearWord,
    /// "h" of `14h30`.
    HourMark,
}

impl Sense {
    /// Whether it says anything of a time by itself; what only joins such words does not.
    pub(super) fn says_time(self) -> bool {
        !matches!(
            self,
            Self::Before
                | Self::After
                | Self::Since
                | Self::Until
                | Self::From
                | Self::To
                | Self::And
                | Self::Between
                | Self::In
                | Self::On
                | Self::At
                | Self::Of
                | Self::By
                | Self::For
                | Self::Within
                | Self::The
                | Self::A
                | Self::About
                | Self::Less
                | Self::More
                | Self::Every
        )
    }
}

type Words = HashMap<&'static str, Sense>;
type Phrases = HashMap<&'static str, Vec<(Vec<&'static str>, Sense)>>;

struct Table {
    words: Words,
    phrases: Phrases,
}

impl Table {
    fn new(words: &[&[(&'static str, Sense)]], phrases: &[(&'static str, Sense)]) -> Self {
        let mut by_first = Phrases::default();
        for (phrase, sense) in phrases {
            let mut parts = phrase.split(' ');
            if let Some(first) = parts.next() {
                by_first
                    .entry(first)
                    .or_default()
                    .push((parts.collect(), *sense));
            }
        }
        for list in by_first.values_mut() {
            list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        Self {
            words: words.iter().flat_map(|w| w.iter().copied()).collect(),
            phrases: by_first,
        }
    }
}

static ENGLISH: LazyLock<Table> =
    LazyLock::new(|| Table::new(&[english::NAMES, english::WORDS], english_phrases::PHRASES));
static GERMAN: LazyLock<Table> =
    LazyLock::new(|| Table::new(&[german::NAMES, german::WORDS], german::PHRASES));
static SPANISH: LazyLock<Table> =
    LazyLock::new(|| Table::new(&[spanish::NAMES, spanish::WORDS], spanish::PHRASES));
static FRENCH: LazyLock<Table> =
    LazyLock::new(|| Table::new(&[french::NAMES, french::WORDS], french::PHRASES));
static NAMES: LazyLock<Words> = LazyLock::new(|| {
    [
        english::NAMES,
        german::NAMES,
        spanish::NAMES,
        french::NAMES,
        names::NAMES,
    ]
    .iter()
    .rev()
    .flat_map(|names| names.iter().copied())
    .collect()
});

/// A foreign name shorter than this is too likely to be a word of the text's own language.
const SHORTEST_FOREIGN: usize = 5;

fn table(language: Language) -> &'static Table {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::Spanish => &SPANISH,
        Language::French => &FRENCH,
    }
}

/// A word in lower case, as it stands where it is written so.
pub(crate) fn fold(word: &str) -> Cow<'_, str> {
    if !word.is_ascii() {
        word.to_lowercase().into()
    } else if word.bytes().any(|b| b.is_ascii_uppercase()) {
        word.to_ascii_lowercase().into()
    } else {
        word.into()
    }
}

/// The sense of a folded word; `dated` where it stands between numbers, so that a short foreign month is one.
pub(super) fn word(word: &str, language: Language, dated: bool) -> Option<Sense> {
    let own = table(language).words.get(word).copied();
    // English names of months and weekdays turn up in every language's documents
    let english = || match ENGLISH.words.get(word) {
        Some(name @ (Sense::Month(_) | Sense::Weekday(_))) => Some(*name),
        _ => None,
    };
    let spelled = || {
        (language == Language::German)
            .then(|| german_numbers::spelled(word))
            .flatten()
    };
    own.or_else(spelled).or_else(english).or_else(|| {
        (dated || word.len() >= SHORTEST_FOREIGN)
            .then(|| NAMES.get(word).copied())
            .flatten()
    })
}

/// The sense of a folded word that leads to an hour, joins a day and its month, or closes an hour in languages read for
/// their names alone; by whether a number stands before it and behind it, and the word behind it.
pub(super) fn beside_number(word: &str, before: bool, behind: bool, next: &str) -> Option<Sense> {
    let month = || matches!(NAMES.get(next), Some(Sense::Month(_)));
    if behind && names::BEFORE_HOUR.contains(&word) {
        Some(Sense::At)
    } else if before && word == names::BEHIND_HOUR {
        Some(Sense::OClock)
    } else {
        (before && word == "de" && month()).then_some(Sense::Of)
    }
}

/// The sense of a phrase that begins with this folded word; `end` says where the phrase ends if its other words follow.
pub(super) fn phrase(
    first: &str,
    language: Language,
    end: impl Fn(&[&str]) -> Option<usize>,
) -> Option<(Sense, usize)> {
    table(language)
        .phrases
        .get(first)?
        .iter()
        .find_map(|(rest, sense)| Some((*sense, end(rest)?)))
}
