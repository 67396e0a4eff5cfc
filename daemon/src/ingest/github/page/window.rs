//! What a page's window puts round its text when all of it is copied: menus before the title, the box to write in and
//! the sidebar behind the last comment, a comment's author and day on lines of their own.

use super::head::Head;
use crate::ingest::bylines::is_label;
use crate::ingest::furniture::{Medium, is_line};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use memo_common::api::SourceType;
use std::ops::Range;

const GITHUB: Medium = Medium::of(SourceType::Github);

/// Lines in which a copied page shows its menus.
const TOP: usize = 40;

/// Menu entries among these lines that tell a copied page.
const MENU: usize = 5;

pattern!(NUMBERED, r"^\S.{2,200}\s\\?#\d+$");
pattern!(
    DAY,
    r"(?i)^(?:on |commented on |commented |asked on )?(?:\p{L}{3,9} \d{1,2}(?:, \d{4})?|\d{1,2} \p{L}{3,9}(?: \d{4})?|(?:\d+|an?|last) (?:minute|hour|day|week|month|year)s?(?: ago)?|yesterday|now)(?: ?[•·–].*)?$"
);
pattern!(
    OPENED,
    r"(?i)^opened (?:this )?(?:issue |pull request )?(?:on \p{L}{3,9} \d{1,2}(?:, \d{4})?|.{1,12} ago|yesterday|last \p{L}+)(?: ?[•·–].*)?$"
);
pattern!(
    ENDED,
    r"(?i)^(?:closed this(?: as \w+(?: \w+)?)?|reopened this|merged commit .{1,60}|approved these changes|requested changes)$"
);
// what was done besides writing, on the first of the lines that tell of it
pattern!(
    EVENT,
    r"(?i)^(?:added|removed|closed this|reopened this|merged|locked|unlocked|assigned|unassigned|self-assigned|mentioned this|linked|referenced|pinned|unpinned|transferred|converted|renamed|changed the|marked this|moved this|requested|dismissed|modified the|deleted|restored|force-pushed|pushed|enabled|disabled|limited|connected|disconnected)\b"
);
pattern!(ENDS_WITH_DAY, r"(?i) on \p{L}{3,9} \d{1,2}(?:, \d{4})?$");
// above a title, what it is the title of: "!318", "Projects / Fleet / FLEET-48"
pattern!(MERGE, r"^!(\d{1,9})$");
pattern!(KEYED, r"^(?:[^/]{1,60} / )*[A-Z][A-Z0-9]{1,9}-(\d{1,9})$");
pattern!(PULL, r"(?:wants to merge|merged) \d+ commits? into");
pattern!(LOGIN, r"^@?[\p{L}\d][\w-]{0,38}(?:\[bot\])?$");
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

/// Whether a line is a day as a page shows it, and no name with its number ("Sprint 12").
fn is_day(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    let opens = [
        "on",
        "commented",
        "asked",
        "an",
        "a",
        "last",
        "yesterday",
        "now",
    ];
    DAY.is_match(line)
        && (!word.starts_with(char::is_alphabetic)
            || opens.contains(&word.to_lowercase().as_str())
            || stamp::month(word).is_some())
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

/// What lines of a copied page say together.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Who wrote what follows, or did what is told of an issue, as one line: "ida-ek commented on Jan 24, 2023".
    Head(String),
    /// The same, read already.
    Said(Head),
    /// When it was opened, by whoever is named elsewhere.
    Since(String),
    /// What else was done (labels, assignments, references), of which nothing is told.
    Event,
}

/// What stands on lines of its own at the beginning of these ("ida-ek", "on Jan 24, 2023", "Author"), and how many lines
/// it takes.
pub(super) fn told(lines: &[&str]) -> Option<(Told, usize)> {
    let (login, rest) = lines.split_first()?;
    if let Some((name, day)) = login.split_once(' ').map(|(n, d)| (n, d.trim_start()))
        && LOGIN.is_match(name)
        && !EVENT.is_match(name)
        && !is_label(name)
        && !matches!(name, "commented" | "replied")
        && (day.ends_with("ago")
            || day.starts_with("on ")
            || matches!(
                day,
                "yesterday" | "last week" | "last month" | "last year" | "now"
            ))
        && is_day(day)
    {
        return Some((Told::Head(format!("{name} commented {day}")), 1));
    }
    if let Some(read) = spoken_head(lines) {
        return Some(read);
    }
    if !LOGIN.is_match(login)
        || is_label(login)
        || is_line(login, GITHUB) && !login.starts_with('@')
    {
        return None;
    }
    let login = login.trim_start_matches('@');
    match rest {
        // "ida-ek", "opened on Mar 3"; "ida-ek", "closed this as completed", "on Apr 18"
        [act, ..] if OPENED.is_match(act) => {
            return Some((Told::Head(format!("{login} {act}")), 2));
        }
        _ => {}
    }
    let bot = rest.first().is_some_and(|l| l.eq_ignore_ascii_case("bot"));
    // "ida-ek", "commented", "2 days ago"
    if let [act, day, ..] = rest
        && matches!(*act, "commented" | "opened" | "left a comment")
        && is_day(day)
    {
        return Some((Told::Head(format!("{login} {act} {day}")), 3));
    }
    if let Some((told, taken)) = event(login, &rest[usize::from(bot)..]) {
        return Some((told, 1 + usize::from(bot) + taken));
    }
    let day = rest.get(usize::from(bot))?;
    if !is_day(day) {
        return None;
    }
    let bare = day
        .trim_start_matches("commented ")
        .trim_start_matches("asked ");
    let mark = if bot && !login.ends_with("[bot]") {
        "[bot]"
    } else {
        ""
    };
    let head = Told::Head(format!("{login}{mark} commented {bare}"));
    Some((head, 2 + usize::from(bot)))
}

