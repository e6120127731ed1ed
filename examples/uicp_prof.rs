#![allow(missing_docs)]
use std::time::Instant;
use vitrine::uicp::{doc::Doc, validate};
fn main() {
    let t = std::fs::read("/tmp/prof/batch.json").unwrap();
    let mut d = Doc::default();
    let mut best = [f64::MAX; 3];
    for _ in 0..300 {
        let s = Instant::now();
        for _ in 0..20 {
            validate::read_text(&t, &mut d).unwrap();
        }
        best[0] = best[0].min(s.elapsed().as_secs_f64() * 5e4);
        let s = Instant::now();
        for _ in 0..20 {
            std::hint::black_box(validate::batch_of(&mut d, false).unwrap());
        }
        best[1] = best[1].min(s.elapsed().as_secs_f64() * 5e4);
    }
    println!("{best:?}");
}
