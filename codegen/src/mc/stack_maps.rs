//! `.llvm_stackmaps`: the locations of values at recorded instructions, for stack walkers.
//!
//! * Requires: a laid-out frame, physical registers; lists of registers live into blocks.
//! * Establishes: the code of `STACKMAP`, `PATCHPOINT` and `STATEPOINT`, a label for each, and one
//!   section for the module: the functions with the sizes of their frames, large constants, and a
//!   record for each label.
//! * Cost: one walk over functions with records; for each `PATCHPOINT` one over the rest of its
//!   block.
//! * Source: LLVM's *Stack maps and patch points in LLVM*, version 3 of the format.

use super::context::EmitContext;
use super::inst::{McExpr, McSymbol};
use crate::ir::entity::{InstId, SymbolId};
use crate::ir::mir::stack_map::{MapLocation, MapSite, has_label, is_recorded, location_at, map_site};
use crate::ir::mir::{MachineFunction, OperandFlags, OperandTag};
use crate::ir::module::{Linkage, Module, Symbol};
use crate::ir::opcodes::{PATCHPOINT, STACKMAP, STATEPOINT, is_meta};
use crate::ir::section::{Section, SectionFlags, SectionType};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::{PhysReg, RegUnit, RegisterInfo};
use crate::mc::streamer::Streamer;
use crate::mc::streamer::data::{Base, McValue};
use crate::mc::streamer::sections::Padding;
use crate::mc::target::{EmitTarget, McTarget};
use crate::support::error::{CompileError, Result};
use std::borrow::Cow;
use std::collections::HashMap;

const VERSION: u8 = 3;

/// The size of a pointer, and of a constant, in bytes.
const WORD: u16 = 8;

/// The constant that LLVM records for an undefined value.
const UNDEFINED: i64 = 0xfefe_fefe;

/// The name of the symbol at the start of the section.
pub const START: &str = "__LLVM_StackMaps";

/// The kinds of locations by their numbers in the section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LocationKind {
    Register = 1,
    Direct = 2,
    Indirect = 3,
    Constant = 4,
    ConstantIndex = 5,
}

/// A location in the section's form; large constants have no index yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StackMapLocation {
    kind: LocationKind,
    size: u16,
    register: u16,
    offset: i64,
}

/// A register that is live after a `PATCHPOINT`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct LiveOut {
    register: u16,
    size: u8,
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Record {
    /// The number of its label.
    label: u32,
    id: i64,
    locations: Vec<StackMapLocation>,
    live_outs: Vec<LiveOut>,
}

/// The stack map of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FunctionMap {
    symbol: SymbolId,
    /// In bytes; all ones if it is known only at run time.
    stack_size: u64,
    records: Vec<Record>,
}

impl FunctionMap {
    /// Reads the records of `function`, if it has any.
    pub(crate) fn of(function: &MachineFunction, target: &dyn EmitTarget) -> Result<Option<FunctionMap>> {
        let reader = Reader { mf: function, target, registers: target.registers() };
        let insts = function.layout.iter().flat_map(|&block| function.insts(block));
        let labelled = insts.filter(|&inst| has_label(function.opcode(inst)));
        let recorded = (0..).zip(labelled).filter(|&(_, inst)| is_recorded(function.opcode(inst)));
        let records = recorded.map(|(label, inst)| {
            let record = map_site(function, inst).and_then(|site| reader.record(inst, site, label));
            record.ok_or_else(|| reader.error(inst))
        });
        let frame = &function.frame;
        let is_dynamic = frame.has_variable_sized || target.frame_lowering().needs_realignment(function);
        let records: Vec<Record> = records.collect::<Result<_>>()?;
        let stack_size = if is_dynamic { u64::MAX } else { frame.stack_size };
        let map = FunctionMap { symbol: function.symbol, stack_size, records };
        Ok(Some(map).filter(|map| !map.records.is_empty()))
    }
}

struct Reader<'a> {
    mf: &'a MachineFunction,
    target: &'a dyn EmitTarget,
    registers: &'static RegisterInfo,
}

