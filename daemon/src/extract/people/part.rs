//! Who took part, and who is only talked about.
//!
//! A light reading of each clause: what stands before and behind a name, and which verb is near. People who act or are
//! acted with took part; owners, topics and the absent did not. In doubt somebody is only mentioned.

use super::roster::{Mention, People, PersonRef};
use crate::extract::entities::token::{Token, tokens};

/// Something said or written, with who said it to whom.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The words.
    pub text: &'a str,
    /// Whose words they are; the user for their own notes.
    pub speaker: Option<PersonRef>,
    /// To whom.
    pub audience: &'a [PersonRef],
}

/// What a name does in its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    TookPart,
    Mentioned,
    Absent,
}

/// The fullest names of those who took part in what is told, the user first, then in order of appearance.
///
/// Whoever says "I" took part, whoever is addressed as "you" took part, and whoever acts or is met, called or talked to
/// took part. Where nobody does, the speakers did: they said it. People who only are mentioned are not named.
pub fn participants(said: &[Said], people: &People) -> Vec<String> {
    let mut took: Vec<PersonRef> = Vec::new();
    let mut absent: Vec<PersonRef> = Vec::new();
    let mut add = |who: PersonRef| {
        if !took.contains(&who) {
            took.push(who);
        }
    };
    let mut speakers: Vec<PersonRef> = said.iter().filter_map(|s| s.speaker).collect();
    speakers.sort();
    speakers.dedup();
    if speakers.len() > 1 {
        said.iter().filter_map(|s| s.speaker).for_each(&mut add);
    }
    for one in said {
        let tokens = tokens(one.text);
        let has = |words: &[&str]| tokens.iter().any(|t| words.contains(&t.folded.as_str()));
        if let Some(speaker) = one.speaker
            && has(FIRST)
        {
            add(speaker);
        }
        if has(SECOND) && one.audience.len() <= 3 {
            one.audience.iter().copied().for_each(&mut add);
        }
        for (mention, role) in roles(&tokens, &people.mentions_in(&tokens)) {
            match role {
                Role::TookPart => add(mention.person),
                Role::Absent => absent.push(mention.person),
                Role::Mentioned => {}
            }
        }
    }
    if took.is_empty() {
        took.extend(said.iter().filter_map(|s| s.speaker));
        took.dedup();
    }
    took.retain(|who| !absent.contains(who) || speakers.contains(who));
    took.sort_by_key(|who| *who != people.user());
    let mut out: Vec<String> = Vec::new();
    for who in took {
        let name = people.name(who);
        if !name.is_empty() && !out.iter().any(|o| o == name) {
            out.push(name.to_owned());
        }
    }
    out
}

const FIRST: &[&str] = &[
    "i", "i'm", "i've", "i'd", "i'll", "im", "ive", "me", "my", "myself", "mine", "we", "we're",
    "we've", "we'd", "we'll", "us", "our", "ours", "ich", "mich", "mir", "wir", "uns", "je",
    "j'ai", "moi", "nous", "yo", "nosotros", "fui", "fuimos", "ik", "wij", "ja", "jag", "jeg",
    "eu",
];

const SECOND: &[&str] = &[
    "you", "your", "yours", "you're", "you've", "you'd", "you'll", "u", "ur", "du", "dir", "dich",
    "vous", "tu", "te",
];

const WITH: &[&str] = &[
    "with",
    "w",
    "mit",
    "avec",
    "con",
    "med",
    "joining",
    "alongside",
    "met",
];

/// Verbs whose object was there.
const CONTACT: &[&str] = &[
    "met",
    "meet",
    "meeting",
    "saw",
    "see",
    "seeing",
    "called",
    "call",
    "calling",
    "rang",
    "ring",
    "phoned",
    "phone",
    "visited",
    "visit",
    "visiting",
    "told",
    "tell",
    "telling",
    "asked",
    "ask",
    "invited",
    "joined",
    "join",
    "helped",
    "help",
    "showed",
    "show",
    "thanked",
    "interviewed",
    "emailed",
    "texted",
    "text",
    "messaged",
    "hugged",
    "kissed",
    "drove",
    "collect",
    "collected",
    "fetch",
    "fetched",
    "pay",
    "paid",
    "paired",
    "picked",
    "took",
    "take",
    "taking",
    "brought",
    "bring",
    "greeted",
    "interview",
    "pinged",
    "ping",
    "dm'd",
    "facetimed",
    "skyped",
    "beat",
    "taught",
    "reminded",
    "remind",
    "gave",
    "give",
    "lent",
    "lend",
    "owe",
    "sent",
    "send",
];

