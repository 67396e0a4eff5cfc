//! Org-mode files: an outline whose entries have states, stamps and drawers (orgmode.org/worg/org-syntax.html).
//!
//! - `states`: the states of entries

mod states;

use super::lines::plain;
use crate::ingest::Title;
use crate::ingest::lines::{self, spanned};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use crate::ingest::{Document, Kind, Passage};
use crate::series::Series;
use crate::when::When;
use memo_common::api::SourceType;
use states::States;
use std::ops::Range;

pattern!(
    HEADLINE,
    r"^(\*+)\s+(?:([A-Z]{2,10})\s+)?(?:\[#[A-Z0-9]\]\s+)?(.*?)(?:\s+(:[\w@#%:]+:))?$"
);
pattern!(KEYWORD, r"(?i)^\s*#\+(\w+):\s*(.*)$");
pattern!(
    STAMP,
    r"[<\[](\d{4}-\d{2}-\d{2}[^>\]\n]{0,40})[>\]](?:--[<\[](\d{4}-\d{2}-\d{2}[^>\]\n]{0,40})[>\]])?"
);
pattern!(
    PLANNING,
    r"^\s*(?:(?:SCHEDULED|DEADLINE|CLOSED):\s*[<\[][^>\]]*[>\]](?:--[<\[][^>\]]*[>\]])?\s*)+$"
);
// how it repeats, within an active stamp: "+1w", ".+2d"
pattern!(
    REPEATER,
    r"<\d{4}-[^>\n]{0,40}\s(?:\+\+?|\.\+)(\d{1,3})([dwmy])\b[^>\n]{0,20}>"
);
// what is no prose: code, what it came to, what another program is to set
pattern!(
    BLOCK,
    r"(?i)^\s*#\+(begin|end)_(?:src|example|export|comment)\b"
);
pattern!(
    NOTE,
    r"^\s*- Note taken on (\[\d{4}-[^\]]{0,30}\])\s*(?:\\\\)?\s*(.*)$"
);
pattern!(
    LOGGED,
    r"^\s*(?:CLOCK:|- (?:State|Rescheduled|Not scheduled|New deadline|Removed deadline|Refiled|CLOSING NOTE)\b)"
);
pattern!(DRAWER, r"^\s*:[\w-]+:\s*$");
pattern!(LINK, r"\[\[[^\]]+\]\[([^\]]+)\]\]");

/// Stars from which on a headline alone is a note: those of fewer are places for notes.
const LEAF: usize = 2;

/// Whether a text is one: a headline of stars, and a keyword, a drawer or a planned date.
pub(super) fn is(text: &str) -> bool {
    let head = || text.lines().take(200);
    head().any(|l| HEADLINE.is_match(l))
        && head().any(|l| KEYWORD.is_match(l) || PLANNING.is_match(l) || l.trim() == ":PROPERTIES:")
}

/// Entries above one that are told as its headings; what is deeper stands under these alone.
const DEEPEST: usize = 8;

/// An entry being read.
struct Entry {
    /// How many stars it has.
    depth: usize,
    headings: Vec<Title>,
    title: String,
    task: Option<bool>,
    when: Option<When>,
    series: Option<String>,
    lines: Vec<String>,
    span: Range<usize>,
}

