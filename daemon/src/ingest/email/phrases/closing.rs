//! Lines that close a letter.

use super::is_name;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Beginnings of closing lines.
const STARTS: [&str; 72] = [
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
    "ngā mihi",
    "un cordial saludo",
    "reciba un cordial",
    "liebi grüess",
    "freundliche grüsse",
    "nga mihi",
];

/// Closing lines of one or two words.
const WHOLE: [&str; 69] = [
    "your brother",
    "your sister",
    "your son",
    "your daughter",
    "your mother",
    "your father",
    "your mum",
    "your mom",
    "your dad",
    "your cousin",
    "your uncle",
    "your aunt",
    "your nephew",
    "your niece",
    "dein bruder",
    "deine schwester",
    "dein sohn",
    "deine tochter",
    "ton frère",
    "ta sœur",
    "tu hermano",
    "tu hermana",
    "is mise le meas",
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
    "gruss",
    "grüsse",
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
