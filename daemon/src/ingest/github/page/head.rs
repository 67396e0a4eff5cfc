//! A line that says who wrote what stands below it: "ida commented on May 1, 2024", "ida-ek (Owner) • 1d".

use crate::ingest::github::markup::inline;
use crate::ingest::github::subject::Subject;
use crate::ingest::pattern::pattern;
use crate::ingest::{ago, stamp};
use crate::when::When;
use jiff::civil::Date;

pattern!(
    HEAD,
    r"(?i)^(?:comment (?:by|from) |posted by |review (?:by|from) )?@?([\p{L}\d][\w.\p{L} '-]{0,48}?(?:\[bot\])?)(?:\s*\((?:author|owner|member|contributor|collaborator)\)|\s+(?:author|owner|member|contributor|collaborator))?\s+(opened(?: this| an?)? (?:issue|pull request|discussion)|opened|created(?: this)?(?: issue| pull request)?|commented|replied|reviewed|left a comment|added a comment|made changes|changed the [a-z ]{3,20}|wrote|closed(?: this)?(?: as \w+)?|reopened(?: this)?|merged(?: commit \w+)?|approved(?: these changes| this pull request)?|requested changes|wants to merge \d+ commits?|requested to merge|reported|released|published)\b(.*)$"
);
// as `gh issue view --comments` prints it: "ida (Member) • Jul 4, 2023", "bo (Owner) approved • 2d"
pattern!(
    PRINTED,
    r"(?i)^@?([\p{L}\d][\w.-]{0,38}(?:\[bot\])?)( \((?:author|owner|member|contributor|collaborator|bot|none|mannequin|first[ -]time(?: contributor|r))\))?\s*(approved|(?:requested changes|changes requested)|commented|left a comment|dismissed)?\s+[•·] (.{2,60})$"
);
pattern!(
    SHORT_AGO,
    r"(?i)^(?:about )?\d{1,3} ?(?:m|h|d|w|mo|y|min|(?:minute|hour|day|week|month|year)s? ago)\s*$"
);
pattern!(
    NAME_DATE,
    r"^(?:comment by |by )?@?([\p{L}\d][\w.\p{L}'-]{0,38}(?: [\p{Lu}][\w.\p{L}'-]{0,38}){0,3}(?:\[bot\])?)\s*(?:[,(—–-]|\bon\b|\bat\b)\s*(.{6,40}?)\)?:?$"
);

/// Who did what.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// A login, or a name.
    pub(super) name: String,
    /// What they did, in the page's words: "opened this issue", "commented".
    verb: String,
    /// What is said of when.
    pub(super) dated: String,
}

impl Head {
    /// Reads a line; `None` where it is no head.
    pub(super) fn of(line: &str) -> Option<Self> {
        let marked = line.starts_with(['#', '*', '<', '@']) || line.starts_with("> ");
        let bare = inline(line.trim_start_matches(['>', ' ']));
        let bare = bare.trim_end_matches(':').trim();
        // without a role the date alone tells it
        let printed = PRINTED.captures(bare).filter(|found| {
            let dated = found[4].split(['•', '·']).next().unwrap_or_default();
            found.get(2).is_some() || SHORT_AGO.is_match(dated) || stamp::whole(dated).is_some()
        });
        let (name, verb, dated) = match (&printed, HEAD.captures(bare)) {
            (Some(found), _) => (
                found[1].to_owned(),
                found
                    .get(3)
                    .map_or("commented".to_owned(), |m| m.as_str().to_lowercase()),
                found[4].to_owned(),
            ),
            (None, Some(found)) => (
                found[1].trim().to_owned(),
                found[2].to_lowercase(),
                found[3].to_owned(),
            ),
            (None, None) => {
                let found = NAME_DATE.captures(bare).filter(|_| marked)?;
                (
                    found[1].trim().to_owned(),
                    "commented".to_owned(),
                    found[2].to_owned(),
                )
            }
        };
        // "Open ida opened this issue": the state stands beside
        let name = ["Open ", "Closed ", "Merged ", "Draft "]
            .iter()
            .find_map(|state| name.strip_prefix(state))
            .map_or(name.clone(), str::to_owned);
        // "@ida ida released this": a picture's name before the name
        let name = match name.split_once(' ') {
            Some((picture, name)) if picture.trim_start_matches('@') == name => name.to_owned(),
            _ => name,
        };
        let has_date = printed.is_some()
            || stamp::take(&dated).0.day.is_some()
            || dated.contains("ago")
            || dated.contains("yesterday")
            || ["last week", "last month", "last year", "now"].contains(&dated.trim());
        let ends = dated.trim().is_empty() || dated.trim_start().starts_with(['(', '·', '•']);
        let is_head = (has_date || marked && ends)
            && bare.chars().count() <= 200
            && name.split_whitespace().count() <= 4;
        is_head.then_some(Self { name, verb, dated })
    }

