//! Lines of a document, with the passages marked that memories rest on.

use super::{Site, parts::one_line};
use maud::{Markup, html};

/// Lines on a page of a document.
pub(super) const PAGE: u64 = 400;

/// Bytes of a line that are shown: what a program wrote may be one line.
const LONGEST: usize = 4 << 10;

/// Bytes around a passage that are shown with it, and lines.
const AROUND: (usize, usize) = (600, 3);

/// Bytes of the passages of one memory that are shown.
const MOST: usize = 64 << 10;

/// A passage: its bytes, and the memory that rests on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub start: usize,
    pub end: usize,
    pub memory: String,
}

/// A line: its number, and its words, each with whether they are marked.
#[derive(Debug, Default, PartialEq, Eq)]
struct Line<'t> {
    number: u64,
    words: Vec<(bool, &'t str)>,
    /// Memories whose passages begin on it.
    memories: Vec<&'t str>,
}

/// The page of a document on which a line stands, and the line itself.
pub(super) fn line_of(site: &Site, item_id: &str, line: u64) -> String {
    let first = (line.saturating_sub(1) / PAGE * PAGE + 1).to_string();
    let path = site.document(item_id);
    match first.as_str() {
        "1" => format!("{path}#L{line}"),
        _ => format!("{path}?line={first}#L{line}"),
    }
}

/// So many lines of a text from one on, and whether there are more. Spans ascend.
pub(super) fn page(site: &Site, text: &str, spans: &[Span], first: u64) -> (Markup, bool) {
    let (mut shown, mut at, mut more) = (Vec::new(), 0, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let end = at + line.len();
        if number >= first + PAGE {
            more = true;
            break;
        }
        if number >= first {
            shown.push(marked(number, line, at, spans));
        }
        at = end;
    }
    (block(&shown, |n| format!("#L{n}"), Some(site)), more)
}

/// The passages of one memory with what is around them.
pub(super) fn passages(site: &Site, item_id: &str, text: &str, spans: &[Span]) -> Markup {
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    for span in spans {
        let (from, to) = (before(text, span.start), after(text, span.end));
        match blocks.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => blocks.push((from, to)),
        }
    }
    let (mut number, mut counted, mut left) = (1, 0, MOST);
    let mut shown = Vec::new();
    for (from, to) in blocks {
        if left == 0 {
            shown.push(html! { p.note { "The rest is not shown here." } });
            break;
        }
        number += breaks(&text[counted..from]);
        counted = from;
        let cut = floor(text, to.min(from + left));
        left -= cut - from;
        let (mut lines, mut at) = (Vec::new(), from);
        for (number, line) in (number..).zip(text[from..cut].split_inclusive('\n')) {
            lines.push(marked(number, line, at, spans));
            at += line.len();
        }
        shown.push(block(&lines, |n| line_of(site, item_id, n), None));
    }
    html! { @for block in shown { (block) } }
}

