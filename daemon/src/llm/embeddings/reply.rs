//! Replies that hold vectors.

use crate::llm::{error::LlmError, wire};
use serde::Deserialize;
use serde_json::Value;

/// The widest vectors that are taken.
const WIDEST: usize = 8192;

#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    data: Option<Vec<Item>>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Item {
    embedding: Vec<f32>,
    #[serde(default)]
    index: Option<usize>,
}

/// The vectors in a reply, in the order of the texts.
pub(super) fn read(
    json: &str,
    texts: usize,
    width: Option<usize>,
) -> Result<Vec<Vec<f32>>, LlmError> {
    let garbled = |why: String| Err(LlmError::Garbled(why));
    let reply: Reply = match serde_json::from_str(json) {
        Ok(reply) => reply,
        Err(error) => return garbled(format!("no vectors: {error}")),
    };
    if let Some(error) = reply.error.filter(|e| !e.is_null()) {
        let said = wire::message_of(&error).chars().take(200).collect();
        return Err(LlmError::Failing { status: 200, said });
    }
    let mut items = reply.data.unwrap_or_default();
    if items.len() != texts {
        return garbled(format!("{} vectors of {texts} texts", items.len()));
    }
    if items.iter().all(|item| item.index.is_some()) {
        items.sort_by_key(|item| item.index);
    }
    let wanted = width.unwrap_or_else(|| items.first().map_or(0, |item| item.embedding.len()));
    if !(2..=WIDEST).contains(&wanted) {
        return garbled(format!("vectors of {wanted} numbers"));
    }
    for item in &items {
        let vector = &item.embedding;
        if vector.len() != wanted {
            return garbled(format!(
                "a vector of {} numbers where there were {wanted} before; a restart learns it anew",
                vector.len()
            ));
        }
        if !vector.iter().all(|x| x.is_finite()) || vector.iter().all(|x| *x == 0.0) {
            return garbled("a vector without a direction".into());
        }
    }
    Ok(items.into_iter().map(|item| item.embedding).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn vectors_come_in_the_order_of_their_texts() {
        let reply = r#"{"object":"list","data":[
            {"index":1,"embedding":[0,1]},{"index":0,"embedding":[1.0,-0.5]}],"model":"m"}"#;
        assert_eq!(
            read(reply, 2, None),
            Ok(vec![vec![1.0, -0.5], vec![0.0, 1.0]])
        );
        let plain = r#"{"data":[{"embedding":[1,2]},{"embedding":[3,4]}]}"#;
        assert_eq!(
            read(plain, 2, Some(2)),
            Ok(vec![vec![1.0, 2.0], vec![3.0, 4.0]])
        );
    }

    #[test]
    fn what_is_no_vector_is_refused() {
        for odd in [
            "",
            "[]",
            "{}",
            r#"{"data":[]}"#,
            r#"{"data":[{"embedding":"AAAA"}]}"#,
            r#"{"data":[{"embedding":[]}]}"#,
            r#"{"data":[{"embedding":[0,0]}]}"#,
            r#"{"data":[{"embedding":[1e99,0]}]}"#,
            r#"{"data":[{"embedding":[1,null]}]}"#,
            r#"{"data":[{"embedding":[1,2,3]}]}"#,
            r#"{"data":[{"embedding":[1,2]},{"embedding":[1,2]}]}"#,
        ] {
            assert!(
                matches!(read(odd, 1, Some(2)), Err(LlmError::Garbled(_))),
                "{odd}"
            );
        }
        let failed = read(r#"{"error":"no such model"}"#, 1, None);
        assert!(
            matches!(failed, Err(LlmError::Failing { .. })),
            "{failed:?}"
        );
    }

    proptest! {
        #[test]
        fn any_reply_is_read(text in "\\PC{0,80}", texts in 0usize..4) {
            let _ = read(&text, texts, None);
        }

        #[test]
        fn every_vector_that_passes_has_the_width(numbers in prop::collection::vec(-2f32..2.0, 0..6)) {
            let reply = json!({"data": [{"embedding": numbers}]}).to_string();
            if let Ok(vectors) = read(&reply, 1, Some(3)) {
                prop_assert_eq!(vectors[0].len(), 3);
            }
        }
    }
}
