//! The addresses of the pages of one visit.

use std::fmt::Write;

/// A visit: where its pages are, and what it may do there.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    base: String,
    /// What its forms bring back.
    pub form: String,
    /// Whether it may change anything.
    pub changes: bool,
}

impl Site {
    pub(crate) fn new(session: &str, form: String, changes: bool) -> Self {
        Self {
            base: format!("/web/{session}"),
            form,
            changes,
        }
    }

    /// A page by its path.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}/{path}", self.base)
    }

    pub(crate) fn day(&self, day: impl std::fmt::Display) -> String {
        self.at(&format!("day/{day}"))
    }

    /// `month` as in `2026-10`.
    pub(crate) fn month(&self, month: &str) -> String {
        self.at(&format!("month/{month}"))
    }

    /// A memory; `asked`: what it was found by, which is what it is rated for.
    pub(crate) fn memory(&self, id: &str, asked: &str) -> String {
        let path = format!("memory/{}", encoded(id));
        match asked {
            "" => self.at(&path),
            _ => self.with(&path, [("for", asked)]),
        }
    }

    pub(crate) fn document(&self, item_id: &str) -> String {
        self.at(&format!("document/{}", encoded(item_id)))
    }

    pub(crate) fn person(&self, name: &str) -> String {
        self.with("person", [("name", name)])
    }

    pub(crate) fn place(&self, name: &str) -> String {
        self.with("place", [("name", name)])
    }

    pub(crate) fn search<'a>(
        &self,
        fields: impl IntoIterator<Item = (&'static str, &'a str)>,
    ) -> String {
        self.with("search", fields)
    }

    /// A page with these fields in its address; empty ones are left out.
    pub(crate) fn with<'a>(
        &self,
        path: &str,
        fields: impl IntoIterator<Item = (&'static str, &'a str)>,
    ) -> String {
        let mut address = self.at(path);
        let mut mark = '?';
        for (name, value) in fields {
            if !value.is_empty() {
                let _ = write!(address, "{mark}{name}={}", encoded(value));
                mark = '&';
            }
        }
        address
    }
}

/// A value as it stands in an address (RFC 3986, section 2.3: what is unreserved stays).
fn encoded(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_do_not_leave_their_place_in_an_address() {
        let site = Site::new("abc", String::new(), true);
        let odd = "a&b=c?d#e/../f%\" <ü";
        let expected = "a%26b%3Dc%3Fd%23e%2F..%2Ff%25%22%20%3C%C3%BC";
        assert_eq!(site.person(odd), format!("/web/abc/person?name={expected}"));
        assert_eq!(site.document(odd), format!("/web/abc/document/{expected}"));
        let both = site.search([("text", ""), ("place", "x"), ("tag", "y")]);
        assert_eq!(both, "/web/abc/search?place=x&tag=y");
    }
}
