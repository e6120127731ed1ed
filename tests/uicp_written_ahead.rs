//! Markup that is written ahead shows what it shows when it is written alone, whatever comes of the commands around it.
#![cfg(feature = "uicp")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/uicp.rs"]
mod support;

use proptest::prelude::*;
use support::{append, batch};
use vitrine::html::ops::Ops;
use vitrine::html::options::Options;
use vitrine::html::policy::elements::{Content, ELEMENTS};
use vitrine::html::reads_alike;
use vitrine::html::sanitize::sanitize_to_ops;
use vitrine::uicp::command::Command;
use vitrine::uicp::queue::Origin;
use vitrine::uicp::render::{Renderer, Shown};
use vitrine::uicp::workspace::Workspace;

/// Elements that come again, in and out of tables; texts of both kinds; what is taken away.
const MARKUP: [&str; 10] = [
    "<p class=a>one</p><p class=a>two</p>",
    "<p class=a>— drei</p><b title='é'>x</b>",
    "<tr class=r><td class=a>cell</td></tr>",
    "<li class=a>item</li><li class=a>item</li><script>x</script>",
    "<button data-command='[]'>go</button><button data-command='[]'>go</button>",
    "<option class=a>o</option><input class=a>",
    "<form class=a><p class=a>f</p></form>",
    "<caption class=a>c</caption><b title='é'>y</b>",
    "plain & <i>simple</i>",
    "",
];
const CONTEXTS: [&str; 7] = ["div", "section", "tr", "select", "form", "ul", "table"];

/// One operation: markup, how it comes to be shown, and where.
#[derive(Debug, Clone)]
struct Step {
    markup: usize,
    context: usize,
    /// Whether its target is there.
    is_there: bool,
    /// Whether a component comes after it.
    component: bool,
    /// Whether it is the last of its run.
    last: bool,
}

fn step() -> impl Strategy<Value = Step> {
    let seldom = || prop::bool::weighted(0.25);
    let (markup, context) = (
        0..MARKUP.len(),
        prop_oneof![6 => 0..2_usize, 1 => 2..CONTEXTS.len()],
    );
    (markup, context, seldom(), seldom(), seldom()).prop_map(
        |(markup, context, gone, component, last)| Step {
            markup,
            context,
            is_there: !gone,
            component,
            last,
        },
    )
}

