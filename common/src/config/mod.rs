//! Settings: flags, over `MEMO_*` environment variables, over `config.toml`, over defaults; resolved once.
//! Nothing else reads the environment.
//!
//! - `settings`: every setting there is
//! - `check`: whether values can work
//! - `file`: the settings file, read and changed
//! - `llm`: the settings of a language model; `embed`: of one that makes vectors

mod check;
mod embed;
mod file;
mod llm;
mod settings;

pub use embed::Embed;
pub use file::set;
pub use llm::{Llm, Uses};
pub use settings::{SETTINGS, Setting, find};

use crate::paths;
use std::{collections::BTreeMap, fmt, io, net::SocketAddr, path::PathBuf, time::Duration};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The command line.
    Flag,
    /// An environment variable.
    Environment(&'static str),
    /// The settings file.
    File(PathBuf),
    /// Nobody gave one.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("the command line"),
            Self::Environment(name) => f.write_str(name),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// What is wrong with the settings.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// No setting has this name.
    #[error(
        "{origin}: there is no setting `{name}`; there are {}",
        settings::names()
    )]
    Unknown {
        /// The name.
        name: String,
        /// Where it stands.
        origin: Origin,
    },
    /// The value does not fit the setting.
    #[error("{origin}: `{name}` is `{value}`, which is not {wanted}")]
    Invalid {
        /// The setting.
        name: &'static str,
        /// The value given.
        value: String,
        /// Who gave it.
        origin: Origin,
        /// What would fit.
        wanted: &'static str,
    },
    /// The file is no TOML.
    #[error("{}: {error}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong where.
        error: toml_edit::TomlError,
    },
    /// The file cannot be changed without harm to what else is in it.
    #[error("{}: `{name}` cannot be changed here without harm to what else is in the file; change it by hand", .path.display())]
    Unchangeable {
        /// The file.
        path: PathBuf,
        /// The setting.
        name: &'static str,
    },
    /// The file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Nothing says where data should lie.
    #[error("there is no home folder to keep data in; set MEMO_DATA_DIR")]
    NoHome,
}

/// Everything that can be set, resolved.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of data.
    pub data_dir: PathBuf,
    /// Where the daemon listens.
    pub listen: SocketAddr,
    /// A daemon elsewhere.
    pub url: Option<String>,
    /// The key to send, and for the daemon one to accept beside the stored ones.
    pub api_key: Option<String>,
    /// From whose point of view memories are told.
    pub user_name: Option<String>,
    /// What the daemon logs.
    pub log: String,
    /// Memory for the store's cache, MiB.
    pub cache_mib: u64,
    /// Documents worked on at once.
    pub workers: usize,
    /// Host names that requests may be meant for, beside the daemon's own.
    pub allowed_hosts: Vec<String>,
    /// A language model, where both its address and its name are set.
    pub llm: Option<Llm>,
    /// A model that makes vectors, where both its address and its name are set.
    pub embed: Option<Embed>,
    /// The settings file that was read, or would be.
    pub file: Option<PathBuf>,
    values: Values,
}

/// What the command line gives, by setting name; unset ones are left out.
pub type Flags = BTreeMap<&'static str, String>;

/// What is given, by setting name, and by whom.
type Values = BTreeMap<&'static str, (String, Origin)>;

impl Config {
    /// Resolves the settings of this process.
    ///
    /// # Errors
    /// A value does not fit, or the settings file cannot be read.
    pub fn load(flags: &Flags) -> Result<Self, ConfigError> {
        Self::resolve(flags, |name| std::env::var(name).ok())
    }

