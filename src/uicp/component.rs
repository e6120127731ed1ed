//! Components: what is known of each, and what is shown of it.

use super::fields::Object;
use super::view;
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
    /// Writes its element.
    pub fn write(&self, sink: &mut dyn Sink) {
        let attributes = [
            ("data-component-id", self.id.as_str()),
            ("data-component-type", &self.kind),
            ("aria-label", &self.kind),
        ];
        element("section", &attributes, sink, |sink| {
            self.write_content(sink)
        });
    }

    /// Writes what its element holds: a labelled placeholder with the props, since no type is known.
    pub fn write_content(&self, sink: &mut dyn Sink) {
        element("p", &[], sink, |sink| sink.text(&self.kind));
        view::write(&Json::Object(self.props.clone()), sink);
    }
}

fn element(
    name: &str,
    attributes: &[(&str, &str)],
    sink: &mut dyn Sink,
    content: impl FnOnce(&mut dyn Sink),
) {
    let Some(number) = element_number(Tag::find(name), Namespace::Html) else {
        return content(sink);
    };
    sink.open(number);
    for (name, value) in attributes {
        sink.open_attribute(name, value);
    }
    sink.opened();
    content(sink);
    sink.close(number);
}
