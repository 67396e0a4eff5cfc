//! `memod` on a folder of data and a port of its own.

pub use crate::request::{Form, Reply, Request};

use crate::binaries::binary;
use memo_common::{
    api::{Execution, RunState},
    client::Client,
    paths::DaemonFile,
};
use std::{
    fs::{self, DirEntry},
    io::Read,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The key that the tests' daemons accept beside their own.
pub const KEY: &str = "test-key-0123456789";

/// Nothing that a test waits for takes longer on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// A running daemon, gone with this value.
pub struct Daemon {
    root: TempDir,
    environment: Vec<(String, String)>,
    files: Option<u32>,
    child: Option<Child>,
    url: String,
}

impl Daemon {
    /// One on an empty folder.
    ///
    /// # Panics
    /// It does not start.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// One on an empty folder, with these environment variables.
    ///
    /// # Panics
    /// It does not start.
    pub fn start_with(environment: &[(&str, &str)]) -> Self {
        let mut daemon = Self::prepare(environment);
        daemon.restart();
        daemon
    }

    /// With these environment variables from the next start on.
    pub fn set_environment(&mut self, environment: &[(&str, &str)]) {
        let own = |(k, v): &(&str, &str)| ((*k).to_owned(), (*v).to_owned());
        self.environment = environment.iter().map(own).collect();
    }

    /// One that is not started yet: its folder can be filled first.
    ///
    /// # Panics
    /// There is no temporary folder.
    pub fn prepare(environment: &[(&str, &str)]) -> Self {
        let own = |(k, v): &(&str, &str)| ((*k).to_owned(), (*v).to_owned());
        Self {
            root: tempfile::tempdir().expect("a temporary folder"),
            environment: environment.iter().map(own).collect(),
            files: None,
            child: None,
            url: String::new(),
        }
    }

    /// Starts it, from now on, from a shell that hides no files and lets it have no more of them open than these.
    #[cfg(unix)]
    pub const fn limit_files(&mut self, files: u32) {
        self.files = Some(files);
    }

    /// The folder of data.
    pub fn data(&self) -> PathBuf {
        self.root.path().join("data")
    }

    /// All that it has logged.
    ///
    /// # Panics
    /// It logs nowhere, or no text.
    pub fn logs(&self) -> String {
        let files = fs::read_dir(self.data().join("logs")).expect("a folder of logs");
        let text = |file: DirEntry| fs::read_to_string(file.path()).expect("a log");
        files.map(|file| text(file.expect("a file"))).collect()
    }

    /// Where it answers.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// It answers here: a test has started it by itself.
    pub fn set_url(&mut self, url: String) {
        self.url = url;
    }

    /// The command that starts it, on a port of its own, ready to run.
    pub fn command(&self) -> Command {
        self.command_on("127.0.0.1:0")
    }

    /// The command that starts it on this address.
    pub fn command_on(&self, address: &str) -> Command {
        let mut command = match self.files {
            Some(files) => {
                let mut shell = Command::new("/bin/sh");
                let limited = format!("umask 000 && ulimit -n {files} && exec \"$0\" \"$@\"");
                shell.arg("-c").arg(limited).arg(binary("memod"));
                shell
            }
            None => Command::new(binary("memod")),
        };
        command
            .args(["--listen", address, "--data-dir"])
            .arg(self.data())
            .env_clear()
            .env("TZ", "UTC")
            .env("MEMO_CONFIG", self.root.path().join("config.toml"))
            .env("MEMO_API_KEY", KEY)
            .envs(self.environment.iter().map(|(k, v)| (k, v)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        // Windows programs do not start without it.
        if let Some(root) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", root);
        }
        command
    }

    /// Starts it (again) and waits until it is ready.
    ///
    /// # Panics
    /// It does not start.
    pub fn restart(&mut self) {
        self.kill();
        // A killed daemon leaves its address behind; the next one writes its own.
        let old = DaemonFile::read(&self.data()).map(|f| f.pid);
        let mut child = self.command().spawn().expect("memod starts");
        let mut log = child.stderr.take().expect("its log");
        thread::spawn(move || {
            let mut text = String::new();
            // What it says is shown when a test fails.
            let _ = log.read_to_string(&mut text);
            #[expect(clippy::print_stderr, reason = "tests speak through it")]
            {
                eprintln!("{text}");
            }
        });
        let file = until("daemon.json is written", || {
            if let Some(status) = child.try_wait().expect("its state") {
                panic!("memod ended: {status}");
            }
            DaemonFile::read(&self.data()).filter(|f| Some(f.pid) != old || f.pid == child.id())
        });
        self.url = file.url;
        self.child = Some(child);
    }

    /// Ends it at once, as a loss of power would.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Tells it to stop, and says how it ended and how long that took.
    ///
    /// # Panics
    /// It does not stop.
    #[cfg(unix)]
    pub fn stop(&mut self) -> (ExitStatus, Duration) {
        let mut child = self.child.take().expect("it runs");
        let start = Instant::now();
        let told = Command::new("kill").arg(child.id().to_string()).status();
        assert!(told.expect("kill runs").success());
        let status = until("memod ends", || child.try_wait().expect("its state"));
        (status, start.elapsed())
    }

    /// Its process.
    ///
    /// # Panics
    /// It does not run.
    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// A client with the tests' key.
    pub fn client(&self) -> Client {
        self.client_with(KEY)
    }

    /// A client with this key.
    pub fn client_with(&self, key: &str) -> Client {
        Client::new(self.url.clone(), Some(key.to_owned())).expect("a client")
    }

    /// A request with the tests' key.
    pub fn request(&self, method: &str, path: &str) -> Request {
        let address = self.url.trim_start_matches("http://");
        Request::new(method, path, address).header("x-api-key", KEY)
    }

    /// A request with a form as its body.
    pub fn post(&self, path: &str, form: &Form) -> Request {
        self.request("POST", path).form(form)
    }

    /// The answer to a GET.
    pub fn get(&self, path: &str) -> Reply {
        self.request("GET", path).send()
    }

    /// Uploads a text, waits for its run to succeed, and gives the run.
    ///
    /// # Panics
    /// It is refused, or the run fails.
    #[track_caller]
    pub fn add(&self, item_id: &str, text: &str) -> Execution {
        let form = Form::new()
            .text("user_name", "Mira Halloran")
            .text("item_id", item_id)
            .file("notes.txt", text);
        let run = self.wait(&self.upload(&form));
        assert_eq!(run.state, RunState::Succeeded, "{run:?}");
        run
    }

    /// Uploads a form, and gives its run's path.
    ///
    /// # Panics
    /// It is refused.
    #[track_caller]
    pub fn upload(&self, form: &Form) -> String {
        let accepted = self.post("/v1/memorize", form).send().ok().json();
        let run = accepted["workflow_execution"].as_str();
        run.expect("a path").to_owned()
    }

    /// Waits until every memory of the one user has its vector, and questions use them.
    ///
    /// # Panics
    /// They do not come.
    #[track_caller]
    pub fn wait_for_vectors(&self) {
        let client = self.client();
        let (mut memories, mut cursor) = (0, None);
        loop {
            let page = client.memories(&Default::default(), Some(100), cursor.as_deref());
            let page = page.expect("a list");
            memories += page.memories.len() as u64;
            cursor = page.next_cursor;
            if cursor.is_none() {
                return self.wait_for_vectors_of(memories);
            }
        }
    }

    /// Waits until so many memories of all users together have their vector, and questions use them; one that was
    /// removed may be counted, too.
    ///
    /// # Panics
    /// They do not come.
    #[track_caller]
    pub fn wait_for_vectors_of(&self, memories: u64) {
        until("all vectors", || {
            let made = self.client().embedding().expect("its state");
            (made.in_use && made.done == made.total && made.total >= memories).then_some(())
        });
    }

    /// Uploads more text than the system keeps for a reader who takes nothing.
    pub fn add_more_than_buffers_hold(&self) {
        let text = "I planted tulips with Tomas. ".repeat(300_000);
        for n in 0..2 {
            let form = Form::new()
                .text("user_name", "Mira Halloran")
                .text("item_id", format!("long-{n}"))
                .text("source_type", "vscode")
                .file("notes.txt", &text);
            self.post("/v1/memorize", &form).send().ok();
        }
    }

    /// Waits for a run to end.
    ///
    /// # Panics
    /// It does not.
    pub fn wait(&self, resource: &str) -> Execution {
        let client = self.client();
        until("the run ends", || {
            let run = client.execution(resource).expect("a run");
            (run.state != RunState::Active).then_some(run)
        })
    }

    /// The narratives that a query finds, best first.
    ///
    /// # Panics
    /// It is refused.
    #[track_caller]
    pub fn recall(&self, text: &str) -> Vec<String> {
        let found = self.client().recall(text, None, &Default::default());
        let memories = found.expect("an envelope").memories;
        memories.into_iter().map(|m| m.content.narrative).collect()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How many documents a client's user has.
///
/// # Panics
/// The daemon does not tell.
pub fn count_documents(client: &Client) -> usize {
    let (mut all, mut cursor) = (0, None);
    loop {
        let page = client.documents(Some(100), cursor.as_deref());
        let page = page.expect("a page");
        all += page.documents.len();
        cursor = page.next_cursor;
        if cursor.is_none() {
            return all;
        }
    }
}

/// Waits until there is something.
///
/// # Panics
/// There is nothing for too long.
#[track_caller]
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "waited too long until {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Documents by name, with their texts, once they are as wanted.
///
/// # Panics
/// They never are.
pub fn documents(
    client: &Client,
    what: &str,
    wanted: impl Fn(&[(String, String)]) -> bool,
) -> Vec<(String, String)> {
    until(what, || {
        let page = client.documents(Some(100), None).expect("a page");
        let text = |id: String| Some((client.document_text(&id).ok()?, id));
        let all = page.documents.into_iter().filter_map(|d| text(d.item_id));
        let all: Vec<_> = all.map(|(text, id)| (id, text)).collect();
        wanted(&all).then_some(all)
    })
}

/// Whether one of these documents holds these words.
pub fn has(all: &[(String, String)], words: &str) -> bool {
    all.iter().any(|(_, text)| text.contains(words))
}
