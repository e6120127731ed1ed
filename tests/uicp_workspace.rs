//! The workspace applies batches in order, each operation once, and what goes wrong stops nothing else.
#![cfg(feature = "uicp")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/uicp.rs"]
mod support;

use support::{append, batch, brief, cancel, close, create, focus, set, Stand};
use vitrine::json::Json;
use vitrine::uicp::envelope::Envelope;
use vitrine::uicp::failure::Failure;
use vitrine::uicp::operations::Scope;
use vitrine::uicp::queue::Origin;
use vitrine::uicp::store::Address;

fn text<'s>(stand: &'s Stand, window: &str, id: &str) -> &'s str {
    &stand.page.windows[window].ids[id]
}

fn events(stand: &mut Stand, name: &str) -> Vec<Json> {
    let events = stand.core.events().into_iter();
    events
        .filter(|event| event.get("type").and_then(Json::as_str) == Some(name))
        .collect()
}

fn with(mut envelope: Envelope, change: impl FnOnce(&mut Envelope)) -> Envelope {
    change(&mut envelope);
    envelope
}

#[test]
fn what_is_queued_together_is_applied_together_and_in_order() {
    let mut stand = Stand::default();
    let outcome = stand.apply(
        vec![
            create("a", "A"),
            set("a", "#root", "x y"),
            append("a", "#x", "1"),
            append("a", "#x", "2"),
            close("b"),
        ],
        0,
    );
    assert_eq!(
        brief(&outcome),
        "4 applied, 0 skipped, UICP_WINDOW_NOT_FOUND at 4"
    );
    assert_eq!(text(&stand, "a", "#x"), "12");
}

#[test]
fn sets_in_a_row_are_one_command_and_count_each() {
    let mut stand = Stand::default();
    stand.apply(vec![set("a", "#root", "x")], 0);
    stand.commands = 0;
    let outcome = stand.apply((0..9).map(|n| set("a", "#x", &n.to_string())).collect(), 0);
    assert_eq!(
        (brief(&outcome).as_str(), stand.commands),
        ("9 applied, 0 skipped", 1)
    );
    assert_eq!(text(&stand, "a", "#x"), "8");
    let failed = stand.apply(vec![set("a", "#y", "1"), set("a", "#y", "2")], 0);
    let both = "0 applied, 0 skipped, UICP_TARGET_NOT_FOUND at 0, UICP_TARGET_NOT_FOUND at 1";
    assert_eq!(brief(&failed), both);
    let kept = stand.apply(
        vec![
            set("a", "#x", "s"),
            append("a", "#x", "a"),
            set("a", "#x", "s"),
        ],
        0,
    );
    assert_eq!(
        (brief(&kept).as_str(), text(&stand, "a", "#x")),
        ("3 applied, 0 skipped", "s")
    );
}

#[test]
fn a_failure_between_good_operations_stops_none_of_them() {
    let mut stand = Stand::default();
    let unsanitized = r##"[{"op":"dom.set","params":{"windowId":"c","target":"#root","html":"z","sanitize":false}}]"##;
    let mut operations = vec![
        set("a", "#root", "x"),
        append("a", "#nowhere", "1"),
        append("a", "#x", "1"),
    ];
    operations.extend(batch(unsanitized));
    operations.push(set("b", "#root", "y"));
    let outcome = stand.apply(operations, 0);
    assert_eq!(
        brief(&outcome),
        "3 applied, 0 skipped, UICP_TARGET_NOT_FOUND at 1, UICP_SANITIZE_REQUIRED at 3"
    );
    assert_eq!(text(&stand, "a", "#x"), "1");
    assert!(stand.page.windows.contains_key("b") && !stand.page.windows.contains_key("c"));
    let told = events(&mut stand, "failed");
    assert_eq!(told.len(), 2);
    assert_eq!(told[0].get("windowId").and_then(Json::as_str), Some("a"));
}

