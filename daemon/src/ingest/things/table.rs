//! Tables of one's own things in a file (CSV, TSV): one row is one thing. The row that names the columns may stand below a
//! few lines that the program says of itself.

use super::names::{self, Part};
use super::sentence::is_episode;
use super::{Telling, Thing, Turn};
use crate::extract::dates::{self, Lean, Reference};
use crate::ingest::posts::Posts;
use crate::ingest::records::Records;
use crate::ingest::stamp::column::Days;
use crate::ingest::{About, Document, browser};
use crate::when::When;
use csv::StringRecord;
use memo_common::api::SourceType;
use std::ops::Range;

/// Records among which the one that names the columns is.
const HEAD: usize = 6;

/// Characters of a column's name.
const NAME: usize = 60;

/// Bytes in which a list of films shows one that is part of a series.
const BEGINNING: usize = 4096;

/// Cells of a row that names what the rows below it are of.
const HEADINGS: [&str; 4] = ["section", "heading", "group", "header"];

/// Whether a text is such a table by what only tables of things have: when they are due, how they were liked, whose they
/// are; other tables of titles and times may be a calendar's.
pub(crate) fn is(text: &str) -> bool {
    [b',', b';', b'\t'].into_iter().any(|sign| {
        is_text(text)
            && head(text, sign).is_some_and(|(names, _)| {
                let labels: Vec<String> = names.iter().map(|n| names::words(n)).collect();
                let parts = names::parts(&labels);
                let of_own = |p: &Part| {
                    matches!(
                        p,
                        Part::At(Turn::Due | Turn::Done | Turn::Act)
                            | Part::Length
                            | Part::Rating
                            | Part::Maker
                            | Part::First
                    )
                };
                let dated = parts
                    .iter()
                    .any(|p| matches!(p, Part::At(Turn::Day | Turn::Made)));
                let written = dated
                    && parts.contains(&Part::Text)
                    && !parts.contains(&Part::Author)
                    && !parts.contains(&Part::Whose);
                // a list of what was watched has titles and days alone
                let beginning = &text[..text.floor_char_boundary(BEGINNING)];
                let films = parts.len() == 2 && is_episode(beginning);
                of_things(&parts)
                    && !of_pages(&labels, &parts)
                    && (films
                        || parts.iter().any(of_own)
                        || written && !parts.contains(&Part::Title))
            })
    })
}

/// Whether a text is not in a notation of its own.
fn is_text(text: &str) -> bool {
    !text.trim_start().starts_with(['{', '[', '<'])
}

/// Whether the columns are of pages that were visited or kept, not of what one has written oneself.
fn of_pages(labels: &[String], parts: &[Part]) -> bool {
    let own = [
        "body",
        "comment",
        "comments",
        "review",
        "my review",
        "message",
        "post",
    ];
    let address = labels.iter().any(|l| browser::is_address(l));
    let kept = |(label, part): (&String, &Part)| match part {
        Part::First | Part::Rating | Part::Length | Part::At(Turn::Due) => true,
        Part::At(Turn::Act) => !label.contains("visit"),
        _ => false,
    };
    address
        && !labels.iter().zip(parts).any(kept)
        && !labels.iter().any(|l| own.contains(&l.as_str()))
}

/// Reads a table; `None` where the text is none whose columns tell of things.
pub(crate) fn read(text: &str, source: SourceType, about: &About<'_>) -> Option<Document> {
    if !is_text(text) {
        return None;
    }
    let (names, records) = [b',', b';', b'\t']
        .into_iter()
        .find_map(|sign| head(text, sign))?;
    let labels: Vec<String> = names.iter().map(|n| names::words(n)).collect();
    let parts = names::parts(&labels);
    if !of_things(&parts) || source == SourceType::Browser && of_pages(&labels, &parts) {
        return None;
    }
    let rows = rows(records, names.len())?;
    let is_task = parts
        .iter()
        .any(|p| matches!(p, Part::At(Turn::Due | Turn::Done)))
        || parts.contains(&Part::Whose)
            && (parts.contains(&Part::State) || labels.iter().any(|l| is_given(l)));
    let is_task = is_task && !parts.contains(&Part::At(Turn::Act));
    let things: Vec<Thing> = rows
        .iter()
        .map(|(row, span)| {
            let mut thing = Thing {
                span: span.clone(),
                is_task,
                ..Thing::default()
            };
            for ((cell, part), (label, name)) in
                row.iter().zip(&parts).zip(labels.iter().zip(&names))
            {
                thing.take(part, label, name, cell);
            }
            thing
        })
        .collect();
    let mut posts = Posts::new(source, about.reference.time_zone().clone());
    say(things, about, &mut posts);
    (!posts.document.passages.is_empty()).then_some(posts.document)
}

