//! Remarks that a note hides: "%% for later %%", "<!-- for later -->"; and one's own on what was clipped from a page, which
//! the page has not: a labelled highlight ("==my note: halve it=="), a box ("> [!note] Halve it"), a hidden remark.

use super::lines::plain;
use crate::ingest::{Document, Kind, Passage, lines::Line};
use std::ops::Range;

/// The signs between which Markdown's programs hide a remark.
pub(super) const REMARKS: [(&str, &str); 2] = [("%%", "%%"), ("<!--", "-->")];

/// Whether a line is of a remark; `open` is the sign that ends one begun above, and `closes` whether the sign of a kind
/// stands below.
pub(super) fn is_remark(
    line: &str,
    open: &mut Option<&'static str>,
    closes: impl Fn(usize) -> bool,
) -> bool {
    if let Some(end) = *open {
        if line.ends_with(end) {
            *open = None;
        }
        return true;
    }
    for (kind, (start, end)) in REMARKS.into_iter().enumerate() {
        if let Some(rest) = line.strip_prefix(start) {
            let closed = rest.ends_with(end);
            // a remark that goes on behind its end is a line of text
            if !closed && rest.contains(end) {
                return false;
            }
            *open = (!closed && closes(kind)).then_some(end);
            return closed || open.is_some();
        }
    }
    false
}

/// Words of the label of a highlight at most.
const LABEL: usize = 3;

/// What one has remarked in the first of these lines, and in how many below it that goes on.
pub(in crate::ingest) fn own(all: &[Line]) -> Option<(String, usize)> {
    let line = all.first()?.text.trim();
    if let Some(said) = line.strip_prefix("%%").and_then(|l| l.strip_suffix("%%")) {
        let said = said.trim();
        return (!said.is_empty()).then(|| (said.to_owned(), 0));
    }
    if let Some(marked) = line.strip_prefix("==").and_then(|l| l.strip_suffix("==")) {
        let (label, said) = marked.split_once(": ")?;
        let short = (1..=LABEL).contains(&label.split_whitespace().count());
        return (short && !said.contains("==")).then(|| (said.to_owned(), 0));
    }
    let (kind, title) = line
        .strip_prefix('>')?
        .trim_start()
        .strip_prefix("[!")?
        .split_once(']')?;
    let more = all[1..]
        .iter()
        .map_while(|l| l.text.trim().strip_prefix('>'));
    let more: Vec<&str> = more.map(str::trim).collect();
    let below = more.join(" ");
    let title = title.trim_start_matches(['+', '-']).trim();
    let said = if below.trim().is_empty() {
        title
    } else {
        below.trim()
    };
    (!kind.is_empty() && !said.is_empty()).then(|| (said.to_owned(), more.len()))
}

/// Takes what one has remarked into the document.
pub(in crate::ingest) fn tell(said: &str, span: Range<usize>, document: &mut Document) {
    let on = document.title.as_ref();
    let on = on.map_or(String::new(), |title| format!(" on “{}”", title.as_str()));
    let text = format!("I noted{on}: {}", plain(said));
    let mut passage = Passage::new(Kind::Record, text, span);
    passage.thread = document.new_thread();
    document.passages.push(passage);
}

#[cfg(test)]
mod tests {
    use crate::ingest::text::notes::read;
    use jiff::civil::date;

    fn told(text: &str) -> Vec<String> {
        let document = read(text, date(2026, 11, 27).at(12, 0, 0, 0));
        document.passages.into_iter().map(|p| p.text).collect()
    }

    #[test]
    fn ones_own_remarks_on_a_page_are_ones_own() {
        let page = "# Apples\n\nCut ==above a bud==.\n\n==note to self: ours in March==\n\n%% too late now %%\n\n> [!note] Mine\n> Ask Bo for the ladder.\n\nBurn it.\n";
        assert_eq!(
            told(&format!("---\nsource: https://x.example/a\n---\n{page}")),
            [
                "Cut above a bud.",
                "I noted on “Apples”: ours in March",
                "I noted on “Apples”: too late now",
                "I noted on “Apples”: Ask Bo for the ladder.",
                "Burn it."
            ]
        );
        // what was not clipped is one's own as it is
        assert_eq!(told(page)[1], "note to self: ours in March");
    }
}
