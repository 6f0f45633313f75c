//! AAPCS64.
//!
//! Source: *Procedure Call Standard for the Arm 64-bit Architecture*, "Parameter passing" (stages A
//! to C) and "Result return". Aggregates arrive here as their leaves, coerced by the producer of
//! the IR as the standard requires. Leaves that must stay together are marked `consecutive`.

use crate::aarch64::isel::async_context;
use crate::aarch64::isel::select::authentication;
use crate::aarch64::isel::va_arg;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::calling_conventions::is_legal_vector;
use crate::aarch64::registers::calling_conventions::{self, ArgumentRule, STACK_ALIGNMENT};
use crate::aarch64::registers::{REGISTERS, regs, subs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{FrameIndex, InstId, VReg};
use gisel_codegen::ir::llt::{Llt, P0, S32, S64, S128};
use gisel_codegen::ir::mir::{FrameInfo, MemFlags, MemOperand, Operand, PointerInfo};
use gisel_codegen::ir::value_type::{ValueType, VectorElement};
use gisel_codegen::isel::call_lowering::add_live_in;
use gisel_codegen::isel::call_lowering::breakdown::break_down;
use gisel_codegen::machine::arg_locations::{
    ArgFlags, ArgInfo, ArgLocation, Assignment, Extension, Leaf, LeafFragment,
};
use gisel_codegen::machine::calling_convention::{Authentication, ConventionInfo};
use gisel_codegen::machine::calling_convention::{
    CallOpcodes, CallingConvention, FrameRecord, take_from_stack,
};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::variadic_arguments::{VaField, VariadicArguments};
use smallvec::{SmallVec, smallvec};

static OPCODES: CallOpcodes = CallOpcodes {
    call: op::BL,
    call_indirect: op::BLR,
    tail: op::TCRETURNdi,
    tail_indirect: op::TCRETURNri,
    tail_has_adjustment: true,
    ret: op::RET_ReallyLR,
    eh_return: op::EH_RETURN,
    eh_return_registers: [regs::X4, regs::X5],
    frame_escape: Some(op::MOVMCSym),
    adjust_down: op::ADJCALLSTACKDOWN,
    adjust_up: op::ADJCALLSTACKUP,
    sp: regs::SP,
};

static X: [PhysReg; 8] = [regs::X0, regs::X1, regs::X2, regs::X3, regs::X4, regs::X5, regs::X6, regs::X7];
static Q: [PhysReg; 8] = [regs::Q0, regs::Q1, regs::Q2, regs::Q3, regs::Q4, regs::Q5, regs::Q6, regs::Q7];
static D: [PhysReg; 8] = [regs::D0, regs::D1, regs::D2, regs::D3, regs::D4, regs::D5, regs::D6, regs::D7];
static S: [PhysReg; 8] = [regs::S0, regs::S1, regs::S2, regs::S3, regs::S4, regs::S5, regs::S6, regs::S7];
static H: [PhysReg; 8] = [regs::H0, regs::H1, regs::H2, regs::H3, regs::H4, regs::H5, regs::H6, regs::H7];

/// X0 to X7, by number.
const ALL_ARGUMENTS: u32 = 0xff;

/// `preserve_nonecc`'s general registers, in order.
#[rustfmt::skip]
static PRESERVE_NONE: [PhysReg; 24] = [
    regs::X20, regs::X21, regs::X22, regs::X23, regs::X24, regs::X25, regs::X26, regs::X27, regs::X28,
    regs::X0, regs::X1, regs::X2, regs::X3, regs::X4, regs::X5, regs::X6, regs::X7,
    regs::X10, regs::X11, regs::X12, regs::X13, regs::X14, regs::X9, regs::X15,
];

// The registers of GHC's abstract machine: Base, Sp, Hp, R1 to R6, SpLim; F1 to F4; D1 to D4; and
// two vectors.
#[rustfmt::skip]
static GHC: [(File, u32, &[PhysReg]); 4] = [
    (File::General, 64, &[
        regs::X19, regs::X20, regs::X21, regs::X22, regs::X23, regs::X24, regs::X25, regs::X26, regs::X27, regs::X28,
    ]),
    (File::Vector, 32, &[regs::S8, regs::S9, regs::S10, regs::S11]),
    (File::Vector, 64, &[regs::D12, regs::D13, regs::D14, regs::D15]),
    (File::Vector, 128, &[regs::Q4, regs::Q5]),
];

/// AAPCS64, and the differences of other conventions.
#[derive(Debug, Default)]
pub(crate) struct AArch64CallLowering {
    /// True if calls may authenticate their targets.
    pub authenticates: bool,
    /// The registers of the subtarget.
    pub files: Files,
}

impl AArch64CallLowering {
    /// Returns the vector registers for arguments from number `first` on, as far as they exist.
    fn vector_registers(&self, first: usize) -> &'static [PhysReg] {
        if self.files.floats { &Q[first.min(8)..] } else { &[] }
    }

    /// Returns the type of a whole vector register's value.
    fn vector_register_type(&self) -> Llt {
        if self.files.vectors { Llt::vector(2, S64) } else { S128 }
    }
}

