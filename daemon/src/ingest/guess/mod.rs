//! The source type of an upload that does not say: by what it begins with, by whose reader knows its form, by the window
//! it was copied from, by its file name, by how most of its lines look.
//!
//! - `windows`: by the program out of whose window it was copied

mod windows;

use super::pattern::{Pattern, pattern};
use super::{
    About, Document, browser, calendar, email, github, objects, slack, stamp, stream, text, things,
    vscode,
};
use memo_common::api::SourceType;
use std::collections::HashMap;

/// How much of the text is looked at; formats show themselves early.
const LOOKED_AT: usize = 32 * 1024;

pattern!(
    HEADER,
    r"^(?i:from|to|cc|bcc|subject|date|message-id|received|return-path|delivered-to|mime-version|content-type|reply-to|x-[\w-]+|von|an|betreff|gesendet|datum|sent|de|para|asunto|à|objet):\s*\S"
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
    r"^\s*(?:[\[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:\.\d+)?[\])]?\s*[-–]?\s*)?([\p{Lu}\d][\p{L}\p{M}\d.'’ ()/-]{0,40}?)(?:\s[\[(]\d{1,2}:\d{2}(?::\d{2})?[\])])?:\s+\S"
);
pattern!(
    SLACK_TIME,
    r"^\s*(?:APP\s+)?(?:(?:Today|Yesterday|[A-Z][a-z]+day)(?: at)? )?\d{1,2}:\d{2}(?:\s?[AP]M)?$"
);
// "# " alone begins a heading, too
pattern!(PROMPT, r"^(?:\S+@\S+[:~ ].*[$❯➜%#]|[$❯➜%]) \S");
pattern!(
    GITHUB_TEXT,
    r"(?m)^(?:#+ .*\bgithub\.com/[\w.-]+/[\w.-]+/(?:issues|pull)/\d+|\*\*@?[\w-]+\*\* (?:commented|opened|closed|merged)\b.*|[\w-]+ (?:commented|opened this issue|wants to merge \d+ commits?|asked this question in)\b.*|@?[\w-]+ [\w-]+ released this\b.*|.* opened (?:about )?.{3,24} ago • \d+ comments?|View this (?:issue|pull request) on GitHub: .*|(?:\*\*)?Full Changelog(?:\*\*)?: .*|Relevant pull requests in \S+/\S+|#\d+ In \S+/\S+;)"
);

/// Files that are written in an editor.
const CODE: &[&str] = &[
    ".ipynb", ".todo", ".rs", ".py", ".js", ".ts", ".tsx", ".jsx", ".go", ".java", ".kt", ".swift",
    ".c", ".h", ".cpp", ".cs", ".rb", ".php", ".lua", ".pl", ".r", ".jl", ".sas", ".sql", ".sh",
    ".bash", ".zsh", ".ps1", ".bat",
];

/// The likeliest source type.
pub(super) fn source_type(text: &str, about: &About<'_>) -> SourceType {
    let start = head(text.trim_start());
    // what is cut is no JSON or XML any more
    let shown = if start.starts_with(['{', '[', '<']) {
        text
    } else {
        head(text)
    };
    by_content(start)
        .or_else(|| by_reader(shown, about))
        .or_else(|| is_page(start).then_some(SourceType::Browser))
        .or_else(|| windows::by_columns(&start.lines().next().unwrap_or_default().to_lowercase()))
        .or_else(|| windows::by_window(start))
        .or_else(|| about.filename.and_then(by_name))
        .or_else(|| by_lines(start))
        .or_else(|| by_most(start, about))
        .unwrap_or(SourceType::Text)
}

/// Whose reader knows the format; a mail shows itself by its fields. Where the lists of several programs have the same
/// members, the stricter reader is asked first.
fn by_reader(text: &str, about: &About<'_>) -> Option<SourceType> {
    let zone = about.reference.time_zone();
    text::recognize(text, zone)
        .or_else(|| vscode::recognize(text, about))
        .or_else(|| github::recognize(text, about))
        .map(|document| document.source_type)
        .or_else(|| objects::source_type(text))
        .or_else(|| calendar::is_answer(text, about).then_some(SourceType::Calendar))
        .or_else(|| by_talk(text, about))
        .or_else(|| things::is(text).then_some(SourceType::Text))
        .or_else(|| Some(calendar::recognize(text, about)?.source_type))
}

