//! The assignment of arguments and results in RISC-V's calling conventions.
//!
//! Source: *RISC-V ABIs Specification* (psABI), "Procedure Calling Convention": integer, hardware
//! floating-point and variadic conventions. Aggregates arrive here as their leaves, coerced by the
//! producer of the IR as the psABI requires. A float without any register is an integer of its
//! bits.
//!
//! Beyond the psABI, the conventions are those of `llc`, so functions compiled by both can call
//! each other:
//!
//! * Vectors are passed by their elements; integer elements together form one integer.
//! * `fastcc` has more registers, and its floats are never in integer registers.
//! * `ghccc` has no stack.
//! * `tailcc` and `swifttailcc`, which `llc` lacks here, have C's registers and pass everything by
//!   value, `byval` objects on the stack. The callee removes the stack arguments.
//! * Results are always the ABI's.

use crate::riscv::features::{Abi, Features};
use crate::riscv::frame::interrupts;
use crate::riscv::mc::instructions::op;
use crate::riscv::registers::calling_conventions::{self, ArgumentRegisters, ConventionKind, STATIC_CHAIN};
use crate::riscv::registers::regs;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::{Llt, S16, S32, S64};
use gisel_codegen::ir::mir::{FrameInfo, Interrupt, MemFlags, MemOperand, PointerInfo};
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::machine::arg_locations::{
    ArgFlags, ArgInfo, ArgLocation, Assignment, Extension, Leaf, LeafFragment,
};
use gisel_codegen::machine::calling_convention::ConventionInfo;
use gisel_codegen::machine::calling_convention::{
    CallOpcodes, CallingConvention, FrameRecord, take_from_stack,
};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::variadic_arguments::{VaField, VariadicArguments};
use smallvec::{SmallVec, smallvec};

static OPCODES: CallOpcodes = CallOpcodes {
    call: op::PseudoCALL,
    call_indirect: op::PseudoCALLIndirect,
    tail: op::PseudoTAIL,
    tail_indirect: op::PseudoTAILIndirect,
    tail_has_adjustment: false,
    ret: op::PseudoRET,
    eh_return: op::PseudoEHReturn,
    eh_return_registers: [regs::X14, regs::X15],
    frame_escape: None,
    adjust_down: op::ADJCALLSTACKDOWN,
    adjust_up: op::ADJCALLSTACKUP,
    sp: regs::X2,
};

const NO_REGISTER: &str = "no registers are left in `ghccc`";

/// RISC-V's calling conventions.
#[derive(Debug)]
pub(crate) struct RiscvCallLowering {
    /// The subtarget's features.
    pub features: Features,
    /// The ABI: argument passing, and preserved registers.
    pub abi: Abi,
}

impl VariadicArguments for RiscvCallLowering {
    fn va_list_bytes(&self) -> i64 {
        (self.features.xlen() / 8).into()
    }

    /// Returns the fields of a `va_list`: a pointer to the next argument.
    fn va_list(&self, frame: &FrameInfo) -> Option<SmallVec<[VaField; 5]>> {
        frame.var_args_frame_index.map(|first| smallvec![VaField::Address(first, 0)])
    }

    fn take_variadic(&self, list: &mut [u64], ty: ValueType) -> Option<u64> {
        let [next] = list else { return None };
        Some(take_from_stack(next, ty, self.features.xlen() / 8))
    }

    fn forwarded_registers(&self, named: &Assignment) -> Vec<(PhysReg, Llt)> {
        let rest = calling_conventions::variadic_registers(self.abi).get(named.used[0]..).unwrap_or(&[]);
        rest.iter().map(|&reg| (reg, Llt::scalar(self.features.xlen()))).collect()
    }

