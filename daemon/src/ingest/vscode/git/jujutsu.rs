//! `jj log`: a change's identifiers, author and time on a line, its description below, a graph drawn before both.

use super::begins_with;
use super::date::date;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::vscode::commit::{self, Commit};

pattern!(
    CHANGE,
    r"^[^\p{L}\d]*[k-z]{8,32}(?:/\d+)? (\S+) (\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})(?: \S+)*? [0-9a-f]{7,40}(?: \(?conflict\)?| \(?divergent\)?)?$"
);
pattern!(DRAWN, r"^[\s|│├─╯╭╮╰┤┬┴~○◆◉●×@*+/\\]+");

/// Reads such a log; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, posts: &mut Posts) -> bool {
    if !begins_with(text, &CHANGE) {
        return false;
    }
    let mut change: Option<Commit> = None;
    for (line, span) in lines::spanned(text) {
        if let Some(found) = CHANGE.captures(line) {
            commit::close(&mut change, posts);
            let mut open = Commit {
                when: date(&found[2]),
                span,
                ..Commit::default()
            };
            // of an author only the address is shown
            if found[1].contains('@') {
                open.email = Some(found[1].to_owned());
            }
            found[1]
                .split('@')
                .next()
                .unwrap_or_default()
                .clone_into(&mut open.author);
            change = Some(open);
            continue;
        }
        let said = DRAWN.replace(line, "");
        let said = said.strip_prefix("(empty)").unwrap_or(&said).trim();
        if let Some(open) = change.as_mut().filter(|_| !said.is_empty())
            && said != "(no description set)"
            && open.message.is_empty()
        {
            open.message.push(said.to_owned());
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
    fn a_log_with_its_graph() {
        let log = "@  qpvuntsm ida@a.example 2024-05-03 10:12:44 f3a1b2c4\n│  Mend the pump\n○  kkmpptxz ida@a.example 2024-05-02 18:20:03 main git_head() 4b825dc6\n\
            │  (empty) (no description set)\n│ ○  zsuskuln bo@a.example 2024-05-01 09:11:40 push-zsus 90aa11bb\n├─╯  Paint it\n~\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-05-03 10:12 ida committed “Mend the pump”.",
                "2024-05-01 09:11 bo committed “Paint it”.",
            ]
        );
    }
}
