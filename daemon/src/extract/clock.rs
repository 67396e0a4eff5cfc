//! What the dates of a document are read against: when it was written, and how it writes them.

use super::dates::{self, Lean, Order, Reference};
use crate::{
    ingest::{Document, Kind, Passage},
    when::{Point, When},
};
use jiff::civil::{DateTime, Time};

/// Bytes of a document that are looked at to tell day-first from month-first.
const SAMPLE: usize = 64 * 1024;

/// The document's clock: what dates are read against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// When the document was written, by its own word or else by the upload's.
    pub(crate) now: DateTime,
    /// How `05/03` is meant in it.
    pub(crate) order: Order,
}

impl Clock {
    /// Reads the document's own clock; `reference` is the upload's.
    pub(crate) fn new(document: &Document, reference: DateTime) -> Self {
        // A sample of the whole: one date that tells is enough.
        let mut sample = String::new();
        for passage in &document.passages {
            if sample.len() > SAMPLE {
                break;
            }
            sample.push_str(&passage.text);
            sample.push('\n');
        }
        let order = dates::order(&sample).unwrap_or_default();
        Self {
            now: document
                .written
                .map_or(reference, |w| moment(w, reference.time())),
            order,
        }
    }

    /// The clock of a sentence: in letters and of what is to be done a bare weekday is to come, unless the sentence looks back.
    pub(crate) fn of(self, now: DateTime, sentence: &str, passage: &Passage) -> Reference {
        let ahead = match passage.kind {
            Kind::Message { .. } => !dates::looks_back(sentence),
            Kind::Item { task } => task == Some(false),
            _ => false,
        };
        Reference {
            lean: ahead.then_some(Lean::Future),
            ..self.at(now)
        }
    }

    /// The reference for words said at `now`.
    pub(crate) fn at(self, now: DateTime) -> Reference {
        Reference {
            order: self.order,
            ..Reference::at(now)
        }
    }
}

/// The first moment of `when`; with `time` where it has no time of day of its own.
pub(crate) fn moment(when: When, time: Time) -> DateTime {
    match when.start {
        Point::Minute(at) => at,
        point => point.first_day().to_datetime(time),
    }
}
