//! Terminal sessions and shell histories: what was run, and what it said at its end; what was noted behind `#`, and the
//! commits that a log showed.

mod run;

use super::git;
use super::prompt::Prompts;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::stamp;
use crate::ingest::{About, Kind, Passage};
use crate::when::When;
use jiff::civil::Date;
use memo_common::api::SourceType;
use run::{Run, What, echoed, ends_with};

pattern!(
    PROMPT,
    r"^(?:\[?(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?|\d{1,2}:\d{2}(?::\d{2})?)\]?\s+)?(?:\([\w.-]+\)\s*)?(?:[\w.-]+@[\w.-]+(?:[:\s]\s*([~/][^\s$#%❯]*))?\s*(?:\([^)]*\)\s*)?[$#%❯]|PS [A-Z]:[^>]*>|[$❯➜%]|([~/][\w./~-]*)\s*(?:\([^)]*\)\s*)?[$❯➜%])\s+(\S.*)$"
);
pattern!(
    ABOVE,
    r"^\S*[\w.-]+@[\w.-]+[:\s]\s*([~/]\S*)(?:\s\([^)]*\))?(?:\s+\[?(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?|\d{1,2}:\d{2}(?::\d{2})?)\]?)?$"
);
pattern!(STAMPED, r"^\[(\d{1,2}:\d{2}(?::\d{2})?)\]\s+(\S.*)$");
pattern!(ZSH, r"^: (\d{9,11}):\d+;(.+)$");
pattern!(BASH_TIME, r"^#(\d{9,11})$");
pattern!(
    NUMBERED,
    r"^\s*\d{1,6}\s{1,2}(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?)\s+(\S.*)$"
);
pattern!(
    TASK,
    r"^\s*\d{1,6}[.):]?\s+(?:\[ ?\]\s+)?(?:\([A-Z]\)\s+)?(\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?)?\s*(\S.*\p{L}.*)$"
);
pattern!(
    COUNTED,
    r"(?i)^\s*\d+ (?:of \d+ )?(?:open|done|pending|completed?|overdue|tasks?|items?|to-?dos?|shown)\b"
);
pattern!(ESCAPE, r"\x1b\[[0-9;?]*[A-Za-z]");
pattern!(
    TELLING,
    r"(?i)\b(?:error|failed|failure|passed|warning|finished|success|deployed|released|done|denied|refused|not found|timed? ?out|panicked|ok\b|listening|published|pushed)"
);

/// Commands that say nothing by themselves.
const SILENT: [&str; 12] = [
    "ls", "ll", "la", "cd", "clear", "pwd", "exit", "history", "cls", "dir", "top", "htop",
];

/// What a line of the editor's own is compared with.
const EDITOR: Medium = Medium::of(SourceType::Vscode);

/// Words of one memory's commands.
const FULL: usize = 45;

/// Silence that ends a stretch of work, in minutes.
const SILENCE: i64 = 30;

pattern!(
    STARTED,
    r"^Script started on (\d{4}-\d{2}-\d{2}|\w{3} \d{1,2} \w{3} \d{4})"
);
pattern!(
    GIT_STATE,
    r"^[\w.~/-]+\s+git:\([^)]*\)\s+(?:[✗✘±*]\s+)?(\S.*)$"
);

/// Reads a session; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let prompts = Prompts::of(text);
    let head = text.lines().take(200).filter(|l| !l.trim().is_empty());
    let (lines, hits) = head.fold((0, 0), |(n, h), line| {
        let hit = PROMPT.is_match(line)
            || ZSH.is_match(line)
            || BASH_TIME.is_match(line)
            || NUMBERED.is_match(line)
            || prompts.line(line).is_some();
        (n + 1, h + usize::from(hit))
    });
    if hits == 0 || (hits * 12 < lines && hits < 3) {
        return false;
    }
    let runs = runs(text, &prompts, about, posts);
    let mut group: Vec<Run> = Vec::new();
    let mut thread = 0;
    for run in runs {
        if run.what != What::Command {
            tell(std::mem::take(&mut group), thread, posts);
            beside(&run, text, about, thread, posts);
            continue;
        }
        let words: usize = group.iter().map(|r| r.words()).sum();
        let apart = group.last().is_some_and(|last| {
            last.folder.is_some() && run.folder.is_some() && last.folder != run.folder
                || silence(last.when, run.when)
        });
        if !group.is_empty() && (apart || words + run.words() > FULL) {
            tell(std::mem::take(&mut group), thread, posts);
            thread += u32::from(apart);
        }
        group.push(run);
    }
    tell(group, thread, posts);
    true
}

