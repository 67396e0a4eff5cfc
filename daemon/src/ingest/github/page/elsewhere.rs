//! Heads as the pages and mails of other trackers write them (Bugzilla, Trac, Redmine, sourcehut), and what those put
//! round them.

use super::head::Head;
use super::stacked::Told;
use crate::extract::dates::Reference;
use crate::ingest::bylines::{self, Form};
use crate::ingest::lines::Line;
use crate::ingest::pattern::pattern;
use jiff::civil::Date;
use std::borrow::Cow;

// "comment:3 by ida, 8 days ago"
pattern!(
    NUMBERED,
    r"^(?:comment:\d+|#\d+|Comment #?\d+)(?: (?:by|from))? ([\p{L}\d][\w.\p{L} -]{0,48}?)(?:,| -)? (\S.{0,40} ago|\d{4}-\d{2}-\d{2}\b.{0,30})$"
);
// "Updated by Ida Ek 11 days ago"
pattern!(
    DONE_BY,
    r"^(Updated|Added|Reported|Created|Commented|Opened) by ([\p{L}\d][\w.\p{L} -]{0,48}?),? (?:on )?((?:about |over |almost )?(?:\d{1,3}|an?) \p{L}+ ago|\d{4}-\d{2}-\d{2}\b.{0,20}|\d{1,2}/\d{1,2}/\d{4}\b.{0,20}?)(?:\. Updated .{0,40})?\.?$"
);
// "~ida 12 days ago", "~ida REPORTED FIXED 9 days ago"
pattern!(
    TILDE,
    r"^~([\w.-]{1,40})( [A-Z][A-Z ]{2,40})? ((?:an?|\d{1,3}) \p{L}+ ago|\d{4}-\d{2}-\d{2}.{0,20})$"
);
// "--- Comment #7 from Ida Ek <ida@a.example> ---"
pattern!(
    RULED,
    r"^-{2,} *(?:Comment #?\d+ (?:from|by)|Additional comments from) ([^<>]{2,60}?)(?: <[^<>]*>)?(?: (\d{4}-\d{2}-\d{2}.{0,30}?))? *-{2,}$"
);
// "Ida Ek added a comment - 2024-05-02 09:14"
pattern!(
    ADDED,
    r"^\p{Lu}[\p{L}.' -]{1,48} (?:added a comment|made changes|changed the [a-z ]{3,20}) [-–—•·] \S.{5,40}$"
);
pattern!(CHANGED, r"^[^<>|]{2,60} <[^<>\s]+> changed:$");
pattern!(
    STANDS,
    r"(?i)^(opened|reported|submitted|created|updated|modified|closed|last modified|last updated)(?: (?:on )?((?:(?:an?|\d{1,3}) \p{L}+,? ?)+ago|yesterday))?$"
);
pattern!(AGO, r"(?i)^(?:(?:an?|\d{1,3}) \p{L}+,? ?)+ago$|^yesterday$");
pattern!(
    REPORTER,
    r"^(?:Reported by|Reporter|Submitter|Author|Created by):\s+(\S[^\t]{0,48}?)(?:\t.*)?$"
);
// fields side by side: "Priority:\tnormal\tMilestone:\t8.4.1"
pattern!(ROW, r"^[\p{L} ]{2,24}:\t[^\t]*\t[\p{L} ]{2,24}:(?:\t.*)?$");
pattern!(
    LABEL,
    r"(?i)^(?:status|priority|severity|assignee|assigned to|target version|version|milestone|component|category|start date|due date|% done|estimated time|spent time|labels|submitter|keywords|resolution):$"
);

/// What the parts of a page, and their buttons, are called.
const PARTS: [&str; 7] = [
    "Description",
    "Quote",
    "History",
    "Notes",
    "Property changes",
    "Actions",
    "Change History",
];

/// Lines of a table of changes that are looked at.
const ROWS: usize = 9;

