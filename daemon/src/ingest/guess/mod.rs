//! The source type of an upload that does not say: by what its content looks like, then by its file name.
//!
//! - `windows`: by the program out of whose window it was copied

mod windows;

use super::pattern::pattern;
use super::{About, browser, calendar, github, slack, stream, text, vscode};
use memo_common::api::SourceType;
use regex::Regex;

/// How much of the text is looked at; formats show themselves early.
const LOOKED_AT: usize = 32 * 1024;

pattern!(
    HEADER,
    r"^(?i:from|to|cc|bcc|subject|date|message-id|received|return-path|delivered-to|mime-version|content-type|reply-to|x-[\w-]+|von|an|betreff|gesendet|datum|sent|de|para|asunto|à|objet):\s?\S"
);
pattern!(ONELINE, r"^(?:[*|/\\ ]+)?[0-9a-f]{7,40} (?:\([^)]*\) )?\S");
pattern!(
    CUE,
    r"^\[?(?:\d+:)?\d{1,2}:\d{2}[.,]\d{3}\s*(?:-->|,)\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{3}"
);
pattern!(
    CHAT_LINE,
    r"^\x{200e}?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+(?:at\s)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\x{202f}]?[AaPp]\.?[Mm]\.?)?\]?\s*(?:[-–]\s)?[^:\n]{1,60}: "
);
pattern!(
    SPEAKER_LINE,
    r"^\s*(?:[\[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:\.\d+)?[\])]?\s*[-–]?\s*)?[\p{Lu}\d][\p{L}\p{M}\d.'’ ()/-]{0,40}(?:\s[\[(]\d{1,2}:\d{2}(?::\d{2})?[\])])?:\s+\S"
);
pattern!(
    SLACK_TIME,
    r"^\s*(?:APP\s+)?(?:(?:Today|Yesterday|[A-Z][a-z]+day)(?: at)? )?\d{1,2}:\d{2}(?:\s?[AP]M)?$"
);
pattern!(PROMPT, r"^(?:\S+@\S+[:~ ].*)?[$❯➜%#] \S");
pattern!(
    GITHUB_TEXT,
    r"(?m)^(?:#+ .*\bgithub\.com/[\w.-]+/[\w.-]+/(?:issues|pull)/\d+|\*\*@?[\w-]+\*\* (?:commented|opened|closed|merged)\b.*|[\w-]+ (?:commented|opened this issue|wants to merge \d+ commits?)\b.*|Export of Github issues for .*)"
);

/// Files that are written in an editor.
const CODE: &[&str] = &[
    ".ipynb", ".todo", ".rs", ".py", ".js", ".ts", ".tsx", ".jsx", ".go", ".java", ".kt", ".swift",
    ".c", ".h", ".cpp", ".cs", ".rb", ".php", ".lua", ".pl", ".r", ".jl", ".sas", ".sql", ".sh",
    ".bash", ".zsh", ".ps1", ".bat",
];

/// The likeliest source type.
pub(super) fn source_type(text: &str, about: &About<'_>) -> SourceType {
    let start = text.trim_start();
    // what is cut is no JSON or XML any more
    let shown = if start.starts_with(['{', '[', '<']) {
        start
    } else {
        head(start)
    };
    let start = head(start);
    by_content(start)
        .or_else(|| by_reader(shown, about))
        .or_else(|| windows::by_columns(&start.lines().next().unwrap_or_default().to_lowercase()))
        .or_else(|| windows::by_window(start))
        .or_else(|| about.filename.and_then(by_name))
        .or_else(|| by_lines(start))
        .unwrap_or(SourceType::Text)
}

/// Whose reader knows the format. Where the lists of several programs have the same members, the stricter reader is
/// asked first.
fn by_reader(text: &str, about: &About<'_>) -> Option<SourceType> {
    let zone = about.reference.time_zone();
    text::recognize(text, zone)
        .or_else(|| vscode::recognize(text, about))
        .or_else(|| github::recognize(text, about))
        .or_else(|| slack::recognize(text, about))
        .or_else(|| stream::recognize(text, about))
        .or_else(|| browser::recognize(text, about))
        .or_else(|| calendar::recognize(text, about))
        .map(|document| document.source_type)
}

