//! A page of posts: a forum's thread, questions with answers, an article's comments. A post begins with its author and
//! date on a line, or on two.

use crate::extract::dates::{Lean, Reference, order};
use crate::ingest::bylines::{Byline, bylines, is_you};
use crate::ingest::email::phrases::is_name;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::lines::{self, Line};
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::{About, Document};
use memo_common::api::SourceType;
use std::collections::HashMap;

pattern!(
    LOGGED_IN,
    r"(?i)\b(?:log ?out|sign ?out|logged in as|signed in as|welcome back,?|angemeldet als|eingeloggt als|connecté en tant que|conectado como)\s*[\[(:]?\s*@?([\w.-]{2,30})\s*[\])]?|\b([\w.-]{2,30}) \(\d+\) \| log ?out\b"
);
pattern!(
    ABOUT_AUTHOR,
    r"(?i)^(?:offline|online|top|profile|quote|reply|reply with quote|report|like|share|edit|delete|permalink|parent|next|prev|joined:.*|posts:.*|location:.*|member since.*|(?:junior|senior|full|active) member|moderator|administrator|registered user|reputation:?.*|\d+ (?:likes?|replies|reply|points?|posts|karma|upvotes?)|(?:up|down)vote|\d+|save|follow|post subject:.*|#\d+.*|add a comment|award|go to comments|sort by:.*|share this answer|thanks(?: meter)?: ?\d+)$"
);

/// The byte where the posts of a page begin, and what is above it; `None` where it is no page of posts.
pub(super) fn above<'t>(text: &'t str, about: &About<'_>) -> Option<&'t str> {
    let lines = lines::of(text, 0);
    let heads = bylines(&lines, &reference(text, about));
    let first = heads.first().filter(|_| heads.len() >= 2)?;
    text.get(..lines[first.lines.start].span.start)
}

/// What the dates of a page are counted from.
fn reference(text: &str, about: &About<'_>) -> Reference {
    Reference {
        order: order(&text[..text.floor_char_boundary(64 * 1024)]).unwrap_or_default(),
        lean: Some(Lean::Past),
        ..Reference::at(about.reference.datetime())
    }
}

/// Reads a page of posts; `None` where it is none.
pub(super) fn read(text: &str, about: &About<'_>, title: Option<&str>) -> Option<Document> {
    let lines = lines::of(text, 0);
    let reference = reference(text, about);
    let heads = bylines(&lines, &reference);
    if heads.len() < 2 || leads(&lines[..heads[0].lines.start]) {
        return None;
    }
    let mut posts = Posts::new(SourceType::Browser, about.reference.time_zone().clone());
    let me = LOGGED_IN
        .captures(text)
        .and_then(|c| c.get(1).or_else(|| c.get(2)))
        .map(|login| login.as_str().to_lowercase());
    let own = posts.document.person(Some("Me"), None, me.as_deref());
    let act = title.map_or("wrote in a thread".to_owned(), |t| {
        format!("wrote in “{t}”")
    });
    let bodies = heads.iter().enumerate().map(|(n, head)| {
        let next = heads.get(n + 1);
        let end = next.map_or(lines.len(), |next| next.lines.start);
        let own = &lines[head.lines.end..end];
        kept(own, title, &head.author)
    });
    let mut bodies: Vec<Vec<&Line>> = bodies.collect();
    unsign(&heads, &mut bodies);
    let mut told = 0;
    for (n, (head, body)) in heads.iter().zip(&bodies).enumerate() {
        let (body, last) = words(body);
        if body.is_empty() || head.sells {
            continue;
        }
        let called = head.author.to_lowercase();
        let author = if me.as_ref() == Some(&called) || is_you(&called) {
            Some(own)
        } else if is_name(&head.author) && head.author.contains(' ') {
            posts.author(None, Some(&head.author), None)
        } else {
            posts.author(Some(&head.author), None, None)
        };
        let span = lines[head.lines.start].span.start..last;
        if let Some(author) = author {
            told += 1;
            let thread = u32::try_from(n).unwrap_or(u32::MAX);
            posts.post(author, &act, &body, span, Some(head.when), thread);
        }
    }
    let mut document = posts.document;
    document.title = title.map(Into::into);
    document.written = heads.last().map(|h| h.when);
    (told >= 2).then_some(document)
}

