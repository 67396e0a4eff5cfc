//! What stands above a quote and says whose it is: "On … wrote:", "* Ann Lee <ann@x.example> [2025-03-03 10:12]:".

use crate::ingest::lines::Line;

/// "On … wrote:" that begins at this line (it may be broken over four): who and when as written, and the index of the
/// line after it.
pub(crate) fn attribution(lines: &[Line], at: usize) -> Option<(String, usize)> {
    let first = lines.get(at)?.text.trim().trim_start_matches(['>', ' ']);
    if first.is_empty() || first.chars().count() > 200 {
        return None;
    }
    let mut said = String::new();
    for (i, line) in lines.iter().enumerate().skip(at).take(4) {
        let text = line.text.trim().trim_start_matches(['>', ' ']);
        // "Where is it?" above "On 4 May …" is no part of that
        if text.is_empty() || i > at && opens(text) && !opens(first) {
            return None;
        }
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(text);
        if said.chars().count() > 320 {
            return None;
        }
        if said.ends_with([':', '：']) || said.ends_with(":*") {
            let says = is_attribution(&said) || names(&said) && is_quoted(lines, i + 1);
            return says.then_some((said, i + 1));
        }
    }
    None
}

fn is_attribution(text: &str) -> bool {
    let lower = text.to_lowercase();
    let wrote = [
        "wrote",
        "writes",
        "schrieb",
        "a écrit",
        "escribió",
        "escribio",
        "ha scritto",
        "escreveu",
        "schreef",
        "geschreven",
        "napsal",
        "skrev",
        "napisał",
        "kirjoitti",
        "написал",
        "пишет",
        "が書きました",
        "写道",
    ];
    wrote.iter().any(|w| lower.contains(w)) && (lower.contains('@') || opens(text))
}

/// Whether a line may name whom a quote is from in words of a program's own: an address beside a name or a time
/// ("* Ann Lee <ann@x.example> [2025-03-03 10:12]:"), or "Quoting Ann Lee (2025-03-03):".
fn names(said: &str) -> bool {
    /// Words of such a line at most.
    const MOST: usize = 20;
    let few = said.split_whitespace().count() <= MOST;
    few && (without_quoting(said).is_some() || said.contains('@') && said.contains(['<', '[', '(']))
}

/// Whether the first line from here that is not empty stands behind a `>`.
fn is_quoted(lines: &[Line], at: usize) -> bool {
    let mut below = lines.iter().skip(at).take(3).filter(|l| !l.is_empty());
    below
        .next()
        .is_some_and(|l| l.text.trim_start().starts_with('>'))
}

/// What stands behind the words that announce a quote: "Quoting", "Excerpts from".
pub(crate) fn without_quoting(said: &str) -> Option<&str> {
    const ANNOUNCE: [&str; 8] = [
        "quoting ",
        "excerpts from ",
        "zitat von ",
        "citando a ",
        "citando ",
        "citation de ",
        "also sprach ",
        "quoth ",
    ];
    let said = said.trim_start_matches(['*', '-', '–', '—', ' ']);
    ANNOUNCE.iter().find_map(|words| {
        let (first, rest) = said.split_at_checked(words.len())?;
        first.eq_ignore_ascii_case(words).then_some(rest)
    })
}

/// Whether a line begins as "On 4 May 2025" does.
fn opens(line: &str) -> bool {
    let lower = line.to_lowercase();
    let day = [
        "on ", "am ", "le ", "el ", "il ", "em ", "op ", "dne ", "den ", "w dniu ", "at ", "a ",
        "date:", "po ", "ma ", "mån", "tors",
    ]
    .iter()
    .any(|o| lower.starts_with(o));
    let dated = lower.chars().any(|c| c.is_ascii_digit());
    dated && (day || lower.starts_with(|c: char| c.is_ascii_digit()))
}
