//! A progress line on a terminal, shown after a compilation has taken two seconds. It is never
//! written to pipes and files.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// The time before the line is shown.
const DELAY: Duration = Duration::from_secs(2);

/// The interval of updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// The number of compiled functions of a module.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
    is_wanted: bool,
}

impl Progress {
    /// Returns a progress that is never shown.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), is_wanted: false }
    }

    /// Returns a progress that is shown if standard error is a terminal.
    pub fn on_terminal() -> Progress {
        Progress { is_wanted: std::io::stderr().is_terminal(), ..Progress::hidden() }
    }

    /// Starts the progress of the module `name`, which ends when the result is dropped.
    #[must_use]
    pub fn begin(&self, name: &str) -> Option<Shown> {
        if !self.is_wanted {
            return None;
        }
        self.bar.reset();
        self.bar.set_length(0);
        self.bar.set_message(format!("compiling {name}"));
        let (end, ended) = channel();
        let bar = self.bar.clone();
        let thread = std::thread::Builder::new().spawn(move || show(&bar, &ended)).ok()?;
        Some(Shown { end: Some(end), thread: Some(thread) })
    }

    /// Sets the number of functions.
    pub fn expect(&self, functions: usize) {
        if self.is_wanted {
            self.bar.set_length(functions as u64);
        }
    }

    /// Counts one more compiled function.
    pub fn advance(&self) {
        if self.is_wanted {
            self.bar.inc(1);
        }
    }
}

/// The progress line, erased on drop.
#[derive(Debug)]
pub struct Shown {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Shown {
    fn drop(&mut self) {
        drop(self.end.take());
        self.thread.take().map(JoinHandle::join);
    }
}

fn show(bar: &ProgressBar, ended: &Receiver<()>) {
    if ended.recv_timeout(DELAY) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let style = ProgressStyle::with_template("{spinner} {msg}: {pos} of {len} functions, {elapsed}");
    bar.set_style(style.expect("a template of known keys"));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        bar.tick();
    }
    bar.finish_and_clear();
    bar.set_draw_target(ProgressDrawTarget::hidden());
}
