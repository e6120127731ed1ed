//! Bytes mean the tokens that the standard says, state by state.
#![cfg(feature = "html")]

#[path = "support/html/mod.rs"]
mod support;

use support::oracle::ours;

/// Checks rows of markup and the lines of its tree.
fn check(rows: &[(&str, &[&str])]) {
    for (markup, lines) in rows {
        let expected: String = lines.iter().map(|line| format!("| {line}\n")).collect();
        assert_eq!(ours(markup, "div"), expected, "{markup:?}");
    }
}

#[test]
fn text_and_its_references() {
    check(&[
        ("a < b <3 </", &[r#""a < b <3 </""#]),
        ("&amp;&lt;&copy &notit; &ampx", &[r#""&<© ¬it; &x""#]),
        ("&#65;&#x42;&#128;&#0;&#xD800;&#x110000;", &[r#""AB€���""#]),
        (
            "& && &; &#; &#x; &unknown;",
            &[r#""& && &; &#; &#x; &unknown;""#],
        ),
        (
            "&NotEqualTilde;&ThickSpace;",
            &[r#""≂\u{338}\u{205f}\u{200a}""#],
        ),
        ("a\0b", &[r#""ab""#]),
        ("<svg>a\0b", &["<svg svg>", r#"  "a�b""#]),
        ("a\rb\r\nc\nd&#13;", &[r#""a\nb\nc\nd\r""#]),
        ("\u{FEFF}a", &[r#""\u{feff}a""#]),
    ]);
}

#[test]
fn tags_and_their_attributes() {
    check(&[
        ("<P CLASS=A Class=B>", &["<p>", r#"  class="A""#]),
        (
            "<p a b = c d='e' f=\"g\"h/i>",
            &[
                "<p>",
                r#"  a="""#,
                r#"  b="c""#,
                r#"  d="e""#,
                r#"  f="g""#,
                r#"  h="""#,
                r#"  i="""#,
            ],
        ),
        ("<p =a=b>", &["<p>", r#"  =a="b""#]),
        ("<p a=>", &["<p>", r#"  a="""#]),
        ("<p a=b/>c", &["<p>", r#"  a="b/""#, r#"  "c""#]),
        ("<br/>a", &["<br>", r#""a""#]),
        (
            "<p a='&lt&lt;&ltx&lt=&amp;'>",
            &["<p>", r#"  a="<<&ltx&lt=&""#],
        ),
        ("<p a=&copy>", &["<p>", r#"  a="©""#]),
        ("<p a\0=b\0>", &["<p>", r#"  a�="b�""#]),
        ("<x\0Y>", &["<x�y>"]),
        ("<x-Ä>", &["<x-Ä>"]),
        ("a<p b='c", &[r#""a""#]),
        ("a<p", &[r#""a""#]),
        ("a</p", &[r#""a""#]),
        ("<p>a</p b=c>d", &["<p>", r#"  "a""#, r#""d""#]),
    ]);
}

#[test]
fn many_attributes_keep_the_first_of_each_name() {
    let names: Vec<String> = (0..40).map(|i| format!("a{}={i}", i % 20)).collect();
    let tree = ours(&format!("<p {}>", names.join(" ")), "div");
    assert_eq!(tree.lines().count(), 21, "{tree}");
    for i in 0..20 {
        assert!(tree.contains(&format!("  a{i}=\"{i}\"\n")), "{tree}");
    }
}

#[test]
fn comments_end_where_they_end() {
    check(&[
        ("<!--a-->b", &[r#"<!-- "a" -->"#, r#""b""#]),
        ("<!-->b", &[r#"<!-- "" -->"#, r#""b""#]),
        ("<!--->b", &[r#"<!-- "" -->"#, r#""b""#]),
        ("<!---->b", &[r#"<!-- "" -->"#, r#""b""#]),
        ("<!----->b", &[r#"<!-- "-" -->"#, r#""b""#]),
        ("<!--a--!>b", &[r#"<!-- "a" -->"#, r#""b""#]),
        ("<!--a--b-->", &[r#"<!-- "a--b" -->"#]),
        ("<!--a--!b-->", &[r#"<!-- "a--!b" -->"#]),
        ("<!--a<!--b-->c", &[r#"<!-- "a<!--b" -->"#, r#""c""#]),
        ("<!--a", &[r#"<!-- "a" -->"#]),
        ("<!--a-", &[r#"<!-- "a" -->"#]),
        ("<!--a--", &[r#"<!-- "a" -->"#]),
        ("<!--a--!", &[r#"<!-- "a" -->"#]),
        ("<!--a\0-->", &[r#"<!-- "a�" -->"#]),
        ("<!a>b", &[r#"<!-- "a" -->"#, r#""b""#]),
        ("<?a?>b", &[r#"<!-- "?a?" -->"#, r#""b""#]),
        ("</ a>b", &[r#"<!-- " a" -->"#, r#""b""#]),
        ("a</>b", &[r#""ab""#]),
        ("a<!DocType html>b", &[r#""ab""#]),
        ("a<!doctype", &[r#""a""#]),
    ]);
}

#[test]
fn raw_text_ends_at_its_own_end_tag() {
    check(&[
        (
            "<title><b>&lt;</titlex></TITLE >a",
            &["<title>", r#"  "<b><</titlex>""#, r#""a""#],
        ),
        (
            "<style><b>&lt;</style>a",
            &["<style>", r#"  "<b>&lt;""#, r#""a""#],
        ),
        (
            "<textarea>\n\n</p></textarea>a",
            &["<textarea>", r#"  "\n</p>""#, r#""a""#],
        ),
        ("<textarea>\n</textarea>", &["<textarea>"]),
        ("<pre>\n\na", &["<pre>", r#"  "\na""#]),
        ("<pre>&#10;a", &["<pre>", r#"  "a""#]),
        (
            "<noscript><p></noscript>a",
            &["<noscript>", r#"  "<p>""#, r#""a""#],
        ),
        (
            "<plaintext>a</plaintext>",
            &["<plaintext>", r#"  "a</plaintext>""#],
        ),
        ("<style>a\0", &["<style>", r#"  "a�""#]),
        (
            "<script>a<!--b</script>c",
            &["<script>", r#"  "a<!--b""#, r#""c""#],
        ),
        (
            "<script><!--<script>a</script>b</script>c",
            &["<script>", r#"  "<!--<script>a</script>b""#, r#""c""#],
        ),
        (
            "<script><!--<script>a--></script>c",
            &["<script>", r#"  "<!--<script>a-->""#, r#""c""#],
        ),
        (
            "<script><!--><script></script>c",
            &["<script>", r#"  "<!--><script>""#, r#""c""#],
        ),
        (
            "<script><!--<scriptx></script>c",
            &["<script>", r#"  "<!--<scriptx>""#, r#""c""#],
        ),
    ]);
}

#[test]
fn text_of_many_pieces_is_one_text() {
    check(&[
        ("a\0b&amp;c\0d</>e<!doctype>f", &[r#""ab&cdef""#]),
        (
            "<table>a<tr></tr>b<tr></tr>&amp;c",
            &[r#""ab&c""#, "<table>", "  <tbody>", "    <tr>", "    <tr>"],
        ),
        // Pieces that follow each other in memory but not in the text.
        (
            "<table>&amp;<tr></tr>a<tr><td>b\0c</td></tr>&lt;",
            &[
                r#""&a<""#,
                "<table>",
                "  <tbody>",
                "    <tr>",
                "    <tr>",
                "      <td>",
                r#"        "bc""#,
            ],
        ),
    ]);
    // Two texts that grow in turn, each in many pieces.
    let markup = format!("<table>{}", "x<tr></tr>".repeat(500));
    assert!(ours(&markup, "div").starts_with(&format!("| \"{}\"\n", "x".repeat(500))));
}
