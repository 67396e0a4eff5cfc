//! Bodies: multipart or urlencoded forms, read as streams with a bound. `multipart`: part by part; `urlencoded`: in
//! one piece; `lines`: JSON Lines.

use super::{
    error::{Answered, Refusal, refuse},
    form::Form,
    memory::{Memory, Share},
    multipart::multipart,
    pace::Pace,
    urlencoded::urlencoded,
};
use crate::priority::Questions;
use axum::{body::Body, extract::Request, http::header};
use futures_util::StreamExt;
use memo_common::problem::Code;

/// All that is read of a body whose file or fields are too large already, so that the sender comes to read the answer.
pub(super) const LARGEST_BODY: usize = 64 << 20;

/// All fields of a body together, the file left out, bytes.
pub(super) const LARGEST_REST: usize = 1 << 20;

/// The kind of a body, without its parameters.
pub(super) fn content_type(request: &Request) -> String {
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
            let body = read_bytes(request.into_body(), memory, &mut share).await?;
            let mut form = urlencoded(&body, known)?;
            form.share = share;
            Ok(form)
        }
        _ => Err(refuse(
            Code::UnsupportedMediaType,
            "Send multipart/form-data or application/x-www-form-urlencoded.",
        )),
    }
}

/// Reads a JSON object.
pub(super) async fn read_json(
    request: Request,
    memory: &Memory,
) -> Answered<serde_json::Map<String, serde_json::Value>> {
    match content_type(&request).as_str() {
        "application/json" | "application/merge-patch+json" => {}
        _ => {
            return Err(refuse(Code::UnsupportedMediaType, "Send application/json."));
        }
    }
    let mut share = Share::default();
    let body = read_bytes(request.into_body(), memory, &mut share).await?;
    serde_json::from_slice(&body).map_err(|e| {
        refuse(
            Code::InvalidForm,
            format!("The body is no JSON object: {e}."),
        )
    })
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

/// All of a body that is no longer than fields may be.
pub(super) async fn read_bytes(
    body: Body,
    memory: &Memory,
    share: &mut Share,
) -> Answered<Vec<u8>> {
    let mut stream = body.into_data_stream();
    let mut all = Vec::new();
    let mut pace = Pace::new();
    loop {
        match pace.next(stream.next()).await? {
            None => return Ok(all),
            Some(Ok(chunk)) if all.len() + chunk.len() <= LARGEST_REST => {
                pace.add(chunk.len());
                // The fields that are made of it are a second copy.
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

/// All fields together take too much.
pub(super) fn too_large() -> Refusal {
    refuse(
        Code::BodyTooLarge,
        format!("The fields of the form take more than {LARGEST_REST} bytes."),
    )
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
    let memory = Memory::default();
    let piece = 1 + body.len() % 97;
    for takes_file in [true, false] {
        let pieces: Vec<_> = body
            .chunks(piece)
            .map(bytes::Bytes::copy_from_slice)
            .collect();
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
