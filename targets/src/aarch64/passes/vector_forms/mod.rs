//! `vector-forms`: replaces two instructions of Advanced SIMD by one that computes the same.
//!
//! An instruction absorbs the definition of one of its operands: a product that is added, a lane
//! that is duplicated, a result that is narrowed or widened, the upper half of a register, which
//! most instructions on half a register read or write by a second form. The pairs are the rows of
//! `forms.txt`. Instructions are visited in order, so a form absorbs other forms.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: one lookup per
//! instruction, in functions with vector registers only; a match tries the root's rows again.
//! Source: *Arm Architecture Reference Manual*, C7.2.

mod bit_selects;
mod extensions;
mod integer_users;
mod integers;
mod narrowing;
mod selects;
#[cfg(test)]
mod tests;
mod tuples;

use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::registers::{REGISTERS, classes, subs};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand, RegAttr};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::machine::desc::instructions::{InstrFlags, Opcode, OperandKind};
use gisel_codegen::machine::desc::registers::{RegClassId, SubReg};
use gisel_codegen::target::PassTarget;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The relation of a root, an absorbed instruction and the instruction that replaces both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// The second operand is absorbed, or the first.
    Sum,
    /// The second operand is absorbed.
    Difference,
    /// The second operand, or the first, is the lowest lane of an absorbed vector.
    FirstSum,
    /// The second operand is the lowest lane of an absorbed vector.
    FirstDifference,
    /// The operands of the first operand replace all.
    Fold,
    /// A left shift absorbs an extension.
    Shift,
    /// A factor is negated.
    Negated,
    /// The last register has one lane of another in all lanes.
    Lane,
    /// One of the last two registers has one lane of another in all lanes.
    Factor,
    /// The register before the last has one lane of another in all lanes.
    Exchanged,
    /// One of the first two registers has one lane of another in all lanes; the addend is last.
    Addend,
    /// All operands of half a register are upper halves.
    Upper,
    /// A lane is inserted that was extracted from another register.
    Moved,
    /// An element is inserted or duplicated that was loaded.
    Load,
    /// An element of a register is stored.
    Store,
    /// The result becomes the upper half of a register.
    Into,
    /// A constant or duplicated lane of twice the number of lanes.
    Splat,
    /// The operands of a scalar, which is the lowest lane of the last register, replace it.
    Scalar,
    /// A field from bit 0 on, of an absorbed lane.
    Field,
    /// The operands of the first operand replace it.
    First,
    /// The same operation of the halves of registers, of which one is narrowed.
    Halves,
    /// The second operand, a sum, is subtracted in two steps.
    Rest,
    /// The bits of one operand where a mask is one, or else those of another one.
    Select,
    /// The second operand of a sum or difference is an extension, which all its users absorb.
    Extended,
    /// The interleaved lanes of two halves of a register, of which each half is computed.
    Interleaved,
}

/// A row of the table.
struct Row {
    form: Form,
    inner: Option<Opcode>,
    new: Opcode,
    number: Option<i64>,
}

include!(concat!(env!("OUT_DIR"), "/aarch64_vector_forms.rs"));

/// The operands of a new instruction, without its result.
type Operands = SmallVec<[Operand; 6]>;

const WHOLE: SubReg = SubReg(0);

/// The maximum distance over which a load moves, in instructions.
const MAX_DISTANCE: usize = 16;

/// Absorbs definitions into instructions of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let is_vector = |n: usize| match mf.reg_attr(VReg::new(n)) {
        RegAttr::Class(class) => matches!(class, classes::FPR64 | classes::FPR128 | classes::FPR128_LO),
        _ => false,
    };
    let live_ins = &mf.block(mf.entry()).live_ins;
    if !live_ins.iter().any(|&reg| REGISTERS.contains(classes::FPR64, reg))
        && !(0..mf.num_vregs()).any(is_vector)
    {
        return;
    }
    let mut forms = VectorForms {
        mf,
        target,
        load: None,
        more: Vec::new(),
        built: Vec::new(),
        tuples: Vec::new(),
        halves: Vec::new(),
        has_calls: None,
    };
    for n in 0..forms.mf.layout.len() {
        let mut next = forms.mf.first_inst(forms.mf.layout[n]);
        while let Some(inst) = next {
            next = forms.mf.next_inst(inst);
            forms.remove_move(inst);
            forms.lane_of_moved(inst);
            forms.combine_lanes(inst);
            forms.visit(inst);
            forms.choose_overwritten(inst);
            forms.complement_of_difference(inst);
            forms.note_tuple(inst);
        }
    }
    forms.share_tuples();
    forms.fold_halves();
}