impl Reader<'_> {
    fn error(&self, inst: InstId) -> CompileError {
        let shown = crate::machine::print::inst_to_string(self.mf, self.target, inst);
        CompileError::new(&self.mf.name, shown.trim(), "locations that a stack map cannot have")
    }

    fn record(&self, inst: InstId, site: MapSite, label: u32) -> Option<Record> {
        let mut locations = Vec::new();
        if site.records_result {
            locations.push(self.register(self.mf.operands(inst).first()?.phys()?)?);
        }
        match self.mf.opcode(inst) {
            STATEPOINT => self.statepoint(inst, site, &mut locations)?,
            _ => {
                let mut at = site.first_recorded;
                while let Some((location, length)) = self.location(inst, at)? {
                    locations.push(location);
                    at += length;
                }
            }
        }
        let live_outs = if self.mf.opcode(inst) == PATCHPOINT { self.live_outs(inst) } else { Vec::new() };
        Some(Record { label, id: site.id, locations, live_outs })
    }

    /// Adds the locations of a `STATEPOINT`: its convention and flags, the deoptimization state,
    /// pairs of pointers, allocas.
    fn statepoint(&self, inst: InstId, site: MapSite, locations: &mut Vec<StackMapLocation>) -> Option<()> {
        let mut cursor = Cursor { reader: self, inst, at: site.first_location };
        for _ in 0..3 {
            locations.push(cursor.next()?);
        }
        for _ in 0..locations.last()?.offset {
            locations.push(cursor.next()?);
        }
        let (pointers, allocas) = (cursor.list()?, cursor.list()?);
        for _ in 0..cursor.next()?.offset {
            for index in [cursor.index()?, cursor.index()?] {
                locations.push(*pointers.get(index)?);
            }
        }
        locations.extend(allocas);
        Some(())
    }

    /// Returns the location at operand `at`, with the number of its operands; an inner `None` after
    /// the last location.
    fn location(&self, inst: InstId, at: usize) -> Option<Option<(StackMapLocation, usize)>> {
        let rest = self.mf.operands(inst).get(at..)?;
        if rest.first().is_none_or(|o| o.is_implicit() || o.tag() == OperandTag::RegMask) {
            return Some(None);
        }
        if rest[0].flags.contains(OperandFlags::UNDEF) {
            return Some(Some((constant(UNDEFINED), 1)));
        }
        let (location, length) = location_at(self.mf, rest)?;
        let location = match location {
            MapLocation::Register(reg) => self.register(reg)?,
            MapLocation::Direct(reg, offset) => StackMapLocation {
                kind: LocationKind::Direct,
                size: WORD,
                register: self.dwarf(reg)?,
                offset,
            },
            MapLocation::Indirect(size, reg, offset) => {
                let size = u16::try_from(size).ok()?;
                StackMapLocation { kind: LocationKind::Indirect, size, register: self.dwarf(reg)?, offset }
            }
            MapLocation::Constant(value) => constant(value),
        };
        Some(Some((location, length)))
    }

    fn register(&self, reg: PhysReg) -> Option<StackMapLocation> {
        let size = self.bytes(reg)?;
        Some(StackMapLocation { kind: LocationKind::Register, size, register: self.dwarf(reg)?, offset: 0 })
    }

    /// Returns the size of a spill slot of `reg`, in bytes.
    fn bytes(&self, reg: PhysReg) -> Option<u16> {
        let classes = self.registers.classes.iter().filter(|class| class.members.contains(&reg));
        classes.map(|class| class.spill_size).min()
    }

    /// Returns the DWARF number of `reg`, or of the register whose lower part it is.
    fn dwarf(&self, reg: PhysReg) -> Option<u16> {
        let first = self.registers.units(reg).first();
        let mut supers = self.registers.regs.iter().skip(1).filter(|whole| whole.units.first() == first);
        self.registers.reg(reg).dwarf.or_else(|| supers.find_map(|whole| whole.dwarf))
    }

    /// Returns the registers that are live after `inst`, in the order of their numbers.
    fn live_outs(&self, inst: InstId) -> Vec<LiveOut> {
        let live = self.live_after(inst);
        let mut found: Vec<LiveOut> = Vec::new();
        for reg in (1..self.registers.regs.len()).map(|n| PhysReg(n as u16)) {
            let mut units = self.registers.units(reg).iter();
            if !units.all(|unit| live[unit.0 as usize]) || self.registers.is_tuple(reg) {
                continue;
            }
            let (Some(register), Some(size)) = (self.dwarf(reg), self.bytes(reg)) else { continue };
            match found.iter_mut().find(|known| known.register == register) {
                Some(known) => known.size = known.size.max(size as u8),
                None => found.push(LiveOut { register, size: size as u8 }),
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns, by unit, true if it is live after `inst`. Preserved registers that the function
    /// does not use are live.
    fn live_after(&self, inst: InstId) -> Vec<bool> {
        let mf = self.mf;
        let mut live = vec![false; self.registers.num_units as usize];
        let Some(block) = mf.block_of(inst) else { return live };
        let mut set = |reg: PhysReg| {
            self.registers.units(reg).iter().for_each(|unit| live[unit.0 as usize] = true);
        };
        let returns = mf.last_inst(block).is_some_and(|last| self.has(last, InstrFlags::RETURN));
        for saved in self.target.frame_lowering().callee_saved(mf) {
            let is_saved = mf.frame.callee_saved.iter().any(|own| own.reg == saved.reg);
            if returns || !is_saved {
                set(saved.reg);
            }
        }
        for &to in &mf.block(block).successors {
            // The unwinder sets some registers at landing pads.
            let set_there: &[PhysReg] = match mf.block(to).is_eh_pad {
                true => &self.target.convention().exception_registers(),
                false => &[],
            };
            let live_ins = mf.block(to).live_ins.iter();
            live_ins.filter(|reg| !set_there.contains(reg)).for_each(|&reg| set(reg));
        }
        let mut next = mf.last_inst(block);
        while let Some(at) = next.filter(|&at| at != inst) {
            self.step_back(at, &mut live);
            next = mf.prev_inst(at);
        }
        live
    }

    fn has(&self, inst: InstId, flag: InstrFlags) -> bool {
        self.target.desc(self.mf.opcode(inst)).has(flag)
    }

    fn step_back(&self, inst: InstId, live: &mut [bool]) {
        let (mf, desc) = (self.mf, self.target.desc(self.mf.opcode(inst)));
        let mut set = |reg: PhysReg, value: bool| {
            self.registers.units(reg).iter().for_each(|unit| live[unit.0 as usize] = value);
        };
        let written = mf.operands(inst).iter().filter_map(|operand| operand.phys_def());
        written.chain(desc.implicit_defs.iter().copied()).for_each(|reg| set(reg, false));
        for mask in mf.operands(inst).iter().filter(|o| o.tag() == OperandTag::RegMask) {
            let mask = mf.reg_mask(self.target, *mask);
            for (n, unit) in (0..).zip(live.iter_mut()) {
                *unit &= mask.preserves(RegUnit(n));
            }
        }
        let read = |o: &&crate::ir::mir::Operand| o.is_use() && !o.flags.contains(OperandFlags::UNDEF);
        let read = mf.operands(inst).iter().filter(read).filter_map(|operand| operand.phys());
        for reg in read.chain(desc.implicit_uses.iter().copied()) {
            self.registers.units(reg).iter().for_each(|unit| live[unit.0 as usize] = true);
        }
    }
}

/// Reads the locations of a `STATEPOINT` one after the other.
struct Cursor<'a> {
    reader: &'a Reader<'a>,
    inst: InstId,
    at: usize,
}

impl Cursor<'_> {
    fn next(&mut self) -> Option<StackMapLocation> {
        let (location, length) = self.reader.location(self.inst, self.at)??;
        self.at += length;
        Some(location)
    }

    /// Reads a count and this number of locations.
    fn list(&mut self) -> Option<Vec<StackMapLocation>> {
        let count = self.next()?.offset;
        (0..count).map(|_| self.next()).collect()
    }

    /// Reads an operand that is a plain number.
    fn index(&mut self) -> Option<usize> {
        let mf = self.reader.mf;
        let index = mf.operands(self.inst).get(self.at).and_then(|&operand| mf.imm_value(operand))?;
        self.at += 1;
        usize::try_from(index).ok()
    }
}

