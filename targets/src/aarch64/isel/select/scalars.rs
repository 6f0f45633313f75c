//! Selection of constants, addresses, jump tables, variadic lists: patterns with several
//! instructions.

use crate::aarch64::isel::call_lowering::AArch64CallLowering;
use crate::aarch64::isel::code_model;
use crate::aarch64::isel::logical_immediate;
use crate::aarch64::isel::materialize::steps;
use crate::aarch64::isel::select::constant_pool::from_pool;
use crate::aarch64::isel::thread_local;
use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::mc::operands::fp_immediate_of;
use crate::aarch64::registers::{classes, regs, subs};
use crate::isle::prelude::is_said_local;
use gisel_codegen::ir::content::{FloatFormat, Form};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{Elements, Operand, SymbolRef};
use gisel_codegen::ir::module::{CodeModel, Module, SymbolKind};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::variadic_arguments::{VaField, VariadicArguments};

/// Returns a scalar of `bits` bits in a floating-point register, which may hold `vectors`.
pub(crate) fn fp_constant(s: &mut Selection<'_>, bits: u32, value: u128, vectors: bool) -> VReg {
    let word = value as u64;
    match bits {
        32 if word == 0 && !vectors => s.op(op::FMOVWSr, &[Operand::use_of(regs::WZR)]),
        64 if word == 0 && !vectors => s.op(op::FMOVXDr, &[Operand::use_of(regs::XZR)]),
        32 if word == 0 => s.op(op::FMOVS0, &[]),
        64 if word == 0 => s.op(op::FMOVD0, &[]),
        32 => match fp_immediate_of(f64::from(f32::from_bits(word as u32)).to_bits()) {
            Some(imm) => s.op(op::FMOVSi, &[Operand::small_imm(imm.into())]),
            None => single_from_general(s, word),
        },
        64 => match fp_immediate_of(word) {
            Some(imm) => s.op(op::FMOVDi, &[Operand::small_imm(imm.into())]),
            None if steps(word, 64).len() <= 2 => {
                let imm = s.mf.imm(word as i64);
                let general = s.op(op::MOVi64imm, &[imm]);
                s.op(op::FMOVXDr, &[Operand::use_of(general)])
            }
            None => from_pool(s, op::LDRDui, &word.to_le_bytes(), Some(float(FloatFormat::Double))),
        },
        128 => from_pool(s, op::LDRQui, &value.to_le_bytes(), Some(float(FloatFormat::Fp128))),
        _ => {
            let single = single_from_general(s, word & (u64::MAX >> (64 - bits.clamp(1, 64))));
            let half = s.extract_sub(classes::FPR16, single, subs::HSUB);
            if bits == 16 { half } else { s.extract_sub(classes::FPR8, half, subs::BSUB) }
        }
    }
}

fn single_from_general(s: &mut Selection<'_>, word: u64) -> VReg {
    let imm = s.mf.imm(i64::from(word as u32));
    let general = s.op(op::MOVi32imm, &[imm]);
    s.op(op::FMOVWSr, &[Operand::use_of(general)])
}

/// Returns true if the root's second result has no use in a register.
pub(crate) fn flag_is_unused(s: &Selection<'_>) -> bool {
    s.mf.vreg_operand(s.root(), 1).is_some_and(|flag| s.mf.use_count(flag) == 0)
}

/// The maximum number of constants that are skipped in the search for a carry's definition.
const MAX_CONSTANTS: usize = 8;

/// Returns true if the instruction before the root leaves `carry` in the carry flag: a sum's carry,
/// or a difference's borrow. Only constants may be between them. That instruction is kept, even if
/// `carry` has no other user, since its first result is used.
pub(crate) fn in_carry_flag(s: &Selection<'_>, carry: VReg) -> bool {
    let makers = match s.mf.opcode(s.root()) {
        gop::G_UADDE | gop::G_SADDE => [gop::G_UADDO, gop::G_UADDE],
        _ => [gop::G_USUBO, gop::G_USUBE],
    };
    let before = std::iter::successors(s.mf.prev_inst(s.root()), |&i| s.mf.prev_inst(i));
    let maker = before.take(MAX_CONSTANTS + 1).find(|&i| s.mf.opcode(i) != gop::G_CONSTANT);
    maker.filter(|&i| makers.contains(&s.mf.opcode(i))).is_some_and(|maker| {
        let used = s.mf.vreg_operand(maker, 0).is_some_and(|sum| s.mf.use_count(sum) > 0);
        used && s.mf.vreg_operand(maker, 1) == Some(carry)
    })
}

