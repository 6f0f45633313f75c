//! Pointers that are narrower than addresses.
//!
//! They are integers in registers and are extended where they are dereferenced or cast, as the
//! target says for their address space. Address spaces of which it says nothing are rejected.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::InstFlags;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::call_lowering::target::Callee;
use gisel_codegen::machine::desc::instructions::Opcode as Generic;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use crate::ir::{CallSite, Type, TypeKind, Value};
use std::cmp::Ordering;

/// Returns the address space of a pointer, or of a vector's pointers.
pub(super) fn space_of(ty: Type<'_>) -> Option<u32> {
    match ty.scalar().kind() {
        TypeKind::Pointer(space) => Some(space),
        _ => None,
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the address that a pointer into an address space is.
    #[inline(always)]
    pub(crate) fn address(&mut self, pointer: VReg, space: u32) -> Result<VReg> {
        match space == 0 || self.b.mf.ty(pointer).has_pointer_elements() {
            true => Ok(pointer),
            false => self.extended(pointer, space),
        }
    }

    /// Returns the address of a pointer operand.
    pub(crate) fn address_of(&mut self, pointer: Value<'m>) -> Result<VReg> {
        let reg = self.reg(pointer)?;
        self.address(reg, space_of(pointer.ty()).unwrap_or(0))
    }

    fn extended(&mut self, pointer: VReg, space: u32) -> Result<VReg> {
        let spaces = self.target.facts().narrow_pointers;
        let bits = self.cx.types.layout.pointer_bits(space);
        let unknown = || Stop::new(format!("address space {space}, whose pointers have {bits} bits"));
        let &(_, signed) = spaces.iter().find(|(known, _)| *known == space).ok_or_else(unknown)?;
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let (ty, whole) = (self.b.mf.ty(pointer), self.b.pointer());
        let opcode = if signed { G_SEXT } else { G_ZEXT };
        let word = self.b.resize(opcode, ty.with_scalar_bits(whole.bits()), pointer);
        let address = self.b.op(G_INTTOPTR, ty.with_element(whole), &[word]);
        self.b.flags = flags;
        Ok(address)
    }

    /// Translates a cast between address spaces, if one of them has narrow pointers.
    pub(super) fn narrow_cast(&mut self, user: Value<'m>, ty: Llt) -> Result<Option<VReg>> {
        let operand = self.operand_value(user, 0)?;
        let pointer = self.reg(operand)?;
        let from = self.b.mf.ty(pointer);
        Ok(match (from.has_pointer_elements(), ty.has_pointer_elements()) {
            (true, true) => None,
            (true, false) => {
                let word = self.b.op(G_PTRTOINT, from.with_scalar_bits(from.scalar_bits()), &[pointer]);
                Some(self.b.resize(G_ZEXT, ty, word))
            }
            (false, false) if from == ty => Some(pointer),
            (false, _) => {
                let address = self.address_of(operand)?;
                if self.b.mf.ty(address) != ty {
                    return Err(Stop::ty(user.ty()));
                }
                Some(address)
            }
        })
    }

    /// Translates a conversion between an integer and a pointer, if the pointer is narrow.
    pub(super) fn narrow_conversion(&mut self, generic: Generic, dst: VReg, src: VReg) -> bool {
        let (from, to) = (self.b.mf.ty(src), self.b.mf.ty(dst));
        let converts = matches!(generic, G_PTRTOINT | G_INTTOPTR);
        if !converts || from.has_pointer_elements() || to.has_pointer_elements() {
            return false;
        }
        match to.scalar_bits().cmp(&from.scalar_bits()) {
            Ordering::Less => self.b.regs(G_TRUNC, &[dst], &[src]),
            Ordering::Equal => self.b.copy(dst, src),
            Ordering::Greater => self.b.regs(G_ZEXT, &[dst], &[src]),
        };
        true
    }

    /// Rejects a call whose arguments are narrow pointers that it dereferences.
    pub(super) fn check_arguments(&self, call: CallSite<'m>) -> Result<()> {
        call.args().try_for_each(|arg| self.check_pointer(arg))
    }

    fn check_pointer(&self, value: Value<'m>) -> Result<()> {
        let layout = self.cx.types.layout;
        match space_of(value.ty()) {
            Some(space) if space != 0 && layout.pointer_bits(space) != layout.pointer_bits(0) => {
                Err(Stop::new(format!("pointer into address space {space} as operand {value}")))
            }
            _ => Ok(()),
        }
    }

    /// Returns a called pointer, which must not be narrow.
    pub(super) fn called_register(&mut self, callee: Value<'m>) -> Result<Callee> {
        self.check_pointer(callee)?;
        Ok(Callee::Register(self.reg(callee)?))
    }
}
