//! What was found, in words: the answer first, then the memories it rests on, cited.

use super::{Reply, numbers, words::Word};

/// The longest sentence that is told whole, in words.
pub(super) const LONG: usize = 45;

/// Words that answer, and the memories they rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    words: String,
    sources: Vec<usize>,
}

impl Found {
    pub(super) fn of(words: String, source: usize) -> Self {
        Self {
            words,
            sources: vec![source],
        }
    }

    /// The memories that it rests on.
    pub(super) fn sources(&self) -> &[usize] {
        &self.sources
    }

    /// Rests on another memory as well.
    pub(super) fn and(mut self, source: usize) -> Self {
        self.sources.push(source);
        self
    }
}

/// The reply that says these, one behind the other, and cites their memories.
pub(super) fn cite(found: &[Found]) -> Reply {
    let words: Vec<&str> = found.iter().map(|f| f.words.as_str()).collect();
    let mut used: Vec<usize> = Vec::new();
    for &source in found.iter().flat_map(|f| &f.sources) {
        place(&mut used, source);
    }
    let places: String = (1..=used.len()).map(|n| format!("[{n}]")).collect();
    Reply {
        response: format!("{} {places}", words.join("; ")),
        answered: true,
        used,
    }
}

/// The reply that says the fact, then the sentences, and cites a memory behind the last words from it.
pub(super) fn tell(fact: Found, mut sentences: Vec<Found>) -> Reply {
    // a number may be told by another sentence than the likeliest: that one first
    let says = |s: &Found| numbers::tells(&fact.words) && s.words.contains(&*fact.words);
    if let Some(at) = sentences.iter().position(says) {
        sentences[..=at].rotate_right(1);
    }
    let said = |f: &Found| {
        let bare = f.words.trim_end_matches(['.', ' ']);
        sentences
            .iter()
            .any(|s| s.words.trim_end_matches(['.', ' ']) == bare)
    };
    let told: Vec<Found> = std::iter::once(fact)
        .filter(|f| !said(f))
        .chain(sentences.iter().cloned())
        .collect();
    let mut used: Vec<usize> = Vec::new();
    let mut response = String::new();
    for (at, found) in told.iter().enumerate() {
        if !response.is_empty() {
            response.push(' ');
        }
        response.push_str(&found.words);
        let goes_on = told.get(at + 1).is_some_and(|f| f.sources == found.sources);
        let bracket = found.words.ends_with(')') && !goes_on;
        // "… in one line: "Fine, but not a penny more.""
        let closed = [".\"", "!\"", "?\""]
            .iter()
            .any(|end| found.words.ends_with(end));
        if !found.words.ends_with(['.', '!', '?', '…', '”']) && !bracket && !closed {
            response.push('.');
        }
        for source in found.sources.iter().filter(|_| !goes_on) {
            response.push_str(&format!(" [{}]", place(&mut used, *source)));
        }
    }
    Reply {
        response,
        answered: true,
        used,
    }
}

/// The number under which a memory is cited, from 1 on; a new one where it was not yet.
fn place(used: &mut Vec<usize>, source: usize) -> usize {
    let known = used.iter().position(|u| *u == source);
    known.unwrap_or_else(|| {
        used.push(source);
        used.len() - 1
    }) + 1
}

/// The reply that tells one thing after the other, each with the memory it is from.
pub(super) fn list(found: &[Found]) -> Reply {
    let mut used: Vec<usize> = Vec::new();
    let mut told: Vec<String> = Vec::new();
    for one in found {
        let mut places = String::new();
        for source in &one.sources {
            places.push_str(&format!(" [{}]", place(&mut used, *source)));
        }
        told.push(format!("{}{places}", one.words));
    }
    Reply {
        response: told.join("; "),
        answered: true,
        used,
    }
}

/// A stretch without dates in square brackets; one that stands in them altogether, a picture's description, without
/// the brackets.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before.trim_end());
        rest = after.split_once(']').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    match out.contains(char::is_alphanumeric) {
        true => whole_quotes(out.trim()),
        false => whole_quotes(text.replace(['[', ']'], "").trim()),
    }
}

/// A sentence as it stands; of a long one [`LONG`] words, those from `from` on as far as there are so many.
pub(super) fn part(text: &str, words: &[Word], from: impl FnOnce() -> usize) -> String {
    if words.len() <= LONG {
        return dated(text.trim());
    }
    let span = |at: usize| &words[at].span;
    let from = from().min(words.len() - LONG);
    let to = from + LONG;
    let end = match to < words.len() {
        true => span(to - 1).end,
        false => text.len(),
    };
    let part = dated(text[span(from).start..end].trim());
    let before = if from > 0 { "… " } else { "" };
    let behind = if to < words.len() { " …" } else { "" };
    format!("{before}{part}{behind}")
}

/// A text with the dates that stand in square brackets in round ones: square ones cite.
pub(super) fn dated(text: &str) -> String {
    whole_quotes(&text.replace('[', "(").replace(']', ")"))
}

/// A text without the quotation marks that have lost their other half.
fn whole_quotes(text: &str) -> String {
    let (opening, closing) = (text.matches('“').count(), text.matches('”').count());
    match opening == closing {
        true => text.to_owned(),
        false => text.replace(['“', '”'], ""),
    }
}

/// Says that no memory answers, and there is none to offer.
pub(super) fn unknown() -> Reply {
    Reply {
        response: "I have no memory of this.".to_owned(),
        answered: false,
        used: Vec::new(),
    }
}

/// A sentence without dates in square brackets, its end left out behind so many words.
pub(super) fn short(text: &str, words: usize) -> String {
    let plain = plain(text);
    let bare = plain.trim_end_matches(['.', '!', ' ']);
    match bare.match_indices(' ').nth(words - 1) {
        Some((at, _)) => format!("{} …", &bare[..at]),
        None => bare.to_owned(),
    }
}

/// Says that no memory answers, and offers what comes nearest.
pub(super) fn nothing(nearest: &[Found]) -> Reply {
    let mut reply = unknown();
    reply.response.push_str(" The nearest:");
    for told in nearest.chunk_by(|a, b| a.sources == b.sources) {
        let words: Vec<&str> = told.iter().map(|f| f.words.as_str()).collect();
        let place = place(&mut reply.used, told[0].sources[0]);
        reply
            .response
            .push_str(&format!(" “{}” [{place}]", words.join(" ")));
    }
    reply
}

#[cfg(test)]
mod tests {
    use super::{Found, plain, tell};

    #[test]
    fn the_sentence_that_tells_the_number_comes_first() {
        let of = |words: &str| Found::of(words.to_owned(), 0);
        let sentences = || {
            vec![
                of("The deposit is 1,800 euros."),
                of("The rent is 900 euros."),
            ]
        };
        let told = |fact: &str| tell(of(fact), sentences()).response;
        let rent = "900 euros. The rent is 900 euros. The deposit is 1,800 euros. [1]";
        assert_eq!(told("900 euros"), rent);
        let deposit = "1,800 euros. The deposit is 1,800 euros. The rent is 900 euros. [1]";
        assert_eq!(told("1,800 euros"), deposit);
        assert!(told("No").starts_with("No. The deposit"));
    }

    #[test]
    fn brackets_go_unless_all_stands_in_them() {
        assert_eq!(plain("on Friday [3 May 2024], late"), "on Friday, late");
        assert_eq!(plain("[Photo: a lake at dusk]"), "Photo: a lake at dusk");
        assert_eq!(plain("[]"), "");
    }
}
