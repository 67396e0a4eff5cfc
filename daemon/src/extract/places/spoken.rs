//! Places that are only spoken of, thought of or planned, and places where people come from or live.

use super::words::Words;

/// Whether what stands behind the token is only spoken or thought of: "talked about", "thinking of", "dreamt of".
pub(super) fn is_topic(words: &Words<'_>, at: usize) -> bool {
    let before = |k: usize| words.back(at, k);
    match words.word(at) {
        "about" | "of" => {
            // "talked to Ann about it", "a book about Leeds"
            let spoken = |w: &str| {
                matches!(
                    w,
                    "talk"
                        | "talked"
                        | "talking"
                        | "talks"
                        | "think"
                        | "thinking"
                        | "thought"
                        | "dreamt"
                        | "dreamed"
                        | "dreaming"
                        | "dream"
                        | "chatted"
                        | "spoke"
                        | "argued"
                        | "joked"
                        | "reminisced"
                        | "heard"
                        | "book"
                        | "article"
                        | "documentary"
                        | "memories"
                        | "stories"
                        | "plans"
                )
            };
            let near = 1 + usize::from(words.word(at) == "about") * 3;
            (1..=near).any(|k| spoken(before(k)))
        }
        "considering" | "discussed" | "discussing" => true,
        // "if you ever come to Leeds"
        "come" | "comes" | "go" | "visit" | "move" if (2..=5).any(|k| before(k) == "if") => true,
        "move" | "moving" | "go" | "fly" | "visit" | "live" => {
            before(1) == "to"
                && matches!(
                    before(2),
                    "planning"
                        | "plan"
                        | "plans"
                        | "want"
                        | "wants"
                        | "wanted"
                        | "hope"
                        | "hopes"
                        | "hoping"
                        | "like"
                        | "love"
                )
        }
        _ => false,
    }
}

/// Whether the preposition at a token leads to where somebody lives or comes from: "Ann lives in Leeds", "grew up in".
pub(super) fn is_home(words: &Words<'_>, at: usize) -> bool {
    let before = |k: usize| words.back(at, k);
    words.word(at) == "in"
        && (matches!(
            before(1),
            "lives" | "lived" | "live" | "living" | "raised" | "resides" | "based"
        ) || (before(2), before(1)) == ("grew", "up")
            || (before(2), before(1)) == ("brought", "up"))
}

#[cfg(test)]
mod tests {
    use crate::extract::places::find;

    #[test]
    fn what_is_only_spoken_of_is_no_place() {
        for text in [
            "We talked about moving to Leeds.",
            "The twins live in Leeds now.",
            "We are planning to go to Leeds in June.",
            "Thinking of a week in Leeds.",
            "Read a book about Leeds.",
            "Petra lives in Leeds now.",
            "She grew up in Leeds.",
        ] {
            assert_eq!(find(text, &[]), None, "{text}");
        }
        let talked = "We talked about the roof, then walked to Leeds.";
        assert_eq!(find(talked, &[]).as_deref(), Some("Leeds"));
        assert_eq!(
            find("Talked to Petra at the library about it.", &[]).as_deref(),
            Some("library")
        );
    }
}
