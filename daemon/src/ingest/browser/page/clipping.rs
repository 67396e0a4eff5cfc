//! A page that a clipper has saved: front matter with its address; links in its text.

use super::pieces::{Piece, paragraphs};
use crate::ingest::pattern::pattern;
use crate::ingest::{Document, github, lines, text, written_date};
use std::{borrow::Cow, ops::Range};

/// Lines of running text by which a text with links is a page and no list of addresses.
const PROSE: usize = 3;

/// Words of such a line.
const WORDS: usize = 20;

/// Lines of front matter at most.
const FRONT: usize = 60;

/// Most words beside the links of a line that only leads elsewhere.
const BESIDE: usize = 6;

// with the text of a link in it, a picture that leads elsewhere
pattern!(PICTURE, r"!\[[^\[\]]{0,300}\]\([^()\s]{0,2000}\)");
pattern!(LINK, r"\[[^\[\]]{0,300}\]\([^()\s]{0,2000}\)");
pattern!(
    ADDRESS,
    r"(?i)^(?:source|url|link|permalink|origin)\s*:.*https?://"
);
pattern!(
    FACT,
    r#"(?i)^(title|published|date|clipped|saved|accessed|visited)\s*:\s*["']?(.{2,200}?)["']?\s*$"#
);

/// Whether a text is a page saved so: its address stands in its front matter, or links stand in running text.
pub(in crate::ingest::browser) fn is_clipping(text: &str) -> bool {
    if is_addressed(text) {
        return true;
    }
    let (_, body) = parts(text);
    let running = |l: &&str| {
        l.split_whitespace().count() >= WORDS
            && l.trim_end().ends_with(['.', '!', '?', '"', '”', ')'])
    };
    body.matches("](http").count() >= 2 && body.lines().filter(running).count() >= PROSE
}

/// Whether a text begins with the address of the page that it is, or that it is of: notes on a page have one, too.
fn is_addressed(text: &str) -> bool {
    parts(text).0.lines().any(|l| ADDRESS.is_match(l))
}

/// Whether what stands beside the address tells that a program kept the page, and nobody wrote notes on it.
pub(in crate::ingest::browser) fn is_kept(text: &str) -> bool {
    const SIGNS: [&str; 6] = ["published", "clipp", "visited", "saved", "accessed", "site"];
    let front = parts(text).0.to_lowercase();
    is_addressed(text) && SIGNS.iter().any(|sign| front.contains(sign))
}

/// The front matter and what stands below it.
fn parts(text: &str) -> (&str, &str) {
    let mut at = 0;
    for (n, line) in text.split_inclusive('\n').take(FRONT).enumerate() {
        let marks = line.trim_end() == "---";
        if n == 0 && !marks {
            break;
        }
        at += line.len();
        if n > 0 && marks {
            return text.split_at(at);
        }
    }
    ("", text)
}

/// What one has remarked on a page, and where.
pub(super) type Remark = (String, Range<usize>);

/// The paragraphs of the page, its title and date taken into the document, and one's own remarks on it. Where it says not
/// when it was published, it is of the day on which it was kept.
pub(super) fn read(text: &str, document: &mut Document) -> (Vec<Piece>, Vec<Remark>) {
    let (front, body) = parts(text);
    let mut kept = None;
    for fact in front.lines().filter_map(|l| FACT.captures(l)) {
        match fact[1].to_lowercase().as_str() {
            "title" => document.title = Some(fact[2].into()),
            "published" | "date" => {
                document.written = document.written.or_else(|| written_date::find(&fact[2]));
            }
            _ => kept = kept.or_else(|| written_date::find(&fact[2])),
        }
    }
    document.written = document.written.or(kept);
    let mut all = lines::of(body, front.len());
    let mut remarks = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let Some((said, more)) = text::own_remark(&all[at..]) else {
            all[at].text = Cow::Owned(words(&all[at].text));
            at += 1;
            continue;
        };
        remarks.push((said, all[at].span.start..all[at + more].span.end));
        for line in &mut all[at..=at + more] {
            line.text = Cow::Borrowed("");
        }
        at += more + 1;
    }
    (paragraphs(&all), remarks)
}

/// A line's words without its marks; none where it only leads elsewhere.
fn words(line: &str) -> String {
    let shown = PICTURE.replace_all(line, "");
    let beside = LINK.replace_all(&shown, "");
    let links = beside.len() < shown.len();
    let said = beside
        .split_whitespace()
        .filter(|w| w.contains(char::is_alphanumeric));
    let heads = line.trim_start().starts_with('#');
    if links && !heads && said.count() <= BESIDE && !beside.trim_end().ends_with(['.', '!', '?']) {
        return String::new();
    }
    let start = line.len()
        - line
            .trim_start_matches(['#', '-', '*', '+', ' ', '>'])
            .len();
    let mark = if line[..start].ends_with(' ') {
        &line[..start]
    } else {
        ""
    };
    let rest = github::inline(&shown.trim_start().replace("\\[", "[").replace("\\]", "]"));
    let rest = rest
        .strip_prefix(mark.trim())
        .map_or(rest.as_str(), str::trim_start);
    let mark = mark.trim_start_matches(['>', ' ']);
    format!("{mark}{rest}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::SourceType;

    const CLIPPED: &str = "---\ntitle: \"Ferry stops\"\nsource: \"https://news.example/ferry\"\npublished: 2025-03-04\n---\n\
        [Skip](https://news.example/#main) · [Menu](https://news.example/menu)\n\n# Ferry stops\n\n\
        The *last* ferry to [Norrey](https://news.example/norrey) leaves on Friday.\n\n- bring **oars**\n\n\
        - [Whale seen](https://news.example/whale)\n";

    #[test]
    fn reads_a_clipped_page() {
        assert!(is_clipping(CLIPPED));
        let mut document = Document::new(SourceType::Browser);
        let (pieces, _) = read(CLIPPED, &mut document);
        let said: Vec<_> = pieces.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(
            said,
            [
                "Ferry stops",
                "The last ferry to Norrey leaves on Friday.",
                "bring oars"
            ]
        );
        assert_eq!(document.title.as_deref(), Some("Ferry stops"));
        assert_eq!(
            document.written.map(|w| w.to_string()).as_deref(),
            Some("2025-03-04")
        );
    }

    #[test]
    fn ones_own_remarks_stand_by_themselves_and_on_the_day_the_page_was_kept() {
        let page = "---\nsource: https://b.example/rye\nclipped: 2026-11-02\n---\n# Rye\n\nLeave it.\n\n%% try spelt %%\n\n\
            ==mine: 210 is enough==\n\n> [!note] Mine\n> Too wet.\n\nBake it.\n";
        let mut document = Document::new(SourceType::Browser);
        let (pieces, remarks) = read(page, &mut document);
        let said: Vec<_> = pieces.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(said, ["Rye", "Leave it.", "Bake it."]);
        let own: Vec<_> = remarks.iter().map(|(said, _)| said.as_str()).collect();
        assert_eq!(own, ["try spelt", "210 is enough", "Too wet."]);
        let day = document.written.map(|w| w.to_string());
        assert_eq!(day.as_deref(), Some("2026-11-02"));
    }

    #[test]
    fn a_list_of_addresses_is_no_page() {
        assert!(!is_clipping(
            "- [Ferry](https://news.example/a)\n- [Whale](https://news.example/b)\n- [Oars](https://news.example/c)\n"
        ));
    }
}