fn block(lines: &[Line], address: impl Fn(u64) -> String, site: Option<&Site>) -> Markup {
    html! {
        div.text.page[site.is_some()] dir="auto" {
            @for line in lines {
                div.line id=[site.map(|_| format!("L{}", line.number))] {
                    a.number href=(address(line.number)) aria-label=(format!("line {}", line.number)) { (line.number) }
                    span {
                        @for (is_marked, words) in &line.words {
                            @let words = one_line(words);
                            @if *is_marked { mark { (words) } } @else { (words) }
                        }
                        @for memory in &line.memories {
                            @if let Some(site) = site {
                                " " a.memory href=(site.memory(memory, "")) aria-label=(format!("memory {}", one_line(memory))) { "memory" }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A line that begins at this byte of its text, with what spans mark of it.
fn marked<'t>(number: u64, line: &'t str, begin: usize, spans: &'t [Span]) -> Line<'t> {
    let words = line.trim_end_matches(['\n', '\r']);
    let words = &words[..floor(words, LONGEST)];
    let end = begin + words.len();
    let mut shown = Line {
        number,
        ..Line::default()
    };
    let mut at = begin;
    let within = spans.partition_point(|span| span.end <= begin);
    for span in &spans[within..] {
        if span.start > end || (span.start == end && span.start > begin) {
            break;
        }
        if span.start >= begin {
            shown.memories.push(&span.memory);
        }
        let (from, to) = (span.start.clamp(at, end), span.end.clamp(at, end));
        // What does not stand between letters is none of this text's.
        let (Some(plain), Some(mark)) = (
            words.get(at - begin..from - begin),
            words.get(from - begin..to - begin),
        ) else {
            continue;
        };
        shown.words.extend([(false, plain), (true, mark)]);
        at = to;
    }
    shown
        .words
        .push((false, words.get(at - begin..).unwrap_or_default()));
    shown.words.retain(|(_, words)| !words.is_empty());
    if words.len() < line.trim_end_matches(['\n', '\r']).len() {
        shown.words.push((false, " …"));
    }
    shown
}

fn breaks(text: &str) -> u64 {
    text.bytes().filter(|b| *b == b'\n').count() as u64
}

/// Where what is shown before a passage begins.
fn before(text: &str, start: usize) -> usize {
    let start = floor(text, start);
    let least = floor(text, start.saturating_sub(AROUND.0));
    let begins = text[least..start]
        .rmatch_indices('\n')
        .map(|(at, _)| least + at + 1);
    // Its own line, and those before it.
    let lines = AROUND.1 + 1;
    let begin = begins.take(lines).last();
    match begin {
        // Less than these lines is there, or one that is too long.
        _ if least == 0 && breaks(&text[..start]) < lines as u64 => 0,
        Some(begin) => begin,
        None => least,
    }
}

/// Where what is shown after a passage ends.
fn after(text: &str, end: usize) -> usize {
    let end = floor(text, end);
    let most = floor(text, end + AROUND.0);
    let ends = text[end..most]
        .match_indices('\n')
        .map(|(at, _)| end + at + 1);
    // A passage may end with its line.
    let lines = AROUND.1 + usize::from(!text[..end].ends_with('\n'));
    let ends: Vec<usize> = ends.take(lines).collect();
    match ends.last() {
        Some(last) if ends.len() == lines => *last,
        Some(last) if most < text.len() => *last,
        _ => most,
    }
}

/// The last place between two letters up to this byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: usize, end: usize) -> Span {
        Span {
            start,
            end,
            memory: "m".to_owned(),
        }
    }

    #[test]
    fn what_spans_cover_is_marked_line_by_line() {
        let spans = [span(2, 9), span(10, 12)];
        let words = |number, line, begin| marked(number, line, begin, &spans).words;
        // "one two\nthree\n"
        assert_eq!(words(1, "one two\n", 0), [(false, "on"), (true, "e two")]);
        assert_eq!(
            words(2, "three\n", 8),
            [(true, "t"), (false, "h"), (true, "re"), (false, "e")]
        );
        assert_eq!(marked(2, "three\n", 8, &spans).memories, ["m"]);
        assert_eq!(marked(3, "\n", 14, &spans).words, []);
        // Spans of another text: nothing panics, and all is there.
        let odd = [span(1, 2), span(3, 1 << 40)];
        let all: String = marked(1, "éé\n", 0, &odd)
            .words
            .iter()
            .map(|w| w.1)
            .collect();
        assert_eq!(all, "éé");
    }

    #[test]
    fn passages_stand_in_their_lines_with_those_around() {
        let site = Site::new("abc", String::new(), true);
        let text: String = (1..=20).map(|n| format!("line {n}\n")).collect();
        let start = text.find("line 10").expect("it is there");
        let shown = passages(&site, "doc", &text, &[span(start, start + 7)]).into_string();
        assert!(shown.contains("<mark>line 10</mark>"), "{shown}");
        for (line, is) in [(6, false), (7, true), (8, true), (13, true), (14, false)] {
            assert_eq!(
                shown.contains(&format!("#L{line}\"")),
                is,
                "{line}: {shown}"
            );
        }
        let near = text.find("line 12").expect("it is there");
        let both = [span(start, start + 7), span(near, near + 7)];
        let shown = passages(&site, "doc", &text, &both).into_string();
        assert_eq!(shown.matches("class=\"text\"").count(), 1);
        assert_eq!(shown.matches("#L11\"").count(), 1);
        let whole = passages(&site, "doc", "a", &[span(0, 1)]).into_string();
        assert!(whole.contains("<mark>a</mark>"), "{whole}");
    }

    #[test]
    fn a_page_has_so_many_lines_and_says_whether_there_are_more() {
        let site = Site::new("abc", String::new(), true);
        let text = "x\n".repeat(PAGE as usize + 1);
        let (first, more) = page(&site, &text, &[], 1);
        assert!(more && first.into_string().matches("class=\"line\"").count() == 400);
        let (last, more) = page(&site, &text, &[], PAGE + 1);
        assert!(!more && last.into_string().contains("id=\"L401\""));
        assert_eq!(line_of(&site, "d", 400), "/web/abc/document/d#L400");
        assert_eq!(
            line_of(&site, "d", 401),
            "/web/abc/document/d?line=401#L401"
        );
        let (long, _) = page(&site, &"é".repeat(1 << 20), &[], 1);
        assert!(long.into_string().len() < 2 * LONGEST);
    }
}