/// The names of the columns, where one of the first records has them, and the records below.
fn head(text: &str, sign: u8) -> Option<(Vec<String>, Records<'_>)> {
    let mut records = Records::of(text, sign);
    for _ in 0..HEAD {
        let (record, _) = records.next()?;
        let names: Vec<String> = record
            .iter()
            .map(|f| f.trim_start_matches('\u{feff}').trim().to_owned())
            .collect();
        let is_name = |n: &String| {
            n.chars().count() <= NAME
                && !n.contains(['\n', '@'])
                && !n.starts_with(|c: char| c.is_ascii_digit())
        };
        let filled = names.iter().filter(|n| !n.is_empty()).count();
        if names.len() >= 2
            && filled * 5 >= names.len() * 4
            && names.iter().all(is_name)
            && is_named(&names)
        {
            return Some((names, records));
        }
    }
    None
}

/// Whether at least two of these name columns of things, and most say so.
fn is_named(names: &[String]) -> bool {
    let known = names
        .iter()
        .filter(|n| names::part(&names::words(n)) != Part::Other)
        .count();
    known >= 2 && known * 3 >= names.len()
}

/// Whether columns tell of things: what, and something of it besides.
fn of_things(parts: &[Part]) -> bool {
    let has = |p: &Part| parts.contains(p);
    let what = has(&Part::Title) || has(&Part::Text) || has(&Part::Kind) || has(&Part::First);
    let dated = parts.iter().any(|p| matches!(p, Part::At(_)));
    what && (dated
        || has(&Part::State)
        || has(&Part::Rating)
        || has(&Part::Title) && has(&Part::Text))
}

/// The rows that have something in them; `None` where they are not of this many columns.
fn rows(mut records: Records<'_>, columns: usize) -> Option<Vec<(StringRecord, Range<usize>)>> {
    let mut rows = Vec::new();
    let mut short = 0;
    while let Some((record, span)) = records.next() {
        if record.iter().all(|f| f.trim().is_empty()) {
            continue;
        }
        short += usize::from(record.len() * 2 < columns || record.len() > columns + 2);
        rows.push((record.clone(), span));
    }
    (!rows.is_empty() && short * 5 <= rows.len()).then_some(rows)
}

/// Whether a column of this name says who has something to do.
fn is_given(label: &str) -> bool {
    ["assignee", "assigned to", "responsible", "assign"].contains(&label)
}

/// Tells the things in order.
fn say(things: Vec<Thing>, about: &About<'_>, posts: &mut Posts) {
    let zone = about.reference.time_zone();
    let raws = things
        .iter()
        .flat_map(|t| t.times.iter().map(|(_, raw)| raw.as_str()));
    let days = Days::of(raws, about.reference.date());
    let reference = Reference {
        lean: Some(Lean::Future),
        ..Reference::at(about.reference.datetime())
    };
    // "Aug 31" names no year
    let of = |raw: &str| -> Option<When> {
        days.moment(raw, zone).or_else(|| {
            let found = dates::find(raw, &reference);
            dates::best(&found)
                .filter(|_| found.iter().any(|f| f.anchor >= dates::Anchor::Yearless))
        })
    };
    // a list of titles and days, some of which are parts of series
    let films = things
        .iter()
        .any(|t| t.titles.first().is_some_and(|t| is_episode(t)))
        && things
            .iter()
            .all(|t| t.texts.is_empty() && t.others.is_empty() && !t.is_task);
    let mut telling = Telling::default();
    let (mut under, mut last): (Option<String>, Option<String>) = (None, None);
    for mut thing in things {
        let kind = thing.kind.as_deref().unwrap_or_default().to_lowercase();
        if HEADINGS.contains(&kind.as_str()) {
            under = thing.titles.into_iter().next();
            last = None;
            continue;
        }
        if films {
            thing.did = thing.did.take().or_else(|| Some("watched".to_owned()));
        }
        let is_remark = matches!(kind.as_str(), "note" | "comment")
            && last.is_some()
            && !thing.titles.is_empty();
        if is_remark {
            thing.texts = std::mem::take(&mut thing.titles);
            thing.on.clone_from(&last);
        } else {
            last = thing.titles.first().cloned();
            thing.under.extend(under.clone());
        }
        if matches!(
            kind.as_str(),
            "task" | "text" | "todo" | "checklist" | "note"
        ) && !thing.titles.is_empty()
        {
            thing.kind = None;
        }
        // whoever wrote a task down has it to do, where nobody else has
        if thing.is_task && thing.whose.is_empty() && thing.on.is_none() {
            thing.whose.extend(thing.author.take());
        }
        telling.add(&thing, &of, posts);
    }
    telling.end(posts);
}

