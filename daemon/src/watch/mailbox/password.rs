//! What opens a mailbox: a password that is kept, or a password or token that a command tells each time that a connection is
//! made. It is never logged, and what a command tells is never kept.

use super::fault::Fault;
use memo_common::mailbox::{Login, Mailbox};
use std::{
    io::Read,
    path::Path,
    process::{Command, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// How long a command may take: somebody may have to open a store of passwords.
const TIME: Duration = Duration::from_secs(60);
/// How often it is seen whether the watch has ended.
const LOOK: Duration = Duration::from_millis(200);
/// Bytes of its output.
const LONGEST: u64 = 16 << 10;

/// What is shown to the server.
pub(super) enum Secret {
    Password(String),
    /// Of OAuth 2.
    Token(String),
}

pub(super) fn secret(
    data_dir: &Path,
    mailbox: &Mailbox,
    ended: &dyn Fn() -> bool,
) -> Result<Secret, Fault> {
    let login = Login::read(data_dir, mailbox);
    let login = login.map_err(|_| {
        Fault::Login(
            "what is kept of its password cannot be read; `memo watch add` sets it anew".to_owned(),
        )
    })?;
    match login {
        None => Err(Fault::Login(
            "no password is kept for it; `memo watch add` asks for one".to_owned(),
        )),
        Some(Login::Password(password)) => Ok(Secret::Password(password)),
        Some(Login::Command(words)) => told(&words, TIME, ended).map(Secret::Password),
        Some(Login::Token(words)) => told(&words, TIME, ended).map(Secret::Token),
    }
}

/// The first line of a program's output.
fn told(words: &[String], time: Duration, ended: &dyn Fn() -> bool) -> Result<String, Fault> {
    let failed = |why: String| Fault::Login(format!("the command that tells what opens it {why}"));
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| failed("is empty".to_owned()))?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| failed(format!("cannot be started: {e}")))?;
    let (done, finished) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        thread::spawn(move || {
            let mut text = Vec::new();
            let read = output.take(LONGEST).read_to_end(&mut text);
            // The receiver is gone when time was up.
            let _ = done.send(read.map(|_| text));
        });
    }
    let began = Instant::now();
    let output = loop {
        match finished.recv_timeout(LOOK.min(time)) {
            Ok(output) => break output.ok(),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) if ended() || began.elapsed() >= time => {
                // It may have ended in this moment.
                let _ = child.kill();
                let _ = child.wait();
                return Err(match ended() {
                    true => Fault::Ended,
                    false => failed("took too long".to_owned()),
                });
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    let status = child.wait().map_err(|e| failed(format!("failed: {e}")))?;
    if !status.success() {
        return Err(failed(format!("failed: {status}")));
    }
    let output = output.and_then(|output| String::from_utf8(output).ok());
    let line = output.as_deref().and_then(|output| output.lines().next());
    match line.filter(|line| !line.is_empty()) {
        Some(line) => Ok(line.to_owned()),
        None => Err(failed("told nothing".to_owned())),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_command_tells_its_first_line_or_why_it_does_not() {
        let tell = |line: &str, time| {
            let words = ["sh", "-c", line].map(str::to_owned);
            told(&words, time, &|| false).map_err(|fault| fault.to_string())
        };
        let long = Duration::from_secs(60);
        assert_eq!(tell("echo ' a b'; echo url", long).as_deref(), Ok(" a b"));
        for (line, time, why) in [
            ("exit 3", long, "3"),
            ("echo secret; exit 1", long, "failed"),
            ("echo", long, "told nothing"),
            ("exec sleep 600", Duration::from_millis(30), "too long"),
        ] {
            let told = tell(line, time).expect_err(line);
            assert!(told.contains(why) && !told.contains("secret"), "{told}");
        }
        let none = told(&["/nowhere/pass".to_owned()], long, &|| false);
        assert!(none.is_err_and(|fault| fault.to_string().contains("cannot be started")));
        let ended = told(&["sleep".to_owned(), "600".to_owned()], long, &|| true);
        assert!(matches!(ended, Err(Fault::Ended)));
    }
}
