//! Files of code: what people wrote in them to people. A notebook's text, and comments; the code itself is told by nobody.

use crate::extract::dates::Lean;
use crate::ingest::json::{array, objects, value};
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::{About, Document, Kind, Passage, agenda, text};
use memo_common::api::SourceType;
use serde_json::Value;
use std::ops::Range;

/// Endings of files of code, and the signs that begin a comment in them up to the line's end.
const LANGUAGES: [(&[&str], &[&str]); 6] = [
    (
        &[
            ".py", ".rb", ".sh", ".bash", ".zsh", ".r", ".jl", ".pl", ".yml", ".yaml", ".toml",
            ".tf", ".mk", ".ps1", ".nix", ".ex",
        ],
        &["#"],
    ),
    (
        &[
            ".rs", ".js", ".ts", ".tsx", ".jsx", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".java",
            ".kt", ".go", ".swift", ".scala", ".dart", ".php", ".scss", ".proto", ".jsonc",
            ".groovy", ".ino",
        ],
        &["//"],
    ),
    (&[".sql", ".lua", ".hs", ".elm", ".adb", ".vhd"], &["--"]),
    (&[".sas", ".css", ".do"], &["* "]),
    (&[".tex", ".m", ".erl"], &["%"]),
    (&[".el", ".lisp", ".clj", ".scm", ".ini", ".asm"], &[";"]),
];

pattern!(DECORATION, r"^[\s*/#;%|=~+_-]+|[\s*/#;%|=~+_-]+$");

/// Reads a notebook, or a file of code by its name; `None` where the text is none, or says nothing beside its code.
pub(super) fn read(source: &str, about: &About<'_>) -> Option<Document> {
    let parts = notebook(source).or_else(|| {
        let name = about.filename?.to_lowercase();
        let signs = LANGUAGES
            .iter()
            .find(|(ends, _)| ends.iter().any(|e| name.ends_with(e)))?
            .1;
        Some(comments(source, signs))
    })?;
    let mut document = Document::new(SourceType::Vscode);
    document.title = about
        .filename
        .map(|f| f.rsplit(['/', '\\']).next().unwrap_or(f).into());
    for (n, (said, span)) in parts.iter().enumerate() {
        let thread = u32::try_from(n).unwrap_or(u32::MAX);
        for mut passage in part(said, about, &mut document) {
            passage.span = span.clone();
            passage.thread += thread.saturating_mul(1000);
            document.passages.push(passage);
        }
    }
    (!document.passages.is_empty()).then_some(document)
}

/// What one comment or a notebook's text says: a history of changes entry by entry, all else as notes.
fn part(said: &str, about: &About<'_>, document: &mut Document) -> Vec<Passage> {
    if let Some(list) = agenda::read(said, about.reference.datetime(), Some(Lean::Past))
        && list.entries.len() >= 3
    {
        let mut passages = Vec::new();
        let loose = list
            .loose
            .into_iter()
            .map(|(text, span)| (text, span, None));
        let entries = list.entries.into_iter().map(|e| {
            let lines: Vec<&str> = e.lines.iter().map(|(l, _)| l.as_str()).collect();
            (lines.join(" "), e.span, Some(e.when))
        });
        for (text, span, when) in loose.chain(entries) {
            if is_words(&text) {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let mut passage = Passage::new(Kind::Prose, text, span);
                passage.when = when;
                passages.push(passage);
            }
        }
        return passages;
    }
    let read = text::read(
        said,
        about.reference.datetime(),
        about.reference.time_zone(),
    );
    if document.written.is_none() {
        document.written = read.written;
    }
    for person in &read.people {
        let handle = person.handles.first().map(String::as_str);
        document.person(person.name.as_deref(), person.email.as_deref(), handle);
    }
    let title = read.title.filter(|t| t.split_whitespace().count() <= 12);
    // Numbers of people are the part's own; the passages of notes name none.
    read.passages
        .into_iter()
        .filter(|p| is_words(&p.text))
        .map(|p| Passage {
            speaker: None,
            audience: Vec::new(),
            headings: title.iter().cloned().chain(p.headings).collect(),
            ..p
        })
        .collect()
}

/// Whether something is said: three words, most of them of letters.
fn is_words(text: &str) -> bool {
    let all = text.split_whitespace().count();
    let words = text
        .split_whitespace()
        .filter(|w| w.chars().filter(|c| c.is_alphabetic()).count() * 2 > w.chars().count())
        .count();
    words >= 3 && words * 2 >= all
}

