//! The boolean properties of instructions and constant expressions.

use bitflags::bitflags;

bitflags! {
    /// The boolean properties of an instruction (`Flag` of values.cpp).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct InstFlags: u32 {
        const NUW = 1 << 0;
        const NSW = 1 << 1;
        const EXACT = 1 << 2;
        const DISJOINT = 1 << 3;
        const NNEG = 1 << 4;
        const SAMESIGN = 1 << 5;
        const INBOUNDS = 1 << 6;
        const NUSW = 1 << 7;
        const VOLATILE = 1 << 8;
        const REASSOC = 1 << 9;
        const NNAN = 1 << 10;
        const NINF = 1 << 11;
        const NSZ = 1 << 12;
        const ARCP = 1 << 13;
        const CONTRACT = 1 << 14;
        const AFN = 1 << 15;
        /// An `alloca` for an `inalloca` argument.
        const INALLOCA = 1 << 16;
        const SWIFTERROR = 1 << 17;
        /// A compare-exchange that may fail spuriously.
        const WEAK = 1 << 18;
        /// An `alloca` of constant size in the entry block.
        const STATIC_ALLOCA = 1 << 19;
        /// `!nontemporal`.
        const NONTEMPORAL = 1 << 20;
        /// `!invariant.load`.
        const INVARIANT = 1 << 21;
        /// `!unpredictable`.
        const UNPREDICTABLE = 1 << 22;
        const ATOMIC = 1 << 23;
        /// A cleanup `landingpad`.
        const CLEANUP = 1 << 24;
    }
}
