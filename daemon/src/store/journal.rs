//! Every transaction a second time, beside sled's files, as lines of text that can be checked one by one.
//!
//! sled takes a damaged place in its log for the log's end: what came later is gone, without a word, and is soon
//! written over. So each transaction is a line here before sled is given it. At start, what sled has lost is put back
//! from here ([`super::check`]); where sled's files cannot be read at all, a repair makes them anew from here.
//!
//! A line is `NUMBER KIND BEFORE HASH ROWS`: the transaction's number; `b` for rows that were there when the journal was
//! begun, `e` for the end of these, `t` for a transaction; the hash of the line before, so that no line can be missing;
//! a hash of all the rest, so that each line can be checked alone; and the rows as JSON: tree, key in hexadecimal
//! digits, value or null.

use super::{StoreError, Tree, Trees};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// Bytes of rows in one line of those that were there at the beginning.
const PIECE: usize = 256 << 10;

/// A longer line is none that was written here, bytes.
const LONGEST: u64 = 1 << 30;

/// The hash before the first line.
const FIRST: &str = "00000000000000000000000000000000";

/// A row as a line holds it: tree, key, value.
pub(super) type Row = (Tree, Vec<u8>, Option<Vec<u8>>);

/// The open journal of a store, to be written at its end.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    hash: String,
    /// A line is there that should not be, and could not be taken away.
    broken: bool,
}

/// What reading a journal came to.
#[derive(Debug)]
pub(super) struct Whole {
    /// The last transaction.
    pub number: u64,
    length: u64,
    hash: String,
}

/// A line that does not read, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unreadable(pub u64);

fn hash(head: &str, rows: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(head.as_bytes());
    hasher.update(rows);
    hasher.finalize().to_hex().as_str()[..FIRST.len()].to_owned()
}

fn written(rows: &[Row]) -> Result<Vec<u8>, StoreError> {
    let mut text = Vec::with_capacity(rows.len() * 64 + 2);
    text.push(b'[');
    for (at, (tree, key, value)) in rows.iter().enumerate() {
        let value = value.as_deref().map(std::str::from_utf8).transpose();
        let value = value.map_err(|e| super::damaged(*tree, e))?;
        if at > 0 {
            text.push(b',');
        }
        serde_json::to_writer(&mut text, &(tree.name(), hex(key), value))
            .map_err(|e| super::damaged(*tree, e))?;
    }
    text.push(b']');
    Ok(text)
}

/// Rows of a line.
fn rows_of(text: &[u8]) -> Option<Vec<Row>> {
    let rows: Vec<(String, String, Option<String>)> = serde_json::from_slice(text).ok()?;
    rows.into_iter()
        .map(|(tree, key, value)| {
            let tree = Tree::ALL.into_iter().find(|t| t.name() == tree)?;
            Some((tree, unhex(&key)?, value.map(String::into_bytes)))
        })
        .collect()
}

pub(super) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

pub(super) fn unhex(digits: &str) -> Option<Vec<u8>> {
    let digit = |b: u8| char::from(b).to_digit(16);
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| match pair {
            [a, b] => u8::try_from(digit(*a)? * 16 + digit(*b)?).ok(),
            _ => None,
        })
        .collect()
}

