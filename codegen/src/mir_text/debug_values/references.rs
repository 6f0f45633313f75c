//! The values that `DBG_INSTR_REF` lines name after register allocation: results of numbered
//! instructions, and contents of a register or slot at a point (`DBG_PHI`).

use super::DebugLines;
use crate::ir::debug_info::{ValueLocation, ValueTable};
use crate::ir::entity::{BlockId, InstId};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use crate::mir_text::print::Printer;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// By value: the instruction number and the operand that lines name.
pub(super) type References = FxHashMap<u32, (u32, u32)>;

/// The point at which a value is defined.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    Block(BlockId, ValueLocation),
    Inst(InstId, PhysReg),
}

/// The points at which values are defined, in code order.
#[derive(Default)]
pub(super) struct Origins {
    by_value: FxHashMap<u32, SmallVec<[Origin; 1]>>,
    order: Vec<u32>,
}

impl Origins {
    fn of(&self, value: u32) -> &[Origin] {
        self.by_value.get(&value).map_or(&[], |origins| origins)
    }

    /// Returns true if a value is defined anywhere.
    pub(super) fn has(&self, value: u32) -> bool {
        self.by_value.contains_key(&value)
    }

    /// Adds values that are defined at one point.
    fn add<T: Ord>(&mut self, values: impl Iterator<Item = (T, u32)>, origin: impl Fn(&T) -> Origin) {
        let mut values: Vec<(T, u32)> = values.collect();
        values.sort_unstable();
        for (at, value) in values {
            let own = self.by_value.entry(value).or_default();
            if own.is_empty() {
                self.order.push(value);
            }
            own.push(origin(&at));
        }
    }
}

/// Assigns numbers to the values that lines name.
pub(super) fn find(
    printer: &Printer<'_>,
    origins: &Origins,
    named: &FxHashSet<u32>,
) -> (References, DebugLines) {
    let mut references = References::default();
    let mut lines = DebugLines { has_references: !named.is_empty(), ..DebugLines::default() };
    let mut next = 1;
    for &value in origins.order.iter().filter(|value| named.contains(value)) {
        let of_value = origins.of(value);
        if let [Origin::Inst(inst, reg)] = *of_value
            && let Some(operand) = printer.mf.operands(inst).iter().position(|o| o.phys_def() == Some(reg))
        {
            let number = *lines.numbers.entry(inst).or_insert(next);
            next += u32::from(number == next);
            references.insert(value, (number, operand as u32));
        } else {
            of_value.iter().for_each(|&origin| phi(printer, &mut lines, origin, next));
            references.insert(value, (next, 0));
            next += 1;
        }
    }
    (references, lines)
}

/// Computes the points at which values are defined.
pub(super) fn origins(printer: &Printer<'_>, table: &ValueTable) -> Origins {
    let mf = printer.mf;
    let mut origins = Origins::default();
    let Some(&entry) = mf.layout.first() else { return origins };
    let at_entry = table.at_entry.iter().map(|&(value, reg)| (reg, value));
    origins.add(at_entry, |&reg| Origin::Block(entry, ValueLocation::Register(reg)));
    for &block in &mf.layout {
        let own = table.at_block.get(&block).into_iter().flatten();
        origins.add(own.map(|&(value, at)| (at, value)), |&at| Origin::Block(block, at));
        for inst in mf.insts(block) {
            let own = table.definitions.get(&inst).into_iter().flatten();
            let placed = own.filter_map(|&(value, reg)| Some((reg?, value)));
            origins.add(placed, |&reg| Origin::Inst(inst, reg));
        }
    }
    origins
}

/// Adds the `DBG_PHI` line for a point at which a value is defined.
fn phi(printer: &Printer<'_>, lines: &mut DebugLines, origin: Origin, number: u32) {
    let named = |reg: PhysReg| format!("DBG_PHI ${}, {number}", printer.target.registers().reg(reg).name);
    match origin {
        Origin::Block(block, ValueLocation::Register(reg)) => {
            lines.at_start.entry(block).or_default().push(named(reg));
        }
        Origin::Block(block, ValueLocation::Slot(slot)) => {
            let bits = 8 * printer.mf.frame.object(slot).size;
            let line = format!("DBG_PHI {}, {number}, {bits}", printer.insts.frame_index(slot));
            lines.at_start.entry(block).or_default().push(line);
        }
        // No line is printed after a terminator.
        Origin::Inst(inst, _) if printer.target.desc(printer.mf.opcode(inst)).has(InstrFlags::TERMINATOR) => {
        }
        Origin::Inst(inst, reg) => lines.after.entry(inst).or_default().push(named(reg)),
    }
}
