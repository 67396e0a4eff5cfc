//! The OpenAPI document holds every route and problem code, and real answers fit it.

use crate::garden;
use memo_common::problem::Code;
use memo_tests::daemon::{Daemon, Form};
use serde_json::Value;

/// Every route: method, path.
const ROUTES: [(&str, &str); 44] = [
    ("post", "/v1/memorize"),
    ("post", "/v1/memories/recall"),
    ("post", "/v1/memories/ask"),
    ("post", "/v1/memories/feedback"),
    (
        "get",
        "/v1/projects/{project}/locations/{location}/workflows/{workflow}/executions/{id}",
    ),
    ("get", "/v1/documents"),
    ("get", "/v1/documents/{item_id}"),
    ("delete", "/v1/documents/{item_id}"),
    ("get", "/v1/documents/{item_id}/text"),
    ("get", "/v1/memories"),
    ("get", "/v1/memories/{custom_id}"),
    ("patch", "/v1/memories/{custom_id}"),
    ("delete", "/v1/memories/{custom_id}"),
    ("get", "/v1/people"),
    ("get", "/v1/people/suggestions"),
    ("post", "/v1/people/suggestions/dismiss"),
    ("post", "/v1/people/merge"),
    ("post", "/v1/people/split"),
    ("post", "/v1/people/rename"),
    ("post", "/v1/people/me"),
    ("get", "/v1/facets"),
    ("get", "/v1/days"),
    ("get", "/v1/timeline"),
    ("get", "/v1/watches"),
    ("post", "/v1/watches"),
    ("get", "/v1/watches/{watch_id}"),
    ("delete", "/v1/watches/{watch_id}"),
    ("get", "/v1/keys"),
    ("post", "/v1/keys"),
    ("delete", "/v1/keys/{key_id}"),
    ("post", "/v1/web/login"),
    ("get", "/v1/export"),
    ("post", "/v1/import"),
    ("get", "/v1/model"),
    ("post", "/v1/model/test"),
    ("get", "/v1/embedding"),
    ("post", "/v1/embedding/test"),
    ("get", "/v1/admin/backup"),
    ("post", "/v1/admin/compact"),
    ("post", "/mcp"),
    ("get", "/healthz"),
    ("get", "/readyz"),
    ("get", "/metrics"),
    ("get", "/openapi.json"),
];

pub(crate) fn document(daemon: &Daemon) -> Value {
    daemon.get("/openapi.json").ok().json()
}

#[test]
fn every_route_is_described_and_every_described_route_answers() {
    let daemon = Daemon::start();
    let api = document(&daemon);
    assert_eq!(api["openapi"], "3.1.0");
    assert_eq!(api["info"]["version"], env!("CARGO_PKG_VERSION"));
    let mut described: Vec<(String, String)> = Vec::new();
    for (path, methods) in api["paths"].as_object().expect("paths") {
        let methods = methods.as_object().expect("methods").keys();
        described.extend(methods.map(|m| (m.clone(), path.clone())));
    }
    let mut routes = ROUTES.map(|(m, p)| (m.to_owned(), p.to_owned()));
    routes.sort();
    described.sort();
    assert_eq!(described, routes);
    for (method, path) in ROUTES {
        let path = path.replace(['{', '}'], "");
        let reply = daemon
            .request(&method.to_uppercase(), &path)
            .without("x-api-key")
            .send();
        assert!(
            ![404, 405].contains(&reply.status),
            "{method} {path}: {reply:?}"
        );
    }
}

#[test]
fn every_problem_code_and_status_is_described() {
    let daemon = Daemon::start();
    let api = document(&daemon);
    let codes = &api["components"]["schemas"]["Problem"]["properties"]["code"]["enum"];
    let all: Vec<Value> = Code::ALL.iter().map(|c| c.code().into()).collect();
    assert_eq!(codes, &Value::from(all));
    for code in Code::ALL {
        let response = &api["components"]["responses"][code.status().to_string()];
        let words = response["description"].as_str().expect("words");
        assert!(words.contains(code.code()), "{code:?}");
    }
}

#[test]
fn real_answers_fit_their_description() {
    let daemon = garden();
    let api = document(&daemon);
    let run = daemon
        .client()
        .document("garden")
        .expect("a document")
        .run
        .name;
    for (path, described) in [
        ("/v1/documents", "/v1/documents"),
        ("/v1/documents/garden", "/v1/documents/{item_id}"),
        ("/v1/memories", "/v1/memories"),
        ("/v1/memories/garden_memory_0", "/v1/memories/{custom_id}"),
        ("/v1/people", "/v1/people"),
        ("/v1/people/suggestions", "/v1/people/suggestions"),
        ("/v1/keys", "/v1/keys"),
        ("/v1/model", "/v1/model"),
        ("/healthz", "/healthz"),
        ("/readyz", "/readyz"),
        (format!("/v1/{run}").as_str(), ROUTES[4].1),
    ] {
        let answer = daemon.get(path).ok().json();
        fits(&api, &answers(&api, described, "get"), &answer, path);
    }
    let query = Form::new().text("text", "Where did I plant tulips?");
    let rating = Form::new()
        .text("memory_id", "garden_memory_0")
        .text("rating", "1")
        .text("query_text", "tulips");
    for (path, form) in [
        ("/v1/memories/recall", query.clone()),
        ("/v1/memories/ask", query),
        ("/v1/memories/feedback", rating),
        ("/v1/memorize", crate::upload()),
    ] {
        let answer = daemon.post(path, &form).send().ok().json();
        fits(&api, &answers(&api, path, "post"), &answer, path);
    }
    let problem = daemon.get("/v1/documents/nothing").json();
    fits(
        &api,
        &api["components"]["schemas"]["Problem"],
        &problem,
        "a problem",
    );
}

/// The schema of a call's successful answer.
pub(crate) fn answers(api: &Value, path: &str, method: &str) -> Value {
    api["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"].clone()
}

/// Holds a value against the parts of JSON Schema that the document uses; what is not described is not there.
pub(crate) fn fits(api: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().expect("a name");
        let target = &api["components"]["schemas"][name];
        assert!(target.is_object(), "{at}: no schema {name}");
        return fits(api, target, value, at);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = |kind: &str| match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{at}: type {other}"),
    };
    assert!(
        kinds.is_empty() || kinds.iter().any(|k| is(k)),
        "{at}: {value} is no {kinds:?}"
    );
    if let Some(all) = schema["enum"].as_array() {
        assert!(all.contains(value), "{at}: {value}");
    }
    if !schema["const"].is_null() {
        assert_eq!(&schema["const"], value, "{at}");
    }
    if let (Some(least), Some(number)) = (schema["minimum"].as_f64(), value.as_f64()) {
        assert!(number >= least, "{at}: {number}");
    }
    for item in value.as_array().into_iter().flatten() {
        fits(api, &schema["items"], item, at);
    }
    if let Some(fields) = value.as_object() {
        let known = schema["properties"].as_object();
        for (name, field) in fields {
            let at = format!("{at}.{name}");
            let described = known.and_then(|k| k.get(name));
            fits(
                api,
                described.unwrap_or_else(|| panic!("{at} is not described")),
                field,
                &at,
            );
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().expect("a name");
            assert!(fields.contains_key(name), "{at}.{name} is missing");
        }
    }
}
