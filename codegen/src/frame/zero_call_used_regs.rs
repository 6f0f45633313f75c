//! Clears registers at returns (`zero-call-used-regs`): all call-used registers or the ones that
//! the function names, except for return values.
//!
//! It runs after the epilogues, so their scratch registers are cleared too, and inserts before the
//! terminators. As in LLVM's `prologepilog`, a register that any return of the function names is
//! not cleared at any return. Cost: linear.

use crate::frame::registers::CallUsedReg;
use crate::frame::target::FrameTarget;
use crate::ir::builder::Builder;
use crate::ir::entity::BlockId;
use crate::ir::mir::{MachineFunction, ZeroCallUsedRegs};
use crate::machine::desc::registers::PhysReg;

/// Clears the registers at the ends of the blocks that return.
pub(super) fn run(mf: &mut MachineFunction, target: &dyn FrameTarget) {
    let Some(attribute) = mf.attrs.zero_call_used_regs else { return };
    let returning: Vec<BlockId> =
        mf.layout.iter().copied().filter(|&b| super::returns(mf, target, b)).collect();
    let named = Units::of(mf, target, mf.layout.iter().flat_map(|&b| mf.insts(b)));
    let kept = Units::of(mf, target, returning.iter().filter_map(|&b| mf.last_inst(b)));
    let registers = target.registers();
    let saved = target.frame_lowering().callee_saved(mf);
    let is_saved = |reg| saved.iter().any(|s| registers.overlap(s.reg, reg));
    // The landing block of an exception reads the data registers, which have just been reloaded.
    let data = if mf.attrs.eh_return { target.frame_lowering().eh_data_registers() } else { &[] };
    let is_data = |reg| data.iter().any(|d| registers.overlap(d.reg, reg));
    let incoming = |reg| mf.live_ins.iter().any(|&(live, _)| registers.overlap(live, reg));
    let is_chosen = |used: &&CallUsedReg| {
        let ZeroCallUsedRegs { only_used, only_gpr, only_arg } = attribute;
        let arg = if only_used { incoming(used.reg) } else { used.is_argument };
        !(kept.contain(target, used.reg)
            || is_saved(used.reg)
            || is_data(used.reg)
            || only_used && !named.contain(target, used.reg)
            || only_gpr && !used.is_general
            || only_arg && !arg)
    };
    let call_used = target.frame_lowering().call_used(mf);
    let chosen: Vec<PhysReg> = call_used.iter().filter(is_chosen).map(|used| used.reg).collect();
    for block in returning {
        let point = mf.before_terminators(target, block);
        let mut b = Builder::new(mf, point);
        chosen.iter().for_each(|&reg| target.frame_lowering().clear(&mut b, reg));
    }
}

/// Register units that some instructions name, except those that call masks clobber.
struct Units(Vec<bool>);

impl Units {
    fn of(
        mf: &MachineFunction,
        target: &dyn FrameTarget,
        insts: impl Iterator<Item = crate::ir::entity::InstId>,
    ) -> Units {
        let registers = target.registers();
        let mut units = vec![false; registers.num_units as usize];
        for inst in insts {
            let named = mf
                .operands(inst)
                .iter()
                .filter_map(|o| registers.sub_reg(o.phys()?, o.sub_reg()).or(o.phys()));
            let desc = target.desc(mf.opcode(inst));
            let implied = desc.implicit_defs.iter().chain(desc.implicit_uses).copied();
            for reg in named.chain(implied).filter(|&reg| reg != PhysReg::NONE) {
                registers.units(reg).iter().for_each(|u| units[u.0 as usize] = true);
            }
        }
        Units(units)
    }

    fn contain(&self, target: &dyn FrameTarget, reg: PhysReg) -> bool {
        target.registers().units(reg).iter().any(|u| self.0[u.0 as usize])
    }
}
