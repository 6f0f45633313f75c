//! Selection of pointer signing and authentication: intrinsics, signed addresses, indirect branches
//! and calls.
//!
//! A constant discriminator, or an address with a constant in its upper quarter, is split. The
//! instruction that uses it blends it, and the result is not exposed.

use crate::aarch64::features::TABLE;
use crate::aarch64::isel::intrinsics;
use crate::aarch64::isel::pointer_authentication::{STRIP, check};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{classes, regs};
use crate::features::FeatureSet;
use crate::isle::prelude::{is_said_local, value};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand, OperandTag, RegAttr};
use gisel_codegen::ir::module::{PointerSchema, SymbolKind};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::calling_convention::Authentication;
use gisel_codegen::machine::desc::registers::RegClassId;

/// The components of a discriminator.
struct Discriminator {
    number: u16,
    address: Option<VReg>,
}

impl Discriminator {
    /// Splits the discriminator in a register.
    fn of(mf: &MachineFunction, reg: VReg) -> Discriminator {
        let small = |reg| mf.constant(reg).and_then(|number| u16::try_from(number).ok());
        if let Some(number) = small(reg) {
            return Discriminator { number, address: None };
        }
        let blended = blend_operands(mf, reg).and_then(|[address, number]| Some((address, small(number)?)));
        match blended {
            Some((address, number)) => Discriminator { number, address: Some(address) },
            None => Discriminator { number: 0, address: Some(reg) },
        }
    }

    /// Returns the operands for the number and the address.
    fn operands(&self, mf: &mut MachineFunction) -> [Operand; 2] {
        let address = self.address.map_or_else(|| Operand::use_of(regs::XZR), Operand::use_of);
        [mf.imm(self.number.into()), address]
    }
}

/// Returns the address and the number that are blended in `reg`.
fn blend_operands(mf: &MachineFunction, reg: VReg) -> Option<[VReg; 2]> {
    let def = mf.def(reg).filter(|&def| mf.opcode(def) == gop::G_INTRINSIC)?;
    let &[_, intrinsic, address, number] = mf.operands(def) else { return None };
    let is_blend = intrinsic.tag() == OperandTag::Intrinsic
        && intrinsics::name(intrinsic.payload()) == Some("llvm.ptrauth.blend");
    is_blend.then_some([address.vreg()?, number.vreg()?])
}

/// Returns the number of a key; `None` if there is no such key.
fn valid_key(s: &mut Selection<'_>, key: Operand) -> Option<usize> {
    let number = usize::try_from(s.mf.imm_value(key)?).ok().filter(|number| *number < STRIP.len());
    if number.is_none() {
        s.fail("there is no such key");
    }
    number
}

/// Returns key, number and address of a pair of arguments; `None` if there is no such key.
fn key_and_discriminator(
    s: &mut Selection<'_>,
    key: Operand,
    discriminator: Operand,
) -> Option<[Operand; 3]> {
    valid_key(s, key)?;
    let [number, address] = Discriminator::of(s.mf, discriminator.vreg()?).operands(s.mf);
    Some([key, number, address])
}

/// Selects `llvm.ptrauth.sign`: pointer, key, discriminator.
pub(crate) fn sign(s: &mut Selection<'_>, args: &[Operand]) -> Option<Selected> {
    let &[pointer, key, discriminator] = args else { return None };
    let [key, number, address] = key_and_discriminator(s, key, discriminator)?;
    Some(value(s.op(op::PAC, &[pointer, key, number, address])))
}

/// Returns the handling of a failed authentication; `unchecked` if none is required.
fn failure(s: &Selection<'_>, set: &FeatureSet, unchecked: i64) -> Operand {
    let check = match s.mf.attrs.authentication_traps {
        _ if TABLE.has(set, "fpac") => check::NONE,
        true => check::TRAPS,
        false => unchecked,
    };
    Operand::small_imm(check as i32)
}

/// Selects `llvm.ptrauth.auth`: pointer, key, discriminator.
pub(crate) fn authenticate(s: &mut Selection<'_>, set: &FeatureSet, args: &[Operand]) -> Option<Selected> {
    let &[pointer, key, discriminator] = args else { return None };
    let [key, number, address] = key_and_discriminator(s, key, discriminator)?;
    let [result, scratch] =
        [s.mf.create_class_vreg(classes::GPR64), s.mf.create_class_vreg(classes::GPR64COMMON)];
    let failure = failure(s, set, check::NONE);
    let defs = [Operand::def(result), Operand::def(scratch)];
    s.emit(op::AUTxMxN, &[defs[0], defs[1], pointer, key, number, address, failure]);
    Some(value(result))
}

/// Selects `llvm.ptrauth.resign`: pointer, key and discriminator for authentication, key and
/// discriminator for signing.
pub(crate) fn sign_again(s: &mut Selection<'_>, set: &FeatureSet, args: &[Operand]) -> Option<Selected> {
    let &[pointer, old_key, old, new_key, new] = args else { return None };
    let [old_key, old, old_address] = key_and_discriminator(s, old_key, old)?;
    let [new_key, new, new_address] = key_and_discriminator(s, new_key, new)?;
    let failure = failure(s, set, check::STRIPS);
    let uses = [pointer, old_key, old, old_address, new_key, new, new_address, failure];
    Some(value(s.op(op::AUTPACxMxN, &uses)))
}

