//! One AArch64 subtarget: its features, and its implementations of the passes' traits.

use crate::aarch64::features::{Features, Subtarget, TABLE};
use crate::aarch64::frame::frame_lowering::AArch64FrameLowering;
use crate::aarch64::instr_info::AArch64InstrInfo;
use crate::aarch64::isel::atomics;
use crate::aarch64::isel::call_lowering::{AArch64CallLowering, Files};
use crate::aarch64::isel::combiner;
use crate::aarch64::isel::interleaved_accesses::StructureAccesses;
use crate::aarch64::isel::interpret::interpret;
use crate::aarch64::isel::intrinsics;
use crate::aarch64::isel::legalize_custom::legalize_custom;
use crate::aarch64::isel::legalizer_info::legalizer_info;
use crate::aarch64::isel::materialize::steps;
use crate::aarch64::isel::memory_checks::Checks;
use crate::aarch64::isel::register_banks::AArch64Banks;
use crate::aarch64::isel::scalar_rules;
use crate::aarch64::isel::select::AArch64Selector;
use crate::aarch64::isel::stack_guard;
use crate::aarch64::mc::AArch64Mc;
use crate::aarch64::mc::inline_asm::AArch64InlineAsm;
use crate::aarch64::mc::instructions::{DESCS, SCHED_MODELS, op};
use crate::aarch64::passes::outlining::AArch64Outlining;
use crate::aarch64::passes::pass_config::PASSES;
use crate::aarch64::registers::mir_names::NAMES;
use crate::aarch64::registers::{REGISTERS, classes};
use crate::features::Request;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::{Llt, P0};
use gisel_codegen::ir::module::Module;
use gisel_codegen::isel::combiner::CombinerInfo;
use gisel_codegen::isel::legalizer::{LegalizerInfo, Outcome};
use gisel_codegen::machine::atomics::AtomicInfo;
use gisel_codegen::machine::calling_convention::CallingConvention;
use gisel_codegen::machine::desc::schedule::SchedModel;
use gisel_codegen::machine::facts::{MemoryTags, SubtargetFacts, TargetIntrinsic, Trampoline};
use gisel_codegen::machine::inline_asm::InlineAsmInfo;
use gisel_codegen::machine::interleaved_accesses::InterleavedAccesses;
use gisel_codegen::machine::memory_checks::MemoryChecks;
use gisel_codegen::machine::outlining::Outlining;
use gisel_codegen::machine::target::{MachineTables, MachineTarget};
use gisel_codegen::pipeline::PassConfig;
use gisel_codegen::support::error::Result;
use gisel_codegen::target::{
    EmitTarget, FrameTarget, InterpretTargetOpcode, InterpreterTarget, IselTarget, LegalizerTarget,
    PassTarget, Target,
};
use std::sync::Arc;

/// The address spaces of Microsoft's `__ptr32 __sptr` and `__ptr32 __uptr`.
const SIGNED_POINTERS: u32 = 270;
const UNSIGNED_POINTERS: u32 = 271;

/// The offset of Android's slot of a thread with the top of the unsafe stack.
const UNSAFE_STACK_SLOT: i64 = 0x48;

/// Armv8-A, with floating point and Advanced SIMD, with floating point only, or with neither.
#[derive(Debug)]
pub struct AArch64Target {
    /// The subtarget.
    pub subtarget: Subtarget,
    facts: SubtargetFacts,
    mc: AArch64Mc,
    call_lowering: AArch64CallLowering,
    instr_info: AArch64InstrInfo,
    frame_lowering: AArch64FrameLowering,
    inline_asm: AArch64InlineAsm,
    legalizer_info: LegalizerInfo,
    register_banks: AArch64Banks,
    selector: AArch64Selector,
    structure_accesses: Option<StructureAccesses>,
}

impl AArch64Target {
    /// Returns the subtarget of a CPU with a feature list such as `+lse,-crc`. Errors name
    /// unsupported features.
    pub fn new(cpu: &str, features: &str) -> std::result::Result<AArch64Target, String> {
        let request = Request { cpu, features, ..Request::default() };
        Ok(AArch64Target::of(Subtarget::new(&request, &mut Vec::new())?))
    }

    /// Returns the target for `subtarget`.
    pub(crate) fn of(subtarget: Subtarget) -> AArch64Target {
        let features = subtarget.features;
        let files =
            Files { floats: features.contains(Features::FP), vectors: features.contains(Features::NEON) };
        AArch64Target {
            subtarget,
            facts: facts(features),
            mc: AArch64Mc { features, set: subtarget.set },
            call_lowering: AArch64CallLowering { authenticates: features.contains(Features::PAUTH), files },
            instr_info: AArch64InstrInfo { vectors: files.vectors },
            frame_lowering: AArch64FrameLowering {
                files,
                authenticates_in_returns: features.contains(Features::PAUTH),
                signs_with_pc: TABLE.has(&subtarget.set, "pauth-lr"),
                reserved: subtarget.reserved,
                reserves_lr: features.contains(Features::RESERVE_LR),
            },
            inline_asm: AArch64InlineAsm { files },
            legalizer_info: legalizer_rules(subtarget),
            register_banks: AArch64Banks { files },
            selector: AArch64Selector { features, set: subtarget.set },
            structure_accesses: files
                .vectors
                .then_some(StructureAccesses { strict: features.contains(Features::STRICT_ALIGN) }),
        }
    }
}

