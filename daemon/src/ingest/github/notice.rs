//! Notification mail: who did what is in its headers and first line, the words without quotes and footer.

use super::markup::{inline, plain};
use super::run;
use super::subject::Subject;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::{About, instant};
use crate::when::When;
use mail_parser::{Address, MessageParser};
use memo_common::api::EntityType;
use std::ops::Range;

pattern!(
    SUBJECT,
    r"^(?i:(?:re|aw|fwd?):\s*)*\[([\w.-]+/[\w.-]+)\]\s*(.*?)\s*(?:\((Issue|PR|Pull Request|Discussion)?\s*#(\d+)\))?$"
);
pattern!(
    FOOTER,
    r"(?m)^(?:--\s*$|—\s*$|Reply to this email directly|You are receiving this because|You’re receiving this because|Message ID: <)"
);
pattern!(
    FIRST,
    r"^@?([\w-]+) (approved this pull request|requested changes on this pull request|commented on this pull request|approved these changes|requested your review on:?.*|pushed \d+ commits?\.?|left a comment|(?:created|opened) an? (?:issue|pull request|discussion))\b.*$"
);
pattern!(
    STATE,
    r"^(Merged|Closed|Reopened) #(\d+)(?: (?:into|via|as) .*)?\.?$"
);
pattern!(WROTE, r"^>?\s*On .{6,120} wrote:$");

/// Lines of headers, at most.
const LONGEST_HEAD: usize = 300;

/// Reads notifications, one or a mailbox of them; `false` where the text has none.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let mut any = false;
    for message in messages(text) {
        any |= notification(&text[message.clone()], message.start, about, posts);
    }
    any
}

/// The notices of a mailbox, or the whole text: each begins with headers of which one says that GitHub sent it, with the
/// mailbox's own line above or without.
fn messages(text: &str) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    // where the lines begin that no blank one parts
    let mut block: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            block = None;
        } else if line.starts_with("From ") && block.is_none() {
            // the mailbox's line
        } else {
            let begun = *block.get_or_insert(at);
            let sent = line.starts_with("From: ") && line.contains("notifications@github.com");
            if sent && starts.last() != Some(&begun) {
                starts.push(begun);
            }
        }
        at += line.len();
    }
    if starts.len() < 2 {
        return std::iter::once(0..text.len()).collect();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(from, to)| *from..to)
        .collect()
}

/// Reads a notification that begins at this byte; `false` where the text is none.
fn notification(text: &str, at: usize, about: &About<'_>, posts: &mut Posts) -> bool {
    // a notice that somebody forwards is that person's mail
    let head = text
        .trim_start()
        .lines()
        .take_while(|l| !l.trim().is_empty());
    let sent =
        |line: &str| line.contains("notifications@github.com") || line.starts_with("X-GitHub-");
    if !head.take(LONGEST_HEAD).any(sent) {
        return false;
    }
    let Some(message) = MessageParser::default().parse(text.as_bytes()) else {
        return false;
    };
    let header = |name: &str| message.header_raw(name).map(|v| v.trim().to_owned());
    let Some(from) = message.from().and_then(Address::first) else {
        return false;
    };
    let sender = header("X-GitHub-Sender");
    let Some(author) = posts.author(sender.as_deref(), from.name(), None) else {
        return true;
    };
    let recipient = header("X-GitHub-Recipient");
    let own = |address: Option<&Address<'_>>| {
        address
            .into_iter()
            .flat_map(|a| a.iter())
            .find(|a| a.address().is_some_and(|a| !a.ends_with("github.com")))
            .map(|a| (a.name().map(str::to_owned), a.address().map(str::to_owned)))
    };
    let to = own(message.cc()).or_else(|| own(message.to()));
    let audience = to.and_then(|(name, email)| {
        posts.author(recipient.as_deref(), name.as_deref(), email.as_deref())
    });
    let subject = message.subject().map(subject).unwrap_or_default();
    let title = posts.document.title.take();
    posts.document.title = title.or_else(|| subject.title.clone());
    let body = message.body_text(0).unwrap_or_default();
    let end = FOOTER.find(&body).map_or(body.len(), |m| m.start());
    let (earlier, own) = earlier(&body[..end], sender.as_deref());
    let (act, words) = act(own, &subject);
    let when = message
        .date()
        .and_then(|d| instant::counted(d.to_timestamp() as f64, about.reference.time_zone()))
        .map(When::minute);
    posts.document.written = when;
    let span = text
        .find("\n\n")
        .or_else(|| text.find("\r\n\r\n"))
        .unwrap_or(0);
    let span = at + span..at + text.len();
    if let Some(run) = run::read(
        &subject,
        &body[..end],
        when,
        about.reference.time_zone(),
        span.clone(),
    ) {
        posts.document.passages.push(run);
        return true;
    }
    let before = posts.document.passages.len();
    if let Some((by, said)) = earlier {
        let (act, words) = self::act(said, &subject);
        if let Some(by) = posts.author(Some(by), None, None) {
            posts.post(by, &act, &words, span.clone(), None, 0);
        }
    }
    posts.post(author, &act, &words, span, when, 0);
    posts.names(
        subject
            .repository
            .map(|name| (name, EntityType::Repository)),
    );
    for passage in &mut posts.document.passages[before..] {
        passage.audience.extend(audience.filter(|id| *id != author));
    }
    true
}

