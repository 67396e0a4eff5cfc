//! Journals, read: whole, from a place on, or what there is of a damaged one.

use super::{
    super::{StoreError, Tree, damaged},
    line::{FIRST, Row, rows_of, take_apart},
};
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom},
    path::Path,
};

/// A longer line is none that was written here, bytes.
const LONGEST: u64 = 1 << 30;

/// What reading a journal came to.
#[derive(Clone, Debug)]
pub(in super::super) struct Whole {
    /// The last transaction.
    pub number: u64,
    pub(super) length: u64,
    pub(super) hash: String,
}

/// A line that does not read, counted from 1 at where the reading began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Unreadable(pub u64);

/// Where the line of a transaction begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct Place {
    /// The transaction.
    pub number: u64,
    /// Bytes before it.
    pub at: u64,
    /// The hash of the line before it.
    pub before: String,
}

/// Rows that are read when they are wanted.
pub(in super::super) struct Rows<'a>(&'a [u8]);

impl Rows<'_> {
    /// The rows; an error only where they were written wrong.
    pub(in super::super) fn read(&self) -> Result<Vec<Row>, StoreError> {
        rows_of(self.0).ok_or_else(|| damaged(Tree::Meta, "rows of the journal"))
    }
}

/// Who is handed the transactions and their rows; rows that were there at the beginning come with one number.
type Take<'a> = &'a mut dyn FnMut(u64, Rows<'_>) -> Result<(), StoreError>;

/// The next line of a journal; `false` behind the last.
fn next(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    Ok(input.take(LONGEST).read_until(b'\n', line)? > 0)
}

/// Reads a journal to its end, or to where it does not read; with `from`, only from that place on, where that
/// transaction has to be. `None`: there is no journal.
pub(in super::super) fn read(
    path: &Path,
    from: Option<&Place>,
    on: Take<'_>,
) -> Result<Option<Result<Whole, Unreadable>>, StoreError> {
    match File::open(path) {
        Ok(file) => read_on(path, file, from, u64::MAX, on).map(Some),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(StoreError::file(path)(e)),
    }
}

/// Reads the first so many bytes, behind which others may just be written.
pub(in super::super) fn read_up_to(
    path: &Path,
    length: u64,
    on: Take<'_>,
) -> Result<Result<Whole, Unreadable>, StoreError> {
    let file = File::open(path).map_err(StoreError::file(path))?;
    let read = read_on(path, file, None, length, on)?;
    // An end that is cut off is none here: all of it was there before.
    Ok(read.and_then(|whole| match whole.length == length {
        true => Ok(whole),
        false => Err(Unreadable(0)),
    }))
}

fn read_on(
    path: &Path,
    mut file: File,
    from: Option<&Place>,
    length: u64,
    on: Take<'_>,
) -> Result<Result<Whole, Unreadable>, StoreError> {
    let failed = || StoreError::file(path);
    let mut whole = match from {
        None => Whole {
            number: 0,
            length: 0,
            hash: FIRST.to_owned(),
        },
        Some(place) => Whole {
            number: place.number.saturating_sub(1),
            length: place.at,
            hash: place.before.clone(),
        },
    };
    if whole.length > file.metadata().map_err(failed())?.len() {
        return Ok(Err(Unreadable(1)));
    }
    let at = SeekFrom::Start(whole.length);
    file.seek(at).map_err(failed())?;
    let mut input = BufReader::with_capacity(256 << 10, file.take(length));
    // Whether all rows that were there at the beginning are behind us.
    let mut begun = from.is_some();
    let (mut text, mut lines) = (Vec::new(), 0);
    while next(&mut input, &mut text).map_err(failed())? {
        lines += 1;
        let line = take_apart(&text).filter(|line| {
            let follows = match (line.kind, begun) {
                (b'b' | b'e', false) => true,
                (b't', true) => line.number == whole.number + 1,
                _ => false,
            };
            follows && line.before == whole.hash
        });
        match line {
            Some(line) => {
                begun |= line.kind == b'e';
                on(line.number, Rows(line.rows))?;
                whole.number = line.number;
                whole.length += text.len() as u64;
                whole.hash = line.hash.to_owned();
            }
            // It was being written when the daemon ended: no transaction of it came about.
            None if begun && !text.ends_with(b"\n") => break,
            None => return Ok(Err(Unreadable(lines))),
        }
    }
    let there = begun && from.is_none_or(|place| whole.number >= place.number);
    Ok(match there {
        true => Ok(whole),
        false => Err(Unreadable(lines + 1)),
    })
}

/// Reads what there is of a damaged journal, and answers which lines do not read.
pub(in super::super) fn salvage(path: &Path, on: Take<'_>) -> Result<Vec<Unreadable>, StoreError> {
    let failed = || StoreError::file(path);
    let mut input = BufReader::new(File::open(path).map_err(failed())?);
    let (mut text, mut lines, mut unreadable) = (Vec::new(), 0, Vec::new());
    while next(&mut input, &mut text).map_err(failed())? {
        lines += 1;
        match take_apart(&text) {
            Some(line) => on(line.number, Rows(line.rows))?,
            None => unreadable.push(Unreadable(lines)),
        }
    }
    Ok(unreadable)
}
