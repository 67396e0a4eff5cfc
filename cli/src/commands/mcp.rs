//! `memo mcp`: memo as a server for assistants, and how to set one up.

use crate::{
    context::Context,
    error::{Exit, Failure, Result},
    relay,
};
use clap::{Subcommand, ValueEnum};
use memo_common::config::Origin;
use serde_json::{Value, json};
use std::{env, path};

/// Let an assistant use your memories
///
/// Speaks the Model Context Protocol on standard input and output, as assistants want it that start their servers
/// themselves. It starts the daemon where none runs, hands on what the assistant asks, and ends with its input. An
/// assistant can recall, ask and remember; it can forget only where you allow it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo mcp config claude-desktop   what to put where, for Claude Desktop
  claude mcp add memo -- memo mcp  the same, for Claude Code, in one step
  memo mcp --allow-forget          an assistant may remove memories, too")]
pub(crate) struct Args {
    /// Offer the tool that removes a memory, too
    #[arg(long, global = true)]
    allow_forget: bool,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print what an assistant's settings need
    Config {
        /// Whose settings
        #[arg(value_name = "CLIENT")]
        client: Assistant,
    },
}

/// Programs whose settings are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Assistant {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    Vscode,
    Zed,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        match &self.action {
            None => relay::run(context, self.allow_forget),
            Some(Action::Config { client }) => self.config(context, *client),
        }
    }

    fn config(&self, context: &Context, client: Assistant) -> Result<Exit> {
        let program = env::current_exe().map_err(|e| Failure::io("where is memo?", &e))?;
        let program = program.to_str().ok_or_else(|| {
            Failure::usage("memo lies in a folder whose name is not UTF-8, which no settings hold")
        })?;
        let args = self.arguments(context);
        let snippet = client.snippet(program, &args);
        context.output.note(client.place());
        let text =
            serde_json::to_string_pretty(&snippet).map_err(|e| Failure::output(&e.into()))?;
        context.output.result(&text)?;
        if args.iter().any(|arg| arg == "--url") {
            context.output.note(
                "an assistant has its own environment: give it the key of that daemon as MEMO_API_KEY, in \"env\"",
            );
        }
        Ok(Exit::Done)
    }

    /// The arguments that lead an assistant's memo where this one looks.
    fn arguments(&self, context: &Context) -> Vec<String> {
        let mut args = vec!["mcp".to_owned()];
        for (setting, flag) in [("url", "--url"), ("data_dir", "--data-dir")] {
            // The settings file is read there, too; the environment is another.
            if let Some((value, Origin::Flag | Origin::Environment(_))) =
                context.config.get(setting)
            {
                // It starts in another folder.
                let value = match path::absolute(value) {
                    Ok(path) if setting == "data_dir" => path.to_string_lossy().into_owned(),
                    _ => value.to_owned(),
                };
                args.extend([flag.to_owned(), value]);
            }
        }
        if self.allow_forget {
            args.push("--allow-forget".into());
        }
        args
    }
}

impl Assistant {
    /// Where the snippet goes.
    const fn place(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => {
                "for claude_desktop_config.json, which Settings > Developer > Edit Config opens; then restart Claude"
            }
            Self::ClaudeCode => {
                "for .mcp.json in a project; `claude mcp add --scope user memo -- memo mcp` does it for all"
            }
            Self::Cursor => "for ~/.cursor/mcp.json, or .cursor/mcp.json in a project",
            Self::Vscode => {
                "for .vscode/mcp.json in a project, or what \"MCP: Open User Configuration\" opens"
            }
            Self::Zed => "for settings.json, which \"zed: open settings file\" opens",
        }
    }

    fn snippet(self, program: &str, args: &[String]) -> Value {
        let server = json!({ "command": program, "args": args });
        let typed = json!({ "type": "stdio", "command": program, "args": args });
        match self {
            Self::ClaudeDesktop | Self::Cursor => json!({ "mcpServers": { "memo": server } }),
            Self::ClaudeCode => json!({ "mcpServers": { "memo": typed } }),
            Self::Vscode => json!({ "servers": { "memo": typed } }),
            Self::Zed => json!({ "context_servers": { "memo": server } }),
        }
    }
}
