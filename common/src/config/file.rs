//! The settings file: read as TOML, and changed so that comments, order and all else in it stay.

use super::{Config, ConfigError, Origin, SETTINGS, Setting, Values, check, find};
use crate::paths;
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};
use toml_edit::{Document, DocumentMut, Item, Table, TableLike, Value};

/// A file's settings by their names, as the environment would give them.
type Given = Vec<(&'static str, String)>;

/// Symbolic links that lead from one to the next; a longer way is taken for a circle.
const LINKS: usize = 16;

/// The settings in the file, those of a table by their dotted names (`llm.model`); none where there is no file.
pub(super) fn read(path: &Path) -> Result<Given, ConfigError> {
    parse(path, &text_of(path)?)
}

/// What the file holds; nothing where there is none.
fn text_of(path: &Path) -> Result<String, ConfigError> {
    match fs::read_to_string(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|error| ConfigError::Io {
            path: path.to_owned(),
            error,
        }),
    }
}

fn parse(path: &Path, text: &str) -> Result<Given, ConfigError> {
    let document = Document::parse(text).map_err(|error| ConfigError::Syntax {
        path: path.to_owned(),
        error,
    })?;
    let mut found = Vec::new();
    for (name, item) in document.iter() {
        match item.as_table_like() {
            Some(table) => {
                let inner = table.iter();
                found.extend(inner.map(|(key, item)| (format!("{name}.{key}"), plain(item))));
            }
            None => found.push((name.to_owned(), plain(item))),
        }
    }
    let known = found.into_iter().map(|(name, value)| {
        let setting = find(&name).ok_or_else(|| ConfigError::Unknown {
            name: name.clone(),
            origin: Origin::File(path.to_owned()),
        })?;
        Ok((setting.name, value))
    });
    known.collect()
}

/// A value as the environment would give it.
fn plain(item: &Item) -> String {
    match item.as_value() {
        Some(value) => plain_value(value),
        None => item.to_string(),
    }
}

fn plain_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.value().clone(),
        Value::Integer(number) => number.value().to_string(),
        Value::Array(items) => {
            let items = items.iter().map(plain_value);
            items.collect::<Vec<_>>().join(",")
        }
        other => other.to_string().trim().to_owned(),
    }
}

/// Sets (or with `None` removes) a setting in the file, and leaves all else in it as it is.
///
/// # Errors
/// The name is unknown, the value does not fit, or the file cannot be read or written, or not be changed without harm.
pub fn set(path: &Path, name: &str, value: Option<&str>) -> Result<(), ConfigError> {
    let setting = find(name).ok_or_else(|| ConfigError::Unknown {
        name: name.to_owned(),
        origin: Origin::Flag,
    })?;
    let old = text_of(path)?;
    let before = parse(path, &old)?;
    if let Some(value) = value {
        fits(setting, value)?;
    }
    let new = changed(&old, setting.name, value).unwrap_or_default();
    // Whatever was in the file: what is written reads as what was meant, or nothing is written.
    let others = |given: Given| {
        let mut others: Given = given
            .into_iter()
            .filter(|(n, _)| *n != setting.name)
            .collect();
        others.sort();
        others
    };
    let meant = |after: Given| {
        let mut own = after.iter().filter(|(n, _)| *n == setting.name);
        let own = (own.next().map(|(_, v)| v.as_str()), own.next());
        own == (value, None) && others(after) == others(before)
    };
    if !parse(path, &new).is_ok_and(meant) {
        return Err(ConfigError::Unchangeable {
            path: path.to_owned(),
            name: setting.name,
        });
    }
    put(path, &new).map_err(|error| ConfigError::Io {
        path: path.to_owned(),
        error,
    })
}

/// Whether the setting can have this value.
fn fits(setting: &'static Setting, value: &str) -> Result<(), ConfigError> {
    let defaults = SETTINGS.iter().filter(|s| !s.default.is_empty());
    let mut all: Values = defaults
        .map(|s| (s.name, (s.default.to_owned(), Origin::Default)))
        .collect();
    all.insert(setting.name, (value.to_owned(), Origin::Flag));
    if value.contains(char::is_control) {
        return Err(check::invalid(
            &all,
            setting.name,
            "a text without control characters",
        ));
    }
    Config::from_values(all, None).map(drop)
}

/// The text with the setting changed; `None` where something stands in its way.
fn changed(old: &str, name: &str, value: Option<&str>) -> Option<String> {
    // The whole name may stand in quotes: one key, and none of a table.
    let (table, key) = match name.split_once('.') {
        Some((table, key)) if !old.parse::<DocumentMut>().ok()?.contains_key(name) => {
            (Some(table), key)
        }
        _ => (None, name),
    };
    match value {
        Some(value) => with(old, table, key, value),
        None => without(old, table, key),
    }
}

fn with(old: &str, table: Option<&str>, key: &str, value: &str) -> Option<String> {
    let mut document: DocumentMut = old.parse().ok()?;
    let place: &mut dyn TableLike = match table {
        Some(table) => document
            .entry(table)
            .or_insert(Item::Table(Table::new()))
            .as_table_like_mut()?,
        None => document.as_table_mut(),
    };
    match place.get_mut(key).and_then(Item::as_value_mut) {
        Some(there) => {
            // What stands around it, a comment behind it say, stays.
            let around = there.decor().clone();
            *there = Value::from(value);
            *there.decor_mut() = around;
        }
        None => {
            place.insert(key, toml_edit::value(value));
        }
    }
    Some(document.to_string())
}

/// Takes the setting's lines out; comments above it, which the parser keeps with it, stay.
fn without(old: &str, table: Option<&str>, key: &str) -> Option<String> {
    let document = Document::parse(old).ok()?;
    let place: &dyn TableLike = match table.map(|table| document.get(table)) {
        Some(None) => return Some(old.to_owned()),
        Some(Some(item)) => item.as_table_like()?,
        None => document.as_table(),
    };
    let Some((written, item)) = place.get_key_value(key) else {
        return Some(old.to_owned());
    };
    if let Some(table) = table
        && document.get(table)?.is_inline_table()
    {
        let mut document = document.into_mut();
        document.get_mut(table)?.as_table_like_mut()?.remove(key);
        return Some(document.to_string());
    }
    let (start, end) = (written.span()?.start, item.span()?.end);
    let start = old[..start].rfind('\n').map_or(0, |at| at + 1);
    let end = old[end..].find('\n').map_or(old.len(), |at| end + at + 1);
    Some([&old[..start], &old[end..]].concat())
}

/// Puts the file in place whole. A symbolic link stays one: it is the file it leads to that is replaced.
fn put(path: &Path, text: &str) -> io::Result<()> {
    let place = target(path)?;
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut draft = place.file_name().unwrap_or_default().to_owned();
    draft.push(format!(".{}.new", std::process::id()));
    let draft = place.with_file_name(draft);
    let written = write(&draft, text).and_then(|()| fs::rename(&draft, &place));
    if written.is_err() {
        // It is no use to anybody; nothing depends on it.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn write(draft: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(draft)?;
    // Before anything is in it that others must not read.
    paths::private(draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The file itself, behind all symbolic links; it need not be there.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&place) {
            // What is said relative to a link is relative to its folder.
            Ok(next) => place = place.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("it is a symbolic link that leads nowhere"))
}
