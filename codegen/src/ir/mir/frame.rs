//! The stack frame of a function: its objects and the facts that prologue and epilogue insertion
//! requires.

use crate::ir::entity::{BlockId, FrameIndex, InstId, VReg};
use crate::machine::desc::registers::{PhysReg, UnitSet};

/// The purpose of a frame object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FrameObjectKind {
    /// An alloca or a temporary of a pass.
    Local,
    /// A register's spill slot.
    Spill,
    /// At a fixed offset from the stack pointer at entry: incoming arguments, register save areas.
    Fixed,
    /// Of a size known only at run time; takes no room in the fixed frame.
    VariableSized,
}

/// The class of an object for the stack protector. It determines the distance to the guard, since
/// an overflow must hit the guard first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum SspLayout {
    /// An array that may be indexed with external input, of at least `stack-protector-buffer-size`
    /// bytes.
    LargeArray,
    /// A smaller array.
    SmallArray,
    /// Its address escapes, or is used otherwise than for accesses within the object.
    AddrOf,
    /// No special layout.
    #[default]
    None,
}

/// One object of the frame.
#[derive(Clone, Debug)]
pub struct FrameObject {
    /// Its purpose.
    pub kind: FrameObjectKind,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes; a power of two.
    pub align: u32,
    /// Offset in bytes from the stack pointer at entry. Fixed objects have it from the start;
    /// `prologepilog` sets it for others.
    pub offset: i64,
    /// True if nothing in the function writes it (fixed objects only).
    pub immutable: bool,
    /// The number of its stack; 0 is the default one.
    pub stack_id: u8,
    /// Its class for the stack protector.
    pub ssp_layout: SspLayout,
    /// True if it is unused; it takes no room.
    pub dead: bool,
}

impl FrameObject {
    /// Returns an object without an offset.
    pub(crate) fn new(kind: FrameObjectKind, size: u64, align: u32) -> FrameObject {
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
    /// Its save slot.
    pub slot: FrameIndex,
}

/// The facts about the instructions that frame layout requires.
#[derive(Clone, Debug, Default)]
pub struct FrameUse {
    /// True if the other fields are valid: after allocation, up to the next pass.
    pub is_known: bool,
    /// The register units that are overwritten.
    pub overwritten: UnitSet,
    /// The maximum size in bytes of a call's arguments.
    pub call_frame_size: u64,
    /// The instructions that frame lowering replaces: those with frame indices, call-frame pseudos,
    /// lifetime markers. In order.
    pub insts: Vec<InstId>,
}

impl FrameUse {
    /// Returns true if the facts equal those in `other`.
    pub(crate) fn is_identical(&self, other: &FrameUse) -> bool {
        let all = |used: &FrameUse| (used.overwritten, used.call_frame_size);
        all(self) == all(other) && self.insts == other.insts
    }
}

/// The object of an argument that is passed by address. After the call, the callee owns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncomingObject {
    /// The number of the argument.
    pub argument: usize,
    /// The number of its leaf.
    pub leaf: usize,
    /// The address.
    pub address: VReg,
    /// The value that the object holds; of a `byval` argument its address.
    pub value: VReg,
}

/// The frame of a function.
#[derive(Clone, Debug, Default)]
pub struct FrameInfo {
    /// All objects by [`FrameIndex`].
    pub objects: Vec<FrameObject>,
    /// True if there are calls.
    pub has_calls: bool,
    /// True if there are objects of variable size or stack save/restore.
    pub has_variable_sized: bool,
    /// True if the frame's address is taken (`llvm.frameaddress`).
    pub frame_address_taken: bool,
    /// True if the return address is read (`llvm.returnaddress`).
    pub return_address_taken: bool,
    /// True if there is a `STACKMAP`.
    pub has_stack_map: bool,
    /// True if there is a `PATCHPOINT`.
    pub has_patch_point: bool,
    /// The objects that hold roots of the function's collector.
    pub roots: Vec<FrameIndex>,
    /// Bytes of code that recorded instructions reserve together.
    pub patch_bytes: u64,
    /// True if the function may be longer than the range of a jump. It then reserves a register for
    /// long jumps; set by `linearscan`.
    pub long_branches: bool,
    /// True if the long jumps of such a function have been expanded; set by `branch-relaxation`.
    pub branches_relaxed: bool,
    /// True if outgoing arguments put the rest of the frame out of reach of SP offsets. The
    /// emergency slot is then addressed from the frame pointer. Set by register allocation.
    pub far_call_frame: bool,
    /// Bytes at the bottom of the frame for outgoing arguments.
    pub max_call_frame_size: u64,
    /// Bytes of incoming arguments on the stack; only during translation.
    pub incoming_argument_size: u64,
    /// Bytes of arguments that the function removes from the stack when it returns.
    pub argument_pop: u64,
    /// The objects that the caller passed by address, for `musttail` calls; only during
    /// translation.
    pub incoming_objects: Vec<IncomingObject>,
    /// True if a `musttail` call forwards all variadic arguments; only during translation.
    pub has_must_tail_in_var_arg: bool,
    /// The argument registers that such a call forwards; only during translation.
    pub forwarded: Vec<(PhysReg, VReg)>,
    /// The first byte of variadic arguments on the stack, or the register save area's object.
    pub var_args_frame_index: Option<FrameIndex>,
    /// The save areas of registers with variadic arguments, if they are not next to the stack
    /// arguments: for general registers and for others, as the target has them.
    pub save_areas: [Option<FrameIndex>; 2],
    /// The block at whose start the prologue is inserted, if not the entry; set by `shrink-wrap`.
    pub save_point: Option<BlockId>,
    /// The blocks at whose ends epilogues are inserted, if there is a save point.
    pub restore_points: Vec<BlockId>,
    /// The slot of the stack protector's guard, if the function has one.
    pub stack_protector: Option<FrameIndex>,
    /// Registers saved in the prologue, in order; set by `prologepilog`.
    pub callee_saved: Vec<CalleeSaved>,
    /// Size of the fixed frame in bytes; set by `prologepilog`.
    pub stack_size: u64,
    /// The facts that `linearscan` has found for `prologepilog`.
    pub used: FrameUse,
    largest_align: u32,
    lowest_fixed: i64,
}

impl FrameInfo {
    /// Resets the frame to an empty one, and keeps its memory.
    pub(crate) fn reset(&mut self) {
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

    /// Adds an object with all its fields.
    pub(crate) fn add(&mut self, object: FrameObject) -> FrameIndex {
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

    /// Returns the object that holds this leaf of an argument.
    pub(crate) fn incoming_object(&self, argument: usize, leaf: usize) -> Option<IncomingObject> {
        self.incoming_objects.iter().copied().find(|o| (o.argument, o.leaf) == (argument, leaf))
    }

    /// Raises the alignment of the object `index` to at least `align` bytes.
    pub(crate) fn raise_align(&mut self, index: FrameIndex, align: u32) {
        let object = &mut self.objects[index.index()];
        object.align = object.align.max(align);
        self.largest_align = self.largest_align.max(align);
    }

    /// Returns an upper bound of the objects' alignments, in bytes.
    pub(crate) fn largest_align(&self) -> u32 {
        self.largest_align
    }

    /// Returns the lowest offset in bytes of a fixed object, at most 0.
    pub fn lowest_fixed(&self) -> i64 {
        self.lowest_fixed
    }

    /// Returns the object `index`.
    #[inline]
    pub fn object(&self, index: FrameIndex) -> &FrameObject {
        &self.objects[index.index()]
    }
}