    fn save_variadic_registers(&self, b: &mut Builder<'_>, assignment: &Assignment) {
        let first = assignment.used[0];
        let registers = calling_conventions::variadic_registers(self.abi).get(first..).unwrap_or(&[]);
        let saved = registers.len() as i64;
        let word = b.word();
        let (size, bytes) = (u64::from(word.bytes()), i64::from(word.bytes()));
        if saved == 0 {
            let slot = b.mf.frame.create_fixed(size, assignment.stack_size as i64, true);
            b.mf.frame.var_args_frame_index = Some(slot);
            return;
        }
        if saved % 2 == 1 {
            // Keeps the stack pointer aligned below the save area.
            b.mf.frame.create_fixed(size, -bytes * (saved + 1), true);
        }
        for (n, &reg) in registers.iter().enumerate() {
            let slot = b.mf.frame.create_fixed(size, -bytes * (saved - n as i64), false);
            if n == 0 {
                b.mf.frame.var_args_frame_index = Some(slot);
            }
            b.mf.live_ins.push((reg, None));
            let block = b.block();
            b.mf.block_mut(block).live_ins.push(reg);
            let value = b.mf.create_vreg(word);
            b.copy(value, reg);
            let address = b.frame_index(b.pointer(), slot);
            let mem = MemOperand::new(MemFlags::STORE, word, word.bytes());
            b.store(value, address, mem.with_pointer(PointerInfo::Stack(slot, 0)));
        }
    }
}

impl CallingConvention for RiscvCallLowering {
    fn opcodes(&self) -> &'static CallOpcodes {
        &OPCODES
    }

    fn stack_alignment(&self) -> u32 {
        self.abi.stack_alignment(self.features.xlen())
    }

    fn exception_registers(&self) -> [PhysReg; 2] {
        [regs::X10, regs::X11]
    }

    fn info(&self, number: u32) -> Option<&'static ConventionInfo> {
        calling_conventions::info(number, self.abi, self.features)
    }

    fn assign_arguments(
        &self,
        args: &[ArgInfo],
        calling_convention: u32,
        _is_var_arg: bool,
    ) -> Result<Assignment, String> {
        let mut state =
            self.state(calling_conventions::argument_registers(calling_convention, self.abi, self.features));
        let mut assignment = Assignment::default();
        assignment.args.reserve(args.len());
        let copies_objects = !self.by_val_by_reference(calling_convention);
        for arg in args {
            let mut leaves = SmallVec::new();
            for &ty in &arg.types {
                leaves.push(match arg.flags.by_val.filter(|_| copies_objects) {
                    Some((size, align)) => state.object(size, align, self.stack_alignment())?,
                    None => state.leaf(ty, &arg.flags, arg.is_fixed)?,
                });
            }
            assignment.args.push(leaves);
        }
        assignment.stack_size = state.stack;
        assignment.used = [state.gprs, 0];
        Ok(assignment)
    }

    fn assign_result(&self, types: &[ValueType], flags: ArgFlags, _cc: u32) -> Option<Assignment> {
        if types.is_empty() {
            return Some(Assignment::default());
        }
        let mut state = self.state(calling_conventions::result_registers_of(self.abi));
        let mut leaves = SmallVec::new();
        for &ty in types {
            leaves.push(state.leaf(ty, &flags, true).ok()?);
        }
        let parts = leaves.iter().map(|leaf| match leaf {
            Leaf::Direct(parts) => Some(parts.len()),
            _ => None,
        });
        let parts: usize = parts.sum::<Option<usize>>()?;
        (parts <= 2 && state.stack == 0).then(|| Assignment {
            args: vec![leaves],
            stack_size: 0,
            used: [0; 2],
        })
    }

    /// No memory of the caller's outlives a tail call.
    fn by_val_by_reference(&self, calling_convention: u32) -> bool {
        !calling_conventions::has_guaranteed_tail_calls(calling_convention)
    }

    fn frame_record(&self) -> FrameRecord {
        FrameRecord {
            frame_pointer: regs::X8,
            return_address: regs::X1,
            saved_frame_pointer: -i64::from(self.features.xlen() / 4),
            saved_return_address: -i64::from(self.features.xlen() / 8),
            async_context: None,
        }
    }

    fn thread_pointer(&self, b: &mut Builder<'_>, dst: VReg) {
        b.copy(dst, regs::X4);
    }

    fn saved_by_interrupt(&self, interrupt: Interrupt) -> u64 {
        match interrupt {
            Interrupt::SavedAtOnce { .. } => interrupts::SAVED_AT_ONCE,
            _ => 0,
        }
    }
}

impl RiscvCallLowering {
    fn state(&self, registers: ArgumentRegisters) -> CCState {
        let (xlen, flen) = (self.features.xlen(), self.features.flen());
        CCState {
            registers,
            word: Llt::scalar(xlen),
            flen,
            has_halves: self.features.contains(Features::ZFHMIN),
            has_bfloats: self.features.contains(Features::ZFBFMIN),
            is_embedded: self.abi == Abi::Embedded,
            gprs: 0,
            fprs: [0; 2],
            stack: 0,
        }
    }
}

