//! Every setting there is.

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

impl Setting {
    /// Whether the daemon reads it when it starts, and so takes a change up with the next start. The others are read by
    /// every command; with another folder of data, another daemon serves.
    pub fn is_daemons(&self) -> bool {
        !matches!(self.name, "data_dir" | "url" | "user_name")
    }
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
pub const SETTINGS: [Setting; 20] = [
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
    setting(
        "llm.base_url",
        "MEMO_LLM_BASE_URL",
        "",
        "an OpenAI-compatible server for memories and answers, such as http://127.0.0.1:11434/v1",
    ),
    setting(
        "llm.model",
        "MEMO_LLM_MODEL",
        "",
        "the model to ask for there",
    ),
    secret(setting(
        "llm.api_key",
        "MEMO_LLM_API_KEY",
        "",
        "the key for that server",
    )),
    setting(
        "llm.use",
        "MEMO_LLM_USE",
        "both",
        "what the model is used for: extract (memories), answer, or both",
    ),
    setting(
        "llm.timeout",
        "MEMO_LLM_TIMEOUT",
        "120",
        "how long one call for memories may take, seconds",
    ),
    setting(
        "llm.answer_timeout",
        "MEMO_LLM_ANSWER_TIMEOUT",
        "30",
        "how long the model's answer may take before the embedded one is given, seconds",
    ),
    setting(
        "llm.concurrency",
        "MEMO_LLM_CONCURRENCY",
        "2",
        "how many calls are made to that server at once",
    ),
    setting(
        "embed.base_url",
        "MEMO_EMBED_BASE_URL",
        "",
        "an OpenAI-compatible server for the vectors of memories and questions",
    ),
    setting(
        "embed.model",
        "MEMO_EMBED_MODEL",
        "",
        "the model to ask for there",
    ),
    secret(setting(
        "embed.api_key",
        "MEMO_EMBED_API_KEY",
        "",
        "the key for that server",
    )),
    setting(
        "embed.timeout",
        "MEMO_EMBED_TIMEOUT",
        "60",
        "how long one call for vectors of memories may take, seconds; a question waits for one second at most",
    ),
];

pub(super) fn names() -> String {
    SETTINGS.map(|s| s.name).join(", ")
}

/// The setting of this name.
pub fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|s| s.name == name)
}
