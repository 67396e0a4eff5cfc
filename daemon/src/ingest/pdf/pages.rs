//! Page furniture: headers, footers and page numbers that a printed text repeats.

use crate::ingest::lines::Line;
use crate::ingest::pattern::pattern;
use std::collections::{HashMap, HashSet};

/// Lines from a page's edge within which furniture stands.
const EDGE: usize = 5;

/// The lines without furniture: page numbers, and what stands at the edges of several pages alike. A line that was
/// furniture leaves nothing, so that a sentence broken by a page goes on.
pub(crate) fn without_furniture<'l, 't>(lines: &'l [Line<'t>]) -> Vec<&'l Line<'t>> {
    let full: Vec<usize> = (0..lines.len()).filter(|i| !lines[*i].is_empty()).collect();
    let mut edge = vec![false; lines.len()];
    let mut breaks: Vec<usize> = Vec::new(); // positions in `full` at which a page may begin
    for (n, i) in full.iter().enumerate() {
        if lines[*i].text.starts_with('\u{c}') {
            breaks.push(n);
        } else if is_page_number(&lines[*i].text) {
            breaks.push(n + 1);
        }
    }
    for at in breaks.iter().copied().chain([0, full.len()]) {
        for n in at.saturating_sub(EDGE)..(at + EDGE).min(full.len()) {
            edge[full[n]] = true;
        }
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    for i in full.iter().filter(|i| edge[**i]) {
        *seen.entry(shape(&lines[*i].text)).or_default() += 1;
    }
    let again = |i: usize| edge[i] && seen.get(&shape(&lines[i].text)).is_some_and(|n| *n > 1);
    let running = running_heads(lines, &full, &breaks, again);
    let numbers = bare_numbers(lines, &full);
    let is_page_number = |i: usize| is_page_number(&lines[i].text) || numbers.contains(&i);
    let furniture = |i: usize| {
        let text = &lines[i].text;
        is_page_number(i)
            || running.contains(&i)
            || edge[i]
                && !breaks.is_empty()
                && seen.get(&shape(text)).is_some_and(|n| *n > 1)
                && text.trim().chars().count() > 3
    };
    let mut out: Vec<&Line> = Vec::new();
    let mut cut = false;
    let mut first = true;
    for (i, line) in lines.iter().enumerate() {
        if furniture(i) {
            // The first page's header stands for all: it may be the title.
            if first && !is_page_number(i) {
                out.push(line);
            } else {
                cut = true;
            }
            continue;
        }
        if line.is_empty() {
            // Empty lines round furniture are of the page, not of the text.
            if !cut {
                out.push(line);
            }
            continue;
        }
        if cut
            && begins_anew(
                out.iter()
                    .rev()
                    .find(|l| !l.is_empty())
                    .map(|l| l.text.as_ref()),
                &line.text,
            )
        {
            out.extend(lines[..i].iter().rev().find(|l| l.is_empty()));
        } else if cut {
            while out.last().is_some_and(|l| l.is_empty()) {
                out.pop();
            }
        }
        cut = false;
        first = false;
        out.push(line);
    }
    while out.last().is_some_and(|l| l.is_empty()) {
        out.pop();
    }
    out
}

/// The last lines of pages that are nothing but the page's number.
fn bare_numbers(lines: &[Line], full: &[usize]) -> HashSet<usize> {
    let mut page = 1;
    let mut out = HashSet::new();
    for (n, i) in full.iter().enumerate() {
        page += usize::from(n > 0 && lines[*i].text.starts_with('\u{c}'));
        let below = full.get(n + 1).map(|i| lines[*i].text.as_ref());
        let last = below.is_none_or(|text| text.starts_with('\u{c}'));
        if n > 0 && last && lines[*i].text.trim() == page.to_string() {
            out.insert(*i);
        }
    }
    out
}

/// Lines in which the first page says what the document is.
const TOP: usize = 15;

/// Which lines right below a page break say nothing but what the first page's top says, in other columns: whose file it
/// is, of what number.
fn running_heads(
    lines: &[Line],
    full: &[usize],
    breaks: &[usize],
    again: impl Fn(usize) -> bool,
) -> HashSet<usize> {
    let top: HashSet<&str> = full
        .iter()
        .take(TOP)
        .flat_map(|i| lines[*i].text.split_whitespace())
        .collect();
    let says_anything = |i: &&usize| lines[**i].text.chars().any(char::is_alphanumeric);
    let mut out = HashSet::new();
    for at in breaks.iter().filter(|at| **at > TOP) {
        for i in full[*at.min(&full.len())..]
            .iter()
            .filter(says_anything)
            // a page's own last line may stand below its number: "2 / 4", "Ferry Ltd is a charity", "FERRY LTD   No. 7"
            .skip_while(|i| again(**i))
            .take(2)
        {
            let words = || lines[*i].text.split_whitespace();
            if words().count() < 2 || !words().all(|w| top.contains(w)) {
                break;
            }
            out.insert(*i);
        }
    }
    out
}

/// Whether the text after a page break is a new paragraph.
fn begins_anew(before: Option<&str>, line: &str) -> bool {
    let Some(before) = before else { return true };
    before.trim_end().ends_with(['.', ':', ';', '!', '?', ')'])
        || !line.trim_start().starts_with(char::is_lowercase)
}

/// A line with its numbers alike and its gaps folded.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        out.extend(
            word.chars()
                .map(|c| if c.is_ascii_digit() { '0' } else { c }),
        );
        out.push(' ');
    }
    while out.contains("00") {
        out = out.replace("00", "0");
    }
    out
}

