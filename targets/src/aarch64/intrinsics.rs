//! The target's intrinsics: one line each, from LLVM's name to the instruction that does it.
//!
//! A pattern is an opcode's name, with types put in: `{r}` the result's and `{s}` the first argument's as integers, `{f}` and
//! `{e}` the same as reals, `{a}` the second argument's, `{m}` and `{t}` the result's and first argument's arrangement in memory,
//! `{l}` the first argument's element, `{w}` the register letter, `{x}` the letter of an access. Cost: one name looked up in a hash table an intrinsic.
//!
//! Source: the Arm C Language Extensions, and LLVM's names of intrinsics.

use super::features::Features;
use super::instructions::op as own;
use super::instructions::{DESCS, TABLE as INSTRUCTIONS};
use super::registers::{classes, subs};
use crate::isle::prelude::{subreg_to_reg, value};
use gisel_codegen::entity::{InstId, VReg};
use gisel_codegen::llt::Llt;
use gisel_codegen::mir::{MachineFunction, MemFlags, Operand, OperandTag, RegAttr};
use gisel_codegen::opcodes as gop;
use gisel_codegen::select::{Selected, Selection};
use gisel_codegen::target::TargetIntrinsic;
use gisel_codegen::target::instructions::{Opcode, OperandKind};
use gisel_codegen::target::registers::{RegClassId, SubReg};
use std::collections::HashMap;
use std::sync::OnceLock;

/// How an intrinsic becomes its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// One instruction with the same operands, all in vector registers.
    Plain,
    /// The same, with a result that is smaller than the intrinsic's.
    Across,
    /// One instruction, all in general registers.
    General,
    /// One instruction that has only effects.
    Effect,
    /// The same, with an immediate.
    EffectOf(i32),
    /// Loads exclusively, into general registers.
    LoadExclusive,
    /// Stores general registers exclusively.
    StoreExclusive,
    /// Loads so many registers.
    Load(u8),
    /// Stores so many registers.
    Store(u8),
    /// Loads one element of so many registers.
    LoadLane(u8),
    /// Stores one element of so many registers.
    StoreLane(u8),
    /// Looks up in a table of so many registers.
    Table { count: u8, extends: bool },
}

use How::{
    Across, Effect, EffectOf, General, Load, LoadExclusive, LoadLane, Plain, Store, StoreExclusive,
    StoreLane, Table,
};

