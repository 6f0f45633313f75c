//! The pass pipeline of one function, from the IRTranslator's output to emission: the passes in
//! order, their requirements and results, and where to stop or print.

pub(crate) mod config;
mod context;
mod dump;
mod extended_target;
pub(crate) mod llc_ir_passes;
mod names;
mod opt_bisect;
mod opt_level;
mod options;
mod passes;
pub mod remarks;
mod scalable_vectors;

use crate::frame::reserved_registers;
use crate::ir::mir::{MachineFunction, Properties};
use crate::ir::module::Module;
use crate::isel::legalizer::Legalizer;
use crate::isel::regbankselect;
use crate::mc::emit;
use crate::mir_text::llvm_forms;
use crate::mir_text::parser::RoundTrip;
use crate::passes::verifier;
use crate::regalloc;
pub use crate::regalloc::Allocator;

pub use crate::isel::rule_config::{Fuel, RuleConfig};
use crate::support::error::{CompileError, Result};
use crate::support::guard;
use crate::support::statistics::Counts;
use crate::support::timing::PassTimes;
use crate::target::Target;
pub use config::PassConfig;
pub use context::PassContext;
use dump::Dumper;
pub use extended_target::{ExtendedTarget, LegalizeCustom};
pub use names::{Meaning, NO_PASS, TRANSLATOR, TRANSLATOR_TITLE};
pub use opt_bisect::OptBisect;
pub use opt_level::OptLevel;
pub use options::{ChangeForm, Changed, DebugPass, PipelineOptions, Printing};
pub use passes::{ALWAYS, FROM_O1, FROM_O2, Pass, RunPass, Runs};
use std::cell::{OnceCell, RefCell};

/// The state that a thread reuses from function to function; all functions must have the same
/// options.
#[derive(Default)]
pub struct Worker {
    /// By subtarget.
    subtargets: Vec<OfSubtarget>,
    allocation: RefCell<regalloc::Memory>,
    /// The assembler's reusable memory.
    pub emission: emit::Memory,
}

