//! Front matter: the fields (YAML) that a program keeps above a note, of the note and of whom or what it is about.

use super::{header, lines};
use crate::extract::dates::{self, Anchor, Order, Reference};
use crate::ingest::{Document, Kind, Passage, labels};
use crate::when::MONTHS;
use jiff::civil::{Date, DateTime};
use std::ops::Range;

/// Lines of front matter at most.
const LINES: usize = 100;

/// Fields of other names for somebody or something.
const CALLED: [&str; 4] = ["aliases", "alias", "nickname", "nicknames"];

/// Fields of the day on which somebody was born, beside those that other texts have.
const BORN: [&str; 8] = [
    "birthday",
    "bday",
    "born",
    "geburtstag",
    "anniversaire",
    "cumpleaños",
    "compleanno",
    "verjaardag",
];

/// Fields of where a text was found.
const FOUND: [&str; 4] = ["source", "url", "link", "origin"];

/// What front matter says that a note goes on with.
#[derive(Debug, Default)]
pub(super) struct FrontMatter {
    /// Where it stands; the note begins at its end.
    pub(super) span: Range<usize>,
    /// Whether the note was clipped from a page.
    pub(super) is_clipping: bool,
    called: Vec<String>,
    born: Option<String>,
    /// Other days: "finished on 19 May 2025".
    days: Vec<String>,
}

/// Takes front matter into the document.
pub(super) fn read(
    text: &str,
    document: &mut Document,
    order: Order,
    now: DateTime,
) -> FrontMatter {
    let Some((fields, end)) = fields(text) else {
        return FrontMatter::default();
    };
    let mut front = FrontMatter {
        span: 0..end,
        ..FrontMatter::default()
    };
    for (key, values) in fields {
        let value = values.join(", ");
        if CALLED.contains(&key.as_str()) {
            front.called = values;
        } else if BORN.contains(&key.as_str()) || labels::ends_with_birth(&key) {
            let day = day(&value, order, now).map(told);
            front.born = Some(day.unwrap_or(value)).filter(|v| !v.is_empty());
        } else {
            front.is_clipping |= FOUND.contains(&key.as_str()) && value.starts_with("http");
            let taken = header::fact(&format!("{key}: {value}"), document, order, now);
            if matches!(taken, header::Fact::None)
                && let Some(day) = day(&value, order, now)
            {
                front.days.push(format!("{key} on {}", told(day)));
            }
        }
    }
    front
}

impl FrontMatter {
    /// Puts what it says of whom or what the note is about above what the note says: another name beside it, so that what it
    /// says is found by that, too, and days by themselves, for they are not those of the note.
    pub(super) fn tell(self, document: &mut Document) {
        let title = document.title.clone();
        let name = title.as_deref();
        let called = (!self.called.is_empty()).then(|| self.called.join(" and "));
        if let Some(called) = &called {
            let said = match name {
                Some(name) => format!("{name} is also called {called}."),
                None => format!("Also called {called}."),
            };
            let mut passage = Passage::new(Kind::Prose, said, self.span.clone());
            if let Some(first) = document.passages.first() {
                passage.headings.clone_from(&first.headings);
                passage.when = first.when;
                passage.thread = first.thread;
            }
            document.passages.insert(0, passage);
        }
        let born = self.born.map(|day| match (name, called) {
            (Some(name), Some(called)) => format!("{name}, called {called}, was born on {day}."),
            (Some(name), None) => format!("{name} was born on {day}."),
            (None, _) => format!("Born on {day}."),
        });
        let days = (!self.days.is_empty()).then(|| {
            let name = name.map_or(String::new(), |name| format!("{name}: "));
            format!("{name}{}.", self.days.join(", "))
        });
        for said in [born, days].into_iter().flatten() {
            let mut passage = Passage::new(Kind::Record, said, self.span.clone());
            passage.thread = document.new_thread();
            document.passages.push(passage);
        }
    }
}

/// The day that a field is, as a whole.
fn day(value: &str, order: Order, now: DateTime) -> Option<Date> {
    let order = dates::order(value).unwrap_or(order);
    let reference = Reference {
        order,
        ..Reference::at(now)
    };
    let found = dates::find(value, &reference).into_iter().next()?;
    let (first, last) = found.when.days();
    let whole = found.span.len() == value.trim().len();
    (whole && first == last && found.anchor == Anchor::Absolute).then_some(first)
}

