//! The context of a target's emission of instructions: the function, its labels, and the output.

use super::function_records::{ListLabels, Probe, SledKind};
use super::inst::{Label, McExpr, McInst, McOperand, McSymbol, Specifier};
use super::labels::{LabelName, Labels};
use super::sections;
use crate::ir::entity::{BlockId, ConstantId, InstId, JumpTableId, SymbolId};
use crate::ir::mir::{MachineFunction, Operand, OperandTag};
use crate::ir::module::Module;
use crate::ir::opcodes::EH_LABEL;
use crate::ir::section::{Companion, Section, SectionFlags, SectionType};
use crate::machine::desc::instructions::Descs;
use crate::mc::streamer::Streamer;
use crate::mc::streamer::data::{Base, McValue};
use crate::mc::streamer::sections::Padding;
use crate::mc::target::EmitTarget;
use crate::support::error::{CompileError, Result};
use std::collections::{BTreeMap, HashMap};

/// The emission of one function.
pub struct EmitContext<'a> {
    /// The module.
    pub module: &'a Module,
    /// The function.
    pub function: &'a MachineFunction,
    /// Its subtarget.
    pub target: &'a dyn EmitTarget,
    /// Descriptions of all opcodes.
    pub(super) descs: Descs,
    /// True if only the size matters, so assembly that is not understood may remain unparsed.
    pub(super) estimates: bool,
    /// True if the module's output is text, also while the code for it is assembled.
    pub(super) is_text: bool,
    pub(super) out: &'a mut dyn Streamer,
    pub(super) labels: &'a mut Labels,
    /// The start of the function's patchable area, once it has been emitted.
    pub(super) patch_start: Option<Label>,
    /// The XRay sleds, with their kinds.
    pub(super) sleds: Vec<(Label, SledKind)>,
    /// The labels of instructions in lists of addresses.
    pub(super) pc_labels: ListLabels,
    /// The instruction being emitted, if it has metadata.
    pub(super) labelled: Option<InstId>,
    /// The symbol that deactivates the instruction being emitted, until it is named.
    pub(super) deactivation: Option<SymbolId>,
    /// True if the next instruction computes the address of the access being emitted.
    pub(super) is_address: bool,
    /// Probes, with their positions.
    pub(super) probes: Vec<Probe>,
    /// The labels at which a call through a pointer of another type traps.
    pub(super) type_traps: Vec<Label>,
    /// The labels of `EH_LABEL`s, by number.
    pub(super) eh_labels: BTreeMap<u32, Label>,
    /// The labels of address words.
    pub(super) address_words: HashMap<(McSymbol, i64), Label>,
    /// The number of labels so far that the stack map or a frame table lists.
    pub(super) recorded: u32,
    /// Storage for the current instruction.
    pub(super) lowered: McInst,
}

