//! Integers of 64 bits that come from vector registers and return to them.
//!
//! Vectors of one element are integers to the passes before. Where inputs of a computation are moved
//! from vector registers, and its result is moved to one, it is done there, and the moves are
//! removed. Other inputs are moved there, if that leaves fewer moves. Cost: one visit of a
//! computation's instructions per level, at most `MAX_DEPTH` levels.

use super::VectorForms;
use crate::aarch64::mc::conditions::{EQ, GE, GT, HI, HS, LE, LO, LS, LT, MI, NE, PL, VC, VS};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{REGISTERS, banks, classes, regs, subs};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{Operand, OperandTag, RegAttr};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};

/// The maximum depth of a computation.
const MAX_DEPTH: usize = 8;

/// The maximum number of instructions after a condition in which its flags are not read again.
const MAX_DISTANCE: usize = 8;

/// A node of a computation: the instruction in vector registers, its inputs in general registers,
/// and a number.
pub(super) struct Node {
    pub(super) opcode: Opcode,
    pub(super) inputs: Vec<Operand>,
    number: Option<i64>,
    /// If the inputs are in vector registers already: the number of moves that this removes.
    pub(super) leaf: Option<i32>,
    /// The shift of the last input, by the number.
    shift: Option<Opcode>,
    /// True if the result is inverted.
    pub(super) inverted: bool,
}

impl Node {
    fn of(opcode: Opcode, inputs: &[Operand]) -> Node {
        Node { opcode, inputs: inputs.to_vec(), number: None, leaf: None, shift: None, inverted: false }
    }
}

/// The instructions that a computation in vector registers replaces.
#[derive(Default)]
pub(super) struct Replaced {
    /// The comparisons.
    pub(super) compares: Vec<InstId>,
    /// The copies from physical registers, and the values of the new ones.
    copies: Vec<(InstId, Operand)>,
}

