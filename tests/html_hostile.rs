//! No markup takes long: twice of it takes about twice the time, and 64 KiB of the worst stay far under 10 ms.
#![cfg(feature = "html")]
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};
use vitrine::html::options::Options;
use vitrine::html::sanitize::sanitize_html;
use vitrine::html::{parse_fragment, HtmlLimits, Kind, NodeId, Parsed, Tree};

fn repeat(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len())
}

/// Units numbered from 0.
fn numbered(size: usize, unit: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    let mut number = 0;
    while out.len() < size {
        out.push_str(&unit(number));
        number += 1;
    }
    out
}

/// A beginning, and a unit that meets it again and again.
fn after(start: &str, unit: &str, size: usize) -> String {
    format!("{start}{}", repeat(unit, size.saturating_sub(start.len())))
}

type Attack = (&'static str, fn(usize) -> String);

const ATTACKS: &[Attack] = &[
    ("nested divs", |n| repeat("<div>", n)),
    ("nested spans, wrong ends", |n| {
        after(&"<span>".repeat(240), "</x>", n)
    }),
    ("nested custom, wrong ends", |n| {
        after(&"<x-abcdef>".repeat(240), "</x-abcdeg>", n)
    }),
    ("far custom, out of reach", |n| {
        after(
            &format!("<x-abcdef><div>{}", "<x-abcdeg>".repeat(240)),
            "</x-abcdef>",
            n,
        )
    }),
    ("far group, svg", |n| {
        after(&format!("<g><svg>{}", "<path>".repeat(240)), "</g>", n)
    }),
    ("li walks", |n| {
        after(&format!("<ul><li><ul>{}", "<span>".repeat(240)), "</li>", n)
    }),
    ("p ends deep", |n| {
        after(&format!("<p><button>{}", "<span>".repeat(240)), "</p>", n)
    }),
    ("nested b", |n| repeat("<b>", n)),
    ("b with numbers", |n| numbered(n, |i| format!("<b id={i}>"))),
    ("paragraphs with numbered b", |n| {
        numbered(n, |i| format!("<p><b id={i}>"))
    }),
    ("many formats, many paragraphs", |n| {
        after(
            &format!("<p>{}", numbered(2000, |i| format!("<b id={i}>"))),
            "<p>x",
            n,
        )
    }),
    ("formats with long attributes", |n| {
        numbered(n, |i| format!("<p><b class='{}' id={i}>x", "c".repeat(100)))
    }),
    ("adoption", |n| repeat("<b><p>x</b>", n)),
    ("adoption, deep", |n| {
        after(&"<b><i><u><s><p>".repeat(40), "</b></i></u></s>x", n)
    }),
    ("adoption, many", |n| {
        repeat("<a><b><i><u><div></a></b></i></u>", n)
    }),
    ("links in blocks", |n| repeat("<a><div>", n)),
    ("nobr", |n| repeat("<nobr><p>", n)),
    ("attributes, all different", |n| {
        format!("<p {}>", numbered(n, |i| format!("a{i} ")))
    }),
    ("attributes, all equal", |n| {
        format!("<p {}>", repeat("a=1 ", n))
    }),
    ("attributes, long common part", |n| {
        format!("<p {}>", numbered(n, |i| format!("{}{i} ", "a".repeat(40))))
    }),
    ("tags with attributes, unclosed", |n| repeat("<p a='", n)),
    ("entities", |n| repeat("&amp;", n)),
    ("entities, rare", |n| {
        repeat("&CounterClockwiseContourIntegral;", n)
    }),
    ("entities, unknown", |n| repeat("&zzzzzz;", n)),
    ("entities, without semicolon", |n| repeat("&notz", n)),
    ("entities, numbers", |n| format!("&#{};", repeat("9", n))),
    ("ampersands", |n| repeat("&", n)),
    ("less-than signs", |n| repeat("<", n)),
    ("ends of nothing", |n| repeat("</", n)),
    ("comments unclosed", |n| repeat("<!--", n)),
    ("hyphens", |n| format!("<!--{}", repeat("-", n))),
    ("doctypes", |n| repeat("<!doctype>", n)),
    ("nothing tags", |n| repeat("</>", n)),
    ("nul", |n| repeat("\0", n)),
    ("nul in svg", |n| format!("<svg>{}", repeat("\0", n))),
    ("empty cdata", |n| {
        format!("<svg>{}", repeat("<![CDATA[]]>", n))
    }),
    ("cdata brackets", |n| {
        format!("<svg><![CDATA[{}", repeat("]", n))
    }),
    ("carriage returns", |n| repeat("\r\n<p>", n)),
    ("titles", |n| format!("<title>{}", repeat("</titl", n))),
    ("scripts", |n| {
        format!("<script>{}", repeat("<!--<script", n))
    }),
    ("tables", |n| repeat("<table><tr><td>", n)),
    ("fostered text", |n| repeat("<table>a", n)),
    ("fostered text in one table", |n| {
        format!("<table>{}", repeat("a<tr></tr>", n))
    }),
    ("fostered elements", |n| {
        format!("<table>{}", repeat("<i>a</i>", n))
    }),
    ("templates", |n| repeat("<template>", n)),
    ("templates and tables", |n| repeat("<template><tr><td>", n)),
    ("selects", |n| repeat("<select><option>", n)),
    ("options", |n| {
        format!("<select>{}", repeat("<optgroup><option>x", n))
    }),
    ("svg", |n| repeat("<svg>", n)),
    ("svg breakouts", |n| repeat("<svg><g><p>", n)),
    ("svg wrong ends", |n| after(&"<svg>".repeat(240), "</x>", n)),
    ("math points", |n| repeat("<math><mi><p>", n)),
    ("markers", |n| repeat("<object><b>", n)),
    ("formats in cells", |n| {
        repeat("<table><td><div><b><i></div>", n)
    }),
    ("forms", |n| repeat("<form></form>", n)),
    ("headings", |n| repeat("<h1><h2>", n)),
    ("ruby", |n| repeat("<ruby><rt><rp>", n)),
];

fn parse(markup: &str) -> Parsed {
    parse_fragment(markup, "div", &HtmlLimits::DEFAULT)
}

/// How long each takes at its fastest, timed in turns: a slow moment meets both alike.
fn fastest(short: &str, long: &str, turns: usize) -> (Duration, Duration) {
    let run = |markup: &str| {
        let start = Instant::now();
        black_box(parse(black_box(markup)));
        start.elapsed()
    };
    let times = (0..turns).map(|_| (run(short), run(long)));
    let least = |(a, b): (Duration, Duration), (c, d): (Duration, Duration)| (a.min(c), b.min(d));
    times.reduce(least).unwrap()
}

#[test]
fn time_grows_as_the_markup_does() {
    const SIZE: usize = 64 << 10;
    const RETRIES: u32 = 12;
    for (name, attack) in ATTACKS {
        let (once, twice) = (attack(SIZE), attack(2 * SIZE));
        let mut seen = Vec::new();
        let grows = (0..RETRIES).any(|retry| {
            // The tests beside this one end meanwhile.
            std::thread::sleep(retry * Duration::from_millis(100));
            let (short, long) = fastest(&once, &twice, 5);
            seen.push((short, long));
            // Below some microseconds a clock tells nothing.
            long.as_secs_f64() <= 2.3 * short.as_secs_f64() + 50e-6
        });
        println!("{name:<32} {:?}", seen.last().unwrap());
        assert!(grows, "{name}: {seen:?}");
    }
}

fn deepest(tree: &Tree) -> u32 {
    let (mut deepest, mut depth, mut node) = (0, 0, Tree::ROOT);
    loop {
        let down = tree.first_child(node).map(|child| (child, 1));
        let mut next = down;
        let mut up = node;
        let mut levels = 0;
        while next.is_none() {
            if up == Tree::ROOT {
                return deepest;
            }
            next = tree.next_sibling(up).map(|sibling| (sibling, -levels));
            up = tree.parent(up).unwrap();
            levels += 1;
        }
        let (found, change) = next.unwrap();
        depth += change;
        node = found;
        deepest = deepest.max(depth as u32);
    }
}

#[test]
fn no_tree_is_deeper_than_the_limit() {
    for (name, attack) in ATTACKS {
        for depth in [16, 256] {
            let limits = HtmlLimits {
                depth,
                ..HtmlLimits::DEFAULT
            };
            let parsed = parse_fragment(&attack(16 << 10), "div", &limits);
            assert!(deepest(&parsed.tree) <= depth, "{name}");
        }
    }
}

#[test]
fn what_is_too_deep_becomes_a_sibling_and_is_reported() {
    let markup = format!(
        "{}<em>x</em>{}<p>after",
        "<div>".repeat(300),
        "</div>".repeat(300)
    );
    let parsed = parse(&markup);
    let flattened = parsed.truncated.unwrap().flattened;
    // 251 elements may stay open: the limit less the root, and four levels that one tag can need.
    assert_eq!(flattened, 300 - 251 + 1);
    // The ends of what was flattened end nothing else, so what follows is at the top again.
    let last = parsed.tree.last_child(Tree::ROOT).unwrap();
    assert_eq!(parsed.tree.name(last), "p");
}

/// What `markup` becomes in so many elements, and the reasons of what was removed there.
fn sanitised_in(levels: usize, markup: &str) -> (String, Vec<String>) {
    let (start, end) = ("<div>".repeat(levels), "</div>".repeat(levels));
    let all = sanitize_html(&format!("{start}{markup}{end}"), &Options::default()).unwrap();
    let inside = all.html.strip_prefix(&start).unwrap();
    let inside = inside.strip_suffix(&end).unwrap().to_owned();
    let reasons = all.removed.into_iter().map(|each| each.reason);
    (inside, reasons.collect())
}

#[test]
fn what_is_too_deep_and_empty_loses_nothing_and_is_not_reported() {
    for markup in ["<em></em>x", "<br><p></p>", "<table></table>x"] {
        let markup = format!("<div></div>{markup}");
        assert_eq!(sanitised_in(251, &markup), (markup, Vec::new()));
    }
    let (inside, reasons) = sanitised_in(251, "<div><em></em></div>x");
    assert_eq!(inside, "<div></div><em></em>x");
    assert_eq!(reasons.len(), 1);
    assert!(reasons[0].starts_with("1 "), "{reasons:?}");
}

#[test]
fn the_end_of_a_table_that_is_too_deep_ends_no_table_around_it() {
    for levels in 240..247 {
        let outer =
            |inner| format!("<table><tbody><tr><td>a{inner}y</td><td>z</td></tr></tbody></table>");
        let (inside, reasons) = sanitised_in(levels, &outer("<table><!----></table>"));
        let expected = outer("<table></table>");
        assert_eq!(inside, expected, "{levels}: {reasons:?}");
    }
}

#[test]
fn reading_stops_at_the_node_limit_and_says_where() {
    let limits = HtmlLimits {
        nodes: 10,
        ..HtmlLimits::DEFAULT
    };
    let parsed = parse_fragment(&"<br>".repeat(20), "div", &limits);
    assert_eq!(parsed.truncated.unwrap().stopped_at, Some(40));
    let mut children = 0;
    let mut next = parsed.tree.first_child(Tree::ROOT);
    while let Some(NodeId(id)) = next {
        children += 1;
        assert_eq!(parsed.tree.kind(NodeId(id)), Kind::Element);
        next = parsed.tree.next_sibling(NodeId(id));
    }
    assert_eq!(children, 10);
    assert_eq!(
        parse_fragment(&"<br>".repeat(10), "div", &limits).truncated,
        None
    );
}

#[test]
fn formatting_is_opened_again_only_so_often() {
    let formats = numbered(2000, |i| format!("<b id={i}>"));
    let markup = format!("<p>{formats}{}", "<p>x".repeat(1000));
    let parsed = parse(&markup);
    assert!(parsed.truncated.unwrap().unformatted > 0);
    assert!(parsed.tree.node_count() < 1024 + markup.len() / 2);
}

#[test]
fn more_than_the_byte_limit_is_refused() {
    let limits = HtmlLimits {
        bytes: 4,
        ..HtmlLimits::DEFAULT
    };
    assert_eq!(limits.admit("1234"), Ok(()));
    let error = limits.admit("12345").unwrap_err();
    assert_eq!(error.code, vitrine::error::Code::Unprocessable);
    assert!(error.message.contains("at most 4 bytes"), "{error}");
    assert!(error.message.contains("5 bytes"), "{error}");
}
