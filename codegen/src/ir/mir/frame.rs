//! The stack frame of a function: its objects, and what prologue and epilogue must know.

use crate::ir::entity::{BlockId, FrameIndex, InstId, VReg};
use crate::target::desc::registers::{PhysReg, UnitSet};

/// What a frame object is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FrameObjectKind {
    /// An alloca or a temporary of a pass.
    Local,
    /// A register's spill slot.
    Spill,
    /// At a fixed offset from the stack pointer at entry: incoming arguments, register save areas.
    Fixed,
    /// Of a size known at run time only; takes no room in the fixed frame.
    VariableSized,
}

/// What a stack protector says of an object: how near to the guard it lies, since a write past its end is to hit the guard before
/// anything else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum SspLayout {
    /// Array that may be indexed with what comes from outside: of at least as many bytes as `stack-protector-buffer-size`.
    LargeArray,
    /// Smaller array.
    SmallArray,
    /// Its address is used otherwise than for accesses within the object.
    AddrOf,
    /// Nothing.
    #[default]
    None,
}

/// One object of the frame.
#[derive(Clone, Debug)]
pub struct FrameObject {
    /// What it is for.
    pub kind: FrameObjectKind,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes; a power of two.
    pub align: u32,
    /// Offset in bytes from the stack pointer at entry. Given for fixed objects; for others set by `prologepilog`.
    pub offset: i64,
    /// True if nothing in the function writes it (fixed objects only).
    pub immutable: bool,
    /// Which stack it is on: 0 is the usual one.
    pub stack_id: u8,
    /// How near to the stack protector's guard it lies.
    pub ssp_layout: SspLayout,
    /// Not used any more; takes no room.
    pub dead: bool,
}

impl FrameObject {
    /// Returns an object without an offset yet.
    pub fn new(kind: FrameObjectKind, size: u64, align: u32) -> FrameObject {
        FrameObject {
            kind,
            size,
            align,
            offset: 0,
            immutable: false,
            stack_id: 0,
            ssp_layout: SspLayout::None,
            dead: false,
        }
    }
}

/// A callee-saved register that is saved in the prologue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CalleeSaved {
    /// The register.
    pub reg: PhysReg,
    /// Where it is saved.
    pub slot: FrameIndex,
}

/// What the frame's layout needs of the function's instructions.
#[derive(Clone, Debug, Default)]
pub struct FrameUse {
    /// True if the rest says anything: after allocation, up to the next pass.
    pub is_known: bool,
    /// The units that are overwritten.
    pub overwritten: UnitSet,
    /// The most bytes that a call's arguments take.
    pub call_frame_size: u64,
    /// What names the frame and is to be replaced: instructions with frame indices, call-frame pseudos, lifetime markers. In order.
    pub insts: Vec<InstId>,
}

impl FrameUse {
    /// Returns true if it says the same as `other` does.
    pub fn says_the_same(&self, other: &FrameUse) -> bool {
        let all = |used: &FrameUse| (used.overwritten, used.call_frame_size);
        all(self) == all(other) && self.insts == other.insts
    }
}

/// The frame of a function.
#[derive(Clone, Debug, Default)]
pub struct FrameInfo {
    /// All objects by [`FrameIndex`].
    pub objects: Vec<FrameObject>,
    /// True if anything is called.
    pub has_calls: bool,
    /// True if there are objects of variable size or stack save/restore.
    pub has_variable_sized: bool,
    /// True if the frame's address is taken (`llvm.frameaddress`).
    pub frame_address_taken: bool,
    /// True if the return address is read (`llvm.returnaddress`).
    pub return_address_taken: bool,
    /// True if the function may be longer than a jump reaches, so that it leaves a register to long
    /// jumps; set by `linearscan`.
    pub long_branches: bool,
    /// True if a function with such a register has its long jumps; set by `branch-relaxation`.
    pub branches_relaxed: bool,
    /// True if outgoing arguments keep the rest of the frame from what the stack pointer reaches,
    /// so that the emergency slot is addressed from the frame pointer; set by `linearscan`.
    pub far_call_frame: bool,
    /// Bytes needed at the bottom of the frame for outgoing arguments.
    pub max_call_frame_size: u64,
    /// Bytes of incoming arguments on the stack; only during translation.
    pub incoming_argument_size: u64,
    /// Bytes of arguments that the function removes from the stack when it returns.
    pub argument_pop: u64,
    /// True if a `musttail` call passes on all variadic arguments; only during translation.
    pub has_must_tail_in_var_arg: bool,
    /// The registers in which variadic arguments may have come that such a call passes on; only during translation.
    pub forwarded: Vec<(PhysReg, VReg)>,
    /// The first byte of variadic arguments on the stack, or the register save area's object.
    pub var_args_frame_index: Option<FrameIndex>,
    /// Where the registers with variadic arguments are saved, if not before those on the stack: the objects, of general registers and
    /// of others, as the target has them.
    pub save_areas: [Option<FrameIndex>; 2],
    /// The block at whose start the frame is made, if not the entry; set by `shrink-wrap`.
    pub save_point: Option<BlockId>,
    /// Where there is a save point: the blocks at whose ends the frame is left.
    pub restore_points: Vec<BlockId>,
    /// The slot of the stack protector's guard, of functions that have one.
    pub stack_protector: Option<FrameIndex>,
    /// Registers saved in the prologue, in order; set by `prologepilog`.
    pub callee_saved: Vec<CalleeSaved>,
    /// Size of the fixed frame in bytes; set by `prologepilog`.
    pub stack_size: u64,
    /// What `linearscan` has found out for `prologepilog`.
    pub used: FrameUse,
    largest_align: u32,
    lowest_fixed: i64,
}

impl FrameInfo {
    /// Makes it an empty frame again, which keeps its memory.
    pub fn reset(&mut self) {
        let mut objects = std::mem::take(&mut self.objects);
        objects.clear();
        let mut insts = std::mem::take(&mut self.used.insts);
        insts.clear();
        let used = FrameUse { insts, ..FrameUse::default() };
        *self = FrameInfo { objects, used, ..FrameInfo::default() };
    }

    /// Adds an object.
    pub fn create(&mut self, kind: FrameObjectKind, size: u64, align: u32) -> FrameIndex {
        self.add(FrameObject::new(kind, size, align))
    }

    /// Adds an object that is described.
    pub fn add(&mut self, object: FrameObject) -> FrameIndex {
        self.largest_align = self.largest_align.max(object.align);
        if object.kind == FrameObjectKind::Fixed {
            self.lowest_fixed = self.lowest_fixed.min(object.offset);
        }
        self.objects.push(object);
        FrameIndex::new(self.objects.len() - 1)
    }

    /// Adds an object at a fixed `offset` in bytes from the stack pointer at entry.
    pub fn create_fixed(&mut self, size: u64, offset: i64, immutable: bool) -> FrameIndex {
        let low = if offset == 0 { 16 } else { 1 << offset.unsigned_abs().trailing_zeros().min(4) };
        self.add(FrameObject { offset, immutable, ..FrameObject::new(FrameObjectKind::Fixed, size, low) })
    }

    /// At least the alignment in bytes of each object.
    pub fn largest_align(&self) -> u32 {
        self.largest_align
    }

    /// Returns the lowest offset in bytes of a fixed object, or 0 if none is below that.
    pub fn lowest_fixed(&self) -> i64 {
        self.lowest_fixed
    }

    /// Returns the object `index`.
    #[inline]
    pub fn object(&self, index: FrameIndex) -> &FrameObject {
        &self.objects[index.index()]
    }
}