/// In the order of the names.
#[rustfmt::skip]
static INTRINSICS: &[(&str, &str, How)] = &[
    ("llvm.aarch64.clrex", "CLREX", EffectOf(15)),
    ("llvm.aarch64.cls", "CLSWr", General),
    ("llvm.aarch64.crc32b", "CRC32Brr", General),
    ("llvm.aarch64.crc32cb", "CRC32CBrr", General),
    ("llvm.aarch64.crc32ch", "CRC32CHrr", General),
    ("llvm.aarch64.crc32cw", "CRC32CWrr", General),
    ("llvm.aarch64.crc32cx", "CRC32CXrr", General),
    ("llvm.aarch64.crc32h", "CRC32Hrr", General),
    ("llvm.aarch64.crc32w", "CRC32Wrr", General),
    ("llvm.aarch64.crc32x", "CRC32Xrr", General),
    ("llvm.aarch64.crypto.aesd", "AESDrr", Plain),
    ("llvm.aarch64.crypto.aese", "AESErr", Plain),
    ("llvm.aarch64.crypto.aesimc", "AESIMCrr", Plain),
    ("llvm.aarch64.crypto.aesmc", "AESMCrr", Plain),
    ("llvm.aarch64.dmb", "DMB", Effect),
    ("llvm.aarch64.dsb", "DSB", Effect),
    ("llvm.aarch64.hint", "HINT", Effect),
    ("llvm.aarch64.isb", "ISB", Effect),
    ("llvm.aarch64.ldaxp", "LDAXPX", LoadExclusive),
    ("llvm.aarch64.ldaxr", "LDAXR{x}", LoadExclusive),
    ("llvm.aarch64.ldxp", "LDXPX", LoadExclusive),
    ("llvm.aarch64.ldxr", "LDXR{x}", LoadExclusive),
    ("llvm.aarch64.neon.abs", "ABS{r}", Plain),
    ("llvm.aarch64.neon.addhn", "ADDHN{s}_{r}", Plain),
    ("llvm.aarch64.neon.addp", "ADDP{r}", Plain),
    ("llvm.aarch64.neon.cls", "CLS{r}", Plain),
    ("llvm.aarch64.neon.fabd", "FABD{f}", Plain),
    ("llvm.aarch64.neon.facge", "FACGE{e}", Plain),
    ("llvm.aarch64.neon.facgt", "FACGT{e}", Plain),
    ("llvm.aarch64.neon.faddp", "FADDP{f}", Plain),
    ("llvm.aarch64.neon.fcvtas", "FCVTAS{e}", Plain),
    ("llvm.aarch64.neon.fcvtau", "FCVTAU{e}", Plain),
    ("llvm.aarch64.neon.fcvtms", "FCVTMS{e}", Plain),
    ("llvm.aarch64.neon.fcvtmu", "FCVTMU{e}", Plain),
    ("llvm.aarch64.neon.fcvtns", "FCVTNS{e}", Plain),
    ("llvm.aarch64.neon.fcvtnu", "FCVTNU{e}", Plain),
    ("llvm.aarch64.neon.fcvtps", "FCVTPS{e}", Plain),
    ("llvm.aarch64.neon.fcvtpu", "FCVTPU{e}", Plain),
    ("llvm.aarch64.neon.fmax", "FMAX{f}", Plain),
    ("llvm.aarch64.neon.fmaxnm", "FMAXNM{f}", Plain),
    ("llvm.aarch64.neon.fmaxnmp", "FMAXNMP{f}", Plain),
    ("llvm.aarch64.neon.fmaxnmv", "FMAXNMV{s}v", Across),
    ("llvm.aarch64.neon.fmaxp", "FMAXP{f}", Plain),
    ("llvm.aarch64.neon.fmaxv", "FMAXV{s}v", Across),
    ("llvm.aarch64.neon.fmin", "FMIN{f}", Plain),
    ("llvm.aarch64.neon.fminnm", "FMINNM{f}", Plain),
    ("llvm.aarch64.neon.fminnmp", "FMINNMP{f}", Plain),
    ("llvm.aarch64.neon.fminnmv", "FMINNMV{s}v", Across),
    ("llvm.aarch64.neon.fminp", "FMINP{f}", Plain),
    ("llvm.aarch64.neon.fminv", "FMINV{s}v", Across),
    ("llvm.aarch64.neon.fmulx", "FMULX{f}", Plain),
    ("llvm.aarch64.neon.frecpe", "FRECPE{f}", Plain),
    ("llvm.aarch64.neon.frecps", "FRECPS{f}", Plain),
    ("llvm.aarch64.neon.frsqrte", "FRSQRTE{f}", Plain),
    ("llvm.aarch64.neon.frsqrts", "FRSQRTS{f}", Plain),
    ("llvm.aarch64.neon.ld1x2", "LD1Two{m}", Load(2)),
    ("llvm.aarch64.neon.ld1x3", "LD1Three{m}", Load(3)),
    ("llvm.aarch64.neon.ld1x4", "LD1Four{m}", Load(4)),
    ("llvm.aarch64.neon.ld2", "LD2Two{m}", Load(2)),
    ("llvm.aarch64.neon.ld2lane", "LD2{l}", LoadLane(2)),
    ("llvm.aarch64.neon.ld2r", "LD2R{m}", Load(2)),
    ("llvm.aarch64.neon.ld3", "LD3Three{m}", Load(3)),
    ("llvm.aarch64.neon.ld3lane", "LD3{l}", LoadLane(3)),
    ("llvm.aarch64.neon.ld3r", "LD3R{m}", Load(3)),
    ("llvm.aarch64.neon.ld4", "LD4Four{m}", Load(4)),
    ("llvm.aarch64.neon.ld4lane", "LD4{l}", LoadLane(4)),
    ("llvm.aarch64.neon.ld4r", "LD4R{m}", Load(4)),
    ("llvm.aarch64.neon.pmul", "PMUL{r}", Plain),
    ("llvm.aarch64.neon.pmull", "PMULL{s}", Plain),
    ("llvm.aarch64.neon.pmull64", "PMULLv1i64", Plain),
    ("llvm.aarch64.neon.raddhn", "RADDHN{s}_{r}", Plain),
    ("llvm.aarch64.neon.rshrn", "RSHRN{r}_shift", Plain),
    ("llvm.aarch64.neon.rsubhn", "RSUBHN{s}_{r}", Plain),
    ("llvm.aarch64.neon.sabd", "SABD{r}", Plain),
    ("llvm.aarch64.neon.saddlp", "SADDLP{s}_{r}", Plain),
    ("llvm.aarch64.neon.saddlv", "SADDLV{s}v", Across),
    ("llvm.aarch64.neon.saddv", "ADDV{s}v", Across),
    ("llvm.aarch64.neon.sdot", "SDOT{a}", Plain),
    ("llvm.aarch64.neon.shadd", "SHADD{r}", Plain),
    ("llvm.aarch64.neon.shsub", "SHSUB{r}", Plain),
    ("llvm.aarch64.neon.smax", "SMAX{r}", Plain),
    ("llvm.aarch64.neon.smaxp", "SMAXP{r}", Plain),
    ("llvm.aarch64.neon.smaxv", "SMAXV{s}v", Across),
    ("llvm.aarch64.neon.smin", "SMIN{r}", Plain),
    ("llvm.aarch64.neon.sminp", "SMINP{r}", Plain),
    ("llvm.aarch64.neon.sminv", "SMINV{s}v", Across),
    ("llvm.aarch64.neon.smull", "SMULL{s}_{r}", Plain),
    ("llvm.aarch64.neon.sqabs", "SQABS{r}", Plain),
    ("llvm.aarch64.neon.sqadd", "SQADD{r}", Plain),
    ("llvm.aarch64.neon.sqdmulh", "SQDMULH{r}", Plain),
    ("llvm.aarch64.neon.sqdmull", "SQDMULL{s}_{r}", Plain),
    ("llvm.aarch64.neon.sqneg", "SQNEG{r}", Plain),
    ("llvm.aarch64.neon.sqrdmulh", "SQRDMULH{r}", Plain),
    ("llvm.aarch64.neon.sqrshl", "SQRSHL{r}", Plain),
    ("llvm.aarch64.neon.sqrshrn", "SQRSHRN{r}_shift", Plain),
    ("llvm.aarch64.neon.sqrshrun", "SQRSHRUN{r}_shift", Plain),
    ("llvm.aarch64.neon.sqshl", "SQSHL{r}", Plain),
    ("llvm.aarch64.neon.sqshlu", "SQSHLU{r}_shift", Plain),
    ("llvm.aarch64.neon.sqshrn", "SQSHRN{r}_shift", Plain),
    ("llvm.aarch64.neon.sqshrun", "SQSHRUN{r}_shift", Plain),
    ("llvm.aarch64.neon.sqsub", "SQSUB{r}", Plain),
    ("llvm.aarch64.neon.sqxtn", "SQXTN{r}", Plain),
    ("llvm.aarch64.neon.sqxtun", "SQXTUN{r}", Plain),
    ("llvm.aarch64.neon.srhadd", "SRHADD{r}", Plain),
    ("llvm.aarch64.neon.srshl", "SRSHL{r}", Plain),
    ("llvm.aarch64.neon.sshl", "SSHL{r}", Plain),
    ("llvm.aarch64.neon.st1x2", "ST1Two{t}", Store(2)),
    ("llvm.aarch64.neon.st1x3", "ST1Three{t}", Store(3)),
    ("llvm.aarch64.neon.st1x4", "ST1Four{t}", Store(4)),
    ("llvm.aarch64.neon.st2", "ST2Two{t}", Store(2)),
    ("llvm.aarch64.neon.st2lane", "ST2{l}", StoreLane(2)),
    ("llvm.aarch64.neon.st3", "ST3Three{t}", Store(3)),
    ("llvm.aarch64.neon.st3lane", "ST3{l}", StoreLane(3)),
    ("llvm.aarch64.neon.st4", "ST4Four{t}", Store(4)),
    ("llvm.aarch64.neon.st4lane", "ST4{l}", StoreLane(4)),
    ("llvm.aarch64.neon.subhn", "SUBHN{s}_{r}", Plain),
    ("llvm.aarch64.neon.suqadd", "SUQADD{r}", Plain),
    ("llvm.aarch64.neon.tbl1", "TBL{r}One", Table { count: 1, extends: false }),
    ("llvm.aarch64.neon.tbl2", "TBL{r}Two", Table { count: 2, extends: false }),
    ("llvm.aarch64.neon.tbl3", "TBL{r}Three", Table { count: 3, extends: false }),
    ("llvm.aarch64.neon.tbl4", "TBL{r}Four", Table { count: 4, extends: false }),
    ("llvm.aarch64.neon.tbx1", "TBX{r}One", Table { count: 1, extends: true }),
    ("llvm.aarch64.neon.tbx2", "TBX{r}Two", Table { count: 2, extends: true }),
    ("llvm.aarch64.neon.tbx3", "TBX{r}Three", Table { count: 3, extends: true }),
    ("llvm.aarch64.neon.tbx4", "TBX{r}Four", Table { count: 4, extends: true }),
    ("llvm.aarch64.neon.uabd", "UABD{r}", Plain),
    ("llvm.aarch64.neon.uaddlp", "UADDLP{s}_{r}", Plain),
    ("llvm.aarch64.neon.uaddlv", "UADDLV{s}v", Across),
    ("llvm.aarch64.neon.uaddv", "ADDV{s}v", Across),
    ("llvm.aarch64.neon.udot", "UDOT{a}", Plain),
    ("llvm.aarch64.neon.uhadd", "UHADD{r}", Plain),
    ("llvm.aarch64.neon.uhsub", "UHSUB{r}", Plain),
    ("llvm.aarch64.neon.umax", "UMAX{r}", Plain),
    ("llvm.aarch64.neon.umaxp", "UMAXP{r}", Plain),
    ("llvm.aarch64.neon.umaxv", "UMAXV{s}v", Across),
    ("llvm.aarch64.neon.umin", "UMIN{r}", Plain),
    ("llvm.aarch64.neon.uminp", "UMINP{r}", Plain),
    ("llvm.aarch64.neon.uminv", "UMINV{s}v", Across),
    ("llvm.aarch64.neon.umull", "UMULL{s}_{r}", Plain),
    ("llvm.aarch64.neon.uqadd", "UQADD{r}", Plain),
    ("llvm.aarch64.neon.uqrshl", "UQRSHL{r}", Plain),
    ("llvm.aarch64.neon.uqrshrn", "UQRSHRN{r}_shift", Plain),
    ("llvm.aarch64.neon.uqshl", "UQSHL{r}", Plain),
    ("llvm.aarch64.neon.uqshrn", "UQSHRN{r}_shift", Plain),
    ("llvm.aarch64.neon.uqsub", "UQSUB{r}", Plain),
    ("llvm.aarch64.neon.uqxtn", "UQXTN{r}", Plain),
    ("llvm.aarch64.neon.urecpe", "URECPE{r}", Plain),
    ("llvm.aarch64.neon.urhadd", "URHADD{r}", Plain),
    ("llvm.aarch64.neon.urshl", "URSHL{r}", Plain),
    ("llvm.aarch64.neon.ursqrte", "URSQRTE{r}", Plain),
    ("llvm.aarch64.neon.ushl", "USHL{r}", Plain),
    ("llvm.aarch64.neon.usqadd", "USQADD{r}", Plain),
    ("llvm.aarch64.neon.vsli", "SLI{r}_shift", Plain),
    ("llvm.aarch64.neon.vsri", "SRI{r}_shift", Plain),
    ("llvm.aarch64.rbit", "RBIT{w}r", General),
    ("llvm.aarch64.stlxp", "STLXPX", StoreExclusive),
    ("llvm.aarch64.stlxr", "STLXR{x}", StoreExclusive),
    ("llvm.aarch64.stxp", "STXPX", StoreExclusive),
    ("llvm.aarch64.stxr", "STXR{x}", StoreExclusive),
];

