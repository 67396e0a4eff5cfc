//! `memo completions`: the script that teaches a shell to complete memo's command line.

use crate::{
    error::{Exit, Failure, Result},
    output::Output,
};
use clap::ValueEnum;
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Zsh};

/// Print the completion script for a shell
///
/// The script asks memo itself what fits, so that ids of documents and memories complete too, when a daemon runs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  echo 'source <(memo completions bash)' >> ~/.bashrc
  echo 'source <(memo completions zsh)' >> ~/.zshrc
  memo completions fish > ~/.config/fish/completions/memo.fish
  memo completions powershell >> $PROFILE")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// The shells there are scripts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

impl Shell {
    /// The shells that completions/ holds a script for, with its file name there.
    pub(crate) const SHIPPED: [(Self, &str); 4] = [
        (Self::Bash, "memo.bash"),
        (Self::Zsh, "_memo"),
        (Self::Fish, "memo.fish"),
        (Self::Powershell, "memo.ps1"),
    ];

    /// The script; it runs `memo` from the PATH.
    pub(crate) fn script(self) -> Result<String> {
        let completer: &dyn EnvCompleter = match self {
            Self::Bash => &Bash,
            Self::Elvish => &Elvish,
            Self::Fish => &Fish,
            Self::Powershell => &Powershell,
            Self::Zsh => &Zsh,
        };
        let mut script = Vec::new();
        completer
            .write_registration("COMPLETE", "memo", "memo", "memo", &mut script)
            .map_err(|e| Failure::output(&e))?;
        Ok(String::from_utf8_lossy(&script).into_owned())
    }
}

impl Args {
    pub(crate) fn run(&self, output: &Output) -> Result<Exit> {
        output.result(&self.shell.script()?)?;
        Ok(Exit::Done)
    }
}
