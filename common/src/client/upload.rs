//! The upload of a document, as a multipart form that is read while it is sent.

use super::{Client, ClientError};
use crate::api::{Accepted, SourceType};
use std::io::{self, Read};
use ureq::SendBody;

/// A document to upload.
#[derive(Clone, Copy, Debug, Default)]
pub struct Upload<'a> {
    /// Its name, for guessing the type.
    pub filename: Option<&'a str>,
    /// Size of the content, bytes.
    pub size: u64,
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
        content: &mut dyn Read,
        sent: &mut dyn FnMut(u64),
    ) -> Result<Accepted, ClientError> {
        let boundary = format!("memo-{}", uuid::Uuid::now_v7().simple());
        let source_type = upload.source_type.map(SourceType::as_str);
        let mut head = String::new();
        for (name, value) in [
            ("user_name", Some(upload.user_name)),
            ("item_id", upload.item_id),
            ("source_type", source_type),
            ("reference_time", upload.reference_time),
        ] {
            if let Some(value) = value {
                head += &format!(
                    "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
                );
            }
        }
        let filename = quoted(upload.filename.unwrap_or("document.txt"));
        head += &format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{filename}\"\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n"
        );
        let tail = format!("\r\n--{boundary}--\r\n");
        let length = head.len() as u64 + upload.size + tail.len() as u64;
        let mut failed = None;
        let counted = Counted {
            inner: content,
            left: upload.size,
            done: 0,
            sent,
            failed: &mut failed,
        };
        let mut body = head.as_bytes().chain(counted).chain(tail.as_bytes());
        let request = self
            .post("/v1/memorize")
            .header(
                "content-type",
                format!("multipart/form-data; boundary={boundary}"),
            )
            .header("content-length", length.to_string());
        let result = request.send(SendBody::from_reader(&mut body));
        match failed {
            Some(error) => Err(ClientError::Input(error)),
            None => self.read(result),
        }
    }
}

/// A file name as browsers write it into a multipart header.
fn quoted(name: &str) -> String {
    let kept = name.chars().filter(|c| !c.is_control() || *c == '\t');
    kept.collect::<String>().replace('"', "%22")
}

/// Reads just `left` bytes, counts them, and keeps the error that reading met.
struct Counted<'a> {
    inner: &'a mut dyn Read,
    left: u64,
    done: u64,
    sent: &'a mut dyn FnMut(u64),
    failed: &'a mut Option<io::Error>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let room = buffer
            .len()
            .min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let result = self.inner.read(&mut buffer[..room]).and_then(|n| match n {
            0 => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "it became shorter while it was read",
            )),
            n => Ok(n),
        });
        match result {
            Ok(n) => {
                self.left -= n as u64;
                self.done += n as u64;
                (self.sent)(self.done);
                Ok(n)
            }
            Err(e) => {
                let copy = io::Error::new(e.kind(), e.to_string());
                *self.failed = Some(e);
                Err(copy)
            }
        }
    }
}
