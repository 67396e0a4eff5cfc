//! The one table of error codes: what the service can answer besides success, as RFC 9457 problem documents.

use serde::{Deserialize, Serialize};

/// Every error the service answers with. The code is stable; clients may match on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table below says what each is")]
pub enum Code {
    InvalidForm,
    MissingField,
    DuplicateField,
    InvalidField,
    FileTooLarge,
    FileNotText,
    FileEmpty,
    MissingOrInvalidKey,
    ForeignHost,
    AdministratorOnly,
    ReadOnlyKey,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    BodyTooLarge,
    UnsupportedMediaType,
    TooManyRequests,
    Internal,
    NotReady,
    StorageFull,
}

impl Code {
    /// All of them, for the OpenAPI document and the tests.
    pub const ALL: [Self; 20] = [
        Self::InvalidForm,
        Self::MissingField,
        Self::DuplicateField,
        Self::InvalidField,
        Self::FileTooLarge,
        Self::FileNotText,
        Self::FileEmpty,
        Self::MissingOrInvalidKey,
        Self::ForeignHost,
        Self::AdministratorOnly,
        Self::ReadOnlyKey,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::RequestTimeout,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::TooManyRequests,
        Self::Internal,
        Self::NotReady,
        Self::StorageFull,
    ];

    /// (code, HTTP status, title).
    const fn row(self) -> (&'static str, u16, &'static str) {
        match self {
            Self::InvalidForm => ("invalid_form", 400, "The form cannot be read"),
            Self::MissingField => ("missing_field", 400, "A required field is missing"),
            Self::DuplicateField => ("duplicate_field", 400, "A field is given twice"),
            Self::InvalidField => ("invalid_field", 400, "A field's value is not allowed"),
            Self::FileTooLarge => ("file_too_large", 400, "The file is larger than 10 MiB"),
            Self::FileNotText => ("file_not_text", 400, "The file is not UTF-8 text"),
            Self::FileEmpty => ("file_empty", 400, "The file holds no text"),
            Self::MissingOrInvalidKey => (
                "missing_or_invalid_key",
                401,
                "The API key is missing or not valid",
            ),
            Self::ForeignHost => (
                "foreign_host",
                403,
                "The request was meant for another host",
            ),
            Self::AdministratorOnly => (
                "administrator_only",
                403,
                "Only an administrator's key may do this",
            ),
            Self::ReadOnlyKey => ("read_only_key", 403, "The key may only read"),
            Self::NotFound => ("not_found", 404, "There is no such thing"),
            Self::MethodNotAllowed => (
                "method_not_allowed",
                405,
                "The path does not take this method",
            ),
            Self::RequestTimeout => (
                "request_timeout",
                408,
                "The request took too long to arrive",
            ),
            Self::BodyTooLarge => ("body_too_large", 413, "The request's body is too large"),
            Self::UnsupportedMediaType => (
                "unsupported_media_type",
                415,
                "The body is of a type that this call does not take",
            ),
            Self::TooManyRequests => ("too_many_requests", 429, "Too much at once"),
            Self::Internal => ("internal", 500, "Something went wrong inside the daemon"),
            Self::NotReady => ("not_ready", 503, "The daemon is not ready yet"),
            Self::StorageFull => ("storage_full", 507, "There is no room left on the disk"),
        }
    }

    /// The stable snake_case code.
    pub const fn code(self) -> &'static str {
        self.row().0
    }

    /// The HTTP status.
    pub const fn status(self) -> u16 {
        self.row().1
    }

    /// The short title, the same for every occurrence.
    pub const fn title(self) -> &'static str {
        self.row().2
    }

    /// The stable URI reference of the problem's type, such as `/problems/file-too-large`.
    pub fn uri(self) -> String {
        format!("/problems/{}", self.code().replace('_', "-"))
    }
}

/// An RFC 9457 problem document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// URI reference of the kind of problem.
    #[serde(rename = "type")]
    pub uri: String,
    /// The kind of problem in words.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// What happened this time, and what to do next.
    pub detail: String,
    /// snake_case code.
    pub code: String,
    /// The form field or parameter at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The request's id, under which the daemon's log says more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl Problem {
    /// A problem of this code; `detail` tells the person what happened and what to do.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            uri: code.uri(),
            title: code.title().to_owned(),
            status: code.status(),
            detail: detail.into(),
            code: code.code().to_owned(),
            field: None,
            request_id: None,
        }
    }

    /// The same problem, naming the field at fault.
    pub fn field(mut self, name: impl Into<String>) -> Self {
        self.field = Some(name.into());
        self
    }
}
