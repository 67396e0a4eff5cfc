//! What a line of Markdown or plain notes is, by its marks.

/// A line, told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Nothing, or a rule such as `---`.
    Blank,
    /// `# Title`, with its depth.
    Heading(usize, &'a str),
    /// `- item`, `1. item`, `- [x] item`.
    Item {
        /// Whether it is a task, and done.
        task: Option<bool>,
        /// Columns of white space before it.
        indent: usize,
        /// Its text.
        text: &'a str,
    },
    /// `| a | b |`
    Row(&'a str),
    /// Anything else; leading `>` marks are taken off.
    Plain(&'a str),
}

/// Longest plain line that may be a heading by itself.
const HEADING: usize = 60;

/// Longest title (characters).
const TITLE: usize = 100;

/// Tells a line apart.
pub(super) fn line(line: &str) -> Line<'_> {
    let indent = line.len() - line.trim_start().len();
    let text = line.trim();
    if text.is_empty() || is_rule(text) {
        return Line::Blank;
    }
    let marks = text.len() - text.trim_start_matches('#').len();
    if (1..=6).contains(&marks) && text[marks..].starts_with([' ', '\t']) {
        return Line::Heading(marks, text[marks..].trim().trim_end_matches('#').trim_end());
    }
    if let Some(title) = ruled(text) {
        return Line::Heading(2, title);
    }
    if let Some(rest) = bullet(text) {
        return match task(rest) {
            Some((done, rest)) => Line::Item {
                task: Some(done),
                indent,
                text: rest,
            },
            None => Line::Item {
                task: None,
                indent,
                text: rest,
            },
        };
    }
    if let Some((done, rest)) = task(text) {
        return Line::Item {
            task: Some(done),
            indent,
            text: rest,
        };
    }
    if text.starts_with('|') && text.len() > 1 {
        return Line::Row(text);
    }
    if text.starts_with('>') {
        return Line::Plain(text.trim_start_matches(['>', ' ']));
    }
    Line::Plain(text)
}

/// Three or more of one mark: a rule, or the line under a heading.
pub(super) fn is_rule(text: &str) -> bool {
    let mut chars = text.chars().filter(|c| *c != ' ');
    let first = chars.next();
    matches!(first, Some('-' | '=' | '_' | '*' | '~' | '·' | '—' | '+'))
        && text.chars().filter(|c| *c != ' ').count() >= 3
        && chars.all(|c| Some(c) == first)
}

/// Most words of a heading behind a rule.
const RULED: usize = 8;

/// The heading that stands on its rule: "--- wed 6", "=== Boats ===".
fn ruled(text: &str) -> Option<&str> {
    let mark = text
        .chars()
        .next()
        .filter(|c| matches!(c, '-' | '=' | '~'))?;
    let rest = text.trim_start_matches(mark);
    let title = rest.trim_end_matches(mark).trim();
    (text.len() - rest.len() >= 3
        && rest.starts_with(' ')
        && (1..=RULED).contains(&title.split_whitespace().count())
        && !title.ends_with(['.', '!', '?']))
    .then_some(title)
}

/// The text after a list mark.
fn bullet(text: &str) -> Option<&str> {
    for mark in ["- ", "* ", "+ ", "• ", "– ", "— ", "· ", "◦ ", "▪ "] {
        if let Some(rest) = text.strip_prefix(mark) {
            return Some(rest.trim_start());
        }
    }
    // "TOP 2 Beiträge": a point of German minutes
    if let Some(rest) = text.strip_prefix("TOP ") {
        let point = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let named = point.trim_start_matches(['.', ':']).strip_prefix(' ');
        return named
            .filter(|_| point.len() < rest.len())
            .map(str::trim_start);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits) {
        let rest = &text[digits..];
        if let Some(rest) = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")) {
            // "12. May" is a date, not an item.
            let month = rest
                .split_whitespace()
                .next()
                .is_some_and(super::super::text::is_month);
            return (!month).then(|| rest.trim_start());
        }
    }
    None
}

/// `[x] done`, `TODO: …`, `DONE …`.
fn task(text: &str) -> Option<(bool, &str)> {
    for (mark, done) in [
        ("[ ]", false),
        ("[]", false),
        // begun, put off, planned
        ("[/]", false),
        ("[>]", false),
        ("[<]", false),
        ("[x]", true),
        ("[X]", true),
        ("☐", false),
        ("☑", true),
        ("✅", true),
        ("TODO:", false),
        ("TODO ", false),
        ("DONE:", true),
    ] {
        if let Some(rest) = text.strip_prefix(mark) {
            return Some((done, rest.trim_start()));
        }
    }
    None
}

/// Words that a heading has at most, and a title.
const WORDS: usize = 8;
const TITLE_WORDS: usize = 14;

/// Whether a plain line that stands alone reads as a heading: short, no closing mark, not a sentence of a note.
pub(super) fn is_heading(text: &str) -> bool {
    heads(text, HEADING, WORDS) && !text.ends_with(')')
}

