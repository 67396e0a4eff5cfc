//! One memory: what it says, the lines it rests on, and the ways to put it right, rate it and forget it.

use super::{
    Site,
    forms::{line, post},
    frame::{Here, page},
    parts::{about, one_line, when_in_words},
    text::{self, Span},
};
use maud::{Markup, html};
use memo_common::{
    api::{Content, Correction, EntityType, MemoryDetail},
    printable,
};

/// What the page of a memory shows.
pub(crate) struct Shown<'s> {
    pub detail: &'s MemoryDetail,
    /// What its document is called.
    pub document: &'s str,
    /// Its document's text; `None` where that is lost.
    pub text: Option<&'s str>,
    /// What it was found by.
    pub asked: &'s str,
    /// What came of the last thing that was done to it.
    pub said: Option<&'s str>,
    /// What was to be put in and could not be, in its form's fields.
    pub typed: Option<&'s Typed>,
}

/// The fields of a memory as a form has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub narrative: String,
    /// One on a line.
    pub participants: String,
    pub when: String,
    pub place: String,
    /// One on a line: a tag may have blanks and commas in it.
    pub tags: String,
}

impl From<&Content> for Typed {
    fn from(content: &Content) -> Self {
        Self {
            narrative: printable::lines(&content.narrative),
            participants: printable::lines(&content.participants.join("\n")),
            when: content.when.clone(),
            place: printable::lines(content.place.as_deref().unwrap_or_default()),
            tags: printable::lines(&content.tags.join("\n")),
        }
    }
}

pub(crate) fn show(site: &Site, shown: &Shown) -> Markup {
    let memory = &shown.detail.memory;
    let content = &memory.content;
    let title = match when_in_words(&content.when) {
        words if words.is_empty() => "Without a date".to_owned(),
        words => words,
    };
    let main = html! {
        h1 { (title) }
        @if let Some(said) = shown.said { p.said role="status" { (said) } }
        p.tale.large dir="auto" { (printable::lines(&content.narrative)) }
        p.about { (about(site, content)) }
        (named(site, content))
        section {
            h2 {
                "Its lines in " a href=(site.document(&memory.item_id)) { bdi { (one_line(shown.document)) } }
            }
            (source(site, shown))
        }
        @if site.changes {
            section.changes aria-label="Change it" {
                (rate(site, shown))
                (correct(site, shown))
                (forget(site, &memory.custom_id))
            }
        } @else {
            p.note { "This visit may only read." }
        }
    };
    page(site, Here::Elsewhere, &title, &main)
}

/// Things that are named, but for those that stand among who and where already.
fn named(site: &Site, content: &Content) -> Markup {
    let is_there =
        |name: &String| content.participants.contains(name) || content.place.as_ref() == Some(name);
    let others: Vec<_> = content
        .entities
        .iter()
        .filter(|e| !is_there(&e.name))
        .collect();
    html! {
        @if !others.is_empty() {
            p.note {
                "Named: "
                @for (n, entity) in others.iter().enumerate() {
                    @if n > 0 { ", " }
                    @let address = match entity.kind {
                        EntityType::Person => site.person(&entity.name),
                        _ => site.search([("text", entity.name.as_str())]),
                    };
                    a href=(address) { bdi { (one_line(&entity.name)) } }
                }
            }
        }
    }
}

fn source(site: &Site, shown: &Shown) -> Markup {
    let memory = &shown.detail.memory;
    let spans = shown.detail.source.iter().map(|s| Span {
        start: s.start as usize,
        end: s.end as usize,
        memory: memory.custom_id.clone(),
    });
    let spans: Vec<Span> = spans.collect();
    html! {
        @match shown.text {
            Some(text) if !spans.is_empty() => { (text::passages(site, &memory.item_id, text, &spans)) }
            _ => { p.nothing { "The document's text is missing or damaged on the daemon's disk. Adding the file again puts it back." } }
        }
    }
}

fn rate(site: &Site, shown: &Shown) -> Markup {
    let id = &shown.detail.memory.custom_id;
    let fields = html! {
        label { span { "Was it what you looked for, with these words?" } input type="text" name="query_text" value=(shown.asked) maxlength="1000" required; }
        div.buttons {
            button name="rating" value="1" { "Yes" }
            button.quiet name="rating" value="-1" { "No" }
            button.quiet name="rating" value="0" { "Take back" }
        }
    };
    post(site, &path(id, "rate"), &fields)
}

fn correct(site: &Site, shown: &Shown) -> Markup {
    let id = &shown.detail.memory.custom_id;
    let current = Typed::from(&shown.detail.memory.content);
    let typed = shown.typed.unwrap_or(&current);
    let fields = html! {
        label { span { "What happened" } textarea name="narrative" rows="6" dir="auto" { (typed.narrative) } }
        label { span { "Who took part, one on a line" } textarea name="participants" rows="3" dir="auto" { (typed.participants) } }
        (line("when", "When: 2024, 2024-05, 2024-05-03, 2024-05-03 14:30, or two of these with / between", &typed.when))
        (line("where", "Where", &typed.place))
        label { span { "Tags, one on a line" } textarea name="tags" rows="3" dir="auto" { (typed.tags) } }
        div.buttons { button { "Put it right" } }
    };
    html! {
        details open[shown.typed.is_some()] {
            summary { "Put it right" }
            p.note { "The document's own words stay as they are." }
            (post(site, &path(id, "correct"), &fields))
            @if let Some(read) = &shown.detail.read { (undo(site, id, read)) }
        }
    }
}

/// What was read of the fields that were put right, to have it back.
fn undo(site: &Site, id: &str, read: &Correction) -> Markup {
    let list = |names: &Vec<String>| names.join(", ");
    let fields = [
        ("narrative", "What happened", read.narrative.clone()),
        ("participants", "Who", read.participants.as_ref().map(list)),
        ("when", "When", read.when.clone()),
        ("where", "Where", read.place.clone()),
        ("tags", "Tags", read.tags.as_ref().map(list)),
    ];
    html! {
        h3 { "As it was read" }
        dl.read {
            @for (name, label, value) in fields {
                @if let Some(value) = value {
                    dt { (label) }
                    dd {
                        bdi { @if value.is_empty() { "nothing" } @else { (printable::lines(&value)) } } " "
                        (post(site, &path(id, "undo"), &html! {
                            button.quiet name="field" value=(name) aria-label=(format!("Have it back: {label}")) { "Have it back" }
                        }))
                    }
                }
            }
        }
    }
}

fn forget(site: &Site, id: &str) -> Markup {
    html! {
        details {
            summary { "Forget it" }
            p { "It is gone from every answer at once, and is not made again of the same passage. The document stays." }
            (post(site, &path(id, "forget"), &html! { button.danger { "Forget this memory" } }))
        }
    }
}

fn path(id: &str, what: &str) -> String {
    // Names of memories have a charset: none of it means anything in an address.
    format!("memory/{id}/{what}")
}
