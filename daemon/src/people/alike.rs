//! Names that may be one person's, told by how they look and by the addresses that mails give them. They are only offered:
//! two people may have names that are alike. So a form that two people could have is nobody's.

use super::key;
use crate::extract::people::long_of;
use memo_common::api::{Person, Suggestion};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What stands before a name and is none.
const TITLES: [&str; 9] = ["dr", "mr", "mrs", "ms", "prof", "herr", "frau", "sr", "sra"];
/// Addresses of nobody in particular.
const OFFICES: [&str; 14] = [
    "admin", "contact", "hello", "hallo", "help", "info", "kontakt", "list", "mail", "news",
    "noreply", "office", "support", "team",
];
/// No login is shorter, but where a dot or a digit is in it.
const LOGIN: usize = 5;

/// Names that may be one person's, the likeliest reasons first. `addresses`: who is named with which, in mails; `apart`:
/// who was said to be two.
pub(crate) fn alike(
    people: &[Person],
    addresses: &[(String, String)],
    apart: impl Fn(&Person, &Person) -> bool,
) -> Vec<Suggestion> {
    let all = Alike::new(people);
    let mut found: Vec<(usize, usize, String)> = all.by_address(addresses);
    for (at, person) in people.iter().enumerate() {
        for name in names(person) {
            found.extend(all.by_form(at, name));
        }
    }
    let mut met = HashSet::new();
    let offered = found.into_iter().filter_map(|(one, other, why)| {
        let (one, other) = (one.min(other), one.max(other));
        let (a, b) = (&people[one], &people[other]);
        if one == other || !met.insert((one, other)) || apart(a, b) {
            return None;
        }
        // Whoever has the fuller name is who both are.
        let words = |person: &Person| {
            let all = words(&person.name);
            all.iter().filter(|word| word.chars().count() > 1).count()
        };
        let rank = |person: &Person| (person.me, words(person), person.memories);
        let (name, into) = if rank(b) > rank(a) { (a, b) } else { (b, a) };
        Some(Suggestion {
            name: name.name.clone(),
            into: into.name.clone(),
            reason: why,
        })
    });
    offered.collect()
}

/// All names of a person, the shown one first.
fn names(person: &Person) -> impl Iterator<Item = &str> {
    let own = person.names.iter().map(|name| name.name.as_str());
    let own = own.filter(|name| *name != person.name);
    std::iter::once(person.name.as_str()).chain(own)
}

/// What a name is, in another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// `jweber`, `jonas.weber`
    Login,
    /// `j weber`, `jonas w`
    Initial,
    /// `jw`
    Initials,
    /// `jonas`
    First,
    /// `robert smith`, of `Bob Smith`
    Long,
    /// `jonas weber`, of `Jonas Peter Weber`
    Ends,
}

/// The forms of all names.
struct Alike {
    by_name: HashMap<String, usize>,
    forms: HashMap<(Form, String), BTreeSet<usize>>,
    shown: Vec<String>,
}

impl Alike {
    fn new(people: &[Person]) -> Self {
        let mut all = Self {
            by_name: HashMap::new(),
            forms: HashMap::new(),
            shown: people.iter().map(|person| person.name.clone()).collect(),
        };
        for (at, person) in people.iter().enumerate() {
            for name in names(person) {
                all.by_name.insert(key(name), at);
                all.put(at, &words(name));
            }
        }
        all
    }

    fn put(&mut self, at: usize, words: &[String]) {
        let [first, .., last] = words else { return };
        let mut put = |form, text: String| {
            self.forms.entry((form, text)).or_default().insert(at);
        };
        put(Form::First, first.clone());
        let (Some(f), Some(l)) = (first.chars().next(), last.chars().next()) else {
            return;
        };
        // "Jonas W." is a name that others are compared with, and has no forms of its own.
        if first.chars().count() < 2 || last.chars().count() < 2 {
            return;
        }
        for login in [
            format!("{first}{last}"),
            format!("{f}{last}"),
            format!("{first}{l}"),
            format!("{last}{first}"),
            format!("{last}{f}"),
        ] {
            put(Form::Login, login);
        }
        put(Form::Initial, format!("{f} {last}"));
        put(Form::Initial, format!("{first} {l}"));
        put(
            Form::Initials,
            words
                .iter()
                .filter_map(|word| word.chars().next())
                .collect(),
        );
        for long in long_of(first) {
            put(Form::Long, format!("{long} {last}"));
        }
        if words.len() > 2 {
            put(Form::Ends, format!("{first} {last}"));
        }
    }