/// The instructions of generic opcodes that LLVM's legalizer makes of intrinsics, and that are selected like these.
fn generic(opcode: Opcode) -> Option<&'static str> {
    Some(match opcode {
        gop::G_ABDS => "SABD{r}",
        gop::G_ABDU => "UABD{r}",
        gop::G_SAVGCEIL => "SRHADD{r}",
        gop::G_SAVGFLOOR => "SHADD{r}",
        gop::G_TRUNC_SSAT_S => "SQXTN{r}",
        gop::G_TRUNC_SSAT_U => "SQXTUN{r}",
        gop::G_TRUNC_USAT_U => "UQXTN{r}",
        gop::G_UAVGCEIL => "URHADD{r}",
        gop::G_UAVGFLOOR => "UHADD{r}",
        own::G_PMULL => "PMULL{s}",
        own::G_SLI => "SLI{r}_shift",
        own::G_SQSHLU_I => "SQSHLU{r}_shift",
        own::G_SRI => "SRI{r}_shift",
        own::G_SRSHR_I => "SRSHR{r}_shift",
        own::G_URSHR_I => "URSHR{r}_shift",
        _ => return None,
    })
}

/// Whether `opcode` is that of intrinsics, or a generic one that is selected like these.
pub fn are_intrinsics(opcode: Opcode) -> bool {
    match opcode {
        gop::G_INTRINSIC | gop::G_INTRINSIC_W_SIDE_EFFECTS => true,
        gop::G_INTRINSIC_CONVERGENT | gop::G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS => true,
        _ => generic(opcode).is_some(),
    }
}

