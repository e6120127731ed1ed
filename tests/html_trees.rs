//! Markup means the tree that the standard says, rule by rule.
#![cfg(feature = "html")]

#[path = "support/html/mod.rs"]
mod support;

use support::markup::write;
use vitrine::html::{parse_fragment, AttributeNamespace, HtmlLimits, Namespace, NodeId, Tree};

fn tree(markup: &str, context: &str) -> Tree {
    parse_fragment(markup, context, &HtmlLimits::DEFAULT).tree
}

/// Checks rows of markup and the markup of its tree, all in one context.
fn check(context: &str, rows: &[(&str, &str)]) {
    for (markup, expected) in rows {
        assert_eq!(
            write(&tree(markup, context)),
            *expected,
            "{markup:?} in {context}"
        );
    }
}

#[test]
fn end_tags_are_implied() {
    check(
        "div",
        &[
            ("<p>1<p>2<div>3</div>", "<p>1</p><p>2</p><div>3</div>"),
            (
                "<ul><li>1<li>2<ul><li>3</ul><li>4",
                "<ul><li>1</li><li>2<ul><li>3</li></ul></li><li>4</li></ul>",
            ),
            (
                "<dl><dt>1<dd>2<dt>3",
                "<dl><dt>1</dt><dd>2</dd><dt>3</dt></dl>",
            ),
            ("<h1>1<h2>2</h1>3", "<h1>1</h1><h2>2</h2>3"),
            ("<ruby>1<rt>2<rp>3", "<ruby>1<rt>2</rt><rp>3</rp></ruby>"),
            ("</p>", "<p></p>"),
            ("</br>", "<br>"),
            ("<p><button>1</p>2", "<p><button>1<p></p>2</button></p>"),
            ("<button>1<button>2", "<button>1</button><button>2</button>"),
            ("<span>1</div>2", "<span>12</span>"),
            ("<div><span>1</div>2", "<div><span>1</span></div>2"),
            ("<image src=x>", "<img src=\"x\">"),
            (
                "<li><p><b>1<li>2",
                "<li><p><b>1</b></p></li><li><b>2</b></li>",
            ),
        ],
    );
}

#[test]
fn misnested_formatting_is_adopted_and_opened_again() {
    check(
        "div",
        &[
            ("<b>1<p>2</b>3</p>", "<b>1</b><p><b>2</b>3</p>"),
            ("<b><i>1</b>2</i>3", "<b><i>1</i></b><i>2</i>3"),
            ("<p><b>1</p>2", "<p><b>1</b></p><b>2</b>"),
            (
                "<a href=x>1<a href=y>2",
                "<a href=\"x\">1</a><a href=\"y\">2</a>",
            ),
            ("<a>1<div>2<a>3", "<a>1</a><div><a>2</a><a>3</a></div>"),
            ("<nobr>1<nobr>2", "<nobr>1</nobr><nobr>2</nobr>"),
            (
                "<b><em><i><u><s><p>1</b>2",
                "<b><em><i><u><s></s></u></i></em></b><i><u><s><p><b>1</b>2</p></s></u></i>",
            ),
            ("<b><object>1</b>2</object>3", "<b><object>12</object>3</b>"),
        ],
    );
}

#[test]
fn at_most_three_equal_formats_are_opened_again() {
    check(
        "div",
        &[
            ("<p><b><b><b><b>1<p>2", "<p><b><b><b><b>1</b></b></b></b></p><p><b><b><b>2</b></b></b></p>"),
            (
                "<p><b a=1 c=2><b c=2 a=1><b a=1 c=2><b a=1 c=2><p>2",
                "<p><b a=\"1\" c=\"2\"><b c=\"2\" a=\"1\"><b a=\"1\" c=\"2\"><b a=\"1\" c=\"2\"></b></b></b></b></p>\
                 <p><b c=\"2\" a=\"1\"><b a=\"1\" c=\"2\"><b a=\"1\" c=\"2\">2</b></b></b></p>",
            ),
            ("<p><b a=1><b a=2><b><b><p>2", "<p><b a=\"1\"><b a=\"2\"><b><b></b></b></b></b></p><p><b a=\"1\"><b a=\"2\"><b><b>2</b></b></b></b></p>"),
        ],
    );
}

