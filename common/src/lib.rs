//! What the memo daemon and everything that talks to it share.
//!
//! - [`api`]: the wire types of every request and response
//! - [`problem`]: the one table of error codes, and the RFC 9457 body that carries them

pub mod api;
pub mod problem;