/// Whether what stands above the posts is a text of its own, and they are only comments on it.
fn leads(above: &[Line]) -> bool {
    /// Words of running text that a page of posts has above them at most.
    const MOST: usize = 40;
    let words = |l: &Line| l.text.split_whitespace().count();
    // lines may be broken within a sentence
    let paragraphs = above.split(|l| l.is_empty());
    let prose = paragraphs
        .filter(|lines| {
            let last = lines.last().map_or("", |l| l.text.trim_end());
            last.ends_with(['.', '!', '?', '”', '"'])
        })
        .map(|lines| lines.iter().map(words).sum::<usize>());
    prose.filter(|words| *words >= 8).sum::<usize>() > MOST
}

/// A post's own lines: without what the page tells of the author, whose name it may show again, and without what stands
/// below the signature's rule.
fn kept<'l, 't>(lines: &'l [Line<'t>], title: Option<&str>, author: &str) -> Vec<&'l Line<'t>> {
    let mut kept = Vec::new();
    for line in lines {
        let said = line.text.trim();
        let rule = said.len() >= 5 && said.chars().all(|c| matches!(c, '_' | '─'));
        if rule || said == "--" {
            break;
        }
        let mut parts = said.split("  ").map(str::trim).filter(|p| !p.is_empty());
        let buttons = !said.is_empty() && parts.all(|p| ABOUT_AUTHOR.is_match(p));
        // each post's subject is the thread's
        let subject = said
            .strip_prefix("Re: ")
            .is_some_and(|about| title.is_none_or(|t| t.contains(about)));
        if buttons
            || subject
            || said == author
            || furniture::is_line(said, Medium::of(SourceType::Browser))
        {
            continue;
        }
        kept.push(line);
    }
    kept
}

/// Takes signatures off: the last lines of posts that stand below several of their author's.
fn unsign(heads: &[Byline], bodies: &mut [Vec<&Line>]) {
    /// Lines of a signature at most.
    const TAIL: usize = 3;
    let mut last: HashMap<(&str, String), usize> = HashMap::new();
    for (head, body) in heads.iter().zip(bodies.iter()) {
        let said = body.iter().filter(|l| !l.is_empty()).skip(1);
        let said: Vec<&str> = said.map(|l| l.text.trim()).collect();
        for line in said.iter().rev().take(TAIL) {
            *last.entry((&head.author, (*line).to_owned())).or_default() += 1;
        }
    }
    for (head, body) in heads.iter().zip(bodies) {
        let first = body.iter().position(|l| !l.is_empty()).unwrap_or_default();
        let signs = |line: &Line| {
            let line = line.text.trim();
            line.is_empty()
                || last
                    .get(&(&head.author, line.to_owned()))
                    .is_some_and(|n| *n > 1)
        };
        while body.len() > first + 1 && body.last().is_some_and(|line| signs(line)) {
            body.pop();
        }
    }
}

