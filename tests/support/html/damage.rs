//! What goes wrong with markup on its way.

use super::corpus::{document, markup, Piece};
use super::random::Random;

/// The last boundary of characters that is not after `at`.
fn boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// The places of the pieces of a kind.
fn places(pieces: &[Piece], of: impl Fn(&Piece) -> bool) -> Vec<usize> {
    (0..pieces.len())
        .filter(|place| of(&pieces[*place]))
        .collect()
}

fn one_of(random: &mut Random, places: &[usize]) -> Option<usize> {
    (!places.is_empty()).then(|| places[random.below(places.len())])
}

pub(crate) fn whole(seed: u64) -> String {
    markup(&document(seed, false))
}

pub(crate) fn optional_end_tags(seed: u64) -> String {
    markup(&document(seed, true))
}

pub(crate) fn truncated(seed: u64) -> String {
    let mut text = whole(seed);
    text.truncate(boundary(&text, Random::new(seed ^ 1).below(text.len() + 1)));
    text
}

fn without(seed: u64, of: impl Fn(&Piece) -> bool) -> String {
    let mut pieces = document(seed, false);
    let mut random = Random::new(seed ^ 2);
    for _ in 0..1 + random.below(3) {
        if let Some(place) = one_of(&mut random, &places(&pieces, &of)) {
            pieces.remove(place);
        }
    }
    markup(&pieces)
}

pub(crate) fn close_tag_dropped(seed: u64) -> String {
    without(seed, |piece| matches!(piece, Piece::Close(_)))
}

pub(crate) fn open_tag_dropped(seed: u64) -> String {
    without(seed, |piece| matches!(piece, Piece::Open(_)))
}

pub(crate) fn swapped(seed: u64) -> String {
    let mut pieces = document(seed, false);
    let mut random = Random::new(seed ^ 3);
    let tags = places(&pieces, |piece| !matches!(piece, Piece::Text(_)));
    for _ in 0..1 + random.below(3) {
        if let (Some(a), Some(b)) = (one_of(&mut random, &tags), one_of(&mut random, &tags)) {
            pieces.swap(a, b);
        }
    }
    markup(&pieces)
}

const JUNK: &[&str] = &[
    "<",
    ">",
    "</",
    "&",
    "\"",
    "'",
    "=",
    "/",
    "<!--",
    "-->",
    "<!",
    "<?",
    "\0",
    "]]>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</p>",
    "<p>",
    "<b>",
    "</b>",
    "<a href=x>",
    "</a>",
    "<i>",
    "</i>",
    "<svg>",
    "</svg>",
    "<math>",
    "<mi>",
    "<annotation-xml encoding=text/html>",
    "<foreignObject>",
    "<desc>",
    "<template>",
    "</template>",
    "<select>",
    "</select>",
    "<option>",
    "<optgroup>",
    "<textarea>",
    "</textarea>",
    "<title>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<button>",
    "<form>",
    "</form>",
    "<li>",
    "</ul>",
    "<dd>",
    "<h1>",
    "<nobr>",
    "<caption>",
    "<col>",
    "<colgroup>",
    "<tbody>",
    "<input type=hidden>",
    "<object>",
    "<marquee>",
    "</marquee>",
    "<![CDATA[x]]>",
    "<br/>",
    "</br>",
    "<image>",
    "<hr>",
    "<x-y>",
    "</x-y>",
    "\n",
    "<html>",
    "<body class=x>",
    "</body>",
    "<head>",
    "<frameset>",
    "<font color=red>",
    "<center>",
    "<rt>",
    "<iframe>",
    "</iframe>",
    "<noscript>",
    "<xmp>",
    "</xmp>",
    "&notit;",
    "&#0;",
    "&amp",
    "<!doctype html>",
];

/// Pieces lost, doubled, exchanged and put in, at any byte.
pub(crate) fn mutated(seed: u64) -> String {
    let mut text = whole(seed);
    let mut random = Random::new(seed ^ 4);
    text.truncate(boundary(&text, 4000));
    for _ in 0..1 + random.below(8) {
        let at = boundary(&text, random.below(text.len() + 1));
        let end = boundary(&text, at + random.below(12));
        match random.below(3) {
            0 => text.replace_range(at..end, ""),
            1 => text.insert_str(at, random.pick(JUNK)),
            _ => {
                let copy = text[at..end].to_owned();
                let to = boundary(&text, random.below(text.len() + 1));
                text.insert_str(to, &copy);
            }
        }
    }
    text
}

/// Nothing but tags and pieces of tags.
pub(crate) fn soup(seed: u64) -> String {
    let mut random = Random::new(seed ^ 5);
    (0..4 + random.below(40))
        .map(|_| match random.chance(15) {
            true => "text ",
            false => random.pick(JUNK),
        })
        .collect()
}

/// An input in a fragment of a select is ignored by the standard, kept by html5ever and Chromium; such markup
/// is read as the content of a `div` instead.
pub(crate) fn context_for(markup: &str, context: &'static str) -> &'static str {
    match context == "select" && markup.contains("<input") {
        true => "div",
        false => context,
    }
}
