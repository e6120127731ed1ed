//! What each operation does: to what the core knows at once, to the page by commands.

use super::command::Command;
use super::component::Component;
use super::envelope::Envelope;
use super::event;
use super::failure::{Failure, Result};
use super::log::address;
use super::operations::{
    ComponentRender, ComponentUpdate, Dom, Named, Operation, Scope, WindowCreate, WindowUpdate,
};
use super::patch::{merge, patch};
use super::queue::{Origin, Task};
use super::windows::as_update;
use super::workspace::{Step, Workspace};
use crate::html::ops::Place;
use crate::json::Json;

impl Workspace {
    /// Applies an operation as far as the core goes; what is the shell's goes to the run's commands.
    pub(super) fn apply(&mut self, task: Task, now: u64) {
        let Task {
            envelope,
            origin,
            ticket,
            absorbed,
            contained: _,
        } = task;
        let mut tickets = absorbed;
        tickets.push(ticket);
        let opened = refuse_unsanitized(&envelope.op).and_then(|()| self.make_room(&envelope.op));
        let mut step = Step {
            window: owner(&envelope),
            envelope,
            tickets,
            origin,
            logged: true,
            effect: None,
            before: None,
            result: Ok(()),
        };
        if let Some(window) = step.window.as_deref().and_then(|id| self.windows.get(id)) {
            step.logged = !window.own;
        }
        step.result = opened.and_then(|()| self.carry_out(&mut step, now));
        self.steps.push(step);
    }

    /// Opens the window that an operation takes for granted, if it is absent.
    pub(super) fn make_room(&mut self, op: &Operation) -> Result<()> {
        let Some(id) = needed_window(op).filter(|id| self.windows.get(id).is_none()) else {
            return Ok(());
        };
        let create = WindowCreate {
            id: Some(id.to_owned()),
            title: id.to_owned(),
            x: None,
            y: None,
            width: None,
            height: None,
            z_index: None,
            size: None,
        };
        let logged = self.open_window(&create)?;
        self.steps.push(Step {
            envelope: Envelope::new(logged),
            window: Some(id.to_owned()),
            tickets: Vec::new(),
            origin: Origin::Agent,
            logged: true,
            effect: None,
            before: None,
            result: Ok(()),
        });
        Ok(())
    }

    /// A command of the step that comes next.
    pub(super) fn command_now(&mut self, command: Command) {
        self.commands.push((self.steps.len(), command));
    }

    fn carry_out(&mut self, step: &mut Step, now: u64) -> Result<()> {
        let envelope = &mut step.envelope;
        let place = address(envelope);
        match &envelope.op {
            Operation::WindowCreate(params) => {
                let known = self.windows.get(params.id.as_deref().unwrap_or_default());
                let logged = match known {
                    Some(_) => self.update_window(&as_update(params), false),
                    None => self.open_window(params),
                }?;
                if step.origin == Origin::Adapter {
                    step.logged = false;
                    self.windows
                        .get_mut(params.id.as_deref().unwrap_or_default())?
                        .own = true;
                }
                envelope.op = logged;
            }
            Operation::WindowUpdate(params) => envelope.op = self.update_window(params, false)?,
            Operation::WindowMove(params) => {
                let update = WindowUpdate {
                    x: Some(params.x),
                    y: Some(params.y),
                    ..unchanged(&params.id)
                };
                self.update_window(&update, false)?;
            }
            Operation::WindowResize(params) => {
                let (width, height) = (Some(params.width), Some(params.height));
                self.update_window(
                    &WindowUpdate {
                        width,
                        height,
                        ..unchanged(&params.id)
                    },
                    false,
                )?;
            }
            Operation::WindowFocus(params) => match self.focus(params)? {
                Some(logged) => envelope.op = logged,
                None => step.logged = false,
            },
            Operation::WindowClose(params) => self.close_window(params)?,
            Operation::DomSet(dom) => self.markup(dom, Place::Set),
            Operation::DomAppend(dom) => self.markup(dom, Place::Append),
            Operation::DomReplace(dom) if dom.target == "#root" => self.markup(dom, Place::Set),
            Operation::DomReplace(dom) => self.markup(dom, Place::Replace),
            Operation::ComponentRender(params) => {
                step.before = self.render_component(params, envelope)
            }
            Operation::ComponentUpdate(params) => {
                step.window = Some(self.update_component(params)?)
            }
            Operation::ComponentDestroy(params) => {
                step.window = Some(self.destroy_component(params)?)
            }
            Operation::StateSet(params) => {
                let ttl = params.ttl_ms.and_then(|ttl| u64::try_from(ttl).ok());
                self.change_now(place, params.value.clone(), ttl, now)?;
            }
            Operation::StatePatch(params) => {
                let before = place.as_ref().and_then(|place| self.store.get(place, now));
                let value = patch(before, &params.ops)?;
                // What is there for a time stays for that time, whatever changes inside of it.
                let left = place.as_ref().and_then(|place| self.store.left(place, now));
                self.change_now(place, value, left, now)?;
            }
            Operation::StateGet(_) => {
                step.logged = false;
                if let Some(place) = place {
                    let value = self.store.get(&place, now);
                    self.events.push(event::value("state.get", &place, value));
                }
            }
            Operation::StateWatch(params) => self.watch(place, params, envelope.window(), now)?,
            Operation::StateUnwatch(params) => self.unwatch(place, params, envelope.window()),
            Operation::ApiCall(params) => {
                if step.origin != Origin::Replay {
                    step.effect = Some(self.begin_effect(params, envelope, now)?);
                }
            }
            // Carried out where it is queued.
            Operation::TxnCancel(_) => step.logged = false,
        }
        Ok(())
    }