/// `Re: [a/b] Soup (PR #5)`.
pub(super) fn subject(line: &str) -> Subject {
    let Some(found) = SUBJECT.captures(line.trim()) else {
        return Subject {
            kind: "thread",
            title: Some(line.to_owned()),
            ..Subject::default()
        };
    };
    let kind = match found.get(3).map(|k| k.as_str()) {
        Some("PR" | "Pull Request") => "pull request",
        Some("Discussion") => "discussion",
        _ => "issue",
    };
    Subject {
        kind,
        number: found.get(4).and_then(|n| n.as_str().parse().ok()),
        title: Some(found[2].to_owned()),
        repository: Some(found[1].to_owned()),
    }
}

/// What somebody else wrote before, which a notice of `sender` repeats under its head and above a rule, and what is new;
/// all is new where it does not.
fn earlier<'b>(body: &'b str, sender: Option<&str>) -> (Option<(&'b str, &'b str)>, &'b str) {
    let first = body.trim_start().lines().next().unwrap_or_default();
    let by = FIRST.captures(first.trim()).and_then(|c| c.get(1));
    let other = by.filter(|by| sender.is_some_and(|s| !s.eq_ignore_ascii_case(by.as_str())));
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        if let Some(by) = other
            && matches!(line.trim(), "---" | "***" | "___")
        {
            return (Some((by.as_str(), &body[..at])), &body[at + line.len()..]);
        }
        at += line.len();
    }
    (None, body)
}