/// Returns the form of a constant with one floating-point number.
fn float(format: FloatFormat) -> Elements {
    Elements { form: Form::Float(format), size: if format == FloatFormat::Double { 8 } else { 16 } }
}

/// Returns the instruction that loads an address from the global offset table.
pub(crate) fn load_got(module: &Module) -> Opcode {
    if module.signed_got { op::LOADgotAUTH } else { op::LOADgot }
}

/// Builds the address of a symbol plus its offset.
pub(crate) fn symbol_address(s: &mut Selection<'_>, symbol: Operand) -> VReg {
    let Some(SymbolRef { symbol: id, offset }) = s.mf.symbol_ref(symbol) else {
        return s.op(op::MOVaddr, &[symbol, symbol]);
    };
    if s.module.symbol(id).kind == SymbolKind::Tls {
        return thread_local::address(s, symbol);
    }
    // An undefined symbol has address zero, which is out of range of PC-relative code.
    let absolute = code_model::of_addresses(s.module) == CodeModel::Large && s.module.symbol(id).dso_local;
    if absolute || is_said_local(s, symbol) {
        return s.op(op::MOVaddr, &[symbol, symbol]);
    }
    let bare = s.mf.global(id, 0);
    let address = s.op(load_got(s.module), &[bare]);
    match offset {
        0 => address,
        1..0x1000 => {
            let operands =
                [Operand::use_of(address), Operand::small_imm(offset as i32), Operand::small_imm(0)];
            s.op(op::ADDXri, &operands)
        }
        _ => {
            let imm = s.mf.imm(offset);
            let distance = s.op(op::MOVi64imm, &[imm]);
            s.op(op::ADDXrr, &[Operand::use_of(address), Operand::use_of(distance)])
        }
    }
}

/// Jumps to the block in the table's entry `index`.
pub(crate) fn jump_through_table(s: &mut Selection<'_>, table: VReg, entries: Operand, index: VReg) {
    if s.mf.attrs.jump_table_hardening {
        s.emit(op::BR_JumpTable, &[Operand::use_of(index), entries]);
        return;
    }
    let target = s.mf.create_class_vreg(classes::GPR64);
    let scratch = s.mf.create_class_vreg(classes::GPR64SP);
    let registers = [Operand::use_of(table), Operand::use_of(index)];
    let operands = [Operand::def(target), Operand::def(scratch), registers[0], registers[1], entries];
    s.emit(op::JumpTableDest32, &operands);
    s.emit(op::BR, &[Operand::use_of(target)]);
}

/// Emits `tbz` or `tbnz`; bits below 32 are tested in the W register.
pub(crate) fn branch_on_bit(
    s: &mut Selection<'_>,
    bits: u32,
    bit: i64,
    v: VReg,
    target: Operand,
    (w, x): (Opcode, Opcode),
) -> Selected {
    let number = Operand::small_imm(bit as i32);
    let whole = Operand::use_of(v);
    match (bits > 32, bit >= 32) {
        (true, true) => s.last_emit(x, &[whole, number, target]),
        (true, false) => s.last_emit(w, &[whole.with_sub_reg(subs::SUB_32), number, target]),
        (false, _) => s.last_emit(w, &[whole, number, target]),
    }
}

/// Adds the low part of a symbol's address to its page. Both become one instruction if the page is
/// computed for the same symbol.
pub(crate) fn add_low(s: &mut Selection<'_>, page: VReg, low: Operand) -> VReg {
    let def = s.mf.def(page).filter(|def| s.mf.opcode(*def) == op::ADRP);
    let of_page = def.and_then(|def| s.mf.symbol_ref(s.mf.operand(def, 1)));
    match s.mf.symbol_ref(low).filter(|symbol| Some(*symbol) == of_page) {
        Some(SymbolRef { symbol, offset }) => {
            let address = s.mf.global(symbol, offset);
            s.op(op::MOVaddr, &[address, address])
        }
        None => s.op(op::ADDXri, &[Operand::use_of(page), low, Operand::small_imm(0)]),
    }
}

