//! What the shop's terminal prints: test runs, logs, lock files.

use crate::random::Random;

/// The shop's test files, with the number of tests in each and the usual time of a run in ms.
pub const FILES: [(&str, u64, u64); 14] = [
    ("test/cart/total.test.ts", 18, 40),
    ("test/cart/merge.test.ts", 11, 35),
    ("test/catalog/search.test.ts", 21, 320),
    ("test/catalog/slug.test.ts", 14, 22),
    ("test/checkout/flow.test.ts", 19, 8_400),
    ("test/checkout/reserve.test.ts", 12, 11_300),
    ("test/i18n/format.test.ts", 24, 60),
    ("test/mail/receipt.test.ts", 9, 410),
    ("test/media/download.test.ts", 13, 760),
    ("test/orders/history.test.ts", 17, 5_200),
    ("test/payments/webhook.test.ts", 16, 940),
    ("test/reports/daily.test.ts", 15, 6_800),
    ("test/session/cookie.test.ts", 12, 85),
    ("test/stock/import.test.ts", 11, 9_700),
];

/// A run's outcome.
#[derive(Debug, Default)]
pub struct Run {
    pub output: String,
    pub passed: u32,
    pub failed: u32,
    /// Seconds by file.
    pub durations: Vec<(&'static str, f64)>,
}

/// Runs the files whose path contains `filter`; `failures` are `× FILE > NAME` lines, each followed by why.
pub fn run(random: &mut Random, filter: &str, failures: &str) -> Run {
    let mut run = Run {
        output: " RUN  v3.2.4 /srv/lantern\n\n".into(),
        ..Run::default()
    };
    let (mut files, mut failed_files) = (0, 0);
    for (path, tests, usual) in FILES {
        if filter != "all" && !path.contains(filter) {
            continue;
        }
        let names: Vec<&str> = failures
            .lines()
            .filter_map(|line| line.strip_prefix("× ")?.split_once(" > "))
            .filter(|(file, _)| *file == path)
            .map(|(_, name)| name)
            .collect();
        let took = random.between(usual * 8 / 10, usual * 13 / 10);
        run.durations.push((path, took as f64 / 1000.0));
        files += 1;
        if names.is_empty() {
            run.output
                .push_str(&format!(" ✓ {path} ({tests} tests) {took}ms\n"));
        } else {
            failed_files += 1;
            run.output.push_str(&format!(
                " ❯ {path} ({tests} tests | {} failed) {took}ms\n",
                names.len()
            ));
            for name in &names {
                run.output.push_str(&format!("   × {name}\n"));
            }
        }
        run.failed += names.len() as u32;
        run.passed += (tests - names.len() as u64) as u32;
    }
    if run.failed > 0 {
        run.output
            .push_str(&format!("\n⎯⎯⎯⎯⎯⎯ Failed Tests {} ⎯⎯⎯⎯⎯⎯\n\n", run.failed));
        for line in failures.lines() {
            let line = line
                .strip_prefix("× ")
                .map_or(line.to_owned(), |rest| format!(" FAIL  {rest}"));
            run.output.push_str(&line);
            run.output.push('\n');
        }
    }
    let total: f64 = run.durations.iter().map(|(_, seconds)| seconds).sum();
    let counted = |failed: u32, passed: u32| match failed {
        0 => format!("{passed} passed ({passed})"),
        _ => format!("{failed} failed | {passed} passed ({})", failed + passed),
    };
    run.output.push_str(&format!(
        "\n Test Files  {}\n      Tests  {}\n   Duration  {:.2}s\n",
        counted(failed_files, files - failed_files),
        counted(run.failed, run.passed),
        total + 1.2,
    ));
    run
}

/// Lines of a continuous-integration log.
pub fn ci_log(random: &mut Random, lines: u64) -> String {
    let mut log = String::new();
    let mut ms = 8 * 3_600_000;
    for line in 0..lines {
        ms += random.between(3, 900);
        let (h, m, s) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
        let (path, _, usual) = *random.pick(&FILES);
        let (id, took) = (random.hex(8), random.between(usual / 2, usual * 2));
        let text = match (line, random.between(0, 9)) {
            (0, _) => "runner 2.321 · ubuntu-24.04 · node 22.11.0 · postgres 16.4".to_owned(),
            (_, 0) => format!("[db] connection {id} waited {took} ms for a free slot (pool 4/4)"),
            (_, 1) => format!("[db] deadlock detected on \"stock_items\", retry 1 of 3 ({id})"),
            (_, 2) => format!("[http] POST /checkout 201 {took} ms order={id}"),
            (_, 3) => format!("[http] GET /products/%E5%92%8C%E7%B4%99 404 3 ms ref={id}"),
            (_, 4) => format!("[mail] receipt queued for order {id}"),
            (_, 5) => format!("[worker {}] retrying {path}", random.between(1, 4)),
            _ => format!("[worker {}] ✓ {path} {took} ms", random.between(1, 4)),
        };
        log.push_str(&format!("{h:02}:{m:02}:{s:02}.{:03} {text}\n", ms % 1000));
    }
    log
}

/// A lock file's packages.
pub fn lock_file(random: &mut Random, packages: u64) -> String {
    const NAMES: [&str; 12] = [
        "fastify",
        "pg-pool",
        "undici",
        "vitest",
        "sharp",
        "pino",
        "zod",
        "tinyspy",
        "picocolors",
        "nanoid",
        "postcss",
        "esbuild",
    ];
    const PARTS: [&str; 6] = ["core", "utils", "types", "runtime", "linux-x64", "plugin"];
    let mut text = String::from("lockfileVersion: '9.0'\n\npackages:\n");
    for _ in 0..packages {
        let (name, part) = (random.pick(&NAMES), random.pick(&PARTS));
        let version = format!(
            "{}.{}.{}",
            random.between(0, 9),
            random.between(0, 30),
            random.between(0, 12)
        );
        text.push_str(&format!(
            "\n  '@{name}/{part}@{version}':\n    resolution: {{integrity: sha512-{}}}\n    engines: {{node: '>=18'}}\n",
            random.hex(64)
        ));
    }
    text
}
