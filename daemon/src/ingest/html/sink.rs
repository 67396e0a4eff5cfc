//! Tokens of HTML → blocks of text: what is displayed, what is hidden, what is a page's own furniture.

use super::element::{attr, hidden, is_block, is_button, is_chrome};
use super::{Block, BlockKind, Page};
use crate::ingest::written_date;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, states::RawKind};
use std::cell::RefCell;

/// Open elements remembered; deeper ones are read as text of the last.
const MAX_DEPTH: usize = 256;

/// Takes tokens and gathers blocks.
#[derive(Default)]
pub(super) struct Sink(RefCell<State>);

impl Sink {
    /// What the tokens came to.
    pub(super) fn page(self) -> Page {
        let mut state = self.0.into_inner();
        state.flush();
        state.page
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => state.text(&text),
            Token::TagToken(tag) => match tag.kind {
                TagKind::StartTag => return state.open(&tag),
                TagKind::EndTag => state.close(&tag.name),
            },
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// An open element that changes how text is taken.
struct Open {
    name: String,
    hides: bool,
    chrome: bool,
}

#[derive(Default)]
struct State {
    page: Page,
    stack: Vec<Open>,
    hidden: u32,
    chrome: u32,
    quoted: u8,
    in_title: bool,
    pre: u32,
    cells: u32,
    line: String,
    kind: Option<BlockKind>,
    apart: bool,
    /// Whether a link is open.
    linked: bool,
    /// Whether a button stands in the block that is being read, and whether other words than links do.
    button: bool,
    plain: bool,
    /// Who wrote the post that is open, until its time is met.
    author: Option<String>,
}

impl State {
    fn text(&mut self, text: &str) {
        if self.in_title {
            self.page.title.get_or_insert_default().push_str(text);
            return;
        }
        if self.hidden > 0 {
            return;
        }
        for c in text.chars() {
            match c {
                '\n' if self.pre > 0 => self.flush(),
                // Zero-width fillers of mail previews, soft hyphens, and direction-free joiners say nothing.
                '\u{200b}' | '\u{200c}' | '\u{feff}' | '\u{ad}' | '\u{34f}' => {}
                c if c.is_whitespace() => {
                    if !self.line.is_empty() && !self.line.ends_with(' ') {
                        self.line.push(' ');
                    }
                }
                c => {
                    self.plain |= !self.linked;
                    self.line.push(c);
                }
            }
        }
    }

    /// Ends the block that is being read.
    fn flush(&mut self) {
        let text = self.line.trim();
        // beside a button, links are more of the kind: "[View booking]  Hire a car"
        let offered = std::mem::take(&mut self.button) & !std::mem::take(&mut self.plain);
        if !text.is_empty() && !offered {
            self.page.blocks.push(Block {
                kind: self.kind.unwrap_or(BlockKind::Text),
                text: text.to_owned(),
                quoted: self.quoted,
                chrome: self.chrome > 0,
                apart: std::mem::take(&mut self.apart),
            });
            // The rest of an item or heading after a line break is text.
            if !matches!(self.kind, Some(BlockKind::Heading(_))) {
                self.kind = None;
            }
        }
        self.line.clear();
    }

    fn block(&mut self, apart: bool) {
        self.flush();
        self.apart |= apart;
        self.kind = None;
    }

    fn open(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        match name {
            "script" | "style" | "noscript" | "template" | "iframe" | "noframes" => {
                if tag.self_closing && name != "script" {
                    return TokenSinkResult::Continue;
                }
                self.push(name, true, false);
                return match name {
                    "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                    "noscript" | "template" => TokenSinkResult::Continue,
                    _ => TokenSinkResult::RawData(RawKind::Rawtext),
                };
            }
            "title" if self.page.title.is_none() && !self.inside("svg") => {
                self.in_title = true;
                return TokenSinkResult::RawData(RawKind::Rcdata);
            }
            "textarea" => {
                self.push(name, true, false);
                return TokenSinkResult::RawData(RawKind::Rcdata);
            }
            "a" => {
                self.linked = true;
                self.button |= is_button(tag);
            }
            "br" => {
                self.flush();
                return TokenSinkResult::Continue;
            }
            "hr" => {
                self.block(true);
                return TokenSinkResult::Continue;
            }
            "meta" => {
                let name = attr(tag, "name")
                    .or_else(|| attr(tag, "property"))
                    .or_else(|| attr(tag, "itemprop"));
                if let (Some(name), Some(content)) = (name, attr(tag, "content")) {
                    self.page
                        .meta
                        .push((name.to_ascii_lowercase(), content.to_owned()));
                }
                return TokenSinkResult::Continue;
            }
            "img" | "input" | "link" | "base" | "area" | "col" | "embed" | "source" | "track"
            | "wbr" => {
                return TokenSinkResult::Continue;
            }
            "time" => {
                if let Some(at) = attr(tag, "datetime") {
                    self.page.meta.push(("time".to_owned(), at.to_owned()));
                    if let Some(when) = written_date::find(at)
                        && let Some(author) = self.author.take()
                    {
                        self.block(true);
                        self.text(&format!("{author} wrote on {}", when.in_words()));
                        self.flush();
                        self.push(name, true, false);
                        return TokenSinkResult::Continue;
                    }
                }
            }
            "td" | "th" => {
                self.close_if_top("td");
                self.close_if_top("th");
                if !self.line.trim().is_empty() {
                    self.line.push_str("  ");
                }
                self.cells += 1;
            }
            "tr" => {
                self.block(false);
                self.kind = Some(BlockKind::Row);
                self.cells = 0;
            }
            "li" | "dt" | "dd" => {
                self.block(false);
                self.kind = Some(BlockKind::Item);
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.block(true);
                self.kind = Some(BlockKind::Heading(name.as_bytes()[1] - b'0'));
            }
            "p" | "ul" | "ol" | "dl" | "table" | "blockquote" | "article" | "section"
            | "figure" => self.block(true),
            "pre" => {
                self.block(true);
                self.pre += 1;
            }
            name if is_block(name) => {
                // A layout table's cell holds blocks; they end the row's line.
                self.block(false);
            }
            _ => {}
        }
        // a forum's post: `<article data-author="Ann">`
        if let Some(author) = attr(tag, "data-author").filter(|_| is_block(name)) {
            self.author = Some(author.trim().to_owned()).filter(|a| !a.is_empty());
        }
        if name == "blockquote" {
            self.quoted = self.quoted.saturating_add(1);
        }
        if tag.self_closing {
            return TokenSinkResult::Continue;
        }
        let chrome = is_chrome(tag);
        let hides = hidden(tag) || is_button(tag);
        if hides
            || chrome
            || is_block(name)
            || matches!(name, "svg" | "time" | "td" | "th" | "span" | "font")
        {
            self.push(
                name,
                hides || matches!(name, "svg" | "select" | "button" | "object"),
                chrome,
            );
        }
        TokenSinkResult::Continue
    }

    fn close(&mut self, name: &str) {
        match name {
            "a" => self.linked = false,
            "title" => {
                self.in_title = false;
                if let Some(title) = &mut self.page.title {
                    *title = title.split_whitespace().collect::<Vec<_>>().join(" ");
                }
            }
            "blockquote" => {
                self.block(true);
                self.quoted = self.quoted.saturating_sub(1);
            }
            "pre" => {
                self.block(true);
                self.pre = self.pre.saturating_sub(1);
            }
            "p" | "ul" | "ol" | "dl" | "table" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
            | "article" | "section" => {
                self.block(true);
            }
            name if is_block(name) => self.block(false),
            _ => {}
        }
        // An end tag that matches nothing open closes nothing.
        if let Some(at) = self.stack.iter().rposition(|open| open.name == name) {
            while self.stack.len() > at {
                self.pop();
            }
        }
    }

    fn push(&mut self, name: &str, hides: bool, chrome: bool) {
        if self.stack.len() >= MAX_DEPTH {
            return;
        }
        self.hidden += u32::from(hides);
        self.chrome += u32::from(chrome);
        self.stack.push(Open {
            name: name.to_owned(),
            hides,
            chrome,
        });
    }

    fn pop(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.hidden -= u32::from(open.hides);
            self.chrome -= u32::from(open.chrome);
        }
    }

    fn close_if_top(&mut self, name: &str) {
        if self.stack.last().is_some_and(|open| open.name == name) {
            self.pop();
        }
    }

    fn inside(&self, name: &str) -> bool {
        self.stack.iter().any(|open| open.name == name)
    }
}
