//! A memory as a person reads it.

use crate::output::style::{DIM, GOOD, HEAD, STRONG};
use memo_common::api::Memory;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// Text from a document, made safe to print: what a terminal would obey is left out.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if matches!(c, '\n' | '\t') { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect()
}

/// The memory as a block of lines: number, score, when, where, who; narrative; tags, id.
pub(crate) fn card(number: Option<usize>, memory: &Memory, width: usize) -> String {
    let content = &memory.content;
    let mut out = String::new();
    if let Some(number) = number {
        let _ = write!(out, "{STRONG}[{number}]{STRONG:#} ");
    }
    if memory.score > 0.0 {
        let _ = write!(out, "{GOOD}{:.2}{GOOD:#}  ", memory.score);
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
    let _ = writeln!(out, "{HEAD}{}{HEAD:#}", head.join(" · "));
    for line in wrap(&clean(&content.narrative), width.saturating_sub(4)) {
        let _ = writeln!(out, "    {line}");
    }
    let tags: Vec<String> = content
        .tags
        .iter()
        .map(|t| format!("#{}", clean(t)))
        .collect();
    let mut foot = tags.join(" ");
    if !foot.is_empty() {
        foot.push_str("  ");
    }
    let _ = writeln!(out, "    {DIM}{foot}{}{DIM:#}", clean(&memory.custom_id));
    out
}

/// Breaks text into lines of at most `width` columns, at white space; longer words stand alone.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let wide = word.width();
        if used > 0 && used + 1 + wide > width {
            lines.push(String::new());
            used = 0;
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

/// Rows as columns that stand under each other; the last column is as long as it is.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows
            .iter()
            .filter_map(|row| row.get(column))
            .map(|c| c.width());
        cells.chain([head[column].width()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let mut line = String::new();
        for (cell, width) in cells.iter().zip(&widths) {
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
        );
        assert_eq!(
            anstream::adapter::strip_str(&text).to_string(),
            "A     B\nlong  x\ns     y\n"
        );
    }
}
