//! Forms that change something.

use super::Site;
use maud::{Markup, html};

/// A form that is sent to a page of the visit, with what shows that it is the visit's own.
pub(super) fn post(site: &Site, path: &str, content: &Markup) -> Markup {
    html! {
        form action=(site.at(path)) method="post" {
            input type="hidden" name="form" value=(site.form);
            (content)
        }
    }
}

/// A line of text with its label.
pub(super) fn line(name: &str, label: &str, value: &str) -> Markup {
    html! {
        label { span { (label) } input type="text" name=(name) value=(value); }
    }
}

/// The same for a day, month or year.
pub(super) fn dated(name: &str, label: &str, value: &str) -> Markup {
    html! {
        label { span { (label) } input type="text" name=(name) value=(value) placeholder="2026-10"; }
    }
}
