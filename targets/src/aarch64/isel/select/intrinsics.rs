//! Selection of calls of the target's intrinsics.

use crate::aarch64::isel::intrinsics::splat;
use crate::aarch64::isel::intrinsics::{Call, How, by_number, immediate, is_there, read};
use crate::aarch64::isel::memory_tags;
use crate::aarch64::isel::select::tuples::join;
use crate::aarch64::isel::select::tuples::parts;
use crate::aarch64::isel::select::{authentication, vectors};
use crate::aarch64::mc::instructions::TABLE as INSTRUCTIONS;
use crate::aarch64::mc::instructions::op as own;
use crate::aarch64::registers::{REGISTERS, banks, classes, regs, subs};
use crate::features::FeatureSet;
use crate::isle::prelude::{subreg_to_reg, value};
use How::*;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{Operand, RegAttr};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::desc::instructions::OperandKind;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId, SubReg};

/// Selects the intrinsic `inst`; `None` if there is no instruction for it.
pub(crate) fn select(s: &mut Selection<'_>, set: &FeatureSet, inst: InstId) -> Option<Selected> {
    let mut call = read(s.mf, inst)?;
    if let Shift { left, right } = call.how
        && let Some((opcode, amount)) = by_number(s.mf, &call, left, right)
    {
        // No shift has an effect by zero, not even one that rounds or saturates.
        if let (0, Some(unshifted)) = (amount, call.args[0].vreg()) {
            return Some(value(unshifted));
        }
        call.opcode = opcode;
        call.args[1] = Operand::small_imm(amount);
    }
    if !is_there(s, set, call.opcode) {
        return None;
    }
    match call.how {
        Plain | WithEffects | Shift { .. } => plain(s, &call, &[]),
        And(number) | WithEffectsAnd(number) => plain(s, &call, &[Operand::small_imm(number)]),
        Effect => effect(s, &call, &[]),
        EffectAnd(number) => effect(s, &call, &[Operand::small_imm(number)]),
        SumOfReals => sum_of_reals(s, &call),
        AcrossLanes(times) => across_lanes(s, &call, times),
        AddTag => {
            let &[address, tag] = &call.args[..] else { return None };
            let tag = Operand::small_imm(immediate(s, tag)? as i32);
            Some(value(s.op(call.opcode, &[register(Some(&address))?, Operand::small_imm(0), tag])))
        }
        TagStackPointer => {
            let excluded = register(call.args.first())?;
            Some(value(s.op(call.opcode, &[Operand::use_of(regs::SP), excluded])))
        }
        TagLike => memory_tags::tag_like(s, &call.args),
        SetTags => memory_tags::set_tags(s, call.opcode, &call.args),
        ReadSystem(number) => Some(value(s.op(call.opcode, &[Operand::small_imm(number)]))),
        WriteSystem(number) => {
            let written = register(call.args.first())?;
            s.emit(call.opcode, &[Operand::small_imm(number), written]);
            Some(Selected::default())
        }
        Random => Some(random(s, &call)),
        ThroughX16 => through_x16(s, &call),
        Prefetch => prefetch(s, &call),
        PrefetchRange => prefetch_range(s, &call),
        StoreTagged => {
            let &[address, low, high] = &call.args[..] else { return None };
            let [address, low, high] =
                [register(Some(&address))?, register(Some(&low))?, register(Some(&high))?];
            s.emit(call.opcode, &[low, high, address, Operand::small_imm(0)]);
            Some(Selected::default())
        }
        FillAndTag => memory_tags::fill(s, call.opcode, &call.args),
        SwitchShadowStack => {
            s.emit(call.opcode, &[register(call.args.first())?]);
            let zero = s.op_in(classes::GPR64, gop::COPY, &[Operand::use_of(regs::XZR)]);
            Some(value(s.op(own::GCSSS2, &[Operand::use_of(zero)])))
        }
        LoadBlock => load_block(s, &call),
        StoreBlock => store_block(s, &call),
        LookUpInTwo => {
            let (tables, rest) = call.args.split_at_checked(2)?;
            let &[indices, number] = rest else { return None };
            let table = Operand::use_of(join(s, tables, true)?);
            let indices = register(Some(&indices))?.vreg()?;
            let indices = Operand::use_of(resized(s, indices, s.mf.ty(indices).bits(), classes::FPR128));
            let number = Operand::small_imm(immediate(s, number)? as i32);
            Some(value(s.op(call.opcode, &[table, indices, number])))
        }
        LoadExclusive => load_exclusive(s, &call),
        StoreExclusive => store_exclusive(s, &call),
        Load(_) => {
            let tuple = s.op(call.opcode, &[register(call.args.first())?]);
            let parts = parts(s, tuple, &call.results);
            Some(s.several(parts))
        }
        Store(count) => {
            let (values, rest) = call.args.split_at_checked(count.into())?;
            let tuple = join(s, values, false)?;
            s.emit(call.opcode, &[Operand::use_of(tuple), register(rest.first())?]);
            Some(Selected::default())
        }
        LoadLane(count) => load_lane(s, &call, count.into()),
        StoreLane(count) => store_lane(s, &call, count.into()),
        Sign => authentication::sign(s, &call.args),
        Authenticate => authentication::authenticate(s, set, &call.args),
        Resign => authentication::sign_again(s, set, &call.args),
        Strip => authentication::strip(s, &call.args),
        Blend => authentication::blend(s, &call.args),
        Table { count, extends } => look_up(s, &call, count.into(), extends),
    }
}

