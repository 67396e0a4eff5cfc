//! What a person means by the name of a document or a memory: its id, or so much of it that it can be no other, a
//! file's name, or a number of the last answer.

use crate::{
    card::clean,
    context::Context,
    error::{Exit, Failure, Result},
    recent,
};
use memo_common::{
    api::{Document, MemoryDetail},
    client::{Client, ClientError},
    files::Files,
};
use std::path::Path;

use super::list::documents;

/// What stands between a document's id and a memory's number.
const BETWEEN: &str = "_memory_";
/// So many are named where several are meant.
const SHOWN: usize = 3;

/// What a name names.
pub(super) enum Thing {
    Document(Box<Document>),
    Memory(Box<MemoryDetail>),
}

impl Thing {
    /// Its id.
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Document(document) => &document.item_id,
            Self::Memory(memory) => &memory.memory.custom_id,
        }
    }
}

/// What this very id names; what looks like a memory's may be a document's all the same.
pub(super) fn by_id(client: &Client, id: &str) -> Result<Option<Thing>> {
    if memory_of(id).is_some()
        && let Some(memory) = there(client.memory(id))?
    {
        return Ok(Some(Thing::Memory(Box::new(memory))));
    }
    let document = there(client.document(id))?;
    Ok(document.map(|d| Thing::Document(Box::new(d))))
}

/// What this name names, whichever kind of name it is.
pub(super) fn find(context: &Context, client: &Client, name: &str) -> Result<Thing> {
    if let Some(thing) = by_id(client, name)? {
        return Ok(thing);
    }
    let number = name.parse::<usize>().ok();
    if let Some(id) = number.and_then(|n| recent::shown(&context.config, n)) {
        return by_id(client, &id)?.ok_or_else(|| nothing(name));
    }
    let (part, memory) = match memory_of(name) {
        Some((part, number)) => (part, Some(number)),
        None => (name, None),
    };
    let document = document(context, client, part)?;
    match memory {
        None => Ok(Thing::Document(Box::new(document))),
        Some(number) => {
            let id = format!("{}{BETWEEN}{number}", document.item_id);
            by_id(client, &id)?.ok_or_else(|| nothing(name))
        }
    }
}

/// The id of the document that this name names, where one is named.
pub(super) fn item(
    context: &Context,
    client: &Client,
    name: Option<&str>,
) -> Result<Option<String>> {
    let Some(name) = name else { return Ok(None) };
    let known = there(client.document(name))?;
    let document = known.map_or_else(|| document(context, client, name), Ok)?;
    Ok(Some(document.item_id))
}

/// The document of this file, of a file of this name, or whose id begins like this.
fn document(context: &Context, client: &Client, name: &str) -> Result<Document> {
    let files = Files::open(&context.config);
    if let Some(id) = files.document(Path::new(name))
        && let Some(document) = there(client.document(&id))?
    {
        return Ok(document);
    }
    let all = documents(client, usize::MAX)?;
    let is_file = |d: &&Document| d.filename.as_deref() == Some(name);
    let begins = |d: &&Document| {
        !name.is_empty()
            && (d.item_id.starts_with(name)
                || d.filename.as_deref().is_some_and(|f| f.starts_with(name)))
    };
    let named: Vec<&Document> = all.iter().filter(is_file).collect();
    let meant = match named.is_empty() {
        true => all.iter().filter(begins).collect(),
        false => named,
    };
    match meant.as_slice() {
        [] => Err(nothing(name)),
        [document] => Ok((*document).clone()),
        several => {
            let ids = several.iter().take(SHOWN).map(|d| clean(&d.item_id));
            let mut ids = ids.collect::<Vec<_>>().join(", ");
            if several.len() > SHOWN {
                ids += &format!(" and {} more", several.len() - SHOWN);
            }
            let message = format!("\"{}\" may mean {ids}", clean(name));
            Err(Failure::usage(message).hint("type as much of the id as tells them apart"))
        }
    }
}

/// The document's part of a memory's id, and the number.
fn memory_of(id: &str) -> Option<(&str, &str)> {
    let is_number = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    id.rsplit_once(BETWEEN).filter(|(_, n)| is_number(n))
}

pub(super) fn nothing(name: &str) -> Failure {
    let message = format!("no document or memory is called \"{}\"", clean(name));
    let mut failure = Failure::new(Exit::Nothing, message).hint("`memo list` shows what there is");
    failure.code = Some("not_found".into());
    failure
}

/// `None` for what is not there.
fn there<T>(answer: std::result::Result<T, ClientError>) -> Result<Option<T>> {
    match answer {
        Ok(thing) => Ok(Some(thing)),
        Err(ClientError::Problem(problem)) if problem.status == 404 => Ok(None),
        Err(error) => Err(error.into()),
    }
}
