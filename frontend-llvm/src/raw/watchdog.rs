//! Watches LLVM's reader, which loops for ever on some damaged bitcode.
//!
//! * Requires: each call into the reader goes through `watched`.
//! * Establishes: a call that does not come to an end ends the process with a message and exit code 1.
//! * Cost: two stores a call, and one thread that wakes up once a second. It counts its own waking and no clock, so that a process
//!   that was stopped for a while is not taken for one that loops.

use super::ffi;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

/// The seconds that one call may take, whatever its size.
const BASE: u32 = 20;

/// The seconds that it may take for each MiB of input.
const PER_MIB: u32 = 20;

/// The number of calls begun and ended by a thread: odd while it reads.
type Calls = Arc<AtomicU32>;

/// Of all threads that ever read.
static READERS: Mutex<Vec<Calls>> = Mutex::new(Vec::new());

/// How many seconds one call may take.
static LIMIT: AtomicU32 = AtomicU32::new(BASE);

static STARTED: Once = Once::new();

thread_local! {
    static CALLS: Calls = register();
}

/// Makes allowance for an input of `size` bytes.
pub(super) fn expect(size: usize) {
    let mib = u32::try_from(size >> 20).unwrap_or(u32::MAX);
    LIMIT.fetch_max(BASE.saturating_add(mib.saturating_mul(PER_MIB)), Ordering::Relaxed);
}

/// Does what LLVM's reader is asked for, or ends the process.
pub(super) fn watched<R>(read: impl FnOnce() -> R) -> R {
    CALLS.with(|calls| {
        calls.fetch_add(1, Ordering::Relaxed);
        let result = read();
        calls.fetch_add(1, Ordering::Relaxed);
        result
    })
}

fn register() -> Calls {
    // A system that gives no thread lets its users wait.
    STARTED.call_once(|| drop(std::thread::Builder::new().name("watchdog".into()).spawn(watch)));
    let calls = Calls::default();
    READERS.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&calls));
    calls
}

/// Wakes up once a second, and looks for a call that has been going on for too long.
fn watch() {
    let mut seen: Vec<(Calls, u32, u32)> = Vec::new();
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let mut readers = READERS.lock().unwrap_or_else(PoisonError::into_inner);
        seen.extend(readers.drain(..).map(|calls| (calls, 0, 0)));
        drop(readers);
        // A thread that has ended keeps no count.
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