/// What the author did, and their words: comments on code each with the line they are about.
fn act(body: &str, subject: &Subject) -> (String, String) {
    let shown = subject.shown();
    let mut act = format!("commented on {shown}");
    let mut words: Vec<String> = Vec::new();
    let mut quoted: Option<String> = None;
    let mut quotes_a_comment = false;
    // A quoted piece of code goes on to the next blank line, marked or not.
    let mut in_code = false;
    for line in body.lines() {
        let trimmed = line.trim();
        if let Some(first) = FIRST.captures(trimmed) {
            let verb = if first[2].starts_with("approved") {
                "approved"
            } else if first[2].starts_with("requested changes") {
                "requested changes on"
            } else if first[2].starts_with("requested your review") {
                "requested a review of"
            } else if first[2].starts_with("pushed") {
                "pushed commits to"
            } else if first[2].starts_with("left a comment") {
                "commented on"
            } else if first[2].starts_with("created") || first[2].starts_with("opened") {
                "opened"
            } else {
                "reviewed"
            };
            act = format!("{verb} {shown}");
        } else if let Some(state) = STATE.captures(trimmed) {
            act = format!("{} {shown}", state[1].to_lowercase());
        } else if WROTE.is_match(trimmed) {
            quotes_a_comment = true;
        } else if let Some(quote) = trimmed
            .strip_prefix('>')
            .or_else(|| (in_code && trimmed.starts_with(['+', '-'])).then_some(trimmed))
        {
            let code = quote.trim();
            in_code = !quotes_a_comment;
            // The last line of a piece of code is the one that the comment below is about.
            if !quotes_a_comment && code.starts_with(['+', '-']) && !code.starts_with("@@") {
                let code = code.trim_start_matches(['+', '-']).trim();
                quoted = (!code.is_empty()).then(|| code.to_owned()).or(quoted);
            }
        } else if trimmed.is_empty() {
            words.push(String::new());
            quotes_a_comment = false;
            in_code = false;
        } else {
            if let Some(code) = quoted.take() {
                words.push(String::new());
                words.push(format!("On “{}”: {line}", inline(&code)));
            } else {
                words.push(line.to_owned());
            }
            quotes_a_comment = false;
        }
    }
    (act, plain(&words.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn a_mailbox_of_notices() {
        let notice = |day: u32, name: &str, said: &str| {
            format!(
                "From notifications@github.com Fri May  {day} 08:17:55 2024\nDate: Fri, 0{day} May 2024 08:17:55 +0000\n\
                From: {name} <notifications@github.com>\nTo: a/b <b@noreply.github.com>\nCc: Bo Alm <bo@b.example>\n\
                Subject: Re: [a/b] Stir the soup (Issue #5)\n\n{said}\n\n-- \nReply to this email directly or view it\n\n"
            )
        };
        let bare = notice(5, "Ida Ek", "ida left a comment (a/b#5)\n\nThanks.");
        let bare = bare.split_once('\n').map_or("", |(_, rest)| rest);
        let text = notice(3, "Ida Ek", "It burns.") + &notice(4, "Bo Alm", "Stirred.") + bare;
        assert_eq!(
            told(&read_now(&text)),
            [
                "2024-05-03 08:17 Ida Ek commented on issue #5 in a/b, “Stir the soup”: It burns.",
                "2024-05-04 08:17 Bo Alm commented on issue #5 in a/b, “Stir the soup”: Stirred.",
                "2024-05-05 08:17 Ida Ek commented on issue #5 in a/b, “Stir the soup”: Thanks."
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

    #[test]
    fn words_of_somebody_else_above_a_rule() {
        let text = "Date: Fri, 3 May 2024 08:17:55 +0000\nFrom: Ida Ek <notifications@github.com>\nTo: a/b <b@noreply.github.com>\n\
            Subject: Re: [a/b] Stir the soup (Issue #5)\nX-GitHub-Sender: ida\n\n\
            bo-alm created an issue (a/b#5)\n\nIt burns.\n\n---\n\nI have a lid.\n\n-- \nReply to this email directly or view it\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "bo-alm opened issue #5 in a/b, “Stir the soup”: It burns.",
                "2024-05-03 08:17 Ida Ek commented on issue #5 in a/b, “Stir the soup”: I have a lid."
            ]
        );
    }

    #[test]
    fn a_review_by_mail() {
        let text = "Date: Fri, 3 May 2024 08:17:55 +0000\nFrom: Ida Ek <notifications@github.com>\nTo: a/b <b@noreply.github.com>\n\
            Cc: Bo Alm <bo@b.example>\nSubject: Re: [a/b] Stir the soup (PR #5)\nX-GitHub-Sender: ida\nX-GitHub-Recipient: boalm\n\
            Content-Type: text/plain; charset=UTF-8\n\n@ida requested changes on this pull request.\n\nNice one. Two things.\n\n\
            > +    stir(5)\n\nNeeds salt.\n\n> On Thu, May 2, 2024 at 4:02 PM Bo Alm wrote:\n> ready\n\n-- \nReply to this email directly or view it\n";
        let document = read_now(text);
        assert_eq!(
            told(&document),
            [
                "2024-05-03 08:17 Ida Ek requested changes on pull request #5 in a/b, “Stir the soup”: Nice one. Two things.\nOn “stir(5)”: Needs salt."
            ]
        );
        assert_eq!(document.people[1].handles, ["boalm"]);
        assert_eq!(document.passages[0].audience, [1]);
    }
}
