//! The number of threads: as requested by the command line, but limited by the job slots of a
//! `make`.
//!
//! Each process of `make` has one slot. Each additional thread requires a token of the job server.
//! Tokens are taken without waiting before a module is compiled, and returned afterwards.

use jobserver::{Acquired, Client};
use std::sync::{Mutex, PoisonError};

/// The slots of this process.
#[derive(Debug, Default)]
pub struct JobSlots {
    server: Option<Client>,
    /// The tokens besides the process's implicit slot.
    taken: Mutex<Vec<Acquired>>,
}

impl JobSlots {
    /// Creates the slots of `server`; without one, there is no limit.
    pub fn new(server: Option<Client>) -> JobSlots {
        JobSlots { server, taken: Mutex::default() }
    }

    /// Returns the number of available threads, at least one and at most `wanted`. The slots are
    /// held until [`JobSlots::release`].
    pub fn threads(&self, wanted: usize) -> usize {
        let Some(server) = &self.server else { return wanted };
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while taken.len() + 1 < wanted {
            // A server that fails has no more tokens.
            match server.try_acquire() {
                Ok(Some(token)) => taken.push(token),
                Ok(None) | Err(_) => break,
            }
        }
        wanted.min(taken.len() + 1)
    }

    /// Returns the slots.
    pub fn release(&self) {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::JobSlots;

    #[test]
    fn without_a_server_all_threads_may_run() {
        let slots = JobSlots::default();
        assert_eq!([1, 7].map(|wanted| slots.threads(wanted)), [1, 7]);
    }
}
