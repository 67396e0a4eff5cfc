//! What a page's window puts round its text when all of it is copied: menus before the title, the box to write in and
//! the sidebar behind the last comment.

use super::stacked::is_day;
use crate::ingest::furniture::{Medium, is_line};
use crate::ingest::pattern::pattern;
use memo_common::api::SourceType;
use std::ops::Range;

const GITHUB: Medium = Medium::of(SourceType::Github);

/// Lines in which a copied page shows its menus.
const TOP: usize = 40;

/// Menu entries among these lines that tell a copied page.
const MENU: usize = 5;

pattern!(NUMBERED, r"^\S.{2,200}\s\\?#\d+$");
// above a title, what it is the title of: "!318", "Projects / Fleet / FLEET-48"
pattern!(MERGE, r"^!(\d{1,9})$");
pattern!(KEYED, r"^(?:[^/]{1,60} / )*[A-Z][A-Z0-9]{1,9}-(\d{1,9})$");
pattern!(PULL, r"(?:wants to merge|merged) \d+ commits? into");
pattern!(
    WRITE,
    r"(?i)^(?:write a reply|leave a comment|add a comment|attach files by .*|paste, drop, or click .*|sign up for free(?: to join .*)?|suggest an answer|write a comment|pull request successfully merged and closed|pull request closed|preview|attach a file or image)$"
);

/// The page's own part of a copied window.
pub(super) struct Window {
    /// Bytes from the title to the last comment.
    pub(super) content: Range<usize>,
    /// Whether it is a pull request's.
    pub(super) is_pull: bool,
    /// `owner/name`, where the menus say so.
    pub(super) repository: Option<String>,
    /// What kind of subject it is and its number, where a line above the title says so.
    pub(super) subject: Option<(&'static str, Option<u64>)>,
}

/// Finds the page in its window; all of a text that is no copied window.
pub(super) fn window(text: &str) -> Window {
    let all = Window {
        content: 0..sidebar(text).unwrap_or(text.len()),
        is_pull: text.lines().take(2 * TOP).any(|l| PULL.is_match(l)),
        repository: None,
        subject: None,
    };
    let mut at = 0;
    let lines: Vec<(usize, &str)> = text
        .split_inclusive('\n')
        .map(|raw| {
            let start = at;
            at += raw.len();
            (start, raw.trim())
        })
        .filter(|(_, line)| !line.is_empty())
        .collect();
    if let Some(window) = numbered_above(&lines, &all) {
        return window;
    }
    let menu = lines.iter().take(TOP).filter(|(_, l)| is_line(l, GITHUB));
    if menu.count() < MENU {
        return all;
    }
    let title = lines
        .iter()
        .take(2 * TOP)
        .position(|(_, l)| NUMBERED.is_match(l));
    let top = title.unwrap_or(TOP.min(lines.len()));
    let triple = lines[..top].windows(3).find_map(|w| match w {
        [(_, owner), (_, "/"), (_, name)] => Some(format!("{owner}/{name}")),
        _ => None,
    });
    let end = lines
        .iter()
        .skip(top)
        .find(|(_, l)| WRITE.is_match(l))
        .map_or(text.len(), |(at, _)| *at);
    let end = end.min(all.content.end);
    let start = title.map_or(0, |n| lines[n].0);
    Window {
        content: start..end.max(start),
        is_pull: all.is_pull,
        repository: triple,
        subject: None,
    }
}

/// The page of a tracker that shows a subject's number above its title.
fn numbered_above(lines: &[(usize, &str)], all: &Window) -> Option<Window> {
    let top = || lines.iter().take(TOP);
    let (n, kind, number) = top().enumerate().find_map(|(n, (_, line))| {
        let merge = MERGE.captures(line).map(|c| ("merge request", c));
        let (kind, found) = merge.or_else(|| Some(("issue", KEYED.captures(line)?)))?;
        // a key is somebody's own word, its number this page's alone
        let number = Some(&found[1]).filter(|_| kind != "issue");
        Some((n, kind, number.and_then(|n| n.parse().ok())))
    })?;
    let (start, _) = *lines.get(n + 1)?;
    // where a key stands first, the newest comment may stand below the box to write in
    let write = lines[n + 1..].iter().find(|(_, l)| WRITE.is_match(l));
    let end = write.filter(|_| kind != "issue").map(|(at, _)| *at);
    let end = end.unwrap_or(all.content.end).min(all.content.end);
    let repository = top().find_map(|(_, line)| {
        let (owner, name) = line.split_once(" / ")?;
        let plain = |s: &str| !s.is_empty() && !s.contains([' ', '/']) && !KEYED.is_match(s);
        (plain(owner) && plain(name)).then(|| format!("{owner}/{name}"))
    });
    Some(Window {
        content: start..end.max(start),
        is_pull: false,
        repository,
        subject: Some((kind, number)),
    })
}

/// Lines between two titles of the sidebar, at most.
const SIDEBAR: usize = 12;

/// Where the sidebar begins that is copied behind the last comment: "Assignees", those, "Labels", those, "Milestone".
fn sidebar(text: &str) -> Option<usize> {
    let mut titles: Vec<(&str, usize, usize)> = Vec::new();
    let mut at = 0;
    for (n, raw) in text.split_inclusive('\n').enumerate() {
        let line = raw.trim();
        if matches!(
            line,
            "Reviewers"
                | "Assignees"
                | "Labels"
                | "Projects"
                | "Milestone"
                | "Assignee"
                | "Reporter"
                | "Reviewer"
                | "Priority"
                | "Sprint"
                | "Due date"
                | "Time tracking"
        ) {
            titles.push((line, n, at));
        }
        at += raw.len();
    }
    let follows = |w: &[(&str, usize, usize)]| {
        w[0].1 + SIDEBAR > w[1].1
            && w[1].1 + SIDEBAR > w[2].1
            && w[0].0 != w[1].0
            && w[1].0 != w[2].0
    };
    let start = titles.windows(3).find(|w| follows(w)).map(|w| w[0].2)?;
    // a narrow window shows it above the comments
    let mut above = "";
    let has_head = text[start..].lines().map(str::trim).any(|line| {
        let due = above.to_lowercase().ends_with("date");
        above = line;
        is_day(line) && !due || line.contains(" commented ")
    });
    (!has_head).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_page_in_its_window() {
        let text = "Skip to content\nPull requests\nIssues\nMarketplace\nExplore\nkettle\n/\nsoup\nWatch 9\nStar 3\n\nPot boils over #7\n\
            ida-ek\non Jan 24, 2023\n\nIt does.\n\nWrite a reply\nLabels\n";
        let found = window(text);
        assert_eq!(found.repository.as_deref(), Some("kettle/soup"));
        assert!(text[found.content.clone()].starts_with("Pot boils over #7"));
        assert!(text[found.content].trim_end().ends_with("It does."));
        assert_eq!(window("Pot boils over\n\nIt does.\n").content, 0..25);
    }

    #[test]
    fn the_sidebar_behind_the_last_comment_is_left() {
        let text = "Pot boils over #7\n\nIt does.\nLabels are fine.\n\nAssignees\n@bo\nbo\nLabels\nbug\nProjects\nNone yet\n";
        assert!(text[window(text).content].trim_end().ends_with("fine."));
        let narrow = format!("{text}\nida\non May 3\nA lid helps.\n");
        assert_eq!(window(&narrow).content, 0..narrow.len());
    }
}
