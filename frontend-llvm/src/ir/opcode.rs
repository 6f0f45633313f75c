//! Opcodes, predicates and orderings, in LLVM's own numbers.

/// Defines an LLVM enumeration: variants with their numbers.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $number:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant = $number,)* }

        impl $name {
            /// Returns the variant with LLVM's number.
            pub fn from_number(number: u32) -> Option<$name> {
                match number {
                    $($number => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use numbered;

numbered! {
    /// The operation of an instruction or constant expression (`Instruction.def`).
    Opcode {
        Ret = 1,
        Br = 2,
        Switch = 3,
        IndirectBr = 4,
        Invoke = 5,
        Resume = 6,
        Unreachable = 7,
        CleanupRet = 8,
        CatchRet = 9,
        CatchSwitch = 10,
        CallBr = 11,
        FNeg = 12,
        Add = 13,
        FAdd = 14,
        Sub = 15,
        FSub = 16,
        Mul = 17,
        FMul = 18,
        UDiv = 19,
        SDiv = 20,
        FDiv = 21,
        URem = 22,
        SRem = 23,
        FRem = 24,
        Shl = 25,
        LShr = 26,
        AShr = 27,
        And = 28,
        Or = 29,
        Xor = 30,
        Alloca = 31,
        Load = 32,
        Store = 33,
        GetElementPtr = 34,
        Fence = 35,
        CmpXchg = 36,
        AtomicRMW = 37,
        Trunc = 38,
        ZExt = 39,
        SExt = 40,
        FPToUI = 41,
        FPToSI = 42,
        UIToFP = 43,
        SIToFP = 44,
        FPTrunc = 45,
        FPExt = 46,
        PtrToInt = 47,
        PtrToAddr = 48,
        IntToPtr = 49,
        BitCast = 50,
        AddrSpaceCast = 51,
        CleanupPad = 52,
        CatchPad = 53,
        ICmp = 54,
        FCmp = 55,
        Phi = 56,
        Call = 57,
        Select = 58,
        VAArg = 61,
        ExtractElement = 62,
        InsertElement = 63,
        ShuffleVector = 64,
        ExtractValue = 65,
        InsertValue = 66,
        LandingPad = 67,
        Freeze = 68,
    }
}

numbered! {
    /// The predicate of a comparison (`CmpInst::Predicate`).
    Predicate {
        FcmpFalse = 0,
        FcmpOeq = 1,
        FcmpOgt = 2,
        FcmpOge = 3,
        FcmpOlt = 4,
        FcmpOle = 5,
        FcmpOne = 6,
        FcmpOrd = 7,
        FcmpUno = 8,
        FcmpUeq = 9,
        FcmpUgt = 10,
        FcmpUge = 11,
        FcmpUlt = 12,
        FcmpUle = 13,
        FcmpUne = 14,
        FcmpTrue = 15,
        IcmpEq = 32,
        IcmpNe = 33,
        IcmpUgt = 34,
        IcmpUge = 35,
        IcmpUlt = 36,
        IcmpUle = 37,
        IcmpSgt = 38,
        IcmpSge = 39,
        IcmpSlt = 40,
        IcmpSle = 41,
    }
}

numbered! {
    /// The ordering of an atomic access (`AtomicOrdering`).
    Ordering {
        NotAtomic = 0,
        Unordered = 1,
        Monotonic = 2,
        Acquire = 4,
        Release = 5,
        AcquireRelease = 6,
        SequentiallyConsistent = 7,
    }
}

numbered! {
    /// The operation of an `atomicrmw` (`AtomicRMWInst::BinOp`).
    AtomicOp {
        Xchg = 0,
        Add = 1,
        Sub = 2,
        And = 3,
        Nand = 4,
        Or = 5,
        Xor = 6,
        Max = 7,
        Min = 8,
        UMax = 9,
        UMin = 10,
        FAdd = 11,
        FSub = 12,
        FMax = 13,
        FMin = 14,
        FMaximum = 15,
        FMinimum = 16,
        UIncWrap = 17,
        UDecWrap = 18,
        USubCond = 19,
        USubSat = 20,
    }
}

impl Opcode {
    /// Returns all opcodes, in the order of their numbers.
    pub(crate) fn all() -> impl Iterator<Item = Opcode> {
        (0..=u8::MAX).filter_map(|number| Opcode::from_number(number.into()))
    }

    pub(crate) fn is_terminator(self) -> bool {
        self as u8 <= Opcode::CallBr as u8
    }

    /// Returns true for `call`, `invoke` and `callbr`.
    pub(crate) fn is_call(self) -> bool {
        matches!(self, Opcode::Call | Opcode::Invoke | Opcode::CallBr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::ffi;

    #[test]
    fn numbers_are_llvms() {
        for op in Opcode::all() {
            let llvm = ffi::gisel_opcode_name(op as u32).text().unwrap_or("");
            assert_eq!(format!("{op:?}").to_lowercase(), llvm.replace('_', ""));
        }
    }
}
