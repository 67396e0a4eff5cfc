//! What somebody wrote, as an object of an export holds it.

use crate::ingest::Title;
use crate::ingest::json::string;
use crate::ingest::posts::Posts;
use crate::ingest::{Kind, Passage, PersonId};
use crate::when::When;
use crate::wording::quoted;
use memo_common::api::SourceType;
use serde_json::Value;
use std::ops::Range;

/// Of these, such as hold what one has written oneself where an object names nobody; the others may be a page's.
pub(super) const OWN: [&str; 9] = [
    "full_text",
    "post",
    "body",
    "text",
    "comment",
    "Comment",
    "message",
    "review",
    "note",
];

/// Members that name what an object is said of.
const SUBJECT: [&str; 9] = [
    "card", "issue", "task", "document", "page", "item", "article", "target", "location",
];

/// A text, and what is known of it.
pub(super) struct Said<'v> {
    /// The object that holds it.
    pub(super) value: &'v Value,
    /// The member's name.
    pub(super) key: &'v str,
    pub(super) text: String,
    /// What the object is called.
    pub(super) title: Option<String>,
    /// What the object round it is called.
    pub(super) around: Option<String>,
    /// Who wrote it, where anybody is named.
    pub(super) author: Option<PersonId>,
    pub(super) when: Option<When>,
    pub(super) place: Option<String>,
    pub(super) span: Range<usize>,
}

impl Said<'_> {
    /// Tells it as its author's; as the user's own, where the object names nobody.
    pub(super) fn tell(self, posts: &mut Posts) {
        let thread = posts.document.new_thread();
        let own = self.title.clone().filter(|t| *t != self.text);
        let title = own
            .clone()
            .or_else(|| subject(self.value))
            .or_else(|| self.around.clone());
        let quote = passage_within(self.value, 6)
            .map(|q| format!(", about {}", quoted(q)))
            .unwrap_or_default();
        if let Some(author) = self.author {
            let act = match (&own, &title) {
                (Some(t), _) => format!("wrote under {}{quote}", quoted(t)),
                (None, Some(t)) => format!("commented on {}{quote}", quoted(t)),
                _ => format!("wrote{quote}"),
            };
            posts.post(author, &act, &self.text, self.span, self.when, thread);
        } else if let Some(act) = self.act(title.as_deref(), &quote, posts.document.source_type) {
            let at = self
                .when
                .map(|w| format!("On {} ", w.in_words()))
                .unwrap_or_default();
            let text = self.text.strip_prefix("RT ").unwrap_or(&self.text);
            posts.own(&format!("{at}{act}"), text, self.span, self.when, thread);
        } else {
            // a note without a title is called by its first line
            let (called, text) = match self.text.split_once('\n') {
                Some((first, rest)) if title.is_none() && is_heading(first, rest) => {
                    (Some(first.trim().to_owned()), rest.trim().to_owned())
                }
                _ => (title, self.text),
            };
            let mut passage = Passage::new(Kind::Prose, text, self.span);
            passage.headings.extend(called.map(Title::from));
            passage.when = self.when;
            passage.thread = thread;
            posts.document.passages.push(passage);
        }
        if let Some(passage) = posts.document.passages.last_mut() {
            passage.place = self.place;
        }
    }

    /// What the user did by writing it, where the export is one of posts or remarks; `None` for a note.
    fn act(&self, title: Option<&str>, quote: &str, source: SourceType) -> Option<String> {
        let replied = string(self.value, &["in_reply_to_screen_name"]).map(str::to_owned);
        if let Some(who) = replied.or_else(|| answered(self.value)) {
            return Some(format!("I replied to {who}"));
        }
        if self.text.starts_with("RT @") {
            return Some("I shared".to_owned());
        }
        if matches!(self.key, "full_text" | "post") || self.value.get("attributedTo").is_some() {
            return Some("I posted".to_owned());
        }
        let on = title
            .map(|t| format!(" on {}", quoted(t)))
            .unwrap_or_default();
        (source == SourceType::Browser && OWN.contains(&self.key))
            .then(|| format!("I noted{on}{quote}"))
    }
}

/// What an object is said of, by a member's own title.
fn subject(value: &Value) -> Option<String> {
    SUBJECT.iter().find_map(|key| {
        let subject = value.get(key)?;
        let listed = || subject.get("title")?.as_array()?.first()?.as_str();
        string(subject, &["title", "name"])
            .or_else(listed)
            .map(str::to_owned)
    })
}

/// The words of a page that a note is on.
fn passage_within(value: &Value, depth: usize) -> Option<&str> {
    if let Some(found) = string(value, &["quote", "exact", "highlight", "quotation"]) {
        return Some(found);
    }
    let inner = ["target", "selector", "selectors"];
    match value {
        Value::Array(items) if depth > 0 => items.iter().find_map(|v| passage_within(v, depth - 1)),
        Value::Object(_) if depth > 0 => inner
            .iter()
            .find_map(|key| passage_within(value.get(key)?, depth - 1)),
        _ => None,
    }
}

/// Who is answered, by the address of what they wrote: `https://a.example/users/ida/statuses/1`, `https://a.example/@ida/1`.
fn answered(value: &Value) -> Option<String> {
    let address = string(value, &["inReplyTo"])?;
    let mut parts = address.split('/');
    let name = parts.find_map(|part| {
        part.strip_prefix('@')
            .map(str::to_owned)
            .or_else(|| (part == "users").then(String::new))
    })?;
    let name = if name.is_empty() {
        parts.next()?.to_owned()
    } else {
        name
    };
    (!name.is_empty()).then_some(name)
}

/// Whether a note's first line is what it is called.
fn is_heading(first: &str, rest: &str) -> bool {
    /// Words of such a line.
    const SHORT: usize = 6;
    first.split_whitespace().count() <= SHORT
        && !first.trim_end().ends_with(['.', '!', '?', ',', ';'])
        && !first.trim_start().starts_with(['-', '*'])
        && !rest.trim().is_empty()
}
