//! Who there is in a user's memories.

use serde::{Deserialize, Serialize};

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The name that is shown.
    pub name: String,
    /// Whether it is the user, by the name that most documents are told by.
    pub me: bool,
    /// How many memories they are in: took part, speak, or are mentioned.
    pub memories: u64,
    /// By which names, the most frequent first.
    pub names: Vec<Name>,
    /// Which of these were merged into another, and can be split from it again.
    pub merged: Vec<String>,
}

/// One of a person's names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// As memories write it.
    pub name: String,
    /// How many memories have it.
    pub memories: u64,
}

/// Names that may be one person's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// A name of the one.
    pub name: String,
    /// A name of the other, who is shown if both are one.
    pub into: String,
    /// Why.
    pub reason: String,
}

/// One page of suggestions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuggestionPage {
    /// Those with the likeliest reasons first.
    pub suggestions: Vec<Suggestion>,
    /// Give it back as `cursor` for the next page; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// One page of people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeoplePage {
    /// Those of most memories first.
    pub people: Vec<Person>,
    /// Give it back as `cursor` for the next page; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}
