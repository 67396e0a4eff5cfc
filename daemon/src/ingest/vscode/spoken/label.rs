//! Who speaks, by the label of a turn, and whose side they are on.

use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use regex::Captures;
use std::collections::HashMap;

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

/// A line's label.
pub(super) struct Label<'t> {
    pub(super) name: &'t str,
    pub(super) stamp: Option<&'t str>,
    pub(super) rest: &'t str,
    /// It stands alone, as a heading does.
    alone: bool,
}

impl Label<'_> {
    /// Whether it is what an assistant is called for want of a name.
    pub(super) fn is_nameless(&self) -> bool {
        matches!(self.name.to_lowercase().as_str(), "assistant" | "response")
    }

    /// Whether it is the user's (else the assistant's); `None` where it is neither's.
    pub(super) fn side(&self, user: &str) -> Option<bool> {
        let name = self.name.to_lowercase();
        if name == user {
            Some(true)
        } else {
            ASSISTANTS.contains(&name.as_str()).then_some(false)
        }
    }
}

/// The label that a line begins with: closed by a colon, or alone as a heading or in bold.
pub(super) fn label(line: &str) -> Option<Label<'_>> {
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
pub(super) fn user_label(text: &str) -> Option<String> {
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

/// A line without the mark of a quotation.
pub(super) fn unquoted(line: &str) -> &str {
    let line = line.trim_start();
    let bare = line.strip_prefix('>').unwrap_or(line);
    bare.strip_prefix(' ').unwrap_or(bare)
}
