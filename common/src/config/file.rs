//! The settings file: read as TOML, changed line by line, so that comments and order stay.

use super::{Config, ConfigError, Origin, SETTINGS, find};
use crate::paths;
use std::{collections::BTreeMap, fs, io, path::Path};

/// The settings in the file, those of a table by their dotted names (`llm.model`); none where there is no file.
pub(super) fn read(path: &Path) -> Result<Vec<(&'static str, String)>, ConfigError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            let path = path.to_owned();
            return Err(ConfigError::Io { path, error });
        }
    };
    let table: toml::Table = toml::from_str(&text).map_err(|error| ConfigError::Syntax {
        path: path.to_owned(),
        error,
    })?;
    let mut found = Vec::new();
    for (name, value) in table {
        match value {
            toml::Value::Table(inner) => {
                for (key, value) in inner {
                    found.push((format!("{name}.{key}"), value));
                }
            }
            value => found.push((name, value)),
        }
    }
    let known = found.into_iter().map(|(name, value)| {
        let setting = find(&name).ok_or_else(|| ConfigError::Unknown {
            name: name.clone(),
            origin: Origin::File(path.to_owned()),
        })?;
        Ok((setting.name, plain(value)))
    });
    known.collect()
}

/// A value as the environment would give it.
fn plain(value: toml::Value) -> String {
    match value {
        toml::Value::String(s) => s,
        toml::Value::Array(items) => {
            let items = items.into_iter().map(plain);
            items.collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    }
}

/// Sets (or with `None` removes) a setting in the file, and leaves its other lines as they are.
///
/// # Errors
/// The name is unknown, the value does not fit, or the file cannot be read or written.
pub fn set(path: &Path, name: &str, value: Option<&str>) -> Result<(), ConfigError> {
    let setting = find(name).ok_or_else(|| ConfigError::Unknown {
        name: name.to_owned(),
        origin: Origin::Flag,
    })?;
    read(path)?;
    if let Some(value) = value {
        let mut all: BTreeMap<_, _> = SETTINGS
            .iter()
            .filter(|s| !s.default.is_empty())
            .map(|s| (s.name, (s.default.to_owned(), Origin::Default)))
            .collect();
        all.insert(setting.name, (value.to_owned(), Origin::Flag));
        Config::from_values(all, None)?;
    }
    let io = |error| ConfigError::Io {
        path: path.to_owned(),
        error,
    };
    let old = match fs::read_to_string(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
        read => read.map_err(io)?,
    };
    let lines = changed(&old, name, value);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    let draft = path.with_extension("toml.new");
    fs::write(&draft, "").map_err(io)?;
    // Before anything is in it that others must not read.
    paths::private(&draft).map_err(io)?;
    fs::write(&draft, lines.join("\n") + "\n").map_err(io)?;
    fs::rename(&draft, path).map_err(io)
}

/// The lines of the file with the setting changed.
fn changed(old: &str, name: &str, value: Option<&str>) -> Vec<String> {
    let (table, key) = match name.split_once('.') {
        Some((table, key)) => (Some(table), key),
        None => (None, name),
    };
    let mut lines: Vec<String> = Vec::new();
    let mut within: Option<String> = None;
    // Where the setting stood; else the end of its table.
    let mut place = None;
    let mut end = (table.is_none()).then_some(0);
    for line in old.lines() {
        if let Some(header) = header(line) {
            within = Some(header);
        } else if let Some((written, _)) = line.split_once('=') {
            let written: String = written.chars().filter(|c| !c.is_whitespace()).collect();
            let here = within.as_deref() == table && written == key;
            if here || (within.is_none() && written == name) {
                if here {
                    place.get_or_insert(lines.len());
                }
                continue;
            }
        }
        lines.push(line.to_owned());
        if within.as_deref() == table && !line.trim().is_empty() {
            end = Some(lines.len());
        }
    }
    if let Some(value) = value {
        let line = format!("{key} = {}", toml::Value::String(value.to_owned()));
        match (place.or(end), table) {
            (None, Some(table)) => {
                if !lines.is_empty() {
                    lines.push(String::new());
                }
                lines.extend([format!("[{table}]"), line]);
            }
            (at, _) => lines.insert(at.unwrap_or_default().min(lines.len()), line),
        }
    }
    lines
}

/// The table that a line opens.
fn header(line: &str) -> Option<String> {
    let inside = line.trim().strip_prefix('[')?;
    let (name, _) = inside.split_once(']')?;
    Some(name.trim().to_owned())
}
