//! Counters, in the Prometheus text form. Labels are few and known: routes, methods, status classes.

mod calls;

pub(crate) use calls::Calls;

use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// Upper bounds of the duration buckets, seconds.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All counters of a daemon.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub uploads: Counter,
    pub uploaded_bytes: Counter,
    pub runs_succeeded: Counter,
    pub runs_failed: Counter,
    requests: Mutex<BTreeMap<(String, &'static str, u16), u64>>,
    durations: Mutex<BTreeMap<String, Durations>>,
}

#[derive(Clone, Debug, Default)]
struct Durations {
    buckets: [u64; BUCKETS.len()],
    count: u64,
    sum: f64,
}

/// What is measured when somebody asks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gauges {
    pub documents: u64,
    pub memories: u64,
    pub queued: u64,
    /// How long the one that waits longest has waited.
    pub queue_seconds: f64,
    /// Runs that are worked on, by stage.
    pub stages: [(&'static str, u64); 4],
    pub store_bytes: u64,
    pub index_bytes: u64,
    pub ready: bool,
    pub checked: bool,
    /// Texts of documents that could not be read.
    pub lost_texts: u64,
    /// What makes vectors, and how far that is.
    pub embedding: Option<Embedded>,
}

/// How far the memories' vectors are; the calls are those of a model, where one is set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Embedded {
    pub memories: u64,
    pub missing: u64,
    pub calls: u64,
    pub failures: u64,
}

