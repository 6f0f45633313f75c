//! Signed pointers: the expansion of their pseudo-instructions, and signing of addresses in data by
//! the loader.
//!
//! A pointer is signed and authenticated with a key and a discriminator: a number of 16 bits, an
//! address, or an address with the number in its upper quarter. Source: the Arm ARM, "Pointer
//! authentication", and *PAuth ABI Extension to ELF for the Arm 64-bit Architecture*.

use crate::aarch64::isel::code_model;
use crate::aarch64::mc::conditions::EQ;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::mc_inst_lower::address;
use crate::aarch64::mc::mc_inst_lower::load_got;
use crate::aarch64::mc::mc_inst_lower::operand;
use crate::aarch64::mc::mc_inst_lower::register;
use crate::aarch64::mc::mc_inst_lower::symbol;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::regs;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::module::{CodeModel, Linkage, PointerSchema, SymbolKind};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{Label, McExpr, McOperand, McSymbol};
use gisel_codegen::mc::object_info::SignedAddresses;
use gisel_codegen::support::error::Result;

/// `R_AARCH64_AUTH_ABS64`, the keys' names, and the encoding of the schema in the word.
pub(crate) const IN_DATA: SignedAddresses =
    SignedAddresses { relocation: 0x244, keys: &["ia", "ib", "da", "db"], word: schema_word };

fn schema_word(schema: PointerSchema) -> u64 {
    u64::from(schema.by_address) << 63 | u64::from(schema.key) << 60 | u64::from(schema.discriminator) << 32
}

/// The instructions of a family, by key number.
pub(crate) type ByKey = [Opcode; 4];

const SIGN: ByKey = [op::PACIA, op::PACIB, op::PACDA, op::PACDB];
const SIGN_BY_ZERO: ByKey = [op::PACIZA, op::PACIZB, op::PACDZA, op::PACDZB];
const AUTHENTICATE: ByKey = [op::AUTIA, op::AUTIB, op::AUTDA, op::AUTDB];
const AUTHENTICATE_BY_ZERO: ByKey = [op::AUTIZA, op::AUTIZB, op::AUTDZA, op::AUTDZB];
pub(crate) const STRIP: ByKey = [op::XPACI, op::XPACI, op::XPACD, op::XPACD];

/// `R_AARCH64_PATCHINST`.
const PATCH: u32 = 316;

/// Returns the relocation of instructions that a linker may replace: calls, and those that modify
/// a pointer.
pub(crate) fn patch_relocation(opcode: Opcode) -> Option<u32> {
    const CALLS: [Opcode; 6] = [op::BL, op::BLR, op::BLRAA, op::BLRAAZ, op::BLRAB, op::BLRABZ];
    let families = [SIGN, SIGN_BY_ZERO, AUTHENTICATE, AUTHENTICATE_BY_ZERO, STRIP];
    let is_patched = CALLS.contains(&opcode) || families.iter().any(|family| family.contains(&opcode));
    is_patched.then_some(PATCH)
}

/// The keys that sign entries of the global offset table.
const KEY_IA: usize = 0;
const KEY_DA: usize = 2;

/// The number of the trap of a pointer that is not signed as it should be, by the first key.
const TRAP: i64 = 0xc470;

/// The handling of a pointer that fails authentication.
pub(crate) mod check {
    /// The processor's: a fault, or an address that faults.
    pub(crate) const NONE: i64 = 0;
    /// It is not signed again.
    pub(crate) const STRIPS: i64 = 1;
    /// The program ends.
    pub(crate) const TRAPS: i64 = 2;
}

/// A key and the operands of the discriminator.
#[derive(Clone, Copy)]
struct By {
    key: usize,
    number: i64,
    /// XZR if there is none.
    address: PhysReg,
}

/// Returns the operands `key`, `number` and `address` of `inst`.
fn by(ctx: &EmitContext<'_>, inst: InstId, [key, number, address]: [usize; 3]) -> Result<By> {
    let address = register(ctx, inst, address)?;
    let (McOperand::Imm(key @ 0..4), McOperand::Imm(number)) =
        (operand(ctx, inst, key)?, operand(ctx, inst, number)?)
    else {
        return Err(ctx.error(inst, "no such key or discriminator"));
    };
    Ok(By { key: key as usize, number, address })
}

/// Emits the pseudo-instruction `inst`.
pub(crate) fn emit(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    match ctx.function.opcode(inst) {
        op::PAC => {
            let (pointer, by) = (register(ctx, inst, 0)?, by(ctx, inst, [2, 3, 4])?);
            apply(ctx, (SIGN, SIGN_BY_ZERO), pointer, by)
        }
        op::AUTxMxN => {
            let [pointer, scratch] = [register(ctx, inst, 0)?, register(ctx, inst, 1)?];
            let by = by(ctx, inst, [3, 4, 5])?;
            apply(ctx, (AUTHENTICATE, AUTHENTICATE_BY_ZERO), pointer, by)?;
            if operand(ctx, inst, 6)? == McOperand::Imm(check::TRAPS) {
                let passed = branch_if_valid(ctx, pointer, scratch, by.key)?;
                trap(ctx, by.key)?;
                ctx.bind(passed);
            }
            Ok(())
        }
        op::AUTPACxMxN => sign_again(ctx, inst),
        op::MOVaddrPAC | op::LOADgotPAC => signed_address(ctx, inst),
        op::BLRA => branch(ctx, inst, [1, 2, 3], ([op::BLRAA, op::BLRAB], [op::BLRAAZ, op::BLRABZ])),
        op::AUTH_TCRETURN => branch(ctx, inst, [2, 3, 4], JUMPS),
        _ => branch(ctx, inst, [1, 2, 3], JUMPS),
    }
}