fn constant(value: i64) -> StackMapLocation {
    StackMapLocation { kind: LocationKind::Constant, size: WORD, register: 0, offset: value }
}

/// Emits the code of `inst`, a recorded instruction, and its label.
pub(super) fn emit(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let site = map_site(ctx.function, inst).ok_or_else(|| ctx.error(inst, "operands are missing"))?;
    let target = ctx.target;
    let calls = target.mc().recorded_calls();
    let calls = calls.ok_or_else(|| ctx.error(inst, "stack maps are for targets of 64 bits"))?;
    if ctx.function.opcode(inst) != STATEPOINT {
        ctx.bind_recorded();
    }
    let done = match (ctx.function.opcode(inst), site.target) {
        (STACKMAP, _) => shadow(ctx, inst, site.bytes),
        (STATEPOINT, _) if site.bytes != 0 => 0,
        (_, None) => 0,
        (_, Some(n)) => {
            let operand = ctx.function.operands(inst).get(n).copied();
            match operand.and_then(|operand| ctx.function.imm_value(operand)) {
                Some(0) => 0,
                Some(address) => calls.call_address(ctx, address as u64)?,
                None => calls.call_operand(ctx, inst, n)?,
            }
        }
    };
    let nop = target.mc().nop();
    let room = match (site.bytes.checked_sub(done), ctx.function.opcode(inst)) {
        (Some(room), _) => room,
        (None, STATEPOINT) => 0,
        (None, _) => {
            let message = format!("{} bytes are reserved for a call of {done}", site.bytes);
            return Err(ctx.error(inst, &message));
        }
    };
    for _ in 0..room / u64::from(target.mc().code_align()) {
        ctx.emit_inst(&nop)?;
    }
    if ctx.function.opcode(inst) == STATEPOINT {
        ctx.bind_recorded();
    }
    Ok(())
}

