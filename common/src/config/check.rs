//! Whether values can work: what cannot is refused where it is set, not met later.

use super::{ConfigError, Origin, Values, llm};
use std::net::IpAddr;

/// A name is no longer, characters; the daemon takes no longer one.
const LONGEST_NAME: usize = 200;

/// Looks at every value that is a text of some form; numbers and choices are read elsewhere.
pub(super) fn check(values: &Values) -> Result<(), ConfigError> {
    let fits = |name, fits: fn(&str) -> bool, wanted| match values.get(name) {
        Some((value, _)) if !fits(value) => Err(invalid(values, name, wanted)),
        _ => Ok(()),
    };
    for name in ["api_key", "llm.api_key", "embed.api_key"] {
        fits(name, key, "printable ASCII of at most 256 characters").map_err(hidden)?;
    }
    fits("url", url, "an http:// or https:// address")?;
    for name in ["llm.base_url", "embed.base_url"] {
        let wanted = "an http:// or https:// address such as http://127.0.0.1:11434/v1, without user and query";
        fits(name, llm::is_base, wanted)?;
    }
    fits(
        "user_name",
        user_name,
        "a name of 1 to 200 characters, without control characters",
    )?;
    fits(
        "log",
        filter,
        "one of off, error, warn, info, debug, trace, or a filter of these such as warn,memo_daemon=debug",
    )?;
    fits(
        "allowed_hosts",
        hosts,
        "a list of hosts: name only the host, such as memo.example, without http://, port and path",
    )
}

/// The value of this setting is not what is wanted.
pub(super) fn invalid(values: &Values, name: &'static str, wanted: &'static str) -> ConfigError {
    let (value, origin) = match values.get(name) {
        Some((value, origin)) => (value.clone(), origin.clone()),
        None => (String::new(), Origin::Default),
    };
    ConfigError::Invalid {
        name,
        value,
        origin,
        wanted,
    }
}

/// The same of a secret.
fn hidden(error: ConfigError) -> ConfigError {
    match error {
        ConfigError::Invalid {
            name,
            origin,
            wanted,
            ..
        } => ConfigError::Invalid {
            name,
            value: "(hidden)".into(),
            origin,
            wanted,
        },
        other => other,
    }
}

fn key(key: &str) -> bool {
    key.len() <= 256 && key.bytes().all(|b| (0x21..=0x7e).contains(&b))
}

fn url(url: &str) -> bool {
    url.starts_with("http://") || url.starts_with("https://")
}

fn user_name(name: &str) -> bool {
    // The daemon trims it, too: the end of a text of several lines does no harm.
    let name = name.trim();
    let length = name.chars().count();
    (1..=LONGEST_NAME).contains(&length) && !name.contains(char::is_control)
}

/// Levels, alone or of one part of the program. A word that is no level would be taken for the name of a part, and
/// nothing would be logged.
fn filter(text: &str) -> bool {
    const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    text.split(',').all(|directive| {
        let level = match directive.rsplit_once('=') {
            Some((part, _)) if part.trim().is_empty() => return false,
            Some((_, level)) => level,
            None => directive,
        };
        LEVELS.contains(&level.trim().to_ascii_lowercase().as_str())
    })
}

/// Nothing between two commas is no host, and does no harm.
fn hosts(list: &str) -> bool {
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    list.split(',').map(str::trim).all(|host| {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        host.chars().all(named) || bare.parse::<IpAddr>().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_made_of_levels() {
        for fits in [
            "info",
            "WARN",
            "off",
            "warn,memo_daemon=debug",
            "memo_daemon::http[ask]=trace, info",
        ] {
            assert!(filter(fits), "{fits}");
        }
        for not in ["", "loud", "memod=debug,foo=", "=debug", "info,", "memod"] {
            assert!(!filter(not), "{not}");
        }
    }

    #[test]
    fn hosts_are_named_without_what_stands_around_them() {
        for fits in [
            "",
            "memo.example",
            "a.example, b-c.example,",
            "::1",
            "[::1]",
        ] {
            assert!(hosts(fits), "{fits}");
        }
        for not in [
            "http://memo.example",
            "memo.example:80",
            "memo.example/v1",
            "a b",
        ] {
            assert!(!hosts(not), "{not}");
        }
    }

    #[test]
    fn names_are_what_the_daemon_takes() {
        for fits in ["Ana", "Ana\n", "\u{c9}".repeat(200).as_str()] {
            assert!(user_name(fits), "{fits}");
        }
        for not in ["", "  ", "a\nb", "x".repeat(201).as_str()] {
            assert!(!user_name(not), "{not:?}");
        }
    }
}
