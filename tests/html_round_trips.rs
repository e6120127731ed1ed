//! Whatever comes in: what goes out reads back as the same tree, holds nothing that runs, and passes again unchanged.

#![cfg(feature = "html")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[path = "support/html.rs"]
mod html;

use proptest::prelude::*;
use vitrine::html::options::Options;
use vitrine::html::sanitize::sanitize_html;

const CONTEXTS: [&str; 15] = [
    "div", "p", "table", "tbody", "tr", "td", "caption", "colgroup", "select", "form", "svg",
    "button", "ul", "pre", "template",
];

/// Elements that close, hide or change each other, of the policy and not.
const NAMES: &str = "a abbr address applet b big blockquote br button caption center circle code col colgroup dd desc \
     details div dl dt em fieldset font foreignObject form g h1 h2 h6 hr i iframe img input li linearGradient listing \
     main marquee math mi mtext mglyph menu nobr noscript object ol optgroup option p path plaintext pre rb rp rt rtc \
     ruby script section select span style sub svg switch table tbody td template text textarea tfoot th thead title \
     tr tspan tt u ul video wbr x-y xmp annotation-xml malignmark frameset body html keygen";

const ATTRIBUTES: [&str; 12] = [
    "",
    "",
    "",
    " id=x",
    " type=hidden",
    " color=red",
    " encoding=text/html",
    " href=javascript:1",
    " title='</p><!--'",
    " onclick=1",
    " style='color:red;x:y'",
    " data-x=\"<b>{{y}}</b>\"",
];

const TEXTS: [&str; 14] = [
    "x",
    " ",
    "\n",
    "a&amp;b",
    "&lt;img&gt;",
    "<!-- c -->",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[y]]>",
    "&nbsp;",
    "&#13;",
    "\u{0}",
    "<",
];

fn token() -> impl Strategy<Value = String> {
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    let name = proptest::sample::select(names);
    let attribute = proptest::sample::select(&ATTRIBUTES[..]);
    prop_oneof![
        6 => (name.clone(), attribute, prop::bool::weighted(0.1))
            .prop_map(|(name, attribute, closed)| format!("<{name}{attribute}{}>", if closed { "/" } else { "" })),
        3 => name.prop_map(|name| format!("</{name}>")),
        3 => proptest::sample::select(&TEXTS[..]).prop_map(str::to_owned),
    ]
}

fn markup() -> impl Strategy<Value = String> {
    proptest::collection::vec(token(), 0..24).prop_map(|tokens| tokens.concat())
}

/// Elements that close each other, nested as no parser would nest them: `object` keeps them apart, and then goes.
fn chain() -> impl Strategy<Value = String> {
    let names: Vec<&str> =
        "a button dd div dt form h1 h2 hr li ol optgroup option p rp rt ruby select span table td \
         table><caption table><col table><tr><td table><tbody div></form"
            .split_whitespace()
            .collect();
    let link = (proptest::sample::select(names), prop::bool::ANY);
    proptest::collection::vec(link, 1..7).prop_map(|links| {
        let open = links.iter().map(|(name, apart)| match apart {
            true => format!("x<object><{name}>"),
            false => format!("<{name}>"),
        });
        open.collect()
    })
}

/// Markup that begins about as deep as a tree may be.
fn deep() -> impl Strategy<Value = String> {
    const DOWN: [&str; 6] = [
        "<div>",
        "<table><tr><td>",
        "<table><caption>",
        "<table><tbody><tr>",
        "<ul><li>",
        "<div><b>",
    ];
    let part = proptest::sample::select(vec![
        "<table>",
        "<tbody>",
        "<tr>",
        "<td>",
        "<caption>",
        "<colgroup>",
        "<col>",
        "<div>",
        "<p>",
        "<b>",
        "<b id=x>",
        "</b>",
        "<a href=x>",
        "</a>",
        "<li>",
        "<ul>",
        "<select>",
        "<option>",
        "x",
        "</table>",
        "</td>",
        "</tr>",
        "</div>",
        "</p>",
        "<svg>",
        "<g>",
        "</svg>",
        "<button>",
        "<h1>",
        "<ruby>",
        "<rt>",
        "<dd>",
        "<form>",
    ]);
    let parts = proptest::collection::vec(part, 0..14);
    (proptest::sample::select(&DOWN[..]), 225..262_usize, parts).prop_map(|(down, depth, parts)| {
        let levels = down.matches('<').count();
        down.repeat(depth.div_ceil(levels)) + &parts.concat()
    })
}

fn hold(input: &str, context: &str) -> Result<(), TestCaseError> {
    let options = Options {
        context: context.into(),
        ..Options::default()
    };
    let once = sanitize_html(input, &options).unwrap();
    let tree = html::reread(&once.html, context);
    prop_assert_eq!(
        html::print(&tree),
        once.html.as_str(),
        "read back in {} from {:?}",
        context,
        input
    );
    prop_assert_eq!(html::dangers(&tree), Vec::<String>::new());
    let twice = sanitize_html(&once.html, &options).unwrap();
    prop_assert_eq!(&twice.html, &once.html);
    prop_assert_eq!(&twice.removed, &[], "read again from {:?}", input);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn markup_soup_reads_back(input in markup(), context in proptest::sample::select(&CONTEXTS[..])) {
        hold(&input, context)?;
    }

    #[test]
    fn chains_of_what_closes_each_other_read_back(input in chain(), context in proptest::sample::select(&CONTEXTS[..])) {
        hold(&input, context)?;
    }

    #[test]
    fn what_is_as_deep_as_may_be_reads_back(input in deep(), context in proptest::sample::select(&CONTEXTS[..])) {
        hold(&input, context)?;
    }

    #[test]
    fn any_text_reads_back(input in "\\PC{0,80}|[<>/a-p =\"'!-]{0,80}") {
        hold(&input, "div")?;
    }
}
