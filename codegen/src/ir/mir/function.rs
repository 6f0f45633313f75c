//! A machine function: arenas of blocks, instructions, operands and virtual registers.
//!
//! The instructions of a block form a doubly linked list; `layout` orders the blocks. Operands are
//! in one pool, and an instruction names a range of it. While the function is in SSA form, each
//! virtual register knows its definition and its number of uses. Debug instructions do not count as
//! uses. This requires that operands are changed only through the methods here.

use super::arena::make_room;
use super::{
    CfiDirective, CustomRegMask, FrameInfo, FrameObjectKind, FunctionAttrs, InstMetadataTable, MemFlags,
    MemOperand, Operand, PointerInfo,
};
use crate::ir::content::Form;
use crate::ir::debug_info::{FunctionDebug, NodeId};
use crate::ir::entity::{BlockId, DebugLoc, InstId, MemOperandId, SubtargetId, SymbolId, VReg};
use crate::ir::llt::{Llt, P0};
use crate::ir::mir::arena::NONE;
use crate::ir::opcodes::{G_PHI, PHI};
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::{BankId, PhysReg, RegClassId};
use crate::support::diagnostics::{Remark, Warning};
use bitflags::bitflags;
use smallvec::SmallVec;
use std::any::Any;
use std::cell::OnceCell;
use std::sync::Arc;

bitflags! {
    /// The properties that a function has, by the stages that it has passed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Properties: u16 {
        /// Each virtual register has one definition.
        const IS_SSA = 1;
        /// There are no phis.
        const NO_PHIS = 2;
        /// There are no virtual registers.
        const NO_VREGS = 4;
        /// Blocks list the physical registers that are live into them.
        const TRACKS_LIVENESS = 8;
        /// Every generic instruction is legal.
        const LEGALIZED = 16;
        /// Every virtual register has a bank or class.
        const REG_BANK_SELECTED = 32;
        /// There are no generic instructions.
        const SELECTED = 64;
        /// Selection has failed: no other property holds, and no pass accepts the function.
        const FAILED_ISEL = 128;
    }
}

bitflags! {
    /// Flags of an instruction, as MIR prints them.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct InstFlags: u16 {
        /// Belongs to the prologue.
        const FRAME_SETUP = 1;
        /// Belongs to an epilogue.
        const FRAME_DESTROY = 1 << 1;
        /// No NaNs.
        const FM_NO_NANS = 1 << 2;
        /// No infinities.
        const FM_NO_INFS = 1 << 3;
        /// No signed zeros.
        const FM_NSZ = 1 << 4;
        /// Reciprocals allowed.
        const FM_ARCP = 1 << 5;
        /// Contraction allowed.
        const FM_CONTRACT = 1 << 6;
        /// Approximate functions allowed.
        const FM_AFN = 1 << 7;
        /// Reassociation allowed.
        const FM_REASSOC = 1 << 8;
        /// No unsigned wrap.
        const NO_U_WRAP = 1 << 9;
        /// No signed wrap.
        const NO_S_WRAP = 1 << 10;
        /// Exact.
        const IS_EXACT = 1 << 11;
        /// Raises no floating-point exception that matters.
        const NO_FP_EXCEPT = 1 << 12;
        /// Operands of an `or` share no set bit.
        const DISJOINT = 1 << 13;
        /// The operand of a conversion is not negative.
        const NON_NEG = 1 << 14;
        /// Pointer arithmetic stays in bounds.
        const IN_BOUNDS = 1 << 15;
    }
}

/// One instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// The opcode.
    pub opcode: Opcode,
    /// Flags.
    pub flags: InstFlags,
    pub(super) first_operand: u32,
    pub(super) num_operands: u32,
    /// Source location, if known.
    pub debug_loc: Option<DebugLoc>,
    pub(super) block: u32,
    pub(super) prev: u32,
    pub(super) next: u32,
    pub(super) first_mem: u32,
    pub(super) num_mem: u16,
}

impl Inst {
    /// Returns true if it is in a block.
    #[inline]
    pub(crate) fn is_in_block(&self) -> bool {
        self.block != NONE
    }

