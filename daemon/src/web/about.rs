//! A person, or a place: what there is of it, and what it goes with.

use super::{
    Site,
    frame::{Here, page},
    parts::{counted, entry, memories, one_line, when_in_words},
};
use maud::{Markup, html};
use memo_common::api::{Facet, Facets, MemoryPage, Person};

/// What the page shows.
pub(crate) struct About<'a> {
    /// The person's or place's name.
    pub name: &'a str,
    pub page: MemoryPage,
    /// What the memories are of.
    pub facets: Facets,
}

pub(crate) fn person(site: &Site, about: &About, person: Option<&Person>) -> Markup {
    let name = person.map_or(about.name, |person| person.name.as_str());
    let others = person.map_or(&[][..], |person| &person.names);
    let others: Vec<_> = others.iter().filter(|other| other.name != name).collect();
    let head = html! {
        @if person.is_some_and(|person| person.me) { p.note { "This is you." } }
        @if !others.is_empty() {
            p.note {
                "Also "
                @for (n, other) in others.iter().enumerate() {
                    @if n > 0 { ", " }
                    bdi { (one_line(&other.name)) } " " span.count { (other.memories) }
                }
                "."
            }
        }
    };
    let aside = html! {
        (facet("Often with", about.facets.people.as_ref(), name, |v| site.person(v)))
        (facet("Places", about.facets.places.as_ref(), "", |v| site.search([("participant", name), ("place", v)])))
        (facet("Tags", about.facets.tags.as_ref(), "", |v| site.search([("participant", name), ("tag", v)])))
    };
    whole(
        site,
        Here::People,
        about,
        name,
        ("participant", "person"),
        &head,
        &aside,
    )
}

pub(crate) fn place(site: &Site, about: &About) -> Markup {
    let name = about.name;
    let aside = html! {
        (facet("People", about.facets.people.as_ref(), "", |v| site.search([("place", name), ("participant", v)])))
        (facet("Tags", about.facets.tags.as_ref(), "", |v| site.search([("place", name), ("tag", v)])))
    };
    whole(
        site,
        Here::Places,
        about,
        name,
        ("place", "place"),
        &html! {},
        &aside,
    )
}

fn whole(
    site: &Site,
    here: Here,
    about: &About,
    name: &str,
    (field, path): (&'static str, &str),
    head: &Markup,
    aside: &Markup,
) -> Markup {
    let title = one_line(name);
    let main = html! {
        h1 { bdi { (title) } }
        (head)
        div.with-aside {
            div {
                h2.note {
                    a href=(site.search([(field, name)])) { (memories(about.facets.memories)) }
                    @if about.facets.memories > 0 { ", the latest first" }
                }
                @for memory in &about.page.memories {
                    (entry(site, memory, &when_in_words(&memory.content.when), ""))
                }
                @if let Some(next) = &about.page.next_cursor {
                    p.more { a href=(site.with(path, [("name", about.name), ("cursor", next.as_str())])) { "Earlier ones" } }
                }
            }
            aside aria-label="What it goes with" { (aside) }
        }
    };
    page(site, here, &title, &main)
}

fn facet(
    heading: &str,
    facet: Option<&Facet>,
    but: &str,
    address: impl Fn(&str) -> String,
) -> Markup {
    let values = facet.map_or(&[][..], |facet| &facet.values);
    let values: Vec<_> = values.iter().filter(|v| v.value != but).cloned().collect();
    counted(heading, &values, address)
}
