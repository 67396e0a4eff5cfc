//! Issues and pull requests as text: Markdown exports, `gh issue view`, what is pasted from a page. Each comment begins
//! with a line that says who wrote it.

use super::markup::{inline, plain};
use super::subject::{Subject, number_in, repository_in};
use super::window::{self, Told};
use crate::ingest::About;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::posts::{Posts, is_program};
use crate::ingest::stamp;
use crate::ingest::{Kind, Passage};
use crate::when::When;
use memo_common::api::{EntityType, SourceType};
use std::ops::Range;

pattern!(
    HEAD,
    r"(?i)^(?:comment (?:by|from) |posted by |review (?:by|from) )?@?([\p{L}\d][\w.\p{L} '-]{0,48}?(?:\[bot\])?)(?:\s*\((?:author|owner|member|contributor|collaborator)\)|\s+(?:author|owner|member|contributor|collaborator))?\s+(opened(?: this| an?)? (?:issue|pull request|discussion)|opened|created(?: this)?(?: issue| pull request)?|commented|replied|reviewed|left a comment|wrote|closed(?: this)?(?: as \w+)?|reopened(?: this)?|merged(?: commit \w+)?|approved(?: these changes| this pull request)?|requested changes|wants to merge \d+ commits?|reported|released|published)\b(.*)$"
);
// as `gh issue view --comments` prints it: "ida (Member) • Jul 4, 2023", "bo (Owner) approved • 2d"
pattern!(
    PRINTED,
    r"(?i)^@?([\p{L}\d][\w.-]{0,38}(?:\[bot\])?) \((?:author|owner|member|contributor|collaborator|none|mannequin|first[ -]time(?: contributor|r))\)\s*(approved|requested changes|commented|left a comment|dismissed)?\s+[•·] (.{2,60})$"
);
pattern!(
    NAME_DATE,
    r"^(?:comment by |by )?@?([\p{L}\d][\w.\p{L}'-]{0,38}(?: [\p{Lu}][\w.\p{L}'-]{0,38}){0,3}(?:\[bot\])?)\s*(?:[,(—–-]|\bon\b|\bat\b)\s*(.{6,40}?)\)?:?$"
);
pattern!(
    TITLE,
    r"^(?:\[?\\?#(\d+)(?:\s+(Issue|PR|Pull Request|Discussion))?\]?[):]?\s*)?(?:closed|open|merged)?:?\s*(.*?)(?:\s*[(\[]?\\?#(\d+)[)\]]?)?$"
);
pattern!(
    FIELD,
    r"^(title|state|author|number|url|labels|assignees|milestone|projects|association|edited|status|comments|reviewers|additions|deletions|auto-merge|repo(?:sitory)?|date|created|issue|pull request):\s*(.*)$"
);
// what `gh` is asked at a prompt, and the state before who opened it
pattern!(ASKED, r"^\S*[$❯#%>]\s*gh (?:issue|pr|release) \w+");
pattern!(
    STATE,
    r"(?i)^(?:open|closed|merged|draft)(?: \([\w ]+\))? [•·] "
);
pattern!(SHORT_AGO, r"^\s*(\d{1,4})(s|m|h|d|w|mo|y)\b");
pattern!(NUMBERED, r"^(\S.*?)\s+([\w.-]+/[\w.-]+)#(\d+)$");
pattern!(VERSION, r"^v?\d+\.\d+(?:\.\d+)*(?:[-.]\w+)?$");
pattern!(
    PAGE,
    r"(?i)^(?:(?:labels?|assignees?|milestone|projects?|participants?)(?::.*)?|development|notifications|no one assigned|none yet|subscribe|unsubscribe|customize|edit|quote reply|copy link|new issue|jump to bottom|open|closed|merged|conversation.*|commits? \d+|checks? \d+|files changed.*|write preview|leave a comment|sign up for free.*|have a question.*|already have an account.*|.{0,60}(?:added|removed) (?:the )?.{0,60} ?labels?.*|.{0,60}self-assigned this.*|.{0,60}(?:added|removed) (?:this to|their assignment|a commit|commits).*|.{0,60}mentioned this (?:issue|pull request).*|.{0,60}(?:linked a|locked|pinned|unassigned|assigned|referenced this|added this|moved this|changed the title).*|-{3,}|_{3,}|={3,})$"
);