/// Verbs whose "to" leads to somebody who was there.
const TOWARDS: &[&str] = &[
    "spoke",
    "speak",
    "speaking",
    "talked",
    "talk",
    "talking",
    "gave",
    "give",
    "sent",
    "send",
    "wrote",
    "write",
    "said",
    "say",
    "showed",
    "show",
    "paid",
    "pay",
    "handed",
    "introduced",
    "listened",
    "married",
    "lent",
    "lend",
    "explained",
    "promised",
    "read",
    "replied",
    "chatted",
];

/// Participles whose "by" leads to somebody who was there.
const DONE_BY: &[&str] = &[
    "attended",
    "led",
    "hosted",
    "run",
    "chaired",
    "presented",
    "signed",
    "authorised",
    "authorized",
    "joined",
    "organised",
    "organized",
    "given",
    "moderated",
    "collected",
    "taught",
    "interviewed",
    "examined",
    "seen",
    "accompanied",
    "witnessed",
    "introduced",
];

/// Words before a name that make it a topic, an owner or a label.
const ABOUT: &[&str] = &[
    "about",
    "regarding",
    "re",
    "of",
    "for",
    "like",
    "than",
    "from",
    "by",
    "named",
    "without",
    "despite",
    "via",
    "per",
    "as",
    "is",
    "was",
    "cc",
    "cc'd",
    "ask",
    "except",
    "instead",
    "until",
    "miss",
    "missed",
    "misses",
    "remember",
    "remembered",
    "know",
    "knows",
    "was called",
];

/// Words after "X is" that say no more than what X is like.
const BE: &[&str] = &[
    "is", "was", "are", "were", "be", "been", "'s", "isn't", "wasn't",
];

const STATES: &[&str] = &[
    "has", "have", "had", "wants", "want", "wanted", "likes", "like", "liked", "loves", "love",
    "loved", "thinks", "think", "knows", "knew", "needs", "need", "lives", "live", "lived",
    "seems", "seemed", "looks", "sounds", "means", "owns", "used", "works", "owes", "hates",
];

/// What says that somebody is not there.
const ABSENT: &[&str] = &[
    "absent",
    "declined",
    "declines",
    "excused",
    "apologies",
    "regrets",
    "away",
    "sick",
    "ill",
    "hungover",
    "unavailable",
    "leave",
    "holiday",
    "vacation",
    "duty",
    "double-booked",
    "cancelled",
    "canceled",
    "entschuldigt",
    "abwesend",
    "ooo",
    "pto",
];

const NOT: &[&str] = &[
    "not", "can't", "cannot", "couldn't", "won't", "isn't", "wasn't", "didn't", "doesn't", "never",
    "wouldn't", "cant", "wont",
];

const COMING: &[&str] = &[
    "join",
    "joining",
    "make",
    "come",
    "coming",
    "attend",
    "attending",
    "there",
    "be",
    "do",
    "here",
    "able",
    "go",
    "going",
    "in",
];

const LINKS: &[&str] = &[
    "and", "&", "+", "und", "y", "et", "og", "och", "e", "en", ",",
];

