//! Reading: bytes → [`Document`], by source type.
//!
//! - [`document`]: what a reader makes; `title`: how long its titles and names may be
//! - `guess`: the source type, where the upload does not say
//! - one file (or folder) per source type
//! - `things`: records of one's own things, a row of a table each
//! - `objects`: JSON that no source type's reader knows
//! - `furniture`: what stands round a text and nobody wrote
//! - `stays`: from when to when somebody stays, wherever a booking tells it
//!
//! What readers share:
//! - `lines`, `tables`, `records`: lines, tables in text, tables in files; `json`, `html`: what those hold
//! - `agenda`, `letters`: entries below their days; letters
//! - `bylines`: lines that say who wrote what stands below them
//! - `posts`, `turns`: what people publish under a login; what they say in turn
//! - `stamp`, `written_date`, `instant`, `ago`: times as programs write them: at the head of a line, as a whole date, as
//!   a number or ISO text, by how long ago
//! - `labels`, `places`, `display_name`: what a label announces, places by their form, names as programs show them

mod agenda;
mod ago;
mod browser;
mod bylines;
pub mod calendar;
mod display_name;
pub mod document;
mod email;
mod furniture;
mod github;
mod guess;
mod html;
mod instant;
mod json;
pub(crate) mod labels;
mod letters;
pub(crate) mod lines;
mod objects;
pub(crate) mod pattern;
mod pdf;
mod places;
mod posts;
mod records;
mod slack;
mod stamp;
mod stays;
mod stream;
mod tables;
mod text;
mod things;
pub(crate) mod title;
#[cfg(test)]
mod told;
mod turns;
mod vscode;
mod written_date;

pub use document::{Document, Kind, Passage, Person, PersonId};
pub(crate) use email::letter;
pub use title::Title;
pub(crate) use turns::{SOMEBODY, is_nameless};

use jiff::Zoned;
use memo_common::api::SourceType;
use title::shorten;

/// What a reader may know besides the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    /// The upload's file name.
    pub(crate) filename: Option<&'a str>,
    /// When the document was written as far as the upload says, in the zone it was given in.
    pub(crate) reference: &'a Zoned,
}

/// Reads an upload: `text` is valid UTF-8 without a byte-order mark. The type is `given`, or guessed from the
/// content and the file name; `reference` gives the zone in which instants are told.
pub fn read(
    text: &str,
    given: Option<SourceType>,
    filename: Option<&str>,
    reference: &Zoned,
) -> Document {
    let about = About {
        filename,
        reference,
    };
    let whole = text;
    let text = json::without_assignment(whole);
    let before = whole.len() - text.len();
    let mended = json::mended_json(text);
    let mut document = read_as(mended.as_deref().unwrap_or(text), given, &about);
    document.present.truncate(document::COMPANY);
    for person in &mut document.people {
        let names = person.name.iter_mut().chain(&mut person.email);
        names.chain(&mut person.handles).for_each(shorten);
    }
    for passage in &mut document.passages {
        // what was put into what is mended may end where no letter ends, or stand nowhere
        let start = text.floor_char_boundary(passage.span.start);
        let end = text.ceil_char_boundary(passage.span.end);
        passage.span = before + start..before + end;
        passage.verbatim = passage.stands_in(whole);
    }
    document
}

/// Reads a text without what a program put before it.
fn read_as(text: &str, given: Option<SourceType>, about: &About<'_>) -> Document {
    let reference = about.reference;
    let source = given.unwrap_or_else(|| guess::source_type(text, about));
    if let Some(mut document) = of_things(text, source, about) {
        furniture::clear(&mut document);
        return document;
    }
    let mut document = match source {
        SourceType::Browser => browser::read(text, about),
        SourceType::Pdf => pdf::read(text),
        SourceType::Email => email::read(text, reference),
        SourceType::Calendar => calendar::read(text, about),
        SourceType::Github => github::read(text, about),
        SourceType::Slack => slack::read(text, about),
        SourceType::Stream => stream::read(text, about),
        SourceType::Vscode => vscode::read(text, about),
        SourceType::Text => text::read(text, reference.datetime(), reference.time_zone()),
    };
    if objects::is_shown(text, &document)
        && let Some(read) = objects::read(text, document.source_type, about)
    {
        document = read;
    }
    stays::tell(&mut document);
    furniture::clear(&mut document);
    document
}

/// A table of one's own things, where the type is none whose tables hold other things.
fn of_things(text: &str, source: SourceType, about: &About<'_>) -> Option<Document> {
    use SourceType::{Browser, Pdf, Text, Vscode};
    matches!(source, Browser | Pdf | Text | Vscode)
        .then(|| things::read(text, source, about))
        .flatten()
}
