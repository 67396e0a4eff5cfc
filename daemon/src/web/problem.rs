//! What went wrong, as a page.

use super::{frame::bare, login};
use maud::{Markup, html};
use memo_common::problem::{Code, Problem};

/// The page of a problem; `home`: where the visit goes on.
pub(crate) fn page(problem: &Problem, home: Option<&str>) -> Markup {
    if problem.code == Code::MissingOrInvalidKey.code() {
        return login::page(Some(&problem.detail));
    }
    bare(
        &problem.title,
        &html! {
            h1 { (problem.title) }
            p { (problem.detail) }
            @if let Some(home) = home {
                p { a href=(home) { "Back to your memories" } }
            }
        },
    )
}
