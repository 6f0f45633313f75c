//! The job server of the `make` that this process belongs to.
//!
//! It is no part of LLVM, but files that a process inherits by their numbers are taken over without the compiler's help.

use jobserver::Client;

/// The job server that `MAKEFLAGS` and its like name, if it can be reached. Requires that it is called before the process opens files or starts
/// threads. Source: GNU make's manual, "Sharing Job Slots with GNU make".
pub fn inherited() -> Option<Client> {
    // SAFETY: no file of this process's own can have a number that the environment names, since none has been opened, and
    // nothing else takes these files over.
    unsafe { Client::from_env_ext(true) }.client.ok()
}
