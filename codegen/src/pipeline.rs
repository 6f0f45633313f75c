//! The way of one function from the IRTranslator's output to what is emitted: the passes in order, what each
//! requires and establishes, and where to stop or print.

use crate::error::{CompileError, Result};
use crate::legalizer::Legalizer;
use crate::mir::{self, MachineFunction, Properties};
use crate::module::Module;
use crate::regalloc;
use crate::regbankselect;
use crate::target::Target;
use crate::timing::PassTimes;
use crate::verifier;
use std::cell::RefCell;
use std::sync::Arc;

/// How much work is put into the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// Compile as fast as possible.
    O0,
    /// Combine, choose banks, remove what is computed twice.
    O1,
    /// Also across loops, and by schedule.
    #[default]
    O2,
    /// As `O2`.
    O3,
}

/// What a pass works with besides the function.
#[derive(Clone, Copy)]
pub struct PassContext<'a> {
    /// The function's subtarget.
    pub target: &'a dyn Target,
    /// The module.
    pub module: &'a Module,
    /// The level.
    pub level: OptLevel,
    /// Whether the function is verified after each pass.
    pub verify: bool,
    /// How banks are chosen.
    pub bank_mode: regbankselect::Mode,
    /// The subtarget's legalizer, which remembers what it has been asked.
    pub legalizer: &'a RefCell<Legalizer>,
}

/// What a thread keeps from function to function.
#[derive(Default)]
pub struct Worker {
    /// By subtarget.
    legalizers: Vec<RefCell<Legalizer>>,
}

