//! One message of the Model Context Protocol, handed on as it is.

use super::{Client, ClientError};
use reqwest::header::{ACCEPT, CONTENT_TYPE};

/// What goes with a message by the revisions of the protocol that send it over HTTP.
#[derive(Clone, Debug, Default)]
pub struct McpHeaders {
    /// The revision, once it is agreed on.
    pub version: Option<String>,
    /// The message's method.
    pub method: Option<String>,
    /// What it names: a tool, a prompt, a resource.
    pub name: Option<String>,
    /// Whose it is: a request is ended by its own client alone.
    pub session: Option<String>,
}

impl Client {
    /// Sends a message, and gives the answer's; `None` where it takes none. `wishes` are fields of the address.
    ///
    /// # Errors
    /// [`ClientError`]; what the protocol itself refuses is an answer.
    pub fn mcp(
        &self,
        message: Vec<u8>,
        headers: &McpHeaders,
        wishes: &[(&str, String)],
    ) -> Result<Option<String>, ClientError> {
        let mut request = self
            .post("/mcp")
            .query(wishes)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream");
        for (name, value) in [
            ("mcp-protocol-version", &headers.version),
            ("mcp-method", &headers.method),
            ("mcp-name", &headers.name),
            ("mcp-session-id", &headers.session),
        ] {
            // What fits into no header names nothing that there is.
            let fits = |v: &&String| v.bytes().all(|b| (b' '..=b'~').contains(&b));
            if let Some(value) = value.as_ref().filter(fits) {
                request = request.header(name, value);
            }
        }
        let response = self.send(request.body(message))?;
        let kind = response.headers().get(CONTENT_TYPE);
        let own = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        if !own && !response.status().is_success() {
            return Err(self.refusal(response));
        }
        let body = self.whole(response)?;
        let text = String::from_utf8(body).map_err(|e| self.odd(e.to_string()))?;
        Ok(Some(text).filter(|text| !text.trim().is_empty()))
    }
}
