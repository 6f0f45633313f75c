//! Processor time spent by each pass, for `-time-passes`, and when each was run, for `-time-trace`.
//!
//! A pass is timed as a whole for each function, so that the clock is read a few times a function and not
//! at all when nobody asks. Cost: a lock for each pass and function.

use crate::guard;
use rustix::time::{ClockId, clock_gettime};
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The time spent by name, in the order in which names are first seen; workers add to the same.
#[derive(Debug, Default)]
pub struct PassTimes {
    sums: Mutex<Vec<(&'static str, Duration)>>,
    trace: Option<Trace>,
}

/// All steps by the time of day.
#[derive(Debug)]
struct Trace {
    start: Instant,
    /// Shorter steps are left out.
    granularity: Duration,
    steps: Mutex<Vec<Step>>,
}

/// Something that was done.
#[derive(Debug)]
pub struct Step {
    /// What it was: a pass, or all passes over a function.
    pub name: &'static str,
    /// The function that all passes were run over.
    pub function: Option<String>,
    /// By whom.
    pub thread: ThreadId,
    /// When it began, after the start of the compilation.
    pub start: Duration,
    /// How long it took, by the time of day.
    pub duration: Duration,
}

impl PassTimes {
    /// One that also remembers each step that takes at least `granularity`.
    pub fn with_trace(granularity: Duration) -> PassTimes {
        let trace = Trace { start: Instant::now(), granularity, steps: Mutex::default() };
        PassTimes { sums: Mutex::default(), trace: Some(trace) }
    }

    /// Runs `work` as the step `name`, and counts its time if there is something that counts.
    pub fn time<T>(times: Option<&PassTimes>, name: &'static str, work: impl FnOnce() -> T) -> T {
        let Some(times) = times else { return guard::step(name, work) };
        let start = thread_time();
        let result = times.trace(name, None, || guard::step(name, work));
        times.add(name, thread_time().saturating_sub(start));
        result
    }

    /// Remembers `work` as what `function` goes through, if steps are remembered. Its time is counted by its own steps.
    pub fn function<T>(times: Option<&PassTimes>, function: &str, work: impl FnOnce() -> T) -> T {
        match times.filter(|times| times.trace.is_some()) {
            Some(times) => times.trace("CodeGen Function", Some(function), work),
            None => work(),
        }
    }

    fn trace<T>(&self, name: &'static str, function: Option<&str>, work: impl FnOnce() -> T) -> T {
        let Some(trace) = &self.trace else { return work() };
        let start = trace.start.elapsed();
        let result = work();
        let duration = trace.start.elapsed().saturating_sub(start);
        if duration >= trace.granularity {
            let function = function.map(str::to_owned);
            let step = Step { name, function, thread: thread::current().id(), start, duration };
            trace.steps.lock().unwrap_or_else(PoisonError::into_inner).push(step);
        }
        result
    }

    fn add(&self, name: &'static str, time: Duration) {
        // Another worker's panic leaves the list whole.
        let mut list = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        match list.iter_mut().find(|(n, _)| *n == name) {
            Some((_, sum)) => *sum += time,
            None => list.push((name, time)),
        }
    }

    /// All steps that were remembered, in the order in which they ended; nothing if none were to be.
    pub fn take_steps(&self) -> Option<Vec<Step>> {
        let trace = self.trace.as_ref()?;
        Some(std::mem::take(&mut *trace.steps.lock().unwrap_or_else(PoisonError::into_inner)))
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
        let list = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
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

    #[test]
    fn steps_are_remembered_with_their_functions() {
        let times = PassTimes::with_trace(Duration::ZERO);
        PassTimes::function(Some(&times), "f", || PassTimes::time(Some(&times), "legalizer", || ()));
        let steps = times.take_steps().unwrap();
        let names: Vec<_> = steps.iter().map(|step| (step.name, step.function.as_deref())).collect();
        assert_eq!(names, [("legalizer", None), ("CodeGen Function", Some("f"))]);
        assert!(steps[1].start <= steps[0].start && PassTimes::default().take_steps().is_none());
    }
}
