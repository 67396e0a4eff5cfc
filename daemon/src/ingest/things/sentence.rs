//! What a thing's facts say in a sentence: whose it is, what was done with it, what it is called and what is known of it.

use super::{Thing, Turn, time};
use crate::when::When;
use crate::wording::{list, quoted};

/// What has become of a thing that is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Open,
    Done,
    Dropped,
}

impl Thing {
    /// What it is called: by its title, its person, its kind; what was written on it, where it is work.
    pub(super) fn title(&self) -> Option<String> {
        let person = || (!self.person.is_empty()).then(|| self.person.join(" "));
        let work = || self.texts.first().filter(|_| self.is_work()).cloned();
        let kind = || self.kind.clone();
        let under = || self.under.last().filter(|_| self.is_work()).cloned();
        self.titles
            .first()
            .cloned()
            .or_else(work)
            .or_else(person)
            .or_else(under)
            .or_else(kind)
    }

    /// Whether it is a stretch of work on something.
    pub(super) fn is_work(&self) -> bool {
        self.length.is_some() && !self.under.is_empty()
    }

    /// Whose it is, in a sentence.
    pub(super) fn doers(&self) -> String {
        let named =
            || (!self.titles.is_empty() && !self.person.is_empty()).then(|| self.person.join(" "));
        match &self.whose[..] {
            [] => named().unwrap_or_else(|| "I".to_owned()),
            all => list(all),
        }
    }

    /// What has become of it, where it is to be done.
    pub(super) fn fate(&self, of: &dyn Fn(&str) -> Option<When>) -> Option<Fate> {
        let state = self.state.as_deref().unwrap_or_default().to_lowercase();
        // a board has its cards in a list of what is done
        let state = match self.under.first().filter(|_| state.is_empty()) {
            Some(list) => list.to_lowercase(),
            None => state,
        };
        let done = matches!(
            state.as_str(),
            "done"
                | "completed"
                | "complete"
                | "finished"
                | "closed"
                | "resolved"
                | "fixed"
                | "true"
                | "x"
                | "yes"
                | "erledigt"
        );
        let dropped = matches!(
            state.as_str(),
            "cancelled" | "canceled" | "dropped" | "won't do" | "wontfix" | "abandoned"
        );
        if !self.is_task {
            return None;
        }
        Some(match (dropped, done || self.at(Turn::Done, of).is_some()) {
            (true, _) => Fate::Dropped,
            (_, true) => Fate::Done,
            _ => Fate::Open,
        })
    }

    /// What was done with it, where it was not to be done.
    pub(super) fn verb(&self, title: &str) -> String {
        if let Some(did) = &self.did {
            return did.clone();
        }
        let is_person = self.titles.is_empty() && !self.person.is_empty();
        let did = match () {
            () if is_person => "added",
            () if !self.makers.is_empty() && self.length.is_some() => "listened to",
            () if self.is_work() => "worked on",
            () if is_episode(title) => "watched",
            () if !self.makers.is_empty() => "added",
            () => "noted",
        };
        did.to_owned()
    }

    /// “Title” by its maker, and what kind of thing it is.
    pub(super) fn item(&self, title: &str) -> String {
        let mut out = quoted(title);
        if !self.makers.is_empty() {
            out.push_str(&format!(" by {}", list(&self.makers)));
        }
        let kind = self.kind.clone().filter(|kind| kind != title);
        let of: Vec<String> = kind.into_iter().chain(self.length.clone()).collect();
        let of = Some(of.join(", ")).filter(|of| !of.is_empty());
        let in_brackets: Vec<String> = of.into_iter().chain(self.facts()).collect();
        if !in_brackets.is_empty() {
            out.push_str(&format!(" ({})", in_brackets.join("; ")));
        }
        out
    }

    /// What else its record says, each with its name.
    pub(super) fn facts(&self) -> Vec<String> {
        self.others
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect()
    }

    /// All else that is known of it.
    pub(super) fn tail(&self) -> String {
        let mut out = String::new();
        if !self.with.is_empty() {
            out.push_str(&format!(" with {}", list(&self.with)));
        }
        let title = self.title().unwrap_or_default();
        let under: Vec<&str> = self
            .under
            .iter()
            .map(String::as_str)
            .filter(|u| *u != title)
            .collect();
        if !under.is_empty() {
            out.push_str(&format!(", under {}", under.join(", ")));
        }
        // a place by whose name it is called
        let place = self
            .place
            .as_deref()
            .map(|p| p.strip_prefix(title.as_str()).unwrap_or(p));
        if let Some(place) = place
            .map(|p| p.trim_start_matches([',', ' ']))
            .filter(|p| !p.is_empty())
        {
            out.push_str(&format!(", at {place}"));
        }
        if let Some(rating) = &self.rating {
            out.push_str(&format!(", rated {rating}"));
        }
        if let Some(state) = self
            .state
            .as_deref()
            .filter(|s| is_told(s) && self.did.as_deref() != Some(*s))
        {
            out.push_str(&format!(", {}", state.to_lowercase()));
        }
        out
    }

    /// What was written on it, without what is told as its title.
    pub(super) fn body(&self, title: &str) -> String {
        let further = self.titles.iter().skip(1);
        let texts = self.texts.iter().filter(|t| *t != title);
        let mut parts: Vec<&str> = Vec::new();
        for part in further.chain(texts).map(|t| t.trim()) {
            if !part.is_empty() && !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts.join("\n")
    }
}

/// Whether a title is one part of a series.
pub(super) fn is_episode(title: &str) -> bool {
    let lower = title.to_lowercase();
    [
        "episode ",
        "season ",
        "staffel ",
        "folge ",
        "temporada ",
        "saison ",
        "series ",
    ]
    .iter()
    .any(|w| {
        lower
            .match_indices(w)
            .any(|(at, w)| lower[at + w.len()..].starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// Whether a state says more than that a thing is open or done.
fn is_told(state: &str) -> bool {
    let lower = state.to_lowercase();
    let plain = [
        "done",
        "completed",
        "complete",
        "finished",
        "closed",
        "resolved",
        "fixed",
        "true",
        "false",
        "x",
        "yes",
        "no",
        "open",
        "todo",
        "to do",
        "needsaction",
        "pending",
        "active",
        "incomplete",
        "normal",
        "cancelled",
        "canceled",
        "dropped",
    ];
    lower.contains(char::is_alphabetic)
        && !plain.contains(&lower.as_str())
        && !time::is_date(&lower)
}
