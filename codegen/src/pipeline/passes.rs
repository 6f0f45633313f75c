//! The standard passes in order, with their requirements and results.

use super::context::PassContext;
use super::opt_level::OptLevel;
use crate::ir::mir::{MachineFunction, Properties};
use crate::isel::combiner::{self, Stage};
use crate::isel::{debug_locations, regbankselect, select};
use crate::regalloc::{self, Allocator};
use crate::support::error::Result;

/// One pass.
pub struct Pass {
    /// Its name; LLVM's if LLVM has the pass.
    pub name: &'static str,
    /// Its title, as dumps and `-debug-pass` show it.
    pub title: &'static str,
    /// Properties that the function must have.
    pub requires: Properties,
    /// Properties that it has afterwards.
    pub establishes: Properties,
    /// The condition under which it runs.
    pub runs: Runs,
    /// The function that performs it.
    pub run: RunPass,
}

/// A function that performs a pass.
pub type RunPass = fn(&mut MachineFunction, &PassContext<'_>) -> Result<()>;

impl Pass {
    /// Returns `loop-reduce`, which runs with a target's instructions.
    pub const fn loop_reduce(run: RunPass) -> Pass {
        Pass {
            name: "loop-reduce",
            title: "Loop Strength Reduction",
            requires: Properties::SELECTED.union(Properties::IS_SSA),
            establishes: Properties::empty(),
            runs: FROM_O2,
            run,
        }
    }

    /// Returns `global-merge`, which runs with a target's addresses.
    pub const fn global_merge(runs: Runs, run: RunPass) -> Pass {
        Pass {
            name: "global-merge",
            title: "Merge internal globals",
            requires: Properties::SELECTED.union(Properties::IS_SSA),
            establishes: Properties::empty(),
            runs,
            run,
        }
    }
}

/// The condition under which a pass runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    /// At this level and above.
    From(OptLevel),
    /// If this is the register allocator.
    For(Allocator),
}

impl Runs {
    /// Returns true if the pass runs at `level`, with `allocator`, or with the level's own if it is
    /// `None`.
    pub(super) fn at(self, level: OptLevel, allocator: Option<Allocator>) -> bool {
        match self {
            Runs::From(first) => level >= first,
            Runs::For(own) => own == allocator.unwrap_or_else(|| default_allocator(level)),
        }
    }
}

/// Returns the register allocator of a level, unless another is chosen.
fn default_allocator(level: OptLevel) -> Allocator {
    match level {
        OptLevel::O0 => Allocator::LinearScan,
        OptLevel::O1 | OptLevel::O2 | OptLevel::O3 => Allocator::Greedy,
    }
}

/// At every level.
pub const ALWAYS: Runs = Runs::From(OptLevel::O0);
/// At levels with optimization.
pub const FROM_O1: Runs = Runs::From(OptLevel::O1);
/// At levels with loop optimization.
pub const FROM_O2: Runs = Runs::From(OptLevel::O2);

fn allocate(mf: &mut MachineFunction, cx: &PassContext<'_>, allocator: Allocator) -> Result<()> {
    let options = regalloc::Options { allocator, verify: cx.verify, record: cx.rule_config.record() };
    regalloc::run(mf, cx.target, options, &mut cx.allocation.borrow_mut())
}

