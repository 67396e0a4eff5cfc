//! memo.
fn main() {}
