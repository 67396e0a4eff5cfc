//! A visited or kept page: what its title and address say.

mod confirmed;
mod passing;
mod search;

use crate::when::When;
use confirmed::is_confirmed;
use jiff::civil::DateTime;
use passing::{is_lobby, is_passing};
use std::ops::Range;

/// A page that was visited, or kept as a bookmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    /// Title as the browser has it; never empty once [`Visit::read`].
    pub(crate) title: String,
    /// Address.
    pub(crate) url: String,
    /// When, on the reader's clock.
    pub(crate) at: Option<DateTime>,
    /// Folders it is kept in, outermost first; `None` where it was only visited.
    pub(crate) folders: Option<Vec<String>>,
    /// What was noted on it where it is kept.
    pub(crate) note: Option<String>,
    /// Bytes of the upload.
    pub(crate) span: Range<usize>,
}

/// When a visit began, of which an export may tell the day alone.
pub(super) fn begun(when: When) -> DateTime {
    let point = when.start;
    point
        .first_day()
        .to_datetime(point.time().unwrap_or_default())
}

impl Visit {
    /// The visit with its title tidied; `None` where nobody would remember it: a new tab, a log-in, a page of the
    /// browser's own.
    pub(crate) fn read(mut self) -> Option<Self> {
        let scheme = self
            .url
            .split(':')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        if !matches!(scheme.as_str(), "http" | "https" | "file" | "ftp") && !self.url.is_empty() {
            return None;
        }
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        // "(3) Inbox": how much is unread is no part of the title.
        let title = title
            .strip_prefix('(')
            .and_then(|t| t.split_once(") "))
            .filter(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()))
            .map_or(title.as_str(), |(_, t)| t);
        // "My Activity" says of each page that it was visited.
        let title = title.strip_prefix("Visited ").unwrap_or(title);
        self.title = if title.is_empty() || title.starts_with("http") {
            self.named_by_url()?
        } else {
            title.to_owned()
        };
        let passing = is_passing(&self.title, &self.url) || is_lobby(&self.title, self.host());
        (!passing).then_some(self)
    }

    /// The address' last words, where a page has no title.
    fn named_by_url(&self) -> Option<String> {
        let path = self.url.split(['?', '#']).next()?;
        let path = path
            .split_once("://")
            .map_or(path, |(_, p)| p)
            .trim_end_matches('/');
        let (host, last) = path
            .split_once('/')
            .map_or((path, ""), |(h, p)| (h, p.rsplit('/').next().unwrap_or(p)));
        let host = host.trim_start_matches("www.");
        let words = decode(last).replace(['-', '_'], " ");
        let words = words
            .trim_end_matches(".html")
            .trim_end_matches(".htm")
            .trim_end_matches(".php");
        (!host.is_empty()).then(|| {
            if words.chars().filter(|c| c.is_alphabetic()).count() >= 4 {
                format!("{words} ({host})")
            } else {
                host.to_owned()
            }
        })
    }

    /// The site, without "www.".
    pub(crate) fn host(&self) -> &str {
        let rest = self.url.split_once("://").map_or("", |(_, rest)| rest);
        let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
        host.strip_prefix("www.").unwrap_or(host)
    }

    /// The registered domain, roughly: the last two labels, three where the last but one is short ("co.uk").
    pub(crate) fn domain(&self) -> String {
        let labels: Vec<&str> = self.host().rsplit('.').collect();
        let keep = if labels.get(1).is_some_and(|l| l.len() <= 3) && labels.len() > 2 {
            3
        } else {
            2
        };
        labels.into_iter().take(keep).collect::<Vec<_>>().join(".")
    }

    /// What was done with the page, where its title says so ("Watched …"), and the rest of the title.
    pub(crate) fn done(&self) -> (&'static str, &str) {
        [
            ("Watched ", "watched"),
            ("Listened to ", "listened to"),
            ("Directions to ", "looked up the way to"),
        ]
        .iter()
        .find_map(|(mark, did)| Some((*did, self.title.strip_prefix(mark)?)))
        .unwrap_or(("looked at", self.title.as_str()))
    }

    /// Whether the page confirms an order, a booking, an application.
    pub(crate) fn confirms(&self) -> bool {
        is_confirmed(&self.title)
    }

    /// Whether a part of a title only confirms.
    pub(crate) fn is_confirmation(part: &str) -> bool {
        is_confirmed(part)
    }
}

/// Percent signs and pluses of a query decoded; what is no UTF-8 stays as it is.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let raw = text.as_bytes();
    let mut i = 0;
    while i < raw.len() {
        let hex = |b: u8| {
            char::from(b)
                .to_digit(16)
                .and_then(|d| u8::try_from(d).ok())
        };
        match (
            raw[i],
            raw.get(i + 1).copied().and_then(hex),
            raw.get(i + 2).copied().and_then(hex),
        ) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(high * 16 + low);
                i += 2;
            }
            (b'+', _, _) => bytes.push(b' '),
            (byte, _, _) => bytes.push(byte),
        }
        i += 1;
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests;