impl VectorForms<'_> {
    /// Replaces a move to the other registers by the value that was moved from there, or by its
    /// computation there.
    pub(super) fn remove_move(&mut self, inst: InstId) {
        let back = match self.mf.opcode(inst) {
            op::FMOVXDr => op::FMOVDXr,
            op::FMOVDXr => op::FMOVXDr,
            op::FMOVDr => return self.drop_clearing(inst),
            op::FMOVWSr if self.mask_of_floats(inst) => return,
            op::FMOVWSr => {
                self.lower_of_moved(inst);
                op::FMOVSWr
            }
            op::FMOVSWr => op::FMOVWSr,
            op::FCSELDrrr => return self.select_by_mask(inst),
            op::STRXui => return self.store_computed(inst, op::STRDui),
            op::STURXi => return self.store_computed(inst, op::STURDi),
            op::STRXroX => return self.store_computed(inst, op::STRDroX),
            op::STRXroW => return self.store_computed(inst, op::STRDroW),
            gop::COPY if self.leaves_general_register(inst) => match self.extract_in_place(inst) {
                true => return,
                false => op::FMOVDXr,
            },
            gop::COPY => return self.extract_to_general(inst),
            op::SCVTFUXDri => return self.convert(inst, op::SCVTFv1i64),
            op::UCVTFUXDri => return self.convert(inst, op::UCVTFv1i64),
            opcode if on_vectors(opcode).is_some() => return self.move_after(inst),
            _ => return,
        };
        let Some(&moved) = self.inputs(inst).first() else { return };
        let Some(def) = moved.vreg().and_then(|v| self.mf.def(v)) else { return };
        let first = self.copied(def);
        if self.mf.opcode(first) == back {
            let source = self.mf.operand(first, 1);
            self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), source]);
            self.remove_unused([def].into_iter().collect());
        } else if back == op::FMOVDXr && self.gain(moved, inst, 0).is_some_and(|gain| gain >= 0) {
            let mut replaced = Replaced::default();
            self.built.clear();
            let Some(value) = self.computed(moved, (inst, 0), &mut replaced) else { return };
            self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), value]);
            self.remove_unused([def].into_iter().collect());
            self.finish_computation(replaced);
        }
    }

    /// Returns the definition of what `inst` copies from a full virtual register, through chains of
    /// copies; `inst` itself if it is no such copy.
    fn copied(&self, mut inst: InstId) -> InstId {
        while self.mf.opcode(inst) == gop::COPY
            && let source = self.mf.operand(inst, 1)
            && source.sub_reg() == super::WHOLE
            && let Some(def) = source.vreg().and_then(|v| self.mf.def(v))
        {
            inst = def;
        }
        inst
    }

    /// Removes the comparisons that a computation replaced, and visits its instructions.
    pub(super) fn finish_computation(&mut self, replaced: Replaced) {
        for compare in replaced.compares {
            let inputs = self.inputs(compare).iter().filter_map(|o| self.mf.def(o.vreg()?));
            let inputs = inputs.collect();
            self.mf.remove_inst(compare);
            self.remove_unused(inputs);
        }
        for built in std::mem::take(&mut self.built) {
            self.visit(built);
        }
    }

    /// Replaces a move that clears the upper half of a register by a copy, if the instruction that
    /// computes the lower half clears it. A call preserves the lower half only, and copies may move
    /// over calls; so this is done in functions without calls.
    fn drop_clearing(&mut self, inst: InstId) {
        if self.has_calls() {
            return;
        }
        let mut moved = self.mf.operand(inst, 1);
        let mut def = moved.vreg().and_then(|v| self.mf.def(v));
        if let Some(widened) = def.filter(|_| moved.sub_reg() == subs::DSUB)
            && self.mf.opcode(widened) == gop::SUBREG_TO_REG
            && self.mf.imm_value(self.mf.operand(widened, 3)) == Some(subs::DSUB.0.into())
        {
            moved = self.mf.operand(widened, 2);
            def = moved.vreg().and_then(|v| self.mf.def(v));
        }
        if moved.sub_reg() == super::WHOLE && def.is_some_and(|def| self.mf.opcode(def).is_target()) {
            let widened = self.mf.operand(inst, 1).vreg().and_then(|v| self.mf.def(v));
            self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), moved]);
            self.remove_unused(widened.filter(|&w| Some(w) != def).into_iter().collect());
        }
    }

    /// Returns true if an instruction of the function preserves some registers only.
    fn has_calls(&mut self) -> bool {
        if let Some(known) = self.has_calls {
            return known;
        }
        let mut insts = self.mf.layout.iter().flat_map(|&block| self.mf.insts(block));
        let found = insts.any(|inst| self.mf.operands(inst).iter().any(|o| o.tag() == OperandTag::RegMask));
        self.has_calls = Some(found);
        found
    }

    /// Replaces an extracted lane that is copied to a physical general register by one that is
    /// extracted to a general register.
    fn extract_to_general(&mut self, inst: InstId) {
        let &[to, lane] = self.mf.operands(inst) else { return };
        let def = lane.vreg().filter(|_| lane.sub_reg() == super::WHOLE).and_then(|v| self.mf.def(v));
        let Some(def) =
            def.filter(|_| to.phys().is_some_and(|reg| REGISTERS.reg(reg).bank == Some(banks::GPR)))
        else {
            return;
        };
        let (opcode, class) = match self.mf.opcode(def) {
            op::DUPi64 => (op::UMOVvi64, classes::GPR64),
            op::DUPi32 => (op::UMOVvi32, classes::GPR32),
            _ => return,
        };
        let operands = self.inputs(def).to_vec();
        let extracted = self.build_in(class, opcode, &operands, inst);
        self.mf.set_operand(inst, 1, extracted);
        self.remove_unused([def].into_iter().collect());
    }

    /// Returns true if `inst` copies a general register to a physical vector register of 64 bits.
    fn leaves_general_register(&self, inst: InstId) -> bool {
        let &[to, from] = self.mf.operands(inst) else { return false };
        let is_general = |vreg| match self.mf.reg_attr(vreg) {
            RegAttr::Class(class) => REGISTERS.class(class).bank == banks::GPR,
            _ => false,
        };
        is_double(to) && from.sub_reg() == super::WHOLE && from.vreg().is_some_and(is_general)
    }

    /// Computes in vector registers what `inst` computes of two values from there, and moves the
    /// result.
    fn move_after(&mut self, inst: InstId) {
        let &[a, b] = self.inputs(inst) else { return };
        let is_moved = |input| self.node(input, inst).is_some_and(|node| node.leaf == Some(1));
        let (true, Some(opcode)) = (is_moved(a) && is_moved(b), on_vectors(self.mf.opcode(inst))) else {
            return;
        };
        let mut replaced = Replaced::default();
        self.built.clear();
        let [a, b] = [a, b].map(|input| (input, self.computed(input, (inst, 0), &mut replaced)));
        let (Some(x), Some(y)) = (a.1, b.1) else { return };
        let value = self.build(opcode, &[x, y], inst);
        self.mf.replace_with_inst(inst, op::FMOVDXr, &[self.mf.operand(inst, 0), value]);
        self.remove_unused([a.0, b.0].iter().filter_map(|o| self.mf.def(o.vreg()?)).collect());
        for built in std::mem::take(&mut self.built) {
            self.visit(built);
        }
    }

    /// Replaces the conversion `inst` of an integer from a vector register by `opcode`, which converts
    /// there.
    fn convert(&mut self, inst: InstId, opcode: Opcode) {
        let &[moved] = self.inputs(inst) else { return };
        if self.gain(moved, inst, 0).is_none_or(|gain| gain <= 0) {
            return;
        }
        let mut replaced = Replaced::default();
        self.built.clear();
        let Some(value) = self.computed(moved, (inst, 0), &mut replaced) else { return };
        self.replace(inst, opcode, [value].into_iter().collect());
        self.remove_unused(moved.vreg().and_then(|v| self.mf.def(v)).into_iter().collect());
        for built in std::mem::take(&mut self.built) {
            self.visit(built);
        }
    }

    /// Returns the number of moves that are removed if `operand` is computed in vector registers for
    /// `root`; negative if moves are added.
    pub(super) fn gain(&self, operand: Operand, root: InstId, depth: usize) -> Option<i32> {
        let computed = self.node(operand, root).and_then(|node| self.gain_of(&node, root, depth));
        computed.max(self.is_general(operand).then_some(-1))
    }

    /// Returns the number of moves that are removed if `node` is computed in vector registers.
    fn gain_of(&self, node: &Node, root: InstId, depth: usize) -> Option<i32> {
        match node.leaf {
            Some(gain) => Some(gain),
            None if depth < MAX_DEPTH => {
                node.inputs.iter().map(|&input| self.gain(input, root, depth + 1)).sum()
            }
            None => None,
        }
    }

    /// Returns true if `operand` is a whole general register of 64 bits.
    fn is_general(&self, operand: Operand) -> bool {
        let vreg = operand.vreg().filter(|_| operand.sub_reg() == super::WHOLE);
        vreg.is_some_and(|vreg| match self.mf.reg_attr(vreg) {
            RegAttr::Class(class) => REGISTERS.common_sub_class(class, classes::GPR64).is_some(),
            _ => false,
        })
    }

    /// Returns the node that defines `operand`.
    fn node(&self, operand: Operand, root: InstId) -> Option<Node> {
        let vreg = operand.vreg().filter(|_| operand.sub_reg() == super::WHOLE)?;
        let def = self.mf.def(vreg)?;
        let inputs = self.inputs(def);
        let leaf = |opcode, gain| Some(Node { leaf: Some(gain), ..Node::of(opcode, inputs) });
        let is_only_use = self.mf.use_count(vreg) == 1;
        match self.mf.opcode(def) {
            op::FMOVDXr => return leaf(gop::COPY, is_only_use.into()),
            op::UMOVvi64 => {
                let is_first = inputs.get(1).is_some_and(|&lane| self.mf.imm_value(lane) == Some(0));
                return leaf(op::DUPi64, (is_first && is_only_use).into());
            }
            gop::COPY if inputs.first().is_some_and(|&from| is_double(from)) => {
                return leaf(gop::COPY, is_only_use.into());
            }
            _ => {}
        }
        if self.mf.use_count(vreg) != 1 || self.mf.block_of(def) != self.mf.block_of(root) {
            return None;
        }
        let opcode = match self.mf.opcode(def) {
            op::UBFMXri | op::SBFMXri => return self.shift(def),
            op::ADDXrs | op::SUBXrs | op::ANDXrs | op::ORRXrs | op::EORXrs | op::BICXrs | op::ORNXrs => {
                return self.shifted_operand(def);
            }
            op::CSINVXr => return self.mask(def),
            opcode => match converted(opcode) {
                Some(conversion) => return leaf(conversion, 0),
                None if loaded(opcode).is_some() => {
                    let is_movable = self.mf.mem_operands(def).all(|access| access.is_unordered());
                    return is_movable.then(|| leaf(loaded(opcode)?, 0)).flatten();
                }
                None => on_vectors(opcode)?,
            },
        };
        match (self.mf.opcode(def), inputs) {
            (op::SUBXrr, &[zero, value]) if zero.phys() == Some(regs::XZR) => {
                Some(Node::of(op::NEGv1i64, &[value]))
            }
            (op::ORNXrr, &[zero, value]) if zero.phys() == Some(regs::XZR) => {
                Some(Node::of(op::NOTv8i8, &[value]))
            }
            _ => Some(Node::of(opcode, inputs)),
        }
    }

    /// Returns the node of a shift by a number.
    fn shift(&self, inst: InstId) -> Option<Node> {
        let &[value, rotation, top] = self.inputs(inst) else { return None };
        let (rotation, top) = (self.mf.imm_value(rotation)?, self.mf.imm_value(top)?);
        let (opcode, number) = match (self.mf.opcode(inst), top) {
            (op::UBFMXri, 63) if rotation > 0 => (op::USHRd, rotation),
            (op::SBFMXri, 63) if rotation > 0 => (op::SSHRd, rotation),
            (op::UBFMXri, _) if rotation == top + 1 => (op::SHLd, 63 - top),
            _ => return None,
        };
        Some(Node { number: Some(number), ..Node::of(opcode, &[value]) })
    }

    /// Returns the node of an operation on a shifted second operand.
    fn shifted_operand(&self, inst: InstId) -> Option<Node> {
        let &[first, second, shift] = self.inputs(inst) else { return None };
        let opcode = match self.mf.opcode(inst) {
            op::ADDXrs => op::ADDv1i64,
            op::SUBXrs if first.phys().is_none() => op::SUBv1i64,
            op::ANDXrs => op::ANDv8i8,
            op::ORRXrs => op::ORRv8i8,
            op::EORXrs => op::EORv8i8,
            op::BICXrs => op::BICv8i8,
            op::ORNXrs if first.phys().is_none() => op::ORNv8i8,
            _ => return None,
        };
        // The kind of the shift is above its six bits.
        let shift = self.mf.imm_value(shift)?;
        let by = [op::SHLd, op::USHRd, op::SSHRd].get(usize::try_from(shift >> 6).ok()?).copied()?;
        let number = Some(shift & 63).filter(|&number| number > 0);
        number.map(|_| Node { number, shift: Some(by), ..Node::of(opcode, &[first, second]) })
    }

    /// Returns the node of a mask that is all ones if a comparison right before it holds.
    fn mask(&self, inst: InstId) -> Option<Node> {
        let &[first, second, condition] = self.inputs(inst) else { return None };
        let is_zero = |operand: Operand| operand.phys() == Some(regs::XZR);
        let compare = self.mf.prev_inst(inst)?;
        if !is_zero(first) || !is_zero(second) || self.reads_flags_after(inst) {
            return None;
        }
        self.compared_before(compare, self.mf.imm_value(condition)? ^ 1)
    }

    /// Returns the node of a mask that is all ones if `condition` holds after `compare`.
    pub(super) fn compared_before(&self, compare: InstId, condition: i64) -> Option<Node> {
        let inputs = self.inputs(compare);
        let has_result = self.mf.operand(compare, 0).is_def() && self.mf.vreg_operand(compare, 0).is_some();
        match self.mf.opcode(compare) {
            _ if has_result => None,
            op::SUBSXrr => {
                let &[a, b] = self.inputs(compare) else { return None };
                compared(condition, a, b)
            }
            op::SUBSXri => {
                let &[a, number, shift] = self.inputs(compare) else { return None };
                let number = self.mf.imm_value(number).filter(|_| self.mf.imm_value(shift) == Some(0))?;
                compared_with(condition, a, number)
            }
            op::ADDSXri => {
                let &[a, number, shift] = self.inputs(compare) else { return None };
                let number = self.mf.imm_value(number).filter(|_| self.mf.imm_value(shift) == Some(0))?;
                compared_with(condition, a, -number)
            }
            // Comparisons of vectors may raise other exceptions.
            op::FCMPDrr | op::FCMPDri if self.mf.attrs.strict_fp => None,
            op::FCMPDrr => match *inputs {
                [a, b] => compared_floats(condition, a, b),
                _ => None,
            },
            op::FCMPDri => compared_float_with_zero(condition, *inputs.first()?),
            op::ANDSXrr => {
                let &[a, b] = self.inputs(compare) else { return None };
                let tested = Node::of(op::CMTSTv1i64, &[a, b]);
                matches!(condition, EQ | NE).then(|| Node { inverted: condition == EQ, ..tested })
            }
            _ => None,
        }
    }

    /// Returns true if the flags may be read after `inst`.
    pub(super) fn reads_flags_after(&self, inst: InstId) -> bool {
        let is_flags = |reg: Option<PhysReg>| reg == Some(regs::NZCV);
        let after = std::iter::successors(self.mf.next_inst(inst), |&inst| self.mf.next_inst(inst));
        for inst in after.take(MAX_DISTANCE) {
            let desc = self.target.desc(self.mf.opcode(inst));
            let operands = self.mf.operands(inst);
            if desc.implicit_uses.contains(&regs::NZCV)
                || operands.iter().any(|o| o.is_use() && is_flags(o.phys()))
            {
                return true;
            }
            if desc.implicit_defs.contains(&regs::NZCV)
                || operands.iter().any(|o| o.is_def() && is_flags(o.phys()))
            {
                return false;
            }
            if self.mf.next_inst(inst).is_none() {
                let block = self.mf.block_of(inst);
                return block.is_none_or(|block| {
                    let next = &self.mf.block(block).successors;
                    next.iter().any(|&next| self.mf.block(next).live_ins.contains(&regs::NZCV))
                });
            }
        }
        true
    }

    /// Builds the computation of `operand` before `root`, where `gain` decides what is computed
    /// there. Lists the comparisons that it replaces.
    pub(super) fn computed(
        &mut self,
        operand: Operand,
        (root, depth): (InstId, usize),
        replaced: &mut Replaced,
    ) -> Option<Operand> {
        let node = self.node(operand, root).filter(|node| {
            self.gain_of(node, root, depth).is_some_and(|gain| gain >= -1 || !self.is_general(operand))
        });
        let Some(node) = node else {
            self.fit(op::FMOVXDr, &[operand]);
            return Some(self.build(op::FMOVXDr, &[operand], root));
        };
        let def = self.mf.def(operand.vreg()?)?;
        if let (gop::COPY, &[source]) = (node.opcode, &node.inputs[..]) {
            if source.phys().is_none() {
                return Some(source);
            }
            if let Some(&(_, copy)) = replaced.copies.iter().find(|copy| copy.0 == def) {
                return Some(copy);
            }
            // A physical register has its value only there.
            let copy = self.build(gop::COPY, &[source], def);
            replaced.copies.push((def, copy));
            return Some(copy);
        }
        let mut operands = self.computed_inputs(&node, (root, depth), replaced)?;
        if converted(self.mf.opcode(def)).is_some() {
            return Some(self.build(node.opcode, &operands, def));
        }
        if loaded(self.mf.opcode(def)).is_some() {
            let value = self.build(node.opcode, &operands, def);
            let load = self.mf.def(value.vreg()?)?;
            self.mf.copy_mem_operands(def, load);
            return Some(value);
        }
        let number = node.number.map(|number| self.mf.imm(number));
        match (node.shift, operands.pop()) {
            (Some(shift), Some(last)) => {
                let amount: Vec<Operand> = [last].into_iter().chain(number).collect();
                operands.push(self.build(shift, &amount, root));
            }
            (None, Some(last)) => operands.extend([last].into_iter().chain(number)),
            (_, None) => {}
        }
        if let (op::DUPi64, &[source, lane]) = (node.opcode, &operands[..])
            && source.sub_reg() == super::WHOLE
            && self.mf.imm_value(lane) == Some(0)
        {
            return Some(self.build(gop::COPY, &[source.with_sub_reg(subs::DSUB)], root));
        }
        if self.mf.opcode(def) == op::CSINVXr {
            replaced.compares.extend(self.mf.prev_inst(def));
        }
        let value = self.build(node.opcode, &operands, root);
        Some(if node.inverted { self.build(op::NOTv8i8, &[value], root) } else { value })
    }

    /// Builds the computations of the inputs of `node` before `root`, unless they are in vector
    /// registers already.
    pub(super) fn computed_inputs(
        &mut self,
        node: &Node,
        (root, depth): (InstId, usize),
        replaced: &mut Replaced,
    ) -> Option<Vec<Operand>> {
        let inputs = node.inputs.iter();
        match node.leaf {
            Some(_) => Some(inputs.copied().collect()),
            None => inputs.map(|&input| self.computed(input, (root, depth + 1), replaced)).collect(),
        }
    }

    /// Builds an instruction with a result of 64 bits before `root`.
    pub(super) fn build(&mut self, opcode: Opcode, operands: &[Operand], root: InstId) -> Operand {
        self.build_in(classes::FPR64, opcode, operands, root)
    }

    /// Builds an instruction with a result of `class` before `root`.
    pub(super) fn build_in(
        &mut self,
        class: RegClassId,
        opcode: Opcode,
        operands: &[Operand],
        root: InstId,
    ) -> Operand {
        let value = self.mf.create_class_vreg(class);
        let loc = self.mf.inst(root).debug_loc;
        let mut all = [&[Operand::def(value)], operands].concat();
        let desc = self.target.desc(opcode);
        all.extend(desc.implicit_uses.iter().map(|&reg| Operand::implicit_use(reg)));
        all.extend(desc.implicit_defs.iter().map(|&reg| Operand::implicit_def(reg)));
        let inst = self.mf.create_inst(opcode, &all, loc);
        self.mf.insert_before(root, inst);
        self.built.push(inst);
        Operand::use_of(value)
    }
}