impl VariadicArguments for AArch64CallLowering {
    /// Includes X8, since a result may be returned through it.
    fn forwarded_registers(&self, named: &Assignment) -> Vec<(PhysReg, Llt)> {
        let general = X[named.used[0].min(8)..].iter().map(|&reg| (reg, S64));
        let vector =
            self.vector_registers(named.used[1]).iter().map(|&reg| (reg, self.vector_register_type()));
        let in_x8 = |leaf: &Leaf| match leaf {
            Leaf::Direct(parts) => parts.iter().any(|p| p.location == ArgLocation::Reg(regs::X8)),
            _ => false,
        };
        let x8 = (!named.args.iter().flatten().any(in_x8)).then_some((regs::X8, S64));
        general.chain(vector).chain(x8).collect()
    }

    fn va_list_bytes(&self) -> i64 {
        32
    }

    /// Returns the fields: the stack, the ends of the two register save areas, and the (negative)
    /// distances in bytes from these ends to the next argument. Source: AAPCS64, "The va_list
    /// type".
    fn va_list(&self, frame: &FrameInfo) -> Option<SmallVec<[VaField; 5]>> {
        let stack = frame.var_args_frame_index?;
        let area = |slot: Option<FrameIndex>| match slot {
            Some(slot) => (slot, frame.object(slot).size as i64),
            None => (stack, 0),
        };
        let areas = frame.save_areas.map(area);
        let ends = areas.map(|(slot, size)| VaField::Address(slot, size));
        let distances = areas.map(|(_, size)| VaField::Number(-size as i32));
        Some([VaField::Address(stack, 0)].into_iter().chain(ends).chain(distances).collect())
    }

    fn lower_va_arg(
        &self,
        b: &mut Builder<'_>,
        dst: VReg,
        list: VReg,
        ty: ValueType,
    ) -> Result<bool, String> {
        if matches!(ty, ValueType::Vector { .. }) && !self.files.vectors {
            return Err(format!("`va_arg` of {ty} needs the target feature `+neon`"));
        }
        va_arg::lower(b, dst, list, self.files.passed_as(ty)).map(|()| true)
    }

    fn take_variadic(&self, list: &mut [u64], ty: ValueType) -> Option<u64> {
        let [stack, general_end, vector_end, distances] = list else { return None };
        let ty = self.files.passed_as(ty);
        let vector = matches!(ty, ValueType::Float | ValueType::Double | ValueType::Fp128);
        let (end, shift, step) = if vector { (*vector_end, 32, 16) } else { (*general_end, 0, 8) };
        // The remaining bytes in registers, as a negative number.
        let distance = (*distances >> shift) as i32;
        if distance < 0 {
            let mask = 0xffff_ffff << shift;
            *distances = *distances & !mask | u64::from((distance + step) as u32) << shift;
            return Some(end.wrapping_add_signed(distance.into()));
        }
        Some(take_from_stack(stack, ty, 8))
    }

    /// Creates a save area of general registers and one of vector registers, unless all of these
    /// hold named arguments.
    fn save_variadic_registers(&self, b: &mut Builder<'_>, assignment: &Assignment) {
        let stack = b.mf.frame.create_fixed(8, assignment.stack_size as i64, true);
        b.mf.frame.var_args_frame_index = Some(stack);
        let gprs = save_area(b, &X[assignment.used[0].min(8)..], S64);
        let fprs = save_area(b, self.vector_registers(assignment.used[1]), self.vector_register_type());
        b.mf.frame.save_areas = [gprs, fprs];
    }
}

