//! Compares every line of a table with LLVM's assembler: random operands, our text and our bytes,
//! in one batch.
//!
//! The assembler parses our text; its bytes must be ours. The text that it prints back must be ours
//! too, except for the listed lines, each with a reason. Our parser must parse our text.

use super::{ShorterForms, SymbolNames, SymbolReader, Table, missing};
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::module::InstPrinterOptions;
use gisel_codegen::machine::desc::instructions::{Opcode, OperandKind};
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::mc::asm_parser::{WithoutDistances, read_expression};
use gisel_codegen::mc::inst::{McInst, McOperand, McSymbol};
use gisel_codegen::mc::target_asm_parser::AsmValue;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fmt::{self, Write};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The configuration of the check.
pub(crate) struct Check<'a> {
    pub(crate) table: &'a Table,
    pub(crate) triple: &'a str,
    pub(crate) attributes: &'a str,
    /// Returns true if lines that require a feature are tested.
    pub(crate) has: fn(&str) -> bool,
    /// Returns true if an instruction with these operands is valid on the target.
    pub(crate) accepts: fn(&McInst) -> bool,
    /// Returns the directive before an instruction of this size.
    pub(crate) mode: fn(u8) -> &'static str,
    /// True if the registers of one instruction must be distinct: the assembler rejects some equal
    /// ones.
    pub(crate) distinct_registers: bool,
    /// True if the compressed forms are checked.
    pub(crate) compressed: bool,
    /// Prefixes of our text whose printed form differs from LLVM's, each with a reason.
    pub(crate) prints_otherwise: &'a [(&'a str, &'a str)],
}

struct NoSymbols;

impl SymbolNames for NoSymbols {
    fn write_symbol(&self, _: McSymbol, _: &mut dyn Write) -> fmt::Result {
        Err(fmt::Error)
    }
}

impl SymbolReader for NoSymbols {
    fn symbol(&mut self, _: &str) -> Option<McSymbol> {
        None
    }

    fn expression(&mut self, text: &str) -> Option<(AsmValue, usize)> {
        read_expression(text, &mut WithoutDistances(self))
    }
}

struct Sample {
    name: &'static str,
    size: u8,
    text: String,
    bytes: Vec<u8>,
}

const SAMPLES_A_LINE: usize = 12;

/// Returns the text of an instruction with some operands, if it can be printed.
pub(crate) fn example(table: &Table, opcode: Opcode) -> Option<String> {
    let plain = Check {
        table,
        triple: "",
        attributes: "",
        has: |_| true,
        accepts: |_| true,
        mode: |_| "",
        distinct_registers: true,
        compressed: false,
        prints_otherwise: &[],
    };
    let written = table.encoded_size(opcode) != 0 && table.syntaxes[opcode.table_index()].tested;
    written.then(|| plain.write(&plain.instruction(opcode, &mut SplitMix64::seed_from_u64(1))).0)
}

