//! Dates and times as programs write them at the head of a message, a line, a file name: `12/03/2024, 21:04`,
//! `1:56 pm on 8 May, 2023`, `[12.03.24, 21:04:11]`, `20240918-140302`. Running text is `extract::dates`' work.

pub(crate) mod column;
mod days;
mod order;

pub(crate) use days::{is_weekday, weekday};
pub(crate) use order::{Order, month_first};

use super::pattern::{asked::may_hold_digit, pattern};
use jiff::civil::{Date, Time};
use std::borrow::Cow;

/// The halves of a day as languages write them before the time of a clock of twelve hours, and behind it.
macro_rules! half_before {
    () => {
        r"오전|午前|上午|早上|清晨|凌晨|de\.|ÖÖ|오후|午後|下午|晚上|中午|du\.|ÖS"
    };
}
macro_rules! half_behind {
    () => {
        r"ص|م|π\.?μ\.?|μ\.?μ\.?|ق\.ظ\.?|ب\.ظ\.?|पूर्वाह्न|अपराह्न|ಪೂರ್ವಾಹ್ನ|ಅಪರಾಹ್ನ|முற்பகல்|பிற்பகல்|PTG|PG|e paradites|e pasdites"
    };
}
pub(crate) use {half_before, half_behind};

/// Those of the morning.
const MORNING: [&str; 15] = [
    "오전",
    "午前",
    "上午",
    "早上",
    "清晨",
    "凌晨",
    "de.",
    "öö",
    "ص",
    "ق.ظ",
    "पूर्वाह्न",
    "ಪೂರ್ವಾಹ್ನ",
    "முற்பகல்",
    "pg",
    "e paradites",
];

/// The digit 0 of the scripts that phones write numbers in, each followed by the other nine.
const ZEROS: [char; 12] = ['٠', '۰', '०', '০', '੦', '૦', '௦', '౦', '೦', '൦', '๐', '၀'];

/// The years that Thailand counts from the Buddha's death, and by how many they are ahead.
const BUDDHIST: std::ops::RangeInclusive<i16> = 2500..=2643;
const AHEAD: i16 = 543;

pattern!(
    TIME,
    concat!(
        r"(?i)(?:\b|(",
        half_before!(),
        r")\s?)(\d{1,2})(?:[:.]|\s?h\s?)(\d{2})(?:[:.](\d{2}))?(?:[.,]\d{1,6})?(?:\s*(?:([ap])(\.?)\s?m\b\.?|(",
        half_behind!(),
        r")(?:\W|$)))?"
    )
);
pattern!(BARE_HOUR, r"(?i)\b(\d{1,2})\s?([ap])(\.?)\s?m\b\.?");
pattern!(
    YEAR_FIRST,
    r"\b(\d{4})(?:[-/]|\.\s?|[년年]\s?)(\d{1,2})(?:[-/]|\.\s?|[월月]\s?)(\d{1,2})(?:[일日]|T|\b|_)"
);
pattern!(
    NUMBERS,
    r"\b(\d{1,2})(?:[-/]|\.\s?)(\d{1,2})(?:[-/]|\.\s?)(\d{4}|\d{2})\b"
);
pattern!(
    DAY_MONTH,
    r"(?i)\b(\d{1,2})(?:st|nd|rd|th|º|\.)?[\s-]+(?:of\s+|de\s+)?(\p{L}{3,10})\.?(?:,?[\s-]+(?:de\s+|of\s+)?(\d{4}))?\b"
);
// "17/Sep/18", as Jira has it
pattern!(SLASHED, r"\b(\d{1,2})/(\p{L}{3,9})/(\d{4}|\d{2})\b");
pattern!(
    MONTH_DAY,
    r"(?i)\b(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(\d{4})\b)?"
);
pattern!(
    COMPACT,
    r"(?:^|\D)(\d{4})(\d{2})(\d{2})[-_T ]?(\d{2})(\d{2})(\d{2})?(Z)?"
);

/// A date whose numbers may be read in two ways, or whose year is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Day {
    /// There is one reading.
    Exact(Date),
    /// `12/03/2024`: day first or month first.
    Numbers(i8, i8, i16),
    /// `16 May`: month and day.
    NoYear(i8, i8),
}

impl Day {
    /// The date; `year` fills in the one left out.
    pub(crate) fn date(self, month_first: bool, year: i16) -> Option<Date> {
        match self {
            Self::Exact(date) => Some(date),
            Self::Numbers(a, b, year) => {
                let (day, month) = if month_first { (b, a) } else { (a, b) };
                Date::new(year, month, day)
                    .or_else(|_| Date::new(year, day, month))
                    .ok()
            }
            Self::NoYear(month, day) => Date::new(year, month, day).ok(),
        }
    }

