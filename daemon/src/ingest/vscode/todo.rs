//! Lists of tasks as editors keep them: boxes with tags (Todo+, PlainTasks, TaskPaper), and todo.txt.

use crate::ingest::About;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::when::When;
use crate::wording::{list, quoted};
use jiff::civil::{Date, Time};
use memo_common::api::SourceType;
use std::ops::Range;

pattern!(
    BOX,
    r"^(\s*)(?:[-*+]\s+)?(☐|□|❑|▢|❍|⬜|✔|✓|☑|✅|■|✘|✗|☒|❌|\[[ xX+-]\])\s+(\S.*)$"
);
pattern!(
    TXT,
    r"^(x\s+)?(?:\(([A-Z])\)\s+)?((?:\d{4}-\d{2}-\d{2}\s+){0,2})(\S.*)$"
);
pattern!(PROJECT, r"^(\s*)(\S[^:]{0,80}):\s*(?:@\S.*)?$");
pattern!(TAG, r"(?:^|\s)@([\w-]+)(?:\(([^()]*)\))?");
pattern!(PAIR, r"(?:^|\s)(\w+):(\d{4}-\d{2}-\d{2})\b");
pattern!(CONTEXT, r"(?:^|\s)[+@](\S+)");
pattern!(
    DATE,
    r"(\d{4}|\d{2})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2}))?"
);

/// What a line of the editor's own is compared with.
const EDITOR: Medium = Medium::of(SourceType::Vscode);

/// Words from which a task says so much that it is told by itself.
const SAYING: usize = 6;

/// What has become of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Done,
    Cancelled,
}

/// A task with what is noted below it.
#[derive(Debug)]
struct Task {
    state: State,
    title: String,
    under: Vec<String>,
    notes: Vec<String>,
    when: Option<When>,
    indent: usize,
    span: Range<usize>,
}

/// Reads a list of tasks; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let lines = || text.lines().filter(|l| !l.trim().is_empty()).take(400);
    let all = lines().count();
    let boxes = lines()
        .filter(|l| {
            BOX.captures(l)
                .is_some_and(|c| !c[2].starts_with('[') || l.contains(" @"))
        })
        .count();
    let mut name = None;
    let tasks = if boxes >= 2 && boxes * 4 >= all {
        name = named(text);
        boxed(text)
    } else if about
        .filename
        .is_some_and(|f| f.ends_with("todo.txt") || f.ends_with("done.txt"))
        || lines().filter(|l| is_todo_txt(l)).count() * 5 >= all * 3 && all >= 3
    {
        plain(text)
    } else {
        return false;
    };
    posts.document.title = posts.document.title.take().or(name);
    tell(tasks, posts);
    true
}

/// The name of a list of boxes: its first line, where that is neither a box nor a project, nor a remark.
fn named(text: &str) -> Option<String> {
    let first = text.lines().find(|l| !l.trim().is_empty())?.trim();
    let plain = !BOX.is_match(first) && !PROJECT.is_match(first) && !is_remark(first);
    plain.then(|| first.trim_matches(['#', '=', '-', ' ']).to_owned())
}

/// A line that speaks of the list itself, as in code.
fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// Whether a line could be of no other list: it says by its marks when it was begun or done, or of what rank it is.
fn is_todo_txt(line: &str) -> bool {
    TXT.captures(line)
        .is_some_and(|c| c.get(2).is_some() || c.get(1).is_some() && !c[3].is_empty())
}