proptest! {
    #[test]
    fn written_ahead_it_is_what_it_is_alone(steps in prop::collection::vec(step(), 1..40)) {
        let (mut ahead, mut reader) = (Renderer::new(Options::default()), Reader::default());
        let mut workspace = Workspace::default();
        for run in steps.split_inclusive(|step| step.last) {
            let mut asked = Vec::new();
            for step in run {
                asked.push(append("w", "#root", MARKUP[step.markup]));
                if step.component {
                    asked.extend(batch(r##"[{"op":"component.render","params":{"windowId":"w","target":"#root","type":"t"}}]"##));
                }
            }
            let of_run: Vec<&Step> = run.iter().flat_map(|step| std::iter::repeat_n(step, 1 + usize::from(step.component))).collect();
            begin(&mut workspace, asked, &mut ahead);
            let mut shown = of_run.into_iter();
            for place in 0.. {
                let Some(command) = workspace.command(place).cloned() else { break };
                if !matches!(command, Command::Markup { .. } | Command::Component { .. }) {
                    continue;
                }
                let step = shown.next().unwrap();
                if !step.is_there {
                    continue;
                }
                let context = number(CONTEXTS[step.context]);
                let found = ahead.render(&workspace, place, context).unwrap();
                let mut alone = Renderer::new(Options::default());
                // Of a run of its own, so that nothing comes after it.
                let mut other = Workspace::default();
                let at = match &command {
                    Command::Markup { html, .. } => {
                        begin(&mut other, vec![append("w", "#root", html)], &mut alone);
                        1
                    }
                    _ => {
                        prop_assert!(!reader.read(&ahead, found).is_empty());
                        continue;
                    }
                };
                let expected = alone.render(&other, at, context).unwrap();
                prop_assert_eq!(&found.removed, &expected.removed);
                prop_assert_eq!(reader.read(&ahead, found), Reader::default().read(&alone, expected));
            }
            workspace.settle(Vec::new(), 0);
        }
    }
}

#[test]
fn a_run_of_markup_crosses_as_one_text() {
    let mut renderer = Renderer::new(Options::default());
    let mut workspace = Workspace::default();
    let asked = (0..8).map(|n| append("w", "#root", &format!("<p>text {n} — é</p>")));
    begin(&mut workspace, asked.collect(), &mut renderer);
    let context = |n| number(if n % 2 == 0 { "div" } else { "section" });
    let shown: Vec<Shown> = (1..9)
        .map(|place| renderer.render(&workspace, place, context(place)).unwrap())
        .collect();
    assert!(shown
        .iter()
        .all(|each| (each.texts, &each.wide) == (1, &shown[0].wide)));
}

#[test]
fn contexts_that_read_alike_do() {
    let contexts: Vec<usize> = (0..ELEMENTS.len())
        .filter(|n| {
            ELEMENTS[*n].content != Content::Void
                && (!ELEMENTS[*n].svg || ELEMENTS[*n].name == "svg")
        })
        .collect();
    let ops = |context: usize, markup: &str| {
        let mut ops = Ops::default();
        let options = Options {
            context: ELEMENTS[context].name.into(),
            ..Options::default()
        };
        let removed = sanitize_to_ops(markup, &options, &mut ops).unwrap();
        (ops.words, ops.ascii, ops.wide, removed)
    };
    let div = number("div");
    let (alike, others): (Vec<usize>, Vec<usize>) =
        contexts.into_iter().partition(|n| reads_alike(*n, div));
    assert!(alike.len() > 60, "{}", alike.len());
    for name in [
        "tr", "table", "select", "form", "svg", "colgroup", "caption", "textarea",
    ] {
        assert!(others.contains(&number(name)), "{name}");
    }
    let all = MARKUP.concat();
    for context in alike {
        for markup in MARKUP
            .iter()
            .copied()
            .chain([all.as_str(), "</p></li></td>a<p><p><h1><h2>b<rt>c"])
        {
            assert_eq!(
                ops(context, markup),
                ops(div, markup),
                "{}: {markup}",
                ELEMENTS[context].name
            );
        }
    }
}

fn number(name: &str) -> usize {
    ELEMENTS
        .iter()
        .position(|element| element.name == name)
        .unwrap()
}

fn begin(
    workspace: &mut Workspace,
    asked: Vec<vitrine::uicp::envelope::Envelope>,
    renderer: &mut Renderer,
) {
    workspace.enqueue(asked, Origin::Agent, 0);
    renderer.begin_run();
    workspace.run(0, usize::MAX);
}

/// Reads as the page does: it keeps texts by their number and models by their generation.
#[derive(Default)]
struct Reader {
    texts: (u32, String, Vec<u16>),
    generation: u32,
    models: Vec<String>,
}

impl Reader {
    /// What is built, an element's beginning as its words and texts, whether it is a copy or not.
    fn read(&mut self, renderer: &Renderer, shown: Shown) -> Vec<String> {
        let ops = renderer.ops();
        if self.texts.0 != shown.texts {
            let ascii = String::from_utf8(ops.ascii[shown.ascii].to_vec()).unwrap();
            self.texts = (shown.texts, ascii, ops.wide[shown.wide].to_vec());
        }
        if self.generation != shown.generation {
            (self.generation, self.models) = (shown.generation, Vec::new());
        }
        let (_, ascii, wide) = &self.texts;
        let [mut byte, mut unit] = shown.own;
        let mut text = |word: u32| {
            let length = (word >> 1) as usize;
            if word & 1 == 0 {
                byte += length;
                ascii[byte - length..byte].to_owned()
            } else {
                unit += length;
                String::from_utf16(&wide[unit - length..unit]).unwrap()
            }
        };
        let (mut built, mut open) = (Vec::new(), String::new());
        let mut words = ops.words[shown.words].iter().copied();
        while let Some(word) = words.next() {
            let payload = word >> 4;
            match word & 15 {
                0 | 11 => {
                    built.push(std::mem::take(&mut open));
                    open = match word & 15 {
                        0 => format!("<{payload}"),
                        _ => self.models[payload as usize].clone(),
                    };
                }
                1 => built.push(std::mem::take(&mut open) + "/"),
                2 => {
                    built.push(std::mem::take(&mut open));
                    built.push(text(payload));
                }
                3 => open += &format!(" {payload}={}", text(words.next().unwrap())),
                4 => {
                    let name = text(words.next().unwrap());
                    open += &format!(" {name}={}", text(words.next().unwrap()));
                }
                6 => built.push(format!("at {payload}")),
                12 => self.models.push(open.clone()),
                5 => {}
                7 => built.push(format!("kept {payload}")),
                op => panic!("op {op}"),
            }
        }
        built.retain(|each| !each.is_empty());
        built
    }
}
