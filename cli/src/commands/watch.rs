//! `memo watch`: what the daemon keeps up with by itself.

use super::{
    list::day_and_time,
    mailbox::{Opened, told_by},
};
use crate::{
    card::{clean, count, table},
    context::Context,
    daemon,
    error::{Exit, Failure, Result},
};
use clap::Subcommand;
use memo_common::{
    api::{OnDelete, Watch},
    client::Client,
    config::Flags,
    mailbox::{self, Login, Mailbox},
};
use std::{fs, path::Path};

/// Have folders, files, calendars and mailboxes remembered as they change
///
/// The daemon reads what is new or has changed within seconds, also after it was started anew. A file that is renamed or
/// moved stays the document that it is. What is left out of a folder is what `memo add` leaves out. Of a Maildir folder
/// each mail is read, of its subfolders, too. A calendar's address is asked for every hour.
///
/// Of a mailbox at its server (IMAP) all folders are read, but those for deleted and unwanted mail and for drafts; nothing is
/// changed there. What is new comes at once in INBOX, or in the first folder, and within ten minutes in the others. The
/// password is asked for, or read from standard input, and kept in the folder of data, readable by you alone; with
/// --password-command it is not kept, but told by that program each time. Where the server wants a token of OAuth 2 instead (as
/// Microsoft 365 does), --token-command tells one: a program such as mailctl, oama or pizauth, which logs you in and renews it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo watch add ~/notes ~/mail
  memo watch add ~/vault --on-delete forget      what is deleted there is forgotten
  memo watch add https://calendar.example.org/ana.ics
  memo watch add imaps://ana@mail.example.org
  memo watch add imaps://ana@mail.example.org --folder INBOX --folder Sent --password-command 'pass show mail'
  memo watch add imaps://ana@contoso.com@outlook.office365.com --token-command 'mailctl access ana@contoso.com'
  memo watch status
  memo watch remove ~/vault                      what was remembered stays")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Watch folders, files or addresses; again, to change how
    Add {
        /// Folders, files, or the addresses of calendars (https://) and mailboxes (imaps://user@host)
        #[arg(required = true, value_name = "SOURCE", value_hint = clap::ValueHint::AnyPath)]
        sources: Vec<String>,
        /// What happens to the memories of a file that is deleted
        #[arg(long, value_name = "WHAT", default_value = "keep", value_parser = ["keep", "forget"])]
        on_delete: String,
        /// Whose memories these are: they are told from this person's point of view
        #[arg(long, value_name = "NAME")]
        user_name: Option<String>,
        /// An address may lie on this machine or in your own network
        #[arg(long)]
        allow_private: bool,
        /// Of a mailbox, read this folder; may be given several times
        #[arg(long = "folder", value_name = "FOLDER")]
        folders: Vec<String>,
        /// A program whose first line is the mailbox's password; run without a shell
        #[arg(long, value_name = "COMMAND")]
        password_command: Option<String>,
        /// A program whose first line is an access token of OAuth 2 for the mailbox (XOAUTH2); run without a shell
        #[arg(long, value_name = "COMMAND", conflicts_with = "password_command")]
        token_command: Option<String>,
    },
    /// List what is watched
    List,
    /// Watch it no longer; what was remembered stays
    Remove {
        /// As `memo watch list` shows it
        #[arg(required = true, value_name = "SOURCE", value_hint = clap::ValueHint::AnyPath)]
        sources: Vec<String>,
    },
    /// Tell how far each is, and what went wrong
    Status {
        /// Only these
        #[arg(value_name = "SOURCE", value_hint = clap::ValueHint::AnyPath)]
        sources: Vec<String>,
    },
}

impl Args {
    /// The settings that these arguments give.
    pub(crate) fn flags(&self) -> Flags {
        let name = match &self.action {
            Action::Add { user_name, .. } => user_name.clone(),
            _ => None,
        };
        name.map(|name| ("user_name", name)).into_iter().collect()
    }

    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        // What is watched are paths of the daemon's machine.
        daemon::only_here(&context.config)?;
        match &self.action {
            Action::Add {
                sources,
                on_delete,
                allow_private,
                folders,
                password_command,
                token_command,
                ..
            } => {
                let adding = Adding {
                    context,
                    on_delete: on_delete.parse().unwrap_or_default(),
                    allow_private: *allow_private,
                    folders,
                    told_by: told_by(password_command.as_deref(), token_command.as_deref())?,
                };
                adding.all(sources)
            }
            Action::List => list(context),
            Action::Remove { sources } => remove(context, sources),
            Action::Status { sources } => status(context, sources),
        }
    }
}

/// What somebody wants to be watched.
enum Wanted {
    /// A path or a calendar's address.
    Plain(String),
    Mailbox(Opened),
}

struct Adding<'a> {
    context: &'a Context,
    on_delete: OnDelete,
    allow_private: bool,
    folders: &'a [String],
    told_by: Option<Login>,
}

