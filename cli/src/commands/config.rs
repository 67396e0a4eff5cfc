//! `memo config`: the settings.

use crate::{
    card::{clean, table},
    context::Context,
    error::{Exit, Failure, Result},
    output::{Output, found},
};
use clap::Subcommand;
use memo_common::config::{self, SETTINGS};
use std::path::PathBuf;

/// Show and change settings
///
/// A flag wins over an environment variable (MEMO_ and the setting's name in capitals), that over the settings
/// file, that over the default. The daemon reads its settings when it starts.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo config get
  memo config set user_name \"Ana Lima\"
  memo config set listen --unset
  memo config set llm.base_url http://127.0.0.1:11434/v1
  memo config set llm.model qwen3:8b
  memo config path")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show one setting's value, or all settings with where each comes from
    Get {
        /// The setting
        #[arg(value_name = "NAME", value_parser = names())]
        name: Option<String>,
    },
    /// Change a setting in the settings file
    Set {
        /// The setting
        #[arg(value_name = "NAME", value_parser = names())]
        name: String,
        /// Its new value
        #[arg(
            value_name = "VALUE",
            required_unless_present = "unset",
            conflicts_with = "unset"
        )]
        value: Option<String>,
        /// Take it out of the file
        #[arg(long)]
        unset: bool,
    },
    /// Say where the settings file is
    Path,
}

/// What is shown of a secret.
const HIDDEN: &str = "(hidden)";

fn names() -> clap::builder::PossibleValuesParser {
    SETTINGS
        .map(|s| clap::builder::PossibleValue::new(s.name).help(s.help))
        .into()
}

fn file() -> Result<PathBuf> {
    config::file().ok_or_else(|| {
        Failure::usage("there is no home folder for a settings file").hint("set MEMO_CONFIG to one")
    })
}

impl Args {
    /// `context` is only made where it is needed: `set` mends what keeps it from being made.
    pub(crate) fn run(
        &self,
        output: &Output,
        context: impl Fn() -> Result<Context>,
    ) -> Result<Exit> {
        match &self.action {
            Action::Path => {
                let path = file()?;
                match output.is_json() {
                    true => output.json(&serde_json::json!({ "path": path.to_string_lossy() }))?,
                    false => output.result(&path.display().to_string())?,
                }
                Ok(Exit::Done)
            }
            Action::Set { name, value, .. } => {
                let path = file()?;
                config::set(&path, name, value.as_deref())?;
                output.note(&format!("{} changed in {}", name, path.display()));
                if config::find(name).is_some_and(config::Setting::is_daemons) {
                    output.note("a daemon that runs takes it up after `memo daemon restart`");
                }
                Ok(Exit::Done)
            }
            Action::Get { name: Some(name) } => {
                let context = context()?;
                let value = context.config.get(name);
                let secret = config::find(name).is_some_and(|s| s.secret);
                let value = value.map(|(v, origin)| (if secret { HIDDEN } else { v }, origin));
                match (output.is_json(), value) {
                    (true, value) => {
                        let (value, origin) = value.unzip();
                        let origin = origin.map(ToString::to_string);
                        output.json(
                            &serde_json::json!({"name": name, "value": value, "origin": origin}),
                        )?;
                    }
                    (false, Some((value, _))) => output.result(value)?,
                    (false, None) => output.note(&format!("{name} is not set")),
                }
                Ok(found(value.is_some()))
            }
            Action::Get { name: None } => all(output, &context()?),
        }
    }
}

fn all(output: &Output, context: &Context) -> Result<Exit> {
    let given = SETTINGS.iter().map(|setting| {
        let (value, origin) = context.config.get(setting.name).unzip();
        let value = match setting.secret {
            true => value.map(|_| HIDDEN),
            false => value,
        };
        (setting, value, origin.map(ToString::to_string))
    });
    if output.is_json() {
        let list: Vec<_> = given
            .map(|(s, value, origin)| {
                serde_json::json!({"name": s.name, "value": value, "origin": origin, "env": s.env, "help": s.help})
            })
            .collect();
        output.json(&serde_json::json!({ "settings": list }))?;
        return Ok(Exit::Done);
    }
    let rows: Vec<Vec<String>> = given
        .map(|(s, value, origin)| {
            vec![
                s.name.to_owned(),
                clean(value.unwrap_or("-")),
                clean(&origin.unwrap_or_default()),
                s.help.to_owned(),
            ]
        })
        .collect();
    output.result(&table(
        &["SETTING", "VALUE", "FROM", ""],
        &rows,
        output.width(),
    ))?;
    Ok(Exit::Done)
}
