//! A stand-in for a language model's server: it speaks the protocol as well, or as badly, as a test says.

use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// What the server does with a request.
pub enum Act {
    /// Says this, whole or streamed, as it was asked.
    Say(String),
    /// Answers with this status, these headers and this body.
    Raw(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// Sends these bytes, whatever they are, and closes.
    Bytes(Vec<u8>),
    /// Sends these pieces of text as a stream, and closes without an end.
    Die(Vec<&'static str>),
    /// Sends one byte after the other for ever, slowly.
    Drip,
    /// Sends this piece of text in a stream again and again, for ever.
    Flood(String),
    /// Never says anything.
    Silence,
}

/// A request, as far as tests look at it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The path.
    pub path: String,
    /// The headers, as they came.
    pub head: String,
    /// The body.
    pub body: Value,
}

impl Asked {
    /// What the model is told by this role, last.
    pub fn message(&self, role: &str) -> String {
        let messages = self.body["messages"].as_array();
        let mut of_role = messages.into_iter().flatten().filter(|m| m["role"] == role);
        let last = of_role.next_back().and_then(|m| m["content"].as_str());
        last.unwrap_or_default().to_owned()
    }

    /// The data that it is given: the JSON of the user's message.
    pub fn data(&self) -> Value {
        let messages = self.body["messages"].as_array();
        let mut contents = messages.into_iter().flatten().map(|m| &m["content"]);
        contents
            .find_map(|c| serde_json::from_str(c.as_str()?).ok())
            .unwrap_or_default()
    }

    /// Whether it is asked for memories, not for an answer.
    pub fn is_for_memories(&self) -> bool {
        self.data()["passages"].is_array()
    }
}

type Script = dyn Fn(&Asked) -> Act + Send + Sync;

/// The server; it lives until the test ends.
pub struct Model {
    url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    lost: Arc<AtomicUsize>,
}

impl Model {
    /// One that does what the script says.
    ///
    /// # Panics
    /// There is no port.
    pub fn start(script: impl Fn(&Asked) -> Act + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked = Arc::<Mutex<Vec<Asked>>>::default();
        let lost = Arc::<AtomicUsize>::default();
        let script: Arc<Script> = Arc::new(script);
        let (seen, gone) = (asked.clone(), lost.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, seen, gone) = (script.clone(), seen.clone(), gone.clone());
                thread::spawn(move || serve(stream, &*script, &seen, &gone));
            }
        });
        Self {
            url: format!("http://{address}/v1"),
            asked,
            lost,
        }
    }

    /// One that says the same to everything.
    ///
    /// # Panics
    /// There is no port.
    pub fn saying(text: &str) -> Self {
        let text = text.to_owned();
        Self::start(move |_| Act::Say(text.clone()))
    }

    /// The environment of a daemon that uses it.
    pub fn environment(&self) -> Vec<(&str, &str)> {
        vec![
            ("MEMO_LLM_BASE_URL", &self.url),
            ("MEMO_LLM_MODEL", "stand-in"),
        ]
    }

    /// Its base address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What it was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        let asked = self.asked.lock();
        asked.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many clients left before it had said all.
    pub fn lost(&self) -> usize {
        self.lost.load(Ordering::SeqCst)
    }
}

fn serve(mut stream: TcpStream, script: &Script, seen: &Mutex<Vec<Asked>>, gone: &AtomicUsize) {
    let Some(asked) = read(&mut stream) else {
        return;
    };
    let act = script(&asked);
    let streams = asked.body["stream"] == true;
    seen.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(asked);
    let sent = match act {
        Act::Say(text) if streams => say_in_pieces(&mut stream, &text),
        Act::Say(text) => {
            let reply = json!({"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]});
            raw(&mut stream, 200, &[], reply.to_string().as_bytes())
        }
        Act::Raw(status, headers, body) => raw(&mut stream, status, &headers, &body),
        Act::Bytes(bytes) => stream.write_all(&bytes),
        Act::Die(pieces) => head(&mut stream).and_then(|()| {
            let mut pieces = pieces.iter();
            pieces.try_for_each(|piece| piece_of(&mut stream, piece))
        }),
        Act::Drip => head(&mut stream).and_then(|()| {
            loop {
                stream.write_all(b":")?;
                thread::sleep(Duration::from_millis(20));
            }
        }),
        Act::Flood(piece) => head(&mut stream).and_then(|()| {
            loop {
                piece_of(&mut stream, &piece)?;
            }
        }),
        Act::Silence => {
            // Until whoever asked has had enough.
            let mut byte = [0];
            let end = stream.read(&mut byte);
            end.and(Err(std::io::ErrorKind::BrokenPipe.into()))
        }
    };
    gone.fetch_add(usize::from(sent.is_err()), Ordering::SeqCst);
}

fn raw(
    stream: &mut TcpStream,
    status: u16,
    headers: &[(&str, String)],
    body: &[u8],
) -> std::io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {status} -\r\ncontent-length: {}\r\nconnection: close\r\n",
        body.len()
    );
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(head.as_bytes())?;
    stream.write_all(b"\r\n")?;
    stream.write_all(body)
}

/// The head of a stream without a known end.
fn head(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.write_all(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
    )
}

fn piece_of(stream: &mut TcpStream, text: &str) -> std::io::Result<()> {
    let piece = json!({"choices": [{"delta": {"content": text}, "finish_reason": null}]});
    stream.write_all(format!("data: {piece}\n\n").as_bytes())
}

fn say_in_pieces(stream: &mut TcpStream, text: &str) -> std::io::Result<()> {
    head(stream)?;
    for word in text.split_inclusive(' ') {
        piece_of(stream, word)?;
    }
    let end = json!({"choices": [{"delta": {}, "finish_reason": "stop"}]});
    stream.write_all(format!("data: {end}\n\ndata: [DONE]\n\n").as_bytes())
}

fn read(stream: &mut TcpStream) -> Option<Asked> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|l| {
                l.to_lowercase()
                    .strip_prefix("content-length: ")?
                    .parse()
                    .ok()
            });
            let start = head.len() + 4;
            let length: usize = length.unwrap_or_default();
            if bytes.len() >= start + length {
                return Some(Asked {
                    path: head.split(' ').nth(1).unwrap_or_default().to_owned(),
                    head: head.to_owned(),
                    body: serde_json::from_slice(&bytes[start..]).unwrap_or_default(),
                });
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(size) => bytes.extend_from_slice(&buffer[..size]),
        }
    }
}

/// What a model says that tells every passage word for word.
pub fn faithful(asked: &Asked) -> String {
    let data = asked.data();
    let passages = data["passages"].as_array();
    let memories: Vec<Value> = passages.into_iter().flatten().map(echo).collect();
    json!({"memories": memories}).to_string()
}

/// A passage as a memory.
pub fn echo(passage: &Value) -> Value {
    json!({
        "narrative": passage["text"],
        "participants": passage["people"],
        "when": passage["when"],
        "where": passage["where"],
        "entities": [],
        "tags": [],
        "sources": [passage["n"]],
    })
}
