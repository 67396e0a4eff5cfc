//! What a name does in its clause, from the words before and behind it.

use super::clause::{acts, comes, parenthesis, past, stays_away};
use super::roster::Mention;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

/// What somebody does in a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Acts, or is acted with.
    TookPart,
    /// Is listed with the user, or receives them: a guide, a midwife.
    Company,
    /// Is only talked about.
    Mentioned,
    /// Is said not to be there.
    Absent,
}

/// Verbs whose object need not be there.
const SPOKEN_OF: &[&str] = &[
    "mentioned",
    "discussed",
    "described",
    "praised",
    "quoted",
    "cited",
    "liked",
    "loved",
    "wanted",
    "needed",
    "recommended",
    "suggested",
    "considered",
    "named",
    "nominated",
    "hired",
    "blamed",
    "expected",
    "imagined",
    "noticed",
    "preferred",
    "trusted",
    "searched",
    "googled",
    "copied",
    "added",
    "replaced",
    "followed",
    "used",
    "included",
    "excluded",
];

/// How many words behind a name are looked at.
const REACH: usize = 10;

/// A mention and how it stands; names that stand together ("Roos and I", "Femke, Dirk-Jan and Joost") have one role.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand<'m> {
    pub(super) mention: &'m Mention,
    pub(super) role: Role,
    /// The first token of the phrase that holds the name, or of the list that it stands in.
    pub(super) begin: usize,
    /// The token behind the name, or behind the list.
    pub(super) end: usize,
    /// It stands in a list of names.
    pub(super) several: bool,
}

/// The role of each mention.
pub(super) fn roles<'m>(tokens: &[Token], mentions: &'m [Mention]) -> Vec<(&'m Mention, Role)> {
    stands(tokens, mentions)
        .into_iter()
        .map(|s| (s.mention, s.role))
        .collect()
}

/// How each mention stands.
pub(super) fn stands<'m>(tokens: &[Token], mentions: &'m [Mention]) -> Vec<Stand<'m>> {
    let place = |at: usize| tokens.partition_point(|t| t.span.start < at);
    let ranges: Vec<_> = mentions
        .iter()
        .map(|m| (place(m.span.start), place(m.span.end)))
        .collect();
    let me = |n: usize| {
        tokens.get(n).is_some_and(|t| {
            matches!(
                t.folded.as_str(),
                "i" | "me"
                    | "us"
                    | "myself"
                    | "you"
                    | "u"
                    | "ich"
                    | "mich"
                    | "mir"
                    | "wir"
                    | "yo"
                    | "moi"
            )
        })
    };
    let link = |n: usize| tokens.get(n).is_some_and(|t| t.cues.has(Cue::Link));
    let mut out: Vec<Stand> = Vec::with_capacity(mentions.len());
    let mut n = 0;
    while n < mentions.len() {
        let (mut last, mut end) = (n, ranges[n].1);
        let mut with_me = false;
        // behind "me" a comma ends the list
        // "Ann, Bo (from noon) and I"
        loop {
            let mut at = end;
            if tokens.get(at).is_some_and(|t| t.folded == "(") {
                let close = tokens[at..]
                    .iter()
                    .take(REACH)
                    .position(|t| t.folded == ")");
                at = close.map_or(at, |n| at + n + 1);
            }
            if !link(at) || with_me && tokens[at].folded == "," && !link(at + 1) {
                break;
            }
            let next = at + 1 + usize::from(link(at + 1));
            if ranges.get(last + 1).is_some_and(|r| r.0 == next) {
                last += 1;
                end = ranges[last].1;
            } else if me(next) {
                with_me = true;
                end = next + 1;
            } else {
                break;
            }
        }
        let mut begin = opening(tokens, ranges[n].0);
        // "Me, Ann, Bo" is a list where it opens its sentence; elsewhere a comma behind "me" ends the clause
        let several = last > n;
        let listed = |n: usize| tokens[n].folded != "," || tokens[n - 1].first || several;
        if begin >= 2 && link(begin - 1) && me(begin - 2) && listed(begin - 1) {
            with_me = true;
            begin -= 2;
        }
        let role = if with_me {
            Role::Company
        } else {
            // "[[Ann]] did it", "**Ann** did it"
            role(
                tokens,
                begin,
                ranges[n].0,
                skip_marks(tokens, end),
                last > n,
            )
        };
        out.extend(mentions[n..=last].iter().map(|mention| Stand {
            mention,
            role,
            begin,
            end: skip_marks(tokens, end),
            several: last > n,
        }));
        n = last + 1;
    }
    out
}

