//! Fields that a tracker shows as changed among the words of a comment: "Status: Open → Closed", "assignee changed from
//! Ida to Bo". Nobody wrote them; who commented has changed them.

use crate::ingest::pattern::pattern;

pattern!(
    ARROW,
    r"^[-*•\s]*(\p{L}[\p{L} ]{1,24}?)\s*[:\t]\s*(?:(\S.{0,60}?)\s*)?(?:→|⇒|->|=>)\s*(\S.{0,60})$"
);
pattern!(
    FROM_TO,
    r"(?i)^[-*•\s]*(?:the )?(\p{L}[\p{L} ]{1,24}?) (?:was |has been )?(?:changed|set|updated)(?: from (.{1,60}?))? to (.{1,60}?)\.?$"
);

/// Fields of a tracker, in lower case; of all else an arrow says something else.
const FIELDS: [&str; 22] = [
    "status",
    "state",
    "assignee",
    "assigned to",
    "assigned",
    "owner",
    "priority",
    "severity",
    "resolution",
    "milestone",
    "target version",
    "fix version",
    "fix versions",
    "version",
    "component",
    "category",
    "type",
    "due date",
    "start date",
    "sprint",
    "labels",
    "% done",
];

/// The lines that somebody wrote, and what was changed: "the status from Open to Closed".
pub(super) fn parted(lines: &[String]) -> (Vec<&str>, Vec<String>) {
    let (mut written, mut changes) = (Vec::new(), Vec::new());
    for line in lines {
        match changed(line) {
            Some(change) => changes.push(change),
            None => written.push(line.as_str()),
        }
    }
    (written, changes)
}

fn changed(line: &str) -> Option<String> {
    /// Bytes of such a line at most.
    const LONGEST: usize = 200;
    if line.len() > LONGEST {
        return None;
    }
    let found = ARROW.captures(line).or_else(|| FROM_TO.captures(line))?;
    let field = found[1].trim().to_lowercase();
    if !FIELDS.contains(&field.as_str()) {
        return None;
    }
    // what was empty is shown as a rule
    let said = |value: &&str| value.contains(char::is_alphanumeric);
    let before = found.get(2).map(|m| m.as_str().trim()).filter(said);
    let from = before.map_or_else(String::new, |before| format!(" from {before}"));
    Some(format!("the {field}{from} to {}", found[3].trim()))
}

#[cfg(test)]
mod tests {
    use super::parted;
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn changes_and_words() {
        let lines = [
            "It has a lid.",
            "Status: Open → Closed",
            "Resolution:\t→ fixed",
            "* assignee changed from Ida Ek to Bo",
            "Menu: soup → bread",
        ];
        let (written, changes) = (lines.map(str::to_owned), &lines);
        let (written, said) = parted(&written);
        assert_eq!(written, [changes[0], changes[4]]);
        assert_eq!(
            said,
            [
                "the status from Open to Closed",
                "the resolution to fixed",
                "the assignee from Ida Ek to Bo"
            ]
        );
    }

    #[test]
    fn who_changed_them() {
        let text = "Soup boils over\n\nIda Ek added a comment - 2024-05-02 09:14\nIt does.\n\n\
            Bo Alm added a comment - 2024-05-03 11:00\nIt has a lid.\nStatus: Open → Closed\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-02 09:14 Ida Ek commented on issue, “Soup boils over”: It does.",
                "2024-05-03 11:00 Bo Alm commented on issue, “Soup boils over”: It has a lid.",
                "2024-05-03 11:00 Bo Alm changed the status from Open to Closed on issue, “Soup boils over”."
            ]
        );
    }
}