    /// The same, with the environment given.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn resolve(
        flags: &Flags,
        env: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let given = |name: &str| env(name).filter(|v| !v.is_empty());
        let file = file_of(&env);
        let mut values = BTreeMap::new();
        if let Some(path) = &file {
            for (name, value) in file::read(path)? {
                values.insert(name, (value, Origin::File(path.clone())));
            }
        }
        for s in &SETTINGS {
            if let Some(value) = given(s.env) {
                values.insert(s.name, (value, Origin::Environment(s.env)));
            }
            if let Some(value) = flags.get(s.name) {
                values.insert(s.name, (value.clone(), Origin::Flag));
            }
            if !s.default.is_empty() {
                values
                    .entry(s.name)
                    .or_insert_with(|| (s.default.to_owned(), Origin::Default));
            }
        }
        if !values.contains_key("data_dir") {
            // Set by systemd for a unit with StateDirectory=.
            let (dir, origin) = match given("STATE_DIRECTORY") {
                Some(dir) => (PathBuf::from(dir), Origin::Environment("STATE_DIRECTORY")),
                None => (
                    paths::default_data_dir().ok_or(ConfigError::NoHome)?,
                    Origin::Default,
                ),
            };
            values.insert("data_dir", (dir.to_string_lossy().into_owned(), origin));
        }
        Self::from_values(values, file)
    }

    fn from_values(values: Values, file: Option<PathBuf>) -> Result<Self, ConfigError> {
        check::check(&values)?;
        let text = |name: &str| values.get(name).map(|(v, _)| v.clone());
        let invalid = |name, wanted| check::invalid(&values, name, wanted);
        let number = |name: &'static str, least: u64, most: u64, wanted: &'static str| {
            text(name)
                .and_then(|v| v.trim().parse().ok())
                .filter(|n| (least..=most).contains(n))
                .ok_or_else(|| invalid(name, wanted))
        };
        let seconds = |name: &'static str| {
            number(name, 1, 3600, "a number of seconds from 1 to 3600").map(Duration::from_secs)
        };
        // Each is looked at even where there is no model: what is wrong is told when it is set.
        let (timeout, answer_timeout) = (seconds("llm.timeout")?, seconds("llm.answer_timeout")?);
        let concurrency = number("llm.concurrency", 1, 64, "a number from 1 to 64")? as usize;
        let uses = text("llm.use")
            .and_then(|u| Uses::parse(&u))
            .ok_or_else(|| invalid("llm.use", "one of both, extract, answer"))?;
        let embed_timeout = seconds("embed.timeout")?;
        let model = |url: &str, model: &str| {
            let name = text(model).filter(|m| !m.trim().is_empty());
            let url = text(url).map(|u| u.trim_end_matches('/').to_owned());
            url.zip(name)
        };
        Ok(Self {
            data_dir: PathBuf::from(text("data_dir").unwrap_or_default()),
            listen: text("listen")
                .and_then(|v| v.parse().ok())
                .ok_or_else(|| invalid("listen", "an address and port such as 127.0.0.1:7437"))?,
            url: text("url").map(|u| u.trim_end_matches('/').to_owned()),
            api_key: text("api_key"),
            user_name: text("user_name"),
            log: text("log").unwrap_or_default(),
            cache_mib: number("cache_mib", 8, 65_536, "a number of MiB from 8 to 65536")?,
            workers: number("workers", 1, 64, "a number from 1 to 64")? as usize,
            allowed_hosts: text("allowed_hosts")
                .unwrap_or_default()
                .split(',')
                .map(|h| h.trim().to_lowercase())
                .filter(|h| !h.is_empty())
                .collect(),
            embed: model("embed.base_url", "embed.model").map(|(base_url, model)| Embed {
                base_url,
                model,
                api_key: text("embed.api_key"),
                timeout: embed_timeout,
            }),
            llm: model("llm.base_url", "llm.model").map(|(base_url, model)| Llm {
                base_url,
                model,
                api_key: text("llm.api_key"),
                uses,
                timeout,
                answer_timeout,
                concurrency,
            }),
            file,
            values,
        })
    }

    /// A setting's value as it was given, and by whom; `None` where it has none.
    pub fn get(&self, name: &str) -> Option<(&str, &Origin)> {
        self.values.get(name).map(|(v, o)| (v.as_str(), o))
    }
}

/// The settings file that is read: `MEMO_CONFIG`, else the account's; `None` where it has no home.
pub fn file() -> Option<PathBuf> {
    file_of(|name| std::env::var(name).ok())
}

fn file_of(env: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    env("MEMO_CONFIG")
        .filter(|path| !path.is_empty())
        .map(PathBuf::from)
        .or_else(paths::default_config_file)
}

#[cfg(test)]
mod tests;