/// The registers and stack used so far.
struct CCState {
    registers: ArgumentRegisters,
    /// The type of a general register.
    word: Llt,
    /// The width of a floating-point register in bits; 0 without any.
    flen: u32,
    /// True if floating-point registers hold halves.
    has_halves: bool,
    /// True if they hold bfloats.
    has_bfloats: bool,
    /// True if no argument is aligned to more than a word.
    is_embedded: bool,
    gprs: usize,
    /// The next register for single and for double precision; equal if they share registers.
    fprs: [usize; 2],
    stack: u64,
}

/// The scalars of a leaf.
#[derive(Clone, Copy)]
struct Scalars {
    count: u32,
    ty: ValueType,
    /// The number of words of one scalar, and the distance between scalars in words.
    words: u32,
    stride: u32,
    /// The alignment of the leaf's type in bytes.
    align: u64,
}

impl Scalars {
    /// Returns the scalars of a type. Without V a vector is passed element by element, a wide
    /// element in a power of two of words of `xlen` bits. A float wider than floating-point
    /// registers, of `flen` bits, is an integer.
    fn of(ty: ValueType, xlen: u32, flen: u32, has_halves: bool) -> Result<Scalars, String> {
        if let ValueType::Vector { scalable: true, .. } = ty {
            return Err("scalable vectors need the V extension".into());
        }
        let align = u64::from(ty.bits().div_ceil(8).next_power_of_two());
        let words = |ty: ValueType| ty.bits().div_ceil(xlen);
        let soft = |ty: ValueType| match ty.is_float() && ty.bits() > flen {
            true => ValueType::Int(ty.bits()),
            false => ty,
        };
        match ty {
            ValueType::Vector { count, element, .. } => {
                let ty = match soft(element.value_type()) {
                    ValueType::Half if !has_halves => ValueType::Int(16),
                    other => other,
                };
                let stride = ty.bits().next_power_of_two().div_ceil(xlen);
                Ok(Scalars { count, ty, words: words(ty), stride, align })
            }
            _ => {
                let (ty, align) = (soft(ty), align.min(16));
                Ok(Scalars { count: 1, ty, words: words(ty), stride: words(ty), align })
            }
        }
    }

    /// Returns true if C aligns a variadic argument of this type to a register pair.
    fn is_aligned_pair(&self, xlen: u32) -> bool {
        self.align == u64::from(xlen / 4) && self.count * self.ty.bits() <= 2 * xlen
    }
}

impl CCState {
    fn word_bytes(&self) -> u64 {
        self.word.bytes().into()
    }

    fn leaf(&mut self, ty: ValueType, flags: &ArgFlags, is_fixed: bool) -> Result<Leaf, String> {
        if flags.nest && self.registers.kind != ConventionKind::Fast {
            return self.static_chain();
        }
        let scalars = Scalars::of(ty, self.word.bits(), self.flen, self.has_halves)?;
        let alone = matches!(ty, ValueType::Vector { count: 1, .. });
        let float = match scalars.ty {
            ValueType::Float => Some((S32, S32, Extension::Any)),
            ValueType::Double => Some((S64, S64, Extension::Any)),
            ValueType::Half if self.has_halves => Some((S16, S16, Extension::Any)),
            ValueType::BFloat if self.has_bfloats => Some((S16, S16, Extension::Any)),
            ValueType::BFloat if alone => Some((S16, S32, Extension::BFloatToFloat)),
            ValueType::Half | ValueType::BFloat if flags.low_bits_only => Some((S16, S32, Extension::Any)),
            ValueType::Half | ValueType::BFloat => Some((S16, S32, Extension::NanBox)),
            _ => None,
        };
        if let Some((value_ty, loc_ty, extension)) = float {
            let aligned = !is_fixed && scalars.is_aligned_pair(self.word.bits());
            let part = LeafFragment { location: ArgLocation::Stack(0), value_ty, loc_ty, extension };
            let mut parts = SmallVec::new();
            for _ in 0..scalars.count {
                parts.extend(self.float(part, is_fixed, aligned)?);
            }
            return Ok(Leaf::Direct(parts));
        }
        self.integers(scalars, flags, is_fixed)
    }

