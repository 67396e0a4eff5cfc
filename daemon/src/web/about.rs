//! A person, or a place: what there is of it, and what it goes with.

use super::{
    Site,
    frame::{Here, page},
    parts::{counted, entry, memories, one_line, when_in_words},
    person::{changes, offered},
};
use maud::{Markup, html};
use memo_common::{
    api::{Facet, Facets, MemoryPage, Person, Suggestion},
    printable,
};

/// What the page shows.
pub(crate) struct About<'a> {
    /// The person's or place's name.
    pub name: &'a str,
    /// What came of the last thing that was done.
    pub said: Option<&'a str>,
    pub page: MemoryPage,
    /// What the memories are of.
    pub facets: Facets,
}

/// `suggestions`: who else it may be.
pub(crate) fn person(
    site: &Site,
    about: &About,
    person: Option<&Person>,
    suggestions: &[Suggestion],
) -> Markup {
    let name = person.map_or(about.name, |person| person.name.as_str());
    let others = person.map_or(&[][..], |person| &person.names);
    let others: Vec<_> = others.iter().filter(|other| other.name != name).collect();
    let head = html! {
        @if let Some(said) = about.said { p.said role="status" { (printable::lines(said)) } }
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
        @if let Some(person) = person.filter(|_| site.changes) { (offered(site, person, suggestions)) }
    };
    let aside = html! {
        (facet("Often with", about.facets.people.as_ref(), name, |v| site.person(v)))
        (facet("Places", about.facets.places.as_ref(), "", |v| site.search([("participant", name), ("place", v)])))
        (facet("Tags", about.facets.tags.as_ref(), "", |v| site.search([("participant", name), ("tag", v)])))
    };
    let changes = html! {
        @if let Some(person) = person.filter(|_| site.changes) { (changes(site, person)) }
    };
    whole(
        site,
        Here::People,
        about,
        name,
        ("participant", "person"),
        [&head, &aside, &changes],
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
        [&html! {}, &aside, &html! {}],
    )
}

fn whole(
    site: &Site,
    here: Here,
    about: &About,
    name: &str,
    (field, path): (&'static str, &str),
    [head, aside, changes]: [&Markup; 3],
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
        (changes)
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
