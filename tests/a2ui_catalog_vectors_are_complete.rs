//! Every rule of the standard catalog's table has a vector that keeps it and one that breaks it, and no rule can be
//! changed without a vector that fails.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[path = "support/a2ui_rules.rs"]
mod rules;

use rules::{cases, expected, run, settings, stream_of_component};
use std::collections::BTreeMap;
use std::sync::Arc;
use vitrine::a2ui::catalog::{Bounds, Catalog, Exactly, Object, Role, Shape};
use vitrine::a2ui::settings::Settings;
use vitrine::a2ui::v0_8::standard;
use vitrine::json::Json;

/// The rules of a value, by the names that the vectors have for them.
fn rules_of(shape: &Shape, at: &str, out: &mut Vec<String>) {
    out.push(format!("{at} type"));
    match shape {
        Shape::Text(role) => {
            let name = match role {
                Role::Plain => return,
                Role::Component => "reference",
                Role::Path => "path",
                Role::Url | Role::Picture => "url",
                Role::Action => "action",
                Role::ContextKey => "contextKey",
            };
            out.push(format!("{at} {name}"));
        }
        Shape::Enum(_) => out.push(format!("{at} enum")),
        Shape::Integer(_) => out.push(format!("{at} integer")),
        Shape::List(item, _) => rules_of(item, &format!("{at}.items"), out),
        Shape::Object(object) => rules_of_object(object, at, out),
        _ => {}
    }
}

fn rules_of_object(object: &Object, at: &str, out: &mut Vec<String>) {
    out.push(format!("{at} additional"));
    if object.exactly != Exactly::Free {
        out.push(format!("{at} exactly"));
    }
    for (row, property) in object.properties.iter().enumerate() {
        let at = format!("{at}.{}", property.name);
        if object.required >> row & 1 != 0 {
            out.push(format!("{at} required"));
        }
        rules_of(&property.shape, &at, out);
    }
}

#[test]
fn every_rule_of_the_table_has_a_case_that_keeps_it_and_one_that_breaks_it() {
    let mut seen: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for case in cases("catalog.json") {
        let rule = case.get("rule").and_then(Json::as_str).unwrap().to_owned();
        let counts = seen.entry(rule).or_default();
        match expected(&case).is_empty() {
            true => counts.0 += 1,
            false => counts.1 += 1,
        }
    }
    let mut rules = Vec::new();
    for (name, object) in standard::catalog().components() {
        rules.push(format!("{name} type"));
        rules_of_object(object, name, &mut rules);
    }
    assert!(rules.len() > 250, "only {} rules", rules.len());
    for rule in rules {
        let counts = seen.get(&rule).copied().unwrap_or_default();
        assert!(counts.0 > 0 && counts.1 > 0, "{rule}: {counts:?}");
    }
}

/// Changes of a value's rules, each with its name.
fn mutants(shape: &Shape, at: &str, out: &mut Vec<(String, Shape)>) {
    let mut add = |what: &str, mutant: Shape| out.push((format!("{at}: {what}"), mutant));
    let none = Bounds::default;
    match shape {
        Shape::Any | Shape::Colour => {}
        Shape::Text(role) => {
            add("a number", Shape::Number(none()));
            add("anything", Shape::Any);
            for other in [Role::Plain, Role::Component, Role::Path, Role::Url] {
                if other != *role {
                    add("another meaning", Shape::Text(other));
                }
            }
        }
        Shape::Enum(values) => {
            add("any string", Shape::Text(Role::Plain));
            for gone in values.iter() {
                let fewer = values.iter().filter(|value| *value != gone);
                add(&format!("not {gone}"), Shape::Enum(fewer.collect()));
            }
        }
        Shape::Number(_) => {
            add("an integer", Shape::Integer(none()));
            add("anything", Shape::Any);
            let least = Some(0.0);
            add("not below 0", Shape::Number(Bounds { least, most: None }));
        }
        Shape::Integer(_) => {
            add("a number", Shape::Number(none()));
            add("anything", Shape::Any);
        }
        Shape::Boolean => {
            add("a string", Shape::Text(Role::Plain));
            add("anything", Shape::Any);
        }
        Shape::List(item, _) => {
            add("anything", Shape::Any);
            let least = Some(1.0);
            let bounds = Bounds { least, most: None };
            add("not empty", Shape::List(item.clone(), bounds));
            let mut inner = Vec::new();
            mutants(item, &format!("{at}.items"), &mut inner);
            let around = |(name, item)| (name, Shape::List(Box::new(item), none()));
            out.extend(inner.into_iter().map(around));
        }
        Shape::Object(object) => {
            add("anything", Shape::Any);
            let mut inner = Vec::new();
            object_mutants(object, at, &mut inner);
            out.extend(
                inner
                    .into_iter()
                    .map(|(name, object)| (name, Shape::Object(object))),
            );
        }
    }
}

fn object_mutants(object: &Object, at: &str, out: &mut Vec<(String, Object)>) {
    let mut with = |what: String, change: &dyn Fn(&mut Object)| {
        let mut mutant = object.clone();
        change(&mut mutant);
        out.push((what, mutant));
    };
    with(format!("{at}: open"), &|mutant| mutant.open = true);
    if object.exactly != Exactly::Free {
        with(format!("{at}: not exactly one"), &|mutant| {
            mutant.exactly = Exactly::Free;
        });
    }
    for (row, property) in object.properties.iter().enumerate() {
        let at = format!("{at}.{}", property.name);
        with(format!("{at}: gone"), &|mutant| {
            mutant.properties.remove(row);
            let before = mutant.required & ((1 << row) - 1);
            mutant.required = before | mutant.required >> (row + 1) << row;
        });
        with(format!("{at}: required or not"), &|mutant| {
            mutant.required ^= 1 << row;
        });
        let mut inner = Vec::new();
        mutants(&property.shape, &at, &mut inner);
        for (what, shape) in inner {
            with(what, &|mutant| {
                mutant.properties[row].shape = shape.clone();
            });
        }
    }
}

#[test]
fn no_rule_of_the_table_can_be_changed_unseen() {
    let standard = standard::catalog();
    let all = cases("catalog.json");
    let (mut count, mut survivors) = (0, Vec::new());
    for (name, object) in standard.components() {
        let own = all.iter();
        let own: Vec<&Json> = own
            .filter(|case| case.get("component").and_then(Json::as_str) == Some(name))
            .collect();
        let mut changed = Vec::new();
        object_mutants(object, name, &mut changed);
        for (what, object) in changed {
            count += 1;
            let components = standard.components().map(|(other, as_it_is)| {
                let object = if other == name { &object } else { as_it_is };
                (other.to_owned(), object.clone())
            });
            let components = components.collect();
            let mutant = Catalog::new(standard.id.clone(), components, standard.styles.clone());
            let mutant = Arc::new(mutant);
            let fails = own.iter().any(|case| {
                let (messages, expected) = stream_of_component(case);
                let settings = Settings {
                    catalog: Arc::clone(&mutant),
                    ..settings(case)
                };
                run(settings, &messages) != expected
            });
            if !fails {
                survivors.push(what);
            }
        }
    }
    assert!(count > 600, "only {count} mutants");
    assert!(survivors.is_empty(), "{}", survivors.join("\n"));
}
