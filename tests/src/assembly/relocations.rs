//! Relocations by their referents: distances within a section are resolved, all others are listed,
//! and the fields that the linker fills are set to zero.
//!
//! Sources: the RISC-V ELF psABI, "Relocations"; the ELF for the Arm 64-bit Architecture,
//! "Relocation types".

use super::elf::{Line, Object, Referent, Relocation, Topic};
use object::elf;

/// The field that a relocation fills.
#[derive(Debug, Clone, Copy)]
enum Field {
    /// A data word of the given size in bytes.
    Data(usize),
    /// The low six bits of a byte.
    Six,
    /// These bits of an instruction word, and the function that inserts a distance.
    Bits(u32, fn(u32, i64) -> u32),
    /// The fields of `auipc` and `jalr`.
    Call,
    /// None.
    Nothing,
}

const HIGH: u32 = 0xffff_f000;

fn high(word: u32, value: i64) -> u32 {
    word & !HIGH | (value as u32).wrapping_add(0x800) & HIGH
}

fn low_i(word: u32, value: i64) -> u32 {
    word & 0xf_ffff | (value as u32) << 20
}

fn low_s(word: u32, value: i64) -> u32 {
    let value = value as u32;
    word & 0x01ff_f07f | (value >> 5 & 0x7f) << 25 | (value & 0x1f) << 7
}

/// Scatters runs of bits of `value` into a word: from bit, count, to bit.
fn scatter(value: i64, runs: &[(u32, u32, u32)]) -> u32 {
    runs.iter().map(|&(from, count, to)| (value as u32 >> from & ((1 << count) - 1)) << to).sum()
}

fn branch(word: u32, value: i64) -> u32 {
    word & !0xfe00_0f80 | scatter(value, &[(12, 1, 31), (5, 6, 25), (1, 4, 8), (11, 1, 7)])
}

fn jump(word: u32, value: i64) -> u32 {
    word & !HIGH | scatter(value, &[(20, 1, 31), (1, 10, 21), (11, 1, 20), (12, 8, 12)])
}

fn short_branch(word: u32, value: i64) -> u32 {
    word & !0x1c7c | scatter(value, &[(8, 1, 12), (3, 2, 10), (6, 2, 5), (1, 2, 3), (5, 1, 2)])
}

fn short_jump(word: u32, value: i64) -> u32 {
    let runs = [(11, 1, 12), (4, 1, 11), (8, 2, 9), (10, 1, 8), (6, 1, 7), (7, 1, 6), (1, 3, 3), (5, 1, 2)];
    word & !0x1ffc | scatter(value, &runs)
}

fn cleared(word: u32, _: i64) -> u32 {
    word
}

