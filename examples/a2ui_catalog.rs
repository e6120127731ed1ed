//! Prints the standard catalog of A2UI v0.8 in the form of the specification's: benches/a2ui/catalog.json.

fn main() {
    println!("{}", vitrine::a2ui::v0_8::standard::catalog().to_json());
}
