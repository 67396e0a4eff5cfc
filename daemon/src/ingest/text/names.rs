//! Lists of people as notes write them: "Ann Brook (chair), Tom – on Teams, Mei-Ling".

use crate::ingest::{labels::is_self, pattern::pattern};
use std::borrow::Cow;

pattern!(
    COUPLE,
    r"\b(Mr|Mrs|Ms|Herr|Frau)\.? (?:and|&|und) (Mr|Mrs|Ms|Herr|Frau)\.? (\p{Lu}[\p{L}'’-]+)"
);

/// The names in a line, without what is said of them; empty where the line is no list of names.
pub(in crate::ingest) fn list(line: &str) -> Vec<String> {
    let line = without_brackets(line);
    let line = with_both_names(&line);
    let mut out = Vec::new();
    for part in line
        .split([',', ';', '&', '/', '\n'])
        .flat_map(|p| p.split(" and "))
        .flat_map(|p| p.split(" und "))
        .flat_map(|p| p.split(" et "))
        .flat_map(|p| p.split(" y "))
    {
        let name = part
            .split(" – ")
            .next()
            .unwrap_or_default()
            .split(" - ")
            .next()
            .unwrap_or_default()
            .trim();
        if name.is_empty() {
            continue;
        }
        if !is_name(name) && !is_self(name) {
            // "…, joined 10:20": said of the one before.
            if out.is_empty() {
                return Vec::new();
            }
            continue;
        }
        out.push(name.trim_end_matches('.').to_owned());
    }
    out
}

/// A line in which each of a couple has the family name: "Mr Roe and Mrs Roe" for "Mr. and Mrs. Roe".
fn with_both_names(line: &str) -> Cow<'_, str> {
    COUPLE.replace_all(line, "$1 $3, $2 $3")
}

/// Words of what stands in brackets, from which on it says more of somebody than an office.
const REMARK: usize = 4;

/// Whether a list of names says more in brackets than who is who: "Ann (without Bo, he had the flu)".
pub(super) fn has_remark(line: &str) -> bool {
    let inside = line.split(['(', '[']).skip(1);
    let mut remarks = inside.map(|part| part.split([')', ']']).next().unwrap_or_default());
    remarks.any(|r| r.split_whitespace().count() >= REMARK && r.contains(char::is_lowercase))
}

fn is_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    (1..=5).contains(&words.len())
        && name.chars().count() <= 60
        && name.chars().next().is_some_and(char::is_alphabetic)
        && words
            .iter()
            .any(|w| w.chars().next().is_some_and(char::is_uppercase))
        && words.iter().all(|w| {
            w.chars().all(|c| {
                c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.' | '"' | '“' | '”' | '@')
            })
        })
}

/// What stands in round brackets is said of a person, not their name.
fn without_brackets(line: &str) -> String {
    let mut depth = 0_u32;
    line.chars()
        .filter(|c| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_what_is_said_of_them() {
        assert_eq!(
            list("Ann Brook (chair), Tom – on Teams, joined 10:20 and Mei-Ling Tan"),
            ["Ann Brook", "Tom", "Mei-Ling Tan"]
        );
        assert_eq!(list("Ann Brook, me"), ["Ann Brook", "me"]);
        assert_eq!(
            list("Tom, Mr. and Mrs. Roe (plot 4)"),
            ["Tom", "Mr Roe", "Mrs Roe"]
        );
        assert!(list("we talked about the roof, for long").is_empty());
        assert!(has_remark("Ann, Tom (without Bo, he had the flu)"));
        assert!(!has_remark("Ann Brook (chair), Tom (on Teams)"));
    }
}
