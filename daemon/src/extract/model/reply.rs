//! A reply → memories as the model tells them. A reply may be wrapped in anything; a memory that does not read is left
//! out, a reply without any that reads is no reply.

use crate::llm::object_in;
use memo_common::api::Entity;
use serde::Deserialize;
use serde_json::Value;

/// Memories of one window that are looked at.
const MOST: usize = 64;

/// A reply that reads.
#[derive(Debug, PartialEq)]
pub(super) struct Reply {
    pub(super) memories: Vec<Memory>,
}

/// A memory as it is told: nothing of it is checked yet.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub(super) struct Memory {
    pub(super) narrative: String,
    #[serde(default)]
    pub(super) participants: Option<Vec<String>>,
    #[serde(default)]
    pub(super) when: Option<String>,
    #[serde(default, rename = "where")]
    pub(super) place: Option<String>,
    #[serde(default)]
    pub(super) entities: Option<Vec<Entity>>,
    #[serde(default)]
    pub(super) tags: Option<Vec<String>>,
    /// Numbers of the units in the window, from 1 on.
    pub(super) sources: Vec<u64>,
}

/// Reads a reply; what is wrong with it, where it cannot be used.
pub(super) fn read(text: &str) -> Result<Reply, String> {
    let Some(json) = object_in(text) else {
        return Err("there is no JSON object in it".to_owned());
    };
    let value: Value =
        serde_json::from_str(&json).map_err(|e| format!("it is no valid JSON ({e})"))?;
    let Some(list) = value["memories"].as_array() else {
        return Err("it has no list `memories`".to_owned());
    };
    let mut wrong = None;
    let mut memories = Vec::new();
    for value in list.iter().take(MOST) {
        match Memory::deserialize(value) {
            Ok(memory) => memories.push(memory),
            Err(error) => wrong = Some(format!("a memory in it is wrong ({error})")),
        }
    }
    match wrong {
        Some(wrong) if memories.is_empty() => Err(wrong),
        _ => Ok(Reply { memories }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GOOD: &str = r#"{"memories":[{"narrative":"I met Ana.","sources":[1],"when":null,
        "entities":[{"name":"Ana","type":"person"},{"name":"X","type":"starship"}]}]}"#;

    #[test]
    fn what_is_around_the_object_does_not_matter() {
        for text in [
            GOOD.to_owned(),
            format!("Here you are:\n```json\n{GOOD}\n```"),
            format!("<think>{{hm}}</think>{GOOD}"),
        ] {
            let reply = read(&text).expect("it reads");
            assert_eq!(reply.memories[0].narrative, "I met Ana.");
            assert_eq!(reply.memories[0].entities.as_ref().map(Vec::len), Some(2));
        }
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        for (text, wrong) in [
            ("", "no JSON object"),
            ("I cannot help.", "no JSON object"),
            ("} {", "no JSON object"),
            ("{memories}", "valid JSON"),
            (r#"{"memories":[{"narrative":"I"#, "no JSON object"),
            (r#"{"answer":1}"#, "no list"),
            (r#"{"memories":{}}"#, "no list"),
            (r#"{"memories":[{"text":"x"}]}"#, "narrative"),
            (r#"{"memories":[7]}"#, "wrong"),
        ] {
            let error = read(text).expect_err("it does not read");
            assert!(error.contains(wrong), "{text}: {error}");
        }
        assert!(
            read(r#"{"memories":[]}"#)
                .expect("it reads")
                .memories
                .is_empty()
        );
        let half = r#"{"memories":[7,{"narrative":"I met Ana.","sources":[1]}]}"#;
        assert_eq!(read(half).expect("it reads").memories.len(), 1);
    }

    proptest! {
        #[test]
        fn any_reply_is_read(text in "[{}\\[\\]\":,a-z0-9 ]{0,80}") {
            let _ = read(&text);
        }
    }
}