    /// Whose name could be meant by this one of somebody's: another's whose form it is, and nobody else's.
    fn by_form(&self, at: usize, name: &str) -> Option<(usize, usize, String)> {
        let words = words(name);
        let (form, text) = match words.as_slice() {
            [one] => self.of_one(name, one)?,
            [first, last] if first.chars().count() == 1 || last.chars().count() == 1 => {
                (Form::Initial, format!("{first} {last}"))
            }
            [first, last] => {
                let text = format!("{first} {last}");
                let is = |form| self.forms.contains_key(&(form, text.clone()));
                let form = if is(Form::Long) {
                    Form::Long
                } else {
                    Form::Ends
                };
                (form, text)
            }
            _ => return None,
        };
        let other = self.only(form, &text, at)?;
        let who = &self.shown[other];
        let why = match form {
            Form::Login => format!("\u{201c}{name}\u{201d} is a login as {who} would have it"),
            Form::Initial => format!("\u{201c}{name}\u{201d} is {who} with an initial"),
            Form::Initials => format!("\u{201c}{name}\u{201d} are the initials of {who}"),
            Form::First => format!("{who} is the only {name}"),
            Form::Long => format!("{who} is short for {name}"),
            Form::Ends => format!("{who} has but a name more"),
        };
        Some((at, other, why))
    }

    /// What form a single word is.
    fn of_one(&self, name: &str, word: &str) -> Option<(Form, String)> {
        let plain = name.trim().trim_start_matches('@');
        let local = plain.split_once('@').map_or(plain, |(local, _)| local);
        let is_initials =
            (2..=3).contains(&plain.len()) && plain.bytes().all(|b| b.is_ascii_uppercase());
        if is_initials {
            return Some((Form::Initials, word.to_owned()));
        }
        let letters: String = key(local).chars().filter(|c| c.is_alphabetic()).collect();
        let is_marked =
            local.contains(|c: char| !c.is_alphabetic()) || name != plain || plain != local;
        let is_lower = !local.contains(char::is_uppercase);
        if is_lower && (is_marked || letters.len() >= LOGIN) && self.has(Form::Login, &letters) {
            return Some((Form::Login, letters));
        }
        (local == name).then(|| (Form::First, word.to_owned()))
    }

    fn has(&self, form: Form, text: &str) -> bool {
        self.forms.contains_key(&(form, text.to_owned()))
    }

    /// The only person who has this form, but for whoever asks.
    fn only(&self, form: Form, text: &str, but: usize) -> Option<usize> {
        let mut all = self
            .forms
            .get(&(form, text.to_owned()))?
            .iter()
            .filter(|at| **at != but);
        let one = all.next()?;
        all.next().is_none().then_some(*one)
    }

    /// Two who are named with one address.
    fn by_address(&self, addresses: &[(String, String)]) -> Vec<(usize, usize, String)> {
        let mut by: HashMap<&str, BTreeSet<usize>> = HashMap::new();
        for (address, name) in addresses {
            let office = address
                .split(['@', '-', '.', '+'])
                .next()
                .unwrap_or_default();
            if !OFFICES.contains(&office) {
                let named = [name, address]
                    .into_iter()
                    .filter_map(|n| self.by_name.get(&key(n)));
                by.entry(address).or_default().extend(named);
            }
        }
        // Of three, somebody may write for others.
        let mut two: Vec<_> = by.into_iter().filter(|(_, who)| who.len() == 2).collect();
        two.sort_unstable();
        let pair = |(address, who): (&str, BTreeSet<usize>)| {
            let mut who = who.into_iter();
            Some((
                who.next()?,
                who.next()?,
                format!("mails name both with {address}"),
            ))
        };
        two.into_iter().filter_map(pair).collect()
    }
}