/// Selects a random number, and the flag of its failure.
fn random(s: &mut Selection<'_>, call: &Call) -> Selected {
    let drawn = s.op(call.opcode, &[]);
    let zero = Operand::use_of(regs::WZR);
    let failed = s.op(own::CSINCWr, &[zero, zero, Operand::small_imm(1)]);
    s.several([drawn, failed])
}

/// Selects an instruction with argument and result in `x16`.
fn through_x16(s: &mut Selection<'_>, call: &Call) -> Option<Selected> {
    let features = register(call.args.first())?;
    s.emit(gop::COPY, &[Operand::def(regs::X16), features]);
    s.emit(call.opcode, &[]);
    Some(value(s.op_in(classes::GPR64, gop::COPY, &[Operand::use_of(regs::X16)])))
}

/// Selects a load of one lane of `count` vectors.
fn load_lane(s: &mut Selection<'_>, call: &Call, count: usize) -> Option<Selected> {
    let (values, rest) = call.args.split_at_checked(count)?;
    let &[lane, pointer] = rest else { return None };
    let lane = Operand::small_imm(immediate(s, lane)? as i32);
    let tuple = join(s, values, true)?;
    let tuple = s.op(call.opcode, &[Operand::use_of(tuple), lane, register(Some(&pointer))?]);
    let parts = parts(s, tuple, &call.results);
    Some(s.several(parts))
}

/// Selects a store of one lane of `count` vectors.
fn store_lane(s: &mut Selection<'_>, call: &Call, count: usize) -> Option<Selected> {
    let (values, rest) = call.args.split_at_checked(count)?;
    let &[lane, pointer] = rest else { return None };
    let lane = Operand::small_imm(immediate(s, lane)? as i32);
    let tuple = join(s, values, true)?;
    s.emit(call.opcode, &[Operand::use_of(tuple), lane, register(Some(&pointer))?]);
    Some(Selected::default())
}

/// Selects a lookup in a table of `count` vectors; out of range, elements of another vector if it
/// `extends` one.
fn look_up(s: &mut Selection<'_>, call: &Call, count: usize, extends: bool) -> Option<Selected> {
    let (fallback, rest) = call.args.split_at_checked(extends.into())?;
    let (tables, rest) = rest.split_at_checked(count)?;
    let mut uses = fallback.to_vec();
    let table = if count == 1 { register(tables.first())? } else { Operand::use_of(join(s, tables, true)?) };
    uses.extend([table, register(rest.first())?]);
    Some(value(s.op(call.opcode, &uses)))
}

/// Returns the arguments in the instruction's form: immediates for constants, and registers of its
/// sizes.
fn plain_uses(s: &mut Selection<'_>, call: &Call, more: &[Operand]) -> Option<Vec<Operand>> {
    let desc = INSTRUCTIONS.desc(call.opcode);
    let listed = &desc.operands[desc.num_defs as usize..];
    let args: Vec<Operand> = call.args.iter().chain(more).copied().collect();
    if listed.len() != args.len() {
        return None;
    }
    let mut uses = Vec::with_capacity(listed.len());
    for (operand, &arg) in listed.iter().zip(&args) {
        uses.push(match operand.kind {
            OperandKind::Imm(kind) => {
                let number = immediate(s, arg).or_else(|| splat(s.mf, arg.vreg()?))?;
                if !INSTRUCTIONS.imm_kind(kind).accepts(number) {
                    return None;
                }
                s.mf.imm(number)
            }
            OperandKind::Class(class) => {
                let vreg = register(Some(&arg))?.vreg()?;
                let bits = s.mf.ty(vreg).bits();
                Operand::use_of(resized(s, vreg, bits, class))
            }
            _ => register(Some(&arg))?,
        });
    }
    Some(uses)
}