/// RISC-V's types: the field, and true if the value is PC-relative.
const RISCV: &[(elf::RelocationType, Field, bool)] = &[
    (elf::R_RISCV_32, Field::Data(4), false),
    (elf::R_RISCV_64, Field::Data(8), false),
    (elf::R_RISCV_BRANCH, Field::Bits(0xfe00_0f80, branch), true),
    (elf::R_RISCV_JAL, Field::Bits(HIGH, jump), true),
    (elf::R_RISCV_CALL, Field::Call, true),
    (elf::R_RISCV_CALL_PLT, Field::Call, true),
    (elf::R_RISCV_GOT_HI20, Field::Bits(HIGH, cleared), false),
    (elf::R_RISCV_TLS_GOT_HI20, Field::Bits(HIGH, cleared), false),
    (elf::R_RISCV_TLS_GD_HI20, Field::Bits(HIGH, cleared), false),
    (elf::R_RISCV_PCREL_HI20, Field::Bits(HIGH, high), true),
    (elf::R_RISCV_PCREL_LO12_I, Field::Bits(0xfff0_0000, low_i), false),
    (elf::R_RISCV_PCREL_LO12_S, Field::Bits(0xfe00_0f80, low_s), false),
    (elf::R_RISCV_HI20, Field::Bits(HIGH, cleared), false),
    (elf::R_RISCV_LO12_I, Field::Bits(0xfff0_0000, cleared), false),
    (elf::R_RISCV_LO12_S, Field::Bits(0xfe00_0f80, cleared), false),
    (elf::R_RISCV_TPREL_HI20, Field::Bits(HIGH, cleared), false),
    (elf::R_RISCV_TPREL_LO12_I, Field::Bits(0xfff0_0000, cleared), false),
    (elf::R_RISCV_TPREL_LO12_S, Field::Bits(0xfe00_0f80, cleared), false),
    (elf::R_RISCV_TPREL_ADD, Field::Nothing, false),
    (elf::R_RISCV_ADD8, Field::Data(1), false),
    (elf::R_RISCV_ADD16, Field::Data(2), false),
    (elf::R_RISCV_ADD32, Field::Data(4), false),
    (elf::R_RISCV_ADD64, Field::Data(8), false),
    (elf::R_RISCV_SUB8, Field::Data(1), false),
    (elf::R_RISCV_SUB16, Field::Data(2), false),
    (elf::R_RISCV_SUB32, Field::Data(4), false),
    (elf::R_RISCV_SUB64, Field::Data(8), false),
    (elf::R_RISCV_ALIGN, Field::Nothing, false),
    (elf::R_RISCV_RVC_BRANCH, Field::Bits(0x1c7c, short_branch), true),
    (elf::R_RISCV_RVC_JUMP, Field::Bits(0x1ffc, short_jump), true),
    (elf::R_RISCV_RELAX, Field::Nothing, false),
    (elf::R_RISCV_SUB6, Field::Six, false),
    (elf::R_RISCV_SET6, Field::Six, false),
    (elf::R_RISCV_SET8, Field::Data(1), false),
    (elf::R_RISCV_SET16, Field::Data(2), false),
    (elf::R_RISCV_SET32, Field::Data(4), false),
    (elf::R_RISCV_32_PCREL, Field::Data(4), true),
    (elf::R_RISCV_PLT32, Field::Data(4), false),
];

/// Pairs that add and subtract.
const DIFFERENCES: [(elf::RelocationType, elf::RelocationType); 4] = [
    (elf::R_RISCV_ADD8, elf::R_RISCV_SUB8),
    (elf::R_RISCV_ADD16, elf::R_RISCV_SUB16),
    (elf::R_RISCV_ADD32, elf::R_RISCV_SUB32),
    (elf::R_RISCV_ADD64, elf::R_RISCV_SUB64),
];

/// The fields of AArch64's data relocations; the assemblers leave the fields of instructions zero.
const AARCH64: &[(elf::RelocationType, Field, bool)] = &[
    (elf::R_AARCH64_ABS64, Field::Data(8), false),
    (elf::R_AARCH64_ABS32, Field::Data(4), false),
    (elf::R_AARCH64_ABS16, Field::Data(2), false),
    (elf::R_AARCH64_PREL64, Field::Data(8), true),
    (elf::R_AARCH64_PREL32, Field::Data(4), true),
    (elf::R_AARCH64_PREL16, Field::Data(2), true),
];

fn row(machine: u16, kind: u32) -> Option<(Field, bool)> {
    let table = if machine == elf::EM_RISCV.0 { RISCV } else { AARCH64 };
    table.iter().find(|row| row.0.0 == kind).map(|row| (row.1, row.2))
}

/// Resolves relocations that need no linker, clears their fields, and lists the others. Leaves
/// unwind tables unchanged.
pub fn resolve(object: &mut Object) -> Vec<Line> {
    let mut lines = Vec::new();
    for index in 0..object.sections.len() {
        if object.sections[index].name == ".eh_frame" {
            continue;
        }
        let mut bytes = std::mem::take(&mut object.sections[index].bytes);
        let all = &object.sections[index].relocations;
        let mut done = vec![false; all.len()];
        for at in 0..all.len() {
            if std::mem::replace(&mut done[at], true) {
                continue;
            }
            let text = one(object, index, at, &mut done, &mut bytes);
            let (subject, offset) = (object.sections[index].id.clone(), all[at].offset);
            lines.extend(text.map(|text| Line { topic: Topic::Relocation, subject, offset, text }));
        }
        object.sections[index].bytes = bytes;
    }
    lines
}

