//! Names that are one person's become one entry of [`People`].

use super::couple;
use super::handle::letters_of;
use super::roster::{CROWD, Known, People};
use super::written::{clean, compatible, given_first, impersonal, initial, name_of_address, parts};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::ingest::document::{Document, Kind, Person};
use crate::ingest::is_nameless;
use memo_common::api::SourceType;

impl People {
    pub(super) fn add_person(&mut self, person: &Person) -> usize {
        let named = person
            .name
            .as_deref()
            .filter(|n| !n.contains('@') && n.chars().any(char::is_alphabetic))
            // "Speaker 1" and "Speaker 2" are told apart by their numbers alone
            .filter(|n| !is_nameless(n) || !n.contains(|c: char| c.is_ascii_digit()));
        let from_mail = || person.email.as_deref().and_then(name_of_address);
        let at = match named.map(str::to_owned).or_else(from_mail) {
            Some(name) => self.add_name(&name),
            None => None,
        };
        let local = person.email.as_deref().and_then(|e| e.split('@').next());
        let handles: Vec<String> = person
            .handles
            .iter()
            .map(String::as_str)
            .chain(person.email.as_deref())
            .chain(local)
            .map(fold)
            .collect();
        let at = at
            .or_else(|| {
                let mut met = self.known.iter().take(CROWD);
                met.position(|k| handles.iter().any(|h| k.others.contains(h)))
            })
            .unwrap_or_else(|| {
                let name = person
                    .handles
                    .first()
                    .cloned()
                    .or_else(|| local.map(str::to_owned))
                    // a telephone number, a numbered voice
                    .or_else(|| person.name.clone())
                    .unwrap_or_default();
                self.known.push(Known {
                    parts: Vec::new(),
                    others: Vec::new(),
                    unnamed: true,
                    name,
                    organization: false,
                });
                self.known.len() - 1
            });
        let listed = self.known[at]
            .parts
            .first()
            .is_some_and(|p| look_up(p).given());
        self.known[at].organization |=
            at != 0 && (person.organization || !listed && impersonal(&self.known[at].name, local));
        for handle in handles {
            if !self.known[at].others.contains(&handle) {
                self.known[at].others.push(handle);
            }
        }
        at
    }

    /// Adds a name as written, or finds who bears it already; the fuller of the two names stays.
    pub(super) fn add_name(&mut self, written: &str) -> Option<usize> {
        let (name, nickname) = clean(written);
        let parts = parts(&name);
        if parts.is_empty() {
            return None;
        }
        let same = self.same(&parts).and_then(|at| {
            if !couple::differ(&self.known[at].name, &name) {
                return Some(at);
            }
            // "Mrs Roe", where "Mr Roe" is known
            self.known.iter().position(|k| {
                k.parts == parts && k.name.contains(' ') && !couple::differ(&k.name, &name)
            })
        });
        let at = match same {
            Some(at) => {
                let known = &mut self.known[at];
                let spelled =
                    initial(&known.parts) && !initial(&parts) && parts.len() >= known.parts.len();
                let fuller = parts.len() > known.parts.len() && likely(&parts);
                if at != 0 && (fuller || spelled) {
                    let former = std::mem::replace(&mut known.parts, parts);
                    known.others.push(former.join(" "));
                    known.name = name;
                } else if at != 0 && parts == known.parts && parts.len() == 1 && name.contains(' ')
                {
                    // "Mr Lee" says more than "Lee"
                    known.name = name;
                } else if parts != known.parts && parts.len() <= known.parts.len() {
                    let also = parts.join(" ");
                    if !known.others.contains(&also) {
                        known.others.push(also);
                    }
                }
                at
            }
            None => {
                self.known.push(Known {
                    name,
                    parts,
                    ..Known::default()
                });
                self.known.len() - 1
            }
        };
        if given_first(written).is_some() {
            self.known[at].others.push(fold(written));
        }
        if let Some(nickname) = nickname {
            self.known[at].others.push(fold(&nickname));
        }
        Some(at)
    }

    /// The one person whose name these words can be; none where nobody or more than one is.
    pub(super) fn same(&self, parts: &[String]) -> Option<usize> {
        let joined = parts.join(" ");
        let mut met = self.known.iter().take(CROWD);
        if let Some(at) = met.position(|k| k.parts == parts || k.others.contains(&joined)) {
            return Some(at);
        }
        if self.known.len() > CROWD {
            return None;
        }
        let mut alike = (0..self.known.len()).filter(|&n| compatible(&self.known[n].parts, parts));
        let first = alike.next()?;
        alike.next().is_none().then_some(first)
    }