/// The words of a name that are names; none of what is no person's.
fn words(name: &str) -> Vec<String> {
    let folded = key(name);
    let words = folded
        .split(' ')
        .map(|word| word.trim_matches(['.', ',']).to_owned());
    let words: Vec<String> = words
        .filter(|w| !w.is_empty() && !TITLES.contains(&w.as_str()))
        .collect();
    let is_name = |word: &String| {
        word.chars()
            .all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '\u{2019}'))
    };
    match words.len() == 1 || words.iter().all(is_name) && words.len() <= 5 {
        true => words,
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::Name;

    fn person(name: &str) -> Person {
        let own = Name {
            name: name.to_owned(),
            memories: 1,
        };
        Person {
            name: name.to_owned(),
            me: false,
            memories: 1,
            names: vec![own],
            merged: Vec::new(),
        }
    }

    fn pairs(names: &[&str], addresses: &[(&str, &str)]) -> Vec<(String, String)> {
        let people: Vec<Person> = names.iter().map(|name| person(name)).collect();
        let own = |(a, n): &(&str, &str)| ((*a).to_owned(), (*n).to_owned());
        let addresses: Vec<_> = addresses.iter().map(own).collect();
        let found = alike(&people, &addresses, |_, _| false);
        found.into_iter().map(|s| (s.name, s.into)).collect()
    }

    #[test]
    fn forms_of_a_name_are_offered() {
        for (short, full) in [
            ("jweber", "Jonas Weber"),
            ("jonas.weber", "Jonas Weber"),
            ("@weberj", "Jonas Weber"),
            ("jweber2@x.example", "Jonas Weber"),
            ("J. Weber", "Jonas Weber"),
            ("Jonas W.", "Jonas Weber"),
            ("JW", "Jonas Weber"),
            ("Jonas", "Jonas Weber"),
            ("Dr. J. Weber", "Jonas Weber"),
            ("Bob Smith", "Robert Smith"),
            ("Jonas Weber", "Jonas Peter Weber"),
            ("josé", "José Ruiz"),
        ] {
            let found = pairs(&[full, short, "Ana Lima"], &[]);
            let (one, other) = found.first().unwrap_or_else(|| panic!("{short}"));
            let mut both = [one.as_str(), other.as_str()];
            both.sort_unstable();
            let mut expected = [short, full];
            expected.sort_unstable();
            assert_eq!((both, found.len()), (expected, 1), "{short}");
        }
        assert_eq!(
            pairs(&["Jonas Weber", "J. Weber"], &[]),
            [("J. Weber".to_owned(), "Jonas Weber".to_owned())]
        );
        assert_eq!(
            pairs(&["Jonas Weber", "Jonas"], &[]),
            [("Jonas".to_owned(), "Jonas Weber".to_owned())]
        );
    }

    #[test]
    fn what_two_could_have_is_nobodys() {
        for names in [
            &["Jonas Weber", "Jonas Lang", "Jonas"][..],
            &["Jonas Weber", "Jonas L.", "Jonas"],
            &["Jonas Weber", "Julia Weber", "J. Weber"],
            &["Jonas Weber", "Julia Weber", "jweber"],
            &["Jonas Weber", "Julia Wahl", "JW"],
            &["Jonas Weber", "Julia Weber"],
            &["Jonas Weber", "Weber"],
            &["Bob Smith", "Robert Jones"],
            &["Team 4", "Team 5"],
            &["Ana Lima", "ana@x.example"],
        ] {
            assert_eq!(pairs(names, &[]), [], "{names:?}");
        }
    }

    #[test]
    fn one_address_is_one_persons_unless_it_is_an_offices() {
        let both = [
            ("jo@x.example", "Jonas Weber"),
            ("jo@x.example", "Jo the Boatman"),
        ];
        let names = ["Jonas Weber", "Jo the Boatman", "Ana Lima"];
        assert_eq!(pairs(&names, &both).len(), 1);
        assert_eq!(
            pairs(&names, &[both[0], both[1], ("jo@x.example", "Ana Lima")]),
            []
        );
        assert_eq!(
            pairs(
                &names,
                &[
                    ("info@x.example", "Jonas Weber"),
                    ("info@x.example", "Ana Lima")
                ]
            ),
            []
        );
        let unnamed = ["Jonas Weber", "captain@x.example"];
        assert_eq!(
            pairs(&unnamed, &[("captain@x.example", "Jonas Weber")]).len(),
            1
        );
    }

    #[test]
    fn who_was_said_to_be_two_is_not_offered() {
        let people = [person("Jonas Weber"), person("Jonas")];
        assert!(alike(&people, &[], |_, _| true).is_empty());
    }
}