impl Check<'_> {
    /// Runs the check. Panics with all differences.
    pub(crate) fn run(&self) {
        let samples = self.samples();
        assert!(!samples.is_empty());
        let mut input = String::new();
        for sample in &samples {
            let _ = writeln!(input, "{}\n{}", (self.mode)(sample.size), sample.text);
        }
        let output = self.assemble(&input);
        assert_eq!(output.len(), samples.len(), "the assembler skipped instructions");
        let mut wrong = String::new();
        for (sample, (text, bytes)) in samples.iter().zip(&output) {
            if *bytes != sample.bytes {
                let _ = writeln!(
                    wrong,
                    "{}: `{}`: {:02x?}, LLVM: {bytes:02x?}",
                    sample.name, sample.text, sample.bytes
                );
            } else if *text != sample.text
                && !self.compressed
                && !self.prints_otherwise.iter().any(|(start, _)| sample.text.starts_with(start))
            {
                let _ = writeln!(wrong, "{}: `{}`, LLVM: `{text}`", sample.name, sample.text);
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }

    fn samples(&self) -> Vec<Sample> {
        let mut random = SplitMix64::seed_from_u64(1);
        let mut out = Vec::new();
        for index in 0..self.table.descs.len() {
            let opcode = Opcode(Opcode::FIRST_TARGET + index as u16);
            let syntax = &self.table.syntaxes[index];
            let is_there = missing(syntax.feature, &self.has).is_none();
            if self.table.encoded_size(opcode) == 0 || !syntax.tested || !is_there {
                continue;
            }
            if !self.compressed {
                out.extend((0..SAMPLES_A_LINE).map(|_| self.sample(opcode, &mut random)));
            } else if !self.table.encodings[index].compressions.is_empty() {
                out.extend((0..100 * SAMPLES_A_LINE).map(|_| self.compressed_sample(opcode, &mut random)));
            }
        }
        out
    }

    /// Returns the first generated instruction that is valid on the target.
    fn accepted(&self, mut make: impl FnMut() -> McInst) -> McInst {
        loop {
            let inst = make();
            if (self.accepts)(&inst) {
                return inst;
            }
        }
    }

    fn sample(&self, opcode: Opcode, random: &mut SplitMix64) -> Sample {
        let desc = self.table.desc(opcode);
        let inst = self.accepted(|| self.instruction(opcode, random));
        let (text, bytes) = self.write(&inst);
        let read = self.table.parse(&text, &mut NoSymbols, &self.has);
        let read = read.unwrap_or_else(|e| panic!("{}: own text: {e}", desc.name));
        // A special case may have a separate line.
        let is_special_case = read.opcode != inst.opcode;
        let (own_text, own_bytes) = self.write(&read);
        assert!(
            own_bytes == bytes && (is_special_case || own_text == text),
            "{}: own text reads otherwise: `{text}`, `{own_text}`: {bytes:02x?}, {own_bytes:02x?}",
            desc.name
        );
        assert_eq!(
            self.by_values(&inst, ShorterForms::NONE),
            bytes,
            "{}: by its operands' values",
            desc.name
        );
        Sample { name: desc.name, size: bytes.len() as u8, text, bytes }
    }

    /// Returns the bytes of [`Table::encode_values`], which must be equal to
    /// [`Table::encode_operands`]'s.
    fn by_values(&self, inst: &McInst, forms: ShorterForms) -> Vec<u8> {
        let value = |operand: &McOperand| match *operand {
            McOperand::Reg(reg) => i64::from(reg.0),
            McOperand::Imm(value) => value,
            McOperand::Expr(_) => panic!("an operand without a value"),
        };
        let values: Vec<i64> = inst.operands.iter().map(value).collect();
        let mut bytes = Vec::new();
        assert!(self.table.encode_values(inst.opcode, &values, forms, &mut bytes), "{inst:?}");
        let operand = |operand: &McOperand| match *operand {
            McOperand::Reg(reg) => Some(Operand::use_of(reg)),
            McOperand::Imm(value) => i32::try_from(value).ok().map(Operand::small_imm),
            McOperand::Expr(_) => None,
        };
        if let Some(operands) = inst.operands.iter().map(operand).collect::<Option<Vec<Operand>>>() {
            let mut by_operands = Vec::new();
            assert!(self.table.encode_operands(inst.opcode, &operands, forms, &mut by_operands), "{inst:?}");
            assert_eq!(by_operands, bytes, "{inst:?}");
        }
        bytes
    }

    /// Returns the long form's text with the bytes of the compressed form, if there is one.
    fn compressed_sample(&self, opcode: Opcode, random: &mut SplitMix64) -> Sample {
        let inst = self.accepted(|| self.few_operands(opcode, random));
        let (text, bytes) = self.write(&inst);
        let forms = self.table.shorter_forms(&self.has);
        let bytes = self.table.compress(&inst, forms).map_or(bytes, |short| self.write(&short).1);
        assert_eq!(self.by_values(&inst, forms), bytes, "{text}: by its operands' values");
        Sample { name: self.table.desc(opcode).name, size: 2, text, bytes }
    }

    /// Returns the instruction with random operands, of which some are equal and some small, as
    /// patterns require.
    fn few_operands(&self, opcode: Opcode, random: &mut SplitMix64) -> McInst {
        let mut inst = self.instruction(opcode, random);
        for index in 0..inst.operands.len() {
            if index > 0 && random.next_u64().is_multiple_of(3) {
                let before = inst.operands[index - 1];
                if matches!(before, McOperand::Reg(_)) && self.table.fits(opcode, index, &before) {
                    inst.operands[index] = before;
                }
            }
            if matches!(inst.operands[index], McOperand::Imm(_)) && random.next_u64().is_multiple_of(2) {
                let small = match random.next_u64() % 2 {
                    0 => [-1, 0, 1, 2, 3, 255][random.next_u64() as usize % 6],
                    _ => (random.next_u64() % 80) as i64 * 8 - 320,
                };
                let small = McOperand::Imm(small);
                if self.table.fits(opcode, index, &small) {
                    inst.operands[index] = small;
                }
            }
        }
        inst
    }

    /// Returns the instruction with random operands.
    fn instruction(&self, opcode: Opcode, random: &mut SplitMix64) -> McInst {
        let desc = self.table.desc(opcode);
        let mut inst = McInst::new(opcode, &[]);
        for operand in desc.operands {
            let value = match (operand.tied_to, operand.kind) {
                (Some(to), _) => inst.operands[to as usize],
                (None, OperandKind::Class(class)) => {
                    let distinct =
                        self.distinct_registers || self.table.syntaxes[opcode.table_index()].distinct;
                    McOperand::Reg(self.register(class, distinct.then_some(&inst), random))
                }
                (None, OperandKind::Imm(kind) | OperandKind::Expr(kind)) => {
                    McOperand::Imm(self.immediate(kind, random))
                }
                (None, kind) => panic!("{}: cannot encode {kind:?}", desc.name),
            };
            inst.operands.push(value);
        }
        inst
    }

    /// Returns a register of `class`, with a number other than those of `inst`.
    fn register(&self, class: RegClassId, inst: Option<&McInst>, random: &mut SplitMix64) -> PhysReg {
        let number = |reg| self.table.registers.reg(reg).encoding;
        let operands = || inst.iter().flat_map(|inst| &inst.operands);
        let taken = |reg| operands().any(|o| matches!(o, McOperand::Reg(r) if number(*r) == number(reg)));
        let members = self.table.registers.class(class).members;
        loop {
            let reg = members[random.next_u64() as usize % members.len()];
            if !taken(reg) {
                return reg;
            }
        }
    }

    /// Returns an edge value in one of two cases, else any value.
    fn immediate(&self, kind: u8, random: &mut SplitMix64) -> i64 {
        let kind = self.table.imm_kind(kind);
        for _ in 0..100_000 {
            let any = random.next_u64() as i64;
            let span = kind.max.wrapping_sub(kind.min).wrapping_add(1);
            let within = if span <= 0 { any } else { kind.min + any.rem_euclid(span) };
            let value = match random.next_u64() % 8 {
                0 => kind.min,
                1 => kind.max,
                2 => 0,
                3 => [1, -1, 2, 255][random.next_u64() as usize % 4],
                _ => within - within.rem_euclid(kind.align.max(1)),
            };
            if kind.accepts(value) {
                return value;
            }
        }
        panic!("no value found for immediate kind `{}`", kind.name)
    }

    fn write(&self, inst: &McInst) -> (String, Vec<u8>) {
        let (mut text, mut bytes, mut fixups) = (String::new(), Vec::new(), Default::default());
        self.table
            .print(inst, &InstPrinterOptions::default(), &NoSymbols, &mut text)
            .expect("nothing symbolic");
        self.table.encode(inst, &mut bytes, &mut fixups).expect("operands fit");
        (text, bytes)
    }

    /// Returns the text and bytes of `llvm-mc`, one entry per instruction.
    fn assemble(&self, input: &str) -> Vec<(String, Vec<u8>)> {
        let mut child = Command::new("llvm-mc-22")
            .arg(format!("-triple={}", self.triple))
            .arg(format!("-mattr={}", self.attributes))
            .arg("-show-encoding")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("llvm-mc-22 is installed");
        let mut stdin = child.stdin.take().expect("piped");
        let text = input.to_string();
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let output = child.wait_with_output().expect("llvm-mc-22 runs");
        writer.join().expect("no panic").expect("llvm-mc-22 reads its input");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}", errors.chars().take(20_000).collect::<String>());
        let marker = "encoding: [";
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| {
                let (text, encoding) = line.split_once(marker)?;
                let text = text.trim_end_matches([' ', '\t', '#', '/', ';']).trim_start().to_string();
                let bytes = encoding.trim_end_matches(']').split(',');
                let bytes = bytes.map(|b| u8::from_str_radix(b.trim_start_matches("0x"), 16));
                Some((text, bytes.collect::<Result<_, _>>().expect("bytes")))
            })
            .collect()
    }
}
