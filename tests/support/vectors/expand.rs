//! Long texts in vectors.

/// `⟦text*count⟧` is the text so many times.
pub(crate) fn expand(text: &str) -> String {
    let mut parts = text.split('⟦');
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let (inside, rest) = part.split_once('⟧').unwrap();
        let (unit, count) = inside.rsplit_once('*').unwrap();
        out += &unit.repeat(count.parse().unwrap());
        out += rest;
    }
    out
}
