//! Search: by words, and by what narrows it.

use super::{
    Site,
    forms::{dated, line},
    frame::{Here, page},
    parts::{counted, entry, memories, one_line, when_in_words},
};
use maud::{Markup, html};
use memo_common::api::{Facet, Facets, Memory};

/// What is looked for; empty where nothing is said. The names are those of the address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub text: String,
    pub since: String,
    pub until: String,
    pub participant: String,
    pub place: String,
    pub tag: String,
    pub source_type: String,
    pub item_id: String,
}

impl Wanted {
    pub(crate) fn fields(&self) -> [(&'static str, &str); 8] {
        [
            ("text", &self.text),
            ("since", &self.since),
            ("until", &self.until),
            ("participant", &self.participant),
            ("place", &self.place),
            ("tag", &self.tag),
            ("source_type", &self.source_type),
            ("item_id", &self.item_id),
        ]
    }

    /// The same with another value of one field.
    fn with<'a>(&'a self, name: &'static str, value: &'a str) -> [(&'static str, &'a str); 8] {
        let fields = self.fields();
        fields.map(|(n, v)| if n == name { (n, value) } else { (n, v) })
    }
}

/// What was found.
pub(crate) struct Found {
    /// The best first, where words were looked for; else the latest.
    pub memories: Vec<Memory>,
    /// What those are of that are not narrowed away.
    pub facets: Facets,
    /// Where the list goes on.
    pub next: Option<String>,
    /// Of those that match words, there may be more than these.
    pub more: Option<usize>,
}

pub(crate) fn show(site: &Site, wanted: &Wanted, found: &Found) -> Markup {
    let main = html! {
        h1 { "Search" }
        (form(site, wanted))
        (narrowed(site, wanted))
        div.with-aside {
            div {
                h2.note {
                    @if found.memories.is_empty() { "Nothing was found." }
                    @else if wanted.text.is_empty() { (memories(found.facets.memories)) ", the latest first" }
                    @else { "The best of " (memories(found.facets.memories)) }
                }
                @for memory in &found.memories {
                    (entry(site, memory, &when_in_words(&memory.content.when), &wanted.text))
                }
                @if let Some(next) = &found.next {
                    p.more { a href=(site.search(wanted.fields().into_iter().chain([("cursor", next.as_str())]))) { "More" } }
                }
                @if let Some(more) = found.more {
                    p.more { a href=(site.search(wanted.fields().into_iter().chain([("limit", more.to_string().as_str())]))) { "More" } }
                }
            }
            aside aria-label="Narrow by" {
                (facet(site, wanted, "People", "participant", found.facets.people.as_ref()))
                (facet(site, wanted, "Places", "place", found.facets.places.as_ref()))
                (facet(site, wanted, "Tags", "tag", found.facets.tags.as_ref()))
                (facet(site, wanted, "Kinds", "source_type", found.facets.source_types.as_ref()))
            }
        }
    };
    page(site, Here::Search, "Search", &main)
}

fn form(site: &Site, wanted: &Wanted) -> Markup {
    html! {
        form.fields action=(site.at("search")) method="get" {
            label.wide { span { "Words, or a question" } input type="search" name="text" value=(wanted.text) maxlength="1000"; }
            (dated("since", "From", &wanted.since))
            (dated("until", "To", &wanted.until))
            (line("participant", "Person", &wanted.participant))
            (line("place", "Place", &wanted.place))
            (line("tag", "Tag", &wanted.tag))
            @if !wanted.source_type.is_empty() { input type="hidden" name="source_type" value=(wanted.source_type); }
            @if !wanted.item_id.is_empty() { input type="hidden" name="item_id" value=(wanted.item_id); }
            button { "Search" }
        }
    }
}

/// What narrows the search, each with a way to be rid of it.
fn narrowed(site: &Site, wanted: &Wanted) -> Markup {
    let fields = wanted.fields();
    let said: Vec<_> = fields
        .iter()
        .filter(|(name, value)| *name != "text" && !value.is_empty())
        .collect();
    html! {
        @if !said.is_empty() {
            ul.chips aria-label="Narrowed by" {
                @for (name, value) in said {
                    li {
                        a href=(site.search(wanted.with(name, ""))) {
                            (named(name)) " " bdi { (one_line(value)) } span.cross aria-hidden="true" { " ×" }
                            span.hidden { ", take away" }
                        }
                    }
                }
            }
        }
    }
}

fn named(field: &str) -> &'static str {
    match field {
        "since" => "from",
        "until" => "to",
        "participant" => "with",
        "place" => "at",
        "tag" => "tag",
        "source_type" => "kind",
        _ => "document",
    }
}

fn facet(
    site: &Site,
    wanted: &Wanted,
    heading: &str,
    field: &'static str,
    facet: Option<&Facet>,
) -> Markup {
    let values = facet.map_or(&[][..], |facet| &facet.values);
    counted(heading, values, |value| {
        site.search(wanted.with(field, value))
    })
}