/// The intrinsic with this name.
pub fn named(name: &str) -> Option<TargetIntrinsic> {
    let index = INTRINSICS.binary_search_by_key(&name, |&(name, ..)| name).ok()?;
    let how = INTRINSICS[index].2;
    let access = match how {
        LoadExclusive => Some(MemFlags::LOAD),
        StoreExclusive => Some(MemFlags::STORE),
        _ => None,
    };
    let effects = !matches!(how, Plain | Across | General | Table { .. });
    Some(TargetIntrinsic { number: index as u32, effects, access })
}

/// The name of the intrinsic with this number.
pub fn name(number: u32) -> Option<&'static str> {
    INTRINSICS.get(number as usize).map(|(name, ..)| *name)
}

/// Whether the scalar at operand `n` of the intrinsic `inst` is in a general register: that of an instruction on those, an
/// address, or a number that becomes an immediate.
pub fn is_general(mf: &MachineFunction, inst: InstId, n: usize) -> bool {
    let Some(call) = read(mf, inst) else { return true };
    let desc = INSTRUCTIONS.desc(call.opcode);
    let Some(argument) = n.checked_sub(call.results.len() + 1) else {
        return matches!(call.how, General | LoadExclusive | StoreExclusive);
    };
    match call.how {
        Plain | Across => {
            let operand = desc.operands.get(desc.num_defs as usize + argument);
            operand.is_some_and(|o| matches!(o.kind, OperandKind::Imm(_)))
        }
        _ => true,
    }
}

