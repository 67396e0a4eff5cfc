//! A shell's prompt, whatever somebody has made of it: what stands before the commands again and again, with a place
//! (a folder, a machine) in it and the shell's sign at its end.

use crate::ingest::pattern::pattern;
use std::collections::HashSet;

pattern!(PATH, r"(?:^|[\s:\[({])((?:~|/|[A-Z]:\\)[^\s\])}$#%❯>]*)");
pattern!(LOGIN, r"[\w.-]+@[\w.-]+");
pattern!(
    CLOCK,
    r"\b(?:\d{4}-\d{2}-\d{2}[T ])?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?\b"
);

/// Longest prompt in bytes, and the lines it is looked for in.
const LONGEST: usize = 120;
const LINES: usize = 4000;

// how interpreters and databases greet, and their prompts
pattern!(
    GREETS,
    r#"^(?:psql \(\d|Python \d\.\d|IPython \d|Welcome to the (?:MySQL|MariaDB) monitor|SQLite version \d|irb\(main\)|Type "help(?:\(\))?")"#
);
pattern!(
    ASKED,
    r"^(>>>|\.\.\.|In \[\d+\]:|mysql>|sqlite>|MariaDB \[[^\]]*\]>|irb\([^)]*\)[:\d]*[>*]|[\w.-]+=[*!]?[>#])(?: (.*))?$"
);

/// The prompts that a text has.
pub(super) struct Prompts {
    shapes: HashSet<String>,
    /// Whether an interpreter greets.
    interpreter: bool,
}

/// A line at the prompt.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line<'l> {
    pub(super) folder: Option<&'l str>,
    /// The time in the prompt.
    pub(super) clock: Option<&'l str>,
    pub(super) command: &'l str,
}

impl Prompts {
    /// By what recurs: twice with a login in it, else three times.
    pub(super) fn of(text: &str) -> Self {
        let mut shapes: Vec<String> = text
            .lines()
            .take(LINES)
            .filter_map(|line| Some(shape(parted(line)?.0)))
            .collect();
        shapes.sort_unstable();
        let often = shapes
            .chunk_by(|a, b| a == b)
            .filter(|same| same.len() >= 3 || same.len() == 2 && same[0].contains('@'));
        Self {
            shapes: often.filter_map(|same| same.first().cloned()).collect(),
            interpreter: text.lines().take(LINES).any(|l| GREETS.is_match(l)),
        }
    }

    /// An interpreter's prompt, and what was typed behind it.
    pub(super) fn asked<'l>(&self, line: &'l str) -> Option<(&'l str, &'l str)> {
        let found = ASKED.captures(line).filter(|_| self.interpreter)?;
        let typed = found.get(2).map_or("", |m| m.as_str());
        Some((found.get(1)?.as_str(), typed.trim()))
    }

    /// Where a line stands at one of the prompts.
    pub(super) fn line<'l>(&self, line: &'l str) -> Option<Line<'l>> {
        if self.shapes.is_empty() {
            return None;
        }
        let (prompt, command) = parted(line)?;
        self.shapes.contains(&shape(prompt)).then(|| Line {
            folder: PATH
                .captures(prompt)
                .and_then(|c| c.get(1))
                .map(|m| m.as_str()),
            clock: CLOCK.find(prompt).map(|m| m.as_str()),
            command,
        })
    }
}

/// What stands to the first sign of a shell that has a place before it, and what stands behind.
fn parted(line: &str) -> Option<(&str, &str)> {
    let head = &line[..line.floor_char_boundary(LONGEST)];
    for (at, sign) in head.char_indices() {
        let behind = &line[at + sign.len_utf8()..];
        let ends = match sign {
            '$' | '#' | '%' | '❯' | '➜' | '»' | 'λ' => {
                behind.is_empty() || behind.starts_with([' ', '\t'])
            }
            // fish and cmd.exe put it right behind the folder
            '>' => !head[..at].ends_with([' ', '-', '=', '<']) && behind.starts_with(' '),
            _ => false,
        };
        if ends {
            let prompt = &head[..at];
            let place = LOGIN.is_match(prompt) || PATH.is_match(prompt);
            return place.then_some((&line[..at + sign.len_utf8()], behind.trim()));
        }
    }
    None
}

/// A prompt with what changes left out: the folder, the branch and the time are one sign each.
fn shape(prompt: &str) -> String {
    let login = LOGIN.find(prompt).map(|m| m.as_str()).unwrap_or_default();
    let prompt = LOGIN.replace(prompt, "@");
    let prompt = PATH.replace_all(&prompt, " /");
    let mut out = String::from(login);
    let mut inside = 0_usize;
    for c in prompt.chars() {
        match c {
            '(' | '[' | '{' => inside += 1,
            ')' | ']' | '}' => inside = inside.saturating_sub(1),
            _ if inside > 0 || c.is_whitespace() || c.is_ascii_digit() || c == ':' => {}
            c if c.is_alphanumeric() => {
                if !out.ends_with('a') {
                    out.push('a');
                }
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_what_recurs() {
        for (text, folder, clock) in [
            (
                "ida@pc ~/soup (main) [09:12:11] $ make\nok\nida@pc ~/soup/lid (main *) [09:13:40] $ make lid\n",
                "~/soup/lid",
                Some("09:13:40"),
            ),
            (
                "ida@pc ~/soup> make\nok\nida@pc ~/soup/lid> make lid\n",
                "~/soup/lid",
                None,
            ),
            (
                "C:\\soup> make\nC:\\soup> make\nC:\\soup\\lid> make lid\n",
                "C:\\soup\\lid",
                None,
            ),
            (
                "~/soup main !1 ❯ make\nno\n~/soup main !2 ❯ make\nno\n~/lid main ❯ make\n~/lid main !1 ❯ make lid\n",
                "~/lid",
                None,
            ),
            (
                "[1] (base) ida@pc 09:10 ~/soup % make\n[0] (base) ida@pc 09:12 ~/lid % make lid\n",
                "~/lid",
                Some("09:12"),
            ),
        ] {
            let prompts = Prompts::of(text);
            let last = text.lines().last().unwrap_or_default();
            assert_eq!(
                prompts.line(last),
                Some(Line {
                    folder: Some(folder),
                    clock,
                    command: "make lid"
                }),
                "{text}"
            );
            assert_eq!(prompts.line("ok"), None);
        }
    }

    #[test]
    fn prose_has_no_prompt() {
        let text = "The lid costs $ 5 at ida@soup.example.\nThe pan costs $ 9.\n# Soup\n# Lid\nsee /etc/soup # here\n";
        let prompts = Prompts::of(text);
        assert!(text.lines().all(|l| prompts.line(l).is_none()));
    }
}