#[test]
fn an_absent_window_is_made_once_and_logged_once() {
    let mut stand = Stand::default();
    stand.apply(
        batch(
            r##"[
        {"op":"dom.append","params":{"windowId":"a","target":"#root","html":"x"}},
        {"op":"dom.append","params":{"windowId":"a","target":"#root","html":"y"}},
        {"op":"component.render","params":{"windowId":"b","target":"#root","type":"nothing"}},
        {"op":"window.update","params":{"id":"c","title":"Sea"}}
    ]"##,
        ),
        0,
    );
    let log = stand.core.log();
    let log = log.as_array().unwrap();
    let ops: Vec<_> = log
        .iter()
        .map(|each| each.get("op").and_then(Json::as_str).unwrap())
        .collect();
    let expected = [
        "window.create",
        "dom.append",
        "dom.append",
        "window.create",
        "component.render",
        "window.create",
        "window.update",
    ];
    assert_eq!(ops, expected);
    assert_eq!(stand.page.windows["c"].title, "Sea");
    let changes = events(&mut stand, "window");
    let changes: Vec<_> = changes
        .iter()
        .map(|event| event.get("change").and_then(Json::as_str).unwrap())
        .collect();
    assert_eq!(changes, ["created", "created", "created", "updated"]);
}

#[test]
fn a_key_is_remembered_when_its_operation_succeeded() {
    let mut stand = Stand::default();
    stand.apply(vec![set("a", "#root", "x")], 0);
    let keyed = |target| {
        with(append("a", target, "1"), |e| {
            e.idempotency_key = Some("k".into())
        })
    };
    assert_eq!(
        brief(&stand.apply(vec![keyed("#y")], 0)),
        "0 applied, 0 skipped, UICP_TARGET_NOT_FOUND at 0"
    );
    assert_eq!(
        brief(&stand.apply(vec![keyed("#x"), keyed("#x")], 0)),
        "1 applied, 1 skipped"
    );
    assert_eq!(
        brief(&stand.apply(vec![keyed("#x")], 15 * 60_000 - 1)),
        "0 applied, 1 skipped"
    );
    assert_eq!(
        brief(&stand.apply(vec![keyed("#x")], 15 * 60_000)),
        "1 applied, 0 skipped"
    );
    assert_eq!(text(&stand, "a", "#x"), "11");
    // Without a key nothing is taken for a repetition.
    assert_eq!(
        brief(&stand.apply(vec![append("a", "#x", "2")], 0)),
        "1 applied, 0 skipped"
    );
    assert_eq!(
        brief(&stand.apply(vec![append("a", "#x", "2")], 0)),
        "1 applied, 0 skipped"
    );
    assert_eq!(text(&stand, "a", "#x"), "1122");
}

#[test]
fn what_was_cancelled_is_never_applied() {
    let mut stand = Stand::default();
    stand.apply(vec![set("a", "#root", "x")], 0);
    let first = stand.enqueue((0..500).map(|_| append("a", "#x", "1")).collect(), 0);
    let of = |n: &str| with(append("a", "#x", n), |e| e.txn_id = Some(n.into()));
    stand.enqueue(
        vec![
            cancel(None),
            of("2"),
            of("3"),
            cancel(Some("2")),
            append("a", "#x", "4"),
        ],
        0,
    );
    stand.frame(0);
    assert_eq!(text(&stand, "a", "#x"), "34");
    let outcomes: Vec<_> = stand.core.outcomes().iter().map(brief).collect();
    assert_eq!(outcomes, ["0 applied, 500 skipped", "4 applied, 1 skipped"]);
    assert_eq!(first, 2);
}

