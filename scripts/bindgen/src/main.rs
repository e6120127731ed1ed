//! `vitrine-bindgen INPUT OUT_DIR NAME`: makes `NAME.js`, `NAME.d.ts` and `NAME_bg.wasm` of a compiled module.

use std::env::args;
use std::error::Error;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [input, out_dir, name] = &args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected INPUT OUT_DIR NAME".into());
    };
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .out_name(name)
        .typescript(true)
        .remove_producers_section(true)
        // The package decides where its wasm file is, and reinit() needs the reset function.
        .omit_default_module_path(true)
        .reset_state_function(true)
        .generate(out_dir)?;
    Ok(())
}
