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

// whose a task is, as programs mention people: "@Ann call the mill", "call the mill (@Ann)"; "@home" is a place
pattern!(
    WHOSE,
    r"^@(\p{Lu}[\p{L}\p{M}'’-]+):?\s+(\S.*)$|^(\S.*?)\s+[\[(–—-]*\s*@(\p{Lu}[\p{L}\p{M}'’-]+)[\])]?$"
);

/// A task in words: whose it is where it mentions them, the day up to which it is to be done or on which it was, and without what only sorts it.
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
    let text = text.trim();
    WHOSE
        .replace(text, |c: &regex::Captures| {
            let part = |n: usize| c.get(n).map_or("", |m| m.as_str());
            format!("{}{}: {}{}", part(1), part(4), part(2), part(3))
        })
        .into_owned()
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
            ("@Zoë book the hut", "Zoë: book the hut"),
            ("book the hut – @Zoë", "Zoë: book the hut"),
            ("buy nails @town", "buy nails @town"),
        ] {
            assert_eq!(plain(written), told);
        }
    }
}
