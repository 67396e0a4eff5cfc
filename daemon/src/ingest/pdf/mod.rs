//! The text of a printed document (a PDF's, extracted): contracts, reports, receipts, letters.
//!
//! - `blocks`: paragraphs, clauses, tables
//! - `columns`: columns of a row that are the paper's own
//! - `line`: what a line is by itself
//! - `minutes`: where a meeting was, and who was there
//! - `own`: lines that are the paper's own
//! - `pages`: headers, footers, page numbers
//! - `rows`: what rows say by their labels

mod blocks;
mod columns;
mod line;
mod minutes;
mod own;
mod pages;
pub(crate) mod rows;

use super::furniture::{self, Medium, imprint};
use super::lines;
use super::pattern::pattern;
use super::{Document, Kind, Passage, Title, labels, letters, places, written_date};
use blocks::{Block, BlockKind};
use memo_common::api::SourceType;

const PAPER: Medium = Medium::of(SourceType::Pdf);

/// Lines in which a document says what and of when it is.
const TOP: usize = 30;

// what says of itself when it was written
pattern!(
    OF_THE_PAPER,
    r"(?i)^\s*(?:report|letter|statement|invoice|issue|document|notice) date\s*:|^\s*date of (?:report|letter|issue|statement|this letter)\s*:|^\s*(?:berichts|rechnungs|brief|ausstellungs)datum\s*:|^\s*date d['’]émission\s*:|^\s*fecha de emisión\s*:"
);

/// Reads a printed text; any text gives a document.
pub(crate) fn read(text: &str) -> Document {
    let mut document = Document::new(SourceType::Pdf);
    let all = lines::of(text, 0);
    let bare: Vec<_> = pages::without_furniture(&all)
        .into_iter()
        .map(columns::without_furniture)
        .collect();
    let bare = own::without(&bare);
    let kept: Vec<_> = bare.iter().collect();
    let born = |l: &str| {
        let l = l.to_lowercase();
        let words = ["born", "valid", "expir", "whelped", "hatched", "foaled"];
        labels::has_birth(&l) || words.iter().any(|w| l.contains(w))
    };
    let top = || all.iter().filter(|l| !l.is_empty()).take(TOP);
    let dated = |l: &lines::Line| written_date::find(&l.text);
    document.written = top()
        .filter(|l| OF_THE_PAPER.is_match(&l.text))
        .find_map(dated)
        .or_else(|| top().filter(|l| !born(&l.text)).find_map(dated));
    let head = all.iter().enumerate().filter(|(_, l)| !l.is_empty());
    let below = head.map(|(n, _)| n).nth(TOP).unwrap_or(all.len());
    minutes::read(&all[..below], &mut document);
    document.title = kept
        .iter()
        .find(|l| l.text.chars().any(char::is_alphabetic))
        .map(|l| title(&l.text).into());
    if !letters::read(&mut document, &kept) {
        paper(&mut document, &blocks::of(&kept));
    }
    document
}

/// The first line as a title, its columns parted by commas.
fn title(line: &str) -> String {
    let line = lines::columns(line);
    let cells: Vec<&str> = line
        .split("  ")
        .map(str::trim)
        .filter(|c| !c.is_empty() && !imprint::is(c))
        .collect();
    cells.join(", ")
}

