//! Chats with an assistant as text: copied from the panel, or exported as Markdown. Turns begin with who speaks, on the
//! line or as a heading above it.

use crate::ingest::furniture::{self, Medium};
use crate::ingest::github::plain;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use crate::ingest::turns::Turns;
use crate::ingest::{About, Document};
use crate::when::When;
use memo_common::api::SourceType;
use regex::Captures;
use std::collections::HashMap;
use std::ops::Range;

pattern!(
    COLON,
    r"^(?:#{1,6}\s*)?[*_]{0,3}(?:[🧑👤🤖💬]\s*)?([\p{L}\d][\p{L}\p{M}\d .'’_+-]{0,39}?)(?:\s+(?:said|wrote|replied))?(?:\s*[\[(]([^\])]{1,60})[\])])?\s*[*_]{0,3}\s*:\s*[*_]{0,3}\s*(.*)$"
);
pattern!(
    HEADING,
    r"^(?:#{1,6}\s*[*_]{0,3}[^\p{L}\d\s#*_(\[`]{0,4}|[*_]{1,3}|[🧑👤🤖💬])\s*([\p{L}\d][\p{L}\p{M}\d .'’_+-]{0,39}?)(?:\s+(?:said|wrote|replied))?[*_]{0,3}(?:\s*[\[(]([^\])]{1,60})[\])])?\s*[*_]{0,3}(?:\s*[—–·•|-]\s*([^*_]{4,40}))?$"
);

/// Assistants by the names under which chats are exported.
const ASSISTANTS: [&str; 23] = [
    "response",
    "github copilot",
    "copilot",
    "assistant",
    "chatgpt",
    "claude",
    "cursor",
    "ai",
    "ai assistant",
    "gemini",
    "codeium",
    "windsurf",
    "cody",
    "cline",
    "aider",
    "continue",
    "model",
    "bot",
    "agent",
    "tabnine",
    "codex",
    "claude code",
    "copilot chat",
];

/// The other side, where it has no name.
const USERS: [&str; 8] = [
    "user",
    "you",
    "me",
    "human",
    "prompt",
    "question",
    "i",
    "developer",
];

/// Reads a chat; `None` where the text is none.
pub(super) fn read(text: &str, about: &About<'_>) -> Option<Document> {
    let user = user_label(text)?;
    let month_first = month_first(text, about);
    let mut turns = Turns::new(SourceType::Vscode);
    let mut assistant: Option<String> = None;
    let mut open: Option<Turn> = None;
    let mut fenced = false;
    for (line, span) in lines::spanned(text) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        let found = (!fenced).then(|| label(line)).flatten();
        let side = found.as_ref().and_then(|l| l.side(&user));
        match (found, side) {
            (Some(label), Some(mine)) => {
                say(open.take(), &mut turns, &assistant);
                let nameless = ["assistant", "response"];
                let named = !nameless.contains(&label.name.to_lowercase().as_str());
                if !mine && assistant.is_none() && named {
                    assistant = Some(label.name.to_owned());
                }
                open = Some(Turn {
                    mine,
                    text: format!("{}\n", label.rest),
                    when: label.stamp.and_then(|s| moment(s, month_first, about)),
                    span,
                    quoted: is_quoted(line),
                });
            }
            _ => {
                // the time below the head
                let below = line.trim().trim_matches(['*', '_', ' ']);
                if let Some(turn) = &mut open
                    && turn.when.is_none()
                    && turn.text.trim().is_empty()
                    && stamp::whole(below).is_some()
                {
                    turn.when = moment(below, month_first, about);
                    continue;
                }
                let rule = line.len() >= 3 && line.bytes().all(|b| matches!(b, b'-' | b'*' | b'_'));
                let line = match &open {
                    Some(turn) if turn.quoted => unquoted(line),
                    _ => line,
                };
                if let Some(turn) = &mut open
                    && !rule
                    && !furniture::is_line(line, Medium::of(SourceType::Vscode))
                {
                    turn.text.push_str(line);
                    turn.text.push('\n');
                    if !line.trim().is_empty() {
                        turn.span.end = span.end;
                    }
                }
            }
        }
    }
    say(open, &mut turns, &assistant);
    let named = about.filename.and_then(stamp::in_file_name);
    turns.document().written = named
        .and_then(|(stamp, _)| stamp.day?.date(false, about.reference.year()))
        .map(When::day);
    let mut document = turns.finish();
    let program = assistant.as_deref().unwrap_or(NAMELESS);
    for person in &mut document.people {
        person.organization |= person.name.as_deref() == Some(program);
    }
    if document.written.is_none() {
        document.written = document.passages.first().and_then(|p| p.when);
    }
    (!document.passages.is_empty()).then_some(document)
}

