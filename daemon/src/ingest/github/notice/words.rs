//! What the body of a notice says that somebody did, and their words.

use crate::ingest::github::markup::{inline, plain};
use crate::ingest::github::subject::Subject;
use crate::ingest::pattern::pattern;

pattern!(
    FIRST,
    r"^@?([\w-]+) (approved this pull request|requested changes on this pull request|commented on this pull request|approved these changes|requested your review on:?.*|pushed \d+ commits?\.?|left a comment|(?:created|opened) an? (?:issue|pull request|discussion))\b.*$"
);
pattern!(
    STATE,
    r"^(Merged|Closed|Reopened) #(\d+)(?: (?:into|via|as) .*)?\.?$"
);
pattern!(WROTE, r"^>?\s*On .{6,120} wrote:$");

/// What somebody else wrote before, which a notice of `sender` repeats under its head and above a rule, and what is new;
/// all is new where it does not.
pub(super) fn earlier<'b>(
    body: &'b str,
    sender: Option<&str>,
) -> (Option<(&'b str, &'b str)>, &'b str) {
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
pub(super) fn act(body: &str, subject: &Subject) -> (String, String) {
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
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

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
