//! AAPCS64.
//!
//! Source: *Procedure Call Standard for the Arm 64-bit Architecture*, "Parameter passing" (stages A
//! to C) and "Result return". Aggregates arrive here as their leaves, coerced by the producer of the
//! IR as the standard asks; leaves that must stay together are marked `consecutive`.

use super::instructions::op;
use super::registers::{classes, regs};
use gisel_codegen::builder::Builder;
use gisel_codegen::call_lowering::{
    Assignment, CallOpcodes, CallingConvention, Extension, FrameRecord, Leaf, Location, Part, VaField,
    take_from_stack,
};
use gisel_codegen::entity::FrameIndex;
use gisel_codegen::llt::{Llt, P0, S32, S64};
use gisel_codegen::mir::{FrameInfo, MemFlags, MemOperand, PointerInfo};
use gisel_codegen::target::call_lowering::{ArgFlags, ArgInfo};
use gisel_codegen::target::registers::PhysReg;
use gisel_codegen::value_type::ValueType;
use smallvec::{SmallVec, smallvec};

/// The number of the C convention's register mask.
pub const C_REG_MASK: u32 = 0;

static OPCODES: CallOpcodes = CallOpcodes {
    call: op::BL,
    call_indirect: op::BLR,
    call_class: classes::GPR64,
    tail: op::TCRETURNdi,
    tail_indirect: op::TCRETURNri,
    tail_class: classes::TCGPR64,
    tail_has_adjustment: true,
    ret: op::RET_ReallyLR,
    adjust_down: op::ADJCALLSTACKDOWN,
    adjust_up: op::ADJCALLSTACKUP,
    sp: regs::SP,
    reg_mask: C_REG_MASK,
};

static X: [PhysReg; 8] = [regs::X0, regs::X1, regs::X2, regs::X3, regs::X4, regs::X5, regs::X6, regs::X7];
static W: [PhysReg; 8] = [regs::W0, regs::W1, regs::W2, regs::W3, regs::W4, regs::W5, regs::W6, regs::W7];
static Q: [PhysReg; 8] = [regs::Q0, regs::Q1, regs::Q2, regs::Q3, regs::Q4, regs::Q5, regs::Q6, regs::Q7];
static D: [PhysReg; 8] = [regs::D0, regs::D1, regs::D2, regs::D3, regs::D4, regs::D5, regs::D6, regs::D7];
static S: [PhysReg; 8] = [regs::S0, regs::S1, regs::S2, regs::S3, regs::S4, regs::S5, regs::S6, regs::S7];
static H: [PhysReg; 8] = [regs::H0, regs::H1, regs::H2, regs::H3, regs::H4, regs::H5, regs::H6, regs::H7];

/// AAPCS64.
#[derive(Debug, Default)]
pub struct AArch64CallLowering;

impl CallingConvention for AArch64CallLowering {
    fn opcodes(&self) -> &'static CallOpcodes {
        &OPCODES
    }

    fn assign_arguments(&self, args: &[ArgInfo], _calling_convention: u32) -> Result<Assignment, String> {
        let mut state = State::default();
        let mut assignment = Assignment::default();
        assignment.args.reserve(args.len());
        for arg in args {
            assignment.args.push(state.argument(&arg.types, &arg.flags)?);
        }
        assignment.stack_size = (state.stack as u64).next_multiple_of(8);
        assignment.used = [state.gprs, state.fprs];
        Ok(assignment)
    }

    fn assign_result(&self, types: &[ValueType], flags: ArgFlags, _cc: u32) -> Option<Assignment> {
        if types.is_empty() {
            return Some(Assignment::default());
        }
        let mut state = State::default();
        let flags = ArgFlags { by_val: None, sret: false, consecutive: false, ..flags };
        let leaves = state.argument(types, &flags).ok()?;
        (state.stack == 0).then(|| Assignment { args: vec![leaves], stack_size: 0, used: [0; 2] })
    }

    fn va_list_bytes(&self) -> i64 {
        32
    }

    /// The stack, the ends of the two register save areas, and the (negative) distances from these ends to what has not been
    /// read. Source: AAPCS64, "The va_list type".
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

    fn take_variadic(&self, list: &mut [u64], ty: ValueType) -> Option<u64> {
        let [stack, general_end, vector_end, distances] = list else { return None };
        let vector = matches!(ty, ValueType::Float | ValueType::Double | ValueType::Fp128);
        let (end, shift, step) = if vector { (*vector_end, 32, 16) } else { (*general_end, 0, 8) };
        // The bytes that are left in registers, as a negative number.
        let distance = (*distances >> shift) as i32;
        if distance < 0 {
            let mask = 0xffff_ffff << shift;
            *distances = *distances & !mask | u64::from((distance + step) as u32) << shift;
            return Some(end.wrapping_add_signed(distance.into()));
        }
        Some(take_from_stack(stack, ty))
    }

    fn frame_record(&self) -> FrameRecord {
        FrameRecord {
            frame_pointer: regs::FP,
            return_address: regs::LR,
            saved_frame_pointer: 0,
            saved_return_address: 8,
        }
    }

    /// There is a save area of general registers and one of vector registers, each unless all registers hold named arguments.
    fn save_variadic_registers(&self, b: &mut Builder<'_>, assignment: &Assignment) {
        let stack = b.mf.frame.create_fixed(8, assignment.stack_size as i64, true);
        b.mf.frame.var_args_frame_index = Some(stack);
        let gprs = save_area(b, &X[assignment.used[0].min(8)..], S64);
        let fprs = save_area(b, &Q[assignment.used[1].min(8)..], Llt::vector(2, S64));
        b.mf.frame.save_areas = [gprs, fprs];
    }
}

