//! `memo people`: who is who.

use crate::{
    card::{clean, count, table},
    complete,
    context::Context,
    error::{Exit, Failure, Result},
    pages::pages,
};
use clap::Subcommand;
use clap_complete::engine::ArgValueCompleter;
use memo_common::{api::Person, client::Client};

/// Say who is who: which names are one person's, and which name is shown
///
/// Memories are shown and found by it at once, old and new ones; what they hold stays as it was read, and all of it can be
/// taken back.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo people list ana
  memo people merge ana@example.org \"Ana Ruiz\"     from now on shown as Ana Ruiz
  memo people split ana@example.org                and taken back
  memo people rename \"Ana Ruiz\" Annie
  memo people me \"M. Halloran\"                     another name of yours")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the people in your memories, those of most memories first
    List {
        /// Only those of whom a name begins like this
        prefix: Option<String>,
        /// At most so many
        #[arg(long, default_value_t = 50, value_name = "N")]
        limit: u32,
    },
    /// Two names are one person, who is shown by the second
    Merge {
        /// A name of theirs
        #[arg(add = ArgValueCompleter::new(complete::people))]
        name: String,
        /// The name to show
        #[arg(add = ArgValueCompleter::new(complete::people))]
        into: String,
    },
    /// Take back that a name was merged into another
    Split {
        /// The name that was merged, as `memo people list` shows it
        name: String,
    },
    /// Show a person by another name
    Rename {
        /// A name of theirs
        #[arg(add = ArgValueCompleter::new(complete::people))]
        name: String,
        /// The name to show
        #[arg(required_unless_present = "undo")]
        shown: Option<String>,
        /// Show them by their own name again
        #[arg(long, conflicts_with = "shown")]
        undo: bool,
    },
    /// This is a name of yours
    Me {
        /// The name
        #[arg(add = ArgValueCompleter::new(complete::people))]
        name: String,
    },
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let client = context.client()?;
        let changed = match &self.action {
            Action::List { prefix, limit } => {
                return list(context, &client, prefix.as_deref(), *limit);
            }
            Action::Merge { name, into } => client.merge_people(name, into),
            Action::Split { name } => client.split_person(name),
            Action::Rename { name, shown, .. } => client.rename_person(name, shown.as_deref()),
            Action::Me { name } => client.merge_into_me(name),
        };
        let person = changed.map_err(|error| {
            let failure = Failure::from(error);
            match failure.exit {
                Exit::Nothing => failure.hint("`memo people list` shows who is in your memories"),
                _ => failure,
            }
        })?;
        let output = &context.output;
        match output.is_json() {
            true => output.json(&person)?,
            false => output.result(&format!(
                "{}: {}{}",
                clean(&person.name),
                count(person.memories, "memory", "memories"),
                match names(&person).as_str() {
                    "" => String::new(),
                    names => format!(", as {names}"),
                }
            ))?,
        }
        Ok(Exit::Done)
    }
}

fn list(context: &Context, client: &Client, prefix: Option<&str>, limit: u32) -> Result<Exit> {
    let output = &context.output;
    let (all, more) = pages(limit as usize, |limit, cursor| {
        let page = client.people(prefix, Some(limit), cursor)?;
        Ok((page.people, page.next_cursor))
    })?;
    if output.is_json() {
        output.json(&serde_json::json!({ "people": all }))?;
    } else if all.is_empty() {
        output.note("nobody");
    } else {
        let row = |person: &Person| {
            let me = if person.me { " (you)" } else { "" };
            vec![
                format!("{}{me}", clean(&person.name)),
                person.memories.to_string(),
                names(person),
            ]
        };
        let rows: Vec<Vec<String>> = all.iter().map(row).collect();
        output.paged(&table(
            &["PERSON", "MEMORIES", "ALSO"],
            &rows,
            output.width(),
        ))?;
        if more {
            output
                .note("there are more: --limit shows so many, and a NAME those that begin with it");
        }
    }
    Ok(if all.is_empty() {
        Exit::Nothing
    } else {
        Exit::Done
    })
}

/// The names of a person that are not shown.
fn names(person: &Person) -> String {
    let others = person.names.iter().filter(|n| n.name != person.name);
    let others: Vec<_> = others.map(|n| clean(&n.name)).collect();
    others.join(", ")
}
