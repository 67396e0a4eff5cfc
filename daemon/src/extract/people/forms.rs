//! The forms under which the people of [`People`] are met in a text.

use super::couple::titled;
use super::roster::{CROWD, Known, People};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::hashed::fnv;
use std::collections::HashMap;

impl People {
    /// Registers every form of every name; what several people may be called leads to none of them.
    pub(super) fn index(&mut self) {
        let mut shared: Vec<(String, usize)> = Vec::new();
        for (n, known) in self.known.iter().enumerate() {
            if known.name.is_empty() {
                continue;
            }
            for form in known
                .others
                .iter()
                .cloned()
                .chain([known.parts.join(" "), fold(&known.name)])
            {
                if !form.is_empty() {
                    self.forms.entry(form).or_insert(n);
                }
            }
            if let Some(form) = titled(&known.name) {
                self.forms.entry(form).or_insert(n);
            }
            if let [first, .., last] = known.parts.as_slice() {
                shared.push((format!("{first} {last}"), n));
                if first.chars().count() > 1 {
                    shared.push((first.clone(), n));
                }
            }
        }
        let surnames = self
            .known
            .iter()
            .enumerate()
            .filter(|(_, k)| k.parts.len() > 1 && !k.name.is_empty());
        let surnames: Vec<(String, usize)> = surnames
            .filter_map(|(n, k)| Some((k.parts.last()?.clone(), n)))
            .collect();
        self.share(shared);
        // a family name of two people, or that is also somebody's given name, means neither by itself
        let taken: Vec<_> = surnames
            .into_iter()
            .filter(|(form, _)| !self.forms.contains_key(form))
            .collect();
        self.share(taken);
        self.add_initials();
        for form in self.forms.keys() {
            let words = form.split([' ']).count();
            let first = form.split(' ').next().unwrap_or(form);
            let most = self.starts.entry(fnv(first.bytes())).or_insert(0);
            *most = (*most).max(words);
        }
        let user = self.forms.iter().filter(|(_, who)| **who == 0);
        let begins = user.filter_map(|(form, _)| {
            form.split(|c: char| !c.is_alphanumeric())
                .find(|w| !w.is_empty())
        });
        self.user_words = begins.map(str::to_owned).collect();
    }

    /// Registers the initials of those who alone have them, where they are no word ("PK pays by Tuesday").
    fn add_initials(&mut self) {
        let mut owners: HashMap<String, Vec<usize>> = HashMap::new();
        for (n, known) in self.known.iter().enumerate() {
            for form in initials(known) {
                let who = owners.entry(form).or_default();
                // they come in order
                if who.last() != Some(&n) {
                    who.push(n);
                }
            }
        }
        for (form, who) in owners {
            let free = !self.forms.contains_key(&form) && !look_up(&form).word();
            if let ([one], true, 2..=3) = (who.as_slice(), free, form.chars().count()) {
                self.forms.insert(form.clone(), *one);
                self.initials.insert(form);
            }
        }
    }

    /// Whether a name is the initials, in capitals, of one of those who are known by their full names.
    pub(super) fn has_initials(&self, name: &str) -> bool {
        let written = (2..=3).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_uppercase());
        written
            && self
                .known
                .iter()
                .take(CROWD)
                .any(|k| initials(k).contains(&fold(name)))
    }

    /// Registers forms that several people may share; those that are shared lead to a person known by no more than the
    /// form, so that it stays as written.
    fn share(&mut self, forms: Vec<(String, usize)>) {
        let mut owners: HashMap<String, Vec<usize>> = HashMap::new();
        for (form, n) in forms {
            let who = owners.entry(form).or_default();
            // those of one person come together
            if who.last() != Some(&n) {
                who.push(n);
            }
        }
        let mut owners: Vec<_> = owners.into_iter().collect();
        owners.sort();
        for (form, who) in owners {
            if self.forms.contains_key(&form) {
                continue;
            }
            let n = match who.as_slice() {
                [one] => *one,
                [first, ..] => {
                    let written = self.known[*first]
                        .name
                        .split_whitespace()
                        .find(|w| fold(w) == form);
                    let name = written.map_or_else(|| form.clone(), str::to_owned);
                    self.known.push(Known {
                        name,
                        parts: vec![form.clone()],
                        ..Known::default()
                    });
                    self.known.len() - 1
                }
                [] => continue,
            };
            self.forms.insert(form, n);
        }
    }
}

/// The initials of somebody's whole name, and of the first and the last of its words; none of one word.
fn initials(known: &Known) -> Vec<String> {
    if known.parts.len() < 2 || known.organization || known.unnamed {
        return Vec::new();
    }
    let first = |p: &String| p.chars().next();
    let all = known.parts.iter().filter_map(first).collect();
    let ends = [known.parts.first(), known.parts.last()]
        .into_iter()
        .flatten();
    vec![all, ends.filter_map(first).collect()]
}