/// Fills a `va_list`.
pub(crate) fn va_start(s: &mut Selection<'_>, list: VReg) {
    let Some(fields) = AArch64CallLowering::default().va_list(&s.mf.frame) else {
        return s.fail("va_start outside of a variadic function");
    };
    let (base, mut offset) = (Operand::use_of(list), 0);
    for field in fields {
        let place = Operand::small_imm((offset / field.bytes(8)) as i32);
        match field {
            VaField::Address(slot, more) => {
                let address =
                    [Operand::frame_index(slot), Operand::small_imm(more as i32), Operand::small_imm(0)];
                let address = s.op(op::ADDXri, &address);
                s.emit(op::STRXui, &[Operand::use_of(address), base, place]);
            }
            VaField::Number(number) => {
                let number = match number {
                    0 => Operand::use_of(regs::WZR),
                    _ => Operand::use_of(s.op(op::MOVi32imm, &[Operand::small_imm(number)])),
                };
                s.emit(op::STRWui, &[number, base, place]);
            }
        }
        offset += field.bytes(8);
    }
}

/// Decrements the stack pointer by `size` bytes, rounded up to its alignment, and to a multiple of
/// `align`.
pub(crate) fn stack_allocate(s: &mut Selection<'_>, size: VReg, align: i64) -> VReg {
    let mask = |bytes: i64| {
        let encoded = logical_immediate::encode(bytes.wrapping_neg() as u64, 64);
        encoded.expect("a mask of all but low bits is a logical immediate") as i32
    };
    let immediates = [Operand::small_imm(15), Operand::small_imm(0), Operand::small_imm(mask(16))];
    let padded = s.op(op::ADDXri, &[Operand::use_of(size), immediates[0], immediates[1]]);
    let rounded = s.op(op::ANDXri, &[Operand::use_of(padded), immediates[2]]);
    let before = s.op_in(classes::GPR64SP, gop::COPY, &[Operand::use_of(regs::SP)]);
    let mut address = s.op(op::SUBXrr, &[Operand::use_of(before), Operand::use_of(rounded)]);
    if align > 16 {
        address = s.op(op::ANDXri, &[Operand::use_of(address), Operand::small_imm(mask(align))]);
    }
    match s.mf.attrs.stack_probe_size {
        Some(_) => s.emit(op::PROBED_STACKALLOC_DYN, &[Operand::use_of(address)]),
        None => s.emit(gop::COPY, &[Operand::def(regs::SP), Operand::use_of(address)]),
    };
    address
}

/// Returns pointers as integers of their width.
fn as_integers(ty: Llt) -> Llt {
    if ty.has_pointer_elements() { ty.with_scalar_bits(ty.scalar_bits()) } else { ty }
}

/// Returns the opcode that is equivalent to `inst`.
pub(crate) fn one_to_one(s: &Selection<'_>, inst: InstId) -> Option<Opcode> {
    let result = s.mf.vreg_operand(inst, 0)?;
    let ty = as_integers(s.mf.ty(result));
    let source = s.mf.vreg_operand(inst, 1).map_or(ty, |v| as_integers(s.mf.ty(v)));
    crate::aarch64::mc::instructions::one_to_one(s.mf.opcode(inst), s.bank(result)?, ty, source)
}

/// Builds `opcode` with the operands of `inst` after its result.
pub(crate) fn same_operands(s: &mut Selection<'_>, opcode: Opcode, inst: InstId) -> Selected {
    let uses: Vec<Operand> = s.mf.operands(inst).iter().skip(1).copied().collect();
    if uses.len() + 1 != TABLE.desc(opcode).operands.len() {
        s.fail(format!("internal error: {} has other operands", TABLE.desc(opcode).name));
    }
    s.last_op(opcode, &uses)
}
