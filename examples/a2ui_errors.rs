//! Prints the tables in docs/a2ui-errors.md, or with `--lines` the rows in js/src/a2ui/rules.ts.

use vitrine::a2ui::describe;

fn main() {
    let lines = std::env::args().any(|argument| argument == "--lines");
    let text = match lines {
        true => describe::lines(),
        false => describe::markdown(),
    };
    print!("{text}");
}
