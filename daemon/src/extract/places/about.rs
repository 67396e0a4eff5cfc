//! The place that a notebook is all about, as its title says: "9 Alder Road – house book", "Plot 31B".

use super::numbered::labelled;
use super::part;
use super::words::Words;
use crate::extract::entities::Reading;
use crate::ingest::Document;
use crate::ingest::Title;
use memo_common::api::SourceType;

/// Bytes of a line that may be a title at most.
const TITLE: usize = 80;

/// The place with a number by which a notebook is called: by its title, or the line above all others.
pub(crate) fn about(document: &Document) -> Option<String> {
    if document.source_type != SourceType::Text {
        return None;
    }
    let first = document.passages.first();
    let heading = first.and_then(|p| p.headings.first());
    let line = first.and_then(|p| p.text.lines().next());
    let titles = document.title.as_ref().or(heading).map(Title::as_str);
    let titles = titles.into_iter().chain(line);
    titles.filter(|t| t.len() <= TITLE).find_map(called)
}

/// The place among the parts of a title.
fn called(title: &str) -> Option<String> {
    title.split("  ").find_map(|column| {
        let reading = Reading::new(column);
        let words = Words::new(&reading);
        let count = words.tokens.len();
        let mut from = 0;
        while from < count {
            let end = (from..count)
                .find(|n| !words.tokens[*n].word)
                .unwrap_or(count);
            if is_house(&words, from, end) {
                return words.said(&(from..end)).map(str::to_owned);
            }
            from = end + 1;
        }
        None
    })
}

/// Whether words are a house in a street, a plot: "9 Alder Road", "Plot 31B", "Plot 14B Alder Lane".
fn is_house(words: &Words<'_>, from: usize, end: usize) -> bool {
    let place = |from| part::place(words, from..end, false).is_some();
    let number = words.word(from);
    let street = end > from + 2
        && number.starts_with(|c: char| c.is_ascii_digit())
        && !number.contains('.')
        && place(from);
    street
        || labelled(words, from).is_some_and(|behind| match behind.cmp(&end) {
            std::cmp::Ordering::Less => place(behind),
            std::cmp::Ordering::Equal => place(from),
            std::cmp::Ordering::Greater => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notebook_is_called_by_its_place() {
        let notes = |title: &str| {
            let mut document = Document::new(SourceType::Text);
            document.title = Some(title.into());
            about(&document)
        };
        assert_eq!(
            notes("9 ALDER ROAD - house book").as_deref(),
            Some("9 ALDER ROAD")
        );
        assert_eq!(notes("Plot 31B").as_deref(), Some("Plot 31B"));
        assert_eq!(
            notes("PLOT 31B ALDER LANE  -- book 6").as_deref(),
            Some("PLOT 31B ALDER LANE")
        );
        assert_eq!(
            notes("BATHROOM – 14 Alder Rd       I. Ek").as_deref(),
            Some("14 Alder Rd")
        );
        assert_eq!(notes("12 things to do"), None);
        assert_eq!(notes("2024 in Leeds"), None);
    }
}
