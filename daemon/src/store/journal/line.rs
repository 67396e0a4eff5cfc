//! Lines of a journal, written and taken apart.

use super::super::{StoreError, Tree, damaged};

/// The hash before the first line.
pub(super) const FIRST: &str = "00000000000000000000000000000000";

/// A row as a line holds it: tree, key, value.
pub(in super::super) type Row = (Tree, Vec<u8>, Option<Vec<u8>>);

fn hash(head: &str, rows: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(head.as_bytes());
    hasher.update(rows);
    hasher.finalize().to_hex().as_str()[..FIRST.len()].to_owned()
}

pub(super) fn written(rows: &[Row]) -> Result<Vec<u8>, StoreError> {
    let mut text = Vec::with_capacity(rows.len() * 64 + 2);
    text.push(b'[');
    for (at, (tree, key, value)) in rows.iter().enumerate() {
        let value = value.as_deref().map(std::str::from_utf8).transpose();
        let value = value.map_err(|e| damaged(*tree, e))?;
        if at > 0 {
            text.push(b',');
        }
        serde_json::to_writer(&mut text, &(tree.name(), hex(key), value))
            .map_err(|e| damaged(*tree, e))?;
    }
    text.push(b']');
    Ok(text)
}

/// Rows of a line.
pub(super) fn rows_of(text: &[u8]) -> Option<Vec<Row>> {
    let rows: Vec<(String, String, Option<String>)> = serde_json::from_slice(text).ok()?;
    rows.into_iter()
        .map(|(tree, key, value)| {
            let tree = Tree::ALL.into_iter().find(|t| t.name() == tree)?;
            Some((tree, unhex(&key)?, value.map(String::into_bytes)))
        })
        .collect()
}

pub(in super::super) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

pub(in super::super) fn unhex(digits: &str) -> Option<Vec<u8>> {
    let digit = |b: u8| char::from(b).to_digit(16);
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| match pair {
            [a, b] => u8::try_from(digit(*a)? * 16 + digit(*b)?).ok(),
            _ => None,
        })
        .collect()
}

/// The next line, behind the one with the hash `last`, which becomes its own.
pub(super) fn line(last: &mut String, number: u64, kind: char, rows: &[u8]) -> Vec<u8> {
    let head = format!("{number} {kind} {last} ");
    *last = hash(&head, rows);
    let mut line = head.into_bytes();
    line.extend_from_slice(last.as_bytes());
    line.push(b' ');
    line.extend_from_slice(rows);
    line.push(b'\n');
    line
}

/// One line, taken apart, as it was written.
pub(super) struct Line<'a> {
    pub number: u64,
    pub kind: u8,
    pub before: &'a str,
    pub hash: &'a str,
    pub rows: &'a [u8],
}

/// `None`: it is not as it was written.
pub(super) fn take_apart(line: &[u8]) -> Option<Line<'_>> {
    let line = line.strip_suffix(b"\n")?;
    let mut parts = line.splitn(5, |b| *b == b' ');
    let mut text = || std::str::from_utf8(parts.next()?).ok();
    let (number, kind, before, found) = (text()?, text()?, text()?, text()?);
    let rows = parts.next()?;
    let head = format!("{number} {kind} {before} ");
    (found == hash(&head, rows)).then_some(())?;
    Some(Line {
        number: number.parse().ok()?,
        kind: *kind.as_bytes().first()?,
        before,
        hash: found,
        rows,
    })
}