/// Whether a text has at least two heads as only such pages and mails write them.
pub(in crate::ingest::github) fn is_page(text: &str) -> bool {
    /// Lines that are looked at.
    const LOOKED_AT: usize = 2000;
    let heads = |l: &&str| {
        [&TILDE, &NUMBERED, &DONE_BY, &RULED, &ADDED]
            .iter()
            .any(|p| p.is_match(l))
    };
    let lines = text.lines().take(LOOKED_AT).map(str::trim);
    lines.filter(heads).take(2).count() == 2
}

/// What the lines at the beginning of these say together, and how many they are; `today` is when the page was taken.
pub(super) fn told(lines: &[&str], today: Date) -> Option<(Told, usize)> {
    let line = *lines.first()?;
    let numbers = lines.get(1).is_some_and(|next| DONE_BY.is_match(next));
    if PARTS.contains(&line) || line.starts_with('#') && numbers {
        return Some((Told::Event, 1));
    }
    let said = |name: &str, verb: &str, dated: &str| {
        Told::Said(Head::new(name.trim(), verb, dated.trim()))
    };
    if let Some(c) = NUMBERED.captures(line) {
        return Some((said(&c[1], "commented", &c[2]), 1));
    }
    if let Some(c) = DONE_BY.captures(line) {
        let verb = match &c[1] {
            "Updated" | "Commented" => "commented",
            _ => "opened",
        };
        return Some((said(&c[2], verb, &c[3]), 1));
    }
    if let Some(c) = TILDE.captures(line) {
        let state = c.get(2).map_or("", |state| state.as_str());
        let verb = match state.contains("FIXED") || state.contains("CLOSED") {
            true => "closed",
            false => "commented",
        };
        return Some((said(&c[1], verb, &c[3]), 1));
    }
    if let Some(c) = RULED.captures(line) {
        let dated = c.get(2).map_or("", |at| at.as_str());
        return Some((said(&c[1], "commented", dated), 1));
    }
    if CHANGED.is_match(line) {
        let row = |l: &&&str| l.is_empty() || l.contains('|') || l.bytes().all(|b| b == b'-');
        let rows = lines[1..].iter().take(ROWS).take_while(row).count();
        return Some((Told::Event, 1 + rows));
    }
    if let Some(c) = REPORTER.captures(line).filter(|_| line.contains('\t')) {
        return Some((said(&c[1], "opened", ""), 1));
    }
    if ROW.is_match(line) {
        return Some((Told::Event, 1));
    }
    if let Some(c) = STANDS.captures(line) {
        let below = lines.get(1).filter(|below| AGO.is_match(below));
        let (dated, taken) = match (c.get(2), below) {
            (Some(dated), _) => (dated.as_str(), 1),
            (None, Some(below)) => (*below, 2),
            (None, None) => return None,
        };
        let since = ["opened", "reported", "submitted", "created"];
        let told = match since.contains(&c[1].to_lowercase().as_str()) {
            true => Told::Since(dated.to_owned()),
            false => Told::Event,
        };
        return Some((told, taken));
    }
    if LABEL.is_match(line) {
        // its value, below a blank line or right below
        let value = lines.iter().skip(1).take(2).position(|l| !l.is_empty());
        let value = value.filter(|n| !LABEL.is_match(lines[n + 1]));
        return Some((Told::Event, value.map_or(1, |n| n + 2)));
    }
    // "Automation for Jira", its day below
    if line.starts_with("Automation for ") && lines.get(1).is_some_and(|l| l.contains(" at ")) {
        let head = Head::new("automation[bot]", "commented", lines[1]);
        return Some((Told::Said(head), 2));
    }
    if let ("Submitter" | "Assigned to" | "Status", Some(value)) = (line, lines.get(1)) {
        let login = value.starts_with('~') && !value.contains(' ');
        let state = !value.is_empty() && value.chars().all(|c| c.is_uppercase() || c == ' ');
        return (login || state).then_some((Told::Event, 2));
    }
    framed(lines, today)
}