/// The passes that targets share, in order.
pub(super) static STANDARD: &[Pass] = &[
    Pass {
        name: "codegenprepare",
        title: "CodeGen Prepare",
        requires: Properties::IS_SSA,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::pre_ra::phi_constants::run(mf);
            crate::passes::pre_ra::branch_splitting::run(mf);
            crate::passes::pre_ra::branch_probabilities::run(mf, cx.target);
            crate::passes::pre_ra::critical_edges::run(mf, cx.target);
            crate::passes::pre_ra::compare_sinking::run(mf);
            Ok(())
        },
    },
    Pass {
        name: "interleaved-access",
        title: "Interleaved Access Pass",
        requires: Properties::IS_SSA,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::pre_ra::interleaved_access::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "prelegalizer-combiner",
        title: "PreLegalizerCombiner",
        requires: Properties::IS_SSA,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            combiner::run(mf, cx.target, cx.target.combiner(), Stage::Prelegalizer, cx.rule_config);
            Ok(())
        },
    },
    Pass {
        name: "legalizer",
        title: "Legalizer",
        requires: Properties::IS_SSA,
        establishes: Properties::LEGALIZED,
        runs: ALWAYS,
        run: |mf, cx| cx.legalizer.borrow_mut().run(mf, cx.target, cx.module, cx.rule_config),
    },
    Pass {
        name: "postlegalizer-combiner",
        title: "PostLegalizerCombiner",
        requires: Properties::LEGALIZED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            combiner::run(mf, cx.target, cx.target.combiner(), Stage::Postlegalizer, cx.rule_config);
            Ok(())
        },
    },
    Pass {
        name: "regbankselect",
        title: "RegBankSelect",
        requires: Properties::LEGALIZED,
        establishes: Properties::REG_BANK_SELECTED,
        runs: ALWAYS,
        run: |mf, cx| regbankselect::run(mf, cx.target, cx.bank_mode),
    },
    Pass {
        name: "instruction-select",
        title: "InstructionSelect",
        requires: Properties::REG_BANK_SELECTED,
        establishes: Properties::SELECTED,
        runs: ALWAYS,
        run: |mf, cx| {
            let of_one_use = cx.level == OptLevel::O0 && cx.target.tables().lines_of_constants;
            debug_locations::drop_constant_locations(mf, of_one_use);
            select::run(mf, cx.target, cx.module, cx.rule_config)
        },
    },
    Pass {
        name: "peephole-opt",
        title: "Peephole Optimizations",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::pre_ra::peephole_optimizer::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "machine-cse",
        title: "Machine Common Subexpression Elimination",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::pre_ra::machine_cse::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "early-machinelicm",
        title: "Early Machine Loop Invariant Code Motion",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        runs: FROM_O2,
        run: |mf, cx| {
            crate::passes::pre_ra::machine_licm::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "machine-sink",
        title: "Machine code sinking",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::pre_ra::machine_sink::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "phi-rotations",
        title: "Phi Rotations",
        requires: Properties::SELECTED.union(Properties::IS_SSA),
        establishes: Properties::empty(),
        runs: FROM_O2,
        run: |mf, _| {
            crate::passes::pre_ra::phi_rotations::run(mf);
            Ok(())
        },
    },
    Pass {
        name: "block-placement",
        title: "Block Placement",
        requires: Properties::SELECTED,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::post_ra::block_placement::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "linearscan",
        title: "Linear Scan Register Allocator",
        requires: Properties::SELECTED,
        establishes: Properties::NO_VREGS.union(Properties::NO_PHIS),
        runs: Runs::For(Allocator::LinearScan),
        run: |mf, cx| allocate(mf, cx, Allocator::LinearScan),
    },
    Pass {
        name: "greedy",
        title: "Greedy Register Allocator",
        requires: Properties::SELECTED,
        establishes: Properties::NO_VREGS.union(Properties::NO_PHIS),
        runs: Runs::For(Allocator::Greedy),
        run: |mf, cx| allocate(mf, cx, Allocator::Greedy),
    },
    Pass {
        name: "machine-cp",
        title: "Machine Copy Propagation Pass",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::post_ra::machine_copy_propagation::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "tail-merging",
        title: "Tail Merging",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::post_ra::tail_merging::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "hoist-common-code",
        title: "Hoist Common Code",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::post_ra::hoist_common_code::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "branch-folder",
        title: "Control Flow Optimizer",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::post_ra::branch_folding::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "tailduplication",
        title: "Tail Duplication",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O2,
        run: |mf, cx| {
            crate::passes::post_ra::tail_duplicator::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "postra-machine-sink",
        title: "PostRA Machine Sink",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::post_ra::post_ra_machine_sink::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "shrink-wrap",
        title: "Shrink Wrapping analysis",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::post_ra::shrink_wrap::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "prologepilog",
        title: "Prologue/Epilogue Insertion & Frame Finalization",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: ALWAYS,
        run: |mf, cx| crate::frame::run(mf, cx.target),
    },
    Pass {
        name: "duplicate-returns",
        title: "Return Duplication",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |mf, cx| {
            crate::passes::post_ra::duplicate_returns::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "postrapseudos",
        title: "Post-RA pseudo instruction expansion pass",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: ALWAYS,
        run: |mf, cx| crate::passes::post_ra::expand_post_ra::run(mf, cx.target, cx.module),
    },
    Pass {
        name: "postmisched",
        title: "PostRA Machine Instruction Scheduler",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: FROM_O2,
        run: |mf, cx| {
            crate::passes::post_ra::post_ra_sched::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "xray-instrumentation",
        title: "Insert XRay ops",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: ALWAYS,
        run: |mf, cx| crate::passes::post_ra::xray::run(mf, cx.target),
    },
    Pass {
        name: "patchable-function",
        title: "Implement the 'patchable-function' attribute",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: ALWAYS,
        run: |mf, _| {
            crate::passes::post_ra::patchable_function::run(mf);
            Ok(())
        },
    },
    Pass {
        name: "branch-targets",
        title: "Branch Targets",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: ALWAYS,
        run: |mf, cx| {
            crate::passes::post_ra::branch_targets::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "branch-relaxation",
        title: "Branch relaxation pass",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: ALWAYS,
        run: |mf, cx| {
            crate::passes::post_ra::branch_relaxation::run(mf, cx.target);
            Ok(())
        },
    },
    Pass {
        name: "gc-analysis",
        title: "Analyze Machine Code For Garbage Collection",
        requires: Properties::NO_VREGS,
        establishes: Properties::empty(),
        runs: ALWAYS,
        run: |mf, cx| {
            crate::passes::post_ra::gc_analysis::run(mf, cx.target);
            Ok(())
        },
    },
];
