//! People whom an event's title names.

use crate::ingest::pattern::{LazyRegex, pattern};
use std::sync::LazyLock;

/// People whom a title names as those one meets: after "with", with a title of their own, or whose birthday it is.
pub(crate) fn named_in(summary: &str) -> Vec<String> {
    const NAME: &str = r"\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,3}";
    static WITH: LazyLock<LazyRegex> = LazyLock::new(|| {
        let text = format!(
            r"(?:\b(?:with|mit|avec|con|com|med|met)\b|w/|1:1(?:\s+with\b)?)\s*((?:(?:\p{{Ll}}+\s+)?{NAME}(?:\s*(?:,|\+|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\boch\b|\ben\b)\s*)?)+)"
        );
        LazyRegex::new(text.into())
    });
    static TITLED: LazyLock<LazyRegex> = LazyLock::new(|| {
        let text = format!(
            r"\b((?:Dr|Dre|Dra|Drs|Prof|Mr|Mrs|Ms|Mme|Mlle|Herr|Frau|Sra|Sr|Dott|Dott\.ssa|Nurse)\b\.?\s+{NAME})"
        );
        LazyRegex::new(text.into())
    });
    static BIRTHDAY: LazyLock<LazyRegex> = LazyLock::new(|| {
        let text = format!(
            r"(?i:^({NAME})['’]s\s+(?:(?:\d+\w*\s+)?birthday|\d{{1,3}}(?:st|nd|rd|th)\b)|^({NAME})s\s+(?:geburtstag|födelsedag)|(?:geburtstag(?:\s+von)?|anniversaire\s+d(?:e\s+|['’])|cumpleaños\s+de|compleanno\s+di|aniversário\s+d[aeo])\s*({NAME}))"
        );
        LazyRegex::new(text.into())
    });
    pattern!(
        PART,
        r"\s*(?:,|\+|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\boch\b|\ben\b)\s*"
    );
    let mut names = Vec::new();
    for found in WITH.captures_iter(summary) {
        names.extend(PART.split(&found[1]).map(|name| {
            let name = name.trim();
            // "farmor Gunvor": the kinship word is no part of the name.
            let capital = name.find(char::is_uppercase).unwrap_or(0);
            name[capital..].trim_end_matches('.').to_owned()
        }));
    }
    names.extend(
        TITLED
            .captures_iter(summary)
            .map(|found| found[1].to_owned()),
    );
    if let Some(found) = BIRTHDAY.captures(summary) {
        let named = found.iter().skip(1).flatten();
        names.extend(named.map(|m| m.as_str().to_owned()));
    }
    names.retain(|name| !name.is_empty());
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_people_of_a_title() {
        for (summary, people) in [
            ("Lunch with Sam and Ana Ruiz", &["Sam", "Ana Ruiz"][..]),
            ("cabin w/ Eli, Noa + aunt Ruth", &["Eli", "Noa", "Ruth"]),
            ("Check-up - Dra. Ana Sá", &["Dra. Ana Sá"]),
            ("Bà Mai's 80th birthday", &["Bà Mai"]),
            ("Cy's 40th", &["Cy"]),
            ("Choir with everybody", &[]),
        ] {
            assert_eq!(named_in(summary), people, "{summary}");
        }
    }
}