/// Where the phrase that holds a name begins: "my daughter, Fiadh", "@fiadh", "the vet, Fiadh".
fn opening(tokens: &[Token], at: usize) -> usize {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    let owner = |n: usize| matches!(word(n), "my" | "our" | "his" | "her" | "their" | "your");
    let article = |n: usize| {
        matches!(
            word(n),
            "the" | "a" | "an" | "la" | "el" | "le" | "il" | "der" | "die"
        )
    };
    // "with the engineer Ann Roe"
    let trade = |n: usize| tokens.get(n).is_some_and(|t| t.word && !t.capital);
    let noun = |n: usize| {
        trade(n)
            && (!tokens[n].cues.has(Cue::Function)
                || matches!(word(n), "new" | "good" | "first" | "last"))
            && !tokens[n]
                .cues
                .any(&[Cue::With, Cue::Topic, Cue::Contact, Cue::Link, Cue::Past])
    };
    let bold = |n: usize| matches!(word(n), "@" | "*" | "_" | "[");
    let mut begin = at;
    while begin > 0 && bold(begin - 1) {
        begin -= 1;
    }
    match begin {
        b if b >= 2 && owner(b - 2) && word(b - 1) != "," => b - 2,
        b if b >= 3 && owner(b - 3) && noun(b - 2) && noun(b - 1) => b - 3,
        b if b >= 2 && trade(b - 1) && article(b - 2) => b - 2,
        b if b >= 3 && noun(b - 1) && noun(b - 2) && article(b - 3) => b - 3,
        b if b >= 3 && word(b - 1) == "," && (owner(b - 3) || article(b - 3)) => b - 3,
        b => b,
    }
}

