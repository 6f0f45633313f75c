//! Variables of a function: those in frame objects for its whole duration, and those with debug
//! records that assign values.
//!
//! * Requires: the function's debug information has been read, and static allocas have their
//!   objects.
//! * Establishes: the function's lists of variables. Instructions get sites instead of locations
//!   where variables have values; they are not changed otherwise.
//! * Cost: linear in records and instructions; none if no variable has a value.

use crate::translate::function_state::Variables;
use gisel_codegen::ir::debug_info::{
    DeclaredVariable, Node, NodeId, TrackedVariable, ValueForm, ValueOperand, ValueRecord, ValueTable,
    fragment_of, with_offset,
};
use gisel_codegen::ir::entity::{DebugLoc, SymbolId};
use gisel_codegen::machine::arg_locations::{ArgLocation, Assignment, Extension, Leaf};
use gisel_codegen::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

use super::debug_info::{debug_loc, node};
use super::function_state::FunctionTranslator;
use crate::ir::{DebugRecord, FpConstant, Inst, Opcode, RecordKind, TypeKind, Value, ValueKind};

/// The maximum number of arguments of one expression.
const MAX_OPERANDS: usize = 16;

/// The assignment that a record makes to a variable.
#[derive(Clone, Copy)]
struct Said {
    variable: NodeId,
    expression: NodeId,
    location: DebugLoc,
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the assignment of a record, if it is about a variable.
    fn said(&self, record: &DebugRecord) -> Option<Said> {
        let info = self.cx.module.debug_info.as_ref()?;
        let variable = node(record.variable.into())?;
        matches!(info.node(variable), Node::LocalVariable(_)).then_some(())?;
        let (expression, location) = (node(record.expression.into())?, debug_loc(record.location)?);
        Some(Said { variable, expression, location })
    }

    /// Returns the elements of an expression.
    fn elements(&self, expression: NodeId) -> Box<[u64]> {
        match self.cx.module.debug_info.as_ref().map(|info| info.node(expression)) {
            Some(Node::Expression(expression)) => expression.ops.clone(),
            _ => Box::default(),
        }
    }

    /// Declares the variables in frame objects, and prepares for the others. `places` are the
    /// locations of the arguments in order; an argument without registers has none.
    pub(super) fn describe_variables(&mut self, places: &Assignment, is_demoted: bool) {
        if self.b.mf.debug.is_none() {
            return;
        }
        let Some(debug) = &self.cx.debug else { return };
        let mut variables = Variables::default();
        let mut declared = Vec::new();
        for (record, number) in debug.records.records.iter().zip(0..) {
            let mut values = debug.records.values(record);
            let local = values.next().and_then(|(local, _)| local);
            let home = local.and_then(|local| self.map.slot_of_local(local));
            match (record.kind(), home, self.said(record)) {
                (RecordKind::Label, ..) => variables.records.push(number),
                (.., None) => {}
                (RecordKind::Declare, Some(home), Some(Said { variable, expression, location })) => {
                    let expression = self.elements(expression);
                    declared.push(DeclaredVariable { variable, expression, location, home });
                }
                _ => variables.records.push(number),
            }
        }
        let has_values = !variables.records.is_empty();
        if let Some(debug) = &mut self.b.mf.debug {
            debug.declared = declared;
            debug.values = has_values.then(Box::<ValueTable>::default);
        }
        if has_values {
            variables.registers = self.argument_registers(places, is_demoted);
            self.variables = Some(variables);
        }
    }

    /// Sets the location of the instruction at index `at` in the body, and applies the records
    /// before it.
    #[inline]
    pub(super) fn start_inst(&mut self, at: usize, inst: Inst<'m>) {
        let loc = self.cx.location_of(at, inst);
        self.b.debug_loc = match self.variables {
            None => loc,
            Some(_) => self.start_site(at, loc),
        };
    }