impl Journal {
    /// Begins a journal with all rows that are there, on disk when this returns.
    pub(super) fn begin(path: &Path, number: u64, trees: &Trees) -> Result<Self, StoreError> {
        let failed = || StoreError::file(path);
        let draft = path.with_extension("journal-new");
        let mut out = BufWriter::new(File::create(&draft).map_err(failed())?);
        let (mut last, mut length) = (FIRST.to_owned(), 0);
        let mut put = |kind: char, rows: &[Row]| {
            let line = line(&mut last, number, kind, &written(rows)?);
            length += line.len() as u64;
            out.write_all(&line).map_err(failed())
        };
        let (mut rows, mut size) = (Vec::new(), 0);
        for tree in Tree::ALL {
            for row in trees.of(tree) {
                let (key, value) = row?;
                size += key.len() + value.len();
                rows.push((tree, key.to_vec(), Some(value.to_vec())));
                if size > PIECE {
                    put('b', &rows)?;
                    (rows, size) = (Vec::new(), 0);
                }
            }
        }
        put('e', &rows)?;
        let file = out.into_inner().map_err(|e| failed()(e.into_error()))?;
        file.sync_all().map_err(failed())?;
        fs::rename(&draft, path).map_err(failed())?;
        if let Some(folder) = path.parent() {
            super::bodies::sync_folder(folder).map_err(failed())?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
            hash: last,
            broken: false,
        })
    }

    /// Goes on behind what was read.
    pub(super) fn go_on(path: &Path, whole: Whole) -> Result<Self, StoreError> {
        let failed = || StoreError::file(path);
        let mut file = File::options().write(true).open(path).map_err(failed())?;
        file.set_len(whole.length).map_err(failed())?;
        file.seek(SeekFrom::End(0)).map_err(failed())?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length: whole.length,
            hash: whole.hash,
            broken: false,
        })
    }

    /// Adds a transaction, in the file when this returns, though not on disk for certain: where the machine loses its
    /// power and this line, sled has it.
    pub(super) fn add(&mut self, number: u64, rows: &[Row]) -> Result<Added, StoreError> {
        if self.broken {
            return Err(StoreError::Stuck);
        }
        let before = Added {
            length: self.length,
            hash: self.hash.clone(),
        };
        let line = line(&mut self.hash, number, 't', &written(rows)?);
        self.length += line.len() as u64;
        if let Err(error) = self.file.write_all(&line) {
            self.take_back(before);
            return Err(StoreError::file(&self.path)(error));
        }
        Ok(before)
    }

    /// Takes the last line away: its transaction did not come about.
    pub(super) fn take_back(&mut self, added: Added) {
        let back = self.file.set_len(added.length);
        let back = back.and_then(|()| self.file.seek(SeekFrom::Start(added.length)).map(drop));
        if let Err(error) = back {
            tracing::error!(%error, "the journal cannot be mended; nothing is written until the next start");
            self.broken = true;
        }
        (self.length, self.hash) = (added.length, added.hash);
    }

    /// Nothing may be written any more.
    pub(super) fn stick(&mut self) {
        self.broken = true;
    }

    pub(super) const fn length(&self) -> u64 {
        self.length
    }
}

/// Where the journal ended before a line was added.
#[derive(Debug)]
pub(super) struct Added {
    length: u64,
    hash: String,
}

fn line(last: &mut String, number: u64, kind: char, rows: &[u8]) -> Vec<u8> {
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
struct Line<'a> {
    number: u64,
    kind: u8,
    before: &'a str,
    hash: &'a str,
    rows: &'a [u8],
}

/// `None`: it is not as it was written.
fn take_apart(line: &[u8]) -> Option<Line<'_>> {
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

/// Rows that are read when they are wanted.
pub(super) struct Rows<'a>(&'a [u8]);

impl Rows<'_> {
    /// The rows; an error only where they were written wrong.
    pub(super) fn read(&self) -> Result<Vec<Row>, StoreError> {
        rows_of(self.0).ok_or_else(|| super::damaged(Tree::Meta, "rows of the journal"))
    }
}

/// The next line of a journal; `false` behind the last.
fn next(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    Ok(input.take(LONGEST).read_until(b'\n', line)? > 0)
}

/// Reads a journal to its end, or to where it does not read, and hands over the transactions and their rows; rows that
/// were there at the beginning come with one number. `None`: there is no journal.
pub(super) fn read(
    path: &Path,
    on: &mut dyn FnMut(u64, Rows<'_>) -> Result<(), StoreError>,
) -> Result<Option<Result<Whole, Unreadable>>, StoreError> {
    let failed = || StoreError::file(path);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(failed()(e)),
    };
    let mut input = BufReader::with_capacity(256 << 10, file);
    let mut whole = Whole {
        number: 0,
        length: 0,
        hash: FIRST.to_owned(),
    };
    let (mut text, mut lines, mut begun) = (Vec::new(), 0, false);
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
            None => return Ok(Some(Err(Unreadable(lines)))),
        }
    }
    Ok(Some(match begun {
        true => Ok(whole),
        false => Err(Unreadable(lines + 1)),
    }))
}

