//! The real binaries, built once. Cargo builds no other member's binaries for a test, so this does.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

/// The path of `memo` or `memod`, of the profile that this test was built with.
///
/// `MEMO_TEST_BIN_DIR` names a folder with binaries to test instead.
///
/// # Panics
/// They cannot be built.
pub fn binary(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER
        .get_or_init(|| match env::var_os("MEMO_TEST_BIN_DIR") {
            Some(folder) => folder.into(),
            None => build(),
        })
        .join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

fn build() -> PathBuf {
    let test = env::current_exe().expect("this test is a file");
    let folder = test
        .parent()
        .and_then(Path::parent)
        .expect("target/PROFILE/deps/TEST");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo
        .args([
            "build",
            "--quiet",
            "--workspace",
            "--bins",
            "--manifest-path",
        ])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"));
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    let status = cargo.status().expect("cargo runs");
    assert!(status.success(), "the binaries cannot be built: {status}");
    folder.to_owned()
}
