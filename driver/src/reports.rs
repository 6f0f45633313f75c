//! JSON reports on a compilation: statistics (`-stats-json`), and the times of each pass
//! (`-time-trace`).

use gisel_codegen::support::statistics::Statistics;
use gisel_codegen::support::timing::Step;
use serde_json::{Map, Value, json};
use std::thread::ThreadId;

/// Returns a member for each statistic, named as in LLVM: pass and counter.
#[must_use]
pub fn statistics(statistics: &Statistics) -> String {
    let members: Map<String, Value> = statistics
        .sums()
        .into_iter()
        .map(|(pass, what, sum)| (format!("{pass}.{what}"), sum.into()))
        .collect();
    format!("{:#}\n", Value::Object(members))
}

/// Returns the steps in the format of Chrome's traces. Source: *Trace Event Format*, complete
/// events.
#[must_use]
pub fn time_trace(steps: &[Step]) -> String {
    let process = std::process::id();
    let mut threads: Vec<ThreadId> = Vec::new();
    let mut events =
        vec![json!({ "ph": "M", "pid": process, "tid": 0, "ts": 0, "cat": "", "name": "process_name",
            "args": { "name": "gisel" } })];
    for step in steps {
        let thread = threads.iter().position(|known| *known == step.thread).unwrap_or(threads.len());
        if thread == threads.len() {
            threads.push(step.thread);
        }
        let (start, duration) = (step.start.as_micros() as u64, step.duration.as_micros() as u64);
        let mut event = json!({ "ph": "X", "pid": process, "tid": thread, "ts": start, "dur": duration,
            "name": step.name });
        if let Some(function) = &step.function {
            event["args"] = json!({ "detail": function });
        }
        events.push(event);
    }
    format!("{}\n", json!({ "traceEvents": events }))
}
