//! Typed `u32` ids into arenas.

/// Declares `Copy` newtypes over `u32` that index an arena and print with a prefix, e.g. `bb.3`.
macro_rules! entity_ids {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// Returns the id of arena slot `index`.
            #[inline]
            pub const fn new(index: usize) -> Self {
                Self(index as u32)
            }

            /// Returns the arena slot of this id.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the id as its bare number.
            #[inline]
            pub const fn raw(self) -> u32 {
                self.0
            }

            /// Returns the id with the bare number `raw`.
            #[inline]
            pub const fn from_raw(raw: u32) -> Self {
                Self(raw)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )*};
}

entity_ids! {
    /// A basic block of a function.
    BlockId, "bb.";
    /// An instruction of a function.
    InstId, "inst";
    /// A virtual register of a function.
    VReg, "%";
    /// A memory operand of a function.
    MemOperandId, "mem";
    /// An object of the stack frame; fixed objects (incoming arguments) are among them.
    FrameIndex, "%stack.";
    /// An entry of a function's constant pool.
    ConstantId, "%const.";
    /// A jump table of a function.
    JumpTableId, "%jump-table.";
    /// A symbol of the module.
    SymbolId, "@";
    /// A debug location of the module.
    DebugLoc, "!";
    /// A CFI directive of a function.
    CfiIndex, "cfi";
    /// A subtarget: one combination of CPU and features in a session.
    SubtargetId, "subtarget";
    /// A comdat group of the module.
    ComdatId, "$";
    /// An inline assembly string of a function.
    AsmStringId, "asm";
    /// A natural loop of a function.
    LoopId, "loop";
}
