//! The named things of one document that are no people: each by its fullest name and by what most of its places take
//! it for.

use super::cues::{Cue, Cues};
use super::lexicon::{fold, look_up};
use memo_common::api::EntityType;
use std::collections::{BTreeMap, HashMap};

/// Everything named in one document but its people.
#[derive(Clone, Debug, Default)]
pub(crate) struct Things {
    /// By folded name.
    known: HashMap<String, Thing>,
}

#[derive(Clone, Debug)]
struct Thing {
    name: String,
    kind: EntityType,
}

impl Things {
    /// Gathers names as they were found, with what each place took it for.
    pub(crate) fn new(written: Vec<(String, EntityType)>) -> Self {
        let mut votes: BTreeMap<String, (String, Vec<(EntityType, u32)>)> = BTreeMap::new();
        for (name, kind) in written {
            let (_, kinds) = votes.entry(fold(&name)).or_insert((name, Vec::new()));
            match kinds.iter_mut().find(|(k, _)| *k == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
        }
        let mut known: HashMap<String, Thing> = HashMap::new();
        for (form, (name, kinds)) in votes {
            // what says nothing loses to what says something; the first found wins a tie
            let kind = kinds
                .iter()
                .rev()
                .max_by_key(|(kind, count)| (*kind != EntityType::Other, *count))
                .map_or(EntityType::Other, |(kind, _)| *kind);
            known.insert(form, Thing { name, kind });
        }
        let kinds = known
            .iter()
            .map(|(form, thing)| (form.as_str(), thing.kind));
        for (short, full) in short_forms(kinds) {
            let full = full.and_then(|f| known.get(&f).cloned());
            if let (Some(full), Some(thing)) = (full, known.get_mut(&short)) {
                *thing = full;
            }
        }
        Self { known }
    }

    /// The fullest name of what is written so, and what it is.
    pub(crate) fn get(&self, name: &str) -> Option<(&str, EntityType)> {
        let thing = self.known.get(&fold(name))?;
        Some((&thing.name, thing.kind))
    }
}

/// The short forms of the organizations among folded names, each with the name that it is short for; with none where it
/// is short for several.
pub(crate) fn short_forms<'n>(
    names: impl Iterator<Item = (&'n str, EntityType)>,
) -> HashMap<String, Option<String>> {
    let mut fuller: HashMap<String, Option<String>> = HashMap::new();
    for (form, _) in names.filter(|(_, kind)| *kind == EntityType::Organization) {
        if let Some(short) = short_form(form) {
            let full = fuller.entry(short).or_insert_with(|| Some(form.to_owned()));
            if full.as_deref() != Some(form) {
                *full = None;
            }
        }
    }
    fuller
}

/// An organization's name without the words that only say what kind of firm it is: "Harlow Pike LLP" is "Harlow Pike"
/// in short. None where nothing of its own would be left.
fn short_form(form: &str) -> Option<String> {
    let words: Vec<&str> = form.split(' ').collect();
    let head = |w: &&&str| Cues::of(w.trim_end_matches('.')).has(Cue::OrgHead);
    let heads = words.iter().rev().take_while(head).count();
    let own = &words[..words.len() - heads];
    let plain = own.iter().all(|w| {
        let e = look_up(w);
        e.everyday() || e.town() || e.country()
    });
    (heads > 0 && !plain).then(|| own.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_form_leads_to_the_fullest_name() {
        let things = Things::new(vec![
            ("Nordvik Flyt".to_owned(), EntityType::Other),
            ("Nordvik Flyt ApS".to_owned(), EntityType::Organization),
            ("Leeds".to_owned(), EntityType::Location),
            ("Leeds University".to_owned(), EntityType::Organization),
        ]);
        assert_eq!(
            things.get("nordvik flyt"),
            Some(("Nordvik Flyt ApS", EntityType::Organization))
        );
        assert_eq!(things.get("Leeds"), Some(("Leeds", EntityType::Location)));
    }

    #[test]
    fn most_places_decide_what_a_thing_is() {
        let things = Things::new(vec![
            ("Kystnet".to_owned(), EntityType::Other),
            ("Kystnet".to_owned(), EntityType::Location),
            ("Kystnet".to_owned(), EntityType::Organization),
            ("Kystnet".to_owned(), EntityType::Organization),
        ]);
        assert_eq!(
            things.get("Kystnet"),
            Some(("Kystnet", EntityType::Organization))
        );
    }
}
