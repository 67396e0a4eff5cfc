//! What can be said of a person: names that are theirs, which of them is shown, and that it is oneself.

use super::{
    Site,
    forms::{line, post},
    parts::one_line,
};
use maud::{Markup, html};
use memo_common::api::{Person, Suggestion};

/// Who else this may be.
pub(super) fn offered(site: &Site, person: &Person, suggestions: &[Suggestion]) -> Markup {
    html! {
        @for suggestion in suggestions {
            @let is_name = suggestion.name == person.name;
            @let other = if is_name { &suggestion.into } else { &suggestion.name };
            div.said {
                p { "The same as " a href=(site.person(other)) { bdi { (one_line(other)) } } "? " (one_line(&suggestion.reason)) "." }
                (post(site, "person/decide", &html! {
                    input type="hidden" name="name" value=(suggestion.name);
                    input type="hidden" name="into" value=(suggestion.into);
                    div.buttons {
                        button name="one" value="true" { "One person" }
                        button.quiet name="one" value="false" { "Two people" }
                    }
                }))
            }
        }
    }
}

/// The forms.
pub(super) fn changes(site: &Site, person: &Person) -> Markup {
    let name = person.name.as_str();
    let of = html! { input type="hidden" name="name" value=(name); };
    let is_renamed = !person.names.iter().any(|own| own.name == name);
    html! {
        section.changes aria-label="Who this is" {
            @if !person.me {
                (post(site, "person/me", &html! { (of) div.buttons { button.quiet { "This is me" } } }))
            }
            details {
                summary { "The same person by another name" }
                p.note { "Both names are shown and found as one from now on, in old memories, too. It can be taken back here." }
                (post(site, "person/merge", &html! {
                    (of)
                    (line("other", "Another name of theirs, as memories have it", ""))
                    div.buttons { button { "They are one" } }
                }))
                @for other in &person.merged {
                    (post(site, "person/split", &html! {
                        (of)
                        input type="hidden" name="other" value=(other);
                        div.buttons {
                            bdi { (one_line(other)) }
                            button.quiet aria-label=(format!("Somebody else: {}", one_line(other))) { "Somebody else" }
                        }
                    }))
                }
            }
            details {
                summary { "Show another name" }
                (post(site, "person/rename", &html! {
                    (of)
                    (line("shown", "The name to show", name))
                    div.buttons { button { "Show it" } }
                }))
                @if is_renamed {
                    (post(site, "person/rename", &html! {
                        (of)
                        div.buttons { button.quiet { "Show their own name again" } }
                    }))
                }
            }
        }
    }
}