    /// Returns the next instruction in its block.
    #[inline]
    pub(crate) fn next_inst(&self) -> Option<InstId> {
        (self.next != NONE).then(|| InstId::from_raw(self.next))
    }

    /// Returns true if it has memory operands.
    #[inline]
    pub(crate) fn has_mem_operands(&self) -> bool {
        self.num_mem != 0
    }
}

/// One basic block.
#[derive(Clone, Debug)]
pub struct BasicBlock {
    pub(super) first: u32,
    pub(super) last: u32,
    /// Successors, each once.
    pub successors: SmallVec<[BlockId; 4]>,
    /// Probability of each successor in units of 2⁻³¹; empty if unknown.
    pub probabilities: Vec<u32>,
    /// Predecessors, each once.
    pub predecessors: SmallVec<[BlockId; 4]>,
    /// Physical registers that hold a value at entry.
    pub live_ins: Vec<PhysReg>,
    /// True if it is a landing pad.
    pub is_eh_pad: bool,
    /// True if its address is taken (`blockaddress`): its position and label must be preserved.
    pub address_taken: bool,
    /// Its number in the IR function, for `blockaddress` from elsewhere.
    pub ir_block: Option<u32>,
    /// Required alignment in bytes.
    pub align: u32,
}

/// The register constraint of a virtual register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RegAttr {
    /// None yet.
    #[default]
    None,
    /// A bank, after regbankselect.
    Bank(BankId),
    /// A class, after selection.
    Class(RegClassId),
}

/// The attributes of a virtual register.
#[derive(Clone, Copy, Debug)]
pub struct VRegInfo {
    /// Its low-level type; invalid for registers that selection creates.
    pub ty: Llt,
    /// Bank or class.
    pub attr: RegAttr,
    /// The defining instruction while in SSA form.
    pub(super) def: u32,
    /// Number of uses; debug instructions do not count.
    pub(super) uses: u32,
}

/// A symbol and an offset in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct SymbolRef {
    /// The symbol.
    pub symbol: SymbolId,
    /// The addend to its address.
    pub offset: i64,
}

/// The address of a block of this function or another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct BlockAddressRef {
    /// The function.
    pub function: SymbolId,
    /// The block's number in the IR function.
    pub ir_block: u32,
}

/// A constant of more than 64 bits or of floating-point type: its bits, least significant word
/// first.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct WideConstant {
    /// Width in bits.
    pub bits: u32,
    /// `bits.div_ceil(64)` words; bits above the width are zero.
    pub words: Box<[u64]>,
}

/// An entry of the constant pool.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct ConstantPoolEntry {
    /// The bytes in memory order.
    pub bytes: Box<[u8]>,
    /// Alignment in bytes.
    pub align: u32,
    /// Its typed elements, if assembly shows them.
    pub elements: Option<Elements>,
}

/// Consecutive elements of a constant with the same form and size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Elements {
    /// The form of the elements.
    pub form: Form,
    /// Size of an element in bytes.
    pub size: u8,
}

/// A jump table: the targets in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpTable {
    /// The blocks.
    pub targets: Vec<BlockId>,
}

/// The kind of jump table entries, by its name in MIR; a target may have one layout for several
/// kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum JumpTableEntryKind {
    /// `label-difference32`: 32 bits, the block's address minus the table's address.
    #[default]
    LabelDifference32,
    /// `custom32`: 32 bits, in a format of the target.
    Custom32,
    /// `block-address`: the block's address.
    BlockAddress,
}

impl JumpTableEntryKind {
    /// All of them, with their names.
    pub(crate) const NAMES: [(&'static str, JumpTableEntryKind); 3] = [
        ("label-difference32", JumpTableEntryKind::LabelDifference32),
        ("custom32", JumpTableEntryKind::Custom32),
        ("block-address", JumpTableEntryKind::BlockAddress),
    ];

    /// Returns the name in MIR.
    pub(crate) fn name(self) -> &'static str {
        JumpTableEntryKind::NAMES[self as usize].0
    }
}

