//! Prints the HTML policy: `markdown`, the tables of docs/html.md; or `typescript`, those of the package's builder.

use vitrine::html::policy::describe;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("markdown") => print!("{}", describe::markdown()),
        Some("typescript") => print!("{}", describe::typescript()),
        _ => eprintln!("Expected markdown or typescript."),
    }
}
