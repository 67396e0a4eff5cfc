//! Where each notice of a mailbox begins.

use std::ops::Range;

/// The notices of a mailbox, or the whole text: each begins with headers of which one says that GitHub sent it, with the
/// mailbox's own line above or without.
pub(super) fn messages(text: &str) -> Vec<Range<usize>> {
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

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
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
}
