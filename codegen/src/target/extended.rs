//! A target with additional legalizer rules that precede its own.

use super::*;
use std::sync::Arc;

/// Applies `custom` actions of the new rules, like [`Target::legalize_custom`].
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

impl Target for ExtendedTarget {
    fn name(&self) -> &'static str {
        self.base.name()
    }

    fn tables(&self) -> &'static TargetTables {
        self.base.tables()
    }

    fn facts(&self) -> &SubtargetFacts {
        self.base.facts()
    }

    fn mc(&self) -> &dyn McTarget {
        self.base.mc()
    }

    fn call_lowering(&self) -> &dyn CallLowering {
        self.base.call_lowering()
    }

    fn instr_info(&self) -> &dyn instr_info::InstrInfo {
        self.base.instr_info()
    }

    fn frame_lowering(&self) -> &dyn FrameLowering {
        self.base.frame_lowering()
    }

    fn legalizer_info(&self) -> &LegalizerInfo {
        &self.legalizer
    }

    fn register_banks(&self) -> &dyn RegisterBankInfo {
        self.base.register_banks()
    }

    fn selector(&self) -> &dyn InstructionSelector {
        self.base.selector()
    }

    fn legalize_custom(&self, b: &mut Builder<'_>, inst: InstId, module: &Module) -> Result<Outcome> {
        match (self.custom)(b, inst, module)? {
            Outcome::Declined => self.base.legalize_custom(b, inst, module),
            done => Ok(done),
        }
    }

    fn intrinsic(&self, name: &str) -> Option<TargetIntrinsic> {
        self.base.intrinsic(name)
    }

    fn bfloat_rounding(&self, single: Llt) -> Option<TargetIntrinsic> {
        self.base.bfloat_rounding(single)
    }

    fn inline_asm(&self) -> Option<&dyn inline_asm::InlineAsmInfo> {
        self.base.inline_asm()
    }

    fn memory_checks(&self) -> Option<&dyn memory_checks::MemoryChecks> {
        self.base.memory_checks()
    }

    fn outlining(&self) -> Option<&dyn outlining::Outlining> {
        self.base.outlining()
    }

    fn sched_model(&self) -> Option<&SchedModel> {
        self.base.sched_model()
    }

    fn clear_cache(&self, triple: &str) -> (&'static str, bool) {
        self.base.clear_cache(triple)
    }
}
