//! A document by lines: as much of it as an assistant reads at once.

use super::{arguments::form, server::Assistant};
use crate::http::{
    documents,
    error::{Answered, invalid},
};
use memo_common::api::SourceType;
use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::json;

pub(super) const FIELDS: [&str; 3] = ["item_id", "first_line", "last_line"];

/// The most that is answered at once, bytes.
const MOST: usize = 32 << 10;

/// Lines of a document.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Lines {
    item_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    filename: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_type: Option<SourceType>,
    created_at: String,
    #[serde(flatten)]
    piece: Piece,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Piece {
    text: String,
    first_line: u64,
    last_line: u64,
    lines: u64,
    /// Whether the last line goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
}

pub(super) fn schema() -> JsonObject {
    let number = |said: &str| json!({ "type": "integer", "minimum": 1, "description": said });
    let text = |said: &str| json!({ "type": "string", "description": said });
    let schema = json!({
        "type": "object",
        "required": ["item_id", "created_at", "text", "first_line", "last_line", "lines"],
        "properties": {
            "item_id": text("The document"),
            "filename": text("Its file's name, where it had one"),
            "source_type": text("What kind of document it is"),
            "created_at": text("When it was added (RFC 3339)"),
            "text": text("The lines"),
            "first_line": number("The first of these lines"),
            "last_line": number("The last of these lines"),
            "lines": number("How many lines the document has"),
            "cut": { "type": "boolean", "description": "There, and true, where the last line goes on: it is too long" },
        },
    });
    schema.as_object().cloned().unwrap_or_default()
}

/// The lines that are asked for, or the first of them that are not too much.
pub(super) async fn lines(assistant: &Assistant, arguments: JsonObject) -> Answered<Lines> {
    let mut form = form(arguments, &FIELDS)?;
    let item_id = form.need("item_id")?;
    let first = form.number("first_line", 1, i64::MAX)?.unwrap_or(1);
    let last = form.number("last_line", 1, i64::MAX)?.unwrap_or(i64::MAX);
    if last < first {
        let detail = "`last_line` lies before `first_line`; the lines are counted from 1.";
        return Err(invalid("last_line", detail));
    }
    let caller = assistant.caller.clone();
    let (version, text, _share) = documents::whole(caller, item_id.clone()).await?;
    Ok(Lines {
        item_id,
        filename: version.filename,
        source_type: version.source_type.or(version.given),
        created_at: version.created,
        piece: piece(&text, first as u64, last as u64)?,
    })
}

fn piece(text: &str, first: u64, last: u64) -> Answered<Piece> {
    let lines = text.split_inclusive('\n').count().max(1) as u64;
    if first > lines {
        let detail = format!("The document has {lines} lines; `first_line` is behind its end.");
        return Err(invalid("first_line", detail));
    }
    let mut piece = Piece {
        text: String::new(),
        first_line: first,
        last_line: first,
        lines,
        cut: false,
    };
    let wanted = (1..).zip(text.split_inclusive('\n'));
    for (number, line) in wanted
        .skip(first as usize - 1)
        .take_while(|(n, _)| *n <= last)
    {
        let room = MOST - piece.text.len();
        if line.len() > room {
            // A line that is too long by itself is better than none.
            if piece.text.is_empty() {
                piece.text += &line[..line.floor_char_boundary(room)];
                piece.cut = true;
            }
            break;
        }
        piece.text += line;
        piece.last_line = number;
    }
    Ok(piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, first: u64, last: u64) -> Option<(String, u64, u64)> {
        let piece = piece(text, first, last).ok()?;
        assert!(piece.text.len() <= MOST && piece.first_line == first);
        Some((piece.text, piece.last_line, piece.lines))
    }

    #[test]
    fn lines_are_those_that_are_asked_for() {
        let text = "one\ntwo\n\nfour";
        assert_eq!(lines(text, 1, u64::MAX), Some((text.into(), 4, 4)));
        assert_eq!(lines(text, 2, 3), Some(("two\n\n".into(), 3, 4)));
        assert_eq!(lines(text, 4, 9), Some(("four".into(), 4, 4)));
        assert_eq!(lines(text, 5, 9), None);
        assert_eq!(lines("", 1, 1), Some((String::new(), 1, 1)));
    }

    #[test]
    fn a_long_document_comes_in_pieces_and_a_long_line_is_cut() {
        let text = "é 345678\n".repeat(20_000);
        let (mut whole, mut next) = (String::new(), 1);
        while let Some((piece, last, _)) = lines(&text, next, u64::MAX) {
            whole += &piece;
            next = last + 1;
        }
        assert_eq!(whole, text);
        let long = "é".repeat(MOST);
        let piece = piece(&long, 1, 1).expect("a piece");
        assert!(piece.cut && piece.text.len() > MOST - 2);
    }
}
