//! What goes wrong with a mailbox, in words for the person. Neither a mail's words nor the password are ever in them.

use async_imap::{
    error::Error,
    imap_proto::{Outcome, ResponseCode},
};
use rustls::CertificateError as Certificate;
use std::{fmt, io};

/// Characters of a server's own words that are shown.
const LONGEST: usize = 200;

/// Why a mailbox cannot be read further.
#[derive(Debug)]
pub(super) enum Fault {
    /// The watch has ended.
    Ended,
    /// Nobody is let in: to be tried less often, so that no account is locked.
    Login(String),
    /// The server does not do what it is asked for; the connection is as it was.
    Refused(String),
    /// There is no connection, or no longer.
    Lost(String),
    /// The server's answer is none, or too long; the connection is of no use.
    Odd,
    /// It is not the server's fault: the disk is full, or the daemon busy.
    Own(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => f.write_str("it has ended"),
            Self::Login(why) | Self::Refused(why) | Self::Lost(why) | Self::Own(why) => {
                f.write_str(why)
            }
            Self::Odd => f.write_str("what its server answers is not understood, or is too long"),
        }
    }
}

impl Fault {
    pub(super) fn slow() -> Self {
        Self::Lost("its server took too long to answer".to_owned())
    }

    pub(super) fn closed() -> Self {
        Self::Lost("its server ended the connection".to_owned())
    }

    /// The server says no.
    pub(super) fn refused(outcome: &Outcome<'_>) -> Self {
        let alert = matches!(outcome.code, Some(ResponseCode::Alert));
        let words = outcome.information.as_deref().unwrap_or_default();
        Self::Refused(match words.is_empty() {
            true => "its server refuses".to_owned(),
            false if alert => words.chars().take(LONGEST).collect(),
            false => format!("its server says: {}", shortened(words)),
        })
    }

    /// The server lets nobody in.
    pub(super) fn login(error: Error) -> Self {
        match error {
            Error::No(told) | Error::Bad(told) => {
                // The library hands on how it holds the server's words.
                let words = told.split_once("info: Some(\"").map(|(_, words)| words);
                let words = words.and_then(|words| words.strip_suffix("\")"));
                let words = words.filter(|words| !words.is_empty()).map(shortened);
                // Nothing is wrong with the password (RFC 5530).
                let later = ["UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG"];
                if let Some(words) = &words
                    && later
                        .iter()
                        .any(|code| words.contains(&format!("[{code}]")))
                {
                    return Self::Lost(format!("its server lets nobody in just now ({words})"));
                }
                let words = words.map(|words| format!(" ({words})"));
                Self::Login(format!(
                    "its server does not take the user, the password or the token{}; `memo watch add` sets another one",
                    words.unwrap_or_default()
                ))
            }
            Error::Validate(_) => {
                Self::Login("the user or the password holds a line break".to_owned())
            }
            other => other.into(),
        }
    }
}

fn shortened(words: &str) -> String {
    words.chars().take(LONGEST).collect()
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => error.into(),
            Error::ConnectionLost => Self::closed(),
            Error::No(_) | Error::Bad(_) => Self::Refused("its server refuses".to_owned()),
            // What the library says of these quotes what it read.
            _ => Self::Odd,
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        if let Some(tls) = error.get_ref().and_then(|e| e.downcast_ref()) {
            return Self::Lost(unsafe_server(tls));
        }
        match error.kind() {
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::BrokenPipe => Self::closed(),
            io::ErrorKind::ConnectionRefused => {
                Self::Lost("its server does not answer: nothing listens there".to_owned())
            }
            // So the library says that it cannot read something, quoting it; and so does `Stream` of too much.
            io::ErrorKind::Other | io::ErrorKind::FileTooLarge => Self::Odd,
            kind => Self::Lost(format!("its server does not answer: {kind}")),
        }
    }
}

/// Why nobody can be sure of the server.
fn unsafe_server(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidCertificate(why) => {
            let why = match why {
                Certificate::Expired | Certificate::ExpiredContext { .. } => "it has expired",
                Certificate::NotValidYet | Certificate::NotValidYetContext { .. } => {
                    "it is not valid yet"
                }
                Certificate::UnknownIssuer => {
                    "nobody that this machine trusts vouches for it; one of your own belongs into the system's store"
                }
                Certificate::NotValidForName | Certificate::NotValidForNameContext { .. } => {
                    "it is another server's"
                }
                Certificate::Revoked => "it was revoked",
                _ => "it is not valid",
            };
            format!("its server's certificate is not accepted: {why}")
        }
        rustls::Error::InvalidMessage(_) => {
            "its server speaks no TLS there: is it the right port?".to_owned()
        }
        _ => format!("there is no safe connection to its server: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_wrong_is_told_in_words_and_nothing_that_was_read_is() {
        let secret = "during parsing of \"Dear Ana\"";
        for (fault, words) in [
            (
                Fault::from(Error::Io(io::Error::other(secret))),
                "not understood",
            ),
            (
                io::Error::from(io::ErrorKind::ConnectionRefused).into(),
                "nothing listens",
            ),
            (
                io::Error::from(io::ErrorKind::UnexpectedEof).into(),
                "ended the connection",
            ),
            (
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    rustls::Error::InvalidCertificate(Certificate::UnknownIssuer),
                )
                .into(),
                "nobody that this machine trusts",
            ),
            (
                Fault::login(Error::No(
                    "code: None, info: Some(\"[AUTH] Authentication failed.\")".to_owned(),
                )),
                "the token ([AUTH] Authentication failed.)",
            ),
            (Fault::login(Error::No("odd".to_owned())), "the token;"),
            (
                Fault::login(Error::No("info: Some(\"[UNAVAILABLE] Later.\")".to_owned())),
                "just now",
            ),
        ] {
            let told = fault.to_string();
            assert!(told.contains(words) && !told.contains("Dear"), "{told}");
        }
    }
}