/// Returns the sub-register of a vector register with this number of bits.
fn vector_part(bits: u32) -> SubReg {
    match bits {
        ..=8 => subs::BSUB,
        9..=16 => subs::HSUB,
        17..=32 => subs::SSUB,
        _ => subs::DSUB,
    }
}

/// Returns `vreg` of `bits` bits in a register of `class`: its low part, or a register with it as
/// the low part.
fn resized(s: &mut Selection<'_>, vreg: VReg, bits: u32, class: RegClassId) -> VReg {
    let (general, size) = (REGISTERS.class(class).bank == banks::GPR, u32::from(REGISTERS.class(class).bits));
    if bits == size || (general && bits.max(size) <= 32) {
        return vreg;
    }
    let part = if general { subs::SUB_32 } else { vector_part(bits.min(size)) };
    if bits < size { subreg_to_reg(s, class, vreg, part) } else { s.extract_sub(class, vreg, part) }
}

/// Returns an argument that is in a register.
fn register(arg: Option<&Operand>) -> Option<Operand> {
    arg.filter(|arg| arg.vreg().is_some()).copied()
}

/// Selects one instruction, whose result is resized to the intrinsic's.
fn plain(s: &mut Selection<'_>, call: &Call, more: &[Operand]) -> Option<Selected> {
    let uses = plain_uses(s, call, more)?;
    let made = s.op(call.opcode, &uses);
    let RegAttr::Class(class) = s.mf.reg_attr(made) else { return Some(value(made)) };
    let (general, size) = (REGISTERS.class(class).bank == banks::GPR, u32::from(REGISTERS.class(class).bits));
    let bits = call.types.result.bits();
    let fitting = match general {
        true if bits > 32 => classes::GPR64,
        true => classes::GPR32,
        false => vectors::part(bits).0,
    };
    let same = bits == size || (general && bits.max(32) == size);
    Some(value(if same { made } else { resized(s, made, size, fitting) }))
}

/// Selects one instruction without a result.
fn effect(s: &mut Selection<'_>, call: &Call, more: &[Operand]) -> Option<Selected> {
    let uses = plain_uses(s, call, more)?;
    s.emit(call.opcode, &uses);
    Some(Selected::default())
}

/// Selects a sum of floats; four lanes are first added in pairs.
fn sum_of_reals(s: &mut Selection<'_>, call: &Call) -> Option<Selected> {
    let lanes = register(call.args.first())?;
    match (call.types.source.elements(), call.types.source.scalar_bits()) {
        (2, 32 | 64) => return plain(s, call, &[]),
        (4, 32) => {}
        _ => return None,
    }
    let pairs = s.op(own::FADDPv4f32, &[lanes, lanes]);
    let pair = s.extract_sub(classes::FPR64, pairs, subs::DSUB);
    Some(value(s.op(own::FADDPv2i32p, &[Operand::use_of(pair)])))
}

/// Selects a reduction; an instruction on two vectors reads the same one twice. The result has at
/// least 32 bits.
fn across_lanes(s: &mut Selection<'_>, call: &Call, times: u32) -> Option<Selected> {
    if call.types.result.bits() != (times * call.types.source.scalar_bits()).max(32) {
        return None;
    }
    let desc = INSTRUCTIONS.desc(call.opcode);
    let takes_two = desc.operands.len() > desc.num_defs as usize + 1;
    let again = if takes_two { &call.args[..1] } else { &[] };
    plain(s, call, again)
}

/// Selects a prefetch. Numbers: write, level, stream, data.
fn prefetch(s: &mut Selection<'_>, call: &Call) -> Option<Selected> {
    let &[address, writes, level, stream, data] = &call.args[..] else { return None };
    let [writes, level, stream, data] =
        [immediate(s, writes)?, immediate(s, level)?, immediate(s, stream)?, immediate(s, data)?];
    let kind = if data == 0 { 1 } else { writes << 1 };
    let operation = Operand::small_imm((kind << 3 | level << 1 | stream) as i32);
    s.emit(call.opcode, &[operation, register(Some(&address))?, Operand::small_imm(0)]);
    Some(Selected::default())
}

