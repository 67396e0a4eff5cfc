//! Who took part, and who is only talked about.
//!
//! A light reading of each clause: what stands before and behind a name, and which verb is near. People who act or are
//! acted with took part; owners, topics and the absent did not. In doubt somebody is only mentioned.

use super::around::Around;
use super::mentions::{Mention, Read};
use super::pronoun::{last_named, pronouns};
use super::role::Role;
use super::roster::{People, PersonRef};
use super::speech::{addresses, of_us_all, says_i, speaks_of_self};
use super::stand::{Stand, roles, stands};
use crate::extract::entities::cues::{Cue, Cues};
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

/// A letter, by how it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letter {
    /// By mail, maybe between friends.
    Mail,
    /// On paper, as firms and offices write: their "we" is the firm's.
    Printed,
}

/// How many sentences after a question its answer may begin.
const NEXT: usize = 8;

/// The fullest names of those who took part in what is told, the user first, then in order of appearance.
///
/// Whoever says "I" took part, whoever is addressed as "you" took part, whoever acts or is met, called or talked to took
/// part, and whoever tells what they themselves do took part. Where nobody does, the speakers did: they said it. People
/// who only are mentioned are not named.
///
/// `read` is what was read of each of `said`.
///
/// Nobody takes part in what a `letter` tells just because they wrote it.
pub(crate) fn participants(
    said: &[Said],
    read: &[Read],
    letter: Option<Letter>,
    people: &People,
) -> Vec<String> {
    let mut party = Party {
        people,
        took: Vec::new(),
        absent: Vec::new(),
        named: None,
        letter,
    };
    for (n, (one, read)) in said.iter().zip(read).enumerate() {
        party.by_speech(one, &read.tokens, &said[n + 1..]);
        party.by_names(read);
    }
    let mut speakers: Vec<PersonRef> = said.iter().filter_map(|s| s.speaker).collect();
    speakers.sort();
    speakers.dedup();
    party.by_audience(said, &speakers);
    let Party {
        mut took, absent, ..
    } = party;
    took.retain(|who| {
        (!absent.contains(who) || speakers.contains(who)) && !people.is_organization(*who)
    });
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

/// Those who took part, as far as it is read.
struct Party<'p> {
    people: &'p People,
    took: Vec<PersonRef>,
    /// Those who are said not to be there.
    absent: Vec<PersonRef>,
    /// Who was named last.
    named: Option<PersonRef>,
    letter: Option<Letter>,
}

