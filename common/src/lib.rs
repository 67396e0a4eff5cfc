//! What the memo daemon and everything that talks to it share.
//!
//! - [`api`]: the wire types of every request and response
//! - [`printable`]: text from elsewhere, made safe to print
//! - [`problem`]: the one table of error codes, and the RFC 9457 body that carries them
//! - [`export`]: the lines of an export
//! - [`files`]: files and folders as documents, read and sent
//! - [`config`]: settings from flags, environment, file and defaults, resolved once
//! - [`mailbox`]: a mailbox's address, and how its password is come by
//! - [`paths`]: where data, keys, logs and the running daemon's address live
//! - [`proof`]: how a daemon shows that it is the one that is meant
//! - [`http`]: how an HTTP client is made
//! - [`client`]: the typed HTTP client of the service
//! - [`sse`]: streamed answers as they come in

pub mod api;
pub mod client;
pub mod config;
pub mod export;
pub mod files;
pub mod http;
pub mod mailbox;
pub mod paths;
pub mod printable;
pub mod problem;
pub mod proof;
pub mod sse;
