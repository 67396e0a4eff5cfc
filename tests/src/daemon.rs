//! `memod` on a folder of data and a port of its own, spoken to byte by byte: what a test sends is what it says.

use crate::binaries::binary;
use memo_common::{
    api::{Execution, RunState},
    client::Client,
    paths::DaemonFile,
};
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The key that the tests' daemons accept beside their own.
pub const KEY: &str = "test-key-0123456789";

/// Nothing that a test waits for takes longer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

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
        Client::new(self.url.clone(), Some(key.to_owned()))
    }

    /// A request with the tests' key.
    pub fn request(&self, method: &str, path: &str) -> Request {
        let address = self.url.trim_start_matches("http://").to_owned();
        Request {
            head: format!("{method} {path} HTTP/1.1\r\n"),
            headers: vec![
                ("host".into(), address.clone()),
                ("x-api-key".into(), KEY.into()),
                ("connection".into(), "close".into()),
            ],
            body: Vec::new(),
            address,
        }
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
        let accepted = self.post("/v1/memorize", &form).send().ok().json();
        let run = self.wait(accepted["workflow_execution"].as_str().expect("a path"));
        assert_eq!(run.state, RunState::Succeeded, "{run:?}");
        run
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

/// A multipart form, in the order given.
#[derive(Clone, Default)]
pub struct Form(Vec<u8>);

/// What parts the parts; no test's text holds it.
const BOUNDARY: &str = "----memo-test-boundary";

impl Form {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// With a text field.
    pub fn text(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.part(&format!("name=\"{name}\""), value.as_ref())
    }

    /// With the file.
    pub fn file(self, filename: &str, content: impl AsRef<[u8]>) -> Self {
        let head = format!("name=\"file\"; filename=\"{filename}\"");
        self.part(&head, content.as_ref())
    }

    fn part(mut self, head: &str, content: &[u8]) -> Self {
        let head =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n").into_bytes();
        self.0.extend([head.as_slice(), content, b"\r\n"].concat());
        self
    }
}

/// A request in the making.
pub struct Request {
    address: String,
    head: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    /// With this header, in place of one of the same name.
    pub fn header(self, name: &str, value: &str) -> Self {
        let mut without = self.without(name);
        without.headers.push((name.into(), value.into()));
        without
    }

    /// Without this header.
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(n, _)| n != name);
        self
    }

    /// With this body.
    pub fn body(mut self, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.header("content-type", kind)
    }

    /// With this form.
    pub fn form(self, form: &Form) -> Self {
        let body = [&form.0, format!("--{BOUNDARY}--\r\n").as_bytes()].concat();
        self.body(&format!("multipart/form-data; boundary={BOUNDARY}"), body)
    }

    /// Sends all of it but the end, of so many bytes; the rest is up to the test.
    ///
    /// # Panics
    /// There is no connection.
    pub fn begin(self, end: usize) -> TcpStream {
        let (stream, body) = self.connect();
        let most = body.len().saturating_sub(end);
        // A daemon that will not have the body may close before it has all.
        let _ = (&stream).write_all(&body[..most]);
        stream
    }

    /// The last bytes of its body.
    pub fn end(self, bytes: usize) -> Vec<u8> {
        let from = self.body.len().saturating_sub(bytes);
        self.body[from..].to_vec()
    }

    /// Sends it and reads the answer.
    ///
    /// # Panics
    /// There is no answer.
    pub fn send(self) -> Reply {
        let (mut stream, body) = self.connect();
        // A daemon that will not have the body may close before it has all.
        let _ = stream.write_all(&body);
        Reply::read(&mut stream)
    }

    /// Sends the head, and gives the body.
    fn connect(self) -> (TcpStream, Vec<u8>) {
        let length = self.body.len().to_string();
        let request = self.header("content-length", &length);
        let mut head = request.head;
        for (name, value) in &request.headers {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(&request.address).expect("a connection");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a time limit");
        // A daemon that has no place for it may close before it has all.
        let _ = stream.write_all(format!("{head}\r\n").as_bytes());
        (stream, request.body)
    }
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    /// Its status.
    pub status: u16,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its body, text.
    pub body: String,
}

impl Reply {
    /// Reads one to its end.
    ///
    /// # Panics
    /// There is none.
    pub fn read(stream: &mut TcpStream) -> Self {
        let mut all = Vec::new();
        let read = stream.read_to_end(&mut all);
        let text = String::from_utf8_lossy(&all);
        let (head, body) = text
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("no answer: {read:?} {text:?}"));
        let mut lines = head.lines();
        let status = lines.next().and_then(|l| l.split(' ').nth(1));
        let header = |line: &str| {
            let (name, value) = line.split_once(": ")?;
            Some((name.to_lowercase(), value.to_owned()))
        };
        Self {
            status: status.and_then(|s| s.parse().ok()).expect("a status"),
            headers: lines.filter_map(header).collect(),
            body: body.to_owned(),
        }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(n, _)| n == name);
        found.map(|(_, v)| v.as_str())
    }

    /// The same, when it is 200.
    ///
    /// # Panics
    /// It is not.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!(self.status, 200, "{self:?}");
        self
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// It is none.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The problem document, when it is whole, with this status and code.
    ///
    /// # Panics
    /// It is not.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> Value {
        let body = self.json();
        assert_eq!(
            (self.status, &body["code"]),
            (status, &code.into()),
            "{self:?}"
        );
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json")
        );
        assert_eq!(body["status"], status);
        let uri = format!("/problems/{}", code.replace('_', "-"));
        assert_eq!(body["type"], uri);
        for name in ["title", "detail"] {
            assert!(body[name].as_str().is_some_and(|t| !t.is_empty()), "{body}");
        }
        body
    }
}
