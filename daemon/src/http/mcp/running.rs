//! Requests under way, so that `notifications/cancelled` ends one as a connection that is closed does.
//!
//! A request's number is its client's own, and one key may have several clients. So what is ended is told by key, number and
//! the header `Mcp-Session-Id`: `initialize` gives each client a value of its own, and one that brings any itself keeps it.
//! Nothing is kept of it beyond the request.

use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;

/// The header that tells clients apart.
pub(super) const SESSION: &str = "mcp-session-id";

/// No client is told by a longer one, bytes.
const LONGEST: usize = 128;

/// Key, client, number.
type Name = (String, String, String);

/// All requests under way that could be ended.
#[derive(Default)]
pub(in crate::http) struct Running(Mutex<HashMap<Name, Arc<CancellationToken>>>);

/// What of a message says which request it is, or which it ends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Head {
    pub method: Option<String>,
    id: Option<Value>,
    params: Params,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Params {
    #[serde(rename = "requestId")]
    request_id: Option<Value>,
}

impl Head {
    pub(super) fn read(message: &[u8]) -> Self {
        serde_json::from_slice(message).unwrap_or_default()
    }
}

/// A request under way; it is no more when this is dropped.
pub(super) struct Entered<'r> {
    running: &'r Running,
    name: Name,
    ended: Arc<CancellationToken>,
}

impl Running {
    /// Enters a request, where it could be ended; ends another, where it is told to.
    pub(super) fn take(
        &self,
        key: &str,
        session: Option<&str>,
        head: &Head,
    ) -> Option<Entered<'_>> {
        let session = session.filter(|s| s.len() <= LONGEST)?;
        let name = |id: &Value| (key.to_owned(), session.to_owned(), id.to_string());
        if head.method.as_deref() == Some("notifications/cancelled") {
            let found = self
                .all()
                .get(&name(head.params.request_id.as_ref()?))
                .cloned();
            found.inspect(|ended| ended.cancel());
            return None;
        }
        let entered = Entered {
            running: self,
            name: name(head.id.as_ref()?),
            ended: Arc::default(),
        };
        self.all()
            .insert(entered.name.clone(), entered.ended.clone());
        Some(entered)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Name, Arc<CancellationToken>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entered<'_> {
    /// Does the work; `None`: it was ended.
    pub(super) async fn unless_ended<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = work => Some(done),
            () = self.ended.cancelled() => None,
        }
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        let mut all = self.running.all();
        // Another of the same number may have come meanwhile.
        if all
            .get(&self.name)
            .is_some_and(|own| Arc::ptr_eq(own, &self.ended))
        {
            all.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_ended_by_its_own_client_alone() {
        let running = Running::default();
        let asks = Head::read(br#"{"id":1,"method":"tools/call","params":{"name":"ask"}}"#);
        let ends = |id: &str| {
            let params = format!(r#"{{"requestId":{id},"reason":"late"}}"#);
            let message = format!(r#"{{"method":"notifications/cancelled","params":{params}}}"#);
            Head::read(message.as_bytes())
        };
        let asked = running.take("k", Some("a"), &asks).expect("entered");
        assert!(running.take("k", None, &asks).is_none());
        for (key, session, head) in [
            ("k", "b", ends("1")),
            ("l", "a", ends("1")),
            ("k", "a", ends("2")),
            ("k", "a", ends("\"1\"")),
            (
                "k",
                "a",
                Head::read(br#"{"method":"notifications/cancelled","params":[]}"#),
            ),
        ] {
            running.take(key, Some(session), &head);
            assert!(!asked.ended.is_cancelled(), "{session}");
        }
        running.take("k", Some("a"), &ends("1"));
        assert!(asked.ended.is_cancelled());
        let again = running.take("k", Some("a"), &asks).expect("entered");
        drop(asked);
        assert_eq!(running.all().len(), 1);
        drop(again);
        assert!(running.all().is_empty());
        running.take("k", Some("a"), &ends("1"));
    }
}
