//! The records of a table in a file (CSV, TSV), with their bytes in the upload.

use csv::{Position, Reader, ReaderBuilder, StringRecord};
use std::ops::Range;

/// Which of these signs parts the fields: the one that the first line has most of, the last of several; `None` where it
/// has none of them.
pub(crate) fn delimiter(text: &str, signs: &[u8]) -> Option<u8> {
    let first = text.lines().next().unwrap_or_default();
    let count = |sign: u8| first.bytes().filter(|b| *b == sign).count();
    signs
        .iter()
        .copied()
        .max_by_key(|sign| count(*sign))
        .filter(|sign| count(*sign) > 0)
}

/// Bytes of the line that names a table's columns.
const HEAD: usize = 1000;

/// The columns of a table, by the names in its first record.
pub(crate) struct Columns(Vec<String>);

impl Columns {
    /// Of the record that names them.
    pub(crate) fn of(heads: &StringRecord) -> Self {
        Self(heads.iter().map(|f| f.trim().to_lowercase()).collect())
    }

    /// The column that goes by the first of these names (in lower case) that any goes by.
    pub(crate) fn find(&self, names: &[&str]) -> Option<usize> {
        names
            .iter()
            .find_map(|name| self.0.iter().position(|f| f == name))
    }

    /// Every column that goes by one of these names.
    pub(crate) fn all(&self, names: &[&str]) -> Vec<usize> {
        let named = |n: &usize| names.contains(&self.0[*n].as_str());
        (0..self.0.len()).filter(named).collect()
    }
}

/// A table whose first record names its columns, and the records below; `None` where a text cannot be one.
pub(crate) fn table<'t>(text: &'t str, signs: &[u8]) -> Option<(Columns, Records<'t>)> {
    if text.lines().next()?.len() > HEAD {
        return None;
    }
    let mut records = Records::of(text, delimiter(text, signs)?);
    let (heads, _) = records.next()?;
    Some((Columns::of(heads), records))
}

/// The records, one after the other.
pub(crate) struct Records<'t> {
    text: &'t str,
    reader: Reader<&'t [u8]>,
    record: StringRecord,
}

impl<'t> Records<'t> {
    /// Of a text whose fields are parted by `delimiter`; the first record is read like the others, and they need not have
    /// the same number of fields.
    pub(crate) fn of(text: &'t str, delimiter: u8) -> Self {
        Self {
            text,
            reader: ReaderBuilder::new()
                .delimiter(delimiter)
                .has_headers(false)
                .flexible(true)
                .from_reader(text.as_bytes()),
            record: StringRecord::new(),
        }
    }

    /// The next record, and its bytes; `None` behind the last, and from one on that cannot be read.
    pub(crate) fn next(&mut self) -> Option<(&StringRecord, Range<usize>)> {
        let Ok(true) = self.reader.read_record(&mut self.record) else {
            return None;
        };
        let byte = |p: &Position| usize::try_from(p.byte()).unwrap_or(usize::MAX);
        let end = byte(self.reader.position()).min(self.text.len());
        let start = self.record.position().map_or(0, byte).min(end);
        let span = self.text.floor_char_boundary(start)..self.text.floor_char_boundary(end);
        Some((&self.record, span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names() {
        let (columns, mut records) = table("Who; What ;who\na;b;c\n", b",;").expect("a table");
        assert_eq!(columns.find(&["when", "what", "who"]), Some(1));
        assert_eq!(columns.all(&["who"]), [0, 2]);
        assert_eq!(columns.find(&["when"]), None);
        assert!(records.next().is_some() && records.next().is_none());
        assert!(table("no table\n", b",;").is_none() && table("", b",").is_none());
    }

    #[test]
    fn records_have_their_bytes() {
        let text = "a;b\n\"é;\nx\";2\n3\n";
        assert_eq!(delimiter(text, b",;"), Some(b';'));
        assert_eq!(delimiter("a b\n", b",;"), None);
        let mut records = Records::of(text, b';');
        let mut seen = Vec::new();
        while let Some((record, span)) = records.next() {
            seen.push((record.len(), text[span].trim_end().to_owned()));
        }
        assert_eq!(
            seen,
            [
                (2, "a;b".to_owned()),
                (2, "\"é;\nx\";2".to_owned()),
                (1, "3".to_owned())
            ]
        );
    }
}
