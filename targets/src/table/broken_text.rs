//! Tests that truncated assembly, or assembly with wrong operands, is rejected without a panic.

use super::{Table, check};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mc::asm_parser::{WithoutDistances, read_expression};
use gisel_codegen::mc::inst::{Label, McInst, McSymbol};
use gisel_codegen::mc::target::McTarget;
use gisel_codegen::mc::target_asm_parser::{AsmSink, AsmValue, SymbolReader};

/// Encodes the instructions that it receives.
struct Encoder<'a> {
    mc: &'a dyn McTarget,
    bytes: Vec<u8>,
    labels: u32,
}

impl SymbolReader for Encoder<'_> {
    fn symbol(&mut self, name: &str) -> Option<McSymbol> {
        (name == "label").then_some(McSymbol::Label(Label(0)))
    }

    fn expression(&mut self, text: &str) -> Option<(AsmValue, usize)> {
        read_expression(text, &mut WithoutDistances(self))
    }
}

impl AsmSink for Encoder<'_> {
    fn inst(&mut self, inst: &McInst) -> Result<(), String> {
        let short = self.mc.compress(inst);
        self.mc.encode(short.as_ref().unwrap_or(inst), &mut self.bytes, &mut Default::default())
    }

    fn raw_inst(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn is_position_independent(&self) -> bool {
        false
    }

    fn new_label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels)
    }

    fn bind(&mut self, _: Label) {}

    fn symbols(&mut self) -> &mut dyn SymbolReader {
        self
    }

    fn literal(&mut self, _: AsmValue, _: u8, _: bool) -> Label {
        self.new_label()
    }
}

/// Replacements of an operand.
const ODD_OPERANDS: [&str; 16] = [
    "",
    "é",
    "#",
    "#-1",
    "x99",
    "w0",
    "x0",
    "sp",
    "label+",
    "label+9223372036854775807",
    "-9223372036854775808",
    "9223372036854775807",
    "[",
    "%lo(",
    "{v0.8b",
    "0x10000000000000000",
];

/// Tries the text of every instruction of `table` and of the lines `more`: truncated at each
/// position, and with each operand replaced. Panics if the assembler does.
pub(crate) fn assemble_variants(table: &Table, mc: &dyn McTarget, more: &[&str]) {
    let mut lines: Vec<String> = more.iter().map(|&line| line.to_owned()).collect();
    let opcodes = (0..table.descs.len() as u16).map(|index| Opcode(Opcode::FIRST_TARGET + index));
    lines.extend(opcodes.filter_map(|opcode| check::example(table, opcode)));
    let mut encoder = Encoder { mc, bytes: Vec::new(), labels: 0 };
    let mut accepted = 0;
    for line in &lines {
        accepted += usize::from(mc.assemble(line, &mut encoder).is_ok());
        for end in (0..line.len()).filter(|&n| line.is_char_boundary(n)) {
            let _ = mc.assemble(&line[..end], &mut encoder);
        }
        let (word, items) = super::statement(line);
        for n in 0..items.len() {
            for odd in ODD_OPERANDS {
                let mut items = items.clone();
                items[n] = odd;
                let _ = mc.assemble(&format!("{word} {}", items.join(", ")), &mut encoder);
            }
        }
    }
    assert!(accepted > lines.len() / 2, "{accepted} of {} lines are read", lines.len());
}