/// Selects `llvm.ptrauth.strip`: pointer, key.
pub(crate) fn strip(s: &mut Selection<'_>, args: &[Operand]) -> Option<Selected> {
    let &[pointer, key] = args else { return None };
    let key = valid_key(s, key)?;
    Some(value(s.op(STRIP[key], &[pointer])))
}

/// Selects `llvm.ptrauth.blend`: address, number, of which 16 bits are used.
pub(crate) fn blend(s: &mut Selection<'_>, args: &[Operand]) -> Option<Selected> {
    let &[address, number] = args else { return None };
    if let Some(number) = s.mf.constant(number.vreg()?).and_then(|number| u16::try_from(number).ok()) {
        let operands = [address, Operand::small_imm(number.into()), Operand::small_imm(48)];
        return Some(value(s.op(op::MOVKXi, &operands)));
    }
    // `bfi address, number, #48, #16`.
    let operands = [address, number, Operand::small_imm(16), Operand::small_imm(15)];
    Some(value(s.op(op::BFMXri, &operands)))
}

/// Selects the signed address of a symbol or block: `G_PTRAUTH_GLOBAL_VALUE` result, address, key,
/// discriminating address or 0, number.
pub(crate) fn signed_address(s: &mut Selection<'_>, set: &FeatureSet, inst: InstId) -> Option<Selected> {
    let &[_, pointer, key, address, number] = s.mf.operands(inst) else { return None };
    let def = s.mf.def(pointer.vreg()?)?;
    let symbol = *s.mf.operands(def).get(1)?;
    let opcode = match s.mf.opcode(def) {
        gop::G_BLOCK_ADDR => op::MOVaddrPAC,
        gop::G_GLOBAL_VALUE if is_thread_local(s, symbol) => return None,
        gop::G_GLOBAL_VALUE if is_said_local(s, symbol) => op::MOVaddrPAC,
        gop::G_GLOBAL_VALUE => op::LOADgotPAC,
        _ => return None,
    };
    if !intrinsics::is_there(s, set, opcode) {
        return None;
    }
    let address = match s.mf.constant(address.vreg()?) {
        Some(0) => Operand::use_of(regs::XZR),
        _ => address,
    };
    if opcode == op::LOADgotPAC && s.module.signed_got {
        s.fail("the address is in a global offset table that is signed, too");
        return None;
    }
    Some(value(s.op(opcode, &[symbol, key, address, number])))
}

fn is_thread_local(s: &Selection<'_>, symbol: Operand) -> bool {
    s.mf.symbol_ref(symbol).is_some_and(|at| s.module.symbol(at.symbol).kind == SymbolKind::Tls)
}

/// Selects an indirect branch in a function that signs the addresses of its blocks.
pub(crate) fn indirect_branch(s: &mut Selection<'_>, set: &FeatureSet, inst: InstId) -> Option<Selected> {
    let PointerSchema { key, discriminator, .. } = s.mf.attrs.block_schema?;
    if !intrinsics::is_there(s, set, op::BRA) {
        return None;
    }
    let target = Operand::use_of(s.mf.vreg_operand(inst, 0)?);
    let operands = [Operand::small_imm(key.into()), Operand::small_imm(discriminator.into())];
    s.emit(op::BRA, &[target, operands[0], operands[1], Operand::use_of(regs::XZR)]);
    Some(Selected::default())
}

/// Changes the call or jump `call` through a register to authenticate its target.
///
/// # Errors
/// Its form does not support authentication.
pub(crate) fn authenticate_call(b: &mut Builder<'_>, call: InstId, by: Authentication) -> Result<(), String> {
    let (opcode, class, at) = match b.mf.opcode(call) {
        op::BLR => (op::BLRA, classes::GPR64, 1),
        op::TCRETURNri => (op::AUTH_TCRETURN, classes::TCGPR64, 2),
        _ => return Err("what is called is in no register".into()),
    };
    if by.key > 1 {
        return Err("functions are signed by the keys of instructions".into());
    }
    let parts = Discriminator::of(b.mf, by.discriminator);
    let parts =
        Discriminator { address: parts.address.map(|address| copied(b, call, address, class)), ..parts };
    let [number, address] = parts.operands(b.mf);
    let mut operands = b.mf.operands(call).to_vec();
    operands.splice(at..at, [Operand::small_imm(by.key.into()), number, address]);
    b.mf.set_operands(call, &operands);
    b.mf.inst_mut(call).opcode = opcode;
    Ok(())
}

/// Returns a copy of `reg` in a register of `class`, before `inst`.
fn copied(b: &mut Builder<'_>, inst: InstId, reg: VReg, class: RegClassId) -> VReg {
    let copy = b.mf.create_vreg_with(b.mf.ty(reg), RegAttr::Class(class));
    let made =
        b.mf.create_inst(gop::COPY, &[Operand::def(copy), Operand::use_of(reg)], b.mf.inst(inst).debug_loc);
    b.mf.insert_before(inst, made);
    copy
}
