//! Conversion of inline assembly values to and from their operand registers: in one or several
//! registers, converted, truncated, or by element.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::Reg;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::RegClassId;
use gisel_codegen::machine::inline_asm::Holding;
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

use super::function_state::FunctionTranslator;
use super::inline_asm::Output;

impl FunctionTranslator<'_, '_> {
    /// Returns the value of an output, copied from its registers; `flag` is the register of a
    /// condition output.
    pub(super) fn output_value(&mut self, output: &Output, flag: Option<VReg>) -> VReg {
        let ty = output.ty.llt();
        if let (Some(flag), Some(how)) = (flag, &output.flag) {
            let whole = self.b.mf.create_vreg(Llt::scalar(self.class_bits(how.class)));
            self.b.copy(whole, flag);
            return self.resized(whole, ty.bits(), G_ZEXT);
        }
        let holding = self.holding(output.class, output.ty);
        let one = Llt::scalar(self.class_bits(output.class));
        let as_is = output.regs.len() == 1 && self.is_held(output.ty, output.class);
        if as_is && ty.bits() == one.bits() {
            return self.copied(ty, output.regs[0]);
        }
        let fragments: SmallVec<[VReg; 8]> = output.regs.iter().map(|&reg| self.copied(one, reg)).collect();
        match holding {
            Holding::Converted(_) => self.narrowed(fragments[0], output.ty),
            Holding::Elements => {
                let each = fragments.len() / ty.elements() as usize;
                let element = ty.element();
                let elements: SmallVec<[VReg; 8]> =
                    fragments.chunks(each).map(|parts| self.joined(parts, element)).collect();
                self.b.merge(ty, &elements)
            }
            Holding::Whole | Holding::Cut(_) => self.joined(&fragments, ty),
        }
    }

    fn copied(&mut self, ty: Llt, reg: Reg) -> VReg {
        let value = self.b.mf.create_vreg(ty);
        self.b.copy(value, reg);
        value
    }

    /// Returns a value of type `ty` whose low bits are in `fragments`.
    fn joined(&mut self, fragments: &[VReg], ty: Llt) -> VReg {
        let whole = match *fragments {
            [fragment] => fragment,
            _ => {
                let bits: u32 = fragments.iter().map(|&fragment| self.b.mf.ty(fragment).bits()).sum();
                self.b.merge(Llt::scalar(bits), fragments)
            }
        };
        let scalar = self.resized(whole, ty.bits(), G_ANYEXT);
        match ty {
            _ if ty.is_pointer() => self.b.op(G_INTTOPTR, ty, &[scalar]),
            _ if ty.is_vector() => self.b.op(G_BITCAST, ty, &[scalar]),
            _ => scalar,
        }
    }

    /// Returns a scalar with `bits` bits: `value`, truncated, or extended by `extend`.
    fn resized(&mut self, value: VReg, bits: u32, extend: Opcode) -> VReg {
        match self.b.mf.ty(value).bits().cmp(&bits) {
            Ordering::Equal => value,
            Ordering::Greater => self.b.op(G_TRUNC, Llt::scalar(bits), &[value]),
            Ordering::Less => self.b.op(extend, Llt::scalar(bits), &[value]),
        }
    }

    pub(super) fn class_bits(&self, class: RegClassId) -> u32 {
        self.target.registers().class(class).bits.into()
    }

    fn holding(&self, class: RegClassId, ty: ValueType) -> Holding {
        self.target.inline_asm().map_or(Holding::Whole, |info| info.holding(class, ty))
    }

    /// Returns true if registers of `class` hold values of type `ty` directly, not as a scalar of
    /// the same size.
    fn is_held(&self, ty: ValueType, class: RegClassId) -> bool {
        let Some(info) = self.target.inline_asm() else { return true };
        let bank = |class| self.target.registers().class(class).bank;
        match ty.llt() {
            llt if llt.is_vector() => info.holds_vectors(class),
            llt if llt.is_pointer() => bank(class) == bank(info.address_class()),
            _ => true,
        }
    }

    /// Splits a value into `count` registers of a class; the upper bits are unspecified.
    pub(super) fn fragments(
        &mut self,
        value: VReg,
        ty: ValueType,
        class: RegClassId,
        count: usize,
    ) -> SmallVec<[VReg; 8]> {
        let bits = self.class_bits(class);
        let llt = self.b.mf.ty(value);
        if count == 1 && llt.bits() == bits && self.is_held(ty, class) {
            return smallvec![value];
        }
        match self.holding(class, ty) {
            Holding::Converted(to) => smallvec![self.widened(value, ty, to)],
            Holding::Elements => {
                let each = count / llt.elements() as usize;
                let elements = self.b.unmerge(llt.element(), value);
                elements.into_iter().flat_map(|element| self.split(element, bits, each)).collect()
            }
            Holding::Whole | Holding::Cut(_) => self.split(value, bits, count),
        }
    }

    /// Returns the low bits of a value in `count` scalars.
    fn split(&mut self, value: VReg, bits: u32, count: usize) -> SmallVec<[VReg; 8]> {
        let scalar = match self.b.mf.ty(value) {
            llt if llt.is_pointer() => self.b.op(G_PTRTOINT, Llt::scalar(llt.bits()), &[value]),
            llt if llt.is_vector() => self.b.op(G_BITCAST, Llt::scalar(llt.bits()), &[value]),
            _ => value,
        };
        let whole = self.resized(scalar, bits * count as u32, G_ANYEXT);
        if count == 1 { smallvec![whole] } else { self.b.unmerge(Llt::scalar(bits), whole) }
    }

    /// Returns a float in the wider format `to`.
    fn widened(&mut self, value: VReg, from: ValueType, to: ValueType) -> VReg {
        let value = if from == ValueType::BFloat { self.widen_bfloat(value) } else { value };
        match self.b.mf.ty(value).bits() == to.llt().bits() {
            true => value,
            false => self.b.op(G_FPEXT, to.llt(), &[value]),
        }
    }

    /// Returns a float rounded to the narrower format `to`.
    fn narrowed(&mut self, value: VReg, to: ValueType) -> VReg {
        if to != ValueType::BFloat {
            return self.b.op(G_FPTRUNC, to.llt(), &[value]);
        }
        let narrow = self.b.mf.create_vreg(to.llt());
        self.narrow_to_bfloat(narrow, value);
        narrow
    }
}
