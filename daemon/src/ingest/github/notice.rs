//! Notification mail: who did what is in its headers and first line, the words without quotes and footer.
//!
//! - `mailbox`: where each of several begins
//! - `words`: who did what, and the words, by the body

mod mailbox;
mod words;

use super::run;
use super::subject::Subject;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::{About, instant};
use crate::when::When;
use mail_parser::{Address, MessageParser};
use mailbox::messages;
use memo_common::api::EntityType;
use words::{act, earlier};

pattern!(
    SUBJECT,
    r"^(?i:(?:re|aw|fwd?):\s*)*\[([\w.-]+/[\w.-]+)\]\s*(.*?)\s*(?:\((Issue|PR|Pull Request|Discussion)?\s*#(\d+)\))?$"
);
pattern!(
    FOOTER,
    r"(?m)^(?:--\s*$|—\s*$|Reply to this email directly|You are receiving this because|You’re receiving this because|Message ID: <)"
);
/// Lines of headers, at most.
const LONGEST_HEAD: usize = 300;

/// Reads notifications, one or a mailbox of them; `false` where the text has none.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let mut any = false;
    for message in messages(text) {
        any |= notification(&text[message.clone()], message.start, about, posts);
    }
    any
}

/// Reads a notification that begins at this byte; `false` where the text is none.
fn notification(text: &str, at: usize, about: &About<'_>, posts: &mut Posts) -> bool {
    // a notice that somebody forwards is that person's mail
    let head = text
        .trim_start()
        .lines()
        .take_while(|l| !l.trim().is_empty());
    let sent =
        |line: &str| line.contains("notifications@github.com") || line.starts_with("X-GitHub-");
    if !head.take(LONGEST_HEAD).any(sent) {
        return false;
    }
    let Some(message) = MessageParser::default().parse(text.as_bytes()) else {
        return false;
    };
    let header = |name: &str| message.header_raw(name).map(|v| v.trim().to_owned());
    let Some(from) = message.from().and_then(Address::first) else {
        return false;
    };
    let sender = header("X-GitHub-Sender");
    let Some(author) = posts.author(sender.as_deref(), from.name(), None) else {
        return true;
    };
    let recipient = header("X-GitHub-Recipient");
    let own = |address: Option<&Address<'_>>| {
        address
            .into_iter()
            .flat_map(|a| a.iter())
            .find(|a| a.address().is_some_and(|a| !a.ends_with("github.com")))
            .map(|a| (a.name().map(str::to_owned), a.address().map(str::to_owned)))
    };
    let to = own(message.cc()).or_else(|| own(message.to()));
    let audience = to.and_then(|(name, email)| {
        posts.author(recipient.as_deref(), name.as_deref(), email.as_deref())
    });
    let subject = message.subject().map(subject).unwrap_or_default();
    let title = posts.document.title.take();
    posts.document.title = title.or_else(|| subject.title.as_deref().map(Into::into));
    let body = message.body_text(0).unwrap_or_default();
    let end = FOOTER.find(&body).map_or(body.len(), |m| m.start());
    let (earlier, own) = earlier(&body[..end], sender.as_deref());
    let (act, words) = act(own, &subject);
    let when = message
        .date()
        .and_then(|d| instant::counted(d.to_timestamp() as f64, about.reference.time_zone()))
        .map(When::minute);
    posts.document.written = when;
    let span = text
        .find("\n\n")
        .or_else(|| text.find("\r\n\r\n"))
        .unwrap_or(0);
    let span = at + span..at + text.len();
    if let Some(run) = run::read(
        &subject,
        &body[..end],
        when,
        about.reference.time_zone(),
        span.clone(),
    ) {
        posts.document.passages.push(run);
        return true;
    }
    let before = posts.document.passages.len();
    if let Some((by, said)) = earlier {
        let (act, words) = words::act(said, &subject);
        if let Some(by) = posts.author(Some(by), None, None) {
            posts.post(by, &act, &words, span.clone(), None, 0);
        }
    }
    posts.post(author, &act, &words, span, when, 0);
    posts.names(
        subject
            .repository
            .map(|name| (name, EntityType::Repository)),
    );
    for passage in &mut posts.document.passages[before..] {
        passage.audience.extend(audience.filter(|id| *id != author));
    }
    true
}

/// `Re: [a/b] Soup (PR #5)`.
pub(super) fn subject(line: &str) -> Subject {
    let Some(found) = SUBJECT.captures(line.trim()) else {
        return Subject {
            kind: "thread",
            title: Some(line.to_owned()),
            ..Subject::default()
        };
    };
    let kind = match found.get(3).map(|k| k.as_str()) {
        Some("PR" | "Pull Request") => "pull request",
        Some("Discussion") => "discussion",
        _ => "issue",
    };
    Subject {
        kind,
        number: found.get(4).and_then(|n| n.as_str().parse().ok()),
        title: Some(found[2].to_owned()),
        repository: Some(found[1].to_owned()),
    }
}
