//! RISC-V calling conventions: lp64d, and LLVM's `fastcc`, which passes more arguments in registers.
//!
//! Source: *RISC-V ABIs Specification* (psABI), "Procedure Calling Convention": integer, hardware
//! floating-point and variadic conventions. Aggregates arrive here as their leaves, coerced by the
//! producer of the IR as the psABI asks. `fastcc` is what `llc` does, so that its functions and ours can call each other: the temporaries
//! that no call sequence needs hold arguments, too, and floats never go to integer registers. Results are lp64d's.

use super::instructions::op;
use super::registers::{classes, regs};
use gisel_codegen::builder::Builder;
use gisel_codegen::call_lowering::{
    Assignment, CallOpcodes, CallingConvention, Extension, FrameRecord, Leaf, Location, Part, VaField,
    take_from_stack,
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

/// LLVM's number of `fastcc`.
const FAST: u32 = 8;

/// Those of lp64d are the first eight.
static ARGUMENT_GPRS: [PhysReg; 12] = [
    regs::X10,
    regs::X11,
    regs::X12,
    regs::X13,
    regs::X14,
    regs::X15,
    regs::X16,
    regs::X17,
    regs::X28,
    regs::X29,
    regs::X30,
    regs::X31,
];
/// Those of lp64d are the first eight.
static ARGUMENT_FPRS: [(PhysReg, PhysReg); 20] = [
    (regs::F10_F, regs::F10_D),
    (regs::F11_F, regs::F11_D),
    (regs::F12_F, regs::F12_D),
    (regs::F13_F, regs::F13_D),
    (regs::F14_F, regs::F14_D),
    (regs::F15_F, regs::F15_D),
    (regs::F16_F, regs::F16_D),
    (regs::F17_F, regs::F17_D),
    (regs::F0_F, regs::F0_D),
    (regs::F1_F, regs::F1_D),
    (regs::F2_F, regs::F2_D),
    (regs::F3_F, regs::F3_D),
    (regs::F4_F, regs::F4_D),
    (regs::F5_F, regs::F5_D),
    (regs::F6_F, regs::F6_D),
    (regs::F7_F, regs::F7_D),
    (regs::F28_F, regs::F28_D),
    (regs::F29_F, regs::F29_D),
    (regs::F30_F, regs::F30_D),
    (regs::F31_F, regs::F31_D),
];

/// Which of these registers a convention uses.
struct Convention {
    gprs: usize,
    fprs: usize,
    /// Whether floats without a register go to the stack at once, at their size, and integers to their parts.
    fast: bool,
}

static LP64D_ARGUMENTS: Convention = Convention { gprs: 8, fprs: 8, fast: false };
static LP64D_RESULT: Convention = Convention { gprs: 2, fprs: 2, fast: false };
static FAST_ARGUMENTS: Convention =
    Convention { gprs: ARGUMENT_GPRS.len(), fprs: ARGUMENT_FPRS.len(), fast: true };

/// lp64d and `fastcc`.
#[derive(Debug, Default)]
pub struct RiscvCallLowering;

impl CallingConvention for RiscvCallLowering {
    fn opcodes(&self) -> &'static CallOpcodes {
        &OPCODES
    }

    fn assign_arguments(&self, args: &[ArgInfo], calling_convention: u32) -> Result<Assignment, String> {
        let mut state =
            State::new(if calling_convention == FAST { &FAST_ARGUMENTS } else { &LP64D_ARGUMENTS });
        let mut assignment = Assignment::default();
        assignment.args.reserve(args.len());
        for arg in args {
            let mut leaves = SmallVec::new();
            for &ty in &arg.types {
                leaves.push(state.leaf(ty, &arg.flags, arg.is_fixed)?);
            }
            assignment.args.push(leaves);
        }
        assignment.stack_size = state.stack;
        assignment.used = [state.gprs, state.fprs];
        Ok(assignment)
    }

    fn assign_result(&self, types: &[ValueType], flags: ArgFlags, _cc: u32) -> Option<Assignment> {
        if types.is_empty() {
            return Some(Assignment::default());
        }
        let mut state = State::new(&LP64D_RESULT);
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

    fn take_variadic(&self, list: &mut [u64], ty: ValueType) -> Option<u64> {
        let [next] = list else { return None };
        Some(take_from_stack(next, ty))
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
        let registers = ARGUMENT_GPRS.get(first..LP64D_ARGUMENTS.gprs).unwrap_or(&[]);
        let saved = registers.len() as i64;
        if saved == 0 {
            let slot = b.mf.frame.create_fixed(8, assignment.stack_size as i64, true);
            b.mf.frame.var_args_frame_index = Some(slot);
            return;
        }
        if saved % 2 == 1 {
            // Keeps the stack pointer aligned below the save area.
            b.mf.frame.create_fixed(8, -8 * (saved + 1), true);
        }
        for (n, &reg) in registers.iter().enumerate() {
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
    convention: &'static Convention,
    gprs: usize,
    fprs: usize,
    stack: u64,
}

impl State {
    fn new(convention: &'static Convention) -> State {
        State { convention, gprs: 0, fprs: 0, stack: 0 }
    }

    fn leaf(&mut self, ty: ValueType, flags: &ArgFlags, is_fixed: bool) -> Result<Leaf, String> {
        let float = is_fixed && (self.convention.fast || self.fprs < self.convention.fprs);
        match ty {
            ValueType::Float if float => Ok(self.float(S32, S32, Extension::Any)),
            ValueType::Double if float => Ok(self.float(S64, S64, Extension::Any)),
            ValueType::Half | ValueType::BFloat if float => {
                Ok(self.float(Llt::scalar(16), S32, Extension::NanBox))
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

    fn float(&mut self, value_ty: Llt, loc_ty: Llt, extension: Extension) -> Leaf {
        let location = match ARGUMENT_FPRS[..self.convention.fprs].get(self.fprs) {
            Some(&(single, double)) => {
                self.fprs += 1;
                Location::Reg(if loc_ty == S64 { double } else { single })
            }
            None => self.on_stack(loc_ty.bytes().into(), loc_ty.bytes().into()),
        };
        Leaf::Direct(smallvec![Part { location, value_ty, loc_ty, extension }])
    }

    fn integer(&mut self, ty: ValueType, flags: &ArgFlags, is_fixed: bool) -> Leaf {
        let bits = ty.bits();
        if self.convention.fast && bits > 64 {
            return Leaf::Direct((0..bits.div_ceil(64)).map(|_| self.word(8)).collect());
        }
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
        if !is_fixed && self.gprs < self.convention.gprs {
            self.gprs = self.gprs.next_multiple_of(2);
        }
        Leaf::Direct(smallvec![self.word(16), self.word(8)])
    }

    /// 64 bits of an integer; `align` is that of its place on the stack.
    fn word(&mut self, align: u64) -> Part {
        let location = self.gpr_or_stack(align);
        Part { location, value_ty: S64, loc_ty: S64, extension: Extension::Any }
    }

    fn gpr_or_stack(&mut self, align: u64) -> Location {
        if let Some(&reg) = ARGUMENT_GPRS[..self.convention.gprs].get(self.gprs) {
            self.gprs += 1;
            return Location::Reg(reg);
        }
        self.on_stack(8, align)
    }

    fn on_stack(&mut self, size: u64, align: u64) -> Location {
        let offset = self.stack.next_multiple_of(align);
        self.stack = offset + size;
        Location::Stack(offset as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gisel_codegen::target::registers::RegisterInfo;

    /// The places of arguments of these types under `fastcc`, parts of one argument joined by `+`.
    fn places(types: &[ValueType]) -> Vec<String> {
        let argument = |&ty: &ValueType| ArgInfo {
            regs: SmallVec::new(),
            types: smallvec![ty],
            flags: ArgFlags::default(),
            is_fixed: true,
        };
        let args: Vec<ArgInfo> = types.iter().map(argument).collect();
        let assignment = RiscvCallLowering.assign_arguments(&args, FAST).unwrap();
        let registers: &RegisterInfo = &super::super::registers::REGISTERS;
        let place = |part: &Part| match part.location {
            Location::Reg(reg) => registers.reg(reg).name.to_owned(),
            Location::Stack(offset) => offset.to_string(),
        };
        let leaf = |leaf: &Leaf| match leaf {
            Leaf::Direct(parts) => parts.iter().map(place).collect::<Vec<_>>().join("+"),
            _ => "indirect".to_owned(),
        };
        assignment.args.iter().flatten().map(leaf).collect()
    }

    #[test]
    fn variadic_arguments_lie_behind_each_other() {
        let mut list = [1000];
        let types = [ValueType::Int(32), ValueType::Double, ValueType::Fp128, ValueType::Int(64)];
        let places = types.map(|ty| RiscvCallLowering.take_variadic(&mut list, ty).unwrap());
        assert_eq!(places, [1000, 1008, 1016_u64.next_multiple_of(16), 1040]);
    }

    /// As `llc` passes them.
    #[test]
    fn fastcc_uses_the_temporaries() {
        let i = ValueType::Int;
        let integers = [&[i(64); 8][..], &[i(32), i(64), i(128), i(128), i(256)]].concat();
        let expected = ["x28", "x29", "x30+x31", "0+8", "16+24+32+40"];
        assert_eq!(places(&integers)[8..], expected);
        use ValueType::{Double, Float, Half};
        let floats = [&[Double; 19][..], &[Half, Double, Float, Float, Float, Double, i(64), Half]].concat();
        let expected = ["f7_d", "f28_d", "f29_d", "f30_d", "f31_f", "0", "8", "12", "16", "24", "x10", "32"];
        assert_eq!(places(&floats)[15..], expected);
    }
}