/// Lines in which an event of a copied page ends.
const AHEAD: usize = 10;

/// A line of more bytes is nobody's head.
const LONGEST_HEAD: usize = 600;

/// A post being read.
struct Open {
    author: Option<usize>,
    act: String,
    when: Option<When>,
    lines: Vec<String>,
    span: Range<usize>,
}

/// Reads every line; nothing is refused.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) {
    let window = window::window(text);
    let mut page = Page {
        subject: Subject::default(),
        open: None,
        about,
        fields: true,
        thread: 0,
        last: None,
        is_pull: window.is_pull,
    };
    page.subject.repository = window.repository;
    let mut at = window.content.start;
    let lines: Vec<(&str, Range<usize>)> = text[window.content]
        .split_inclusive('\n')
        .map(|raw| {
            let line = raw.trim_end();
            let span = at..at + line.len();
            at += raw.len();
            (line, span)
        })
        .collect();
    let mut n = 0;
    while let Some((line, span)) = lines.get(n) {
        let ahead = lines[n..].iter().take(AHEAD);
        let ahead: Vec<&str> = ahead.map(|(line, _)| line.trim()).collect();
        match window::told(&ahead) {
            Some((told, taken)) => {
                if let Told::Head(head) = told {
                    page.line(&head, span.start..lines[n + taken - 1].1.end, posts);
                }
                n += taken;
            }
            None => {
                page.line(line, span.clone(), posts);
                n += 1;
            }
        }
    }
    page.close(posts);
}

struct Page<'a> {
    subject: Subject,
    open: Option<Open>,
    about: &'a About<'a>,
    /// Whether `title: …` lines may stand here.
    fields: bool,
    thread: u32,
    /// The line kept last: what is released is named above who releases it.
    last: Option<String>,
    /// Whether the page is a pull request's.
    is_pull: bool,
}

