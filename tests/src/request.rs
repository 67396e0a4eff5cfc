//! Requests and answers, byte by byte: what a test sends is what it says.

use crate::daemon::PATIENCE;
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::TcpStream,
};

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
    /// One without a body, to the daemon at this address.
    pub fn new(method: &str, path: &str, address: &str) -> Self {
        Self {
            head: format!("{method} {path} HTTP/1.1\r\n"),
            headers: vec![
                ("host".into(), address.to_owned()),
                ("connection".into(), "close".into()),
            ],
            body: Vec::new(),
            address: address.to_owned(),
        }
    }

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
