//! Markdown as people write it in comments → plain text.

use crate::ingest::pattern::pattern;

pattern!(COMMENT, r"(?s)<!--.*?-->");
pattern!(IMAGE, r"!\[[^\]]*\]\([^)\s]*\)");
pattern!(LINK, r"\[((?:[^\[\]\n]|\[[^\[\]\n]*\])+)\]\([^)\s]+\)");
pattern!(TAG, r"</?[a-zA-Z][^<>\n]*>");
pattern!(EMOJI, r":[a-z][a-z0-9_+-]+:");
pattern!(BOLD, r"(\*\*|__)([^*_\n]+?)(\*\*|__)");
pattern!(
    SLANTED,
    r"(^|[\s(])([*_])([^\s*_](?:[^*_\n]*[^\s*_])?)([*_])($|[\s.,;:!?)])"
);

/// Lines of a block of code that are kept: an error's message, not a file.
const CODE_LINES: usize = 4;

/// Labels of blocks that hold what a shell or a log says, whose few lines are kept; a program's are not.
const SHOWN: [&str; 12] = [
    "",
    "text",
    "txt",
    "plaintext",
    "console",
    "log",
    "sh",
    "bash",
    "shell",
    "zsh",
    "powershell",
    "output",
];

/// Whether a block of code so labelled holds a program, not what a shell or a log says.
pub(in crate::ingest) fn is_program(label: &str) -> bool {
    !SHOWN.contains(
        &label
            .trim_matches(['`', '~', ' '])
            .to_ascii_lowercase()
            .as_str(),
    )
}

/// The words of a comment: no quoted comments, no pictures, no long code.
pub(in crate::ingest) fn plain(text: &str) -> String {
    let text = COMMENT.replace_all(text, "");
    let mut out: Vec<(String, bool)> = Vec::new();
    let mut code: Option<Vec<&str>> = None;
    let mut program = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            match code.take() {
                None => {
                    program = is_program(trimmed.trim_start_matches(['`', '~']));
                    code = Some(Vec::new());
                }
                Some(lines) if lines.len() <= CODE_LINES && !program => {
                    out.extend(lines.iter().map(|l| (l.trim().to_owned(), true)));
                }
                Some(_) => {}
            }
            continue;
        }
        if let Some(lines) = &mut code {
            if lines.len() <= CODE_LINES {
                lines.push(line);
            }
            continue;
        }
        if trimmed.starts_with('>') || trimmed.starts_with("|--") || trimmed.starts_with("| --") {
            continue;
        }
        let is_item = trimmed.starts_with(['-', '*', '+', '#'])
            || trimmed.starts_with(|c: char| c.is_ascii_digit());
        out.push((inline(trimmed), is_item));
    }
    unwrapped(&out)
}

/// A line without its markup.
pub(in crate::ingest) fn inline(line: &str) -> String {
    let line = line.trim_start_matches('#').trim_start();
    let line = line
        .strip_prefix("- [x] ")
        .or_else(|| line.strip_prefix("- [ ] "))
        .or_else(|| line.strip_prefix("* "))
        .or_else(|| line.strip_prefix("- "))
        .unwrap_or(line);
    let line = IMAGE.replace_all(line, "");
    let line = LINK.replace_all(&line, "$1");
    let line = TAG.replace_all(&line, "");
    let line = BOLD.replace_all(&line, "$2");
    let line = SLANTED.replace_all(&line, "$1$3$5");
    let line = EMOJI.replace_all(&line, "");
    line.replace('`', "").replace("\\#", "#").trim().to_owned()
}

/// Lines that were wrapped by a program are joined again; a line that ends early, or a list's item, stands alone.
fn unwrapped(lines: &[(String, bool)]) -> String {
    const WRAPPED: usize = 60;
    let mut out = String::new();
    let mut joins = false;
    for (line, is_item) in lines {
        if line.is_empty() {
            joins = false;
            continue;
        }
        if !out.is_empty() {
            let goes_on = joins
                && !is_item
                && line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | '"' | '“'));
            out.push(if goes_on { ' ' } else { '\n' });
        }
        out.push_str(line);
        joins = line.chars().count() >= WRAPPED;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_the_words() {
        assert_eq!(
            plain(
                "## What\n<!-- template -->\n**Soup** is [here](https://a.example) `now` :tada:\n\n> quoted\n\n- [x] stir\n```\na\nb\n```\n![x](y)"
            ),
            "What\nSoup is here now\nstir\na\nb"
        );
        // a program's lines are none that somebody says, a log's are
        assert_eq!(plain("Try:\n```r\nboil(7)\n```\nDone."), "Try:\nDone.");
        assert_eq!(plain("It says\n```text\ntoo hot\n```"), "It says\ntoo hot");
        assert_eq!(
            plain("snake_case_name and *soup*."),
            "snake_case_name and soup."
        );
    }

    #[test]
    fn joins_wrapped_lines() {
        let long = "a line that a program has wrapped since it had grown far too long for it";
        assert_eq!(
            plain(&format!("{long}\nand goes on\n")),
            format!("{long} and goes on")
        );
    }
}