    /// With the year that was left out: the last such day that is not after tomorrow, as what is copied today may be of
    /// a day that began elsewhere.
    pub(crate) fn latest(self, today: Date) -> Self {
        /// Years after which the 29th of February has come again.
        const LEAP: i16 = 8;
        let Self::NoYear(..) = self else { return self };
        let tomorrow = today.tomorrow().unwrap_or(today);
        let found = (0..=LEAP)
            .filter_map(|back| self.date(false, today.year() - back))
            .find(|date| *date <= tomorrow);
        found.map_or(self, Self::Exact)
    }
}

/// What a stamp says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// The day.
    pub(crate) day: Option<Day>,
    /// The time of day.
    pub(crate) time: Option<Time>,
    /// Whether the time is written with am or pm.
    pub(crate) twelve_hours: bool,
    /// Whether these are not the capital letters alone that a program writes in America, where the month is first.
    pub(crate) foreign: bool,
}

/// Number of a month by its name in English, German, Spanish, French, Italian, Dutch or Portuguese.
pub(crate) fn month(name: &str) -> Option<i8> {
    const STARTS: [&[&str]; 12] = [
        &["jan", "ene", "gen", "jän"],
        &["feb", "fév", "fev"],
        &["mar", "mär", "mrt", "maa"],
        &["apr", "avr", "abr"],
        &["may", "mai", "mei", "mag"],
        &["jun", "juin", "giu"],
        &["jul", "juil", "lug"],
        &["aug", "aoû", "ago"],
        &["sep", "set"],
        &["oct", "okt", "ott", "out"],
        &["nov"],
        &["dec", "dez", "dic", "déc"],
    ];
    const NAMES: &str = " january february march april may june july august september october november december sept \
        januar februar märz april mai juni juli august september oktober november dezember jänner \
        enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre setiembre \
        janvier février mars avril mai juin juillet août septembre octobre novembre décembre \
        gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre \
        januari februari maart mei augustus \
        janeiro fevereiro março maio junho julho setembro outubro novembro dezembro \
        janv janu febr févr fevr genn febb magg giug lugl sett juil augu octo ";
    let name = name.to_lowercase();
    let known = name.chars().count() <= 3 || NAMES.contains(&format!(" {name} "));
    // `juin` and `juil` share three letters with `jul`'s neighbours: longer beginnings first.
    STARTS
        .iter()
        .enumerate()
        .flat_map(|(n, starts)| starts.iter().map(move |s| (n, *s)))
        .filter(|(_, start)| known && name.starts_with(start))
        .max_by_key(|(_, start)| start.len())
        .and_then(|(n, _)| i8::try_from(n + 1).ok())
}

fn small(text: &str) -> i8 {
    text.parse().unwrap_or(-1)
}

/// A year of four digits, or of two in this century.
fn year(text: &str) -> i16 {
    let year: i16 = text.parse().unwrap_or(-1);
    match year {
        _ if text.len() == 2 => 2000 + year,
        year if BUDDHIST.contains(&year) => year - AHEAD,
        year => year,
    }
}

/// A text in plain digits, without the marks that tell in which direction it runs.
fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let plain = |c: char| match c {
        '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            None
        }
        c => {
            let digit = |zero: &char| u32::from(c).checked_sub(u32::from(*zero));
            let mut digits = ZEROS.iter().filter_map(digit);
            Some(digits.find_map(|n| char::from_digit(n, 10)).unwrap_or(c))
        }
    };
    Cow::Owned(text.chars().filter_map(plain).collect())
}