impl CallingConvention for AArch64CallLowering {
    fn opcodes(&self) -> &'static CallOpcodes {
        &OPCODES
    }

    fn stack_alignment(&self) -> u32 {
        STACK_ALIGNMENT
    }

    fn info(&self, number: u32) -> Option<&'static ConventionInfo> {
        calling_conventions::named(number).map(|convention| &convention.info)
    }

    fn assign_arguments(
        &self,
        args: &[ArgInfo],
        calling_convention: u32,
        is_var_arg: bool,
    ) -> Result<Assignment, String> {
        let convention = calling_conventions::named(calling_convention);
        let convention = convention.ok_or("a calling convention that is not supported")?;
        let rule = match convention.arguments {
            ArgumentRule::PreserveNone if is_var_arg => ArgumentRule::Aapcs,
            rule => rule,
        };
        let mut state = CCState::new(rule, self.files);
        let mut assignment = Assignment::default();
        assignment.args.reserve(args.len());
        for arg in args {
            assignment.args.push(state.argument(&arg.types, &arg.flags)?);
        }
        assignment.stack_size = (state.stack as u64).next_multiple_of(8);
        assignment.used = [state.gprs.trailing_ones() as usize, state.fprs];
        Ok(assignment)
    }

    /// Assigns results: all conventions follow AAPCS64, but without even registers and blocks.
    fn assign_result(&self, types: &[ValueType], flags: ArgFlags, _: u32) -> Option<Assignment> {
        let mut state = CCState::new(ArgumentRule::Aapcs, self.files);
        let flags = ArgFlags { sext: flags.sext, zext: flags.zext, consecutive: true, ..ArgFlags::default() };
        let mut leaves = SmallVec::new();
        for &ty in types {
            leaves.push(state.leaf(ty, &flags, false).ok()?);
        }
        let args = if types.is_empty() { Vec::new() } else { vec![leaves] };
        (state.stack == 0).then(|| Assignment { args, stack_size: 0, used: [0; 2] })
    }

    fn swift_error_register(&self) -> Option<PhysReg> {
        Some(regs::X21)
    }

    fn authenticate_call(&self, b: &mut Builder<'_>, call: InstId, by: Authentication) -> Result<(), String> {
        if !self.authenticates {
            return Err("it needs the target feature `+pauth`".into());
        }
        authentication::authenticate_call(b, call, by)
    }

    fn exception_registers(&self) -> [PhysReg; 2] {
        [regs::X0, regs::X1]
    }

    fn calls_through_got(&self) -> bool {
        true
    }

    fn frame_record(&self) -> FrameRecord {
        FrameRecord {
            frame_pointer: regs::FP,
            return_address: regs::LR,
            saved_frame_pointer: 0,
            saved_return_address: 8,
            async_context: Some(async_context::OFFSET),
        }
    }

    /// Uses the hint that strips the signature of the link register, which older processors ignore.
    fn strip_return_address(&self, b: &mut Builder<'_>, dst: VReg, src: VReg) {
        b.copy(regs::LR, src);
        b.inst(op::XPACLRI, &[]);
        b.copy(dst, regs::LR);
    }

    fn thread_pointer(&self, b: &mut Builder<'_>, dst: VReg) {
        b.inst(op::MOVbaseTLS, &[Operand::def(dst)]);
    }
}

/// Stores `registers` consecutively to a new stack object.
fn save_area(b: &mut Builder<'_>, registers: &[PhysReg], ty: Llt) -> Option<FrameIndex> {
    if registers.is_empty() {
        return None;
    }
    let slot = b.mf.create_stack_object(registers.len() as u64 * ty.bytes() as u64, 16);
    let base = b.frame_index(P0, slot);
    for (n, &reg) in registers.iter().enumerate() {
        add_live_in(b, reg);
        let value = b.mf.create_vreg(ty);
        b.copy(value, reg);
        let offset = n as i64 * ty.bytes() as i64;
        let address = b.ptr_add_imm(base, offset);
        let mem =
            MemOperand::new(MemFlags::STORE, ty, ty.bytes()).with_pointer(PointerInfo::Stack(slot, offset));
        b.store(value, address, mem);
    }
    Some(slot)
}

/// The kinds of values for which a subtarget has registers, besides integers and addresses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Files {
    /// True if it has floating-point registers.
    pub floats: bool,
    /// True if these also hold vectors.
    pub vectors: bool,
}

impl Default for Files {
    /// Returns all.
    fn default() -> Files {
        Files { floats: true, vectors: true }
    }
}

