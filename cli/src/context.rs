//! What every command is given: settings resolved once, the door to the terminal, and a way to the daemon.

use crate::{
    cli::Global,
    daemon::{self, Running},
    error::{Exit, Failure, Result},
    os,
    output::Output,
};
use memo_common::{
    client::{Client, ClientError},
    config::{self, Config, Flags},
    paths,
};
use std::path::Path;

/// What every command is given.
pub(crate) struct Context {
    /// The door to the terminal.
    pub(crate) output: Output,
    /// The settings.
    pub(crate) config: Config,
    no_start: bool,
}

impl Context {
    /// Resolves the settings; `extra` are those that a command's own flags give.
    pub(crate) fn new(global: &Global, output: Output, extra: Flags) -> Result<Self> {
        let mut flags = extra;
        if let Some(url) = &global.url {
            flags.insert("url", url.clone());
        }
        if let Some(dir) = &global.data_dir {
            flags.insert("data_dir", dir.to_string_lossy().into_owned());
        }
        Ok(Self {
            output,
            config: Config::load(&flags)?,
            no_start: global.no_start,
        })
    }

    /// A client of a daemon that answers: the one elsewhere, or this folder's, started if need be.
    pub(crate) fn client(&self) -> Result<Client> {
        if let Some(url) = &self.config.url {
            // The key in the folder of data is this folder's; it is nobody else's business.
            return Ok(Client::new(url, self.config.api_key.clone())?);
        }
        let running = match daemon::find(&self.config) {
            Some(running) => running,
            None if self.no_start => {
                return Err(Failure::new(
                    Exit::NoDaemon,
                    format!("no daemon serves {}", self.config.data_dir.display()),
                )
                .hint("start it with `memo daemon start`, or leave out --no-start"));
            }
            None => daemon::start(&self.config)?.1,
        };
        self.tell_other_version(&running);
        self.keyed(&running)
    }

    /// The same, but `None` where no daemon answers, and none is started.
    pub(crate) fn client_if_running(&self) -> Result<Option<Client>> {
        if self.config.url.is_some() {
            return self.client().map(Some);
        }
        daemon::find(&self.config)
            .map(|running| self.keyed(&running))
            .transpose()
    }

    /// Warns when the daemon is not of this version.
    pub(crate) fn tell_other_version(&self, running: &Running) {
        if running.version != env!("CARGO_PKG_VERSION") {
            self.output.warn(&format!(
                "the daemon is version {}, this is memo {}; `memo daemon restart` brings them level",
                running.version,
                env!("CARGO_PKG_VERSION")
            ));
        }
    }

    fn keyed(&self, running: &Running) -> Result<Client> {
        let key = match &self.config.api_key {
            Some(key) => Some(key.clone()),
            None => paths::read_key(&self.config.data_dir).map_err(|e| {
                Failure::io("cannot read the key in the folder of data", &e)
                    .hint("`memo doctor` says what mends it")
            })?,
        };
        Ok(Client::proven(running, key, None)?)
    }

    /// From whose point of view memories are told: flag, environment, settings file; a person on a terminal is asked,
    /// once; elsewhere the account's full name, or the name it logs in with.
    pub(crate) fn user_name(&self) -> Result<String> {
        if let Some(name) = &self.config.user_name {
            return Ok(name.clone());
        }
        let account = self.known_name();
        if self.output.can_ask()
            && let Some(file) = config::file()
        {
            return self.ask_user_name(account, &file);
        }
        account.ok_or_else(nobody)
    }

    /// The same, as far as nobody has to be asked.
    pub(crate) fn known_name(&self) -> Option<String> {
        self.config.user_name.clone().or_else(os::person)
    }

    fn ask_user_name(&self, account: Option<String>, file: &Path) -> Result<String> {
        let offered = account.as_deref().map(|name| format!(" [{name}]"));
        let question = format!(
            "Whose memories are these? Your name, as others write it{}:",
            offered.unwrap_or_default()
        );
        let name = Some(self.output.ask(&question)?).filter(|name| !name.is_empty());
        let name = name.or(account).ok_or_else(nobody)?;
        config::set(file, "user_name", Some(&name))?;
        self.output.note(&format!(
            "kept; `memo config set user_name` changes it in {}",
            file.display()
        ));
        Ok(name)
    }
}

fn nobody() -> Failure {
    Failure::usage("whose memories are these? no name is set")
        .hint("give --user-name, or set it once with `memo config set user_name \"Your Name\"`")
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Problem(problem) => (*problem).into(),
            ClientError::Setup(_) => Self::new(Exit::Usage, error.to_string()),
            ClientError::Protocol { .. } => Self::new(Exit::Refused, error.to_string()),
            ClientError::Unproven { .. } => Self::new(Exit::NoDaemon, error.to_string()).hint(
                "it was told nothing; `memo daemon restart` starts another (an earlier version's daemon shows no proof)",
            ),
            ClientError::Unreachable { .. } | ClientError::TimedOut { .. } => {
                Self::new(Exit::NoDaemon, error.to_string())
                    .hint("`memo doctor` says what is wrong")
            }
        }
    }
}
