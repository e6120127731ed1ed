//! The components of a surface, and which refers to which. It has no cycles at any time.

use super::define::Definition;
use super::Refusal;
use crate::a2ui::finding::cut;
use crate::a2ui::links::Links;
use crate::a2ui::registry::{COMPONENT_CYCLE, COMPONENT_TYPE_CHANGED, LIMIT_COMPONENTS};
use crate::map::Map;
use std::rc::Rc;

/// A component by its place.
pub type Place = u32;

/// A component, or an id that others refer to and that was not sent yet.
#[derive(Debug, Default)]
pub struct Component {
    /// Its id.
    pub id: String,
    /// What it is.
    pub definition: Option<Rc<Definition<Place>>>,
    /// The nodes that show it.
    pub nodes: Vec<u32>,
    live: bool,
}

/// The components.
#[derive(Debug, Default)]
pub struct Graph {
    components: Vec<Component>,
    free: Vec<Place>,
    links: Links,
    /// Those that may have lost their last holder.
    loose: Vec<Place>,
    places: Map<String, Place>,
    defined: usize,
}

/// An update, as long as it can be taken back.
#[derive(Debug)]
pub struct Update {
    former: Vec<(Place, Option<Rc<Definition<Place>>>)>,
}

impl Update {
    /// The components that it defined.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.former.iter().map(|(place, _)| *place)
    }
}

impl Graph {
    /// The component at a place.
    pub fn component(&self, place: Place) -> &Component {
        &self.components[place as usize]
    }

    /// The component at a place.
    pub fn component_mut(&mut self, place: Place) -> &mut Component {
        &mut self.components[place as usize]
    }

    /// Components and references looked at so far.
    pub fn work(&self) -> u64 {
        self.links.work
    }

    /// The place of an id, where it is defined.
    pub fn defined(&self, id: &str) -> Option<Place> {
        let place = *self.places.get(id)?;
        self.component(place).definition.as_ref().map(|_| place)
    }

