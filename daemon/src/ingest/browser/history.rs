//! A browser's history page copied as text: days, times, titles, and the sites below them.

use super::visit::{Visit, begun};
use crate::extract::dates::Lean;
use crate::ingest::About;
use crate::ingest::agenda;

/// The visits of a history page; none where the text is no such page.
pub(super) fn read(text: &str, about: &About<'_>) -> Vec<Visit> {
    let Some(list) = agenda::read(text, about.reference.datetime(), Some(Lean::Past)) else {
        return Vec::new();
    };
    let all = list.entries.len();
    let mut visits = Vec::new();
    let mut sited = 0;
    for entry in list.entries {
        let mut lines = entry.lines.iter().map(|(text, _)| text.as_str());
        let title = lines.next().unwrap_or_default();
        let Some(url) = lines.find_map(address).or_else(|| address(title)) else {
            continue;
        };
        sited += 1;
        let visit = Visit {
            title: title.to_owned(),
            url,
            at: Some(begun(entry.when)),
            folders: None,
            note: None,
            span: entry.span,
        };
        visits.extend(visit.read());
    }
    if sited >= 2 && sited * 2 >= all {
        visits
    } else {
        Vec::new()
    }
}

/// The address that a line is: whole, or a site's name alone.
fn address(line: &str) -> Option<String> {
    let line = line.trim();
    if line.is_empty() || line.contains(char::is_whitespace) {
        return None;
    }
    if line.contains("://") {
        return Some(line.to_owned());
    }
    let host = line.split('/').next()?;
    let labels: Vec<&str> = host.split('.').collect();
    let site = labels.len() >= 2
        && labels
            .iter()
            .all(|l| !l.is_empty() && l.chars().all(|c| c.is_alphanumeric() || c == '-'))
        && labels.last()?.chars().count() >= 2
        && labels.last()?.chars().all(char::is_alphabetic);
    (site || host == "localhost" || host.starts_with("localhost:"))
        .then(|| format!("https://{line}"))
}
