//! The upload of a document, as a multipart form.

use super::{Client, ClientError};
use crate::api::{Accepted, SourceType};
use bytes::Bytes;
use futures_util::stream;
use reqwest::{
    Body,
    multipart::{Form, Part},
};
use std::convert::Infallible;
use tokio::{sync::mpsc, time::timeout};

/// How much of a document is handed to the connection at once, bytes.
const PIECE: usize = 64 << 10;

/// A document to upload.
#[derive(Clone, Copy, Debug, Default)]
pub struct Upload<'a> {
    /// Its name, for guessing the type.
    pub filename: Option<&'a str>,
    /// From whose point of view to tell.
    pub user_name: &'a str,
    /// The document's own name.
    pub item_id: Option<&'a str>,
    /// What it is.
    pub source_type: Option<SourceType>,
    /// RFC 3339: when it was written.
    pub reference_time: Option<&'a str>,
}

impl Client {
    /// Uploads a document; `sent` is told the number of bytes of content that are on their way.
    ///
    /// # Errors
    /// As for every call: [`ClientError`].
    pub fn memorize(
        &self,
        upload: &Upload<'_>,
        content: &[u8],
        sent: &mut dyn FnMut(u64),
    ) -> Result<Accepted, ClientError> {
        let (body, mut progress) = counted(Bytes::copy_from_slice(content));
        let form = form(upload, body, content.len() as u64).map_err(|e| self.network(&e))?;
        let mut answer = Box::pin(self.post("/v1/memorize").multipart(form).send());
        let response = self.runtime.block_on(async {
            // The time for an answer begins anew with each piece that has gone.
            loop {
                let step = async {
                    tokio::select! {
                        response = &mut answer => Some(response),
                        Some(done) = progress.recv() => {
                            sent(done);
                            None
                        }
                    }
                };
                match timeout(self.answer, step).await {
                    Ok(Some(response)) => return response.map_err(|e| self.network(&e)),
                    Ok(None) => {}
                    Err(_) => return Err(self.timed_out()),
                }
            }
        })?;
        self.read(response)
    }
}

/// A body that tells how many bytes of it were taken.
fn counted(content: Bytes) -> (Body, mpsc::UnboundedReceiver<u64>) {
    let (tell, progress) = mpsc::unbounded_channel();
    let pieces = stream::unfold((content, 0, tell), |(mut rest, done, tell)| async move {
        if rest.is_empty() {
            return None;
        }
        let piece = rest.split_to(PIECE.min(rest.len()));
        let done = done + piece.len() as u64;
        // Whoever listens may have left with an error.
        let _ = tell.send(done);
        Some((Ok::<_, Infallible>(piece), (rest, done, tell)))
    });
    (Body::wrap_stream(pieces), progress)
}

fn form(upload: &Upload<'_>, content: Body, size: u64) -> reqwest::Result<Form> {
    let filename = plain(upload.filename.unwrap_or("document.txt"));
    let file = Part::stream_with_length(content, size)
        .file_name(filename)
        .mime_str("text/plain; charset=utf-8")?;
    let fields = [
        ("user_name", Some(upload.user_name)),
        ("item_id", upload.item_id),
        ("source_type", upload.source_type.map(SourceType::as_str)),
        ("reference_time", upload.reference_time),
    ];
    let given = fields.into_iter().filter_map(|(k, v)| Some((k, v?)));
    let form = given.fold(Form::new(), |form, (k, v)| form.text(k, v.to_owned()));
    Ok(form.part("file", file))
}

/// A file name that fits on a header's line, with quotation marks as browsers write them.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| !c.is_control());
    kept.collect::<String>().replace('"', "%22")
}
