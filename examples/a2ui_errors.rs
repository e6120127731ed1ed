//! Prints the tables in docs/a2ui-errors.md, or with `--typescript` the rows in js/src/a2ui/rules.ts.

use vitrine::a2ui::describe;

fn main() {
    let typescript = std::env::args().any(|argument| argument == "--typescript");
    let text = match typescript {
        true => describe::typescript(),
        false => describe::markdown(),
    };
    print!("{text}");
}
