//! The table of tools: what each is called, what it says of itself, what it takes and gives.

use super::{arguments, document, remember, schema};
use crate::http::{
    facets, feedback,
    recall::{self, NARROWING},
    timeline,
};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use std::sync::{Arc, LazyLock};

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    Recall,
    Ask,
    Timeline,
    GetMemory,
    GetDocument,
    ListFacets,
    Remember,
    RateMemory,
    ForgetMemory,
}

/// What a tool does to the memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Reads,
    Adds,
    Removes,
}

/// A tool.
pub(super) struct Entry {
    pub does: Does,
    pub effect: Effect,
    /// As it is shown to clients.
    pub shown: Tool,
}

/// All tools, in the order in which they are listed.
pub(super) static TOOLS: LazyLock<[Entry; 9]> = LazyLock::new(|| {
    [
        entry(
            Does::Recall,
            Effect::Reads,
            ("recall", "Find memories"),
            "Finds what the user remembers of something, best first: what happened, who took part, when, where. `score` \
             says how likely each is to be meant.",
            (&recall::fields(), 1),
            schema::named("Envelope"),
        ),
        entry(
            Does::Ask,
            Effect::Reads,
            ("ask", "Answer from memories"),
            "Answers one question from the user's memories, in words, and gives the memories that the answer rests on. \
             `answered` is false where they hold no answer: then say so. Also for what is to do or planned (\"what is on \
             tomorrow?\").",
            (&recall::fields(), 1),
            schema::named("Answer"),
        ),
        entry(
            Does::Timeline,
            Effect::Reads,
            ("timeline", "What happened in a period"),
            "What happened, or is to happen, from `since` to `until`, in order, with what repeats on each of its days; \
             today where neither is given. `since` alone says both: 2026-10 is October.",
            (&[&NARROWING[..], &timeline::FIELDS].concat(), 0),
            schema::named("TimelinePage"),
        ),
        entry(
            Does::GetMemory,
            Effect::Reads,
            ("get_memory", "One memory with its source"),
            "One memory, with the passages of the document that it rests on and their lines.",
            (&["memory_id"], 1),
            schema::named("MemoryDetail"),
        ),
        entry(
            Does::GetDocument,
            Effect::Reads,
            ("get_document", "A document by lines"),
            "The text of a document that memories came from, as the user gave it, from `first_line` to `last_line`. A long \
             one comes in pieces: where the answer's `last_line` is below `lines`, ask for what follows it.",
            (&document::FIELDS, 1),
            document::schema(),
        ),
        entry(
            Does::ListFacets,
            Effect::Reads,
            ("list_facets", "People, places and tags"),
            "The people, places, tags and types of documents among the memories, with how many memories there are of each.",
            (&[&facets::FIELDS[..], &NARROWING].concat(), 0),
            schema::named("Facets"),
        ),
        entry(
            Does::Remember,
            Effect::Adds,
            ("remember", "Remember something"),
            "Remembers a note of the user's from now on. Say in whole sentences, in the user's first person, who did what, or \
             what is the case.",
            (&remember::FIELDS, 1),
            remember::schema(),
        ),
        entry(
            Does::RateMemory,
            Effect::Adds,
            ("rate_memory", "Rate a memory"),
            "Says whether a memory was what a question was after; later questions like it go by that.",
            (&feedback::FIELDS, 3),
            schema::named("Rated"),
        ),
        entry(
            Does::ForgetMemory,
            Effect::Removes,
            ("forget_memory", "Forget a memory"),
            "Removes one memory for good. Only where the user asks for it.",
            (&["memory_id"], 1),
            schema::named("Forgotten"),
        ),
    ]
});

/// The tool of this name.
pub(super) fn named(name: &str) -> Option<&'static Entry> {
    TOOLS.iter().find(|tool| tool.shown.name == name)
}

fn entry(
    does: Does,
    effect: Effect,
    (name, title): (&'static str, &'static str),
    description: &'static str,
    (takes, needed): (&[&'static str], usize),
    gives: JsonObject,
) -> Entry {
    let annotations = ToolAnnotations::with_title(title)
        .read_only(effect == Effect::Reads)
        .destructive(effect == Effect::Removes)
        // A note that is remembered twice is two notes.
        .idempotent(does != Does::Remember)
        .open_world(false);
    let shown = Tool::new(name, description, arguments::object(takes, needed))
        .with_title(title)
        .with_annotations(annotations)
        .with_raw_output_schema(Arc::new(gives));
    Entry {
        does,
        effect,
        shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Names of the tool's arguments of which nothing is said.
    fn undescribed(tool: &Entry, takes: &[&'static str]) -> Vec<String> {
        let described = &tool.shown.input_schema["properties"];
        let missing = takes.iter().filter(|name| described[**name].is_null());
        missing.map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn every_tool_says_what_it_takes_and_gives() {
        for tool in TOOLS.iter() {
            let name = &tool.shown.name;
            for schema in [
                Some(&tool.shown.input_schema),
                tool.shown.output_schema.as_ref(),
            ] {
                let schema = schema.expect("a schema");
                assert_eq!(schema["type"], "object", "{name}");
                assert!(
                    schema["properties"]
                        .as_object()
                        .is_some_and(|p| !p.is_empty()),
                    "{name}"
                );
                let text = Value::Object((**schema).clone()).to_string();
                assert!(!text.contains("$ref"), "{name}: {text}");
            }
            let needed = tool
                .shown
                .input_schema
                .get("required")
                .and_then(Value::as_array);
            for needed in needed.into_iter().flatten() {
                let properties = &tool.shown.input_schema["properties"];
                assert!(
                    !properties[needed.as_str().expect("a name")].is_null(),
                    "{name}"
                );
            }
        }
        let facets = [&facets::FIELDS[..], &NARROWING].concat();
        let timeline = [&NARROWING[..], &timeline::FIELDS].concat();
        for (name, takes) in [
            ("recall", recall::fields()),
            ("list_facets", facets),
            ("timeline", timeline),
            ("rate_memory", feedback::FIELDS.to_vec()),
            ("remember", remember::FIELDS.to_vec()),
            ("get_document", document::FIELDS.to_vec()),
        ] {
            let tool = named(name).expect(name);
            assert_eq!(undescribed(tool, &takes), Vec::<String>::new(), "{name}");
        }
    }
}