impl Metrics {
    /// Counts an answered request. `route` is the route's pattern, never the path that was asked for.
    pub(crate) fn answered(&self, route: &str, method: &'static str, status: u16, took: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests
            .entry((route.to_owned(), method, status))
            .or_default() += 1;
        drop(requests);
        let seconds = took.as_secs_f64();
        let mut durations = self
            .durations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let row = durations.entry(route.to_owned()).or_default();
        for (bucket, bound) in row.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= bound);
        }
        row.count += 1;
        row.sum += seconds;
    }

    /// The text form; also of the calls of each model's server, named by what it makes.
    pub(crate) fn text(&self, gauges: Gauges, servers: &[(&str, &Calls)]) -> String {
        let mut out = String::new();
        let mut family = |name: &str, kind: &str, help: &str, rows: Vec<(String, String)>| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (labels, value) in rows {
                let _ = writeln!(out, "{name}{labels} {value}");
            }
        };
        let one = |n: u64| vec![(String::new(), n.to_string())];
        for (name, help, counter) in [
            ("memo_uploads_total", "Documents accepted.", &self.uploads),
            (
                "memo_uploaded_bytes_total",
                "Bytes of text accepted.",
                &self.uploaded_bytes,
            ),
            (
                "memo_runs_succeeded_total",
                "Runs that succeeded.",
                &self.runs_succeeded,
            ),
            (
                "memo_runs_failed_total",
                "Runs that were given up.",
                &self.runs_failed,
            ),
        ] {
            family(name, "counter", help, one(counter.get()));
        }
        for (name, help, value) in [
            (
                "memo_documents",
                "Documents whose memories can be recalled.",
                gauges.documents,
            ),
            (
                "memo_memories",
                "Memories that can be recalled.",
                gauges.memories,
            ),
            (
                "memo_queue_length",
                "Documents that wait to be worked on.",
                gauges.queued,
            ),
            (
                "memo_store_bytes",
                "Size of the store on disk.",
                gauges.store_bytes,
            ),
            (
                "memo_index_bytes",
                "Size of the index on disk.",
                gauges.index_bytes,
            ),
            (
                "memo_ready",
                "1 once the index is level with the store.",
                u64::from(gauges.ready),
            ),
            (
                "memo_store_checked",
                "1 once all of the store has been read since the start, and is whole.",
                u64::from(gauges.checked),
            ),
            (
                "memo_texts_lost",
                "Texts of documents that could not be read since the start, and were not put back since.",
                gauges.lost_texts,
            ),
        ] {
            family(name, "gauge", help, one(value));
        }
        if let Some(embedding) = gauges.embedding {
            for (name, kind, help, value) in [
                (
                    "memo_embedded_memories",
                    "gauge",
                    "Memories that have a vector, and so are found by meaning.",
                    embedding.memories,
                ),
                (
                    "memo_memories_to_embed",
                    "gauge",
                    "Memories that have no vector yet.",
                    embedding.missing,
                ),
                (
                    "memo_embedding_calls_total",
                    "counter",
                    "Calls of a model for vectors.",
                    embedding.calls,
                ),
                (
                    "memo_embedding_failures_total",
                    "counter",
                    "Calls of a model for vectors that gave none.",
                    embedding.failures,
                ),
            ] {
                family(name, kind, help, one(value));
            }
        }
        let (memory, files) = process();
        for (name, help, value) in [
            (
                "memo_queue_age_seconds",
                "How long the document that waits longest has waited, since the daemon started.",
                Some(gauges.queue_seconds.to_string()),
            ),
            (
                "process_resident_memory_bytes",
                "Memory that the daemon takes.",
                memory.map(|n| n.to_string()),
            ),
            (
                "process_open_fds",
                "Files and connections that it has open.",
                files.map(|n| n.to_string()),
            ),
        ] {
            if let Some(value) = value {
                family(name, "gauge", help, vec![(String::new(), value)]);
            }
        }
        let working = gauges.stages.iter().map(|(stage, n)| {
            let labels = format!("{{state=\"ACTIVE\",stage=\"{stage}\"}}");
            (labels, n.to_string())
        });
        let waiting = "{state=\"ACTIVE\",stage=\"queued\"}".to_owned();
        let ended = [
            ("SUCCEEDED", &self.runs_succeeded),
            ("FAILED", &self.runs_failed),
        ];
        let ended = ended.map(|(state, n)| {
            let labels = format!("{{state=\"{state}\",stage=\"done\"}}");
            (labels, n.get().to_string())
        });
        family(
            "memo_runs",
            "gauge",
            "Runs by state and stage; ended ones since the daemon started.",
            std::iter::once((waiting, gauges.queued.to_string()))
                .chain(working)
                .chain(ended)
                .collect(),
        );
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = requests.iter().map(|((route, method, status), n)| {
            let labels = format!("{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}}");
            (labels, n.to_string())
        });
        family(
            "memo_http_requests_total",
            "counter",
            "Requests answered.",
            rows.collect(),
        );
        drop(requests);
        let durations = self
            .durations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        calls::write(&mut out, servers);
        out += "# HELP memo_http_request_seconds Time to answer.\n# TYPE memo_http_request_seconds histogram\n";
        for (route, row) in durations.iter() {
            let bounds = BUCKETS.map(|b| b.to_string());
            let counts = row.buckets.iter().zip(bounds);
            let last = (row.count, "+Inf".to_owned());
            for (n, bound) in counts.map(|(n, b)| (*n, b)).chain([last]) {
                let _ = writeln!(
                    out,
                    "memo_http_request_seconds_bucket{{route=\"{route}\",le=\"{bound}\"}} {n}"
                );
            }
            let _ = writeln!(
                out,
                "memo_http_request_seconds_sum{{route=\"{route}\"}} {}\nmemo_http_request_seconds_count{{route=\"{route}\"}} {}",
                row.sum, row.count
            );
        }
        out
    }
}

/// What this process takes: memory, bytes, and open files; `None` where the system does not say.
fn process() -> (Option<u64>, Option<u64>) {
    #[cfg(target_os = "linux")]
    {
        let pages = std::fs::read_to_string("/proc/self/statm").ok();
        let pages = pages.and_then(|s| s.split(' ').nth(1)?.parse::<u64>().ok());
        let files = std::fs::read_dir("/proc/self/fd").ok();
        (
            pages.map(|n| n * rustix::param::page_size() as u64),
            files.map(|f| f.count() as u64),
        )
    }
    #[cfg(not(target_os = "linux"))]
    (None, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_route_and_bucket() {
        let metrics = Metrics::default();
        metrics.answered("/v1/memorize", "POST", 200, Duration::from_millis(3));
        metrics.uploads.add(2);
        let text = metrics.text(Gauges::default(), &[]);
        assert!(text.contains("memo_uploads_total 2\n"));
        assert!(text.contains(
            "memo_http_requests_total{route=\"/v1/memorize\",method=\"POST\",status=\"200\"} 1\n"
        ));
        assert!(text.contains("_bucket{route=\"/v1/memorize\",le=\"0.0025\"} 0\n"));
        assert!(text.contains("_bucket{route=\"/v1/memorize\",le=\"0.005\"} 1\n"));
    }
}
