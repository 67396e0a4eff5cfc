//! All people, or all places, those of most memories first.

use super::{
    Site,
    forms::line,
    frame::{Here, page},
    parts::one_line,
};
use maud::{Markup, html};
use memo_common::api::Facet;

/// What the page shows.
pub(crate) struct Names<'n> {
    pub facet: &'n Facet,
    /// The beginning of those that are shown.
    pub prefix: &'n str,
    /// Where the list goes on.
    pub next: Option<&'n str>,
}

pub(crate) fn people(site: &Site, names: &Names) -> Markup {
    show(site, names, Here::People, ("People", "people"), |name| {
        site.person(name)
    })
}

pub(crate) fn places(site: &Site, names: &Names) -> Markup {
    show(site, names, Here::Places, ("Places", "places"), |name| {
        site.place(name)
    })
}

fn show(
    site: &Site,
    names: &Names,
    here: Here,
    (title, path): (&str, &str),
    address: impl Fn(&str) -> String,
) -> Markup {
    let main = html! {
        h1 { (title) " " span.note { (names.facet.total) } }
        form.fields.short action=(site.at(path)) method="get" {
            (line("prefix", "Those that begin with", names.prefix))
            button { "Show" }
        }
        @if names.facet.values.is_empty() { p.nothing { "There are none." } }
        ul.names {
            @for value in &names.facet.values {
                li {
                    a href=(address(&value.value)) { bdi { (one_line(&value.value)) } }
                    " " span.count { (value.memories) }
                }
            }
        }
        @if let Some(next) = names.next {
            p.more { a href=(site.with(path, [("prefix", names.prefix), ("cursor", next)])) { "More" } }
        }
    };
    page(site, here, title, &main)
}
