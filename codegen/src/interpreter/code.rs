//! A function prepared for execution: a list of operations in block order, with registers as
//! indices into a frame's words.
//!
//! Scalars of up to 64 bits have fast operations, which use one word a register; all others are
//! left to [`super::ops`]. A fast operation that reads or may create poison also falls back to
//! these.

use super::memory::Memory;
use super::program::{Layout, Program};
use crate::ir::entity::{BlockId, FrameIndex, InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{FrameObjectKind, InstFlags, IntPredicate, MachineFunction, OperandTag};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use crate::mc::asm_info::JumpTableKind;

/// A fast operation on two words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
    Udiv,
    Urem,
    Sdiv,
    Srem,
}

/// The extension of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extension {
    Zero,
    Sign,
    Any,
}

/// A fast operation on two floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatBinary {
    Add,
    Sub,
    Mul,
    Div,
}

/// One operation; registers are indices in the frame's words.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Binary {
        kind: Binary,
        bits: u8,
        wrap: u8,
        dst: u32,
        a: u32,
        b: u32,
    },
    Compare {
        predicate: IntPredicate,
        bits: u8,
        dst: u32,
        a: u32,
        b: u32,
    },
    Constant {
        dst: u32,
        value: u64,
    },
    Move {
        dst: u32,
        src: u32,
    },
    Extend {
        kind: Extension,
        from: u8,
        to: u8,
        dst: u32,
        src: u32,
    },
    Select {
        dst: u32,
        condition: u32,
        yes: u32,
        no: u32,
    },
    Frame {
        dst: u32,
        fixed: bool,
        offset: i32,
    },
    Load {
        extension: Extension,
        bytes: u8,
        bits: u8,
        log_align: u8,
        dst: u32,
        address: u32,
    },
    Store {
        bytes: u8,
        log_align: u8,
        src: u32,
        address: u32,
    },
    Float {
        kind: FloatBinary,
        double: bool,
        dst: u32,
        a: u32,
        b: u32,
    },
    Jump(u32),
    Branch {
        condition: u32,
        edge: u32,
    },
    /// Executed by the slow path.
    Slow,
    /// The end of a block without a jump.
    End,
}

/// A phi's move on an edge: word indices and their number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// The destination.
    pub to: u32,
    /// The source.
    pub from: u32,
    /// The number of words.
    pub words: u32,
}

/// An edge between blocks.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// Its successor.
    pub block: BlockId,
    /// The parallel moves of the phis.
    pub moves: Box<[Move]>,
}

/// The location of a frame object: relative to the stack pointer at entry if fixed, else to the
/// frame's base.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ObjectLocation {
    /// True if it is at a fixed offset.
    pub fixed: bool,
    /// Offset in bytes.
    pub offset: i64,
    /// Size in bytes.
    pub size: u64,
}

/// A prepared function.
pub(crate) struct Code {
    /// Its number in the program.
    pub function: usize,
    /// The operations.
    pub ops: Vec<Op>,
    /// The instruction of each operation.
    pub insts: Vec<InstId>,
    /// The first operation of each block.
    pub starts: Vec<u32>,
    /// The edges that operations name.
    pub edges: Vec<Edge>,
    /// The first word of each virtual register.
    pub slots: Vec<u32>,
    /// The number of words of all virtual registers.
    pub words: u32,
    /// Locations of the frame's objects.
    pub objects: Vec<ObjectLocation>,
    /// The size from the frame's base down to its end, in bytes.
    pub frame_size: u64,
    /// Alignment of the frame's base, in bytes.
    pub frame_align: u64,
    /// The lowest offset of a fixed object, in bytes.
    pub lowest_fixed: i64,
    /// Addresses of the jump tables.
    pub tables: Vec<u64>,
    /// Addresses of the constant pool's entries.
    pub pool: Vec<u64>,
}

/// The gap between the objects of a frame, in bytes.
const GAP: u64 = 16;

/// Returns the number of words of a lane.
fn lane_words(ty: Llt) -> u32 {
    ty.scalar_bits().div_ceil(64)
}

/// Returns the number of words of a register of type `ty`.
pub(crate) fn words_of(ty: Llt) -> u32 {
    if ty.is_valid() { lane_words(ty) * ty.elements() } else { 1 }
}

