//! Slack's `mrkdwn` → plain text.

use crate::ingest::html;
use crate::ingest::pattern::pattern;

pattern!(ANGLED, r"<([@#!]?)([^<>|\n]+)(?:\|([^<>\n]*))?>");
pattern!(
    EMOJI,
    r":[a-z][a-z0-9_'+-]*(?:::skin-tone-\d)?:|:\+1:|:-1:|:100:"
);
pattern!(
    EMPHASIS,
    r"(^|[\s(])([*_~])(\S(?:[^*_~\n]*?\S)?)([*_~])($|[\s.,;:!?)])"
);
pattern!(SPACES, r"[ \t]{2,}");

/// The text without markup; `name` knows a user's name by their id.
pub(super) fn plain(text: &str, name: impl Fn(&str) -> Option<String>) -> String {
    let text = ANGLED.replace_all(text, |c: &regex::Captures<'_>| {
        let label = c.get(3).map(|m| m.as_str()).filter(|s| !s.is_empty());
        match &c[1] {
            "@" => name(&c[2])
                .or_else(|| label.map(str::to_owned))
                .unwrap_or_else(|| "somebody".to_owned()),
            "#" => format!("#{}", label.unwrap_or("channel")),
            "!" => label.map(str::to_owned).unwrap_or_default(),
            _ => label
                .unwrap_or_else(|| {
                    c[2].trim_start_matches("mailto:")
                        .trim_start_matches("tel:")
                })
                .to_owned(),
        }
    });
    let text = without_emoji(&text);
    let text = EMPHASIS.replace_all(&text, "$1$3$5");
    html::resolved(text.into_owned())
        .replace("```", "\n")
        .trim()
        .to_owned()
}

/// The text without `:emoji:` codes.
pub(super) fn without_emoji(text: &str) -> String {
    if !text.contains(':') {
        return text.trim().to_owned();
    }
    let bare = EMOJI.replace_all(text, " ");
    SPACES.replace_all(&bare, " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_links_and_emphasis() {
        let name = |id: &str| (id == "U1").then(|| "Ida Ek".to_owned());
        assert_eq!(
            plain(
                "<@U1> see <https://a.example|the plan>, *now* &amp; <#C1|soup> :wave: <!here> <https://b.example/x_y_z>",
                name
            ),
            "Ida Ek see the plan, now & #soup https://b.example/x_y_z"
        );
        assert_eq!(plain("<@U2>?", name), "somebody?");
        assert_eq!(plain("at 9:30: go", name), "at 9:30: go");
    }
}