/// Returns true if `operand` is a physical vector register of 64 bits.
pub(super) fn is_double(operand: Operand) -> bool {
    let is_plain = operand.sub_reg() == super::WHOLE && !operand.is_implicit();
    operand.phys().is_some_and(|reg| is_plain && REGISTERS.contains(classes::FPR64, reg))
}

/// Returns the mask of a comparison of integers.
fn compared(condition: i64, a: Operand, b: Operand) -> Option<Node> {
    let (opcode, inputs) = match condition {
        EQ | NE => (op::CMEQv1i64, [a, b]),
        HS => (op::CMHSv1i64, [a, b]),
        LO => (op::CMHIv1i64, [b, a]),
        HI => (op::CMHIv1i64, [a, b]),
        LS => (op::CMHSv1i64, [b, a]),
        GE => (op::CMGEv1i64, [a, b]),
        LT => (op::CMGTv1i64, [b, a]),
        GT => (op::CMGTv1i64, [a, b]),
        LE => (op::CMGEv1i64, [b, a]),
        _ => return None,
    };
    Some(Node { inverted: condition == NE, ..Node::of(opcode, &inputs) })
}

/// Returns the mask of a comparison of an integer with `number`, if it equals one with zero.
fn compared_with(condition: i64, a: Operand, number: i64) -> Option<Node> {
    let condition = match (condition, number) {
        (_, 0) => condition,
        (GE, 1) | (GT, -1) => condition ^ GE ^ GT,
        (LT, 1) | (LE, -1) => condition ^ LT ^ LE,
        _ => return None,
    };
    let opcode = match condition {
        NE => return Some(Node::of(op::CMTSTv1i64, &[a, a])),
        EQ => op::CMEQv1i64rz,
        GE => op::CMGEv1i64rz,
        LT => op::CMLTv1i64rz,
        GT => op::CMGTv1i64rz,
        LE => op::CMLEv1i64rz,
        _ => return None,
    };
    Some(Node::of(opcode, &[a]))
}

