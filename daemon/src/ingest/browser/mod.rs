//! What a browser keeps: histories and bookmarks in every export format, and saved pages.
//!
//! - `activity`: what "My Activity" lists
//! - `bookmarks`: the Netscape bookmark file
//! - `fields`: what exports call title, address and time
//! - `json`, `table`: exports in JSON, tables and lists of lines
//! - `owned`: whether a page is of one's own account
//! - `page`: a saved page
//! - `sessions`: visits that belong together, told
//! - `thread`: a page of posts
//! - `timeline`: where one was, by one's telephone
//! - `visit`: one visit

mod activity;
mod bookmarks;
mod fields;
mod json;
mod owned;
mod page;
mod sessions;
mod table;
mod thread;
mod timeline;
mod visit;

use super::{About, Document, html, objects};
use memo_common::api::SourceType;
use visit::Visit;

/// Reads what a browser keeps; instants are told in the zone of whoever uploads.
pub(crate) fn read(text: &str, about: &About) -> Document {
    if let Some(document) = timeline::read(text, about) {
        return document;
    }
    // what one has written oneself is more than that a page was looked at
    if text.trim_start().starts_with(['{', '['])
        && objects::has_own(text)
        && let Some(document) = objects::read(text, SourceType::Browser, about)
    {
        return document;
    }
    let visits = visits(text, about);
    if visits.is_empty() {
        return page::read(text, about);
    }
    told(visits)
}

/// Reads what shows by its form that a browser has kept it; `None` for all else, and for a single address.
pub(super) fn recognize(text: &str, about: &About<'_>) -> Option<Document> {
    if page::is_kept(text) {
        return Some(page::read(text, about));
    }
    timeline::read(text, about)
        .or_else(|| Some(visits(text, about)).filter(|v| v.len() > 1).map(told))
}

/// Whether a text is a page of what several people wrote, each below who and when.
pub(super) fn is_of_posts(text: &str, about: &About<'_>) -> bool {
    let Some(page) = thread::read(text, about, None) else {
        return false;
    };
    let posts: usize = page.passages.iter().map(|p| p.span.len()).sum();
    posts * 2 >= text.trim().len()
}

/// Whether a column of this name (in lower case) holds the address of a page.
pub(super) fn is_address(column: &str) -> bool {
    let squashed = |name: &str| name.replace([' ', '_'], "");
    fields::URLS
        .iter()
        .any(|url| squashed(url) == squashed(column))
}

/// The document that visits make.
fn told(visits: Vec<Visit>) -> Document {
    let mut document = Document::new(SourceType::Browser);
    document.passages = sessions::tell(visits);
    document.written = sessions::last_day(&document.passages);
    document
}

/// The visits that the text lists; none where it is a page.
fn visits(text: &str, about: &About) -> Vec<Visit> {
    let zone = about.reference.time_zone();
    let today = about.reference.date();
    let start = text.trim_start();
    if bookmarks::is_bookmarks(text) {
        return bookmarks::read(text, zone);
    }
    if start.starts_with(['{', '[']) {
        let visits = json::read(text, zone);
        if !visits.is_empty() {
            return visits;
        }
    }
    if start.starts_with('<') {
        let visits = activity::read(text, about);
        if !visits.is_empty() {
            return visits;
        }
    }
    if html::is_html(text) || page::is_clipping(text) {
        return Vec::new();
    }
    // A table has an address, or its name, in every line; a list of visits in one of two or three.
    let filled = || text.lines().filter(|l| !l.trim().is_empty());
    let (all, linked) = (
        filled().take(2000).count(),
        filled().take(2000).filter(|l| l.contains("://")).count(),
    );
    let delimited = |l: &str| l.matches([',', ';', '\t', '|']).count() >= 1;
    if linked >= 1
        && (table::is_named(text) || linked + 2 >= all && filled().take(20).all(delimited))
    {
        return table::read(text, zone, today);
    }
    if linked * 3 >= all && linked >= 2 {
        return table::list(text, zone, today);
    }
    Vec::new()
}

#[cfg(test)]
mod tests;
