//! What is made ready once for each user, and kept until it changes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// A place for each user, made when it is first asked for.
#[derive(Debug)]
pub(crate) struct Places<T>(Mutex<HashMap<String, Arc<Mutex<T>>>>);

impl<T> Default for Places<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Default> Places<T> {
    /// A user's place.
    pub(crate) fn of(&self, user: &str) -> Arc<Mutex<T>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(user.to_owned()).or_default().clone()
    }

    /// A user's place, where it was asked for before.
    pub(crate) fn known(&self, user: &str) -> Option<Arc<Mutex<T>>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(user).cloned()
    }

    fn remove(&self, user: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(user);
    }
}

/// A value for each user: none until it is asked for.
#[derive(Debug)]
pub(crate) struct PerUser<T>(Places<Option<Arc<T>>>);

impl<T> Default for PerUser<T> {
    fn default() -> Self {
        Self(Places::default())
    }
}

impl<T> PerUser<T> {
    /// A user's value, made ready where it is not yet. Who makes one holds up nobody but who asks for the same.
    pub(crate) fn get<E>(
        &self,
        user: &str,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let place = self.0.of(user);
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = &*place {
            return Ok(value.clone());
        }
        let value = Arc::new(make()?);
        *place = Some(value.clone());
        Ok(value)
    }

    /// A user's value has changed. Who makes it ready now may have read what was before, and goes by that alone.
    pub(crate) fn forget(&self, user: &str) {
        self.0.remove(user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_makes_one_ready_holds_up_nobody_else() {
        let all: PerUser<u32> = PerUser::default();
        let get = |user: &str, value| all.get(user, || Ok::<_, ()>(value)).map(|v| *v);
        let mira = all.0.of("mira");
        let making = mira.lock().expect("free");
        assert_eq!(get("tomas", 1), Ok(1));
        assert_eq!(get("tomas", 2), Ok(1));
        all.forget("mira");
        assert_eq!(get("mira", 3), Ok(3), "what changed is made anew");
        drop(making);
    }
}
