//! Calls of outlined functions: `call t0`, so `ra` keeps its value, or `tail`.

use crate::riscv::features::Features;
use crate::riscv::isel::materialize::materialize;
use crate::riscv::mc::instructions::{TABLE, op};
use crate::riscv::mc::relocations::spec;
use crate::riscv::registers::calling_conventions::STATIC_CHAIN;
use crate::riscv::registers::regs;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{MachineFunction, Operand, OperandTag};
use gisel_codegen::ir::module::{CodeModel, Module};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::outlining::{OutlinedLinkage, Outlining};
use gisel_codegen::mc::code_emitter::CodeEmitter;
use gisel_codegen::mc::inst::{McInst, McOperand};

const LINKAGE: OutlinedLinkage = OutlinedLinkage {
    link: regs::X5,
    call_link: regs::X1,
    call_clobbers: &[],
    // The registers of `tail`'s jump.
    jump_clobbers: &[regs::X6, regs::X7],
    live_at_exit: &[regs::X1],
    scratch: &[],
    call_size: 8,
    jump_size: 8,
    return_size: 4,
    save_size: 0,
    save_distance: 0,
};

static PLAIN: OutlinedLinkage = LINKAGE;

/// The linkage if returns have a compressed form.
static COMPRESSED: OutlinedLinkage = OutlinedLinkage { return_size: 2, ..LINKAGE };

/// Outlining of RISC-V's code.
#[derive(Debug)]
pub(crate) struct RiscvOutlining {
    /// The subtarget's features.
    pub features: Features,
    /// Its encoder.
    pub mc: crate::riscv::mc::RiscvMc,
}

impl RiscvOutlining {
    /// Returns the size of an instruction whose operands are all known.
    fn encoded(&self, opcode: Opcode, operands: &[McOperand]) -> u32 {
        let is_short = self.mc.compress(&McInst::new(opcode, operands)).is_some();
        if is_short { 2 } else { 4 }
    }
}

impl Outlining for RiscvOutlining {
    fn linkage(&self) -> &OutlinedLinkage {
        if self.features.contains(Features::ZCA) { &COMPRESSED } else { &PLAIN }
    }

    fn is_possible(&self, module: &Module) -> bool {
        module.code_model != CodeModel::Large
    }

    fn size(&self, mf: &MachineFunction, inst: InstId) -> u32 {
        let operands = mf.operands(inst);
        let jump = |base: Option<PhysReg>, link| match base {
            Some(base) => self.encoded(op::JALR, &[link, base.into(), McOperand::Imm(0)]),
            None => 4,
        };
        let first = operands.first().and_then(|operand| operand.phys());
        match mf.opcode(inst) {
            op::PseudoRET => jump(Some(regs::X1), regs::X0.into()),
            op::PseudoTAILIndirect => jump(first, regs::X0.into()),
            op::PseudoCALLIndirect => jump(first, regs::X1.into()),
            op::PseudoMovImm => {
                let (Some(dst), Some(value)) = (first, operands.get(1).and_then(|&o| mf.imm_value(o))) else {
                    return 4;
                };
                let mut source = regs::X0;
                let mut size = 0;
                for step in materialize(value, self.features) {
                    let operands = step.operands(dst.into(), source.into(), regs::X0.into(), McOperand::Imm);
                    size += self.encoded(step.opcode, &operands);
                    source = dst;
                }
                size
            }
            opcode => u32::from(TABLE.desc(opcode).size),
        }
    }

    /// The halves of an address refer to each other. Jumps through the static chain's register are
    /// relocated differently.
    fn may_be_moved(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let opcode = mf.opcode(inst);
        let is_half = |operand: &Operand| {
            let flags = operand.target_flags();
            let is_symbol = operand.tag() == OperandTag::Global || operand.tag() == OperandTag::External;
            let absolute = [spec::NONE, spec::HI, spec::LO].map(|specifier| specifier.0);
            is_symbol && !absolute.contains(&flags)
        };
        let chained = opcode == op::PseudoTAIL
            && mf.operands(inst).iter().any(|operand| operand.phys() == Some(STATIC_CHAIN));
        !matches!(opcode, op::AUIPC | op::PROBED_STACKALLOC_DYN)
            && !chained
            && !mf.operands(inst).iter().any(is_half)
    }

    fn jump_of_call(&self, call: Opcode) -> Option<Opcode> {
        match call {
            op::PseudoCALL => Some(op::PseudoTAIL),
            op::PseudoCALLIndirect => Some(op::PseudoTAILIndirect),
            _ => None,
        }
    }

    fn jump_operands(&self, call: &[Operand]) -> Vec<Operand> {
        call.to_vec()
    }

    fn build_call(&self, b: &mut Builder<'_>, callee: Operand, ordinary: bool) -> InstId {
        match ordinary {
            true => b.inst(op::PseudoCALL, &[callee]),
            false => b.inst(op::PseudoCALLReg, &[Operand::def(regs::X5), callee]),
        }
    }

    fn build_jump(&self, b: &mut Builder<'_>, callee: Operand) -> InstId {
        b.inst(op::PseudoTAIL, &[callee])
    }

    fn build_return(&self, b: &mut Builder<'_>) {
        b.inst(op::PseudoTAILIndirect, &[Operand::use_of(regs::X5)]);
    }

    /// No value is preserved in `t0`.
    fn move_link(&self, _: &mut Builder<'_>, _: Option<PhysReg>, _: bool) {}
}