/// The words of a post's lines, and the byte they end at.
fn words(kept: &[&Line]) -> (String, usize) {
    let end = kept
        .iter()
        .rev()
        .find(|l| !l.is_empty())
        .map_or(0, |l| l.span.end);
    let mut out = String::new();
    for group in kept.split(|l| l.is_empty()).filter(|g| !g.is_empty()) {
        let group: Vec<Line> = group.iter().map(|l| (*l).clone()).collect();
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&lines::unwrap(&group));
    }
    (out, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let reference = "2013-06-11T22:02:00+01:00[+01:00]".parse().expect("a time");
        let about = About {
            filename: None,
            reference: &reference,
        };
        let Some(document) = read(text, &about, Some("Soup")) else {
            return Vec::new();
        };
        let told = document.passages.iter().map(|p| {
            assert!(text.get(p.span.clone()).is_some());
            let who = p.speaker.map(|id| &document.people[id]);
            let name = who.and_then(|w| w.name.clone().or(w.handles.first().cloned()));
            format!(
                "{} {}: {}",
                p.when.map(|w| w.to_string()).unwrap_or_default(),
                name.unwrap_or_default(),
                p.text
            )
        });
        told.collect()
    }

    #[test]
    fn a_thread_with_roles_and_subjects() {
        let forum = "Soup\nby ida_ek » Sun Jun 09, 2013 9:14 pm\n\nIt is hot now.\n\nRe: Soup\nby bo.alm (Site Moderator) >> Mon Jun 10, 2013 8:40 am\n\nWell done!\n--\nBo | 2 pots\n\nRe: Soup\nby ida_ek >> Mon Jun 10, 2013 9:00 am\n\nThanks.\n\nRe: Soup\nby PotShop (Trade member) >> Mon Jun 10, 2013 9:40 am\n\nPots at half price!\n";
        assert_eq!(
            shown(forum),
            [
                "2013-06-09 21:14 ida_ek: It is hot now.",
                "2013-06-10 08:40 bo.alm: Well done!",
                "2013-06-10 09:00 ida_ek: Thanks."
            ]
        );
    }

    #[test]
    fn threads_of_several_programs() {
        let forum = "FAQ  Search  Logout [ idaek ]\n\n#1  Post subject: Re: Soup\nidaek wrote on Sun Jun 09, 2013 9:14 pm\nOffline\nJoined: Nov 14, 2006\n\
            Posts: 412\n\nIt is hot now.\n\nI stirred it.\n_________________\nSoup, since 1938\nTop\n Profile   Reply with quote\n\n#2\n\
            bo_alm wrote on Mon Jun 10, 2013 8:40 am\nOffline\n\nWell done!\n";
        assert_eq!(
            shown(forum),
            [
                "2013-06-09 21:14 Me: It is hot now.\nI stirred it.",
                "2013-06-10 08:40 bo_alm: Well done!"
            ]
        );
        let comments = "Bo Alm says:\nJune 9, 2013 at 9:14 pm\nLovely soup.\nReply\n\nIda Ek says:\nJune 10, 2013 at 8:40 am\nThank you!\nReply\n";
        assert_eq!(
            shown(comments),
            [
                "2013-06-09 21:14 Bo Alm: Lovely soup.",
                "2013-06-10 08:40 Ida Ek: Thank you!"
            ]
        );
        assert!(
            shown(
                "The soup was made on 9 June 2013 by Bo.\n\nIt was eaten on 10 June 2013 by Ida.\n"
            )
            .is_empty()
        );
    }

    #[test]
    fn what_stands_below_all_posts_of_somebody_is_their_signature() {
        let forum = "by ida_ek » Sun Jun 09, 2013 9:14 pm\n\nIt is hot now.\nSoup since 1938\nin Leeds\n\n\
            by bo.alm » Mon Jun 10, 2013 8:40 am\n\nWell done!\n\nby ida_ek » Mon Jun 10, 2013 9:00 am\n\nThanks.\n\nSoup since 1938\nin Leeds\n";
        assert_eq!(
            shown(forum),
            [
                "2013-06-09 21:14 ida_ek: It is hot now.",
                "2013-06-10 08:40 bo.alm: Well done!",
                "2013-06-10 09:00 ida_ek: Thanks."
            ]
        );
    }

    #[test]
    fn a_comma_between_who_and_when() {
        let page = "Order 12\n\nMESSAGES (2)\n\nYou, 05/03/2013 7:14 PM\nIs the pan in?\n\nIda Ek, 05/04/2013 9:02 AM\nYes. It is.\n";
        assert_eq!(
            shown(page),
            [
                "2013-05-03 19:14 Me: Is the pan in?",
                "2013-05-04 09:02 Ida Ek: Yes. It is."
            ]
        );
    }

    #[test]
    fn an_author_below_their_words() {
        let forum = "Soup\nPost by ida_ek » Sun Jun 09, 2013 9:14 pm\nIt is hot now.\nida_ek\nPosts: 12\nTop\nRe: Soup\nPost by bo.alm » Mon Jun 10, 2013 8:40 am\n\
            Well done!\nbo.alm\nPosts: 2041\nTop\nDisplay posts from previous: All posts Sort by Post time\n";
        assert_eq!(
            shown(forum),
            [
                "2013-06-09 21:14 ida_ek: It is hot now.",
                "2013-06-10 08:40 bo.alm: Well done!"
            ]
        );
    }

    #[test]
    fn messages_between_a_host_and_oneself() {
        let page = "Ida (Host)\nJun 9, 2013, 9:12 PM\nThe key is in the pot.\nYou\nJun 10, 2013, 8:05 AM\nGreat, we arrive at five.\n";
        let expected = [
            "2013-06-09 21:12 Ida: The key is in the pot.",
            "2013-06-10 08:05 Me: Great, we arrive at five.",
        ];
        assert_eq!(shown(page), expected);
        let dotted = "Ida · 9 jun. 2013, 21:12\nThe key is in the pot.\n\nTú · 10 jun. 2013, 8:05\nGreat, we arrive at five.\n";
        assert_eq!(shown(dotted), expected);
    }
}
