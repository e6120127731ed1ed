//! What holds for any bytes: one function for each parser. `fuzz_targets/` hands them to libFuzzer, `random.rs` feeds
//! them by a seed.

pub mod html;
pub mod http;
pub mod seeds;
pub mod state;
pub mod turns;
pub mod uicp;

/// A parser under test.
pub struct Target {
    /// As in `cargo fuzz run NAME`.
    pub name: &'static str,
    /// Panics where a promise is broken.
    pub check: fn(&[u8]),
    /// Input that means something to it.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All of them.
pub const TARGETS: [Target; 9] = [
    Target {
        name: "html_parse",
        check: html::parse,
        seeds: seeds::html,
    },
    Target {
        name: "html_sanitize",
        check: html::sanitize,
        seeds: seeds::html,
    },
    Target {
        name: "http_request",
        check: http::request,
        seeds: http::requests,
    },
    Target {
        name: "state_run",
        check: state::run,
        seeds: seeds::commands,
    },
    Target {
        name: "turns_cursor",
        check: turns::cursor,
        seeds: seeds::payloads,
    },
    Target {
        name: "turns_bundle",
        check: turns::bundle,
        seeds: seeds::bundles,
    },
    Target {
        name: "turns_frame",
        check: turns::frame,
        seeds: seeds::frames,
    },
    Target {
        name: "turns_page",
        check: turns::page,
        seeds: seeds::pages,
    },
    Target {
        name: "uicp_batch",
        check: uicp::batch,
        seeds: seeds::batches,
    },
];
