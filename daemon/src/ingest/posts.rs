//! What people publish under a login (issues, comments, commits) → [`Document`]. GitHub's and git's readers share
//! this.

use super::email::people::learn;
use super::email::phrases::is_name;
use super::title::cut;
use super::{Document, Kind, Passage, Person, PersonId, instant};
use crate::when::When;
use jiff::tz::TimeZone;
use memo_common::api::{Entity, EntityType, SourceType};
use std::collections::HashMap;
use std::ops::Range;

/// Characters of what somebody did: it is told of every memory of a post.
const MOST_ACT: usize = 600;

/// Gathers posts.
pub(super) struct Posts {
    pub(super) document: Document,
    zone: TimeZone,
    known: HashMap<String, PersonId>,
}

impl Posts {
    pub(super) fn new(source_type: SourceType, zone: TimeZone) -> Self {
        Self {
            document: Document::new(source_type),
            zone,
            known: HashMap::new(),
        }
    }

    /// The person with this login, name or address; `None` for programs.
    pub(super) fn author(
        &mut self,
        login: Option<&str>,
        name: Option<&str>,
        email: Option<&str>,
    ) -> Option<PersonId> {
        let given = |s: Option<&str>| {
            s.map(|s| s.trim().trim_start_matches('@').to_owned())
                .filter(|s| !s.is_empty())
        };
        let (login, name) = (given(login), given(name));
        // GitHub's private addresses hold the login.
        let hidden = email
            .and_then(|e| e.strip_suffix("@users.noreply.github.com"))
            .map(|e| e.rsplit('+').next().unwrap_or(e).to_owned());
        let email = given(email).filter(|e| !e.contains("noreply"));
        let login = login.or(hidden);
        if login.iter().chain(&name).any(|s| is_program(s)) {
            return None;
        }
        let keys: Vec<String> = [&login, &email, &name]
            .into_iter()
            .flatten()
            .map(|s| s.to_lowercase())
            .collect();
        let id = match keys.iter().find_map(|key| self.known.get(key)) {
            Some(&id) => id,
            None if keys.is_empty() => return None,
            None => {
                self.document.people.push(Person::default());
                self.document.people.len() - 1
            }
        };
        let person = &mut self.document.people[id];
        if person.name.is_none() {
            person.name = name;
        }
        if person.email.is_none() {
            person.email = email;
        }
        if let Some(login) = login
            && !person.handles.contains(&login)
        {
            person.handles.push(login);
        }
        for key in keys {
            self.known.entry(key).or_insert(id);
        }
        Some(id)
    }

    /// How a person is called in a sentence.
    pub(super) fn name(&self, id: PersonId) -> &str {
        self.document.people[id].called()
    }

    /// Somebody did something (`act`: "opened issue #4 in a/b") with words of their own; without words, the act alone
    /// is told.
    pub(super) fn post(
        &mut self,
        author: PersonId,
        act: &str,
        body: &str,
        span: Range<usize>,
        when: Option<When>,
        thread: u32,
    ) {
        let mut body = body.trim();
        if let Some(last) = body.lines().last()
            && body.lines().count() > 1
            && let signed = signed(last)
            && is_name(&signed)
            && (signed.split_whitespace().count() >= 2
                || self.document.people[author].name.is_none())
        {
            learn(&mut self.document, author, signed.trim());
            body = body[..body.len() - last.len()].trim_end();
        }
        let mut passage = if body.is_empty() {
            Passage::new(Kind::Record, format!("{} {act}.", self.name(author)), span)
        } else {
            let act = cut(act, MOST_ACT).to_owned();
            Passage::new(Kind::Post { act }, body, span)
        };
        passage.speaker = Some(author);
        passage.when = when;
        passage.thread = thread;
        self.document.passages.push(passage);
    }

    /// The passage added last names these things by its structure.
    pub(super) fn names(&mut self, things: impl IntoIterator<Item = (String, EntityType)>) {
        if let Some(passage) = self.document.passages.last_mut() {
            let named = things.into_iter().map(|(name, kind)| Entity { name, kind });
            passage.named.extend(named);
        }
    }

    /// The user did something, told in a sentence ("I ran the tests") and, where there are any, further words.
    pub(super) fn own(
        &mut self,
        told: &str,
        body: &str,
        span: Range<usize>,
        when: Option<When>,
        thread: u32,
    ) {
        let text = if body.is_empty() {
            format!("{told}.")
        } else {
            format!("{told}: {body}")
        };
        let mut passage = Passage::new(Kind::Record, text, span);
        passage.when = when;
        passage.thread = thread;
        self.document.passages.push(passage);
    }

    /// The moment of a number in writing or ISO text, on the reader's clock.
    pub(super) fn instant(&self, text: &str) -> Option<When> {
        instant::exact(text, &self.zone)
    }
}

/// "— Ida (Idi) Ek" → "Ida Ek": a signature without its dash and the name that its writer goes by.
fn signed(line: &str) -> String {
    let line = line.trim().trim_start_matches(['—', '–', '-', '~', ' ']);
    let called = line.split_once(" (").zip(line.split_once(") "));
    match called {
        Some(((first, _), (_, last))) => format!("{first} {last}"),
        None => line.to_owned(),
    }
}

/// Whether a login is a program's.
pub(super) fn is_program(login: &str) -> bool {
    // "BugBot"
    let compound = login
        .strip_suffix("Bot")
        .is_some_and(|name| name.ends_with(|c: char| c.is_lowercase()));
    let login = login.to_lowercase();
    compound
        || login.ends_with("[bot]")
        || login.ends_with("-bot")
        || login.ends_with(" bot")
        || login.ends_with("-robot")
        || login.ends_with("-commenter")
        || matches!(
            login.as_str(),
            "dependabot"
                | "renovate"
                | "github-actions"
                | "web-flow"
                | "codecov"
                | "github"
                | "greenkeeper"
                | "mergify"
                | "bors"
                | "snyk-bot"
                | "copilot-pull-request-reviewer"
                | "coveralls"
                | "sonarcloud"
                | "netlify"
                | "vercel"
                | "cla-assistant"
                | "allcontributors"
                | "weblate"
                | "hosted weblate"
                | "crowdin"
                | "transifex"
                | "lokalise"
                | "localazy"
                | "actions-user"
                | "release-please"
                | "semantic-release"
                | "pre-commit-ci"
                | "imgbot"
        )
}
