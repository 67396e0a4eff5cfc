//! `memo` on a folder of data of its own: no environment but what is given here, nothing shared with other tests.

use crate::binaries::binary;
use serde_json::Value;
use std::{
    ffi::OsStr,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// Whose memories the tests' documents are.
pub const USER: &str = "Mira Halloran";

/// A home, a working folder, and a folder of data, gone with this value, and so is the daemon.
pub struct Sandbox {
    root: TempDir,
}

/// How a command ended.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code; -1 when a signal ended it.
    pub code: i32,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

impl Sandbox {
    /// An empty one.
    ///
    /// # Panics
    /// There is no temporary folder.
    #[expect(clippy::new_without_default, reason = "it makes folders")]
    pub fn new() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        for folder in ["home", "work"] {
            fs::create_dir(root.path().join(folder)).expect("a folder");
        }
        Self { root }
    }

    /// The folder of data.
    pub fn data(&self) -> PathBuf {
        self.root.path().join("data")
    }

    /// The folder that commands run in.
    pub fn work(&self) -> PathBuf {
        self.root.path().join("work")
    }

    /// The account's home.
    pub fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    /// Writes a file in the working folder.
    ///
    /// # Panics
    /// It cannot be written.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.work().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, content).expect("a file");
        path
    }

    /// The sample documents that ship with memo.
    pub fn samples() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
    }

    /// `memo` with these arguments, ready to run here.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(binary("memo"));
        command
            .args(args)
            .current_dir(self.work())
            .env_clear()
            .env("HOME", self.home())
            .env("PATH", "/usr/bin:/bin")
            .env("TZ", "UTC")
            .env("MEMO_CONFIG", self.root.path().join("config.toml"))
            .env("MEMO_DATA_DIR", self.data())
            .env("MEMO_LISTEN", "127.0.0.1:0")
            .env("MEMO_USER_NAME", USER);
        // Windows programs do not start without it.
        if let Some(root) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", root);
        }
        command
    }

    /// Runs `memo` with these arguments and no input.
    pub fn memo<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        run(self.command(args), b"")
    }

    /// Runs `memo` with these arguments and this input.
    pub fn memo_with<S: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = S>,
        input: &[u8],
    ) -> Ran {
        run(self.command(args), input)
    }

    /// Adds a document of this text and gives its id.
    ///
    /// # Panics
    /// It cannot be added.
    pub fn add(&self, name: &str, text: &str) -> String {
        self.write(name, text);
        let added = self.memo(["add", "--json", name]).ok().json();
        added["item_id"].as_str().expect("an id").to_owned()
    }

    /// The id of the first memory that a query finds.
    ///
    /// # Panics
    /// It finds none.
    pub fn memory(&self, query: &str) -> String {
        let found = self.memo(["recall", "--json", query]).ok().json();
        let id = found["memories"][0]["custom_id"].as_str();
        id.expect("a memory").to_owned()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // It may never have been started.
        let _ = self.command(["daemon", "stop", "--quiet"]).output();
    }
}

/// Runs a command to its end.
///
/// # Panics
/// It cannot be run.
pub fn run(mut command: Command, input: &[u8]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that reads nothing may have ended already.
    let _ = child.stdin.take().expect("its input").write_all(input);
    let output = child.wait_with_output().expect("the command ends");
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Ran {
    /// The same, when it ended with this exit code.
    ///
    /// # Panics
    /// It did not.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// The same, when all went well.
    ///
    /// # Panics
    /// It did not.
    #[track_caller]
    pub fn ok(self) -> Self {
        self.code(0)
    }

    /// The one JSON document on standard output.
    ///
    /// # Panics
    /// There is none, or more than one.
    #[track_caller]
    pub fn json(&self) -> Value {
        let parsed = serde_json::from_str(&self.stdout);
        parsed.unwrap_or_else(|e| panic!("{e}: {self:#?}"))
    }

    /// The JSON documents on standard output, one a line.
    ///
    /// # Panics
    /// A line is none.
    #[track_caller]
    pub fn json_lines(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {self:#?}"));
        self.stdout.lines().map(parse).collect()
    }
}
