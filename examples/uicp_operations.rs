//! Prints the table of operations in docs/uicp.md.

fn main() {
    print!("{}", vitrine::uicp::describe::markdown());
}
