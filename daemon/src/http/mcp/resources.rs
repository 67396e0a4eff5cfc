//! Memories and documents as resources, which a person adds to a conversation.

use super::server::Assistant;
use crate::http::{
    documents,
    error::{Answered, internal, refuse},
    memories,
};
use memo_common::problem::Code;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate,
};

const MEMORY: &str = "memo://memory/";
const DOCUMENT: &str = "memo://document/";

/// Documents on a page.
const PAGE: usize = 100;

pub(super) fn templates() -> ListResourceTemplatesResult {
    let template = |uri: &str, name: &str, title: &str, kind: &str, said: &str| {
        ResourceTemplate::new(uri, name)
            .with_title(title)
            .with_mime_type(kind)
            .with_description(said)
    };
    ListResourceTemplatesResult::with_all_items(vec![
        template(
            &format!("{MEMORY}{{id}}"),
            "memory",
            "A memory",
            "application/json",
            "One memory with the passages that it rests on, by its `custom_id`",
        ),
        template(
            &format!("{DOCUMENT}{{id}}"),
            "document",
            "A document",
            "text/plain",
            "The text of a document as it was added, by its `item_id`",
        ),
    ])
}

/// A page of the documents.
pub(super) async fn list(
    assistant: &Assistant,
    cursor: Option<String>,
) -> Answered<ListResourcesResult> {
    let page = documents::listed(assistant.caller.clone(), cursor, PAGE).await?;
    let resource = |document: memo_common::api::Document| {
        let id = &document.item_id;
        let name = document.filename.clone().unwrap_or_else(|| id.clone());
        let said = format!(
            "Added {}, {} memories",
            document.created_at, document.memories
        );
        Resource::new(format!("{DOCUMENT}{id}"), name)
            .with_description(said)
            .with_mime_type("text/plain")
            .with_size(document.bytes)
    };
    let resources = page.documents.into_iter().map(resource).collect();
    let mut list = ListResourcesResult::with_all_items(resources);
    list.next_cursor = page.next_cursor;
    Ok(list)
}

/// What is at an address.
pub(super) async fn read(assistant: &Assistant, uri: &str) -> Answered<ReadResourceResult> {
    let caller = assistant.caller.clone();
    let (text, kind, share) = if let Some(id) = uri.strip_prefix(MEMORY) {
        let (detail, share) = memories::named(caller, id).await?;
        let text = serde_json::to_string_pretty(&detail).map_err(internal)?;
        (text, "application/json", share)
    } else if let Some(id) = uri.strip_prefix(DOCUMENT) {
        let (_, text, share) = documents::whole(caller, id.to_owned()).await?;
        (text, "text/plain", share)
    } else {
        return Err(refuse(
            Code::NotFound,
            format!("There is nothing at this address; memo's begin with {MEMORY} or {DOCUMENT}."),
        ));
    };
    assistant.keep(share);
    let contents = ResourceContents::text(text, uri).with_mime_type(kind);
    Ok(ReadResourceResult::new(vec![contents]))
}
