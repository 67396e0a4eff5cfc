//! A daemon's life: serve at once, open the parts, work until told to stop.

use crate::{
    app::{App, OpenError},
    http::{self, Server},
    index::Index,
    priority::{UPLOADS, give_way},
    store::{Inspected, State, StoreError},
    watch, worker,
};
use memo_common::{config::Config, paths::DaemonFile};
use std::{io, net::SocketAddr, path::Path, sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    runtime::{Handle, Runtime},
};
use tokio_util::sync::CancellationToken;

/// How long a stop may take. Supervisors kill what takes too long: it is under 5 s, whatever goes on.
const STOP: Duration = Duration::from_millis(4800);

/// How long open requests may take to end, of that.
const GRACE: Duration = Duration::from_millis(3500);

/// How long the threads may take to end after that. What is left then is the store's: one that is not closed in time is
/// read whole at the next start.
const THREADS: Duration = Duration::from_secs(1);

/// Threads that attend those who bring documents.
const PATIENT: usize = 2;

/// A daemon cannot run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A part cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The network or a file.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Serves on `listener` until `shutdown` completes. The caller holds the lock of the data folder.
///
/// # Errors
/// The parts cannot be opened, or the listener fails.
pub async fn run(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> Result<(), RunError> {
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        tracing::warn!(
            %address,
            "listening beyond this machine: whoever reaches this address and has a key reads and changes that user's \
             memory, and all of it goes over the network in the clear; put a TLS proxy in front"
        );
    }
    let patient = Patient::start()?;
    let server = Arc::new(Server::new(&config, patient.handle.clone())?);
    let stop = CancellationToken::new();
    let serving = http::serve(listener, http::router(server.clone()), stop.clone());
    let mut serving = tokio::spawn(serving);

    let data_dir = config.data_dir.clone();
    let metrics = server.metrics.clone();
    let opened = tokio::task::spawn_blocking(move || App::open(config, metrics)).await;
    let app = Arc::new(opened.map_err(io::Error::other)??);
    let threads = worker::start(&app)?;
    let file = DaemonFile {
        url: format!("http://{}", reachable(address)),
        pid: std::process::id(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        secret: Some(server.secret.clone()),
    };
    // Before anybody can ask for them, or add one: what is added is kept with all that are known.
    let watched = app.watches.open(file.clone());
    server.open(app.clone());
    file.write(&data_dir)?;
    watch::start(&app, watched);
    tracing::info!(url = file.url, "ready");

    let mut damage = app.damage.subscribe();
    let ended = tokio::select! {
        () = shutdown => None,
        _ = damage.wait_for(Option::is_some) => None,
        ended = &mut serving => Some(ended),
    };
    tracing::info!("stopping");
    let last = tokio::time::Instant::now() + STOP;
    app.stop();
    stop.cancel();
    let ended = match ended {
        Some(ended) => ended,
        None => match tokio::time::timeout(GRACE, &mut serving).await {
            Ok(ended) => ended,
            Err(_) => {
                serving.abort();
                Ok(())
            }
        },
    };
    // A thread in the middle of a long document is left behind: its document is worked on at the next start.
    let join = tokio::task::spawn_blocking(move || {
        let end = std::time::Instant::now() + THREADS;
        while threads.iter().any(|t| !t.is_finished()) && std::time::Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        app.store.close();
    });
    if tokio::time::timeout_at(last, join).await.is_err() {
        tracing::warn!("stopped without waiting for the store; the next start reads all of it");
    }
    file.remove(&data_dir);
    if let Some(error) = damage.borrow().clone() {
        return Err(OpenError::from(error).into());
    }
    Ok(ended.map_err(io::Error::other)?)
}

/// Says of each part of a folder of data whether it is whole, and changes nothing. The caller holds the folder's lock.
///
/// # Errors
/// The disk fails.
pub fn inspect(data_dir: &Path, cache_mib: u64) -> Result<Vec<Inspected>, StoreError> {
    let mut all = crate::store::inspect(data_dir, cache_mib)?;
    let folder = data_dir.join("index");
    if folder.exists() {
        let (state, told) = match Index::damage(&folder) {
            _ if !Index::is_in(&folder) => (
                State::Unread,
                "there is none of this version; the next start makes it".to_owned(),
            ),
            Ok(None) => (
                State::Whole,
                "its files are as they were written".to_owned(),
            ),
            Ok(Some(file)) => (State::Damaged, format!("{} is damaged", file.display())),
            Err(error) => (State::Damaged, error.to_string()),
        };
        all.push(Inspected::new("index", state, told));
    }
    Ok(all)
}

/// The threads that take uploads and imports in. They have a lower priority than those that answer.
struct Patient {
    handle: Handle,
    /// There until the drop.
    runtime: Option<Runtime>,
}

impl Patient {
    fn start() -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(PATIENT)
            .thread_name("uploads")
            .on_thread_start(|| give_way(UPLOADS))
            .enable_all()
            .build()?;
        Ok(Self {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }
}

impl Drop for Patient {
    fn drop(&mut self) {
        // Where others run, waiting for its threads is not allowed.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The address under which this machine reaches itself.
fn reachable(address: SocketAddr) -> SocketAddr {
    let mut address = address;
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}
