//! Selection of the target's intrinsics, from their table. Cost: one opcode lookup by types per
//! intrinsic.

use crate::aarch64::features::TABLE as FEATURES;
use crate::aarch64::isel::select::vectors;
use crate::aarch64::mc::instructions::TABLE as INSTRUCTIONS;
use crate::aarch64::mc::instructions::op as own;
use crate::aarch64::registers::{REGISTERS, banks};
use crate::features::FeatureSet;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S32};
use gisel_codegen::ir::mir::{MachineFunction, MemFlags, Operand, OperandTag};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::{Opcode, OperandKind};
use gisel_codegen::machine::facts::{OfBFloats, TargetIntrinsic, Widened};

/// The selection of an intrinsic. The instruction's table line defines its general registers and
/// immediates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// One instruction with the same operands.
    Plain,
    /// `Plain` with a number as its last operand.
    And(i32),
    /// One instruction with a result and effects.
    WithEffects,
    /// `WithEffects` with a number as its last operand.
    WithEffectsAnd(i32),
    /// One instruction that has only effects.
    Effect,
    /// `Effect` with a number as its last operand.
    EffectAnd(i32),
    /// A shift by a register, with an instruction for a uniform constant: to the left, or to the
    /// right if it is negative.
    Shift { left: Pattern, right: Pattern },
    /// A pairwise sum of singles or doubles, repeated until one is left.
    SumOfReals,
    /// A reduction of all lanes to one of this multiple of their width; two lanes use an
    /// instruction on pairs.
    AcrossLanes(u32),
    /// Adds to an address's tag.
    AddTag,
    /// A random tag for the stack pointer.
    TagStackPointer,
    /// The tag of another address, and more.
    TagLike,
    /// Sets the tags of memory.
    SetTags,
    /// Reads a system register.
    ReadSystem(i32),
    /// Writes a system register.
    WriteSystem(i32),
    /// Reads a system register that may fail, as the flags indicate.
    Random,
    /// An instruction that clobbers x16.
    ThroughX16,
    /// A prefetch, whose operation is in numbers after the address.
    Prefetch,
    /// A prefetch of a range, whose operation is in numbers after the address.
    PrefetchRange,
    /// Stores a pair and sets its tag.
    StoreTagged,
    /// Fills memory and sets its tags; returns the end.
    FillAndTag,
    /// Pushes the top of the shadow stack on another one, which becomes the current one.
    SwitchShadowStack,
    /// Loads 64 bytes, into general registers.
    LoadBlock,
    /// Stores general registers as 64 bytes, with a status if there is a result.
    StoreBlock,
    /// Looks up in two vectors, by an index vector and a number.
    LookUpInTwo,
    /// Loads exclusively, into general registers.
    LoadExclusive,
    /// Stores general registers exclusively.
    StoreExclusive,
    /// Loads this number of registers.
    Load(u8),
    /// Stores this number of registers.
    Store(u8),
    /// Loads one element of this number of registers.
    LoadLane(u8),
    /// Stores one element of this number of registers.
    StoreLane(u8),
    /// Signs a pointer, with a key and a discriminator.
    Sign,
    /// Authenticates a pointer.
    Authenticate,
    /// Authenticates a pointer and signs it again.
    Resign,
    /// Strips the signature of a key.
    Strip,
    /// Inserts a number into the upper quarter of an address.
    Blend,
    /// Looks up in a table of this number of registers.
    Table { count: u8, extends: bool },
}

use How::*;

include!(concat!(env!("OUT_DIR"), "/aarch64_intrinsics.rs"));

/// The names of an intrinsic's instructions, resolved for all types; the first existing name
/// counts.
pub(crate) type Pattern = &'static [Named];

/// The instructions of a name with types in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Named {
    /// The bytes of keys that are used, by [`Types::key`].
    pub(crate) mask: u32,
    /// By key.
    pub(crate) opcodes: &'static [(u32, Opcode)],
}

/// Returns true if `opcode` is an intrinsic's, or a generic one that is selected in the same way.
pub(crate) fn are_intrinsics(opcode: Opcode) -> bool {
    match opcode {
        gop::G_INTRINSIC | gop::G_INTRINSIC_W_SIDE_EFFECTS => true,
        gop::G_INTRINSIC_CONVERGENT | gop::G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS => true,
        _ => generic(opcode).is_some(),
    }
}

/// Returns the intrinsic with this name.
pub(crate) fn named(name: &str) -> Option<TargetIntrinsic> {
    let index = INTRINSICS.binary_search_by_key(&name, |&(name, ..)| name).ok()?;
    let how = INTRINSICS[index].2;
    let access = match how {
        LoadExclusive => Some(MemFlags::LOAD),
        StoreExclusive => Some(MemFlags::STORE),
        _ => None,
    };
    let effects = !matches!(
        how,
        Plain
            | And(_)
            | Shift { .. }
            | SumOfReals
            | AcrossLanes(_)
            | AddTag
            | LookUpInTwo
            | Table { .. }
            | Sign
            | Strip
            | Blend
    );
    let widened = Some(Widened { below: 8, ty: S32, upper: false });
    Some(TargetIntrinsic {
        number: index as u32,
        effects,
        access,
        widened,
        of_bfloats: of_bfloats(name, how),
    })
}

