//! Where a post, a comment, a message begins: lines that say who wrote what stands below them, and when. The author and
//! date stand on one line, or on lines of their own with what a program writes between them.

mod author;

use super::ago;
use super::email::phrases::is_name;
use super::lines::Line;
use super::pattern::pattern;
use crate::extract::dates::{Anchor, Reference, find};
use crate::when::{Point, When};
use author::{author, without, words};
pub(super) use author::{is_handle, is_label, is_you};
use std::ops::Range;

pattern!(
    SELLER,
    r"(?i)\([^)]*\b(?:trade|trader|sponsor|vendor|advertiser|commercial|dealer|retailer|promoted|ad)\b[^)]*\)"
);
pattern!(ROLE, r"\([\p{L} -]{3,30}\)");

// what programs put between an author and the date: a role, the comment's number, a mark
pattern!(
    BETWEEN,
    r"(?i)^(?:[•·|–-]|op|author|owner|member|contributor|collaborator|maintainer|mod|moderator|admin|administrator|staff|reporter|assignee|developer|team member|description|comment:? ?#?\d+|#\d+|unread,?|new|edited|top \d+% commenter|verified)$"
);
pattern!(
    AGO,
    r"(?i)^(?:(?:about |over |almost )?(?:\d{1,3}|an?|one) ?(?:second|minute|hour|day|week|month|year)s? ago|\d{1,3} ?(?:m|h|d|w|mo|y|yr|min|hr)\.? ago|yesterday|just now)$"
);
pattern!(
    BRACKETED_ZONE,
    r"\s*\((?:[A-Z]{2,5}|(?:GMT|UTC)[+-][\d:]{1,5})\)$"
);
pattern!(ADDRESSED, r"(?i)^to:? [^.?!]{2,119}$");

/// Words of a head at most, its date left out.
const HEAD: usize = 5;

/// Lines between a name and the date below it, at most.
const APART: usize = 6;

/// Where a post begins.
#[derive(Debug)]
pub(super) struct Byline {
    /// A name, or a login.
    pub(super) author: String,
    pub(super) when: When,
    /// The lines that it takes.
    pub(super) lines: Range<usize>,
    /// Whether it is an advertisement's.
    pub(super) sells: bool,
    /// To whom, where a line below the date says so.
    pub(super) to: Option<String>,
}

/// The bylines of a text, in order.
pub(super) fn bylines(lines: &[Line], reference: &Reference) -> Vec<Byline> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let byline = byline(lines, at, reference);
        at = byline.as_ref().map_or(at + 1, |h: &Byline| h.lines.end);
        found.extend(byline);
    }
    found
}

/// The byline that begins at this line: "ida wrote on 9 Jun 2013 9:14 pm", "by ida » …", or the name and the date on
/// lines of their own.
pub(super) fn byline(lines: &[Line], at: usize, reference: &Reference) -> Option<Byline> {
    let line = lines.get(at)?.text.trim();
    if line.is_empty() || line.chars().nth(120).is_some() {
        return None;
    }
    if let Some(date) = dated(line, reference) {
        if let Some(author) = author(line, &date.span) {
            return Some(Byline {
                author,
                when: date.when,
                lines: at..at + 1,
                sells: SELLER.is_match(line),
                to: None,
            });
        }
        // "3 days ago", "u/ida"
        let login = lines.get(at + 1)?.text.trim().strip_prefix("u/")?;
        return (is_handle(login) && words(&without(line, &date.span)).is_empty()).then(|| {
            Byline {
                author: login.to_owned(),
                when: date.when,
                lines: at..at + 2,
                sells: false,
                to: None,
            }
        });
    }
    below(lines, at, reference)
}

/// A name with its date below.
fn below(lines: &[Line], at: usize, reference: &Reference) -> Option<Byline> {
    let line = lines.get(at)?.text.trim();
    // "Ida (Host)"
    let bare = ROLE.replace(line, "");
    let (line, sells) = (bare.trim(), SELLER.is_match(line));
    let line = line.strip_prefix("u/").unwrap_or(line);
    if is_label(line) {
        return None;
    }
    let says = line.trim_end_matches(':');
    let name = ["says", "said", "wrote", "replied"]
        .iter()
        .find_map(|verb| says.strip_suffix(verb)?.strip_suffix(' '));
    let named = is_handle(name.unwrap_or(line)) || name.is_some_and(is_name) || is_name(line);
    if !named {
        return None;
    }
    let mut empty = 0;
    for (n, next) in lines.iter().enumerate().skip(at + 1).take(APART) {
        let next = next.text.trim();
        if next.is_empty() {
            empty += 1;
            if empty > 1 {
                return None;
            }
            continue;
        }
        if BETWEEN.is_match(next) {
            continue;
        }
        let date = dated(next, reference)?;
        if !words(&ROLE.replace(&without(next, &date.span), " ")).is_empty() {
            return None;
        }
        let to = lines.get(n + 1).map(|l| l.text.trim());
        let to = to.filter(|to| ADDRESSED.is_match(to));
        return Some(Byline {
            author: name.unwrap_or(line).trim_start_matches('@').to_owned(),
            when: date.when,
            lines: at..n + 1 + usize::from(to.is_some()),
            sells,
            to: to.and_then(|to| to.get(3..)).map(str::to_owned),
        });
    }
    None
}

/// A date and where it stands.
struct Dated {
    when: When,
    span: Range<usize>,
}

/// The date of a line that is hardly more: a whole one, or "3 hours ago".
fn dated(line: &str, reference: &Reference) -> Option<Dated> {
    if AGO.is_match(line) {
        let day = ago::day(line, reference.now.date())?;
        return Some(Dated {
            when: When::day(day),
            span: 0..line.len(),
        });
    }
    // a zone's name in brackets says nothing of the day
    let said = BRACKETED_ZONE
        .find(line)
        .map_or(line, |zone| &line[..zone.start()]);
    let found = find(said, reference);
    let date = found.into_iter().find(|f| f.anchor >= Anchor::Relative)?;
    let exact = matches!(date.when.start, Point::Minute(_) | Point::Day(_));
    let ago = line.contains(" ago") || date.anchor >= Anchor::Yearless;
    let short = line.len() <= date.span.len() + 60;
    // nobody has posted yet what is dated tomorrow
    let over = date.when.days().0 <= reference.now.date();
    (exact && ago && short && over).then_some(Dated {
        when: date.when,
        span: date.span,
    })
}
