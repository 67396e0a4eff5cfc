//! How each name of a sentence stands: alone or among others, in which phrase, and in what role.

use super::around::Around;
use super::around::is_called;
use super::mentions::Mention;
use super::role::{REACH, Role, role};
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

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
    let ranges: Vec<(usize, usize)> = mentions
        .iter()
        .map(|m| (place(m.span.start), place(m.span.end)))
        .collect();
    let mut out: Vec<Stand> = Vec::with_capacity(mentions.len());
    let mut n = 0;
    while n < mentions.len() {
        let List {
            last,
            end,
            mut with_me,
        } = list(tokens, &ranges, n);
        let several = last > n;
        let mut begin = opening(tokens, ranges[n].0);
        // "Me, Ann, Bo" is a list where it opens its sentence; elsewhere a comma behind "me" ends the clause
        let listed = |n: usize| tokens[n].folded != "," || tokens[n - 1].first || several;
        if begin >= 2 && is_link(tokens, begin - 1) && is_me(tokens, begin - 2) && listed(begin - 1)
        {
            with_me = true;
            begin -= 2;
        }
        // "[[Ann]] did it", "**Ann** did it"
        let end = skip_marks(tokens, end);
        let role = if with_me {
            Role::Company
        } else {
            let around = Around { tokens, begin, end };
            role(&around, ranges[n].0, several)
        };
        out.extend(mentions[n..=last].iter().map(|mention| Stand {
            mention,
            role,
            begin,
            end,
            several,
        }));
        n = last + 1;
    }
    out
}

/// Names that stand together.
struct List {
    /// The last of the mentions.
    last: usize,
    /// The token behind it.
    end: usize,
    /// "me" stands among them.
    with_me: bool,
}

/// The list that begins with the mention `n`, maybe of it alone; `ranges` are the tokens of all mentions.
fn list(tokens: &[Token], ranges: &[(usize, usize)], n: usize) -> List {
    let (mut last, mut end) = (n, ranges[n].1);
    let mut with_me = false;
    loop {
        let mut at = end;
        // "Ann, Bo (from noon) and I"
        if tokens.get(at).is_some_and(|t| t.folded == "(") {
            let close = tokens[at..]
                .iter()
                .take(REACH)
                .position(|t| t.folded == ")");
            at = close.map_or(at, |n| at + n + 1);
        }
        // behind "me" a comma ends the list
        if !is_link(tokens, at) || with_me && tokens[at].folded == "," && !is_link(tokens, at + 1) {
            break;
        }
        let next = at + 1 + usize::from(is_link(tokens, at + 1));
        // "with Ann and the psychologist, Bea Roe"
        let and = tokens[next - 1].folded != ",";
        let begins = |at: usize| at == next || and && at > next && opening(tokens, at) == next;
        if ranges.get(last + 1).is_some_and(|r| begins(r.0)) {
            last += 1;
            end = ranges[last].1;
        } else if is_me(tokens, next) {
            with_me = true;
            end = next + 1;
        } else {
            break;
        }
    }
    List { last, end, with_me }
}

/// Whether a comma or an "and" stands at this token.
fn is_link(tokens: &[Token], n: usize) -> bool {
    tokens.get(n).is_some_and(|t| t.cues.has(Cue::Link))
}

/// Whether the user, or who is spoken to, stands at this token.
fn is_me(tokens: &[Token], n: usize) -> bool {
    tokens.get(n).is_some_and(|t| {
        matches!(
            t.folded.as_str(),
            "i" | "me"
                | "us"
                | "myself"
                | "you"
                | "u"
                | "yourself"
                | "yourselves"
                | "ich"
                | "mich"
                | "mir"
                | "wir"
                | "yo"
                | "moi"
                | "je"
                | "io"
                | "noi"
                | "ik"
                | "mij"
                | "wij"
                | "jeg"
                | "jag"
                | "mig"
                | "nous"
                | "nosotros"
                | "uns"
        )
    })
}

