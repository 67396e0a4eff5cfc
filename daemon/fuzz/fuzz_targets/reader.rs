#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| memo_daemon::fuzz::reader(input));
