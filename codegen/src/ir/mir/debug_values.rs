//! Updates of debug values when instructions change (see [`crate::ir::debug_info::ValueTable`]).

use super::{MachineFunction, Site};
use crate::ir::debug_info::llvm_ops::{CONVERT, EXTRACT_BITS_SEXT, EXTRACT_BITS_ZEXT, sum_ops};
use crate::ir::debug_info::{DebugInfo, Derivation, Replacement, ValueLocation, ValueOperand, ValueTable};
use crate::ir::entity::{BlockId, DebugLoc, InstId, VReg};
use crate::ir::opcodes::*;
use crate::machine::desc::registers::{PhysReg, SubReg};
use gimli::constants as dw;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// The maximum length of a chain of replacements that is followed.
const MAX_REPLACEMENTS: usize = 64;

/// The maximum number of steps by which a value is derived.
const MAX_DERIVATIONS: usize = 3;

/// The salvaged value of a register that may have no definition any more.
pub(crate) struct Salvaged {
    /// The source of the value.
    pub source: SalvagedSource,
    /// The operations applied to the source.
    pub ops: Vec<u64>,
    /// The number of low bits that are valid.
    pub intact: u32,
}

/// The source of a salvaged value.
pub(crate) enum SalvagedSource {
    /// A register that is defined.
    Register(VReg),
    /// A constant.
    Constant(ValueOperand),
    /// Registers of the given width in bits from which the value has been merged, the lowest first.
    Fragments(SmallVec<[VReg; 2]>, u32),
}

impl MachineFunction {
    /// Returns the table of variables that have values, if there is one.
    pub(crate) fn debug_values(&self) -> Option<&ValueTable> {
        self.debug.as_ref()?.values.as_deref()
    }

    /// Returns the table of variables that have values, for modification.
    pub fn debug_values_mut(&mut self) -> Option<&mut ValueTable> {
        self.debug.as_mut()?.values.as_deref_mut()
    }

    /// Returns the source location of an instruction.
    #[inline]
    pub(crate) fn source_location(&self, inst: InstId) -> Option<DebugLoc> {
        let loc = self.location(inst)?;
        match self.debug_site(loc) {
            Some(site) => site.loc,
            None => Some(loc),
        }
    }

    /// Returns the site that a debug location encodes, if it encodes one.
    #[inline]
    pub(crate) fn debug_site(&self, loc: DebugLoc) -> Option<Site> {
        self.debug_values().and_then(|values| values.site(loc))
    }

    /// Records that `same` replaces `vreg` with the same value.
    pub fn note_same_value(&mut self, vreg: VReg, same: VReg) {
        if let Some(values) = self.debug_values_mut().filter(|values| values.is_tracked(vreg)) {
            values.replace(vreg, Replacement::Register(same, SmallVec::new()));
        }
    }

    /// Records that a register without a definition held the sum of `base` and `offset`.
    pub(crate) fn note_sum(&mut self, vreg: VReg, base: VReg, offset: i64) {
        let ops = sum_ops(offset);
        if let Some(values) = self.debug_values_mut().filter(|values| values.is_tracked(vreg)) {
            values.replace(vreg, Replacement::Register(base, ops));
        }
    }

    /// Records that `made` is the sum of `from` and `offset` at its definition: each can be computed
    /// from the other.
    pub(crate) fn note_derived_sum(&mut self, made: VReg, from: VReg, offset: i64) {
        if let Some(values) = self.debug_values_mut().filter(|values| values.is_tracked(from)) {
            let [ops, inverse] = [offset, offset.wrapping_neg()].map(sum_ops).map(|ops| ops.to_vec().into());
            values.derive(Derivation { made, from, ops, inverse: Some(inverse), bits: u32::MAX });
        }
    }

    /// Records that `to`, an instruction on physical registers, replaces `from` and writes the same
    /// values.
    pub fn note_moved(&mut self, from: InstId, to: InstId) {
        if let Some(values) = self.debug_values_mut() {
            values.moved(from, to);
        }
    }

    /// Records that `to`, an instruction on physical registers, writes the values of `from` besides
    /// its own.
    pub fn note_merged(&mut self, from: InstId, to: InstId) {
        if let Some(values) = self.debug_values_mut() {
            values.merged_into(from, to);
        }
    }

