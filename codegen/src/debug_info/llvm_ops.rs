//! LLVM's own operations of expressions, by its numbers (`Dwarf.h`).

/// What follows is a fragment of the variable: offset and size in bits.
pub const FRAGMENT: u64 = 0x1000;
/// The value is one of so many bits, with or without a sign.
pub const CONVERT: u64 = 0x1001;
/// The tag of the address, which memory is not found by.
pub const TAG_OFFSET: u64 = 0x1002;
/// The operand with this number.
pub const ARG: u64 = 0x1005;
/// Bits of the value, from an offset on, extended by their sign.
pub const EXTRACT_BITS_SEXT: u64 = 0x1006;
/// Bits of the value, from an offset on, extended by zeros.
pub const EXTRACT_BITS_ZEXT: u64 = 0x1007;
