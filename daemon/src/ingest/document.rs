//! What a reader makes of an upload: passages in order, each with what the source's structure says of it.
//! Nothing here interprets language; that is `extract`'s work.

use super::{
    calendar::event::Event,
    title::{Title, short},
};
use crate::when::When;
use memo_common::api::{Entity, SourceType};
use std::ops::Range;

/// People with whom a name is compared before it is taken for a new one.
const CROWD: usize = 1000;

/// People who are told of with everything: those to whom a message goes, those at a meeting. More of them are a list, and
/// cost what they are times what is said.
pub(super) const COMPANY: usize = 256;

/// Index into [`Document::people`].
pub type PersonId = usize;

/// An upload, read.
#[derive(Clone, Debug)]
pub struct Document {
    /// As given at upload, or guessed.
    pub source_type: SourceType,
    /// Subject, first heading, calendar name.
    pub title: Option<Title>,
    /// When the document says it was written (a header, a heading, front matter).
    pub written: Option<When>,
    /// Where the document as a whole takes place (a meeting's room), where its structure says so.
    pub place: Option<String>,
    /// Everybody whom the structure names: senders, attendees, speakers.
    pub people: Vec<Person>,
    /// People who are there without being named per passage: a meeting's attendees, a talk's two sides.
    pub present: Vec<PersonId>,
    /// People who only get a copy of what is written to others.
    pub copied: Vec<PersonId>,
    /// The content, in source order; boilerplate and markup are not in it.
    pub passages: Vec<Passage>,
}

impl Document {
    /// An empty document of this type.
    pub fn new(source_type: SourceType) -> Self {
        Self {
            source_type,
            title: None,
            written: None,
            place: None,
            people: Vec::new(),
            present: Vec::new(),
            copied: Vec::new(),
            passages: Vec::new(),
        }
    }

    /// The number of a thread that no passage is in yet.
    pub(super) fn new_thread(&self) -> u32 {
        u32::try_from(self.passages.len()).unwrap_or(u32::MAX)
    }

    /// The person with this name, address or handle (compared without case), made known where new.
    pub fn person(
        &mut self,
        name: Option<&str>,
        email: Option<&str>,
        handle: Option<&str>,
    ) -> PersonId {
        let (name, email, handle) = (name.map(short), email.map(short), handle.map(short));
        let same = |a: &Option<String>, b: Option<&str>| match (a, b) {
            (Some(a), Some(b)) => a.to_lowercase() == b.to_lowercase(),
            _ => false,
        };
        // In a crowd only those met last are compared, so that time stays linear; one met twice over a great
        // distance is made known twice, under the same name.
        let mut met = self.people.iter().enumerate().rev().take(CROWD);
        let found = met.find(|(_, p)| {
            same(&p.email, email)
                || handle.is_some_and(|h| {
                    p.handles
                        .iter()
                        .any(|x| x.to_lowercase() == h.to_lowercase())
                })
                || (same(&p.name, name) && (p.email.is_none() || email.is_none()))
        });
        let found = found.map(|(id, _)| id);
        let id = found.unwrap_or_else(|| {
            self.people.push(Person::default());
            self.people.len() - 1
        });
        let person = &mut self.people[id];
        if person.name.is_none() {
            person.name = name.map(str::to_owned);
        }
        if person.email.is_none() {
            person.email = email.map(str::to_owned);
        }
        if let Some(handle) = handle
            && !person.handles.iter().any(|h| h == handle)
        {
            person.handles.push(handle.to_owned());
        }
        id
    }
}

/// Somebody whom the document's structure names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// Display name, without decoration ("Lee, Ann" turned to "Ann Lee", "(he/him)" dropped).
    pub name: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// User names, without the `@`.
    pub handles: Vec<String>,
    /// It is no person but an organisation, an office or a program that writes.
    pub organization: bool,
}

impl Person {
    /// How they are called in a sentence.
    pub(crate) fn called(&self) -> &str {
        let name = self
            .name
            .as_deref()
            .or_else(|| self.handles.first().map(String::as_str))
            .or(self.email.as_deref());
        name.map_or("somebody", short)
    }
}

/// A piece of content that belongs together in the source: a turn, a message's paragraph, an event.
#[derive(Clone, Debug)]
pub struct Passage {
    /// What it is, with what only that kind has.
    pub kind: Kind,
    /// Cleaned text; a newline stands where the source's line structure carries meaning.
    pub text: String,
    /// Bytes of the upload it came from.
    pub span: Range<usize>,
    /// Whether the text stands there byte for byte, but for the kind of white space: its parts then do, too.
    pub verbatim: bool,
    /// Headings it stands under, outermost first.
    pub headings: Vec<Title>,
    /// Who wrote or said it.
    pub speaker: Option<PersonId>,
    /// To whom (addressees, attendees).
    pub audience: Vec<PersonId>,
    /// When it was said, sent, or takes place, by the source's structure.
    pub when: Option<When>,
    /// Where, by the source's structure.
    pub place: Option<String>,
    /// Passages of the same number belong together (a message, a thread, a section).
    pub thread: u32,
    /// Named things that the source's structure gives: a repository, a branch, files.
    pub named: Vec<Entity>,
    /// How it repeats, as `series` reads it.
    pub series: Option<String>,
}

impl Passage {
    /// Prose from this span, with nothing else known.
    pub fn new(kind: Kind, text: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            kind,
            text: text.into(),
            span,
            verbatim: false,
            headings: Vec::new(),
            speaker: None,
            audience: Vec::new(),
            when: None,
            place: None,
            thread: 0,
            named: Vec::new(),
            series: None,
        }
    }

    /// Whether its text stands at its span of the `upload`, byte for byte but for the kind of white space.
    pub(super) fn stands_in(&self, upload: &str) -> bool {
        let Some(part) = upload.get(self.span.clone()) else {
            return false;
        };
        let same = |(a, b): (u8, u8)| a == b || a.is_ascii_whitespace() && b.is_ascii_whitespace();
        part.len() == self.text.len() && part.bytes().zip(self.text.bytes()).all(same)
    }
}

/// The kinds of passage. A reader adds a variant where a source has facts of its own.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Running prose: a journal's paragraph, a section of notes.
    Prose,
    /// One item of a list.
    Item {
        /// A task, and whether it is done.
        task: Option<bool>,
    },
    /// Text of a written message (mail, comment), new words only.
    Message {
        /// The message's subject.
        subject: Option<Title>,
    },
    /// A calendar's event or task; the passage's text is its description.
    Event(Box<Event>),
    /// One turn of talk (chat, transcript).
    Turn,
    /// Something published with words of its author's own: the passage's text.
    Post {
        /// What the author (the passage's speaker) did with it, in the past tense: "opened issue #4 in a/b".
        act: String,
    },
    /// Facts that the reader has already put into a sentence of `text`, told by the user or (with `speaker`)
    /// by somebody: a page visited, a commit, a push.
    Record,
}