    #[inline(never)]
    fn start_site(&mut self, at: usize, loc: Option<DebugLoc>) -> Option<DebugLoc> {
        let mut variables = self.variables.take()?;
        let mut is_new = variables.block.replace(self.b.block()) != Some(self.b.block());
        while let Some(&number) = variables.records.get(variables.next) {
            let record =
                self.cx.debug.as_ref().and_then(|debug| debug.records.records.get(number as usize).copied());
            let Some(record) = record.filter(|record| record.inst as usize <= at) else { break };
            variables.next += 1;
            // Other records are in blocks that are not translated.
            if record.inst as usize == at && self.add_record(&record, &variables.registers).is_some() {
                is_new = true;
            }
        }
        self.variables = Some(variables);
        let block = self.b.block();
        let values = self.b.mf.debug_values_mut()?;
        if is_new {
            values.start_segment(block);
        }
        values.site_of(loc)
    }

    fn add_record(&mut self, record: &DebugRecord, registers: &[Option<PhysReg>]) -> Option<()> {
        if record.kind() == RecordKind::Label {
            let (label, location) = (node(record.variable.into())?, debug_loc(record.location)?);
            self.b.mf.debug_values_mut()?.add_label(label, location);
            return Some(());
        }
        let Said { variable, expression, location } = self.said(record)?;
        let values: SmallVec<[_; 2]> = self.cx.debug.as_ref()?.records.values(record).collect();
        let info = self.cx.module.debug_info.as_ref()?;
        let mut expression = self.elements(expression);
        let fragment = fragment_of(&expression);
        let inlined_at = info.location(location).and_then(|location| location.inlined_at);
        let mut form = match record.kind() {
            RecordKind::Declare | RecordKind::Stored => ValueForm::Memory,
            _ => ValueForm::Value,
        };
        let mut operands = SmallVec::new();
        if let [(None, Some(value))] = values[..]
            && form == ValueForm::Value
            && let Some(words) = wide_integer(value)
        {
            (form, operands) = (ValueForm::Fragments, words);
        } else if let [(None, Some(value))] = values[..]
            && form == ValueForm::Value
            && let Some((symbol, offset)) = self.constant_address(value)
            && offset != 0
            && let Some(sum) = with_offset(&expression, offset)
        {
            operands.push(ValueOperand::Symbol(symbol));
            expression = sum;
        } else if values.len() <= MAX_OPERANDS {
            for (local, value) in values {
                operands.push(self.record_operand(local, value, registers));
            }
        }
        if operands.iter().any(ValueOperand::is_lost) {
            operands.clear();
        }
        let is_plain = expression.len() == if fragment.is_some() { 3 } else { 0 };
        if let [operand] = &mut operands[..]
            && form == ValueForm::Value
            && is_plain
        {
            self.truncate_to_variable(variable, fragment, operand);
        }
        let table = self.b.mf.debug_values_mut()?;
        let variable = table.variable(TrackedVariable { node: variable, location, inlined_at, fragment });
        table.add(ValueRecord { variable, expression, form, operands });
        Some(())
    }

    fn record_operand(
        &mut self,
        local: Option<u32>,
        value: Option<Value<'m>>,
        registers: &[Option<PhysReg>],
    ) -> ValueOperand {
        let Some(local) = local else {
            let known = value
                .and_then(|value| self.constant_of_record(value).or_else(|| self.address_in_register(value)));
            return known.unwrap_or(ValueOperand::Lost(0));
        };
        if let Some(object) = self.map.slot_of_local(local) {
            return ValueOperand::Frame(object, Box::default());
        }
        let Some(value) = value else { return ValueOperand::Lost(0) };
        let register = registers.get(local as usize).copied().flatten();
        let Ok(leaves) = self.cx.types.leaves(value.ty()) else { return ValueOperand::Lost(0) };
        let [leaf] = leaves else { return ValueOperand::Lost(0) };
        if leaf.llt.is_scalable() {
            return ValueOperand::Lost(0);
        }
        let bits = leaf.llt.bits();
        match register {
            Some(reg) => ValueOperand::Argument(reg, bits),
            // The value may not have been translated yet.
            None => ValueOperand::Local(local, bits),
        }
    }

