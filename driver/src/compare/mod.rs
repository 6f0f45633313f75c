//! `gisel compare`: compares the outputs of gisel and `llc` for a module.

mod execution;
mod functions;
mod objects;
mod report;
mod side_by_side;
mod stages;

use crate::compile_options::{CompileOptions, Warnings};
use crate::compiled::TargetMachine;
use crate::failure;
use crate::failure::Failure;
use crate::llc::{self, Llc};
use crate::options::{FileType, Options};
use crate::program::{self, Linkable};
use crate::session::compile;
use execution::Execution;
use functions::{Figures, Function};
use std::collections::BTreeMap;
use std::path::Path;

/// The output of one compiler for a module.
#[derive(Debug)]
struct Side {
    /// The compiler's name.
    name: String,
    object: Vec<u8>,
    /// The functions by symbol.
    functions: BTreeMap<String, Function>,
    /// The facts of the object.
    facts: objects::Facts,
}

/// A request to both compilers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Request {
    /// An object for linking.
    Object,
    /// An object with frame sizes, on which some linkers fail.
    StackSizes,
    /// Assembly with comments.
    Assembly,
}

impl Request {
    fn filetype(self) -> FileType {
        if self == Request::Assembly { FileType::Asm } else { FileType::Obj }
    }

    /// Returns gisel's options; warnings are only reported once.
    fn options(self, options: &Options) -> CompileOptions {
        let mut own = CompileOptions::new(options);
        own.filetype = self.filetype();
        own.module.stack_sizes |= self == Request::StackSizes;
        own.module.asm_comments = true;
        if self != Request::Object {
            own.warnings = Warnings::Hidden;
        }
        own
    }

    /// Returns the arguments of `llc`.
    fn arguments(self, name: &str, options: &Options, machine: &TargetMachine) -> Vec<String> {
        let mut arguments = llc::arguments(name, options, self.filetype(), Some(machine));
        if options.global_isel {
            arguments.push("-global-isel".into());
        }
        if self == Request::StackSizes && !options.module.options.stack_sizes {
            arguments.push("-stack-size-section".into());
        }
        arguments.push("-asm-verbose".into());
        arguments
    }
}

impl Side {
    /// Compiles the module by `compile` and reads the output.
    fn new(
        name: String,
        mut compile: impl FnMut(Request) -> Result<Vec<u8>, Failure>,
    ) -> Result<Side, Failure> {
        let read =
            |object: &[u8]| objects::read(object).map_err(|why| Failure::new(format!("{name}: {why}")));
        let object = compile(Request::Object)?;
        let (mut facts, code) = read(&object)?;
        let (_, sizes) = read(&compile(Request::StackSizes)?)?;
        let assembly = compile(Request::Assembly)?;
        let mut functions = BTreeMap::new();
        for mut function in functions::of_assembly(&String::from_utf8_lossy(&assembly)) {
            function.figures.bytes = code.code.get(&function.name).copied().unwrap_or_default();
            function.figures.stack = sizes.stack.get(&function.name).copied().unwrap_or_default();
            functions.insert(function.name.clone(), function);
        }
        let of_functions = |said: fn(&Function) -> Vec<&String>| {
            let sentences = functions
                .values()
                .flat_map(|f| said(f).into_iter().map(|what| format!("{}: {what}", f.name)));
            sentences.collect()
        };
        facts.insert("unwinding", of_functions(|f| f.unwinding.iter().collect()));
        facts.insert("line", of_functions(|f| f.lines.iter().collect()));
        Ok(Side { name, object, functions, facts })
    }

    fn total(&self) -> Figures {
        let mut total = Figures::default();
        self.functions.values().for_each(|function| total.add(&function.figures));
        total
    }
}

/// A fact of only one of the two objects.
#[derive(Clone, Debug)]
struct Difference {
    /// The kind of the fact.
    kind: &'static str,
    /// True if it is a fact of gisel's object.
    is_ours: bool,
    what: String,
}

/// The result of comparing a module.
struct Comparison {
    input: String,
    ours: Side,
    theirs: Side,
    differences: Vec<Difference>,
    stages: Vec<stages::Stage>,
    /// The executions of both programs, if they were executed.
    executions: Option<[Execution; 2]>,
}

/// Compares as the command line requests. The process's exit code is 1 if a ratio is above the
/// limit, the programs differ or one was killed.
///
/// # Errors
/// One of the compilers rejects the module, or there is no `llc`, linker or emulator.
pub fn compare(options: &Options) -> Result<i32, Failure> {
    let [input] = &options.inputs[..] else { return Err(Failure::new("one input is compared")) };
    let data = program::read(input)?;
    let comparison = Comparison::new(input, &data, options);
    let comparison = comparison.map_err(|failure| failure.located(&program::input_name(input), &data))?;
    let text = match (options.json, &options.function) {
        (true, _) => report::json(&comparison),
        (false, Some(name)) => comparison.of_function(name, &data, options)?,
        (false, None) => report::text(&comparison),
    };
    failure::write(options.output.as_deref().unwrap_or(Path::new("-")), text.as_bytes())?;
    let above = comparison.above(options.fail_above);
    if let (Some(limit), false) = (options.fail_above, above.is_empty()) {
        return Err(Failure::new(format!(
            "{}: above {limit} of llc's: {}",
            comparison.input,
            above.join(", ")
        )));
    }
    Ok(i32::from(comparison.differs()))
}

