//! A comment's author and day on lines of their own, as a copied page has them, and what else it tells of in a few lines.

use crate::ingest::bylines::is_label;
use crate::ingest::furniture::{Medium, is_line};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use memo_common::api::SourceType;

const GITHUB: Medium = Medium::of(SourceType::Github);

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
pattern!(LOGIN, r"^@?[\p{L}\d][\w-]{0,38}(?:\[bot\])?$");

/// What lines of a copied page say together.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Who wrote what follows, or did what is told of an issue, as one line: "ida-ek commented on Jan 24, 2023".
    Head(String),
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

/// Whether a line is a day as a page shows it, and no name with its number ("Sprint 12").
pub(super) fn is_day(line: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(told(&["soup", "is on the table"]), None);
    }
}