/// Returns the rows with this root.
fn rows(root: Opcode) -> &'static [Row] {
    // By opcode: the number in `ROOTS` plus 1.
    static BY_OPCODE: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let mut numbers = vec![0; ROOTS.last().map_or(0, |last| last.0.table_index() + 1)];
        for (n, root) in (1..).zip(ROOTS) {
            numbers[root.0.table_index()] = n;
        }
        numbers
    });
    if !root.is_target() {
        return &[];
    }
    match BY_OPCODE.get(root.table_index()) {
        None | Some(0) => &[],
        Some(&n) => {
            let (_, first, count) = ROOTS[usize::from(n) - 1];
            &ROWS[usize::from(first)..][..usize::from(count)]
        }
    }
}

/// The walk over a function.
struct VectorForms<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
    /// The load that is absorbed.
    load: Option<InstId>,
    /// New operands of the new instruction that may absorb others.
    more: Vec<InstId>,
    /// The new instructions of a computation.
    built: Vec<InstId>,
    /// The tuples so far.
    tuples: Vec<InstId>,
    /// Copies of lower halves.
    halves: Vec<InstId>,
    /// True if the function has calls, once that is known.
    has_calls: Option<bool>,
}

impl VectorForms<'_> {
    /// Replaces `inst` while it absorbs operands.
    fn visit(&mut self, inst: InstId) {
        self.simplify_select(inst);
        while let Some((opcode, operands)) = self.absorbed(inst) {
            let absorbed = self.inputs(inst).iter().filter_map(|o| self.mf.def(o.vreg()?));
            let absorbed: SmallVec<[InstId; 4]> = absorbed.collect();
            self.replace(inst, opcode, operands);
            if let Some(load) = self.load.take() {
                self.mf.copy_mem_operands(load, inst);
            }
            self.remove_unused(absorbed);
            for operand in std::mem::take(&mut self.more) {
                self.visit(operand);
            }
        }
    }

    /// Removes the instructions that are unused now, and those whose only user they were.
    fn remove_unused(&mut self, mut list: SmallVec<[InstId; 4]>) {
        let effects = self.mf.effects();
        while let Some(inst) = list.pop() {
            // Flags, for example, may be read.
            let is_unused_result = |o: &Operand| o.vreg().is_some_and(|v| self.mf.use_count(v) == 0);
            let mut results = self.mf.operands(inst).iter().filter(|o| o.is_def()).peekable();
            let is_unused = results.peek().is_some() && results.all(is_unused_result);
            let is_movable = self.mf.mem_operands(inst).all(|access| access.is_unordered());
            if is_unused && is_movable && !self.target.desc(self.mf.opcode(inst)).flags.intersects(effects) {
                let others = &self.mf.operands(inst)[1..];
                list.extend(others.iter().filter_map(|o| self.mf.def(o.vreg()?)));
                self.mf.remove_inst(inst);
            }
        }
    }

    /// Returns the instruction that replaces `inst` and a definition of its operands.
    fn absorbed(&mut self, inst: InstId) -> Option<(Opcode, Operands)> {
        let form = self.by_rows(inst);
        form.or_else(|| self.rounded(inst))
    }

    /// Returns the instruction of the first row that fits.
    fn by_rows(&mut self, inst: InstId) -> Option<(Opcode, Operands)> {
        let rows = rows(self.mf.opcode(inst));
        if !rows.iter().any(|row| row.form == Form::Sum) {
            return rows.iter().find_map(|row| self.by_row(inst, row, None));
        }
        let [first, second] = self.later_first(inst);
        let any = rows.iter().find_map(|row| self.by_row(inst, row, Some(first)));
        let mut sums = rows.iter().filter(|row| row.form == Form::Sum);
        any.or_else(|| sums.find_map(|row| self.by_row(inst, row, Some(second))))
    }

    /// Returns the instruction of a row; a sum absorbs the operand with the number `absorbed`.
    fn by_row(&mut self, inst: InstId, row: &Row, absorbed: Option<usize>) -> Option<(Opcode, Operands)> {
        self.load = None;
        self.more.clear();
        let operands = match (row.form, absorbed) {
            (Form::Sum, Some(n)) => {
                let operands = self.accumulated(inst, row, n)?;
                self.fit(row.new, &operands).then_some(operands)?
            }
            _ => self.operands(inst, row)?,
        };
        Some((row.new, operands))
    }

    /// Returns the operands of the row's new instruction, if it can replace `inst`.
    fn operands(&mut self, inst: InstId, row: &Row) -> Option<Operands> {
        let operands = match row.form {
            Form::Sum => self.accumulated(inst, row, 1)?,
            Form::First => self.of_first(inst, row)?,
            Form::Halves => self.halves(inst, row)?,
            Form::Rest => self.rest(inst, row)?,
            Form::Difference => self.accumulated(inst, row, 1)?,
            Form::FirstSum => self.first_lane(inst, row, 1).or_else(|| self.first_lane(inst, row, 0))?,
            Form::FirstDifference => self.first_lane(inst, row, 1)?,
            Form::Fold => self.folded(inst, row)?,
            Form::Shift => self.shifted(inst, row)?,
            Form::Negated => self.negated(inst, row, 1).or_else(|| self.negated(inst, row, 2))?,
            Form::Lane => self.by_lane(inst, row, &[])?,
            Form::Factor => self.by_lane(inst, row, &[]).or_else(|| self.by_lane(inst, row, &[1]))?,
            Form::Exchanged => self.by_lane(inst, row, &[1])?,
            Form::Addend => {
                self.by_lane(inst, row, &[2, 1]).or_else(|| self.by_lane(inst, row, &[2, 1, 1]))?
            }
            Form::Upper => self.upper(inst, row)?,
            Form::Moved => self.moved(inst, row)?,
            Form::Load => self.loaded(inst, row)?,
            Form::Store => self.stored(inst, row)?,
            Form::Into => self.narrowed_into(inst, row)?,
            Form::Scalar => self.of_scalar(inst, row)?,
            Form::Field => self.field(inst, row)?,
            Form::Select => self.select(inst, row)?,
            Form::Extended => self.extended(inst, row)?,
            Form::Interleaved => self.interleaved(inst, row)?,
            Form::Splat => return None,
        };
        self.fit(row.new, &operands).then_some(operands)
    }

    /// Returns the listed operands of `inst` after its result.
    fn inputs(&self, inst: InstId) -> &[Operand] {
        let desc = self.target.desc(self.mf.opcode(inst));
        self.mf.operands(inst).get(desc.num_defs.into()..desc.operands.len()).unwrap_or(&[])
    }

    /// Returns the definition of `operand` by `opcode`, if it is in the block of `user`, which has
    /// its only use.
    fn inner(&self, mut operand: Operand, opcode: Option<Opcode>, user: InstId) -> Option<InstId> {
        loop {
            let vreg = operand.vreg().filter(|_| operand.sub_reg() == WHOLE)?;
            let def = self.mf.def(vreg)?;
            if self.mf.use_count(vreg) != 1 || self.mf.block_of(def) != self.mf.block_of(user) {
                return None;
            }
            if self.mf.opcode(def) != gop::COPY {
                return Some(def).filter(|&def| Some(self.mf.opcode(def)) == opcode);
            }
            operand = self.mf.operand(def, 1);
        }
    }

    /// Returns the numbers of the first two operands, the one that is computed last first: the other
    /// one is complete when an absorbed instruction adds to it.
    fn later_first(&self, inst: InstId) -> [usize; 2] {
        let &[a, b] = self.inputs(inst) else { return [1, 0] };
        let [a, b] = [a, b].map(|input| input.vreg().and_then(|v| self.mf.def(v)));
        let mut before = std::iter::successors(self.mf.prev_inst(inst), |&inst| self.mf.prev_inst(inst));
        let nearest = before.by_ref().take(MAX_DISTANCE).find(|&inst| Some(inst) == a || Some(inst) == b);
        if nearest.is_some() && nearest == a { [0, 1] } else { [1, 0] }
    }

    /// Returns the operands of a difference whose subtrahend is a sum: the rest of the first summand,
    /// and the factors of the second one. The rest absorbs the first summand.
    fn rest(&mut self, inst: InstId, row: &Row) -> Option<Operands> {
        let &[minuend, sum] = self.inputs(inst) else { return None };
        let inner = self.inner(sum, row.inner, inst)?;
        let (&summand, factors) = self.inputs(inner).split_first()?;
        let opcode = self.mf.opcode(inst);
        let product = self.mf.opcode(self.mf.def(summand.vreg()?)?);
        let absorbs =
            |row: &Row| matches!(row.form, Form::Difference | Form::Rest) && row.inner == Some(product);
        self.inner(summand, Some(product), inst)?;
        if !rows(opcode).iter().any(absorbs) {
            return None;
        }
        let factors: Operands = factors.iter().copied().collect();
        let RegAttr::Class(class) = self.mf.reg_attr(self.mf.vreg_operand(inst, 0)?) else { return None };
        let operands =
            |rest: Operand| [rest].into_iter().chain(factors.iter().copied()).collect::<Operands>();
        if !self.fit(row.new, &operands(minuend)) {
            return None;
        }
        let rest = self.build_in(class, opcode, &[minuend, summand], inst);
        self.more.extend(rest.vreg().and_then(|rest| self.mf.def(rest)));
        Some(operands(rest))
    }

    fn accumulated(&self, inst: InstId, row: &Row, n: usize) -> Option<Operands> {
        let &[a, b] = self.inputs(inst) else { return None };
        let inner = self.inner([a, b][n], row.inner, inst)?;
        let addend = [a, b][1 - n];
        Some([addend].iter().chain(self.inputs(inner)).copied().collect())
    }

    /// Returns the operands of an instruction on the lowest lanes of the absorbed one's operands.
    fn first_lane(&self, inst: InstId, row: &Row, n: usize) -> Option<Operands> {
        let &[a, b] = self.inputs(inst) else { return None };
        let lane = [a, b][n];
        if lane.sub_reg() != subs::SSUB {
            return None;
        }
        let inner = self.inner(lane.with_sub_reg(WHOLE), row.inner, inst)?;
        let mut operands: Operands = [[a, b][1 - n]].iter().chain(self.inputs(inner)).copied().collect();
        for (operand, listed) in operands.iter_mut().zip(&TABLE.desc(row.new).operands[1..]) {
            if listed.kind == OperandKind::Class(classes::FPR16) {
                *operand = operand.with_sub_reg(subs::HSUB);
            }
        }
        Some(operands)
    }

    fn folded(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let inputs = self.inputs(inst);
        let inner = self.inner(*inputs.first()?, row.inner, inst)?;
        if let Some(number) = row.number
            && self.mf.imm_value(*inputs.get(1)?) != Some(number)
        {
            return None;
        }
        Some(self.inputs(inner).iter().copied().collect())
    }

    fn shifted(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let &[extended, by] = self.inputs(inst) else { return None };
        let inner = self.inner(extended, row.inner, inst)?;
        let &[source, first] = self.inputs(inner) else { return None };
        if self.mf.imm_value(first) != Some(0) {
            return None;
        }
        match row.number {
            None => Some([source, by].into_iter().collect()),
            Some(bits) => (self.mf.imm_value(by) == Some(bits)).then(|| [source].into_iter().collect()),
        }
    }

    fn negated(&self, inst: InstId, row: &Row, n: usize) -> Option<Operands> {
        let mut operands: Operands = self.inputs(inst).iter().copied().collect();
        let inner = self.inner(*operands.get(n)?, row.inner, inst)?;
        operands[n] = *self.inputs(inner).first()?;
        Some(operands)
    }

    /// Returns operands whose last register is a lane, after the `rotations` have each
    /// exchanged it with the register before it or moved it to the front.
    fn by_lane(&self, inst: InstId, row: &Row, rotations: &[usize]) -> Option<Operands> {
        let inputs = self.inputs(inst);
        let count = inputs.iter().take_while(|o| o.vreg().is_some()).count();
        let mut operands: Operands = inputs.iter().copied().collect();
        for &by in rotations {
            match by {
                1 => operands.get_mut(count.checked_sub(2)?..count)?.reverse(),
                _ => operands.get_mut(..count)?.rotate_right(1),
            }
        }
        let splat = *operands.get(count.checked_sub(1)?)?;
        let (source, lane) = self.repeated_lane(splat, row.number?, inst)?;
        operands[count - 1] = Operand::use_of(source);
        operands.insert(count, lane);
        Some(operands)
    }

    /// Returns the register and the lane of `bits` bits that all lanes of `splat` have.
    fn repeated_lane(&self, splat: Operand, bits: i64, user: InstId) -> Option<(VReg, Operand)> {
        let def = self.mf.def(splat.vreg()?)?;
        let lane_bits = match self.mf.opcode(def) {
            op::DUPv4i16lane | op::DUPv8i16lane | op::DUPi16 => 16,
            op::DUPv2i32lane | op::DUPv4i32lane | op::DUPi32 => 32,
            op::DUPv2i64lane | op::DUPi64 => 64,
            _ => return None,
        };
        let &[source, lane] = self.inputs(def) else { return None };
        let whole = source.vreg().filter(|_| source.sub_reg() == WHOLE)?;
        let near = self.mf.block_of(def) == self.mf.block_of(user);
        (lane_bits == bits && near).then_some((whole, lane))
    }

    /// Returns the operands of the form for upper halves.
    fn upper(&mut self, inst: InstId, row: &Row) -> Option<Operands> {
        let halves = TABLE.desc(self.mf.opcode(inst)).operands.iter().zip(TABLE.desc(row.new).operands);
        let changed: SmallVec<[bool; 6]> = halves.skip(1).map(|(old, new)| old.kind != new.kind).collect();
        let mut operands: Operands = self.inputs(inst).iter().copied().collect();
        let mut splats: SmallVec<[(usize, InstId); 2]> = SmallVec::new();
        let mut reversals: SmallVec<[(usize, InstId); 2]> = SmallVec::new();
        let mut found = false;
        for (n, operand) in operands.iter_mut().enumerate().filter(|&(n, _)| changed[n]) {
            if let Some(whole) = self.upper_half(*operand) {
                *operand = whole;
                found = true;
            } else if let Some(reversed) = self.reversed_upper_half(*operand, inst) {
                reversals.push((n, reversed));
                found = true;
            } else if let Some(whole) = self.splat_of_whole(*operand) {
                *operand = Operand::use_of(whole);
            } else {
                splats.push((n, self.splat_of_half(*operand)?));
            }
        }
        if !found {
            return None;
        }
        for (n, reversed) in reversals {
            operands[n] = self.reversed_whole(reversed)?;
        }
        for (n, splat) in splats {
            operands[n] = Operand::use_of(self.widened(splat)?);
        }
        Some(operands)
    }

    /// Returns the register of which `operand` is the upper half.
    fn upper_half(&self, operand: Operand) -> Option<Operand> {
        let def = self.mf.def(operand.vreg()?)?;
        let is_first = operand.sub_reg() == subs::DSUB;
        let source = match (self.mf.opcode(def), self.inputs(def)) {
            (op::DUPv2i64lane, &[source, lane]) if is_first && self.mf.imm_value(lane) == Some(1) => source,
            (op::DUPi64, &[source, lane]) if self.mf.imm_value(lane) == Some(1) => source,
            (op::ZIP2v2i64 | op::UZP2v2i64 | op::TRN2v2i64, &[source, _]) if is_first => source,
            (op::EXTv16i8, &[source, same, by])
                if is_first && source == same && self.mf.imm_value(by) == Some(8) =>
            {
                source
            }
            _ => return None,
        };
        let is_register = [WHOLE, subs::QSUB0, subs::QSUB1, subs::QSUB2, subs::QSUB3];
        (source.vreg().is_some() && is_register.contains(&source.sub_reg())).then_some(source)
    }

    /// Returns the definition of `operand`, which reverses lanes within the elements of an upper half.
    fn reversed_upper_half(&self, operand: Operand, user: InstId) -> Option<InstId> {
        let half = operand.sub_reg() == subs::DSUB;
        let opcode = self.mf.opcode(self.mf.def(operand.vreg()?)?);
        let reverses = matches!(
            opcode,
            op::REV16v16i8
                | op::REV32v16i8
                | op::REV32v8i16
                | op::REV64v16i8
                | op::REV64v8i16
                | op::REV64v4i32
        );
        let def = self.inner(operand.with_sub_reg(WHOLE), Some(opcode), user).filter(|_| half && reverses)?;
        let &[source] = self.inputs(def) else { return None };
        self.upper_half(source.with_sub_reg(subs::DSUB)).map(|_| def)
    }

    /// Returns a register whose upper half is the lower half of the result of `reversed`.
    fn reversed_whole(&mut self, reversed: InstId) -> Option<Operand> {
        let &[source] = self.inputs(reversed) else { return None };
        let whole = self.upper_half(source.with_sub_reg(subs::DSUB))?;
        let opcode = self.mf.opcode(reversed);
        Some(self.build_in(classes::FPR128, opcode, &[whole], reversed))
    }

    /// Returns the register with equal halves of which `operand` is the lower one.
    fn splat_of_whole(&self, operand: Operand) -> Option<VReg> {
        let mut operand = operand;
        if operand.sub_reg() == WHOLE {
            let copy = self.mf.def(operand.vreg()?).filter(|&def| self.mf.opcode(def) == gop::COPY)?;
            operand = self.mf.operand(copy, 1);
        }
        let whole = operand.vreg().filter(|_| operand.sub_reg() == subs::DSUB)?;
        let def = self.mf.def(whole)?;
        let opcode = self.mf.opcode(def);
        let takes_every_other = matches!(
            opcode,
            op::UZP1v16i8 | op::UZP2v16i8 | op::UZP1v8i16 | op::UZP2v8i16 | op::UZP1v4i32 | op::UZP2v4i32
        );
        if takes_every_other && matches!(self.inputs(def), [a, b] if a == b) {
            return Some(whole);
        }
        let is_splat = |row: &Row| row.form == Form::Splat && row.new == opcode;
        ROWS.iter().any(is_splat).then_some(whole)
    }

    /// Returns the definition of `operand`, a half with equal lanes.
    fn splat_of_half(&self, operand: Operand) -> Option<InstId> {
        let def = self.mf.def(operand.vreg().filter(|_| operand.sub_reg() == WHOLE)?)?;
        rows(self.mf.opcode(def)).iter().any(|row| row.form == Form::Splat).then_some(def)
    }

    /// Returns a whole register with the lanes of `splat`, which becomes its lower half.
    fn widened(&mut self, splat: InstId) -> Option<VReg> {
        let row = rows(self.mf.opcode(splat)).iter().find(|row| row.form == Form::Splat)?;
        let inputs: Operands = self.inputs(splat).iter().copied().collect();
        let whole = self.emit(classes::FPR128, row.new, &inputs, splat);
        let half = Operand::use_of(whole).with_sub_reg(subs::DSUB);
        self.mf.replace_with_inst(splat, gop::COPY, &[self.mf.operand(splat, 0), half]);
        self.halves.push(splat);
        Some(whole)
    }

    fn loaded(&mut self, inst: InstId, row: &Row) -> Option<Operands> {
        let inputs = self.inputs(inst);
        let count = inputs.iter().rposition(|o| o.vreg().is_some())?;
        let (first, &[mut element, ref from @ ..]) = inputs.split_at(count) else { return None };
        if !from.iter().all(|&lane| self.mf.imm_value(lane) == Some(0)) {
            return None;
        }
        if let Some(widened) = self.inner(element, Some(gop::SUBREG_TO_REG), inst) {
            element = *self.mf.operands(widened).get(2)?;
        }
        let load = self.inner(element, row.inner, inst)?;
        let address = self.plain_address(self.inputs(load))?;
        let is_movable = self.mf.mem_operands(load).len() == 1
            && self.mf.mem_operands(load).all(|access| access.is_unordered())
            && self.reaches(load, inst);
        let operands = first.iter().copied().chain([address]).collect();
        self.load = is_movable.then_some(load);
        is_movable.then_some(operands)
    }

    fn stored(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let (&value, address) = self.inputs(inst).split_first()?;
        let inner = self.inner(value, row.inner, inst)?;
        let &[source, lane] = self.inputs(inner) else { return None };
        let address = self.plain_address(address)?;
        self.mf
            .mem_operands(inst)
            .all(|access| access.is_unordered())
            .then(|| [source, lane, address].into_iter().collect())
    }

    /// Returns the address register of an access without an offset.
    fn plain_address(&self, operands: &[Operand]) -> Option<Operand> {
        let &[base, offset] = operands else { return None };
        (base.vreg().is_some() && self.mf.imm_value(offset) == Some(0)).then_some(base)
    }

    /// Returns true if no instruction from `load` to `user` writes memory or has another effect.
    fn reaches(&self, load: InstId, user: InstId) -> bool {
        let effects = InstrFlags::SIDE_EFFECTS | InstrFlags::CALL | InstrFlags::MAY_STORE;
        let after = std::iter::successors(self.mf.next_inst(load), |&inst| self.mf.next_inst(inst));
        let between = after.take(MAX_DISTANCE).take_while(|&inst| inst != user);
        let mut count = 0;
        for inst in between {
            if self.target.desc(self.mf.opcode(inst)).flags.intersects(effects) {
                return false;
            }
            count += 1;
        }
        count < MAX_DISTANCE
    }

    fn moved(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let &[base, to, source, from] = self.inputs(inst) else { return None };
        let widened = self.inner(source, Some(gop::SUBREG_TO_REG), inst)?;
        let inner = self.inner(*self.mf.operands(widened).get(2)?, row.inner, inst)?;
        let &[other, lane] = self.inputs(inner) else { return None };
        (self.mf.imm_value(from) == Some(0)).then(|| [base, to, other, lane].into_iter().collect())
    }

    fn narrowed_into(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let &[base, to, source, from] = self.inputs(inst) else { return None };
        if self.mf.imm_value(to) != Some(1) || self.mf.imm_value(from) != Some(0) {
            return None;
        }
        let widened = self.inner(source, Some(gop::SUBREG_TO_REG), inst)?;
        let inner = self.inner(*self.mf.operands(widened).get(2)?, row.inner, inst)?;
        Some([base].iter().chain(self.inputs(inner)).copied().collect())
    }

    fn of_first(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let (&first, others) = self.inputs(inst).split_first()?;
        let inner = self.inner(first, row.inner, inst)?;
        Some(self.inputs(inner).iter().chain(others).copied().collect())
    }

    /// Returns registers whose halves are the operands of the same operation in both halves, if one
    /// of the upper halves can be computed in place.
    fn halves(&mut self, inst: InstId, row: &Row) -> Option<Operands> {
        let &[low, to, high, from] = self.inputs(inst) else { return None };
        if self.mf.imm_value(to) != Some(1) || self.mf.imm_value(from) != Some(0) {
            return None;
        }
        let half = |whole: Operand| {
            let widened = self.inner(whole, Some(gop::SUBREG_TO_REG), inst)?;
            let inner = self.inner(*self.mf.operands(widened).get(2)?, row.inner, inst)?;
            <[Operand; 2]>::try_from(self.inputs(inner)).ok()
        };
        let (low, high) = (half(low)?, half(high)?);
        let is_narrowed = |half: &Operand| {
            let opcode = half.vreg().and_then(|v| self.mf.def(v)).map(|def| self.mf.opcode(def));
            let computes = |row: &Row| row.form == Form::Into && row.inner == opcode;
            self.inner(*half, opcode, inst).is_some() && rows(op::INSvi64lane).iter().any(computes)
        };
        if !high.iter().any(is_narrowed) {
            return None;
        }
        let mut operands = Operands::new();
        for (low, high) in low.into_iter().zip(high) {
            let (low, high) = (self.whole_of(low, inst)?, self.whole_of(high, inst)?);
            let (one, zero) = (Operand::small_imm(1), Operand::small_imm(0));
            let joined = self.build_in(classes::FPR128, op::INSvi64lane, &[low, one, high, zero], inst);
            self.more.extend(joined.vreg().and_then(|joined| self.mf.def(joined)));
            operands.push(joined);
        }
        Some(operands)
    }

    fn of_scalar(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let (before, &[source, lane]) = self.inputs(inst).split_last_chunk()?;
        if self.mf.imm_value(lane) != Some(0) {
            return None;
        }
        let widened = self.inner(source, Some(gop::SUBREG_TO_REG), inst)?;
        let inner = self.inner(*self.mf.operands(widened).get(2)?, row.inner, inst)?;
        Some(before.iter().chain(self.inputs(inner)).copied().collect())
    }

    fn field(&mut self, inst: InstId, row: &Row) -> Option<Operands> {
        let &[mut value, first, last] = self.inputs(inst) else { return None };
        if self.mf.imm_value(first) != Some(0) || self.mf.imm_value(last) != row.number {
            return None;
        }
        if self.mf.opcode(inst) == op::SBFMXri {
            let widened = self.inner(value, Some(gop::SUBREG_TO_REG), inst)?;
            value = *self.mf.operands(widened).get(2)?;
        }
        let inner = self.inner(value, row.inner, inst)?;
        match self.inputs(inner) {
            &[scalar] => self.lowest_lane(scalar, inst),
            operands => Some(operands.iter().copied().collect()),
        }
    }

    /// Returns the vector whose lowest lane is `scalar`, and the lane.
    fn lowest_lane(&mut self, scalar: Operand, user: InstId) -> Option<Operands> {
        let vreg = scalar.vreg()?;
        let zero = Operand::small_imm(0);
        let whole = match (scalar.sub_reg(), self.mf.reg_attr(vreg)) {
            (subs::SSUB, RegAttr::Class(classes::FPR128)) => Operand::use_of(vreg),
            (WHOLE, RegAttr::Class(classes::FPR32)) => {
                let part = Operand::small_imm(i32::from(subs::SSUB.0));
                self.build_in(classes::FPR128, gop::SUBREG_TO_REG, &[zero, scalar, part], user)
            }
            _ => return None,
        };
        Some([whole, zero].into_iter().collect())
    }

    fn interleaved(&mut self, inst: InstId, row: &Row) -> Option<Operands> {
        let &[low, to, high, from] = self.inputs(inst) else { return None };
        if self.mf.imm_value(to) != Some(1) || self.mf.imm_value(from) != Some(0) {
            return None;
        }
        let second = match row.inner? {
            op::ZIP1v8i8 => op::ZIP2v8i8,
            op::ZIP1v4i16 => op::ZIP2v4i16,
            op::ZIP1v2i32 => op::ZIP2v2i32,
            _ => return None,
        };
        let half = |whole: Operand, opcode: Opcode| {
            let widened = self.inner(whole, Some(gop::SUBREG_TO_REG), inst)?;
            self.inner(*self.mf.operands(widened).get(2)?, Some(opcode), inst)
        };
        let halves = [self.inputs(half(low, row.inner?)?), self.inputs(half(high, second)?)];
        if halves[0] != halves[1] {
            return None;
        }
        let halves: Operands = halves[0].iter().copied().collect();
        halves.into_iter().map(|half| self.whole_of(half, inst)).collect()
    }

    /// Returns true if `opcode` can have these operands, after their classes have been narrowed.
    fn fit(&mut self, opcode: Opcode, operands: &[Operand]) -> bool {
        let desc = TABLE.desc(opcode);
        let listed = &desc.operands[desc.num_defs.into()..];
        let mut narrowed: SmallVec<[(VReg, RegClassId); 4]> = SmallVec::new();
        for (operand, desc) in operands.iter().zip(listed) {
            match (desc.kind, operand.vreg()) {
                (OperandKind::Class(class), Some(vreg)) if operand.sub_reg() == WHOLE => {
                    let RegAttr::Class(now) = self.mf.reg_attr(vreg) else { return false };
                    let registers = self.target.registers();
                    let Some(common) = registers.common_sub_class(now, class) else { return false };
                    if registers.class(now).bits != registers.class(common).bits {
                        return false;
                    }
                    narrowed.push((vreg, common));
                }
                (OperandKind::Class(_), Some(_)) => {}
                (OperandKind::Imm(kind), None) => {
                    let value = self.mf.imm_value(*operand);
                    if !value.is_some_and(|value| TABLE.imm_kind(kind).accepts(value)) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        if operands.len() != listed.len() {
            return false;
        }
        for (vreg, class) in narrowed {
            self.mf.set_reg_attr(vreg, RegAttr::Class(class));
        }
        true
    }

    /// Replaces `inst`, whose result stays. A tied operand is a whole register.
    fn replace(&mut self, inst: InstId, opcode: Opcode, mut operands: Operands) {
        let desc = TABLE.desc(opcode);
        for (operand, listed) in operands.iter_mut().zip(&desc.operands[desc.num_defs.into()..]) {
            if let (Some(_), OperandKind::Class(class)) = (listed.tied_to, listed.kind)
                && operand.sub_reg() != WHOLE
            {
                let copy = self.mf.create_class_vreg(class);
                let loc = self.mf.inst(inst).debug_loc;
                let copied = self.mf.create_inst(gop::COPY, &[Operand::def(copy), *operand], loc);
                self.mf.insert_before(inst, copied);
                *operand = Operand::use_of(copy);
            }
        }
        if desc.num_defs == 1 {
            operands.insert(0, self.mf.operand(inst, 0));
        }
        operands.extend(desc.implicit_uses.iter().map(|&reg| Operand::implicit_use(reg)));
        operands.extend(desc.implicit_defs.iter().map(|&reg| Operand::implicit_def(reg)));
        self.mf.replace_with_inst(inst, opcode, &operands);
    }
}
