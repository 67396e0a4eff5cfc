//! A page of a question and its answers, where authors stand below what they wrote: "answered Jul 3, 2023 at 14:40",
//! "ida's user avatar", "ida"; and comments that end with their author and day.

use crate::ingest::email::phrases::is_name;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::lines::{self, Line};
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::{About, Document, PersonId, stamp};
use crate::when::When;
use crate::wording::quoted;
use memo_common::api::SourceType;
use std::ops::Range;

pattern!(
    SIGNED,
    r"^(asked|answered|edited) (\p{L}{3} \d{1,2}(?:, \d{4}| '\d{2})? at \d{1,2}:\d{2}|(?:an?|\d+) \p{L}+ ago|yesterday|today)$"
);
pattern!(PICTURE, r"^(.{2,40})['’]s user avatar$");
pattern!(
    REPUTATION,
    r"^[\d,.k]+(?:\s?\d+ (?:gold|silver|bronze) badges?.*)?$"
);
pattern!(
    COMMENT,
    r"^(.*\S) [–-] (\S(?:.{0,38}?\S)?) ?(?:[Cc]ommented ?)?(\p{Lu}\p{L}{2} \d{1,2}(?:, \d{4}| '\d{2})? at \d{1,2}:\d{2})$"
);
pattern!(STANDS, r"^(?:Asked|Modified|Viewed|Active) .{3,40}$");
pattern!(
    BUTTON,
    r"(?i)^(?:share|follow|edit|cite|flag|report|improve this (?:question|answer)|add a comment|show \d+ more comments?|sorted by:|highest score \(default\)|\d+ answers?|\d+|reset to default|your answer|post your answer|accepted)$"
);

/// Lines between a signature and the name below it, at most.
const BELOW: usize = 3;

/// Reads such a page; `None` where it is none.
pub(super) fn read(text: &str, about: &About<'_>) -> Option<Document> {
    let lines = lines::of(text, 0);
    let lines: Vec<&Line> = lines.iter().filter(|l| !l.is_empty()).collect();
    let line = |n: usize| lines.get(n).map_or("", |l| l.text.trim());
    let signed = |verb: &str| (0..lines.len()).any(|n| signature(&line, n, verb).is_some());
    if !signed("asked") && !signed("answered") {
        return None;
    }
    let mut page = Page {
        posts: Posts::new(SourceType::Browser, about.reference.time_zone().clone()),
        title: String::new(),
        body: Vec::new(),
        span: None,
        about,
    };
    let mut n = 0;
    while n < lines.len() {
        let said = line(n);
        if STANDS.is_match(said) {
            // what stands above are the site's menus and, last of them, the title
            if page.title.is_empty() {
                page.title = page.body.pop().unwrap_or_default();
            }
            page.drop_body();
            n += 1;
            continue;
        }
        let verb = ["asked", "answered", "edited"]
            .into_iter()
            .find_map(|verb| {
                let (name, after) = signature(&line, n, verb)?;
                Some((verb, name, after))
            });
        if let Some((verb, name, after)) = verb {
            if verb != "edited" {
                page.post(verb, &name, said);
            }
            n = after;
        } else if SIGNED.is_match(said) || BUTTON.is_match(said) {
            n += 1;
        } else if let Some(found) = COMMENT.captures(said) {
            page.comment(&found[1], &found[2], &found[3], lines[n].span.clone());
            n += 1;
        } else {
            if !furniture::is_line(said, Medium::of(SourceType::Browser)) {
                page.add(said, &lines[n].span);
            }
            n += 1;
        }
    }
    let mut document = page.posts.document;
    document.title = Some(page.title)
        .filter(|title| !title.is_empty())
        .map(Into::into);
    (!document.passages.is_empty()).then_some(document)
}

/// The name below a signature with this verb, and the first line behind what is said of it.
fn signature<'t>(
    line: &impl Fn(usize) -> &'t str,
    at: usize,
    verb: &str,
) -> Option<(String, usize)> {
    SIGNED.captures(line(at)).filter(|c| &c[1] == verb)?;
    let (picture, name) = (at + 1..=at + BELOW)
        .find_map(|n| PICTURE.captures(line(n)).map(|c| (n, c[1].to_owned())))?;
    let mut after = picture + 1;
    after += usize::from(line(after) == name);
    after += usize::from(REPUTATION.is_match(line(after)));
    Some((name, after))
}

