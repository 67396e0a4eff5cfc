//! Bodies: multipart or urlencoded forms, and JSON Lines, read as streams with a bound.

use super::{
    error::{Answered, Refusal, invalid, refuse},
    form::{File, Form, LARGEST_FILE, file_too_large, twice},
    hoard::Hoard,
    memory::{Memory, Share},
    pace::Pace,
};
use crate::priority::Questions;
use axum::{
    body::{Body, BodyDataStream},
    extract::{
        FromRequest, Multipart, Request,
        multipart::{Field, MultipartError},
    },
    http::{StatusCode, header},
};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use memo_common::{
    export::{LONGEST_LINE, MEDIA_TYPE},
    problem::Code,
};
use std::time::Duration;

/// The largest value of a text field, bytes: above any limit in characters.
const LARGEST_FIELD: usize = 64 << 10;

/// All that is read of a body whose file or fields are too large already, so that the sender comes to read the answer.
const LARGEST_BODY: usize = 64 << 20;

/// All fields of a body together, the file left out, bytes.
const LARGEST_REST: usize = 1 << 20;

/// How long the next piece of a large file waits while questions are asked.
const MOMENT: Duration = Duration::from_millis(1);

fn content_type(request: &Request) -> String {
    let value = request.headers().get(header::CONTENT_TYPE);
    let value = value.and_then(|v| v.to_str().ok()).unwrap_or_default();
    let kind = value.split(';').next().unwrap_or_default();
    kind.trim().to_ascii_lowercase()
}

