//! Prints functions and instructions in LLVM's MIR syntax.
//!
//! Source: LLVM's *Machine IR (MIR) Format Reference Manual*. The target provides the names of
//! registers, the module those of symbols; without a module symbols are printed by number.

use crate::frame::target::FrameTarget;
use crate::ir::entity::BlockId;
use crate::ir::mir::{MachineFunction, Reg};
use crate::ir::module::Module;
use crate::ir::opcodes::INLINEASM_BR;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::print::MirInstPrinter;
use crate::mir_text::debug_values::{self, DebugLines};
use std::fmt::{self, Write};

/// The sources of names for printing.
pub struct Printer<'a> {
    /// The function.
    pub mf: &'a MachineFunction,
    /// For the names of registers and opcodes.
    pub target: &'a dyn FrameTarget,
    /// For the names of symbols.
    pub module: Option<&'a Module>,
    /// Prints the instructions.
    pub(super) insts: MirInstPrinter<'a>,
    /// The debug lines between the instructions.
    pub(super) debug: DebugLines,
}

/// Returns the whole function as a MIR document.
pub fn function_to_string(mf: &MachineFunction, target: &dyn FrameTarget, module: Option<&Module>) -> String {
    let mut text = String::new();
    let mut printer = Printer::new(mf, target, module);
    printer.debug = debug_values::lines(&printer);
    match printer.document(&mut text) {
        Ok(()) => text,
        Err(_) => format!("# {} cannot be printed\n", mf.name),
    }
}

/// Returns the document before the functions: the IR module that they refer to.
pub fn ir_document(ir: &str) -> String {
    let lines: String = ir.lines().map(|line| format!("  {line}\n")).collect();
    format!("--- |\n{lines}...\n")
}

impl<'a> Printer<'a> {
    /// Returns a printer of `mf`.
    pub(crate) fn new(
        mf: &'a MachineFunction,
        target: &'a dyn FrameTarget,
        module: Option<&'a Module>,
    ) -> Printer<'a> {
        let insts = MirInstPrinter::new(mf, target, module);
        Printer { mf, target, module, insts, debug: DebugLines::default() }
    }
}

impl Printer<'_> {
    /// Returns true if inline assembly at the end of `from` may jump to `to`.
    fn assembly_jumps(&self, from: BlockId, to: BlockId) -> bool {
        let mut asm = self.mf.insts(from).filter(|&inst| self.mf.opcode(inst) == INLINEASM_BR);
        asm.any(|inst| self.mf.operands(inst).iter().any(|operand| operand.as_block() == Some(to)))
    }

    /// Prints one block with its header.
    pub(crate) fn block(&self, f: &mut impl Write, block: BlockId) -> fmt::Result {
        let b = self.mf.block(block);
        let mut attributes = Vec::new();
        if let Some(number) = b.ir_block.filter(|_| b.address_taken) {
            let name = self.insts.ir_block_name(self.mf.symbol, number);
            attributes.push(format!("ir-block-address-taken {name}"));
        }
        if b.address_taken && b.ir_block.is_none() {
            attributes.push("machine-block-address-taken".to_string());
        }
        if b.is_eh_pad {
            attributes.push("landing-pad".to_string());
        }
        if b.predecessors.iter().any(|&pred| self.assembly_jumps(pred, block)) {
            attributes.push("inlineasm-br-indirect-target".to_string());
        }
        if b.align > 1 {
            attributes.push(format!("align {}", b.align));
        }
        let attributes =
            if attributes.is_empty() { String::new() } else { format!(" ({})", attributes.join(", ")) };
        writeln!(f, "  {block}{attributes}:")?;
        if !b.successors.is_empty() || self.seems_to_go_on(block) {
            let one = |(n, s): (usize, &BlockId)| match b.probabilities.get(n) {
                Some(p) => format!("%{s}(0x{p:08x})"),
                None => format!("%{s}"),
            };
            let list: Vec<String> = b.successors.iter().enumerate().map(one).collect();
            writeln!(f, "    successors: {}", list.join(", "))?;
        }
        if !b.live_ins.is_empty() {
            let list: Vec<String> = b.live_ins.iter().map(|&r| self.insts.reg(Reg::phys(r))).collect();
            writeln!(f, "    liveins: {}", list.join(", "))?;
        }
        if !b.successors.is_empty() || !b.live_ins.is_empty() || self.seems_to_go_on(block) {
            writeln!(f)?;
        }
        let mut at_start = self.debug.at_start.get(&block);
        let mut comes_first = self.mf.layout.first() == Some(&block);
        for inst in self.mf.insts(block) {
            let starts = at_start.filter(|_| !debug_values::comes_first(self.mf.opcode(inst)));
            if starts.is_some() {
                at_start = None;
            }
            let before = self.debug.before.get(&inst);
            for line in starts.into_iter().chain(before).flatten() {
                writeln!(f, "    {line}")?;
            }
            comes_first &= before.is_none();
            f.write_str("    ")?;
            let number = self.debug.numbers.get(&inst).copied();
            self.insts.inst(f, inst, self.mf.source_location(inst), number)?;
            writeln!(f, "{}", self.debug.comment(self.mf, inst, comes_first))?;
            for line in self.debug.after.get(&inst).into_iter().flatten() {
                writeln!(f, "    {line}")?;
            }
        }
        Ok(())
    }

    /// Returns true if a reader would assume that a block without successors falls through.
    fn seems_to_go_on(&self, block: BlockId) -> bool {
        let last = self.mf.insts(block).last().map(|inst| self.target.desc(self.mf.opcode(inst)));
        last.is_none_or(|desc| !desc.flags.intersects(InstrFlags::RETURN | InstrFlags::BARRIER))
            && self.mf.block(block).successors.is_empty()
    }
}
