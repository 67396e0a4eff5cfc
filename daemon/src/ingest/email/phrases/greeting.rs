//! Lines that open a letter.

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
