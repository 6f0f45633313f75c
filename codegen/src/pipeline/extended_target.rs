//! A target with additional legalizer rules that precede its own.

use crate::frame::target::{FrameLowering, FrameTarget};
use crate::interpreter::target::{InterpretTargetOpcode, InterpreterTarget};
use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::module::Module;
use crate::isel::call_lowering::target::CallLowering;
use crate::isel::combiner::CombinerInfo;
use crate::isel::legalizer::target::LegalizerTarget;
use crate::isel::legalizer::{LegalizerInfo, Outcome};
use crate::isel::regbankselect::RegisterBankInfo;
use crate::isel::select::InstructionSelector;
use crate::isel::target::IselTarget;
use crate::machine::calling_convention::CallingConvention;
use crate::machine::desc::schedule::SchedModel;
use crate::machine::facts::{SubtargetFacts, TargetIntrinsic};
use crate::machine::inline_asm::InlineAsmInfo;
use crate::machine::instr_info::InstrInfo;
use crate::machine::interleaved_accesses::InterleavedAccesses;
use crate::machine::memory_checks::MemoryChecks;
use crate::machine::outlining::Outlining;
use crate::machine::target::{MachineTables, MachineTarget};
use crate::mc::target::{EmitTarget, McTarget};
use crate::passes::target::PassTarget;
use crate::pipeline::config::PassConfig;
use crate::support::error::Result;
use crate::target::Target;
use std::sync::Arc;

/// Applies `custom` actions of the new rules, like [`LegalizerTarget::legalize_custom`].
pub type LegalizeCustom = fn(&mut Builder<'_>, InstId, &Module) -> Result<Outcome>;

/// A target that extends another one with legalizer rules.
pub struct ExtendedTarget {
    base: Arc<dyn Target>,
    legalizer: LegalizerInfo,
    custom: LegalizeCustom,
}

impl ExtendedTarget {
    /// Returns an extended target. `define` adds rules, which precede `base`'s for the same
    /// opcodes. `base` handles instructions that `custom` declines.
    pub fn new(
        base: Arc<dyn Target>,
        define: impl FnOnce(&mut LegalizerInfo),
        custom: LegalizeCustom,
    ) -> ExtendedTarget {
        let mut legalizer = LegalizerInfo::over(base.clone());
        define(&mut legalizer);
        ExtendedTarget { base, legalizer: legalizer.finish(), custom }
    }
}

impl MachineTarget for ExtendedTarget {
    fn name(&self) -> &'static str {
        self.base.name()
    }

    fn tables(&self) -> &'static MachineTables {
        self.base.tables()
    }

    fn facts(&self) -> &SubtargetFacts {
        self.base.facts()
    }

    fn instr_info(&self) -> &dyn InstrInfo {
        self.base.instr_info()
    }

    fn sched_model(&self) -> Option<&SchedModel> {
        self.base.sched_model()
    }

    fn convention(&self) -> &dyn CallingConvention {
        self.base.convention()
    }
}

impl FrameTarget for ExtendedTarget {
    fn frame_lowering(&self) -> &dyn FrameLowering {
        self.base.frame_lowering()
    }
}

impl LegalizerTarget for ExtendedTarget {
    fn call_lowering(&self) -> &dyn CallLowering {
        self.base.call_lowering()
    }

    fn legalizer_info(&self) -> &LegalizerInfo {
        &self.legalizer
    }

    fn constant_cost(&self, value: u64, bits: u32) -> usize {
        self.base.constant_cost(value, bits)
    }

    fn legalize_custom(&self, b: &mut Builder<'_>, inst: InstId, module: &Module) -> Result<Outcome> {
        match (self.custom)(b, inst, module)? {
            Outcome::Declined => self.base.legalize_custom(b, inst, module),
            done => Ok(done),
        }
    }
}

impl IselTarget for ExtendedTarget {
    fn combiner(&self) -> &'static CombinerInfo {
        self.base.combiner()
    }

    fn register_banks(&self) -> &dyn RegisterBankInfo {
        self.base.register_banks()
    }

    fn selector(&self) -> &dyn InstructionSelector {
        self.base.selector()
    }

    fn intrinsic(&self, name: &str) -> Option<TargetIntrinsic> {
        self.base.intrinsic(name)
    }

    fn bfloat_rounding(&self, single: Llt) -> Option<TargetIntrinsic> {
        self.base.bfloat_rounding(single)
    }

    fn clear_cache(&self, triple: &str) -> (&'static str, bool) {
        self.base.clear_cache(triple)
    }
}

impl EmitTarget for ExtendedTarget {
    fn mc(&self) -> &dyn McTarget {
        self.base.mc()
    }

    fn inline_asm(&self) -> Option<&dyn InlineAsmInfo> {
        self.base.inline_asm()
    }
}

impl PassTarget for ExtendedTarget {
    fn outlining(&self) -> Option<&dyn Outlining> {
        self.base.outlining()
    }

    fn interleaved_accesses(&self) -> Option<&dyn InterleavedAccesses> {
        self.base.interleaved_accesses()
    }
}

impl InterpreterTarget for ExtendedTarget {
    fn interpret(&self) -> InterpretTargetOpcode {
        self.base.interpret()
    }
}

impl Target for ExtendedTarget {
    fn pass_config(&self) -> &'static PassConfig {
        self.base.pass_config()
    }

    fn memory_checks(&self) -> Option<&dyn MemoryChecks> {
        self.base.memory_checks()
    }
}
