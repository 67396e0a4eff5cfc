//! One method for each call of the service whose answer comes in one piece.

use super::{Client, ClientError};
use crate::{
    api::{
        Answer, Compacted, Days, Document, DocumentPage, Embedding, EmbeddingTest, Envelope,
        Execution, FacetKind, Facets, Filter, Forgotten, Health, ImportReport, KeyInfo, KeyList,
        MemoryDetail, MemoryPage, MemoryPatch, Model, ModelTest, NewKey, OnDelete, PeoplePage,
        Person, Rated, SuggestionPage, TimelinePage, Watch, WatchList, WebLogin,
    },
    export::MEDIA_TYPE,
};
use reqwest::{Method, RequestBuilder, header::CONTENT_TYPE};
use std::io::Read;

impl Client {
    /// A run, by the resource path that memorize answered.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn execution(&self, resource: &str) -> Result<Execution, ClientError> {
        self.call(self.get(&format!("/v1/{resource}")))
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
        self.call(self.question("/v1/memories/recall", text, limit, filter))
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
        self.call(self.question("/v1/memories/ask", text, limit, filter))
    }

    fn question(
        &self,
        path: &str,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
    ) -> RequestBuilder {
        self.post(path).form(&fields(text, limit, filter))
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
        self.call(self.post("/v1/memories/feedback").form(&form))
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
        let request = self.get("/v1/memories").query(&filter.fields());
        self.call(paged(request, limit, cursor))
    }

    /// The people, places, tags and types of documents among the memories that the filter admits, each with how many
    /// there are; of one kind alone by pages.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn facets(
        &self,
        kind: Option<FacetKind>,
        prefix: &str,
        filter: &Filter,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<Facets, ClientError> {
        let mut request = self.get("/v1/facets").query(&filter.fields());
        if let Some(kind) = kind {
            request = request.query(&[("facet", kind.as_str())]);
        }
        if !prefix.is_empty() {
            request = request.query(&[("prefix", prefix)]);
        }
        self.call(paged(request, limit, cursor))
    }

    /// How many memories fall on each day of the filter's period.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn days(&self, filter: &Filter) -> Result<Days, ClientError> {
        self.call(self.get("/v1/days").query(&filter.fields()))
    }

    /// A page of what happened, or is to happen, in the filter's period, in order.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn timeline(
        &self,
        filter: &Filter,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<TimelinePage, ClientError> {
        let request = self.get("/v1/timeline").query(&filter.fields());
        self.call(paged(request, limit, cursor))
    }

    /// The same of the filter's day in all other years.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn other_years(
        &self,
        filter: &Filter,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<TimelinePage, ClientError> {
        let request = self.get("/v1/timeline").query(&filter.fields());
        let request = request.query(&[("other_years", "true")]);
        self.call(paged(request, limit, cursor))
    }

    /// One memory with the passages it rests on.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn memory(&self, custom_id: &str) -> Result<MemoryDetail, ClientError> {
        self.call(self.get(&format!("/v1/memories/{}", segment(custom_id))))
    }

    /// Puts a memory right.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn edit_memory(
        &self,
        custom_id: &str,
        patch: &MemoryPatch,
    ) -> Result<MemoryDetail, ClientError> {
        let path = format!("/v1/memories/{}", segment(custom_id));
        self.call(self.request(Method::PATCH, &path).json(patch))
    }

    /// Removes one memory.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn forget_memory(&self, custom_id: &str) -> Result<Forgotten, ClientError> {
        self.call(self.delete(&format!("/v1/memories/{}", segment(custom_id))))
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
        self.call(paged(self.get("/v1/documents"), limit, cursor))
    }

    /// One document.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn document(&self, item_id: &str) -> Result<Document, ClientError> {
        self.call(self.get(&format!("/v1/documents/{}", segment(item_id))))
    }

    /// One document's text, as it was uploaded.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn document_text(&self, item_id: &str) -> Result<String, ClientError> {
        self.text(self.get(&format!("/v1/documents/{}/text", segment(item_id))))
    }

    /// Forgets a document with its text and memories.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn forget_document(&self, item_id: &str) -> Result<Forgotten, ClientError> {
        self.call(self.delete(&format!("/v1/documents/{}", segment(item_id))))
    }

    /// A page of the people in the memories, those of whom a name begins like this.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn people(
        &self,
        prefix: Option<&str>,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<PeoplePage, ClientError> {
        let prefix: Vec<_> = prefix.into_iter().map(|p| ("prefix", p)).collect();
        self.call(paged(self.get("/v1/people").query(&prefix), limit, cursor))
    }

    /// From now on these are two names of one person, who is shown by the second's.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn merge_people(&self, name: &str, into: &str) -> Result<Person, ClientError> {
        let form = [("name", name), ("into", into)];
        self.call(self.post("/v1/people/merge").form(&form))
    }

    /// A page of names that may be one person's.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn people_suggestions(
        &self,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<SuggestionPage, ClientError> {
        self.call(paged(self.get("/v1/people/suggestions"), limit, cursor))
    }

    /// From now on these two are not offered as one.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn keep_people_apart(&self, name: &str, into: &str) -> Result<Person, ClientError> {
        let form = [("name", name), ("into", into)];
        self.call(self.post("/v1/people/suggestions/dismiss").form(&form))
    }

    /// Takes back that a name was merged into another.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn split_person(&self, name: &str) -> Result<Person, ClientError> {
        self.call(self.post("/v1/people/split").form(&[("name", name)]))
    }

    /// From now on a person is shown by this name; by an own one again where there is none.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn rename_person(&self, name: &str, shown: Option<&str>) -> Result<Person, ClientError> {
        let form = [("name", name), ("shown", shown.unwrap_or_default())];
        self.call(self.post("/v1/people/rename").form(&form))
    }

    /// From now on this is a name of the user's own.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn merge_into_me(&self, name: &str) -> Result<Person, ClientError> {
        self.call(self.post("/v1/people/me").form(&[("name", name)]))
    }

    /// The keys that this key may manage.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn keys(&self) -> Result<KeyList, ClientError> {
        self.call(self.get("/v1/keys"))
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
        self.new_key([("name", name), ("user_id", user_id)])
    }

    /// The same, a key that may only read.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn create_read_only_key(
        &self,
        name: Option<&str>,
        user_id: Option<&str>,
    ) -> Result<NewKey, ClientError> {
        let read_only = ("read_only", Some("true"));
        self.new_key([("name", name), ("user_id", user_id), read_only])
    }

    fn new_key<const FIELDS: usize>(
        &self,
        form: [(&str, Option<&str>); FIELDS],
    ) -> Result<NewKey, ClientError> {
        let form: Vec<_> = form
            .into_iter()
            .filter_map(|(k, v)| Some((k, v?)))
            .collect();
        self.call(self.post("/v1/keys").form(&form))
    }

    /// Revokes a key, by its `key_id`.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn revoke_key(&self, key_id: &str) -> Result<KeyInfo, ClientError> {
        self.call(self.delete(&format!("/v1/keys/{}", segment(key_id))))
    }

    /// All documents, memories and ratings of this key's user, in the form of [`crate::export`]; to be read to its
    /// last line.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn export(&self) -> Result<impl Read + use<>, ClientError> {
        self.stream("/v1/export")
    }

    /// What the daemon keeps up with by itself; takes an administrator's key, as all about it.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn watches(&self) -> Result<WatchList, ClientError> {
        self.call(self.get("/v1/watches"))
    }

    /// One of them.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn watch(&self, watch_id: &str) -> Result<Watch, ClientError> {
        self.call(self.get(&format!("/v1/watches/{}", segment(watch_id))))
    }

    /// Has the daemon keep up with a folder or a file of its machine, or with a calendar's address. What is watched
    /// already goes on with these settings.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn add_watch(
        &self,
        source: &str,
        user_name: &str,
        on_delete: OnDelete,
        allow_private: bool,
    ) -> Result<Watch, ClientError> {
        let form = [
            ("source", source),
            ("user_name", user_name),
            ("on_delete", on_delete.as_str()),
            (
                "allow_private",
                if allow_private { "true" } else { "false" },
            ),
        ];
        self.call(self.post("/v1/watches").form(&form))
    }

    /// Has the daemon keep up with a mailbox: with these of its folders, or with none given, with all but those for what
    /// is deleted, unwanted or not yet sent. Its password is not sent: [`crate::mailbox::Login`] keeps it.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn add_mailbox(
        &self,
        address: &str,
        user_name: &str,
        on_delete: OnDelete,
        allow_private: bool,
        folders: &[String],
    ) -> Result<Watch, ClientError> {
        let form = [
            ("source", address),
            ("user_name", user_name),
            ("on_delete", on_delete.as_str()),
            (
                "allow_private",
                if allow_private { "true" } else { "false" },
            ),
            ("folders", &folders.join("\n")),
        ];
        self.call(self.post("/v1/watches").form(&form))
    }

    /// Watches it no longer; what was remembered of it stays.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn remove_watch(&self, watch_id: &str) -> Result<Watch, ClientError> {
        self.call(self.delete(&format!("/v1/watches/{}", segment(watch_id))))
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
            .header(CONTENT_TYPE, MEDIA_TYPE)
            .body(lines.to_vec());
        self.call(request)
    }

    /// Gives space on disk back, and with it whatever was forgotten.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn compact(&self) -> Result<Compacted, ClientError> {
        self.call(self.post("/v1/admin/compact"))
    }

    /// The language model that the daemon uses, and how it does.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn model(&self) -> Result<Model, ClientError> {
        self.call(self.get("/v1/model"))
    }

    /// Has the daemon make one call of its language model, with nothing of anybody's memories in it.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn test_model(&self) -> Result<ModelTest, ClientError> {
        self.call(self.post("/v1/model/test"))
    }

    /// The model that makes vectors for the daemon, and how it does.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn embedding(&self) -> Result<Embedding, ClientError> {
        self.call(self.get("/v1/embedding"))
    }

    /// Has the daemon make one call of it, with nothing of anybody's memories in it.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn test_embedding(&self) -> Result<EmbeddingTest, ClientError> {
        self.call(self.post("/v1/embedding/test"))
    }

    /// Where a browser logs in as this key's user.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn web_login(&self) -> Result<WebLogin, ClientError> {
        self.call(self.post("/v1/web/login"))
    }

    /// Whether the daemon answers at all.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn healthz(&self) -> Result<Health, ClientError> {
        self.call(self.get("/healthz"))
    }

    /// Whether store and index are open and level.
    ///
    /// # Errors
    /// [`ClientError`]; a 503 problem while they are not.
    pub fn readyz(&self) -> Result<Health, ClientError> {
        self.call(self.get("/readyz"))
    }

    /// Counters, in the Prometheus text form.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn metrics(&self) -> Result<String, ClientError> {
        self.text(self.get("/metrics"))
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

fn paged(mut request: RequestBuilder, limit: Option<u32>, cursor: Option<&str>) -> RequestBuilder {
    if let Some(limit) = limit {
        request = request.query(&[("limit", limit)]);
    }
    if let Some(cursor) = cursor {
        request = request.query(&[("cursor", cursor)]);
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
