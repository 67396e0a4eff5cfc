//! Who is logged in to the pages. All of it is in memory: a new start of the daemon logs everybody out.
//!
//! A program that has a key asks for a token, which a browser exchanges, once, for a session. A session has a name, which
//! is part of the address of all its pages, and a secret, which is a cookie for these addresses alone. Cookies ignore
//! ports: a browser would send one for `/web` to whatever other program of this machine serves something there. Of an
//! address under which it was never asked for, none of them can get it.

use crate::store::records::KeyRecord;
use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How long a token can be exchanged.
pub(super) const TOKEN: Duration = Duration::from_secs(60);

/// How long it is known that a token was exchanged.
const KNOWN: Duration = Duration::from_secs(3600);

/// A session that nobody uses ends after this.
const IDLE: Duration = Duration::from_secs(12 * 3600);

/// Tokens, and sessions, of one user at once; the oldest make room.
const EACH: usize = 16;

/// Sessions, and the tokens that lead to them.
#[derive(Default)]
pub(in crate::http) struct Sessions(Mutex<All>);

#[derive(Default)]
struct All {
    /// By the hashes of what they are.
    tokens: HashMap<blake3::Hash, Token>,
    /// By their names.
    sessions: HashMap<String, Entry>,
}

struct Token {
    key: Arc<KeyRecord>,
    made: Instant,
    /// The name of the session that it was exchanged for.
    used: Option<String>,
}

struct Entry {
    session: Arc<Session>,
    seen: Instant,
}

/// Somebody's visit to the pages.
pub(super) struct Session {
    /// What the addresses of its pages have in them.
    pub name: String,
    /// What its forms bring back, so that no other page's are taken for them.
    pub form: String,
    /// What the visitor may see and do.
    pub key: Arc<KeyRecord>,
    /// Hash of the cookie.
    secret: blake3::Hash,
}

impl Sessions {
    fn all(&self) -> MutexGuard<'_, All> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A token with which a browser can log in as who has this key.
    pub(super) fn invite(&self, key: Arc<KeyRecord>, now: Instant) -> io::Result<String> {
        let token = random()?;
        let mut all = self.all();
        all.tokens.retain(|_, token| now < token.made + KNOWN);
        let own = all.tokens.iter().filter(|(_, t)| t.key.user == key.user);
        let oldest = own
            .clone()
            .min_by_key(|(_, t)| t.made)
            .map(|(hash, _)| *hash);
        if let Some(oldest) = oldest.filter(|_| own.count() >= EACH) {
            all.tokens.remove(&oldest);
        }
        let made = Token {
            key,
            made: now,
            used: None,
        };
        all.tokens.insert(blake3::hash(token.as_bytes()), made);
        Ok(token)
    }

    /// Exchanges a token for a session and its cookie. One that comes twice was seen by somebody else: then the session
    /// that it was exchanged for ends, too (as RFC 6749, section 4.1.2, has it for its codes).
    pub(super) fn enter(
        &self,
        token: &str,
        now: Instant,
    ) -> io::Result<Option<(Arc<Session>, String)>> {
        let (name, secret, form) = (random()?, random()?, random()?);
        let mut all = self.all();
        let Some(found) = all.tokens.get_mut(&blake3::hash(token.as_bytes())) else {
            return Ok(None);
        };
        if let Some(session) = found.used.take() {
            all.sessions.remove(&session);
            return Ok(None);
        }
        if now >= found.made + TOKEN {
            return Ok(None);
        }
        // What names a session need not be as long as what opens it.
        let name = name[..32].to_owned();
        found.used = Some(name.clone());
        let session = Arc::new(Session {
            name: name.clone(),
            form,
            key: found.key.clone(),
            secret: blake3::hash(secret.as_bytes()),
        });
        all.sessions.retain(|_, entry| now < entry.seen + IDLE);
        let own = all.sessions.values();
        let own = own.filter(|entry| entry.session.key.user == session.key.user);
        let oldest = own.clone().min_by_key(|entry| entry.seen);
        let oldest = oldest.map(|entry| entry.session.name.clone());
        if let Some(oldest) = oldest.filter(|_| own.count() >= EACH) {
            all.sessions.remove(&oldest);
        }
        let entry = Entry {
            session: session.clone(),
            seen: now,
        };
        all.sessions.insert(name, entry);
        Ok(Some((session, secret)))
    }

