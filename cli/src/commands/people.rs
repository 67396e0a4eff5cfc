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
use memo_common::{
    api::{Person, Suggestion},
    client::Client,
};

/// Say who is who: which names are one person's, and which name is shown
///
/// Memories are shown and found by it at once, old and new ones; what they hold stays as it was read, and all of it can be
/// taken back.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo people list ana
  memo people suggest                              names that may be one person's
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
    /// List names that may be one person's, and why
    ///
    /// Nothing is merged by itself: `memo people merge` does it, and `memo people dismiss` keeps two from being offered again.
    Suggest {
        /// At most so many
        #[arg(long, default_value_t = 50, value_name = "N")]
        limit: u32,
    },
    /// These two are two people: do not offer them as one again
    Dismiss {
        /// A name of the one
        #[arg(add = ArgValueCompleter::new(complete::people))]
        name: String,
        /// A name of the other
        #[arg(add = ArgValueCompleter::new(complete::people))]
        other: String,
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
            Action::Suggest { limit } => return suggest(context, &client, *limit),
            Action::Dismiss { name, other } => client.keep_people_apart(name, other),
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

fn suggest(context: &Context, client: &Client, limit: u32) -> Result<Exit> {
    let output = &context.output;
    let (all, more) = pages(limit as usize, |limit, cursor| {
        let page = client.people_suggestions(Some(limit), cursor)?;
        Ok((page.suggestions, page.next_cursor))
    })?;
    if output.is_json() {
        output.json(&serde_json::json!({ "suggestions": all }))?;
    } else if all.is_empty() {
        output.note("no names that may be one person's");
    } else {
        let row = |s: &Suggestion| vec![clean(&s.name), clean(&s.into), clean(&s.reason)];
        let rows: Vec<Vec<String>> = all.iter().map(row).collect();
        output.paged(&table(&["NAME", "MAY BE", "WHY"], &rows, output.width()))?;
        output.note("`memo people merge NAME OTHER` makes two one, `memo people dismiss NAME OTHER` keeps them two");
        if more {
            output.note("there are more: --limit shows so many");
        }
    }
    Ok(match all.is_empty() {
        true => Exit::Nothing,
        false => Exit::Done,
    })
}

/// The names of a person that are not shown.
fn names(person: &Person) -> String {
    let others = person.names.iter().filter(|n| n.name != person.name);
    let others: Vec<_> = others.map(|n| clean(&n.name)).collect();
    others.join(", ")
}