/// "Page 2 of 5", "- 3 -", "Seite 2 von 5", "2 / 5", alone, at an end of a line, or in a column of its own.
fn is_page_number(text: &str) -> bool {
    pattern!(
        NUMBER,
        r"(?i)(?:^|\s{2,}|\W)(?:page|seite|página|pagina|pág\.?|sida|side|strana|p\.|pg?\.)\s*\d{1,4}(?:\s*(?:of|von|de|sur|di|av|af|van|z|/)\s*\d{1,4}|\s*\(\d{1,4}\))?\s*$|(?:^|\s{2,})p\s?\d{1,4}\s?/\s?\d{1,4}\s*$|^\s*[-–—]\s*\d{1,4}\s*[-–—]\s*$|^\s*\d{1,3}\s*/\s*\d{1,3}\s*$|(?:^|\s{2,})\s*(?:page|seite|página|pagina|sida|side|strana)\s\d{1,4}\s*(?:of|von|de|sur|di|av|af|van|z|/)\s*\d{1,4}\s{2,}"
    );
    text.chars().count() < 200 && NUMBER.is_match(text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::lines;

    #[test]
    fn drops_what_pages_repeat() {
        let text = "LEASE OF A BOAT        Ref 7\n\nThe boat is let to Ida Holm by the har-\n\n\
            harbour office                Page 1 of 2\nLEASE OF A BOAT        Ref 7\n\nbour office of Nowhere.\n\nharbour office                Page 2 of 2\n";
        let lines = lines::of(text, 0);
        let kept: Vec<_> = without_furniture(&lines)
            .into_iter()
            .map(|l| l.text.trim())
            .collect();
        assert_eq!(
            kept,
            [
                "LEASE OF A BOAT        Ref 7",
                "",
                "The boat is let to Ida Holm by the har-",
                "bour office of Nowhere."
            ]
        );
    }

    #[test]
    fn drops_the_bare_number_of_a_page() {
        let text = "The oars are in the shed.\n\n1\n\u{c}Boats for hire:\n\n3\n\u{c}The sail is torn.\n3\n";
        let lines = lines::of(text, 0);
        let kept = without_furniture(&lines).into_iter();
        let kept: Vec<_> = kept
            .map(|l| l.text.trim())
            .filter(|l| !l.is_empty())
            .collect();
        let said = [
            "The oars are in the shed.",
            "Boats for hire:",
            "3",
            "The sail is torn.",
        ];
        assert_eq!(kept, said);
    }

    #[test]
    fn knows_the_number_of_a_page() {
        for number in [
            "Page 2 of 5",
            "- 3 -",
            "LEE, Ann     p. 2 (2)",
            "PV - page 1/3",
        ] {
            assert!(is_page_number(number), "{number}");
        }
        for said in [
            "See page 2 of the lease",
            "The pump (2)",
            "The oars are on p. 7 of it",
        ] {
            assert!(!is_page_number(said), "{said}");
        }
    }

    #[test]
    fn a_text_without_pages_stays() {
        let lines = lines::of("One line.\nOne line.\n", 0);
        assert_eq!(without_furniture(&lines).len(), 2);
    }
}
