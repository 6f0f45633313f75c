//! Processor time spent by each pass, for `-time-passes`.
//!
//! A pass is timed as a whole for each function, so that the clock is read a few times a function and not
//! at all when nobody asks. Cost: a lock for each pass and function.

use crate::guard;
use rustix::time::{ClockId, clock_gettime};
use std::fmt;
use std::sync::Mutex;
use std::time::Duration;

/// The time spent by name, in the order in which names are first seen; workers add to the same.
#[derive(Debug, Default)]
pub struct PassTimes(Mutex<Vec<(&'static str, Duration)>>);

impl PassTimes {
    /// Runs `work` as the step `name`, and counts its time if there is something that counts.
    pub fn time<T>(times: Option<&PassTimes>, name: &'static str, work: impl FnOnce() -> T) -> T {
        let Some(times) = times else { return guard::step(name, work) };
        let start = thread_time();
        let result = guard::step(name, work);
        times.add(name, thread_time().saturating_sub(start));
        result
    }

    fn add(&self, name: &'static str, time: Duration) {
        // Another worker's panic leaves the list whole.
        let mut list = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match list.iter_mut().find(|(n, _)| *n == name) {
            Some((_, sum)) => *sum += time,
            None => list.push((name, time)),
        }
    }
}

/// The processor time of this thread: unlike the time of day it does not count what else the machine does.
fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).expect("less than a second"))
}

impl fmt::Display for PassTimes {
    /// A line for each name: seconds, share, name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let total: Duration = list.iter().map(|(_, time)| *time).sum();
        writeln!(f, "===-- pass execution timing report: {:.4} seconds --===", total.as_secs_f64())?;
        for (name, time) in list.iter() {
            let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE);
            writeln!(f, "{:10.6} ({share:5.1}%)  {name}", time.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up_by_name() {
        let times = PassTimes::default();
        for name in ["a", "b", "a"] {
            times.add(name, Duration::from_millis(250));
        }
        let text = times.to_string();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines, ["  0.500000 ( 66.7%)  a", "  0.250000 ( 33.3%)  b"]);
        assert_eq!(PassTimes::time(None, "c", || 7), 7);
    }
}