/// Resolves or lists the relocation `at`, and the one that forms a difference with it.
fn one(object: &Object, section: usize, at: usize, done: &mut [bool], bytes: &mut [u8]) -> Option<String> {
    let all = &object.sections[section].relocations;
    let this = all[at];
    let to = object.referent(this.symbol, this.addend);
    if let Some((number, base)) = subtracted(object, all, at, done) {
        done[number] = true;
        let size = DIFFERENCES.iter().position(|pair| pair.0.0 == this.kind).map_or(0, |n| 1 << n);
        return match (&to, &base) {
            (Referent::At(a, to, 0), Referent::At(b, from, 0)) if a == b => {
                fill(Field::Data(size), to.wrapping_sub(*from) as i64, this.offset, bytes);
                None
            }
            _ => {
                fill(Field::Data(size), 0, this.offset, bytes);
                Some(format!("{} - {} of {size} bytes", object.show(&to), object.show(&base)))
            }
        };
    }
    let (field, relative) = row(object.machine, this.kind).unwrap_or((Field::Nothing, false));
    if let Some(high) = high_part(object, section, this, &to) {
        // The low part takes the referent of the high part's relocation.
        let referent = object.referent(high.symbol, high.addend);
        return match referent {
            Referent::At(other, target, 0) if other == section && high.kind == elf::R_RISCV_PCREL_HI20.0 => {
                fill(field, target.wrapping_sub(high.offset) as i64, this.offset, bytes);
                None
            }
            _ => {
                fill(field, 0, this.offset, bytes);
                Some(format!("type {} of type {} {}", this.kind, high.kind, object.show(&referent)))
            }
        };
    }
    match to {
        Referent::At(other, target, 0)
            if relative && other == section && object.machine == elf::EM_RISCV.0 =>
        {
            fill(field, target.wrapping_sub(this.offset) as i64, this.offset, bytes);
            None
        }
        _ => {
            fill(field, 0, this.offset, bytes);
            // Without a symbol the addend is the whole value.
            let shown = if this.symbol == 0 { format!("{}", this.addend) } else { object.show(&to) };
            Some(format!("type {} {shown}", this.kind))
        }
    }
}

/// Returns the relocation that subtracts from the addition `at`, and its referent.
fn subtracted(object: &Object, all: &[Relocation], at: usize, done: &[bool]) -> Option<(usize, Referent)> {
    if object.machine != elf::EM_RISCV.0 {
        return None;
    }
    let (_, subtracting) = DIFFERENCES.iter().find(|pair| pair.0.0 == all[at].kind)?;
    let same = all.iter().enumerate().skip(at + 1).take_while(|(_, r)| r.offset == all[at].offset);
    let (number, other) = same.filter(|(n, _)| !done[*n]).find(|(_, r)| r.kind == subtracting.0)?;
    Some((number, object.referent(other.symbol, other.addend)))
}

/// Returns the relocation with the high part, if `this` has the low part.
fn high_part(object: &Object, section: usize, this: Relocation, to: &Referent) -> Option<Relocation> {
    let low = [elf::R_RISCV_PCREL_LO12_I.0, elf::R_RISCV_PCREL_LO12_S.0].contains(&this.kind);
    let Referent::At(other, offset, _) = to else { return None };
    if !low || *other != section || object.machine != elf::EM_RISCV.0 {
        return None;
    }
    let all = &object.sections[section].relocations;
    let first = all.partition_point(|r| r.offset < *offset);
    let there = all[first..].iter().take_while(|r| r.offset == *offset);
    there.copied().find(|r| r.kind != elf::R_RISCV_RELAX.0)
}

/// Inserts `value` into a field, or into the bytes of it within the section: a directive may place
/// a relocation at its end.
fn fill(field: Field, value: i64, offset: u64, bytes: &mut [u8]) {
    let Some(bytes) = bytes.get_mut(offset as usize..) else { return };
    match field {
        Field::Nothing => {}
        Field::Data(size) => put(bytes, &value.to_le_bytes()[..size]),
        Field::Six => change(bytes, 1, |word| word & 0xc0 | value as u32 & 0x3f),
        Field::Bits(mask, put) => {
            let size = if mask < 0x1_0000 { 2 } else { 4 };
            change(bytes, size, |word| put(word & !mask, value));
        }
        Field::Call => {
            change(bytes, 4, |word| high(word, value));
            change(bytes.get_mut(4..).unwrap_or_default(), 4, |word| low_i(word, value));
        }
    }
}

/// Writes the bytes of `value` that fit.
fn put(bytes: &mut [u8], value: &[u8]) {
    bytes.iter_mut().zip(value).for_each(|(byte, new)| *byte = *new);
}

