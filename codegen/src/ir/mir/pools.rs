//! The pools of a function, which operands index. Each has a method that adds and one that reads.

use super::function::{
    BlockAddressRef, ConstantPoolEntry, JumpTable, MachineFunction, SymbolRef, WideConstant,
};
use super::{CfiDirective, Elements, FrameObjectKind, Operand, OperandTag};
use crate::ir::entity::{AsmStringId, BlockId, CfiIndex, ConstantId, FrameIndex, JumpTableId, SymbolId};

impl MachineFunction {
    /// Returns an immediate operand.
    #[inline]
    pub fn imm(&mut self, value: i64) -> Operand {
        if let Ok(small) = i32::try_from(value) {
            return Operand::small_imm(small);
        }
        self.imms.push(value);
        Operand::indexed(OperandTag::PoolImm, self.imms.len() as u32 - 1)
    }

    /// Returns the value of an immediate operand (up to 64 bits, sign-extended).
    #[inline]
    pub fn imm_value(&self, operand: Operand) -> Option<i64> {
        match operand.tag() {
            OperandTag::Imm => Some(operand.payload() as i32 as i64),
            OperandTag::PoolImm => self.imms.get(operand.payload() as usize).copied(),
            _ => None,
        }
    }

    /// Returns an operand for an integer constant of more than 64 bits (`words` least significant
    /// first).
    pub(crate) fn wide_imm(&mut self, bits: u32, words: &[u64]) -> Operand {
        self.wides.push(WideConstant { bits, words: words.into() });
        Operand::indexed(OperandTag::WideImm, self.wides.len() as u32 - 1)
    }

    /// Returns an operand for the bits of a floating-point constant.
    pub(crate) fn fp_imm(&mut self, bits: u32, value: u128) -> Operand {
        let words = [value as u64, (value >> 64) as u64];
        self.wides.push(WideConstant { bits, words: words[..bits.div_ceil(64) as usize].into() });
        Operand::indexed(OperandTag::FpImm, self.wides.len() as u32 - 1)
    }

    /// Returns the constant of a wide or floating-point immediate operand.
    pub fn wide_value(&self, operand: Operand) -> Option<&WideConstant> {
        match operand.tag() {
            OperandTag::WideImm | OperandTag::FpImm => self.wides.get(operand.payload() as usize),
            _ => None,
        }
    }

    /// Returns the bits of a floating-point immediate operand.
    pub fn fp_value(&self, operand: Operand) -> Option<u128> {
        if operand.tag() != OperandTag::FpImm {
            return None;
        }
        let words = &self.wides.get(operand.payload() as usize)?.words;
        let word = |i: usize| words.get(i).copied().unwrap_or(0) as u128;
        Some(word(0) | word(1) << 64)
    }

    /// Returns an operand for a symbol's address plus `offset` bytes.
    pub fn global(&mut self, symbol: SymbolId, offset: i64) -> Operand {
        self.symbol_refs.push(SymbolRef { symbol, offset });
        Operand::indexed(OperandTag::Global, self.symbol_refs.len() as u32 - 1)
    }

    /// Returns the symbol of a global operand.
    pub fn symbol_ref(&self, operand: Operand) -> Option<SymbolRef> {
        match operand.tag() {
            OperandTag::Global => self.symbol_refs.get(operand.payload() as usize).copied(),
            _ => None,
        }
    }

    /// Returns an operand for a block's address.
    pub fn block_address(&mut self, address: BlockAddressRef) -> Operand {
        self.block_addresses.push(address);
        Operand::indexed(OperandTag::BlockAddress, self.block_addresses.len() as u32 - 1)
    }

    /// Returns true if two operands are equal up to their flags, even if their pool indices differ.
    pub(crate) fn is_identical_operand(&self, x: Operand, y: Operand) -> bool {
        x.tag() == y.tag()
            && x.target_flags() == y.target_flags()
            && match x.tag() {
                OperandTag::PoolImm => self.imm_value(x) == self.imm_value(y),
                OperandTag::Global => self.symbol_ref(x) == self.symbol_ref(y),
                OperandTag::BlockAddress => self.block_address_ref(x) == self.block_address_ref(y),
                OperandTag::FrameEscape => x.as_frame_escape() == y.as_frame_escape(),
                _ => x.payload() == y.payload(),
            }
    }

    /// Returns a hash; operands equal by [`MachineFunction::is_identical_operand`] have the same
    /// one.
    pub(crate) fn operand_hash(&self, operand: Operand) -> u64 {
        match (self.imm_value(operand), self.symbol_ref(operand)) {
            (Some(value), _) => value as u64,
            (_, Some(symbol)) => (symbol.symbol.index() as u64) << 32 ^ symbol.offset as u64,
            _ if operand.tag() == OperandTag::BlockAddress => 0,
            _ => u64::from(operand.payload()),
        }
    }

    /// Returns the block address of an operand.
    pub(crate) fn block_address_ref(&self, operand: Operand) -> Option<BlockAddressRef> {
        match operand.tag() {
            OperandTag::BlockAddress => self.block_addresses.get(operand.payload() as usize).copied(),
            _ => None,
        }
    }

    /// Returns an operand for a shuffle mask; negative elements are undefined.
    pub fn shuffle_mask(&mut self, mask: &[i32]) -> Operand {
        self.shuffle_masks.push(mask.into());
        Operand::indexed(OperandTag::ShuffleMask, self.shuffle_masks.len() as u32 - 1)
    }

    /// Returns the elements of a shuffle mask operand.
    pub fn shuffle_mask_value(&self, operand: Operand) -> Option<&[i32]> {
        match operand.tag() {
            OperandTag::ShuffleMask => self.shuffle_masks.get(operand.payload() as usize).map(|m| &**m),
            _ => None,
        }
    }

    /// Adds a constant-pool entry, or returns an equal one.
    pub fn constant_pool_entry(&mut self, bytes: &[u8], align: u32) -> ConstantId {
        self.constant_pool_entry_of(bytes, align, None)
    }

    /// Adds a constant-pool entry with typed elements, or returns an equal one.
    pub fn constant_pool_entry_of(
        &mut self,
        bytes: &[u8],
        align: u32,
        elements: Option<Elements>,
    ) -> ConstantId {
        let found = self.constant_pool.iter().position(|e| &*e.bytes == bytes && e.align >= align);
        let index = found.unwrap_or_else(|| {
            self.constant_pool.push(ConstantPoolEntry { bytes: bytes.into(), align, elements });
            self.constant_pool.len() - 1
        });
        ConstantId::new(index)
    }

    /// Adds a jump table.
    pub fn create_jump_table(&mut self, targets: Vec<BlockId>) -> JumpTableId {
        self.jump_tables.push(JumpTable { targets });
        JumpTableId::new(self.jump_tables.len() - 1)
    }

    /// Adds a CFI directive.
    pub fn create_cfi(&mut self, directive: CfiDirective) -> CfiIndex {
        self.cfi.push(directive);
        CfiIndex::new(self.cfi.len() - 1)
    }

    /// Adds an assembly string.
    pub fn create_asm_string(&mut self, text: String) -> AsmStringId {
        self.asm_strings.push(text);
        AsmStringId::new(self.asm_strings.len() - 1)
    }

    /// Adds a stack object for a temporary of `size` bytes.
    pub fn create_stack_object(&mut self, size: u64, align: u32) -> FrameIndex {
        self.frame.create(FrameObjectKind::Local, size, align)
    }
}
