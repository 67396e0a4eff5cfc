//! A calendar at an address: asked for every hour, and read where it has changed.
//!
//! Whoever has the address may answer with another one, or give its name another number. So names lead to public numbers
//! alone, in every hop, unless the person said of the very host that it lies in their own network.

use super::{
    Look, Work,
    list::{Record, read, write},
};
use futures_util::TryStreamExt;
use memo_common::{
    api::SourceType,
    client::Upload,
    files::{send_text, short_hash},
    http,
};
use reqwest::{
    StatusCode, Url,
    dns::{Name, Resolve, Resolving},
    header::{ETAG, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED},
    redirect::{Attempt, Policy},
};
use serde::{Deserialize, Serialize};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

/// The daemon takes no longer document, bytes.
const LONGEST: usize = 10 << 20;
/// How long to wait for a connection, and for all of an answer.
const CONNECT: Duration = Duration::from_secs(10);
const ANSWER: Duration = Duration::from_secs(120);
/// No answer leads further.
const HOPS: usize = 5;
/// What a calendar opens with.
const BEGINS: &str = "BEGIN:VCALENDAR";

/// What the server said of the calendar that was read last.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    etag: Option<String>,
    modified: Option<String>,
    item_id: Option<String>,
}

/// An address.
pub(super) struct Address {
    state: PathBuf,
    kept: Kept,
}

/// An address as it is asked for, or what is wrong with it.
pub(crate) fn check(address: &str, allow_private: bool) -> Result<String, String> {
    let address = match address.split_once("://") {
        Some(("webcal" | "webcals", rest)) => format!("https://{rest}"),
        _ => address.to_owned(),
    };
    let url: Url = address
        .parse()
        .map_err(|e| format!("it is no address: {e}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(
            "only folders, calendars (http, https) and mailboxes (imaps) can be watched".to_owned(),
        );
    }
    match literal(&url) {
        Some(ip) if !is_public(ip) && !allow_private => Err(PRIVATE.to_owned()),
        _ => Ok(url.to_string()),
    }
}

pub(crate) const PRIVATE: &str = "it leads to this machine or into a private network; `memo watch add --allow-private` says that it may";

impl Address {
    pub(super) fn open(state: PathBuf) -> Self {
        let kept = read(&state);
        Self { state, kept }
    }

    pub(super) fn counted(&self) -> (u64, u64) {
        let documents = u64::from(self.kept.item_id.is_some());
        (documents, documents)
    }

    /// Asks for the calendar, and uploads it where it has changed.
    pub(super) fn look(&mut self, work: &Work<'_>) -> Result<Look, String> {
        let record = work.watched.record();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|e| e.to_string())?;
        let fetched = runtime.block_on(fetch(&record, &self.kept))?;
        let Some((text, kept)) = fetched else {
            return Ok(Look::default());
        };
        let url: Option<Url> = record.source.parse().ok();
        let name = url.as_ref().and_then(Url::host_str).unwrap_or("calendar");
        let item_id = format!("calendar-{}", short_hash(record.source.as_bytes()));
        let filename = format!("{name}.ics");
        let upload = Upload {
            filename: Some(&filename),
            user_name: &record.user_name,
            item_id: Some(&item_id),
            source_type: Some(SourceType::Calendar),
            reference_time: None,
        };
        send_text(&work.client, &upload, text.as_bytes(), &mut |_| {})
            .map_err(|e| e.to_string())?;
        self.kept = Kept {
            item_id: Some(item_id),
            ..kept
        };
        // Without it the calendar is asked for in full once more.
        if let Err(error) = write(&self.state, &self.kept) {
            tracing::warn!(%error, "what a watch has read is not kept");
        }
        Ok(Look::default())
    }
}

