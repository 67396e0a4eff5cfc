//! Find, start, wait for and stop the daemon's process.
//!
//! The daemon holds a lock in its folder of data and writes `daemon.json` once it is ready. So commands that
//! start it at the same moment need not agree: each spawns one, all but one of these end at once for want of the
//! lock, and every command waits for the one that answers.

use crate::{
    error::{Exit, Failure, Result},
    memod, os,
};
use memo_common::{
    client::{Client, ClientError},
    config::{Config, Origin},
    paths::{self, DaemonFile},
};
use std::{
    fs,
    io::{Read, Seek, SeekFrom},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long a daemon may take until it is ready; recovery after a crash reads the whole store.
const READY_WITHIN: Duration = Duration::from_secs(60);
/// How long a stopping daemon may take: its own limit is 5 s.
const GONE_WITHIN: Duration = Duration::from_secs(15);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(15);
/// A daemon on this machine that does not say it lives within this does not count as answering.
const ANSWER: Duration = Duration::from_secs(5);
/// How long after our own daemon ended another one that holds the folder may still become ready.
const OTHERS: Duration = Duration::from_secs(30);

/// A daemon that answers, as it was noted; its version is that which it gives now.
pub(crate) type Running = DaemonFile;

/// How a start went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Started {
    /// By this command.
    Now,
    /// It was there already, or another command was faster.
    Already,
}

/// The daemon that is noted to serve this folder of data, by who holds the folder, whether it answers or not. After a
/// crash `daemon.json` stays, and a stranger may have got the port; while something else is done to the folder, that
/// holds the lock.
pub(crate) fn noted(config: &Config) -> Option<DaemonFile> {
    let file = DaemonFile::read(&config.data_dir)?;
    let holds = is_held(config) && paths::read_pid(&config.data_dir) == Some(file.pid);
    holds.then_some(file)
}

/// Asks the daemon whether it lives.
fn ask(file: DaemonFile) -> std::result::Result<Running, ClientError> {
    match Client::proven(&file, None, Some(ANSWER))?.healthz() {
        Ok(health) => Ok(Running {
            version: health.version,
            ..file
        }),
        // It lives and says that it has something to do first.
        Err(ClientError::Problem(problem)) if problem.status == 503 => Ok(file),
        Err(error) => Err(error),
    }
}

/// The daemon of this folder of data, if it answers and shows that it is the one.
pub(crate) fn find(config: &Config) -> Option<Running> {
    ask(noted(config)?).ok()
}

/// Starts the daemon of this folder of data, unless it answers already, and waits until it does.
pub(crate) fn start(config: &Config) -> Result<(Started, Running)> {
    match noted(config).map(ask) {
        Some(Ok(running)) => return Ok((Started::Already, running)),
        // To start another would not help: it holds the folder.
        Some(Err(error @ ClientError::Unproven { .. })) => return Err(error.into()),
        _ => {}
    }
    let binary = memod::binary()?;
    #[cfg(unix)]
    if let Some(owner) = os::account().and_then(|a| paths::other_owner(&config.data_dir, a)) {
        let (folder, owner) = (config.data_dir.display(), os::account_name(owner));
        return Err(Failure::new(
            Exit::NoDaemon,
            format!("{folder} belongs to another account, {owner}, which could put anything into it"),
        )
        .hint(format!("run memo as {owner}, give the folder to your account with chown -R, or name another with --data-dir")));
    }
    let logs = paths::log_dir(&config.data_dir);
    fs::create_dir_all(&logs).map_err(|e| {
        Failure::io(format_args!("cannot make {}", logs.display()), &e)
            .hint("`memo doctor` says what mends it")
    })?;
    // Before the daemon sees to it: what is remembered is nobody else's business.
    paths::private(&config.data_dir)
        .map_err(|e| Failure::io("cannot keep the folder of data to yourself", &e))?;
    // One file per start: what this daemon said is what explains its failure.
    let log = logs.join(format!("start-{}.log", std::process::id()));
    let child = spawn(config, &binary, &log)?;
    let result = wait_until_ready(config, child, &log);
    if result.is_ok() {
        // From here on the daemon's own log tells; a system that keeps open files in place keeps this one, empty.
        let _ = fs::remove_file(&log);
    }
    result
}

fn spawn(config: &Config, binary: &Path, log: &Path) -> Result<Child> {
    let open = || {
        fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(log)
            .map_err(|e| Failure::io(format_args!("cannot write {}", log.display()), &e))
    };
    let mut command = Command::new(binary);
    command
        .arg("--data-dir")
        .arg(&config.data_dir)
        .arg("--background")
        .stdin(Stdio::null())
        .stdout(open()?)
        .stderr(open()?);
    os::detach(&mut command);
    command.spawn().map_err(|e| {
        Failure::new(
            Exit::NoDaemon,
            format!("cannot start {}: {e}", binary.display()),
        )
    })
}

fn wait_until_ready(config: &Config, mut child: Child, log: &Path) -> Result<(Started, Running)> {
    let begun = Instant::now();
    let mut ended: Option<(ExitStatus, Instant)> = None;
    loop {
        if let Some(running) = find(config) {
            let how = if running.pid == child.id() {
                Started::Now
            } else {
                Started::Already
            };
            return Ok((how, running));
        }
        if ended.is_none()
            && let Ok(Some(status)) = child.try_wait()
        {
            ended = Some((status, Instant::now()));
        }
        match ended {
            // Ours ended because another holds the folder: that one will be ready, or be gone.
            Some((_, at)) if is_held(config) && at.elapsed() < OTHERS => {}
            Some((status, _)) => {
                // It may have become ready and stopped between our two looks.
                if let Some(running) = find(config) {
                    return Ok((Started::Already, running));
                }
                return Err(failed(config, &format!("the daemon ended ({status})"), log));
            }
            None if begun.elapsed() > READY_WITHIN => {
                let failure = format!(
                    "the daemon was not ready within {} s; it may still be recovering",
                    READY_WITHIN.as_secs()
                );
                return Err(failed(config, &failure, log));
            }
            None => {}
        }
        thread::sleep(LOOK);
    }
}

