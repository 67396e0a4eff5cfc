//! What lies on disk, as JSON. These are not the wire types: the two change for different reasons.
//! Every field that is added later carries `#[serde(default)]`, so that old folders stay readable.

use super::Trace;
use crate::{series::Series, when::When};
use jiff::civil::Date;
use memo_common::api::{Content, Correction, Entity, RunError, RunState, SourceType};
use serde::{Deserialize, Serialize};

/// The number of this layout; a folder with a higher one was written by a later memo. Since 3 there are corrections and
/// people, since 4 mailboxes.
pub(crate) const FORMAT: u32 = 4;

/// Since this layout each transaction is in the journal, too.
pub(crate) const JOURNALED: u32 = 2;

/// Bytes of a text that is kept inside the store; longer ones are files of their own.
pub(crate) const INLINE: usize = 4096;

/// A document's name points to its versions. Key: user, 0, item id.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DocumentRecord {
    /// The version that was uploaded last.
    pub newest: u64,
    /// The version whose memories count.
    pub live: Option<u64>,
}

/// One accepted upload. Key: its number, unique and increasing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct VersionRecord {
    pub user: String,
    pub item_id: String,
    pub user_name: String,
    pub filename: Option<String>,
    /// As the upload says.
    pub given: Option<SourceType>,
    /// As the reader found; `None` until then.
    pub source_type: Option<SourceType>,
    /// RFC 3339: when the text was written, as the upload says.
    pub reference: Option<String>,
    /// RFC 3339: when it was uploaded.
    pub created: String,
    pub bytes: u64,
    /// Hash of the text (hex), where it is a file of its own.
    pub file: Option<String>,
    /// Hash of the text and the fields that came with it: the same upload again has the same.
    pub digest: String,
    /// The run that works on it.
    pub run: String,
    /// How many memories were made of it, once they are.
    pub memories: Option<u32>,
    /// Indexes of those that were removed since.
    #[serde(default)]
    pub removed: Vec<u32>,
    /// Hashes of the passages that removed memories were of, those of earlier versions too: none is made of them again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forgotten: Vec<String>,
    /// Deleted or superseded: nobody may see it any more, its data is about to go.
    #[serde(default)]
    pub dropped: bool,
}

/// A background run. Key: its id.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RunRecord {
    pub user: String,
    pub item_id: String,
    pub version: u64,
    pub state: RunState,
    /// How often it was begun; what was begun and not ended was cut short by a crash.
    pub attempts: u32,
    /// RFC 3339.
    pub started: String,
    /// RFC 3339.
    pub ended: Option<String>,
    pub memories: Option<u64>,
    pub error: Option<RunError>,
    /// How the memories were made, once they are; the embedded way where nothing is said.
    #[serde(default)]
    pub extractor: Option<String>,
    /// Why the model's way was left.
    #[serde(default)]
    pub fallback: Option<RunError>,
}

/// A memory. Key: version, index.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MemoryRecord {
    pub narrative: String,
    pub participants: Vec<String>,
    pub when: Option<String>,
    pub place: Option<String>,
    pub entities: Vec<Entity>,
    pub tags: Vec<String>,
    /// Bytes of the text, first and behind the last.
    pub spans: Vec<(u64, u64)>,
    pub speaker: Option<String>,
    pub asks: bool,
    pub thread: u32,
    /// How it repeats, as `series` reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// The number of the correction that it is as it is by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<u64>,
}

impl MemoryRecord {
    /// What the passages of a text that it comes from are known by; `None` where it comes from none.
    pub(crate) fn passage(&self, text: &str) -> Option<String> {
        let mut hasher = blake3::Hasher::new();
        for &(start, end) in &self.spans {
            hasher.update(text.get(start as usize..end as usize)?.as_bytes());
        }
        (!self.spans.is_empty()).then(|| hasher.finalize().to_hex().to_string())
    }

    /// When it happened.
    pub(crate) fn when(&self) -> Option<When> {
        self.when.as_deref()?.parse().ok()
    }

    /// How it repeats, where it does.
    pub(crate) fn series(&self) -> Option<Series> {
        self.series.as_deref()?.parse().ok()
    }

    /// First and last day of it; what repeats for ever has no last one.
    pub(crate) fn days(&self) -> Option<(Date, Date)> {
        let (first, last) = self.when()?.days();
        let goes_on = |series: Series| series.end().unwrap_or(Date::MAX);
        Some((first, self.series().map_or(last, goes_on).max(last)))
    }

    /// Whether it happened, or one of its occurrences did, on these days or between them.
    pub(crate) fn is_within(&self, from: Date, to: Date) -> bool {
        match self.series() {
            Some(series) => series.between(from, to).next().is_some(),
            None => self
                .days()
                .is_some_and(|(first, last)| first <= to && last >= from),
        }
    }