impl Code {
    /// Prepares a function of the program; stores its jump tables and constants in memory.
    pub(crate) fn new(program: &Program<'_>, layout: &Layout, memory: &mut Memory, function: usize) -> Code {
        let mf = &program.functions[function];
        let mut code = Code {
            function,
            ops: Vec::new(),
            insts: Vec::new(),
            starts: vec![u32::MAX; mf.num_blocks()],
            edges: Vec::new(),
            slots: Vec::new(),
            words: 0,
            objects: Vec::new(),
            frame_size: 0,
            frame_align: u64::from(mf.frame.largest_align()).max(16),
            lowest_fixed: mf.frame.lowest_fixed(),
            tables: jump_tables(program, mf, layout, memory),
            pool: constant_pool(mf, memory),
        };
        for info in mf.vregs() {
            code.slots.push(code.words);
            code.words += words_of(info.ty);
        }
        code.place_objects(mf);
        for (n, &block) in mf.layout.iter().enumerate() {
            code.starts[block.index()] = code.ops.len() as u32;
            code.block(mf, block, mf.layout.get(n + 1).copied());
        }
        code
    }

    fn place_objects(&mut self, mf: &MachineFunction) {
        for object in &mf.frame.objects {
            let mut location = ObjectLocation { fixed: false, offset: object.offset, size: object.size };
            match object.kind {
                FrameObjectKind::Fixed => location.fixed = true,
                FrameObjectKind::VariableSized => location.size = 0,
                _ if object.dead => location.size = 0,
                _ => {
                    self.frame_size += object.size + GAP;
                    self.frame_size = self.frame_size.next_multiple_of(u64::from(object.align.max(1)));
                    location.offset = -(self.frame_size as i64);
                }
            }
            self.objects.push(location);
        }
        self.frame_size = self.frame_size.next_multiple_of(16);
    }

    fn block(&mut self, mf: &MachineFunction, block: BlockId, next: Option<BlockId>) {
        let mut last = None;
        for inst in mf.insts(block) {
            if !matches!(mf.opcode(inst), G_PHI | PHI) {
                let op = self.op(mf, block, inst);
                self.push(op, inst);
            }
            last = Some(inst);
        }
        let end = match next.filter(|next| mf.block(block).successors.contains(next)) {
            Some(next) => Op::Jump(self.edge(mf, block, next)),
            None => Op::End,
        };
        // An empty block has no instruction to name.
        self.push(end, last.unwrap_or(InstId::new(0)));
    }

    fn push(&mut self, op: Op, inst: InstId) {
        self.ops.push(op);
        self.insts.push(inst);
    }

    /// Returns the index of the first word of a register.
    pub(crate) fn slot(&self, vreg: VReg) -> u32 {
        self.slots[vreg.index()]
    }

    /// Returns the moves of the phis of `to` on the edge from `from`.
    pub(crate) fn moves(&self, mf: &MachineFunction, from: BlockId, to: BlockId) -> Box<[Move]> {
        let mut moves = Vec::new();
        for phi in mf.insts(to).take_while(|&i| matches!(mf.opcode(i), G_PHI | PHI)) {
            let [dst, sources @ ..] = mf.operands(phi) else { continue };
            let source = sources.chunks(2).find(|pair| pair.get(1).and_then(|o| o.as_block()) == Some(from));
            if let (Some(dst), Some(source)) = (dst.vreg(), source.and_then(|pair| pair[0].vreg())) {
                moves.push(Move { to: self.slot(dst), from: self.slot(source), words: words_of(mf.ty(dst)) });
            }
        }
        moves.into()
    }

    fn edge(&mut self, mf: &MachineFunction, from: BlockId, to: BlockId) -> u32 {
        let moves = self.moves(mf, from, to);
        self.edges.push(Edge { block: to, moves });
        self.edges.len() as u32 - 1
    }