/// The text of a notebook: Markdown in one piece, so that its headings hold for what follows, and the comments of code.
fn notebook(source: &str) -> Option<Vec<(String, Range<usize>)>> {
    if !source.trim_start().starts_with('{') || !source.contains("\"cell_type\"") {
        return None;
    }
    let mut parts: Vec<(String, Range<usize>)> = Vec::new();
    for object in objects(source) {
        for span in array(source, object.clone(), "cells") {
            let Some(cell) = value(source, span.clone()) else {
                continue;
            };
            let said = match cell.get("source") {
                Some(Value::String(text)) => text.clone(),
                Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
                _ => continue,
            };
            if cell.get("cell_type").and_then(Value::as_str) == Some("code") {
                let said = comments(&said, &["#"])
                    .into_iter()
                    .map(|(text, _)| (text, span.clone()));
                parts.extend(said);
                continue;
            }
            // A heading alone is of the cell below it.
            match parts.last_mut() {
                Some((last, at))
                    if last.trim_start().starts_with('#') && last.trim().lines().count() == 1 =>
                {
                    last.push_str("\n\n");
                    last.push_str(&said);
                    at.end = span.end;
                }
                _ => parts.push((said, span)),
            }
        }
    }
    Some(parts)
}

/// The comments of a file: blocks, and lines behind one of the signs; lines that follow one another are one.
fn comments(source: &str, signs: &[&str]) -> Vec<(String, Range<usize>)> {
    let mut parts: Vec<(String, Range<usize>)> = Vec::new();
    let mut block: Option<&str> = None;
    let mut goes_on = false;
    for (line, span) in lines::spanned(source) {
        let trimmed = line.trim_start();
        let said = if let Some(close) = block {
            match line.find(close) {
                Some(end) => {
                    block = None;
                    Some(&line[..end])
                }
                None => Some(line),
            }
        } else if let Some((open, close)) = [
            ("/*", "*/"),
            ("\"\"\"", "\"\"\""),
            ("'''", "'''"),
            ("<!--", "-->"),
            ("{-", "-}"),
        ]
        .into_iter()
        .find(|(open, _)| trimmed.starts_with(open))
        {
            let rest = &trimmed[open.len()..];
            match rest.find(close) {
                Some(end) => Some(&rest[..end]),
                None => {
                    block = Some(close);
                    Some(rest)
                }
            }
        } else if let Some(sign) = signs.iter().find(|s| trimmed.starts_with(**s)) {
            (!trimmed.starts_with("#!")).then(|| &trimmed[sign.len()..])
        } else {
            // A remark behind code.
            signs
                .iter()
                .find_map(|s| {
                    line.find(&format!(" {s} "))
                        .map(|i| &line[i + s.len() + 2..])
                })
                .filter(|said| said.split_whitespace().count() >= 4)
        };
        let Some(said) = said else {
            goes_on = false;
            continue;
        };
        let indent = said.len()
            - said
                .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '/' | '#'))
                .len();
        let said = DECORATION.replace_all(said, "").into_owned();
        let said = format!("{}{said}", " ".repeat(indent.min(40)));
        match parts.last_mut() {
            Some((text, known)) if goes_on => {
                text.push('\n');
                text.push_str(&said);
                known.end = span.end;
            }
            _ => parts.push((said, span)),
        }
        goes_on = true;
    }
    for (text, _) in &mut parts {
        *text = dedented(text);
    }
    parts.retain(|(text, _)| is_words(text));
    parts
}

/// The text without the white space that all its lines begin with.
fn dedented(text: &str) -> String {
    let least = text
        .lines()
        .filter(|l| !l.trim().is_empty())
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = text
        .lines()
        .map(|l| l.get(least..).unwrap_or_default())
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::told::told;

    fn read_file(text: &str, name: &str) -> Vec<String> {
        let reference = "2024-05-16T12:30:00+02:00[+02:00]".parse().expect("a time");
        let about = About {
            filename: Some(name),
            reference: &reference,
        };
        read(text, &about).map_or_else(Vec::new, |d| told(&d))
    }

    #[test]
    fn comments_and_histories() {
        let code = "/****\n * soup.js: makes the soup\n *\n * 2024-03-06  IE  First version of it.\n * 2024-03-20  BA  Two pots were counted\n *                 twice, mended.\n\
            \x20* 2024-04-05  IE  Dry run with Bo in the kitchen.\n ****/\nconst pot = 1;\n// Bo rang on Monday: no salt any more\nlet x = pot * 2; // ok\n";
        assert_eq!(
            read_file(code, "soup.js"),
            [
                "soup.js: makes the soup",
                "2024-03-06 IE First version of it.",
                "2024-03-20 BA Two pots were counted twice, mended.",
                "2024-04-05 IE Dry run with Bo in the kitchen.",
                "Bo rang on Monday: no salt any more",
            ]
        );
    }

    #[test]
    fn a_notebook() {
        let text = r##"{"cells":[{"cell_type":"markdown","metadata":{},"source":["# Soup\n","By Ida Ek."]},
            {"cell_type":"code","execution_count":1,"outputs":[{"text":["71\n"]}],"source":["import pot\n","# Bo wants it hot by Friday\n","pot.boil()"]},
            {"cell_type":"markdown","source":["Boiled all day with Bo."]}],"nbformat":4}"##;
        assert_eq!(
            read_file(text, "soup.ipynb"),
            [
                "By Ida Ek.",
                "Bo wants it hot by Friday",
                "Boiled all day with Bo."
            ]
        );
    }
}
