//! How many threads work: as many as the command line says, and under a `make` that shares its job slots no more than it has to give.
//!
//! Each process that `make` starts has one slot. Each further thread needs a token of the job server's, which is taken without waiting when a
//! module is about to be compiled, and given back when that is done.

use jobserver::{Acquired, Client};
use std::sync::{Mutex, PoisonError};

/// The slots of this process.
#[derive(Debug, Default)]
pub struct JobSlots {
    server: Option<Client>,
    /// Tokens beyond the slot that the process has anyway.
    taken: Mutex<Vec<Acquired>>,
}

impl JobSlots {
    /// Slots that `server` shares out; without one there are as many as are asked for.
    pub fn new(server: Option<Client>) -> JobSlots {
        JobSlots { server, taken: Mutex::default() }
    }

    /// How many of `wanted` threads there may be, at least one. The slots are kept until [`JobSlots::release`].
    pub fn threads(&self, wanted: usize) -> usize {
        let Some(server) = &self.server else { return wanted };
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while taken.len() + 1 < wanted {
            // A server that fails has no more to give.
            match server.try_acquire() {
                Ok(Some(token)) => taken.push(token),
                Ok(None) | Err(_) => break,
            }
        }
        wanted.min(taken.len() + 1)
    }

    /// Gives the slots back.
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