/// The text's beginning, cut at a character.
fn head(text: &str) -> &str {
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Formats that announce themselves.
fn by_content(text: &str) -> Option<SourceType> {
    let lower_start: String = text.chars().take(400).collect::<String>().to_lowercase();
    if lower_start.starts_with("begin:vcalendar") {
        return Some(SourceType::Calendar);
    }
    if text.starts_with("WEBVTT") || text.lines().take(8).any(|line| CUE.is_match(line)) {
        return Some(SourceType::Stream);
    }
    if lower_start.starts_with("<!doctype") || lower_start.starts_with("<html")
        // the parts of an exported page, without the page round them
        || lower_start.starts_with("<div") && text.contains("content-cell")
    {
        return Some(SourceType::Browser);
    }
    // the fields of a forwarded message stand below a line that says so
    let (above, below) = text.split_once('\n').unwrap_or((text, ""));
    let fields = if is_forwarding(above) {
        below.trim_start()
    } else {
        text
    };
    let first = fields.lines().next().unwrap_or_default();
    let headers = fields
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| HEADER.is_match(line))
        .count();
    if (headers >= 3 && (HEADER.is_match(first) || first.contains(':')))
        || (first.starts_with("From ") && headers >= 1)
    {
        return Some(
            if text.contains("notifications@github.com") || text.contains("\nX-GitHub-") {
                SourceType::Github
            } else {
                SourceType::Email
            },
        );
    }
    if GITHUB_TEXT.is_match(text) {
        return Some(SourceType::Github);
    }
    None
}

/// Whether a line stands above a message that was forwarded or answered.
fn is_forwarding(line: &str) -> bool {
    const SAYS: [&str; 8] = [
        "forwarded message",
        "original message",
        "weitergeleitete nachricht",
        "ursprüngliche nachricht",
        "message transféré",
        "message d'origine",
        "mensaje reenviado",
        "messaggio inoltrato",
    ];
    let lower = line.to_lowercase();
    line.len() <= 120 && SAYS.iter().any(|s| lower.contains(s))
}

/// What the file's name says.
fn by_name(name: &str) -> Option<SourceType> {
    let name = name.to_lowercase();
    let ends = |list: &[&str]| list.iter().any(|end| name.ends_with(end));
    if ends(&[".eml", ".mbox", ".msg"]) {
        Some(SourceType::Email)
    } else if ends(&[".ics", ".ical", ".vcs"]) {
        Some(SourceType::Calendar)
    } else if ends(&[".vtt", ".srt", ".sbv"]) || name.contains("whatsapp chat") {
        Some(SourceType::Stream)
    } else if ends(&[".html", ".htm"]) {
        Some(SourceType::Browser)
    } else if ends(&[".pdf", ".pdf.txt"]) {
        Some(SourceType::Pdf)
    } else if name.contains("slack") {
        Some(SourceType::Slack)
    } else if name.starts_with("git-log") || name.starts_with("gitlog") || ends(CODE) {
        Some(SourceType::Vscode)
    } else {
        None
    }
}

