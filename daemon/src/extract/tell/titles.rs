//! People whom an event's title names.

use regex::Regex;
use std::sync::LazyLock;

/// People whom a title names as those one meets: after "with", with a title of their own, or whose birthday it is.
pub(crate) fn named_in(summary: &str) -> Vec<String> {
    const NAME: &str = r"\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,3}";
    static WITH: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(&format!(
            r"(?:\b(?:with|mit|avec|con|com|med|met)\b|w/|1:1(?:\s+with\b)?)\s*((?:(?:\p{{Ll}}+\s+)?{NAME}(?:\s*(?:,|\+|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\boch\b|\ben\b)\s*)?)+)"
        ))
        .ok()
    });
    static TITLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(&format!(
            r"\b((?:Dr|Dre|Dra|Drs|Prof|Mr|Mrs|Ms|Mme|Mlle|Herr|Frau|Sra|Sr|Dott|Dott\.ssa|Nurse)\b\.?\s+{NAME})"
        ))
        .ok()
    });
    static BIRTHDAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(&format!(
            r"(?i:^({NAME})['’]s\s+(?:(?:\d+\w*\s+)?birthday|\d{{1,3}}(?:st|nd|rd|th)\b)|^({NAME})s\s+(?:geburtstag|födelsedag)|(?:geburtstag(?:\s+von)?|anniversaire\s+d(?:e\s+|['’])|cumpleaños\s+de|compleanno\s+di|aniversário\s+d[aeo])\s*({NAME}))"
        ))
        .ok()
    });
    static PART: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"\s*(?:,|\+|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\boch\b|\ben\b)\s*").ok()
    });
    let mut names = Vec::new();
    if let (Some(with), Some(part)) = (&*WITH, &*PART) {
        for found in with.captures_iter(summary) {
            names.extend(part.split(&found[1]).map(|name| {
                let name = name.trim();
                // "farmor Gunvor": the kinship word is no part of the name.
                let capital = name.find(char::is_uppercase).unwrap_or(0);
                name[capital..].trim_end_matches('.').to_owned()
            }));
        }
    }
    if let Some(titled) = &*TITLED {
        names.extend(
            titled
                .captures_iter(summary)
                .map(|found| found[1].to_owned()),
        );
    }
    if let Some(birthday) = &*BIRTHDAY
        && let Some(found) = birthday.captures(summary)
    {
        names.extend(
            found
                .iter()
                .skip(1)
                .flatten()
                .map(|m| m.as_str().to_owned()),
        );
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
