//! Ids and names for the shell's completion, asked from the daemon while somebody types: fast or not at all, and silent.

use crate::{card::clean, daemon, os};
use clap_complete::engine::CompletionCandidate;
use memo_common::{
    api::{Content, Filter},
    client::Client,
    config::{Config, Flags},
    paths,
};
use std::{
    collections::HashSet,
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

/// People who took part in memories, the latest first.
pub(crate) fn people(current: &OsStr) -> Vec<CompletionCandidate> {
    of_memories(current, |content| content.participants)
}

/// Places of memories.
pub(crate) fn places(current: &OsStr) -> Vec<CompletionCandidate> {
    of_memories(current, |content| content.place.into_iter().collect())
}

/// Tags of memories.
pub(crate) fn tags(current: &OsStr) -> Vec<CompletionCandidate> {
    of_memories(current, |content| content.tags)
}

/// What memories say that begins as it is typed, as far as they can be looked at in time.
fn of_memories(current: &OsStr, say: fn(Content) -> Vec<String>) -> Vec<CompletionCandidate> {
    let found = in_time(current, move |client, typed, found| {
        let typed = typed
            .trim_start_matches('#')
            .replace('\\', "")
            .to_lowercase();
        let mut cursor = None;
        while let Ok(page) = client.memories(&Filter::default(), Some(MOST), cursor.as_deref()) {
            let said = page.memories.into_iter().flat_map(|m| say(m.content));
            let fitting = said.filter(|name| name.to_lowercase().starts_with(&typed));
            for name in fitting {
                found((quoted(name), String::new()));
            }
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
    });
    let mut met = HashSet::new();
    let new = |c: &CompletionCandidate| met.insert(c.get_value().to_owned());
    found.into_iter().filter(new).take(MOST as usize).collect()
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