fn roles<'m>(tokens: &[Token], mentions: &'m [Mention]) -> Vec<(&'m Mention, Role)> {
    let place = |at: usize| tokens.partition_point(|t| t.span.start < at);
    let ranges: Vec<_> = mentions
        .iter()
        .map(|m| (place(m.span.start), place(m.span.end)))
        .collect();
    let mut out: Vec<(&Mention, Role)> = Vec::with_capacity(mentions.len());
    let mut n = 0;
    while n < mentions.len() {
        // names that stand together ("Roos and I", "Femke, Dirk-Jan and Joost") have one role
        let mut last = n;
        let mut end = ranges[n].1;
        loop {
            let link = tokens
                .get(end)
                .is_some_and(|t| LINKS.contains(&t.folded.as_str()));
            let next = end
                + 1
                + usize::from(link && tokens.get(end + 1).is_some_and(|t| t.folded == "and"));
            if link && ranges.get(last + 1).is_some_and(|r| r.0 == next) {
                last += 1;
                end = ranges[last].1;
            } else if link
                && tokens
                    .get(next)
                    .is_some_and(|t| matches!(t.folded.as_str(), "i" | "me" | "myself"))
            {
                end = next + 1;
            } else {
                break;
            }
        }
        let begin = match ranges[n].0 {
            b if b >= 2
                && LINKS.contains(&tokens[b - 1].folded.as_str())
                && matches!(tokens[b - 2].folded.as_str(), "i" | "me") =>
            {
                b - 2
            }
            b => b,
        };
        let with_me = begin < ranges[n].0 || end > ranges[last].1;
        let role = if with_me {
            Role::TookPart
        } else {
            role(tokens, begin, end)
        };
        out.extend(mentions[n..=last].iter().map(|m| (m, role)));
        n = last + 1;
    }
    out
}

fn role(tokens: &[Token], begin: usize, end: usize) -> Role {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    let back = |k: usize| begin.checked_sub(k).map_or("", word);
    let clause: Vec<&str> = tokens[end..]
        .iter()
        .map(|t| t.folded.as_str())
        .take_while(|w| !matches!(*w, "." | "!" | "?" | ";"))
        .take(10)
        .collect();
    let line_label = tokens[..begin]
        .iter()
        .rev()
        .take(12)
        .take_while(|t| !matches!(t.folded.as_str(), "." | "!" | "?"));
    if line_label.clone().any(|t| {
        matches!(
            t.folded.as_str(),
            "apologies" | "regrets" | "absent" | "excused"
        )
    }) {
        return Role::Absent;
    }
    let near: Vec<&str> = clause
        .iter()
        .copied()
        .take_while(|w| !matches!(*w, "," | "and" | "but" | "so"))
        .collect();
    let negated = near
        .iter()
        .position(|w| NOT.contains(w))
        .is_some_and(|at| near[at..].iter().take(4).any(|w| COMING.contains(w)));
    let parenthesis = clause.first() == Some(&"(")
        && clause
            .iter()
            .take_while(|w| **w != ")")
            .any(|w| ABSENT.contains(w));
    if negated || parenthesis || near.iter().take(6).any(|w| ABSENT.contains(w)) {
        return Role::Absent;
    }
    let owns = word(end) == "'s" || matches!(word(end), "'" | "’");
    if owns
        && !(word(end + 1).ends_with("ing")
            || matches!(word(end + 1), "been" | "got" | "here" | "there" | "back"))
    {
        return Role::Mentioned;
    }
    let before = back(1);
    if WITH.contains(&before) || before == "/" && back(2) == "w" {
        return Role::TookPart;
    }
    if CONTACT.contains(&before) {
        return Role::TookPart;
    }
    if before == "up" && matches!(back(2), "pick" | "picked" | "picking" | "meet" | "met") {
        return Role::TookPart;
    }
    if before == "to" {
        let towards = (2..6).any(|k| TOWARDS.contains(&back(k)));
        return if towards {
            Role::TookPart
        } else {
            Role::Mentioned
        };
    }
    if before == "by" || before == ":" && back(2) == "by" {
        let near = if before == "by" { back(2) } else { back(3) };
        return if DONE_BY.contains(&near) {
            Role::TookPart
        } else {
            Role::Mentioned
        };
    }
    if before == "from"
        && (2..4).any(|k| matches!(back(k), "call" | "visit" | "message" | "heard" | "hear"))
    {
        return Role::TookPart;
    }
    if ABOUT.contains(&before) {
        return Role::Mentioned;
    }
    acts(&clause)
}