/// A note, as it is written; a log's commits as commits, where it shows any.
fn beside(run: &Run, text: &str, about: &About<'_>, thread: u32, posts: &mut Posts) {
    let passages = posts.document.passages.len();
    match run.what {
        What::Note => {
            let comment = || run.command.trim_start_matches('#').trim();
            let said = echoed(&run.command).unwrap_or_else(comment);
            let mut passage = Passage::new(Kind::Prose, said, run.span.clone());
            passage.when = run.when;
            passage.thread = thread;
            if said.chars().any(char::is_alphabetic) {
                posts.document.passages.push(passage);
            }
        }
        What::Log => {
            let shown = text.get(run.output.clone()).unwrap_or_default();
            git::read(shown, about, posts);
        }
        What::Shown | What::Written => {
            let shown = text.get(run.output.clone()).unwrap_or_default();
            let todo = run.command.to_lowercase().contains("todo");
            let end = (run.what == What::Written)
                .then(|| ends_with(&run.command))
                .flatten();
            for mut line in lines::of(shown, run.output.start) {
                if end.is_some() {
                    // the shell's sign for a command that goes on
                    line.text = line
                        .text
                        .strip_prefix("> ")
                        .unwrap_or(&line.text)
                        .to_owned()
                        .into();
                }
                if end == Some(line.text.trim()) || end.is_some() && line.text.trim() == ">" {
                    continue;
                }
                let item = lines::item_text(&line.text).map(str::to_owned);
                let kind = item.as_ref().map_or(Kind::Prose, |_| Kind::Item {
                    task: todo.then_some(false),
                });
                let said = item.unwrap_or_else(|| line.text.trim().to_owned());
                if said.chars().any(char::is_alphabetic) && !furniture::is_line(&said, EDITOR) {
                    let mut passage = Passage::new(kind, said, line.span);
                    passage.when = run.when;
                    passage.thread = thread;
                    posts.document.passages.push(passage);
                }
            }
        }
        What::Tasks => {
            let shown = text.get(run.output.clone()).unwrap_or_default();
            for line in lines::of(shown, run.output.start) {
                if let Some(found) = TASK.captures(&line.text)
                    && !COUNTED.is_match(&line.text)
                {
                    let due = found
                        .get(1)
                        .and_then(|at| when(at.as_str(), about.reference.date()));
                    let title = found[2].trim().replace(['“', '”', '"'], "'");
                    let mut told = format!("I have to do “{title}”");
                    if let Some(due) = due {
                        told.push_str(&format!(", due on {}", due.in_words()));
                    }
                    posts.own(&told, "", line.span, due.or(run.when), thread);
                }
            }
        }
        What::Command => {}
    }
    if run.what == What::Log {
        for passage in &mut posts.document.passages[passages..] {
            passage.span.start += run.output.start;
            passage.span.end += run.output.start;
        }
    }
}

/// Whether a stretch of work has ended between two times.
fn silence(before: Option<When>, after: Option<When>) -> bool {
    let moment = |when: Option<When>| when?.start.moment();
    moment(before)
        .zip(moment(after))
        .is_some_and(|(a, b)| b.duration_since(a) > jiff::SignedDuration::from_mins(SILENCE))
}

