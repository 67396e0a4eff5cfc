//! `memo key`: who may come in.

use super::list::day_and_time;
use crate::{
    card::{clean, table},
    context::Context,
    error::{Exit, Failure, Result},
};
use clap::Subcommand;

/// Make, list and revoke API keys
///
/// Each key opens one user's memories; several keys may share one user.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo key create --name laptop
  memo key create --user ana --name \"Ana's phone\"
  memo key create --read-only --name assistant
  memo key list
  memo key revoke 01933f6e-7a53-7c40-9d0c-6f0a1b2c3d4e")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a key; it is shown this once
    Create {
        /// What to call it
        #[arg(long)]
        name: Option<String>,
        /// Whose memories it opens: another user's takes an administrator's key [default: yours]
        #[arg(long, value_name = "USER_ID")]
        user: Option<String>,
        /// It may only read: recall, ask, list and show, and nothing that changes or costs anything
        #[arg(long)]
        read_only: bool,
    },
    /// List the keys, without their secrets
    List,
    /// Make a key useless
    Revoke {
        /// The key, as `memo key list` names it
        #[arg(value_name = "KEY_ID")]
        key_id: String,
    },
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let client = context.client()?;
        let output = &context.output;
        match &self.action {
            Action::Create {
                name,
                user,
                read_only,
            } => {
                let (name, user) = (name.as_deref(), user.as_deref());
                let key = match read_only {
                    true => client.create_read_only_key(name, user)?,
                    false => client.create_key(name, user)?,
                };
                // A daemon of an earlier version knows of none, and would have made one that may do everything.
                if *read_only && !key.info.read_only {
                    client.revoke_key(&key.info.key_id)?;
                    return Err(Failure::new(
                        Exit::Refused,
                        "this daemon makes no keys that only read; none is left behind",
                    )
                    .hint("`memo daemon restart` starts the version of this memo"));
                }
                if output.is_json() {
                    output.json(&key)?;
                } else {
                    output.note(&format!(
                        "key {} for user {}; it is shown this once:",
                        clean(&key.info.key_id),
                        clean(&key.info.user_id)
                    ));
                    output.result(&clean(&key.api_key))?;
                }
            }
            Action::List => {
                let list = client.keys()?;
                if output.is_json() {
                    output.json(&list)?;
                } else {
                    let rows: Vec<Vec<String>> = list
                        .keys
                        .iter()
                        .map(|key| {
                            let mut marks = Vec::new();
                            marks.extend(key.admin.then_some("administrator"));
                            marks.extend(key.read_only.then_some("only reads"));
                            marks.extend(key.current.then_some("this one"));
                            vec![
                                clean(&key.key_id),
                                clean(&key.user_id),
                                clean(&key.name),
                                day_and_time(&key.created_at),
                                marks.join(", "),
                            ]
                        })
                        .collect();
                    output.result(&table(
                        &["KEY", "USER", "NAME", "MADE", ""],
                        &rows,
                        output.width(),
                    ))?;
                }
            }
            Action::Revoke { key_id } => {
                let key = client.revoke_key(key_id)?;
                if output.is_json() {
                    output.json(&key)?;
                } else {
                    output.note(&format!(
                        "revoked {} ({})",
                        clean(&key.key_id),
                        clean(&key.name)
                    ));
                }
            }
        }
        Ok(Exit::Done)
    }
}
