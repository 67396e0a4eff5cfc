//! Ids and names for the shell's completion, asked from the daemon while somebody types: fast or not at all, and silent.

use crate::{
    card::{clean, count},
    daemon, os,
};
use clap_complete::engine::CompletionCandidate;
use memo_common::{
    api::{FacetKind, Filter},
    client::Client,
    config::{Config, Flags},
    paths,
};
use std::{
    ffi::OsStr,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

/// For all of it; a person notices more than 200 ms.
const WITHIN: Duration = Duration::from_millis(160);
/// For one request of it.
const REQUEST: Duration = Duration::from_millis(120);
/// Names looked at; with more than this, type more of the name.
const MOST: u32 = 100;

/// Ids of documents.
pub(crate) fn documents(current: &OsStr) -> Vec<CompletionCandidate> {
    ids(current, names)
}

/// What stands between a document's id and a memory's number.
const BETWEEN: &str = "_memory_";

/// Ids of documents, and of the memories of one that is typed whole, or far enough to be known.
pub(crate) fn documents_and_memories(current: &OsStr) -> Vec<CompletionCandidate> {
    ids(current, |client, prefix| {
        let typed = memories_typed(client, prefix);
        if !typed.is_empty() {
            return typed;
        }
        let mut ids = names(client, prefix);
        let whole = ids.iter().find(|(id, _)| id == prefix);
        if let Some((id, _)) = whole.or(ids.first().filter(|_| ids.len() == 1)) {
            ids.extend(memories_of(client, &format!("{id}{BETWEEN}")));
        }
        ids
    })
}

/// Ids of the memories of which more is typed than their document's: `notes_`, `notes_mem`, `notes_memory_1`.
fn memories_typed(client: &Client, prefix: &str) -> Ids {
    let typed = memories_of(client, prefix);
    if !typed.is_empty() {
        return typed;
    }
    let begun = (1..BETWEEN.len()).rev();
    let item_id = begun
        .filter_map(|n| prefix.strip_suffix(&BETWEEN[..n]))
        .next();
    item_id.map_or_else(Vec::new, |id| {
        memories_of(client, &format!("{id}{BETWEEN}"))
    })
}

/// Ids of memories; of documents until one is typed whole.
pub(crate) fn memories(current: &OsStr) -> Vec<CompletionCandidate> {
    ids(current, |client, prefix| {
        let typed = memories_typed(client, prefix);
        if !typed.is_empty() {
            return typed;
        }
        let documents = names(client, prefix);
        let few = documents.iter().take(3);
        few.flat_map(|(id, _)| memories_of(client, &format!("{id}{BETWEEN}")))
            .collect()
    })
}

type Ids = Vec<(String, String)>;

fn names(client: &Client, prefix: &str) -> Ids {
    let mut ids = Vec::new();
    let mut cursor = None;
    // The caller's deadline ends this, however many pages there are.
    while let Ok(page) = client.documents(Some(MOST), cursor.as_deref()) {
        let fitting = page
            .documents
            .into_iter()
            .filter(|d| d.item_id.starts_with(prefix));
        ids.extend(fitting.map(|d| {
            let about = d.filename.unwrap_or_default();
            (d.item_id, about)
        }));
        cursor = page.next_cursor;
        if cursor.is_none() || ids.len() >= MOST as usize {
            break;
        }
    }
    ids
}

fn memories_of(client: &Client, prefix: &str) -> Ids {
    let Some((item_id, _)) = prefix.rsplit_once(BETWEEN) else {
        return Vec::new();
    };
    let filter = Filter {
        item_id: Some(item_id.to_owned()),
        ..Filter::default()
    };
    let page = client
        .memories(&filter, Some(MOST), None)
        .unwrap_or_default();
    let fitting = page
        .memories
        .into_iter()
        .filter(|m| m.custom_id.starts_with(prefix));
    let mut ids: Ids = fitting
        .map(|m| {
            let about = m.content.narrative.chars().take(60).collect();
            (m.custom_id, about)
        })
        .collect();
    // By their numbers: one with more digits comes later.
    ids.sort_by_key(|(id, _)| (id.len(), id.clone()));
    ids
}

/// People of memories.
pub(crate) fn people(current: &OsStr) -> Vec<CompletionCandidate> {
    values(current, FacetKind::People)
}

/// Places of memories.
pub(crate) fn places(current: &OsStr) -> Vec<CompletionCandidate> {
    values(current, FacetKind::Places)
}

/// Tags of memories.
pub(crate) fn tags(current: &OsStr) -> Vec<CompletionCandidate> {
    values(current, FacetKind::Tags)
}

/// What memories are of that begins as it is typed, with how many there are.
fn values(current: &OsStr, kind: FacetKind) -> Vec<CompletionCandidate> {
    in_time(current, move |client, typed, found| {
        let typed = typed.trim_start_matches('#').replace('\\', "");
        let all = Filter::default();
        let facets = client.facets(Some(kind), &typed, &all, Some(MOST), None);
        let facets = facets.unwrap_or_default();
        let kinds = [facets.people, facets.places, facets.tags];
        let typed = typed.to_lowercase();
        for value in kinds.into_iter().flatten().flat_map(|facet| facet.values) {
            if value.value.to_lowercase().starts_with(&typed) {
                found((
                    quoted(value.value),
                    count(value.memories, "memory", "memories"),
                ));
            }
        }
    })
}

/// As the shell takes it on a command line: bash alone leaves the quoting to us.
fn quoted(name: String) -> String {
    if !os::completes_for_bash() {
        return name;
    }
    let plain = |c: char| c.is_alphanumeric() || "_-./+@:,".contains(c);
    let mut quoted = String::with_capacity(name.len());
    for c in name.chars() {
        if !plain(c) {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted
}

fn ids(current: &OsStr, ask: fn(&Client, &str) -> Ids) -> Vec<CompletionCandidate> {
    in_time(current, move |client, prefix, found| {
        ask(client, prefix).into_iter().for_each(found);
    })
}

/// What was found until the time is up: too late is as good as nothing.
fn in_time(
    current: &OsStr,
    ask: impl FnOnce(&Client, &str, &mut dyn FnMut((String, String))) + Send + 'static,
) -> Vec<CompletionCandidate> {
    let Some(prefix) = current.to_str().map(str::to_owned) else {
        return Vec::new();
    };
    let (send, answers) = mpsc::channel();
    thread::spawn(move || {
        if let Some(client) = client() {
            ask(&client, &prefix, &mut |found| {
                // Nobody listens any more.
                let _ = send.send(found);
            });
        }
    });
    let until = Instant::now() + WITHIN;
    let left = || until.saturating_duration_since(Instant::now());
    std::iter::from_fn(|| answers.recv_timeout(left()).ok())
        .map(|(id, about)| {
            let about = clean(&about);
            CompletionCandidate::new(clean(&id)).help((!about.is_empty()).then(|| about.into()))
        })
        .collect()
}

/// A client of the daemon that is there already; none is started for this.
fn client() -> Option<Client> {
    let config = Config::load(&Flags::new()).ok()?;
    if let Some(url) = config.url {
        return Client::with_timeout(url, config.api_key, REQUEST).ok();
    }
    let stored = paths::read_key(&config.data_dir).ok()?;
    let file = daemon::noted(&config)?;
    Client::proven(&file, config.api_key.or(stored), Some(REQUEST)).ok()
}
