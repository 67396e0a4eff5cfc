//! What the end-to-end tests share.
//!
//! - [`binaries`]: the real `memo` and `memod`, built once
//! - [`sandbox`]: `memo` on a folder of data of its own

pub mod binaries;
pub mod sandbox;