    /// Assigns an object in the argument area.
    fn object(&mut self, size: u64, align: u32, most: u32) -> Result<Leaf, String> {
        if align > most {
            return Err(format!(
                "`byval` objects that are aligned to more than {most} bytes are not supported"
            ));
        }
        let word = self.word_bytes();
        let ArgLocation::Stack(offset) = self.on_stack(size.next_multiple_of(word), word.max(align.into()))
        else {
            return Err("a `byval` object in a register".into());
        };
        Ok(Leaf::ByVal { offset, size, align })
    }

    /// Assigns `nest` to its register, which has no other use in calls.
    fn static_chain(&mut self) -> Result<Leaf, String> {
        if self.registers.kind == ConventionKind::Haskell {
            return Err("`nest` is not supported by `ghccc`".into());
        }
        let (location, ty) = (ArgLocation::Reg(STATIC_CHAIN), self.pointer());
        Ok(Leaf::Direct(smallvec![LeafFragment {
            location,
            value_ty: ty,
            loc_ty: ty,
            extension: Extension::Any
        }]))
    }

    fn pointer(&self) -> Llt {
        Llt::pointer(0, self.word.bits())
    }

    /// Assigns one float, split in two if its general registers are narrower.
    fn float(
        &mut self,
        part: LeafFragment,
        is_fixed: bool,
        aligned: bool,
    ) -> Result<SmallVec<[LeafFragment; 2]>, String> {
        let double = part.loc_ty == S64;
        let list = match part.loc_ty {
            S16 => self.registers.halves,
            S64 => self.registers.doubles,
            _ => self.registers.singles,
        };
        let used = self.fprs[usize::from(double)];
        if let Some(&reg) = list.get(used).filter(|_| is_fixed) {
            if self.registers.kind == ConventionKind::Haskell {
                self.fprs[usize::from(double)] += 1;
            } else {
                self.fprs = [used + 1; 2];
            }
            return Ok(smallvec![LeafFragment { location: ArgLocation::Reg(reg), ..part }]);
        }
        match self.registers.kind {
            ConventionKind::C => {
                self.align_pair(aligned);
                let size = u64::from(part.loc_ty.bytes()).max(self.word_bytes());
                let location = self.gpr_or_stack(size)?;
                let extension = match part.extension {
                    Extension::NanBox => Extension::Any,
                    other => other,
                };
                let first = LeafFragment { location, loc_ty: self.word, extension, ..part };
                if part.loc_ty.bits() <= self.word.bits() {
                    return Ok(smallvec![first]);
                }
                let location = self.gpr_or_stack(self.word_bytes())?;
                Ok(smallvec![first, LeafFragment { location, ..first }])
            }
            ConventionKind::Fast => {
                let size = part.loc_ty.bytes().into();
                Ok(smallvec![LeafFragment { location: self.on_stack(size, size), ..part }])
            }
            ConventionKind::Haskell => Err(NO_REGISTER.into()),
        }
    }

    /// Assigns integers and pointers: in C up to two words in registers or on the stack, more by
    /// reference.
    fn integers(&mut self, scalars: Scalars, flags: &ArgFlags, is_fixed: bool) -> Result<Leaf, String> {
        let value_ty = scalars.ty.llt();
        let loc_ty = if value_ty.is_pointer() { value_ty } else { self.word };
        let word = self.word_bytes();
        let extension = match (flags.sext, flags.zext) {
            (true, _) => Extension::Sign,
            (_, true) => Extension::Zero,
            _ => Extension::Any,
        };
        let part = |location| LeafFragment { location, value_ty, loc_ty, extension };
        let total = scalars.count * scalars.stride;
        let is_c = self.registers.kind == ConventionKind::C;
        if is_c {
            self.align_pair(!is_fixed && scalars.is_aligned_pair(self.word.bits()));
        }
        let is_used = |n: u32| n % scalars.stride < scalars.words;
        if is_c && total > 2 {
            let location = self.gpr_or_stack(word)?;
            let ty = self.pointer();
            let address = LeafFragment { location, value_ty: ty, loc_ty: ty, extension: Extension::Any };
            let used = (0..total).filter(|&n| is_used(n));
            let parts = used.map(|n| part(ArgLocation::Stack(i64::from(n) * word as i64))).collect();
            return Ok(Leaf::IndirectParts { address, parts });
        }
        let mut parts: SmallVec<[LeafFragment; 2]> = SmallVec::new();
        for n in 0..total {
            let first = n == 0 && total == 2 && is_c;
            let location = self.gpr_or_stack(if first { scalars.align.max(word) } else { word })?;
            if is_used(n) {
                parts.push(part(location));
            }
        }
        Ok(Leaf::Direct(parts))
    }

