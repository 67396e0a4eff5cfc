//! A memory as a text to be edited: a line for each field, an empty line, and the account.

use crate::error::{Failure, Result};
use memo_common::api::{Content, MemoryDetail, MemoryPatch};

const HEAD: &str = "\
# Put right what is wrong, save, and close. Names and tags stand with ; between them.
# A field whose line you remove goes back to what was read; an empty one holds nothing.
";

/// What stands between names.
const BETWEEN: &str = "; ";

/// The memory as a text.
pub(super) fn written(memory: &MemoryDetail) -> String {
    let Content {
        narrative,
        participants,
        when,
        place,
        tags,
        ..
    } = &memory.memory.content;
    format!(
        "{HEAD}when: {when}\nwhere: {}\nparticipants: {}\ntags: {}\n\n{narrative}\n",
        place.as_deref().unwrap_or_default(),
        participants.join(BETWEEN),
        tags.join(BETWEEN),
    )
}

/// What a person changed in that text.
pub(super) fn read(memory: &MemoryDetail, text: &str) -> Result<MemoryPatch> {
    let content = &memory.memory.content;
    let (mut when, mut place, mut participants, mut tags) = (None, None, None, None);
    let mut lines = text.lines();
    for line in lines.by_ref().skip_while(|line| line.starts_with('#')) {
        if line.trim().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let field = match name.trim() {
            "when" => &mut when,
            "where" => &mut place,
            "participants" => &mut participants,
            "tags" => &mut tags,
            _ => {
                return Err(Failure::usage(format!("\"{line}\" is no field"))
                    .hint("keep an empty line between the fields and the account"));
            }
        };
        *field = Some(value.trim().to_owned());
    }
    let narrative = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
    let list = |text: &String| {
        let names = text.split(';').map(str::trim).filter(|n| !n.is_empty());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    // A field that was never put right is as it was read already.
    let read = memory.read.clone().unwrap_or_default();
    fn one<T: PartialEq>(now: Option<T>, before: &T, corrected: bool) -> Option<Option<T>> {
        match now {
            Some(now) => (now != *before).then_some(Some(now)),
            None => corrected.then_some(None),
        }
    }
    Ok(MemoryPatch {
        narrative: one(
            (!narrative.is_empty()).then_some(narrative),
            &content.narrative.trim().to_owned(),
            read.narrative.is_some(),
        ),
        participants: one(
            participants.as_ref().map(list),
            &content.participants,
            read.participants.is_some(),
        ),
        when: one(when, &content.when, read.when.is_some()),
        place: one(
            place,
            &content.place.clone().unwrap_or_default(),
            read.place.is_some(),
        ),
        tags: one(tags.as_ref().map(list), &content.tags, read.tags.is_some()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::{Correction, Memory};

    fn memory() -> MemoryDetail {
        MemoryDetail {
            memory: Memory {
                custom_id: "notes_memory_0".into(),
                item_id: "notes".into(),
                score: 0.0,
                content: Content {
                    narrative: "I met Ana.\n# twice".into(),
                    participants: vec!["Ana Lima".into(), "Bo".into()],
                    when: "2026-05-03".into(),
                    place: None,
                    entities: vec![],
                    tags: vec!["budget".into()],
                },
            },
            source: vec![],
            read: Some(Correction {
                when: Some("2026".into()),
                ..Correction::default()
            }),
        }
    }

    #[test]
    fn what_is_left_alone_changes_nothing() {
        let memory = memory();
        let patch = read(&memory, &written(&memory)).expect("read");
        assert!(patch.is_empty(), "{patch:?}");
    }

    #[test]
    fn what_was_changed_is_seen() {
        let memory = memory();
        let text = written(&memory)
            .replace("when: 2026-05-03\n", "")
            .replace("where: ", "where: Lisbon")
            .replace("Ana Lima; Bo", "Ana Lima;")
            .replace("tags: budget\n", "")
            .replace("I met Ana.", "I met Anna.");
        let patch = read(&memory, &text).expect("read");
        assert_eq!(
            patch,
            MemoryPatch {
                narrative: Some(Some("I met Anna.\n# twice".into())),
                participants: Some(Some(vec!["Ana Lima".into()])),
                when: Some(None),
                place: Some(Some("Lisbon".into())),
                tags: None,
            }
        );
    }

    #[test]
    fn an_account_in_the_place_of_fields_is_refused() {
        assert!(read(&memory(), "when: 2026\nI met Ana.\n").is_err());
    }
}