    /// The session of this name, where one of the cookies opens it.
    pub(super) fn find<'c>(
        &self,
        name: &str,
        mut cookies: impl Iterator<Item = &'c str>,
        now: Instant,
    ) -> Option<Arc<Session>> {
        let mut all = self.all();
        let entry = all.sessions.get_mut(name)?;
        if now >= entry.seen + IDLE {
            all.sessions.remove(name);
            return None;
        }
        // Hashes are compared in constant time.
        if !cookies.any(|cookie| blake3::hash(cookie.as_bytes()) == entry.session.secret) {
            return None;
        }
        entry.seen = now;
        Some(entry.session.clone())
    }

    /// Ends a session.
    pub(super) fn leave(&self, session: &Session) {
        self.all().sessions.remove(&session.name);
    }
}

impl Session {
    /// Whether this came with one of its own forms.
    pub(super) fn is_form(&self, token: &str) -> bool {
        blake3::hash(token.as_bytes()) == blake3::hash(self.form.as_bytes())
    }
}

/// 256 random bits in hexadecimal; an error where the system has none to give.
fn random() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
    Ok(blake3::Hash::from_bytes(bytes).to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(user: &str) -> Arc<KeyRecord> {
        Arc::new(KeyRecord {
            key_id: user.to_owned(),
            user: user.to_owned(),
            name: String::new(),
            admin: false,
            read_only: false,
            created: String::new(),
        })
    }

    fn find(all: &Sessions, session: &Session, cookie: &str, now: Instant) -> bool {
        all.find(&session.name, [cookie].into_iter(), now).is_some()
    }

    #[test]
    fn a_token_opens_once_and_not_for_long() {
        let (all, now) = (Sessions::default(), Instant::now());
        let late = all.invite(key("mira"), now).expect("random");
        let last = now + TOKEN;
        assert!(all.enter(&late, last).expect("random").is_none());
        let token = all.invite(key("mira"), now).expect("random");
        let just = last - Duration::from_millis(1);
        let (session, cookie) = all.enter(&token, just).expect("random").expect("a session");
        assert!(find(&all, &session, &cookie, just));
        assert!(!find(&all, &session, &session.name, just));
        assert!(!find(&all, &session, &session.form, just));
        assert!(!find(&all, &session, &token, just));
        assert!(session.is_form(&session.form) && !session.is_form(""));
    }

    #[test]
    fn a_token_that_comes_twice_ends_the_session_it_was_exchanged_for() {
        let (all, now) = (Sessions::default(), Instant::now());
        let token = all.invite(key("mira"), now).expect("random");
        let (session, cookie) = all.enter(&token, now).expect("random").expect("a session");
        let later = now + 2 * TOKEN;
        assert!(find(&all, &session, &cookie, later));
        assert!(all.enter(&token, later).expect("random").is_none());
        assert!(!find(&all, &session, &cookie, later));
    }

    #[test]
    fn sessions_end_by_themselves_and_on_leaving() {
        let (all, now) = (Sessions::default(), Instant::now());
        let enter = |now| {
            let token = all.invite(key("mira"), now).expect("random");
            all.enter(&token, now).expect("random").expect("a session")
        };
        let (session, cookie) = enter(now);
        let used = now + IDLE - Duration::from_secs(1);
        assert!(find(&all, &session, &cookie, used));
        assert!(find(&all, &session, &cookie, used + IDLE / 2));
        assert!(!find(&all, &session, &cookie, used + IDLE / 2 + IDLE));
        let (session, cookie) = enter(now);
        all.leave(&session);
        assert!(!find(&all, &session, &cookie, now));
    }

    #[test]
    fn a_user_has_so_many_sessions_and_takes_none_of_others() {
        let (all, now) = (Sessions::default(), Instant::now());
        let mut own = Vec::new();
        let enter = |user, now| {
            let token = all.invite(key(user), now).expect("random");
            all.enter(&token, now).expect("random").expect("a session")
        };
        let (theirs, cookie) = enter("tomas", now);
        for n in 0..2 * EACH as u64 {
            own.push(enter("mira", now + Duration::from_secs(n)));
        }
        let now = now + Duration::from_secs(100);
        let open = own.iter().map(|(s, cookie)| find(&all, s, cookie, now));
        let open: Vec<bool> = open.collect();
        assert_eq!(open.iter().filter(|open| **open).count(), EACH);
        assert!(open.ends_with(&[true; EACH]), "the oldest made room");
        assert!(find(&all, &theirs, &cookie, now));
        assert!(all.all().tokens.len() <= EACH + 1);
    }
}