/// Reads what there is of a damaged journal, and answers which lines do not read.
pub(super) fn salvage(
    path: &Path,
    on: &mut dyn FnMut(u64, Rows<'_>) -> Result<(), StoreError>,
) -> Result<Vec<Unreadable>, StoreError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(n: u64) -> Row {
        let value = (!n.is_multiple_of(3)).then(|| format!("value \"{n}\"\n").into_bytes());
        (Tree::Memories, n.to_be_bytes().to_vec(), value)
    }

    /// A journal of so many transactions, and its path.
    fn journal(dir: &Path, transactions: u64) -> PathBuf {
        let trees = Trees::open(&dir.join("1"), 8).expect("a store");
        let meta = trees.of(Tree::Meta);
        meta.insert("format", "1").expect("written");
        let path = dir.join("1.journal");
        let mut journal = Journal::begin(&path, 7, &trees).expect("a journal");
        for n in 1..=transactions {
            journal.add(7 + n, &[row(n), row(n + 1)]).expect("added");
        }
        path
    }

    fn all(path: &Path) -> (Vec<u64>, Option<Result<u64, Unreadable>>) {
        let mut numbers = Vec::new();
        let read = read(path, &mut |number, rows| {
            rows.read()?;
            numbers.push(number);
            Ok(())
        });
        let read = read.expect("readable");
        (numbers, read.map(|r| r.map(|whole| whole.number)))
    }

    #[test]
    fn what_is_added_is_read_and_what_is_taken_back_is_not() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = journal(dir.path(), 3);
        assert_eq!(all(&path), (vec![7, 8, 9, 10], Some(Ok(10))));
        let whole = read(&path, &mut |_, _| Ok(())).expect("readable");
        let whole = whole.expect("there").expect("whole");
        let mut journal = Journal::go_on(&path, whole).expect("open");
        let added = journal.add(11, &[row(1)]).expect("added");
        journal.take_back(added);
        journal.add(11, &[row(2)]).expect("added");
        assert_eq!(all(&path), (vec![7, 8, 9, 10, 11], Some(Ok(11))));
        assert_eq!(all(&dir.path().join("none")), (vec![], None));
    }

    #[test]
    fn an_end_that_was_being_written_is_no_damage() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = journal(dir.path(), 2);
        let text = fs::read(&path).expect("readable");
        let last = text[..text.len() - 1].iter().rposition(|b| *b == b'\n');
        let last = last.expect("a line") + 1;
        for cut in last..text.len() {
            fs::write(&path, &text[..cut]).expect("written");
            assert_eq!(all(&path), (vec![7, 8], Some(Ok(8))), "{cut}");
        }
    }

    #[test]
    fn digits_come_back() {
        assert_eq!(unhex(&hex(&[0, 255, 18])), Some(vec![0, 255, 18]));
        for bad in ["0", "zz", "+1", "\u{e9}"] {
            assert_eq!(unhex(bad), None, "{bad}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn damage_anywhere_is_noticed(at in 0.0..1.0f64, bit in 0u8..8) {
            let dir = tempfile::tempdir().expect("a folder");
            let path = journal(dir.path(), 5);
            let mut text = fs::read(&path).expect("readable");
            let at = (at * text.len() as f64) as usize;
            text[at] ^= 1 << bit;
            fs::write(&path, &text).expect("written");
            let (numbers, end) = all(&path);
            // The last line's break may be what is gone: then it counts as not written.
            prop_assert!(end != Some(Ok(12)), "{numbers:?}");
            let mut left = Vec::new();
            let bad = salvage(&path, &mut |n, _| { left.push(n); Ok(()) }).expect("readable");
            prop_assert!(!bad.is_empty() && left.len() >= 4, "{left:?} {bad:?}");
        }
    }
}