/// A function between translation and emission.
#[derive(Clone, Debug)]
pub struct MachineFunction {
    /// Its symbol.
    pub symbol: SymbolId,
    /// Its name, for messages and dumps.
    pub name: String,
    /// The type of pointers into address space 0.
    pub pointer: Llt,
    /// The stages that it has passed.
    pub properties: Properties,
    /// The subtarget that it is compiled for.
    pub subtarget: SubtargetId,
    /// Attributes.
    pub attrs: FunctionAttrs,
    /// True if a value without a definition may be frozen. Then an `IMPLICIT_DEF` is an ordinary
    /// definition, with one value for all uses. In other functions each use may have a different
    /// value.
    pub freezes: bool,
    /// The routine that unwinds through it (`personality`).
    pub personality: Option<SymbolId>,
    /// Warnings for the user.
    pub warnings: Vec<Warning>,
    /// Optimization remarks, if they are enabled.
    pub remarks: Vec<Remark>,
    /// The debug information node of the function. Its unit may emit nothing.
    pub subprogram: Option<NodeId>,
    /// Its debug information, if it is preserved.
    pub debug: Option<Box<FunctionDebug>>,
    /// The metadata of its instructions, if any has some.
    pub inst_metadata: Option<Box<InstMetadataTable>>,
    /// Order of blocks; the first is the entry.
    pub layout: Vec<BlockId>,
    pub(super) blocks: Vec<BasicBlock>,
    pub(super) insts: Vec<Inst>,
    pub(super) operands: Vec<Operand>,
    pub(super) vregs: Vec<VRegInfo>,
    pub(super) mem_operands: Vec<MemOperand>,
    pub(super) inst_mems: Vec<MemOperandId>,
    /// The frame.
    pub frame: FrameInfo,
    /// Physical registers with incoming values, and the virtual register to which each is copied.
    pub live_ins: Vec<(PhysReg, Option<VReg>)>,
    /// Jump tables.
    pub jump_tables: Vec<JumpTable>,
    /// The kind of their entries.
    pub jump_table_kind: JumpTableEntryKind,
    /// Constant pool.
    pub constant_pool: Vec<ConstantPoolEntry>,
    /// CFI directives.
    pub cfi: Vec<CfiDirective>,
    /// Assembly strings of inline assembly.
    pub asm_strings: Vec<String>,
    /// Names of the IR's blocks by number, for comments; empty if comments are off.
    pub block_names: Vec<Box<str>>,
    pub(super) imms: Vec<i64>,
    pub(super) wides: Vec<WideConstant>,
    pub(super) symbol_refs: Vec<SymbolRef>,
    pub(super) block_addresses: Vec<BlockAddressRef>,
    pub(super) shuffle_masks: Vec<Box<[i32]>>,
    pub(super) custom_reg_masks: Vec<CustomRegMask>,
    /// The cached result of an analysis of the blocks; cleared when they change.
    remembered: OnceCell<Arc<dyn Any + Send + Sync>>,
}

impl MachineFunction {
    /// Returns an empty function.
    pub fn new(symbol: SymbolId, name: impl Into<String>, subtarget: SubtargetId) -> Self {
        MachineFunction {
            symbol,
            name: name.into(),
            pointer: P0,
            properties: Properties::IS_SSA | Properties::TRACKS_LIVENESS,
            subtarget,
            attrs: FunctionAttrs::default(),
            freezes: false,
            personality: None,
            warnings: Vec::new(),
            remarks: Vec::new(),
            subprogram: None,
            debug: None,
            inst_metadata: None,
            layout: Vec::new(),
            blocks: Vec::new(),
            insts: Vec::new(),
            operands: Vec::new(),
            vregs: Vec::new(),
            mem_operands: Vec::new(),
            inst_mems: Vec::new(),
            frame: FrameInfo::default(),
            live_ins: Vec::new(),
            jump_tables: Vec::new(),
            jump_table_kind: JumpTableEntryKind::default(),
            constant_pool: Vec::new(),
            cfi: Vec::new(),
            asm_strings: Vec::new(),
            block_names: Vec::new(),
            imms: Vec::new(),
            wides: Vec::new(),
            symbol_refs: Vec::new(),
            block_addresses: Vec::new(),
            shuffle_masks: Vec::new(),
            custom_reg_masks: Vec::new(),
            remembered: OnceCell::new(),
        }
    }