/// Bytes of a line that is a time alone, at most.
const SHORT: usize = 60;

/// What an assistant without a name is called.
const NAMELESS: &str = "the assistant";

/// A turn that is being gathered.
struct Turn {
    mine: bool,
    text: String,
    when: Option<When>,
    span: Range<usize>,
    /// Its head, and so all of it, stands behind the marks of a quotation.
    quoted: bool,
}

/// Whether a line stands behind the mark of a quotation, by which some exports set one side off.
fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// A line without the mark of a quotation.
fn unquoted(line: &str) -> &str {
    let line = line.trim_start();
    let bare = line.strip_prefix('>').unwrap_or(line);
    bare.strip_prefix(' ').unwrap_or(bare)
}

fn say(turn: Option<Turn>, turns: &mut Turns, assistant: &Option<String>) {
    let Some(turn) = turn else { return };
    let speaker = if turn.mine {
        "Me"
    } else {
        assistant.as_deref().unwrap_or(NAMELESS)
    };
    let speaker = turns.speaker(speaker);
    turns.say(Some(speaker), &plain(&turn.text), turn.span, turn.when, 0);
}

/// A line's label.
struct Label<'t> {
    name: &'t str,
    stamp: Option<&'t str>,
    rest: &'t str,
    /// It stands alone, as a heading does.
    alone: bool,
}

impl Label<'_> {
    /// Whether it is the user's (else the assistant's); `None` where it is neither's.
    fn side(&self, user: &str) -> Option<bool> {
        let name = self.name.to_lowercase();
        if name == user {
            Some(true)
        } else {
            ASSISTANTS.contains(&name.as_str()).then_some(false)
        }
    }
}

/// The label that a line begins with: closed by a colon, or alone as a heading or in bold.
fn label(line: &str) -> Option<Label<'_>> {
    let line = unquoted(line).trim();
    let name = |found: &Captures<'_>| found.get(1).map_or(0..0, |m| m.range());
    // "**Ida** - the cook" is no head
    let heads = |found: &Captures<'_>| {
        found
            .get(3)
            .is_none_or(|m| stamp::whole(m.as_str()).is_some())
    };
    if let Some(found) = HEADING.captures(line).filter(heads) {
        return Some(Label {
            name: line[name(&found)].trim(),
            stamp: found.get(2).or(found.get(3)).map(|m| m.as_str()),
            rest: "",
            alone: true,
        });
    }
    let found = COLON.captures(line)?;
    let rest = found.get(3).map_or("", |m| m.as_str());
    let inside = found.get(2).map(|m| m.as_str());
    // "Me: 2024-05-03 10:00", above what was said then
    let behind = Some(rest).filter(|rest| inside.is_none() && stamp::whole(rest).is_some());
    let rest = if behind.is_some() { "" } else { rest };
    Some(Label {
        name: line[name(&found)].trim(),
        stamp: inside.or(behind),
        rest,
        alone: rest.is_empty(),
    })
}

/// The label of the one who asks, in lower case; `None` where nobody talks with an assistant.
fn user_label(text: &str) -> Option<String> {
    /// Lines by which a chat is known.
    const HEAD: usize = 2000;
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut first: Option<String> = None;
    let mut headings: HashMap<String, usize> = HashMap::new();
    let mut answers = 0;
    let mut parted = true;
    for line in text.lines().take(HEAD) {
        let after_blank = std::mem::replace(&mut parted, line.trim().is_empty());
        let Some(label) = label(line) else { continue };
        let name = label.name.to_lowercase();
        if ASSISTANTS.contains(&name.as_str()) {
            answers += 1;
        } else if USERS.contains(&name.as_str()) {
            *counts.entry(name).or_default() += 1;
        } else if label.alone
            && unquoted(line).starts_with(['#', '*', '_'])
            && label.stamp.is_some()
        {
            *headings.entry(name).or_default() += 1;
        } else if after_blank && answers == 0 && !label.alone && first.is_none() {
            first = Some(name);
        }
    }
    if answers == 0 {
        return None;
    }
    counts
        .into_iter()
        .max_by_key(|(_, n)| *n)
        .map(|(name, _)| name)
        // a heading with a time above most of what is answered
        .or_else(|| {
            let most = headings.into_iter().max_by_key(|(_, n)| *n);
            most.filter(|(_, n)| *n * 2 >= answers)
                .map(|(name, _)| name)
        })
        .or(first)
}

/// The day on which a chat whose turns tell the time alone was held: of its file's name, else the reference's.
fn day_of(about: &About<'_>) -> Option<jiff::civil::Date> {
    let named = about.filename.and_then(stamp::in_file_name);
    match named.and_then(|(stamp, _)| stamp.day) {
        Some(day) => day.date(false, about.reference.year()),
        None => Some(about.reference.date()),
    }
}