/// Returns the mask of a comparison of numbers, which are in vector registers already.
pub(super) fn compared_floats(condition: i64, a: Operand, b: Operand) -> Option<Node> {
    // The inverse of a condition that holds for unordered numbers is ordered.
    let inverted = is_unordered(condition);
    let (opcode, inputs) = match if inverted { condition ^ 1 } else { condition } {
        EQ => (op::FCMEQ64, [a, b]),
        VC if a == b => (op::FCMEQ64, [a, b]),
        GE => (op::FCMGE64, [a, b]),
        GT => (op::FCMGT64, [a, b]),
        MI => (op::FCMGT64, [b, a]),
        LS => (op::FCMGE64, [b, a]),
        _ => return None,
    };
    Some(Node { leaf: Some(0), inverted, ..Node::of(opcode, &inputs) })
}

/// Returns the mask of a comparison of a number with zero.
pub(super) fn compared_float_with_zero(condition: i64, a: Operand) -> Option<Node> {
    let inverted = is_unordered(condition);
    let opcode = match if inverted { condition ^ 1 } else { condition } {
        EQ => op::FCMEQv1i64rz,
        GE => op::FCMGEv1i64rz,
        GT => op::FCMGTv1i64rz,
        MI => op::FCMLTv1i64rz,
        LS => op::FCMLEv1i64rz,
        _ => return None,
    };
    Some(Node { leaf: Some(0), inverted, ..Node::of(opcode, &[a]) })
}

