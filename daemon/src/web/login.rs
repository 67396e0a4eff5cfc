//! Logging in: a browser brings the token that `memo web` gave it.

use super::frame::bare;
use maud::{Markup, html};

/// What brings the token from the address's fragment, which no server is ever sent, into the form.
pub(crate) const SCRIPT: &str = include_str!("login.js");

/// The page on which a visit begins; `said`: what came of the last try.
pub(crate) fn page(said: Option<&str>) -> Markup {
    bare(
        "Log in",
        &html! {
            h1 { "memo" }
            @if let Some(said) = said {
                p.said role="status" { (said) }
            }
            p { "To look at your memories here, run " code { "memo web" } " in a terminal. It opens this page and lets you in." }
            form #login action="/web/login" method="post" {
                label {
                    span { "Or paste what stands behind the # of the address that it prints" }
                    input #token type="password" name="token" autocomplete="off" spellcheck="false" required;
                }
                button { "Log in" }
            }
            script src="/web/login.js" {}
        },
    )
}
