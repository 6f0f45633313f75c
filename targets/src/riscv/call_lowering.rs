//! RISC-V calling convention lp64d.
//!
//! Source: *RISC-V ABIs Specification* (psABI), "Procedure Calling Convention": integer, hardware
//! floating-point and variadic conventions. Aggregates arrive here as their leaves, coerced by the
//! producer of the IR as the psABI asks.

use super::instructions::op;
use super::registers::{classes, regs};
use gisel_codegen::builder::Builder;
use gisel_codegen::call_lowering::{
    Assignment, CallOpcodes, CallingConvention, Extension, FrameRecord, Leaf, Location, Part, VaField,
};
use gisel_codegen::llt::{Llt, P0, S32, S64};
use gisel_codegen::mir::{FrameInfo, MemFlags, MemOperand, PointerInfo};
use gisel_codegen::target::call_lowering::{ArgFlags, ArgInfo};
use gisel_codegen::target::registers::PhysReg;
use gisel_codegen::value_type::ValueType;
use smallvec::{SmallVec, smallvec};

/// The number of the C convention's register mask.
pub const C_REG_MASK: u32 = 0;

static OPCODES: CallOpcodes = CallOpcodes {
    call: op::PseudoCALL,
    call_indirect: op::PseudoCALLIndirect,
    call_class: classes::GPRJALR,
    tail: op::PseudoTAIL,
    tail_indirect: op::PseudoTAILIndirect,
    tail_class: classes::GPRTC,
    tail_has_adjustment: false,
    ret: op::PseudoRET,
    adjust_down: op::ADJCALLSTACKDOWN,
    adjust_up: op::ADJCALLSTACKUP,
    sp: regs::X2,
    reg_mask: C_REG_MASK,
};

static ARGUMENT_GPRS: [PhysReg; 8] =
    [regs::X10, regs::X11, regs::X12, regs::X13, regs::X14, regs::X15, regs::X16, regs::X17];
static ARGUMENT_FPRS: [(PhysReg, PhysReg); 8] = [
    (regs::F10_F, regs::F10_D),
    (regs::F11_F, regs::F11_D),
    (regs::F12_F, regs::F12_D),
    (regs::F13_F, regs::F13_D),
    (regs::F14_F, regs::F14_D),
    (regs::F15_F, regs::F15_D),
    (regs::F16_F, regs::F16_D),
    (regs::F17_F, regs::F17_D),
];

/// lp64d.
#[derive(Debug, Default)]
pub struct RiscvCallLowering;

impl CallingConvention for RiscvCallLowering {
    fn opcodes(&self) -> &'static CallOpcodes {
        &OPCODES
    }

    fn assign_arguments(&self, args: &[ArgInfo], _calling_convention: u32) -> Result<Assignment, String> {
        let mut state = State::new(8);
        let mut assignment = Assignment::default();
        assignment.args.reserve(args.len());
        for arg in args {
            let mut leaves = SmallVec::new();
            for &ty in &arg.types {
                leaves.push(state.leaf(ty, &arg.flags, arg.is_fixed)?);
            }
            assignment.args.push(leaves);
        }
        assignment.stack_size = state.stack as u64;
        assignment.used = [state.gprs, state.fprs];
        Ok(assignment)
    }

    fn assign_result(&self, types: &[ValueType], flags: ArgFlags, _cc: u32) -> Option<Assignment> {
        if types.is_empty() {
            return Some(Assignment::default());
        }
        let mut state = State::new(2);
        let flags = ArgFlags { by_val: None, ..flags };
        let mut leaves = SmallVec::new();
        for &ty in types {
            leaves.push(state.leaf(ty, &flags, true).ok()?);
        }
        let direct = leaves.iter().all(|l| matches!(l, Leaf::Direct(_)));
        (direct && state.stack == 0).then(|| Assignment { args: vec![leaves], stack_size: 0, used: [0; 2] })
    }

    fn by_val_by_reference(&self) -> bool {
        true
    }

    fn va_list_bytes(&self) -> i64 {
        8
    }

    /// A pointer to the next argument.
    fn va_list(&self, frame: &FrameInfo) -> Option<SmallVec<[VaField; 5]>> {
        frame.var_args_frame_index.map(|first| smallvec![VaField::Address(first, 0)])
    }

    fn frame_record(&self) -> FrameRecord {
        FrameRecord {
            frame_pointer: regs::X8,
            return_address: regs::X1,
            saved_frame_pointer: -16,
            saved_return_address: -8,
        }
    }

    fn save_variadic_registers(&self, b: &mut Builder<'_>, assignment: &Assignment) {
        let first = assignment.used[0];
        let saved = ARGUMENT_GPRS.len().saturating_sub(first) as i64;
        if saved == 0 {
            let slot = b.mf.frame.create_fixed(8, assignment.stack_size as i64, true);
            b.mf.frame.var_args_frame_index = Some(slot);
            return;
        }
        if saved % 2 == 1 {
            // Keeps the stack pointer aligned below the save area.
            b.mf.frame.create_fixed(8, -8 * (saved + 1), true);
        }
        for (n, &reg) in ARGUMENT_GPRS[first..].iter().enumerate() {
            let slot = b.mf.frame.create_fixed(8, -8 * (saved - n as i64), false);
            if n == 0 {
                b.mf.frame.var_args_frame_index = Some(slot);
            }
            b.mf.live_ins.push((reg, None));
            let block = b.block();
            b.mf.block_mut(block).live_ins.push(reg);
            let value = b.mf.create_vreg(S64);
            b.copy(value, reg);
            let address = b.frame_index(P0, slot);
            let mem = MemOperand::new(MemFlags::STORE, S64, 8).with_pointer(PointerInfo::Stack(slot, 0));
            b.store(value, address, mem);
        }
    }
}