    /// Opens a window; the operation as it goes to the log, with all that was not given.
    fn open_window(&mut self, params: &WindowCreate) -> Result<Operation> {
        let window = self.windows.open(params)?.clone();
        let logged = Operation::WindowCreate(window.to_create());
        self.events.push(event::window("created", &window));
        self.command_now(Command::Open(window));
        Ok(logged)
    }

    fn update_window(&mut self, update: &WindowUpdate, focus: bool) -> Result<Operation> {
        let window = self.windows.get_mut(&update.id)?;
        window.change(update);
        let z_index = update.z_index.map(|_| window.z);
        let update = WindowUpdate {
            z_index,
            ..update.clone()
        };
        let told = event::window("updated", window);
        self.events.push(told);
        let logged = Operation::WindowUpdate(update.clone());
        self.command_now(Command::Change { update, focus });
        Ok(logged)
    }

    /// Raises a window. In the log stands where it is from then on: how far that is depends on windows that may be gone.
    fn focus(&mut self, params: &Named) -> Result<Option<Operation>> {
        let raised = self.windows.raise(&params.id)?;
        let z_index = self
            .windows
            .get(&params.id)
            .map(|window| window.z)
            .filter(|_| raised);
        let update = WindowUpdate {
            z_index,
            ..unchanged(&params.id)
        };
        let logged = raised.then(|| Operation::WindowUpdate(update.clone()));
        self.command_now(Command::Change {
            update,
            focus: true,
        });
        Ok(logged)
    }

    fn close_window(&mut self, params: &Named) -> Result<()> {
        let window = self.windows.close(&params.id)?;
        self.store.close(&params.id);
        self.watches.close(&params.id);
        let living = self
            .components
            .iter()
            .filter(|(_, component)| component.window == params.id);
        let ids: Vec<String> = living.map(|(id, _)| id.clone()).collect();
        for id in ids {
            self.components.remove(id);
        }
        self.events.push(event::window("destroyed", &window));
        self.command_now(Command::Close(window.id));
        Ok(())
    }

    fn markup(&mut self, dom: &Dom, place: Place) {
        self.command_now(Command::Markup {
            window: dom.window_id.clone(),
            target: dom.target.clone(),
            place,
            html: dom.html.0.clone(),
        });
    }

    fn render_component(
        &mut self,
        params: &ComponentRender,
        envelope: &Envelope,
    ) -> Option<Component> {
        let id = params.id.clone().unwrap_or_default();
        let component = Component {
            id: id.clone(),
            window: params.window_id.clone(),
            kind: params.kind.clone(),
            props: params.props.clone().unwrap_or_default(),
        };
        let message = format!(
            "No component is called \"{}\"; a placeholder stands for it.",
            params.kind
        );
        self.events
            .push(event::warning(envelope, "UICP_COMPONENT_UNKNOWN", message));
        let before = self.components.remove(id.as_str());
        self.components.insert(id, component.clone());
        let target = Some(params.target.clone());
        self.command_now(Command::Component { component, target });
        before
    }

    fn update_component(&mut self, params: &ComponentUpdate) -> Result<String> {
        let known = self.components.get_mut(params.id.as_str());
        let component = known.ok_or_else(|| Failure::no_component(&params.id))?;
        let mut props = Json::Object(core::mem::take(&mut component.props));
        // It is an object, so that nothing is refused.
        let _ = merge(&mut props, &params.props);
        if let Json::Object(props) = props {
            component.props = props;
        }
        let component = component.clone();
        let window = component.window.clone();
        self.command_now(Command::Component {
            component,
            target: None,
        });
        Ok(window)
    }

    fn destroy_component(&mut self, params: &Named) -> Result<String> {
        let known = self.components.remove(params.id.as_str());
        let component = known.ok_or_else(|| Failure::no_component(&params.id))?;
        let (id, window) = (component.id, component.window);
        self.command_now(Command::Remove {
            id,
            window: window.clone(),
        });
        Ok(window)
    }
}

fn refuse_unsanitized(op: &Operation) -> Result<()> {
    match op {
        Operation::DomSet(dom) | Operation::DomReplace(dom) | Operation::DomAppend(dom)
            if dom.sanitize == Some(false) =>
        {
            let message = "HTML is always sanitised. Leave \"sanitize\" out, or set it to true.";
            Err(Failure::new("UICP_SANITIZE_REQUIRED", message))
        }
        _ => Ok(()),
    }
}

/// The window that an operation makes where it is absent.
fn needed_window(op: &Operation) -> Option<&str> {
    match op {
        Operation::DomSet(dom) | Operation::DomReplace(dom) | Operation::DomAppend(dom) => {
            Some(&dom.window_id)
        }
        Operation::ComponentRender(params) => Some(&params.window_id),
        Operation::WindowUpdate(params) => Some(&params.id),
        _ => None,
    }
}

/// The window that an operation goes with: when it closes, nothing of the operation shows.
fn owner(envelope: &Envelope) -> Option<String> {
    let shared = match &envelope.op {
        Operation::StateSet(params) => params.scope != Scope::Window,
        Operation::StatePatch(params) => params.scope != Scope::Window,
        _ => false,
    };
    envelope.window().filter(|_| !shared).map(str::to_owned)
}

fn unchanged(id: &str) -> WindowUpdate {
    WindowUpdate {
        id: id.to_owned(),
        title: None,
        x: None,
        y: None,
        width: None,
        height: None,
        z_index: None,
    }
}
