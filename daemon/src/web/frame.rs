//! What is around each page: head, the way to the other pages, foot.

use super::{Site, forms};
use maud::{DOCTYPE, Markup, html};

/// The pages that every other one leads to, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Here {
    Day,
    Month,
    Search,
    Ask,
    People,
    Places,
    Sources,
    /// None of these.
    Elsewhere,
}

const PAGES: [(Here, &str, &str); 7] = [
    (Here::Day, "day", "Day"),
    (Here::Month, "month", "Month"),
    (Here::Search, "search", "Search"),
    (Here::Ask, "ask", "Ask"),
    (Here::People, "people", "People"),
    (Here::Places, "places", "Places"),
    (Here::Sources, "sources", "Sources"),
];

/// A page of a visit.
pub(crate) fn page(site: &Site, here: Here, title: &str, main: &Markup) -> Markup {
    let current = |page| (page == here).then_some("page");
    html! {
        (head(title))
        body {
            a.skip href="#main" { "Skip to the content" }
            header.top {
                nav aria-label="Pages" {
                    ul {
                        @for (page, path, name) in PAGES {
                            li { a href=(site.at(path)) aria-current=[current(page)] { (name) } }
                        }
                    }
                }
                form.find action=(site.at("search")) method="get" role="search" {
                    input type="search" name="text" aria-label="Search your memories" placeholder="Search" maxlength="1000";
                }
                (forms::post(site, "logout", &html! { button.quiet { "Log out" } }))
            }
            main #main tabindex="-1" { (main) }
        }
    }
}

/// A page outside of a visit.
pub(crate) fn bare(title: &str, main: &Markup) -> Markup {
    html! {
        (head(title))
        body.bare {
            main #main { (main) }
        }
    }
}

fn head(title: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en";
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (title) " · memo" }
            link rel="icon" href="/web/icon.svg" type="image/svg+xml";
            link rel="stylesheet" href="/web/style.css";
        }
    }
}
