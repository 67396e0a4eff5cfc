//! HTML to text, for mails, calendars and saved pages.
//!
//! - `element`: what an element is to the text in it
//! - `references`: characters that are written by their names or numbers
//! - `sink`: what the tags and the text between them come to
//!
//! The tokenizer of html5ever reads; no tree is built, so time and memory are linear whatever the nesting. Of the
//! tree only this is kept: a bounded stack of the open elements that change how text is taken.

mod element;
mod references;
mod sink;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
pub(crate) use references::resolved;
use sink::Sink;

/// A page as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// Text of `<title>`.
    pub(crate) title: Option<String>,
    /// What is displayed, in order.
    pub(crate) blocks: Vec<Block>,
    /// `<meta>` names (or properties) in lower case, with their contents; `<time datetime>` is listed as `time`.
    pub(crate) meta: Vec<(String, String)>,
}

/// Text displayed as one line or paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// What it is.
    pub(crate) kind: BlockKind,
    /// White space folded; `<pre>` and `<br>` do not fold: each line is a block.
    pub(crate) text: String,
    /// How many `<blockquote>` it stands in.
    pub(crate) quoted: u8,
    /// It stands in navigation, a footer, a form, a dialog: not in the page's content.
    pub(crate) chrome: bool,
    /// An empty line is displayed before it (it begins a paragraph, and is no mere `<br>`).
    pub(crate) apart: bool,
}

/// The kinds of [`Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// Running text.
    Text,
    /// `<h1>` to `<h6>`.
    Heading(u8),
    /// `<li>`, `<dt>`, `<dd>`.
    Item,
    /// A table's row, its cells joined by two spaces.
    Row,
}

/// Whether the text is HTML rather than plain: a doctype, or a tag at its beginning that plain text would not have.
pub(crate) fn is_html(text: &str) -> bool {
    let head: String = text
        .trim_start()
        .chars()
        .take(600)
        .collect::<String>()
        .to_ascii_lowercase();
    head.starts_with("<!doctype html")
        || head.starts_with("<html")
        || head.contains("<html") && head.starts_with('<')
        || head.contains("<body") && head.starts_with('<')
}

/// Whether a text has HTML tags in it (a calendar's description, say).
pub(crate) fn has_tags(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    [
        "<br", "<p>", "<p ", "</p>", "<a href", "<div", "<ul>", "<li>", "<b>", "<span", "<html",
    ]
    .iter()
    .any(|tag| lower.contains(tag))
}

/// Reads HTML; any text at all gives a page.
pub(crate) fn read(text: &str) -> Page {
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(text));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.page()
}

/// HTML as plain lines: `> ` before quoted ones, `- ` before items, empty lines between paragraphs.
pub(crate) fn to_text(html: &str) -> String {
    let mut out = String::new();
    for block in read(html).blocks {
        if block.apart && !out.is_empty() {
            out.push('\n');
        }
        for _ in 0..block.quoted {
            out.push_str("> ");
        }
        if block.kind == BlockKind::Item && !block.text.starts_with(['-', '•', '*']) {
            out.push_str("- ");
        }
        out.push_str(&block.text);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests;
