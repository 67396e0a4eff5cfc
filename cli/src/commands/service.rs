//! The daemon as a service of the account: a systemd user unit, or a launchd agent.

use crate::{
    context::Context,
    daemon,
    error::{Exit, Failure, Result},
    memod,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    slice,
};

/// What the service is called.
const UNIT: &str = "memod.service";
const AGENT: &str = "memo.memod";

/// A kind of service manager.
#[derive(Clone, Copy)]
enum Manager {
    Systemd,
    Launchd,
}

impl Manager {
    fn here() -> Result<Self> {
        match std::env::consts::OS {
            "linux" => Ok(Self::Systemd),
            "macos" => Ok(Self::Launchd),
            other => Err(Failure::new(
                Exit::Refused,
                format!("memo cannot install a service on {other}"),
            )
            .hint("`memo daemon start` starts the daemon; have your system run it at login")),
        }
    }

    /// Where it looks for the account's services.
    fn file(self) -> Result<PathBuf> {
        let folders = directories::BaseDirs::new()
            .ok_or_else(|| Failure::usage("there is no home folder to install a service in"))?;
        Ok(match self {
            Self::Systemd => folders.config_dir().join("systemd/user").join(UNIT),
            Self::Launchd => folders
                .home_dir()
                .join("Library/LaunchAgents")
                .join(format!("{AGENT}.plist")),
        })
    }

    /// What it is told of the daemon.
    fn definition(self, binary: &Path, data: &Path) -> String {
        match self {
            Self::Systemd => format!(
                "[Unit]\n\
                 Description=memo, the memory daemon\n\n\
                 [Service]\n\
                 Type=exec\n\
                 ExecStart={} --data-dir {}\n\
                 Restart=on-failure\n\
                 NoNewPrivileges=yes\n\n\
                 [Install]\n\
                 WantedBy=default.target\n",
                quoted(binary),
                quoted(data)
            ),
            Self::Launchd => format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                 <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
                 \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
                 <plist version=\"1.0\"><dict>\n\
                 <key>Label</key><string>{AGENT}</string>\n\
                 <key>ProgramArguments</key><array>\n\
                 <string>{}</string><string>--data-dir</string><string>{}</string>\n\
                 </array>\n\
                 <key>RunAtLoad</key><true/>\n\
                 <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>\n\
                 </dict></plist>\n",
                escaped(binary),
                escaped(data)
            ),
        }
    }

    /// The commands that take the file at `path` into service, or out of it.
    fn commands(self, path: &Path, start: bool) -> Vec<Vec<String>> {
        let path = path.display().to_string();
        let lines: &[&[&str]] = match (self, start) {
            (Self::Systemd, true) => &[
                &["systemctl", "--user", "daemon-reload"],
                &["systemctl", "--user", "enable", "--now", UNIT],
            ],
            (Self::Systemd, false) => &[&["systemctl", "--user", "disable", "--now", UNIT]],
            (Self::Launchd, true) => &[&["launchctl", "load", "-w", &path]],
            (Self::Launchd, false) => &[&["launchctl", "unload", "-w", &path]],
        };
        let owned = |line: &&[&str]| line.iter().map(|&word| word.to_owned()).collect();
        lines.iter().map(owned).collect()
    }
}

/// A path as a systemd unit quotes it; `%` and `$` have meanings there.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('%', "%%").replace('$', "$$"))
}

/// A path as XML text.
fn escaped(path: &Path) -> String {
    let text = path.display().to_string();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Writes the definition and takes it into service.
pub(super) fn install(context: &Context, print: bool) -> Result<Exit> {
    let manager = Manager::here()?;
    let data = std::path::absolute(&context.config.data_dir)
        .map_err(|e| Failure::io("cannot tell where the folder of data is", &e))?;
    let definition = manager.definition(&memod::binary()?, &data);
    if print {
        context.output.result(&definition)?;
        return Ok(Exit::Done);
    }
    let path = manager.file()?;
    let before = fs::read(&path).ok();
    let commands = manager.commands(&path, true);
    write(&path, definition.as_bytes())?;
    if let Err(failure) = take_into_service(context, &commands) {
        // As it was: what this wrote is of no use to a service manager that does not take it.
        match before {
            Some(before) => write(&path, &before)?,
            None => {
                let _ = fs::remove_file(&path);
            }
        }
        return Err(failure.hint(by_hand(&path, &commands)));
    }
    context
        .output
        .note(&format!("installed {}", path.display()));
    Ok(Exit::Done)
}

/// One daemon per folder: the one that runs makes way for the service's, but only once the service manager has
/// answered; where it starts none in the end, the daemon is started again.
fn take_into_service(context: &Context, commands: &[Vec<String>]) -> Result<()> {
    let Some((last, first)) = commands.split_last() else {
        return Ok(());
    };
    run_all(first)?;
    let stopped = daemon::stop(&context.config)?;
    run_all(slice::from_ref(last)).inspect_err(|_| {
        if stopped.is_some()
            && let Err(failure) = daemon::start(&context.config)
        {
            context.output.warn(&failure.message);
        }
    })
}

fn write(path: &Path, definition: &[u8]) -> Result<()> {
    let failed =
        |e: std::io::Error| Failure::io(format_args!("cannot write {}", path.display()), &e);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, definition).map_err(failed)
}

/// All that this command does, to be done where the service manager answers.
fn by_hand(path: &Path, commands: &[Vec<String>]) -> String {
    let path = path.display();
    let mut lines = vec![
        format!("memo daemon install --print > \"{path}\""),
        "memo daemon stop".to_owned(),
    ];
    lines.extend(commands.iter().map(|words| words.join(" ")));
    format!(
        "nothing has changed; from a session in which the service manager answers, do it again, or by hand:\n  {}",
        lines.join("\n  ")
    )
}

/// Takes it out of service and removes the definition.
pub(super) fn uninstall(context: &Context) -> Result<Exit> {
    let manager = Manager::here()?;
    let path = manager.file()?;
    if !path.exists() {
        context.output.note("it is not installed");
        return Ok(Exit::Nothing);
    }
    let stopped = run_all(&manager.commands(&path, false));
    fs::remove_file(&path)
        .map_err(|e| Failure::io(format_args!("cannot remove {}", path.display()), &e))?;
    if let Err(failure) = stopped {
        context.output.warn(&failure.message);
    }
    context.output.note(&format!("removed {}", path.display()));
    Ok(Exit::Done)
}

fn run_all(commands: &[Vec<String>]) -> Result<()> {
    for words in commands {
        let Some((program, args)) = words.split_first() else {
            continue;
        };
        let line = words.join(" ");
        let refused = |why: String| Failure::new(Exit::Refused, format!("`{line}` failed: {why}"));
        let output = Command::new(program)
            .args(args)
            .output()
            .map_err(|e| refused(e.to_string()))?;
        if !output.status.success() {
            return Err(refused(
                String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_for_their_file() {
        let path = Path::new("/home/a b/50%\"$x\"");
        assert_eq!(quoted(path), r#""/home/a b/50%%\"$$x\"""#);
        assert_eq!(escaped(Path::new("/a&b<c>")), "/a&amp;b&lt;c&gt;");
        let unit = Manager::Systemd.definition(path, Path::new("/data"));
        assert!(
            unit.contains("ExecStart=\"/home/a b/50%%\\\"$$x\\\"\" --data-dir \"/data\"\n"),
            "{unit}"
        );
    }
}
