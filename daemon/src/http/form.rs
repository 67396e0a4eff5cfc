//! Forms: multipart or urlencoded bodies, read as a stream with a bound.

use super::error::{Answered, Refusal, invalid, refuse};
use axum::{
    body::Body,
    extract::{FromRequest, Multipart, Request, multipart::MultipartError},
    http::{StatusCode, header},
};
use bytes::Bytes;
use futures_util::StreamExt;
use memo_common::problem::{Code, Problem};
use std::{collections::BTreeMap, time::Duration};

/// The largest file, bytes.
pub(super) const LARGEST_FILE: usize = 10 << 20;

/// The largest value of a text field, bytes: above any limit in characters.
const LARGEST_FIELD: usize = 64 << 10;

/// All that is read of a body whose file or fields are too large already, so that the sender comes to read the answer.
const LARGEST_BODY: usize = 64 << 20;

/// All fields of a body together, the file left out, bytes.
const LARGEST_REST: usize = 1 << 20;

/// How long a sender may be silent in the middle of a body.
const SILENCE: Duration = Duration::from_secs(30);

/// A form that was read whole.
#[derive(Debug, Default)]
pub(super) struct Form {
    fields: BTreeMap<&'static str, String>,
    pub file: Option<File>,
}

/// The file of a form.
#[derive(Debug)]
pub(super) struct File {
    pub name: Option<String>,
    pub content: Vec<u8>,
}

impl Form {
    /// Takes a field out, trimmed; an empty optional field is as good as none.
    pub(super) fn take(&mut self, name: &'static str) -> Option<String> {
        let value = self.fields.remove(name)?.trim().to_owned();
        (!value.is_empty()).then_some(value)
    }

    /// Takes a field out that has to be there, trimmed.
    pub(super) fn need(&mut self, name: &'static str) -> Answered<String> {
        match self.fields.remove(name) {
            Some(value) if value.trim().is_empty() => {
                Err(invalid(name, format!("The field `{name}` is empty.")))
            }
            Some(value) => Ok(value.trim().to_owned()),
            None => Err(missing(name)),
        }
    }

    /// Takes a text out that has to be there, at most so many characters long.
    pub(super) fn text(&mut self, name: &'static str, most: usize) -> Answered<String> {
        let value = self.need(name)?;
        match value.chars().count() {
            n if n > most => Err(invalid(
                name,
                format!("The field `{name}` has {n} characters; at most {most} are allowed."),
            )),
            _ => Ok(value),
        }
    }

    /// Takes an integer out, from `least` to `most`.
    pub(super) fn number(
        &mut self,
        name: &'static str,
        least: i64,
        most: i64,
    ) -> Answered<Option<i64>> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        match value.parse() {
            Ok(n) if (least..=most).contains(&n) => Ok(Some(n)),
            _ => Err(invalid(
                name,
                format!("The field `{name}` has to be an integer from {least} to {most}."),
            )),
        }
    }

    fn put(&mut self, name: &'static str, value: String) -> Answered<()> {
        match self.fields.insert(name, value) {
            Some(_) => Err(twice(name)),
            None => Ok(()),
        }
    }

    /// A form from pairs, such as a query string's.
    pub(super) fn from_pairs(
        pairs: impl IntoIterator<Item = (String, String)>,
        known: &[&'static str],
    ) -> Answered<Self> {
        let mut form = Self::default();
        for (name, value) in pairs {
            if let Some(name) = known.iter().find(|k| **k == name) {
                form.put(name, value)?;
            }
        }
        Ok(form)
    }
}

pub(super) fn missing(name: &str) -> Refusal {
    let detail = format!("The field `{name}` is required.");
    Refusal(Box::new(
        Problem::new(Code::MissingField, detail).field(name),
    ))
}

fn twice(name: &str) -> Refusal {
    let detail = format!("The field `{name}` is given more than once.");
    Refusal(Box::new(
        Problem::new(Code::DuplicateField, detail).field(name),
    ))
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
        "multipart/form-data" => multipart(request, known, false).await,
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
pub(super) async fn read_with_file(request: Request, known: &[&'static str]) -> Answered<Form> {
    match content_type(&request).as_str() {
        "multipart/form-data" => multipart(request, known, true).await,
        _ => Err(refuse(
            Code::UnsupportedMediaType,
            "Send multipart/form-data.",
        )),
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

async fn multipart(request: Request, known: &[&'static str], with_file: bool) -> Answered<Form> {
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
        if !reader.part(field, known, with_file).await? {
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
        with_file: bool,
    ) -> Answered<bool> {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let is_file = with_file && name == "file";
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
            self.form.file = Some(File { name, content });
        } else if let Some(known) = known {
            let kept = String::from_utf8(content)
                .map_err(|_| invalid(known, format!("The field `{known}` is not UTF-8 text.")))
                .and_then(|value| self.form.put(known, value));
            self.wrong = kept.err();
        }
        Ok(true)
    }
}

pub(super) fn file_too_large() -> Refusal {
    let detail = format!(
        "The file has more than {LARGEST_FILE} bytes (10 MiB). Split it into several documents."
    );
    Refusal(Box::new(
        Problem::new(Code::FileTooLarge, detail).field("file"),
    ))
}