fn runs(text: &str, prompts: &Prompts, about: &About<'_>, posts: &Posts) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut stamped: Option<When> = None;
    // a prompt's first line, where its mark stands on the next
    let mut above: (Option<String>, Option<When>) = (None, None);
    let started = text
        .lines()
        .next()
        .and_then(|first| STARTED.captures(first))
        .and_then(|c| {
            stamp::take(&c[1])
                .0
                .day?
                .date(false, about.reference.year())
        });
    let day = started.unwrap_or_else(|| about.reference.date());
    // Output before the first command, or below one that says nothing, is nobody's.
    let mut open = false;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let span = at..at + raw.trim_end().len();
        at += raw.len();
        let clean = ESCAPE.replace_all(raw.trim_end(), "");
        let line = clean.as_ref();
        let found = if let Some(c) = ZSH.captures(line) {
            Some((c[2].to_owned(), None, posts.instant(&c[1])))
        } else if let Some(c) = BASH_TIME.captures(line) {
            stamped = posts.instant(&c[1]);
            open = false;
            continue;
        } else if let Some(c) = NUMBERED
            .captures(line)
            .filter(|_| !(open && runs.last().is_some_and(|run| run.what == What::Tasks)))
        {
            Some((c[2].to_owned(), None, when(&c[1], day)))
        } else if let Some(found) = prompts.line(line) {
            let at = found.clock.and_then(|clock| when(clock, day));
            let above = std::mem::take(&mut above);
            if found.command.is_empty() {
                open = false;
                continue;
            }
            let folder = found.folder.map(str::to_owned).or(above.0);
            Some((found.command.to_owned(), folder, at.or(above.1)))
        } else if let Some(c) = PROMPT.captures(line) {
            let folder = c.get(2).or_else(|| c.get(3)).map(|m| m.as_str().to_owned());
            let at = c.get(1).and_then(|m| when(m.as_str(), day));
            let above = std::mem::take(&mut above);
            Some((c[4].to_owned(), folder.or(above.0), at.or(above.1)))
        } else if let Some(c) = ABOVE.captures(line) {
            let at = c.get(2).and_then(|m| when(m.as_str(), day));
            above = (Some(c[1].to_owned()), at);
            open = false;
            continue;
        } else if line.trim() == "$" {
            open = false;
            continue;
        } else {
            stamped.take().map(|at| (line.to_owned(), None, Some(at)))
        };
        match found {
            Some((mut command, folder, mut at_prompt)) => {
                // a clock behind the prompt's sign
                if let Some(found) = STAMPED.captures(&command) {
                    at_prompt = at_prompt.or_else(|| when(&found[1], day));
                    command = found[2].to_owned();
                }
                let name = command.split_whitespace().next().unwrap_or_default();
                // `➜  soup git:(main) ✗ cargo test`
                let command = GIT_STATE
                    .captures(&command)
                    .map_or(command.as_str(), |c| c.get(1).map_or("", |m| m.as_str()))
                    .to_owned();
                open = !SILENT.contains(&name);
                if open {
                    let noted = name.starts_with('#') || echoed(&command).is_some();
                    let most = if noted { 2000 } else { 200 };
                    runs.push(Run {
                        what: What::of(&command),
                        output: at..at,
                        command: command.trim().chars().take(most).collect(),
                        folder,
                        when: at_prompt,
                        ended: None,
                        tells: false,
                        span,
                    });
                }
            }
            None if open && !line.trim().is_empty() && !furniture::is_line(line, EDITOR) => {
                if let Some(run) = runs.last_mut() {
                    run.output.end = at;
                    let tells = TELLING.is_match(line);
                    if tells || !run.tells {
                        run.ended = Some(line.trim().chars().take(160).collect());
                    }
                    run.tells |= tells;
                    run.span.end = span.end;
                }
            }
            None => {}
        }
    }
    runs
}

/// The time of a prompt or history; `today` is the day of a time alone.
fn when(text: &str, today: Date) -> Option<When> {
    let (stamp, _) = stamp::take(text);
    let date = match stamp.day {
        Some(day) => day.date(false, today.year())?,
        None => today,
    };
    Some(
        stamp
            .time
            .map_or(When::day(date), |t| When::minute(date.to_datetime(t))),
    )
}

