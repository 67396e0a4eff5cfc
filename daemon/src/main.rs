//! memod.
fn main() {}