/// Reads a form of text fields, multipart or urlencoded. Fields that are not `known` are ignored.
pub(super) async fn read(
    request: Request,
    known: &[&'static str],
    memory: &Memory,
) -> Answered<Form> {
    match content_type(&request).as_str() {
        "multipart/form-data" => multipart(request, known, None, memory).await,
        "application/x-www-form-urlencoded" => {
            let mut share = Share::default();
            let body = bounded(request.into_body(), memory, &mut share).await?;
            let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(&body)
                .map_err(|e| refuse(Code::InvalidForm, format!("The form does not read: {e}.")))?;
            let mut form = Form::from_pairs(pairs, known)?;
            form.share = share;
            Ok(form)
        }
        _ => Err(refuse(
            Code::UnsupportedMediaType,
            "Send multipart/form-data or application/x-www-form-urlencoded.",
        )),
    }
}

/// Reads a form with a file, multipart alone. Between pieces of the file it gives way to questions.
pub(super) async fn read_with_file(
    request: Request,
    known: &[&'static str],
    memory: &Memory,
    questions: &Questions,
) -> Answered<Form> {
    match content_type(&request).as_str() {
        "multipart/form-data" => multipart(request, known, Some(questions), memory).await,
        _ => Err(refuse(
            Code::UnsupportedMediaType,
            "Send multipart/form-data.",
        )),
    }
}

/// The lines of a body of JSON Lines.
pub(super) fn lines(request: Request, memory: &Memory) -> Answered<Lines> {
    match content_type(&request).as_str() {
        MEDIA_TYPE => Ok(Lines {
            stream: request.into_body().into_data_stream(),
            read: BytesMut::new(),
            looked: 0,
            ended: false,
            share: Share::default(),
            memory: memory.clone(),
        }),
        _ => Err(refuse(
            Code::UnsupportedMediaType,
            format!("Send {MEDIA_TYPE}."),
        )),
    }
}

/// A body that is read line by line.
pub(super) struct Lines {
    stream: BodyDataStream,
    read: BytesMut,
    /// Bytes of `read` in which there is no line break.
    looked: usize,
    ended: bool,
    share: Share,
    memory: Memory,
}

impl Lines {
    /// The next line with its break, if it has one; `None` behind the last.
    pub(super) async fn next(&mut self) -> Answered<Option<Bytes>> {
        let mut pace = Pace::new();
        loop {
            let rest = self.read.get(self.looked..).unwrap_or_default();
            if let Some(at) = rest.iter().position(|b| *b == b'\n') {
                let line = self.read.split_to(self.looked + at + 1).freeze();
                self.looked = 0;
                return Ok(Some(line));
            }
            self.looked = self.read.len();
            if self.ended {
                self.looked = 0;
                let line = self.read.split().freeze();
                return Ok((!line.is_empty()).then_some(line));
            }
            if self.read.len() > LONGEST_LINE {
                return Err(refuse(
                    Code::BodyTooLarge,
                    format!("The line has more than {LONGEST_LINE} bytes."),
                ));
            }
            match pace.next(self.stream.next()).await? {
                None => self.ended = true,
                Some(Ok(chunk)) => {
                    pace.add(chunk.len());
                    let texts = &self.memory.texts;
                    texts.hold(&mut self.share, self.read.len() + chunk.len())?;
                    self.read.extend_from_slice(&chunk);
                }
                Some(Err(_)) => {
                    return Err(refuse(Code::InvalidForm, "The body ended before its end."));
                }
            }
        }
    }

    /// Reads the rest, within a bound, so that the sender comes to read the answer.
    pub(super) async fn drain(&mut self) {
        self.read.clear();
        let mut all = 0;
        let mut pace = Pace::new();
        while all < LARGEST_BODY {
            match pace.next(self.stream.next()).await {
                Ok(Some(Ok(chunk))) => {
                    pace.add(chunk.len());
                    all += chunk.len();
                }
                _ => return,
            }
        }
    }
}

/// Lets others have a turn, and questions a moment.
async fn give_way(questions: &Questions) {
    match questions.are_asked() {
        true => tokio::time::sleep(MOMENT).await,
        false => tokio::task::yield_now().await,
    }
}

async fn bounded(body: Body, memory: &Memory, share: &mut Share) -> Answered<Vec<u8>> {
    let mut stream = body.into_data_stream();
    let mut all = Vec::new();
    let mut pace = Pace::new();
    loop {
        match pace.next(stream.next()).await? {
            None => return Ok(all),
            Some(Ok(chunk)) if all.len() + chunk.len() <= LARGEST_REST => {
                pace.add(chunk.len());
                // The pairs that are made of it are a second copy.
                memory.forms.hold(share, 2 * (all.len() + chunk.len()))?;
                all.extend_from_slice(&chunk);
            }
            Some(Ok(_)) => return Err(too_large()),
            Some(Err(_)) => {
                return Err(refuse(Code::InvalidForm, "The body ended before its end."));
            }
        }
    }
}

fn too_large() -> Refusal {
    refuse(
        Code::BodyTooLarge,
        format!("The fields of the form take more than {LARGEST_REST} bytes."),
    )
}

fn malformed(error: &MultipartError) -> Refusal {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => refuse(
            Code::InvalidForm,
            format!("The multipart form does not read: {}.", error.body_text()),
        ),
    }
}

/// What is read so far, and the first thing that was wrong. Reading goes on after that, without keeping anything,
/// since many clients look at the answer only when all is sent.
struct Reader<'a> {
    known: &'a [&'static str],
    /// Where there is to be a file, what reading it gives way to.
    questions: Option<&'a Questions>,
    memory: &'a Memory,
    form: Form,
    wrong: Option<Refusal>,
    rest: usize,
    all: usize,
    pace: Pace,
    hoard: Hoard,
}

async fn multipart(
    request: Request,
    known: &[&'static str],
    questions: Option<&Questions>,
    memory: &Memory,
) -> Answered<Form> {
    let hoard = Hoard::default();
    let request = request.map(|body| hoard.watch(body));
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|e| refuse(Code::InvalidForm, format!("{}.", e.body_text())))?;
    let mut reader = Reader {
        known,
        questions,
        memory,
        form: Form::default(),
        wrong: None,
        rest: 0,
        all: 0,
        pace: Pace::new(),
        hoard,
    };
    loop {
        let field = match reader.pace.next(parts.next_field()).await? {
            Ok(Some(field)) => field,
            Ok(None) => break,
            Err(e) => return Err(reader.wrong.unwrap_or_else(|| malformed(&e))),
        };
        reader.hoard.clear();
        if !reader.part(field).await? {
            break;
        }
    }
    match reader.wrong {
        Some(wrong) => Err(wrong),
        None => Ok(reader.form),
    }
}