#[test]
fn what_an_object_holds_is_counted_by_itself() {
    check(
        "div",
        &[
            (
                "<p><b><b><b><object><b>1</object></p>2",
                "<p><b><b><b><object><b>1</b></object></b></b></b></p><b><b><b>2</b></b></b>",
            ),
            (
                "<p><b><b><b><object><i><object></object><b>1</object></p>2",
                "<p><b><b><b><object><i><object></object><b>1</b></i></object></b></b></b></p><b><b><b>2</b></b></b>",
            ),
            (
                "<p><b><object><b><b><b></object><b><b><b></p>1",
                "<p><b><object><b><b><b></b></b></b></object><b><b><b></b></b></b></b></p><b><b><b>1</b></b></b>",
            ),
        ],
    );
}

#[test]
fn tables_get_their_parts_and_foster_the_rest() {
    check(
        "div",
        &[
            ("<table><tr><td>1<td>2<tr><td>3", "<table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>"),
            ("<table><td>1</table>2", "<table><tbody><tr><td>1</td></tr></tbody></table>2"),
            ("<table>1<tr>2<td>3", "12<table><tbody><tr><td>3</td></tr></tbody></table>"),
            ("<table> <tr> </tr>", "<table> <tbody><tr> </tr></tbody></table>"),
            ("<table> x <tr>", " x <table><tbody><tr></tr></tbody></table>"),
            ("<table><b>1<tr><td>2", "<b>1</b><table><tbody><tr><td>2</td></tr></tbody></table>"),
            ("<table><caption>1<tr>", "<table><caption>1</caption><tbody><tr></tr></tbody></table>"),
            ("<table><col><tr>", "<table><colgroup><col></colgroup><tbody><tr></tr></tbody></table>"),
            ("<table><thead><tr><th>1<tbody><td>2", "<table><thead><tr><th>1</th></tr></thead><tbody><tr><td>2</td></tr></tbody></table>"),
            ("<table>1<table>2", "1<table></table>2<table></table>"),
            ("<table><input type=HIDDEN><input>", "<input><table><input type=\"HIDDEN\"></table>"),
            ("<table><form>1</form>", "1<table><form></form></table>"),
            ("<tr><td>1", "1"),
            ("<p><table>1", "<p></p>1<table></table>"),
        ],
    );
}

#[test]
fn the_context_says_what_fits() {
    check(
        "tbody",
        &[
            ("<tr><td>1", "<tr><td>1</td></tr>"),
            ("<td>1", "<tr><td>1</td></tr>"),
        ],
    );
    check("tr", &[("<td>1</td></tr><td>2", "<td>1</td><td>2</td>")]);
    check(
        "table",
        &[
            ("<td>1", "<tbody><tr><td>1</td></tr></tbody>"),
            ("1<tr>", "1<tbody><tr></tr></tbody>"),
        ],
    );
    check("td", &[("1</td><td>2<tr>", "12")]);
    check("colgroup", &[("<col> 1<col>", "<col> <col>")]);
    check("caption", &[("1</caption><tr>2", "12")]);
    check(
        "template",
        &[
            ("<td>1", "<td>1</td>"),
            ("<tr><td>1", "<tr><td>1</td></tr>"),
            ("1<td>2", "1<td>2</td>"),
        ],
    );
    check("form", &[("<form>1</form>", "1")]);
    check(
        "title",
        &[("<b>1&amp;2</title>", "&lt;b&gt;1&amp;2&lt;/title&gt;")],
    );
    check("style", &[("<b>&amp;", "&lt;b&gt;&amp;amp;")]);
    check("x-card", &[("<b>1", "<b>1</b>")]);
    check(
        "body",
        &[(
            "<html><head><title>1</title><body>2</body></html>3",
            "<title>1</title>23",
        )],
    );
}

#[test]
fn selects_hold_what_they_are_given() {
    check(
        "div",
        &[
            ("<select><option>1<option>2", "<select><option>1</option><option>2</option></select>"),
            (
                "<select><optgroup><option>1<optgroup><option>2",
                "<select><optgroup><option>1</option></optgroup><optgroup><option>2</option></optgroup></select>",
            ),
            ("<select><div>1</div><b>2</select>3", "<select><div>1</div><b>2</b></select><b>3</b>"),
            ("<select><option>1<hr><option>2", "<select><option>1</option><hr><option>2</option></select>"),
            ("<select>1<select>2", "<select>1</select>2"),
            ("<select><option>1<input>2", "<select><option>1</option></select><input>2"),
            ("<p><select></p>1", "<p><select><p></p>1</select></p>"),
            ("<option>1<option>2", "<option>1</option><option>2</option>"),
        ],
    );
}