fn role(tokens: &[Token], begin: usize, name: usize, end: usize, several: bool) -> Role {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    let back = |k: usize| begin.checked_sub(k).map_or("", word);
    let cue = |k: usize, cue: Cue| {
        begin
            .checked_sub(k)
            .is_some_and(|n| tokens[n].cues.has(cue))
    };
    let ends = |t: &&Token| !matches!(t.folded.as_str(), "." | "!" | "?" | ";") && !t.line;
    let clause: Vec<&Token> = tokens[end..].iter().take_while(ends).take(REACH).collect();
    // the label of a line: "Apologies: Greta, Sunil"
    let before = tokens[..begin]
        .iter()
        .rev()
        .take(4 * REACH)
        .take_while(|t| !matches!(t.folded.as_str(), "." | "!" | "?"));
    let mut label = "";
    for t in before {
        if label == ":" && t.word {
            label = &t.folded;
            break;
        }
        if t.folded == ":" {
            label = ":";
        }
        if t.line {
            break;
        }
    }
    match label {
        "apologies" | "regrets" | "absent" | "excused" | "entschuldigt" | "cc" => {
            return Role::Absent;
        }
        // a letterhead's or a notice's
        "contact" | "kontakt" | "ansprechpartner" | "ansprechpartnerin" | "enquiries" => {
            return Role::Mentioned;
        }
        "attendees" | "present" | "participants" | "attending" | "anwesend" | "teilnehmer" => {
            return if parenthesis(&clause) {
                Role::Absent
            } else {
                Role::TookPart
            };
        }
        _ => {}
    }
    // ", Ann said": whose word it is, not who is there
    if back(1) == "," && matches!(word(end), "said" | "says") {
        return Role::Mentioned;
    }
    if stays_away(&clause) {
        let stop = tokens[end..]
            .iter()
            .take(3 * REACH)
            .position(|t| t.folded == ".");
        let comes = stop.is_some_and(|n| comes(&tokens[end + n + 1..]));
        return if comes { Role::TookPart } else { Role::Absent };
    }
    let owns = word(end) == "'s" || matches!(word(end), "'" | "’");
    // "Ann's wedding" has Ann in it; "at Ann's" is with her
    if owns && !several {
        // "Ann's wedding", "Ann's 70th"
        let ordinal = |w: &str| w.starts_with(|c: char| c.is_ascii_digit()) && w.ends_with("th");
        let thing = |n: usize| {
            tokens
                .get(n)
                .is_some_and(|t| t.cues.has(Cue::EventHead) || ordinal(&t.folded))
        };
        let home = matches!(back(1), "at" | "to")
            && tokens.get(end + 1).is_none_or(|t| {
                !t.word || t.line || t.cues.has(Cue::Function) && !t.cues.has(Cue::NoPlace)
            });
        if home || thing(end + 1) {
            return Role::TookPart;
        }
    }
    if owns
        && !(word(end + 1).ends_with("ing")
            || matches!(word(end + 1), "been" | "got" | "here" | "there" | "back"))
    {
        return Role::Mentioned;
    }
    let opens = begin == 0
        || tokens[begin].line
        || tokens[begin].first
        || matches!(back(1), "-" | "•" | "]" | ">");
    // who has the word, who has the task
    if opens && matches!(word(skip_marks(tokens, end)), ":" | "–" | "—" | "-") {
        return Role::TookPart;
    }
    let asked = |t: &&&Token| {
        t.cues.has(Cue::Second)
            || matches!(
                t.folded.as_str(),
                "can" | "could" | "please" | "would" | "will" | "do" | "what" | "thanks" | "thank"
            )
    };
    if word(end) == "," && opens && clause.iter().skip(1).take(4).find(asked).is_some() {
        return Role::TookPart;
    }
    // notes: "Kiran to order the tiles"
    let task = word(end) == "to"
        && tokens.get(end + 1).is_some_and(|t| {
            t.word && !t.capital && t.entry.word() && !t.cues.any(&[Cue::Function, Cue::Kin])
        });
    if opens && (task || matches!(word(end), "→" | "->")) {
        return Role::TookPart;
    }
    if matches!(
        back(1),
        "said" | "asked" | "replied" | "added" | "explained" | "announced"
    ) {
        return Role::TookPart;
    }
    // "Kiran can you", "Wanda please", "join me, Wanda?"
    let request = matches!(word(end), "can" | "could" | "would" | "will")
        && matches!(word(end + 1), "you" | "u" | "ya")
        || matches!(word(end), "please" | "pls" | "plz");
    if opens && request {
        return Role::TookPart;
    }
    if word(end) == "?" && matches!(back(1), "," | "pls" | "please" | "you") {
        return Role::TookPart;
    }
    if back(1) == "of" && matches!(back(2), "presence" | "company") {
        return Role::TookPart;
    }
    // "guide Ann Roe", "Agent: Ann Roe", "Midwife = Ann Roe", "our driver is Ann Roe"
    let sign = matches!(back(1), ":" | "=" | "-" | "–" | "is");
    if cue(1 + usize::from(sign), Cue::Host) {
        return Role::Company;
    }
    // "Ann Roe dentist"
    if tokens
        .get(end)
        .is_some_and(|t| t.cues.has(Cue::Host) && !t.line)
        && tokens.get(end + 1).is_none_or(|t| !t.word)
    {
        return Role::Company;
    }
    // "…, Nurse Ann Roe, Room 3", "prescribed (Dr Ann Roe)": who a record names by their office
    let office = tokens[begin].cues.has(Cue::Host)
        || word(begin).starts_with("dr") && tokens[begin].cues.has(Cue::Title);
    let aside = matches!(back(1), "" | "(" | "," | ";" | ":" | "-" | "–") || tokens[begin].line;
    if office && aside && matches!(word(end), "" | ")" | "," | ";" | ".") {
        return Role::Company;
    }
    if cue(1, Cue::With) || back(1) == "/" && back(2) == "w" || cue(1, Cue::Contact) {
        return Role::TookPart;
    }
    if back(1) == "up" && matches!(back(2), "pick" | "picked" | "picking" | "meet" | "met") {
        return Role::TookPart;
    }
    // "scrubbed Kiran": done to them
    let object = begin.checked_sub(1).is_some_and(|n| {
        let t = &tokens[n];
        t.folded.ends_with("ed")
            && past(t)
            && !t.cues.has(Cue::Topic)
            && !SPOKEN_OF.contains(&word(n))
    });
    if object {
        return Role::TookPart;
    }
    let decided = |yes: bool| if yes { Role::TookPart } else { Role::Mentioned };
    match back(1) {
        "to" => return decided((2..10).any(|k| cue(k, Cue::Towards))),
        "by" => return decided(cue(2, Cue::DoneBy) || done_by(tokens, begin)),
        ":" if back(2) == "by" => return decided(cue(3, Cue::DoneBy)),
        "from" => {
            let heard = |k| matches!(back(k), "call" | "visit" | "message" | "heard" | "hear");
            let got = |k| {
                matches!(
                    back(k),
                    "pick"
                        | "picked"
                        | "collect"
                        | "collected"
                        | "borrow"
                        | "borrowed"
                        | "buy"
                        | "bought"
                        | "rented"
                )
            };
            return decided((2..4).any(heard) || (2..7).any(got));
        }
        _ => {}
    }
    if cue(1, Cue::Topic) || back(1) == "contact" {
        return Role::Mentioned;
    }
    if introduced(tokens, name, end) {
        return Role::TookPart;
    }
    // what somebody writes for all to read is no meeting
    if matches!(word(end), "posted" | "tweeted" | "blogged") {
        return Role::Mentioned;
    }
    // "(Ann had it last year and sold nearly all)": an aside about others
    let own = clause.iter().any(|t| t.cues.has(Cue::First));
    if back(1) == "(" && clause.iter().any(|t| past(t)) && clause.len() >= 5 && !own {
        return Role::Mentioned;
    }
    decided(acts(&clause, opens, several))
}

