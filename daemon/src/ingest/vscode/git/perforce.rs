//! `p4 changes`: a change's number, day and author on a line, its description below or behind.

use super::begins_with;
use super::date::date;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::vscode::commit::{self, Commit};

pattern!(
    CHANGE,
    r"^Change \d+ on (\d{4})/(\d{2})/(\d{2})( \d{2}:\d{2}:\d{2})? by ([^@\s]+)@\S+(?: \*(pending|shelved)\*)?(?: '(.*)')?$"
);
// a tag of the review's: "#rb ida"
pattern!(TAG, r"^#[a-z][\w-]*(?: \S+){0,3}$");

/// Reads such a list; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, posts: &mut Posts) -> bool {
    if !begins_with(text, &CHANGE) {
        return false;
    }
    let mut change: Option<Commit> = None;
    for (line, span) in lines::spanned(text) {
        if let Some(found) = CHANGE.captures(line) {
            commit::close(&mut change, posts);
            let time = found.get(4).map_or("", |time| time.as_str());
            let day = format!("{}-{}-{}{time}", &found[1], &found[2], &found[3]);
            let behind = found.get(7).map(|said| said.as_str().trim().to_owned());
            change = Some(Commit {
                author: found[5].to_owned(),
                when: date(&day),
                pending: found.get(6).is_some(),
                message: behind.into_iter().collect(),
                span,
                ..Commit::default()
            });
        } else if let Some(open) = change.as_mut().filter(|_| line.starts_with(['\t', ' '])) {
            let said = line.trim();
            if !TAG.is_match(said) {
                open.message.push(said.to_owned());
            }
            open.span.end = span.end;
        }
    }
    commit::close(&mut change, posts);
    true
}

#[cfg(test)]
mod tests {
    use crate::ingest::told::told;
    use crate::ingest::vscode::tests::read_now;

    #[test]
    fn changes_with_their_descriptions() {
        let list = "$ p4 changes -t -l //depot/...\nChange 12 on 2024/05/03 14:22:10 by ida@PC\n\n\tMend the pump\n\tIt leaked.\n\t#rb bo\n\n\
            Change 11 on 2024/05/02 09:03:55 by bo@BOX *pending*\n\n\tPaint it\n\n";
        assert_eq!(
            told(&read_now(list)),
            [
                "2024-05-03 14:22 ida committed “Mend the pump”: It leaked.",
                "2024-05-02 09:03 bo worked on “Paint it”.",
            ]
        );
        let short = "Change 12 on 2024/05/03 by ida@PC 'Mend the pump'\nChange 11 on 2024/05/02 by bo@BOX 'Paint it'\n";
        assert_eq!(
            told(&read_now(short)),
            [
                "2024-05-03 ida committed “Mend the pump”.",
                "2024-05-02 bo committed “Paint it”.",
            ]
        );
    }
}