#[cfg(test)]
mod tests {
    use crate::ingest::read;
    use crate::ingest::told::{self, told};
    use proptest::prelude::*;

    fn of(text: &str) -> Vec<String> {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        let mut all = ["text", "vscode", "browser", "pdf"]
            .map(|kind| told(&read(text, kind.parse().ok(), None, &reference)));
        assert!(all.iter().all(|a| *a == all[0]), "{all:?}");
        std::mem::take(&mut all[0])
    }

    #[test]
    fn tasks() {
        let text = "Task ID,Name,Assignee,Due Date,Completed At,Notes,Billable?\n\
            1207890001112223,Sand the hull,Ida Ek,2024-05-20,,\"Coarse, then fine.\",No\n\
            1207890001112224,Buy paint,,2024-05-10,2024-05-03,,No\n";
        assert_eq!(
            of(text),
            [
                "2024-05-20 Ida Ek has to do “Sand the hull”, due on 20 May 2024: Coarse, then fine.",
                "2024-05-03 On 3 May 2024 I finished “Buy paint”.",
            ]
        );
    }

    #[test]
    fn sections_and_remarks() {
        let text = "TYPE,CONTENT,DESCRIPTION,AUTHOR,RESPONSIBLE,DATE\nsection,Boat,,,,\ntask,Sand the hull,,Ida Ek (12),Bo Alm (13),20 May 2024\n\
            note,Bo has sandpaper,,Bo Alm (13),,2024-05-03T10:00:00Z\n";
        assert_eq!(of(text).len(), 2);
    }

    #[test]
    fn days_are_read_over_the_column() {
        let text = "Title,Date\n\"Oars: Season 1: Rain\",\"4/3/24\"\n\"Oars: Season 1: Sun\",\"4/3/24\"\n\"The Boat\",\"4/28/24\"\n";
        assert_eq!(
            of(text),
            [
                "2024-04-03 On 3 April 2024 I watched “Oars: Season 1: Rain” and “Oars: Season 1: Sun”.",
                "2024-04-28 On 28 April 2024 I watched “The Boat”.",
            ]
        );
    }

    #[test]
    fn films_contacts_and_hours() {
        assert_eq!(
            of(
                "Date,Name,Letterboxd URI,Rating,Tags,Watched Date\n2024-05-04,The Boat,https://boxd.it/1,4.5,\"home, with Ida\",2024-05-03\n"
            ),
            ["2024-05-03 On 3 May 2024 I watched “The Boat” (tags: home, with Ida), rated 4.5."]
        );
        assert_eq!(
            of(
                "Notes:\n\"Some addresses, you see, are missing\"\n\nFirst Name,Last Name,URL,Company,Position,Connected On\nIda,Ek,https://a.example/ida,Oars Ltd,Painter,03 May 2024\n"
            ),
            [
                "2024-05-03 On 3 May 2024 I connected with “Ida Ek” (company: Oars Ltd; position: Painter)."
            ]
        );
        assert_eq!(
            of(
                "Project,Description,User,Start Date,Start Time,End Date,End Time,Duration (h)\nHull,Sanding,Ida Ek,05/03/2024,09:05:00 AM,05/03/2024,11:50:00 AM,02:45:00\nHull,Paint,Ida Ek,05/13/2024,09:05:00 AM,05/13/2024,11:50:00 AM,02:45:00\n"
            )[0],
            "2024-05-03 09:05/2024-05-03 11:50 On 3 May 2024 from 09:05 to 11:50 Ida Ek worked on “Sanding” (2 h 45 min), under Hull."
        );
    }

    #[test]
    fn remarks_and_their_addresses() {
        assert_eq!(
            of(
                "id,permalink,date,subreddit,body\nn5,https://www.reddit.com/r/boats/n5/,2024-05-03 19:12:03 UTC,boats,\"Ordered one, thanks!\"\n"
            ),
            ["2024-05-03 19:12 On 3 May 2024 at 19:12 I wrote under boats: Ordered one, thanks!"]
        );
    }

    proptest! {
        #[test]
        fn any_table_is_read(text in "(Title|Date|Notes|Status|Due|Duration|First Name|[,;\t\n\"]|→|2024-05-03|3/4/24|10:15|\\{\"text\":\"é\"\\}|\\PC){0,60}") {
            let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
            told::check(&text, &read(&text, "text".parse().ok(), None, &reference));
        }
    }

    #[test]
    fn long_tables_take_linear_time() {
        let rows = "Oars: Season 1: Rain,4/3/24,\"He said, \"\"rain\"\"\"\n".repeat(20_000);
        assert!(!of(&format!("Title,Date,Notes\n{rows}")).is_empty());
    }
}