/// Whether "by" before a name says who did something ("was closed by Ann"), not who made a thing ("was designed by Ann").
fn done_by(tokens: &[Token], begin: usize) -> bool {
    let back = |k: usize| begin.checked_sub(k).map(|n| &tokens[n]);
    let done = back(2).is_some_and(|t| {
        t.folded.ends_with("ed") && past(t) && !MAKING.contains(&t.folded.as_str())
    });
    done && back(3).is_some_and(|t| t.cues.any(&[Cue::Be, Cue::Modal]) || t.folded == "been")
}

/// Participles that tell whose work a thing is.
const MAKING: [&str; 17] = [
    "owned",
    "designed",
    "painted",
    "composed",
    "directed",
    "authored",
    "published",
    "recommended",
    "suggested",
    "named",
    "inspired",
    "used",
    "produced",
    "translated",
    "edited",
    "illustrated",
    "created",
];

/// Whether a name stands behind what somebody was called when they were met: "rang the shop (Ann, very kind)",
/// "talking to a woman at the stalls, Ann Roe, who …".
fn introduced(tokens: &[Token], begin: usize, end: usize) -> bool {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    let Some(mark) = begin.checked_sub(1) else {
        return false;
    };
    let closes = matches!(word(end), "" | "," | ")" | "." | ";" | "(" | "!")
        || tokens.get(end).is_some_and(|t| t.line);
    if !matches!(word(mark), "," | "(") || !closes || tokens[begin].line {
        return false;
    }
    let clause = tokens[..mark]
        .iter()
        .rev()
        .take(REACH)
        .take_while(|t| t.word && !t.cues.has(Cue::Link));
    let words: Vec<&Token> = clause.collect();
    words.iter().enumerate().any(|(n, t)| {
        let object = n
            .checked_sub(1)
            .and_then(|n| words.get(n))
            .is_some_and(|t| {
                matches!(
                    t.folded.as_str(),
                    "a" | "an" | "the" | "my" | "our" | "some"
                )
            });
        let towards =
            t.folded == "to" && words.get(n + 1).is_some_and(|t| t.cues.has(Cue::Towards));
        if word(mark) == "(" {
            return t.first && t.cues.has(Cue::Contact);
        }
        object && (t.cues.any(&[Cue::Contact, Cue::With]) || towards)
    })
}

/// The next token that is no markup or closing quotation mark.
fn skip_marks(tokens: &[Token], at: usize) -> usize {
    let mark = |t: &Token| matches!(t.folded.as_str(), "*" | "_" | "]");
    at + tokens
        .get(at..)
        .map_or(0, |rest| rest.iter().take_while(|t| mark(t)).count())
}