/// The opcode with this name.
fn opcode(name: &str) -> Option<Opcode> {
    static NAMES: OnceLock<HashMap<&str, u16>> = OnceLock::new();
    let names = NAMES.get_or_init(|| (0..).zip(DESCS).map(|(n, desc)| (desc.name, n)).collect());
    names.get(name).map(|n| Opcode(Opcode::FIRST_TARGET + n))
}

/// A vector's shape: `v8i8`, `v2f64`.
fn shape(ty: Llt, letter: char) -> String {
    format!("v{}{letter}{}", ty.bits() / ty.scalar_bits().max(1), ty.scalar_bits())
}

/// A vector's arrangement: `v8b`, `v2d`.
fn arrangement(ty: Llt) -> String {
    let letter = match ty.scalar_bits() {
        8 => 'b',
        16 => 'h',
        32 => 's',
        _ => 'd',
    };
    format!("v{}{letter}", ty.bits() / ty.scalar_bits().max(1))
}

/// The types that a pattern speaks of.
#[derive(Clone, Copy)]
struct Types {
    result: Llt,
    /// Of the first argument.
    source: Llt,
    /// Of the second argument.
    second: Llt,
    /// Of the access.
    memory: Llt,
}

/// The letter of an access to general registers.
fn size_letter(ty: Llt) -> &'static str {
    match ty.bits() {
        8 => "B",
        16 => "H",
        32 => "W",
        64 => "X",
        _ => "no such size",
    }
}