/// Whether a line alone above a whole text reads as its title: as a heading, or with more behind it in brackets.
pub(super) fn is_title(text: &str) -> bool {
    heads(text, TITLE, TITLE_WORDS)
}

fn heads(text: &str, longest: usize, words: usize) -> bool {
    text.chars().count() <= longest
        && text
            .chars()
            .next()
            .is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
        && !text.ends_with(['.', '!', '?', ',', ';', '…'])
        && text.split_whitespace().count() <= words
        && !text.replacen(" re: ", " re ", 1).contains(": ")
}

/// `**Date:** 5 March` → (`date`, `5 March`); only keys of at most three words.
pub(super) fn field(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start_matches(['*', '_', ' ']);
    let (key, value) = text.split_once(':')?;
    let key = key.trim_end_matches(['*', '_', ' ']);
    let words = key.split_whitespace().count();
    let plain = key
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '_' | '/'));
    let value = value.trim_start_matches(['*', '_']).trim();
    (plain && (1..=3).contains(&words)).then(|| (key.to_lowercase(), value))
}

/// A line without the name by which other notes link to it: "The soup was salty. ^soup1".
fn without_name(text: &str) -> &str {
    let named = text.trim_end().rsplit_once(" ^").filter(|(_, name)| {
        name.contains(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    });
    named.map_or(text, |(said, _)| said.trim_end())
}

/// Inline Markdown off: emphasis, code marks, links to their text, the names of lines.
pub(super) fn plain(text: &str) -> String {
    let text = without_name(text);
    let marks = |b: u8| matches!(b, b'*' | b'_' | b'`' | b'[' | b'~' | b'=');
    if !text.bytes().any(marks) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let before = at.checked_sub(1).map(|i| chars[i]);
        let after = chars.get(at + 1).copied();
        let word_before = before.is_some_and(char::is_alphanumeric);
        let word_after = after.is_some_and(char::is_alphanumeric);
        match c {
            '*' | '`'
                if !(before.is_none_or(char::is_whitespace)
                    && after.is_none_or(char::is_whitespace)) => {}
            '_' if !(word_before && word_after) && (word_before || word_after) => {}
            '~' if after == Some('~') || before == Some('~') => {}
            '=' if is_highlight(&chars, at) => at += 1,
            '!' if after == Some('[') => {
                // a picture
                let end = wiki(&chars, at + 1).or_else(|| link(&chars, at + 1));
                at = end.map_or(at, |(_, next)| next - 1);
            }
            '[' => {
                if let Some((label, next)) = wiki(&chars, at) {
                    out.push_str(&label);
                    at = next;
                    continue;
                }
                if let Some((label, next)) = link(&chars, at) {
                    out.push_str(&label);
                    at = next;
                    continue;
                }
                out.push(c);
            }
            _ => out.push(c),
        }
        at += 1;
    }
    out
}

/// Whether `==` at `at` begins or ends a highlight, and compares nothing.
fn is_highlight(chars: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|i| chars[i]);
    let behind = chars.get(at + 2).copied();
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let beside = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && c != '=');
    chars.get(at + 1) == Some(&'=')
        && before != Some('=')
        && behind != Some('=')
        && (apart(before) && beside(behind) || beside(before) && apart(behind))
}

/// `[[target]]` or `[[target|label]]` at `at`, as linked notes have them: the label, and where the text goes on.
fn wiki(chars: &[char], at: usize) -> Option<(String, usize)> {
    if chars.get(at + 1) != Some(&'[') {
        return None;
    }
    let close = (at + 2..(at + 200).min(chars.len())).find(|i| matches!(chars[*i], ']' | '['))?;
    if chars[close] != ']' || chars.get(close + 1) != Some(&']') {
        return None;
    }
    let inside: String = chars[at + 2..close].iter().collect();
    let label = inside.rsplit('|').next().unwrap_or_default();
    Some((label.to_owned(), close + 2))
}

/// `[label](target)` at `at`: the label, and where the text goes on. Labels and targets are bounded, so that a
/// text of brackets stays linear.
fn link(chars: &[char], at: usize) -> Option<(String, usize)> {
    // "[[Ann Lee|Ann]]", as notebooks link to a page of their own
    if chars.get(at + 1) == Some(&'[') {
        let near = &chars[at + 2..(at + 200).min(chars.len())];
        let close = near.iter().position(|c| matches!(c, ']' | '[' | '\n'))?;
        if near[close] != ']' || near.get(close + 1) != Some(&']') {
            return None;
        }
        let inner: String = near[..close].iter().collect();
        let shown = inner.rsplit('|').next().unwrap_or(&inner).to_owned();
        return Some((shown, at + 2 + close + 2));
    }
    let close = (at + 1..(at + 200).min(chars.len())).find(|i| matches!(chars[*i], ']' | '['))?;
    if chars[close] != ']' || chars.get(close + 1) != Some(&'(') {
        return None;
    }
    let end = (close + 2..(close + 500).min(chars.len())).find(|i| chars[*i] == ')')?;
    Some((chars[at + 1..close].iter().collect(), end + 1))
}

#[cfg(test)]
mod tests;