#[test]
fn an_effect_holds_nothing_up_and_ends_its_batch() {
    let mut stand = Stand::default();
    let call = r##"[{"op":"api.call","idempotencyKey":"k","params":{"url":"https://x.example","into":{"scope":"global","key":"r"}}},
        {"op":"dom.set","params":{"windowId":"a","target":"#root","html":"x"}}]"##;
    assert_eq!(stand.apply(batch(call), 0), Json::Null);
    assert!(stand.page.windows.contains_key("a"));
    let stored = |stand: &Stand| {
        let value = stand.core.state(&Address::new(Scope::Global, None, "r"), 0);
        value.map(Json::to_string).unwrap_or_default()
    };
    assert_eq!(stored(&stand), r#"{"status":"loading"}"#);
    // The same again waits for how the first ends.
    assert_eq!(stand.apply(batch(call), 0), Json::Null);
    assert_eq!(stand.effects.len(), 1);
    stand.core.effect_ended(
        stand.effects[0],
        Err(Failure::new("UICP_EFFECT_FAILED", "no")),
        0,
    );
    assert_eq!(
        stored(&stand),
        r#"{"status":"error","error":{"code":"UICP_EFFECT_FAILED","message":"no"}}"#
    );
    stand.frame(0);
    assert_eq!(stand.effects.len(), 2);
    stand
        .core
        .effect_ended(stand.effects[1], Ok(Some(Json::from("d"))), 0);
    assert_eq!(stored(&stand), r#"{"status":"ready","data":"d"}"#);
    let outcomes: Vec<_> = stand.core.outcomes().iter().map(brief).collect();
    assert_eq!(
        outcomes,
        [
            "1 applied, 0 skipped, UICP_EFFECT_FAILED at 0",
            "2 applied, 0 skipped"
        ]
    );
    assert_eq!(brief(&stand.apply(batch(call), 0)), "1 applied, 1 skipped");
}

#[test]
fn cancelling_leaves_effects_that_are_under_way() {
    let mut stand = Stand::default();
    let call = r#"[{"op":"api.call","params":{"url":"https://x.example","into":{"scope":"global","key":"r"}}}]"#;
    stand.apply(batch(call), 0);
    stand.apply(vec![cancel(None)], 0);
    assert_eq!(stand.aborted, stand.effects);
    stand
        .core
        .effect_ended(stand.effects[0], Ok(Some(Json::from("late"))), 0);
    let stored = stand
        .core
        .state(&Address::new(Scope::Global, None, "r"), 0)
        .unwrap()
        .to_string();
    assert!(stored.contains("UICP_CANCELLED"), "{stored}");
}

#[test]
fn a_value_is_shown_where_it_is_watched_until_it_expires() {
    let mut stand = Stand::default();
    let setup = r##"[
        {"op":"window.create","params":{"id":"a","title":"A"}},
        {"op":"state.watch","params":{"scope":"window","key":"k","windowId":"a","selector":"#root"}},
        {"op":"state.set","params":{"scope":"window","key":"k","windowId":"a","value":[1,2],"ttlMs":100}},
        {"op":"state.patch","params":{"scope":"global","key":"n","ops":[{"op":"set","path":"/x","value":1}]}}
    ]"##;
    assert_eq!(
        brief(&stand.apply(batch(setup), 1000)),
        "4 applied, 0 skipped"
    );
    assert_eq!(stand.page.watches.values().collect::<Vec<_>>(), ["[1,2]"]);
    assert_eq!(stand.page.bound["global  n"], r#"{"x":1}"#);
    assert_eq!(stand.core.wakes(), Some(1100));
    assert!(!stand.core.is_due(1099) && stand.core.is_due(1100));
    stand.frame(1100);
    assert_eq!(stand.page.watches.values().collect::<Vec<_>>(), ["null"]);
    assert_eq!(stand.page.bound["window a k"], "");
    let told = events(&mut stand, "state");
    assert_eq!(told.len(), 2);
    assert!(!stand.core.log().to_string().contains("ttlMs"));
    let unwatch =
        r##"[{"op":"state.unwatch","params":{"scope":"window","key":"k","windowId":"a"}}]"##;
    stand.apply(batch(unwatch), 1100);
    assert!(stand.page.watches.is_empty());
}

#[test]
fn a_patch_does_not_make_a_value_stay_longer() {
    let mut stand = Stand::default();
    let set =
        r#"[{"op":"state.set","params":{"scope":"global","key":"k","value":{},"ttlMs":100}}]"#;
    let patch = r#"[{"op":"state.patch","params":{"scope":"global","key":"k","ops":[{"op":"set","path":"/x","value":1}]}}]"#;
    stand.apply(batch(set), 1000);
    stand.apply(batch(patch), 1060);
    let place = Address::new(Scope::Global, None, "k");
    let value = |stand: &Stand, now| stand.core.state(&place, now).map(Json::to_string);
    assert_eq!(value(&stand, 1099).as_deref(), Some(r#"{"x":1}"#));
    assert_eq!(value(&stand, 1100), None);
    stand.frame(1100);
    assert_eq!(stand.core.log().to_string(), "[]");
    // One that has expired is begun anew, for good.
    stand.apply(batch(patch), 1200);
    assert_eq!(value(&stand, 9999).as_deref(), Some(r#"{"x":1}"#));
}

#[test]
fn components_know_their_window_and_merge_their_props() {
    let mut stand = Stand::default();
    let render = r##"[
        {"op":"component.render","params":{"id":"c","windowId":"a","target":"#root","type":"x","props":{"a":1,"b":{"c":1}}}},
        {"op":"component.update","params":{"id":"c","props":{"b":2,"constructor":3}}},
        {"op":"component.update","params":{"id":"d","props":{}}}
    ]"##;
    assert_eq!(
        brief(&stand.apply(batch(render), 0)),
        "2 applied, 0 skipped, UICP_COMPONENT_NOT_FOUND at 2"
    );
    assert_eq!(
        stand.page.components["c"].1,
        r#"{"a":1,"b":2,"constructor":3}"#
    );
    assert_eq!(events(&mut stand, "warning").len(), 1);
    assert_eq!(
        brief(&stand.apply(vec![close("a")], 0)),
        "1 applied, 0 skipped"
    );
    let gone = r#"[{"op":"component.destroy","params":{"id":"c"}}]"#;
    assert_eq!(
        brief(&stand.apply(batch(gone), 0)),
        "0 applied, 0 skipped, UICP_COMPONENT_NOT_FOUND at 0"
    );
}

#[test]
fn a_closed_window_leaves_nothing_in_the_log() {
    let mut stand = Stand::default();
    let mut operations = vec![
        create("a", "A"),
        create("b", "B"),
        set("a", "#root", "x"),
        set("b", "#root", "x"),
        focus("a"),
    ];
    operations.extend(batch(
        r##"[
        {"op":"state.set","params":{"scope":"window","key":"k","windowId":"a","value":1}},
        {"op":"state.set","windowId":"a","params":{"scope":"global","key":"k","value":1}},
        {"op":"component.render","params":{"id":"c","windowId":"a","target":"#root","type":"x"}},
        {"op":"component.update","params":{"id":"c","props":{}}}
    ]"##,
    ));
    operations.push(close("a"));
    stand.apply(operations, 0);
    let log = stand.core.log();
    let ops: Vec<_> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each.get("op").and_then(Json::as_str).unwrap())
        .collect();
    assert_eq!(ops, ["window.create", "dom.set", "state.set"]);
    stand.apply(vec![create("a", "again")], 0);
    assert!(stand.core.log().to_string().contains("again"));
}

#[test]
fn what_a_person_does_in_small_steps_is_one_entry() {
    let mut stand = Stand::default();
    stand.apply(vec![create("a", "A")], 0);
    for x in 0..5 {
        let moved = format!(r#"[{{"op":"window.move","params":{{"id":"a","x":{x},"y":0}}}}]"#);
        stand.core.enqueue(batch(&moved), Origin::Page, 0);
        let at = vitrine::uicp::operations::StateRef {
            scope: Scope::Global,
            key: "typed".into(),
            window_id: None,
        };
        stand.frame(0);
        if x > 2 {
            stand
                .core
                .set_state(&at, None, Json::from(x as u64), Origin::Page, 0)
                .unwrap();
        }
    }
    let log = stand.core.log().to_string();
    assert_eq!(log.matches("window.move").count(), 2, "{log}");
    assert!(log.ends_with(r#""value":4}}]"#), "{log}");
}

#[test]
fn the_adapter_s_own_windows_are_not_in_the_log() {
    let mut stand = Stand::default();
    stand
        .core
        .enqueue(vec![create("q", "Question")], Origin::Adapter, 0);
    stand.frame(0);
    let moved = r#"[{"op":"window.move","params":{"id":"q","x":1,"y":0}}]"#;
    stand.core.enqueue(batch(moved), Origin::Page, 0);
    stand.frame(0);
    assert_eq!(stand.core.log().to_string(), "[]");
    assert_eq!(stand.core.windows().as_array().map(<[Json]>::len), Some(1));
}

#[test]
fn a_reset_workspace_is_empty_and_owes_no_outcome() {
    let mut stand = Stand::default();
    stand.apply(vec![create("a", "A")], 0);
    stand.enqueue(vec![set("a", "#root", "x")], 0);
    stand.core.reset(0);
    assert_eq!(
        stand.core.outcomes().iter().map(brief).collect::<Vec<_>>(),
        ["0 applied, 1 skipped"]
    );
    assert_eq!(
        (
            stand.core.windows().to_string(),
            stand.core.log().to_string()
        ),
        ("[]".into(), "[]".into())
    );
    assert_eq!(stand.enqueue(vec![], 0), 3);
}
