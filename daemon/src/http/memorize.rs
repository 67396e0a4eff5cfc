//! `POST /v1/memorize`: takes one document in.

use super::{
    Server,
    auth::Caller,
    body,
    error::{Answered, Refusal, internal, invalid, refuse},
    form::{self, Form, missing},
    memory::Share,
};
use crate::{
    app::{App, now},
    store::{LOOK, Queued, Store, StoreError, Upload},
};
use axum::{
    Json,
    body::HttpBody,
    extract::{Request, State},
};
use memo_common::{
    api::{Accepted, SourceType},
    problem::{Code, Problem},
};
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

/// The form's fields.
const FIELDS: [&str; 4] = ["user_name", "item_id", "source_type", "reference_time"];

/// The longest item id, characters.
const LONGEST_ID: usize = 100;

/// The longest name of a user, characters.
pub(super) const LONGEST_NAME: usize = 200;

/// Longer file names are cut; only their ending says something.
const LONGEST_FILENAME: usize = 255;

/// How files begin that are no text, and what they are.
const SIGNATURES: [(&[u8], &str); 12] = [
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x7fELF", "a program"),
    (b"RIFF", "a media file"),
    (b"SQLite format 3\0", "a database"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
];

pub(super) async fn memorize(
    State(server): State<Arc<Server>>,
    caller: Caller,
    request: Request,
) -> Answered<Json<Accepted>> {
    let patient = server.patient.clone();
    let taken = take_in(server, caller, request).in_current_span();
    // Where many bring some at once, a question would stand in line behind them all. A sender who goes away ends it.
    AbortOnDropHandle::new(patient.spawn(taken))
        .await
        .map_err(internal)?
}

async fn take_in(
    server: Arc<Server>,
    caller: Caller,
    request: Request,
) -> Answered<Json<Accepted>> {
    let questions = caller.app.store.questions();
    // While somebody asks, a user's large bodies are read one after the other: many at once would take the processors.
    let length = request.body().size_hint().upper();
    let turn = match questions.came_lately() {
        true => caller.memory.turn_to_send(length).await,
        false => None,
    };
    let form = body::read_with_file(request, &FIELDS, &caller.memory, questions).await?;
    drop(turn);
    keep(server, caller, form).await.map(Json)
}

/// Puts what a form brings on disk and in line.
pub(super) async fn keep(server: Arc<Server>, caller: Caller, form: Form) -> Answered<Accepted> {
    caller.still()?;
    let (upload, share) = checked(form, caller.user())?;
    if !caller.app.store.space().for_uploads() {
        return Err(StoreError::Full.into());
    }
    let app = caller.app;
    let turn = caller.memory.storing;
    let landing = land(server, app.clone(), turn, upload, share);
    let mut landing = tokio::spawn(landing.in_current_span());
    loop {
        match tokio::time::timeout(LOOK, &mut landing).await {
            Ok(landed) => return landed.map_err(internal)?,
            Err(_) if app.store.is_stuck() => return Err(StoreError::Stuck.into()),
            Err(_) => {}
        }
    }
}

/// Puts an upload on disk and in line; its share of the memory is held until it is on disk. To be spawned: a sender who
/// goes away meanwhile, or is sent away because the disk hangs, ends the request, and a document that is on disk but in
/// no line would wait for the next start.
async fn land(
    server: Arc<Server>,
    app: Arc<App>,
    turn: Arc<Mutex<()>>,
    upload: Upload,
    _share: Share,
) -> Answered<Accepted> {
    // While somebody asks, a user's uploads are stored one after the other: many at once would take the processors.
    let _turn = match app.store.questions().came_lately() {
        true => Some(turn.lock().await),
        false => None,
    };
    let (user, item_id) = (upload.user.clone(), upload.item_id.clone());
    let bytes = upload.text.len() as u64;
    let stored = match Store::is_short(&upload.text) {
        true => app.store.upload(upload, None),
        false => {
            let keep = app.clone();
            // Many at once would keep the disk from everybody else.
            let turn = server.storing.acquire().await.map_err(internal)?;
            let kept = tokio::task::spawn_blocking(move || {
                let file = keep.store.keep_text(&upload.text)?;
                Ok::<_, StoreError>(keep.store.upload(upload, file))
            });
            let stored = kept.await.map_err(internal)??;
            drop(turn);
            stored
        }
    };
    let uploaded = stored.in_the_end().await?;
    if let Some(version) = uploaded.queued {
        app.metrics.uploads.add(1);
        app.metrics.uploaded_bytes.add(bytes);
        app.schedule.push(Queued {
            version,
            user: user.clone(),
            bytes,
            suspect: false,
        });
    }
    if uploaded.superseded.is_some() {
        app.level.notify();
    }
    Ok(Accepted {
        status: "success".into(),
        user_id: user,
        item_id,
        workflow_execution: super::executions::name(&uploaded.run),
        restored: uploaded.restored,
    })
}

fn checked(mut form: Form, user: &str) -> Answered<(Upload, Share)> {
    let file = form.file.take().ok_or_else(|| missing("file"))?;
    let user_name = checked_user_name(form.text("user_name", LONGEST_NAME)?)?;
    let item_id = match form.take("item_id") {
        Some(id) => checked_id(id)?,
        None => uuid::Uuid::now_v7().to_string(),
    };
    let source_type = form
        .take("source_type")
        .map(|t| t.parse::<SourceType>())
        .transpose()
        .map_err(|e| invalid("source_type", format!("The field {e}.")))?;
    let reference = form.take("reference_time");
    if reference
        .as_ref()
        .is_some_and(|t| t.parse::<jiff::Timestamp>().is_err())
    {
        return Err(invalid(
            "reference_time",
            "The field `reference_time` has to be an RFC 3339 time such as 2024-05-03T14:30:00+02:00.",
        ));
    }
    let text = checked_text(file.content)?;
    let filename = file.name.filter(|n| !n.is_empty());
    let filename = filename.map(|name| short_filename(&name));
    let upload = Upload {
        user: user.to_owned(),
        item_id,
        user_name,
        filename,
        source_type,
        reference,
        text,
        now: now(),
    };
    Ok((upload, file.share))
}

/// A name from whose point of view to tell, trimmed.
pub(super) fn checked_user_name(name: String) -> Answered<String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        let detail = format!("The field `user_name` has 1 to {LONGEST_NAME} characters.");
        return Err(invalid("user_name", detail));
    }
    if name.chars().any(char::is_control) {
        return Err(invalid(
            "user_name",
            "The field `user_name` must not hold control characters.",
        ));
    }
    Ok(name.to_owned())
}

