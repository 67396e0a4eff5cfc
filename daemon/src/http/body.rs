//! Bodies: multipart or urlencoded forms, and JSON Lines, read as streams with a bound.

use super::{
    error::{Answered, Refusal, invalid, refuse},
    form::{File, Form, LARGEST_FILE, file_too_large, twice},
};
use axum::{
    body::{Body, BodyDataStream},
    extract::{FromRequest, Multipart, Request, multipart::MultipartError},
    http::{StatusCode, header},
};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use memo_common::{
    export::{LONGEST_LINE, MEDIA_TYPE},
    problem::Code,
};
use std::{sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The largest value of a text field, bytes: above any limit in characters.
const LARGEST_FIELD: usize = 64 << 10;

/// All that is read of a body whose file or fields are too large already, so that the sender comes to read the answer.
const LARGEST_BODY: usize = 64 << 20;

/// All fields of a body together, the file left out, bytes.
const LARGEST_REST: usize = 1 << 20;

/// Files that are read at once may take this much memory together, in pieces of [`PIECE`].
const PIECES: usize = 256;

/// Bytes of a piece.
const PIECE: usize = 1 << 20;

/// How long a sender may be silent in the middle of a body.
const SILENCE: Duration = Duration::from_secs(30);

/// The memory for files that are being read.
#[derive(Clone, Debug)]
pub(super) struct Memory(Arc<Semaphore>);

impl Memory {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(PIECES)))
    }
}

/// A part of that memory.
#[derive(Debug, Default)]
pub(super) struct Share {
    permits: Option<OwnedSemaphorePermit>,
}

impl Share {
    /// Grows to hold so many bytes; refuses when too much is read at once.
    fn hold(&mut self, bytes: usize, memory: &Memory) -> Answered<()> {
        let held = self.permits.as_ref().map_or(0, |p| p.num_permits());
        let more = bytes.div_ceil(PIECE).saturating_sub(held);
        if more == 0 {
            return Ok(());
        }
        let more = u32::try_from(more).unwrap_or(u32::MAX);
        let permits = memory.0.clone().try_acquire_many_owned(more).map_err(|_| {
            refuse(
                Code::TooManyRequests,
                "Too many files are uploaded at once. Try again in a moment.",
            )
        })?;
        match &mut self.permits {
            Some(held) => held.merge(permits),
            None => self.permits = Some(permits),
        }
        Ok(())
    }
}

fn silent() -> Refusal {
    let seconds = SILENCE.as_secs();
    refuse(
        Code::RequestTimeout,
        format!("Nothing arrived for {seconds} seconds."),
    )
}

fn content_type(request: &Request) -> String {
    let value = request.headers().get(header::CONTENT_TYPE);
    let value = value.and_then(|v| v.to_str().ok()).unwrap_or_default();
    let kind = value.split(';').next().unwrap_or_default();
    kind.trim().to_ascii_lowercase()
}

/// Reads a form of text fields, multipart or urlencoded. Fields that are not `known` are ignored.
pub(super) async fn read(request: Request, known: &[&'static str]) -> Answered<Form> {
    match content_type(&request).as_str() {
        "multipart/form-data" => multipart(request, known, None).await,
        "application/x-www-form-urlencoded" => {
            let body = bounded(request.into_body()).await?;
            let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(&body)
                .map_err(|e| refuse(Code::InvalidForm, format!("The form does not read: {e}.")))?;
            Form::from_pairs(pairs, known)
        }
        _ => Err(refuse(
            Code::UnsupportedMediaType,
            "Send multipart/form-data or application/x-www-form-urlencoded.",
        )),
    }
}

/// Reads a form with a file, multipart alone.
pub(super) async fn read_with_file(
    request: Request,
    known: &[&'static str],
    memory: &Memory,
) -> Answered<Form> {
    match content_type(&request).as_str() {
        "multipart/form-data" => multipart(request, known, Some(memory)).await,
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
            let next = tokio::time::timeout(SILENCE, self.stream.next());
            match next.await.map_err(|_| silent())? {
                None => self.ended = true,
                Some(Ok(chunk)) => {
                    self.share
                        .hold(self.read.len() + chunk.len(), &self.memory)?;
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
        while all < LARGEST_BODY {
            match tokio::time::timeout(SILENCE, self.stream.next()).await {
                Ok(Some(Ok(chunk))) => all += chunk.len(),
                _ => return,
            }
        }
    }
}

async fn bounded(body: Body) -> Answered<Vec<u8>> {
    let mut stream = body.into_data_stream();
    let mut all = Vec::new();
    loop {
        let next = tokio::time::timeout(SILENCE, stream.next());
        match next.await.map_err(|_| silent())? {
            None => return Ok(all),
            Some(Ok(chunk)) if all.len() + chunk.len() <= LARGEST_REST => {
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
struct Reader {
    form: Form,
    wrong: Option<Refusal>,
    rest: usize,
    all: usize,
}

async fn multipart(
    request: Request,
    known: &[&'static str],
    memory: Option<&Memory>,
) -> Answered<Form> {
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|e| refuse(Code::InvalidForm, format!("{}.", e.body_text())))?;
    let mut reader = Reader {
        form: Form::default(),
        wrong: None,
        rest: 0,
        all: 0,
    };
    loop {
        let next = tokio::time::timeout(SILENCE, parts.next_field());
        let field = match next.await.map_err(|_| silent())? {
            Ok(Some(field)) => field,
            Ok(None) => break,
            Err(e) => return Err(reader.wrong.unwrap_or_else(|| malformed(&e))),
        };
        if !reader.part(field, known, memory).await? {
            break;
        }
    }
    match reader.wrong {
        Some(wrong) => Err(wrong),
        None => Ok(reader.form),
    }
}

impl Reader {
    /// Reads one part; `false`: no more of this body.
    async fn part(
        &mut self,
        mut field: axum::extract::multipart::Field<'_>,
        known: &[&'static str],
        memory: Option<&Memory>,
    ) -> Answered<bool> {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let is_file = memory.is_some() && name == "file";
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
        let known = known.iter().find(|k| **k == name);
        let most = if is_file { LARGEST_FILE } else { LARGEST_FIELD };
        let mut content = Vec::new();
        loop {
            let next = tokio::time::timeout(SILENCE, field.chunk());
            let chunk: Bytes = match next.await.map_err(|_| silent())? {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                Err(e) => return Err(self.wrong.take().unwrap_or_else(|| malformed(&e))),
            };
            self.all += chunk.len();
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
            if let (true, None, Some(memory)) = (is_file, &self.wrong, memory) {
                self.wrong = share.hold(content.len() + chunk.len(), memory).err();
            }
            match self.wrong {
                None if is_file || known.is_some() => content.extend_from_slice(&chunk),
                _ => content = Vec::new(),
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