    /// What of it goes over the wire.
    pub(crate) fn content(self) -> Content {
        Content {
            narrative: self.narrative,
            participants: self.participants,
            when: self.when.unwrap_or_default(),
            place: self.place,
            entities: self.entities,
            tags: self.tags,
        }
    }
}

/// What a person put right in a memory. Key: user, 0, item id, 0, its number. It is the document's, and finds its memory
/// in each version again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CorrectionRecord {
    /// The memory's index in the live version; `None` while no memory of it is the one.
    pub index: Option<u32>,
    /// What the memory is known by.
    pub trace: Trace,
    /// What was read, of the fields that were put right.
    pub read: Correction,
    /// How the memory repeats as it was read, where its time was put right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// What they say instead.
    pub fields: Correction,
    /// RFC 3339: when it was changed last.
    pub changed: String,
}

/// What a user said of a name. Key: user, 0, the folded name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NameRecord {
    /// As it was written.
    pub name: String,
    /// The name that it was merged into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<String>,
    /// The name to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// Names that are somebody else's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<String>,
}

/// How far a folder of a watched mailbox was read. Key: watch, 0, f, its name at the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MailFolderRecord {
    /// What its mails are kept under.
    pub number: u32,
    /// For how long its mails keep their numbers (UIDVALIDITY).
    pub validity: u32,
    /// All mails below this number were read; 0 until that is so.
    pub next: u32,
    /// How many mails there were then.
    pub count: u32,
    /// What its mails were kept under before they were numbered anew, until they are read again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old: Vec<u32>,
}

/// A mail that was read. Key: watch, 0, m, the folder's number, the mail's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MailRecord {
    /// The document that it is; none where there was nothing to remember.
    pub item_id: Option<String>,
}

/// A user's standing rating. Key: user, 0, version, index, hash of the folded query.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RatingRecord {
    pub version: u64,
    pub index: u32,
    pub query: String,
    pub rating: i32,
}

/// What the index has to take in. Key: its number, unique and increasing. Gone once the index has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChangeRecord {
    /// A version's memories count from now on.
    Live { version: u64, replaces: Option<u64> },
    /// Versions that nobody wants any more; their data is still to be removed.
    Gone { versions: Vec<u64> },
    /// A memory of this version was removed.
    Thinned { version: u64 },
    /// A memory was put right, or a correction taken back.
    Corrected { version: u64, index: u32 },
}

/// A key. Key: hash of the secret.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KeyRecord {
    pub key_id: String,
    pub user: String,
    pub name: String,
    pub admin: bool,
    /// It opens what it opens for reading alone.
    #[serde(default)]
    pub read_only: bool,
    /// RFC 3339.
    pub created: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records as the first version wrote them: they have to read for ever.
    #[test]
    fn records_of_the_first_version_read() {
        let version = r#"{"user":"u","item_id":"garden","user_name":"Mira","filename":"a.txt","given":null,
            "source_type":"text","reference":"2024-05-03T10:00:00Z","created":"2024-05-04T10:00:00.000Z","bytes":9,
            "file":null,"digest":"d","run":"r","memories":1}"#;
        let version: VersionRecord = serde_json::from_str(version).expect("a version");
        assert!(version.removed.is_empty() && !version.dropped);
        let document = r#"{"newest":2,"live":1}"#;
        let document: DocumentRecord = serde_json::from_str(document).expect("a document");
        assert_eq!((document.newest, document.live), (2, Some(1)));
        let run = r#"{"user":"u","item_id":"garden","version":1,"state":"FAILED","attempts":3,
            "started":"2024-05-04T10:00:00.000Z","ended":null,"memories":null,
            "error":{"code":"crashed","message":"It did."}}"#;
        let run: RunRecord = serde_json::from_str(run).expect("a run");
        assert_eq!(run.state, RunState::Failed);
        let memory = r#"{"narrative":"I planted tulips.","participants":["Mira"],"when":"2024-05-03","place":null,
            "entities":[{"name":"Lisbon","type":"location"}],"tags":["tulips"],"spans":[[0,17]],"speaker":null,
            "asks":false,"thread":0}"#;
        let memory: MemoryRecord = serde_json::from_str(memory).expect("a memory");
        assert_eq!(memory.spans, [(0, 17)]);
        let rating = r#"{"version":1,"index":0,"query":"tulips","rating":-1}"#;
        serde_json::from_str::<RatingRecord>(rating).expect("a rating");
        for change in [
            r#"{"live":{"version":2,"replaces":1}}"#,
            r#"{"gone":{"versions":[1,2]}}"#,
            r#"{"thinned":{"version":1}}"#,
            r#"{"corrected":{"version":1,"index":0}}"#,
        ] {
            serde_json::from_str::<ChangeRecord>(change).expect("a change");
        }
        let key = r#"{"key_id":"k","user":"u","name":"first","admin":true,"created":"2024-05-04T10:00:00.000Z"}"#;
        let key: KeyRecord = serde_json::from_str(key).expect("a key");
        assert!(!key.read_only);
    }
}
