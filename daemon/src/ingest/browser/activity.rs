//! Google's "My Activity" as it is saved, or exported by Takeout: a page in HTML with a `<div>` for each thing done, its
//! lines parted by `<br>`: `Searched for <a …>boat paint</a>`, `Aug 4, 2025, 10:15:22 AM CEST`.

use super::visit::Visit;
use crate::extract::dates::{Anchor, Order, Reference, find};
use crate::ingest::About;
use crate::ingest::html;
use crate::ingest::pattern::pattern;
use crate::when::Point;
use jiff::civil::DateTime;

pattern!(LINKED, r#"(?i)<a\s[^>]*?href\s*=\s*["']([^"'>]*)["']"#);

/// What Google calls the parts of such a page.
const CELL: &str = "content-cell";

/// Lines of a part: what was done, of whom, when; and what goes on below.
const LINES: usize = 6;

/// How the lines begin that say what was done.
const DONE: [&str; 14] = [
    "Searched for ",
    "Visited ",
    "Watched ",
    "Viewed ",
    "Directions to ",
    "Listened to ",
    "Read ",
    "Used ",
    "Liked ",
    "Saved ",
    "Subscribed to ",
    "Asked ",
    "Said ",
    "Explored ",
];

/// What was done in other languages, before or behind the thing, and in English.
const FOREIGN: [(&str, &str, &str); 20] = [
    ("Gesucht nach: ", "", "Searched for "),
    ("Gesucht nach ", "", "Searched for "),
    ("", " gesucht", "Searched for "),
    ("", " angesehen", "Watched "),
    ("", " aufgerufen", "Visited "),
    ("", " besucht", "Visited "),
    ("Has buscado ", "", "Searched for "),
    ("Buscaste ", "", "Searched for "),
    ("Has visto ", "", "Watched "),
    ("Has visitado ", "", "Visited "),
    ("Visitaste ", "", "Visited "),
    ("Vous avez recherché ", "", "Searched for "),
    ("Vous avez regardé ", "", "Watched "),
    ("Vous avez consulté ", "", "Visited "),
    ("Hai cercato ", "", "Searched for "),
    ("Hai guardato ", "", "Watched "),
    ("Hai visitato ", "", "Visited "),
    ("Você pesquisou ", "", "Searched for "),
    ("Pesquisou ", "", "Searched for "),
    ("Gezocht naar ", "", "Searched for "),
];

/// The visits that a saved activity page tells; none where the text is no such page.
pub(super) fn read(text: &str, about: &About<'_>) -> Vec<Visit> {
    let is_export = text.contains(CELL);
    let mut visits = Vec::new();
    let mut told = 0;
    let starts: Vec<usize> = text.match_indices("<div").map(|(at, _)| at).collect();
    for (n, &start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(text.len());
        let part = &text[start..end];
        let part = part.find("</div").map_or(part, |close| &part[..close]);
        // its lines are parted, and most parts of other pages need not be read
        if !part.contains("<br") {
            continue;
        }
        let lines: Vec<String> = html::to_text(part)
            .lines()
            .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|l| !l.is_empty())
            .take(LINES)
            .collect();
        let Some((title, below)) = lines.split_first() else {
            continue;
        };
        let Some(at) = below.iter().find_map(|line| moment(line, about)) else {
            continue;
        };
        let Some(title) = done(title) else { continue };
        told += 1;
        let visit = Visit {
            title,
            url: LINKED
                .captures(part)
                .map_or_else(String::new, |c| c[1].replace("&amp;", "&")),
            at: Some(at),
            folders: None,
            note: None,
            span: start..start + part.len(),
        };
        visits.extend(visit.read());
    }
    if is_export || told >= 2 {
        visits
    } else {
        Vec::new()
    }
}

/// What was done, in English; `None` where the line says nothing of the kind.
fn done(line: &str) -> Option<String> {
    if DONE.iter().any(|d| line.starts_with(d)) {
        return Some(line.to_owned());
    }
    FOREIGN.iter().find_map(|(before, behind, english)| {
        let thing = line.strip_prefix(before)?.strip_suffix(behind)?.trim();
        (!thing.is_empty()).then(|| format!("{english}{thing}"))
    })
}

/// The moment that a line is; `None` where it says more than that.
fn moment(line: &str, about: &About<'_>) -> Option<DateTime> {
    let reference = Reference {
        order: Order::MonthFirst,
        ..Reference::at(about.reference.datetime())
    };
    let found = find(line, &reference);
    let first = found.first()?;
    let whole = first.span.len() + 8 >= line.trim().len();
    match first.when.start {
        Point::Minute(at) if whole && first.anchor >= Anchor::Relative => Some(at),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::texts;

    #[test]
    fn an_export_and_its_cells_alone() {
        let cell = |said: &str| {
            format!(
                "<div class=\"outer-cell mdl-cell\"><div class=\"mdl-grid\"><div class=\"header-cell\"><p class=\"title\">Search<br></p></div>\
                 <div class=\"content-cell mdl-cell\">{said}<br></div><div class=\"content-cell\"><b>Products:</b><br>&emsp;Search<br></div></div></div>"
            )
        };
        let search = "Searched for&nbsp;<a href=\"https://www.google.com/search?q=boat&amp;x=1\">boat paint</a><br>Jan 4, 2024, 10:15:22\u{202f}AM CET";
        let film = "Watched&nbsp;<a href=\"https://www.youtube.com/watch?v=1\">Oars, by hand</a><br><a href=\"https://www.youtube.com/c/1\">Bo Alm</a><br>5 Jan 2024, 20:00:00 CET";
        let told = [
            "On 4 January 2024 at 10:15 I searched Google for “boat paint”.",
            "On 5 January 2024 at 20:00 I watched “Oars, by hand” on youtube.com.",
        ];
        let whole = format!(
            "<html><body><div>{}{}</div></body></html>",
            cell(search),
            cell(film)
        );
        assert_eq!(texts(&whole), told);
        assert_eq!(
            texts(&format!("<div>{search}<br></div>\n<div>{film}<br></div>")),
            told
        );
        let german = "Oars, by hand angesehen<br>05.01.2024, 20:00:00 MEZ";
        assert_eq!(
            texts(&cell(german)),
            ["On 5 January 2024 at 20:00 I watched “Oars, by hand”."]
        );
        // a page about it is none
        let page =
            "<html><body><div>Watched the boats<br>Jan 4, 2024, 10:15 AM</div></body></html>";
        assert!(texts(page).iter().all(|t| !t.contains("I watched")));
    }
}