/// Returns the meaning of an intrinsic for bfloats.
fn of_bfloats(name: &str, how: How) -> OfBFloats {
    let Some(name) = name.strip_prefix("llvm.aarch64.neon.") else { return OfBFloats::None };
    let moves = matches!(how, Load(_) | Store(_) | LoadLane(_) | StoreLane(_) | Table { .. } | LookUpInTwo);
    let is_own = name.starts_with("bf") || name.starts_with("vluti") || name.ends_with(".v8bf16");
    let narrows = name.starts_with("scalar.");
    match name {
        _ if moves || is_own || narrows => OfBFloats::Same,
        "fmax" => OfBFloats::Generic(gop::G_FMAXIMUM, 2),
        "fmaxnm" => OfBFloats::Generic(gop::G_FMAXNUM, 2),
        "fmin" => OfBFloats::Generic(gop::G_FMINIMUM, 2),
        "fminnm" => OfBFloats::Generic(gop::G_FMINNUM, 2),
        _ => OfBFloats::None,
    }
}

/// Returns the intrinsic that rounds a single, or four, to bfloat.
pub(crate) fn bfloat_rounding(single: Llt) -> Option<TargetIntrinsic> {
    match (single.elements(), single.scalar_bits()) {
        _ if !single.is_vector() => named("llvm.aarch64.neon.bfcvt").filter(|_| single == S32),
        (4, 32) => named("llvm.aarch64.neon.bfcvtn"),
        _ => None,
    }
}

/// Returns the name of the intrinsic with this number.
pub(crate) fn name(number: u32) -> Option<&'static str> {
    INTRINSICS.get(number as usize).map(|(name, ..)| *name)
}

/// Returns true if the scalar at operand `n` of the intrinsic `inst` is in a general register: by
/// the instruction's table line, or as a number that becomes an immediate.
pub(crate) fn is_general(mf: &MachineFunction, inst: InstId, n: usize) -> bool {
    let Some(call) = read(mf, inst) else { return true };
    let desc = INSTRUCTIONS.desc(call.opcode);
    let argument = n.checked_sub(call.results.len() + 1);
    let listed = match (call.how, argument) {
        (Load(_), None) => return false,
        (Shift { left, right }, Some(1)) if by_number(mf, &call, left, right).is_some() => return true,
        (Store(count) | LoadLane(count) | StoreLane(count), argument) => {
            return argument.is_some_and(|argument| argument >= count.into());
        }
        (LoadExclusive | StoreExclusive | ReadSystem(_) | WriteSystem(_), _) => return true,
        (Random | ThroughX16 | Prefetch | PrefetchRange, _) => return true,
        (StoreTagged | FillAndTag | SwitchShadowStack | LoadBlock | StoreBlock, _) => return true,
        (LookUpInTwo, argument) => return argument == Some(3),
        (_, None) => desc.operands.get(n),
        (_, Some(argument)) => desc.operands.get(desc.num_defs as usize + argument),
    };
    match listed.map(|operand| operand.kind) {
        Some(OperandKind::Class(class)) => REGISTERS.class(class).bank == banks::GPR,
        _ => true,
    }
}

/// The types in a pattern.
#[derive(Clone, Copy)]
pub(crate) struct Types {
    pub(crate) result: Llt,
    /// The first argument's.
    pub(crate) source: Llt,
    /// The second argument's.
    pub(crate) second: Llt,
    /// The access's.
    pub(crate) memory: Llt,
}

/// The code of types without a name in instructions.
pub(crate) const NO_NAME: u32 = 0xff;

impl Types {
    /// Returns the types as a number, a byte each: the logarithms of the number of lanes and of the
    /// lane size in bits.
    pub(crate) fn key(self) -> u32 {
        let code = |ty: Llt| match (ty.bits() / ty.scalar_bits().max(1), ty.scalar_bits()) {
            (lanes, bits) if lanes.is_power_of_two() && bits.is_power_of_two() => {
                lanes.ilog2() << 4 | bits.ilog2()
            }
            _ => NO_NAME,
        };
        [self.memory, self.second, self.source, self.result]
            .into_iter()
            .fold(0, |key, ty| key << 8 | code(ty))
    }
}

/// Returns the opcode of a pattern for these types.
pub(crate) fn resolve(pattern: Pattern, types: Types) -> Option<Opcode> {
    let key = types.key();
    pattern.iter().find_map(|named| {
        let at = named.opcodes.binary_search_by_key(&(key & named.mask), |&(key, _)| key).ok()?;
        Some(named.opcodes[at].1)
    })
}