impl Reader<'_> {
    /// Reads one part; `false`: no more of this body.
    async fn part(&mut self, mut field: Field<'_>) -> Answered<bool> {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let file = self.questions.filter(|_| name == "file");
        let is_file = file.is_some();
        let mut share = Share::default();
        if is_file && self.form.file.is_some() {
            self.wrong.get_or_insert_with(|| twice("file"));
        }
        if is_file && filename.is_none() {
            self.wrong.get_or_insert_with(|| {
                invalid(
                    "file",
                    "The field `file` is plain text; send it as a file part, with a filename.",
                )
            });
        }
        let known = self.known.iter().find(|k| **k == name);
        let most = if is_file { LARGEST_FILE } else { LARGEST_FIELD };
        let mut content = Vec::new();
        loop {
            let chunk = match self.pace.next(field.chunk()).await? {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                Err(e) => return Err(self.wrong.take().unwrap_or_else(|| malformed(&e))),
            };
            self.all += chunk.len();
            self.pace.add(chunk.len());
            self.hoard.clear();
            if let Some(questions) = file.filter(|_| content.len() > LARGEST_FIELD) {
                give_way(questions).await;
            }
            if !is_file {
                self.rest += chunk.len();
                if self.rest > LARGEST_REST {
                    self.wrong.get_or_insert_with(too_large);
                }
            }
            if (is_file || known.is_some()) && content.len() + chunk.len() > most {
                self.wrong.get_or_insert_with(|| match is_file {
                    true => file_too_large(),
                    false => invalid(&name, format!("The field `{name}` is too long.")),
                });
            }
            if self.all > LARGEST_BODY {
                return Ok(false);
            }
            if self.wrong.is_none() {
                let texts = &self.memory.texts;
                let held = match is_file {
                    true => texts.hold(&mut share, content.len() + chunk.len()),
                    false => self.memory.forms.hold(&mut self.form.share, self.rest),
                };
                self.wrong = held.err();
            }
            match self.wrong {
                None if is_file || known.is_some() => content.extend_from_slice(&chunk),
                _ => {
                    content = Vec::new();
                    share = Share::default();
                }
            }
        }
        if self.wrong.is_some() {
            return Ok(true);
        }
        if is_file {
            let name = filename;
            self.form.file = Some(File {
                name,
                content,
                share,
            });
        } else if let Some(known) = known {
            let kept = String::from_utf8(content)
                .map_err(|_| invalid(known, format!("The field `{known}` is not UTF-8 text.")))
                .and_then(|value| self.form.put(known, value));
            self.wrong = kept.err();
        }
        Ok(true)
    }
}

/// Reads a form from any bytes, with and without a file, for [`crate::fuzz`].
#[cfg(any(test, fuzzing))]
pub(crate) fn fuzz(kind: &[u8], body: &[u8]) {
    use axum::http::HeaderValue;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    let (Ok(runtime), Ok(kind)) = (runtime, HeaderValue::from_bytes(kind)) else {
        return;
    };
    let memory = Memory::new();
    let piece = 1 + body.len() % 97;
    for takes_file in [true, false] {
        let pieces: Vec<_> = body.chunks(piece).map(Bytes::copy_from_slice).collect();
        let pieces = pieces.into_iter().map(Ok::<_, std::convert::Infallible>);
        let mut request = Request::new(Body::from_stream(futures_util::stream::iter(pieces)));
        request
            .headers_mut()
            .insert(header::CONTENT_TYPE, kind.clone());
        let known = ["text", "limit", "user_name"];
        let read = runtime.block_on(async {
            match takes_file {
                true => read_with_file(request, &known, &memory, &Questions::default()).await,
                false => read(request, &known, &memory).await,
            }
        });
        match read {
            Ok(mut form) => {
                // What is allowed is allowed; it only has to be read.
                let _ = (form.number("limit", 1, 100), form.text("text", 1000));
                assert!(form.take("text").is_none(), "a field is taken once");
            }
            Err(Refusal(problem)) => assert!((400..500).contains(&problem.status)),
        }
    }
}
