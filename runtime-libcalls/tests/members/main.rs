//! Every member for every ABI: compiled, it needs nothing from elsewhere and never reaches itself; linked and run under qemu, it gives the results of
//! the machine's own operations.
//!
//! The compiler is `GISEL` of the environment when set, else `llc-22`: the library's own logic is what is judged here.

mod atomics;
mod compiled;
mod exact;
mod hosted;
mod reach;