/// The calendar, and what the server says of it; `None` where it is as it was. What goes wrong is told without the
/// address, which may hold a secret.
async fn fetch(record: &Record, kept: &Kept) -> Result<Option<(String, Kept)>, String> {
    let url: Url = record.source.parse().map_err(|_| "it is no address")?;
    let own = url.host_str().unwrap_or_default().to_owned();
    let private = record.allow_private.then_some(own);
    let client = http::builder(&record.source, CONNECT)
        .timeout(ANSWER)
        // A proxy would look the names up, and go where it may.
        .no_proxy()
        .dns_resolver(Arc::new(Resolver(private.clone())))
        .redirect(Policy::custom(move |attempt| {
            follow(attempt, private.as_deref())
        }))
        .build()
        .map_err(|e| http::cause(&e))?;
    let mut request = client.get(url);
    for (name, value) in [
        (IF_NONE_MATCH, &kept.etag),
        (IF_MODIFIED_SINCE, &kept.modified),
    ] {
        if let Some(value) = value {
            request = request.header(name, value);
        }
    }
    let failed = |e: reqwest::Error| match e.is_timeout() {
        true => "its server took too long to answer".to_owned(),
        false => http::cause(&e.without_url()),
    };
    let answer = request.send().await.map_err(failed)?;
    match answer.status() {
        StatusCode::NOT_MODIFIED => return Ok(None),
        status if !status.is_success() => return Err(format!("its server answers {status}")),
        _ => {}
    }
    let header = |name: HeaderName| {
        let value = answer.headers().get(name)?;
        Some(value.to_str().ok()?.to_owned())
    };
    let kept = Kept {
        etag: header(ETAG),
        modified: header(LAST_MODIFIED),
        item_id: None,
    };
    let mut bytes = Vec::new();
    let mut pieces = Box::pin(answer.bytes_stream());
    while let Some(piece) = pieces.try_next().await.map_err(failed)? {
        if bytes.len() + piece.len() > LONGEST {
            return Err("it is longer than 10 MiB".to_owned());
        }
        bytes.extend_from_slice(&piece);
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let opens = text.trim_start_matches('\u{feff}').trim_start();
    match opens.get(..BEGINS.len()) {
        Some(begin) if begin.eq_ignore_ascii_case(BEGINS) => Ok(Some((text, kept))),
        _ => Err("what its server answers is no iCalendar".to_owned()),
    }
}

/// Whether to go where a server points.
fn follow(attempt: Attempt<'_>, private: Option<&str>) -> reqwest::redirect::Action {
    let url = attempt.url();
    let is_downgrade =
        url.scheme() == "http" && attempt.previous().iter().any(|u| u.scheme() == "https");
    let is_private = literal(url).is_some_and(|ip| !is_public(ip)) && url.host_str() != private;
    match attempt.previous().len() {
        hops if hops > HOPS => attempt.error("it leads from address to address"),
        _ if is_downgrade => attempt.error("it leads from https to http"),
        _ if is_private => attempt.error("it leads to this machine or into a private network"),
        _ => attempt.follow(),
    }
}

/// The number that stands in an address in the place of a name.
fn literal(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.parse().ok()
}

/// Looks names up; the one that is given here may lead anywhere, all others to public addresses alone.
struct Resolver(Option<String>);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let anywhere = self.0.as_deref() == Some(name.as_str());
        Box::pin(async move {
            let all = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let fits = |address: &SocketAddr| anywhere || is_public(address.ip());
            let found: Vec<SocketAddr> = all.filter(fits).collect();
            match found.is_empty() {
                true => Err(io::Error::other(PRIVATE).into()),
                false => Ok(Box::new(found.into_iter()) as _),
            }
        })
    }
}

/// Whether an address is one of the open network.
pub(super) fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_special = matches!((a, b, c), (0, ..) | (192, 0, 0) | (198, 18 | 19, _)) || a >= 240;
    !(ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation()
        || is_shared
        || is_special)
}

/// What is global unicast, and carries no address of the old kind through a gateway.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    let is_global = (0x2000..0x4000).contains(&first);
    let is_tunnel = first == 0x2002 || (first == 0x2001 && second < 0x200);
    is_global && !is_tunnel && (first, second) != (0x2001, 0xdb8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_open_network_is_public() {
        let is = |ip: &str| is_public(ip.parse().expect("an address"));
        for ip in ["1.1.1.1", "172.32.0.1", "2606:4700::1111"] {
            assert!(is(ip), "{ip}");
        }
        for ip in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
        ] {
            assert!(!is(ip), "{ip}");
        }
    }

    #[test]
    fn addresses_are_asked_for_by_http_alone_and_private_ones_only_where_wished() {
        let at = |address: &str, private| check(address, private).ok();
        assert_eq!(
            at("webcal://calendar.example/a.ics", false).as_deref(),
            Some("https://calendar.example/a.ics")
        );
        // However a number is written.
        for private in ["http://127.0.0.1/a", "http://0x7f.1/a", "http://[::1]/a"] {
            assert!(at(private, false).is_none() && at(private, true).is_some());
        }
        for odd in [
            "file:///etc/passwd",
            "ftp://a.example/",
            "https://",
            "gopher://a",
        ] {
            assert!(at(odd, true).is_none(), "{odd}");
        }
    }
}