/// Whether the days of a chat's heads are written with the month first.
fn month_first(text: &str, about: &About<'_>) -> bool {
    let stamps: Vec<_> = text
        .lines()
        .filter(|l| l.len() <= SHORT)
        .filter_map(|l| stamp::whole(unquoted(l).trim_matches(['*', '_', ' '])))
        .collect();
    let order = stamp::Order {
        today: Some(about.reference.date()),
        ..stamp::Order::default()
    };
    order.month_first(stamps.iter().copied())
}

fn moment(text: &str, month_first: bool, about: &About<'_>) -> Option<When> {
    let (stamp, _) = stamp::take(text);
    let date = match stamp.day {
        Some(day) => day.date(month_first, about.reference.year())?,
        None => stamp.time.and_then(|_| day_of(about))?,
    };
    Some(When::on(date, stamp.time))
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn chats_copied_and_exported() {
        let copied = "idaek: why is the soup cold?\n\nGitHub Copilot: It cooled. Try:\n\n```r\na\nb\nc\nd\ne\n```\n\nUsed 3 references\n\nidaek: ok, hot now\n\nGPT-4o • 1x\n";
        assert_eq!(
            told(&read_now(copied)),
            [
                "Me: why is the soup cold?",
                "GitHub Copilot: It cooled. Try:",
                "Me: ok, hot now"
            ]
        );
        let exported = "# Soup\n\n_**User (2024-05-03 10:00)**_\n\nwhy is it cold?\n\n---\n\n_**Assistant (2024-05-03 10:01)**_\n\nIt cooled.\n";
        assert_eq!(
            told(&read_now(exported)),
            [
                "2024-05-03 10:00 Me: why is it cold?",
                "2024-05-03 10:01 the assistant: It cooled."
            ]
        );
        let headed = "# Soup\n_Exported on 2024-05-16_\n\n---\n### 👤 Ida (17:31)\n\nwhy is it cold?\n\n### 🤖 Assistant\n\nIt cooled.\n";
        assert_eq!(
            told(&read_now(headed)),
            [
                "2024-05-16 17:31 Me: why is it cold?",
                "the assistant: It cooled."
            ]
        );
        let bold = "# Soup\nExported 31/08/2023 19:25 · workspace `soup`\n\n**ida-ek** (28/08/2023 16:02)\nwhy is it cold?\n\n**Copilot**\nIt cooled.\n\n\
            **ida-ek** (30/08/2023 18:30)\nhot now\n";
        assert_eq!(
            told(&read_now(bold)),
            [
                "2023-08-28 16:02 Me: why is it cold?",
                "Copilot: It cooled.",
                "2023-08-30 18:30 Me: hot now"
            ]
        );
        let quoted = "# Chat\n\n> **idaek** — 2024-05-03 10:00\n>\n> why is it cold?\n\n**GitHub Copilot**\n\nUsed 2 references\n\nIt cooled.\n\n\
            > **idaek** — 2024-05-03 10:05\n>\n> hot now\n\n**GitHub Copilot**\n\nEnjoy it - soon.\n";
        assert_eq!(
            told(&read_now(quoted)),
            [
                "2024-05-03 10:00 Me: why is it cold?",
                "GitHub Copilot: It cooled.",
                "2024-05-03 10:05 Me: hot now",
                "GitHub Copilot: Enjoy it - soon."
            ]
        );
        let below = "# Soup\n\n## 👤 Human\n*3 May 2024, 10:00*\n\nwhy is it cold?\n\n## 🤖 Claude\n*3 May 2024, 10:01*\n\nIt cooled.\n";
        assert_eq!(
            told(&read_now(below)),
            [
                "2024-05-03 10:00 Me: why is it cold?",
                "2024-05-03 10:01 Claude: It cooled."
            ]
        );
        let prompts = "# Soup\n\n## Prompt:\n5/3/2024, 10:02:13 AM\n\nwhy is it cold?\n\n## Response:\n5/3/2024, 10:02:40 AM\n\nIt cooled.\n";
        assert_eq!(
            told(&read_now(prompts)),
            [
                "2024-05-03 10:02 Me: why is it cold?",
                "2024-05-03 10:02 the assistant: It cooled."
            ]
        );
        let dated = "Me: 2024-05-03 10:00\nwhy is it cold?\n\nCopilot: It cooled.\n";
        assert_eq!(
            told(&read_now(dated)),
            [
                "2024-05-03 10:00 Me: why is it cold?",
                "Copilot: It cooled."
            ]
        );
        let said = "You said:\nwhy is it cold?\nChatGPT said:\nIt cooled.\nCopy code\n";
        assert_eq!(
            told(&read_now(said)),
            ["Me: why is it cold?", "ChatGPT: It cooled."]
        );
    }
}
