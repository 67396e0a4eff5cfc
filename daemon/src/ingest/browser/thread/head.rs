//! Where a post begins: its author and date on a line, or on two.

use crate::extract::dates::{Anchor, Found, Reference, find};
use crate::ingest::email::phrases::is_name;
use crate::ingest::lines::Line;
use crate::ingest::pattern::pattern;
use crate::when::{Point, When};
use std::ops::Range;

pattern!(
    SELLER,
    r"(?i)\([^)]*\b(?:trade|trader|sponsor|vendor|advertiser|commercial|dealer|retailer|promoted|ad)\b[^)]*\)"
);
pattern!(ROLE, r"\([\p{L} -]{3,30}\)");

/// Words of a head at most, its date left out.
const HEAD: usize = 5;

/// Where a post begins.
pub(super) struct Head {
    pub(super) author: String,
    pub(super) when: When,
    /// The lines that it takes.
    pub(super) lines: Range<usize>,
    /// Whether the author's role is to advertise.
    pub(super) sells: bool,
}

/// The heads of a page, in order.
pub(super) fn heads(lines: &[Line], reference: &Reference) -> Vec<Head> {
    let mut heads = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let found = head(lines, at, reference);
        at = found.as_ref().map_or(at + 1, |h: &Head| h.lines.end);
        heads.extend(found);
    }
    heads
}

/// The head that begins at this line: "ida wrote on 9 Jun 2013 9:14 pm", "by ida » …", or the name and the date on two
/// lines.
fn head(lines: &[Line], at: usize, reference: &Reference) -> Option<Head> {
    let line = lines[at].text.trim();
    if line.is_empty() || line.chars().nth(120).is_some() {
        return None;
    }
    if let Some(date) = dated(line, reference) {
        let author = author(line, &date.span);
        if let Some(author) = author {
            return Some(Head {
                author,
                when: date.when,
                lines: at..at + 1,
                sells: SELLER.is_match(line),
            });
        }
        return None;
    }
    // A name with its date below.
    // "Ida (Host)"
    let bare = ROLE.replace(line, "");
    let (line, sells) = (bare.trim(), SELLER.is_match(line));
    let says = line.trim_end_matches(':');
    let name = says
        .strip_suffix(" says")
        .or_else(|| says.strip_suffix(" said"))
        .or_else(|| says.strip_suffix(" wrote"))
        .or_else(|| says.strip_suffix(" replied"));
    let named = is_handle(name.unwrap_or(line)) || name.is_some_and(is_name) || is_name(line);
    if !named {
        return None;
    }
    let below = lines[at + 1..].iter().take(2).position(|l| !l.is_empty())?;
    let next = lines[at + 1 + below].text.trim();
    let date = dated(next, reference)?;
    let rest = format!("{}{}", &next[..date.span.start], &next[date.span.end..]);
    let only = words(&rest).is_empty();
    only.then(|| Head {
        author: name.unwrap_or(line).trim_start_matches('@').to_owned(),
        when: date.when,
        lines: at..at + below + 2,
        sells,
    })
}

/// The date of a line that is hardly more: a whole one, or "3 hours ago".
fn dated(line: &str, reference: &Reference) -> Option<Found> {
    let found = find(line, reference);
    let date = found.into_iter().find(|f| f.anchor >= Anchor::Relative)?;
    let exact = matches!(date.when.start, Point::Minute(_) | Point::Day(_));
    let ago = line.contains(" ago") || date.anchor >= Anchor::Yearless;
    let short = line.len() <= date.span.len() + 60;
    // nobody has posted yet what is dated tomorrow
    let over = date.when.days().0 <= reference.now.date();
    (exact && ago && short && over).then_some(date)
}

/// Words that stand between an author and the date of a post.
const SAYING: [&str; 9] = [
    "wrote",
    "by",
    "said",
    "says",
    "posted",
    "answered",
    "asked",
    "commented",
    "replied",
];

/// The author that a dated line names beside the date.
fn author(line: &str, date: &Range<usize>) -> Option<String> {
    let rest = format!("{} {}", &line[..date.start], &line[date.end..]);
    // "by ida (Moderator) » …"
    let rest = ROLE.replace_all(&rest, " ");
    let words = words(&rest);
    let says = line[..date.start]
        .split(|c: char| !c.is_alphabetic())
        .any(|w| SAYING.contains(&w))
        || line.contains(['»', '•', '·'])
        || line.contains(" ago")
        || line.contains('@');
    let name = words.join(" ");
    (says
        && (1..=HEAD).contains(&words.len())
        && (words.len() == 1 && is_handle(&name) || is_name(&name)))
    .then(|| name.trim_start_matches(['@', '~']).to_owned())
}

/// The words of a head that are no part of every head.
fn words(rest: &str) -> Vec<&str> {
    rest.split_whitespace()
        .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '@')))
        .filter(|w| !w.is_empty() && w.chars().any(char::is_alphanumeric))
        .filter(|w| {
            let lower = w.to_lowercase();
            let shared = matches!(
                lower.as_str(),
                "on" | "at"
                    | "edited"
                    | "post"
                    | "reply"
                    | "op"
                    | "author"
                    | "permalink"
                    | "ago"
                    | "points"
                    | "point"
                    | "utc"
                    | "gmt"
                    | "am"
                    | "pm"
                    | "level"
                    | "re"
                    | "u"
            );
            !shared && !SAYING.contains(&lower.as_str()) && !w.bytes().all(|b| b.is_ascii_digit())
        })
        .collect()
}

/// A login: one word, with a letter.
fn is_handle(text: &str) -> bool {
    let text = text.trim_start_matches(['@', '~']);
    (2..=30).contains(&text.chars().count())
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
        && text.chars().any(char::is_alphabetic)
}