/// One pass.
pub struct Pass {
    /// Its name, LLVM's where LLVM has it.
    pub name: &'static str,
    /// Properties that the function must have.
    pub requires: Properties,
    /// Properties that it has afterwards.
    pub establishes: Properties,
    /// The lowest level that has it.
    pub level: OptLevel,
    /// The pass itself.
    pub run: fn(&mut MachineFunction, &PassContext<'_>) -> Result<()>,
}

/// The name of the stage before all passes.
pub const TRANSLATOR: &str = "irtranslator";

/// What `-run-pass` takes for no pass at all: the function is read, verified and written.
pub const NO_PASS: &str = "none";

/// The passes in order.
pub static PASSES: &[Pass] = &[
    Pass {
        name: "codegenprepare",
        requires: Properties::IS_SSA,
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, _| {
            crate::phi_constants::run(mf);
            crate::branch_splitting::run(mf);
            Ok(())
        },
    },
    Pass {
        name: "prelegalizer-combiner",
        requires: Properties::IS_SSA,
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::combiner::run(mf, cx.target, cx.target.prelegalizer_combiner());
            Ok(())
        },
    },
    Pass {
        name: "legalizer",
        requires: Properties::IS_SSA,
        establishes: Properties::LEGALIZED,
        level: OptLevel::O0,
        run: |mf, cx| cx.legalizer.borrow_mut().run(mf, cx.target, cx.module),
    },
    Pass {
        name: "postlegalizer-combiner",
        requires: Properties::LEGALIZED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::combiner::run(mf, cx.target, cx.target.combiner());
            Ok(())
        },
    },
    Pass {
        name: "opt-w-instrs",
        requires: Properties::LEGALIZED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            if cx.target.extends_low_halves() {
                crate::opt_w_instrs::run(mf, cx.target);
            }
            Ok(())
        },
    },
    Pass {
        name: "regbankselect",
        requires: Properties::LEGALIZED,
        establishes: Properties::REG_BANK_SELECTED,
        level: OptLevel::O0,
        run: |mf, cx| regbankselect::run(mf, cx.target, cx.bank_mode),
    },
    Pass {
        name: "instruction-select",
        requires: Properties::REG_BANK_SELECTED,
        establishes: Properties::SELECTED,
        level: OptLevel::O0,
        run: |mf, cx| crate::select::run(mf, cx.target, cx.module),
    },
    Pass {
        name: "peephole-opt",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::peephole_optimizer::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "machine-cse",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::machine_cse::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "machinelicm",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        level: OptLevel::O2,
        run: |mf, cx| {
            crate::machine_licm::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "loop-reduce",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        level: OptLevel::O2,
        run: |mf, cx| {
            crate::loop_reduce::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "machine-sink",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::machine_sink::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "block-placement",
        requires: Properties::SELECTED,
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::block_placement::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "linearscan",
        requires: Properties::SELECTED,
        establishes: Properties::NO_VREGS.union(Properties::NO_PHIS),
        level: OptLevel::O0,
        run: |mf, cx| {
            let options = regalloc::Options { optimize: cx.level > OptLevel::O0, verify: cx.verify };
            regalloc::run(mf, cx.target, options)
        },
    },
    Pass {
        name: "branch-folder",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::branch_folding::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "tailduplication",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O2,
        run: |mf, cx| {
            crate::tail_duplicator::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "postra-machine-sink",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::post_ra_machine_sink::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "shrink-wrap",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O1,
        run: |mf, cx| {
            crate::shrink_wrap::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "prologepilog",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O0,
        run: |mf, cx| crate::frame::run(mf, cx.target),
    },
    Pass {
        name: "load-store-opt",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O2,
        run: |mf, cx| {
            crate::load_store_opt::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "postrapseudos",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O0,
        run: |mf, cx| crate::expand_post_ra::run(mf, cx.target),
    },
    Pass {
        name: "postmisched",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O2,
        run: |mf, cx| {
            crate::post_ra_sched::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "branch-relaxation",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        level: OptLevel::O0,
        run: |mf, cx| {
            crate::branch_relaxation::run(mf, cx.target);
            Ok(())
        },
    },
];

/// Where to stop, and what to print on the way.
#[derive(Clone, Debug, Default)]
pub struct PipelineOptions {
    /// The level.
    pub level: OptLevel,
    /// Verify after each pass.
    pub verify: bool,
    /// Go no further than behind this pass.
    pub stop_after: Option<String>,
    /// Do not run this pass and those behind it.
    pub stop_before: Option<String>,
    /// Begin behind this pass.
    pub start_after: Option<String>,
    /// Begin with this pass.
    pub start_before: Option<String>,
    /// Run these passes only, in this order, whatever they require.
    pub run_pass: Vec<String>,
    /// Print the function behind each of these passes; `*` means all.
    pub print_after: Vec<String>,
    /// How banks are chosen, if not as the level says.
    pub bank_mode: Option<regbankselect::Mode>,
    /// Where the passes' times are counted, if they are.
    pub times: Option<Arc<PassTimes>>,
}

impl PipelineOptions {
    /// An error for a name that is no pass's.
    pub fn check_names(&self) -> std::result::Result<(), String> {
        let given = [&self.stop_after, &self.stop_before, &self.start_after, &self.start_before];
        let names = given.into_iter().flatten().chain(&self.run_pass).chain(&self.print_after);
        for name in names {
            if name != "*" && name != NO_PASS && name != TRANSLATOR && !PASSES.iter().any(|p| p.name == name)
            {
                let known: Vec<&str> =
                    std::iter::once(TRANSLATOR).chain(PASSES.iter().map(|p| p.name)).collect();
                return Err(format!("unknown pass '{name}'; the passes are {}", known.join(", ")));
            }
        }
        if self.stop_before.as_deref() == Some(TRANSLATOR) {
            return Err(format!("there is nothing to stop at before {TRANSLATOR}"));
        }
        Ok(())
    }

    /// Whether MIR is written instead of code.
    pub fn writes_mir(&self) -> bool {
        self.stop_after.is_some() || self.stop_before.is_some() || !self.run_pass.is_empty()
    }

    /// The passes to run.
    fn passes(&self) -> Vec<&'static Pass> {
        let by_name = |name: &String| PASSES.iter().find(|p| p.name == name);
        if !self.run_pass.is_empty() {
            return self.run_pass.iter().filter_map(by_name).collect();
        }
        let position = |name: &Option<String>| PASSES.iter().position(|p| name.as_deref() == Some(p.name));
        let start = position(&self.start_after).map(|n| n + 1).or(position(&self.start_before)).unwrap_or(0);
        let end = position(&self.stop_after).map(|n| n + 1).or(position(&self.stop_before));
        let end = if self.stop_after.as_deref() == Some(TRANSLATOR) { Some(0) } else { end };
        PASSES.get(start..end.unwrap_or(PASSES.len())).unwrap_or(&[]).iter().collect()
    }

    fn prints(&self, name: &str) -> bool {
        self.print_after.iter().any(|p| p == "*" || p == name)
    }
}

/// Runs the passes over `mf`. A subtarget's number means the same subtarget for all functions of a worker. `dump` receives what is to be printed.
///
/// Errors: what a pass cannot compile, a broken requirement, or what the verifier finds.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn Target,
    module: &Module,
    options: &PipelineOptions,
    worker: &mut Worker,
    dump: &mut dyn FnMut(&str),
) -> Result<()> {
    let subtarget = mf.subtarget.index();
    if worker.legalizers.len() <= subtarget {
        worker.legalizers.resize_with(subtarget + 1, RefCell::default);
    }
    let legalizer = &worker.legalizers[subtarget];
    let level = if mf.attrs.opt_none { OptLevel::O0 } else { options.level };
    let bank_mode = options.bank_mode.unwrap_or(match level {
        OptLevel::O0 => regbankselect::Mode::Fast,
        OptLevel::O1 => regbankselect::Mode::Greedy,
        OptLevel::O2 | OptLevel::O3 => regbankselect::Mode::Global,
    });
    let context = PassContext { target, module, level, verify: options.verify, bank_mode, legalizer };
    finish(mf, &context, options, TRANSLATOR, dump)?;
    // A function that was read may have come further.
    let has = |p: &Pass| !p.establishes.is_empty() && mf.properties.contains(p.establishes);
    let reached = PASSES.iter().rposition(has).map_or(0, |n| n + 1);
    for pass in options.passes() {
        let skipped = level < pass.level || PASSES[..reached].iter().any(|p| std::ptr::eq(p, pass));
        if skipped && options.run_pass.is_empty() {
            continue;
        }
        if !mf.properties.contains(pass.requires) {
            let missing = pass.requires.difference(mf.properties);
            return Err(CompileError::new(&mf.name, "", format!("pass {} needs {missing:?}", pass.name)));
        }
        PassTimes::time(options.times.as_deref(), pass.name, || (pass.run)(mf, &context))?;
        mf.properties |= pass.establishes;
        finish(mf, &context, options, pass.name, dump)?;
    }
    Ok(())
}

fn finish(
    mf: &MachineFunction,
    context: &PassContext<'_>,
    options: &PipelineOptions,
    name: &str,
    dump: &mut dyn FnMut(&str),
) -> Result<()> {
    if options.prints(name) {
        let text = mir::function_to_string(mf, context.target, Some(context.module));
        dump(&format!("# *** IR Dump After {name} ***:\n{text}"));
    }
    if options.verify {
        verifier::verify(mf, context.target).map_err(|errors| {
            let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
            CompileError::new(&mf.name, "", format!("verifier after {name}: {}", list.join("; ")))
        })?;
    }
    Ok(())
}