    /// Notes that the new block `rest` has instructions from the end of `block`.
    pub fn note_rest_of_block(&mut self, block: BlockId, rest: BlockId) {
        if let Some(values) = self.debug_values_mut() {
            values.continue_block(block, rest);
        }
    }

    /// Records that `inst`, now the first instruction of its block, writes the value that `reg` had at
    /// the block's start before.
    pub(crate) fn note_written_at_start(&mut self, inst: InstId, reg: PhysReg) {
        let block = self.block_of(inst);
        let Some(values) = self.debug_values() else { return };
        let copies = values.tail_copies.iter();
        let here: SmallVec<[bool; 8]> = copies.map(|copy| self.block_of(copy.insts.0) == block).collect();
        let Some(values) = self.debug_values_mut() else { return };
        for (copy, _) in values.tail_copies.iter_mut().zip(here).filter(|(_, is_here)| *is_here) {
            for (_, at, written) in &mut copy.starts {
                if written.is_none() && *at == ValueLocation::Register(reg) {
                    *written = Some(inst);
                }
            }
        }
    }

    /// Records that only the low `bits` bits of a register still hold the original value.
    pub fn note_intact_bits(&mut self, vreg: VReg, bits: u32) {
        if let Some(values) = self.debug_values_mut() {
            values.restrict(vreg, bits);
        }
    }

    /// Follows a register, of which the low `bits` bits matter, through its replacements. `has_ops`
    /// is true if operations are applied to it already.
    pub(crate) fn salvaged(&self, mut vreg: VReg, bits: u32, has_ops: bool) -> Option<Salvaged> {
        let table = self.debug_values()?;
        // Operations that are applied first are found last.
        let mut steps: SmallVec<[&[u64]; 4]> = SmallVec::new();
        let mut intact = u32::MAX;
        for _ in 0..MAX_REPLACEMENTS {
            intact = intact.min(table.intact(vreg));
            let is_defined = self.def(vreg).is_some_and(|def| self.block_of(def).is_some());
            let source = match table.replacement(vreg).filter(|_| !is_defined) {
                None if is_defined => SalvagedSource::Register(vreg),
                None => return None,
                Some(Replacement::Register(other, ops)) => {
                    steps.push(ops);
                    vreg = *other;
                    continue;
                }
                Some(Replacement::Fragments(registers, each))
                    if bits <= *each && !has_ops && steps.iter().all(|ops| ops.is_empty()) =>
                {
                    intact = intact.min(*each);
                    vreg = *registers.first()?;
                    continue;
                }
                Some(Replacement::Fragments(registers, each)) => {
                    SalvagedSource::Fragments(registers.clone(), *each)
                }
                Some(&Replacement::Integer(value)) => {
                    SalvagedSource::Constant(ValueOperand::Integer(value as u64, 64))
                }
                Some(&Replacement::Float(bits)) => SalvagedSource::Constant(ValueOperand::Float(bits, 64)),
                Some(&Replacement::Frame(object)) => {
                    SalvagedSource::Constant(ValueOperand::Frame(object, Box::default()))
                }
            };
            let ops = steps.iter().rev().copied().flatten().copied().collect();
            return Some(Salvaged { source, ops, intact });
        }
        None
    }

    /// Returns the source locations of the instructions of each block.
    pub(crate) fn debug_scopes(&self) -> FxHashMap<BlockId, Vec<DebugLoc>> {
        let mut scopes: FxHashMap<BlockId, Vec<DebugLoc>> = FxHashMap::default();
        for &block in &self.layout {
            let mut locations: Vec<DebugLoc> =
                self.insts(block).filter_map(|inst| self.source_location(inst)).collect();
            locations.dedup();
            if !locations.is_empty() {
                scopes.insert(block, locations);
            }
        }
        scopes
    }

    /// Computes the variables' values at the start of each block. Requires that all records and all
    /// blocks are present.
    pub fn join_debug_values(&mut self, info: &DebugInfo) {
        let scopes = self.debug_scopes();
        let Some(mut values) = self.debug.as_mut().and_then(|debug| debug.values.take()) else { return };
        let blocks: Vec<_> =
            self.layout.iter().map(|&block| (block, &self.block(block).successors[..])).collect();
        values.join_blocks(info, self.pointer.bits(), &blocks, &scopes);
        if let Some(debug) = &mut self.debug {
            debug.values = Some(values);
        }
    }

