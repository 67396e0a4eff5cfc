//! Bodies of JSON Lines, read line by line.

use super::{
    body::{LARGEST_BODY, content_type},
    error::{Answered, refuse},
    memory::{Memory, Share},
    pace::Pace,
};
use axum::{body::BodyDataStream, extract::Request};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use memo_common::{
    export::{LONGEST_LINE, MEDIA_TYPE},
    problem::Code,
};

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