/// Whose reader knows the format of talk, or of pages that were visited.
fn by_talk(text: &str, about: &About<'_>) -> Option<SourceType> {
    slack::recognize(text, about)
        .or_else(|| stream::recognize(text, about))
        .or_else(|| {
            let mail = is_mail(text) || email::is_copied(text, about.reference);
            mail.then(|| Document::new(SourceType::Email))
        })
        .or_else(|| browser::recognize(text, about))
        .map(|document| document.source_type)
}

/// Whose reader finds its own in most of the text; the readers themselves, told the type, ask for less.
fn by_most(text: &str, about: &About<'_>) -> Option<SourceType> {
    if calendar::is_invitation(text, about) {
        Some(SourceType::Calendar)
    } else if slack::is_mostly_window(text, about) {
        Some(SourceType::Slack)
    } else if vscode::is_session(text, about) {
        Some(SourceType::Vscode)
    } else if browser::is_of_posts(text, about) {
        Some(SourceType::Browser)
    } else {
        None
    }
}

/// The text's beginning, cut at a character.
fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(LOOKED_AT)]
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
    // the parts of an exported page of one's activity, or all of it
    if lower_start.starts_with('<') && text.contains("content-cell") {
        return Some(SourceType::Browser);
    }
    let markup = lower_start.starts_with('<');
    (!markup && GITHUB_TEXT.is_match(text)).then_some(SourceType::Github)
}

/// Whether a text is a page.
fn is_page(text: &str) -> bool {
    let start = text.get(..9).unwrap_or_default().to_lowercase();
    start == "<!doctype" || start.starts_with("<html")
}

/// Lines of a mail in which its fields stand.
const FIELDS: usize = 80;

/// Whether a text begins with the fields of a mail, below whose mailbox it was printed from or that it is forwarded.
fn is_mail(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().take(FIELDS).collect();
    let blocks = lines.split(|l| l.trim().is_empty());
    blocks.filter(|b| !b.is_empty()).take(2).any(|block| {
        let fields = block.iter().filter(|l| HEADER.is_match(l)).count();
        let first = block[0];
        fields >= 3 && (first.contains(':') || is_forwarding(first))
            || fields >= 1 && text.starts_with("From ")
    })
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

/// Lines in which a text says what it is.
const TITLE: usize = 3;

/// Formats that show only in how most of their lines look.
fn by_lines(text: &str) -> Option<SourceType> {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(400)
        .collect();
    let share = |pattern: &Pattern| {
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
    let titled = lines
        .iter()
        .take(TITLE)
        .any(|line| line.trim_end().to_lowercase().ends_with("transcript"));
    if matches!(share(&SPEAKER_LINE), (4.., 0.5..)) && is_talk(&lines)
        || titled && matches!(share(&SPEAKER_LINE), (2.., 0.25..))
    {
        return Some(SourceType::Stream);
    }
    None
}

/// Whether most of the labels before a colon come again, as speakers do; a form's fields stand there once, and what is
/// planned has its day behind the label.
fn is_talk(lines: &[&str]) -> bool {
    /// Characters behind a label in which its day stands.
    const BEGINNING: usize = 32;
    let mut labels: HashMap<&str, usize> = HashMap::new();
    let mut days = 0;
    for line in lines {
        let Some(label) = SPEAKER_LINE.captures(line).and_then(|c| c.get(1)) else {
            continue;
        };
        *labels.entry(label.as_str()).or_default() += 1;
        let said: String = line[label.end()..].chars().take(BEGINNING).collect();
        days += usize::from(stamp::take(&said).0.day.is_some());
    }
    let all: usize = labels.values().sum();
    let again: usize = labels.values().filter(|n| **n > 1).sum();
    again * 2 > all && days * 2 < all
}

#[cfg(test)]
mod tests;