    fn constant_of_record(&self, value: Value<'m>) -> Option<ValueOperand> {
        let bits = match value.ty().kind() {
            TypeKind::Integer(bits) if bits <= 64 => bits,
            TypeKind::Pointer(_) if value.is_null() => {
                return Some(ValueOperand::Integer(0, self.b.pointer().bits()));
            }
            TypeKind::Pointer(_) => return self.cx.plain_symbol(value).map(ValueOperand::Symbol),
            _ => return real(value),
        };
        Some(ValueOperand::Integer(value.as_int()?.as_u64()?, bits))
    }

    /// Returns the register of a constant address that the block's code has computed.
    fn address_in_register(&self, value: Value<'m>) -> Option<ValueOperand> {
        let TypeKind::Pointer(_) = value.ty().kind() else { return None };
        let register = self.map.register_of_constant(value, self.b.block())?;
        Some(ValueOperand::Register(register, self.b.pointer().bits()))
    }

    /// Returns the symbol and the offset in bytes that a constant address consists of.
    fn constant_address(&self, mut value: Value<'m>) -> Option<(SymbolId, i64)> {
        let mut sum = 0_i64;
        while let ValueKind::Expr(expr) = value.kind() {
            if expr.opcode != Opcode::GetElementPtr {
                return None;
            }
            sum = sum.checked_add(self.cx.ir.gep_offset(expr.value)?)?;
            value = expr.operand(0)?;
        }
        Some((self.cx.plain_symbol(value)?, sum))
    }

    /// Truncates an integer to its variable or fragment: assignments of different types are equal
    /// then.
    fn truncate_to_variable(
        &self,
        variable: NodeId,
        fragment: Option<(u64, u64)>,
        operand: &mut ValueOperand,
    ) {
        let ValueOperand::Integer(value, bits) = operand else { return };
        let info = self.cx.module.debug_info.as_ref();
        let whole = || info.and_then(|info| info.variable_bits(variable));
        let size = fragment.map(|(_, size)| size).or_else(whole);
        if let Some(size) = size.filter(|&size| size != 0 && size < u64::from(*bits)) {
            (*value, *bits) = (*value & (u64::MAX >> (64 - size)), size as u32);
        }
    }

    /// Computes the values at the start of each block. Requires that all blocks have been
    /// translated.
    pub(super) fn finish_variables(&mut self) {
        if self.variables.take().is_none() {
            return;
        }
        let mf = &mut *self.b.mf;
        let Some(info) = &self.cx.module.debug_info else { return };
        if let Some(values) = mf.debug_values_mut() {
            values.split_memory_records(|variable| info.variable_bits(variable));
            values.resolve_locals(|local| self.map.register_of_local(local));
        }
        mf.join_debug_values(info);
        mf.note_derived_values();
    }

    /// Returns the register of each argument that is passed in exactly one.
    fn argument_registers(&mut self, places: &Assignment, is_demoted: bool) -> Vec<Option<PhysReg>> {
        let mut place = usize::from(is_demoted);
        let mut registers = Vec::new();
        for argument in self.function.args() {
            let leaves = self.cx.types.leaves(argument.ty()).map_or(0, |leaves| leaves.len());
            if leaves == 0 {
                registers.push(None);
                continue;
            }
            registers.push(match places.args.get(place).map(|leaves| &leaves[..]) {
                Some([Leaf::Direct(parts)]) if leaves == 1 => match parts[..] {
                    [part] if part.extension != Extension::BFloatToFloat => match part.location {
                        ArgLocation::Reg(reg) if part.value_ty.bits() <= part.loc_ty.bits() => Some(reg),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            });
            place += 1;
        }
        registers
    }
}

/// Returns a floating-point constant of at most 64 bits.
fn real(value: Value<'_>) -> Option<ValueOperand> {
    let ValueKind::Fp(FpConstant { width, bits }) = value.kind() else { return None };
    Some(ValueOperand::Float(u64::try_from(bits).ok()?, width))
}

/// Returns the words of an integer of more than 64 bits.
fn wide_integer(value: Value<'_>) -> Option<SmallVec<[ValueOperand; 1]>> {
    let TypeKind::Integer(bits @ 65..) = value.ty().kind() else { return None };
    let words = value.as_int()?.words.iter().zip((0..bits).step_by(64));
    Some(words.map(|(&word, at)| ValueOperand::Integer(word, (bits - at).min(64))).collect())
}
