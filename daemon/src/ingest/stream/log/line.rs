//! What one line of a log is: a message in one of its dresses, a day, something that the program tells.

use crate::ingest::pattern::pattern;
use crate::ingest::stamp::{self, Day, Stamp};

/// A time of day, with what may stand round it.
macro_rules! time {
    () => {
        r"(?:(?:오전|午前|上午|早上|凌晨|오후|午後|下午|晚上|中午)\s?)?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?(?:[\s\u{202f}\u{a0}]?[ap]\.?\s?m\b\.?)?"
    };
}

/// A day in numbers or with its month's name.
macro_rules! date {
    () => {
        r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?|\d{4}[년年]\s?\d{1,2}[월月]\s?\d{1,2}[일日]|(?:\p{L}{2,9}\.?,?\s)?(?:\p{L}{3,9}\.?\s\d{1,2}|\d{1,2}\.?\s\p{L}{3,9}\.?)(?:,?\s\d{4})?"
    };
}

pattern!(
    STAMP,
    concat!(
        r"(?i)^[\s\u{200e}\u{200f}\u{feff}]*\[?\s*(?:(?:",
        date!(),
        r")(?:[,;T]|\s*\]\s*\[)?\s*)?",
        time!(),
        r"(?:Z|\s?[+-]\d{2}:?\d{2})?(?:\s*\])?"
    )
);
pattern!(
    NAMED,
    concat!(
        r"(?i)^\[([^\[\]]{1,60})\]\s*\[((?:(?:",
        date!(),
        r"),?\s*)?",
        time!(),
        r")\]\s*(.*)$"
    )
);
pattern!(
    ANGLED,
    r"^\s*(?:[-–|]\s*)?<\s?[@+%~&!]?([^<>\s][^<>]{0,40}?)>\s+(.*)$"
);
pattern!(
    NUMBERED,
    r#"^[,;]"?([^,;"]{1,60})"?[,;]"?\+?\d[\d ()/-]{5,20}"?[,;]"?(.*?)"?$"#
);
pattern!(TABBED, r"^\t\s*([^\t]{1,60}?)\s*\t\s*(.*)$");
pattern!(BARRED, r"^\s*\|?\s*([^|\t]{1,40}?)\s+\|\s+(.*)$");
pattern!(COLON, r"^\s*(?:[-–—]\s+|,\s*)?([^:\t<>]{1,60}?)\s?:\s(.*)$");
pattern!(
    SYSTEM,
    r"(?i)\b(?:joined|left|was added|added|removed|created|changed|invited|set the|sent an?|pinned|made|deleted)\b"
);
pattern!(ACTION, r"^\s*\*\s+[@+%~&!]?(\S{1,30})\s+(\S.*)$");
pattern!(
    MOVES,
    r"(?i)^(?:has (?:joined|left|quit|changed|set|kicked|been|signed)|sets? (?:the )?(?:mode|topic)|is now known as|was kicked|quit)\b"
);
pattern!(SESSION, r"(?i)^session (?:start|time|close|ident)\b");
pattern!(YEAR, r"\b(?:19|20)\d{2}\b");

/// The dresses in which programs put a message's sender and words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `<ida> soup?`
    Angled,
    /// `[Ida Ek] [18:13] soup?`
    Named,
    /// `Ida Ek,+15550100200,soup?`
    Numbered,
    /// The name between tabs.
    Tabbed,
    /// `ida | soup?`
    Barred,
    /// `- Ida Ek: soup?`
    Colon,
}

impl Shape {
    /// Each of them; where two are met alike, the later is taken.
    pub(super) const ALL: [Self; 6] = [
        Self::Angled,
        Self::Named,
        Self::Numbered,
        Self::Tabbed,
        Self::Barred,
        Self::Colon,
    ];
}

/// A line of a log.
pub(super) enum Line<'t> {
    /// What somebody wrote.
    Message {
        shape: Shape,
        stamp: Stamp,
        name: &'t str,
        said: &'t str,
    },
    /// What somebody tells that they do, if it is somebody.
    Action {
        stamp: Stamp,
        name: &'t str,
        said: &'t str,
    },
    /// A time and no sender: what the program tells, with `words` where it begins with a word as a sentence does.
    Told { words: bool },
    /// The day of what follows.
    Day(Day),
    /// The program's, between two rules.
    Own,
    /// Nothing.
    Empty,
    /// Anything else.
    Other,
}

