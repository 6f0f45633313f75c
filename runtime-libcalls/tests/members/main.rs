//! Tests of every member for every ABI. Compiled, a member requires no other library and never
//! reaches itself. Linked and run under qemu, it gives the results of the machine's own operations.
//!
//! The compiler is `GISEL` of the environment if it is set, else `llc-22`: these tests check the
//! library's own logic.

mod atomics;
mod compiled;
mod exact;
mod hosted;
mod reach;
