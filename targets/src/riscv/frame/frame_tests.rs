//! Prologues and epilogues, executed: tests saved and restored registers, and the values of
//! pointers.

use crate::riscv::features::{Abi, BASE};
use crate::riscv::frame::frame_lowering::RiscvFrame;
use crate::riscv::mc::instructions::op;
use crate::riscv::registers::regs;
use gisel_codegen::ir::entity::{BlockId, SubtargetId, SymbolId};
use gisel_codegen::ir::mir::{CalleeSaved, FrameObjectKind, FramePointer, MachineFunction};
use gisel_codegen::ir::opcodes::CFI_INSTRUCTION;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::target::{FrameLowering, FrameShape};
use std::collections::HashMap;

/// Integer registers and memory.
struct Machine {
    regs: HashMap<PhysReg, i64>,
    memory: HashMap<i64, i64>,
}

const FRAMES: RiscvFrame = RiscvFrame { features: BASE, abi: Abi::Double, reserved: 0 };

const ENTRY_SP: i64 = 0x7fff_0000_0000;

impl Machine {
    fn new() -> Machine {
        let mut regs: HashMap<_, _> =
            (1..32).map(|n| (PhysReg(regs::X0.0 + n), i64::from(n) * 0x101)).collect();
        regs.insert(regs::X2, ENTRY_SP);
        Machine { regs, memory: HashMap::new() }
    }

    fn get(&self, reg: PhysReg) -> i64 {
        self.regs.get(&reg).copied().unwrap_or(0)
    }

    fn run(&mut self, mf: &MachineFunction, block: BlockId) {
        for inst in mf.insts(block) {
            let reg = |n| mf.operand(inst, n).phys().unwrap();
            let imm = |n| mf.imm_value(mf.operand(inst, n)).unwrap();
            let opcode = mf.opcode(inst);
            let value = match opcode {
                CFI_INSTRUCTION | op::PseudoRET => continue,
                op::SD => {
                    let address = self.get(reg(1)) + imm(2);
                    assert!(address >= self.get(regs::X2), "below the stack pointer");
                    self.memory.insert(address, self.get(reg(0)));
                    continue;
                }
                op::LD => {
                    let address = self.get(reg(1)) + imm(2);
                    assert!(address >= self.get(regs::X2), "below the stack pointer");
                    self.memory[&address]
                }
                op::LUI => i64::from((imm(1) << 12) as i32),
                op::ADD => self.get(reg(1)) + self.get(reg(2)),
                op::ADDI => self.get(reg(1)) + imm(2),
                op::ADDIW => i64::from((self.get(reg(1)) + imm(2)) as i32),
                op::ANDI => self.get(reg(1)) & imm(2),
                op::SLLI => self.get(reg(1)) << imm(2),
                op::SRLI => (self.get(reg(1)) as u64 >> imm(2)) as i64,
                other => panic!("{other:?}"),
            };
            self.regs.insert(reg(0), value);
        }
    }
}

/// Returns a function whose frame is laid out: `size` bytes with `ra`, `s0`, `s1` and `s2` saved
/// below `area` bytes of save area.
fn function(size: u64, area: i64, align: u32, variable: bool, pointer: FramePointer) -> MachineFunction {
    let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
    mf.attrs.frame_pointer = pointer;
    mf.frame.has_variable_sized = variable;
    mf.frame.create(FrameObjectKind::Local, 16, align);
    if area != 0 {
        mf.frame.create_fixed(8, -area, false);
    }
    for (n, reg) in [regs::X1, regs::X8, regs::X9, regs::X18].into_iter().enumerate() {
        let slot = mf.frame.create(FrameObjectKind::Spill, 8, 8);
        let offset = -area - 8 * (n as i64 + 1);
        mf.frame.objects[slot.index()].offset = offset;
        mf.frame.callee_saved.push(CalleeSaved { reg, slot });
    }
    mf.frame.stack_size = size;
    mf
}

#[test]
fn epilogues_undo_prologues() {
    for size in [64, 2032, 2048, 2064, 2528, 2544, 4064, 4096, 4592, 4608, 8192, 0x1_0000, 0x1234_5670] {
        for area in [0, 64] {
            for align in [16, 64, 4096] {
                for variable in [false, true] {
                    for pointer in [FramePointer::None, FramePointer::All] {
                        check(size + area as u64, area, align, variable, pointer);
                    }
                }
            }
        }
    }
}

fn check(size: u64, area: i64, align: u32, variable: bool, pointer: FramePointer) {
    let mut mf = function(size, area, align, variable, pointer);
    let (entry, exit) = (mf.append_block(), mf.append_block());
    FRAMES.emit_prologue(&mut mf, entry).unwrap();
    FRAMES.emit_epilogue(&mut mf, exit).unwrap();

    let mut machine = Machine::new();
    let before = Machine::new().regs;
    machine.run(&mf, entry);
    let sp = machine.get(regs::X2);
    assert!(sp <= ENTRY_SP - size as i64 && sp % i64::from(align) == 0, "{size} {align}: {sp:x}");
    if align == 16 {
        assert_eq!(sp, ENTRY_SP - size as i64);
    }
    if FRAMES.has_fp(&mf) {
        assert_eq!(machine.get(regs::X8), ENTRY_SP + FRAMES.frame_pointer_offset(&mf));
        assert_eq!(machine.memory[&(machine.get(regs::X8) - 8)], before[&regs::X1]);
    }
    if variable {
        machine.regs.insert(regs::X2, sp - 256);
    }
    for reg in [regs::X1, regs::X18] {
        machine.regs.insert(reg, -1);
    }
    machine.run(&mf, exit);
    for reg in [regs::X1, regs::X2, regs::X8, regs::X9, regs::X18] {
        assert_eq!(machine.get(reg), before[&reg], "{size} {area} {align} {variable}: {reg:?}");
    }
}
