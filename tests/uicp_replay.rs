//! However operations are cut into frames, the end is the same; and a replayed log gives that end again.
#![cfg(feature = "uicp")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/uicp.rs"]
mod support;

use proptest::prelude::*;
use support::{append, batch, close, create, focus, replace, set, Page, Stand};
use vitrine::uicp::envelope::Envelope;
use vitrine::uicp::queue::Origin;

fn operations() -> impl Strategy<Value = Vec<Envelope>> {
    let window = prop::sample::select(vec!["a", "b", "c"]);
    let target = prop::sample::select(vec!["#root", "#x", "#y", "#z"]);
    let html = prop::sample::select(vec!["x", "x y", "y z", "", "x y z"]);
    let one = (0_u8..14, window, target, html, 0_u16..400).prop_map(|(kind, window, target, html, number)| match kind {
        0 => create(window, html_title(html)),
        1 => close(window),
        2 => focus(window),
        3..=6 => set(window, target, html),
        7 => set(window, "#root", html),
        8 | 9 => append(window, target, html),
        10 => replace(window, target, html),
        11 => one(&format!(r#"{{"op":"window.move","params":{{"id":"{window}","x":{number},"y":1}}}}"#)),
        12 => one(&format!(
            r#"{{"op":"state.set","params":{{"scope":"window","windowId":"{window}","key":"k","value":{number}}}}}"#
        )),
        _ => one(&format!(
            r#"{{"op":"component.render","params":{{"id":"{html}{window}!","windowId":"{window}","target":"{target}","type":"t"}}}}"#
        )),
    });
    prop::collection::vec(one, 0..60)
}

fn html_title(html: &str) -> &str {
    if html.is_empty() {
        "title"
    } else {
        html
    }
}

fn one(text: &str) -> Envelope {
    batch(&format!("[{text}]")).remove(0)
}

/// What of the page is seen: components go with their windows, and so does what would be in their controls.
fn seen(stand: &Stand) -> Page {
    let mut page = stand.page.clone();
    page.components.clear();
    page.bound.retain(|name, _| {
        let window = name.split(' ').nth(1).unwrap_or_default();
        page.windows.contains_key(window)
    });
    page
}

/// The page after these operations, so many a frame, in runs that weigh no more than that.
fn applied(operations: &[Envelope], frames: &[usize], weight: usize) -> (Page, Stand) {
    let mut stand = Stand::default();
    let mut rest = operations;
    for size in frames.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (now, later) = rest.split_at((*size).clamp(1, rest.len()));
        stand.enqueue(now.to_vec(), 0);
        stand.frame_of_runs(0, weight);
        rest = later;
    }
    (seen(&stand), stand)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_end_does_not_depend_on_frames_or_runs(
        operations in operations(),
        frames in prop::collection::vec(1_usize..12, 1..6),
        weight in 0_usize..20_000,
    ) {
        let (alone, _) = applied(&operations, &[1], usize::MAX);
        let (together, _) = applied(&operations, &[usize::MAX], usize::MAX);
        let (some, _) = applied(&operations, &frames, weight);
        prop_assert_eq!(&alone, &together);
        prop_assert_eq!(&alone, &some);
    }

    #[test]
    fn a_replayed_log_gives_the_same_page(operations in operations(), frames in prop::collection::vec(1_usize..12, 1..6)) {
        let (page, mut stand) = applied(&operations, &frames, usize::MAX);
        // Twice: the log of what was replayed is as good.
        for _ in 0..2 {
            let log = stand.core.log();
            let envelopes: Vec<Envelope> = log.as_array().unwrap().iter().map(|each| one(&each.to_string())).collect();
            stand = Stand::default();
            stand.core.enqueue(envelopes, Origin::Replay, 0);
            stand.frame(0);
            prop_assert_eq!(seen(&stand), page.clone());
        }
    }
}
