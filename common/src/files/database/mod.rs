//! Databases that programs keep for themselves, known by their tables: browsers' histories (`visits`), the chats of macOS
//! Messages (`chats`; `archived`: how it keeps their words) and the commands of atuin (`commands`).
//!
//! - `copy`: what is read is a copy, so that the program's own file is neither locked nor changed
//! - `documents`: what the rows become
//! - `secrets`: what nobody wants to be remembered

mod archived;
mod chats;
mod commands;
mod copy;
mod documents;
mod secrets;
mod visits;

pub(crate) use documents::Rows;

use super::{inputs::Input, plain};
use documents::Documents;
use rusqlite::{Connection, Row, types::ValueRef};
use std::{
    collections::HashSet,
    io::{self, Read},
    path::Path,
};

/// What SQLite's files begin with.
const BEGINS: &[u8] = b"SQLite format 3\0";
/// Why others are left alone.
pub(crate) const UNKNOWN: &str = "the database of a program that memo does not know: it reads the histories of Firefox, \
    Chromium and Safari, and what Messages and atuin keep, where they are named themselves";

/// Whether a file is a database, by its first bytes.
pub(crate) fn is_database(begin: &[u8]) -> bool {
    begin.starts_with(BEGINS)
}

/// Whether there is a database at a path.
pub fn is_database_at(path: &Path) -> bool {
    let mut begin = [0; BEGINS.len()];
    let read = plain::open(path).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && is_database(&begin)
}

/// The documents of a database; `None` where no known program keeps it.
///
/// # Errors
/// It cannot be read, or is damaged.
pub(crate) fn parts(path: &Path) -> io::Result<Option<Vec<Input>>> {
    let copy = copy::open(path)?;
    let read = |connection: &Connection| -> rusqlite::Result<Option<Documents>> {
        let tables = tables(connection)?;
        let has = |names: &[&str]| names.iter().all(|name| tables.contains(*name));
        if let Some(history) = visits::HISTORIES.iter().find(|h| has(h.tables)) {
            return visits::read(connection, history).map(Some);
        }
        if has(&chats::TABLES) {
            return chats::read(connection).map(Some);
        }
        match has(&["history"]) && has_columns(connection, "history", &commands::COLUMNS)? {
            true => commands::read(connection).map(Some),
            false => Ok(None),
        }
    };
    match read(&copy.connection) {
        Ok(Some(documents)) => documents.inputs(path).map(Some),
        Ok(None) => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// The names of its tables. A view may never end, and what is read by a program's code is not for us.
fn tables(connection: &Connection) -> rusqlite::Result<HashSet<String>> {
    let mut found = connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    )?;
    let names = found.query_map([], |row| row.get(0))?;
    names.collect()
}

/// Whether a table has all of these columns: older versions of a program lack some.
fn has_columns(connection: &Connection, table: &str, columns: &[&str]) -> rusqlite::Result<bool> {
    let mut found = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let names = found.query_map([table], |row| row.get(0))?;
    let names: HashSet<String> = names.collect::<rusqlite::Result<_>>()?;
    Ok(columns.iter().all(|column| names.contains(*column)))
}

/// The words of a column; `None` where it holds none.
fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<String>> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    })
}

/// The number of a column; 0 where it holds none.
fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<f64> {
    Ok(match row.get_ref(column)? {
        ValueRef::Integer(number) => number as f64,
        ValueRef::Real(number) => number,
        _ => 0.0,
    })
}

fn failed(error: rusqlite::Error) -> io::Error {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => io::ErrorKind::StorageFull.into(),
        _ => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}

#[cfg(test)]
mod tests;
