//! What the end-to-end tests share.
//!
//! - [`binaries`]: the real `memo` and `memod`, built once
//! - [`daemon`]: `memod` on a folder of data and a port of its own
//! - `dovecot`: a mailbox's server
//! - [`model`]: a stand-in for a language model's server
//! - [`request`]: what is asked of it and answered, byte by byte
//! - [`sandbox`]: `memo` on a folder of data of its own
//! - [`visit`]: a visit to the daemon's pages without a browser

pub mod binaries;
pub mod daemon;
#[cfg(unix)]
pub mod dovecot;
pub mod model;
pub mod request;
pub mod sandbox;
pub mod visit;
