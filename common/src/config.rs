//! Settings: flags, over `MEMO_*` environment variables, over `config.toml`, over defaults; resolved once.
//! Nothing else reads the environment.

use crate::paths;
use std::{
    collections::BTreeMap,
    fmt, fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

/// A setting: its name in `config.toml`, its environment variable, and what it is for.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name in `config.toml`.
    pub name: &'static str,
    /// The environment variable.
    pub env: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The value when nobody gives one; empty where there is none.
    pub default: &'static str,
    /// Whether lists and logs must not show its value.
    pub secret: bool,
}

const fn setting(
    name: &'static str,
    env: &'static str,
    default: &'static str,
    help: &'static str,
) -> Setting {
    Setting {
        name,
        env,
        help,
        default,
        secret: false,
    }
}

const fn secret(setting: Setting) -> Setting {
    Setting {
        secret: true,
        ..setting
    }
}

/// Every setting there is.
pub const SETTINGS: [Setting; 9] = [
    setting("data_dir", "MEMO_DATA_DIR", "", "the folder of data"),
    setting(
        "listen",
        "MEMO_LISTEN",
        "127.0.0.1:7437",
        "where the daemon listens; port 0 takes any",
    ),
    setting(
        "url",
        "MEMO_URL",
        "",
        "a daemon elsewhere, to be used instead of one on this machine",
    ),
    secret(setting(
        "api_key",
        "MEMO_API_KEY",
        "",
        "the key to send; the daemon accepts it beside the stored ones",
    )),
    setting(
        "user_name",
        "MEMO_USER_NAME",
        "",
        "from whose point of view memories are told",
    ),
    setting(
        "log",
        "MEMO_LOG",
        "info",
        "what the daemon logs: error, warn, info, debug, or a filter",
    ),
    setting(
        "cache_mib",
        "MEMO_CACHE_MIB",
        "64",
        "memory for the store's cache, MiB",
    ),
    setting(
        "workers",
        "MEMO_WORKERS",
        "2",
        "how many documents are worked on at once",
    ),
    setting(
        "allowed_hosts",
        "MEMO_ALLOWED_HOSTS",
        "",
        "host names that requests may be meant for, beside the daemon's own; separated by commas",
    ),
];

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
    #[error("{origin}: there is no setting `{name}`; there are {}", names())]
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
        error: toml::de::Error,
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

fn names() -> String {
    SETTINGS.map(|s| s.name).join(", ")
}

/// The setting of this name.
pub fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|s| s.name == name)
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
    /// The settings file that was read, or would be.
    pub file: Option<PathBuf>,
    values: BTreeMap<&'static str, (String, Origin)>,
}

