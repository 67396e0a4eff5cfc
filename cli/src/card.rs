//! A memory as a person reads it.

use crate::output::style::{DIM, GOOD, HEAD, STRONG};
use memo_common::api::Memory;
pub(crate) use memo_common::printable::clean;
use std::{borrow::Cow, fmt::Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What the lines of a memory after its first begin with.
const INDENT: &str = "    ";

/// The memory as a block of lines: number, score, when, where, who; narrative; tags, id.
pub(crate) fn card(number: Option<usize>, memory: &Memory, width: usize) -> String {
    let content = &memory.content;
    let inner = width.saturating_sub(INDENT.len());
    let mut out = String::new();
    // Columns that stand before the head.
    let mut used = 0;
    if let Some(number) = number {
        let number = format!("[{number}]");
        used += number.len() + 1;
        let _ = write!(out, "{STRONG}{number}{STRONG:#} ");
    }
    if memory.score > 0.0 {
        let score = format!("{:.2}", memory.score);
        used += score.len() + 2;
        let _ = write!(out, "{GOOD}{score}{GOOD:#}  ");
    }
    let when = match content.when.as_str() {
        "" => "undated",
        when => when,
    };
    let mut head = vec![clean(when)];
    head.extend(content.place.as_deref().map(clean));
    if !content.participants.is_empty() {
        head.push(clean(&content.participants.join(", ")));
    }
    let head = head.join(" · ");
    let first = width.saturating_sub(used);
    for (i, line) in fill(head.split_whitespace(), first, inner)
        .iter()
        .enumerate()
    {
        let indent = if i == 0 { "" } else { INDENT };
        let _ = writeln!(out, "{indent}{HEAD}{line}{HEAD:#}");
    }
    for line in wrap(&clean(&content.narrative), inner) {
        let _ = writeln!(out, "{INDENT}{line}");
    }
    let tags: Vec<String> = content
        .tags
        .iter()
        .map(|t| format!("#{}", clean(t)))
        .collect();
    let mut foot = fill(tags.iter().map(String::as_str), inner, inner);
    let id = clean(&memory.custom_id);
    match foot.last_mut() {
        Some(last) if last.is_empty() => last.push_str(&id),
        Some(last) if last.width() + 2 + id.width() <= inner => {
            last.push_str("  ");
            last.push_str(&id);
        }
        _ => foot.push(id),
    }
    for line in foot {
        let _ = writeln!(out, "{INDENT}{DIM}{line}{DIM:#}");
    }
    out
}

/// Breaks text into lines of at most `width` columns, at white space; longer words stand alone.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    fill(text.split_whitespace(), width, width)
}

/// Words in lines, the first of at most `first` columns and the others of `others`; longer words stand alone.
fn fill<'a>(words: impl Iterator<Item = &'a str>, first: usize, others: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let (mut used, mut width) = (0, first);
    for word in words {
        let wide = word.width();
        if used > 0 && used + 1 + wide > width {
            lines.push(String::new());
            (used, width) = (0, others);
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
        }
        used += wide;
    }
    lines
}

/// Rows as columns that stand under each other, each on one line of at most `width` columns: the widest cells are cut.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>], width: usize) -> String {
    let widest = |column: usize| {
        let cells = rows
            .iter()
            .filter_map(|row| row.get(column))
            .map(|c| c.width());
        cells.chain([head[column].width()]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..head.len()).map(widest).collect();
    let between = 2 * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + between > width
        && let Some(widest) = widths.iter_mut().max()
        && *widest > NARROWEST
    {
        *widest -= 1;
    }
    let line = |cells: &[&str]| {
        let mut line = String::new();
        for (cell, width) in cells.iter().zip(&widths) {
            let cell = &cut(cell, *width);
            line.push_str(cell);
            line.extend(std::iter::repeat_n(
                ' ',
                width.saturating_sub(cell.width()) + 2,
            ));
        }
        line.trim_end().to_owned()
    };
    let mut out = format!("{DIM}{}{DIM:#}\n", line(head));
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        out.push_str(&line(&cells));
        out.push('\n');
    }
    out
}

/// No column is cut to less.
const NARROWEST: usize = 8;

/// The beginning of a text that is wider than this, with a mark that it goes on.
fn cut(text: &str, width: usize) -> Cow<'_, str> {
    if text.width() <= width {
        return text.into();
    }
    let mut used = 1;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= width
    };
    let begin: String = text.chars().take_while(fits).collect();
    format!("{begin}…").into()
}

/// `1 memory`, `2 memories`.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::Content;

    fn memory() -> Memory {
        Memory {
            custom_id: "notes_memory_0".into(),
            item_id: "notes".into(),
            score: 0.87,
            content: Content {
                narrative: "I met Ana.\u{1b}[31m\nWe talked about the budget.".into(),
                participants: vec!["Ana Lima".into()],
                when: "2026-05-03".into(),
                place: Some("Lisbon".into()),
                entities: vec![],
                tags: vec!["budget".into()],
            },
        }
    }

    #[test]
    fn a_card_holds_everything_and_no_terminal_commands() {
        let text = anstream::adapter::strip_str(&card(Some(1), &memory(), 40)).to_string();
        assert_eq!(
            text,
            "[1] 0.87  2026-05-03 · Lisbon · Ana Lima\n    I met Ana.[31m We talked about the\n    budget.\n    #budget  notes_memory_0\n"
        );
        assert_eq!(clean("a\u{1b}]0;x\u{7}b"), "a]0;xb");
    }

    #[test]
    fn no_line_of_a_card_is_wider_than_the_terminal() {
        let mut memory = memory();
        memory.content.participants = vec!["Ana Lima".into(), "Jonas Weber".into()];
        memory.content.tags = ["harbour", "temple meads", "budget"].map(Into::into).into();
        let text = anstream::adapter::strip_str(&card(Some(1), &memory, 32)).to_string();
        assert_eq!(
            text,
            "[1] 0.87  2026-05-03 · Lisbon ·\n    Ana Lima, Jonas Weber\n    I met Ana.[31m We talked\n    about the budget.\n    #harbour #temple meads\n    #budget  notes_memory_0\n"
        );
        memory.content.tags.clear();
        let text = card(None, &memory, usize::MAX);
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn wraps_by_columns() {
        assert_eq!(wrap("日本 日本 日本", 9), ["日本 日本", "日本"]);
        assert_eq!(wrap("", 9), [""]);
        assert_eq!(
            wrap("a longerthanallthat b", 5),
            ["a", "longerthanallthat", "b"]
        );
    }

    #[test]
    fn columns_stand_under_each_other() {
        let text = table(
            &["A", "B"],
            &[
                vec!["long".into(), "x".into()],
                vec!["s".into(), "y".into()],
            ],
            usize::MAX,
        );
        assert_eq!(
            anstream::adapter::strip_str(&text).to_string(),
            "A     B\nlong  x\ns     y\n"
        );
        let long = vec![vec![
            "meeting-notes-md-4b4c941f3232".into(),
            "鎌倉の写真.md".into(),
        ]];
        let text = table(&["DOCUMENT", "FILE"], &long, 24);
        assert_eq!(
            anstream::adapter::strip_str(&text).to_string(),
            "DOCUMENT     FILE\nmeeting-no…  鎌倉の写真…\n"
        );
    }
}
