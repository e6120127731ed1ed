//! The walk over the tree of the input: what the policy lets through goes to a sink, the rest to the report.

use super::judge::Judge;
use super::options::Options;
use super::policy;
use super::policy::elements::{Content, ELEMENTS};
use super::policy::nesting::Facts;
use super::report::{Report, What};
use super::{Kind, Namespace, NodeId, Tree};

/// Takes what passes, in document order. Elements and attributes come as numbers of the policy's tables.
///
/// The walk calls it dynamically: an instance of the walk for each sink costs a browser 3 KB and saves no time.
pub trait Sink {
    /// An element begins; its attributes follow.
    fn open(&mut self, element: usize);
    /// An attribute of the element that was opened last.
    fn attribute(&mut self, attribute: usize, value: &str);
    /// A `data-*` or `aria-*` attribute of the element that was opened last.
    fn open_attribute(&mut self, name: &str, value: &str);
    /// All attributes of the element that was opened last are given.
    fn opened(&mut self);
    /// Of that element nothing was removed, and this was the source of its attributes.
    fn judged(&mut self, _element: usize, _source: &str) {}
    /// Opens an element as one that was written so and judged, if the sink knows one: it and its attributes.
    fn open_again(&mut self, _element: usize, _source: &str) -> bool {
        false
    }
    /// Text.
    fn text(&mut self, text: &str);
    /// The element that is open ends. Void elements end too.
    fn close(&mut self, element: usize);
}

/// An element of the input whose children are being read.
struct Frame {
    node: NodeId,
    /// Its number, where it passed; otherwise its children go to where it stood.
    passed: Option<usize>,
    /// What holds for its children.
    facts: Facts,
    /// Its place among its siblings.
    index: u32,
}

/// Reads `tree` once; the work is linear in its size.
pub fn walk(tree: &Tree, options: &Options, sink: &mut dyn Sink, report: &mut Report) {
    let facts = policy::facts_in(&options.context);
    let mut walk = Walk {
        tree,
        judge: Judge::new(options),
        svg: options.svg,
        frames: Vec::with_capacity(32),
        report,
    };
    walk.frames.push(Frame {
        node: Tree::ROOT,
        passed: None,
        facts,
        index: 0,
    });
    walk.run(sink);
}

struct Walk<'a> {
    tree: &'a Tree,
    judge: Judge<'a>,
    svg: bool,
    frames: Vec<Frame>,
    report: &'a mut Report,
}

impl Walk<'_> {
    fn run(&mut self, sink: &mut dyn Sink) {
        let mut next = self.tree.first_child(Tree::ROOT);
        let mut index = 0;
        loop {
            let Some(node) = next else {
                // All children of the last frame are read: on with what follows it.
                let Some(frame) = self.frames.pop() else {
                    return;
                };
                if let Some(element) = frame.passed {
                    sink.close(element);
                }
                if frame.node == Tree::ROOT {
                    return;
                }
                next = self.tree.next_sibling(frame.node);
                index = frame.index + 1;
                continue;
            };
            let entered = match self.tree.kind(node) {
                Kind::Text => {
                    sink.text(self.tree.text(node));
                    false
                }
                Kind::Element => self.element(node, index, sink),
                Kind::Comment => {
                    self.tell(index, What::Element, "#comment", "comments do not pass");
                    false
                }
                Kind::Fragment => false,
            };
            if entered {
                next = self.tree.first_child(node);
                index = 0;
            } else {
                next = self.tree.next_sibling(node);
                index += 1;
            }
        }
    }

    /// Whether the element's children are to be read.
    fn element(&mut self, node: NodeId, index: u32, sink: &mut dyn Sink) -> bool {
        let (tag, namespace) = (self.tree.tag(node), self.tree.namespace(node));
        let facts = self.facts();
        let Some(number) = policy::element_number(tag, namespace) else {
            return self.refuse(node, index);
        };
        let element = &ELEMENTS[number];
        if element.svg && !self.svg {
            self.tell(
                index,
                What::Element,
                element.name,
                "graphics are turned off; it goes with its content",
            );
            return false;
        }
        if !element.place.allows(facts) {
            self.tell(
                index,
                What::Element,
                element.name,
                "it cannot stand here; its content stays",
            );
            self.enter(node, None, facts, index);
            return true;
        }
        let source = self.tree.attribute_source(node);
        if !source.is_some_and(|source| sink.open_again(number, source)) {
            let before = self.report.count();
            sink.open(number);
            self.attributes(node, number, index, sink);
            sink.opened();
            if let Some(source) = source.filter(|_| self.report.count() == before) {
                sink.judged(number, source);
            }
        }
        if element.content == Content::Void {
            sink.close(number);
            return false;
        }
        self.enter(node, Some(number), element.place.within(facts), index);
        true
    }

    fn refuse(&mut self, node: NodeId, index: u32) -> bool {
        let (name, namespace) = (self.tree.name(node), self.tree.namespace(node));
        let whole = policy::goes_whole(name, namespace);
        let reason = match (whole, namespace) {
            (true, Namespace::MathMl) => "MathML is not in the policy; it goes with its content",
            (true, _) => "not in the policy; it goes with its content",
            (false, _) => "not in the policy; its content stays",
        };
        self.tell(index, What::Element, name, reason);
        if !whole {
            self.enter(node, None, self.facts(), index);
        }
        !whole
    }

    fn attributes(&mut self, node: NodeId, element: usize, index: u32, sink: &mut dyn Sink) {
        let frames = &self.frames;
        let report = &mut *self.report;
        let mut tell = |what, name: &str, reason: &'static str| {
            report.add(what, name, reason, &|| pointer(frames, index));
        };
        self.judge
            .attributes(self.tree.attributes(node), element, sink, &mut tell);
    }

    fn facts(&self) -> Facts {
        self.frames.last().map_or(Facts::NONE, |frame| frame.facts)
    }

    fn enter(&mut self, node: NodeId, passed: Option<usize>, facts: Facts, index: u32) {
        self.frames.push(Frame {
            node,
            passed,
            facts,
            index,
        });
    }

    fn tell(&mut self, index: u32, what: What, name: &str, reason: &'static str) {
        let frames = &self.frames;
        self.report
            .add(what, name, reason, &|| pointer(frames, index));
    }
}

/// The place of child `index` of the last frame.
fn pointer(frames: &[Frame], index: u32) -> String {
    frames
        .iter()
        .skip(1)
        .map(|frame| frame.index)
        .chain([index])
        .map(|index| format!("/{index}"))
        .collect()
}