fn change(bytes: &mut [u8], size: usize, how: impl Fn(u32) -> u32) {
    let size = size.min(bytes.len());
    let mut word = [0; 4];
    put(&mut word, &bytes[..size]);
    put(bytes, &how(u32::from_le_bytes(word)).to_le_bytes()[..size]);
}

/// Examines the first instruction of differing RISC-V code. Returns true if GNU as lengthens it
/// unnecessarily (see [`is_lengthened`]), or leaves room for the linker to align elsewhere. The
/// latter includes a section's first byte, but never code that must not be relaxed.
pub fn is_longer(ours: &Object, theirs: &Object) -> bool {
    let is_code = |section: &&super::elf::Section| section.flags & elf::SHF_EXECINSTR.0 != 0;
    ours.machine == elf::EM_RISCV.0
        && ours.sections.iter().filter(is_code).any(|section| {
            let other = theirs.sections.iter().find(|other| other.id == section.id);
            let has_other_room = |other| alignments(other) != alignments(section);
            other.is_some_and(|other| has_other_room(other) || has_lengthened(&section.bytes, &other.bytes))
        })
}

/// Returns the number of alignment relocations.
fn alignments(section: &super::elf::Section) -> usize {
    section.relocations.iter().filter(|r| r.kind == elf::R_RISCV_ALIGN.0).count()
}

fn has_lengthened(ours: &[u8], theirs: &[u8]) -> bool {
    let half = |bytes: &[u8], at: usize| bytes.get(at..at + 2).map(|b| u16::from_le_bytes([b[0], b[1]]));
    let word = |bytes: &[u8], at: usize| {
        bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes)
    };
    let is_long = |half: u16| half & 3 == 3;
    let mut at = 0;
    while let (Some(our), Some(their)) = (half(ours, at), half(theirs, at)) {
        if is_long(our) != is_long(their) {
            return word(theirs, at).is_some_and(|their| is_lengthened(our, their));
        }
        let next = word(theirs, at + 4).unwrap_or_default();
        if is_long(our) && is_branch(our.into()) && is_branch(their.into()) && is_jump(next) {
            // The opposite condition branches around a jump.
            if (our ^ their) & 0x7000 == 0x1000 {
                return true;
            }
        }
        at += if is_long(our) { 4 } else { 2 };
    }
    false
}

fn is_branch(word: u32) -> bool {
    word & 0x7f == 0x63
}

fn is_jump(word: u32) -> bool {
    word & 0x7f == 0x6f
}

/// Returns true if GNU as uses `long` where `short` fits. It lengthens a branch that was
/// temporarily out of range in an earlier round. It does not shorten `mv rd, zero`, which is
/// `c.li`.
fn is_lengthened(short: u16, long: u32) -> bool {
    let branch = matches!(short & 0xe003, 0xc001 | 0xe001 | 0xa001) && (is_branch(long) || is_jump(long));
    let register = u32::from(short) & 0x0f80;
    branch || (short & 0xf07f == 0x4001 && long == 0x13 | register)
}

#[cfg(test)]
mod tests {
    use super::has_lengthened;

    #[test]
    fn relaxations_of_gnu_as_are_known() {
        let (beq, bne, jump) = ([0x63, 0, 0xb5, 0], [0x63, 0x14, 0xb5, 0], [0x6f, 0, 0xd0, 0x7f]);
        let ret: &[u8] = &[0x82, 0x80];
        let cases: [(&[u8], &[u8], bool); 6] = [
            // c.li a0, 0 and addi a0, zero, 0, then with 1, then of a1
            (&[0x01, 0x45], &[0x13, 0x05, 0, 0], true),
            (&[0x01, 0x45], &[0x13, 0x05, 0x10, 0], false),
            (&[0x01, 0x45], &[0x93, 0x05, 0, 0], false),
            // c.beqz a0 and beqz a0
            (&[0x01, 0xc1], &[0x63, 0, 0x05, 0], true),
            (&beq, &[bne, jump].concat(), true),
            (&[&beq[..], ret].concat(), &[&bne[..], ret].concat(), false),
        ];
        for (ours, theirs, expected) in cases {
            let (ours, theirs) = ([ret, ours].concat(), [ret, theirs].concat());
            assert_eq!(has_lengthened(&ours, &theirs), expected, "{ours:x?} {theirs:x?}");
        }
    }
}
