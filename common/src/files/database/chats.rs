//! The chats of macOS Messages: a document for each chat and year, so that what is said today leaves the years before as
//! they are.

use super::{archived, documents::Documents, has_columns, number, text};
use crate::api::SourceType;
use rusqlite::{Connection, types::ValueRef};

pub(super) const TABLES: [&str; 4] = ["message", "chat", "handle", "chat_message_join"];
/// Seconds from 1970 to 2001, when Apple's clocks begin.
const BEGINS: i64 = 978_307_200;
/// What stands in the place of something attached.
const ATTACHED: char = '\u{fffc}';

pub(super) fn read(connection: &Connection) -> rusqlite::Result<Documents> {
    let mut documents = Documents::new(SourceType::Stream, "years of chats of Messages")?;
    let has = |column| has_columns(connection, "message", &[column]);
    let body = match has("attributedBody")? {
        true => "m.attributedBody",
        false => "NULL",
    };
    // Reactions, and who came, left or renamed a chat, are rows of their own.
    let mut kept = String::new();
    for column in ["associated_message_type", "item_type"] {
        if has(column)? {
            kept += &format!(" AND COALESCE(m.{column}, 0) = 0");
        }
    }
    // Before macOS 10.13 times are seconds, since then billionths of one.
    let mut messages = connection.prepare(&format!(
        "SELECT c.chat_identifier, c.display_name, m.text, {body}, m.is_from_me, h.id, \
           (CASE WHEN ABS(m.date) < 100000000000 THEN m.date ELSE m.date / 1000000000 END) AS at \
         FROM chat_message_join j JOIN message m ON m.ROWID = j.message_id JOIN chat c ON c.ROWID = j.chat_id \
         LEFT JOIN handle h ON h.ROWID = m.handle_id WHERE m.date != 0{kept} \
         ORDER BY c.chat_identifier, at, m.ROWID"
    ))?;
    let mut rows = messages.query([])?;
    while let Some(row) = rows.next()? {
        let at = (number(row, 6)? as i64).saturating_add(BEGINS);
        let (Some(chat), Some(local)) = (text(row, 0)?, documents.local(at)) else {
            continue;
        };
        let plain = text(row, 2)?.filter(|text| !text.is_empty());
        let words = match (plain, row.get_ref(3)?) {
            (None, ValueRef::Blob(body)) => archived::text(body),
            (plain, _) => plain,
        };
        let said = said(&words.unwrap_or_default());
        if said.is_empty() {
            continue;
        }
        let sender = match number(row, 4)? == 0.0 {
            true => text(row, 5)?.or(text(row, 1)?),
            false => Some("Me".to_owned()),
        };
        let sender = sender.unwrap_or_else(|| chat.clone());
        let line = format!(
            "[{}] {}: {said}\n",
            local.strftime("%Y-%m-%d %H:%M:%S"),
            sender.replace([':', '\n', '\r'], " "),
        );
        // No name leads anywhere.
        let chat = chat.replace(|c: char| c.is_control() || matches!(c, '/' | '\\'), "_");
        documents.put(&format!("Messages {chat} {}", local.year()), "", &line, at);
    }
    Ok(documents)
}

/// What was said. A line that looks as if a message began with it goes on with the one before.
fn said(text: &str) -> String {
    let mut said = String::new();
    for line in text.replace(ATTACHED, "").lines() {
        let line = line.trim();
        let is_plain = !line.contains(|c: char| c.is_ascii_digit() || c == '[');
        if !said.is_empty() {
            said.push(if is_plain { '\n' } else { ' ' });
        }
        said.push_str(line);
    }
    said.trim().to_owned()
}