impl Files {
    /// Returns the type as which a scalar is passed: without floating-point registers, an integer.
    fn passed_as(self, ty: ValueType) -> ValueType {
        match ty {
            _ if self.floats => ty,
            ValueType::Half | ValueType::BFloat => ValueType::Int(16),
            ValueType::Float => ValueType::Int(32),
            ValueType::Double => ValueType::Int(64),
            ValueType::Fp128 => ValueType::Int(128),
            _ => ty,
        }
    }
}

/// The register file of an argument's fragments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    General,
    Vector,
}

/// The division of a leaf, independent of its location.
struct Shape {
    file: File,
    /// See [`LeafFragment`].
    value_ty: Llt,
    loc_ty: Llt,
    parts: u32,
}

impl Shape {
    fn new(ty: ValueType, files: Files) -> Result<Shape, String> {
        let own = ty.llt();
        let ty = files.passed_as(ty);
        let shape = |file, value_ty, loc_ty, parts| Ok(Shape { file, value_ty, loc_ty, parts });
        match ty {
            ValueType::Vector { scalable: true, .. } => Err("scalable vectors are not supported".into()),
            ValueType::Vector { count, element, .. } => Shape::vector(count, element, files),
            ValueType::Pointer { .. } => shape(File::General, own, own, 1),
            ValueType::Int(0..=32) => shape(File::General, own, S32, 1),
            ValueType::Int(33..=64) => shape(File::General, own, S64, 1),
            ValueType::Int(bits) => shape(File::General, S64, S64, bits.div_ceil(64)),
            _ => shape(File::Vector, own, own, 1),
        }
    }

    fn vector(count: u32, element: VectorElement, files: Files) -> Result<Shape, String> {
        let (value_element, element) = match element {
            VectorElement::Pointer(..) => (element, VectorElement::Int(64)),
            _ => (element, element),
        };
        let found = match (count, element) {
            // These are widened to vectors with additional elements.
            (1, VectorElement::Int(8 | 16 | 32) | VectorElement::Float) if files.vectors => {
                let value_ty = value_element.value_type().llt();
                return Ok(Shape { file: File::Vector, value_ty, loc_ty: S64, parts: 1 });
            }
            _ => {
                break_down(count, element, |count, element| files.vectors && is_legal_vector(count, element))
            }
        };
        let count = count / found.intermediates;
        let value_ty = Llt::vector(count, value_element.value_type().llt());
        if !found.register.is_vector() {
            let register = match value_element {
                VectorElement::Pointer(..) => value_element.value_type(),
                _ => found.register,
            };
            let shape = Shape::new(register, files)?;
            let words = shape.parts;
            let parts = found.intermediates.checked_mul(words).ok_or("the vector is too long")?;
            return Ok(Shape { value_ty, parts, ..shape });
        }
        let register = found.register.llt();
        let loc_ty = if register.bits() == value_ty.bits() { value_ty } else { register };
        Ok(Shape { file: File::Vector, value_ty, loc_ty, parts: found.intermediates })
    }
}

/// The registers and stack used so far.
struct CCState {
    rule: ArgumentRule,
    files: Files,
    /// General registers in use, a bit each.
    gprs: u32,
    fprs: usize,
    /// The number of used registers of [`GHC`], by row.
    ghc: [usize; GHC.len()],
    stack: i64,
}

/// Properties of fragments that are passed in the same registers.
#[derive(Clone, Copy)]
struct PartFlags {
    extension: Extension,
    /// True for the first of several fragments, which requires a register with an even number.
    split: bool,
    /// True if it is in a block on the stack.
    packed: bool,
    /// True if the argument is an integer of a C type, smaller than a register.
    small: bool,
}

impl CCState {
    fn new(rule: ArgumentRule, files: Files) -> CCState {
        CCState { rule, files, gprs: 0, fprs: 0, ghc: [0; GHC.len()], stack: 0 }
    }

    fn argument(&mut self, types: &[ValueType], flags: &ArgFlags) -> Result<SmallVec<[Leaf; 1]>, String> {
        if let &[ty] = types {
            if let Some(leaf) = self.by_attribute(ty, flags)? {
                return Ok(smallvec![leaf]);
            }
            // Most arguments are one value, which requires no collection.
            if !flags.consecutive {
                return Ok(smallvec![self.leaf(ty, flags, false)?]);
            }
        }
        let flags = &ArgFlags { consecutive: flags.consecutive && is_homogeneous(types), ..*flags };
        let packed = flags.consecutive && self.reserve_block(types, flags)?;
        types.iter().map(|&ty| self.leaf(ty, flags, packed)).collect()
    }