fn boxed(text: &str) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut projects: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim_end();
        let span = at..at + line.len();
        at += raw.len();
        let indent = line.len() - line.trim_start().len();
        if let Some(found) = BOX.captures(line) {
            projects.retain(|(depth, _)| *depth < indent || *depth == 0 && indent == 0);
            let state = match &found[2] {
                "☐" | "□" | "❑" | "▢" | "❍" | "⬜" | "[ ]" => State::Open,
                "✘" | "✗" | "☒" | "❌" | "[-]" => State::Cancelled,
                _ => State::Done,
            };
            let (title, when, state, project) = tagged(&found[3], state);
            let mut under: Vec<String> = projects.iter().map(|(_, p)| p.clone()).collect();
            under.extend(project);
            tasks.push(Task {
                state,
                title,
                under,
                notes: Vec::new(),
                when,
                indent,
                span,
            });
            open = true;
        } else if line.trim().is_empty() || furniture::is_line(line, EDITOR) || is_remark(line) {
            continue;
        } else if let (Some(task), true) = (tasks.last_mut(), open)
            && indent > task.indent
        {
            let (note, ..) = tagged(line.trim(), State::Open);
            task.notes.push(note);
            task.span.end = span.end;
        } else if let Some(found) = PROJECT.captures(line) {
            projects.retain(|(depth, _)| *depth < indent);
            projects.push((indent, found[2].trim_start_matches('#').trim().to_owned()));
            open = false;
        } else if tasks.is_empty() && projects.is_empty() {
            // the list's name
            continue;
        } else {
            tasks.push(Task {
                state: State::Open,
                title: line.trim().to_owned(),
                under: projects.iter().map(|(_, p)| p.clone()).collect(),
                notes: Vec::new(),
                when: None,
                indent,
                span,
            });
            open = false;
        }
    }
    tasks
}

/// A task's words without its tags, its time by its state (done, cancelled, due), its state, and the project it was in.
fn tagged(text: &str, state: State) -> (String, Option<When>, State, Option<String>) {
    let mut state = state;
    let (mut settled, mut due, mut project) = (None, None, None);
    for tag in TAG.captures_iter(text) {
        let value = tag.get(2).map_or("", |m| m.as_str());
        match tag[1].to_lowercase().as_str() {
            "done" | "finished" | "completed" => {
                state = State::Done;
                settled = date(value);
            }
            "cancelled" | "canceled" => {
                state = State::Cancelled;
                settled = date(value);
            }
            "due" | "deadline" | "start" | "scheduled" | "remind" => due = due.or(date(value)),
            "project" => project = value.rsplit('.').next().map(str::to_owned),
            _ => {}
        }
    }
    let title = TAG.replace_all(text, "").trim().to_owned();
    let when = if state == State::Open { due } else { settled };
    (title, when, state, project.filter(|p| !p.is_empty()))
}

fn plain(text: &str) -> Vec<Task> {
    let mut tasks = Vec::new();
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim_end();
        let span = at..at + line.len();
        at += raw.len();
        let Some(found) = TXT.captures(line) else {
            continue;
        };
        let done = found.get(1).is_some();
        let due = PAIR
            .captures_iter(&found[4])
            .find(|p| matches!(&p[1], "due" | "t"));
        let when = if done {
            date(&found[3])
        } else {
            due.and_then(|p| date(&p[2]))
        };
        let under = CONTEXT
            .captures_iter(&found[4])
            .filter(|c| c[0].trim_start().starts_with('+'))
            .map(|c| c[1].to_owned())
            .collect();
        let title = PAIR.replace_all(&found[4], "");
        tasks.push(Task {
            state: if done { State::Done } else { State::Open },
            title: CONTEXT.replace_all(&title, "").trim().to_owned(),
            under,
            notes: Vec::new(),
            when,
            indent: 0,
            span,
        });
    }
    tasks
}

/// `19-05-13 09:12`, `2019-05-13`.
fn date(text: &str) -> Option<When> {
    let found = DATE.captures(text)?;
    let small = |n: usize| found.get(n)?.as_str().parse::<i8>().ok();
    let year: i16 = found[1].parse().ok()?;
    let year = if found[1].len() == 2 {
        2000 + year
    } else {
        year
    };
    let day = Date::new(year, small(2)?, small(3)?).ok()?;
    let time = small(4)
        .zip(small(5))
        .and_then(|(h, m)| Time::new(h, m, 0, 0).ok());
    Some(When::on(day, time))
}