/// Reads the outline: an entry is a passage, the entries above it are its headings.
pub(super) fn read(text: &str) -> Document {
    let mut document = Document::new(SourceType::Text);
    let mut above: Vec<(usize, Title)> = Vec::new();
    let mut open: Option<Entry> = None;
    let mut thread = 0;
    let mut states = States::default();
    let (mut in_drawer, mut in_block) = (false, false);
    for (line, span) in spanned(text) {
        if let Some(edge) = BLOCK.captures(line) {
            in_block = edge[1].eq_ignore_ascii_case("begin");
        } else if in_block && !line.starts_with('*') {
            // nobody's words
        } else if let Some(head) = HEADLINE.captures(line) {
            let over = open.as_ref().is_some_and(|o| head[1].len() > o.depth);
            end(&mut document, open.take(), thread, over);
            (in_drawer, in_block) = (false, false);
            let depth = head[1].len();
            above.retain(|(d, _)| *d < depth);
            thread += u32::from(depth == 1);
            let word = head.get(2).map_or("", |m| m.as_str());
            let task = states.of(word);
            let title = match (task, word) {
                (None, word) if !word.is_empty() => format!("{word} {}", &head[3]),
                _ => head[3].to_owned(),
            };
            let title = LINK.replace_all(&title, "$1").into_owned();
            open = Some(Entry {
                depth,
                headings: above.iter().take(DEEPEST).map(|(_, t)| t.clone()).collect(),
                when: stamped(&title),
                series: repeated(&title),
                title: plain(STAMP.replace_all(&title, "").trim()),
                task,
                lines: Vec::new(),
                span,
            });
            above.push((depth, title.into()));
        } else if let Some(keyword) = KEYWORD.captures(line) {
            let value = keyword[2].trim();
            match keyword[1].to_lowercase().as_str() {
                "title" if !value.is_empty() => document.title = Some(value.into()),
                "date" => document.written = stamped(value).or(document.written),
                "todo" | "seq_todo" | "typ_todo" => states.name(value),
                _ => {}
            }
        } else if DRAWER.is_match(line) {
            // what is noted in a log is told, its clock is not
            let opens = line.trim();
            in_drawer = !matches!(opens, ":END:" | ":LOGBOOK:");
        } else if !in_drawer && !line.trim_start().starts_with("# ") && line.trim() != "#" {
            let open = open.get_or_insert_with(|| Entry {
                depth: 0,
                headings: Vec::new(),
                title: String::new(),
                task: None,
                when: None,
                series: None,
                lines: Vec::new(),
                span: span.clone(),
            });
            // what is planned comes before what was written down
            let clocked = line.trim_start().starts_with("CLOCK:");
            let when = stamped(line).filter(|_| !clocked || open.task.is_none());
            if open.when.is_none() && when.is_some() {
                open.series = repeated(line);
            }
            open.when = open.when.or(when);
            let alone = PLANNING.is_match(line) || STAMP.replace_all(line, "").trim().is_empty();
            if !alone && !LOGGED.is_match(line) {
                let noted = NOTE.captures(line);
                let said = match &noted {
                    Some(noted) => noted.get(2).map_or("", |m| m.as_str()),
                    None => line,
                };
                let said = STAMP.replace_all(said, "$1");
                open.lines
                    .push(LINK.replace_all(said.trim(), "$1").into_owned());
                open.span.end = span.end;
            }
        }
    }
    end(&mut document, open, thread, false);
    document
}

/// How the first date of a line repeats, where its stamp says so, as `series` reads it.
fn repeated(line: &str) -> Option<String> {
    let found = REPEATER.captures(line)?;
    let first = stamped(found.get(0)?.as_str())?;
    let step = match &found[2] {
        "d" => "DAILY",
        "w" => "WEEKLY",
        "m" => "MONTHLY",
        _ => "YEARLY",
    };
    let series = format!("{first};FREQ={step};INTERVAL={}", &found[1]);
    series.parse::<Series>().is_ok().then_some(series)
}

/// The first date of a line with its time, or from which to which.
fn stamped(line: &str) -> Option<When> {
    let found = STAMP.captures(line)?;
    let at = |n: usize| {
        let (found, _) = stamp::take(found.get(n)?.as_str());
        Some(When::on(found.day?.date(false, 0)?, found.time))
    };
    let start = at(1)?;
    Some(at(2).map_or(start, |end| When::range(start.start, end.start)))
}