/// The page that is being read.
struct Page<'a> {
    posts: Posts,
    title: String,
    /// The lines of the post whose author is still to come.
    body: Vec<String>,
    span: Option<Range<usize>>,
    about: &'a About<'a>,
}

impl Page<'_> {
    fn add(&mut self, said: &str, span: &Range<usize>) {
        self.body.push(said.to_owned());
        let start = self.span.as_ref().map_or(span.start, |s| s.start);
        self.span = Some(start..span.end);
    }

    fn drop_body(&mut self) {
        self.body.clear();
        self.span = None;
    }

    /// The post that ends at its author's signature.
    fn post(&mut self, verb: &str, name: &str, signed: &str) {
        // the question's tags, run together
        if verb == "asked"
            && self
                .body
                .last()
                .is_some_and(|l| !l.contains(' ') && !l.ends_with(['.', '?', '!', ':']))
        {
            self.body.pop();
        }
        let dated = signed.split_once(' ').map_or("", |(_, day)| day);
        let (author, when) = (self.author(name), self.when(dated));
        let act = format!("{verb} {}", quoted(&self.title));
        let body = self.body.join("\n");
        if let (Some(author), Some(span), false) = (author, self.span.clone(), body.is_empty()) {
            self.posts.post(author, &act, &body, span, when, 0);
        }
        self.drop_body();
    }

    fn comment(&mut self, words: &str, name: &str, dated: &str, span: Range<usize>) {
        let (author, when) = (self.author(name), self.when(dated));
        if let Some(author) = author {
            let act = format!("commented on {}", quoted(&self.title));
            self.posts.post(author, &act, words, span, when, 0);
        }
    }

    fn author(&mut self, name: &str) -> Option<PersonId> {
        match is_name(name) && name.contains(' ') {
            true => self.posts.author(None, Some(name), None),
            false => self.posts.author(Some(name), None, None),
        }
    }

    /// The time of a signature; without a year it is the last such day.
    fn when(&self, dated: &str) -> Option<When> {
        let today = self.about.reference.date();
        let dated = dated.replace(" '", ", 20");
        let stamp = stamp::take(&dated).0;
        let Some(day) = stamp.day else {
            return crate::ingest::ago::day(&dated, today).map(When::day);
        };
        let date = day.date(true, today.year())?;
        let date = match day {
            stamp::Day::NoYear(..) if date > today => day.date(true, today.year() - 1)?,
            _ => date,
        };
        Some(When::on(date, stamp.time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::told::told;

    #[test]
    fn authors_stand_below() {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        let about = About {
            filename: None,
            reference: &reference,
        };
        let page = "Questions\nTags\nWhy does soup boil over?\nAsked 2 years ago\nModified 5 months ago\nViewed 18k times\n24\n\n\
            Mine does, every day.\n\nsouppot\nShare\nFollow\nasked Jul 3, 2023 at 8:12\nida's user avatar\nida\n1,2931111 silver badges\n\
            Add a comment\n2 Answers\nSorted by:\n\nHighest score (default)\n31\n\nPut a lid on it.\n\nShare\nImprove this answer\nFollow\n\
            answered Jul 3, 2023 at 14:40\nBo Alm's user avatar\nBo Alm\n4,10322 gold badges\n1\n\
            The lid flew off – Lea Roth CommentedMar 11, 2024 at 9:20\nAdd a comment\nYour Answer\n";
        let document = read(page, &about).expect("a page");
        assert_eq!(
            told(&document),
            [
                "2023-07-03 08:12 ida asked “Why does soup boil over?”: Mine does, every day.",
                "2023-07-03 14:40 Bo Alm answered “Why does soup boil over?”: Put a lid on it.",
                "2024-03-11 09:20 Lea Roth commented on “Why does soup boil over?”: The lid flew off",
            ]
        );
        assert!(read("asked Jul 3, 2023 at 8:12\nnobody\n", &about).is_none());
    }
}
