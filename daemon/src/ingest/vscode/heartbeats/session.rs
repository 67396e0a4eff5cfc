//! A session of work on one project, and how it is told.

use crate::when::MONTHS;
use crate::wording::{list, quoted};
use jiff::SignedDuration;
use jiff::civil::DateTime;
use std::ops::Range;

/// Silence that ends a session, in minutes. Two beats of one session may lie a while apart where the file is only read.
const SILENCE: i64 = 45;

/// Files named in the telling.
pub(super) const FILES: usize = 5;

/// Most of what is kept of a session's files, branches, languages.
const KEPT: usize = 200;

/// What was open.
pub(super) enum What {
    /// A file, in the editor.
    File(String),
    /// A window, by its title.
    Window(String),
}

/// What an editor says of one moment, or of some time from it on.
pub(super) struct Beat {
    pub(super) project: Option<String>,
    pub(super) what: What,
    pub(super) branch: Option<String>,
    /// What was done: "coding", "writing tests".
    pub(super) doing: Option<String>,
    pub(super) language: Option<String>,
    pub(super) added: u64,
    pub(super) removed: u64,
    pub(super) from: DateTime,
    pub(super) to: DateTime,
    pub(super) span: Range<usize>,
}

/// Work on one project without a long break.
#[derive(Default)]
pub(super) struct Session {
    pub(super) project: Option<String>,
    pub(super) branches: Vec<String>,
    pub(super) files: Vec<String>,
    /// The windows that were open, each with how long, in seconds; there are no files then.
    windows: Vec<(String, i64)>,
    doing: Vec<String>,
    pub(super) languages: Vec<String>,
    added: u64,
    removed: u64,
    pub(super) from: DateTime,
    pub(super) to: DateTime,
    pub(super) span: Range<usize>,
}

/// The sessions that these beats make up, in the order of time.
pub(super) fn of(mut beats: Vec<Beat>) -> Vec<Session> {
    beats.sort_by_key(|beat| beat.from);
    let mut sessions: Vec<Session> = Vec::new();
    for beat in beats {
        let same = |s: &Session| {
            s.project == beat.project
                && s.windows.is_empty() == matches!(beat.what, What::File(_))
                && beat.from.duration_since(s.to) <= SignedDuration::from_mins(SILENCE)
        };
        if !sessions.last().is_some_and(same) {
            sessions.push(Session {
                project: beat.project.clone(),
                from: beat.from,
                to: beat.to,
                span: beat.span.clone(),
                ..Session::default()
            });
        }
        if let Some(session) = sessions.last_mut() {
            session.take(beat);
        }
    }
    sessions
}

impl Session {
    /// Takes in a beat.
    fn take(&mut self, beat: Beat) {
        self.to = self.to.max(beat.to);
        self.span.start = self.span.start.min(beat.span.start);
        self.span.end = self.span.end.max(beat.span.end);
        match beat.what {
            What::File(path) => {
                let path = short_path(&path, beat.project.as_deref());
                add(&mut self.files, Some(path));
            }
            What::Window(title) => {
                let lasting = beat.to.duration_since(beat.from).as_secs();
                match self.windows.iter().position(|(known, _)| *known == title) {
                    Some(n) => self.windows[n].1 += lasting,
                    None if self.windows.len() < KEPT => self.windows.push((title, lasting)),
                    None => {}
                }
            }
        }
        add(&mut self.branches, beat.branch);
        add(&mut self.doing, beat.doing);
        add(&mut self.languages, beat.language);
        self.added = self.added.saturating_add(beat.added);
        self.removed = self.removed.saturating_add(beat.removed);
    }

    /// What the project is called: the last part of its folder's path.
    pub(super) fn name(&self) -> Option<&str> {
        let path = self.project.as_deref()?.trim_end_matches(['/', '\\']);
        path.rsplit(['/', '\\']).next().filter(|n| !n.is_empty())
    }

    /// "From 08:32 to 09:03 I worked on soup (branch pump), coding and writing tests in …".
    pub(super) fn told(&self) -> String {
        let clock = |at: DateTime| format!("{:02}:{:02}", at.hour(), at.minute());
        let day = format!(
            "{} {} {}",
            self.from.day(),
            MONTHS[usize::from(self.from.month().unsigned_abs()).saturating_sub(1) % 12],
            self.from.year()
        );
        let mut out = if clock(self.from) == clock(self.to) {
            format!("On {day} at {} I", clock(self.from))
        } else {
            format!("On {day} from {} to {} I", clock(self.from), clock(self.to))
        };
        if !self.windows.is_empty() {
            out.push_str(&format!(" had {} open", self.longest()));
            return out;
        }
        out.push_str(" worked");
        if let Some(project) = self.name() {
            out.push_str(&format!(" on {project}"));
        }
        match &self.branches[..self.branches.len().min(FILES)] {
            [] => {}
            [branch] => out.push_str(&format!(" (branch {branch})")),
            several => out.push_str(&format!(" (branches {})", list(several))),
        }
        if !self.doing.is_empty() {
            out.push_str(&format!(", {}", list(&self.doing)));
        }
        let shown = &self.files[..self.files.len().min(FILES)];
        out.push_str(&format!(", in {}", list(shown)));
        if self.files.len() > FILES {
            out.push_str(&format!(" and {} more files", self.files.len() - FILES));
        }
        if !self.languages.is_empty() {
            out.push_str(&format!(" ({})", self.languages.join(", ")));
        }
        if self.added.saturating_add(self.removed) > 0 {
            out.push_str(&format!(
                "; {} lines added, {} removed",
                self.added, self.removed
            ));
        }
        out
    }

    /// The windows that were open longest, those first that were opened first.
    fn longest(&self) -> String {
        let mut order: Vec<usize> = (0..self.windows.len()).collect();
        order.sort_by_key(|n| std::cmp::Reverse(self.windows[*n].1));
        order.truncate(FILES);
        order.sort_unstable();
        let titles: Vec<String> = order.iter().map(|n| quoted(&self.windows[*n].0)).collect();
        list(&titles)
    }
}

/// Adds an item that is not in the list yet.
fn add(list: &mut Vec<String>, item: Option<String>) {
    if let Some(item) = item
        && list.len() < KEPT
        && !list.contains(&item)
    {
        list.push(item);
    }
}

/// The path below the project's folder; its last two parts where that is not in it.
fn short_path(path: &str, project: Option<&str>) -> String {
    let path = path.trim_start_matches("file://").replace('\\', "/");
    let folder = project.map(|p| p.replace('\\', "/"));
    let folder = folder.as_deref().map(|p| p.trim_matches('/'));
    let below = folder
        .filter(|p| !p.is_empty())
        .and_then(|p| path.split_once(&format!("{p}/")))
        .filter(|(before, _)| before.is_empty() || before.ends_with('/'));
    if let Some((_, below)) = below {
        return below.to_owned();
    }
    let parts: Vec<&str> = path.split('/').filter(|p| !p.is_empty()).collect();
    parts[parts.len().saturating_sub(2)..].join("/")
}