/// Jumps with a discriminator, and without.
const JUMPS: ([Opcode; 2], [Opcode; 2]) = ([op::BRAA, op::BRAB], [op::BRAAZ, op::BRABZ]);

/// Returns the discriminator in a register, which is X17 if it must be computed; `None` if it is
/// zero.
fn discriminator(ctx: &mut EmitContext<'_>, by: By) -> Result<Option<PhysReg>> {
    let (x17, number) = (regs::X17.into(), McOperand::Imm(by.number));
    if by.number == 0 {
        return Ok((by.address != regs::XZR).then_some(by.address));
    }
    if by.address == regs::XZR {
        ctx.emit(op::MOVZXi, &[x17, number, McOperand::Imm(0)])?;
    } else {
        ctx.emit(op::ORRXrr, &[x17, regs::XZR.into(), by.address.into()])?;
        ctx.emit(op::MOVKXi, &[x17, x17, number, McOperand::Imm(48)])?;
    }
    Ok(Some(regs::X17))
}

/// Emits the instruction of a family, with a discriminator or zero, that modifies `pointer`.
fn apply(ctx: &mut EmitContext<'_>, family: (ByKey, ByKey), pointer: PhysReg, by: By) -> Result<()> {
    let pointer = McOperand::from(pointer);
    match discriminator(ctx, by)? {
        Some(discriminator) => ctx.emit(family.0[by.key], &[pointer, pointer, discriminator.into()]),
        None => ctx.emit(family.1[by.key], &[pointer, pointer]),
    }
}

/// Emits `mov scratch, pointer; xpac scratch; cmp pointer, scratch; b.eq passed`.
fn branch_if_valid(
    ctx: &mut EmitContext<'_>,
    pointer: PhysReg,
    scratch: PhysReg,
    key: usize,
) -> Result<Label> {
    let (pointer, scratch, zero) = (pointer.into(), scratch.into(), regs::XZR.into());
    ctx.emit(op::ORRXrr, &[scratch, zero, pointer])?;
    ctx.emit(STRIP[key], &[scratch, scratch])?;
    ctx.emit(op::SUBSXrr, &[zero, pointer, scratch])?;
    let passed = ctx.new_label();
    ctx.emit(op::Bcc, &[McOperand::Imm(EQ), McExpr::from(passed).into()])?;
    Ok(passed)
}

fn trap(ctx: &mut EmitContext<'_>, key: usize) -> Result<()> {
    ctx.emit(op::BRK, &[McOperand::Imm(TRAP + key as i64)])
}

/// Authenticates and signs again. An invalid pointer must not become valid: it traps, or its
/// signature is removed without a new one.
fn sign_again(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let pointer = register(ctx, inst, 0)?;
    let (old, new) = (by(ctx, inst, [2, 3, 4])?, by(ctx, inst, [5, 6, 7])?);
    apply(ctx, (AUTHENTICATE, AUTHENTICATE_BY_ZERO), pointer, old)?;
    let check = operand(ctx, inst, 8)?;
    if check == McOperand::Imm(check::NONE) {
        return apply(ctx, (SIGN, SIGN_BY_ZERO), pointer, new);
    }
    let passed = branch_if_valid(ctx, pointer, regs::X17, old.key)?;
    let end = ctx.new_label();
    if check == McOperand::Imm(check::TRAPS) {
        trap(ctx, old.key)?;
    } else {
        ctx.emit(op::ORRXrr, &[pointer.into(), regs::XZR.into(), regs::X17.into()])?;
        ctx.emit(op::B, &[McExpr::from(end).into()])?;
    }
    ctx.bind(passed);
    apply(ctx, (SIGN, SIGN_BY_ZERO), pointer, new)?;
    ctx.bind(end);
    Ok(())
}

/// Emits a symbol's address plus a distance, signed here. A symbol that may be undefined remains
/// zero.
fn signed_address(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let (rd, by) = (register(ctx, inst, 0)?, by(ctx, inst, [2, 4, 3])?);
    let McOperand::Expr(symbol) = operand(ctx, inst, 1)? else {
        return Err(ctx.error(inst, "what is signed is no symbol"));
    };
    if ctx.function.opcode(inst) == op::MOVaddrPAC {
        address(ctx, inst, rd, symbol)?;
        return apply(ctx, (SIGN, SIGN_BY_ZERO), rd, by);
    }
    load_got(ctx, rd, McExpr { addend: 0, ..symbol })?;
    let end = is_weak(ctx, symbol).then(|| ctx.new_label());
    if let Some(end) = end {
        ctx.emit(op::CBZX, &[rd.into(), McExpr::from(end).into()])?;
    }
    add(ctx, inst, rd, symbol.addend)?;
    apply(ctx, (SIGN, SIGN_BY_ZERO), rd, by)?;
    if let Some(end) = end {
        ctx.bind(end);
    }
    Ok(())
}