/// Returns the legalizer rules of a subtarget.
fn legalizer_rules(subtarget: Subtarget) -> LegalizerInfo {
    let features = subtarget.features;
    // Vectors count the bits of integers.
    let for_integers = if subtarget.no_implicit_float { Features::NEON } else { Features::empty() };
    if features.contains(Features::NEON) {
        return legalizer_info(features.difference(for_integers));
    }
    let mut base =
        AArch64Target::of(Subtarget { features: features | Features::FP | Features::NEON, ..subtarget });
    base.legalizer_info = legalizer_info(features);
    scalar_rules::over(Arc::new(base), features.contains(Features::FP))
}

fn facts(features: Features) -> SubtargetFacts {
    // ldr x15, 16; ldr x17, 20; br x17
    let trampoline = Trampoline { code: &[0x5800_008f, 0x5800_00b1, 0xd61f_0220], nest: 16, function: 24 };
    let outline = features.contains(Features::OUTLINE_ATOMICS) && !features.contains(Features::LSE);
    let atomics = AtomicInfo {
        max_bits: 128,
        max_single_bits: 64,
        max_rmw_bits: 64,
        outline: outline.then_some(atomics::OUTLINED),
        ..AtomicInfo::NONE
    };
    SubtargetFacts {
        atomics,
        fuses_products: true,
        soft_routines: !features.contains(Features::FP),
        lacks_vectors: !features.contains(Features::NEON),
        signs_data: features.contains(Features::PAUTH),
        tags_variables: features.contains(Features::TAGGED_GLOBALS),
        unsafe_stack_slot: Some(UNSAFE_STACK_SLOT),
        narrow_pointers: &[(SIGNED_POINTERS, true), (UNSIGNED_POINTERS, false)],
        memory_tags: Some(MemoryTags {
            random: "llvm.aarch64.irg",
            add: "llvm.aarch64.addg",
            set: "llvm.aarch64.settag",
        }),
        ..SubtargetFacts::new(P0, trampoline)
    }
}

static TABLES: MachineTables = MachineTables {
    registers: &REGISTERS,
    instructions: DESCS,
    mir_names: &NAMES,
    pointer_class: classes::GPR64SP,
    type_check: Some(op::KCFI_CHECK),
    load_stack_guard: Some(stack_guard::load),
    min_jump_table_entries: 10,
    lines_of_constants: true,
    intrinsic_name: intrinsics::name,
};

impl MachineTarget for AArch64Target {
    crate::classes::classes!(machine);

    fn name(&self) -> &'static str {
        "aarch64"
    }

    fn tables(&self) -> &'static MachineTables {
        &TABLES
    }

    fn sched_model(&self) -> Option<&SchedModel> {
        SCHED_MODELS.get(usize::from(self.subtarget.sched_model))
    }

    fn convention(&self) -> &dyn CallingConvention {
        &self.call_lowering
    }
}

impl FrameTarget for AArch64Target {
    crate::classes::classes!(frame);
}

impl LegalizerTarget for AArch64Target {
    crate::classes::classes!(legalizer);

    fn constant_cost(&self, value: u64, bits: u32) -> usize {
        let value = if bits < 64 { value & ((1 << bits) - 1) } else { value };
        if value == 0 { 0 } else { steps(value, if bits > 32 { 64 } else { 32 }).len() }
    }

    fn legalize_custom(&self, b: &mut Builder<'_>, inst: InstId, _: &Module) -> Result<Outcome> {
        Ok(legalize_custom(b, inst))
    }
}

impl IselTarget for AArch64Target {
    crate::classes::classes!(isel);

    fn combiner(&self) -> &'static CombinerInfo {
        &combiner::INFO
    }

    fn intrinsic(&self, name: &str) -> Option<TargetIntrinsic> {
        // Without floating-point registers, there are none of scalars either.
        let of_vectors = ["llvm.aarch64.neon.", "llvm.aarch64.crypto."];
        let is_missing = !self.call_lowering.files.floats && of_vectors.iter().any(|p| name.starts_with(p));
        if is_missing { None } else { intrinsics::named(name) }
    }

    fn bfloat_rounding(&self, single: Llt) -> Option<TargetIntrinsic> {
        let has = TABLE.has(&self.subtarget.set, "bf16");
        has.then(|| intrinsics::bfloat_rounding(single)).flatten()
    }
}

impl EmitTarget for AArch64Target {
    crate::classes::classes!(emit);

    fn inline_asm(&self) -> Option<&dyn InlineAsmInfo> {
        Some(&self.inline_asm)
    }
}

impl PassTarget for AArch64Target {
    fn outlining(&self) -> Option<&dyn Outlining> {
        Some(&AArch64Outlining)
    }

    fn interleaved_accesses(&self) -> Option<&dyn InterleavedAccesses> {
        self.structure_accesses.as_ref().map(|accesses| accesses as &dyn InterleavedAccesses)
    }
}

impl InterpreterTarget for AArch64Target {
    fn interpret(&self) -> InterpretTargetOpcode {
        interpret
    }
}

impl Target for AArch64Target {
    fn pass_config(&self) -> &'static PassConfig {
        &PASSES
    }

    fn memory_checks(&self) -> Option<&dyn MemoryChecks> {
        Some(&Checks)
    }
}
