//! One AArch64 subtarget: features, and the classes that the passes call.

use super::atomics;
use super::call_lowering::AArch64CallLowering;
use super::combiner;
use super::emission::Emission;
use super::features::{Features, Subtarget, TABLE};
use super::frame_lowering::AArch64FrameLowering;
use super::inline_asm::AArch64InlineAsm;
use super::instr_info::AArch64InstrInfo;
use super::instructions::DESCS;
use super::interpret::interpret;
use super::intrinsics;
use super::legalize_custom::legalize_custom;
use super::legalizer_info::legalizer_info;
use super::memory_checks::Checks;
use super::mir_names::NAMES;
use super::pass_config::PASSES;
use super::register_banks::AArch64Banks;
use super::registers::REGISTERS;
use super::schedule;
use super::select::AArch64Selector;
use crate::features::Request;
use gisel_codegen::error::Result;
use gisel_codegen::interpreter::{Context, Fault, Operation, Results};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::module::Module;
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::isel::legalizer::{LegalizerInfo, Outcome};
use gisel_codegen::isel::regbankselect::RegisterBankInfo;
use gisel_codegen::isel::select::InstructionSelector;
use gisel_codegen::mc::target::McTarget;
use gisel_codegen::target::atomics::AtomicInfo;
use gisel_codegen::target::call_lowering::CallLowering;
use gisel_codegen::target::frame_lowering::FrameLowering;
use gisel_codegen::target::inline_asm::InlineAsmInfo;
use gisel_codegen::target::instr_info::InstrInfo;
use gisel_codegen::target::memory_checks::MemoryChecks;
use gisel_codegen::target::schedule::SchedModel;
use gisel_codegen::target::{RefusedValues, Target, TargetIntrinsic, TargetTables, Trampoline};

/// Armv8-A, with floating point and Advanced SIMD or with neither.
#[derive(Debug)]
pub struct AArch64Target {
    /// What the subtarget has.
    pub subtarget: Subtarget,
    calls: AArch64CallLowering,
    frames: AArch64FrameLowering,
    mc: Emission,
    selector: AArch64Selector,
    legal: LegalizerInfo,
    out_of_order: bool,
}

impl AArch64Target {
    /// The subtarget of a CPU with a list of features such as `+lse,-crc`. An error names what is not supported.
    pub fn new(cpu: &str, features: &str) -> std::result::Result<AArch64Target, String> {
        let request = Request { cpu, features, ..Request::default() };
        Ok(AArch64Target::of(Subtarget::new(&request, &mut Vec::new())?))
    }

    /// The target for `subtarget`.
    pub fn of(subtarget: Subtarget) -> AArch64Target {
        let features = subtarget.features;
        let general_only = !features.contains(Features::FP);
        AArch64Target {
            subtarget,
            calls: AArch64CallLowering { authenticates: features.contains(Features::PAUTH), general_only },
            frames: AArch64FrameLowering {
                general_only,
                authenticates_in_returns: features.contains(Features::PAUTH),
                reserved: subtarget.reserved,
                reserves_lr: features.contains(Features::RESERVE_LR),
            },
            mc: Emission { features, set: subtarget.set },
            selector: AArch64Selector { features, set: subtarget.set },
            legal: legalizer_info(features),
            out_of_order: subtarget.out_of_order,
        }
    }
}

static TABLES: TargetTables = TargetTables {
    registers: &REGISTERS,
    instructions: DESCS,
    mir_names: &NAMES,
    pass_config: &PASSES,
    combiner: &combiner::INFO,
};

impl Target for AArch64Target {
    fn name(&self) -> &'static str {
        "aarch64"
    }

    fn tables(&self) -> &'static TargetTables {
        &TABLES
    }

    fn mc(&self) -> &dyn McTarget {
        &self.mc
    }

    fn call_lowering(&self) -> &dyn CallLowering {
        &self.calls
    }

    fn instr_info(&self) -> &dyn InstrInfo {
        &AArch64InstrInfo
    }

    fn frame_lowering(&self) -> &dyn FrameLowering {
        &self.frames
    }

    fn legalizer_info(&self) -> &LegalizerInfo {
        &self.legal
    }

    fn legalize_custom(&self, b: &mut Builder<'_>, inst: InstId, _: &Module) -> Result<Outcome> {
        Ok(legalize_custom(b, inst))
    }

    fn intrinsic(&self, name: &str) -> Option<TargetIntrinsic> {
        intrinsics::named(name)
    }

    fn bfloat_rounding(&self, single: Llt) -> Option<TargetIntrinsic> {
        let has = TABLE.has(&self.subtarget.set, "bf16");
        has.then(|| intrinsics::bfloat_rounding(single)).flatten()
    }

    fn intrinsic_name(&self, number: u32) -> Option<&'static str> {
        intrinsics::name(number)
    }

    fn interpret(&self, op: &Operation, context: &mut Context<'_>) -> std::result::Result<Results, Fault> {
        interpret(op, context)
    }

    fn atomics(&self) -> AtomicInfo {
        let features = self.subtarget.features;
        let outline = features.contains(Features::OUTLINE_ATOMICS) && !features.contains(Features::LSE);
        let outline = outline.then_some(atomics::OUTLINED);
        AtomicInfo { max_bits: 128, max_single_bits: 64, max_rmw_bits: 64, outline, ..AtomicInfo::default() }
    }

    fn inline_asm(&self) -> Option<&dyn InlineAsmInfo> {
        Some(&AArch64InlineAsm)
    }

    fn sched_model(&self) -> Option<&SchedModel> {
        Some(schedule::model(self.out_of_order))
    }

    fn refused_values(&self) -> Option<RefusedValues> {
        let without = !self.subtarget.features.contains(Features::FP);
        without.then_some(RefusedValues {
            includes: |ty| !matches!(ty, ValueType::Int(_) | ValueType::Pointer { .. }),
            message: "needs floating-point registers, which `-fp-armv8` takes away",
        })
    }

    fn tags_variables(&self) -> bool {
        self.subtarget.features.contains(Features::TAGGED_GLOBALS)
    }

    fn memory_checks(&self) -> Option<&dyn MemoryChecks> {
        Some(&Checks)
    }

    fn trampoline(&self) -> Trampoline {
        // ldr x15, 16; ldr x17, 20; br x17
        Trampoline { code: &[0x5800_008f, 0x5800_00b1, 0xd61f_0220], nest: 16, function: 24 }
    }

    fn register_banks(&self) -> &dyn RegisterBankInfo {
        &AArch64Banks
    }

    fn selector(&self) -> &dyn InstructionSelector {
        &self.selector
    }
}