    /// Reserves room for all but the largest functions: unused memory costs nothing, but growing an
    /// arena copies it.
    pub fn reserve(&mut self) {
        const INSTS: usize = 1 << 14;
        self.insts.reserve(INSTS);
        self.operands.reserve(3 * INSTS);
        self.vregs.reserve(INSTS);
        self.mem_operands.reserve(INSTS / 2);
        self.inst_mems.reserve(INSTS / 2);
    }

    /// Returns the cached result of `compute`, or computes it. All callers must use the same type.
    pub(crate) fn remembered<T: Any + Send + Sync>(&self, compute: impl FnOnce() -> T) -> Arc<T> {
        let mut made = None;
        let known = self.remembered.get_or_init(|| {
            let new = Arc::new(compute());
            made = Some(Arc::clone(&new));
            new
        });
        made.or_else(|| Arc::clone(known).downcast().ok()).expect("one analysis is remembered")
    }

    /// Caches the result of an analysis again, if the cache is empty. It must hold for the blocks.
    pub(crate) fn remember<T: Any + Send + Sync>(&self, known: Arc<T>) {
        self.remembered.get_or_init(|| known);
    }

    /// Resets the function to an empty one, and keeps its memory.
    pub fn reset(&mut self, symbol: SymbolId, name: &str, subtarget: SubtargetId) {
        (self.symbol, self.subtarget) = (symbol, subtarget);
        self.name.clear();
        self.name.push_str(name);
        self.properties = Properties::IS_SSA | Properties::TRACKS_LIVENESS;
        self.attrs = FunctionAttrs::default();
        self.freezes = false;
        self.personality = None;
        self.warnings.clear();
        self.remarks.clear();
        self.debug = None;
        self.inst_metadata = None;
        self.frame.reset();
        self.layout.clear();
        self.blocks.clear();
        self.insts.clear();
        self.operands.clear();
        self.vregs.clear();
        self.mem_operands.clear();
        self.inst_mems.clear();
        self.live_ins.clear();
        self.jump_tables.clear();
        self.jump_table_kind = JumpTableEntryKind::default();
        self.constant_pool.clear();
        self.cfi.clear();
        self.asm_strings.clear();
        self.block_names.clear();
        self.imms.clear();
        self.wides.clear();
        self.symbol_refs.clear();
        self.block_addresses.clear();
        self.shuffle_masks.clear();
        self.custom_reg_masks.clear();
        self.remembered.take();
    }

    // Blocks.

    /// Adds a block that is not in the layout yet.
    pub fn create_block(&mut self) -> BlockId {
        self.remembered.take();
        make_room(&mut self.blocks, 1);
        self.blocks.push(BasicBlock {
            first: NONE,
            last: NONE,
            successors: SmallVec::new(),
            probabilities: Vec::new(),
            predecessors: SmallVec::new(),
            live_ins: Vec::new(),
            is_eh_pad: false,
            address_taken: false,
            ir_block: None,
            align: 1,
        });
        BlockId::new(self.blocks.len() - 1)
    }

    /// Adds a block at the end of the layout.
    pub fn append_block(&mut self) -> BlockId {
        let block = self.create_block();
        self.layout.push(block);
        block
    }

    /// Returns the entry block, of a function that has blocks.
    pub fn entry(&self) -> BlockId {
        self.layout[0]
    }

    /// Returns the block `block`.
    #[inline]
    pub fn block(&self, block: BlockId) -> &BasicBlock {
        &self.blocks[block.index()]
    }

    /// Returns the block `block` for modification.
    #[inline]
    pub fn block_mut(&mut self, block: BlockId) -> &mut BasicBlock {
        self.remembered.take();
        &mut self.blocks[block.index()]
    }

