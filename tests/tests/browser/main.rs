//! The pages in a real browser: Chromium, driven by its own chromedriver. Where there is none, each of these says so and
//! is left out; Debian has both as `chromium-driver`.

mod driver;
mod elsewhere;
mod visit;
