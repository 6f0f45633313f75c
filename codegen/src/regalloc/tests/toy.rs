//! A target with few registers of two sizes, for tests.

use crate::frame::Scavenger;
use crate::frame::registers::FrameRegisters;
use crate::frame::shape::FrameShape;
use crate::frame::target::{FrameLowering, FrameTarget};
use crate::interpreter::Fault;
use crate::interpreter::target::{InterpretTargetOpcode, InterpreterTarget};
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::llt::P0;
use crate::ir::mir::{MachineFunction, MirNames, Operand};
use crate::isel::call_lowering::target::CallLowering;
use crate::isel::combiner::CombinerInfo;
use crate::isel::legalizer::LegalizerInfo;
use crate::isel::legalizer::target::LegalizerTarget;
use crate::isel::regbankselect::RegisterBankInfo;
use crate::isel::select::InstructionSelector;
use crate::isel::target::IselTarget;
use crate::machine::branch_info::BranchInfo;
use crate::machine::calling_convention::{CalleeSavedReg, CallingConvention};
use crate::machine::desc::instructions::{
    InstrDesc, InstrFlags, Opcode, OperandDesc, OperandKind, Variadic, constrained,
};
use crate::machine::desc::reg_mask::RegMask;
use crate::machine::desc::registers::{
    BankId, PhysReg, RegBank, RegClass, RegClassId, RegDesc, RegUnit, RegisterInfo, SubReg, unit_set,
};
use crate::machine::facts::{SubtargetFacts, Trampoline};
use crate::machine::instr_info::InstrInfo;
use crate::machine::target::{MachineTables, MachineTarget};
use crate::mc::target::{EmitTarget, McTarget};
use crate::passes::target::PassTarget;
use crate::pipeline::PassConfig;
use crate::support::error::Result;
use crate::target::Target;
use std::sync::LazyLock;

/// General registers r0 to r5.
pub const GPR: RegClassId = RegClassId(0);
/// Halves d0 to d3 of the wide registers.
pub const HALF: RegClassId = RegClassId(1);
/// Wide registers q0 to q3, each with a half and a unit of its own.
pub const WIDE: RegClassId = RegClassId(2);
/// The half of a wide register.
pub const LOW: SubReg = SubReg(1);

/// Returns general register `n`.
pub const fn r(n: u16) -> PhysReg {
    PhysReg(1 + n)
}

/// Returns half `n`.
pub const fn d(n: u16) -> PhysReg {
    PhysReg(7 + n)
}

/// Returns wide register `n`.
pub const fn q(n: u16) -> PhysReg {
    PhysReg(11 + n)
}

const SP: PhysReg = PhysReg(15);

macro_rules! opcodes {
    ($($name:ident = $n:literal),*) => {$(pub const $name: Opcode = Opcode(Opcode::FIRST_TARGET + $n);)*};
}

opcodes! {
    CONST = 0, ADD = 1, TIED = 2, EARLY = 3, CALL = 4, BR = 5, BCC = 6, RET = 7, HALFOP = 8, WIDEOP = 9,
    LOAD = 10, STORE = 11, SETUP = 12, DESTROY = 13, TRACE = 14, JUMP_TO = 15
}

const fn operand(kind: OperandKind) -> OperandDesc {
    OperandDesc { name: "", kind, tied_to: None, early_clobber: false }
}

const G: OperandDesc = operand(OperandKind::Class(GPR));
const H: OperandDesc = operand(OperandKind::Class(HALF));
const W: OperandDesc = operand(OperandKind::Class(WIDE));
const ANY: OperandDesc = operand(OperandKind::Any);
const BLOCK: OperandDesc = operand(OperandKind::Block);
const TIED_USE: OperandDesc = OperandDesc { tied_to: Some(0), ..G };
const EARLY_DEF: OperandDesc = OperandDesc { early_clobber: true, ..G };

const fn desc(
    name: &'static str,
    operands: &'static [OperandDesc],
    num_defs: u8,
    flags: InstrFlags,
) -> InstrDesc {
    InstrDesc {
        name,
        operands,
        num_defs,
        variadic: Variadic::No,
        flags,
        implicit_defs: &[],
        implicit_uses: &[],
        size: 4,
        constrained: constrained(operands),
        sched_class: 0,
        type_places: [None; 3],
    }
}

const NONE: InstrFlags = InstrFlags::empty();
const JUMP: InstrFlags = InstrFlags::TERMINATOR.union(InstrFlags::BRANCH);