/// Registers and stack used so far.
struct State {
    limit: usize,
    gprs: usize,
    fprs: usize,
    stack: i64,
}

impl State {
    fn new(limit: usize) -> State {
        State { limit, gprs: 0, fprs: 0, stack: 0 }
    }

    fn leaf(&mut self, ty: ValueType, flags: &ArgFlags, is_fixed: bool) -> Result<Leaf, String> {
        match ty {
            ValueType::Float if is_fixed && self.fprs < self.limit => Ok(self.fpr(S32, false)),
            ValueType::Double if is_fixed && self.fprs < self.limit => Ok(self.fpr(S64, true)),
            ValueType::Half | ValueType::BFloat if is_fixed && self.fprs < self.limit => {
                Ok(self.boxed_half())
            }
            ValueType::Vector { scalable: true, .. } => Err("scalable vectors need the V extension".into()),
            ValueType::Vector { count, element, .. } => {
                self.elements(count, element.value_type(), flags, is_fixed)
            }
            _ => Ok(self.integer(ty, flags, is_fixed)),
        }
    }

    /// Without V, a vector is passed element by element.
    fn elements(
        &mut self,
        count: u32,
        element: ValueType,
        flags: &ArgFlags,
        is_fixed: bool,
    ) -> Result<Leaf, String> {
        let mut parts = SmallVec::new();
        for _ in 0..count {
            match self.leaf(element, flags, is_fixed)? {
                Leaf::Direct(p) if p.len() == 1 => parts.extend(p),
                _ => return Err(format!("a vector of {} elements of {element:?} cannot be passed", count)),
            }
        }
        Ok(Leaf::Direct(parts))
    }

    fn fpr(&mut self, ty: Llt, double: bool) -> Leaf {
        let (single_reg, double_reg) = ARGUMENT_FPRS[self.fprs];
        self.fprs += 1;
        let location = Location::Reg(if double { double_reg } else { single_reg });
        Leaf::Direct(smallvec![Part { location, value_ty: ty, loc_ty: ty, extension: Extension::Any }])
    }

    fn boxed_half(&mut self) -> Leaf {
        let location = Location::Reg(ARGUMENT_FPRS[self.fprs].0);
        self.fprs += 1;
        let extension = Extension::NanBox;
        Leaf::Direct(smallvec![Part { location, value_ty: Llt::scalar(16), loc_ty: S32, extension }])
    }

    fn integer(&mut self, ty: ValueType, flags: &ArgFlags, is_fixed: bool) -> Leaf {
        let bits = ty.bits();
        if bits > 128 {
            let location = self.gpr_or_stack(8);
            return Leaf::Indirect(Part { location, value_ty: P0, loc_ty: P0, extension: Extension::Any });
        }
        if bits > 64 {
            return self.pair(is_fixed);
        }
        let extension = match (flags.sext, flags.zext) {
            (true, _) => Extension::Sign,
            (_, true) => Extension::Zero,
            _ => Extension::Any,
        };
        let value_ty = ty.llt();
        let loc_ty = if value_ty.is_pointer() { value_ty } else { S64 };
        let location = self.gpr_or_stack(8);
        Leaf::Direct(smallvec![Part { location, value_ty, loc_ty, extension }])
    }

    /// Twice XLEN: two registers, aligned if variadic; one register and the stack; or the stack, aligned.
    fn pair(&mut self, is_fixed: bool) -> Leaf {
        if !is_fixed && self.gprs < self.limit {
            self.gprs = self.gprs.next_multiple_of(2);
        }
        let part = |location| Part { location, value_ty: S64, loc_ty: S64, extension: Extension::Any };
        let low = self.gpr_or_stack(16);
        let high = self.gpr_or_stack(8);
        Leaf::Direct(smallvec![part(low), part(high)])
    }

    fn gpr_or_stack(&mut self, align: u64) -> Location {
        if self.gprs < self.limit {
            self.gprs += 1;
            return Location::Reg(ARGUMENT_GPRS[self.gprs - 1]);
        }
        let offset = (self.stack as u64).next_multiple_of(align) as i64;
        self.stack = offset + 8;
        Location::Stack(offset)
    }
}
