//! A question → memories, best first.

mod admitted;
pub mod answer;
mod features;
mod meaning;
pub(crate) mod model;
mod question;
mod rank;
mod ratings;
mod retrieve;
mod touched;
mod words;

pub use features::{FEATURE_NAMES, FEATURES, Features};
pub use ratings::{Rating, Ratings};

use crate::index::{
    ModelVector, View, day_number,
    schema::{Exact, WordField},
    user_number,
};
use jiff::civil::DateTime;
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
}

/// Narrows the memories that are looked at; what is `None` narrows nothing.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Those that end on this day or later.
    pub since: Option<jiff::civil::Date>,
    /// Those that begin on this day or earlier.
    pub until: Option<jiff::civil::Date>,
    /// Those in which somebody of this name (or with this as part of the name) took part.
    pub participant: Option<String>,
    /// Those with this tag.
    pub tag: Option<String>,
    /// Those of this document.
    pub item_id: Option<String>,
    /// Those of documents of this type.
    pub source_type: Option<SourceType>,
}

impl Filter {
    fn values(&self) -> Vec<String> {
        let mut values = Vec::new();
        values.extend(self.item_id.iter().map(|i| Exact::Item.value(i)));
        values.extend(self.source_type.map(|s| Exact::Source.value(s.as_str())));
        values.extend(self.tag.iter().map(|t| Exact::Tag.value(t)));
        let words = self.participant.iter().flat_map(|p| p.split_whitespace());
        values.extend(words.map(|w| Exact::Participant.value(w)));
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

/// Every candidate with its features, best first; its score is the line's sum. For fitting the line.
pub fn explain(
    view: &View,
    request: &Request,
    ratings: &Ratings,
    embed: Embed<'_>,
    live: &dyn Fn(u64, u32) -> bool,
) -> Vec<(Hit, Features)> {
    candidates(view, request, ratings, embed, live)
        .iter()
        .map(|c| (hit(view, c, c.sum), c.features))
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
    let question = Question::read(request.text, request.now, view, user, embed);
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
mod tests {
    use super::*;
    use crate::index::{Change, Entry, Index, MemoryEntry};

    fn memory(narrative: &str, participant: &str) -> MemoryEntry {
        MemoryEntry {
            narrative: narrative.to_owned(),
            participants: vec![participant.to_owned()],
            when: "2024-05-03".parse().ok(),
            place: None,
            entities: Vec::new(),
            tags: vec!["Garden".to_owned()],
            speaker: None,
            asks: false,
            thread: 0,
            vector: None,
        }
    }

    fn entry(version: u64, user: &str, memories: Vec<MemoryEntry>) -> Change {
        Change::Put(Entry {
            version,
            user: user.to_owned(),
            item_id: format!("item-{version}"),
            source_type: SourceType::Text,
            memories,
        })
    }

    fn ask(index: &Index, user: &str, text: &str, filter: &Filter) -> Vec<(u64, u32)> {
        let request = Request {
            user,
            text,
            limit: 10,
            filter,
            now: jiff::civil::date(2024, 6, 1).at(12, 0, 0, 0),
        };
        recall(
            &index.view(),
            &request,
            &Ratings::default(),
            &without_model,
            &|_, _| true,
        )
        .into_iter()
        .map(|h| (h.version, h.index))
        .collect()
    }

    #[test]
    fn finds_what_was_committed_and_only_the_users_own() {
        let dir = tempfile::tempdir().expect("a folder");
        let (index, level) = Index::open(dir.path()).expect("opens");
        assert_eq!(level, 0);
        let tulips = memory("I planted tulips with Ana.", "Ana Reyes");
        let bread = memory("I baked bread.", "Bo Lund");
        index
            .apply(&[
                entry(1, "u", vec![tulips.clone(), bread]),
                entry(2, "v", vec![tulips]),
            ])
            .expect("applies");
        index.commit(7).expect("commits");
        let all = Filter::default();
        let tulips = ask(&index, "u", "who planted tulips?", &all);
        assert_eq!(tulips.first(), Some(&(1, 0)));
        assert!(tulips.iter().all(|hit| hit.0 == 1), "the user's own");
        assert_eq!(ask(&index, "v", "tulip planting", &all), [(2, 0)]);
        let bo = Filter {
            participant: Some("bo".to_owned()),
            ..Filter::default()
        };
        assert_eq!(ask(&index, "u", "tulips or bread", &bo), [(1, 1)]);
        let later = Filter {
            since: Some(jiff::civil::date(2024, 5, 4)),
            ..Filter::default()
        };
        assert!(ask(&index, "u", "tulips", &later).is_empty());
        index.apply(&[Change::Remove(1)]).expect("applies");
        index.commit(8).expect("commits");
        assert!(ask(&index, "u", "tulips", &all).is_empty());
        drop(index);
        let (index, level) = Index::open(dir.path()).expect("opens again");
        assert_eq!(level, 8);
        assert_eq!(ask(&index, "v", "tulips", &all), [(2, 0)]);
    }

    fn open(entries: &[Change]) -> (tempfile::TempDir, Index) {
        let dir = tempfile::tempdir().expect("a folder");
        let (index, _) = Index::open(dir.path()).expect("opens");
        index.apply(entries).expect("applies");
        index.commit(1).expect("commits");
        (dir, index)
    }

    fn said(speaker: &str, narrative: &str, asks: bool) -> MemoryEntry {
        MemoryEntry {
            speaker: Some(speaker.to_owned()),
            participants: vec!["Ana Reyes".to_owned(), "Bo Lund".to_owned()],
            asks,
            ..memory(narrative, "")
        }
    }

    #[test]
    fn an_answer_is_found_after_its_question_and_by_its_speaker() {
        let talk = vec![
            said("Ana Reyes", "I love hiking near lakes.", false),
            said("Bo Lund", "Which pets did you keep as a child?", true),
            said("Ana Reyes", "A tortoise named Sheldon.", false),
            said("Bo Lund", "I sold my car to a neighbour.", false),
        ];
        let (_dir, index) = open(&[entry(1, "u", talk)]);
        let all = Filter::default();
        let pets = ask(&index, "u", "Which pets did Ana keep?", &all);
        assert_eq!(pets.first(), Some(&(1, 2)));
        let car = ask(&index, "u", "Who sold a caar?", &all);
        assert_eq!(car.first(), Some(&(1, 3)), "spelt wrong");
    }

    #[test]
    fn a_rated_memory_moves_for_its_question() {
        let memories = vec![
            memory("I baked bread with Bo.", "Bo Lund"),
            memory("I baked bread with Ana.", "Ana Reyes"),
        ];
        let (_dir, index) = open(&[entry(1, "u", memories)]);
        let filter = Filter::default();
        let request = Request {
            user: "u",
            text: "When did I bake bread?",
            limit: 10,
            filter: &filter,
            now: jiff::civil::date(2024, 6, 1).at(12, 0, 0, 0),
        };
        let first = |rating: i32, index_of: u32| {
            let ratings = Ratings::new([Rating {
                question: "when did I bake bread".to_owned(),
                version: 1,
                index: index_of,
                rating,
            }]);
            let hits = recall(
                &index.view(),
                &request,
                &ratings,
                &without_model,
                &|_, _| true,
            );
            assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
            hits.first().map(|h| h.index)
        };
        assert_eq!(first(1, 0), Some(0));
        assert_eq!(first(1, 1), Some(1));
        assert_eq!(first(-1, 0), Some(1));
    }

    #[test]
    fn what_has_nothing_to_do_with_a_question_is_no_match() {
        let (_dir, index) = open(&[entry(1, "u", vec![memory("I baked bread.", "Bo Lund")])]);
        assert!(ask(&index, "u", "qqqq zzzz", &Filter::default()).is_empty());
        assert!(ask(&index, "nobody", "bread", &Filter::default()).is_empty());
    }

    #[test]
    fn the_latest_is_found_where_the_latest_is_wanted() {
        let on = |when: &str, narrative| MemoryEntry {
            when: when.parse().ok(),
            ..memory(narrative, "Bo Lund")
        };
        let (_dir, index) = open(&[
            entry(1, "u", vec![on("2024-01-10", "The rent is 900 a month.")]),
            entry(2, "u", vec![on("2024-04-02", "The rent is 950 a month.")]),
            entry(3, "u", vec![on("2023-05-20", "The rent is 850 a month.")]),
        ]);
        let all = Filter::default();
        let latest = ask(&index, "u", "What is the latest rent?", &all);
        assert_eq!(latest.first(), Some(&(2, 0)));
        let first = ask(&index, "u", "What was the rent originally?", &all);
        assert_eq!(first.first(), Some(&(3, 0)));
    }

    #[test]
    fn a_memory_that_is_gone_is_not_found() {
        let (_dir, index) = open(&[entry(1, "u", vec![memory("I baked bread.", "Bo Lund")])]);
        let filter = Filter::default();
        let request = Request {
            user: "u",
            text: "bread",
            limit: 10,
            filter: &filter,
            now: jiff::civil::date(2024, 6, 1).at(12, 0, 0, 0),
        };
        let hits = recall(
            &index.view(),
            &request,
            &Ratings::default(),
            &without_model,
            &|_, _| false,
        );
        assert!(hits.is_empty());
    }
}
