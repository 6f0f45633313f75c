//! What the writer and the reader of variables' values have in common: what LLVM's forms have no room for, and what they take as given.

use crate::ir::entity::VReg;
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, RegAttr};
use crate::target::Target;
use crate::target::desc::registers::PhysReg;

/// What a comment begins with that says of each operand what it is besides: how many bits it has (`bits`), how many elements of the expression
/// are its own (`after`), how many low bits of the register are still those of the value (`intact`), and as which argument it came (`in`).
pub(super) const NOTES: &str = " ; bits: ";

/// What a comment begins with that says in gisel's own form what LLVM's has no words for: the address of a symbol, or a frame object whose
/// offset is known.
pub(super) const OWN_FORM: &str = " ; ";

/// The comment after an instruction that takes no part in what holds where it is: a pass has made it, or moved it from elsewhere.
pub(super) const NO_SITE: &str = " ; no site";

/// What is said of an operand besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Note {
    /// How many bits it has.
    pub(super) bits: u32,
    /// How many elements of the expression are its own.
    pub(super) after: usize,
    /// How many low bits of the register are those of the value, if not all are.
    pub(super) intact: Option<u32>,
    /// The register that it came in as an argument.
    pub(super) argument: Option<PhysReg>,
}

/// How many bits an operand has where nothing is said and nothing is made of it: those of its type, or else those that the variable has, or the
/// fragment of it, as far as a register has them.
pub(super) fn usual_bits(ty: Llt, of_register: Option<u32>, of_variable: Option<u64>) -> u32 {
    if ty.is_valid() && !ty.is_scalable() {
        return ty.bits();
    }
    let most = of_register.unwrap_or(64);
    of_variable.map_or(most, |bits| u32::try_from(bits).map_or(most, |bits| bits.min(most)))
}

/// How many bits a virtual register of a class has.
pub(super) fn bits_of_vreg(mf: &MachineFunction, target: &dyn Target, vreg: VReg) -> Option<u32> {
    match mf.reg_attr(vreg) {
        RegAttr::Class(class) => Some(target.registers().class(class).bits.into()),
        _ => None,
    }
}

/// How many bits a physical register has: those of the smallest class that it is in.
pub(super) fn bits_of_reg(target: &dyn Target, reg: PhysReg) -> Option<u32> {
    let classes = target.registers().classes.iter().filter(|class| class.members.contains(&reg));
    classes.map(|class| class.bits.into()).min()
}
