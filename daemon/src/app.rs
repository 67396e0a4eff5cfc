//! The opened parts of a daemon, shared by all who need them.

use crate::{
    heap,
    index::{Index, IndexError},
    keys::Keys,
    live::Live,
    llm::{Embeddings, Llm},
    metrics::Metrics,
    overview::{Overview, Table},
    people::People,
    per_user::PerUser,
    query::{Rating, Ratings},
    store::{Compaction, Store, StoreError, readable},
    vectors::Vectors,
    watch::Watches,
    worker::{Handover, Level, ProgressTable, Schedule},
};
use memo_common::config::Config;
use std::sync::{Arc, atomic::AtomicBool};
use tokio::sync::watch;

/// Ratings of a user that move anything: those of the documents that were added last.
const MOST_RATINGS: usize = 2_000;

/// The opened parts.
pub(crate) struct App {
    pub config: Config,
    pub store: Store,
    pub index: Index,
    /// The change up to which nothing is left to be done. The index may be ahead of it: a crash came between its
    /// commit and what follows from it.
    pub settled: u64,
    /// The index has to be filled from the store.
    pub rebuild: bool,
    pub live: Live,
    pub keys: Keys,
    pub schedule: Schedule,
    pub progress: ProgressTable,
    pub level: Level,
    pub metrics: Arc<Metrics>,
    /// A language model, where one is set.
    pub llm: Option<Llm>,
    /// All of the store has been read since the start, and is whole.
    pub checked: AtomicBool,
    /// Why the daemon has to end: the store is damaged.
    pub damage: watch::Sender<Option<StoreError>>,
    /// Who makes vectors, and how far they are.
    pub vectors: Vectors,
    pub handover: Handover,
    pub watches: Watches,
    ratings: PerUser<Ratings>,
    people: PerUser<People>,
    overview: Overview,
}

/// A part cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The index.
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl App {
    /// Opens everything in the folder of data. Blocks; the caller holds the folder's lock.
    pub(crate) fn open(config: Config, metrics: Arc<Metrics>) -> Result<Self, OpenError> {
        let store = Store::open(&config.data_dir, config.cache_mib)?;
        let dir = config.data_dir.join("index");
        crate::store::private_folder(&dir)?;
        let (mut index, mut index_level) = Index::open(&dir)?;
        let settled = store.settled()?;
        // Ahead of the store, or too far behind for the changes that are left: it belongs to another past.
        if index_level > store.last_change()? || (0 < index_level && index_level < settled) {
            tracing::warn!(index_level, settled, "the index does not fit the store");
            drop(index);
            std::fs::remove_dir_all(&dir).map_err(IndexError::from)?;
            (index, index_level) = Index::open(&dir)?;
        }
        let live = readable(|| Live::load(&store))?;
        let key = config.api_key.as_deref();
        let keys = Keys::load(&store, &config.data_dir, key, &now())?;
        let llm = config.llm.clone().map(Llm::new);
        // Whoever waits for a model must not keep others waiting behind it.
        let patient = llm.as_ref().is_some_and(|l| l.settings().uses.extracts());
        let schedule = Schedule::new(config.workers, patient);
        for queued in store.queue()? {
            schedule.push(queued);
        }
        let rebuild = index_level < settled;
        Ok(Self {
            rebuild,
            store,
            index,
            settled,
            live,
            keys,
            schedule,
            progress: ProgressTable::default(),
            level: Level::new(rebuild),
            metrics,
            checked: AtomicBool::new(false),
            damage: watch::Sender::default(),
            ratings: PerUser::default(),
            people: PerUser::default(),
            llm,
            vectors: Vectors::new(config.embed.clone().map(Embeddings::new)),
            handover: Handover::default(),
            overview: Overview::default(),
            watches: Watches::new(&config.data_dir),
            config,
        })
    }

    /// The model that makes memories, where one does.
    pub(crate) fn extractor(&self) -> Option<&Llm> {
        self.llm.as_ref().filter(|l| l.settings().uses.extracts())
    }

    /// The model that answers, where one does.
    pub(crate) fn answerer(&self) -> Option<&Llm> {
        self.llm.as_ref().filter(|l| l.settings().uses.answers())
    }

    /// Looks at what a user's memories are of, counted over all of them. Blocks on the disk where some of them are new.
    pub(crate) fn overview<T>(
        &self,
        user: &str,
        look: impl FnOnce(&Table) -> T,
    ) -> Result<T, StoreError> {
        self.overview.look(&self.store, &self.live, user, look)
    }

    /// A memory of a user's version has changed in the store.
    pub(crate) fn memory_changed(&self, user: &str, version: u64) {
        self.overview.changed(user, version);
    }

    /// A user's ratings, made ready once and kept until they change.
    pub(crate) fn ratings(&self, user: &str) -> Result<Arc<Ratings>, StoreError> {
        self.ratings.get(user, || {
            let ratings = self.store.ratings(user, MOST_RATINGS)?;
            let ratings = ratings.into_iter().map(|r| Rating {
                question: r.query,
                version: r.version,
                index: r.index,
                rating: r.rating,
            });
            Ok(Ratings::new(ratings))
        })
    }

    /// A user's ratings have changed.
    pub(crate) fn forget_ratings(&self, user: &str) {
        self.ratings.forget(user);
    }

    /// Who is who for a user: [`People::shown`] tells the name to show.
    pub(crate) fn people(&self, user: &str) -> Result<Arc<People>, StoreError> {
        self.people
            .get(user, || Ok(People::new(self.store.people(user)?)))
    }

    /// What a user said of names has changed.
    pub(crate) fn forget_people(&self, user: &str) {
        self.people.forget(user);
    }

    /// Gives space back: first in the store, then in the index, where deleted memories leave their words. Blocks;
    /// writes wait meanwhile, reads go on.
    pub(crate) fn compact(&self) -> Result<Compaction, OpenError> {
        let done = self.store.compact().wait()?;
        self.index.compact()?;
        heap::give_back();
        Ok(done)
    }

    /// Asks the threads to end; what they leave is done at the next start.
    pub(crate) fn stop(&self) {
        self.schedule.stop();
        self.level.stop();
        self.store.cut_short();
        if let Some(llm) = &self.llm {
            llm.stop();
        }
        self.handover.stop();
        self.vectors.stop();
        self.watches.stop();
    }
}

/// The time, as it is stored and answered: RFC 3339, UTC, milliseconds.
pub(crate) fn now() -> String {
    format!("{:.3}", jiff::Timestamp::now())
}