/// Reads anything else: blocks under their headings.
fn paper(document: &mut Document, blocks: &[Block]) {
    let mut headings: Vec<Title> = Vec::new();
    let mut lead: Option<Title> = None;
    // A heading in a paragraph's first line holds for that paragraph.
    let mut within: Option<usize> = None;
    let mut section = 0;
    for (n, block) in blocks.iter().enumerate() {
        let text = block.text.trim();
        if text.is_empty() || furniture::without(text, PAPER).is_empty() {
            continue;
        }
        // The first line is the title, and told as such.
        if n == 0 && !text.contains('\n') && block.kind == BlockKind::Rows {
            continue;
        }
        if block.kind == BlockKind::Heading {
            let is_title = n == 0 && document.title.as_deref() == Some(text);
            // A heading with nothing below it is a line of its own.
            let heads = blocks.get(n + 1).is_some();
            if heads && !is_title {
                headings = vec![text.into()];
                let inline = blocks.get(n + 1).is_some_and(|b| b.group == block.group);
                within = (inline && text.chars().any(char::is_lowercase)).then_some(block.group);
                lead = None;
                section += 1;
            }
            continue;
        }
        if within.is_some_and(|group| group != block.group) {
            within = None;
            headings.clear();
            section += 1;
        }
        // "It is agreed as follows:" before the next heading introduces nothing.
        if text.ends_with(':')
            && blocks
                .get(n + 1)
                .is_some_and(|b| b.kind == BlockKind::Heading)
        {
            continue;
        }
        // "The tenant shall bring:" stands over each of the items that follow.
        let next_item = blocks
            .get(n + 1)
            .is_some_and(|b| b.kind == BlockKind::Item || b.kind == BlockKind::Rows);
        let one = !text.contains(". ");
        if text.ends_with(':') && one && next_item && text.split_whitespace().count() <= 25 {
            lead = Some(text.trim_end_matches(':').into());
            continue;
        }
        let kind = match block.kind {
            BlockKind::Item | BlockKind::Rows => Kind::Item { task: None },
            _ => Kind::Prose,
        };
        let mut passage = Passage::new(kind, text, block.span.clone());
        passage.headings.clone_from(&headings);
        if block.kind == BlockKind::Rows {
            for name in headings
                .last()
                .map_or_else(Vec::new, |h| rows::travellers(h, text))
            {
                let person = document.person(Some(&name), None, None);
                document.present.push(person);
            }
            passage.place = places::place(text);
            passage.when = rows::stay(text);
        }
        let listed = matches!(block.kind, BlockKind::Item | BlockKind::Rows);
        match &lead {
            Some(lead) if listed => passage.headings.push(lead.clone()),
            _ => lead = None,
        }
        passage.thread = section;
        // A list of items ends where a new sentence does.
        if text.ends_with('.') {
            lead = None;
        }
        document.passages.push(passage);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PAPER: &str = "LEASE OF A BOAT                          Ref. 7\n\nTHIS LEASE is made on 16 January 2026\n\n1.   DUTIES\n\n\
        1.1  The tenant shall bring:\n\n     (a)  oars by 27 March 2026; and\n\n     (b)  a sail.\n\n\
        harbour office                                   Page 1 of 2\nLEASE OF A BOAT                          Ref. 7\n\n\
        2.   END\n\n2.1  The lease ends on 31 July 2026 in the pre-\n     sence of the harbour master.\n\nharbour office                                   Page 2 of 2\n";

    #[test]
    fn minutes_say_below_the_day_where_they_met() {
        let minutes = |title: &str| {
            let text = format!(
                "Alder Boat Society\n\n{title}\nSunday, February 8, 2026, 1:30 p.m.\nAlder Community Centre, Room B\n\n\
                 In the chair: Ida Ek\n\n1. Talk\nDr. Roe spoke for twenty minutes on paddling.\n"
            );
            read(&text)
        };
        let met = minutes("MINUTES OF THE GENERAL MEETING");
        assert_eq!(met.place.as_deref(), Some("Alder Community Centre, Room B"));
        assert_eq!(
            met.written.map(|w| w.to_string()).as_deref(),
            Some("2026-02-08 13:30")
        );
        assert_eq!(minutes("INVOICE").place, None);
    }

    #[test]
    fn a_report_is_of_the_day_that_it_says() {
        let report = "Soup report\nPot:  Ida  Whelped: 6 September 2017\nSince 3 May 2017\nReport date: 12 March 2018\n\nIt boils over.\n";
        assert_eq!(
            read(report).written.map(|w| w.to_string()).as_deref(),
            Some("2018-03-12")
        );
    }

    #[test]
    fn reads_a_paper() {
        let document = read(PAPER);
        assert_eq!(document.title.as_deref(), Some("LEASE OF A BOAT, Ref. 7"));
        assert_eq!(
            document.written.map(|w| w.to_string()).as_deref(),
            Some("2026-01-16")
        );
        let said: Vec<_> = document
            .passages
            .iter()
            .map(|p| (p.headings.join("/"), p.text.as_str()))
            .collect();
        assert!(
            said.contains(&(
                "DUTIES/The tenant shall bring".to_owned(),
                "oars by 27 March 2026; and"
            )),
            "{said:?}"
        );
        assert!(
            said.contains(&(
                "END".to_owned(),
                "The lease ends on 31 July 2026 in the presence of the harbour master."
            )),
            "{said:?}"
        );
        assert!(!said.iter().any(|(_, t)| t.contains("Page")), "{said:?}");
    }

    #[test]
    fn reads_a_letter() {
        let text = "Harbour Office\n1 Quay, Nowhere\n\n3 March 2025\n\nRe: Your boat\n\nDear Ms Holm,\n\nYour boat has to leave berth 7 by Friday 14 March, as the crane\n\
            comes on that day.\n\nYours sincerely,\n\nAnn Lee\nHarbour Master\n";
        let document = read(text);
        let passage = &document.passages[0];
        assert_eq!(
            passage.text,
            "Your boat has to leave berth 7 by Friday 14 March, as the crane comes on that day."
        );
        assert_eq!(
            passage
                .speaker
                .and_then(|id| document.people[id].name.as_deref()),
            Some("Ann Lee")
        );
        assert_eq!(
            passage.when.map(|w| w.to_string()).as_deref(),
            Some("2025-03-03")
        );
        assert_eq!(
            passage.kind,
            Kind::Message {
                subject: Some("Your boat".into())
            }
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(\\PC|\n|\u{c}| {4}|1\\.1  |\\(a\\) |Page 1 of 2\n|Dear A,\n|Yours sincerely\n|-\n){0,80}") {
            for passage in read(&text).passages {
                prop_assert!(text.get(passage.span).is_some());
            }
        }

        #[test]
        fn a_mutated_paper_is_read(at in 0..PAPER.len(), len in 0..60usize, put in "\\PC{0,6}|\n|\u{c}") {
            let mut text = PAPER.to_owned();
            text.replace_range(at..(at + len).min(PAPER.len()), &put);
            for passage in read(&text).passages {
                prop_assert!(text.get(passage.span).is_some());
            }
        }
    }
}