#[test]
fn forms_do_not_nest() {
    check(
        "div",
        &[
            ("<form>1<form>2</form>3", "<form>12</form>3"),
            ("<form><div>1</form>2", "<form><div>12</div></form>"),
            (
                "<template><form>1<form>2",
                "<template><form>1<form>2</form></form></template>",
            ),
        ],
    );
}

#[test]
fn templates_are_worlds_of_their_own() {
    check(
        "div",
        &[
            (
                "<template><tr><td>1</template>2",
                "<template><tr><td>1</td></tr></template>2",
            ),
            (
                "<b><template>1</b></template>2",
                "<b><template>1</template>2</b>",
            ),
            (
                "<table><template>1</template><tr>",
                "<table><template>1</template><tbody><tr></tr></tbody></table>",
            ),
            ("</template>1", "1"),
        ],
    );
}

#[test]
fn foreign_content_keeps_its_names_and_ends_where_html_begins() {
    check(
        "div",
        &[
            (
                "<svg viewbox=1 CLASS=x><lineargradient/>",
                "<svg viewBox=\"1\" class=\"x\"><linearGradient></linearGradient></svg>",
            ),
            (
                "<svg><foreignobject><p>1<svg></p>2",
                "<svg><foreignObject><p>1<svg></svg></p>2</foreignObject></svg>",
            ),
            ("<svg><g><p>1", "<svg><g></g></svg><p>1</p>"),
            (
                "<svg><font>1<font color=x>2",
                "<svg><font>1</font></svg><font color=\"x\">2</font>",
            ),
            (
                "<svg><title><p>1</p></title>2",
                "<svg><title><p>1</p></title>2</svg>",
            ),
            ("<svg><![CDATA[<b>]]>&amp;", "<svg>&lt;b&gt;&amp;</svg>"),
            ("<![CDATA[1]]>", "<!--[CDATA[1]]-->"),
            (
                "<math definitionurl=1><mi><p>1",
                "<math definitionURL=\"1\"><mi><p>1</p></mi></math>",
            ),
            (
                "<math><annotation-xml encoding=TEXT/html><p>1",
                "<math><annotation-xml encoding=\"TEXT/html\"><p>1</p></annotation-xml></math>",
            ),
            (
                "<math><annotation-xml><p>1",
                "<math><annotation-xml></annotation-xml></math><p>1</p>",
            ),
            ("<svg></p>1", "<svg></svg><p></p>1"),
            ("<svg><G></g>1</SVG>2", "<svg><g></g>1</svg>2"),
            ("<svg><style><b>1", "<svg><style></style></svg><b>1</b>"),
        ],
    );
    let svg = tree(
        "<a xlink:href=1><path xlink:href=2 xml:lang=3 xmlns=4 x:y=5>",
        "svg",
    );
    let names = |node: NodeId| -> Vec<AttributeNamespace> {
        svg.attributes(node)
            .map(|attribute| attribute.namespace)
            .collect()
    };
    let link = svg.first_child(Tree::ROOT).unwrap();
    assert_eq!(svg.namespace(link), Namespace::Svg);
    assert_eq!(names(link), [AttributeNamespace::XLink]);
    use AttributeNamespace::{None, XLink, Xml, Xmlns};
    assert_eq!(
        names(svg.first_child(link).unwrap()),
        [XLink, Xml, Xmlns, None]
    );
}

#[test]
fn a_node_knows_where_its_token_began() {
    let markup = "a\r\n<p>b<!--c-->\r\r\n<i>d</i>&amp;";
    let tree = tree(markup, "div");
    let mut next = tree.first_child(Tree::ROOT);
    let mut found = Vec::new();
    while let Some(node) = next {
        found.push(&markup[tree.source_offset(node) as usize..][..1]);
        next = tree
            .first_child(node)
            .or(tree.next_sibling(node))
            .or_else(|| {
                tree.parent(node)
                    .and_then(|parent| tree.next_sibling(parent))
            });
    }
    assert_eq!(found, ["a", "<", "b", "<", "\r", "<", "d", "&"]);
}
