//! Whether a text is mail that was copied or printed, so that no header of a message begins it.

use super::heads::{self, Head};
use crate::extract::dates::Reference;
use crate::ingest::bylines::bylines;
use crate::ingest::lines;
use jiff::Zoned;

/// Bytes and lines that are looked at; the first head stands in the top ones.
const LOOKED_AT: (usize, usize) = (32 * 1024, 400);
const TOP: usize = 8;

/// Whether a text begins with the head that a mail program writes above a message, in whatever language, or is a copied
/// conversation: two heads of people with their dates, or with those to whom they wrote.
pub(crate) fn is_copied(text: &str, reference: &Zoned) -> bool {
    let text = &text[..text.floor_char_boundary(LOOKED_AT.0)];
    let lines = lines::of(text, 0);
    let all = lines.len().min(LOOKED_AT.1);
    let first = (0..lines.len()).find(|n| !lines[*n].is_empty());
    let labelled = first.and_then(|n| heads::head(&lines, n));
    if labelled.is_some_and(|(head, _)| is_whole(&head)) {
        return true;
    }
    let printed = |n: usize| heads::printed(&lines, n);
    let addressed = |n| printed(n).is_some_and(|(head, _)| head.from.contains('@'));
    if (0..all.min(TOP)).any(addressed) {
        return true;
    }
    // the messages of a digest, each with its fields
    let (mut n, mut found) = (0, 0);
    while n < all && found < 2 {
        let whole =
            heads::head(&lines, n).filter(|(head, _)| is_whole(head) && head.from.contains('@'));
        found += usize::from(whole.is_some());
        n = whole.map_or(n + 1, |(_, end)| end.max(n + 1));
    }
    if found == 2 || (0..all).filter(|n| printed(*n).is_some()).take(2).count() == 2 {
        return true;
    }
    let posts = bylines(&lines, &Reference::at(reference.datetime()));
    posts.iter().filter(|post| post.to.is_some()).count() >= 2
}

/// Whether a head says when, and about what.
fn is_whole(head: &Head) -> bool {
    !head.date.is_empty() && !head.subject.is_empty()
}

#[cfg(test)]
mod tests {
    use super::is_copied;

    #[test]
    fn knows_mail_by_its_heads() {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        for (text, expected) in [
            (
                "Da: Ida Ek <ida@a.example>\nInviato: 5 marzo 2024 10:22\nA: Bo\nOggetto: Zuppa\n\nCiao\n",
                true,
            ),
            (
                "Soup Digest, Vol 3\n\nMessage: 1\nDate: Mon, 4 Mar 2024 08:12:44 +0200\nFrom: Ida Ek <ida@a.example>\nSubject: Soup\n\nHot.\n\n\
                 Message: 2\nDate: Mon, 4 Mar 2024 09:12:44 +0200\nFrom: Bo <bo@a.example>\nSubject: Re: Soup\n\nCold.\n",
                true,
            ),
            (
                "From: the kitchen\nTo: the hall\n\nThe soup is hot.\n",
                false,
            ),
            ("Soup with Ida Ek <ida@a.example> at ten.\n", false),
        ] {
            assert_eq!(is_copied(text, &reference), expected, "{text}");
        }
    }
}
