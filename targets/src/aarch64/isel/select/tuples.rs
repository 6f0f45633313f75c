//! Tuples of vector registers.

use crate::aarch64::registers::{classes, subs};
use crate::isle::prelude::subreg_to_reg;

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::{Operand, RegAttr};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::registers::{RegClassId, SubReg};

pub(crate) const TUPLES: [[RegClassId; 3]; 2] =
    [[classes::DD, classes::DDD, classes::DDDD], [classes::QQ, classes::QQQ, classes::QQQQ]];

pub(crate) const D_PARTS: [SubReg; 4] = [subs::DSUB0, subs::DSUB1, subs::DSUB2, subs::DSUB3];

pub(crate) const Q_PARTS: [SubReg; 4] = [subs::QSUB0, subs::QSUB1, subs::QSUB2, subs::QSUB3];

/// Returns a tuple of these registers; if `wide`, of Q registers with D registers in their lower
/// halves.
pub(crate) fn join(s: &mut Selection<'_>, values: &[Operand], wide: bool) -> Option<VReg> {
    let values = values.iter().map(|value| value.vreg()).collect::<Option<Vec<VReg>>>()?;
    let is_q = wide || s.mf.ty(*values.first()?).bits() == 128;
    if let ([one], true) = (&values[..], is_q) {
        return Some(*one);
    }
    let class = *TUPLES[usize::from(is_q)].get(values.len().checked_sub(2)?)?;
    let (part_class, subs) = if is_q { (classes::FPR128, Q_PARTS) } else { (classes::FPR64, D_PARTS) };
    let mut operands = Vec::with_capacity(values.len() * 2);
    for (&value, sub) in values.iter().zip(subs) {
        let narrow = s.mf.ty(value).bits() == 64;
        let part = if is_q && narrow { subreg_to_reg(s, classes::FPR128, value, subs::DSUB) } else { value };
        let part = s.constrain_use(Operand::use_of(part), part_class);
        operands.extend([part, Operand::small_imm(sub.0.into())]);
    }
    Some(s.op_in(class, gop::REG_SEQUENCE, &operands))
}

/// Returns the registers of a tuple, in the size of the results.
pub(crate) fn parts(s: &mut Selection<'_>, tuple: VReg, results: &[VReg]) -> Vec<VReg> {
    let is_q = match s.mf.reg_attr(tuple) {
        RegAttr::Class(class) => TUPLES[1].contains(&class),
        _ => false,
    };
    let (class, subs) = if is_q { (classes::FPR128, Q_PARTS) } else { (classes::FPR64, D_PARTS) };
    // Copies of a tuple's parts next to each other happen at once; so the tuple's registers are free
    // for the parts.
    let parts: Vec<VReg> =
        results.iter().zip(subs).map(|(_, sub)| s.extract_sub(class, tuple, sub)).collect();
    let mut of_size = |(part, &result): (VReg, &VReg)| match is_q && s.mf.ty(result).bits() == 64 {
        true => s.extract_sub(classes::FPR64, part, subs::DSUB),
        false => part,
    };
    parts.into_iter().zip(results).map(&mut of_size).collect()
}