/// The state that a thread reuses for a subtarget.
#[derive(Default)]
struct OfSubtarget {
    legalizer: RefCell<Legalizer>,
    rule_config: OnceCell<RuleConfig>,
    /// The passes without and with optimization: all functions have one of two levels.
    passes: [OnceCell<Vec<&'static Pass>>; 2],
}

/// The name of the pass that lays out frames.
const FRAME_LAYOUT: &str = "prologepilog";

/// Runs the passes over `mf`. A subtarget's number must mean the same subtarget for all functions
/// of a worker. `dump` receives printed text.
///
/// Errors: constructs that a pass cannot compile, a broken requirement, or the verifier's
/// violations.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn Target,
    module: &Module,
    options: &PipelineOptions,
    worker: &mut Worker,
    dump: &mut dyn FnMut(&str),
) -> Result<()> {
    let subtarget = mf.subtarget.index();
    if worker.subtargets.len() <= subtarget {
        worker.subtargets.resize_with(subtarget + 1, OfSubtarget::default);
    }
    let OfSubtarget { legalizer, rule_config, passes } = &worker.subtargets[subtarget];
    let rule_config = match rule_config.get() {
        Some(rule_config) => rule_config,
        None => {
            let made = options.rule_config(target).map_err(|e| CompileError::new(&mf.name, "", e))?;
            rule_config.get_or_init(|| made)
        }
    };
    let level = if mf.attrs.opt_none { OptLevel::O0 } else { options.level };
    let context = PassContext {
        target,
        module,
        level,
        verify: options.verify,
        bank_mode: options.bank_mode.unwrap_or_else(|| bank_mode_of(level)),
        allocation: &worker.allocation,
        legalizer,
        rule_config,
    };
    // A function that was read may have passed some stages already.
    let has = |p: &Pass| !p.establishes.is_empty() && mf.properties.contains(p.establishes);
    let config = target.pass_config();
    let reached = config.passes().iter().rposition(|pass| has(pass)).map_or(0, |n| n + 1);
    let passes = &passes[usize::from(level != OptLevel::O0)];
    let passes: &[&'static Pass] = passes.get_or_init(|| options.passes(config, level));
    let mut dumper = Dumper::new(&options.print, config, &mf.name, dump);
    check(mf, target, reached, passes)?;
    // A function for which no pass is left is verified and written as it was read.
    if reached != 0 && !passes.is_empty() {
        llvm_forms::read(mf, target, module, &mut legalizer.borrow_mut(), rule_config)?;
    }
    dumper.first(mf, &context, reached == 0 && options.begins_first(config));
    verify(mf, &context, TRANSLATOR)?;
    let mut round_trip = options.verify_mir.then(|| RoundTrip::new(module, target));
    read_back(mf, &mut round_trip, TRANSLATOR)?;
    for &pass in passes {
        let is_done = config.passes()[..reached].iter().any(|done| std::ptr::eq(*done, pass));
        if is_done && options.run_pass.is_empty() {
            continue;
        }
        if is_bisected_away(pass, options, mf, &mut dumper) {
            continue;
        }
        dumper.before(mf, &context, pass);
        run_pass(mf, pass, &context, options)?;
        dumper.after(mf, &context, pass);
        verify(mf, &context, pass.name)?;
        read_back(mf, &mut round_trip, pass.name)?;
    }
    Ok(())
}

/// Returns the strategy to choose register banks at a level.
fn bank_mode_of(level: OptLevel) -> regbankselect::Mode {
    match level {
        OptLevel::O0 => regbankselect::Mode::Fast,
        OptLevel::O1 => regbankselect::Mode::Greedy,
        OptLevel::O2 | OptLevel::O3 => regbankselect::Mode::Global,
    }
}

/// Rejects functions that no pass can continue with. `reached` is the number of passes that the
/// function has been through.
fn check(mf: &MachineFunction, target: &dyn Target, reached: usize, passes: &[&'static Pass]) -> Result<()> {
    if mf.properties.contains(Properties::FAILED_ISEL) && !passes.is_empty() {
        let message = "selection had given the function up when it was written";
        return Err(CompileError::new(&mf.name, "", message));
    }
    if !passes.is_empty() {
        scalable_vectors::refuse(mf, target)?;
    }
    if reached == 0 { reserved_registers::check_calls(mf, target) } else { Ok(()) }
}

/// Numbers an optional pass, if bisection is enabled. Returns true if the pass is skipped.
fn is_bisected_away(
    pass: &Pass,
    options: &PipelineOptions,
    mf: &MachineFunction,
    dumper: &mut Dumper<'_>,
) -> bool {
    let Some(bisect) = options.bisect.as_deref().filter(|_| opt_bisect::is_optional(pass)) else {
        return false;
    };
    let (runs, line) = bisect.decide(pass, &mf.name);
    dumper.say(&line);
    !runs
}

/// Replaces the function by the one that is read from its MIR, if that is enabled.
fn read_back(mf: &mut MachineFunction, round_trip: &mut Option<RoundTrip<'_>>, pass: &str) -> Result<()> {
    let Some(round_trip) = round_trip else { return Ok(()) };
    round_trip.run(mf).map_err(|e| CompileError::new(&mf.name, "", format!("after {pass}: {e}")))
}

fn run_pass(
    mf: &mut MachineFunction,
    pass: &Pass,
    context: &PassContext<'_>,
    options: &PipelineOptions,
) -> Result<()> {
    if !mf.properties.contains(pass.requires) {
        let missing = dump::property_names(pass.requires.difference(mf.properties));
        return Err(CompileError::new(&mf.name, "", format!("pass {} needs {missing}", pass.name)));
    }
    let before = (options.statistics.is_some() || options.remarks).then(|| Counts::of(mf));
    // The facts that allocation collects for frame layout are valid until another pass runs.
    mf.frame.used.is_known &= pass.name == FRAME_LAYOUT;
    PassTimes::time(options.times.as_deref(), pass.name, || (pass.run)(mf, context))?;
    mf.properties |= pass.establishes;
    if let Some(before) = before {
        let after = Counts::of(mf);
        options.statistics.iter().for_each(|statistics| statistics.add(pass.name, before, after));
        if options.remarks {
            remarks::size_changed(mf, context.module, pass.title, before, after);
            remark(mf, pass, context);
        }
    }
    Ok(())
}

/// Adds the remarks of a pass that has run.
fn remark(mf: &mut MachineFunction, pass: &Pass, context: &PassContext<'_>) {
    match pass.runs {
        Runs::For(_) => remarks::allocated(mf, context.target, context.module),
        Runs::From(_) if pass.name == FRAME_LAYOUT => remarks::laid_out(mf, context.module),
        Runs::From(_) => {}
    }
}

/// Verifies the function after a pass, if that is enabled.
fn verify(mf: &MachineFunction, context: &PassContext<'_>, pass: &str) -> Result<()> {
    if !context.verify {
        return Ok(());
    }
    guard::step("machineverifier", || verifier::verify(mf, context.target))
        .map_err(|violations| verifier::error(mf, &format!("verifier after {pass}"), &violations))
}