    /// Returns the number of blocks ever created, in or out of the layout.
    pub(crate) fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Adds an edge unless there is one.
    pub fn add_edge(&mut self, from: BlockId, to: BlockId) {
        if !self.block(from).successors.contains(&to) {
            self.block_mut(from).successors.push(to);
            self.block_mut(to).predecessors.push(from);
        }
    }

    /// Adds an edge that is known to be absent, in constant time.
    pub fn add_new_edge(&mut self, from: BlockId, to: BlockId) {
        self.block_mut(from).successors.push(to);
        self.block_mut(to).predecessors.push(from);
    }

    /// Removes the edge.
    pub fn remove_edge(&mut self, from: BlockId, to: BlockId) {
        let block = self.block_mut(from);
        if let Some(i) = block.successors.iter().position(|&s| s == to) {
            block.successors.remove(i);
            if i < block.probabilities.len() {
                block.probabilities.remove(i);
            }
        }
        self.block_mut(to).predecessors.retain(|p| *p != from);
    }

    /// Redirects the edge from `from` to `old` to `new`, in the instructions and in the lists of
    /// edges. Phis of `old` are unchanged.
    pub(crate) fn redirect_edge(&mut self, from: BlockId, old: BlockId, new: BlockId) {
        self.redirect_successor(from, old, new);
        self.block_mut(old).predecessors.retain(|pred| *pred != from);
        self.block_mut(new).predecessors.push(from);
    }

    /// Redirects the edge from `from` to `old` to `new`, in the instructions and the successors of
    /// `from` only.
    pub(crate) fn redirect_successor(&mut self, from: BlockId, old: BlockId, new: BlockId) {
        let mut next = self.last_inst(from);
        while let Some(inst) = next.filter(|&inst| !matches!(self.opcode(inst), PHI | G_PHI)) {
            next = self.prev_inst(inst);
            self.replace_block(inst, old, new);
        }
        let successors = &mut self.block_mut(from).successors;
        successors.iter_mut().filter(|successor| **successor == old).for_each(|successor| *successor = new);
    }

    /// Replaces the block operands `old` of `inst` by `new`.
    pub(crate) fn replace_block(&mut self, inst: InstId, old: BlockId, new: BlockId) {
        for n in 0..self.operands(inst).len() {
            if self.operand(inst, n).as_block() == Some(old) {
                self.set_operand(inst, n, Operand::block(new));
            }
        }
    }

    // Instructions.

    /// Returns the instruction `inst`.
    #[inline]
    pub fn inst(&self, inst: InstId) -> &Inst {
        &self.insts[inst.index()]
    }

    /// Returns the instruction `inst` for modification of opcode, flags or location.
    #[inline]
    pub fn inst_mut(&mut self, inst: InstId) -> &mut Inst {
        &mut self.insts[inst.index()]
    }

    /// Returns all instructions ever created, by number.
    pub(crate) fn all_insts(&self) -> &[Inst] {
        &self.insts
    }

    /// Returns the number of instructions ever created.
    #[inline]
    pub(crate) fn num_insts(&self) -> usize {
        self.insts.len()
    }

    /// Returns the opcode of `inst`.
    #[inline]
    pub fn opcode(&self, inst: InstId) -> Opcode {
        self.insts[inst.index()].opcode
    }

    /// Returns the operands of `inst`.
    #[inline]
    pub fn operands(&self, inst: InstId) -> &[Operand] {
        self.inst_and_operands(inst).1
    }

    /// Returns the instruction `inst` with its operands.
    #[inline]
    pub fn inst_and_operands(&self, inst: InstId) -> (&Inst, &[Operand]) {
        let i = &self.insts[inst.index()];
        let first = i.first_operand as usize;
        (i, &self.operands[first..first + i.num_operands as usize])
    }

    /// Returns operand `n` of `inst`.
    #[inline]
    pub fn operand(&self, inst: InstId, n: usize) -> Operand {
        self.operands(inst)[n]
    }

    /// Returns the virtual register at operand `n`, if there is one.
    #[inline]
    pub fn vreg_operand(&self, inst: InstId, n: usize) -> Option<VReg> {
        self.operands(inst).get(n)?.vreg()
    }

