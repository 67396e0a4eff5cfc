//! Patterns that readers look for.

/// Compiles a pattern that stands in the source: constant, and so proven by its reader's tests to compile.
macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: std::sync::LazyLock<regex::Regex> =
            std::sync::LazyLock::new(|| regex::Regex::new($text).unwrap());
    };
}
pub(super) use pattern;
