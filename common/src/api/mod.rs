//! The wire types: what goes over HTTP, and nothing else. Disk records live with the store.

mod answer;
mod daemon;
mod document;
mod facets;
mod key;
mod memory;
mod people;
mod run;
mod source_type;
mod timeline;
mod watch;
mod web;

pub use answer::{Answer, AnswerPiece};
pub use daemon::{Compacted, Embedding, EmbeddingTest, Health, Model, ModelState, ModelTest};
pub use document::{Document, DocumentPage, Forgotten, ImportReport};
pub use facets::{Facet, FacetKind, FacetValue, Facets, UnknownFacet};
pub use key::{KeyInfo, KeyList, NewKey};
pub use memory::{
    Content, Correction, Entity, EntityType, Envelope, Filter, Memory, MemoryDetail, MemoryPage,
    MemoryPatch, Rated, SourceSpan,
};
pub use people::{Name, PeoplePage, Person, Suggestion, SuggestionPage};
pub use run::{Accepted, Execution, Progress, RunError, RunState};
pub use source_type::{SourceType, UnknownSourceType};
pub use timeline::{Day, Days, TimelineEntry, TimelinePage};
pub use watch::{OnDelete, UnknownOnDelete, Watch, WatchList, WatchState};
pub use web::WebLogin;
