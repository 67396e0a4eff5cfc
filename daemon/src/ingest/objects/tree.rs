//! Pages of blocks within blocks, as outliners export them (Roam, Logseq, Workflowy): each block of a page with all below it
//! is told by itself, on the day that the page is of.

use crate::ingest::json::string;
use crate::ingest::{Document, Kind, Passage, instant, pattern::pattern, written_date};
use crate::when::When;
use jiff::tz::TimeZone;
use serde_json::Value;
use std::ops::Range;

pattern!(
    TASK,
    r"^\s*(?:\{\{\[?\[?(TODO|DONE)\]?\]?\}\}|(TODO|DONE|DOING|LATER|NOW))\s+"
);
pattern!(REFERENCE, r"\s?\(\([\w-]{6,40}\)\)|\{\{[^{}]{0,80}\}\}");
pattern!(LINKED, r"#?\[\[([^\[\]]{1,120})\]\]");
pattern!(TAG, r"(^|\s)#(\p{L})");
pattern!(FIELD, r"(?m)^(\s*[\p{L}\p{N} _-]{1,40})::\s*");

/// Members that hold the blocks below a page or a block.
const BELOW: [&str; 4] = ["children", "blocks", "ch", "items"];

/// Members that hold a block's text. A title is a page's.
const TEXT: [&str; 4] = ["string", "block/content", "nm", "content"];

/// Members that hold a page's title.
const TITLE: [&str; 4] = ["title", "page-name", "block/page-name", "name"];

/// How deep blocks are followed.
const DEEPEST: usize = 40;

/// Reads a page; `false` where the object is none.
pub(super) fn read(
    value: &Value,
    span: &Range<usize>,
    zone: &TimeZone,
    document: &mut Document,
) -> bool {
    let Some((title, blocks)) = string(value, &TITLE).zip(below(value)) else {
        return false;
    };
    if blocks.is_empty()
        || blocks
            .iter()
            .any(|b| string(b, &TEXT[..3]).is_none() && string(b, &["content"]).is_none())
    {
        return false;
    }
    let day = written_date::find(&without_ordinal(title)).map(|w| When::day(w.start.first_day()));
    for block in blocks {
        let (text, task) = bare(string(block, &TEXT).unwrap_or_default());
        let mut lines = vec![text];
        gather(block, 0, &mut lines);
        lines.retain(|l| !l.is_empty());
        if lines.is_empty() {
            continue;
        }
        let kind = if task.is_some() {
            Kind::Item { task }
        } else {
            Kind::Prose
        };
        let mut passage = Passage::new(kind, lines.join("\n"), span.clone());
        let made = || {
            ["create-time", "created-at", "created"]
                .iter()
                .find_map(|k| instant::of(block.get(k)?, zone))
        };
        passage.when = day.or_else(|| made().map(|w| When::day(w.start.first_day())));
        passage.headings = if day.is_some() {
            Vec::new()
        } else {
            vec![title.into()]
        };
        passage.thread = document.new_thread();
        document.passages.push(passage);
    }
    true
}

fn below(value: &Value) -> Option<&Vec<Value>> {
    BELOW.iter().find_map(|key| value.get(key)?.as_array())
}

/// The texts below a block.
fn gather(block: &Value, depth: usize, lines: &mut Vec<String>) {
    if depth > DEEPEST {
        return;
    }
    for inner in below(block).into_iter().flatten() {
        let (text, task) = bare(string(inner, &TEXT).unwrap_or_default());
        lines.push(match task {
            Some(false) => format!("To do: {text}"),
            Some(true) => format!("Done: {text}"),
            None => text,
        });
        gather(inner, depth + 1, lines);
    }
}

/// A block's text without the marks of its program, and whether it is a task that is done or not.
fn bare(text: &str) -> (String, Option<bool>) {
    let found = TASK.captures(text);
    let word = found.as_ref().and_then(|c| c.get(1).or_else(|| c.get(2)));
    let task = word.map(|w| w.as_str() == "DONE");
    let rest = &text[found.as_ref().and_then(|c| c.get(0)).map_or(0, |m| m.end())..];
    let rest = REFERENCE.replace_all(rest, "");
    let rest = LINKED.replace_all(&rest, "$1");
    let rest = TAG.replace_all(&rest, "$1$2");
    let rest = FIELD.replace_all(&rest, "$1: ");
    let rest = rest.replace("**", "").replace("__", "").replace("^^", "");
    (rest.trim().to_owned(), task)
}

/// "July 29th, 2025" → "July 29, 2025".
fn without_ordinal(title: &str) -> String {
    let title: String = title.chars().take(60).collect();
    let ends = |w: &str| {
        let number = w.trim_end_matches(',');
        let bare = ["st", "nd", "rd", "th"]
            .iter()
            .find_map(|o| number.strip_suffix(o));
        bare.filter(|b| !b.is_empty() && b.bytes().all(|b| b.is_ascii_digit()))
            .map_or(w.to_owned(), |b| format!("{b},"))
    };
    title.split(' ').map(ends).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::ingest::{read, told::told};

    #[test]
    fn pages_of_days_and_of_things() {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        let text = r#"[{"title":"May 3rd, 2024","create-time":1714723200000,"uid":"05-03-2024","children":[
            {"string":"Met [[Ida Ek]] at ((a1B2c3D4e)) the quay","uid":"a","children":[{"string":"She **sails**","uid":"b"},{"string":"{{[[TODO]]}} ask her","uid":"c"}]},
            {"string":"{{[[DONE]]}} paint","uid":"d"}]},
            {"title":"Ida Ek","create-time":1714723200000,"edit-time":1714723200000,"children":[{"string":"birthday:: August 9","uid":"e"}]}]"#;
        let document = read(text, "text".parse().ok(), None, &reference);
        assert_eq!(
            told(&document),
            [
                "2024-05-03 Met Ida Ek at the quay\nShe sails\nTo do: ask her",
                "2024-05-03 paint",
                "birthday: August 9"
            ]
        );
        assert_eq!(document.passages[2].headings, ["Ida Ek"]);
    }
}