/// Whether the words behind a name let it act.
fn acts(clause: &[&str]) -> Role {
    let mut rest = clause;
    // "Patryk from Ovenworks is coming", "Abdi, the night guard, had put"
    if let Some(skip) = match rest.first() {
        Some(&"from" | &"at" | &"of" | &"in") => rest
            .iter()
            .skip(1)
            .take(4)
            .position(|w| BE.contains(w) || STATES.contains(w) || w.ends_with("ed"))
            .map(|n| n + 1),
        Some(&",") => rest
            .iter()
            .skip(1)
            .take(6)
            .position(|w| *w == ",")
            .map(|n| n + 2),
        Some(&"(") => rest.iter().position(|w| *w == ")").map(|n| n + 1),
        _ => None,
    } {
        rest = &rest[skip.min(rest.len())..];
    }
    while rest.first().is_some_and(|w| {
        w.ends_with("ly")
            || matches!(
                *w,
                "also" | "just" | "then" | "already" | "had" | "will" | "has" | "have" | "both"
            )
    }) && rest.len() > 1
    {
        rest = &rest[1..];
    }
    let Some(verb) = rest.first() else {
        return Role::Mentioned;
    };
    if BE.contains(verb) {
        let next = rest
            .iter()
            .skip(1)
            .find(|w| !matches!(**w, "not" | "also" | "still" | "already" | "just"))
            .unwrap_or(&"");
        let acting = next.ends_with("ing") && !matches!(*next, "nothing" | "something")
            || next.ends_with("ed")
            || matches!(*next, "there" | "here" | "in" | "on" | "at" | "back" | "up");
        return if acting {
            Role::TookPart
        } else {
            Role::Mentioned
        };
    }
    let no_verb = STATES.contains(verb)
        || !verb.chars().any(char::is_alphabetic)
        || matches!(
            *verb,
            "the"
                | "a"
                | "an"
                | "of"
                | "for"
                | "from"
                | "about"
                | "or"
                | "and"
                | "but"
                | "who"
                | "which"
                | "that"
                | "as"
                | "if"
                | "because"
                | "to"
                | "with"
                | "by"
                | "this"
                | "next"
                | "last"
                | "yesterday"
                | "today"
                | "tomorrow"
        );
    if no_verb {
        Role::Mentioned
    } else {
        Role::TookPart
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::document::{Document, Kind, Passage};
    use memo_common::api::SourceType;

    fn took(text: &str) -> Vec<String> {
        let mut document = Document::new(SourceType::Text);
        document
            .passages
            .push(Passage::new(Kind::Prose, text, 0..text.len()));
        let people = People::new(&document, "Ada Quist");
        let said = [Said {
            text,
            speaker: Some(people.user()),
            audience: &[],
        }];
        participants(&said, &people)
            .into_iter()
            .filter(|n| n != "Ada Quist")
            .collect()
    }

    #[test]
    fn those_who_act_or_are_met_took_part() {
        assert_eq!(took("I met Devika at noon."), ["Devika"]);
        assert_eq!(took("Rosalind and I ran 10 km."), ["Rosalind"]);
        assert_eq!(took("Femke and Joost came over."), ["Femke", "Joost"]);
        assert_eq!(took("called mum about the boiler"), ["mum"]);
        assert_eq!(took("Found while pairing with Joonas."), ["Joonas"]);
        assert_eq!(took("Patrick from Ovenmart is coming at 7."), ["Patrick"]);
        assert_eq!(took("The kick-off was attended by Farida."), ["Farida"]);
    }

    #[test]
    fn owners_topics_and_the_absent_did_not() {
        assert!(took("I got Hugo's letter.").is_empty());
        assert!(took("She asked me about Farida.").is_empty());
        assert!(took("A letter from Hugo.").is_empty());
        assert!(took("Joelle is not joining, she has jury duty.").is_empty());
        assert!(took("Greta (parental leave) sends her best.").is_empty());
        assert!(took("The drawings were made by Declan.").is_empty());
        assert!(took("Declan can't make it on Monday.").is_empty());
    }
}
