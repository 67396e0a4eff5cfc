//! Connections: how many there may be, how long each may be silent, and what its head may take.
//!
//! What one of them can hold: a head of [`LARGEST_HEAD`], for [`PATIENCE`]. A newcomer for whom there is no place gets
//! that of the connection which has been without a request for longest; only where all are being answered is it
//! refused.

use super::{
    error::refuse,
    held::held,
    stream::{PATIENCE, Stream},
};
use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    response::Response,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use memo_common::problem::Code;
use std::{
    collections::HashMap,
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

/// Connections that are open at once, where the system allows as many files.
const MOST: usize = 2048;

/// Files and sockets that are left to the store, the index and the logs.
const OTHER_FILES: usize = 256;

/// The largest head of a request, bytes; larger ones are answered 431.
const LARGEST_HEAD: usize = 32 << 10;

/// How long to wait with the next connection after the system could not give one.
const BREATH: Duration = Duration::from_millis(50);

/// Who came or was answered so recently is not idle yet; what it asks may be on its way.
const RECENT: Duration = Duration::from_millis(100);

/// What is read of somebody who is refused, bytes: were it left unread, they would never see the answer.
const UNHEARD: u64 = 64 << 10;

/// How long somebody who is refused has to take the answer.
const FAREWELL: Duration = Duration::from_millis(250);

/// Serves until told to stop, then waits for the requests that are under way.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) {
    let guests = Arc::new(Guests::new(most(), RECENT));
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        let (socket, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The peer is gone again, or the system has no more files to give.
                tracing::debug!(%error, "no connection");
                guests.make_room();
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        // Answers are written whole; waiting for more to send would only delay them.
        let _ = socket.set_nodelay(true);
        let stream = Stream::new(socket, PATIENCE);
        match guests.enter() {
            Some(guest) => {
                let (router, stop) = (router.clone(), stop.clone());
                tasks.spawn(attend(stream, peer, guest, router, stop));
            }
            None => {
                tasks.spawn(send_away(stream));
            }
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

/// How many connections there is room for.
fn most() -> usize {
    #[cfg(unix)]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let files = limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        files.saturating_sub(OTHER_FILES).clamp(16, MOST)
    }
    #[cfg(not(unix))]
    MOST
}

/// Answers the requests of one connection.
async fn attend(
    stream: Stream,
    peer: SocketAddr,
    guest: Guest,
    router: Router,
    stop: CancellationToken,
) {
    let seat = guest.seat.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let busy = Busy::new(seat.clone());
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let router = router.clone();
        async move {
            let Ok(response) = router.oneshot(request).await;
            Ok::<Response, Infallible>(response.map(|body| held(body, busy)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // Also how long a connection is kept between two requests.
        .header_read_timeout(PATIENCE)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        // Its place was given to another; it had no request.
        () = guest.seat.leave.cancelled() => Ok(()),
        () = stop.cancelled() => match guest.seat.is_busy() {
            true => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
            false => Ok(()),
        },
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Tells somebody for whom there is no place to come back.
async fn send_away(mut stream: Stream) {
    let refusal = refuse(
        Code::TooManyRequests,
        "Too many connections are being answered. Try again in a moment.",
    );
    let body = serde_json::to_string(&*refusal.0).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/problem+json\r\nretry-after: 1\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let told = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        tokio::io::copy(&mut stream.take(UNHEARD), &mut tokio::io::sink()).await
    };
    // Who does not listen goes without.
    let _ = tokio::time::timeout(FAREWELL, told).await;
}

/// Who is connected.
#[derive(Debug)]
struct Guests {
    seats: Mutex<HashMap<u64, Arc<Seat>>>,
    most: usize,
    recent: Duration,
    next: AtomicU64,
    start: Instant,
}

/// A connection's place.
#[derive(Debug)]
struct Seat {
    /// Requests that are being answered; one, or none.
    busy: AtomicU64,
    /// When it last began or ended one, milliseconds since `start`.
    since: AtomicU64,
    start: Instant,
    leave: CancellationToken,
}

/// A connection that has a place, for as long as this is kept.
struct Guest {
    guests: Arc<Guests>,
    id: u64,
    seat: Arc<Seat>,
}

impl Guests {
    fn new(most: usize, recent: Duration) -> Self {
        Self {
            seats: Mutex::default(),
            most,
            recent,
            next: AtomicU64::default(),
            start: Instant::now(),
        }
    }

    /// A place; `None` where every connection is being answered.
    fn enter(self: &Arc<Self>) -> Option<Guest> {
        if self.lock().len() >= self.most && !self.make_room() {
            return None;
        }
        let seat = Arc::new(Seat {
            busy: AtomicU64::default(),
            since: AtomicU64::default(),
            start: self.start,
            leave: CancellationToken::new(),
        });
        seat.touch();
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.lock().insert(id, seat.clone());
        let guests = self.clone();
        Some(Guest { guests, id, seat })
    }

    /// Ends the connection that has been without a request for longest; `false` where there is none.
    fn make_room(&self) -> bool {
        let mut seats = self.lock();
        let idle = seats.iter().filter(|(_, seat)| seat.is_idle(self.recent));
        let longest = idle.min_by_key(|(id, seat)| (seat.since.load(Ordering::Relaxed), **id));
        let Some(id) = longest.map(|(id, _)| *id) else {
            return false;
        };
        if let Some(seat) = seats.remove(&id) {
            seat.leave.cancel();
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Seat>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.guests.lock().remove(&self.id);
    }
}

impl Seat {
    fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed) > 0
    }

    /// Whether it has had no request for so long.
    fn is_idle(&self, recent: Duration) -> bool {
        let since = Duration::from_millis(self.since.load(Ordering::Relaxed));
        !self.is_busy() && self.start.elapsed().saturating_sub(since) >= recent
    }

    fn touch(&self) {
        let now = self.start.elapsed().as_millis();
        self.since
            .store(u64::try_from(now).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// A request that is being answered.
struct Busy(Arc<Seat>);

impl Busy {
    fn new(seat: Arc<Seat>) -> Self {
        seat.busy.fetch_add(1, Ordering::Relaxed);
        seat.touch();
        Self(seat)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.touch();
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newcomer_takes_the_place_of_who_waited_longest() {
        let guests = Arc::new(Guests::new(2, Duration::ZERO));
        let first = guests.enter().expect("a place");
        let second = guests.enter().expect("a place");
        let _asking = Busy::new(first.seat.clone());
        let third = guests.enter().expect("the second's place");
        assert!(second.seat.leave.is_cancelled() && !first.seat.leave.is_cancelled());
        let _also = Busy::new(third.seat.clone());
        assert!(guests.enter().is_none());
        drop(first);
        assert!(guests.enter().is_some());
        let guests = Arc::new(Guests::new(1, Duration::MAX));
        let recent = guests.enter();
        assert!(recent.is_some() && guests.enter().is_none());
    }
}
