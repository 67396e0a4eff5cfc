//! Calls of models' servers, by what they were for and what came of them.

use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Upper bounds of the duration buckets, seconds: models take their time.
const BUCKETS: [f64; 9] = [0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0];

/// The calls of one server.
#[derive(Debug, Default)]
pub(crate) struct Calls(Mutex<BTreeMap<&'static str, Row>>);

/// Those for one purpose.
#[derive(Clone, Debug, Default)]
struct Row {
    outcomes: BTreeMap<&'static str, u64>,
    buckets: [u64; BUCKETS.len()],
    count: u64,
    sum: f64,
}

impl Calls {
    /// Counts a call that took so long; `None` where the server was not even asked.
    pub(crate) fn note(
        &self,
        purpose: &'static str,
        outcome: &'static str,
        took: Option<Duration>,
    ) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let row = rows.entry(purpose).or_default();
        *row.outcomes.entry(outcome).or_default() += 1;
        let Some(took) = took else {
            return;
        };
        let seconds = took.as_secs_f64();
        for (bucket, bound) in row.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= bound);
        }
        row.count += 1;
        row.sum += seconds;
    }
}

/// Writes what each server's calls came to, under the name of what it makes.
pub(super) fn write(out: &mut String, servers: &[(&str, &Calls)]) {
    if servers.is_empty() {
        return;
    }
    let rows: Vec<(String, Row)> = servers
        .iter()
        .flat_map(|(makes, calls)| {
            let rows = calls.0.lock().unwrap_or_else(PoisonError::into_inner);
            let labelled = rows.iter().map(|(purpose, row)| {
                let labels = format!("makes=\"{makes}\",purpose=\"{purpose}\"");
                (labels, row.clone())
            });
            labelled.collect::<Vec<_>>()
        })
        .collect();
    *out += "# HELP memo_model_calls_total Calls of models' servers.\n# TYPE memo_model_calls_total counter\n";
    // Writing to a string cannot fail.
    for (labels, row) in &rows {
        for (outcome, n) in &row.outcomes {
            let _ = writeln!(
                out,
                "memo_model_calls_total{{{labels},outcome=\"{outcome}\"}} {n}"
            );
        }
    }
    *out += "# HELP memo_model_call_seconds Time that these calls took.\n# TYPE memo_model_call_seconds histogram\n";
    for (labels, row) in &rows {
        let bounds = BUCKETS.map(|b| b.to_string());
        let counts = row.buckets.iter().copied().zip(bounds);
        for (n, bound) in counts.chain([(row.count, "+Inf".to_owned())]) {
            let _ = writeln!(
                out,
                "memo_model_call_seconds_bucket{{{labels},le=\"{bound}\"}} {n}"
            );
        }
        let _ = writeln!(
            out,
            "memo_model_call_seconds_sum{{{labels}}} {}\nmemo_model_call_seconds_count{{{labels}}} {}",
            row.sum, row.count
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_purpose_and_outcome() {
        let calls = Calls::default();
        calls.note("memories", "ok", Some(Duration::from_millis(700)));
        calls.note("memories", "timed_out", Some(Duration::from_secs(90)));
        calls.note("memories", "resting", None);
        let mut text = String::new();
        write(&mut text, &[("words", &calls)]);
        let labels = "makes=\"words\",purpose=\"memories\"";
        for line in [
            format!("memo_model_calls_total{{{labels},outcome=\"ok\"}} 1"),
            format!("memo_model_calls_total{{{labels},outcome=\"resting\"}} 1"),
            format!("memo_model_call_seconds_bucket{{{labels},le=\"0.5\"}} 0"),
            format!("memo_model_call_seconds_bucket{{{labels},le=\"1\"}} 1"),
            format!("memo_model_call_seconds_bucket{{{labels},le=\"+Inf\"}} 2"),
            format!("memo_model_call_seconds_count{{{labels}}} 2"),
        ] {
            assert!(text.lines().any(|l| l == line), "{line}: {text}");
        }
    }
}