/// Tells an entry; `over`: whether it stands over others.
fn end(document: &mut Document, entry: Option<Entry>, thread: u32, over: bool) {
    let Some(entry) = entry else { return };
    let said = entry.lines.join("\n");
    let body = plain(lines::unwrap(&lines::of(&said, 0)).trim());
    // a headline over others is no note of its own, nor is a day or a place for notes
    let bare = over || entry.depth < LEAF;
    if body.is_empty() && entry.task.is_none() && (entry.when.is_none() && bare || over) {
        return;
    }
    let text = match (entry.title.trim_end_matches('.'), body.as_str()) {
        ("", body) => body.to_owned(),
        (title, "") => title.to_owned(),
        (title, body) => format!("{title}. {body}"),
    };
    if text.trim().is_empty() {
        return;
    }
    let kind = match entry.task {
        Some(done) => Kind::Item { task: Some(done) },
        None => Kind::Prose,
    };
    let mut passage = Passage::new(kind, text, entry.span);
    passage.headings = entry.headings;
    passage.when = entry.when;
    // what is done does not come again
    passage.series = entry.series.filter(|_| entry.task != Some(true));
    passage.thread = thread;
    document.passages.push(passage);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const JOBS: &str = "#+TITLE: Boats\n#+STARTUP: overview\n\n* May\n** DONE Paint the gig             :paint:\n   CLOSED: [2024-05-22 Wed 17:40]\n   :PROPERTIES:\n   :ID: 6d0f\n   :END:\n\
           \x20  Two coats, green. Rosa\n   helped.\n** TODO Launch\n   SCHEDULED: <2024-06-01 Sat 09:00>\n   Bring [[https://a.example][the trailer]].\n* Someday\n** TODO learn to sail\n# Local Variables:\n# End:\n";

    #[test]
    fn reads_an_outline() {
        assert!(is(JOBS) && !is("* milk\n* eggs\n"));
        let document = read(JOBS);
        assert_eq!(document.title.as_deref(), Some("Boats"));
        let told: Vec<_> = document
            .passages
            .iter()
            .map(|p| {
                (
                    p.text.as_str(),
                    p.when.map(|w| w.to_string()).unwrap_or_default(),
                    p.headings.join("/"),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (
                    "Paint the gig. Two coats, green. Rosa helped.",
                    "2024-05-22 17:40".to_owned(),
                    "May".to_owned()
                ),
                (
                    "Launch. Bring the trailer.",
                    "2024-06-01 09:00".to_owned(),
                    "May".to_owned()
                ),
                ("learn to sail", String::new(), "Someday".to_owned()),
            ]
        );
    }

    #[test]
    fn a_stamp_may_repeat() {
        let text = "#+TITLE: Boats\n* Club night\n<2024-05-26 Sun 18:00 +1w>\n* TODO Pay the berth\nDEADLINE: <2024-06-01 Sat +1m -3d>\n\
                    * DONE Bail\nSCHEDULED: <2024-05-20 Mon +1d>\n";
        let series: Vec<_> = read(text).passages.into_iter().map(|p| p.series).collect();
        let night = "2024-05-26 18:00;FREQ=WEEKLY;INTERVAL=1".to_owned();
        let berth = "2024-06-01;FREQ=MONTHLY;INTERVAL=1".to_owned();
        assert_eq!(series, [Some(night), Some(berth), None]);
    }

    #[test]
    fn a_headline_below_its_day_is_a_note() {
        let text = "#+TITLE: Boats\n* 2024-05 May\n** 2024-05-22 Wednesday\n*** 09:30 Rowed with Rosa\n*** Rang Bo <2024-05-22 Wed 14:00>\n* Someday\n";
        let told: Vec<_> = read(text)
            .passages
            .iter()
            .map(|p| format!("{}: {}", p.headings.join("/"), p.text))
            .collect();
        assert_eq!(
            told,
            [
                "2024-05 May/2024-05-22 Wednesday: 09:30 Rowed with Rosa",
                "2024-05 May/2024-05-22 Wednesday: Rang Bo"
            ]
        );
    }

    #[test]
    fn reads_states_notes_and_ranges_but_no_code() {
        let text = "#+TODO: PLAN(p) WAIT | SAILED(s!)\n* SAILED To the island\n  CLOSED: [2024-05-22 Wed 17:40]\n  :LOGBOOK:\n  - Note taken on [2024-05-22 Wed 17:45] \\\\\n\
            \x20   Rosa steered.\n  CLOCK: [2024-05-21 Tue 09:05]--[2024-05-21 Tue 12:00] =>  2:55\n  :END:\n  #+begin_src sh\n  row --fast\n  #+end_src\n  Wind.\n\
            * PLAN Regatta\n  SCHEDULED: <2024-06-01 Sat 09:00>--<2024-06-02 Sun>\n";
        let document = read(text);
        let told: Vec<_> = document
            .passages
            .iter()
            .map(|p| {
                (
                    p.kind.clone(),
                    p.text.as_str(),
                    p.when.map(|w| w.to_string()).unwrap_or_default(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (
                    Kind::Item { task: Some(true) },
                    "To the island. Rosa steered.\nWind.",
                    "2024-05-22 17:40".to_owned()
                ),
                (
                    Kind::Item { task: Some(false) },
                    "Regatta",
                    "2024-06-01 09:00/2024-06-02".to_owned()
                ),
            ]
        );
    }

    proptest! {
        #[test]
        fn spans_are_in_bounds(text in "(\\*{1,3} |TODO |#\\+TITLE: |<2024-05-01 Wed>|:END:\n|:LOGBOOK:\n|#\\+begin_src\n|#\\+TODO: A \\| B\n|--|\n|\\PC){0,60}") {
            for passage in read(&text).passages {
                prop_assert!(text.get(passage.span.clone()).is_some());
            }
        }
    }
}