/// Reads a line.
pub(super) fn of(line: &str) -> Line<'_> {
    if line.trim().is_empty() {
        return Line::Empty;
    }
    if let Some(found) = NAMED.captures(line) {
        let name = found.get(1).map_or("", |m| m.as_str());
        let stamp = stamp::take(&found[2]).0;
        if stamp.time.is_some() && is_name(name) {
            return Line::Message {
                shape: Shape::Named,
                stamp,
                name,
                said: found.get(3).map_or("", |m| m.as_str()),
            };
        }
    }
    if let Some(head) = STAMP.find(line) {
        return stamped(head.as_str(), &line[head.end()..]);
    }
    announced(line)
}

/// A line that begins with its time.
fn stamped<'t>(head: &str, rest: &'t str) -> Line<'t> {
    let stamp = stamp::take(head).0;
    if rest.trim().is_empty() && stamp.day.is_some() {
        return Line::Own;
    }
    let shapes = [
        (Shape::Angled, &ANGLED),
        (Shape::Numbered, &NUMBERED),
        (Shape::Tabbed, &TABBED),
        (Shape::Barred, &BARRED),
        (Shape::Colon, &COLON),
    ];
    let found = shapes
        .into_iter()
        .find_map(|(shape, pattern)| Some((shape, pattern.captures(rest)?)));
    if let Some((shape, found)) = found {
        let name = found.get(1).map_or("", |m| m.as_str());
        let name = name.trim_start_matches(['@', '+', '%', '~', '&']);
        if stamp.time.is_some() && is_name(name) {
            return Line::Message {
                shape,
                stamp,
                name,
                said: found.get(2).map_or("", |m| m.as_str()),
            };
        }
    }
    if let Some(found) = ACTION.captures(rest)
        && stamp.time.is_some()
        && !MOVES.is_match(&found[2])
    {
        return Line::Action {
            stamp,
            name: found.get(1).map_or("", |m| m.as_str()),
            said: found.get(2).map_or("", |m| m.as_str()),
        };
    }
    let sentence = rest.trim_start_matches([' ', ']', ',']);
    Line::Told {
        words: sentence.starts_with(char::is_alphanumeric) && !SYSTEM.is_match(sentence),
    }
}

/// A line that begins with no time: a day, with rules round it or not, or something else.
fn announced(line: &str) -> Line<'_> {
    let is_rule = |c: char| matches!(c, '-' | '–' | '—' | '=' | '*' | '~' | '_' | '─');
    let line = line.trim();
    let rules = line.chars().take_while(|c| is_rule(*c)).count();
    let bare = line.trim_matches(|c: char| is_rule(c) || c.is_whitespace());
    if let Some(Stamp { day: Some(day), .. }) = stamp::whole(bare) {
        return Line::Day(day);
    }
    if rules >= 2 || SESSION.is_match(line) {
        return dated(bare).map_or(Line::Own, Line::Day);
    }
    Line::Other
}

/// The day that a program's line tells: "Log opened Wed Jul 30 18:12:07 2025".
fn dated(text: &str) -> Option<Day> {
    let (stamp, rest) = stamp::take(text);
    match stamp.day? {
        day @ Day::NoYear(..) => {
            let year = YEAR.find(&rest).and_then(|year| year.as_str().parse().ok());
            let exact = year.and_then(|year| day.date(false, year));
            Some(exact.map_or(day, Day::Exact))
        }
        day => Some(day),
    }
}

/// Whether a label may be a name or a nick, and no sentence of the program's.
fn is_name(label: &str) -> bool {
    /// Words and characters of a name at most.
    const WORDS: usize = 5;
    const LONGEST: usize = 40;
    label.starts_with(char::is_alphanumeric)
        && label.chars().any(char::is_alphabetic)
        && label.chars().count() <= LONGEST
        && label.split_whitespace().count() <= WORDS
        && !SYSTEM.is_match(label)
}