static DESCS: [InstrDesc; 16] = [
    desc("CONST", &[G, ANY], 1, InstrFlags::REMATERIALIZABLE.union(InstrFlags::CHEAP)),
    desc("ADD", &[G, G, G], 1, NONE),
    desc("TIED", &[G, TIED_USE, G], 1, NONE),
    desc("EARLY", &[EARLY_DEF, G, G], 1, NONE),
    desc("CALL", &[ANY], 0, InstrFlags::CALL),
    desc("BR", &[BLOCK], 0, JUMP.union(InstrFlags::BARRIER)),
    desc("BCC", &[G, BLOCK], 0, JUMP),
    desc("RET", &[], 0, InstrFlags::TERMINATOR.union(InstrFlags::RETURN).union(InstrFlags::BARRIER)),
    desc("HALFOP", &[H, H, G], 1, NONE),
    desc("WIDEOP", &[W, W, H], 1, NONE),
    desc("LOAD", &[ANY, ANY], 1, InstrFlags::MAY_LOAD),
    desc("STORE", &[ANY, ANY], 0, InstrFlags::MAY_STORE),
    desc("SETUP", &[ANY], 0, NONE),
    desc("DESTROY", &[ANY], 0, NONE),
    desc("TRACE", &[G], 0, InstrFlags::SIDE_EFFECTS),
    desc("JUMP_TO", &[G], 0, JUMP.union(InstrFlags::BARRIER).union(InstrFlags::INDIRECT_BRANCH)),
];

fn leak<T>(items: Vec<T>) -> &'static [T] {
    Box::leak(items.into_boxed_slice())
}

static REGISTERS: LazyLock<RegisterInfo> = LazyLock::new(|| {
    let reg = |name: String, units: Vec<u16>, sub_regs: Vec<(SubReg, PhysReg)>| {
        let units = leak(units.into_iter().map(RegUnit).collect());
        RegDesc {
            name: name.leak(),
            asm_name: "reg",
            encoding: 0,
            dwarf: None,
            units,
            sub_regs: leak(sub_regs),
            bank: None,
            unit_set: unit_set(units),
        }
    };
    let mut regs = vec![reg("noreg".into(), vec![], vec![])];
    regs.extend((0..6).map(|n| reg(format!("r{n}"), vec![n], vec![])));
    regs.extend((0..4).map(|n| reg(format!("d{n}"), vec![6 + n], vec![])));
    regs.extend((0..4).map(|n| reg(format!("q{n}"), vec![6 + n, 10 + n], vec![(LOW, d(n))])));
    regs.push(reg("sp".into(), vec![14], vec![]));
    let class = |index: u32, name: &'static str, members: Vec<PhysReg>, bits: u16| {
        let members = leak(members);
        let size = bits / 8;
        let sub_classes = 1 << index;
        let (spill_size, spill_align, bank) = (size, size, BankId(0));
        RegClass { name, order: members, members, bits, spill_size, spill_align, bank, sub_classes }
    };
    let classes = vec![
        class(0, "gpr", (0..6).map(r).collect(), 64),
        class(1, "half", (0..4).map(d).collect(), 64),
        class(2, "wide", (0..4).map(q).collect(), 128),
    ];
    RegisterInfo {
        regs: leak(regs),
        num_units: 15,
        classes: leak(classes),
        banks: leak(vec![RegBank { name: "bank" }]),
        sub_reg_names: &["", "low"],
    }
});

/// The target; calls preserve r4, r5 and the half of q3.
pub struct Toy;

/// The target as a trait object.
pub const TOY: &dyn Target = &Toy;

impl MachineTarget for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn tables(&self) -> &'static MachineTables {
        static TABLES: LazyLock<MachineTables> = LazyLock::new(|| MachineTables {
            registers: &REGISTERS,
            instructions: &DESCS,
            mir_names: &MirNames::NONE,
            pointer_class: GPR,
            type_check: None,
            load_stack_guard: None,
            min_jump_table_entries: 4,
            lines_of_constants: false,
            intrinsic_name: |_| None,
        });
        &TABLES
    }

    fn facts(&self) -> &SubtargetFacts {
        static FACTS: SubtargetFacts =
            SubtargetFacts::new(P0, Trampoline { code: &[], nest: 0, function: 8 });
        &FACTS
    }

    fn instr_info(&self) -> &dyn InstrInfo {
        self
    }

    fn convention(&self) -> &dyn CallingConvention {
        unreachable!("the toy lowers no calls")
    }
}

