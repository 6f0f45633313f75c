//! The text forms of debug values that the writer and the reader share: notes that LLVM's syntax
//! lacks, and implied defaults.

use crate::frame::target::FrameTarget;
use crate::ir::entity::VReg;
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, RegAttr};
use crate::machine::desc::registers::PhysReg;

/// The prefix of a comment with notes on each operand: its width in bits (`bits`); the number of
/// its own elements in the expression (`after`); the number of valid low bits of the register
/// (`intact`); and the argument register in which it came (`in`).
pub(super) const NOTES: &str = " ; bits: ";

/// The prefix of a comment with a form that LLVM's syntax lacks: the address of a symbol, or a
/// frame object with a known offset.
pub(super) const OWN_FORM: &str = " ; ";

/// The comment after an instruction without a site: a pass has created it, or moved it from
/// elsewhere.
pub(super) const NO_SITE: &str = " ; no site";

/// The note on an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Note {
    /// Its width in bits.
    pub(super) bits: u32,
    /// The number of its own elements in the expression.
    pub(super) after: usize,
    /// The number of valid low bits of the register, if not all are valid.
    pub(super) intact: Option<u32>,
    /// The argument register in which it came.
    pub(super) argument: Option<PhysReg>,
}

/// Returns the default width in bits of an operand without a note and without operations. It is the
/// width of its type. Without one, it is the width of the variable or fragment, limited by the
/// register.
pub(super) fn default_bits(ty: Llt, of_register: Option<u32>, of_variable: Option<u64>) -> u32 {
    if ty.is_valid() && !ty.is_scalable() {
        return ty.bits();
    }
    let most = of_register.unwrap_or(64);
    of_variable.map_or(most, |bits| u32::try_from(bits).map_or(most, |bits| bits.min(most)))
}

/// Returns the width in bits of a virtual register with a class.
pub(super) fn bits_of_vreg(mf: &MachineFunction, target: &dyn FrameTarget, vreg: VReg) -> Option<u32> {
    match mf.reg_attr(vreg) {
        RegAttr::Class(class) => Some(target.registers().class(class).bits.into()),
        _ => None,
    }
}

/// Returns the width in bits of a physical register, which is the width of the smallest class that
/// contains it.
pub(super) fn bits_of_reg(target: &dyn FrameTarget, reg: PhysReg) -> Option<u32> {
    let classes = target.registers().classes.iter().filter(|class| class.members.contains(&reg));
    classes.map(|class| class.bits.into()).min()
}