    fn align_pair(&mut self, aligned: bool) {
        if aligned && !self.is_embedded && self.gprs < self.registers.gprs.len() {
            self.gprs = self.gprs.next_multiple_of(2);
        }
    }

    fn gpr_or_stack(&mut self, align: u64) -> Result<ArgLocation, String> {
        if let Some(&reg) = self.registers.gprs.get(self.gprs) {
            self.gprs += 1;
            return Ok(ArgLocation::Reg(reg));
        }
        if self.registers.kind == ConventionKind::Haskell {
            return Err(NO_REGISTER.into());
        }
        Ok(self.on_stack(self.word_bytes(), align))
    }

    fn on_stack(&mut self, size: u64, align: u64) -> ArgLocation {
        let align = if self.is_embedded { self.word_bytes() } else { align };
        let offset = self.stack.next_multiple_of(align);
        self.stack = offset + size;
        ArgLocation::Stack(offset as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gisel_codegen::machine::desc::registers::RegisterInfo;

    const LP64D: RiscvCallLowering =
        RiscvCallLowering { features: crate::riscv::features::BASE, abi: Abi::Double };

    /// Returns the locations of arguments of these types under `fastcc`, fragments of one argument
    /// joined by `+`.
    fn places(types: &[ValueType]) -> Vec<String> {
        places_by(calling_conventions::FAST, types)
    }

    /// Returns the locations of arguments under a convention.
    fn places_by(convention: u32, types: &[ValueType]) -> Vec<String> {
        let argument = |&ty: &ValueType| ArgInfo {
            regs: SmallVec::new(),
            types: smallvec![ty],
            flags: ArgFlags::default(),
            is_fixed: true,
        };
        let args: Vec<ArgInfo> = types.iter().map(argument).collect();
        let assignment = LP64D.assign_arguments(&args, convention, false).unwrap();
        let registers: &RegisterInfo = &crate::riscv::registers::REGISTERS;
        let place = |part: &LeafFragment| match part.location {
            ArgLocation::Reg(reg) => registers.reg(reg).name.to_owned(),
            ArgLocation::Stack(offset) => offset.to_string(),
        };
        let leaf = |leaf: &Leaf| match leaf {
            Leaf::Direct(parts) => parts.iter().map(place).collect::<Vec<_>>().join("+"),
            Leaf::IndirectParts { address, parts } => {
                format!("{}: {}", place(address), parts.iter().map(place).collect::<Vec<_>>().join("+"))
            }
            _ => "indirect".to_owned(),
        };
        assignment.args.iter().flatten().map(leaf).collect()
    }

    #[test]
    fn variadic_arguments_follow_each_other() {
        let mut list = [1000];
        let types = [ValueType::Int(32), ValueType::Double, ValueType::Fp128, ValueType::Int(64)];
        let places = types.map(|ty| LP64D.take_variadic(&mut list, ty).unwrap());
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

    /// As `llc` passes them.
    #[test]
    fn vectors_are_passed_by_elements_or_by_reference() {
        use gisel_codegen::ir::value_type::VectorElement::{BFloat, Fp128, Half, Int};
        let vector = |count, element| ValueType::Vector { count, element, scalable: false };
        let types = [
            vector(2, Int(24)),
            vector(3, Int(1)),
            vector(2, Half),
            vector(2, BFloat),
            vector(1, Int(65)),
            vector(2, Fp128),
            ValueType::Int(129),
            ValueType::Half,
        ];
        let expected = [
            "x10+x11",
            "x12: 0+8+16",
            "x13+x14",
            "f10_f+f11_f",
            "x15+x16",
            "x17: 0+8+16+24",
            "0: 0+8+16",
            "f12_f",
        ];
        assert_eq!(places_by(0, &types), expected);
    }

    #[test]
    fn results_have_two_registers() {
        let fits = |types: &[ValueType]| LP64D.assign_result(types, ArgFlags::default(), 0).is_some();
        use ValueType::{Double, Float, Int};
        assert!(fits(&[Double, Int(64)]) && fits(&[Int(128)]) && fits(&[Float, Float]));
        assert!(!fits(&[Float, Float, Int(64)]) && !fits(&[Int(128), Float]) && !fits(&[Int(129)]));
    }
}