impl Adding<'_> {
    fn all(&self, sources: &[String]) -> Result<Exit> {
        let is_mailbox = |source: &String| mailbox::is_one(source);
        if (!self.folders.is_empty() || self.told_by.is_some()) && !sources.iter().all(is_mailbox) {
            return Err(Failure::usage(
                "--folder, --password-command and --token-command are for mailboxes alone: imaps://user@host",
            ));
        }
        // All of them, or none.
        let sources = sources.iter().map(|source| self.wanted(source));
        let sources = sources.collect::<Result<Vec<_>>>()?;
        let user_name = self.context.user_name()?;
        let client = self.context.client()?;
        let output = &self.context.output;
        let (on_delete, private) = (self.on_delete, self.allow_private);
        for source in sources {
            let watch = match source {
                Wanted::Plain(source) => {
                    client.add_watch(&source, &user_name, on_delete, private)?
                }
                Wanted::Mailbox(opened) => opened.with(self.context, || {
                    let address = opened.mailbox.to_string();
                    let folders = self.folders;
                    let added =
                        client.add_mailbox(&address, &user_name, on_delete, private, folders);
                    Ok(added?)
                })?,
            };
            match output.is_json() {
                true => output.json(&watch)?,
                false => output.note(&format!("watching {}", clean(&watch.source))),
            }
        }
        output.note("`memo watch status` says how far it is");
        Ok(Exit::Done)
    }

    fn wanted(&self, source: &String) -> Result<Wanted> {
        if mailbox::is_one(source) {
            let opened = Opened::ask(self.context, source, self.told_by.as_ref())?;
            return Ok(Wanted::Mailbox(opened));
        }
        if source.contains("://") {
            return Ok(Wanted::Plain(source.clone()));
        }
        let failed = |e| Failure::io(format_args!("cannot watch {source}"), &e);
        let path = fs::canonicalize(source).map_err(failed)?;
        let path = path.into_os_string().into_string();
        let path = path
            .map_err(|_| Failure::usage(format!("cannot watch {source}: its name is no Unicode")));
        path.map(Wanted::Plain)
    }
}

fn list(context: &Context) -> Result<Exit> {
    let output = &context.output;
    let list = context.client()?.watches()?;
    if output.is_json() {
        output.json(&list)?;
    } else if list.watches.is_empty() {
        output.note("nothing is watched; `memo watch add` does");
    } else {
        let row = |watch: &Watch| {
            vec![
                clean(&watch.source),
                watch.state.as_str().to_owned(),
                watch.documents.to_string(),
                watch.on_delete.to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = list.watches.iter().map(row).collect();
        let heads = ["SOURCE", "STATE", "DOCUMENTS", "ON DELETE"];
        output.result(&table(&heads, &rows, output.width()))?;
    }
    Ok(exit(list.watches.is_empty()))
}

fn remove(context: &Context, sources: &[String]) -> Result<Exit> {
    let output = &context.output;
    let client = context.client()?;
    let found = of(&client, sources)?;
    for watch in found {
        let removed = client.remove_watch(&watch.watch_id)?;
        match output.is_json() {
            true => output.json(&removed)?,
            false => output.note(&format!(
                "no longer watching {}; what was remembered stays",
                clean(&removed.source)
            )),
        }
    }
    Ok(Exit::Done)
}

fn status(context: &Context, sources: &[String]) -> Result<Exit> {
    let output = &context.output;
    let client = context.client()?;
    let watches = match sources.is_empty() {
        true => client.watches()?.watches,
        false => of(&client, sources)?,
    };
    if watches.is_empty() && !output.is_json() {
        output.note("nothing is watched; `memo watch add` does");
    }
    for watch in &watches {
        match output.is_json() {
            true => output.json(watch)?,
            false => output.result(&told(watch))?,
        }
    }
    Ok(exit(watches.is_empty()))
}

const fn exit(is_empty: bool) -> Exit {
    match is_empty {
        true => Exit::Nothing,
        false => Exit::Done,
    }
}

/// How a watch gets on.
fn told(watch: &Watch) -> String {
    let (one, many) = match mailbox::is_one(&watch.source) {
        true => ("mail", "mails"),
        false => ("file", "files"),
    };
    let mut told = clean(&watch.source);
    if !watch.folders.is_empty() {
        told += &format!(" ({})", clean(&watch.folders.join(", ")));
    }
    told += &format!("\n  {}", watch.state.as_str());
    if watch.total > 0 {
        told += &format!(", {} of {} {many}", watch.done, watch.total);
    }
    told += &format!(
        "; {} read, {}",
        count(watch.files, one, many),
        count(watch.documents, "document", "documents")
    );
    if let Some(at) = &watch.looked_at {
        told += &format!("; looked at {}", day_and_time(at));
    }
    if let Some(error) = &watch.error {
        told += &format!("\n  {}", clean(error));
    }
    told
}

/// The watches of these sources, in any of their spellings, or of these ids.
fn of(client: &Client, sources: &[String]) -> Result<Vec<Watch>> {
    let all = client.watches()?.watches;
    let find = |source: &String| {
        let whole = fs::canonicalize(source).or_else(|_| std::path::absolute(source));
        let mailbox = Mailbox::parse(source).map(|mailbox| mailbox.to_string());
        let is = |watch: &&Watch| {
            watch.source == *source
                || mailbox.as_ref().is_ok_and(|m| *m == watch.source)
                || watch.watch_id == *source
                || whole.as_ref().is_ok_and(|w| w == Path::new(&watch.source))
        };
        all.iter().find(is).cloned().ok_or_else(|| {
            Failure::new(Exit::Nothing, format!("{} is not watched", clean(source)))
                .hint("`memo watch list` shows what is")
        })
    };
    sources.iter().map(find).collect()
}
