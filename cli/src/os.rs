//! What differs between operating systems, all in one place: processes, limits, the account's name.

use std::{
    io::Write,
    process::{Command, Stdio},
};

/// The account's full name, where the system knows one.
fn full_name() -> Option<String> {
    #[cfg(unix)]
    {
        let user = nix::unistd::User::from_uid(nix::unistd::Uid::current()).ok()??;
        let gecos = user.gecos.to_string_lossy();
        let full = gecos.split(',').next().unwrap_or_default().trim();
        // In the password file's comment field, & stands for the login name.
        Some(full.replace('&', &user.name)).filter(|name| !name.is_empty())
    }
    #[cfg(not(unix))]
    None
}

/// The name of whom this account belongs to, as far as the system knows. The administrator's is nobody's.
pub(crate) fn person() -> Option<String> {
    const ADMINISTRATOR: u32 = 0;
    match account() {
        Some(ADMINISTRATOR) => None,
        _ => full_name().or_else(login_name),
    }
}

/// The account's login name.
fn login_name() -> Option<String> {
    #[cfg(unix)]
    {
        let user = nix::unistd::User::from_uid(nix::unistd::Uid::current()).ok()??;
        Some(user.name).filter(|name| !name.is_empty())
    }
    #[cfg(not(unix))]
    std::env::var("USERNAME").ok()
}

/// Has a terminal not show what is typed meanwhile.
///
/// # Errors
/// It cannot be kept from showing it.
pub(crate) fn without_echo<T>(read: impl FnOnce() -> T) -> std::io::Result<T> {
    #[cfg(unix)]
    {
        use nix::sys::termios::{LocalFlags, SetArg::TCSAFLUSH, tcgetattr, tcsetattr};
        let terminal = std::io::stdin();
        let before = tcgetattr(&terminal)?;
        let mut silent = before.clone();
        silent.local_flags.remove(LocalFlags::ECHO);
        tcsetattr(&terminal, TCSAFLUSH, &silent)?;
        let done = read();
        tcsetattr(&terminal, TCSAFLUSH, &before)?;
        Ok(done)
    }
    #[cfg(not(unix))]
    {
        let _ = read;
        Err(std::io::Error::other("give it by --password-command"))
    }
}

/// Whether bash asks what may stand where somebody types.
pub(crate) fn completes_for_bash() -> bool {
    // Of all the scripts bash's alone passes it on.
    std::env::var_os("_CLAP_COMPLETE_COMP_TYPE").is_some()
}

/// Shows a text by the program that PAGER names, as git and man do; `false` where there is none, or none is wanted.
pub(crate) fn page(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".into());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next().filter(|program| *program != "cat") else {
        return false;
    };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    // It ends where the text fits after all, passes colours on, and leaves the text where it was shown.
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    // Ctrl-C is the pager's while it runs. It only fails when a handler is set already.
    let _ = ctrlc::set_handler(|| {});
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    if let Some(mut pipe) = child.stdin.take() {
        // Whoever has seen enough leaves before the end.
        let _ = pipe.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}

/// Has a person edit a file with the program that VISUAL or EDITOR names.
pub(crate) fn edit(file: &std::path::Path) -> std::io::Result<()> {
    let named = ["VISUAL", "EDITOR"].map(|name| std::env::var(name).ok());
    let named = named.into_iter().flatten().find(|n| !n.trim().is_empty());
    let editor = named.unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.into());
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    // Ctrl-C is the editor's while it runs. It only fails when a handler is set already.
    let _ = ctrlc::set_handler(|| {});
    let ended = Command::new(program).args(words).arg(file).status();
    let failed = |e: std::io::Error| std::io::Error::new(e.kind(), format!("{program}: {e}"));
    match ended.map_err(failed)?.success() {
        true => Ok(()),
        false => Err(std::io::Error::other(format!(
            "{program} ended with an error"
        ))),
    }
}

