//! What tools give, as the interface's own description has it: a schema of `openapi.json` with all that it refers to put
//! in its place, since many clients follow no references.

use crate::http::openapi::DOCUMENT;
use rmcp::model::JsonObject;
use serde_json::Value;
use std::sync::LazyLock;

static DESCRIBED: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(DOCUMENT).unwrap_or_default());

/// A schema by its name. Those of answers do not go in circles.
pub(super) fn named(name: &str) -> JsonObject {
    match inlined(&DESCRIBED["components"]["schemas"][name]) {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}

fn inlined(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let referred = fields.get("$ref").and_then(Value::as_str);
            let mut whole = referred
                .and_then(|name| name.rsplit('/').next())
                .map(named)
                .unwrap_or_default();
            for (name, value) in fields.iter().filter(|(name, _)| *name != "$ref") {
                whole.insert(name.clone(), inlined(value));
            }
            whole.into()
        }
        Value::Array(schemas) => schemas.iter().map(inlined).collect(),
        other => other.clone(),
    }
}
