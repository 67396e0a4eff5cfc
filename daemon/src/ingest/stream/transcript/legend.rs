//! Who is meant by what stands before the words: initials that the head explains ("Ida Ek (IE)"), an office
//! with the name in brackets, a name in capitals.

use super::Line;
use super::speakers::looks_like_name;
use crate::ingest::pattern::pattern;
use std::collections::HashMap;

pattern!(
    INITIALS,
    r"((?:\p{Lu}[\p{L}\p{M}'’.-]+)(?:\s(?:\p{Ll}{2,3}\s)?\p{Lu}[\p{L}\p{M}'’.-]*){1,3})\s\((\p{Lu}{2,4})\)"
);
pattern!(EQUALS, r"^(\p{Lu}{1,4})\s*=\s*(\p{Lu}[^=:\d]{2,60})$");
pattern!(
    PART,
    r"(?i)^(interviewer|interviewee|interviewed|interviewed by|narrator|respondent|informant|host|co-host|guest|moderator|chair|presenter|speaker|interviewerin|befragte[r]?|entrevistador[a]?|entrevistad[oa])\s*:\s*([^:(]{3,60}?)(?:\s\([^()]{1,40}\))?(?:,\s.*)?$"
);
pattern!(OFFICE, r"^(.{2,90}?)\s\(([^()]{3,60})\)$");

/// Lines in which a text may explain its labels.
const HEAD: usize = 40;

/// Names by the labels that stand for them.
#[derive(Default)]
pub(super) struct Legend(HashMap<String, String>);

impl Legend {
    /// What the lines explain.
    pub(super) fn of(lines: &[Line<'_>]) -> Self {
        let mut legend = Self::default();
        for line in lines.iter().take(HEAD).map(|l| l.text) {
            for found in INITIALS.captures_iter(line) {
                let (name, short) = (&found[1], &found[2]);
                let first = name
                    .split_whitespace()
                    .filter_map(|word| word.chars().next());
                if first.filter(|c| c.is_uppercase()).eq(short.chars()) {
                    legend.0.insert(short.to_owned(), name.to_owned());
                }
            }
            if let Some(found) = EQUALS.captures(line) {
                legend
                    .0
                    .insert(found[1].to_owned(), found[2].trim().to_owned());
            }
        }
        legend
    }

    /// The name that a label stands for, or the label.
    pub(super) fn name(&self, label: &str) -> String {
        if let Some(name) = self.0.get(label) {
            return name.clone();
        }
        if let Some(found) = OFFICE.captures(label) {
            let (office, name) = (&found[1], &found[2]);
            let is_office =
                office.starts_with("The ") || PART.is_match(&format!("{office}: {name}"));
            if is_office && name.contains(' ') && looks_like_name(name) {
                return name.to_owned();
            }
        }
        without_capitals(label)
    }
}

/// A full name in capitals as names are written: "IDA EK-ALM".
fn without_capitals(label: &str) -> String {
    let letters = || label.chars().filter(|c| c.is_alphabetic());
    if !label.contains(' ') || letters().count() < 4 || !letters().all(char::is_uppercase) {
        return label.to_owned();
    }
    let mut out = String::with_capacity(label.len());
    let mut begins = true;
    for c in label.chars() {
        if begins {
            out.push(c);
        } else {
            out.extend(c.to_lowercase());
        }
        begins = !c.is_alphanumeric();
    }
    out
}
