//! Phrases that open and close letters, in the languages they are written in.

use std::collections::HashSet;
use std::sync::LazyLock;

/// "Hi Ann,", "Dear all,", "Liebe Ann,": a line that only greets.
pub(crate) fn is_greeting(line: &str) -> bool {
    let line = line.trim();
    let line = line.strip_prefix("My ").unwrap_or(line);
    let lower = line.to_lowercase();
    let words = line.split_whitespace().count();
    const WORDS: [&str; 48] = [
        "hi",
        "hello",
        "hey",
        "dear",
        "hiya",
        "greetings",
        "good",
        "hallo",
        "liebe",
        "lieber",
        "liebes",
        "sehr",
        "guten",
        "moin",
        "servus",
        "hoi",
        "bonjour",
        "bonsoir",
        "salut",
        "cher",
        "chère",
        "chers",
        "hola",
        "estimado",
        "estimada",
        "estimados",
        "querido",
        "querida",
        "queridos",
        "buenos",
        "buenas",
        "ciao",
        "caro",
        "cara",
        "gentile",
        "buongiorno",
        "olá",
        "oi",
        "prezado",
        "prezada",
        "ahoj",
        "dobrý",
        "hej",
        "hei",
        "cześć",
        "beste",
        "geachte",
        "kære",
    ];
    let first = lower
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let opens = WORDS.contains(&first)
        || matches!(
            lower.trim_end_matches([',', '!', ':', '.']),
            "all" | "team" | "folks" | "everyone" | "everybody"
        );
    // "Good luck with …" or "Dear me, …" go on; a greeting ends, or is of two or three words.
    let ends = line.ends_with([',', '!', ':', '.', '–', '-', '—', ';']);
    // "Hi Ann, the boat is here." goes on after the name.
    let goes_on = line
        .split_once(", ")
        .is_some_and(|(_, rest)| rest.starts_with(char::is_lowercase));
    opens && !goes_on && (ends && words <= 7 || words <= 3) && !line.contains('?')
}

/// Beginnings of closing lines.
const STARTS: [&str; 66] = [
    "your loving",
    "your affectionate",
    "your devoted",
    "your friend",
    "your old friend",
    "with love",
    "deine freundin",
    "dein freund",
    "kind regards",
    "best regards",
    "warm regards",
    "warmest regards",
    "regards",
    "many thanks",
    "best wishes",
    "all the best",
    "with best",
    "with kind",
    "with warm",
    "yours sincerely",
    "yours faithfully",
    "yours truly",
    "sincerely",
    "respectfully",
    "mit freundlichen",
    "mit besten grüßen",
    "mit lieben grüßen",
    "mit herzlichen",
    "freundliche grüße",
    "viele grüße",
    "liebe grüße",
    "beste grüße",
    "herzliche grüße",
    "schöne grüße",
    "viele gruesse",
    "liebe gruesse",
    "mit freundlichem",
    "cordialement",
    "bien cordialement",
    "bien à vous",
    "bien à toi",
    "amicalement",
    "salutations",
    "bises",
    "je vous prie d'agréer",
    "veuillez agréer",
    "saludos",
    "un saludo",
    "un abrazo",
    "atentamente",
    "cordialmente",
    "abrazos",
    "cordiali saluti",
    "distinti saluti",
    "un saluto",
    "abraço",
    "atenciosamente",
    "cumprimentos",
    "com os melhores",
    "met vriendelijke",
    "hartelijke groet",
    "groeten",
    "s pozdravem",
    "med vänlig",
    "vänliga hälsningar",
    "med venlig hilsen",
];

/// Closing lines of one or two words.
const WHOLE: [&str; 44] = [
    "best",
    "cheers",
    "thanks",
    "thank you",
    "thx",
    "ta",
    "love",
    "xx",
    "xo",
    "xoxo",
    "take care",
    "warmly",
    "yours",
    "rgds",
    "br",
    "kr",
    "tia",
    "thanks again",
    "thanks a lot",
    "thanks so much",
    "thank you so much",
    "thanks in advance",
    "talk soon",
    "see you",
    "see you soon",
    "see you then",
    "lg",
    "vg",
    "mfg",
    "gruß",
    "grüße",
    "danke",
    "bisous",
    "merci",
    "à bientôt",
    "gracias",
    "besos",
    "baci",
    "obrigado",
    "obrigada",
    "beijos",
    "mvh",
    "hilsen",
    "kram",
];

/// "Kind regards,", "LG", "Cordialement": a line that only closes.
pub(crate) fn is_closing(line: &str) -> bool {
    static FIRST: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let first = |phrase: &&'static str| phrase.split(' ').next().unwrap_or_default();
        STARTS.iter().chain(&WHOLE).map(first).collect()
    });
    // Most lines begin with no word that closes a letter.
    let word = line
        .trim_start()
        .split([' ', ',', '.', '!'])
        .next()
        .unwrap_or_default();
    if word.len() > 30 || !FIRST.contains(word.to_lowercase().as_str()) {
        return false;
    }
    let lower = line
        .trim()
        .trim_end_matches([',', '.', '!', '–', '-', ' ', ':', ')'])
        .to_lowercase();
    let words = lower.split_whitespace().count();
    let with_name = |start: &str| {
        lower
            .strip_prefix(start)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' ']))
    };
    STARTS.iter().any(|s| with_name(s)) && words <= 9
        || WHOLE.contains(&lower.as_str())
        // "Cheers, Ann", "Thanks Bo": a name follows.
        || words <= 4 && WHOLE.iter().any(|s| {
            line.trim().get(s.len()..).is_some_and(|rest| lower.starts_with(s) && rest.starts_with(',') && is_name(rest.trim_start_matches([',', ' '])))
        })
}

/// A paragraph of nothing but courtesy: "Hope you are well.", "Thanks for bearing with us."
pub(crate) fn is_pleasantry(text: &str) -> bool {
    const STARTS: [&str; 46] = [
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