fn tell(group: Vec<Run>, thread: u32, posts: &mut Posts) {
    let (Some(first), Some(last)) = (group.first(), group.last()) else {
        return;
    };
    let span = first.span.start..last.span.end;
    let mut told = "In the terminal".to_owned();
    if let Some(folder) = group.iter().find_map(|r| r.folder.as_ref()) {
        told.push_str(&format!(", in {folder},"));
    }
    let runs: Vec<String> = group.iter().map(Run::told).collect();
    told.push_str(&format!(" I ran {}", runs.join("; then ")));
    posts.own(&told, "", span, first.when, thread);
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read_now, shown};

    #[test]
    fn a_session_and_a_history() {
        let session = "ida@pc:~/soup$ cd src\nida@pc:~/soup$ cargo test\nrunning 3 tests\ntest result: ok. 3 passed\n\nida@pc:~/soup$ git push\nEverything up-to-date\n";
        assert_eq!(
            shown(&read_now(session)),
            [
                "In the terminal, in ~/soup, I ran “cargo test”, which ended with “test result: ok. 3 passed”; then “git push”, which ended with “Everything up-to-date”."
            ]
        );
        let logged = "Script started on 2024-05-02 20:58:02+02:00 [TERM=\"xterm\"]\n[20:58:07] ida@pc:~/soup$ git log -1 --oneline\n1a2b3c4 Mend the lid\n\
            [20:59:10] ida@pc:~/soup$ # Bo wants it hot before the tasting tomorrow at 9\n[21:00:00] ida@pc:~/soup$ make soup\ndone\n";
        assert_eq!(
            shown(&read_now(logged)),
            [
                "I committed “Mend the lid”.",
                "2024-05-02 20:59 Bo wants it hot before the tasting tomorrow at 9",
                "2024-05-02 21:00 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”.",
            ]
        );
        assert_eq!(
            shown(&read_now(
                "➜  soup git:(main) ✗ make soup\ndone\n➜  soup git:(main) make bread\n"
            )),
            ["In the terminal I ran “make soup”, which ended with “done”; then “make bread”."]
        );
        let two_lines = "ida@pc ~/soup (main) [2024-05-02 09:02:14]\n$ make soup\ndone\nida@pc ~/soup (main) [2024-05-02 17:40:19]\n$ cat TODO.txt\n- taste with Bo, fri 13:15\n- spoons\nida@pc ~/soup (main) [2024-05-02 17:41:02]\n$\n *  Terminal will be reused by tasks, press any key to close it.\n";
        assert_eq!(
            shown(&read_now(two_lines)),
            [
                "2024-05-02 09:02 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”.",
                "2024-05-02 17:40 taste with Bo, fri 13:15",
                "2024-05-02 17:40 spoons",
            ]
        );
        let tasks = "ida@pc ~/soup (main) [09:12:11] $ todo ls\n 27  2024-05-17 12:00  taste with Bo\n 31                    buy spoons\n2 open. todo 3 - star us!\nida@pc ~/soup (main) [09:13:00] $ git log -1 --format='%h %an %ad%n%B'\n1a2b3c4 Bo Alm Tue May 14 18:39:51 2024 +0200\nMend the lid\n\nIt leaked.\nida@pc ~/soup (main) [09:14:00] $ exit\n";
        assert_eq!(
            shown(&read_now(tasks)),
            [
                "2024-05-17 12:00 I have to do “taste with Bo”, due on 17 May 2024 at 12:00.",
                "2024-05-16 09:12 I have to do “buy spoons”.",
                "2024-05-14 18:39 Bo Alm committed “Mend the lid”: It leaked.",
            ]
        );
        let behind = "ida@pc:~/soup$ [09:04:19] make soup\ndone\nida@pc:~/soup$ [09:05:02] exit\n";
        assert_eq!(
            shown(&read_now(behind)),
            [
                "2024-05-16 09:04 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”."
            ]
        );
        let written = "[20:58:07] ida@pc:~/soup$ echo \"rang Bo about the lid\" >> NOTES.md\n[20:59:10] ida@pc:~/soup$ cat >> NOTES.md <<EOF\n> tasting = fri 24 may, 10 to 4, Alder Hall\n> - buy spoons\n> EOF\n\
            [21:00:00] ida@pc:~/soup$ git log -1 --format='%an %ad%n%s'\nBo Alm Tue May 14 18:39:51 2024 +0200\nMend the lid\n";
        assert_eq!(
            shown(&read_now(written)),
            [
                "2024-05-16 20:58 rang Bo about the lid",
                "2024-05-16 20:59 tasting = fri 24 may, 10 to 4, Alder Hall",
                "2024-05-16 20:59 buy spoons",
                "2024-05-14 18:39 Bo Alm: Bo Alm committed “Mend the lid”.",
            ]
        );
        let history = ": 1714723200:0;make soup\n: 1714740000:0;make bread\n";
        assert_eq!(
            shown(&read_now(history)),
            [
                "2024-05-03 10:00 In the terminal I ran “make soup”.",
                "2024-05-03 14:40 In the terminal I ran “make bread”."
            ]
        );
    }
}
