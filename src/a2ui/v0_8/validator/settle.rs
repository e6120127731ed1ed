//! The end of a response: what no message of it mended.

use super::surface::{Missing, Rendering, Surface};
use crate::a2ui::finding::{quoted, Finding};
use crate::a2ui::names::Names;
use crate::a2ui::registry::{
    BEGIN_PENDING, COMPONENT_CHILD_MISSING, COMPONENT_UNKNOWN_TYPE, COMPONENT_WEIGHT, LIMIT_DEPTH,
};
use crate::a2ui::settings::Settings;
use crate::pointer::Pointer;

impl Surface {
    /// What is wrong at the end of a response, where it changed something.
    pub(super) fn settle(
        &mut self,
        id: &str,
        settings: &Settings,
        kinds: &Names,
        findings: &mut Vec<Finding>,
    ) {
        let most = settings.limits.depth;
        let mut report = |mut finding: Finding, message: u32| {
            finding.surface_id = Some(id.to_owned());
            finding.message_index = Some(message);
            findings.push(finding);
        };
        if let Rendering::Pending(began, root) = &mut self.rendering {
            if let Some(message) = began.take() {
                let name = quoted(self.ids.name(*root));
                let text = format!(
                    "expected the root component {name} within the response, found none yet"
                );
                let pointer = Pointer::root().key("beginRendering").key("root");
                report(Finding::warning(&BEGIN_PENDING, pointer, text), message);
            }
        }
        let pointer = |index: u32| {
            let components = Pointer::root().key("surfaceUpdate").key("components");
            components.index(index as usize)
        };
        let catalog = self.inline.and_then(|at| settings.inline.get(at));
        let catalog = catalog.unwrap_or(&settings.catalog);
        let is_line = |number: u32| self.parts[number as usize].line;
        let all_may_be_wrong = !settings.inline.is_empty();
        let mut suspects = Vec::new();
        self.shown.settle(&self.links, most, is_line, |number, at| {
            let component = self.parts[number as usize];
            let wrong = all_may_be_wrong || at.depth > most || component.weight && !at.in_lines;
            let lacks = !self.missing.is_empty() && self.missing.contains(number);
            if component.kind != 0 && at.depth > 0 && (wrong || lacks) {
                suspects.push((number, at));
            }
        });
        let (mut too_deep, mut missing) = (None, Vec::new());
        for (number, at) in suspects {
            let component = self.parts[number as usize];
            missing.extend(self.missing.remove(number).into_iter().flatten());
            if at.depth > most {
                too_deep.get_or_insert((component.message, component.index));
            }
            if component.weight && !at.in_lines {
                let text =
                    "expected weight only on a direct child of a Row or Column, found it elsewhere";
                let pointer = pointer(component.index).key("weight");
                let finding = Finding::error(&COMPONENT_WEIGHT, pointer, text);
                report(finding, component.message);
            }
            if settings.inline.is_empty() {
                continue;
            }
            let kind = kinds.name(component.kind - 1);
            if catalog.component(kind).is_none() {
                let text = format!(
                    "expected a component type of the surface's catalog, found {}",
                    quoted(kind)
                );
                let pointer = pointer(component.index).key("component").key(kind);
                let finding = Finding::error(&COMPONENT_UNKNOWN_TYPE, pointer, text);
                report(finding, component.message);
            }
        }
        if let Some((message, index)) = too_deep {
            let text = format!(
                "expected components at most {most} deep, found one at depth {}",
                most + 1
            );
            report(Finding::error(&LIMIT_DEPTH, pointer(index), text), message);
        }
        missing.retain(|missing| self.parts[missing.to as usize].kind == 0);
        missing.sort_by_key(|missing| (missing.message, missing.at));
        for Missing {
            to,
            message,
            pointer,
            ..
        } in missing
        {
            let found = quoted(self.ids.name(to));
            let text = format!("expected the id of a component that is there, found {found}");
            report(
                Finding::error(&COMPONENT_CHILD_MISSING, pointer, text),
                message,
            );
        }
    }
}
