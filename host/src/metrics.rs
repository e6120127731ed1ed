//! What the host has done so far, as Prometheus reads it (text format 0.0.4).

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vitrine::turns::wire::MessageType;

/// Upper bounds of the commit histogram's buckets, in µs.
const BUCKETS: [u64; 8] = [500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 1_000_000];

/// Counters of one running host.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Durable commits, each of which syncs the disk.
    commits: AtomicU64,
    /// Of those, how many took up to each bound, and more.
    commit_buckets: [AtomicU64; BUCKETS.len() + 1],
    commit_micros: AtomicU64,
    /// Writes that commits carried out.
    writes: AtomicU64,
    /// Writes that were refused.
    refused: AtomicU64,
    /// Requests of the binary protocol, by message number.
    wire_requests: [AtomicU64; 16],
    wire_errors: AtomicU64,
    /// HTTP answers by the first digit of the status.
    http_answers: [AtomicU64; 6],
    /// Open connections of the binary protocol.
    pub connections: AtomicU64,
    /// Open connections of HTTP.
    pub http_connections: AtomicU64,
    /// Subscriptions and streams of events.
    pub followers: AtomicU64,
}

impl Metrics {
    /// One commit.
    pub fn committed(&self, took: Duration, done: usize, refused: usize) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BUCKETS.iter().position(|bound| micros <= *bound);
        add(&self.commit_buckets[bucket.unwrap_or(BUCKETS.len())], 1);
        add(&self.commit_micros, micros);
        add(&self.commits, 1);
        add(&self.writes, done as u64);
        add(&self.refused, refused as u64);
    }

    /// A request of the binary protocol. A number that is no message's counts as 0.
    pub fn asked(&self, msg_type: u16) {
        let counter = self.wire_requests.get(usize::from(msg_type));
        add(counter.unwrap_or(&self.wire_requests[0]), 1);
    }

    /// An ERROR frame.
    pub fn failed(&self) {
        add(&self.wire_errors, 1);
    }

    /// An HTTP answer.
    pub fn answered(&self, status: u16) {
        if let Some(counter) = self.http_answers.get(usize::from(status / 100)) {
            add(counter, 1);
        }
    }

    /// All of it.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut one = |name: &str, kind: &str, help: &str, counter: &AtomicU64| {
            head(&mut out, name, kind, help);
            let _ = writeln!(out, "{name} {}", get(counter));
        };
        one(
            "vitrine_commits_total",
            "counter",
            "Durable commits.",
            &self.commits,
        );
        one(
            "vitrine_writes_total",
            "counter",
            "Writes that commits carried out.",
            &self.writes,
        );
        one(
            "vitrine_writes_refused_total",
            "counter",
            "Writes that were refused.",
            &self.refused,
        );
        one(
            "vitrine_wire_errors_total",
            "counter",
            "ERROR frames.",
            &self.wire_errors,
        );
        one(
            "vitrine_wire_connections",
            "gauge",
            "Open connections of the binary protocol.",
            &self.connections,
        );
        one(
            "vitrine_http_connections",
            "gauge",
            "Open connections of HTTP.",
            &self.http_connections,
        );
        one(
            "vitrine_followers",
            "gauge",
            "Subscriptions and streams of events.",
            &self.followers,
        );
        self.put_commits(&mut out);
        let name = "vitrine_wire_requests_total";
        head(
            &mut out,
            name,
            "counter",
            "Requests of the binary protocol.",
        );
        for message in MessageType::ALL {
            if let Some(counter) = self.wire_requests.get(usize::from(message.number())) {
                let _ = writeln!(
                    out,
                    "{name}{{message=\"{}\"}} {}",
                    message.name(),
                    get(counter)
                );
            }
        }
        let _ = writeln!(
            out,
            "{name}{{message=\"unknown\"}} {}",
            get(&self.wire_requests[0])
        );
        let name = "vitrine_http_answers_total";
        head(&mut out, name, "counter", "HTTP answers by status.");
        for (digit, counter) in self.http_answers.iter().enumerate().skip(2) {
            let _ = writeln!(out, "{name}{{status=\"{digit}xx\"}} {}", get(counter));
        }
        out
    }

    fn put_commits(&self, out: &mut String) {
        let name = "vitrine_commit_seconds";
        head(out, name, "histogram", "How long commits took.");
        let mut sum = 0;
        for (bound, counter) in BUCKETS.iter().zip(&self.commit_buckets) {
            sum += get(counter);
            let seconds = *bound as f64 / 1e6;
            let _ = writeln!(out, "{name}_bucket{{le=\"{seconds}\"}} {sum}");
        }
        sum += get(&self.commit_buckets[BUCKETS.len()]);
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {sum}");
        let _ = writeln!(out, "{name}_sum {}", get(&self.commit_micros) as f64 / 1e6);
        let _ = writeln!(out, "{name}_count {sum}");
    }
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn add(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}

fn get(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

/// Counts something as long as it lives.
#[derive(Debug)]
pub struct Counted<'a>(&'a AtomicU64);

impl<'a> Counted<'a> {
    /// Counts one more until it is dropped.
    pub fn in_gauge(gauge: &'a AtomicU64) -> Counted<'a> {
        add(gauge, 1);
        Counted(gauge)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
