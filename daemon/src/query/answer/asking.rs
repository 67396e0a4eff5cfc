//! Words by which a question says what it asks for.

use super::question::Kind;

/// Question words with what they ask for. Folded.
pub(super) const ASKS: &[(&str, Kind)] = &[
    ("when", Kind::Date),
    ("where", Kind::Place),
    ("who", Kind::Person),
    ("whom", Kind::Person),
    ("whose", Kind::Person),
    ("why", Kind::Reason),
    ("how", Kind::Manner),
    ("what", Kind::Thing),
    ("which", Kind::Thing),
];

/// Verbs that a yes-or-no question begins with.
pub(super) const AUXILIARIES: &[&str] = &[
    "do", "does", "did", "is", "are", "was", "were", "am", "has", "have", "had", "will", "would",
    "can", "could", "should", "may", "might", "shall",
];

/// Nouns behind "what" or "which" that ask for a time.
pub(super) const DATES: &[&str] = &["day", "date", "year", "month", "week", "weekday", "season"];

/// Nouns that ask for a place.
pub(super) const PLACES: &[&str] = &[
    "city",
    "cities",
    "country",
    "countries",
    "town",
    "place",
    "places",
    "location",
    "state",
    "states",
    "village",
    "region",
    "area",
    "address",
    "room",
    "venue",
    "continent",
];

/// Nouns that ask for a person.
pub(super) const PEOPLE: &[&str] = &[
    "person",
    "people",
    "man",
    "woman",
    "doctor",
    "surgeon",
    "nurse",
    "dentist",
    "teacher",
    "friend",
    "friends",
    "colleague",
    "colleagues",
    "author",
    "authors",
    "artist",
    "artists",
    "singer",
    "composer",
    "actor",
    "actress",
    "player",
    "players",
    "lawyer",
    "engineer",
    "driver",
    "guest",
    "guests",
];

/// Adjectives behind "how" that ask for an amount.
pub(super) const MEASURES: &[&str] = &[
    "much",
    "far",
    "heavy",
    "tall",
    "big",
    "large",
    "small",
    "high",
    "deep",
    "wide",
    "old",
    "fast",
    "cold",
    "hot",
    "warm",
    "expensive",
    "late",
    "early",
    "strong",
];

/// Words that make "how much" a sum of money.
pub(super) const COSTS: &[&str] = &[
    "cost", "costs", "costing", "pay", "paid", "paying", "pays", "price", "owe", "owed", "owes",
    "spend", "spent", "charge", "charged", "fee", "fees", "deposit", "rent", "worth", "quote",
    "money", "earn", "earned", "budget", "bill", "salary", "copay",
];
