//! What a text that was copied out of a program's window, or written by a program for people, shows of that program.

use crate::ingest::pattern::pattern;
use memo_common::api::SourceType;
use regex::Regex;

/// Lines at a text's beginning in which a copied window shows its menus.
const TOP: usize = 60;

pattern!(
    HISTORY,
    r"(?i)^(?:chrome history|tabs from other devices|(?:delete|clear) browsing data|my activity|other google activity|web & app activity|bookmarks bar|bookmarks toolbar)$"
);
pattern!(
    CALENDAR,
    r"(?i)^(?:my calendars|other calendars|mini calendar|meine kalender|weitere kalender|mes agendas|mis calendarios|otros calendarios)$"
);
pattern!(
    REPOSITORY,
    r"(?i)^(?:code|issues|pull requests|discussions|actions|projects|wiki|security|insights|marketplace|watch|unwatch|fork|star|unstar|sponsor|releases|tags|milestones)(?:\s+[\d.,]+k?)?$"
);
pattern!(
    GH,
    r"(?m)^(?:state:\s+(?:OPEN|CLOSED|MERGED|DRAFT)$|number:\s+\d+$|milestone:\s)"
);
pattern!(
    PAGE,
    r"(?i)^(?:skip to (?:main )?(?:content|navigation)|zum (?:haupt)?inhalt springen|aller au contenu(?: principal)?|saltar al contenido(?: principal)?|vai al contenuto(?: principale)?|we use cookies\b.*|accept (?:all )?cookies)$"
);
pattern!(
    MAILBOX,
    r"(?i)^(?:inbox|posteingang|boîte de réception|bandeja de entrada|to me(?:,.*)?|an mich(?:,.*)?)$"
);
pattern!(ADDRESS, r"^[^<>]{2,60}<[^<>@\s]+@[^<>@\s]+>$");
pattern!(
    TEAMS,
    r"^\[(?:\p{L}+ |\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?,? )?\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?\] \p{L}"
);
pattern!(DUMP, r"^> .{1,60} \[[UWB][0-9A-Z]{6,}\] @ ");
pattern!(
    TELEGRAM,
    r"^[^\[\]]{1,60}, \[\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d{2}"
);
pattern!(OTTER, r"^\p{Lu}[^:]{1,60}\s{2,}(?:\d{1,2}:)?\d{1,2}:\d{2}$");
pattern!(
    ASSISTANT,
    r"^(?:#+ |\*\*)?(?:GitHub Copilot|Copilot|Cursor|ChatGPT|Cody|Codeium)(?::\*\*|\*\*:?|:)(?:\s|$)"
);

/// The source type that the text's program has, where it shows.
pub(super) fn by_window(text: &str) -> Option<SourceType> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let top = &lines[..lines.len().min(TOP)];
    let among =
        |lines: &[&str], pattern: &Regex| lines.iter().filter(|l| pattern.is_match(l)).count();
    let start: String = text.chars().take(64).collect();
    if start.starts_with("Script started on ") || among(&lines, &ASSISTANT) >= 1 {
        Some(SourceType::Vscode)
    } else if among(&lines, &DUMP) >= 1 || among(&lines, &TEAMS) >= 2 {
        Some(SourceType::Slack)
    } else if among(&lines, &TELEGRAM) >= 2 || among(&lines, &OTTER) >= 3 {
        Some(SourceType::Stream)
    } else if among(top, &CALENDAR) >= 2 {
        Some(SourceType::Calendar)
    } else if among(top, &HISTORY) >= 2 {
        Some(SourceType::Browser)
    } else if among(top, &REPOSITORY) >= 4 || GH.find_iter(text).take(2).count() == 2 {
        Some(SourceType::Github)
    } else if among(top, &MAILBOX) >= 2 && among(top, &ADDRESS) >= 1 {
        Some(SourceType::Email)
    } else if among(&top[..top.len().min(8)], &PAGE) >= 1 {
        Some(SourceType::Browser)
    } else {
        None
    }
}

/// Columns of a table of messages or speech; one with more is of something else.
const COLUMNS: usize = 12;

/// The type that a table's columns show, by its first line in lower case.
pub(super) fn by_columns(columns: &str) -> Option<SourceType> {
    let table = columns.contains([',', '\t', ';']);
    let has = |names: &[&str]| names.iter().any(|n| columns.contains(n));
    if table
        && has(&[
            "start date",
            "dtstart",
            "beginnt am",
            "date de début",
            "fecha de inicio",
        ])
    {
        Some(SourceType::Calendar)
    } else if table && columns.contains("url") {
        Some(SourceType::Browser)
    } else {
        let names: Vec<&str> = columns.split([',', ';', '\t']).map(str::trim).collect();
        let one = |of: &[&str]| of.iter().any(|n| names.contains(n));
        let words = one(&["text", "message", "content", "body", "transcript"]);
        let who = one(&[
            "user",
            "username",
            "user_name",
            "author",
            "sender",
            "display_name",
            "from",
            "speaker",
        ]);
        let channel = one(&["channel", "thread_ts", "thread_of", "msg_ts", "ts"]);
        let when = one(&[
            "start",
            "start_time",
            "timestamp",
            "time",
            "date",
            "datetime",
        ]);
        match (words, who, channel, when) {
            (true, true, true, _) => Some(SourceType::Slack),
            (true, _, _, true) if names.len() <= COLUMNS => Some(SourceType::Stream),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_programs_by_their_windows() {
        use SourceType::*;
        for (text, expected) in [
            (
                "Chrome history\nBy date\nTabs from other devices\n\nToday\n9:12 AM\nSoup",
                Some(Browser),
            ),
            ("Skip to main content\nSoup & Sons\nOrder 12", Some(Browser)),
            (
                "Skip to main content\nCreate\nMy calendars\nOther calendars\n18\nNov, Mon",
                Some(Calendar),
            ),
            (
                "Skip to content\nCode\nIssues 4\nPull requests\nInsights\nPot boils over #7",
                Some(Github),
            ),
            (
                "title:\tPot boils over\nstate:\tOPEN\nmilestone:\t\nnumber:\t7\n--\nIt does.",
                Some(Github),
            ),
            (
                "Soup\nInbox\n\nIda Ek <ida@a.example>\nTue, 10 Feb, 21:14\nto me, Bo\n\nHi",
                Some(Email),
            ),
            ("[9:07 AM] Ida Ek\nsoup?\n[9:09 AM] Bo\nyes", Some(Slack)),
            (
                "> Ida Ek [U04KT7QPA] @ 16/05/2023 08:41:09 +0100:\nsoup?",
                Some(Slack),
            ),
            (
                "Ida, [14.06.20 20:41]\nsoup?\n\nBo, [14.06.20 20:44]\nyes",
                Some(Stream),
            ),
            (
                "Ida Ek  00:02\nOkay.\n\nBo  00:11\nYes.\n\nIda Ek  00:14\nSo.",
                Some(Stream),
            ),
            ("ida: why?\n\nGitHub Copilot: Because.", Some(Vscode)),
            (
                "Today I cleared my browsing data. My calendars are a mess.",
                None,
            ),
            ("Dinner at 7:30 [9:07 AM] they said", None),
        ] {
            assert_eq!(by_window(text), expected, "{text}");
        }
        assert_eq!(
            by_columns("\"subject\",\"start date\",\"start time\""),
            Some(Calendar)
        );
        assert_eq!(by_columns("my curl is broken"), None);
    }
}