/// Returns true if the subtarget has the instruction's features; if not, selection fails with the
/// feature's name.
pub(crate) fn is_there(s: &mut Selection<'_>, set: &FeatureSet, opcode: Opcode) -> bool {
    let missing = INSTRUCTIONS.missing_feature(opcode, &|name| FEATURES.has(set, name));
    if let Some(missing) = missing {
        s.fail(format!("this intrinsic needs the target feature `+{missing}`"));
    }
    missing.is_none()
}

/// Returns the value of an argument that is an immediate or a known constant.
pub(crate) fn immediate(s: &Selection<'_>, arg: Operand) -> Option<i64> {
    s.mf.imm_value(arg).or_else(|| s.mf.constant(arg.vreg()?))
}

/// Returns the constant in all lanes of a vector, ignoring undefined lanes.
pub(crate) fn splat(mf: &MachineFunction, vector: VReg) -> Option<i64> {
    let def = mf.def(vector)?;
    let lanes = match mf.opcode(def) {
        gop::G_BUILD_VECTOR | gop::G_SPLAT_VECTOR | own::G_DUP => &mf.operands(def)[1..],
        _ => return None,
    };
    let known = |lane: &Operand| lane.vreg().filter(|&v| !vectors::is_undef(mf, v));
    let mut numbers = lanes.iter().filter_map(known).map(|lane| mf.constant(lane));
    let first = numbers.next()??;
    numbers.all(|number| number == Some(first)).then_some(first)
}

/// The current intrinsic.
pub(crate) struct Call {
    pub(crate) how: How,
    pub(crate) opcode: Opcode,
    pub(crate) types: Types,
    pub(crate) results: Vec<VReg>,
    /// Registers and numbers.
    pub(crate) args: Vec<Operand>,
}

pub(crate) fn read(mf: &MachineFunction, inst: InstId) -> Option<Call> {
    let operands = mf.operands(inst);
    let (results, args, pattern, how) = match generic(mf.opcode(inst)) {
        Some(pattern) => (&operands[..1], &operands[1..], pattern, Plain),
        None => {
            let at = operands.iter().position(|o| o.tag() == OperandTag::Intrinsic)?;
            let &(_, pattern, how) = INTRINSICS.get(operands[at].payload() as usize)?;
            (&operands[..at], &operands[at + 1..], pattern, how)
        }
    };
    let results: Vec<VReg> = results.iter().filter_map(|o| o.vreg()).collect();
    let args = args.to_vec();
    let ty = |v: Option<VReg>| v.map_or(Llt::scalar(64), |v| mf.ty(v));
    let of_arg = |n: usize| ty(args.get(n).and_then(|arg| arg.vreg()));
    let types = Types {
        result: ty(results.first().copied()),
        source: of_arg(0),
        second: of_arg(1),
        memory: mf.mem_operand(inst).map_or(Llt::scalar(64), |mem| mem.ty),
    };
    let opcode = resolve(pattern, types)?;
    Some(Call { how, opcode, types, results, args })
}

/// Returns the instruction that shifts by an immediate, and the immediate, for a shift by a
/// constant register.
pub(crate) fn by_number(
    mf: &MachineFunction,
    call: &Call,
    left: Pattern,
    right: Pattern,
) -> Option<(Opcode, i32)> {
    let amount = call.args.get(1)?;
    let number = mf
        .imm_value(*amount)
        .or_else(|| mf.constant(amount.vreg()?))
        .or_else(|| splat(mf, amount.vreg()?))?;
    // A lane's constant may have been written as unsigned.
    let unused = 64 - call.types.result.scalar_bits();
    let number = number << unused >> unused;
    let opcode = resolve(if number < 0 { right } else { left }, call.types)?;
    let last = INSTRUCTIONS.desc(opcode).operands.last()?;
    let amount = number.unsigned_abs() as i64;
    let fits = matches!(last.kind, OperandKind::Imm(kind) if INSTRUCTIONS.imm_kind(kind).accepts(amount));
    fits.then_some((opcode, amount as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gisel_codegen::ir::llt::{S16, S64};

    #[test]
    fn types_choose_the_instruction() {
        let vector = |lanes, element| Llt::vector(lanes, element);
        let opcode = |name: &str, result, source| {
            let pattern = INTRINSICS[named(name).unwrap().number as usize].1;
            resolve(pattern, Types { result, source, second: source, memory: S64 })
        };
        let fmax = |ty| opcode("llvm.aarch64.neon.fmax", ty, ty);
        assert_eq!(fmax(vector(4, S32)), Some(own::FMAXv4f32));
        assert_eq!(fmax(S16), Some(own::FMAXHrr));
        assert_eq!([fmax(vector(3, S32)), fmax(Llt::scalar(24)), fmax(Llt::INVALID)], [None; 3]);
        let addlv = |source| opcode("llvm.aarch64.neon.saddlv", S32, source);
        assert_eq!(addlv(vector(8, S16)), Some(own::SADDLVv8i16v));
        assert_eq!(addlv(vector(2, S32)), Some(own::SADDLPv2i32_v1i64));
        let doublewords = opcode("llvm.aarch64.neon.ld2", S64, S64);
        assert_eq!(doublewords, Some(own::LD1Twov1d), "as they are");
    }
}
