//! A document: its text, with the lines marked that memories rest on.

pub(crate) use super::text::Span;
use super::{
    Site,
    frame::{Here, page},
    parts::memories,
    sources::{about, state},
    text,
};
use maud::{Markup, html};
use memo_common::{api::Document, printable};

/// What the page of a document shows.
pub(crate) struct Shown<'s> {
    pub document: &'s Document,
    /// Its text; else why it is not there.
    pub text: Result<&'s str, String>,
    /// In the text's order.
    pub spans: &'s [Span],
    /// The first line that is shown.
    pub first: u64,
    /// What came of the last thing that was done here.
    pub said: Option<&'s str>,
}

pub(crate) fn show(site: &Site, shown: &Shown) -> Markup {
    let document = shown.document;
    let title = document.filename.as_deref().unwrap_or(&document.item_id);
    let title = printable::clean(title);
    let main = html! {
        h1 { bdi { (title) } }
        @if let Some(said) = shown.said { p.said role="status" { (said) } }
        p.note {
            (about(document)) " · "
            a href=(site.search([("item_id", document.item_id.as_str())])) { (memories(document.memories)) }
        }
        (state(&document.run))
        @match &shown.text {
            Err(why) => { p.nothing { (why) } }
            Ok(text) => { (lines(site, shown, text)) }
        }
    };
    page(site, Here::Elsewhere, &title, &main)
}

fn lines(site: &Site, shown: &Shown, text: &str) -> Markup {
    let (lines, more) = text::page(site, text, shown.spans, shown.first);
    let path = format!("document/{}", shown.document.item_id);
    let other = |line: u64, class: &str, words: &str| {
        html! { a class=(class) href=(site.with(&path, [("line", line.to_string().as_str())])) { (words) } }
    };
    let steps = html! {
        @if more || shown.first > 1 {
            nav.steps aria-label="Other lines" {
                @if shown.first > 1 { (other(shown.first.saturating_sub(text::PAGE).max(1), "before", "Earlier lines")) }
                @if more { (other(shown.first.saturating_add(text::PAGE), "after", "Further lines")) }
            }
        }
    };
    html! { (steps) (lines) (steps) }
}
