//! What memories are filed under, with how many there are.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// What memories can be counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FacetKind {
    /// Who took part, speaks or is mentioned.
    People,
    /// Where it took place.
    Places,
    /// Keywords.
    Tags,
    /// What the documents are.
    SourceTypes,
}

impl FacetKind {
    /// All four, in the order they are answered.
    pub const ALL: [Self; 4] = [Self::People, Self::Places, Self::Tags, Self::SourceTypes];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Places => "places",
            Self::Tags => "tags",
            Self::SourceTypes => "source_types",
        }
    }
}

impl fmt::Display for FacetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names nothing that memories are counted by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`facet` is one of people, places, tags and source_types")]
pub struct UnknownFacet;

impl FromStr for FacetKind {
    type Err = UnknownFacet;

    fn from_str(text: &str) -> Result<Self, UnknownFacet> {
        let mut all = Self::ALL.into_iter();
        all.find(|kind| kind.as_str() == text).ok_or(UnknownFacet)
    }
}

/// What there is among the memories that were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facets {
    /// How many memories these are.
    pub memories: u64,
    /// Who took part, speaks or is mentioned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<Facet>,
    /// Where they took place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Facet>,
    /// Their keywords.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Facet>,
    /// The types of their documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_types: Option<Facet>,
    /// Give it back as `cursor` for more of the one that was asked for; absent where there is no more, and where all
    /// four are answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// The values of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facet {
    /// How many different ones there are.
    pub total: u64,
    /// The first of them, those of the most memories first.
    pub values: Vec<FacetValue>,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacetValue {
    /// As most of its memories write it.
    pub value: String,
    /// How many memories have it.
    pub memories: u64,
}
