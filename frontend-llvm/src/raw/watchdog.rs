//! A watchdog for LLVM's reader, which loops forever on some damaged bitcode.
//!
//! * Requires: each call of the reader is made by `watched`.
//! * Establishes: a call that does not return ends the process with a message and exit code 1.
//! * Cost: two stores for each call, and one thread that wakes up once a second. It counts its own
//!   wake-ups instead of clock time, so that a stopped process is not taken for a looping one.

use super::ffi;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

/// The base time limit of a call, in seconds.
const BASE: u32 = 20;

/// The additional time limit for each MiB of input, in seconds.
const PER_MIB: u32 = 20;

/// The number of calls begun and ended by a thread: odd while it reads.
type Calls = Arc<AtomicU32>;

/// The call counters of all threads that have ever read.
static READERS: Mutex<Vec<Calls>> = Mutex::new(Vec::new());

/// The time limit of a call, in seconds.
static LIMIT: AtomicU32 = AtomicU32::new(BASE);

static STARTED: Once = Once::new();

thread_local! {
    static CALLS: Calls = register();
}

/// Raises the time limit for an input of `size` bytes.
pub(super) fn expect(size: usize) {
    let mib = u32::try_from(size >> 20).unwrap_or(u32::MAX);
    LIMIT.fetch_max(BASE.saturating_add(mib.saturating_mul(PER_MIB)), Ordering::Relaxed);
}

/// Calls LLVM's reader, and ends the process if it does not return in time.
pub(super) fn watched<R>(read: impl FnOnce() -> R) -> R {
    CALLS.with(|calls| {
        calls.fetch_add(1, Ordering::Relaxed);
        let result = read();
        calls.fetch_add(1, Ordering::Relaxed);
        result
    })
}

fn register() -> Calls {
    // Without a thread, there is no time limit.
    STARTED.call_once(|| drop(std::thread::Builder::new().name("watchdog".into()).spawn(watch)));
    let calls = Calls::default();
    READERS.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&calls));
    calls
}

/// Checks once a second for a call that exceeds the time limit.
fn watch() {
    let mut seen: Vec<(Calls, u32, u32)> = Vec::new();
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let mut readers = READERS.lock().unwrap_or_else(PoisonError::into_inner);
        seen.extend(readers.drain(..).map(|calls| (calls, 0, 0)));
        drop(readers);
        // Counters of threads that have ended are removed.
        seen.retain(|(calls, ..)| Arc::strong_count(calls) > 1);
        for (calls, last, seconds) in &mut seen {
            let now = calls.load(Ordering::Relaxed);
            *seconds = if now == *last && now % 2 == 1 { *seconds + 1 } else { 0 };
            *last = now;
            if *seconds >= LIMIT.load(Ordering::Relaxed) {
                ffi::gisel_reader_hangs();
            }
        }
    }
}