/// Stores `registers` one behind the other into a new stack object.
fn save_area(b: &mut Builder<'_>, registers: &[PhysReg], ty: Llt) -> Option<FrameIndex> {
    if registers.is_empty() {
        return None;
    }
    let slot = b.mf.create_stack_object(registers.len() as u64 * ty.bytes() as u64, 16);
    let base = b.frame_index(P0, slot);
    for (n, &reg) in registers.iter().enumerate() {
        b.mf.live_ins.push((reg, None));
        let block = b.block();
        b.mf.block_mut(block).live_ins.push(reg);
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

/// Registers and stack used so far.
#[derive(Default)]
struct State {
    gprs: usize,
    fprs: usize,
    stack: i64,
}

impl State {
    fn argument(&mut self, types: &[ValueType], flags: &ArgFlags) -> Result<SmallVec<[Leaf; 1]>, String> {
        if let (Some((size, align)), [_]) = (flags.by_val, types) {
            let align = align.clamp(8, 16);
            let offset = self.allocate(size.next_multiple_of(8), align as u64);
            return Ok(smallvec![Leaf::ByVal { offset, size, align }]);
        }
        if flags.sret && types.len() == 1 {
            let location = Location::Reg(regs::X8);
            let part = Part { location, value_ty: P0, loc_ty: P0, extension: Extension::Any };
            return Ok(smallvec![Leaf::Direct(smallvec![part])]);
        }
        // Most arguments are one value, for which nothing has to be collected.
        if let &[ty] = types {
            return Ok(smallvec![self.leaf(ty, flags, false)?]);
        }
        let packed = flags.consecutive && !types.is_empty() && self.reserve_block(types);
        let leaves = types.iter().map(|&ty| self.leaf(ty, flags, packed)).collect();
        if packed {
            self.stack = (self.stack as u64).next_multiple_of(8) as i64;
        }
        leaves
    }

    /// Makes sure that all leaves go to registers or all to the stack; returns whether to the stack.
    fn reserve_block(&mut self, types: &[ValueType]) -> bool {
        let is_vector = |ty: &ValueType| ty.is_float() || ty.is_vector();
        let fprs = types.iter().filter(|t| is_vector(t)).count();
        let gprs: usize =
            types.iter().filter(|t| !is_vector(t)).map(|t| t.bits().div_ceil(64) as usize).sum();
        let no_fprs = fprs > 0 && self.fprs + fprs > 8;
        let no_gprs = gprs > 0 && self.gprs + gprs > 8;
        if no_fprs {
            self.fprs = 8;
        }
        if no_gprs {
            self.gprs = 8;
        }
        if no_fprs || no_gprs {
            let align = types.iter().map(|t| t.bits().div_ceil(8).clamp(8, 16)).max().unwrap_or(8);
            self.stack = (self.stack as u64).next_multiple_of(align as u64) as i64;
        }
        no_fprs || no_gprs
    }

    fn leaf(&mut self, ty: ValueType, flags: &ArgFlags, packed: bool) -> Result<Leaf, String> {
        match ty {
            ValueType::Vector { scalable: true, .. } => Err("scalable vectors are not supported".into()),
            ValueType::Vector { .. } => self.vector(ty.llt(), packed),
            _ if ty.is_float() => {
                let part = self.fpr_part(ty.llt(), ty.llt(), packed);
                Ok(Leaf::Direct(smallvec![part]))
            }
            _ if ty.bits() > 64 => Ok(self.wide_integer(ty.bits())),
            _ => Ok(Leaf::Direct(smallvec![self.integer_part(ty.llt(), flags, packed)])),
        }
    }

    fn integer_part(&mut self, ty: Llt, flags: &ArgFlags, packed: bool) -> Part {
        let extension = match (flags.sext, flags.zext) {
            (true, _) => Extension::Sign,
            (_, true) => Extension::Zero,
            _ => Extension::Any,
        };
        let (loc_ty, file) = match ty.bits() {
            _ if ty.is_pointer() => (ty, &X),
            0..=32 => (S32, &W),
            _ => (S64, &X),
        };
        let location = if self.gprs < 8 {
            self.gprs += 1;
            Location::Reg(file[self.gprs - 1])
        } else {
            self.stack_slot(loc_ty, packed)
        };
        Part { location, value_ty: ty, loc_ty, extension }
    }

    /// Stage C.8 to C.11: an even register and what follows it, or the stack at a multiple of 16.
    fn wide_integer(&mut self, bits: u32) -> Leaf {
        let words = bits.div_ceil(64) as usize;
        let first = self.gprs.next_multiple_of(2);
        let in_registers = first + words <= 8;
        self.gprs = if in_registers { first + words } else { 8 };
        let base = if in_registers { 0 } else { self.allocate(words as u64 * 8, 16) };
        let part = |n: usize| {
            let location = match in_registers {
                true => Location::Reg(X[first + n]),
                false => Location::Stack(base + 8 * n as i64),
            };
            Part { location, value_ty: S64, loc_ty: S64, extension: Extension::Any }
        };
        Leaf::Direct((0..words).map(part).collect())
    }

    /// A vector goes in 64- or 128-bit parts, its elements widened or their number raised to fill one.
    fn vector(&mut self, ty: Llt, packed: bool) -> Result<Leaf, String> {
        let elements = ty.elements().next_power_of_two();
        let element_bits = ty.scalar_bits().next_power_of_two().clamp(8, 64);
        let total = elements * element_bits;
        if total > 128 && ty.elements() == elements && ty.scalar_bits() == element_bits {
            let each = ty.with_elements(128 / element_bits);
            let parts = (0..total / 128).map(|_| self.fpr_part(each, each, packed)).collect();
            return Ok(Leaf::Direct(parts));
        }
        let element_bits = if total < 64 { 64 / elements } else { element_bits };
        let loc_ty = match elements {
            1 => Llt::scalar(element_bits),
            _ if ty.has_pointer_elements() => ty.with_elements(elements),
            _ => Llt::vector(elements, Llt::scalar(element_bits)),
        };
        if loc_ty.bits() > 128 {
            return Err(format!("a vector of type {ty} cannot be passed"));
        }
        Ok(Leaf::Direct(smallvec![self.fpr_part(ty, loc_ty, packed)]))
    }

    fn fpr_part(&mut self, value_ty: Llt, loc_ty: Llt, packed: bool) -> Part {
        let location = if self.fprs < 8 {
            self.fprs += 1;
            let file = match loc_ty.bits() {
                0..=16 => &H,
                17..=32 => &S,
                33..=64 => &D,
                _ => &Q,
            };
            Location::Reg(file[self.fprs - 1])
        } else {
            self.stack_slot(loc_ty, packed)
        };
        Part { location, value_ty, loc_ty, extension: Extension::Any }
    }

    fn stack_slot(&mut self, ty: Llt, packed: bool) -> Location {
        let size = ty.bytes() as u64;
        let (size, align) = if packed { (size, size) } else { (size.max(8), size.clamp(8, 16)) };
        Location::Stack(self.allocate(size, align))
    }

    fn allocate(&mut self, size: u64, align: u64) -> i64 {
        let offset = (self.stack as u64).next_multiple_of(align.max(1));
        self.stack = (offset + size) as i64;
        offset as i64
    }
}
