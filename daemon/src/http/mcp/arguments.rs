//! What tools take: each argument's name, kind and description; and arguments as the form of a route.

use crate::http::{
    error::{Answered, Refusal, invalid},
    form::Form,
};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// What an argument is.
enum Kind {
    Text,
    Number(i64, i64),
    Flag,
    OneOf(&'static [&'static str]),
}

use Kind::{Flag, Number, OneOf, Text};

/// Every argument of every tool.
const ARGUMENTS: [(&str, Kind, &str); 20] = [
    ("text", Text, "In one's own words"),
    ("limit", Number(1, 100), "How many at most"),
    (
        "since",
        Text,
        "Only of this day or later: an ISO date such as 2026, 2026-11 or 2026-11-03",
    ),
    (
        "until",
        Text,
        "Only of this day or earlier: an ISO date such as 2026, 2026-11 or 2026-11-03",
    ),
    (
        "participant",
        Text,
        "Only memories that somebody of this name took part in or is mentioned in",
    ),
    ("place", Text, "Only memories at this place"),
    ("tag", Text, "Only memories with this tag"),
    (
        "item_id",
        Text,
        "A document, by the `item_id` of its memories",
    ),
    (
        "source_type",
        OneOf(&[
            "text", "email", "pdf", "stream", "browser", "vscode", "calendar", "github", "slack",
        ]),
        "Only memories of documents of this type",
    ),
    ("cursor", Text, "`next_cursor` of the page before"),
    (
        "other_years",
        Flag,
        "Instead of the one day that is asked for, the same day in all other years",
    ),
    (
        "facet",
        OneOf(&["people", "places", "tags", "source_types"]),
        "This one alone, by pages",
    ),
    (
        "prefix",
        Text,
        "Only values that begin like this, or have a word in them that does",
    ),
    (
        "memory_id",
        Text,
        "A memory, by its `custom_id`, which recall, ask and timeline give",
    ),
    (
        "rating",
        Number(i32::MIN as i64, i32::MAX as i64),
        "Above 0 is helpful, below 0 is not, 0 withdraws an earlier rating",
    ),
    (
        "query_text",
        Text,
        "The question for which the memory was found",
    ),
    ("first_line", Number(1, i64::MAX), "The first line, from 1"),
    ("last_line", Number(1, i64::MAX), "The last line"),
    (
        "user_name",
        Text,
        "Whose \"I\" it is, as others write the name; the user's own where it is left out",
    ),
    (
        "reference_time",
        Text,
        "When it was said or written (RFC 3339), for \"yesterday\" and the like; now where it is left out",
    ),
];

/// Names that are taken for another.
const ALSO: [(&str, &str); 4] = [
    ("query", "text"),
    ("question", "text"),
    ("custom_id", "memory_id"),
    ("document_id", "item_id"),
];

/// The schema of an object of these arguments, of which the first `needed` have to be there.
pub(super) fn object(names: &[&'static str], needed: usize) -> JsonObject {
    let known = |name: &&'static str| ARGUMENTS.iter().find(|(own, ..)| own == name);
    let properties: JsonObject = names
        .iter()
        .filter_map(known)
        .map(|(name, kind, description)| {
            let schema = match kind {
                Text => json!({ "type": "string" }),
                Number(least, most) => match most {
                    &i64::MAX => json!({ "type": "integer", "minimum": least }),
                    most => json!({ "type": "integer", "minimum": least, "maximum": most }),
                },
                Flag => json!({ "type": "boolean" }),
                OneOf(values) => json!({ "type": "string", "enum": values }),
            };
            let mut schema = schema;
            schema["description"] = (*description).into();
            ((*name).to_owned(), schema)
        })
        .collect();
    let mut object = JsonObject::new();
    object.insert("type".into(), "object".into());
    object.insert("properties".into(), properties.into());
    if needed > 0 {
        object.insert("required".into(), names[..needed].into());
    }
    object
}

/// Arguments as a form of these fields. Others are ignored, as those of a route are; a number may come as text, and text
/// as a number.
pub(super) fn form(arguments: JsonObject, known: &[&'static str]) -> Answered<Form> {
    let mut form = Form::default();
    for (given, value) in arguments {
        let also = ALSO.iter().find(|(also, _)| *also == given);
        let meant = also.map_or(given.as_str(), |(_, name)| name);
        let Some(name) = known
            .iter()
            .find(|name| [given.as_str(), meant].contains(name))
        else {
            continue;
        };
        if let Some(text) = text(name, value)? {
            form.put(name, text)?;
        }
    }
    Ok(form)
}

fn text(name: &str, value: Value) -> Answered<Option<String>> {
    Ok(Some(match value {
        Value::Null => return Ok(None),
        Value::String(text) => text,
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => match number.as_f64() {
            // 10.0 means ten.
            Some(n) if number.is_f64() && n.fract() == 0.0 && n.abs() < 1e15 => {
                (n as i64).to_string()
            }
            _ => number.to_string(),
        },
        Value::Array(mut values) => match (values.pop(), values.is_empty()) {
            (None, _) => return Ok(None),
            (Some(only), true) => return text(name, only),
            _ => return Err(no_list(name)),
        },
        Value::Object(_) => return Err(no_list(name)),
    }))
}

fn no_list(name: &str) -> Refusal {
    let detail = format!("The argument `{name}` has to be one text or one number.");
    invalid(name, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(arguments: Value) -> Option<Vec<Option<String>>> {
        let Value::Object(arguments) = arguments else {
            return None;
        };
        let known = ["text", "limit", "other_years"];
        let mut form = form(arguments, &known).ok()?;
        Some(known.map(|name| form.take(name)).to_vec())
    }

    #[test]
    fn numbers_may_be_text_and_what_is_unknown_is_ignored() {
        let expected = [
            Some("7".to_owned()),
            Some("3".to_owned()),
            Some("true".to_owned()),
        ];
        for arguments in [
            json!({ "text": "7", "limit": 3, "other_years": true }),
            json!({ "text": 7, "limit": "3", "other_years": "true", "mood": { "a": [] } }),
            json!({ "query": ["7"], "limit": 3.0, "other_years": [[true]] }),
        ] {
            assert_eq!(
                taken(arguments.clone()).as_deref(),
                Some(&expected[..]),
                "{arguments}"
            );
        }
        let nothing = json!({ "text": null, "limit": [] });
        assert_eq!(taken(nothing), Some(vec![None, None, None]));
    }

    #[test]
    fn what_is_no_one_value_is_refused() {
        for arguments in [
            json!({ "text": ["a", "b"] }),
            json!({ "text": { "a": 1 } }),
            json!({ "text": "a", "query": "b" }),
        ] {
            assert_eq!(taken(arguments.clone()), None, "{arguments}");
        }
    }

    #[test]
    fn source_types_are_those_that_there_are() {
        let (_, kind, _) = ARGUMENTS
            .iter()
            .find(|(name, ..)| *name == "source_type")
            .expect("it");
        let OneOf(types) = kind else {
            panic!("a choice");
        };
        let all = memo_common::api::SourceType::ALL.map(|t| t.as_str());
        assert_eq!(*types, all);
    }
}