/// Formats that show only in how most of their lines look.
fn by_lines(text: &str) -> Option<SourceType> {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(400)
        .collect();
    let share = |pattern: &Regex| {
        let hits = lines.iter().filter(|line| pattern.is_match(line)).count();
        (hits, hits as f64 / lines.len().max(1) as f64)
    };
    if text.contains('\u{c}') {
        return Some(SourceType::Pdf);
    }
    if matches!(share(&CHAT_LINE), (2.., 0.3..)) {
        return Some(SourceType::Stream);
    }
    if matches!(share(&SLACK_TIME), (2.., 0.15..)) {
        return Some(SourceType::Slack);
    }
    if matches!(share(&ONELINE), (2.., 0.6..)) || matches!(share(&PROMPT), (2.., 0.15..)) {
        return Some(SourceType::Vscode);
    }
    if matches!(share(&SPEAKER_LINE), (4.., 0.5..)) {
        return Some(SourceType::Stream);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Zoned;
    use proptest::prelude::*;

    fn guess(text: &str, filename: Option<&str>) -> SourceType {
        let reference: Zoned = "2024-09-18T18:00:00[UTC]".parse().expect("a time");
        source_type(
            text,
            &About {
                filename,
                reference: &reference,
            },
        )
    }

    #[test]
    fn knows_each_type_by_its_content() {
        use SourceType::*;
        for (text, type_) in [
            ("WEBVTT\n\n00:01.000 --> 00:02.000\nHi", Stream),
            ("1\n00:00:01,000 --> 00:00:02,000\nHi", Stream),
            ("0:00:01.000,0:00:02.000\nHi", Stream),
            (
                "12/03/2024, 21:04 - Ida: on my way\n12/03/2024, 21:05 - Bo: ok\n",
                Stream,
            ),
            (
                "[12.03.24, 21:04:11] Ida: on my way\n[12.03.24, 21:05:00] Bo: ok\n",
                Stream,
            ),
            (
                "Ida: Hello.\nBo: Hello.\nIda: Shall we?\nBo: Yes.\n",
                Stream,
            ),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR", Calendar),
            (
                "From: Ida <ida@a.example>\nTo: bo@a.example\nSubject: Soup\n\nHi",
                Email,
            ),
            (
                "---------- Forwarded message ---------\nFrom: Ida <ida@a.example>\nDate: 3 May 2024\nSubject: Soup\n\nHi",
                Email,
            ),
            (
                "Begin forwarded message:\n\nFrom: Ida <ida@a.example>\nSubject: Soup\nDate: 3 May 2024\n\nHi",
                Email,
            ),
            (
                "From: Ida <notifications@github.com>\nTo: a/b <b@c.example>\nSubject: [a/b] Soup\n\nHi",
                Github,
            ),
            (
                r#"[{"type":"message","user":"U1","text":"hi","ts":"1516454398.000069"}]"#,
                Slack,
            ),
            (
                r#"{"action":"opened","issue":{"number":1,"title":"Soup","body":"Boils over.","user":{"login":"ida"},"html_url":"https://github.com/a/b/issues/1"}}"#,
                Github,
            ),
            (
                r#"{"data":[{"entity":"/a.rs","time":1726651800.0,"project":"x"}]}"#,
                Vscode,
            ),
            (r#"{"requests":[{"message":{"text":"hi"}}]}"#, Vscode),
            (
                r#"{"type":"assistant","message":{"role":"assistant","content":"See https://github.com/a/b"}}"#,
                Vscode,
            ),
            (
                "commit 1234567890abcdef1234567890abcdef12345678\nAuthor: A <a@b.example>\n",
                Vscode,
            ),
            ("1a2b3c4 Mend the pump\n9f8e7d6 Add the pump\n", Vscode),
            (
                "Thursday, May 16th\n\n\nIda\n  9:47 AM\nsoup?\n\nBo\n  9:49 AM\nyes\n",
                Slack,
            ),
            ("<!DOCTYPE NETSCAPE-Bookmark-file-1>", Browser),
            (
                "<div class=\"content-cell\">Watched Oars<br>Jan 4, 2024, 10:15:22 AM CET<br></div>",
                Browser,
            ),
            ("url,title,visit_time\nhttps://a.example,A,1\n", Browser),
            ("channel,ts,user,text\na,1,b,c\n", Slack),
            ("start\tend\ttext\n0.0\t1.0\tHi\n", Stream),
            ("[00:00.000 --> 00:04.200]  Hi there", Stream),
            ("Page one\u{c}Page two", Pdf),
            ("Today I walked to the lake. It was cold.", Text),
            ("", Text),
        ] {
            assert_eq!(guess(text, None), type_, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,200}", name in "\\PC{0,20}") {
            guess(&text, Some(&name));
        }
    }
}