impl FrameTarget for Toy {
    fn frame_lowering(&self) -> &dyn FrameLowering {
        self
    }
}

impl LegalizerTarget for Toy {
    fn call_lowering(&self) -> &dyn CallLowering {
        unreachable!("the toy lowers no calls")
    }

    fn legalizer_info(&self) -> &LegalizerInfo {
        unreachable!("the toy legalizes nothing")
    }
}

impl IselTarget for Toy {
    fn combiner(&self) -> &'static CombinerInfo {
        CombinerInfo::standard()
    }

    fn register_banks(&self) -> &dyn RegisterBankInfo {
        unreachable!("the toy has no banks")
    }

    fn selector(&self) -> &dyn InstructionSelector {
        unreachable!("the toy selects nothing")
    }
}

impl EmitTarget for Toy {
    fn mc(&self) -> &dyn McTarget {
        unreachable!("the toy emits nothing")
    }
}

impl PassTarget for Toy {}

impl InterpreterTarget for Toy {
    fn interpret(&self) -> InterpretTargetOpcode {
        |_, _| Err(Fault::Unknown)
    }
}

impl Target for Toy {
    fn pass_config(&self) -> &'static PassConfig {
        PassConfig::unchanged()
    }
}

impl BranchInfo for Toy {
    fn unconditional_branch_target(&self, mf: &MachineFunction, inst: InstId) -> Option<BlockId> {
        if mf.opcode(inst) == BR { mf.operand(inst, 0).as_block() } else { None }
    }

    fn insert_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        b.inst(BR, &[Operand::block(to)]);
    }
}

impl InstrInfo for Toy {
    fn reg_mask(&self, _: u32) -> RegMask {
        RegMask { preserved: 1 << 4 | 1 << 5 | 1 << 9 | 1 << 14 }
    }

    fn copy_phys_reg(&self, b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Result<()> {
        b.copy(dst, src);
        Ok(())
    }

    fn store_reg_to_stack(&self, b: &mut Builder<'_>, src: PhysReg, _: RegClassId, slot: FrameIndex) {
        b.inst(STORE, &[Operand::use_of(src), Operand::frame_index(slot)]);
    }

    fn load_reg_from_stack(&self, b: &mut Builder<'_>, dst: PhysReg, _: RegClassId, slot: FrameIndex) {
        b.inst(LOAD, &[Operand::def(dst), Operand::frame_index(slot)]);
    }
}

impl FrameRegisters for Toy {
    fn stack_pointer(&self) -> PhysReg {
        SP
    }

    fn frame_pointer(&self) -> PhysReg {
        r(5)
    }

    fn base_pointer(&self) -> PhysReg {
        r(4)
    }

    fn reserved(&self, _: &MachineFunction) -> Vec<PhysReg> {
        vec![SP]
    }

    fn callee_saved(&self, _: &MachineFunction) -> &'static [CalleeSavedReg] {
        static SAVED: [CalleeSavedReg; 2] =
            [CalleeSavedReg { reg: r(4), class: GPR }, CalleeSavedReg { reg: r(5), class: GPR }];
        &SAVED
    }
}

impl FrameShape for Toy {
    fn stack_alignment(&self) -> u32 {
        16
    }

    fn frame_pointer_offset(&self, _: &MachineFunction) -> i64 {
        0
    }

    fn needs_emergency_slot(&self, _: &MachineFunction, size: u64) -> bool {
        size > 256
    }
}

impl FrameLowering for Toy {
    fn determine_callee_saved(&self, _: &MachineFunction, _: &mut Vec<CalleeSavedReg>) {}

    fn call_frame_opcodes(&self) -> (Opcode, Opcode) {
        (SETUP, DESTROY)
    }

    fn emit_prologue(&self, _: &mut MachineFunction, _: BlockId) -> Result<()> {
        Ok(())
    }

    fn emit_epilogue(&self, _: &mut MachineFunction, _: BlockId) -> Result<()> {
        Ok(())
    }

    fn adjust_stack(&self, _: &mut MachineFunction, _: InstId, _: i64, _: &mut Scavenger<'_>) -> Result<()> {
        Ok(())
    }

    fn eliminate_frame_index(
        &self,
        _: &mut MachineFunction,
        _: InstId,
        _: usize,
        _: &mut Scavenger<'_>,
    ) -> Result<()> {
        Ok(())
    }
}
