//! The job server of the `make` that this process belongs to.
//!
//! It is not related to LLVM, but taking over inherited file descriptors requires unsafe code.

use jobserver::Client;

/// Returns the job server that `MAKEFLAGS` or a similar variable names, if it can be reached. Must
/// be called before the process opens files or starts threads. Source: GNU make's manual, "Sharing
/// Job Slots with GNU make".
pub fn inherited() -> Option<Client> {
    // SAFETY: a descriptor that the environment names is not one of this process's own files, since
    // none has been opened. No other code takes these descriptors over.
    unsafe { Client::from_env_ext(true) }.client.ok()
}