/// Selects a prefetch of a range. Numbers: write, stream; then the range as a register.
fn prefetch_range(s: &mut Selection<'_>, call: &Call) -> Option<Selected> {
    let &[address, writes, stream, range] = &call.args[..] else { return None };
    let operation = immediate(s, writes)? | immediate(s, stream)? << 2;
    let [address, range] = [register(Some(&address))?, register(Some(&range))?];
    s.emit(call.opcode, &[Operand::small_imm(operation as i32), range, address]);
    Some(Selected::default())
}

/// The registers of 64 bytes.
const BLOCK: [PhysReg; 8] =
    [regs::X8, regs::X9, regs::X10, regs::X11, regs::X12, regs::X13, regs::X14, regs::X15];

/// Selects a load of 64 bytes.
fn load_block(s: &mut Selection<'_>, call: &Call) -> Option<Selected> {
    let mut operands = vec![Operand::def(BLOCK[0]), register(call.args.first())?];
    operands.extend(BLOCK[1..].iter().map(|&reg| Operand::implicit_def(reg)));
    s.emit(call.opcode, &operands);
    let parts = BLOCK.map(|reg| s.op_in(classes::GPR64, gop::COPY, &[Operand::use_of(reg)]));
    Some(s.several(parts))
}

/// Selects a store of 64 bytes.
fn store_block(s: &mut Selection<'_>, call: &Call) -> Option<Selected> {
    let (address, values) = call.args.split_first().filter(|(_, values)| values.len() == BLOCK.len())?;
    let address = register(Some(address))?;
    for (&reg, value) in BLOCK.iter().zip(values) {
        let value = register(Some(value))?;
        s.emit(gop::COPY, &[Operand::def(reg), value]);
    }
    let status = (!call.results.is_empty()).then(|| s.mf.create_class_vreg(classes::GPR64));
    let mut operands: Vec<Operand> = status.map(Operand::def).into_iter().collect();
    operands.extend([Operand::use_of(BLOCK[0]), address]);
    operands.extend(BLOCK[1..].iter().map(|&reg| Operand::implicit_use(reg)));
    s.emit(call.opcode, &operands);
    Some(status.map_or_else(Selected::default, value))
}

/// Selects an exclusive load of values of 64 bits, zero-extended.
fn load_exclusive(s: &mut Selection<'_>, call: &Call) -> Option<Selected> {
    let pointer = register(call.args.first())?;
    match (INSTRUCTIONS.desc(call.opcode).num_defs, call.results.len()) {
        (1, 1) => {
            let loaded = s.op(call.opcode, &[pointer]);
            let is_word = s.mf.reg_attr(loaded) == RegAttr::Class(classes::GPR32);
            Some(value(if is_word { subreg_to_reg(s, classes::GPR64, loaded, subs::SUB_32) } else { loaded }))
        }
        (2, 2) => {
            let pair = [s.mf.create_class_vreg(classes::GPR64), s.mf.create_class_vreg(classes::GPR64)];
            s.emit(call.opcode, &[Operand::def(pair[0]), Operand::def(pair[1]), pointer]);
            Some(s.several(pair))
        }
        _ => None,
    }
}

/// Selects an exclusive store of the low bits of values of 64 bits. The result is not 0 if the
/// store failed.
fn store_exclusive(s: &mut Selection<'_>, call: &Call) -> Option<Selected> {
    let [_status, wanted @ .., _base] = INSTRUCTIONS.desc(call.opcode).operands else { return None };
    let (pointer, values) = call.args.split_last().filter(|(_, values)| values.len() == wanted.len())?;
    let mut uses = Vec::with_capacity(3);
    for (stored, wanted) in values.iter().zip(wanted) {
        let stored = register(Some(stored))?;
        uses.push(match wanted.kind == OperandKind::Class(classes::GPR32) {
            true => Operand::use_of(s.extract_sub(classes::GPR32, stored.vreg()?, subs::SUB_32)),
            false => stored,
        });
    }
    uses.push(register(Some(pointer))?);
    Some(value(s.op(call.opcode, &uses)))
}