/// Whether some process holds this folder's lock. Any number may look at once: they take it together, for a moment, and
/// who wants to hold it waits for that.
pub(crate) fn is_held(config: &Config) -> bool {
    fs::File::open(paths::lock_file(&config.data_dir))
        .is_ok_and(|file| matches!(file.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
}

/// Why no daemon could be started, in its own last words, and what to do.
fn failed(config: &Config, what: &str, log: &Path) -> Failure {
    let said = fs::File::open(log).and_then(|mut log| tail(&mut log, 4096));
    let said = said.unwrap_or_default();
    let words: Vec<&str> = said.lines().filter(|l| !l.trim().is_empty()).collect();
    let last = words[words.len().saturating_sub(5)..].join("\n  ");
    // What it said is in the message; a leftover file would only confuse.
    let _ = fs::remove_file(log);
    let hint = match holder(config).filter(|_| is_held(config)) {
        Some(holder) => why_silent(&holder),
        None if last.contains("cannot listen on") => other_port(config),
        None => "`memo daemon logs` shows the whole log".to_owned(),
    };
    let message = match last.is_empty() {
        true => what.to_owned(),
        false => format!("{what}, saying:\n  {last}"),
    };
    Failure::new(Exit::NoDaemon, message).hint(hint)
}

/// What to do where the daemon cannot listen at its address.
pub(crate) fn other_port(config: &Config) -> String {
    match config.get("listen") {
        Some((_, Origin::Environment(name))) => {
            format!("set {name} to 127.0.0.1:0, which takes any free port")
        }
        _ => "`memo config set listen 127.0.0.1:0` takes any free port".to_owned(),
    }
}

/// The last `bytes` of a file, as text.
pub(crate) fn tail(file: &mut fs::File, bytes: u64) -> std::io::Result<String> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(bytes)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    Ok(String::from_utf8_lossy(&end).into_owned())
}

/// The process that holds a folder, and what it wrote of itself, where that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    /// Its number.
    pub(crate) pid: u32,
    /// What `daemon.json` says.
    pub(crate) file: Option<DaemonFile>,
}

/// The daemon that holds the folder of data, whether it answers or not; `None` where it has not noted itself beside the
/// lock: what `daemon.json` alone says may be left from one that was killed. Only to be asked where the lock is held.
pub(crate) fn holder(config: &Config) -> Option<Holder> {
    let file = DaemonFile::read(&config.data_dir);
    let pid = paths::read_pid(&config.data_dir)?;
    Some(Holder {
        pid,
        file: file.filter(|f| f.pid == pid),
    })
}

/// Why a daemon that holds the folder may not answer, and what to do.
pub(crate) fn why_silent(holder: &Holder) -> String {
    let pid = holder.pid;
    match &holder.file {
        Some(file) => format!(
            "process {pid} holds the folder and does not answer at {}: it may hang; `memo daemon logs` shows what it is doing, `memo daemon restart` starts another",
            file.url
        ),
        None => format!(
            "process {pid} holds the folder, and daemon.json does not say where it answers: it is starting or recovering (`memo daemon logs` shows that), or the file is lost; then `memo daemon restart` mends it"
        ),
    }
}

/// Asks the daemon to stop and waits until it has let go of its folder; `None` where none is there.
pub(crate) fn stop(config: &Config) -> Result<Option<Holder>> {
    if find(config).is_none() && !is_held(config) {
        return Ok(None);
    }
    let holder = holder(config).ok_or_else(|| {
        Failure::new(
            Exit::Refused,
            "a process holds the folder of data and has not said which it is: it is just starting, or at work on the folder",
        )
        .hint("try again in a moment; `memo daemon logs` shows what it is doing")
    })?;
    os::terminate(holder.pid).map_err(|e| {
        Failure::new(
            Exit::Refused,
            format!("cannot stop the daemon (process {}): {e}", holder.pid),
        )
    })?;
    let begun = Instant::now();
    while os::is_alive(holder.pid) && is_held(config) {
        if begun.elapsed() > GONE_WITHIN {
            return Err(Failure::new(
                Exit::Refused,
                format!(
                    "the daemon (process {}) did not stop within {} s",
                    holder.pid,
                    GONE_WITHIN.as_secs()
                ),
            )
            .hint("`memo daemon logs` shows what it is doing"));
        }
        thread::sleep(LOOK);
    }
    Ok(Some(holder))
}

/// Refuses what concerns this machine's daemon where another one is named.
pub(crate) fn only_here(config: &Config) -> Result<()> {
    let Some((url, origin)) = config.get("url") else {
        return Ok(());
    };
    let origin = match origin {
        Origin::Flag => "leave out --url".to_owned(),
        Origin::Environment(name) => format!("unset {name}"),
        _ => "`memo config set url --unset`".to_owned(),
    };
    Err(Failure::usage(format!(
        "this works on a folder of data of this machine, and --url or MEMO_URL names a daemon: {url}"
    ))
    .hint(format!("{origin}, if this machine's is meant")))
}