/// The opcode that a pattern means for these types.
fn resolve(pattern: &str, types: Types) -> Option<Opcode> {
    let Types { result, source, second, memory } = types;
    let (start, rest) = pattern.split_once('{').unwrap_or((pattern, ""));
    let mut name = start.to_owned();
    let mut rest = rest;
    while let Some((key, after)) = rest.split_once('}') {
        name += &match key {
            "r" => shape(result, 'i'),
            "s" => shape(source, 'i'),
            "a" => shape(second, 'i'),
            "f" => shape(result, 'f'),
            "e" => shape(source, 'f'),
            "m" => arrangement(result),
            "t" => arrangement(source),
            "l" => format!("i{}", source.scalar_bits()),
            "x" => size_letter(memory).into(),
            _ if result.bits() > 32 => "X".into(),
            _ => "W".into(),
        };
        let (literal, next) = after.split_once('{').unwrap_or((after, ""));
        name += literal;
        rest = next;
    }
    // Structures of single doublewords are the registers as they are.
    if name.ends_with("v1d") && !name.contains('R') {
        name.replace_range(2..3, "1");
    }
    opcode(&name)
}

/// An intrinsic at hand.
struct Call {
    how: How,
    opcode: Opcode,
    results: Vec<VReg>,
    /// Registers and numbers.
    args: Vec<Operand>,
}

