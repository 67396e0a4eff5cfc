//! Rows → documents: the text of each is put into a file without a name as it is made, so that a long history takes no
//! memory.

use super::super::{inputs::Input, parts::Part, spool::Spool};
use crate::api::SourceType;
use jiff::{Timestamp, Zoned, tz::TimeZone};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// A document of a database.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows {
    spool: Spool,
    ready: Ready,
    pub(crate) source_type: SourceType,
    /// What it is one of, in words for a person.
    pub(crate) kind: &'static str,
}

impl Rows {
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        self.spool
            .read(self.ready.start, self.ready.length, |from| {
                let mut text = Vec::new();
                from.read_to_end(&mut text).map(|_| text)
            })
    }

    /// When the last thing in it happened.
    pub(crate) fn last(&self) -> Option<SystemTime> {
        UNIX_EPOCH.checked_add(Duration::from_secs(self.ready.last.try_into().ok()?))
    }
}

/// A document that is made.
#[derive(Clone, Debug, PartialEq)]
struct Ready {
    name: String,
    start: u64,
    length: u64,
    /// Seconds since 1970.
    last: i64,
}

/// Documents that are being made, one after the other.
pub(super) struct Documents {
    source_type: SourceType,
    kind: &'static str,
    zone: TimeZone,
    out: BufWriter<File>,
    ready: Vec<Ready>,
    at: u64,
    failed: Option<io::Error>,
}

impl Documents {
    pub(super) fn new(source_type: SourceType, kind: &'static str) -> rusqlite::Result<Self> {
        let file = tempfile::tempfile();
        let file = file.map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))?;
        Ok(Self {
            source_type,
            kind,
            zone: TimeZone::system(),
            out: BufWriter::new(file),
            ready: Vec::new(),
            at: 0,
            failed: None,
        })
    }

    /// A time on this place's clock; `None` where it is no time.
    pub(super) fn local(&self, seconds: i64) -> Option<Zoned> {
        let at = Timestamp::from_second(seconds).ok()?;
        Some(at.to_zoned(self.zone.clone()))
    }

    /// Whether the last document is the one of this name.
    pub(super) fn is_in(&self, name: &str) -> bool {
        self.ready.last().is_some_and(|ready| ready.name == name)
    }

    /// Puts lines into the document of this name, which is the last one or a new one.
    pub(super) fn put(&mut self, name: &str, first: &str, lines: &str, at: i64) {
        if !self.is_in(name) {
            self.ready.push(Ready {
                name: name.to_owned(),
                start: self.at,
                length: 0,
                last: at,
            });
            self.write(first);
        }
        self.write(lines);
        if let Some(ready) = self.ready.last_mut() {
            ready.last = ready.last.max(at);
            ready.length = self.at - ready.start;
        }
    }

    fn write(&mut self, text: &str) {
        self.at += text.len() as u64;
        if let Err(error) = self.out.write_all(text.as_bytes()) {
            self.failed.get_or_insert(error);
        }
    }

    /// All of them, as if the database were a folder.
    pub(super) fn inputs(self, path: &Path) -> io::Result<Vec<Input>> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let spool = Spool::new(
            self.out
                .into_inner()
                .map_err(io::IntoInnerError::into_error)?,
        );
        let input = |ready: Ready| Input {
            path: path.join(&ready.name),
            named: false,
            part: Some(Part::Rows(Rows {
                spool: spool.clone(),
                ready,
                source_type: self.source_type,
                kind: self.kind,
            })),
        };
        Ok(self.ready.into_iter().map(input).collect())
    }
}
