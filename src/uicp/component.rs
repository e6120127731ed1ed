//! Components: what is known of each, and what is shown of it.

use super::fields::Object;
use super::view;
use crate::html::ops::Ops;
use crate::html::policy::element_number;
use crate::html::walk::Sink;
use crate::html::{Namespace, Tag};
use crate::json::Json;

/// A component that was rendered.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// Its name.
    pub id: String,
    /// The window that it lives in.
    pub window: String,
    /// What kind of component.
    pub kind: String,
    /// What it shows.
    pub props: Object,
}

impl Component {
    /// Writes its element, and keeps it as `handle`.
    pub fn write(&self, ops: &mut Ops, handle: u32) {
        let attributes = [
            ("data-component-id", self.id.as_str()),
            ("data-component-type", &self.kind),
            ("aria-label", &self.kind),
        ];
        element("section", &attributes, ops, |ops| {
            ops.keep(handle);
            self.write_content(ops);
        });
    }

    /// Writes what its element holds: a labelled placeholder with the props, since no type is known.
    pub fn write_content(&self, ops: &mut Ops) {
        element("p", &[], ops, |ops| ops.text(&self.kind));
        view::write(&Json::Object(self.props.clone()), ops);
    }
}

fn element(name: &str, attributes: &[(&str, &str)], ops: &mut Ops, content: impl FnOnce(&mut Ops)) {
    let Some(number) = element_number(Tag::find(name), Namespace::Html) else {
        return content(ops);
    };
    ops.open(number);
    for (name, value) in attributes {
        ops.open_attribute(name, value);
    }
    ops.opened();
    content(ops);
    ops.close(number);
}