/// What the command line gives, by setting name; unset ones are left out.
pub type Flags = BTreeMap<&'static str, String>;

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
            for (name, value) in read_file(path)? {
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

    fn from_values(
        values: BTreeMap<&'static str, (String, Origin)>,
        file: Option<PathBuf>,
    ) -> Result<Self, ConfigError> {
        let text = |name: &str| values.get(name).map(|(v, _)| v.clone());
        let invalid = |name: &'static str, wanted: &'static str| {
            let (value, origin) = values
                .get(name)
                .cloned()
                .unwrap_or((String::new(), Origin::Default));
            ConfigError::Invalid {
                name,
                value,
                origin,
                wanted,
            }
        };
        let number = |name: &'static str, least: u64, most: u64, wanted: &'static str| {
            text(name)
                .and_then(|v| v.trim().parse().ok())
                .filter(|n| (least..=most).contains(n))
                .ok_or_else(|| invalid(name, wanted))
        };
        let key_fits = |k: &String| k.len() <= 256 && k.bytes().all(|b| (0x21..=0x7e).contains(&b));
        if text("api_key").is_some_and(|k| !key_fits(&k)) {
            return Err(ConfigError::Invalid {
                name: "api_key",
                value: "(hidden)".into(),
                origin: values["api_key"].1.clone(),
                wanted: "printable ASCII of at most 256 characters",
            });
        }
        let url_fits = |u: &String| u.starts_with("http://") || u.starts_with("https://");
        if text("url").is_some_and(|u| !url_fits(&u)) {
            return Err(invalid("url", "an http:// or https:// address"));
        }
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

fn read_file(path: &Path) -> Result<Vec<(&'static str, String)>, ConfigError> {
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
    table
        .into_iter()
        .map(|(name, value)| {
            let setting = find(&name).ok_or_else(|| ConfigError::Unknown {
                name: name.clone(),
                origin: Origin::File(path.to_owned()),
            })?;
            let value = match value {
                toml::Value::String(s) => s,
                toml::Value::Array(items) => items
                    .iter()
                    .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                    .collect::<Vec<_>>()
                    .join(","),
                other => other.to_string(),
            };
            Ok((setting.name, value))
        })
        .collect()
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
    read_file(path)?;
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
    let is_it = |line: &&str| line.split_once('=').is_some_and(|(k, _)| k.trim() == name);
    let mut lines: Vec<String> = old.lines().map(str::to_owned).collect();
    let place = lines.iter().position(|l| is_it(&l.as_str()));
    lines.retain(|l| !is_it(&l.as_str()));
    if let Some(value) = value {
        let line = format!("{name} = {}", toml::Value::String(value.to_owned()));
        lines.insert(place.unwrap_or(lines.len()).min(lines.len()), line);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    let draft = path.with_extension("toml.new");
    fs::write(&draft, lines.join("\n") + "\n").map_err(io)?;
    paths::private(&draft).map_err(io)?;
    fs::rename(&draft, path).map_err(io)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(flags: &[(&'static str, &str)], env: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let flags = flags.iter().map(|(k, v)| (*k, (*v).to_owned())).collect();
        let find = |name: &str| {
            env.iter()
                .find(|(k, _)| *k == name)
                .map(|(_, v)| (*v).to_owned())
        };
        Config::resolve(&flags, find)
    }

    #[test]
    fn flags_win_over_environment_over_file_over_defaults() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("config.toml");
        fs::write(
            &file,
            "# mine\nlog = \"debug\"\nworkers = 3\ncache_mib = 32\n",
        )
        .expect("written");
        let file = file.to_str().expect("a path");
        let env = [
            ("MEMO_CONFIG", file),
            ("MEMO_DATA_DIR", "/x"),
            ("MEMO_WORKERS", "4"),
            ("MEMO_CACHE_MIB", "33"),
        ];
        let config = load(&[("cache_mib", "34")], &env).expect("it fits");
        assert_eq!(
            (config.log.as_str(), config.workers, config.cache_mib),
            ("debug", 4, 34)
        );
        assert_eq!(config.listen.port(), 7437);
        assert_eq!(config.get("cache_mib"), Some(("34", &Origin::Flag)));
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name_and_origin() {
        let env = [
            ("MEMO_CONFIG", "/nowhere/config.toml"),
            ("MEMO_DATA_DIR", "/x"),
        ];
        let error = load(&[("listen", "here")], &env).expect_err("no address");
        assert_eq!(
            error.to_string(),
            "the command line: `listen` is `here`, which is not an address and port such as 127.0.0.1:7437"
        );
        let error = load(&[("api_key", "with space")], &env).expect_err("no key");
        assert!(!error.to_string().contains("with space"));
    }

    #[test]
    fn set_keeps_the_other_lines() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("memo").join("config.toml");
        set(&file, "log", Some("debug")).expect("set");
        let text = fs::read_to_string(&file).expect("read");
        fs::write(&file, format!("# mine\n{text}workers = 3\n")).expect("written");
        set(&file, "log", Some("a \"b\"")).expect("set");
        set(&file, "user_name", Some("Ann")).expect("set");
        assert_eq!(
            fs::read_to_string(&file).expect("read"),
            "# mine\nlog = 'a \"b\"'\nworkers = 3\nuser_name = \"Ann\"\n"
        );
        set(&file, "log", None).expect("removed");
        assert!(!fs::read_to_string(&file).expect("read").contains("log"));
        assert!(set(&file, "nonsense", Some("x")).is_err());
        assert!(set(&file, "workers", Some("many")).is_err());
    }
}