/// The first date and time in `text`, and the text without them.
pub(crate) fn take(text: &str) -> (Stamp, String) {
    let mut rest = plain(text).into_owned();
    let mut stamp = Stamp::default();
    let found = YEAR_FIRST
        .captures(&rest)
        .and_then(|c| {
            let date = Date::new(year(&c[1]), small(&c[2]), small(&c[3])).ok()?;
            Some((Day::Exact(date), c.get(0)?.range()))
        })
        .or_else(|| {
            let c = NUMBERS.captures(&rest)?;
            let (a, b) = (small(&c[1]), small(&c[2]));
            let day = Day::Numbers(a, b, year(&c[3]));
            day.date(false, 0)?;
            Some((day, c.get(0)?.range()))
        })
        .or_else(|| {
            let c = SLASHED.captures(&rest)?;
            named(&c[1], &c[2], Some(&c[3])).zip(c.get(0).map(|m| m.range()))
        })
        .or_else(|| {
            let c = DAY_MONTH.captures(&rest)?;
            named(&c[1], &c[2], c.get(3).map(|y| y.as_str())).zip(c.get(0).map(|m| m.range()))
        })
        .or_else(|| {
            let c = MONTH_DAY
                .captures_iter(&rest)
                .find(|c| month(&c[1]).is_some())?;
            named(&c[2], &c[1], c.get(3).map(|y| y.as_str())).zip(c.get(0).map(|m| m.range()))
        });
    if let Some((day, span)) = found {
        stamp.day = Some(day);
        rest.replace_range(span, " ");
    }
    let time = TIME
        .captures(&rest)
        .and_then(|c| {
            let seconds = c.get(4).map_or(0, |s| small(s.as_str()));
            let worded = c.get(1).or(c.get(7)).map(|h| h.as_str().to_lowercase());
            let worded = worded.map(|h| {
                let morning = MORNING.iter().any(|m| h.starts_with(m)) || h.starts_with('π');
                if morning { "a" } else { "p" }
            });
            let half = worded.or(c.get(5).map(|h| h.as_str()));
            let dotted = c.get(6).is_some_and(|d| !d.is_empty());
            let foreign = worded.is_some() || dotted || matches!(half, Some("a" | "p"));
            let time = Time::new(hour(small(&c[2]), half), small(&c[3]), seconds, 0).ok()?;
            Some((time, half.is_some(), foreign, c.get(0)?.range()))
        })
        .or_else(|| {
            let c = BARE_HOUR.captures(&rest)?;
            let time = Time::new(hour(small(&c[1]), c.get(2).map(|h| h.as_str())), 0, 0, 0).ok()?;
            let foreign = !c[3].is_empty() || matches!(&c[2], "a" | "p");
            Some((time, true, foreign, c.get(0)?.range()))
        });
    if let Some((time, twelve_hours, foreign, span)) = time {
        stamp.foreign = foreign;
        stamp.time = Some(time);
        stamp.twelve_hours = twelve_hours;
        rest.replace_range(span, " ");
    }
    (stamp, rest)
}

/// The hour of the day that a clock of twelve hours means.
fn hour(hour: i8, half: Option<&str>) -> i8 {
    match half {
        Some("a" | "A") if hour == 12 => 0,
        Some("p" | "P") if hour < 12 => hour + 12,
        _ => hour,
    }
}

fn named(day: &str, name: &str, given: Option<&str>) -> Option<Day> {
    let (month, day) = (month(name)?, small(day));
    match given {
        Some(given) => Date::new(year(given), month, day).ok().map(Day::Exact),
        None => Date::new(2024, month, day)
            .ok()
            .map(|_| Day::NoYear(month, day)),
    }
}

/// The stamp that `text` is, as a whole; `None` where it says anything else.
pub(crate) fn whole(text: &str) -> Option<Stamp> {
    if text.len() > 80 || !may_hold_digit(text) {
        return None;
    }
    let (stamp, rest) = take(text);
    let nothing_else = rest
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| {
            is_weekday(word)
                || matches!(
                    word.to_lowercase().as_str(),
                    "at" | "on"
                        | "um"
                        | "uhr"
                        | "le"
                        | "el"
                        | "den"
                        | "utc"
                        | "gmt"
                        | "z"
                        | "t"
                        | "the"
                        | "of"
                        | "de"
                        | "à"
                        | "a"
                        | "las"
                )
                || word.to_uppercase() == word
                    && word.len() <= 4
                    && word.chars().all(char::is_alphabetic)
        });
    (nothing_else && (stamp.day.is_some() || stamp.time.is_some())).then_some(stamp)
}

/// Date and time in a file name, and whether they are in UTC (Zoom's `GMT20240918-140302`, a trailing `Z`).
pub(crate) fn in_file_name(name: &str) -> Option<(Stamp, bool)> {
    if let Some(c) = COMPACT.captures(name) {
        let date = Date::new(year(&c[1]), small(&c[2]), small(&c[3]));
        let seconds = c.get(6).map_or(0, |s| small(s.as_str()));
        let time = Time::new(small(&c[4]), small(&c[5]), seconds, 0);
        if let (Ok(date), Ok(time)) = (date, time) {
            let stamp = Stamp {
                day: Some(Day::Exact(date)),
                time: Some(time),
                ..Stamp::default()
            };
            return Some((stamp, name.contains("GMT") || c.get(7).is_some()));
        }
    }
    let spaced = name.replace('_', " ");
    let (stamp, rest) = take(&spaced);
    stamp.day?;
    // `2024-05-03 14-30-05`: times with hyphens are only met in names.
    let time = stamp.time.or_else(|| take(&rest.replace('-', ":")).0.time);
    Some((Stamp { time, ..stamp }, false))
}

#[cfg(test)]
mod tests;
