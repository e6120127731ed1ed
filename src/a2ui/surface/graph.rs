//! The components of a surface, and which refers to which. It has no cycles at any time.

use super::define::Definition;
use super::Refusal;
use crate::a2ui::finding::cut;
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
    /// Its references to others.
    references: Vec<u32>,
    /// The first of the references to it.
    referred: Option<u32>,
    mark: Mark,
    live: bool,
}

/// A reference of one component to another; those to the same are linked.
#[derive(Debug)]
struct Reference {
    from: Place,
    to: Place,
    before: Option<u32>,
    after: Option<u32>,
}

/// How far a search for cycles is with a component: of which search, and whether all above it was seen.
#[derive(Debug, Default, Clone, Copy)]
struct Mark {
    search: u64,
    done: bool,
}

/// The components.
#[derive(Debug, Default)]
pub struct Graph {
    components: Vec<Component>,
    free: Vec<Place>,
    references: Vec<Reference>,
    free_references: Vec<u32>,
    /// Those that may have lost their last holder.
    loose: Vec<Place>,
    places: Map<String, Place>,
    defined: usize,
    searches: u64,
    /// Components and references looked at so far.
    pub work: u64,
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
            self.find_cycle(&update)
        };
        match refusal {
            None => Ok(update),
            Some(refusal) => {
                self.undo(update);
                Err(refusal)
            }
        }
    }

    /// Takes an update back.
    pub fn undo(&mut self, update: Update) {
        for (place, former) in update.former.into_iter().rev() {
            self.define(place, former);
            self.loose.push(place);
        }
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
            let component = self.component_mut(place);
            let held = component.definition.is_some()
                || !component.nodes.is_empty()
                || component.referred.is_some();
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
            (self.components.len() - 1) as Place
        });
        let component = self.component_mut(place);
        component.id = id.to_owned();
        component.live = true;
        self.places.insert(id.to_owned(), place);
        place
    }

    /// Sets what a component is, or that it is not; what it was.
    fn define(
        &mut self,
        place: Place,
        definition: Option<Rc<Definition<Place>>>,
    ) -> Option<Rc<Definition<Place>>> {
        for reference in core::mem::take(&mut self.component_mut(place).references) {
            self.unlink(reference);
        }
        if let Some(definition) = &definition {
            let to = definition.references().into_iter();
            let references = to.map(|to| self.link(place, *to)).collect();
            self.component_mut(place).references = references;
        }
        self.defined += usize::from(definition.is_some());
        let former = core::mem::replace(&mut self.component_mut(place).definition, definition);
        self.defined -= usize::from(former.is_some());
        former
    }

    fn link(&mut self, from: Place, to: Place) -> u32 {
        self.work += 1;
        let after = self.component(to).referred;
        let reference = Reference {
            from,
            to,
            before: None,
            after,
        };
        let number = match self.free_references.pop() {
            Some(number) => {
                self.references[number as usize] = reference;
                number
            }
            None => {
                self.references.push(reference);
                (self.references.len() - 1) as u32
            }
        };
        if let Some(after) = after {
            self.references[after as usize].before = Some(number);
        }
        self.component_mut(to).referred = Some(number);
        number
    }

    fn unlink(&mut self, number: u32) {
        self.work += 1;
        let Reference {
            to, before, after, ..
        } = self.references[number as usize];
        if let Some(after) = after {
            self.references[after as usize].before = before;
        }
        match before {
            Some(before) => self.references[before as usize].after = after,
            None => self.component_mut(to).referred = after,
        }
        self.free_references.push(number);
        self.loose.push(to);
    }

    /// A cycle leads through a component of the update: searched from these upwards, because there is less above a
    /// component than below it.
    fn find_cycle(&mut self, update: &Update) -> Option<Refusal> {
        self.searches += 1;
        for start in update.places() {
            if !self.leads_on(start) || self.enter(start) != Entered::New {
                continue;
            }
            let mut trail = vec![(start, self.referrers(start))];
            while let Some((place, left)) = trail.last_mut() {
                let place = *place;
                let Some(up) = left.pop() else {
                    self.component_mut(place).mark.done = true;
                    trail.pop();
                    continue;
                };
                match self.enter(up) {
                    Entered::New => {
                        let above = self.referrers(up);
                        trail.push((up, above));
                    }
                    Entered::Done => {}
                    Entered::Inside => return Some(self.cycle(update, &trail, up)),
                }
            }
        }
        None
    }

    /// Does it refer to one that refers to others? Else nothing leads back over it.
    fn leads_on(&self, place: Place) -> bool {
        let mut references = self.component(place).references.iter();
        references.any(|reference| {
            let to = self.references[*reference as usize].to;
            !self.component(to).references.is_empty()
        })
    }

    fn enter(&mut self, place: Place) -> Entered {
        self.work += 1;
        let search = self.searches;
        let mark = &mut self.component_mut(place).mark;
        if mark.search != search {
            *mark = Mark {
                search,
                done: false,
            };
            return Entered::New;
        }
        if mark.done {
            Entered::Done
        } else {
            Entered::Inside
        }
    }

    /// Who refers to a component.
    fn referrers(&self, place: Place) -> Vec<Place> {
        let first = self.component(place).referred;
        let all = core::iter::successors(first, |number| self.references[*number as usize].after);
        all.map(|number| self.references[number as usize].from)
            .collect()
    }

    #[cold]
    fn cycle(&self, update: &Update, trail: &[(Place, Vec<Place>)], last: Place) -> Refusal {
        const SHOWN: usize = 6;
        let from = trail.iter().position(|(place, _)| *place == last);
        let round: Vec<Place> = trail[from.unwrap_or(0)..]
            .iter()
            .map(|(place, _)| *place)
            .collect();
        let inside: Map<u32, ()> = round.iter().map(|place| (*place, ())).collect();
        let at = update.places().position(|place| inside.contains(place));
        // Upwards: who refers stands behind.
        let names = core::iter::once(&last).chain(round.iter().rev());
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

#[derive(PartialEq)]
enum Entered {
    New,
    Inside,
    Done,
}