    /// Assigns arguments whose attribute determines the location.
    fn by_attribute(&mut self, ty: ValueType, flags: &ArgFlags) -> Result<Option<Leaf>, String> {
        let swift = flags.swift_self || flags.swift_error || flags.swift_async;
        match self.rule {
            ArgumentRule::PreserveNone if swift => {
                return Err("Swift attributes cannot be used with `preserve_nonecc`".into());
            }
            ArgumentRule::Ghc if swift => {
                return Err("Swift attributes cannot be used with `ghccc`".into());
            }
            ArgumentRule::PreserveNone | ArgumentRule::Ghc if flags.by_val.is_some() => {
                return Err("`byval` arguments cannot be passed by this calling convention".into());
            }
            ArgumentRule::PreserveNone => return Ok(None),
            ArgumentRule::Ghc if !flags.nest => return Ok(None),
            _ => {}
        }
        if let Some((size, align)) = flags.by_val {
            let align = align.max(8);
            let offset = self.allocate(size.max(8).next_multiple_of(8), align.into());
            return Ok(Some(Leaf::ByVal { offset, size, align }));
        }
        let in_order = if flags.sret && flags.in_reg { self.take_general(&X[..2]) } else { None };
        let reg = match flags {
            ArgFlags { nest: true, .. } => regs::X15,
            // Windows's rule for results of C++ methods, which LLVM applies everywhere.
            ArgFlags { sret: true, .. } if let Some(reg) = in_order => reg,
            ArgFlags { sret: true, .. } => regs::X8,
            ArgFlags { swift_self: true, .. } => regs::X20,
            ArgFlags { swift_error: true, .. } => regs::X21,
            ArgFlags { swift_async: true, .. } => async_context::CONTEXT,
            _ => return Ok(None),
        };
        if ty.bits() != 64 || !ty.is_int_or_pointer() {
            return Ok(None);
        }
        let (location, ty) = (ArgLocation::Reg(reg), ty.llt());
        let part = LeafFragment { location, value_ty: ty, loc_ty: ty, extension: Extension::Any };
        Ok(Some(Leaf::Direct(smallvec![part])))
    }

    /// Assigns all leaves of an array to registers or all to the stack. Returns true for the stack,
    /// where they have no gaps. Arrays of small integers may be divided, and `preserve_nonecc`
    /// divides all arrays of integers.
    fn reserve_block(&mut self, types: &[ValueType], flags: &ArgFlags) -> Result<bool, String> {
        let Some(&first) = types.first() else { return Ok(false) };
        let shape = Shape::new(first, self.files)?;
        if self.rule == ArgumentRule::Ghc || shape.loc_ty == S32 && shape.file == File::General {
            return Ok(false);
        }
        let count = types.len() * shape.parts as usize;
        let divided = self.rule == ArgumentRule::PreserveNone && shape.file == File::General;
        let fits = match shape.file {
            File::General if divided => self.free(&PRESERVE_NONE) >= count,
            // Because of the array rule, used registers have no gaps.
            File::General => self.free(&X) >= count,
            File::Vector => self.fprs + count <= 8,
        };
        if fits {
            return Ok(false);
        }
        match shape.file {
            // Leaves beyond the registers form a block.
            File::General if divided => {}
            File::General => self.gprs |= ALL_ARGUMENTS,
            File::Vector => self.fprs = 8,
        }
        self.allocate(0, flags.orig_align.clamp(8, 16).into());
        Ok(!divided)
    }

    /// Returns the number of unused registers.
    fn free(&self, list: &[PhysReg]) -> usize {
        list.iter().filter(|&&reg| !self.is_taken(reg)).count()
    }

    fn leaf(&mut self, ty: ValueType, flags: &ArgFlags, packed: bool) -> Result<Leaf, String> {
        let shape = Shape::new(ty, self.files)?;
        let extension = match (flags.sext, flags.zext) {
            _ if shape.file == File::Vector => Extension::Any,
            (true, _) => Extension::Sign,
            (_, true) => Extension::Zero,
            // The standard's rule for `_Bool`.
            _ if ty == ValueType::Int(1) => Extension::Zero,
            _ => Extension::Any,
        };
        let small = !flags.aggregate && matches!(ty, ValueType::Int(1 | 8 | 16));
        let mut parts = SmallVec::new();
        for n in 0..shape.parts {
            let split = shape.parts > 1 && n == 0 && shape.loc_ty.bits() == 64 && !flags.consecutive;
            parts.push(self.part(&shape, PartFlags { extension, split, packed, small })?);
        }
        Ok(Leaf::Direct(parts))
    }