/// The end of a file name.
pub(super) fn short_filename(name: &str) -> String {
    let skip = name.chars().count().saturating_sub(LONGEST_FILENAME);
    name.chars().skip(skip).collect()
}

pub(super) fn checked_id(id: String) -> Answered<String> {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    if id.len() > LONGEST_ID || !id.bytes().all(allowed) {
        return Err(invalid(
            "item_id",
            "The field `item_id` takes a-z, A-Z, 0-9, - and _, at most 100 characters.",
        ));
    }
    Ok(id)
}

/// The text of a file, without a byte-order mark.
pub(super) fn checked_text(content: Vec<u8>) -> Answered<String> {
    if content.len() > form::LARGEST_FILE {
        return Err(form::file_too_large());
    }
    if let Some((_, what)) = SIGNATURES.iter().find(|(s, _)| content.starts_with(s)) {
        return Err(not_text(format!(
            "The file is {what} (seen at byte 0). Convert it to text first; `memo add` does so with a PDF."
        )));
    }
    let mut text = String::from_utf8(content).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        not_text(format!(
            "The file is not UTF-8 at byte {at}. Save it as UTF-8 and send it again."
        ))
    })?;
    if let Some(at) = text.find('\0') {
        return Err(not_text(format!(
            "The file has a NUL at byte {at}, so it is no text. Convert it to text first."
        )));
    }
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    if text.trim().is_empty() {
        let problem = Problem::new(Code::FileEmpty, "The file holds nothing but white space.");
        return Err(Refusal(Box::new(problem.field("file"))));
    }
    Ok(text)
}

fn not_text(detail: String) -> Refusal {
    let Refusal(problem) = refuse(Code::FileNotText, detail);
    Refusal(Box::new(problem.field("file")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(content: &[u8]) -> Option<String> {
        checked_text(content.to_vec()).err().map(|r| r.0.code)
    }

    #[test]
    fn only_text_is_text() {
        assert_eq!(
            checked_text(b"\xef\xbb\xbfhi".to_vec()).ok().as_deref(),
            Some("hi")
        );
        assert_eq!(code(b"caf\xe9").as_deref(), Some("file_not_text"));
        assert_eq!(code(b"a\0b").as_deref(), Some("file_not_text"));
        assert_eq!(code(b"%PDF-1.7\n").as_deref(), Some("file_not_text"));
        assert_eq!(code(b" \n\t\n").as_deref(), Some("file_empty"));
        assert_eq!(code(b"").as_deref(), Some("file_empty"));
        assert_eq!(code(b"\xef\xbb\xbf").as_deref(), Some("file_empty"));
    }

    #[test]
    fn item_ids_have_a_charset_and_a_length() {
        assert!(checked_id("aZ09-_".into()).is_ok());
        assert!(checked_id("a".repeat(100)).is_ok());
        for bad in ["a".repeat(101), "a b".into(), "é".into(), "a/b".into()] {
            assert!(checked_id(bad).is_err());
        }
    }
}
