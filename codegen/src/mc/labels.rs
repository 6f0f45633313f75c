//! Labels of one function: blocks, jump tables and constants have fixed numbers, others come after them.

use super::inst::Label;
use crate::ir::entity::{BlockId, ConstantId, JumpTableId};
use crate::ir::mir::MachineFunction;
use std::fmt::{self, Write};

const FIRST_SKIP: u32 = 1 << 31;

/// The numbering of a function's labels, and their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    function: u32,
    jump_tables: u32,
    constants: u32,
    temporaries: u32,
    next: u32,
}

impl Labels {
    /// The labels of a function, the `number`th of its module.
    pub fn new(number: u32, function: &MachineFunction) -> Labels {
        let jump_tables = function.num_blocks() as u32;
        let constants = jump_tables + function.jump_tables.len() as u32;
        let temporaries = constants + function.constant_pool.len() as u32;
        Labels { function: number, jump_tables, constants, temporaries, next: temporaries }
    }

    /// The label of a block.
    pub fn block(&self, block: BlockId) -> Label {
        Label(block.raw())
    }

    /// The label of a jump table.
    pub fn jump_table(&self, table: JumpTableId) -> Label {
        Label(self.jump_tables + table.raw())
    }

    /// The label of a constant.
    pub fn constant(&self, constant: ConstantId) -> Label {
        Label(self.constants + constant.raw())
    }

    /// Another label.
    pub fn create(&mut self) -> Label {
        self.next += 1;
        Label(self.next - 1)
    }

    /// Number of labels so far.
    pub fn len(&self) -> usize {
        self.next as usize
    }

    /// Whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// The label after the `number`th branch that goes over a jump: of no function's numbering.
    pub fn skip(number: u32) -> Label {
        Label(FIRST_SKIP + number)
    }

    /// Writes the name of `label`.
    pub fn write_name(&self, label: Label, out: &mut dyn Write) -> fmt::Result {
        let (kind, first) = match label.0 {
            n if n < self.jump_tables => (".LBB", 0),
            n if n < self.constants => (".LJTI", self.jump_tables),
            n if n < self.temporaries => (".LCPI", self.constants),
            n if n < FIRST_SKIP => (".Ltmp", self.temporaries),
            _ => (".Lskip", FIRST_SKIP),
        };
        write!(out, "{kind}{}_{}", self.function, label.0 - first)
    }
}
