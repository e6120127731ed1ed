//! What a registry gives back: versions, descriptors, enumerations and bundles, as they were put.
#![cfg(feature = "turns")]
#![allow(clippy::unwrap_used)] // a test stops at the first surprise

use vitrine::error::Code;
use vitrine::json::Json;
use vitrine::limits::Limits;
use vitrine::turns::registry::{Field, FieldType, Put, Registry};

fn registry(bundles: &[&str]) -> Registry {
    let mut registry = Registry::new();
    for bundle in bundles {
        assert_eq!(
            registry.put_text(bundle.as_bytes()),
            Ok(Put::Created),
            "{bundle}"
        );
    }
    registry
}

fn bundle(id: &str, types: &str) -> String {
    format!(r#"{{"registry_version":1,"bundle_id":"{id}","types":{{{types}}}}}"#)
}

#[test]
fn fields_come_by_tag_with_their_types() {
    let registry = registry(&[
        r#"{"registry_version":1,"bundle_id":"b1","types":{"T":{"versions":{"1":{"fields":{
        "10":{"name":"at","type":"u32","semantic":"unix_ms"},
        "9":{"name":"role","type":"i8","enum":"E","optional":true},
        "8":{"name":"old","type":"uint16","tombstone":true},
        "7":{"name":"rows","type":"array","items":{"type":"map","keys":"u8","values":{"type":"i8","enum":"E"}}},
        "6":{"name":"bare","type":"array"},
        "5":{"name":"open","type":"map"},
        "4":{"name":"self","type":"ref","ref":"T"},
        "3":{"name":"list","type":"array","items":"T"},
        "2":{"name":"plain","type":"array","items":"map"},
        "1":{"name":"ratio","type":"float32"}}}}}},"enums":{"E":{"-1":"no"}}}"#,
    ]);
    let fields = &registry.version("T", 1).unwrap().fields;
    let names: Vec<String> = fields.iter().map(|field| field.ty.name()).collect();
    assert_eq!(
        names,
        [
            "f32",
            "array of map of string to any",
            "array of ref T",
            "ref T",
            "map of string to any",
            "array of any",
            "array of map of u8 to i8 enum E",
            "u16",
            "i8 enum E",
            "u32 unix_ms"
        ]
    );
    let field = |tag, name: &str, ty, optional, tombstone| Field {
        tag,
        name: name.into(),
        ty,
        optional,
        tombstone,
    };
    assert_eq!(fields[7], field(8, "old", FieldType::UInt(16), false, true));
    let role = FieldType::Enum {
        base: Box::new(FieldType::Int(8)),
        name: "E".into(),
    };
    assert_eq!(fields[8], field(9, "role", role, true, false));
    assert_eq!(
        fields[9],
        field(
            10,
            "at",
            FieldType::Time(Box::new(FieldType::UInt(32))),
            false,
            false
        )
    );
}

#[test]
fn a_tombstone_without_a_type_has_the_type_of_its_tag() {
    let text = bundle(
        "b1",
        r#""T":{"versions":{"1":{"fields":{"1":{"name":"a","type":"i16"}}},"2":{"fields":{"1":{"tombstone":true}}}}}"#,
    );
    let field = registry(&[&text]).version("T", 2).unwrap().fields[0].clone();
    assert_eq!(field.ty, FieldType::Int(16));
    assert!(field.tombstone);
}

#[test]
fn descriptors_are_given_as_last_written() {
    let one = bundle(
        "b1",
        r#""T":{"versions":{"1":{"fields":{},"help":[1]},"2":{"fields":{},"help":"2"}}}"#,
    );
    let two = bundle(
        "b2",
        r#""T":{"note":0,"versions":{"2":{"help":"two","fields":{}}}}"#,
    );
    let registry = registry(&[&one, &two]);
    let text = |version| registry.descriptor("T", version).map(Json::to_string);
    assert_eq!(
        text(Some(1)).as_deref(),
        Some(r#"{"fields":{},"help":[1]}"#)
    );
    assert_eq!(
        text(Some(2)).as_deref(),
        Some(r#"{"help":"two","fields":{}}"#)
    );
    assert_eq!(text(None), text(Some(2)));
    assert_eq!(text(Some(3)), None);
    assert_eq!(registry.descriptor("U", None), None);
    assert_eq!(
        (registry.latest("T"), registry.latest("U")),
        (Some(2), None)
    );
}

#[test]
fn bundles_stand_in_order_of_arrival() {
    let texts = [bundle("z", ""), bundle("a", ""), bundle("m", "")];
    let mut registry = registry(&[&texts[0], &texts[1], &texts[2]]);
    assert_eq!(registry.put_text(texts[0].as_bytes()), Ok(Put::Unchanged));
    assert_eq!(registry.bundle_ids().collect::<Vec<_>>(), ["z", "a", "m"]);
    assert_eq!(registry.bundle_id(), Some("m"));
    assert_eq!(
        registry.bundle("a").map(Json::to_string),
        Some(texts[1].clone())
    );
    assert_eq!(registry.bundle("b"), None);
    assert_eq!(Registry::new().bundle_id(), None);
}

#[test]
fn labels_are_found_both_ways_and_listed_by_value() {
    let registry = registry(&[
        r#"{"registry_version":1,"bundle_id":"b1","types":{},"enums":{"E":{"10":"ten","-2":"less","9":"nine"}}}"#,
    ]);
    let listed = registry.enumeration("E").unwrap();
    assert_eq!(
        listed.iter().collect::<Vec<_>>(),
        [(-2, "less"), (9, "nine"), (10, "ten")]
    );
    assert_eq!((listed.label(9), listed.label(8)), (Some("nine"), None));
    assert_eq!(
        (listed.value("less"), listed.value("more")),
        (Some(-2), None)
    );
    assert!(registry.enumeration("F").is_none());
}

#[test]
fn a_clone_does_not_see_later_bundles() {
    let mut registry = registry(&[&bundle("b1", r#""T":{"versions":{"1":{"fields":{}}}}"#)]);
    let before = registry.clone();
    registry
        .put_text(bundle("b2", r#""T":{"versions":{"2":{"fields":{}}}}"#).as_bytes())
        .unwrap();
    assert_eq!(
        (before.latest("T"), registry.latest("T")),
        (Some(1), Some(2))
    );
}

#[test]
fn a_text_over_the_limit_is_refused_unread() {
    let text = vec![b' '; Limits::DEFAULT.bundle_bytes + 1];
    let error = Registry::new().put_text(&text).unwrap_err();
    assert_eq!(error.code, Code::Unprocessable);
    assert!(
        error
            .message
            .contains("at most 16777216 bytes, found 16777217"),
        "{error}"
    );
    assert_eq!(
        Registry::new().put_text(&text[1..]).unwrap_err().code,
        Code::BadRequest
    );
}

#[test]
fn types_nest_to_a_limit() {
    let nested = |depth: usize| {
        let items = r#"{"name":"x","type":"array","items":"#.repeat(depth);
        bundle(
            "b1",
            &format!(
                r#""T":{{"versions":{{"1":{{"fields":{{"1":{items}"u8"{}}}}}}}}}"#,
                "}".repeat(depth)
            ),
        )
    };
    assert_eq!(
        Registry::new().put_text(nested(64).as_bytes()),
        Ok(Put::Created)
    );
    let error = Registry::new().put_text(nested(65).as_bytes()).unwrap_err();
    assert_eq!(error.code, Code::Unprocessable);
    assert!(error.message.contains("nesting of at most 64"), "{error}");
}