/// Selects the intrinsic `inst`; `None` if there is no instruction for it.
pub fn select(s: &mut Selection<'_>, features: Features, inst: InstId) -> Option<Selected> {
    let call = read(s.mf, inst)?;
    let needed = INSTRUCTIONS.feature(call.opcode);
    if !features.contains(Features::named(needed)) {
        s.fail(format!("this intrinsic needs the target feature `+{needed}`"));
        return None;
    }
    match call.how {
        Plain | General => Some(value(plain(s, &call)?)),
        Across => {
            let lane = plain(s, &call)?;
            Some(value(in_single(s, lane)))
        }
        Effect => {
            let uses = plain_uses(s, &call)?;
            s.emit(call.opcode, &uses);
            Some(Selected::default())
        }
        EffectOf(number) => call.args.is_empty().then(|| {
            s.emit(call.opcode, &[Operand::small_imm(number)]);
            Selected::default()
        }),
        LoadExclusive => load_exclusive(s, &call),
        StoreExclusive => store_exclusive(s, &call),
        Load(_) => {
            let tuple = s.op(call.opcode, &[register(call.args.first())?]);
            Some(Selected(parts(s, tuple, &call.results).into_iter().collect()))
        }
        Store(count) => {
            let (values, rest) = call.args.split_at_checked(count.into())?;
            let tuple = join(s, values, false)?;
            s.emit(call.opcode, &[Operand::use_of(tuple), register(rest.first())?]);
            Some(Selected::default())
        }
        LoadLane(count) => {
            let (values, rest) = call.args.split_at_checked(count.into())?;
            let &[lane, pointer] = rest else { return None };
            let lane = Operand::small_imm(immediate(s, lane)? as i32);
            let tuple = join(s, values, true)?;
            let tuple = s.op(call.opcode, &[Operand::use_of(tuple), lane, register(Some(&pointer))?]);
            Some(Selected(parts(s, tuple, &call.results).into_iter().collect()))
        }
        StoreLane(count) => {
            let (values, rest) = call.args.split_at_checked(count.into())?;
            let &[lane, pointer] = rest else { return None };
            let lane = Operand::small_imm(immediate(s, lane)? as i32);
            let tuple = join(s, values, true)?;
            s.emit(call.opcode, &[Operand::use_of(tuple), lane, register(Some(&pointer))?]);
            Some(Selected::default())
        }
        Table { count, extends } => {
            let (fallback, rest) = call.args.split_at_checked(extends.into())?;
            let (tables, rest) = rest.split_at_checked(count.into())?;
            let mut uses = fallback.to_vec();
            let table =
                if count == 1 { register(tables.first())? } else { Operand::use_of(join(s, tables, true)?) };
            uses.extend([table, register(rest.first())?]);
            Some(value(s.op(call.opcode, &uses)))
        }
    }
}

fn read(mf: &MachineFunction, inst: InstId) -> Option<Call> {
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
    Some(Call { how, opcode, results, args })
}

/// The arguments as the instruction takes them: constants where it has immediates.
fn plain_uses(s: &mut Selection<'_>, call: &Call) -> Option<Vec<Operand>> {
    let desc = INSTRUCTIONS.desc(call.opcode);
    let wanted = &desc.operands[desc.num_defs as usize..];
    if wanted.len() != call.args.len() {
        return None;
    }
    let mut uses = Vec::with_capacity(wanted.len());
    for (operand, &arg) in wanted.iter().zip(&call.args) {
        uses.push(match operand.kind {
            OperandKind::Imm(kind) => {
                let number = immediate(s, arg).or_else(|| splat(s.mf, arg.vreg()?))?;
                if !INSTRUCTIONS.imm_kind(kind).accepts(number) {
                    return None;
                }
                s.mf.imm(number)
            }
            _ => register(Some(&arg))?,
        });
    }
    Some(uses)
}

/// An argument that is in a register.
fn register(arg: Option<&Operand>) -> Option<Operand> {
    arg.filter(|arg| arg.vreg().is_some()).copied()
}

/// The number that an argument is, or is known to be.
fn immediate(s: &Selection<'_>, arg: Operand) -> Option<i64> {
    s.mf.imm_value(arg).or_else(|| s.mf.constant(arg.vreg()?))
}

/// The number that is in all lanes of a vector.
pub fn splat(mf: &MachineFunction, vector: VReg) -> Option<i64> {
    let def = mf.def(vector)?;
    let lanes = match mf.opcode(def) {
        gop::G_BUILD_VECTOR | gop::G_SPLAT_VECTOR | own::G_DUP => &mf.operands(def)[1..],
        _ => return None,
    };
    let first = mf.constant(lanes.first()?.vreg()?)?;
    lanes.iter().all(|o| o.vreg().and_then(|v| mf.constant(v)) == Some(first)).then_some(first)
}

fn plain(s: &mut Selection<'_>, call: &Call) -> Option<VReg> {
    let uses = plain_uses(s, call)?;
    Some(s.op(call.opcode, &uses))
}

/// Values of 64 bits, above what is loaded all zero.
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
            Some(Selected(pair.into_iter().collect()))
        }
        _ => None,
    }
}

/// The low bits of values of 64 bits; the result is not 0 if nothing was stored.
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

