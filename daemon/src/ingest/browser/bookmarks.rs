//! Bookmarks as every browser exports them: the Netscape bookmark file.

use super::visit::{Visit, begun};
use crate::ingest::pattern::pattern;
use crate::ingest::{html, instant};
use jiff::tz::TimeZone;

/// Whether the text is a bookmark file.
pub(crate) fn is_bookmarks(text: &str) -> bool {
    text.get(..text.floor_char_boundary(2000))
        .is_some_and(|head| head.to_ascii_uppercase().contains("NETSCAPE-BOOKMARK"))
}

/// The kept pages with their folders.
pub(crate) fn read(text: &str, zone: &TimeZone) -> Vec<Visit> {
    pattern!(
        MARKUP,
        r"(?is)<h3[^>]*>([^<]*)</h3>|<a\s([^>]*)>([^<]*)</a>|<dd>([^<]*)|</dl>|<dl"
    );
    let mut visits = Vec::new();
    let mut folders: Vec<String> = Vec::new();
    let mut named: Option<String> = None;
    for found in MARKUP.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        if let Some(name) = found.get(1) {
            named = Some(plain(name.as_str()));
        } else if let (Some(attributes), Some(title)) = (found.get(2), found.get(3)) {
            let attribute = |name| attribute(attributes.as_str(), name);
            let visit = Visit {
                title: plain(title.as_str()),
                url: attribute("href").map(plain).unwrap_or_default(),
                at: attribute("add_date")
                    .or_else(|| attribute("time_added"))
                    .and_then(|t| instant::written(t, zone))
                    .map(begun),
                note: None,
                folders: Some(folders.iter().filter(|f| !f.is_empty()).cloned().collect()),
                span: whole.range(),
            };
            // A kept page without a name is an icon of the toolbar.
            if !visit.title.is_empty() {
                visits.extend(visit.read());
            }
        } else if let Some(note) = found.get(4) {
            // of the page above it, or else of a folder
            let note = plain(note.as_str());
            let last = visits.last_mut().filter(|_| named.is_none());
            if let Some(visit) = last.filter(|v: &&mut Visit| v.note.is_none() && !note.is_empty())
            {
                visit.note = Some(note);
                visit.span.end = whole.end();
            }
        } else if whole.as_str().starts_with("</") {
            folders.pop();
        } else {
            folders.push(named.take().unwrap_or_default());
        }
    }
    visits
}

fn plain(text: &str) -> String {
    if text.contains(['&', '<']) {
        html::to_text(text).trim().to_owned()
    } else {
        text.trim().to_owned()
    }
}

/// The value of an attribute.
fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let lower = attributes.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower[from..].find(name).map(|n| from + n) {
        let rest = attributes[at + name.len()..].trim_start();
        let begins = at == 0 || attributes[..at].ends_with(|c: char| c.is_whitespace() || c == '"');
        if let Some(value) = rest
            .strip_prefix('=')
            .map(str::trim_start)
            .filter(|_| begins)
        {
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            return match quote {
                Some(quote) => value[1..].split(quote).next(),
                None => value.split_whitespace().next(),
            };
        }
        from = at + name.len();
    }
    None
}
