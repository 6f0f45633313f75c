//! Comparison predicates, with LLVM's names.

use std::fmt;

macro_rules! predicates {
    (
        $(#[$doc:meta])* $name:ident, $prefix:literal:
        $($variant:ident = $text:literal, $swapped:ident, $inverse:ident;)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`.")] $variant,)*
        }

        impl $name {
            /// All predicates in the order of their numbers.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Returns the predicate that is encoded as `raw`.
            pub fn from_raw(raw: u32) -> Option<$name> {
                Self::ALL.get(raw as usize).copied()
            }

            /// Returns the name in LLVM IR (`slt`).
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Returns the predicate with this name.
            pub fn from_name(name: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|predicate| predicate.name() == name)
            }

            /// Returns the predicate for swapped operands.
            pub const fn swapped(self) -> $name {
                match self { $($name::$variant => $name::$swapped,)* }
            }

            /// Returns the negated predicate.
            pub const fn inverse(self) -> $name {
                match self { $($name::$variant => $name::$inverse,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "({})"), self.name())
            }
        }
    };
}

predicates! {
    /// The predicates of `G_ICMP`.
    IntPredicate, "intpred":
    Eq = "eq", Eq, Ne;
    Ne = "ne", Ne, Eq;
    Ugt = "ugt", Ult, Ule;
    Uge = "uge", Ule, Ult;
    Ult = "ult", Ugt, Uge;
    Ule = "ule", Uge, Ugt;
    Sgt = "sgt", Slt, Sle;
    Sge = "sge", Sle, Slt;
    Slt = "slt", Sgt, Sge;
    Sle = "sle", Sge, Sgt;
}

predicates! {
    /// The predicates of `G_FCMP`: with a NaN operand, ordered ones are false and unordered ones
    /// true.
    FloatPredicate, "floatpred":
    False = "false", False, True;
    Oeq = "oeq", Oeq, Une;
    Ogt = "ogt", Olt, Ule;
    Oge = "oge", Ole, Ult;
    Olt = "olt", Ogt, Uge;
    Ole = "ole", Oge, Ugt;
    One = "one", One, Ueq;
    Ord = "ord", Ord, Uno;
    Uno = "uno", Uno, Ord;
    Ueq = "ueq", Ueq, One;
    Ugt = "ugt", Ult, Ole;
    Uge = "uge", Ule, Olt;
    Ult = "ult", Ugt, Oge;
    Ule = "ule", Uge, Ogt;
    Une = "une", Une, Oeq;
    True = "true", True, False;
}

impl IntPredicate {
    /// Returns true if operands are compared as signed numbers.
    pub(crate) const fn is_signed(self) -> bool {
        matches!(self, Self::Sgt | Self::Sge | Self::Slt | Self::Sle)
    }

    /// Returns true if this is `eq` or `ne`.
    pub const fn is_equality(self) -> bool {
        matches!(self, Self::Eq | Self::Ne)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapping_and_inverting_are_involutions() {
        for &p in IntPredicate::ALL {
            assert_eq!((p.swapped().swapped(), p.inverse().inverse()), (p, p));
        }
        for &p in FloatPredicate::ALL {
            assert_eq!((p.swapped().swapped(), p.inverse().inverse()), (p, p));
        }
    }
}
