//! A visit to the daemon's pages without a browser: what one sends, and nothing that it would do by itself.

use crate::{
    daemon::{Daemon, KEY},
    request::{Reply, Request},
};

/// The kind of what forms of pages send.
const FORM: &str = "application/x-www-form-urlencoded";

/// Somebody who is logged in.
pub struct Visit {
    address: String,
    /// The path under which its pages are, such as `/web/0f…`.
    pub base: String,
    /// The cookie, name and value.
    pub cookie: String,
}

impl Visit {
    /// Logs in with the tests' key.
    ///
    /// # Panics
    /// It does not let in.
    #[track_caller]
    pub fn new(daemon: &Daemon) -> Self {
        Self::with(daemon, KEY)
    }

    /// Logs in with this key.
    ///
    /// # Panics
    /// It does not let in.
    #[track_caller]
    pub fn with(daemon: &Daemon, key: &str) -> Self {
        let reply = Self::enter(daemon, &token(daemon, key));
        assert_eq!(reply.status, 303, "{reply:?}");
        let cookie = reply.header("set-cookie").expect("a cookie");
        let to = reply.header("location").expect("an address");
        Self {
            address: daemon.url().trim_start_matches("http://").to_owned(),
            base: to.strip_suffix("/day").expect("today's page").to_owned(),
            cookie: cookie.split(';').next().expect("a value").to_owned(),
        }
    }

    /// Brings a token, as the page for logging in does.
    pub fn enter(daemon: &Daemon, token: &str) -> Reply {
        let address = daemon.url().trim_start_matches("http://");
        let request = Request::new("POST", "/web/login", address).header("origin", daemon.url());
        request.body(FORM, format!("token={token}")).send()
    }

    /// A request for one of its pages.
    pub fn request(&self, method: &str, path: &str) -> Request {
        let path = format!("{}/{path}", self.base);
        Request::new(method, &path, &self.address).header("cookie", &self.cookie)
    }

    /// A page.
    ///
    /// # Panics
    /// It is not there.
    #[track_caller]
    pub fn page(&self, path: &str) -> String {
        self.request("GET", path).send().ok().body
    }

    /// What shows that a form is the visit's own.
    ///
    /// # Panics
    /// There is none.
    #[track_caller]
    pub fn form(&self) -> String {
        let page = self.page("people");
        let (_, rest) = page.split_once("name=\"form\" value=\"").expect("a form");
        rest.split('"').next().expect("a value").to_owned()
    }

    /// A form of these fields, sent as from a page of the visit.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Request {
        let form = self.form();
        let fields = [&[("form", form.as_str())], fields].concat();
        let pairs: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        let origin = format!("http://{}", self.address);
        let request = self.request("POST", path).header("origin", &origin);
        request.body(FORM, pairs.join("&"))
    }
}

/// A token that lets in who has this key.
///
/// # Panics
/// There is none.
#[track_caller]
pub fn token(daemon: &Daemon, key: &str) -> String {
    let login = daemon.client_with(key).web_login().expect("a login");
    let (path, token) = login.path.split_once('#').expect("a fragment");
    assert_eq!((path, login.expires_in), ("/web/login", 60));
    token.to_owned()
}

/// A value as it stands in a form or an address.
pub fn encoded(value: &str) -> String {
    value.bytes().map(|b| format!("%{b:02x}")).collect()
}
