//! What a text that was copied out of a program's window, or written by a program for people, shows of that program.

use crate::ingest::pattern::{Pattern, pattern};
use crate::ingest::stamp;
use memo_common::api::SourceType;
use std::collections::HashSet;

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
    r"(?m)^(?:state:\s+(?:OPEN|CLOSED|MERGED|DRAFT)$|number:\s+\d+$|milestone:\s|association:\t|edited:\t)"
);
pattern!(
    PAGE,
    r"(?i)^(?:skip to (?:main )?(?:content|navigation)|zum (?:haupt)?inhalt springen|aller au contenu(?: principal)?|saltar al contenido(?: principal)?|vai al contenuto(?: principale)?|we use cookies\b.*|accept (?:all )?cookies|jump to navigation|(?:this|our) (?:web)?site uses cookies\b.*)$"
);
pattern!(
    MAILBOX,
    r"(?i)^(?:inbox|posteingang|boîte de réception|bandeja de entrada|to me(?:,.*)?|an mich(?:,.*)?)$"
);
// what a web mailer prints above each message
pattern!(
    PRINTED,
    r"^[^<>]{2,60}<[^<>@\s]+@[^<>@\s]+>\s+\S.*\d{1,2}[:.]\d{2}"
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
pattern!(
    ZOOM,
    r"^\d{2}:\d{2}:\d{2}\s+From .{1,60}? (?:to|To) .{1,60}?:"
);
pattern!(OTTER, r"^\p{Lu}[^:]{1,60}\s{2,}(?:\d{1,2}:)?\d{1,2}:\d{2}$");
pattern!(
    HEAD,
    r"(?i)^(\p{L}[^:,;!?\n]{1,40}?)(?:\s{2,}|\t\s*|\s[—–]\s|\n)((?:(?:today|yesterday)(?:,| at)? |\d{1,2}/\d{1,2}(?:/\d{2,4})?,? )?\d{1,2}:\d{2}(?:[\s\u{202f}]?[ap]m)?)$"
);
pattern!(
    ASSISTANT,
    r"^(?:#+ |\*\*)?(?:GitHub Copilot|Copilot|Cursor|ChatGPT|Cody|Codeium)(?::\*\*|\*\*:?|:)(?:\s|$)"
);

/// The source type that the text's program has, where it shows.
pub(super) fn by_window(text: &str) -> Option<SourceType> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let top = &lines[..lines.len().min(TOP)];
    let among =
        |lines: &[&str], pattern: &Pattern| lines.iter().filter(|l| pattern.is_match(l)).count();
    let start: String = text.chars().take(64).collect();
    if start.starts_with("Script started on ") || among(&lines, &ASSISTANT) >= 1 {
        Some(SourceType::Vscode)
    } else if among(&lines, &DUMP) >= 1 || among(&lines, &TEAMS) >= 2 || is_chat(&lines) {
        Some(SourceType::Slack)
    } else if among(&lines, &ZOOM) >= 2
        || among(&lines, &TELEGRAM) >= 2
        || among(&lines, &OTTER) >= 3
    {
        Some(SourceType::Stream)
    } else if among(top, &CALENDAR) >= 2 {
        Some(SourceType::Calendar)
    } else if among(top, &HISTORY) >= 2 {
        Some(SourceType::Browser)
    } else if among(top, &REPOSITORY) >= 4 || GH.find_iter(text).take(2).count() == 2 {
        Some(SourceType::Github)
    } else if among(top, &MAILBOX) >= 2 && among(top, &ADDRESS) >= 1 || among(top, &PRINTED) >= 1 {
        Some(SourceType::Email)
    } else if among(&top[..top.len().min(8)], &PAGE) >= 1 {
        Some(SourceType::Browser)
    } else {
        None
    }
}

/// Bytes up to which a line may be a time alone.
const LONGEST_TIME: usize = 28;

/// Hour before which the first time of a talk is taken for one of a recording, which begins at nothing.
const RECORDED: i8 = 5;

/// Whether names with times, beside them or below, stand above what they say, one of them more than once: an agenda
/// names its points once.
fn is_chat(lines: &[&str]) -> bool {
    let mut heads = 0;
    let mut labels: HashSet<&str> = HashSet::new();
    for (n, line) in lines.iter().enumerate() {
        let below = lines.get(n + 1).filter(|next| next.len() <= LONGEST_TIME);
        let both = below.map(|next| format!("{line}\n{next}"));
        let one = HEAD.captures(line);
        let height = if one.is_some() { 1 } else { 2 };
        let Some(found) = one.or_else(|| HEAD.captures(both.as_ref()?)) else {
            continue;
        };
        let says = |next: &&str| !next.is_empty() && !HEAD.is_match(next);
        if !lines.get(n + height).is_some_and(says) {
            continue;
        }
        let stamp = stamp::take(&found[2]).0;
        let bare = found[2].starts_with(|c: char| c.is_ascii_digit()) && !found[2].contains('/');
        if heads == 0
            && bare
            && !stamp.twelve_hours
            && stamp.time.is_none_or(|t| t.hour() < RECORDED)
        {
            return false;
        }
        heads += 1;
        labels.insert(&line[..found[1].len()]);
    }
    (2..heads).contains(&labels.len())
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
            (
                "Ida Ek  9:07 AM\nsoup?\nBo Alm  9:09 AM\nyes\nIda Ek  9:12 AM\ngood",
                Some(Slack),
            ),
            (
                "Ida Ek — Today at 9:07\nsoup?\nBo — Today at 9:09\nyes\nBo — Today at 9:12\ngood",
                Some(Slack),
            ),
            (
                "Ida Ek\n18/11 09:07\nsoup?\nBo\n18/11 09:09\nyes\nBo\n18/11 09:12\ngood",
                Some(Slack),
            ),
            (
                "09:02:11\t From Ida Ek to Everyone:\n\tsoup?\n09:05:40\t From Bo to Ida Ek (Direct Message):\n\tyes",
                Some(Stream),
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
            (
                "Breakfast  8:00 AM\nsoup\nLunch  1:00 PM\nsoup\nDinner  7:00 PM\nsoup",
                None,
            ),
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
