//! Words that carry little, by what they are; folded.

/// Words that answer somebody, and say nothing else.
pub(super) const INTERJECTIONS: &[&str] = &[
    "yeah",
    "yep",
    "yes",
    "no",
    "nope",
    "oh",
    "wow",
    "hey",
    "hi",
    "thanks",
    "thank",
    "woah",
    "whoa",
    "cool",
    "awesome",
    "great",
    "totally",
    "definitely",
    "absolutely",
    "really",
    "sure",
    "haha",
    "lol",
    "gonna",
    "wanna",
    "congrats",
    "nice",
    "well",
    "glad",
    "sounds",
];

/// Words of praise and degree.
pub(super) const PRAISE: &[&str] = &[
    "awesome",
    "amazing",
    "great",
    "cool",
    "wonderful",
    "incredible",
    "fantastic",
    "super",
    "fun",
    "lovely",
    "good",
    "best",
    "nice",
    "special",
    "so",
    "much",
    "lot",
    "really",
    "just",
    "totally",
];

/// Pronouns.
pub(super) const PRONOUNS: &[&str] = &[
    "i", "im", "ive", "id", "ill", "we", "were", "weve", "me", "my", "our", "us", "you", "your",
    "youre", "it", "its", "that", "thats", "this", "there", "he", "she", "they", "his", "their",
    "her", "them", "him",
];

/// Pronouns that a stretch may begin with.
pub(super) const OWNERS: &[&str] = &["my", "our", "his", "her", "their"];

/// Prepositions.
pub(super) const PREPOSITIONS: &[&str] = &[
    "in", "on", "at", "from", "for", "with", "to", "of", "by", "about", "during", "after",
    "before", "through", "into", "like", "as",
];

/// The copula, and words that link as it does.
pub(super) const LINKS: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "called", "named", "because", "since",
];

/// Articles.
pub(super) const ARTICLES: &[&str] = &["a", "an", "the"];

/// Conjunctions.
pub(super) const JOINERS: &[&str] = &["and", "or", "but"];

/// Words by which somebody speaks of himself.
pub(super) const FIRST_PERSON: &[&str] = &[
    "i", "im", "ive", "id", "ill", "my", "me", "we", "our", "us", "were", "weve",
];

/// Words by which somebody speaks of the other.
pub(super) const SECOND_PERSON: &[&str] = &["you", "your", "youre", "youve", "youll"];

/// Past tenses of common verbs that do not end in "-ed".
pub(super) const PAST: &[&str] = &[
    "was", "were", "had", "did", "went", "got", "took", "made", "came", "saw", "gave", "found",
    "thought", "told", "became", "left", "felt", "brought", "began", "kept", "held", "wrote",
    "stood", "heard", "met", "ran", "paid", "sat", "spoke", "led", "grew", "lost", "fell", "sent",
    "built", "drew", "broke", "spent", "rose", "drove", "bought", "wore", "chose", "ate", "won",
    "taught", "sold", "caught", "fought", "threw", "slept", "sang", "swam", "flew", "forgot",
    "hid", "rode", "stole", "woke", "drank",
];

/// Words that speak of what is to come.
pub(super) const TO_COME: &[&str] = &[
    "will", "gonna", "going", "plan", "planning", "want", "hope", "hoping", "wanna", "excited",
    "looking", "soon", "next", "thinking", "ill",
];

/// Words that ask for what a picture shows.
pub(super) const PICTURES: &[&str] = &[
    "photo", "picture", "share", "shared", "painting", "show", "showed", "image",
];