    /// Returns the block of `inst`, if it is in one.
    #[inline]
    pub fn block_of(&self, inst: InstId) -> Option<BlockId> {
        let block = self.insts[inst.index()].block;
        (block != NONE).then(|| BlockId::from_raw(block))
    }

    /// Returns the instruction after `inst`.
    #[inline]
    pub fn next_inst(&self, inst: InstId) -> Option<InstId> {
        let next = self.insts[inst.index()].next;
        (next != NONE).then(|| InstId::from_raw(next))
    }

    /// Returns the instruction before `inst`.
    #[inline]
    pub fn prev_inst(&self, inst: InstId) -> Option<InstId> {
        let prev = self.insts[inst.index()].prev;
        (prev != NONE).then(|| InstId::from_raw(prev))
    }

    /// Returns the first instruction of `block`.
    #[inline]
    pub fn first_inst(&self, block: BlockId) -> Option<InstId> {
        let first = self.blocks[block.index()].first;
        (first != NONE).then(|| InstId::from_raw(first))
    }

    /// Returns the last instruction of `block`.
    #[inline]
    pub fn last_inst(&self, block: BlockId) -> Option<InstId> {
        let last = self.blocks[block.index()].last;
        (last != NONE).then(|| InstId::from_raw(last))
    }

    /// Returns the instructions of `block` in order.
    #[inline]
    pub fn insts(&self, block: BlockId) -> impl Iterator<Item = InstId> + '_ {
        std::iter::successors(self.first_inst(block), |&i| self.next_inst(i))
    }

    /// Returns the memory operands of `inst`.
    #[inline]
    pub fn mem_operands(&self, inst: InstId) -> impl ExactSizeIterator<Item = &MemOperand> + '_ {
        let i = &self.insts[inst.index()];
        let range = i.first_mem as usize..i.first_mem as usize + i.num_mem as usize;
        self.inst_mems[range].iter().map(|m| &self.mem_operands[m.index()])
    }

    /// Returns the memory operands by which `inst` reloads from or spills to spill slots, depending
    /// on `access`.
    pub(crate) fn spills(&self, inst: InstId, access: MemFlags) -> impl Iterator<Item = &MemOperand> + '_ {
        self.mem_operands(inst).filter(move |operand| {
            let slot = match operand.pointer {
                PointerInfo::Stack(slot, _) => self.frame.object(slot).kind == FrameObjectKind::Spill,
                _ => false,
            };
            slot && operand.flags.contains(access)
        })
    }

    /// Returns the first memory operand of `inst`.
    #[inline]
    pub fn mem_operand(&self, inst: InstId) -> Option<&MemOperand> {
        self.mem_operand_of(self.inst(inst))
    }

    /// Returns the first memory operand of `inst`, without a lookup by id.
    #[inline]
    pub(crate) fn mem_operand_of(&self, inst: &Inst) -> Option<&MemOperand> {
        (inst.num_mem != 0).then(|| &self.mem_operands[self.inst_mems[inst.first_mem as usize].index()])
    }

    /// Returns the second memory operand of `inst`, which memory copies have.
    #[inline]
    pub(crate) fn second_mem_operand_of(&self, inst: &Inst) -> Option<&MemOperand> {
        (inst.num_mem > 1).then(|| &self.mem_operands[self.inst_mems[inst.first_mem as usize + 1].index()])
    }

    // Virtual registers.

    /// Creates a generic virtual register.
    #[inline]
    pub fn create_vreg(&mut self, ty: Llt) -> VReg {
        self.create_vreg_with(ty, RegAttr::None)
    }

    /// Creates a virtual register of a class.
    #[inline]
    pub fn create_class_vreg(&mut self, class: RegClassId) -> VReg {
        self.create_vreg_with(Llt::INVALID, RegAttr::Class(class))
    }

    /// Creates a virtual register of a type and bank or class.
    #[inline]
    pub fn create_vreg_with(&mut self, ty: Llt, attr: RegAttr) -> VReg {
        make_room(&mut self.vregs, 1);
        self.vregs.push(VRegInfo { ty, attr, def: NONE, uses: 0 });
        VReg::new(self.vregs.len() - 1)
    }

    /// Returns the number of virtual registers.
    #[inline]
    pub fn num_vregs(&self) -> usize {
        self.vregs.len()
    }

    /// Returns the attributes of all virtual registers, by number.
    pub fn vregs(&self) -> &[VRegInfo] {
        &self.vregs
    }

    /// Assigns to each virtual register without bank or class the bank that `bank` returns for its
    /// type.
    pub(crate) fn set_remaining_banks(&mut self, bank: impl Fn(Llt) -> BankId) {
        // Consecutive registers often have the same type.
        let mut last = (Llt::INVALID, bank(Llt::INVALID));
        for info in self.vregs.iter_mut().filter(|info| info.attr == RegAttr::None) {
            if info.ty != last.0 {
                last = (info.ty, bank(info.ty));
            }
            info.attr = RegAttr::Bank(last.1);
        }
    }

    /// Assigns `bank` to each virtual register without bank or class.
    pub(crate) fn set_remaining_bank(&mut self, bank: BankId) {
        for info in &mut self.vregs {
            if info.attr == RegAttr::None {
                info.attr = RegAttr::Bank(bank);
            }
        }
    }

    /// Replaces each register's bank by the class that `class_for` returns for bank and type, and
    /// removes all types. Returns the first register without such a class that is used or defined,
    /// and its type.
    pub(crate) fn settle_classes(
        &mut self,
        mut class_for: impl FnMut(BankId, Llt) -> Option<RegClassId>,
    ) -> Option<(VReg, Llt)> {
        let mut lacking = None;
        for (n, info) in self.vregs.iter_mut().enumerate() {
            if let RegAttr::Bank(bank) = info.attr {
                match class_for(bank, info.ty) {
                    Some(class) => info.attr = RegAttr::Class(class),
                    None if info.uses == 0 && info.def == NONE => {}
                    None => lacking = lacking.or(Some((VReg::new(n), info.ty))),
                }
            }
            info.ty = Llt::INVALID;
        }
        lacking
    }

    /// Returns the attributes of `vreg`.
    #[inline]
    pub(crate) fn vreg(&self, vreg: VReg) -> &VRegInfo {
        &self.vregs[vreg.index()]
    }

    /// Returns the low-level type of `vreg`.
    #[inline]
    pub fn ty(&self, vreg: VReg) -> Llt {
        self.vregs[vreg.index()].ty
    }

    /// Sets the low-level type of `vreg`.
    #[inline]
    pub(crate) fn set_ty(&mut self, vreg: VReg, ty: Llt) {
        self.vregs[vreg.index()].ty = ty;
    }

    /// Returns the bank or class of `vreg`.
    #[inline]
    pub fn reg_attr(&self, vreg: VReg) -> RegAttr {
        self.vregs[vreg.index()].attr
    }

    /// Returns true if the value of `inst`, an undefined one, may be frozen: a second such
    /// definition has another value.
    pub(crate) fn defines_one_unknown(&self, inst: InstId) -> bool {
        self.freezes && self.opcode(inst) == crate::ir::opcodes::IMPLICIT_DEF
    }

    /// Sets bank or class of `vreg`.
    #[inline]
    pub fn set_reg_attr(&mut self, vreg: VReg, attr: RegAttr) {
        self.vregs[vreg.index()].attr = attr;
    }

    /// Returns the instruction that defines `vreg`, in SSA form.
    #[inline]
    pub fn def(&self, vreg: VReg) -> Option<InstId> {
        let def = self.vregs[vreg.index()].def;
        (def != NONE).then(|| InstId::from_raw(def))
    }

    /// Returns the number of uses of `vreg`; debug instructions do not count.
    #[inline]
    pub fn use_count(&self, vreg: VReg) -> u32 {
        self.vregs[vreg.index()].uses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_small() {
        assert_eq!(size_of::<Inst>(), 40);
    }
}
