//! Phrases that open and close letters, in the languages they are written in; names below them.

mod closing;
mod greeting;

pub(crate) use closing::is_closing;
pub(crate) use greeting::is_greeting;

/// A name: up to four words with capitals, nothing else.
pub(crate) fn is_name(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', ',', '!']);
    let words: Vec<&str> = text.split_whitespace().collect();
    let kisses = words
        .last()
        .is_some_and(|w| w.len() <= 3 && w.chars().all(|c| c == 'x' || c == 'X'));
    let words = if kisses && words.len() > 1 {
        &words[..words.len() - 1]
    } else {
        &words[..]
    };
    (1..=4).contains(&words.len())
        && text.chars().count() <= 40
        && words.iter().all(|w| {
            w.starts_with(|c: char| c.is_uppercase())
                && w.chars()
                    .all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.'))
        })
        && !words
            .iter()
            .any(|w| w.chars().count() > 3 && w.chars().all(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_and_closings() {
        for line in [
            "Hi Ann,",
            "Dear all",
            "Liebe Ann,",
            "Sehr geehrte Frau Lee,",
            "Hola Ann!",
            "Good morning everyone,",
        ] {
            assert!(is_greeting(line), "{line}");
        }
        for line in [
            "Hi Ann, the boat is here.",
            "Good luck with the boat on Friday",
            "Dear me that was a long and cold night",
        ] {
            assert!(!is_greeting(line), "{line}");
        }
        for line in [
            "Kind regards,",
            "LG",
            "Cheers, Ann",
            "Viele Grüße aus Kiel",
            "Thanks!",
            "Saludos,",
        ] {
            assert!(is_closing(line), "{line}");
        }
        for line in [
            "Thanks for the boat.",
            "Best bring a coat.",
            "Regardless of this",
        ] {
            assert!(!is_closing(line), "{line}");
        }
    }
}
