#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vitrine_fuzz::a2ui_sim::snapshot(bytes));
