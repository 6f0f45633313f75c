//! `.insn`: instructions by their format and fields, or by their bits.
//!
//! Source: the RISC-V assembly programmer's manual, ".insn".

use crate::riscv::mc::inline_asm::{floating, general};
use crate::riscv::registers::{REGISTERS, regs};
use crate::table::number;

/// The names of major opcodes.
const OPCODES: [(&str, u32); 26] = [
    ("LOAD", 0x03),
    ("LOAD_FP", 0x07),
    ("CUSTOM_0", 0x0b),
    ("MISC_MEM", 0x0f),
    ("OP_IMM", 0x13),
    ("AUIPC", 0x17),
    ("OP_IMM_32", 0x1b),
    ("STORE", 0x23),
    ("STORE_FP", 0x27),
    ("CUSTOM_1", 0x2b),
    ("AMO", 0x2f),
    ("OP", 0x33),
    ("LUI", 0x37),
    ("OP_32", 0x3b),
    ("MADD", 0x43),
    ("MSUB", 0x47),
    ("NMSUB", 0x4b),
    ("NMADD", 0x4f),
    ("OP_FP", 0x53),
    ("OP_V", 0x57),
    ("CUSTOM_2", 0x5b),
    ("BRANCH", 0x63),
    ("JALR", 0x67),
    ("JAL", 0x6f),
    ("SYSTEM", 0x73),
    ("CUSTOM_3", 0x7b),
];

/// Returns the bytes of one instruction.
pub(crate) fn assemble(line: &str) -> Result<Vec<u8>, String> {
    let wrong = || format!("`{line}` is not understood");
    let arguments = line.strip_prefix(".insn").ok_or_else(wrong)?.trim();
    let end = arguments.find([' ', '\t', ',']).unwrap_or(arguments.len());
    let (format, rest) = arguments.split_at(end);
    let fields: Vec<&str> = rest.split(',').map(str::trim).collect();
    let is_short = matches!(format, "cr" | "ci" | "ciw" | "css" | "cl" | "cs" | "ca");
    let word = match (format, &fields[..]) {
        ("r", [opcode, funct3, funct7, rd, rs1, rs2]) => major(opcode)
            .zip(field(funct3, 3).zip(field(funct7, 7)))
            .zip(register(rd).zip(register(rs1).zip(register(rs2))))
            .map(|((op, (f3, f7)), (rd, (rs1, rs2)))| {
                op | rd << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | f7 << 25
            }),
        ("i", [opcode, funct3, rd, rs1, imm]) if !imm.contains('(') => {
            immediate_form(opcode, funct3, rd, rs1, imm)
        }
        ("cr", [op, funct4, rd, rs2]) => {
            short(op, |op| Some(op | field(funct4, 4)? << 12 | register(rd)? << 7 | register(rs2)? << 2))
        }
        ("ci", [op, funct3, rd, imm]) => short(op, |op| {
            let imm = signed(imm, 6)?;
            Some(op | field(funct3, 3)? << 13 | (imm >> 5) << 12 | register(rd)? << 7 | (imm & 31) << 2)
        }),
        ("ciw", [op, funct3, rd, imm]) => {
            short(op, |op| Some(op | field(funct3, 3)? << 13 | field(imm, 8)? << 5 | low_register(rd)? << 2))
        }
        ("css", [op, funct3, rs2, imm]) => {
            short(op, |op| Some(op | field(funct3, 3)? << 13 | field(imm, 6)? << 7 | register(rs2)? << 2))
        }
        ("cl" | "cs", [op, funct3, value, address]) => short(op, |op| {
            let (imm, base) = address_parts(address)?;
            let imm = field(imm, 5)?;
            let address = low_register(base)? << 7 | (imm >> 2) << 10 | (imm & 3) << 5;
            Some(op | field(funct3, 3)? << 13 | address | low_register(value)? << 2)
        }),
        ("ca", [op, funct6, funct2, rd, rs2]) => short(op, |op| {
            let functions = field(funct6, 6)? << 10 | field(funct2, 2)? << 5;
            Some(op | functions | low_register(rd)? << 7 | low_register(rs2)? << 2)
        }),
        ("i", [opcode, funct3, rd, address]) => {
            address_parts(address).and_then(|(imm, rs1)| immediate_form(opcode, funct3, rd, rs1, imm))
        }
        ("s", [opcode, funct3, rs2, address]) => address_parts(address).and_then(|(imm, rs1)| {
            let (op, f3, imm) = (major(opcode)?, field(funct3, 3)?, signed(imm, 12)?);
            let (rs1, rs2) = (register(rs1)?, register(rs2)?);
            Some(op | (imm & 31) << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | (imm >> 5) << 25)
        }),
        ("u", [opcode, rd, imm]) => major(opcode)
            .zip(register(rd).zip(field(imm, 20)))
            .map(|(op, (rd, imm))| op | rd << 7 | imm << 12),
        ("r4" | "r", [opcode, funct3, funct2, rd, rs1, rs2, rs3]) => {
            four_registers([opcode, funct3, funct2], [rd, rs1, rs2, rs3])
        }
        ("b" | "sb", [opcode, funct3, rs1, rs2, distance]) if !distance.contains('(') => {
            major(opcode).zip(field(funct3, 3)).zip(even(distance, 13)).and_then(|((op, f3), to)| {
                let (low, high) =
                    ((to >> 1 & 15) << 8 | (to >> 11 & 1) << 7, (to >> 5 & 63) << 25 | to >> 12 << 31);
                Some(op | f3 << 12 | register(rs1)? << 15 | register(rs2)? << 20 | low | high)
            })
        }
        ("j" | "uj", [opcode, rd, distance]) => major(opcode).zip(even(distance, 21)).and_then(|(op, to)| {
            let (middle, sign) = ((to >> 1 & 0x3ff) << 21 | (to >> 11 & 1) << 20, to >> 20 << 31);
            Some(op | register(rd)? << 7 | (to >> 12 & 0xff) << 12 | middle | sign)
        }),
        _ => return by_bits(arguments).ok_or_else(wrong),
    };
    let bytes = word.map(|word| word.to_le_bytes().to_vec()).ok_or_else(wrong)?;
    Ok(if is_short { bytes[..2].to_vec() } else { bytes })
}