    /// Returns the word index and the width of a register that is one word.
    fn word(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<(u32, u8)> {
        let vreg = mf.vreg_operand(inst, n)?;
        let ty = mf.ty(vreg);
        let fits = ty.is_valid() && ty.elements() == 1 && ty.bits() <= 64;
        fits.then(|| (self.slot(vreg), ty.bits() as u8))
    }

    fn op(&mut self, mf: &MachineFunction, block: BlockId, inst: InstId) -> Op {
        let edge = match mf.opcode(inst) {
            G_BR => mf.operand(inst, 0).as_block().map(|to| (to, None)),
            G_BRCOND => {
                let condition = self.word(mf, inst, 0);
                mf.operand(inst, 1).as_block().zip(condition).map(|(to, (slot, _))| (to, Some(slot)))
            }
            _ => None,
        };
        if let Some((to, condition)) = edge {
            let edge = self.edge(mf, block, to);
            return condition.map_or(Op::Jump(edge), |condition| Op::Branch { condition, edge });
        }
        self.fast(mf, inst).unwrap_or(Op::Slow)
    }

    /// Returns the fast operation for an instruction, if it has one.
    fn fast(&self, mf: &MachineFunction, inst: InstId) -> Option<Op> {
        let (opcode, flags) = (mf.opcode(inst), mf.inst(inst).flags);
        match opcode {
            G_CONSTANT | G_FCONSTANT => return self.constant(mf, inst),
            COPY | G_ASSERT_ALIGN => {
                let ((dst, a), (src, b)) = (self.word(mf, inst, 0)?, self.word(mf, inst, 1)?);
                return (a == b).then_some(Op::Move { dst, src });
            }
            G_PTRTOINT | G_INTTOPTR | G_ZEXT | G_SEXT | G_ANYEXT | G_TRUNC if flags.is_empty() => {
                let ((dst, to), (src, from)) = (self.word(mf, inst, 0)?, self.word(mf, inst, 1)?);
                let kind = match opcode {
                    G_SEXT => Extension::Sign,
                    G_ANYEXT => Extension::Any,
                    _ => Extension::Zero,
                };
                return Some(Op::Extend { kind, from: from.min(to), to, dst, src });
            }
            G_SEXT_INREG => {
                let ((dst, to), (src, _)) = (self.word(mf, inst, 0)?, self.word(mf, inst, 1)?);
                let from = mf.imm_value(mf.operand(inst, 2))? as u8;
                return Some(Op::Extend { kind: Extension::Sign, from, to, dst, src });
            }
            G_FRAME_INDEX => {
                let location = self.object(mf.operand(inst, 1).as_frame_index()?);
                let (dst, _) = self.word(mf, inst, 0)?;
                return Some(Op::Frame {
                    dst,
                    fixed: location.fixed,
                    offset: i32::try_from(location.offset).ok()?,
                });
            }
            G_SELECT => {
                let ((dst, _), (condition, _)) = (self.word(mf, inst, 0)?, self.word(mf, inst, 1)?);
                let ((yes, _), (no, _)) = (self.word(mf, inst, 2)?, self.word(mf, inst, 3)?);
                return Some(Op::Select { dst, condition, yes, no });
            }
            G_ICMP => {
                let ((dst, _), (a, bits), (b, _)) =
                    (self.word(mf, inst, 0)?, self.word(mf, inst, 2)?, self.word(mf, inst, 3)?);
                let predicate = mf.operand(inst, 1).as_int_predicate()?;
                return Some(Op::Compare { predicate, bits, dst, a, b });
            }
            G_LOAD | G_SEXTLOAD | G_ZEXTLOAD | G_STORE => return self.memory(mf, inst, opcode),
            _ => {}
        }
        let ((dst, bits), (a, _), (b, b_bits)) =
            (self.word(mf, inst, 0)?, self.word(mf, inst, 1)?, self.word(mf, inst, 2)?);
        if let Some(kind) = float_binary(opcode) {
            return matches!(bits, 32 | 64).then_some(Op::Float { kind, double: bits == 64, dst, a, b });
        }
        let kind = binary(opcode)?;
        let shift = matches!(kind, Binary::Shl | Binary::Lshr | Binary::Ashr);
        let wraps = matches!(kind, Binary::Add | Binary::Sub | Binary::Mul) && opcode != G_PTR_ADD;
        let wrap = wrap_bits(flags);
        if !wraps && opcode != G_PTR_ADD && (wrap != 0 || flags.contains(InstFlags::IS_EXACT))
            || !shift && b_bits != bits
        {
            return None;
        }
        Some(Op::Binary { kind, bits, wrap: if wraps { wrap } else { 0 }, dst, a, b })
    }

    /// Returns the location of a frame object.
    pub(crate) fn object(&self, index: FrameIndex) -> ObjectLocation {
        self.objects[index.index()]
    }

    fn constant(&self, mf: &MachineFunction, inst: InstId) -> Option<Op> {
        let (dst, bits) = self.word(mf, inst, 0)?;
        let operand = mf.operand(inst, 1);
        let value = match operand.tag() {
            OperandTag::FpImm => mf.fp_value(operand)? as u64,
            _ => mf.imm_value(operand)? as u64,
        };
        Some(Op::Constant { dst, value: value & mask(bits) })
    }

    fn memory(&self, mf: &MachineFunction, inst: InstId, opcode: Opcode) -> Option<Op> {
        let ((value, to), (address, _)) = (self.word(mf, inst, 0)?, self.word(mf, inst, 1)?);
        let mem = mf.mem_operand(inst).filter(|m| m.ty.is_valid() && m.ty.bits() <= 64)?;
        let bits = mem.ty.bits();
        if !bits.is_multiple_of(8) || bits > to.into() {
            return None;
        }
        let (bytes, log_align) = ((bits / 8) as u8, mem.align.trailing_zeros().min(12) as u8);
        if opcode == G_STORE {
            return Some(Op::Store { bytes, log_align, src: value, address });
        }
        let extension = match opcode {
            G_SEXTLOAD => Extension::Sign,
            G_ZEXTLOAD => Extension::Zero,
            _ => Extension::Any,
        };
        Some(Op::Load { extension, bytes, bits: to, log_align, dst: value, address })
    }
}

/// Returns the lowest `bits` bits.
#[inline]
pub(crate) fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - u32::from(bits.clamp(1, 64)))
}

