//! What programs that keep tasks in notes write behind one's words: "order photos 📅 2025-09-10 ⏫ #task ^id".

use crate::ingest::pattern::pattern;

// Obsidian's Tasks: a sign and its day; Dataview: a field in brackets
pattern!(
    DAY,
    r"\s*(?:(📅|📆|🗓|✅|❌|⏳|⌛|🛫|➕)\u{fe0f}?|[\[(](due|completion|cancelled|scheduled|start|created)::)\s*(\d{4}-\d{2}-\d{2})[\])]?"
);
pattern!(
    REST,
    r"\s*(?:[🔺⏫🔼🔽⏬]\u{fe0f}?|(?:🆔|⛔|🏁)\s*\S+|[\[(](?:priority|id|dependsOn|onCompletion)::[^\])]*[\])]|(?:^|\s)#tasks?\b)"
);
pattern!(REPEAT, r"\s*(?:🔁|[\[(]repeat::)\s*([\w ]+)[\])]?");

/// A task in words: the day up to which it is to be done or on which it was, and without what only sorts it.
pub(super) fn plain(text: &str) -> String {
    let text = REST.replace_all(text, "");
    let text = REPEAT.replace_all(&text, |c: &regex::Captures| format!(" {}", c[1].trim()));
    let text = DAY.replace_all(&text, |c: &regex::Captures| {
        let sign = c.get(1).or(c.get(2)).map_or("", |sign| sign.as_str());
        match sign {
            "📅" | "📆" | "🗓" | "due" => format!(" by {}", &c[3]),
            "✅" | "❌" | "completion" | "cancelled" => format!(" on {}", &c[3]),
            "➕" | "created" => String::new(),
            _ => format!(" from {}", &c[3]),
        }
    });
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn signs_are_told_in_words() {
        for (written, told) in [
            (
                "order photos 📅 2025-09-10 ⏫",
                "order photos by 2025-09-10",
            ),
            (
                "#task ring the vet 🔁 every week 📅 2026-11-20",
                "ring the vet every week by 2026-11-20",
            ),
            (
                "pay the bill ➕ 2025-09-01 ✅ 2025-09-03",
                "pay the bill on 2025-09-03",
            ),
            (
                "water plants [due:: 2026-12-01] [priority:: high]",
                "water plants by 2026-12-01",
            ),
            ("read [chapter 3] #tasking", "read [chapter 3] #tasking"),
        ] {
            assert_eq!(plain(written), told);
        }
    }
}
