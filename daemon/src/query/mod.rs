//! A question → memories, best first.

mod admitted;
pub mod answer;
mod bm25;
mod features;
mod found;
mod meaning;
pub(crate) mod model;
mod question;
mod rank;
mod ratings;
pub(crate) mod read;
mod retrieve;
mod spelling;
mod touched;
#[cfg(feature = "train")]
pub(crate) mod training;
mod words;

pub use features::{FEATURE_NAMES, FEATURES, Features};
pub use ratings::{Rating, Ratings};

use crate::{
    index::{
        ModelVector, View, day_number,
        schema::{Exact, WordField},
        user_number,
    },
    people::People,
};
use jiff::civil::{Date, DateTime};
use memo_common::api::SourceType;
use question::Question;
use retrieve::Candidate;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Whose memories.
    pub user: &'a str,
    /// The question, in the user's words.
    pub text: &'a str,
    /// At most this many.
    pub limit: usize,
    /// What is looked at, at all.
    pub filter: &'a Filter,
    /// The asker's clock, which "last week" is read against.
    pub now: DateTime,
    /// Who is who for the asker.
    pub people: &'a People,
}

/// Narrows the memories that are looked at; what is `None` narrows nothing.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Those that end on this day or later.
    pub since: Option<Date>,
    /// Those that begin on this day or earlier.
    pub until: Option<Date>,
    /// Those in which somebody of this name (or with this as part of the name) took part, speaks or is mentioned.
    pub participant: Option<String>,
    /// For each word of that name the keys of whole names that count as having it, since they are the same person's.
    pub names: Vec<Vec<String>>,
    /// Those at this place (or with this as part of its name).
    pub place: Option<String>,
    /// Those with this tag.
    pub tag: Option<String>,
    /// Those of this document.
    pub item_id: Option<String>,
    /// Those of documents of this type.
    pub source_type: Option<SourceType>,
}

impl Filter {
    /// Somebody of this name took part, speaks or is mentioned, or somebody whom the table knows to be the same.
    pub fn with(&mut self, participant: Option<String>, people: &People) {
        let words = participant.iter().flat_map(|name| name.split_whitespace());
        self.names = words.map(|word| people.names_by(word)).collect();
        self.participant = participant;
    }

    /// The words of the participant's name, each with the names that count as having it.
    pub(crate) fn people(&self) -> impl Iterator<Item = (&str, &[String])> {
        let words = self.participant.iter().flat_map(|p| p.split_whitespace());
        let names = self.names.iter().map(Vec::as_slice);
        words.zip(names.chain(std::iter::repeat(&[][..])))
    }

    /// What has to hold of a memory: at least one of each of these lists.
    fn values(&self) -> Vec<Vec<String>> {
        let mut values = Vec::new();
        values.extend(self.item_id.iter().map(|i| Exact::Item.value(i)));
        values.extend(self.source_type.map(|s| Exact::Source.value(s.as_str())));
        values.extend(self.tag.iter().map(|t| Exact::Tag.value(t)));
        let words = self
            .place
            .iter()
            .flat_map(|place| crate::index::document::words(place));
        values.extend(words.map(|w| Exact::Place.value(w)));
        let mut values: Vec<Vec<String>> = values.into_iter().map(|value| vec![value]).collect();
        values.extend(self.people().map(|(word, names)| {
            let names = names.iter().map(|name| Exact::Name.value(name));
            names.chain([Exact::Person.value(word)]).collect()
        }));
        values
    }

    fn admits_days(&self, days: Option<(i64, i64)>) -> bool {
        match days {
            Some((start, end)) => {
                self.since.is_none_or(|since| end >= day_number(since))
                    && self.until.is_none_or(|until| start <= day_number(until))
            }
            None => self.since.is_none() && self.until.is_none(),
        }
    }
}

/// A memory found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The version of its document.
    pub version: u64,
    /// Its index in the document.
    pub index: u32,
    /// How likely it is to hold what was asked for, 0 to 1.
    pub score: f32,
}

/// Makes a model's vector of a text, where that can be had in time.
pub type Embed<'a> = &'a dyn Fn(&str) -> Option<ModelVector>;

/// An [`Embed`] where there is no model.
pub fn without_model(_: &str) -> Option<ModelVector> {
    None
}

/// The memories that answer best, at most `request.limit`, best first. `live` says of a version and index whether
/// that memory is still to be found. `ratings` are the asker's own.
pub fn recall(
    view: &View,
    request: &Request,
    ratings: &Ratings,
    embed: Embed<'_>,
    live: &dyn Fn(u64, u32) -> bool,
) -> Vec<Hit> {
    let found = candidates(view, request, ratings, embed, live);
    rank::best(view, &found, request.limit)
        .into_iter()
        .map(|(candidate, score)| hit(view, candidate, score))
        .collect()
}

/// How many memories a user has in the index, deleted ones among them.
pub(crate) fn memories(view: &View, user: &str) -> u64 {
    let user = user_number(user);
    let of = |segment| view.facts(segment).user(user);
    let each = view.segments().iter().filter_map(of);
    each.map(|facts| u64::from(facts.memories)).sum()
}

/// How many of them have a term (as `index::terms` makes it) in their narrative.
pub(crate) fn memories_with(view: &View, user: &str, term: &str) -> u64 {
    let count = view.frequency(user_number(user), WordField::Narrative, term);
    u64::from(count)
}

/// The user's memories that fall on these days or between them, by their first day; of what repeats only that it goes on
/// then is known here.
pub(crate) fn within(view: &View, user: &str, from: Date, to: Date) -> Vec<(u64, u32)> {
    let (user, from, to) = (user_number(user), day_number(from), day_number(to));
    let mut found = Vec::new();
    for segment in view.segments() {
        let facts = view.facts(segment);
        let Some(owner) = facts.user(user) else {
            continue;
        };
        let here = owner.span().filter(|doc| facts.owned(*doc, owner));
        let here = here.filter(|doc| !segment.is_deleted(*doc));
        found.extend(here.filter_map(|doc| {
            let (start, end) = facts.days(doc)?;
            let place = (start, segment.version(doc), segment.position(doc));
            (start <= to && end >= from).then_some(place)
        }));
    }
    found.sort_unstable();
    found
        .into_iter()
        .map(|(_, version, index)| (version, index))
        .collect()
}

fn candidates(
    view: &View,
    request: &Request,
    ratings: &Ratings,
    embed: Embed<'_>,
    live: &dyn Fn(u64, u32) -> bool,
) -> Vec<Candidate> {
    let user = user_number(request.user);
    let question = Question::read(request, view, user, embed);
    let moves = ratings.moves(request.text);
    retrieve::candidates(view, user, &question, request.filter, &moves, live)
}

fn hit(view: &View, candidate: &Candidate, score: f32) -> Hit {
    let segment = &view.segments()[candidate.segment];
    Hit {
        version: segment.version(candidate.doc),
        index: segment.position(candidate.doc),
        score,
    }
}

#[cfg(test)]
mod tests;
