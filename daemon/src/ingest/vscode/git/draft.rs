//! A commit's message as git hands it to an editor: the message, and below it comments on what is committed.

use super::date::date;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::vscode::commit::Commit;

pattern!(
    ASKS,
    r"(?m)^[#;] (?:Please enter the commit message for your changes|Bitte geben Sie eine Commit-Beschreibung|Veuillez saisir le message de validation|-{8,} >8 -{8,})"
);
pattern!(
    NOTE,
    r"^[#;]\s*(?:(Author|Date):\s+(\S.*)|(?:modified|new file|deleted|renamed|copied|typechange):\s+(?:\S+ -> )?(\S+))$"
);

/// Reads such a message; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, posts: &mut Posts) -> bool {
    let Some(asks) = ASKS.find(text) else {
        return false;
    };
    let sign = &text[asks.start()..asks.start() + 1];
    let mut draft = Commit::default();
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim_end();
        at += raw.len();
        if !line.starts_with(sign) {
            draft.message.push(line.to_owned());
            draft.span.end = at;
            continue;
        }
        // below the scissors stands the difference
        if line.contains(">8 ---") {
            break;
        }
        if let Some(note) = NOTE.captures(line) {
            match (note.get(1).map(|m| m.as_str()), note.get(2), note.get(3)) {
                (Some("Author"), Some(who), _) => draft.sign(who.as_str()),
                (Some(_), Some(day), _) => draft.when = date(day.as_str()),
                (_, _, Some(file)) => draft.files.push(file.as_str().to_owned()),
                _ => {}
            }
        }
    }
    draft.tell(posts);
    true
}

#[cfg(test)]
mod tests {
    use crate::ingest::told::told;
    use crate::ingest::vscode::tests::read_now;

    #[test]
    fn a_message_being_written() {
        let draft = "pump: mend the seal\n\nIt leaked since\nFriday.\n\n# Please enter the commit message for your changes. Lines starting\n\
            # with '#' will be ignored.\n#\n# Date:      Fri May 3 18:20:03 2024 +0200\n#\n# On branch seal\n# Changes to be committed:\n\
            #\tmodified:   src/pump.rs\n#\n# ------------------------ >8 ------------------------\ndiff --git a/src/pump.rs b/src/pump.rs\n-a\n+b\n";
        assert_eq!(
            told(&read_now(draft)),
            [
                "2024-05-03 18:20 I committed “pump: mend the seal”: It leaked since Friday.\nFiles: src/pump.rs."
            ]
        );
    }
}