    /// Records the registers from which registers named by records can be computed. The value
    /// survives there if the register is overwritten.
    pub fn note_derived_values(&mut self) {
        let Some(values) = self.debug_values() else { return };
        let mut seen: FxHashSet<VReg> = FxHashSet::default();
        let mut found = Vec::new();
        for operand in values.records.iter().flat_map(|record| &record.operands) {
            if let ValueOperand::Register(vreg, _) = *operand
                && seen.insert(vreg)
            {
                self.derivations(vreg, &mut found);
            }
        }
        let known: FxHashSet<(VReg, VReg)> =
            values.derived_registers.iter().map(|known| (known.made, known.from)).collect();
        found.retain(|found| !known.contains(&(found.made, found.from)));
        if let Some(values) = self.debug_values_mut() {
            found.into_iter().for_each(|derivation| values.derive(derivation));
        }
    }

    /// Records the extensions of registers that records name: they hold the low bits of these.
    pub fn note_extensions(&mut self) {
        let Some(values) = self.debug_values() else { return };
        let mut found = Vec::new();
        for inst in self.layout.iter().flat_map(|&block| self.insts(block)) {
            let opcode = self.opcode(inst);
            if !matches!(opcode, G_SEXT | G_ZEXT | G_SEXT_INREG) {
                continue;
            }
            let [made, from] = [0, 1].map(|n| self.vreg_operand(inst, n));
            let Some((made, from)) = made.zip(from).filter(|&(_, from)| values.is_tracked(from)) else {
                continue;
            };
            if self.ty(made).is_vector() || self.ty(made).bits() > 64 {
                continue;
            }
            let bits = match opcode {
                G_SEXT_INREG => self.operands(inst).get(2).and_then(|&bits| self.imm_value(bits)),
                _ => Some(i64::from(self.ty(from).bits())),
            };
            let Some(bits) = bits.and_then(|bits| u32::try_from(bits).ok()) else { continue };
            let ops = extension_ops(opcode != G_ZEXT, bits.into(), self.ty(made).bits().into());
            let (ops, inverse) = (ops.to_vec().into(), Some(Box::default()));
            found.push(Derivation { made, from, ops, inverse, bits });
        }
        if let Some(values) = self.debug_values_mut() {
            found.into_iter().for_each(|derivation| values.derive(derivation));
        }
    }

    fn derivations(&self, made: VReg, out: &mut Vec<Derivation<VReg>>) {
        let mut last = made;
        // Operations that are applied first are found last.
        let (mut ops, mut inverse) = (Vec::new(), Some(Vec::new()));
        for _ in 0..MAX_DERIVATIONS {
            let step = self.def(last).and_then(|def| self.replacement(def, last));
            let Some(Replacement::Register(from, own)) = step else { return };
            let is_same_width = self.ty(from).bits() == self.ty(last).bits();
            let back = inverse_of(&own).filter(|_| is_same_width);
            inverse = inverse.zip(back).map(|(all, back): (Vec<u64>, _)| [all, back.to_vec()].concat());
            ops = [own.to_vec(), ops].concat();
            let inverse = inverse.clone().map(Into::into);
            out.push(Derivation { made, from, ops: ops.clone().into(), inverse, bits: u32::MAX });
            last = from;
        }
    }

    /// Records how to compute the result of an instruction that is being removed.
    #[inline(never)]
    pub(super) fn salvage(&mut self, inst: InstId) {
        let Some(values) = self.debug_values() else { return };
        let first = self
            .operands(inst)
            .first()
            .filter(|first| first.is_def() && first.sub_reg() == SubReg::default());
        let Some(vreg) = first.and_then(|first| first.vreg()) else { return };
        if !values.is_tracked(vreg) || self.def(vreg) != Some(inst) {
            return;
        }
        if let Some(by) = self.replacement(inst, vreg)
            && let Some(values) = self.debug_values_mut()
        {
            values.replace(vreg, by);
        }
    }

