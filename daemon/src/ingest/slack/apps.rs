//! What applications post: news of something that has happened, among reminders and offers.

use super::markup::without_emoji;
use crate::ingest::json;
use crate::ingest::pattern::pattern;
use serde_json::Value;

pattern!(
    HAPPENED,
    r"(?i)\b(?:incident|outage|alert|alarm|triggered|acknowledged|resolved|recovered|escalated|deployed|deployment|rolled back|released|submitted|responded|response|answered|filled (?:in|out)|requested|approved|rejected|declined|accepted|cancell?ed|rescheduled|booked|signed|paid|received|ordered|shipped|delivered|assigned|moved to|störung|behoben|ausgelöst|genehmigt|abgelehnt|incidente|incidencia|résolu|aprobad[oa]|resuelt[oa])\b"
);
pattern!(
    OFFERED,
    r"(?i)\b(?:reminder|remember to|don['’]t forget|vote|polls?|upgrade|free trial|discount|% off|webinar|did you know|tip of|sign up|try it|learn more|what did you do|how are you feeling|good morning|standup time|erinnerung|recordatorio|rappel)\b|joined #|has joined|added an integration|^build\b|\bpipeline\b|\bworkflow run\b"
);
pattern!(
    BUTTONS,
    r"(?i)^(?:(?:view|open|rate|acknowledge|resolve|reply|see|show|click|snooze|mute|dismiss|approve|decline|reject|details|join|edit|manage|go to|start|escalate|assign|claim|ignore|silence|undo|cancel)\b[^:\d]{0,30}):?$"
);

/// Words that a report has at least.
const FEWEST: usize = 3;

/// What an application's post tells of something that has happened, without its buttons; `None` where it tells of
/// nothing such.
pub(super) fn news(text: &str) -> Option<String> {
    let lines = text.lines().map(|line| {
        let line = without_emoji(line);
        let sentences = line.split_inclusive(". ");
        let kept: String = sentences.filter(|s| !BUTTONS.is_match(s.trim())).collect();
        kept.trim().to_owned()
    });
    let kept: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    let text = kept.join("\n");
    let news = text.split_whitespace().nth(FEWEST - 1).is_some()
        && HAPPENED.is_match(&text)
        && !OFFERED.is_match(&text);
    news.then_some(text)
}

/// A message's text with what its attachments say.
pub(super) fn with_attached(text: &str, message: &Value) -> String {
    let mut lines: Vec<&str> = Vec::from_iter(Some(text).filter(|t| !t.trim().is_empty()));
    let attached = message.get("attachments").and_then(Value::as_array);
    for attachment in attached.into_iter().flatten() {
        let said = lines.len();
        for key in ["pretext", "title", "text"] {
            lines.extend(json::string(attachment, &[key]).filter(|said| !said.trim().is_empty()));
        }
        if lines.len() == said {
            lines.extend(json::string(attachment, &["fallback"]));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::news;

    #[test]
    fn news_and_reminders() {
        for (text, expected) in [
            (
                "Incident 7 triggered: the pot boils over. Rate this incident: :star: :star:\nAssigned to: Ida Ek\nAcknowledge Resolve",
                Some("Incident 7 triggered: the pot boils over.\nAssigned to: Ida Ek"),
            ),
            (
                "New response to “Soup”: Ida Ek takes the leek",
                Some("New response to “Soup”: Ida Ek takes the leek"),
            ),
            ("Reminder: the poll on soup closes today", None),
            ("Build 7 failed, the alert was sent", None),
            ("rota out", None),
            ("Ida Ek has joined the channel and was received", None),
        ] {
            assert_eq!(news(text).as_deref(), expected, "{text}");
        }
    }
}