/// Each task with a time or a note by itself; what is only listed, with its neighbours of the same state and place.
fn tell(tasks: Vec<Task>, posts: &mut Posts) {
    let mut list: Vec<Task> = Vec::new();
    for task in tasks.into_iter().filter(|t| !t.title.is_empty()) {
        let alone = task.when.is_some()
            || !task.notes.is_empty()
            || task.title.split_whitespace().count() >= SAYING;
        let same = list
            .last()
            .is_some_and(|l| l.state == task.state && l.under == task.under && list.len() < 6);
        if alone || !same {
            tell_list(std::mem::take(&mut list), posts);
        }
        if alone {
            tell_list(vec![task], posts);
        } else {
            list.push(task);
        }
    }
    tell_list(list, posts);
}

fn tell_list(tasks: Vec<Task>, posts: &mut Posts) {
    let (Some(first), Some(last)) = (tasks.first(), tasks.last()) else {
        return;
    };
    let titles: Vec<String> = tasks.iter().map(|t| quoted(&t.title)).collect();
    let titles = list(&titles);
    let at = first.when.map(|w| w.in_words());
    let on = at.map(|at| match first.state {
        State::Open => format!(", due on {at}"),
        _ => format!(" on {at}"),
    });
    let did = match first.state {
        State::Open => "I have to do",
        State::Done => "I finished",
        State::Cancelled => "I dropped",
    };
    let under = match &first.under[..] {
        [] => String::new(),
        names => format!(", under {}", names.join(", ")),
    };
    let told = format!("{did} {titles}{}{under}", on.unwrap_or_default());
    let span = first.span.start..last.span.end;
    posts.own(&told, &first.notes.join(" "), span, first.when, 0);
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn boxes_with_tags() {
        let text = "Soup:\n  Sprint 2:\n    ✔ pot leaks @critical @done(24-05-13 15:40) @lasted(6h)\n      Ida found it. I mended it\n    ✘ dynamic salt @cancelled(24-05-14 10:55)\n\
            \x20   ☐ tasting @high @due(24-05-18 14:00)\n    ☐ spoons @low\n    ☐ forks\n\nArchive:\n  ✔ new lid @done(24-05-02 11:08) @project(Soup.Sprint 1)\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-13 15:40 I finished “pot leaks” on 13 May 2024 at 15:40, under Soup, Sprint 2: Ida found it. I mended it",
                "2024-05-14 10:55 I dropped “dynamic salt” on 14 May 2024 at 10:55, under Soup, Sprint 2.",
                "2024-05-18 14:00 I have to do “tasting”, due on 18 May 2024 at 14:00, under Soup, Sprint 2.",
                "I have to do “spoons” and “forks”, under Soup, Sprint 2.",
                "2024-05-02 11:08 I finished “new lid” on 2 May 2024 at 11:08, under Archive, Sprint 1.",
            ]
        );
    }

    #[test]
    fn what_says_much_stands_alone() {
        let text = "Home:\n  ☐ gas cylinder\n  ☐ spoons\n  ☐ lid for Ida, Sat 5 Jul 10:30, harbour shop\n\n# Todo+ | 3 pending | UTF-8 | LF | Ln 31, Col 1\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "I have to do “gas cylinder” and “spoons”, under Home.",
                "I have to do “lid for Ida, Sat 5 Jul 10:30, harbour shop”, under Home.",
            ]
        );
    }

    #[test]
    fn lines_of_todo_txt() {
        let text = "(A) 2024-05-01 call Bo about the boat +boat @phone due:2024-05-20\nx 2024-05-03 2024-05-01 buy paint +boat\n(B) 2024-05-02 sand the hull +boat\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-20 I have to do “call Bo about the boat”, due on 20 May 2024, under boat.",
                "2024-05-03 I finished “buy paint” on 3 May 2024, under boat.",
                "I have to do “sand the hull”, under boat.",
            ]
        );
    }
}