/// Returns the wrap flags as bits: no unsigned wrap, no signed wrap.
fn wrap_bits(flags: InstFlags) -> u8 {
    u8::from(flags.contains(InstFlags::NO_U_WRAP)) | u8::from(flags.contains(InstFlags::NO_S_WRAP)) << 1
}

fn binary(opcode: Opcode) -> Option<Binary> {
    Some(match opcode {
        G_ADD | G_PTR_ADD => Binary::Add,
        G_SUB => Binary::Sub,
        G_MUL => Binary::Mul,
        G_AND | G_PTRMASK => Binary::And,
        G_OR => Binary::Or,
        G_XOR => Binary::Xor,
        G_SHL => Binary::Shl,
        G_LSHR => Binary::Lshr,
        G_ASHR => Binary::Ashr,
        G_UDIV => Binary::Udiv,
        G_UREM => Binary::Urem,
        G_SDIV => Binary::Sdiv,
        G_SREM => Binary::Srem,
        _ => return None,
    })
}

fn float_binary(opcode: Opcode) -> Option<FloatBinary> {
    Some(match opcode {
        G_FADD => FloatBinary::Add,
        G_FSUB => FloatBinary::Sub,
        G_FMUL => FloatBinary::Mul,
        G_FDIV => FloatBinary::Div,
        _ => return None,
    })
}

/// Stores the jump tables in their object layout. Returns their addresses.
fn jump_tables(
    program: &Program<'_>,
    mf: &MachineFunction,
    layout: &Layout,
    memory: &mut Memory,
) -> Vec<u64> {
    let target = program.targets.get(mf.subtarget.index());
    let kind = target.map_or(JumpTableKind::Relative(4), |target| target.mc().jump_table(mf.jump_table_kind));
    let (JumpTableKind::Absolute(size) | JumpTableKind::Relative(size)) = kind;
    let table = |targets: &[BlockId]| {
        let address = memory.add_data(u64::from(size) * targets.len() as u64, size.into());
        let base = if matches!(kind, JumpTableKind::Relative(_)) { address } else { 0 };
        for (n, &target) in targets.iter().enumerate() {
            let entry = layout.block(mf.symbol, target).wrapping_sub(base);
            // New memory is writable.
            let _ = memory.store_word(address + u64::from(size) * n as u64, size.into(), entry);
        }
        address
    };
    mf.jump_tables.iter().map(|t| &t.targets[..]).map(table).collect()
}

fn constant_pool(mf: &MachineFunction, memory: &mut Memory) -> Vec<u64> {
    let mut entries = Vec::new();
    for entry in &mf.constant_pool {
        let address = memory.add_data(entry.bytes.len() as u64, entry.align.into());
        // New memory is writable.
        let _ = memory.write(address, &entry.bytes);
        memory.protect(address, entry.bytes.len() as u64);
        entries.push(address);
    }
    entries
}