impl Party<'_> {
    fn add(&mut self, who: PersonRef) {
        if !self.took.contains(&who) {
            self.took.push(who);
        }
    }

    fn add_all(&mut self, those: impl IntoIterator<Item = PersonRef>) {
        those.into_iter().for_each(|who| self.add(who));
    }

    /// Adds those who speak of themselves, here or in their answer, and those who are spoken to.
    fn by_speech(&mut self, one: &Said, tokens: &[Token], behind: &[Said]) {
        let user = self.people.user();
        let has = |cue: Cue| tokens.iter().any(|t| t.cues.has(cue));
        // "our assessor came": the firm's
        let for_firm = self.letter == Some(Letter::Printed) && !says_i(tokens);
        if let Some(speaker) = one.speaker
            && (speaker == user || !for_firm)
            && (speaker == user && has(Cue::First) || speaks_of_self(tokens))
        {
            self.add(speaker);
        }
        if let Some(next) = behind.iter().take(NEXT).find(|s| s.speaker != one.speaker) {
            // who answers "who …?" speaks of themselves
            if one.text.contains('?') && tokens.iter().any(|t| t.folded == "who") {
                self.add_all(next.speaker);
            }
        }
        // "all four of us": the writer and all who read it
        if of_us_all(tokens) && one.audience.len() > 1 {
            self.add_all(one.speaker.iter().chain(one.audience).copied());
        }
        if one.speaker.is_some() && addresses(tokens) {
            // among several, "you" may be any of them; where one of them is the user, it is told to the user
            let alone = one.audience.len() == 1;
            let meant = |who: &PersonRef| alone || *who == user;
            self.add_all(one.audience.iter().copied().filter(meant));
        }
    }

    /// Adds those whose names act, or are acted with.
    fn by_names(&mut self, read: &Read) {
        let Read {
            tokens, mentions, ..
        } = read;
        for stand in stands(tokens, mentions) {
            let person = stand.mention.person;
            match stand.role {
                Role::TookPart | Role::Company => self.add(person),
                Role::Absent => self.absent.push(person),
                Role::Mentioned | Role::Remote => {}
            }
        }
        self.by_pronouns(tokens, mentions);
    }

    /// Adds those who are met by a pronoun, "Ann has the flu. I was on the phone with her", or who do something to who
    /// speaks: "she gave me a cake".
    fn by_pronouns(&mut self, tokens: &[Token], mentions: &[Mention]) {
        const NEAR: usize = 3;
        let user = self.people.user();
        let pronouns = pronouns(tokens, mentions, self.named, user);
        for stand in stands(tokens, &pronouns) {
            let (begin, end) = (stand.begin, stand.end);
            let around = Around { tokens, begin, end };
            let behind = &tokens[end..];
            let to_me = |n: usize| {
                behind[n].cues.has(Cue::Contact)
                    && behind
                        .get(n + 1)
                        .is_some_and(|t| matches!(t.folded.as_str(), "me" | "us"))
            };
            let did = stand.role == Role::TookPart
                && (0..behind.len().min(NEAR)).any(to_me)
                && !is_aside(&tokens[..begin]);
            let meets = around.is_met() && stand.role == Role::TookPart;
            if did || meets {
                self.add(stand.mention.person);
            }
        }
        self.named = last_named(mentions, user).or(self.named);
    }

    /// Adds those to whom it is told, and, where nobody took part, those who say it.
    fn by_audience(&mut self, said: &[Said], speakers: &[PersonRef]) {
        let user = self.people.user();
        let heard = |one: &Said| one.audience.contains(&user);
        // what is told to the user alone, or to the user and one more, has the user in it where nobody else acts
        if self.took.iter().all(|who| speakers.contains(who)) && !self.took.is_empty() {
            let told = said.iter().any(|s| s.audience.len() <= 2 && heard(s));
            self.took.extend(told.then_some(user));
        }
        // what a firm or an office writes to the user concerns the user
        let organization = |who: PersonRef| self.people.is_organization(who);
        if said
            .iter()
            .all(|s| s.speaker.is_some_and(organization) && heard(s))
        {
            self.add(user);
        }
        // "The fee is due on Monday": of whom it is written to
        if self.took.is_empty() && self.letter.is_some() && said.iter().any(heard) {
            self.add(user);
        }
        if self.took.is_empty() && speakers.len() > 1 {
            self.took.extend(speakers);
        }
        if self.took.is_empty() {
            let those = said.iter().filter_map(|s| s.speaker);
            self.took
                .extend(those.chain(said.iter().any(heard).then_some(user)));
            self.took.dedup();
        }
    }
}

/// Whether a pronoun behind these words tells of a thing rather than of what happens: "the money she lent us", but not
/// "today she lent us", "luckily she lent us".
fn is_aside(before: &[Token]) -> bool {
    before.last().is_some_and(|t| {
        let noun = t.word && !t.capital && t.cues == Cues::default() && !t.folded.ends_with("ly");
        noun && before.len() > 1
    })
}

/// Those whom a note beside an event names as its company: who goes with the user, and who receives them.
pub(crate) fn companions(note: &str, people: &People) -> Vec<PersonRef> {
    in_roles(note, people, &[Role::Company])
}

/// As [`companions`], with those of whom a note says that they act: "Ann ran with me to the bridge".
pub(crate) fn taking_part(note: &str, people: &People) -> Vec<PersonRef> {
    in_roles(note, people, &[Role::Company, Role::TookPart])
}

/// Those whom a note names and says no more of: "Bring the form. Mr Roe (maths)."
pub(crate) fn named_alone(note: &str, people: &People) -> Vec<PersonRef> {
    let tokens = tokens(note);
    let mentions = people.mentions_in(&tokens);
    let alone = |stand: &Stand| {
        let (begin, end) = (stand.begin, stand.end);
        let around = Around {
            tokens: &tokens,
            begin,
            end,
        };
        let ends = |k: usize| around.after(k).is_none_or(|t| t.line || t.capital);
        let closed = match around.next(1) {
            "(" | ";" => true,
            // "Macy T. is out"
            "." => ends(2),
            _ => around.after(1).is_none_or(|t| t.line),
        };
        let may_be = !matches!(stand.role, Role::Absent | Role::Remote);
        around.opens() && closed && may_be
    };
    stands(&tokens, &mentions)
        .into_iter()
        .filter(alone)
        .map(|s| s.mention.person)
        .collect()
}

/// Those whom a note names in one of these roles.
fn in_roles(note: &str, people: &People, wanted: &[Role]) -> Vec<PersonRef> {
    let tokens = tokens(note);
    let mentions = people.mentions_in(&tokens);
    roles(&tokens, &mentions)
        .into_iter()
        .filter(|(_, role)| wanted.contains(role))
        .map(|(mention, _)| mention.person)
        .collect()
}

#[cfg(test)]
mod tests;
