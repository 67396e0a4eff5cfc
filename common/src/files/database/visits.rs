//! Browsers' histories: a document for each day.

use super::{
    documents::Documents,
    number,
    secrets::{address, masked},
    text,
};
use crate::api::SourceType;
use rusqlite::Connection;
use std::collections::HashMap;

/// A page that is looked at again within so many seconds was not left.
const RELOADED: i64 = 1800;
/// Characters of a title.
const TITLE: usize = 300;

/// How a browser keeps its history.
pub(super) struct History {
    pub(super) tables: &'static [&'static str],
    browser: &'static str,
    kind: &'static str,
    /// Time, address and title, by time: of what was looked at, not of frames, reloads and stations on the way.
    visits: &'static str,
    /// How the time is counted: units of a second, and the second since 1970 at which it begins.
    units: f64,
    begins: f64,
}

pub(super) const HISTORIES: [History; 3] = [
    History {
        tables: &["moz_places", "moz_historyvisits"],
        browser: "Firefox",
        kind: "days of Firefox's history",
        visits: "SELECT v.visit_date, p.url, p.title FROM moz_historyvisits v JOIN moz_places p ON p.id = v.place_id \
            WHERE p.hidden = 0 AND v.visit_type NOT IN (4, 8, 9) ORDER BY v.visit_date, v.id",
        units: 1e6,
        begins: 0.0,
    },
    History {
        tables: &["urls", "visits"],
        browser: "Chromium",
        kind: "days of Chromium's history",
        // The core of a transition: 3 and 4 are frames, 8 a reload; the bit says that no redirection follows.
        visits: "SELECT v.visit_time, u.url, u.title FROM visits v JOIN urls u ON u.id = v.url \
            WHERE u.hidden = 0 AND (v.transition & 255) NOT IN (3, 4, 8) AND (v.transition & 536870912) != 0 \
            ORDER BY v.visit_time, v.id",
        units: 1e6,
        begins: -11_644_473_600.0,
    },
    History {
        tables: &["history_items", "history_visits"],
        browser: "Safari",
        kind: "days of Safari's history",
        visits: "SELECT v.visit_time, i.url, v.title FROM history_visits v JOIN history_items i ON i.id = v.history_item \
            WHERE v.load_successful != 0 AND v.redirect_destination IS NULL ORDER BY v.visit_time, v.id",
        units: 1.0,
        begins: 978_307_200.0,
    },
];

/// The days of a history. Words of an address that lead back to a person or let in are cut.
pub(super) fn read(connection: &Connection, history: &History) -> rusqlite::Result<Documents> {
    let mut documents = Documents::new(SourceType::Browser, history.kind)?;
    let mut visits = connection.prepare(history.visits)?;
    let mut rows = visits.query([])?;
    let mut before: HashMap<(String, String), i64> = HashMap::new();
    while let Some(row) = rows.next()? {
        let at = (number(row, 0)? / history.units + history.begins) as i64;
        let (url, title) = (text(row, 1)?, text(row, 2)?);
        let (Some(url), Some(local)) = (url.as_deref().and_then(address), documents.local(at))
        else {
            continue;
        };
        let name = format!("{} {}", history.browser, local.date());
        if !documents.is_in(&name) {
            before.clear();
        }
        let title = tidy(&title.unwrap_or_default());
        let line = format!(
            "{},\"{}\",\"{}\"\n",
            local.strftime("%Y-%m-%d %H:%M:%S"),
            title.replace('"', "\"\""),
            url.replace('"', "%22"),
        );
        let last = before.insert((url, title), at);
        if last.is_none_or(|last| at - last > RELOADED) {
            documents.put(&name, "visit_time,title,url\n", &line, at);
        }
    }
    Ok(documents)
}

/// A title in one line; an address in its place says what the address says.
fn tidy(title: &str) -> String {
    let words: Vec<&str> = title.split_whitespace().collect();
    let title: String = words.join(" ").chars().take(TITLE).collect();
    match title.contains("://") {
        true => String::new(),
        false => masked(&title),
    }
}
