//! The bytes that come from a mailbox's server and go there: within TLS, but on this machine; to where the person allows;
//! and no more of them for one answer than has room.

use super::{
    super::address::{PRIVATE, is_public},
    fault::Fault,
};
use memo_common::{http, mailbox::Mailbox};
use rustls::pki_types::ServerName;
use std::{
    fmt, io,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::TlsConnector;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(20);
/// Bytes that may come for one answer: a mail's longest piece, and what stands around it.
const ROOM: usize = 8 << 20;

trait Wire: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Wire for T {}

pub(super) struct Stream {
    wire: Box<dyn Wire>,
    room: usize,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a connection")
    }
}

impl Stream {
    pub(super) async fn connect(mailbox: &Mailbox, allow_private: bool) -> Result<Self, Fault> {
        timeout(CONNECT, Self::connected(mailbox, allow_private))
            .await
            .unwrap_or_else(|_| Err(Fault::slow()))
    }

    async fn connected(mailbox: &Mailbox, allow_private: bool) -> Result<Self, Fault> {
        let found = lookup_host((mailbox.host.as_str(), mailbox.port)).await;
        let found =
            found.map_err(|_| Fault::Lost(format!("its server is not found: {}", mailbox.host)))?;
        let fits = |address: &SocketAddr| {
            // A name may lead anywhere.
            (allow_private || is_public(address.ip()))
                && (mailbox.tls || address.ip().to_canonical().is_loopback())
        };
        let fitting: Vec<SocketAddr> = found.filter(fits).collect();
        let mut last = Fault::Lost(PRIVATE.to_owned());
        for address in fitting {
            match TcpStream::connect(address).await {
                Ok(wire) => return Self::within(mailbox, wire).await,
                Err(error) => last = error.into(),
            }
        }
        Err(last)
    }

    async fn within(mailbox: &Mailbox, wire: TcpStream) -> Result<Self, Fault> {
        let wire: Box<dyn Wire> = match mailbox.tls {
            false => Box::new(wire),
            true => {
                let name = ServerName::try_from(mailbox.host.clone());
                let name = name.map_err(|_| {
                    Fault::Lost(format!("no server can be called {}", mailbox.host))
                })?;
                let tls = TlsConnector::from(Arc::new(http::tls_client()));
                Box::new(tls.connect(name, wire).await?)
            }
        };
        Ok(Self { wire, room: ROOM })
    }

    /// Another answer may come.
    pub(super) const fn make_room(&mut self) {
        self.room = ROOM;
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.room == 0 {
            return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
        }
        let before = into.filled().len();
        let read = Pin::new(&mut self.wire).poll_read(context, into);
        self.room = self.room.saturating_sub(into.filled().len() - before);
        read
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.wire).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, repeat};

    /// A server that never comes to an end.
    struct Endless(tokio::io::Repeat);

    impl AsyncRead for Endless {
        fn poll_read(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            into: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            Pin::new(&mut self.0).poll_read(context, into)
        }
    }

    impl AsyncWrite for Endless {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[test]
    fn an_answer_that_never_ends_is_not_kept() {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.expect("a runtime").block_on(async {
            let mut stream = Stream {
                wire: Box::new(Endless(repeat(b'*'))),
                room: ROOM,
            };
            let mut read = Vec::new();
            let error = stream.read_to_end(&mut read).await.expect_err("too much");
            assert!(matches!(Fault::from(error), Fault::Odd));
            assert!(read.len() <= ROOM + (1 << 20), "{}", read.len());
        });
    }
}