/// Returns an instruction of 16 bits whose lowest two are `opcode`.
fn short(opcode: &str, fields: impl FnOnce(u32) -> Option<u32>) -> Option<u32> {
    let named = opcode.strip_prefix('C').unwrap_or(opcode);
    field(named, 2).filter(|op| *op != 3).and_then(fields)
}

/// Returns the number of a register in a field of three bits.
fn low_register(text: &str) -> Option<u32> {
    register(text)?.checked_sub(8).filter(|number| *number < 8)
}

/// Returns a statement with a symbolic target in the table's form: with the number of the opcode,
/// and one name per format.
pub(crate) fn with_target(line: &str) -> Option<String> {
    let (format, rest) = line.strip_prefix(".insn")?.trim().split_once([' ', '\t'])?;
    let format = match format {
        "sb" | "b" => "b",
        "uj" | "j" => "j",
        "cb" | "cj" => format,
        _ => return None,
    };
    let (opcode, rest) = rest.split_once(',')?;
    let opcode = opcode.trim();
    let number = match format {
        "b" | "j" => major(opcode)?,
        _ => field(opcode.strip_prefix('C').unwrap_or(opcode), 2)?,
    };
    Some(format!(".insn {format} {number}, {rest}"))
}

fn four_registers(fields: [&str; 3], registers: [&str; 4]) -> Option<u32> {
    let [opcode, funct3, funct2] = fields;
    let [rd, rs1, rs2, rs3] = registers.map(register);
    let (op, f3, f2) = (major(opcode)?, field(funct3, 3)?, field(funct2, 2)?);
    Some(op | rd? << 7 | f3 << 12 | rs1? << 15 | rs2? << 20 | f2 << 25 | rs3? << 27)
}

/// Parses an even signed number of `bits` bits.
fn even(text: &str, bits: u32) -> Option<u32> {
    signed(text, bits).filter(|value| value % 2 == 0)
}

fn immediate_form(opcode: &str, funct3: &str, rd: &str, rs1: &str, imm: &str) -> Option<u32> {
    let (op, f3, imm) = (major(opcode)?, field(funct3, 3)?, signed(imm, 12)?);
    Some(op | register(rd)? << 7 | f3 << 12 | register(rs1)? << 15 | imm << 20)
}

/// Parses `[length,] value`; the lowest bits also encode the length.
fn by_bits(arguments: &str) -> Option<Vec<u8>> {
    let (length, value) = match arguments.split_once(',') {
        Some((length, value)) => (Some(number(length.trim())?), number(value.trim())?),
        None => (None, number(arguments)?),
    };
    let own = match value {
        value if value & 3 != 3 => 2,
        value if value & 0x1f != 0x1f => 4,
        value if value & 0x3f == 0x1f => 6,
        value if value & 0x7f == 0x3f => 8,
        _ => return None,
    };
    let fits = length.is_none_or(|length| length == own) && (own == 8 || (value as u64) < 1 << (8 * own));
    fits.then(|| value.to_le_bytes()[..own as usize].to_vec())
}

fn major(text: &str) -> Option<u32> {
    let named = OPCODES.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    named.or_else(|| field(text, 7)).filter(|value| value & 3 == 3)
}

/// Parses a number of `bits` bits.
fn field(text: &str, bits: u32) -> Option<u32> {
    number(text).and_then(|n| u32::try_from(n).ok()).filter(|&n| n < 1 << bits)
}

/// Parses a signed number of `bits` bits.
fn signed(text: &str, bits: u32) -> Option<u32> {
    let limit = 1 << (bits - 1);
    let value = number(text).filter(|n| (-limit..limit).contains(n))?;
    Some(value as u32 & ((1 << bits) - 1))
}

fn register(text: &str) -> Option<u32> {
    let number = general(text).map(|reg| REGISTERS.reg(reg).encoding - REGISTERS.reg(regs::X0).encoding);
    number.or_else(|| floating(text)).map(u32::from)
}

/// Splits `imm(register)`, or `(register)`.
fn address_parts(text: &str) -> Option<(&str, &str)> {
    let (imm, rest) = text.split_once('(')?;
    let imm = if imm.trim().is_empty() { "0" } else { imm.trim() };
    Some((imm, rest.strip_suffix(')')?.trim()))
}
