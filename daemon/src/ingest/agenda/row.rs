//! What one line of a stamped list is: a day, a time, both, or what is told of them.

use super::stamp::stamped;
use crate::extract::dates::Reference;
use crate::ingest::lines;
use std::ops::Range;

pub(super) use super::stamp::Stamp;

/// A line of the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Its words, without list marks and without the stamp that it begins with.
    pub(super) text: String,
    /// Bytes of the upload.
    pub(super) span: Range<usize>,
    /// Columns of white space before it.
    pub(super) indent: usize,
    /// Whether it has a list's mark.
    pub(super) item: bool,
    /// The stamp that it is or begins with.
    pub(super) stamp: Option<Stamp>,
}

impl Row {
    /// Whether there is nothing on it.
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty() && self.stamp.is_none()
    }

    /// Whether the stamp is all it says.
    pub(super) fn is_stamp(&self) -> bool {
        self.stamp.is_some() && self.text.is_empty()
    }
}

/// Signs of which a rule is made at least.
const RULE: usize = 5;

/// A line, read; days without a year are those nearest to the reference.
pub(super) fn read(line: &str, span: Range<usize>, reference: &Reference) -> Row {
    let indent = line.len() - line.trim_start().len();
    // Signs of programs for events of several days are list marks, too.
    let marked = line
        .trim_start()
        .trim_start_matches(['⇥', '↦', '↔', '⇤', '↤']);
    let item =
        lines::item_text(line).or((marked.len() < line.trim_start().len()).then_some(marked));
    let text = item.unwrap_or(line).trim();
    let (task, text) = ["[ ] ", "[x] ", "[X] "]
        .iter()
        .find_map(|t| Some((*t, text.strip_prefix(t)?)))
        .unwrap_or(("", text));
    let text = text
        .trim_start_matches('#')
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '*' | '_'));
    // a rule parts as a blank line does
    let ruled = text.len() >= RULE && text.bytes().all(|b| matches!(b, b'-' | b'=' | b'~'));
    let text = if ruled { "" } else { text };
    let (stamp, text) = match stamped(text, reference) {
        Some((stamp, rest)) => (Some(stamp), rest),
        None => (None, text.to_owned()),
    };
    let text = if text.is_empty() {
        text
    } else {
        format!("{task}{text}")
    };
    Row {
        text,
        span,
        indent,
        item: item.is_some(),
        stamp,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::Time;

    #[test]
    fn tells_stamps_from_words() {
        let reference = Reference::at(jiff::civil::date(2024, 11, 17).at(12, 0, 0, 0));
        for (line, stamp, rest) in [
            ("18 Nov, Mon", "2024-11-18", ""),
            ("Today - Sunday, March 10, 2024", "2024-03-10", ""),
            ("8:30am – 12pm", "08:30-12:00", ""),
            ("1:15 – 2pm", "13:15-14:00", ""),
            ("All day", "day", ""),
            (
                "6:15am – 7:40am  LA 2047 to Oslo",
                "06:15-07:40",
                "LA 2047 to Oslo",
            ),
            (
                "09:00-10:00 Stand-up :: room 2",
                "09:00-10:00",
                "Stand-up :: room 2",
            ),
            ("- 18:00: choir", "18:00", "choir"),
            ("Mon Nov 18  9:00am  Dentist", "2024-11-18 09:00", "Dentist"),
            (
                "| 2024-11-18 | 09:00 | Dentist |",
                "2024-11-18 09:00",
                "Dentist",
            ),
            (
                "Saturday, 23 November⋅7:30 – 11:00pm",
                "2024-11-23 19:30/2024-11-23 23:00",
                "",
            ),
            (
                "<2024-11-18 Mon 10:00-11:00>",
                "2024-11-18 10:00/2024-11-18 11:00",
                "",
            ),
            (
                "Mon 18 Nov 2024 8:30am – 9am (GMT)",
                "2024-11-18 08:30/2024-11-18 09:00",
                "",
            ),
            (
                "Tue 19 Nov: Parents' evening",
                "2024-11-19",
                "Parents' evening",
            ),
            ("## Montag, 18. November 2024", "2024-11-18", ""),
            (
                "Antenatal home visits, Levenshulme",
                "",
                "Antenatal home visits, Levenshulme",
            ),
            (
                "Friday I went to see the new boat",
                "",
                "Friday I went to see the new boat",
            ),
            ("4 guests", "", "4 guests"),
        ] {
            let row = read(line, 0..line.len(), &reference);
            let shown = match row.stamp {
                None => String::new(),
                Some(Stamp::AllDay) => "day".to_owned(),
                Some(Stamp::Day(when) | Stamp::Moment(when)) => when.to_string(),
                Some(Stamp::Clock(from, to)) => {
                    let clock = |t: Time| format!("{:02}:{:02}", t.hour(), t.minute());
                    clock(from) + &to.map(|t| format!("-{}", clock(t))).unwrap_or_default()
                }
            };
            assert_eq!((shown.as_str(), row.text.as_str()), (stamp, rest), "{line}");
        }
    }
}