    /// What was done, with what it was done to.
    pub(super) fn act(&self, subject: &Subject) -> String {
        let about = subject.shown();
        let about = if about.is_empty() { "an issue" } else { &about };
        let verb = match self.verb.split_whitespace().next().unwrap_or_default() {
            "opened" | "created" | "reported" => "opened",
            "wants" => "proposed",
            "closed" => "closed",
            "reopened" => "reopened",
            "merged" => "merged",
            "approved" => "approved",
            "requested" if self.verb.ends_with("merge") => "opened",
            "requested" | "changes" => "requested changes on",
            "reviewed" => "reviewed",
            "released" | "published" => {
                let version = subject.title.as_deref().unwrap_or("a version");
                return format!("released {version}");
            }
            _ => "commented on",
        };
        format!("{verb} {about}")
    }
}

/// The time that a head or a field tells; `today` is when the page was taken.
pub(in crate::ingest::github) fn when(text: &str, today: Date) -> Option<When> {
    let (stamp, _) = stamp::take(text);
    let Some(day) = stamp.day else {
        return ago::day(text, today).map(When::day);
    };
    let mut date = day.date(stamp::month_first(std::iter::once(stamp)), today.year())?;
    // a date without a year is the last such date
    if matches!(day, stamp::Day::NoYear(..)) && date > today {
        date = day.date(false, today.year() - 1)?;
    }
    Some(When::on(date, stamp.time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_who_did_what() {
        let subject = Subject {
            kind: "issue",
            number: Some(9),
            ..Subject::default()
        };
        for (line, name, act, dated) in [
            (
                "ida opened this issue on May 1, 2024",
                "ida",
                "opened issue #9",
                "2024-05-01",
            ),
            (
                "bo (Owner) requested changes • 2d",
                "bo",
                "requested changes on issue #9",
                "2024-05-14",
            ),
            (
                "bo (Owner) changes requested • May 3, 2024",
                "bo",
                "requested changes on issue #9",
                "2024-05-03",
            ),
            (
                "bo • May 3, 2024 • Edited",
                "bo",
                "commented on issue #9",
                "2024-05-03",
            ),
            (
                "**Ida Ek** (3 May 2024 10:15)",
                "Ida Ek",
                "commented on issue #9",
                "2024-05-03 10:15",
            ),
            (
                "ida closed this as completed on Jun 3",
                "ida",
                "closed issue #9",
                "2023-06-03",
            ),
        ] {
            let head = Head::of(line).expect(line);
            assert_eq!(
                (head.name.as_str(), head.act(&subject).as_str()),
                (name, act)
            );
            let when = when(&head.dated, Date::constant(2024, 5, 16));
            assert_eq!(when.map(|w| w.to_string()).unwrap_or_default(), dated);
        }
        assert_eq!(Head::of("ida opened the pot"), None);
        assert_eq!(Head::of("soup • 3 May or later"), None);
    }
}
