//! The place that a notebook is all about, as its title says: "9 Alder Road – house book", "Plot 31B".

use super::numbered::labelled;
use super::part;
use super::words::Words;
use crate::extract::entities::Reading;
use crate::ingest::Document;
use memo_common::api::SourceType;

/// The place with a number by which a notebook is called.
pub(crate) fn about(document: &Document) -> Option<String> {
    let title = document.title.as_deref();
    let title = title.filter(|_| document.source_type == SourceType::Text)?;
    let reading = Reading::new(title);
    let words = Words::new(&reading);
    let count = words.tokens.len();
    let end = (0..count).find(|n| !words.tokens[*n].word).unwrap_or(count);
    let street = end > 2
        && words.word(0).starts_with(|c: char| c.is_ascii_digit())
        && !words.word(0).contains('.');
    let house = street || labelled(&words, 0) == Some(end);
    if !house || part::place(&words, 0..end, false).is_none() {
        return None;
    }
    words.said(&(0..end)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notebook_is_called_by_its_place() {
        let notes = |title: &str| {
            let mut document = Document::new(SourceType::Text);
            document.title = Some(title.to_owned());
            about(&document)
        };
        assert_eq!(
            notes("9 ALDER ROAD - house book").as_deref(),
            Some("9 ALDER ROAD")
        );
        assert_eq!(notes("Plot 31B").as_deref(), Some("Plot 31B"));
        assert_eq!(notes("12 things to do"), None);
        assert_eq!(notes("2024 in Leeds"), None);
    }
}