impl Page<'_> {
    fn line(&mut self, line: &str, span: Range<usize>, posts: &mut Posts) {
        let trimmed = STATE
            .find(line.trim())
            .map_or(line.trim(), |state| &line.trim()[state.end()..]);
        if self.open.is_none() && ASKED.is_match(trimmed) {
            return;
        }
        if trimmed.is_empty() || trimmed == "--" {
            if let Some(open) = &mut self.open {
                open.lines.push(String::new());
            }
            self.fields |= trimmed == "--";
            return;
        }
        if trimmed.len() > LONGEST_HEAD {
            self.keep(line, span);
            return;
        }
        if self.fields
            && let Some(field) = FIELD.captures(trimmed)
        {
            self.field(&field[1], field[2].trim(), span, posts);
            return;
        }
        if let Some(repository) = repository_in(trimmed)
            && (self.subject.repository.is_none() || trimmed.starts_with('#'))
        {
            self.subject.repository = Some(repository.trim_end_matches([')', ']', '.']).to_owned());
        }
        if let Some((author, mut act, when)) = self.head(trimmed, posts) {
            if let Some(name) = self.last.take().filter(|_| act.starts_with("released ")) {
                act = format!("released {name}");
                if let Some(open) = &mut self.open
                    && open.lines.last().is_some_and(|l| l.trim() == name)
                {
                    open.lines.pop();
                }
            }
            self.close(posts);
            self.fields = false;
            self.open = Some(Open {
                author,
                act,
                when,
                lines: Vec::new(),
                span,
            });
            return;
        }
        if trimmed.starts_with('#') && self.title(trimmed, posts) {
            return;
        }
        if VERSION.is_match(trimmed) {
            // what is released below, where nothing says more of it
            self.last = Some(trimmed.to_owned());
            return;
        }
        let again = self.open.is_none() && self.subject.title.as_deref() == Some(trimmed);
        if again
            || PAGE.is_match(&inline(trimmed))
            || trimmed.len() < 160
                && furniture::without(trimmed, Medium::of(SourceType::Github)).is_empty()
            || trimmed
                .to_lowercase()
                .starts_with("export of github issues")
        {
            return;
        }
        if self.open.is_none()
            && self.subject.title.is_none()
            && span.len() < 160
            && self.title(trimmed, posts)
        {
            return;
        }
        self.keep(line, span);
    }

    /// Adds a line to the post that is open.
    fn keep(&mut self, line: &str, span: Range<usize>) {
        self.last = Some(line.trim().to_owned());
        let open = self.open.get_or_insert_with(|| Open {
            author: None,
            act: String::new(),
            when: None,
            lines: Vec::new(),
            span: span.clone(),
        });
        open.lines.push(line.to_owned());
        open.span.end = span.end;
    }

    /// A line that says who wrote what follows.
    fn head(&self, line: &str, posts: &mut Posts) -> Option<(Option<usize>, String, Option<When>)> {
        let marked = line.starts_with(['#', '*', '<', '@']) || line.starts_with("> ");
        let bare = inline(line.trim_start_matches(['>', ' ']));
        let bare = bare.trim_end_matches(':').trim();
        let printed = PRINTED.captures(bare);
        let (name, verb, rest) = match (&printed, HEAD.captures(bare)) {
            (Some(found), _) => (
                found[1].to_owned(),
                found
                    .get(2)
                    .map_or("commented".to_owned(), |m| m.as_str().to_lowercase()),
                found[3].to_owned(),
            ),
            (None, Some(found)) => (
                found[1].trim().to_owned(),
                found[2].to_lowercase(),
                found[3].to_owned(),
            ),
            (None, None) => {
                let found = NAME_DATE.captures(bare).filter(|_| marked)?;
                (
                    found[1].trim().to_owned(),
                    "commented".to_owned(),
                    found[2].to_owned(),
                )
            }
        };
        // "@ida ida released this": a picture's name before the name
        let name = match name.split_once(' ') {
            Some((picture, name)) if picture.trim_start_matches('@') == name => name.to_owned(),
            _ => name,
        };
        let dated = printed.is_some()
            || stamp::take(&rest).0.day.is_some()
            || rest.contains("ago")
            || rest.contains("yesterday");
        let ends = rest.trim().is_empty() || rest.trim_start().starts_with(['(', '·', '•']);
        if !(dated || (marked && ends))
            || bare.chars().count() > 200
            || name.split_whitespace().count() > 4
        {
            return None;
        }
        let when = self.when(&rest);
        let about = self.subject.shown();
        let about = if about.is_empty() { "an issue" } else { &about };
        let act = match verb.split_whitespace().next().unwrap_or_default() {
            "opened" | "created" | "reported" => format!("opened {about}"),
            "wants" => format!("proposed {about}"),
            "closed" => format!("closed {about}"),
            "reopened" => format!("reopened {about}"),
            "merged" => format!("merged {about}"),
            "approved" => format!("approved {about}"),
            "requested" => format!("requested changes on {about}"),
            "reviewed" => format!("reviewed {about}"),
            "released" | "published" => format!(
                "released {}",
                self.subject.title.as_deref().unwrap_or("a version")
            ),
            _ => format!("commented on {about}"),
        };
        if is_program(&name) {
            return Some((None, String::new(), when));
        }
        let author = if name.contains(' ') {
            posts.author(None, Some(&name), None)
        } else {
            posts.author(Some(&name), None, None)
        };
        Some((author, act, when))
    }

    fn when(&self, text: &str) -> Option<When> {
        let reference = self.about.reference;
        let lower = text.to_lowercase();
        let (stamp, _) = stamp::take(text);
        if let Some(day) = stamp.day {
            let mut date =
                day.date(stamp::month_first(std::iter::once(stamp)), reference.year())?;
            // A date without a year is the last such date.
            if matches!(day, stamp::Day::NoYear(..)) && date > reference.date() {
                date = day.date(false, reference.year() - 1)?;
            }
            return Some(
                stamp
                    .time
                    .map_or(When::day(date), |t| When::minute(date.to_datetime(t))),
            );
        }
        if lower.contains("yesterday") {
            return reference.date().yesterday().ok().map(When::day);
        }
        // "5d", as `gh` counts back
        if let Some(found) = SHORT_AGO.captures(&lower) {
            let days = match &found[2] {
                "d" => 1,
                "w" => 7,
                "mo" => 30,
                "y" => 365,
                _ => 0,
            };
            let back = found[1].parse::<i64>().ok()?.checked_mul(days)?;
            let back = jiff::Span::new().try_days(back).ok()?;
            return reference.date().checked_sub(back).ok().map(When::day);
        }
        let count: i64 = lower.split_whitespace().find_map(|w| {
            w.parse()
                .ok()
                .or_else(|| matches!(w, "a" | "an" | "last").then_some(1))
        })?;
        let days = [
            ("hour", 0),
            ("minute", 0),
            ("day", 1),
            ("week", 7),
            ("month", 30),
            ("year", 365),
        ]
        .into_iter()
        .find_map(|(unit, days)| lower.contains(unit).then_some(days))?;
        let back = jiff::Span::new().try_days(count.checked_mul(days)?).ok()?;
        reference.date().checked_sub(back).ok().map(When::day)
    }

    /// A heading or a first line that names the subject.
    fn title(&mut self, line: &str, posts: &mut Posts) -> bool {
        let mut bare = inline(line);
        // "Soup boils over kettle/soup#7", as `gh` prints it
        if self.subject.title.is_none()
            && let Some(found) = NUMBERED.captures(&bare)
        {
            self.subject.repository = Some(found[2].to_owned());
            bare = format!("{} #{}", &found[1], &found[3]);
        }
        let Some(found) = TITLE.captures(&bare) else {
            return false;
        };
        let number = found
            .get(1)
            .or_else(|| found.get(4))
            .and_then(|m| m.as_str().parse().ok())
            .or_else(|| number_in(line));
        let title = found[3].trim().trim_matches('`').to_owned();
        let first = self.subject.title.is_none();
        if title.is_empty() || !(first || number.is_some() && line.starts_with("# ")) {
            return false;
        }
        self.close(posts);
        self.thread += u32::from(!first);
        let is_pull = self.is_pull
            || line.contains("/pull/")
            || matches!(
                found.get(2).map(|m| m.as_str()),
                Some("PR" | "Pull Request")
            );
        self.subject.kind = if is_pull { "pull request" } else { "issue" };
        self.subject.number = number;
        self.subject.title = Some(title.clone());
        posts.document.title.get_or_insert(title);
        true
    }

    fn field(&mut self, key: &str, value: &str, span: Range<usize>, posts: &mut Posts) {
        match key {
            "title" | "issue" | "pull request" => {
                self.subject.kind = if key == "pull request" {
                    "pull request"
                } else {
                    "issue"
                };
                self.subject.title = Some(value.to_owned());
                posts.document.title.get_or_insert_with(|| value.to_owned());
            }
            "number" => self.subject.number = value.trim_start_matches('#').parse().ok(),
            "url" | "repo" | "repository" => {
                self.subject.repository = repository_in(value).or_else(|| Some(value.to_owned()));
                self.subject.number = self.subject.number.or_else(|| number_in(value));
            }
            "date" | "created" => {
                let when = self.when(value);
                posts.document.written = posts.document.written.or(when);
                if let Some(open) = &mut self.open {
                    open.when = open.when.or(when);
                }
            }
            "author" if !value.is_empty() => {
                let begun = self.open.is_some();
                self.close(posts);
                let verb = if begun { "commented on" } else { "opened" };
                self.open = Some(Open {
                    author: posts.author(Some(value), None, None),
                    // The title may stand below its author.
                    act: verb.to_owned(),
                    when: posts.document.written,
                    lines: Vec::new(),
                    span,
                });
            }
            _ => {}
        }
    }

    fn close(&mut self, posts: &mut Posts) {
        let Some(open) = self.open.take() else { return };
        let body = plain(&open.lines.join("\n"));
        let act = match open.act.as_str() {
            "opened" | "commented on" => format!("{} {}", open.act, self.subject.shown()),
            act => act.to_owned(),
        };
        match open.author {
            Some(author) => {
                posts.post(author, &act, &body, open.span, open.when, self.thread);
                let repository = self.subject.repository.clone();
                posts.names(repository.map(|name| (name, EntityType::Repository)));
            }
            // Words of nobody in particular; a program's have an empty act and a time.
            None if open.when.is_none() && !body.is_empty() => {
                let mut passage = Passage::new(Kind::Prose, body, open.span);
                passage.thread = self.thread;
                posts.document.passages.push(passage);
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests;
