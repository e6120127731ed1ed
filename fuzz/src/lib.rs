//! What holds for any bytes: one function for each parser. `fuzz_targets/` hands them to libFuzzer, `random.rs` feeds
//! them by a seed.

pub mod a2ui_edge;
pub mod a2ui_rules;
pub mod a2ui_sim;
pub mod html;
pub mod http;
pub mod seeds;
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
pub const TARGETS: [Target; 13] = [
    Target {
        name: "a2ui_ingress",
        check: a2ui_edge::ingress,
        seeds: seeds::actions,
    },
    Target {
        name: "a2ui_jsonl",
        check: a2ui_edge::stream,
        seeds: seeds::streams,
    },
    Target {
        name: "a2ui_messages",
        check: a2ui_rules::messages,
        seeds: seeds::messages,
    },
    Target {
        name: "a2ui_sim",
        check: a2ui_sim::stream,
        seeds: seeds::simulated,
    },
    Target {
        name: "a2ui_snapshot",
        check: a2ui_sim::snapshot,
        seeds: seeds::snapshots,
    },
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
