//! What a client takes an answer as: the Accept header (RFC 9110, section 12.5.1).

use axum::http::{HeaderMap, header};

/// Whether a client would rather have events than JSON. It has to name them: JSON is what comes where it takes anything,
/// or likes both the same.
pub(super) fn prefers_events(headers: &HeaderMap) -> bool {
    let accept = headers.get_all(header::ACCEPT).into_iter();
    let ranges: Vec<Range> = accept
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(Range::read)
        .collect();
    let events = weight(&ranges, &["text/event-stream"]);
    events > weight(&ranges, &["application/json", "application/*", "*/*"])
}

/// Kinds that a client takes, and how much it likes them.
struct Range {
    kind: String,
    /// From 0, which is not at all, to 1.
    weight: f32,
}

impl Range {
    /// One element of the header; `None` where it does not read.
    fn read(element: &str) -> Option<Self> {
        let mut parts = element.split(';').map(str::trim);
        let kind = parts.next()?.to_ascii_lowercase();
        let mut weight = 1.0;
        for part in parts {
            if let Some((name, value)) = part.split_once('=')
                && name.trim().eq_ignore_ascii_case("q")
            {
                weight = value.trim().parse().ok()?;
            }
        }
        (0.0..=1.0)
            .contains(&weight)
            .then_some(Self { kind, weight })
    }
}

/// How much a client likes what has these names: the first that it gives decides, so the closest comes first.
fn weight(ranges: &[Range], names: &[&str]) -> f32 {
    let mut found = names
        .iter()
        .filter_map(|name| ranges.iter().find(|range| range.kind == *name));
    found.next().map_or(0.0, |range| range.weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn streams(accept: &[&'static str]) -> bool {
        let mut headers = HeaderMap::new();
        for value in accept {
            headers.append(header::ACCEPT, header::HeaderValue::from_static(value));
        }
        prefers_events(&headers)
    }

    #[test]
    fn events_come_where_they_are_liked_best() {
        for accept in [
            "text/event-stream",
            "Text/Event-Stream; charset=utf-8",
            "text/event-stream, application/json;q=0.9",
            "application/json;q=0, text/event-stream;q=0.1",
            "text/event-stream, */*;q=0.5",
            "text/event-stream;q=0.3, application/json; Q=0.2, */*",
            "text/event-stream;q=0.3, application/*;q=0.2, */*",
        ] {
            assert!(streams(&[accept]), "{accept}");
        }
        assert!(streams(&["application/json;q=0.5", "text/event-stream"]));
    }

    #[test]
    fn json_comes_else() {
        for accept in [
            "",
            "*/*",
            "application/json",
            "text/html",
            "text/*",
            "*/*, application/json;q=0.5",
            "text/event-stream;q=0",
            "text/event-stream;q=0, application/json",
            "application/json, text/event-stream",
            "text/event-stream, application/json",
            "text/event-stream;q=0.5, application/json;q=0.7",
            "text/event-stream;q=0.5, */*",
            "text/event-stream;q=2, text/event-stream;q=much",
            "x-text/event-stream, text/event-streams",
        ] {
            assert!(!streams(&[accept]), "{accept}");
        }
        assert!(!streams(&[]));
    }
}
