//! Commands that go on over several lines within quotation marks: a commit's message.

use crate::ingest::pattern::pattern;

// what shells put before a line that goes on
pattern!(GOES_ON, r"^(?:(?:d?quote|cmdand|heredoc)?> ?)");
pattern!(
    MESSAGE,
    r#"(?s)^(?:git|hg|jj|svn)\s+(?:-\S+\s+)*(?:commit|ci|describe)\b.*?\s(?:-[a-zA-Z]*m|--message)[ =]?(?:"(.*)"|'(.*)')"#
);

/// Most lines of a command.
const LINES: usize = 40;

/// The quotation mark that a command leaves open.
fn open_quote(command: &str, before: Option<char>) -> Option<char> {
    let mut open = before;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, open) {
            ('\\', Some('"') | None) => {
                chars.next();
            }
            ('"' | '\'', None) => open = Some(c),
            (c, Some(quote)) if c == quote => open = None,
            _ => {}
        }
    }
    open
}

/// How many of the lines below a command belong to it: those to the one in which its quotation mark closes, before the
/// next prompt.
pub(super) fn lines_below(command: &str, below: &str, is_prompt: impl Fn(&str) -> bool) -> usize {
    // what is noted, or said into an interpreter, has apostrophes
    if command.trim_start().starts_with('#') {
        return 0;
    }
    let Some(mut open) = open_quote(command, None) else {
        return 0;
    };
    for (n, line) in below.lines().take(LINES).enumerate() {
        if is_prompt(line) {
            return 0;
        }
        match open_quote(bare(line), Some(open)) {
            Some(quote) => open = quote,
            None => return n + 1,
        }
    }
    0
}

/// A line without the sign that the command goes on.
pub(super) fn bare(line: &str) -> &str {
    GOES_ON.find(line).map_or(line, |sign| &line[sign.end()..])
}

/// The message of a command that commits, where it has several lines.
pub(super) fn message(command: &str) -> Option<&str> {
    let found = MESSAGE.captures(command)?;
    let said = found.get(1).or_else(|| found.get(2))?.as_str();
    said.contains('\n').then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_on_to_its_closing_mark() {
        let none = |_: &str| false;
        assert_eq!(
            lines_below("git commit -m \"Mend", "\nIt's \"fine\".\"\nok\n", none),
            2
        );
        assert_eq!(lines_below("git commit -m \"Mend\"", "ok\n", none), 0);
        assert_eq!(lines_below("# it's late", "ok'\n", none), 0);
        assert_eq!(
            lines_below("echo don't", "$ ls\nit's\n", |l| l.starts_with('$')),
            0
        );
        assert_eq!(
            message("git commit -am \"Mend\n\nThe lid.\""),
            Some("Mend\n\nThe lid.")
        );
        assert_eq!(message("git commit -m \"Mend\""), None);
        assert_eq!(bare("dquote> The lid."), "The lid.");
    }
}
