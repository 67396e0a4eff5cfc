//! What can be said on the command line, and which command runs.

use crate::{
    commands::{
        add, ask, backup, completions, config, daemon, doctor, edit, export, feedback, forget,
        generate, import, key, list, mcp, note, people, recall, restore, show, status, timeline,
        today, watch, web,
    },
    context::Context,
    error::{Exit, Failure, Result},
    output::Output,
};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::CompleteEnv;
use memo_common::{config::Flags, files::pdf};
use std::{env, path::PathBuf};

const AFTER_HELP: &str = "\
Examples:
  memo add ~/notes meeting.eml        remember files and folders
  memo ask \"When did I last see Ana?\" one answer, and the memories it rests on
  memo recall budget --since 2026-10  the memories themselves

Exit codes:
  0 done    1 nothing found or not answered    2 wrong usage
  3 no daemon    4 refused    5 some failed    130 interrupted";

/// Remember documents as episodic memories, find them again, and ask about them.
#[derive(Debug, Parser)]
#[command(name = "memo", version, after_help = AFTER_HELP, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Flags that every command takes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Global {
    /// Write results as JSON, one document a line
    #[arg(long, global = true)]
    json: bool,
    /// Write nothing but what was asked for, and errors
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Use the daemon at this address [env: MEMO_URL, its key: MEMO_API_KEY]
    #[arg(long, global = true, value_name = "URL", value_hint = clap::ValueHint::Url)]
    pub(crate) url: Option<String>,
    /// Do not start a daemon when none answers
    #[arg(long, global = true)]
    pub(crate) no_start: bool,
    /// The folder of data [env: MEMO_DATA_DIR]
    #[arg(long, global = true, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(crate) data_dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(visible_alias = "memorize")]
    Add(add::Args),
    Note(note::Args),
    Recall(recall::Args),
    Ask(ask::Args),
    Feedback(feedback::Args),
    Today(today::Args),
    Timeline(timeline::Args),
    Web(web::Args),
    List(list::Args),
    Show(show::Args),
    Edit(edit::Args),
    People(people::Args),
    Forget(forget::Args),
    Export(export::Args),
    Import(import::Args),
    Watch(watch::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Status(status::Args),
    Key(key::Args),
    Mcp(mcp::Args),
    Config(config::Args),
    Daemon(daemon::Args),
    Completions(completions::Args),
    Doctor(doctor::Args),
    #[command(hide = true)]
    Generate(generate::Args),
    /// Take the text out of a PDF on standard input
    #[command(hide = true, name = pdf::SUBCOMMAND)]
    PdfText,
}

/// Runs the process's command and says how it ended.
pub(crate) fn run() -> Exit {
    let here = env::current_dir().ok();
    match CompleteEnv::with_factory(Cli::command).try_complete(env::args_os(), here.as_deref()) {
        Ok(false) => {}
        Ok(true) => return Exit::Done,
        // A shell asks while somebody types: an error has no place there.
        Err(_) => return Exit::Usage,
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help or a usage error; when it cannot even be printed, the exit code has to say it.
            let _ = Output::new(false, false).usage(&error);
            return if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Done
            };
        }
    };
    let output = Output::new(cli.global.json, cli.global.quiet);
    match dispatch(&cli, &output) {
        Ok(exit) => exit,
        Err(failure) if failure.broken_pipe => Exit::Done,
        Err(failure) => {
            output.failure(&failure);
            failure.exit
        }
    }
}

fn dispatch(cli: &Cli, output: &Output) -> Result<Exit> {
    let context = |extra: Flags| Context::new(&cli.global, output.clone(), extra);
    let plain = || context(Flags::new());
    match &cli.command {
        Command::Add(args) => args.run(&context(args.flags())?),
        Command::Note(args) => args.run(&plain()?),
        Command::Recall(args) => args.run(&plain()?),
        Command::Ask(args) => args.run(&plain()?),
        Command::Feedback(args) => args.run(&plain()?),
        Command::Today(args) => args.run(&plain()?),
        Command::Timeline(args) => args.run(&plain()?),
        Command::Web(args) => args.run(&plain()?),
        Command::List(args) => args.run(&plain()?),
        Command::Show(args) => args.run(&plain()?),
        Command::Edit(args) => args.run(&plain()?),
        Command::People(args) => args.run(&plain()?),
        Command::Forget(args) => args.run(&plain()?),
        Command::Export(args) => args.run(&plain()?),
        Command::Import(args) => args.run(&plain()?),
        Command::Watch(args) => args.run(&context(args.flags())?),
        Command::Backup(args) => args.run(&plain()?),
        Command::Restore(args) => args.run(&plain()?),
        Command::Status(args) => args.run(&plain()?),
        Command::Key(args) => args.run(&plain()?),
        Command::Mcp(args) => args.run(&plain()?),
        // These two must work, and help, when the settings are wrong.
        Command::Config(args) => args.run(output, plain),
        Command::Doctor(args) => args.run(output, plain),
        Command::Daemon(args) => args.run(&plain()?),
        Command::Completions(args) => args.run(output),
        Command::Generate(args) => args.run(),
        Command::PdfText => match pdf::run_child() {
            Ok(true) => Ok(Exit::Done),
            Ok(false) => Ok(Exit::SomeFailed),
            Err(e) => Err(Failure::output(&e)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples() {
        fn check(command: &clap::Command, path: &str) {
            for sub in command
                .get_subcommands()
                .filter(|c| !c.is_hide_set() && c.get_name() != "help")
            {
                let path = format!("{path} {}", sub.get_name());
                let help = sub
                    .get_after_help()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                assert!(
                    help.contains(&path) || path.split(' ').count() > 2,
                    "{path} has no example of itself"
                );
                check(sub, &path);
            }
        }
        check(&Cli::command(), "memo");
    }
}
