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
    let one = (0_u8..18, window, target, html, 0_u16..400).prop_map(|(kind, window, target, html, number)| match kind {
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
        13 => one(&format!(r#"{{"op":"component.update","params":{{"id":"{html}!","props":{{"n":{number}}}}}}}"#)),
        14 => one(&format!(r#"{{"op":"component.destroy","params":{{"id":"{html}!"}}}}"#)),
        _ => one(&format!(
            r#"{{"op":"component.render","params":{{"id":"{html}!","windowId":"{window}","target":"{target}","type":"t","props":{{"m":{number}}}}}}}"#
        )),
    });
    prop::collection::vec(one, 0..60)
}

/// Values, where they are watched, and how.
fn values() -> impl Strategy<Value = Vec<Envelope>> {
    let window = prop::sample::select(vec!["a", "b"]);
    let scope = prop::sample::select(vec!["window", "global"]);
    let key = prop::sample::select(vec!["k", "l"]);
    let one = (0_u8..16, window, scope, key, 0_u16..400).prop_map(|(kind, window, scope, key, number)| {
        let value = format!(r#""scope":"{scope}","key":"{key}","windowId":"{window}""#);
        let watch = |mode: &str| {
            format!(r##"{{"op":"state.watch","params":{{{value},"selector":"#{key}","mode":"{mode}"}}}}"##)
        };
        match kind {
            0 => create(window, "title"),
            1 => close(window),
            2 | 3 => one(&watch("replace")),
            4 => one(&watch("append")),
            5 => one(&format!(r#"{{"op":"state.unwatch","params":{{{value}}}}}"#)),
            6 | 7 => one(&format!(
                r#"{{"op":"state.patch","params":{{{value},"ops":[{{"op":"set","path":"/x","value":{number}}}]}}}}"#
            )),
            8 => one(&format!(r#"{{"op":"state.set","params":{{{value},"value":{{"y":1}}}}}}"#)),
            _ => one(&format!(r#"{{"op":"state.set","params":{{{value},"value":{number}}}}}"#)),
        }
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

/// What of the page is seen: what would be in a window's controls goes with it.
fn seen(stand: &Stand) -> Page {
    let mut page = stand.page.clone();
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

/// What a workspace's log makes of an empty one.
fn replayed(stand: &mut Stand) -> Stand {
    let log = stand.core.log();
    let each = log.as_array().unwrap().iter();
    let envelopes = each.map(|each| one(&each.to_string())).collect();
    let mut again = Stand::default();
    again.core.enqueue(envelopes, Origin::Replay, 0);
    again.frame(0);
    again
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
            stand = replayed(&mut stand);
            prop_assert_eq!(seen(&stand), page.clone());
        }
    }

    #[test]
    fn a_replayed_log_shows_the_same_values(operations in values(), frames in prop::collection::vec(1_usize..12, 1..6)) {
        let (page, mut stand) = applied(&operations, &frames, usize::MAX);
        for _ in 0..2 {
            stand = replayed(&mut stand);
            let replayed = seen(&stand);
            prop_assert_eq!(&replayed.places, &page.places);
            prop_assert_eq!(&replayed.bound, &page.bound);
        }
    }
}

/// A value that is set again and again does not make the log longer.
#[test]
fn the_log_holds_what_values_are_and_not_what_they_were() {
    let mut stand = Stand::default();
    let setup = r##"[{"op":"window.create","params":{"id":"a","title":"A"}},
        {"op":"state.watch","params":{"scope":"global","key":"k","windowId":"a","selector":"#x"}}]"##;
    stand.apply(batch(setup), 0);
    for number in 0..1000 {
        let set = format!(
            r#"[{{"op":"state.set","params":{{"scope":"global","key":"k","value":{number}}}}}]"#
        );
        stand.apply(batch(&set), 0);
    }
    let log = stand.core.log();
    assert_eq!(log.as_array().map(<[_]>::len), Some(3), "{log}");
    let page = seen(&stand);
    assert_eq!(seen(&replayed(&mut stand)), page);
}
