//! Metrics in the Prometheus text format.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::shell::lock;

/// Upper bounds of the histogram's buckets, in seconds.
const BUCKETS: [f64; 8] = [0.0001, 0.001, 0.01, 0.1, 0.5, 1.0, 5.0, 10.0];

/// Status recorded if the client left before the answer, as in nginx.
pub(super) const LEFT: u16 = 499;

/// A counter or gauge.
#[derive(Clone, Debug, Default)]
pub(super) struct Count(Arc<AtomicU64>);

impl Count {
    pub(super) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// Increments the gauge until the returned guard is dropped.
    pub(super) fn enter(&self) -> Inside {
        self.add(1);
        Inside(self.clone())
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A guard that decrements its gauge on drop.
#[derive(Debug)]
pub(super) struct Inside(Count);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The metrics of a server.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    requests: Mutex<BTreeMap<&'static str, Requests>>,
    /// Open connections.
    pub(super) connections: Count,
    /// Connections refused at the limit.
    pub(super) connections_refused: Count,
    /// Connections that ended irregularly: malformed, too slow, or cut off.
    pub(super) connections_failed: Count,
    /// Bytes received.
    pub(super) received: Count,
    /// Bytes sent.
    pub(super) sent: Count,
    /// Running searches.
    pub(super) searches: Count,
    /// Running batches.
    pub(super) batches: Count,
    /// Running answers that need no search.
    pub(super) tasks: Count,
    /// Requests refused because the queue was full.
    pub(super) refused: Count,
}

/// Counts and durations of the requests for one path.
#[derive(Debug, Default)]
struct Requests {
    by_status: BTreeMap<u16, u64>,
    /// Number of requests per bucket, not cumulative.
    durations: [u64; BUCKETS.len()],
    count: u64,
    seconds: f64,
}

impl Metrics {
    /// Records a request.
    pub(super) fn note(&self, path: &'static str, status: u16, took: Duration) {
        let seconds = took.as_secs_f64();
        let mut requests = lock(&self.requests);
        let of_path = requests.entry(path).or_default();
        *of_path.by_status.entry(status).or_default() += 1;
        of_path.count += 1;
        of_path.seconds += seconds;
        if let Some(bucket) = BUCKETS.iter().position(|end| seconds <= *end) {
            of_path.durations[bucket] += 1;
        }
    }

    /// Formats all metrics.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let numbers = [
            ("connections_open", "gauge", "Open connections.", &self.connections),
            (
                "connections_refused_total",
                "counter",
                "Connections refused because of the limit.",
                &self.connections_refused,
            ),
            (
                "connections_failed_total",
                "counter",
                "Connections that were malformed, too slow, or cut off.",
                &self.connections_failed,
            ),
            ("received_bytes_total", "counter", "Bytes received.", &self.received),
            ("sent_bytes_total", "counter", "Bytes sent.", &self.sent),
            ("searches_running", "gauge", "Running searches.", &self.searches),
            ("batches_running", "gauge", "Running batches.", &self.batches),
            ("tasks_running", "gauge", "Requests being answered without a search.", &self.tasks),
            ("refused_total", "counter", "Requests refused because the queue was full.", &self.refused),
        ];
        // Writing to a `String` cannot fail.
        let _written = numbers.iter().try_for_each(|(name, kind, help, count)| {
            head(&mut text, name, kind, help)?;
            writeln!(text, "tilebase_{name} {}", count.get())
        });
        let _written = self.write_requests(&mut text);
        text
    }

    fn write_requests(&self, text: &mut String) -> std::fmt::Result {
        let requests = lock(&self.requests);
        head(text, "requests_total", "counter", "Requests; status 499: the client closed the connection.")?;
        for (path, of_path) in &*requests {
            for (status, count) in &of_path.by_status {
                writeln!(text, "tilebase_requests_total{{path=\"{path}\",status=\"{status}\"}} {count}")?;
            }
        }
        let name = "tilebase_request_seconds";
        head(text, "request_seconds", "histogram", "Time from the request headers to the response headers.")?;
        for (path, Requests { durations, count, seconds, .. }) in &*requests {
            // Prometheus expects cumulative buckets.
            let mut so_far = 0;
            for (end, more) in BUCKETS.iter().zip(durations) {
                so_far += more;
                writeln!(text, "{name}_bucket{{path=\"{path}\",le=\"{end}\"}} {so_far}")?;
            }
            writeln!(text, "{name}_bucket{{path=\"{path}\",le=\"+Inf\"}} {count}")?;
            writeln!(text, "{name}_sum{{path=\"{path}\"}} {seconds}")?;
            writeln!(text, "{name}_count{{path=\"{path}\"}} {count}")?;
        }
        Ok(())
    }
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) -> std::fmt::Result {
    writeln!(text, "# HELP tilebase_{name} {help}\n# TYPE tilebase_{name} {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative() {
        let metrics = Metrics::default();
        for micros in [50, 100, 2_000, 20_000_000] {
            metrics.note("/a", 200, Duration::from_micros(micros));
        }
        metrics.note("/a", LEFT, Duration::ZERO);
        let inside = metrics.searches.enter();
        let text = metrics.text();
        for line in [
            "tilebase_requests_total{path=\"/a\",status=\"200\"} 4",
            "tilebase_requests_total{path=\"/a\",status=\"499\"} 1",
            "tilebase_request_seconds_bucket{path=\"/a\",le=\"0.0001\"} 3",
            "tilebase_request_seconds_bucket{path=\"/a\",le=\"0.001\"} 3",
            "tilebase_request_seconds_bucket{path=\"/a\",le=\"0.01\"} 4",
            "tilebase_request_seconds_bucket{path=\"/a\",le=\"10\"} 4",
            "tilebase_request_seconds_bucket{path=\"/a\",le=\"+Inf\"} 5",
            "tilebase_request_seconds_count{path=\"/a\"} 5",
            "tilebase_searches_running 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        drop(inside);
        assert!(metrics.text().contains("\ntilebase_searches_running 0\n"));
    }
}