    /// The defined components, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Definition<Place>> {
        let places = self.places.iter().map(|(_, place)| *place);
        places.filter_map(|place| self.component(place).definition.as_deref())
    }

    /// Defines components, or defines them anew; the ids are not repeated.
    ///
    /// # Errors
    /// Where there would be too many, where a type changes, where a cycle would be closed. Nothing is changed then.
    pub fn update(
        &mut self,
        definitions: Vec<Definition<String>>,
        most: usize,
    ) -> Result<Update, Refusal> {
        self.check_types(&definitions)?;
        let mut former = Vec::with_capacity(definitions.len());
        for definition in definitions {
            let place = self.place_of(&definition.source.id);
            let definition = definition.map(|id| self.place_of(&id));
            former.push((place, self.define(place, Some(Rc::new(definition)))));
        }
        let update = Update { former };
        let refusal = if self.defined > most {
            let message = format!(
                "{} components: expected at most {most} in a surface",
                self.defined
            );
            Some(Refusal::of(&LIMIT_COMPONENTS, None, message))
        } else {
            // Not before all that they referred to is gone.
            let back = self.link(update.places());
            back.map(|(from, to)| self.cycle(&update, from, to))
        };
        match refusal {
            None => Ok(update),
            Some(refusal) => {
                self.undo(update);
                Err(refusal)
            }
        }
    }

    /// The components of an update that are not what they were, or write a beginning again.
    pub fn changed<'g>(&'g self, update: &'g Update) -> impl Iterator<Item = Place> + 'g {
        let changed = update.former.iter().filter(|(place, former)| {
            let new = self.component(*place).definition.as_ref();
            let same = former.as_ref().zip(new);
            !same.is_some_and(|(former, new)| former.source == new.source && !new.has_initial())
        });
        changed.map(|(place, _)| *place)
    }

    /// Takes an update back.
    pub fn undo(&mut self, update: Update) {
        let places: Vec<Place> = update.places().collect();
        for (place, former) in update.former {
            self.define(place, former);
            self.loose.push(place);
        }
        // There was no cycle before.
        self.link(places.into_iter());
        self.settle();
    }

    /// Notes that a component lost a holder.
    pub fn loosen(&mut self, place: Place) {
        self.loose.push(place);
    }

    /// Forgets the ids that nobody refers to, shows or defines any more. Not before an update stands or is taken back,
    /// because places are what it is taken back by.
    pub fn settle(&mut self) {
        while let Some(place) = self.loose.pop() {
            let referred = self.links.is_held(place);
            let component = self.component_mut(place);
            let held = component.definition.is_some() || !component.nodes.is_empty() || referred;
            if component.live && !held {
                let Component { id, .. } = core::mem::take(component);
                self.places.remove(id.as_str());
                self.free.push(place);
            }
        }
    }

    fn check_types(&self, definitions: &[Definition<String>]) -> Result<(), Refusal> {
        if self.defined == 0 {
            return Ok(());
        }
        for (at, Definition { source, .. }) in definitions.iter().enumerate() {
            let known = self.defined(&source.id).map(|place| self.component(place));
            let Some(known) = known.and_then(|known| known.definition.as_ref()) else {
                continue;
            };
            if known.source.kind != source.kind {
                let message = format!(
                    "component {}: expected {}, as before, found {}",
                    cut(&source.id),
                    cut(&known.source.kind),
                    cut(&source.kind)
                );
                return Err(Refusal {
                    kind: Some(source.kind.clone()),
                    ..Refusal::of(&COMPONENT_TYPE_CHANGED, Some(at), message)
                });
            }
        }
        Ok(())
    }

    /// The place of an id, which is made where it is new.
    fn place_of(&mut self, id: &str) -> Place {
        if let Some(place) = self.places.get(id) {
            return *place;
        }
        let place = self.free.pop().unwrap_or_else(|| {
            self.components.push(Component::default());
            let place = (self.components.len() - 1) as Place;
            self.links.reach(place);
            place
        });
        let component = self.component_mut(place);
        component.id = id.to_owned();
        component.live = true;
        self.places.insert(id.to_owned(), place);
        place
    }

    /// Sets what a component is, or that it is not, without what it refers to; what it was.
    fn define(
        &mut self,
        place: Place,
        definition: Option<Rc<Definition<Place>>>,
    ) -> Option<Rc<Definition<Place>>> {
        self.loose.extend(self.links.targets(place));
        self.links.unlink(place);
        self.defined += usize::from(definition.is_some());
        let former = core::mem::replace(&mut self.component_mut(place).definition, definition);
        self.defined -= usize::from(former.is_some());
        former
    }

    /// Links what components refer to; the first two that would lead back.
    fn link(&mut self, places: impl Iterator<Item = Place>) -> Option<(Place, Place)> {
        for place in places {
            let definition = self.components[place as usize].definition.iter();
            for to in definition.flat_map(|definition| definition.references()) {
                if !self.links.link(place, *to) {
                    return Some((place, *to));
                }
            }
        }
        None
    }

    #[cold]
    fn cycle(&mut self, update: &Update, from: Place, to: Place) -> Refusal {
        const SHOWN: usize = 6;
        let round = self.links.way(to, from);
        let inside: Map<u32, ()> = round.iter().map(|place| (*place, ())).collect();
        let at = update.places().position(|place| inside.contains(place));
        let names = core::iter::once(&from).chain(&round);
        let mut names: Vec<String> = names
            .take(SHOWN)
            .map(|place| cut(&self.component(*place).id))
            .collect();
        if round.len() >= SHOWN {
            names.push("…".to_owned());
        }
        let message = format!(
            "{} components lead back to themselves: {}",
            round.len(),
            names.join(" → ")
        );
        Refusal::of(&COMPONENT_CYCLE, at, message)
    }
}