/// Has the person's browser open an address; `false` where that is not known to have begun. Nothing is known of what
/// comes of it.
pub(crate) fn browse(url: &str) -> bool {
    // BROWSER may name several programs, and options; those who set it mostly name one.
    let named = std::env::var("BROWSER")
        .ok()
        .filter(|n| !n.trim().is_empty());
    let mut words = match &named {
        Some(named) => named
            .split(':')
            .next()
            .unwrap_or_default()
            .split_whitespace(),
        None if cfg!(target_os = "macos") => "open".split_whitespace(),
        None if cfg!(windows) => "rundll32 url.dll,FileProtocolHandler".split_whitespace(),
        // Without a screen there is no browser to see.
        None if ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .all(|name| std::env::var_os(name).is_none_or(|v| v.is_empty())) =>
        {
            return false;
        }
        None => "xdg-open".split_whitespace(),
    };
    let Some(program) = words.next() else {
        return false;
    };
    let mut command = Command::new(program);
    command
        .args(words)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    detach(&mut command);
    command.spawn().is_ok()
}

/// Lets the child outlive this terminal: signals meant for us (Ctrl-C) do not reach it.
pub(crate) fn detach(command: &mut Command) {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        const DETACHED_PROCESS: u32 = 0x0000_0008;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
        command.creation_flags(DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
    }
}

/// Asks a process to stop, so that it can finish what it has open.
pub(crate) fn terminate(pid: u32) -> Result<(), String> {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, kill};
        let pid = i32::try_from(pid).map_err(|e| e.to_string())?;
        if pid == 0 {
            // It would mean every process of our own group.
            return Err("it has no process number".into());
        }
        kill(nix::unistd::Pid::from_raw(pid), Signal::SIGTERM).map_err(|e| e.desc().to_owned())
    }
    #[cfg(not(unix))]
    {
        let status = Command::new("taskkill")
            .args(["/F", "/PID", &pid.to_string()])
            .output()
            .map_err(|e| e.to_string())?;
        match status.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&status.stderr).trim().to_owned()),
        }
    }
}

/// Ends this process at once, as one that Ctrl-C has interrupted.
#[expect(
    clippy::exit,
    reason = "what waits for the network cannot be told to come back"
)]
pub(crate) fn end_interrupted() {
    std::process::exit(crate::error::Exit::Interrupted as i32)
}

/// Whether a process of this number is there.
pub(crate) fn is_alive(pid: u32) -> bool {
    #[cfg(unix)]
    {
        use nix::{errno::Errno, sys::signal::kill, unistd::Pid};
        // Signal 0 is not delivered; a process of another account answers with EPERM, and is there.
        i32::try_from(pid)
            .is_ok_and(|pid| !matches!(kill(Pid::from_raw(pid), None), Err(Errno::ESRCH)))
    }
    #[cfg(not(unix))]
    {
        let filter = format!("PID eq {pid}");
        Command::new("tasklist")
            .args(["/NH", "/FI", &filter])
            .output()
            .is_ok_and(|out| String::from_utf8_lossy(&out.stdout).contains(&pid.to_string()))
    }
}

/// Whether other accounts may read what this is about.
pub(crate) fn others_may_read(about: &std::fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        about.mode() & 0o044 != 0
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        false
    }
}

/// The account that this process works as; `None` where the system has no numbers for them.
pub(crate) fn account() -> Option<u32> {
    #[cfg(unix)]
    {
        Some(nix::unistd::geteuid().as_raw())
    }
    #[cfg(not(unix))]
    None
}

/// The account that owns what this is about.
pub(crate) fn owner(about: &std::fs::Metadata) -> Option<u32> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some(about.uid())
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        None
    }
}

/// What an account is called; its number, where it has no name.
pub(crate) fn account_name(account: u32) -> String {
    #[cfg(unix)]
    {
        let user = nix::unistd::User::from_uid(nix::unistd::Uid::from_raw(account));
        user.ok()
            .flatten()
            .map_or_else(|| account.to_string(), |user| user.name)
    }
    #[cfg(not(unix))]
    account.to_string()
}

/// Whether the owner's own rights keep the owner from working with it; the administrator needs none.
pub(crate) fn owner_is_kept_out(about: &std::fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let needed = if about.is_dir() { 0o700 } else { 0o400 };
        about.mode() & needed != needed
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        false
    }
}

/// Bytes that are free on a folder's disk; `None` where the system does not say.
pub(crate) fn free_bytes(folder: &std::path::Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = nix::sys::statvfs::statvfs(folder).ok()?;
        // How wide these are differs between systems.
        #[allow(clippy::useless_conversion)]
        let free =
            u64::from(disk.blocks_available()).saturating_mul(u64::from(disk.fragment_size()));
        Some(free)
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// The daemon's file name.
pub(crate) const DAEMON_BINARY: &str = if cfg!(windows) { "memod.exe" } else { "memod" };
