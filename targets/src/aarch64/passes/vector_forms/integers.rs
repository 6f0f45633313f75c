//! Integers of 64 bits that come from vector registers and return to them.
//!
//! Vectors of one element are integers to the passes before. Where all inputs of a computation are
//! moved from vector registers, and its result is moved to one, it is done there, and the moves are
//! removed. Cost: one visit of a computation's instructions, at most `MAX_DEPTH` levels.

use super::VectorForms;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{REGISTERS, banks, classes, regs};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{Operand, RegAttr};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};

/// The maximum depth of a computation.
const MAX_DEPTH: usize = 8;

/// The maximum number of instructions after a condition in which its flags are not read again.
const MAX_DISTANCE: usize = 8;

/// A node of a computation: the instruction in vector registers, its inputs in general registers,
/// and a number.
struct Node {
    opcode: Opcode,
    inputs: Vec<Operand>,
    number: Option<i64>,
    /// True if the inputs are in vector registers already.
    is_leaf: bool,
    /// True if the result is inverted.
    inverted: bool,
}

impl Node {
    fn of(opcode: Opcode, inputs: &[Operand]) -> Node {
        Node { opcode, inputs: inputs.to_vec(), number: None, is_leaf: false, inverted: false }
    }
}

impl VectorForms<'_> {
    /// Replaces a move to the other registers by the value that was moved from there, or by its
    /// computation there.
    pub(super) fn remove_move(&mut self, inst: InstId) {
        let back = match self.mf.opcode(inst) {
            op::FMOVXDr => op::FMOVDXr,
            op::FMOVDXr => op::FMOVXDr,
            op::FMOVDr => return self.drop_clearing(inst),
            op::FMOVWSr => op::FMOVSWr,
            op::FMOVSWr => op::FMOVWSr,
            gop::COPY if self.leaves_general_register(inst) => op::FMOVDXr,
            gop::COPY => return self.extract_to_general(inst),
            _ => return,
        };
        let Some(&moved) = self.inputs(inst).first() else { return };
        let Some(def) = moved.vreg().and_then(|v| self.mf.def(v)) else { return };
        if self.mf.opcode(def) == back {
            let source = self.mf.operand(def, 1);
            self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), source]);
            self.remove_unused([def].into_iter().collect());
        } else if back == op::FMOVDXr && self.can_move(moved, inst, 0) {
            let mut compares = Vec::new();
            self.built.clear();
            let Some(value) = self.computed(moved, inst, &mut compares) else { return };
            self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), value]);
            self.remove_unused([def].into_iter().collect());
            for compare in compares {
                let inputs = self.inputs(compare).iter().filter_map(|o| self.mf.def(o.vreg()?));
                let inputs = inputs.collect();
                self.mf.remove_inst(compare);
                self.remove_unused(inputs);
            }
            for built in std::mem::take(&mut self.built) {
                self.visit(built);
            }
        }
    }

    /// Replaces a move that clears the upper half of a register by a copy, if the instruction that
    /// computes the lower half clears it.
    fn drop_clearing(&mut self, inst: InstId) {
        let moved = self.mf.operand(inst, 1);
        let def = moved.vreg().filter(|_| moved.sub_reg() == super::WHOLE).and_then(|v| self.mf.def(v));
        if def.is_some_and(|def| self.mf.opcode(def).is_target()) {
            self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), moved]);
        }
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

    /// Returns true if `operand` can be computed in vector registers for `root`.
    fn can_move(&self, operand: Operand, root: InstId, depth: usize) -> bool {
        match self.node(operand, root) {
            Some(node) if node.is_leaf => true,
            Some(node) if depth < MAX_DEPTH => {
                node.inputs.iter().all(|&input| self.can_move(input, root, depth + 1))
            }
            _ => false,
        }
    }

    /// Returns the node that defines `operand`.
    fn node(&self, operand: Operand, root: InstId) -> Option<Node> {
        let vreg = operand.vreg().filter(|_| operand.sub_reg() == super::WHOLE)?;
        let def = self.mf.def(vreg)?;
        let inputs = self.inputs(def);
        let leaf = |opcode| Some(Node { is_leaf: true, ..Node::of(opcode, inputs) });
        match self.mf.opcode(def) {
            op::FMOVDXr => return leaf(gop::COPY),
            op::UMOVvi64 => return leaf(op::DUPi64),
            gop::COPY if inputs.first().is_some_and(|&from| is_double(from)) => return leaf(gop::COPY),
            _ => {}
        }
        if self.mf.use_count(vreg) != 1 || self.mf.block_of(def) != self.mf.block_of(root) {
            return None;
        }
        let opcode = match self.mf.opcode(def) {
            op::ADDXrr => op::ADDv1i64,
            op::SUBXrr => op::SUBv1i64,
            op::ANDXrr => op::ANDv8i8,
            op::ORRXrr => op::ORRv8i8,
            op::EORXrr => op::EORv8i8,
            op::BICXrr => op::BICv8i8,
            op::ORNXrr => op::ORNv8i8,
            op::UBFMXri | op::SBFMXri => return self.shift(def),
            op::CSINVXr => return self.mask(def),
            _ => return None,
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

    /// Returns the node of a mask that is all ones if a comparison right before it holds.
    fn mask(&self, inst: InstId) -> Option<Node> {
        let &[first, second, condition] = self.inputs(inst) else { return None };
        let is_zero = |operand: Operand| operand.phys() == Some(regs::XZR);
        let compare = self.mf.prev_inst(inst)?;
        if !is_zero(first) || !is_zero(second) || self.reads_flags_after(inst) {
            return None;
        }
        let has_result = self.mf.operand(compare, 0).is_def() && self.mf.vreg_operand(compare, 0).is_some();
        let condition = self.mf.imm_value(condition)? ^ 1;
        match self.mf.opcode(compare) {
            _ if has_result => None,
            op::SUBSXrr => {
                let &[a, b] = self.inputs(compare) else { return None };
                compared(condition, a, b)
            }
            op::SUBSXri => {
                let &[a, number, shift] = self.inputs(compare) else { return None };
                let is_zero = [number, shift].iter().all(|&o| self.mf.imm_value(o) == Some(0));
                compared_with_zero(condition, a).filter(|_| is_zero)
            }
            op::ANDSXrr => {
                let &[a, b] = self.inputs(compare) else { return None };
                let tested = Node::of(op::CMTSTv1i64, &[a, b]);
                matches!(condition, EQ | NE).then(|| Node { inverted: condition == EQ, ..tested })
            }
            _ => None,
        }
    }

    /// Returns true if the flags may be read after `inst`.
    fn reads_flags_after(&self, inst: InstId) -> bool {
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

    /// Builds the computation of `operand` before `root`. Lists the comparisons that it replaces.
    fn computed(&mut self, operand: Operand, root: InstId, compares: &mut Vec<InstId>) -> Option<Operand> {
        let node = self.node(operand, root)?;
        let def = self.mf.def(operand.vreg()?)?;
        if let (gop::COPY, &[source]) = (node.opcode, &node.inputs[..]) {
            // A physical register has its value only there.
            return Some(if source.phys().is_some() {
                self.build(gop::COPY, &[source], def)
            } else {
                source
            });
        }
        if node.is_leaf {
            return Some(self.build(node.opcode, &node.inputs, root));
        }
        let mut operands = Vec::with_capacity(3);
        for &input in &node.inputs {
            operands.push(self.computed(input, root, compares)?);
        }
        operands.extend(node.number.map(|number| self.mf.imm(number)));
        if self.mf.opcode(def) == op::CSINVXr {
            compares.extend(self.mf.prev_inst(def));
        }
        let value = self.build(node.opcode, &operands, root);
        Some(if node.inverted { self.build(op::NOTv8i8, &[value], root) } else { value })
    }

    /// Builds an instruction with a result of 64 bits before `root`.
    fn build(&mut self, opcode: Opcode, operands: &[Operand], root: InstId) -> Operand {
        self.build_in(classes::FPR64, opcode, operands, root)
    }

    /// Builds an instruction with a result of `class` before `root`.
    fn build_in(&mut self, class: RegClassId, opcode: Opcode, operands: &[Operand], root: InstId) -> Operand {
        let value = self.mf.create_class_vreg(class);
        let loc = self.mf.inst(root).debug_loc;
        let all = [&[Operand::def(value)], operands].concat();
        let inst = self.mf.create_inst(opcode, &all, loc);
        self.mf.insert_before(root, inst);
        self.built.push(inst);
        Operand::use_of(value)
    }
}

/// Returns true if `operand` is a physical vector register of 64 bits.
fn is_double(operand: Operand) -> bool {
    let is_plain = operand.sub_reg() == super::WHOLE && !operand.is_implicit();
    operand.phys().is_some_and(|reg| is_plain && REGISTERS.contains(classes::FPR64, reg))
}

const EQ: i64 = 0;
const NE: i64 = 1;

/// Returns the mask of a comparison of integers.
fn compared(condition: i64, a: Operand, b: Operand) -> Option<Node> {
    let (opcode, inputs) = match condition {
        EQ | NE => (op::CMEQv1i64, [a, b]),
        2 => (op::CMHSv1i64, [a, b]),
        3 => (op::CMHIv1i64, [b, a]),
        8 => (op::CMHIv1i64, [a, b]),
        9 => (op::CMHSv1i64, [b, a]),
        10 => (op::CMGEv1i64, [a, b]),
        11 => (op::CMGTv1i64, [b, a]),
        12 => (op::CMGTv1i64, [a, b]),
        13 => (op::CMGEv1i64, [b, a]),
        _ => return None,
    };
    Some(Node { inverted: condition == NE, ..Node::of(opcode, &inputs) })
}

/// Returns the mask of a comparison of an integer with zero.
fn compared_with_zero(condition: i64, a: Operand) -> Option<Node> {
    let opcode = match condition {
        NE => return Some(Node::of(op::CMTSTv1i64, &[a, a])),
        EQ => op::CMEQv1i64rz,
        10 => op::CMGEv1i64rz,
        11 => op::CMLTv1i64rz,
        12 => op::CMGTv1i64rz,
        13 => op::CMLEv1i64rz,
        _ => return None,
    };
    Some(Node::of(opcode, &[a]))
}