/// Who opened an issue and when, as Jira's page tells in its details: beside its description, or below all comments.
pub(super) fn reported(lines: &[&str]) -> Option<Head> {
    let value = |label: &str| {
        let at = lines.iter().position(|l| {
            let rest = l.strip_prefix(label);
            rest.is_some_and(|r| r.is_empty() || r.starts_with([':', '\t', ' ']))
        })?;
        let beside = lines[at][label.len()..].trim_start_matches([':', '\t', ' ']);
        let below = || lines[at + 1..].iter().find(|l| !l.is_empty()).copied();
        (!beside.is_empty()).then_some(beside).or_else(below)
    };
    let by = value("Reporter").filter(|name| name.contains(' ') && name.len() < 50)?;
    let dated =
        value("Created").filter(|d| d.len() < 40 && d.contains(|c: char| c.is_ascii_digit()))?;
    Some(Head::new(by, "opened", dated))
}

/// A name with its role, the comment's number and the date on lines of their own.
fn framed(lines: &[&str], today: Date) -> Option<(Told, usize)> {
    let read: Vec<Line> = lines
        .iter()
        .map(|text| Line {
            text: Cow::Borrowed(text),
            span: 0..0,
        })
        .collect();
    let reference = Reference::at(today.at(12, 0, 0, 0));
    let byline = bylines::byline(&read, 0, &reference)
        .filter(|b| b.form == Form::Framed || b.form == Form::Below && b.author.contains(' '))
        .filter(|b| !b.sells && b.lines.start == 0)?;
    let opens = lines[..byline.lines.end].contains(&"Description");
    let verb = if opens { "opened" } else { "commented" };
    let dated = byline.when.days().0.to_string();
    let head = Head::new(&byline.author, verb, &dated);
    Some((Told::Said(head), byline.lines.end))
}

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn a_page_with_names_roles_and_numbers() {
        let text = "Bug 4512 - Soup boils over\n\nIda Ek [:ida]\nReporter\nDescription\n•\n3 days ago\n\nIt does.\n\n\
            Bo Alm [:bo]\nComment 1\n•\n2 days ago\nPut a lid on it.\n\nSoupBot [:x]\nComment 2\n•\n2 days ago\nNo severity.\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-13 Ida Ek opened issue #4512, “Soup boils over”: It does.",
                "2024-05-14 Bo Alm commented on issue #4512, “Soup boils over”: Put a lid on it.",
            ]
        );
    }

    #[test]
    fn a_page_with_its_fields() {
        let text = "#31 closed defect (fixed)\nOpened 2 weeks ago\n\nClosed 2 days ago\n\nSoup boils over\n\
            Reported by:\tida\tOwned by:\tbo\nPriority:\tnormal\tMilestone:\t8.4\nDescription\nIt does.\n\n\
            Change History (1)\ncomment:1 by bo, 2 days ago\nResolution:\t→ fixed\nIt has a lid.\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-02 ida opened issue #31, “Soup boils over”: It does.",
                "2024-05-14 bo commented on issue #31, “Soup boils over”: It has a lid.",
                "2024-05-14 bo changed the resolution to fixed on issue #31, “Soup boils over”.",
            ]
        );
        let text = "Bug #47\nopen\nSoup boils over\nAdded by Ida Ek 12 days ago. Updated 3 days ago.\nStatus:\nNew\nDue date:\n\
            05/20/2024\nDescription\nQuote\nIt does.\n\nHistory\nNotes\nProperty changes\nActions\n#1\nUpdated by Bo Alm 11 days ago\n\
            A lid helps.\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-04 Ida Ek opened issue #47, “Soup boils over”: It does.",
                "2024-05-05 Bo Alm commented on issue #47, “Soup boils over”: A lid helps.",
            ]
        );
    }

    #[test]
    fn pages_that_show_the_number_above_the_title() {
        let text = "Skip to content\nGitLab\nkettle / soup\nMerge requests\n!31\nStir the soup\nOpen\nIda Ek requested to merge iek/stir into main 3 days ago\nOverview 7\n\
            It burns.\n\nEdited 2 days ago by Ida Ek\nActivity\nIda Ek requested review from @bo 3 days ago\nBo Alm\nBo Alm\n@bo\n· 1 day ago\nMaintainer\nSlower?\nReply…\n\
            Bo Alm approved this merge request 5 hours ago\nPreview\nAttach a file or image\n0 Assignees\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-13 Ida Ek opened merge request #31 in kettle/soup, “Stir the soup”: It burns.",
                "2024-05-15 Bo Alm commented on merge request #31 in kettle/soup, “Stir the soup”: Slower?",
                "2024-05-16 Bo Alm approved merge request #31 in kettle/soup, “Stir the soup”.",
            ]
        );
        let text = "Projects / Kitchen / SOUP-48\nStir the soup\nAttach\nDescription\nIt burns.\nActivity\nNewest first\n\
            Bo Alm\nMay 15, 2024 at 9:12 AM\nStirred.\nEdit\nDelete\nDetails\nAssignee\nBo Alm\nReporter\nIda Ek\nPriority\nHigh\nSprint\nSprint 44\nDue date\nMay 28, 2024\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "It burns.",
                "2024-05-15 Bo Alm commented on issue, “Stir the soup”: Stirred."
            ]
        );
    }

    #[test]
    fn who_opened_it_stands_in_the_details() {
        let text = "Projects / Kitchen / SOUP-48\nStir the soup\nAttach\nDescription\nIt burns.\nActivity\nNewest first\n\
            Bo Alm\nMay 15, 2024 at 9:12 AM\nStirred.\nEdit\nDelete\n\nAutomation for Jira\nMay 16, 2024 at 12:00 AM\nStatus changed: OPEN → DONE\n\n\
            Details\nAssignee\nBo Alm\nReporter\nIda Ek\nPriority\nHigh\nCreated May 10, 2024 at 7:48 AM\nResolved May 15, 2024\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-10 07:48 Ida Ek opened issue, “Stir the soup”: It burns.",
                "2024-05-15 Bo Alm commented on issue, “Stir the soup”: Stirred."
            ]
        );
    }

    #[test]
    fn a_page_of_an_own_server_with_its_short_days() {
        let text = "Kitchen  /  SOUP-48\nSoup boils over\n\nEdit  Comment  Assign\n\nPeople\nAssignee:\tBo Alm\nReporter:\tIda Ek\n\n\
            Dates\nCreated:\t11/May/24 8:52 AM\n\nDescription\nIt does.\n\nActivity\nAll  Comments  Work Log\n\n\
            Bo Alm added a comment - 12/May/24 3:20 PM\nPut a lid on it.\n\nIda Ek added a comment - 13/May/24 10:05 AM\nIt holds.\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-11 08:52 Ida Ek opened issue, “Soup boils over”: It does.",
                "2024-05-12 15:20 Bo Alm commented on issue, “Soup boils over”: Put a lid on it.",
                "2024-05-13 10:05 Ida Ek commented on issue, “Soup boils over”: It holds.",
            ]
        );
    }

    #[test]
    fn a_ticket_and_a_mail() {
        let text = "~ida/kettle: 4 Soup boils over\n\nSubmitter\n~bo\nSubmitted\n9 days ago\nUpdated\n2 days ago\n\
            ~bo 9 days ago\nIt does.\n\n~ida REPORTED FIXED 2 days ago\nIt has a lid.\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-07 bo commented on issue #4 in ida/kettle, “Soup boils over”: It does.",
                "2024-05-14 ida closed issue #4 in ida/kettle, “Soup boils over”: It has a lid.",
            ]
        );
        assert!(super::is_page(text));
        let text = "https://bugs.example/show_bug.cgi?id=12\n\nIda Ek <ida@a.example> changed:\n\n  What |Removed |Added\n-----\n  CC | |ida@a.example\n\n\
            --- Comment #7 from Ida Ek <ida@a.example> ---\nIt still does.\n\n--- Comment #8 from Bo Alm <bo@a.example> ---\nWith a lid?\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "Ida Ek commented on issue #12: It still does.",
                "Bo Alm commented on issue #12: With a lid?",
            ]
        );
    }
}