    fn part(&mut self, shape: &Shape, flags: PartFlags) -> Result<LeafFragment, String> {
        let &Shape { value_ty, mut loc_ty, .. } = shape;
        let location = match (self.rule, shape.file) {
            (ArgumentRule::Ghc, file) => {
                if file == File::General {
                    loc_ty = if value_ty.is_pointer() { value_ty } else { S64 };
                }
                self.of_abstract_machine(file, loc_ty)?
            }
            (_, File::Vector) => self.vector_location(loc_ty, flags),
            (_, File::General) => self.general_location(loc_ty, flags),
        };
        if flags.small && matches!(location, ArgLocation::Stack(_)) {
            // They are not extended there.
            loc_ty = Llt::scalar(value_ty.bits().next_multiple_of(8));
        }
        Ok(LeafFragment { location, value_ty, loc_ty, extension: flags.extension })
    }

    fn is_taken(&self, reg: PhysReg) -> bool {
        self.gprs >> REGISTERS.reg(reg).encoding & 1 != 0
    }

    /// Returns the first unused register.
    fn take_general(&mut self, list: &[PhysReg]) -> Option<PhysReg> {
        let reg = list.iter().copied().find(|&reg| !self.is_taken(reg))?;
        self.gprs |= 1 << REGISTERS.reg(reg).encoding;
        Some(reg)
    }

    fn general_location(&mut self, ty: Llt, flags: PartFlags) -> ArgLocation {
        if self.rule == ArgumentRule::PreserveNone
            && !flags.small
            && let Some(reg) = self.take_general(&PRESERVE_NONE)
        {
            return ArgLocation::Reg(of_width(reg, ty));
        }
        // Stage C.8 to C.11: an even register and the next one, or the stack at a multiple of 16.
        if flags.split {
            let Some(reg) = self.take_general(&[X[0], X[2], X[4], X[6]]) else {
                self.gprs |= ALL_ARGUMENTS;
                return ArgLocation::Stack(self.allocate(8, 16));
            };
            self.gprs |= 1 << REGISTERS.reg(reg).encoding.saturating_sub(1);
            return ArgLocation::Reg(reg);
        }
        match self.take_general(&X) {
            Some(reg) => ArgLocation::Reg(of_width(reg, ty)),
            None => self.stack_slot(ty, flags),
        }
    }

    fn vector_location(&mut self, ty: Llt, flags: PartFlags) -> ArgLocation {
        let file = match ty.bits() {
            0..=16 => &H,
            17..=32 => &S,
            33..=64 => &D,
            _ => &Q,
        };
        match file.get(self.fprs) {
            Some(&reg) => {
                self.fprs += 1;
                ArgLocation::Reg(reg)
            }
            None => self.stack_slot(ty, flags),
        }
    }

    /// Returns a register of `ghccc`, by file and width.
    fn of_abstract_machine(&mut self, file: File, ty: Llt) -> Result<ArgLocation, String> {
        let row = GHC.iter().position(|&(own, bits, _)| own == file && bits == ty.bits());
        let found = row.and_then(|row| {
            self.ghc[row] += 1;
            GHC[row].2.get(self.ghc[row] - 1)
        });
        found
            .map(|&reg| ArgLocation::Reg(reg))
            .ok_or_else(|| "`ghccc` has no register for this argument".into())
    }

    fn stack_slot(&mut self, ty: Llt, flags: PartFlags) -> ArgLocation {
        let size = ty.bytes() as u64;
        let (size, align) = if flags.packed { (size, 1) } else { (size.max(8), size.clamp(8, 16)) };
        ArgLocation::Stack(self.allocate(size, align))
    }

    fn allocate(&mut self, size: u64, align: u64) -> i64 {
        let offset = (self.stack as u64).next_multiple_of(align.max(1));
        self.stack = (offset + size) as i64;
        offset as i64
    }
}

/// Returns true if all leaves have one type; pointers are integers.
fn is_homogeneous(types: &[ValueType]) -> bool {
    let same = |ty: &ValueType| match *ty {
        ValueType::Pointer { bits, .. } => ValueType::Int(bits),
        ty => ty,
    };
    types.iter().all(|ty| types.first().map(same) == Some(same(ty)))
}

/// Returns the general register of a value's width, at most its own.
fn of_width(reg: PhysReg, ty: Llt) -> PhysReg {
    if ty == S32 { REGISTERS.part(reg, subs::SUB_32) } else { reg }
}