impl EmitContext<'_> {
    /// Binds the next label that the stack map or a frame table lists.
    pub(super) fn bind_recorded(&mut self) {
        let number = self.recorded;
        self.recorded += 1;
        self.out.label(McSymbol::Recorded(self.function.symbol, number));
    }

    /// Returns `inst` as its table line defines it: the explicit operands in order.
    pub fn lower_plain(&self, inst: InstId) -> Result<McInst> {
        let opcode = self.function.opcode(inst);
        let listed = self.target.desc(opcode).operands.len();
        let mut lowered = McInst::new(opcode, &[]);
        let explicit = self.function.operands(inst).iter().filter(|o| !o.is_implicit());
        for &operand in explicit.take(listed) {
            lowered.operands.push(self.operand(inst, operand)?);
        }
        Ok(lowered)
    }

    /// Returns an operand of `inst`; a symbolic one with the specifier of its target flags.
    pub fn operand(&self, inst: InstId, operand: Operand) -> Result<McOperand> {
        if let Some(reg) = operand.phys() {
            let part = self.target.registers().sub_reg(reg, operand.sub_reg());
            return part.map(McOperand::Reg).ok_or_else(|| self.error(inst, "no such part of a register"));
        }
        match self.function.imm_value(operand) {
            Some(value) => Ok(McOperand::Imm(value)),
            None => self.expr(inst, operand).map(McOperand::Expr),
        }
    }

    /// Returns a symbolic operand of `inst`, with the specifier of its target flags.
    pub fn expr(&self, inst: InstId, operand: Operand) -> Result<McExpr> {
        let (mut addend, index) = (0, operand.payload());
        let symbol = match operand.tag() {
            OperandTag::Block => McSymbol::Label(self.block_label(BlockId::from_raw(index))),
            OperandTag::ConstantPool => McSymbol::Label(self.constant_label(ConstantId::from_raw(index))),
            OperandTag::JumpTable => McSymbol::Label(self.jump_table_label(JumpTableId::from_raw(index))),
            OperandTag::External => McSymbol::External(index as u16),
            OperandTag::Global => {
                let global = self.function.symbol_ref(operand);
                let global = global.ok_or_else(|| self.error(inst, "operand without a symbol"))?;
                addend = global.offset;
                McSymbol::reference(self.module, global.symbol)
            }
            OperandTag::BlockAddress => {
                let block = self.function.block_address_ref(operand);
                let block = block.ok_or_else(|| self.error(inst, "operand without a block"))?;
                McSymbol::Block(block.function, block.ir_block)
            }
            OperandTag::FrameEscape => {
                let (function, number) = self.frame_escape(inst, operand)?;
                return Ok(McExpr::from(McSymbol::FrameEscape(function, number)));
            }
            tag => return Err(self.error(inst, &format!("{tag:?} operand cannot be emitted"))),
        };
        Ok(McExpr { specifier: Specifier(operand.target_flags()), symbol, addend })
    }

    /// Returns the function and the number of an escaped object, whose offset is an operand of
    /// `inst`.
    pub(super) fn frame_escape(&self, inst: InstId, operand: Operand) -> Result<(SymbolId, u16)> {
        operand.as_frame_escape().ok_or_else(|| self.error(inst, "the offset of no escaped object"))
    }

    /// Returns the label whose number is operand `n` of `inst`.
    pub fn numbered_label(&mut self, inst: InstId, n: usize) -> Result<Label> {
        let number = self.function.operands(inst).get(n).and_then(|operand| operand.as_mc_symbol());
        let number = number.ok_or_else(|| self.error(inst, "a label without a number"))?;
        Ok(self.eh_label(number))
    }

    /// Returns the label of a block.
    pub(crate) fn block_label(&self, block: BlockId) -> Label {
        self.labels.block(block)
    }

    /// Returns the label of a jump table.
    pub(crate) fn jump_table_label(&self, table: JumpTableId) -> Label {
        self.labels.jump_table(table)
    }

    /// Returns the label of a constant-pool entry.
    pub(crate) fn constant_label(&self, constant: ConstantId) -> Label {
        self.labels.constant(constant)
    }

    /// Creates a label that is not bound yet.
    pub fn new_label(&mut self) -> Label {
        self.labels.create()
    }

    /// Creates a label with a separate name in text.
    pub(super) fn named_label(&mut self, name: LabelName) -> Label {
        self.labels.create_named(name)
    }

    /// Numbers the exception labels of a text in LLVM's order. The labels around a call come in IR
    /// order. A landing pad's label comes after the last call that unwinds to it. Returns the
    /// number of labels.
    pub(super) fn number_eh_labels(&mut self) -> u32 {
        let function = self.function;
        let mut keys: BTreeMap<u32, (u32, bool)> = BTreeMap::new();
        let number = |inst| function.eh_label(inst);
        for invoke in function.layout.iter().filter_map(|&block| function.invoke(block)) {
            let (begin, end) = (number(invoke.begin), number(invoke.end));
            keys.extend([begin, end].into_iter().flatten().map(|label| (label, (label, false))));
            let pad = function.insts(invoke.pad).find(|&inst| function.opcode(inst) == EH_LABEL);
            if let Some((pad, end)) = pad.and_then(number).zip(end) {
                let key = keys.entry(pad).or_insert((end, true));
                *key = (*key).max((end, true));
            }
        }
        let mut order: Vec<(u32, (u32, bool))> = keys.into_iter().collect();
        order.sort_by_key(|&(_, key)| key);
        let labels = (0..).zip(&order).map(|(place, &(label, _))| (label, Labels::of_exceptions(place)));
        self.eh_labels.extend(labels);
        order.len() as u32
    }

    /// Returns the label of the `EH_LABEL` with this number.
    pub(super) fn eh_label(&mut self, number: u32) -> Label {
        let labels = &mut *self.labels;
        *self.eh_labels.entry(number).or_insert_with(|| labels.create())
    }

    /// Returns the name of a label.
    pub(super) fn label_name(&self, label: Label) -> String {
        let mut name = String::new();
        // Writing to a string cannot fail.
        let _ = self.labels.write_name(label, &mut name);
        name
    }

    /// Returns the base of a distance from the word here: in text a label with a comment.
    pub(super) fn base_here(&mut self, comment: &str) -> Base {
        if !self.labels.is_text() {
            return Base::Here;
        }
        let here = self.new_label();
        self.out.comment(format_args!("{comment}"));
        self.bind(here);
        Base::Symbol(McSymbol::Label(here))
    }

    /// Returns the label at the end of the function, which is here.
    pub(super) fn end_of_function(&mut self) -> Label {
        self.labels.end_of_text().unwrap_or_else(|| self.label_here())
    }

    /// Binds `label` here.
    pub fn bind(&mut self, label: Label) {
        self.out.label(McSymbol::Label(label));
    }

    /// Returns the label of an address word of `size` bytes in data that only the loader changes. A
    /// function has one for each address.
    pub fn address_word(&mut self, expr: McExpr, size: u8) -> Result<Label> {
        if let Some(&label) = self.address_words.get(&(expr.symbol, expr.addend)) {
            return Ok(label);
        }
        let label = self.new_label();
        let home = sections::for_function(self.module, self.function);
        self.out.switch_section(&sections::for_address_words());
        self.out.align(u32::from(size), Padding::Zero);
        self.bind(label);
        let value = McValue::plain(expr);
        let made = self.out.value(&value, size);
        self.out.switch_section(&home);
        made.map_err(|e| CompileError::new(&self.function.name, "address of a symbol", e))?;
        self.address_words.insert((expr.symbol, expr.addend), label);
        Ok(label)
    }

    /// Pads to a multiple of `align` bytes with NOPs.
    pub fn align(&mut self, align: u32) {
        self.out.align(align, Padding::Code);
    }

    /// Creates a label and binds it here.
    pub fn label_here(&mut self) -> Label {
        let label = self.new_label();
        self.bind(label);
        label
    }

    /// Creates a label here, for an instruction with the upper half of a distance. Instructions
    /// with the lower half name it.
    pub fn high_label_here(&mut self) -> Label {
        let label = self.labels.create_high();
        self.next_is_address();
        self.bind(label);
        label
    }

    /// Makes the next instruction have no entries in lists of addresses: it has the upper half of
    /// an address, and the access comes after it.
    pub fn next_is_address(&mut self) {
        self.is_address = true;
    }

    /// Switches to a companion section of the function.
    pub(super) fn switch_to_companion(&mut self, name: &str, flags: SectionFlags) {
        self.switch_to_companion_of(Companion::Symbol(self.function.symbol), name, flags);
    }

    /// Switches to a companion section of the function's section, which all functions in it share.
    pub(super) fn switch_to_section_s_companion(&mut self, name: &str, flags: SectionFlags) {
        let section = sections::for_function(self.module, self.function);
        self.switch_to_companion_of(Companion::Section(Box::new(section)), name, flags);
    }

    fn switch_to_companion_of(&mut self, companion: Companion, name: &str, flags: SectionFlags) {
        self.out.switch_section(&Section {
            group: self.module.symbol(self.function.symbol).comdat,
            linked_to: Some(companion),
            ..Section::new(name.to_owned(), SectionType::Progbits, flags | SectionFlags::LINK_ORDER)
        });
    }

    /// Emits the distance from here to `label`, in `size` bytes of `section`.
    pub(super) fn emit_distance(&mut self, label: Label, size: u8, section: &str) -> Result<()> {
        let value = McValue::difference(McExpr::from(label), Base::Here);
        self.out.value(&value, size).map_err(|e| CompileError::new(&self.function.name, section, e))
    }

    /// Returns an error about `inst`.
    pub fn error(&self, inst: InstId, message: &str) -> CompileError {
        let shown = self.target.desc(self.function.opcode(inst)).name;
        CompileError::new(&self.function.name, shown, message)
    }
}