impl Comparison {
    fn new(input: &Path, data: &[u8], options: &Options) -> Result<Comparison, Failure> {
        let name = program::input_name(input);
        let llc = Llc::find(options.llc.as_deref())
            .map_err(|why| Failure::new(format!("{why} to compare with")))?;
        let mut machine = TargetMachine::default();
        let ours = Side::new("gisel".into(), |request| {
            let compiled = compile(data, &name, &request.options(options))?;
            machine = compiled.machine;
            Ok(compiled.bytes)
        })?;
        let theirs = Side::new(llc.name(), |request| {
            let arguments = request.arguments(&name, options, &machine);
            llc.compile(data, &name, &arguments).map_err(Failure::new)
        })?;
        let stages = match options.stages {
            true => stages::compare(data, &name, options, &llc, &machine)?,
            false => Vec::new(),
        };
        let executions = match options.run {
            true => {
                let run = |side: &Side| {
                    let linkable = Linkable { object: &side.object, machine: &machine };
                    execution::run(&linkable, options)
                };
                Some([run(&ours)?, run(&theirs)?])
            }
            false => None,
        };
        let differences = differences(&ours, &theirs);
        Ok(Comparison { input: name, ours, theirs, differences, stages, executions })
    }

    /// Returns the functions that both compilers define, in pairs.
    fn pairs(&self) -> impl Iterator<Item = (&Function, &Function)> {
        self.ours.functions.values().filter_map(|ours| Some((ours, self.theirs.functions.get(&ours.name)?)))
    }

    /// Returns the report for one function.
    fn of_function(&self, name: &str, data: &[u8], options: &Options) -> Result<String, Failure> {
        let found = self.pairs().find(|(ours, _)| ours.name == name);
        let Some((ours, theirs)) = found else {
            return Err(Failure::new(format!(
                "{}: there is no function @{name} in both objects",
                self.input
            )));
        };
        let ir = stages::ir_of(data, &self.input, name, options)?;
        let names = [self.ours.name.as_str(), &self.theirs.name];
        let mut text = side_by_side::with_ir(names, [&ours.code, &theirs.code], &ir);
        for stage in &self.stages {
            text += &stage.side_by_side(name, names);
        }
        Ok(text)
    }

    /// Returns the statistics that exceed `llc`'s by more than the limit.
    fn above(&self, limit: Option<f64>) -> Vec<String> {
        let executed = self.executions.as_ref().map(|[ours, theirs]| (ours.executed(), theirs.executed()));
        let (ours, theirs) = (self.ours.total(), self.theirs.total());
        let figures = [
            ("instructions", Some((ours.instructions, theirs.instructions))),
            ("bytes", Some((ours.bytes, theirs.bytes))),
            ("executed instructions", executed),
        ];
        let is_above = |ratio: &f64| limit.is_some_and(|limit| *ratio > limit);
        let ratios = figures.into_iter().filter_map(|(name, pair)| Some((name, pair?)));
        let ratios = ratios.filter_map(|(name, (ours, theirs))| Some((name, ratio(ours, theirs)?)));
        ratios
            .filter(|(_, ratio)| is_above(ratio))
            .map(|(name, ratio)| format!("{name} {ratio:.3}"))
            .collect()
    }

    /// Returns true if the programs were run, and behave differently or are killed.
    fn differs(&self) -> bool {
        self.executions.as_ref().is_some_and(|[ours, theirs]| !ours.behaves_as(theirs))
    }
}

/// Returns ours divided by theirs; none if theirs is zero.
fn ratio(ours: u64, theirs: u64) -> Option<f64> {
    (theirs != 0).then(|| ours as f64 / theirs as f64)
}

fn differences(ours: &Side, theirs: &Side) -> Vec<Difference> {
    let kinds = objects::KINDS.into_iter().chain(["unwinding", "line"]);
    let of_kind = |kind| {
        let [ours, theirs] = [ours, theirs].map(|side| side.facts.get(kind).cloned().unwrap_or_default());
        let only = |a: &std::collections::BTreeSet<String>,
                    b: &std::collections::BTreeSet<String>,
                    is_ours| {
            a.difference(b).map(|what| Difference { kind, is_ours, what: what.clone() }).collect::<Vec<_>>()
        };
        let mut all = only(&ours, &theirs, true);
        all.extend(only(&theirs, &ours, false));
        all.sort_by(|a, b| a.what.cmp(&b.what));
        all
    };
    kinds.flat_map(of_kind).collect()
}
