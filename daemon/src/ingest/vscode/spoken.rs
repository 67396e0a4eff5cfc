//! Chats with an assistant as text: copied from the panel, or exported as Markdown. Turns begin with who speaks, on the
//! line or as a heading above it.
//!
//! - `label`: who speaks, by the label of a turn
//! - `time`: when it was said

mod label;
mod time;

use crate::ingest::furniture::{self, Medium};
use crate::ingest::github::plain;
use crate::ingest::lines;
use crate::ingest::stamp;
use crate::ingest::turns::Turns;
use crate::ingest::{About, Document};
use crate::when::When;
use label::{label, unquoted, user_label};
use memo_common::api::SourceType;
use std::ops::Range;
use time::{moment, month_first, unmarked};

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
                if !mine && assistant.is_none() && !label.is_nameless() {
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
                let below = unmarked(line);
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