    /// Gives addresses and user names the name whose letters they are made of, where exactly one fits.
    pub(super) fn settle_unnamed(&mut self) {
        for n in 0..self.known.len().min(CROWD) {
            if !self.known[n].unnamed {
                continue;
            }
            let handles = self.known[n].others.clone();
            let mut fits = (0..self.known.len().min(CROWD)).filter(|&k| {
                !self.known[k].unnamed
                    && handles
                        .iter()
                        .any(|h| letters_of(h.split('@').next().unwrap_or(h), &self.known[k].parts))
            });
            if let (Some(k), None) = (fits.next(), fits.next()) {
                self.known[k].others.extend(handles);
                for id in &mut self.by_id {
                    if *id == n {
                        *id = k;
                    }
                }
                self.known[n].others.clear();
                self.known[n].name.clear();
            }
        }
    }

    /// Takes the only address that a mail went to for the user's, where nobody in it is the user and its sender is known by
    /// name, or for an office: it came to the user.
    pub(super) fn settle_mailbox(&mut self, document: &Document) {
        let messages = || {
            let passages = document.passages.iter();
            passages.filter(|p| matches!(p.kind, Kind::Message { .. }))
        };
        let Some(first) = messages().next() else {
            return;
        };
        let (Some(from), [to]) = (first.speaker, &first.audience[..]) else {
            return;
        };
        let same = messages().all(|p| p.speaker == first.speaker && p.audience == first.audience);
        let of = |id: usize| self.by_id.get(id).map_or(0, |n| *n);
        let (sender, n) = (of(from), of(*to));
        let known = !self.known[sender].unnamed || document.people[from].organization;
        let mail = document.source_type == SourceType::Email && same && known;
        if mail && !self.by_id.contains(&0) && self.known[n].unnamed {
            self.become_user(n);
        }
    }

    /// Finds the user among those who talk under names of one word in small letters, where none of them is the user yet:
    /// the one whose letters are those of the user's name, and of nobody else's.
    pub(super) fn settle_user(&mut self, document: &Document) {
        let talks = matches!(document.source_type, SourceType::Slack | SourceType::Stream);
        let mut talkers: Vec<usize> = document
            .passages
            .iter()
            .filter_map(|p| self.by_id.get(p.speaker?).copied())
            .collect();
        talkers.sort_unstable();
        talkers.dedup();
        if !talks || talkers.len() > CROWD || talkers.contains(&0) {
            return;
        }
        let is_of = |handle: &str, parts: &[String]| {
            parts.len() > 1 && (begins(handle, parts) || letters_of(handle, parts))
        };
        let fits = |n: &&usize| {
            let known = &self.known[**n];
            let [handle] = &known.parts[..] else {
                return false;
            };
            let small = known.name.starts_with(char::is_lowercase);
            let mut others = self.known.iter().skip(1);
            small && is_of(handle, &self.known[0].parts) && !others.any(|k| is_of(handle, &k.parts))
        };
        let mut found = talkers.iter().filter(fits);
        let (Some(&n), None) = (found.next(), found.next()) else {
            return;
        };
        self.become_user(n);
    }

    /// Takes what somebody goes by for the user's.
    fn become_user(&mut self, n: usize) {
        let gone = Known {
            unnamed: true,
            ..Known::default()
        };
        let known = std::mem::replace(&mut self.known[n], gone);
        self.known[0].others.extend(known.others);
        self.known[0].others.extend(known.parts);
        self.known[0].others.push(fold(&known.name));
        for id in &mut self.by_id {
            if *id == n {
                *id = 0;
            }
        }
    }
}

/// Whether a user name is the first letter of a name and the beginning of its last word: "gmac" of Greta Mackay.
fn begins(handle: &str, parts: &[String]) -> bool {
    /// Letters of the last word at least.
    const LEAST: usize = 3;
    let [first, .., last] = parts else {
        return false;
    };
    let initial = first.chars().next();
    let begun = initial.and_then(|initial| handle.strip_prefix(initial));
    begun.is_some_and(|begun| begun.chars().count() >= LEAST && last.starts_with(begun))
}

/// Whether the words behind a given name are a family name rather than "Ann Proposed".
fn likely(parts: &[String]) -> bool {
    parts.iter().skip(1).all(|p| {
        let e = look_up(p);
        !e.everyday() || e.surname()
    })
}

/// How much of a name a person of the structure has.
pub(super) fn fullness(person: &Person) -> usize {
    person
        .name
        .as_deref()
        .map_or(0, |n| 1 + n.split_whitespace().count().min(4))
}
