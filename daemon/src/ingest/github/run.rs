//! What a workflow's run has come to, as it is mailed: nobody has written it.

use super::subject::Subject;
use super::{notice, page};
use crate::ingest::pattern::pattern;
use crate::ingest::{About, Document, Kind, Passage, instant};
use crate::when::When;
use crate::wording::{self, quoted};
use jiff::tz::TimeZone;
use std::ops::Range;

pattern!(
    RUN,
    r"^(?:PR )?[Rr]un (failed|succeeded|cancelled|canceled|skipped|timed out|completed|failed at startup): (.+?) - (.+?)(?: \(([0-9a-f]{6,40})\))?$"
);
pattern!(FINISHED, r"(?m)^\s*Finished: (\S.{9,40})$");
pattern!(
    JOB,
    r"(?m)^\s*[*•✔✓✘✗❌✅×-]\x{fe0f}? +(\S.*?) +(failed|succeeded|cancelled|canceled|skipped)\b.*$"
);

pattern!(
    COMMIT,
    r#"(?m)^\s*Commit [0-9a-f]{6,40} ["“](.{2,200}?)["”] (?:authored |committed )?by @?([\w.-]{1,40})(?: on (.{4,30}?))?\.?$"#
);

/// The run that a mail's subject names, with the jobs that its body lists; `None` where it is about something else.
pub(super) fn read(
    subject: &Subject,
    body: &str,
    sent: Option<When>,
    zone: &TimeZone,
    span: Range<usize>,
) -> Option<Passage> {
    let found = RUN.captures(subject.title.as_deref()?)?;
    let ended = FINISHED
        .captures(body)
        .and_then(|c| instant::written(&c[1], zone));
    let whose = subject.repository.as_deref();
    let whose = whose.map_or(String::new(), |name| format!(" in {name}"));
    let mut told = format!(
        "The run of {} on {}{whose} {}",
        quoted(&found[2]),
        &found[3],
        &found[1]
    );
    for state in ["failed", "cancelled", "canceled", "skipped", "succeeded"] {
        let jobs = JOB.captures_iter(body).filter(|job| &job[2] == state);
        let jobs: Vec<String> = jobs.map(|job| job[1].to_owned()).collect();
        if !jobs.is_empty() {
            told.push_str(&format!("; {} {state}", wording::list(&jobs)));
        }
    }
    told.push('.');
    let mut passage = Passage::new(Kind::Record, told, span);
    passage.when = ended.or(sent);
    Some(passage)
}

/// The commit that a run's notice was of: its title, who wrote it, and what is said of when.
fn commit(body: &str) -> Option<(String, String, String)> {
    let found = COMMIT.captures(body)?;
    let dated = found.get(3).map_or("", |at| at.as_str());
    Some((found[1].to_owned(), found[2].to_owned(), dated.to_owned()))
}

/// Tells a mail's passages as what has come of a run, and of which commit, where somebody forwards the notice of one.
pub(super) fn retell(document: &mut Document, about: &About<'_>) {
    let mut told = Vec::with_capacity(document.passages.len());
    for mut passage in std::mem::take(&mut document.passages) {
        let commit = of_run(&mut passage, about);
        let span = passage.span.clone();
        let thread = passage.thread;
        told.push(passage);
        if let Some((title, login, dated)) = commit {
            let act = format!("{login} committed {}.", quoted(&title));
            let mut made = Passage::new(Kind::Record, act, span);
            made.speaker = Some(document.person(None, None, Some(&login)));
            made.when = page::when(&dated, about.reference.date());
            made.thread = thread;
            told.push(made);
        }
    }
    document.passages = told;
}

/// Makes a run's notice the record of the run; the title, author and day of its commit.
fn of_run(passage: &mut Passage, about: &About<'_>) -> Option<(String, String, String)> {
    let Kind::Message {
        subject: Some(named),
    } = &passage.kind
    else {
        return None;
    };
    if !passage.text.contains("/actions/runs/") {
        return None;
    }
    let run = read(
        &notice::subject(named),
        &passage.text,
        passage.when,
        about.reference.time_zone(),
        passage.span.clone(),
    );
    let commit = run.as_ref().and_then(|_| commit(&passage.text));
    if let Some(run) = run {
        *passage = run;
    }
    commit
}

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn a_run_by_mail() {
        let text = "From: Ida Ek <notifications@github.com>\nTo: a/b <b@noreply.github.com>\nSubject: [a/b] Run failed: nightly - main (1a2b3c4)\n\
            Date: Fri, 03 May 2024 01:14:20 -0700\n\n[a/b] nightly workflow run\n\nWorkflow: nightly\nFinished: 2024-05-03 08:14:11 UTC\n\n\
            Jobs:\n  * lint succeeded (0 annotations)\n  * soup (hot) failed (2 annotations)\n\n-- \nYou are receiving this because you are subscribed.\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 08:14 The run of “nightly” on main in a/b failed; soup (hot) failed; lint succeeded."
            ]
        );
    }

    #[test]
    fn a_run_that_somebody_forwards() {
        let text = "From: Ida Ek <ida@a.example>\nTo: Bo Alm <bo@b.example>\nSubject: Fwd: [a/b] Run failed: nightly - main (1a2b3c4)\nDate: Fri, 3 May 2024 08:17:55 +0000\n\n\
            It burns since Monday. Can you look?\n\n---------- Forwarded message ---------\nFrom: idaek <notifications@github.com>\nDate: Fri, May 3, 2024 at 5:07 AM\n\
            Subject: [a/b] Run failed: nightly - main (1a2b3c4)\nTo: a/b <b@noreply.github.com>\n\n[a/b] nightly workflow run\n\n  View workflow run\n  https://github.com/a/b/actions/runs/17\n\n\
            \x20✔ lint  succeeded in 48 seconds\n ✘ soup (hot)  failed in 6 minutes\n\nCommit 1a2b3c4 \"Stir it\" authored by idaek on Wed May 1\n";
        let made = "2024-05-01 idaek committed “Stir it”.";
        let told = told(&read_now(text));
        assert!(
            told.iter().any(|t| t.contains("It burns since Monday"))
                && told.iter().any(|t| t == made),
            "{told:?}"
        );
        assert!(
            told.iter().any(|t| t.ends_with(
                "The run of “nightly” on main in a/b failed; soup (hot) failed; lint succeeded."
            )),
            "{told:?}"
        );
    }
}