/// A lane as the low part of a register of 32 bits, if it is smaller.
fn in_single(s: &mut Selection<'_>, lane: VReg) -> VReg {
    let bits = match s.mf.reg_attr(lane) {
        RegAttr::Class(class) => s.target.registers().class(class).bits,
        _ => 32,
    };
    let half = if bits == 8 { subreg_to_reg(s, classes::FPR16, lane, subs::BSUB) } else { lane };
    if bits < 32 { subreg_to_reg(s, classes::FPR32, half, subs::HSUB) } else { half }
}

const TUPLES: [[RegClassId; 3]; 2] =
    [[classes::DD, classes::DDD, classes::DDDD], [classes::QQ, classes::QQQ, classes::QQQQ]];

const D_PARTS: [SubReg; 4] = [subs::DSUB0, subs::DSUB1, subs::DSUB2, subs::DSUB3];
const Q_PARTS: [SubReg; 4] = [subs::QSUB0, subs::QSUB1, subs::QSUB2, subs::QSUB3];

/// A tuple of these registers; `wide`: of Q registers, in whose lower halves D registers are put.
fn join(s: &mut Selection<'_>, values: &[Operand], wide: bool) -> Option<VReg> {
    let values = values.iter().map(|value| value.vreg()).collect::<Option<Vec<VReg>>>()?;
    let is_q = wide || s.mf.ty(*values.first()?).bits() == 128;
    if let ([one], true) = (&values[..], is_q) {
        return Some(*one);
    }
    let class = *TUPLES[usize::from(is_q)].get(values.len().checked_sub(2)?)?;
    let (part_class, subs) = if is_q { (classes::FPR128, Q_PARTS) } else { (classes::FPR64, D_PARTS) };
    let mut operands = Vec::with_capacity(values.len() * 2);
    for (&value, sub) in values.iter().zip(subs) {
        let narrow = s.mf.ty(value).bits() == 64;
        let part = if is_q && narrow { subreg_to_reg(s, classes::FPR128, value, subs::DSUB) } else { value };
        let part = s.constrain_use(Operand::use_of(part), part_class);
        operands.extend([part, Operand::small_imm(sub.0.into())]);
    }
    Some(s.op_in(class, gop::REG_SEQUENCE, &operands))
}

/// The registers of a tuple, as large as the results.
fn parts(s: &mut Selection<'_>, tuple: VReg, results: &[VReg]) -> Vec<VReg> {
    let is_q = match s.mf.reg_attr(tuple) {
        RegAttr::Class(class) => TUPLES[1].contains(&class),
        _ => false,
    };
    let (class, subs) = if is_q { (classes::FPR128, Q_PARTS) } else { (classes::FPR64, D_PARTS) };
    let mut out = Vec::with_capacity(results.len());
    for (&result, sub) in results.iter().zip(subs) {
        let part = s.extract_sub(class, tuple, sub);
        let narrow = is_q && s.mf.ty(result).bits() == 64;
        out.push(if narrow { s.extract_sub(classes::FPR64, part, subs::DSUB) } else { part });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use gisel_codegen::llt::{S32, S64};

    #[test]
    fn names_are_sorted_and_each_has_an_instruction() {
        assert!(INTRINSICS.windows(2).all(|w| w[0].0 < w[1].0));
        let vector = |count, bits| Llt::vector(count, Llt::scalar(bits));
        let mut types = vec![S32, S64];
        types.extend(
            [(8, 8), (16, 8), (4, 16), (8, 16), (2, 32), (4, 32), (2, 64)].map(|(n, b)| vector(n, b)),
        );
        for (name, pattern, _) in INTRINSICS {
            let all = || types.iter().flat_map(|&r| types.iter().map(move |&s| (r, s)));
            let types = |(result, source)| Types { result, source, second: source, memory: S64 };
            let found = all().any(|pair| resolve(pattern, types(pair)).is_some());
            assert!(found, "{name}: no instruction `{pattern}`");
        }
    }
}
