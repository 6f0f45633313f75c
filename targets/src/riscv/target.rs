//! One RISC-V subtarget: its features, and its implementations of the passes' traits.

use crate::features::Request;
use crate::riscv::features::{Features, Subtarget, TABLE as FEATURES};
use crate::riscv::frame::frame_lowering::RiscvFrame;
use crate::riscv::instr_info::RiscvInstrInfo;
use crate::riscv::isel::call_lowering::RiscvCallLowering;
use crate::riscv::isel::combiner;
use crate::riscv::isel::interpret::interpret;
use crate::riscv::isel::intrinsics;
use crate::riscv::isel::legalize_custom::legalize_custom;
use crate::riscv::isel::legalizer_info::legalizer_info;
use crate::riscv::isel::materialize::materialize;
use crate::riscv::isel::memory_checks::Checks;
use crate::riscv::isel::register_banks::RiscvBanks;
use crate::riscv::isel::select::RiscvSelector;
use crate::riscv::isel::stack_guard;
use crate::riscv::mc::RiscvMc;
use crate::riscv::mc::inline_asm::RiscvInlineAsm;
use crate::riscv::mc::instructions::{DESCS, SCHED_MODELS, TABLE as INSTRUCTIONS, op};
use crate::riscv::passes::outlining::RiscvOutlining;
use crate::riscv::passes::pass_config::PASSES;
use crate::riscv::registers::mir_names::NAMES;
use crate::riscv::registers::{REGISTERS, REGISTERS_RV32, classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::module::Module;
use gisel_codegen::isel::combiner::CombinerInfo;
use gisel_codegen::isel::legalizer::{LegalizerInfo, Outcome};
use gisel_codegen::machine::atomics::AtomicInfo;
use gisel_codegen::machine::calling_convention::CallingConvention;
use gisel_codegen::machine::desc::registers::{PhysReg, RegisterInfo};
use gisel_codegen::machine::desc::schedule::SchedModel;
use gisel_codegen::machine::facts::{
    BFloatOpcodes, InterruptHandlers, SubtargetFacts, TargetIntrinsic, Trampoline,
};
use gisel_codegen::machine::inline_asm::InlineAsmInfo;
use gisel_codegen::machine::memory_checks::MemoryChecks;
use gisel_codegen::machine::outlining::Outlining;
use gisel_codegen::machine::target::{MachineTables, MachineTarget};
use gisel_codegen::machine::triple::Triple;
use gisel_codegen::pipeline::PassConfig;
use gisel_codegen::support::error::Result;
use gisel_codegen::target::{
    EmitTarget, FrameTarget, InterpretTargetOpcode, InterpreterTarget, IselTarget, LegalizerTarget,
    PassTarget, Target,
};

/// Linux's routine that synchronizes the instruction cache with written instructions.
pub(crate) const FLUSH_ICACHE: &str = "__riscv_flush_icache";

/// rv32 or rv64 with the extensions of its features.
#[derive(Debug)]
pub struct RiscvTarget {
    /// The subtarget.
    pub subtarget: Subtarget,
    facts: SubtargetFacts,
    mc: RiscvMc,
    call_lowering: RiscvCallLowering,
    instr_info: RiscvInstrInfo,
    frame_lowering: RiscvFrame,
    legalizer_info: LegalizerInfo,
    register_banks: RiscvBanks,
    selector: RiscvSelector,
    inline_asm: RiscvInlineAsm,
    outlining: RiscvOutlining,
}

impl RiscvTarget {
    /// Returns the subtarget of a CPU of rv64 with a feature list such as `+zbb,-relax`. Errors
    /// name unsupported features.
    pub fn new(cpu: &str, features: &str) -> std::result::Result<RiscvTarget, String> {
        let request = Request { cpu, features, ..Request::default() };
        Ok(RiscvTarget::of(Subtarget::new(64, &request, &mut Vec::new())?))
    }

    /// Returns the target for `subtarget`.
    pub fn of(subtarget: Subtarget) -> RiscvTarget {
        let features = subtarget.features;
        let has = |name: &str| FEATURES.has(&subtarget.set, name);
        let handlers = InterruptHandlers {
            resumable: INSTRUCTIONS.missing_feature(op::MNRET, &has).is_none(),
            controlled: has("experimental-xsfmclic"),
            saved_at_once: INSTRUCTIONS.missing_feature(op::QC_C_MILEAVERET, &has).is_none(),
        };
        RiscvTarget {
            subtarget,
            facts: SubtargetFacts { handlers, ..facts(features) },
            mc: RiscvMc { subtarget },
            call_lowering: RiscvCallLowering { features, abi: subtarget.abi },
            instr_info: RiscvInstrInfo { features },
            frame_lowering: RiscvFrame { features, abi: subtarget.abi, reserved: subtarget.reserved },
            legalizer_info: legalizer_info(features),
            register_banks: RiscvBanks::new(features),
            selector: RiscvSelector { features, set: subtarget.set },
            inline_asm: RiscvInlineAsm { features },
            outlining: RiscvOutlining { features, mc: RiscvMc { subtarget } },
        }
    }
}

fn facts(features: Features) -> SubtargetFacts {
    let trampoline = match features.xlen() {
        // auipc t2, 0; ld t0, 24(t2); ld t2, 16(t2); jr t0
        64 => {
            Trampoline { code: &[0x0000_0397, 0x0183_b283, 0x0103_b383, 0x0002_8067], nest: 16, function: 24 }
        }
        // auipc t2, 0; lw t0, 20(t2); lw t2, 16(t2); jr t0
        _ => {
            Trampoline { code: &[0x0000_0397, 0x0143_a283, 0x0103_a383, 0x0002_8067], nest: 16, function: 20 }
        }
    };
    let bfloat_opcodes = BFloatOpcodes { extend: op::G_FCVT_S_BF16, round: op::G_FCVT_BF16_S };
    SubtargetFacts {
        atomics: atomics(features),
        bfloat_opcodes: features.contains(Features::ZFBFMIN).then_some(bfloat_opcodes),
        vector_registers: features.contains(Features::VECTORS),
        raises_extra_exceptions: true,
        tags_variables: features.contains(Features::TAGGED_GLOBALS),
        multiplies: features.contains(Features::ZMMUL),
        short_registers: if features.contains(Features::ZCA) { &SHORT_REGISTERS } else { &[] },
        ..SubtargetFacts::new(Llt::pointer(0, features.xlen()), trampoline)
    }
}

/// The registers that most compressed instructions name by three bits.
static SHORT_REGISTERS: [PhysReg; 16] = [
    regs::X8,
    regs::X9,
    regs::X10,
    regs::X11,
    regs::X12,
    regs::X13,
    regs::X14,
    regs::X15,
    regs::F8_D,
    regs::F9_D,
    regs::F10_D,
    regs::F11_D,
    regs::F12_D,
    regs::F13_D,
    regs::F14_D,
    regs::F15_D,
];

fn atomics(features: Features) -> AtomicInfo {
    let sync_calls = features.contains(Features::FORCED_ATOMICS);
    let with = |needed| if sync_calls || features.contains(needed) { features.xlen() } else { 0 };
    let max_bits = with(Features::ZALRSC);
    let exchanges_bytes = features.contains(Features::ZACAS | Features::ZABHA);
    let exchanges_words = features.contains(Features::ZALRSC) && !exchanges_bytes;
    AtomicInfo {
        max_bits,
        max_single_bits: max_bits,
        max_rmw_bits: with(Features::A),
        fences: true,
        outline: None,
        sync_calls,
        // As in LLVM, although routines for smaller sizes would suffice.
        min_sync_bits: if exchanges_words { 32 } else { 8 },
    }
}

static TABLES: MachineTables = tables(&REGISTERS);
static TABLES_RV32: MachineTables = tables(&REGISTERS_RV32);

const fn tables(registers: &'static RegisterInfo) -> MachineTables {
    MachineTables {
        registers,
        instructions: DESCS,
        mir_names: &NAMES,
        pointer_class: classes::GPR,
        type_check: Some(op::KCFI_CHECK),
        load_stack_guard: Some(stack_guard::load),
        min_jump_table_entries: 5,
        lines_of_constants: false,
        intrinsic_name: intrinsics::name,
    }
}

impl MachineTarget for RiscvTarget {
    crate::classes::classes!(machine);

    fn name(&self) -> &'static str {
        if self.subtarget.features.contains(Features::RV64) { "riscv64" } else { "riscv32" }
    }

    fn tables(&self) -> &'static MachineTables {
        if self.subtarget.features.contains(Features::RV64) { &TABLES } else { &TABLES_RV32 }
    }

    fn sched_model(&self) -> Option<&SchedModel> {
        SCHED_MODELS.get(usize::from(self.subtarget.sched_model))
    }

    fn convention(&self) -> &dyn CallingConvention {
        &self.call_lowering
    }
}