/// Where the phrase that holds a name begins: "my daughter, Fiadh", "@fiadh", "the vet, Fiadh".
fn opening(tokens: &[Token], at: usize) -> usize {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    let owner = |n: usize| {
        matches!(
            word(n),
            "my" | "our"
                | "his"
                | "her"
                | "their"
                | "your"
                | "sa"
                | "notre"
                | "su"
                | "meine"
                | "meiner"
                | "meinem"
                | "seiner"
                | "ihrer"
                | "unserer"
                | "mein"
                | "meinen"
                | "unser"
                | "unsere"
                | "unserem"
                | "seine"
                | "seinem"
                | "ihre"
                | "mon"
                | "ma"
                | "mes"
                | "nos"
                | "son"
                | "ses"
                | "leur"
                | "mi"
                | "mis"
                | "nuestro"
                | "nuestra"
                | "mio"
                | "mia"
                | "suo"
                | "sua"
                | "mijn"
                | "onze"
                | "ons"
        ) && !tokens[n].capital
    };
    // "with": what leads to a name is no part of its phrase
    let leads = |n: usize| {
        tokens[n].cues.any(&[
            Cue::With,
            Cue::Contact,
            Cue::Topic,
            Cue::Link,
            Cue::Past,
            Cue::Be,
            Cue::Modal,
        ])
    };
    let article = |n: usize| {
        matches!(
            word(n),
            "the"
                | "a"
                | "an"
                | "la"
                | "el"
                | "le"
                | "il"
                | "der"
                | "die"
                | "une"
                | "un"
                | "den"
                | "dem"
                | "het"
                | "een"
                | "ein"
                | "eine"
                | "einem"
                | "einen"
                | "una"
        )
    };
    // "with the engineer Ann Roe"
    let trade = |n: usize| tokens.get(n).is_some_and(|t| t.word && !t.capital);
    let noun = |n: usize| {
        trade(n)
            && (!tokens[n].cues.has(Cue::Function)
                || matches!(
                    word(n),
                    "new" | "good" | "first" | "last" | "there" | "here"
                ))
            && !tokens[n]
                .cues
                .any(&[Cue::With, Cue::Topic, Cue::Contact, Cue::Link, Cue::Past])
    };
    let bold = |n: usize| matches!(word(n), "@" | "*" | "_" | "[");
    let mut begin = at;
    // "madame Roe"
    let address = |n: usize| tokens[n].cues.has(Cue::Title) && !tokens[n].capital;
    while begin > 0 && (bold(begin - 1) || begin == at && address(begin - 1)) {
        begin -= 1;
    }
    // "the curator (Ann Roe)": nothing but the name stands in the brackets
    let close = || {
        tokens[at..]
            .iter()
            .take(5)
            .find(|t| !t.capital && t.folded != ".")
    };
    let aside =
        |n: usize| word(n) == "," || word(n) == "(" && close().is_some_and(|t| t.folded == ")");
    match begin {
        // "a man called Roe"
        b if b >= 3 && is_called(tokens, b) && article(b - 3) => b - 3,
        b if b >= 4 && is_called(tokens, b) && article(b - 4) => b - 4,
        // "a Mr Roe", "la tía Ann"
        b if b >= 1 && tokens[b].cues.any(&[Cue::Title, Cue::Kin]) && article(b - 1) => b - 1,
        // "with the engineer Roe"
        b if b >= 1 && b < at && address(b) && article(b - 1) => b - 1,
        b if b >= 2 && owner(b - 2) && word(b - 1) != "," && !leads(b - 1) => b - 2,
        b if b >= 3 && owner(b - 3) && noun(b - 2) && noun(b - 1) => b - 3,
        b if b >= 2 && trade(b - 1) && article(b - 2) => b - 2,
        b if b >= 3 && noun(b - 1) && noun(b - 2) && article(b - 3) => b - 3,
        b if b >= 3 && aside(b - 1) && (owner(b - 3) || article(b - 3)) => b - 3,
        b if b >= 4
            && aside(b - 1)
            && noun(b - 2)
            && noun(b - 3)
            && (owner(b - 4) || article(b - 4)) =>
        {
            b - 4
        }
        b => b,
    }
}

/// The next token that is no markup or closing quotation mark.
fn skip_marks(tokens: &[Token], at: usize) -> usize {
    let mark = |t: &Token| matches!(t.folded.as_str(), "*" | "_" | "]");
    at + tokens
        .get(at..)
        .map_or(0, |rest| rest.iter().take_while(|t| mark(t)).count())
}
