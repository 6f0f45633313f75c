//! Time spent in each pass, for `-time-passes`, and the start of each run, for `-time-trace`.
//!
//! A pass is timed as a whole for each function, so clocks are read a few times a function. If
//! timing is disabled, they are not read at all. Processor time is the time of the pass's thread.
//! Cost: a lock for each pass and function.

use crate::support::guard;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};
use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The time spent by name, in order of first appearance; all workers add to the same.
#[derive(Debug, Default)]
pub struct PassTimes {
    sums: Mutex<Vec<(&'static str, Time)>>,
    trace: Option<Trace>,
}

/// The time of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Time {
    /// Processor time in user mode.
    user: Duration,
    /// Processor time in the kernel.
    system: Duration,
    /// Wall-clock time.
    wall: Duration,
}

/// A column of a report: its title and its value.
type Column = (&'static str, fn(&Time) -> Duration);

/// The columns; those without any time are omitted.
const COLUMNS: [Column; 4] = [
    ("   ---User Time---", |time| time.user),
    ("   --System Time--", |time| time.system),
    ("   --User+System--", Time::processor),
    ("   ---Wall Time---", |time| time.wall),
];

impl Time {
    fn processor(&self) -> Duration {
        self.user + self.system
    }
}

/// The time that a thread has used so far.
struct Used {
    processor: Duration,
    system: Duration,
    now: Instant,
}

impl Used {
    /// Returns the time used by this thread. The clock is exact; the kernel's share may be
    /// approximate.
    fn by_thread() -> Used {
        let now = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID);
        let system = getrusage(UsageWho::RUSAGE_THREAD).map(|usage| usage.system_time().num_microseconds());
        Used {
            processor: now.map(Duration::from).unwrap_or_default(),
            system: Duration::from_micros(system.unwrap_or(0).unsigned_abs()),
            now: Instant::now(),
        }
    }

    /// Returns the time since then.
    fn since(&self) -> Time {
        let Used { processor, system, now } = Used::by_thread();
        let processor = processor.saturating_sub(self.processor);
        let system = system.saturating_sub(self.system).min(processor);
        Time { user: processor - system, system, wall: now.saturating_duration_since(self.now) }
    }
}

impl Add for Time {
    type Output = Time;

    fn add(self, other: Time) -> Time {
        Time {
            user: self.user + other.user,
            system: self.system + other.system,
            wall: self.wall + other.wall,
        }
    }
}

impl Sum for Time {
    fn sum<I: Iterator<Item = Time>>(times: I) -> Time {
        times.fold(Time::default(), Add::add)
    }
}

/// All steps by wall-clock time.
#[derive(Debug)]
struct Trace {
    start: Instant,
    /// The minimum duration of recorded steps.
    granularity: Duration,
    steps: Mutex<Vec<Step>>,
}

/// A recorded step.
#[derive(Debug)]
pub struct Step {
    /// Its name: a pass, or all passes over a function.
    pub name: &'static str,
    /// The function, if the step is all passes over it.
    pub function: Option<String>,
    /// The thread that ran it.
    pub thread: ThreadId,
    /// Its start, relative to the start of the compilation.
    pub start: Duration,
    /// Its duration by wall-clock time.
    pub duration: Duration,
}

impl PassTimes {
    /// Returns an instance that also records each step of at least `granularity`.
    pub fn with_trace(granularity: Duration) -> PassTimes {
        let trace = Trace { start: Instant::now(), granularity, steps: Mutex::default() };
        PassTimes { sums: Mutex::default(), trace: Some(trace) }
    }

    /// Runs `work` as the step `name`, and adds its time if timing is enabled.
    pub fn time<T>(times: Option<&PassTimes>, name: &'static str, work: impl FnOnce() -> T) -> T {
        let Some(times) = times else { return guard::step(name, work) };
        let used = Used::by_thread();
        let result = times.trace(name, None, || guard::step(name, work));
        times.add(name, used.since());
        result
    }

    /// Records `work` as all passes over `function`, if steps are recorded. Its own steps add the
    /// time.
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

    fn add(&self, name: &'static str, time: Time) {
        // Another worker's panic leaves the list consistent.
        let mut list = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        match list.iter_mut().find(|(n, _)| *n == name) {
            Some((_, sum)) => *sum = *sum + time,
            None => list.push((name, time)),
        }
    }

    /// Returns all recorded steps, in the order in which they ended; `None` if recording is
    /// disabled.
    pub fn take_steps(&self) -> Option<Vec<Step>> {
        let trace = self.trace.as_ref()?;
        Some(std::mem::take(&mut *trace.steps.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl fmt::Display for PassTimes {
    /// Prints a line for each name, as LLVM reports the times of its passes: in columns with
    /// shares, longest first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = self.sums.lock().unwrap_or_else(PoisonError::into_inner).clone();
        list.sort_by_key(|(_, time)| std::cmp::Reverse(time.wall));
        let total: Time = list.iter().map(|(_, time)| *time).sum();
        let (processor, wall) = (total.processor().as_secs_f64(), total.wall.as_secs_f64());
        let shown = COLUMNS.into_iter().filter(|(_, part)| !part(&total).is_zero());
        let columns: Vec<Column> = shown.collect();
        writeln!(f, "{RULE}\n{:26}Pass execution timing report\n{RULE}", "")?;
        writeln!(f, "  Total Execution Time: {processor:.4} seconds ({wall:.4} wall clock)\n")?;
        columns.iter().try_for_each(|(title, _)| f.write_str(title))?;
        writeln!(f, "  --- Name ---")?;
        for (name, time) in list.iter().copied().chain([("Total", total)]) {
            for (_, part) in &columns {
                let (seconds, whole) = (part(&time).as_secs_f64(), part(&total).as_secs_f64());
                write!(f, "  {seconds:7.4} ({:5.1}%)", 100.0 * seconds / whole)?;
            }
            writeln!(f, "  {name}")?;
        }
        writeln!(f)
    }
}

/// The line above and below a title.
const RULE: &str = "===-------------------------------------------------------------------------===";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up_by_name() {
        let times = PassTimes::default();
        let quarter = Duration::from_millis(250);
        for name in ["b", "a", "a"] {
            times.add(name, Time { user: quarter, system: Duration::ZERO, wall: 2 * quarter });
        }
        let text = times.to_string();
        let lines: Vec<&str> = text.lines().skip(3).collect();
        let expected = [
            "  Total Execution Time: 0.7500 seconds (1.5000 wall clock)",
            "",
            "   ---User Time---   --User+System--   ---Wall Time---  --- Name ---",
            "   0.5000 ( 66.7%)   0.5000 ( 66.7%)   1.0000 ( 66.7%)  a",
            "   0.2500 ( 33.3%)   0.2500 ( 33.3%)   0.5000 ( 33.3%)  b",
            "   0.7500 (100.0%)   0.7500 (100.0%)   1.5000 (100.0%)  Total",
            "",
        ];
        assert_eq!(lines, expected);
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