impl FrameTarget for RiscvTarget {
    crate::classes::classes!(frame);
}

impl LegalizerTarget for RiscvTarget {
    crate::classes::classes!(legalizer);

    fn constant_cost(&self, value: u64, bits: u32) -> usize {
        let xlen = self.subtarget.features.xlen();
        if bits > xlen {
            return usize::MAX;
        }
        let unused = 64 - bits;
        let value = (value << unused) as i64 >> unused;
        if value == 0 { 0 } else { materialize(value, self.subtarget.features).len() }
    }

    fn legalize_custom(&self, b: &mut Builder<'_>, inst: InstId, module: &Module) -> Result<Outcome> {
        Ok(legalize_custom(b, inst, self.subtarget.features, module))
    }
}

impl IselTarget for RiscvTarget {
    crate::classes::classes!(isel);

    fn combiner(&self) -> &'static CombinerInfo {
        &combiner::INFO
    }

    fn intrinsic(&self, name: &str) -> Option<TargetIntrinsic> {
        intrinsics::named(name, self.subtarget.features.xlen())
    }

    fn clear_cache(&self, triple: &str) -> (&'static str, bool) {
        // On Linux, all cores are synchronized.
        if Triple::parse(triple).is_linux() { (FLUSH_ICACHE, true) } else { ("__clear_cache", false) }
    }
}

impl EmitTarget for RiscvTarget {
    crate::classes::classes!(emit);

    fn inline_asm(&self) -> Option<&dyn InlineAsmInfo> {
        Some(&self.inline_asm)
    }
}

impl PassTarget for RiscvTarget {
    fn outlining(&self) -> Option<&dyn Outlining> {
        Some(&self.outlining)
    }
}

impl InterpreterTarget for RiscvTarget {
    fn interpret(&self) -> InterpretTargetOpcode {
        interpret
    }
}

impl Target for RiscvTarget {
    fn pass_config(&self) -> &'static PassConfig {
        &PASSES
    }

    fn memory_checks(&self) -> Option<&dyn MemoryChecks> {
        self.subtarget.features.contains(Features::RV64).then_some(&Checks)
    }
}