fn is_weak(ctx: &EmitContext<'_>, symbol: McExpr) -> bool {
    match symbol.symbol {
        McSymbol::Symbol(id) | McSymbol::LocalAlias(id) => {
            ctx.module.symbol(id).linkage == Linkage::ExternalWeak
        }
        _ => false,
    }
}

/// Adds a distance of up to two immediates of 12 bits.
fn add(ctx: &mut EmitContext<'_>, inst: InstId, rd: PhysReg, distance: i64) -> Result<()> {
    let size = distance.unsigned_abs();
    if size >= 1 << 24 {
        return Err(ctx.error(inst, "a signed address is 2^24 bytes and more from its symbol"));
    }
    let opcode = if distance < 0 { op::SUBXri } else { op::ADDXri };
    for (half, shift) in [(size & 0xfff, 0), (size >> 12, 12)] {
        if half != 0 {
            let half = McOperand::Imm(half as i64);
            ctx.emit(opcode, &[rd.into(), rd.into(), half, McOperand::Imm(shift)])?;
        }
    }
    Ok(())
}

/// Emits a call or jump with authentication. With landing marks, a jump goes through X16, from
/// which it may land where calls may.
fn branch(
    ctx: &mut EmitContext<'_>,
    inst: InstId,
    places: [usize; 3],
    (plain, by_zero): ([Opcode; 2], [Opcode; 2]),
) -> Result<()> {
    let (mut target, by) = (register(ctx, inst, 0)?, by(ctx, inst, places)?);
    let (Some(&plain), Some(&by_zero)) = (plain.get(by.key), by_zero.get(by.key)) else {
        return Err(ctx.error(inst, "targets of branches are signed by the keys of instructions"));
    };
    if ctx.function.opcode(inst) == op::AUTH_TCRETURN && ctx.function.attrs.branch_target_enforcement {
        ctx.emit(op::ORRXrr, &[regs::X16.into(), regs::XZR.into(), target.into()])?;
        target = regs::X16;
    }
    match discriminator(ctx, by)? {
        Some(discriminator) => ctx.emit(plain, &[target.into(), discriminator.into()]),
        None => ctx.emit(by_zero, &[target.into()]),
    }
}

/// Emits `LOADgotAUTH`: an entry of the global offset table that is signed with its address. The
/// entry of an undefined weak symbol is zero and not signed. With `faults`, failed authentication
/// faults. Otherwise the pointer is checked in a register that no other instruction reads.
pub(crate) fn load_signed_got(ctx: &mut EmitContext<'_>, inst: InstId, faults: bool) -> Result<()> {
    let (rd, symbol) = (register(ctx, inst, 0)?, symbol(ctx, inst, 1)?);
    let key = if is_function(ctx, symbol) { KEY_IA } else { KEY_DA };
    let pointer = if faults { rd } else { regs::X16 };
    let entry = McOperand::from(regs::X17);
    if code_model::of_addresses(ctx.module) == CodeModel::Tiny {
        ctx.emit(op::ADR, &[entry, symbol.with(spec::GOT_AUTH).into()])?;
    } else {
        ctx.emit(op::ADRP, &[entry, symbol.with(spec::GOT_AUTH).into()])?;
        let low = symbol.with(spec::GOT_AUTH_LO12);
        ctx.emit(op::ADDXri, &[entry, entry, low.into(), McOperand::Imm(0)])?;
    }
    ctx.emit(op::LDRXui, &[pointer.into(), entry, McOperand::Imm(0)])?;
    let nowhere = is_weak(ctx, symbol).then(|| ctx.new_label());
    if let Some(nowhere) = nowhere {
        ctx.emit(op::CBZX, &[pointer.into(), McExpr::from(nowhere).into()])?;
    }
    ctx.emit(AUTHENTICATE[key], &[pointer.into(), pointer.into(), entry])?;
    if let Some(nowhere) = nowhere {
        ctx.bind(nowhere);
    }
    if faults {
        return Ok(());
    }
    let passed = branch_if_valid(ctx, pointer, regs::X17, key)?;
    trap(ctx, key)?;
    ctx.bind(passed);
    ctx.emit(op::ORRXrr, &[rd.into(), regs::XZR.into(), pointer.into()])
}

fn is_function(ctx: &EmitContext<'_>, symbol: McExpr) -> bool {
    match symbol.symbol {
        McSymbol::Symbol(id) | McSymbol::LocalAlias(id) => ctx.module.symbol(id).kind == SymbolKind::Function,
        _ => true,
    }
}
