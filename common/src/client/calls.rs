//! One method for each call of the service whose answer comes in one piece.

use super::{Client, ClientError};
use crate::{
    api::{
        Answer, Compacted, Document, DocumentPage, Embedding, EmbeddingTest, Envelope, Execution,
        Filter, Forgotten, Health, ImportReport, KeyInfo, KeyList, MemoryDetail, MemoryPage, Model,
        ModelTest, NewKey, Rated,
    },
    export::MEDIA_TYPE,
};
use std::io::Read;
use ureq::{Body, RequestBuilder, http::Response, typestate::WithoutBody};

impl Client {
    /// A run, by the resource path that memorize answered.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn execution(&self, resource: &str) -> Result<Execution, ClientError> {
        self.read(self.get(&format!("/v1/{resource}")).call())
    }

    /// The memories that match, best first.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn recall(
        &self,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
    ) -> Result<Envelope, ClientError> {
        self.read(self.question("/v1/memories/recall", text, limit, filter))
    }

    /// An answer and the memories it rests on.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn ask(
        &self,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
    ) -> Result<Answer, ClientError> {
        self.read(self.question("/v1/memories/ask", text, limit, filter))
    }

    fn question(
        &self,
        path: &str,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
    ) -> Result<Response<Body>, ureq::Error> {
        self.post(path).send_form(fields(text, limit, filter))
    }

    /// Rates a memory for the query that surfaced it; 0 withdraws.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn feedback(
        &self,
        memory_id: &str,
        rating: i32,
        query_text: &str,
    ) -> Result<Rated, ClientError> {
        let rating = rating.to_string();
        let form = [
            ("memory_id", memory_id),
            ("rating", &rating),
            ("query_text", query_text),
        ];
        self.read(self.post("/v1/memories/feedback").send_form(form))
    }

    /// A page of memories, newest first.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn memories(
        &self,
        filter: &Filter,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<MemoryPage, ClientError> {
        let request = filter
            .fields()
            .into_iter()
            .fold(self.get("/v1/memories"), |r, (k, v)| r.query(k, v));
        self.read(paged(request, limit, cursor).call())
    }

    /// One memory with the passages it rests on.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn memory(&self, custom_id: &str) -> Result<MemoryDetail, ClientError> {
        self.read(
            self.get(&format!("/v1/memories/{}", segment(custom_id)))
                .call(),
        )
    }

    /// Removes one memory.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn forget_memory(&self, custom_id: &str) -> Result<Forgotten, ClientError> {
        self.read(
            self.delete(&format!("/v1/memories/{}", segment(custom_id)))
                .call(),
        )
    }

    /// A page of documents, by name.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn documents(
        &self,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<DocumentPage, ClientError> {
        self.read(paged(self.get("/v1/documents"), limit, cursor).call())
    }

    /// One document.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn document(&self, item_id: &str) -> Result<Document, ClientError> {
        self.read(
            self.get(&format!("/v1/documents/{}", segment(item_id)))
                .call(),
        )
    }

    /// One document's text, as it was uploaded.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn document_text(&self, item_id: &str) -> Result<String, ClientError> {
        self.text(
            self.get(&format!("/v1/documents/{}/text", segment(item_id)))
                .call(),
        )
    }

    /// Forgets a document with its text and memories.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn forget_document(&self, item_id: &str) -> Result<Forgotten, ClientError> {
        self.read(
            self.delete(&format!("/v1/documents/{}", segment(item_id)))
                .call(),
        )
    }

    /// The keys that this key may manage.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn keys(&self) -> Result<KeyList, ClientError> {
        self.read(self.get("/v1/keys").call())
    }

    /// Makes a key, for this key's user or, as an administrator, for another (made where new).
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn create_key(
        &self,
        name: Option<&str>,
        user_id: Option<&str>,
    ) -> Result<NewKey, ClientError> {
        let form = [("name", name), ("user_id", user_id)];
        let form = form.into_iter().filter_map(|(k, v)| Some((k, v?)));
        self.read(self.post("/v1/keys").send_form(form))
    }

    /// Revokes a key, by its `key_id`.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn revoke_key(&self, key_id: &str) -> Result<KeyInfo, ClientError> {
        self.read(self.delete(&format!("/v1/keys/{}", segment(key_id))).call())
    }

    /// All documents, memories and ratings of this key's user, in the form of [`crate::export`]; to be read to its
    /// last line.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn export(&self) -> Result<impl Read + use<>, ClientError> {
        self.stream("/v1/export")
    }

    /// Everything of everybody, for `memo restore`; takes an administrator's key. To be read to its last line.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn backup(&self) -> Result<impl Read + use<>, ClientError> {
        self.stream("/v1/admin/backup")
    }

    /// Takes in lines of an export: the first, and whole documents.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn import(&self, lines: &[u8]) -> Result<ImportReport, ClientError> {
        let request = self
            .post("/v1/import")
            .header("content-type", MEDIA_TYPE)
            .send(lines);
        self.read(request)
    }

    /// Gives space on disk back, and with it whatever was forgotten.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn compact(&self) -> Result<Compacted, ClientError> {
        self.read(self.post("/v1/admin/compact").send_empty())
    }

    /// The language model that the daemon uses, and how it does.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn model(&self) -> Result<Model, ClientError> {
        self.read(self.get("/v1/model").call())
    }

    /// Has the daemon make one call of its language model, with nothing of anybody's memories in it.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn test_model(&self) -> Result<ModelTest, ClientError> {
        self.read(self.post("/v1/model/test").send_empty())
    }

    /// The model that makes vectors for the daemon, and how it does.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn embedding(&self) -> Result<Embedding, ClientError> {
        self.read(self.get("/v1/embedding").call())
    }

    /// Has the daemon make one call of it, with nothing of anybody's memories in it.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn test_embedding(&self) -> Result<EmbeddingTest, ClientError> {
        self.read(self.post("/v1/embedding/test").send_empty())
    }

    /// Whether the daemon answers at all.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn healthz(&self) -> Result<Health, ClientError> {
        self.read(self.get("/healthz").call())
    }

    /// Whether store and index are open and level.
    ///
    /// # Errors
    /// [`ClientError`]; a 503 problem while they are not.
    pub fn readyz(&self) -> Result<Health, ClientError> {
        self.read(self.get("/readyz").call())
    }

    /// Counters, in the Prometheus text form.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn metrics(&self) -> Result<String, ClientError> {
        self.text(self.get("/metrics").call())
    }
}

/// The form of a question.
pub(super) fn fields(
    text: &str,
    limit: Option<u32>,
    filter: &Filter,
) -> Vec<(&'static str, String)> {
    let mut form = filter.fields();
    form.push(("text", text.to_owned()));
    form.extend(limit.map(|n| ("limit", n.to_string())));
    form
}

fn paged(
    mut request: RequestBuilder<WithoutBody>,
    limit: Option<u32>,
    cursor: Option<&str>,
) -> RequestBuilder<WithoutBody> {
    if let Some(limit) = limit {
        request = request.query("limit", limit.to_string());
    }
    if let Some(cursor) = cursor {
        request = request.query("cursor", cursor);
    }
    request
}

/// One segment of a path, percent-encoded.
fn segment(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~');
    text.bytes()
        .map(|b| match plain(b) {
            true => char::from(b).to_string(),
            false => format!("%{b:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_cannot_leave_their_place() {
        assert_eq!(segment("a-b_c/../d?é"), "a-b_c%2F..%2Fd%3F%C3%A9");
    }
}
