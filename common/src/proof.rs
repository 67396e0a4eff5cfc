//! How a daemon shows that it is the one which wrote `daemon.json`.
//!
//! A daemon that was killed leaves its address behind, and anybody may listen there later. So `daemon.json`, which its
//! owner alone may read, holds a secret of that one start. On every connection to the address the client first sends a
//! [`CHALLENGE`], and nothing else goes out before the answer carries the [`PROOF`] that only who knows the secret can
//! make.

use hyper_util::rt::TokioIo;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, io};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The header of a request with 256 random bits in hexadecimal.
pub const CHALLENGE: &str = "x-memo-challenge";

/// The header of its answer with what the secret makes of them.
pub const PROOF: &str = "x-memo-proof";

/// The head of an answer is not longer, bytes.
const LONGEST_HEAD: u64 = 8 << 10;

/// What the daemon of one start and the readers of its `daemon.json` know.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// 256 random bits.
    ///
    /// # Errors
    /// The system has none to give.
    pub fn new() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
        Ok(Self(bytes))
    }

    /// What shows that one knows the secret; `None` where the challenge is none.
    pub fn proof(&self, challenge: &[u8]) -> Option<String> {
        let challenge = blake3::Hash::from_hex(challenge).ok()?;
        let proof = blake3::keyed_hash(&self.0, challenge.as_bytes());
        Some(proof.to_hex().to_string())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hash = blake3::Hash::from_hex(text).map_err(serde::de::Error::custom)?;
        Ok(Self(hash.into()))
    }
}

/// Whoever answers at the daemon's address has not shown to be that daemon.
#[derive(Debug, thiserror::Error)]
#[error("it answered {status:?}, without a proof that it is the daemon of this folder")]
pub(crate) struct Unproven {
    /// The first line of what it said.
    pub(crate) status: String,
}

/// The connection, once whoever is at its other end has shown to know the secret.
pub(crate) async fn proven<C>(
    connection: C,
    secret: Option<Secret>,
    host: String,
) -> Result<C, Box<dyn std::error::Error + Send + Sync>>
where
    C: hyper::rt::Read + hyper::rt::Write + Unpin,
{
    let challenge = blake3::Hash::from_bytes(Secret::new()?.0).to_hex();
    let proof = secret.and_then(|secret| secret.proof(challenge.as_bytes()));
    let mut connection = TokioIo::new(connection);
    let request =
        format!("HEAD /healthz HTTP/1.1\r\nhost: {host}\r\n{CHALLENGE}: {challenge}\r\n\r\n");
    connection.write_all(request.as_bytes()).await?;
    connection.flush().await?;
    let head = head(&mut connection).await?;
    let mut lines = head.lines();
    let status = lines.next().unwrap_or_default().to_owned();
    let given = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case(PROOF).then(|| value.trim())
    });
    let given = given.and_then(|given| blake3::Hash::from_hex(given).ok());
    // Hashes are compared in constant time.
    match given.is_some() && given == proof.and_then(|proof| blake3::Hash::from_hex(proof).ok()) {
        true => Ok(connection.into_inner()),
        false => Err(Unproven { status }.into()),
    }
}

/// The head of an answer that has no body.
async fn head(connection: &mut (impl AsyncReadExt + Unpin)) -> io::Result<String> {
    let mut head = Vec::new();
    let mut bounded = connection.take(LONGEST_HEAD);
    while !head.ends_with(b"\r\n\r\n") {
        // Who ends or goes on for too long has said what it says.
        if bounded.read_buf(&mut head).await? == 0 {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_knows_the_secret_makes_the_proof_and_nobody_else() {
        let (one, other) = (Secret::new(), Secret::new());
        let (one, other) = (one.expect("random"), other.expect("random"));
        let challenge = [b'a'; 64];
        let proof = one.proof(&challenge);
        assert!(proof.is_some() && proof == one.clone().proof(&challenge));
        assert_ne!(proof, other.proof(&challenge));
        assert_ne!(proof, one.proof(&[b'b'; 64]));
        assert_eq!(one.proof(b"no challenge"), None);
        let written = serde_json::to_string(&one).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Secret>(&written).ok(),
            Some(one.clone())
        );
        assert!(!format!("{one:?}").contains(&written[1..65]));
    }
}
