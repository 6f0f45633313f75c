//! Intrinsics of unwinders and debuggers about their own frame: `llvm.eh.unwind.init`,
//! `llvm.eh.return`, `llvm.localaddress`, `llvm.localescape`, `llvm.localrecover`,
//! `llvm.addressofreturnaddress`.
//!
//! A function that returns by `llvm.eh.return` also saves the registers with an exception's data.
//! Its unwind information describes their slots. An unwinder writes the target frame's values to
//! these slots in its own frame. Source: GCC, *Exception handling support*, `__builtin_eh_return`.

use gisel_codegen::ir::mir::asm_operand::{AsmFlag, AsmKind, extra};
use gisel_codegen::ir::mir::{Operand, OperandFlags};
use gisel_codegen::ir::opcodes::*;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use crate::ir::{CallSite, Inst, Opcode};

impl<'m> FunctionTranslator<'_, 'm> {
    /// Translates `eh.unwind.init`: the function saves all callee-saved registers of its
    /// convention, as for assembly that clobbers them.
    pub(super) fn save_all(&mut self) -> Result<()> {
        // The frame record holds the return address and the caller's frame pointer.
        self.b.mf.frame.frame_address_taken = true;
        let frame = self.target.frame_lowering();
        let kept = [frame.frame_pointer(), frame.stack_pointer()];
        let reserved = frame.user_reserved();
        let flags = OperandFlags::DEF | OperandFlags::EARLY_CLOBBER | OperandFlags::IMPLICIT;
        let text = Operand::asm_string(self.b.mf.create_asm_string(String::new()));
        let mut operands = vec![text, Operand::small_imm(extra::SIDE_EFFECTS)];
        for saved in frame.callee_saved(self.b.mf) {
            if !kept.contains(&saved.reg) && !reserved.contains(&saved.reg) {
                operands.push(Operand::small_imm(AsmFlag::single(AsmKind::Clobber).encode()));
                operands.push(Operand::def(saved.reg).with_flags(flags | OperandFlags::DEAD));
            }
        }
        self.b.inst(INLINEASM, &operands);
        Ok(())
    }

    /// Translates `eh.return`: the amount by which the stack pointer grows, and the handler.
    pub(super) fn eh_return(&mut self, call: CallSite<'m>) -> Result<()> {
        let adjustment = self.operand(call.value(), 0)?;
        let handler = self.operand(call.value(), 1)?;
        let word = self.b.word().scalar_bits();
        let adjustment = self.resize(adjustment, word, true);
        self.b.mf.attrs.eh_return = true;
        self.b.mf.frame.frame_address_taken = true;
        self.target.call_lowering().lower_eh_return(&mut self.b, adjustment, handler);
        self.block_ended = true;
        Ok(())
    }

    /// Translates `addressofreturnaddress`.
    pub(super) fn return_address_slot(&mut self, inst: Inst<'m>) -> Result<()> {
        self.b.mf.frame.frame_address_taken = true;
        self.b.mf.frame.return_address_taken = true;
        let dst = self.single_result(inst)?;
        Ok(self.target.call_lowering().lower_address_of_return_address(&mut self.b, dst)?)
    }

    /// Translates `localaddress`: the stack pointer, or the frame or base pointer if the stack
    /// pointer changes.
    pub(super) fn local_address(&mut self, inst: Inst<'m>) -> Result<()> {
        let dst = self.single_result(inst)?;
        let frame = self.target.frame_lowering();
        let base = frame.local_address_register(self.b.mf, self.moves_stack_pointer());
        self.b.mf.frame.frame_address_taken |= base == frame.frame_pointer();
        self.b.copy(dst, base);
        Ok(())
    }

    /// Translates `localescape`: names the offsets of objects in the frame. A null pointer takes a
    /// number only.
    pub(super) fn local_escape(&mut self, call: CallSite<'m>) -> Result<()> {
        for (number, value) in call.args().enumerate().filter(|(_, value)| !value.is_null()) {
            let slot = self.map.slot(value);
            let slot = slot.ok_or_else(|| Stop::new("an escaped object outside of the fixed frame"))?;
            let number = u16::try_from(number).map_err(|_| Stop::new("more than 2^16 escaped objects"))?;
            let name = Operand::frame_escape(self.b.mf.symbol, number);
            self.b.inst(LOCAL_ESCAPE, &[name, Operand::frame_index(slot)]);
        }
        Ok(())
    }

    /// Translates `localrecover`: the address of an object in the frame of another function, from
    /// what `localaddress` returns there.
    pub(super) fn local_recover(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let function = self.cx.symbol(self.operand_value(call.value(), 0)?)?;
        let frame = self.operand(call.value(), 1)?;
        let number = self.constant_operand(call.value(), 2)?;
        let number = u16::try_from(number).map_err(|_| Stop::new("more than 2^16 escaped objects"))?;
        let offset = self.b.mf.create_vreg(self.b.word());
        let lowering = self.target.call_lowering();
        if !lowering.lower_frame_escape(&mut self.b, offset, function, number) {
            return Err(Stop::new(
                "llvm.localrecover: no instruction has an offset in another function's frame",
            ));
        }
        let address = self.b.op(G_PTR_ADD, self.b.pointer(), &[frame, offset]);
        self.define(inst, &[address]);
        Ok(())
    }

    /// Returns true if there is an `alloca` outside of the fixed frame.
    fn moves_stack_pointer(&self) -> bool {
        let insts = self.map.body.insts.iter().enumerate();
        insts.filter_map(|(at, record)| Some((at, Inst::of_record(record)?))).any(|(at, inst)| {
            inst.opcode() == Opcode::Alloca && self.map.slot_of(self.map.number_of_inst(at)).is_none()
        })
    }
}