/// Returns how many of `bytes` after a `STACKMAP` are in instructions that may be overwritten.
fn shadow(ctx: &EmitContext<'_>, inst: InstId, bytes: u64) -> u64 {
    let (mf, least) = (ctx.function, u64::from(ctx.target.mc().code_align()));
    let mut at = mf.next_inst(inst);
    let mut done = 0;
    while let Some(next) = at.filter(|_| done < bytes) {
        let (opcode, desc) = (mf.opcode(next), ctx.target.desc(mf.opcode(next)));
        let is_plain = opcode.is_target() && desc.size != 0 && !desc.has(InstrFlags::CALL);
        if !is_plain && !is_meta(opcode) || desc.has(InstrFlags::BRANCH) {
            break;
        }
        done += if is_plain { least } else { 0 };
        at = mf.next_inst(next);
    }
    done.min(bytes)
}

/// Returns the module whose functions have these maps, with the local symbol of their section.
pub(super) fn declared<'m>(module: &'m Module, maps: &[FunctionMap]) -> Cow<'m, Module> {
    if maps.is_empty() || module.symbols.iter().any(|symbol| symbol.name == START) {
        return Cow::Borrowed(module);
    }
    let mut module = module.clone();
    let (name, linkage) = (START.to_owned(), Linkage::Internal);
    module.add_symbol(Symbol { name, linkage, outside_ir: true, align: 1, ..Symbol::default() });
    Cow::Owned(module)
}

