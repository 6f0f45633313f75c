//! The report on one function: its text at each stage, the rules applied between stages, allocation
//! decisions, block frequencies, and the time of each pass.

use super::text::{self, ListingLine};
use crate::compile_options::CompileOptions;
use crate::coverage;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::Module;
use gisel_codegen::isel::record::{Allocation, Record, Step};
use gisel_codegen::mc::emit::{FunctionEmitter, OutputKind};
use gisel_codegen::passes::analysis::block_frequency::BlockFrequency;
use gisel_codegen::passes::analysis::control_flow::ControlFlow;
use gisel_codegen::pipeline::{self, TRANSLATOR};
use gisel_codegen::support::coverage::RuleKind;
use gisel_codegen::support::error::CompileError;
use gisel_codegen::support::timing::PassTimes;
use gisel_codegen::target::Target;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The common state of all functions of a module.
pub struct Explainer<'a> {
    /// The module.
    pub module: &'a Module,
    /// The options of its compilation.
    pub options: &'a CompileOptions,
    /// The record of rules and allocation.
    pub record: &'a Record,
    /// The times of passes.
    pub times: &'a PassTimes,
    /// The module as text.
    pub ir: &'a str,
}

/// The function after a pass.
struct Stage {
    pass: String,
    title: String,
    lines: Vec<ListingLine>,
    steps: Vec<Step>,
}

impl Explainer<'_> {
    /// Compiles `mf`, function `number` of the module, and returns its report.
    pub fn function(
        &self,
        number: u32,
        mf: &mut MachineFunction,
        target: &dyn Target,
    ) -> Result<Value, CompileError> {
        let (mut stages, mut allocation) = (Vec::new(), Allocation::default());
        let mut dump = |text: &str| {
            let (steps, allocated) = self.record.take();
            if !allocated.blocks.is_empty() {
                allocation = allocated;
            }
            stages.extend(Stage::of_dump(text, steps));
        };
        let mut worker = pipeline::Worker::default();
        self.times.take_steps();
        pipeline::run(mf, target, self.module, &self.options.pipeline, &mut worker, &mut dump)?;
        let passes = self.times.take_steps().unwrap_or_default();
        let graph = graph(mf, target);
        let emitter = FunctionEmitter::new(self.module, target, OutputKind::Assembly);
        let chunk = emitter.emit(mf, number, &mut worker.emission)?;
        let assembly = text::assembly(&chunk.text().unwrap_or_default());
        let rules = Rules::of(target);
        let lines = |lines: &[ListingLine]| lines.iter().map(ListingLine::json).collect::<Vec<_>>();
        Ok(json!({
            "name": mf.name,
            "ir": lines(&text::ir(self.ir, &mf.name)),
            "stages": stages_json(&stages, &rules),
            "assembly": lines(&assembly),
            "blocks": graph,
            "allocation": allocation_json(&allocation),
            "times": passes.iter().map(|step| json!([step.name, step.duration.as_nanos() as u64])).collect::<Vec<_>>(),
        }))
    }
}

impl Stage {
    /// Parses a dump after a pass; the first line has the pass's name and title.
    fn of_dump(dump: &str, steps: Vec<Step>) -> Option<Stage> {
        let head = dump.lines().next()?.strip_prefix("# *** IR Dump After ")?;
        let (title, pass) = head.strip_suffix(") ***:")?.rsplit_once(" (")?;
        Some(Stage { pass: pass.to_owned(), title: title.to_owned(), lines: text::mir(dump), steps })
    }
}

/// Returns the passes that changed the function, and the names of the others.
fn stages_json(stages: &[Stage], rules: &Rules<'_>) -> Vec<Value> {
    let mut shown = Vec::new();
    let mut last: Option<&Stage> = None;
    for stage in stages {
        let steps: Vec<Value> = stage.steps.iter().map(|step| rules.json(step)).collect();
        let is_new = stage.pass == TRANSLATOR || last.is_none_or(|last| last.lines != stage.lines);
        let lines = is_new.then(|| stage.lines.iter().map(ListingLine::json).collect::<Vec<_>>());
        shown.push(json!({ "pass": stage.pass, "title": stage.title, "lines": lines, "steps": steps }));
        last = Some(stage);
    }
    shown
}

/// Returns the blocks in layout order: number, frequency relative to the entry, and successors with
/// probabilities.
fn graph(mf: &MachineFunction, target: &dyn Target) -> Vec<Value> {
    let flow = ControlFlow::of(mf);
    let frequency = flow.frequency(mf, target);
    let ratio = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let of_block = |&block: &_| {
        let count = frequency.of(block);
        let successors = mf.block(block).successors.iter().enumerate();
        let successors: Vec<Value> =
            successors.map(|(n, to)| json!([to.raw(), ratio(frequency.of_edge(block, n), count)])).collect();
        json!([block.raw(), ratio(count, BlockFrequency::ENTRY), successors])
    };
    mf.layout.iter().map(of_block).collect()
}

fn allocation_json(allocation: &Allocation) -> Value {
    let blocks: Vec<Value> =
        allocation.blocks.iter().map(|(block, start, end)| json!([block.raw(), start, end])).collect();
    let intervals = allocation.intervals.iter().map(|i| {
        json!({ "vreg": i.vreg, "class": i.class, "ranges": i.ranges, "location": i.location,
            "register": i.in_register })
    });
    json!({ "blocks": blocks, "intervals": intervals.collect::<Vec<_>>() })
}

/// The rules of a target, by kind and number.
struct Rules<'a> {
    names: HashMap<(&'static str, u32), String>,
    texts: &'a [&'static str],
}

impl Rules<'_> {
    fn of(target: &dyn Target) -> Rules<'_> {
        let names =
            coverage::rules(target).into_iter().map(|(kind, number, name)| ((kind.name(), number), name));
        Rules { names: names.collect(), texts: target.selector().rule_texts() }
    }

    /// Returns a rule's application: the rule, the instruction and the result, with the rule's text
    /// if it has one.
    fn json(&self, step: &Step) -> Value {
        let name = self.names.get(&(step.kind.name(), step.number)).map_or("", String::as_str);
        let text = match step.kind {
            RuleKind::Select => self.texts.get(step.number as usize).copied(),
            _ => None,
        };
        json!([step.kind.name(), name, step.root.origin.map(|origin| origin.raw()), step.root.inst, text])
    }
}
