//! The daemon's program: where it is, and what it does to a folder of data and ends.

use crate::{
    daemon,
    error::{Exit, Failure, Result},
    os,
};
use memo_common::config::Config;
use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Has the daemon's program do something to this folder of data and end; answers what it says. No daemon may serve
/// the folder.
pub(crate) fn run(config: &Config, arguments: &[&OsStr]) -> Result<String> {
    daemon::only_here(config)?;
    if daemon::is_held(config) {
        return Err(
            Failure::new(Exit::Refused, "a daemon serves this folder of data")
                .hint("stop it first with `memo daemon stop`"),
        );
    }
    let binary = binary()?;
    let cannot = |e| Failure::io(format_args!("cannot start {}", binary.display()), &e);
    let mut command = Command::new(&binary);
    command.arg("--data-dir").arg(&config.data_dir);
    let output = command.args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(cannot)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.trim().trim_start_matches("memod: ");
    let what = match said.is_empty() {
        true => format!("memod ended ({})", output.status),
        false => said.to_owned(),
    };
    Err(Failure::new(Exit::Refused, what))
}

/// The daemon's binary: beside this one, or in the folder that some systems have for programs which are not typed; behind
/// links, too; else on the PATH.
pub(crate) fn binary() -> Result<PathBuf> {
    let own = env::current_exe().into_iter();
    // As it was called first: behind the link there may be a folder that goes with the next version.
    let places = own.flat_map(|exe| {
        [exe.canonicalize().ok(), Some(exe)]
            .into_iter()
            .rev()
            .flatten()
    });
    let beside = places.flat_map(|exe| {
        let folder = exe.parent().map(Path::to_path_buf).unwrap_or_default();
        let libexec = folder.with_file_name("libexec");
        [folder, libexec]
    });
    let path = env::var_os("PATH").unwrap_or_default();
    beside
        .chain(env::split_paths(&path))
        .map(|folder| folder.join(os::DAEMON_BINARY))
        .find(|path| path.is_file())
        .ok_or_else(|| {
            Failure::new(
                Exit::NoDaemon,
                format!(
                    "{} is neither beside memo nor on the PATH",
                    os::DAEMON_BINARY
                ),
            )
            .hint("install it, too: every package of memo holds both; from a clone, `cargo install --locked --path daemon`")
        })
}