/// Emits the section of the module whose functions have these maps, if there are any.
pub(super) fn emit_section(
    module: &Module,
    maps: &[FunctionMap],
    target: &dyn McTarget,
    out: &mut dyn Streamer,
) -> std::result::Result<(), String> {
    if maps.is_empty() {
        return Ok(());
    }
    let constants = Constants::of(maps);
    out.switch_section(&Section::new(".llvm_stackmaps", SectionType::Progbits, SectionFlags::ALLOC));
    let start = module.symbols.iter().position(|symbol| symbol.name == START);
    start.into_iter().for_each(|start| out.label(McSymbol::Symbol(SymbolId::new(start))));
    let records: usize = maps.iter().map(|map| map.records.len()).sum();
    byte(VERSION, out);
    byte(0, out);
    half(0, out);
    for count in [maps.len(), constants.list.len(), records] {
        word(count as u32, out);
    }
    for map in maps {
        out.value(&McValue::plain(McExpr::from(McSymbol::Symbol(map.symbol))), target.address_bytes())?;
        double(map.stack_size, out);
        double(map.records.len() as u64, out);
    }
    constants.list.iter().for_each(|&value| double(value as u64, out));
    for map in maps {
        for record in &map.records {
            emit_record(map.symbol, record, &constants, out)?;
        }
    }
    Ok(())
}

fn emit_record(
    function: SymbolId,
    record: &Record,
    constants: &Constants,
    out: &mut dyn Streamer,
) -> std::result::Result<(), String> {
    let place = McExpr::from(McSymbol::Recorded(function, record.label));
    let place = McValue::difference(place, Base::Symbol(McSymbol::Symbol(function)));
    let counts = (u16::try_from(record.locations.len()), u16::try_from(record.live_outs.len()));
    let (Ok(locations), Ok(live_outs)) = counts else {
        return Err("a record of a stack map with more than 65535 locations".into());
    };
    double(record.id as u64, out);
    out.value(&place, 4)?;
    half(0, out);
    half(locations, out);
    for location in &record.locations {
        let (kind, offset) = constants.form(location);
        byte(kind as u8, out);
        byte(0, out);
        for field in [location.size, location.register, 0] {
            half(field, out);
        }
        let offset = i32::try_from(offset).map_err(|_| "a location of a stack map is too far")?;
        word(offset as u32, out);
    }
    out.align(WORD.into(), Padding::Zero);
    half(0, out);
    half(live_outs, out);
    for live in &record.live_outs {
        half(live.register, out);
        byte(0, out);
        byte(live.size, out);
    }
    out.align(WORD.into(), Padding::Zero);
    Ok(())
}

/// The constants of a module that exceed the field of a location.
struct Constants {
    list: Vec<i64>,
    index: HashMap<i64, usize>,
}

impl Constants {
    fn of(maps: &[FunctionMap]) -> Constants {
        let mut constants = Constants { list: Vec::new(), index: HashMap::new() };
        let locations = maps.iter().flat_map(|map| &map.records).flat_map(|record| &record.locations);
        for value in locations.filter(|location| is_large(location)).map(|location| location.offset) {
            if !constants.index.contains_key(&value) {
                constants.index.insert(value, constants.list.len());
                constants.list.push(value);
            }
        }
        constants
    }

    /// Returns the kind and the last field of a location.
    fn form(&self, location: &StackMapLocation) -> (LocationKind, i64) {
        match self.index.get(&location.offset).filter(|_| is_large(location)) {
            Some(&index) => (LocationKind::ConstantIndex, index as i64),
            None => (location.kind, location.offset),
        }
    }
}

fn is_large(location: &StackMapLocation) -> bool {
    location.kind == LocationKind::Constant && i32::try_from(location.offset).is_err()
}

fn byte(value: u8, out: &mut dyn Streamer) {
    out.number(value.into(), 1);
}

fn half(value: u16, out: &mut dyn Streamer) {
    out.number(value.into(), 2);
}

fn word(value: u32, out: &mut dyn Streamer) {
    out.number(value.into(), 4);
}

fn double(value: u64, out: &mut dyn Streamer) {
    out.number(value, 8);
}