/// Returns true if `condition` holds after a comparison of unordered numbers.
fn is_unordered(condition: i64) -> bool {
    matches!(condition, NE | PL | VS | HI | LT | LE)
}

/// Returns the instruction on a vector register for one on general registers.
fn on_vectors(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::ADDXrr => op::ADDv1i64,
        op::SUBXrr => op::SUBv1i64,
        op::ANDXrr => op::ANDv8i8,
        op::ORRXrr => op::ORRv8i8,
        op::EORXrr => op::EORv8i8,
        op::BICXrr => op::BICv8i8,
        op::ORNXrr => op::ORNv8i8,
        _ => return None,
    })
}

/// Returns the load to a vector register for one to a general register.
fn loaded(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::LDRXui => op::LDRDui,
        op::LDURXi => op::LDURDi,
        op::LDRXroX => op::LDRDroX,
        op::LDRXroW => op::LDRDroW,
        _ => return None,
    })
}

/// Returns the conversion to an integer in a vector register for one to a general register.
fn converted(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::FCVTASUXDr => op::FCVTASv1i64,
        op::FCVTAUUXDr => op::FCVTAUv1i64,
        op::FCVTMSUXDr => op::FCVTMSv1i64,
        op::FCVTMUUXDr => op::FCVTMUv1i64,
        op::FCVTNSUXDr => op::FCVTNSv1i64,
        op::FCVTNUUXDr => op::FCVTNUv1i64,
        op::FCVTPSUXDr => op::FCVTPSv1i64,
        op::FCVTPUUXDr => op::FCVTPUv1i64,
        op::FCVTZSUXDr => op::FCVTZSv1i64,
        op::FCVTZUUXDr => op::FCVTZUv1i64,
        _ => return None,
    })
}
