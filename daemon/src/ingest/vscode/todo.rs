//! Lists of tasks as editors and programs keep them: boxes with tags (Todo+, PlainTasks, TaskPaper), todo.txt, and
//! Taskwarrior's JSON.

mod boxed;
mod json;
mod txt;

use crate::ingest::About;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::when::When;
use crate::wording::{list, quoted};
use jiff::civil::{Date, Time};
use std::ops::Range;

pattern!(
    DATE,
    r"(\d{4}|\d{2})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2}))?"
);

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

/// Reads what only a program for tasks writes: its JSON, and lists whose lines are marked with days, places or projects.
pub(super) fn read_sure(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    kept(text, about, posts) || txt::is_marked(text) && read(text, about, posts)
}

/// Reads a program's JSON; `false` where the text is none.
fn kept(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let tasks = json::read(text, about);
    let any = !tasks.is_empty();
    tell(tasks, posts);
    any
}

/// Reads a list of tasks; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    if kept(text, about, posts) {
        return true;
    }
    let lines = || txt::filled(text);
    let all = lines().count();
    let boxes = lines().filter(|l| boxed::is_task(l)).count();
    let mut name = None;
    let tasks = if boxes >= 2 && boxes * 4 >= all {
        name = boxed::name(text);
        boxed::read(text)
    } else if about
        .filename
        .is_some_and(|f| f.ends_with("todo.txt") || f.ends_with("done.txt"))
        || txt::is_list(text)
    {
        txt::read(text)
    } else {
        return false;
    };
    posts.document.title = posts.document.title.take().or(name.map(Into::into));
    tell(tasks, posts);
    true
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
    // a thread of its own: a task without a date is not of the one before it
    let thread = posts.document.new_thread();
    posts.own(&told, &first.notes.join(" "), span, first.when, thread);
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

    #[test]
    fn tasks_in_json() {
        let text = r#"[
{"id":1,"description":"Sand the hull","due":"20240519T220000Z","entry":"20240501T090000Z","project":"boat","status":"pending"},
{"id":0,"description":"Buy paint","end":"20240503T081500Z","entry":"20240430T080000Z","status":"completed","annotations":[{"entry":"20240503T080000Z","description":"Bo has some"}]},
{"id":2,"description":"Oil the oars","entry":"20240430T080000Z","status":"waiting"}
]"#;
        let document = read_now(text);
        assert_eq!(
            told(&document),
            [
                "2024-05-20 I have to do “Sand the hull”, due on 20 May 2024, under boat.",
                "2024-05-03 10:15 I finished “Buy paint” on 3 May 2024 at 10:15: Bo has some",
                "I have to do “Oil the oars”.",
            ]
        );
        let threads: Vec<_> = document.passages.iter().map(|p| p.thread).collect();
        assert_eq!(threads, [0, 1, 2]);
    }
}
