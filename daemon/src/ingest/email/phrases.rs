//! Phrases that open and close letters, and courtesies, in the languages they are written in; names below them.

mod closing;
mod greeting;

pub(crate) use closing::is_closing;
pub(crate) use greeting::is_greeting;

/// A paragraph of nothing but courtesy: "Hope you are well.", "Thanks for bearing with us."
pub(crate) fn is_pleasantry(text: &str) -> bool {
    const STARTS: [&str; 50] = [
        "answers below",
        "my answers below",
        "see my answers",
        "comments below",
        "hope you",
        "i hope you",
        "i hope this",
        "we hope you",
        "we hope this",
        "hope this",
        "hope all is well",
        "hope all's well",
        "trust you are well",
        "thanks for your email",
        "thanks for your e-mail",
        "thanks for your mail",
        "thanks for your message",
        "thanks for your reply",
        "thanks for your patience",
        "thank you for your email",
        "thank you for your e-mail",
        "thank you for your message",
        "thank you for your reply",
        "thank you for your patience",
        "thanks for bearing",
        "thanks for getting back",
        "thanks for the quick",
        "thank you for getting back",
        "let me know if you have any question",
        "please let me know if you have any",
        "if you have any question",
        "should you have any question",
        "please don't hesitate",
        "please do not hesitate",
        "feel free to contact",
        "looking forward to hearing",
        "i look forward to hearing",
        "we look forward to hearing",
        "ich hoffe, es geht",
        "ich hoffe, dir geht",
        "ich hoffe, ihnen geht",
        "vielen dank für ihre nachricht",
        "danke für deine mail",
        "vielen dank für ihre e-mail",
        "bei fragen",
        "j'espère que vous allez",
        "j'espère que tu vas",
        "merci pour votre message",
        "espero que estés bien",
        "espero que se encuentre",
    ];
    let lower = text.trim().to_lowercase().replace('’', "'");
    let sentences = lower.matches(['.', '!', '?']).count();
    STARTS.iter().any(|s| lower.starts_with(s))
        && lower.split_whitespace().count() <= 16
        && sentences <= 1
        && !lower.contains(|c: char| c.is_ascii_digit())
}

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