    fn replacement(&self, inst: InstId, result: VReg) -> Option<Replacement> {
        let opcode = self.opcode(inst);
        let second = self.operands(inst).get(1).copied()?;
        match opcode {
            G_CONSTANT => return self.constant(result).map(Replacement::Integer),
            G_FCONSTANT => return self.imm_value(second).map(|bits| Replacement::Float(bits as u64)),
            G_FRAME_INDEX => return second.as_frame_index().map(Replacement::Frame),
            G_MERGE_VALUES | G_BUILD_VECTOR | G_CONCAT_VECTORS => return self.fragments(inst),
            _ => {}
        }
        let source = second.vreg().filter(|_| second.sub_reg() == SubReg::default())?;
        let bits = |vreg| u64::from(self.ty(vreg).bits());
        let is_plain = |vreg| self.ty(vreg).is_valid() && !self.ty(vreg).is_vector() && bits(vreg) <= 64;
        if opcode == COPY {
            return Some(Replacement::Register(source, SmallVec::new()));
        }
        if !is_plain(source) || !is_plain(result) {
            return None;
        }
        let ops: SmallVec<[u64; 4]> = match opcode {
            G_TRUNC | G_PTRTOINT | G_INTTOPTR | G_BITCAST | G_FREEZE => SmallVec::new(),
            G_ZEXT | G_SEXT => extension_ops(opcode == G_SEXT, bits(source), bits(result)),
            G_ABS => {
                let mut ops = extension_ops(true, bits(source), 64);
                ops.push(dw::DW_OP_abs.0.into());
                ops
            }
            _ => self.with_constant(opcode, bits(source), self.constant_operand(inst, 2)?)?,
        };
        Some(Replacement::Register(source, ops))
    }

    /// Returns the registers that `inst` merges, if each has a whole number of bytes.
    fn fragments(&self, inst: InstId) -> Option<Replacement> {
        let sources = &self.operands(inst)[1..];
        let bits = self.ty(sources.first()?.vreg()?).bits();
        let is_fixed = sources.len() > 1 && bits != 0 && bits.is_multiple_of(8);
        let registers =
            sources.iter().map(|source| source.vreg().filter(|_| source.sub_reg() == SubReg::default()));
        let registers = registers.collect::<Option<_>>()?;
        is_fixed.then_some(Replacement::Fragments(registers, bits))
    }

    /// Returns the expression that computes `opcode` from the value on the stack, of `bits` bits,
    /// and a constant.
    fn with_constant(
        &self,
        opcode: crate::machine::desc::instructions::Opcode,
        bits: u64,
        constant: i64,
    ) -> Option<SmallVec<[u64; 4]>> {
        let value = constant as u64;
        let op = |op: gimli::DwOp| u64::from(op.0);
        let by = |last: gimli::DwOp| smallvec![op(dw::DW_OP_constu), value, op(last)];
        let rest = bits.checked_sub(value).filter(|&rest| rest != 0);
        Some(match opcode {
            G_ADD | G_PTR_ADD => sum_ops(constant),
            G_SUB => by(dw::DW_OP_minus),
            G_MUL => by(dw::DW_OP_mul),
            G_AND => by(dw::DW_OP_and),
            G_OR => by(dw::DW_OP_or),
            G_XOR => by(dw::DW_OP_xor),
            G_SHL if rest.is_some() => by(dw::DW_OP_shl),
            G_LSHR => smallvec![EXTRACT_BITS_ZEXT, value, rest?],
            G_ASHR => smallvec![EXTRACT_BITS_SEXT, value, rest?],
            _ => return None,
        })
    }
}

/// Returns the operations that extend a number from `from` bits to `to` bits.
fn extension_ops(is_signed: bool, from: u64, to: u64) -> SmallVec<[u64; 4]> {
    let encoding = if is_signed { dw::DW_ATE_signed } else { dw::DW_ATE_unsigned };
    let encoding = u64::from(encoding.0);
    SmallVec::from_slice(&[CONVERT, from, encoding, CONVERT, to, encoding])
}

/// Returns the operations that undo others.
fn inverse_of(ops: &[u64]) -> Option<SmallVec<[u64; 4]>> {
    let [plus, constant, minus] =
        [dw::DW_OP_plus_uconst, dw::DW_OP_constu, dw::DW_OP_minus].map(|op| u64::from(op.0));
    match *ops {
        [] => Some(SmallVec::new()),
        [op, value] if op == plus => Some(smallvec![constant, value, minus]),
        [first, value, last] if (first, last) == (constant, minus) => Some(smallvec![plus, value]),
        _ => None,
    }
}
