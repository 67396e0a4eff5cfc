//! What there is, at a glance: who, where, what about and on which days, counted over all of a user's memories.
//!
//! Nothing of it is stored. A user's table is made of the memories in the store when it is first asked for, and from then
//! on brought level at each question: versions that no longer answer are let go of, and those that are new are read. It
//! takes some 100 bytes a memory.
//!
//! - `table`: what is kept of each memory; `names`: who, where and what about, each once
//! - `narrow`: which of them are asked for
//! - `persons`: everybody, where several names may be one person's
//! - `facets`, `days`, `timeline`: what is counted and listed

pub(crate) mod days;
pub(crate) mod facets;
mod names;
mod narrow;
pub(crate) mod persons;
mod table;
pub(crate) mod timeline;

pub(crate) use table::Table;

use crate::{
    live::Live,
    per_user::Places,
    store::{Store, StoreError},
};

/// The tables of those who have asked.
#[derive(Default)]
pub(crate) struct Overview {
    /// Each user's has a place of its own, so that to make one holds up nobody else.
    tables: Places<Table>,
}

impl Overview {
    /// Looks at a user's table, which is level with what answers. Blocks on the disk where there is something new.
    pub(crate) fn look<T>(
        &self,
        store: &Store,
        live: &Live,
        user: &str,
        look: impl FnOnce(&Table) -> T,
    ) -> Result<T, StoreError> {
        let place = self.tables.of(user);
        let mut table = place.lock().unwrap_or_else(|poisoned| {
            // Whoever panicked may have left it half made.
            let mut table = poisoned.into_inner();
            *table = Table::default();
            place.clear_poison();
            table
        });
        table.follow(store, live.of_user(user))?;
        Ok(look(&table))
    }

    /// A memory of a user's version has changed in the store.
    pub(crate) fn changed(&self, user: &str, version: u64) {
        if let Some(place) = self.tables.known(user) {
            // A poisoned one is made anew by who looks next.
            let table = place.lock();
            let _ = table.map(|mut table| table.let_go(version));
        }
    }
}