fn told(day: Date) -> String {
    let month = usize::try_from(day.month())
        .ok()
        .and_then(|m| MONTHS.get(m - 1));
    format!("{} {} {}", day.day(), month.unwrap_or(&""), day.year())
}

/// A field's name, and its value or those of a list.
type Field = (String, Vec<String>);

/// The fields, and where they end.
fn fields(text: &str) -> Option<(Vec<Field>, usize)> {
    let rest = text
        .strip_prefix("---\n")
        .or_else(|| text.strip_prefix("---\r\n"))?;
    let mut fields: Vec<Field> = Vec::new();
    let mut at = text.len() - rest.len();
    for line in rest.split_inclusive('\n').take(LINES) {
        at += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return Some((fields, at));
        }
        let item = line.trim().strip_prefix("- ");
        if let (Some(item), Some((_, values))) = (item, fields.last_mut()) {
            values.push(value(item));
        } else if let Some((key, said)) = line.split_once(':')
            && !line.starts_with([' ', '\t', '#'])
        {
            let key = key.trim().to_lowercase().replace(['_', '-'], " ");
            fields.push((key, values(said.trim())));
        }
    }
    None
}

/// One value, or those of a list in brackets; a link to a note is in brackets, too.
fn values(said: &str) -> Vec<String> {
    let list = said.strip_prefix('[').and_then(|s| s.strip_suffix(']'));
    let all: Vec<&str> = match list.filter(|_| !said.starts_with("[[") || said.contains("]],")) {
        Some(list) => list.split(',').collect(),
        None => vec![said],
    };
    let all = all.into_iter().map(value);
    all.filter(|v| !v.is_empty()).collect()
}

/// A value without its quotation marks, and without the marks of a link.
fn value(said: &str) -> String {
    lines::plain(said.trim().trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use memo_common::api::SourceType;

    fn read_note(text: &str) -> Document {
        super::super::notes::read(text, date(2026, 11, 27).at(12, 0, 0, 0))
    }

    #[test]
    fn whom_a_note_is_about() {
        for (front, said) in [
            (
                "aliases: [Jo]\nbirthday: 1988-11-02\nphone: \"+49 000\"",
                &[
                    "Jonas is also called Jo.",
                    "Brother of Ada.",
                    "Jonas, called Jo, was born on 2 November 1988.",
                ][..],
            ),
            (
                "aliases:\n  - Jo\n  - \"Big J\"\ntags: [people]",
                &["Jonas is also called Jo and Big J.", "Brother of Ada."],
            ),
            (
                "born: 14.02.1961",
                &["Brother of Ada.", "Jonas was born on 14 February 1961."],
            ),
            (
                "Birthday: 2 November",
                &["Brother of Ada.", "Jonas was born on 2 November."],
            ),
            (
                "started: 2025-05-02\nfinished: 2025-05-19\nrating: 4\nupdated: 2025-06-01",
                &[
                    "Brother of Ada.",
                    "Jonas: started on 2 May 2025, finished on 19 May 2025.",
                ],
            ),
        ] {
            let document = read_note(&format!("---\n{front}\n---\n# Jonas\nBrother of Ada.\n"));
            let told: Vec<_> = document.passages.iter().map(|p| p.text.as_str()).collect();
            assert_eq!(told, said, "{front}");
        }
    }

    #[test]
    fn who_was_there_and_what_is_nothing_to_tell() {
        let document = read_note(
            "---\ndate: 2025-06-03\npeople: [\"[[Nadia Ek]]\", \"[[Igor]]\"]\nid: 7\n---\n# Picnic\nHot.\n",
        );
        assert_eq!(document.written.map(|w| w.days().0), Some(date(2025, 6, 3)));
        let present = document.present.iter();
        let names: Vec<_> = present
            .filter_map(|id| document.people[*id].name.as_deref())
            .collect();
        assert_eq!(names, ["Nadia Ek", "Igor"]);
        assert_eq!(document.passages.len(), 1);
    }

    #[test]
    fn a_note_of_a_week_is_written_at_its_end() {
        let mut document = Document::new(SourceType::Text);
        let now = date(2025, 2, 7).at(21, 6, 0, 0);
        let text = "---\ncreated: 2025-02-02T20:41\nweek: 2025-W06\n---\n## Mon\n";
        let front = read(text, &mut document, Order::DayFirst, now);
        assert!(front.span.end > 0);
        assert_eq!(
            document.written,
            Some(crate::when::When::day(date(2025, 2, 9)))
        );
    }
}
