//! Connections: how many there may be, how long each may be silent, and what its head may take.
//!
//! What one of them can hold: a head of [`LARGEST_HEAD`], for [`PATIENCE`]. A newcomer for whom there is no place gets
//! that of the connection which has been without a request for longest (`guests`); only where all are being answered is
//! it refused.

use super::{
    error::refuse,
    guests::{Busy, Guest, Guests},
    held::held,
    memory::Place,
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
use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

/// Connections that are open at once, where the system allows as many files.
const MOST: usize = 2048;

/// Files and sockets that are left to the store, the index and the logs, and to those who are refused.
const OTHER_FILES: usize = 256;

/// Of these, what the store, the index and the logs open.
const OWN_FILES: usize = 96;

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
    // Each who is told so is an open file. More of them are not heard at all.
    let refused = Arc::new(Semaphore::new(most_refused()));
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
        match guests.enter() {
            Some(guest) => {
                tasks.spawn(attend(socket, peer, guest, router.clone(), stop.clone()));
            }
            None => {
                if let Ok(told) = refused.clone().try_acquire_owned() {
                    let answer = send_away(Stream::new(socket, PATIENCE));
                    tasks.spawn(async move {
                        answer.await;
                        drop(told);
                    });
                }
            }
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

/// How many connections there is room for.
pub(super) fn most() -> usize {
    files().saturating_sub(OTHER_FILES).clamp(16, MOST)
}

/// How many may be told at once that there is none.
fn most_refused() -> usize {
    let left = files().saturating_sub(most() + OWN_FILES);
    left.clamp(4, OTHER_FILES - OWN_FILES)
}

/// Files that the system lets this process have open.
fn files() -> usize {
    #[cfg(unix)]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    usize::MAX
}

/// Answers the requests of one connection.
async fn attend(
    socket: TcpStream,
    peer: SocketAddr,
    guest: Guest,
    router: Router,
    stop: CancellationToken,
) {
    let stream = Stream::new(socket, PATIENCE);
    let seat = guest.seat.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let busy = Busy::new(seat.clone());
        let place = Place::default();
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(place.clone());
        let router = router.clone();
        async move {
            let Ok(response) = router.oneshot(request).await;
            Ok::<Response, Infallible>(response.map(|body| held(body, (busy, place))))
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
        // Who is answered before asking takes that for nonsense.
        stream.read_exact(&mut [0]).await?;
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        tokio::io::copy(&mut stream.take(UNHEARD), &mut tokio::io::sink()).await
    };
    // Who does not listen goes without.
    let _ = tokio::time::timeout(FAREWELL, told).await;
}
