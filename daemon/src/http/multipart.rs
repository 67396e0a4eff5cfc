//! Multipart forms, read part by part.

use super::{
    body::{LARGEST_BODY, LARGEST_REST, too_large},
    error::{Answered, Refusal, invalid, refuse},
    form::{File, Form, LARGEST_FILE, file_too_large, not_utf8, twice},
    hoard::Hoard,
    memory::{Memory, Share},
    pace::Pace,
};
use crate::priority::Questions;
use axum::{
    extract::{
        FromRequest, Multipart, Request,
        multipart::{Field, MultipartError},
    },
    http::StatusCode,
};
use memo_common::problem::Code;
use std::time::Duration;

/// The largest value of a text field, bytes: above any limit in characters.
const LARGEST_FIELD: usize = 64 << 10;

/// How long the next piece of a large file waits while questions are asked.
const MOMENT: Duration = Duration::from_millis(1);

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

/// Reads a multipart form. Where there are `questions` it may have a file, and between pieces of it gives way to these.
pub(super) async fn multipart(
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
                .map_err(|_| not_utf8(known))
                .and_then(|value| self.form.put(known, value));
            self.wrong = kept.err();
        }
        Ok(true)
    }
}

/// Lets others have a turn, and questions a moment.
async fn give_way(questions: &Questions) {
    match questions.are_asked() {
        true => tokio::time::sleep(MOMENT).await,
        false => tokio::task::yield_now().await,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::{body::Body, http::header};
    use bytes::Bytes;
    use futures_util::stream;
    use std::{io, task::Poll};

    #[tokio::test]
    async fn a_body_may_arrive_whole_while_its_first_part_is_looked_for() {
        let whole =
            "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nHerons?\r\n--x--\r\n";
        let mut polls = 0;
        let body = Body::from_stream(stream::poll_fn(move |context| {
            polls += 1;
            match polls {
                1 => {
                    context.waker().wake_by_ref();
                    Poll::Pending
                }
                2 => Poll::Ready(Some(Ok::<_, io::Error>(Bytes::from_static(
                    whole.as_bytes(),
                )))),
                _ => Poll::Ready(None),
            }
        }));
        let mut request = Request::new(body);
        let kind = header::HeaderValue::from_static("multipart/form-data; boundary=x");
        request.headers_mut().insert(header::CONTENT_TYPE, kind);
        let read = multipart(request, &["text"], None, &Memory::default()).await;
        let mut form = read.unwrap_or_else(|refusal| panic!("{}", refusal.0.detail));
        assert_eq!(form.take("text").as_deref(), Some("Herons?"));
    }
}
