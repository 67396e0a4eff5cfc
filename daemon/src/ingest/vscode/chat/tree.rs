//! Conversations kept as a tree of messages, as ChatGPT exports them: `mapping` holds the nodes by their names, each with
//! its message and its parent; where a message was written again, the branch that was shown last is the one.

use crate::ingest::json::string;
use serde_json::Value;

/// The messages of the branch that was shown last, in their order; none where the object keeps no such tree.
pub(super) fn messages(conversation: &Value) -> Vec<&Value> {
    let Some(Value::Object(nodes)) = conversation.get("mapping") else {
        return Vec::new();
    };
    let message = |node: &'_ Value| node.get("message").is_some_and(Value::is_object);
    let mut found = Vec::new();
    let mut next = string(conversation, &["current_node"]);
    // a branch has no more nodes than the tree, whatever their parents say
    for _ in 0..nodes.len() {
        let Some(node) = next.and_then(|name| nodes.get(name)) else {
            break;
        };
        found.push(node);
        next = string(node, &["parent"]);
    }
    found.reverse();
    if !found.iter().any(|node| message(node)) {
        found = nodes.values().collect();
        let time = |node: &Value| node.get("message")?.get("create_time")?.as_f64();
        found.sort_by(|a, b| {
            let (a, b) = (time(a).unwrap_or_default(), time(b).unwrap_or_default());
            a.total_cmp(&b)
        });
    }
    found
        .iter()
        .filter_map(|node| node.get("message"))
        .collect()
}
