//! What repeats, as Microsoft Graph and JSCalendar (RFC 8984) write it, in iCalendar's words.

use crate::ingest::json::string;
use serde_json::Value;

/// The lines of an event that say when it comes again: names and values.
pub(super) fn lines(event: &Value) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    if let Some(rule) = event.get("recurrence").and_then(graph) {
        lines.push(("RRULE", rule));
    }
    let list = |key: &str| {
        event
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    let rules = list("recurrenceRules").chain(event.get("recurrenceRule"));
    lines.extend(rules.filter_map(|rule| Some(("RRULE", jscalendar(rule)?))));
    let overrides = event.get("recurrenceOverrides").and_then(Value::as_object);
    for (at, change) in overrides.into_iter().flatten() {
        if change.get("excluded").and_then(Value::as_bool) == Some(true) {
            lines.push(("EXDATE", at.replace(['-', ':'], "")));
        }
    }
    lines
}

/// `{pattern: {type, interval, daysOfWeek …}, range: {type, endDate …}}`.
fn graph(recurrence: &Value) -> Option<String> {
    let (pattern, range) = (recurrence.get("pattern")?, recurrence.get("range"));
    let kind = string(pattern, &["type"])?;
    let frequency = ["daily", "weekly", "monthly", "yearly"]
        .into_iter()
        .find(|f| kind.to_lowercase().ends_with(f))?;
    let mut rule = Rule::new(frequency, pattern);
    let which = match string(pattern, &["index"]) {
        Some("second") => "2",
        Some("third") => "3",
        Some("fourth") => "4",
        Some("last") => "-1",
        _ => "1",
    };
    let days = pattern.get("daysOfWeek").and_then(Value::as_array);
    let days = days.into_iter().flatten().filter_map(Value::as_str);
    let days: Vec<String> = days
        .filter_map(|day| day.get(..2))
        .map(str::to_uppercase)
        .collect();
    if let ([day], true) = (&days[..], kind.starts_with("relative")) {
        rule.add("BYDAY", format!("{which}{day}"));
    } else if kind.starts_with("relative") {
        // "the last weekday"
        rule.add("BYDAY", days.join(","));
        rule.add("BYSETPOS", which.to_owned());
    } else if frequency == "weekly" {
        rule.add("BYDAY", days.join(","));
    } else if kind.starts_with("absolute") {
        rule.number("BYMONTHDAY", pattern, "dayOfMonth");
    }
    if frequency == "yearly" {
        rule.number("BYMONTH", pattern, "month");
    }
    match range.and_then(|r| string(r, &["type"])) {
        Some("numbered") => rule.number("COUNT", range?, "numberOfOccurrences"),
        Some("endDate") => rule.add("UNTIL", string(range?, &["endDate"])?.replace('-', "")),
        _ => {}
    }
    Some(rule.0)
}

/// `{frequency, interval, byDay: [{day, nthOfPeriod}], byMonthDay, byMonth, count, until}`.
fn jscalendar(recurrence: &Value) -> Option<String> {
    let mut rule = Rule::new(string(recurrence, &["frequency"])?, recurrence);
    let list = |key: &str| {
        recurrence
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    let day = |day: &Value| {
        let nth = day.get("nthOfPeriod").and_then(Value::as_i64);
        let name = string(day, &["day"])?.to_uppercase();
        Some(nth.map_or_else(|| name.clone(), |nth| format!("{nth}{name}")))
    };
    let join = |all: Vec<String>| all.join(",");
    rule.add("BYDAY", join(list("byDay").filter_map(day).collect()));
    for (name, key) in [
        ("BYMONTHDAY", "byMonthDay"),
        ("BYMONTH", "byMonth"),
        ("BYSETPOS", "bySetPosition"),
    ] {
        let said = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
        rule.add(name, join(list(key).map(said).collect()));
    }
    rule.number("COUNT", recurrence, "count");
    if let Some(until) = string(recurrence, &["until"]) {
        rule.add("UNTIL", until.replace(['-', ':'], ""));
    }
    Some(rule.0)
}

/// A rule of iCalendar's that is being written.
struct Rule(String);

impl Rule {
    fn new(frequency: &str, interval: &Value) -> Self {
        let mut rule = Self(format!("FREQ={}", frequency.to_uppercase()));
        rule.number("INTERVAL", interval, "interval");
        rule
    }

    /// Adds a part, where it says anything and is none of several.
    fn add(&mut self, name: &str, value: String) {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | '-' | '+');
        if !value.is_empty() && value.chars().all(plain) {
            self.0.push_str(&format!(";{name}={value}"));
        }
    }

    fn number(&mut self, name: &str, value: &Value, key: &str) {
        if let Some(number) = value.get(key).and_then(Value::as_i64) {
            self.add(name, number.to_string());
        }
    }
}
