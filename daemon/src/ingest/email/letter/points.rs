//! The points of a group of lines of a message.

use super::{EMAIL, Point};
use crate::extract::sentences;
use crate::ingest::email::bold::unmarked;
use crate::ingest::furniture::{self, imprint};
use crate::ingest::lines::{self, Line};
use crate::ingest::pattern::pattern;

// a row of buttons: "[ Pay now ]   [ Add to calendar ]"
pattern!(
    BUTTONS,
    r"^(?:\[\s*\p{L}{2}[^\[\]]{0,40}\]\s*[|·]?\s*){2,}$|^\[\s+\p{L}{2}[^\[\]]{0,40}\s+\]$"
);

/// The points of a group of lines.
pub(super) fn points(group: &[Line], heading: &mut Option<String>, out: &mut Vec<Point>) {
    if group.is_empty() {
        return;
    }
    if let [line] = group
        && let Some(title) = title(&line.text)
    {
        *heading = Some(title);
        return;
    }
    let mut rest = group;
    // "YOUR CLASS" above its lines.
    if group.len() > 1
        && let Some(title) = title(&group[0].text)
            .filter(|_| is_capitals(&group[0].text) || lines::is_item(&group[1].text))
    {
        *heading = Some(title);
        rest = &group[1..];
    }
    let mut start = 0;
    let mut any_item = false;
    let mut leads = false;
    // What follows a list is no longer under the line that introduced it.
    if out.last().is_some_and(|p| p.item)
        && !lines::is_item(&rest[0].text)
        && !heading.as_deref().is_some_and(is_capitals)
    {
        *heading = None;
    }
    for i in 1..=rest.len() {
        let ends = i == rest.len() || lines::begins_item(&rest[i - 1].text, &rest[i].text);
        if !ends {
            continue;
        }
        let part = &rest[start..i];
        start = i;
        let item = lines::item_text(&part[0].text).is_some();
        any_item |= item;
        let text = words(part);
        let mut text = furniture::without(&text, EMAIL).into_owned();
        // "Two things before I leave:" stands over the list below it.
        if !item && text.ends_with(':') && text.split_whitespace().count() <= 25 {
            let bare = text.trim_end_matches([':', ' ']);
            // behind a sentence that has ended, the colon is what is left of a rule
            let at = match bare.ends_with(['.', '!', '?']) {
                true => bare.len(),
                false => sentences::split(&text).last().map_or(0, |s| s.start),
            };
            *heading = Some(text.split_off(at).trim().trim_end_matches(':').to_owned());
            leads = true;
            text.truncate(text.trim_end().len());
        }
        if text.is_empty() {
            continue;
        }
        out.push(Point {
            text,
            span: lines::span(part),
            item,
            heading: heading.clone().filter(|_| !leads),
        });
    }
    // A heading holds for the list below it, or for one paragraph.
    if !any_item && !leads && !heading.as_deref().is_some_and(is_capitals) {
        *heading = None;
    }
}

/// The text of lines, without the item's mark, trackers and picture placeholders.
fn words(part: &[Line]) -> String {
    let text = lines::unwrap(part);
    let text = lines::item_text(&text).unwrap_or(&text);
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = without_links(&lines::columns(&unmarked(line)));
        if !line.is_empty()
            && !is_decoration(&line)
            && !imprint::is(&line)
            && !BUTTONS.is_match(&line)
        {
            out.push(line);
        }
    }
    out.join("\n")
}

/// Takes out addresses in angle brackets after their text, pictures, and links that carry a tracker.
fn without_links(line: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        let bare = word.trim_matches(['<', '>', '(', ')', '[', ']', '.', ',']);
        let link = bare.starts_with("http://")
            || bare.starts_with("https://")
            || bare.starts_with("mailto:");
        let bracketed = link && (word.starts_with('<') || word.starts_with("[http"));
        let tracker = link
            && (bare.len() > 90
                || [
                    "/track",
                    "click.",
                    "utm_",
                    "/unsub",
                    "list-manage",
                    "/open?",
                    "links.",
                ]
                .iter()
                .any(|t| bare.contains(t)));
        if !bracketed && !tracker && !bare.starts_with("cid:") && !bare.starts_with("image:") {
            out.push(word);
        }
    }
    out.join(" ").trim().to_owned()
}

fn is_decoration(line: &str) -> bool {
    !line.chars().any(char::is_alphanumeric)
}

fn is_capitals(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    // a script without capitals has no letters in lower case either
    letters >= 3 && line.contains(char::is_uppercase) && !line.contains(char::is_lowercase)
}

/// A line that heads what follows: in capitals, or one that ends with a colon.
fn title(line: &str) -> Option<String> {
    let line = line.trim();
    let words = line.split_whitespace().count();
    let heads = words <= 8
        && (is_capitals(line) && !line.contains(['.', '$', '€', '£'])
            || line.ends_with(':') && words <= 6);
    let text = line
        .trim_end_matches(':')
        .trim_matches(['*', '=', '-', '#', ' ']);
    (heads && !text.is_empty() && !lines::is_item(line)).then(|| text.to_owned())
}