/// A comment's head with the heading that is there for screen readers: the picture's name, "ida-ek commented on Mar 3",
/// "ida-ek", perhaps "bot", "on Mar 3".
fn spoken_head(lines: &[&str]) -> Option<(Told, usize)> {
    let picture = usize::from(!lines.first()?.contains(' '));
    let (name, day) = lines.get(picture)?.split_once(" commented on ")?;
    let login = |l: &&str| l.trim_start_matches('@') == name;
    let named = picture == 0 || login(&lines[0]);
    if !named || !LOGIN.is_match(name) || !is_day(day) {
        return None;
    }
    let again = picture + 1 + usize::from(lines.get(picture + 1).is_some_and(login));
    let bot = usize::from(lines.get(again)?.eq_ignore_ascii_case("bot"));
    let dated = lines.get(again + bot).is_some_and(|l| is_day(l));
    let mark = if bot == 1 { "[bot]" } else { "" };
    let head = Told::Head(format!("{name}{mark} commented on {day}"));
    (dated && (bot == 1 || again > picture + 1)).then_some((head, again + bot + 1))
}

/// What somebody did besides writing ("closed this as completed", "in #9", "on Apr 18"; "added", two labels, "on Mar 3"),
/// and how many lines it takes.
fn event(login: &str, lines: &[&str]) -> Option<(Told, usize)> {
    let act = lines.first().filter(|act| EVENT.is_match(act))?;
    if ENDS_WITH_DAY.is_match(act) {
        return Some((Told::Event, 1));
    }
    let last = lines.iter().skip(1).position(|l| is_day(l))? + 1;
    let told = if ENDED.is_match(act) {
        Told::Head(format!("{login} {act} {}", lines[last]))
    } else {
        Told::Event
    };
    Some((told, last + 1))
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

    #[test]
    fn reads_a_head_on_lines_of_its_own() {
        assert_eq!(
            told(&["ida-ek", "on Jan 24, 2023", "Author"]),
            Some((Told::Head("ida-ek commented on Jan 24, 2023".to_owned()), 2))
        );
        assert_eq!(
            told(&["stale", "bot", "on Jan 31, 2023"]),
            Some((
                Told::Head("stale[bot] commented on Jan 31, 2023".to_owned()),
                3
            ))
        );
        assert_eq!(
            told(&["ida-ek", "opened on Mar 3", "Owner"]),
            Some((Told::Head("ida-ek opened on Mar 3".to_owned()), 2))
        );
        assert_eq!(
            told(&["ida-ek", "closed this as completed", "on Apr 18", ""]),
            Some((
                Told::Head("ida-ek closed this as completed on Apr 18".to_owned()),
                3
            ))
        );
        assert_eq!(
            told(&["ida-ek", "added", "bug", "on Mar 3"]),
            Some((Told::Event, 4))
        );
        assert_eq!(
            told(&["ida-ek", "closed this as completed", "in #9", "on Apr 18"]),
            Some((
                Told::Head("ida-ek closed this as completed on Apr 18".to_owned()),
                4
            ))
        );
        assert_eq!(
            told(&["ida-ek", "added", "bug", "", "lid", "on Mar 3"]),
            Some((Told::Event, 6))
        );
        assert_eq!(
            told(&[
                "ida-ek",
                "added this to the v2 milestone on Mar 3, 2024",
                "@bo"
            ]),
            Some((Told::Event, 2))
        );
        assert_eq!(
            told(&["ida-ek", "commented", "2 days ago", "Soup."]),
            Some((Told::Head("ida-ek commented 2 days ago".to_owned()), 3))
        );
        assert_eq!(
            told(&["ida-ek  on Jan 24, 2023", "Member", "Soup."]),
            Some((Told::Head("ida-ek commented on Jan 24, 2023".to_owned()), 1))
        );
        assert_eq!(
            told(&[
                "ida-ek",
                "opened on Mar 3, 2023 · edited by ida-ek",
                "Owner"
            ]),
            Some((
                Told::Head("ida-ek opened on Mar 3, 2023 · edited by ida-ek".to_owned()),
                2
            ))
        );
        assert_eq!(told(&["opened on Mar 3, 2023", "Owner"]), None);
        let spoken = [
            "ida-ek",
            "ida-ek commented on Mar 3, 2023",
            "ida-ek",
            "on Mar 3, 2023 · edited by ida-ek",
            "Member",
        ];
        let head = || Told::Head("ida-ek commented on Mar 3, 2023".to_owned());
        assert_eq!(told(&spoken), Some((head(), 4)));
        assert_eq!(told(&spoken[1..]), Some((head(), 3)));
        assert_eq!(told(&["soup", "is on the table"]), None);
    }
}
