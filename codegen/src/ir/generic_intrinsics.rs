//! Numbers of target-independent intrinsics that LLVM preserves up to its legalizer or selection,
//! and that our translator lowers.

/// Names of the intrinsics; their numbers are above those of a target's own intrinsics.
const NAMES: [&str; 3] = ["llvm.va_copy", "llvm.frameaddress", "llvm.returnaddress"];
const FIRST: u32 = 1 << 24;
/// `llvm.va_copy`.
pub(crate) const VA_COPY: u32 = FIRST;
/// `llvm.frameaddress`.
pub(crate) const FRAME_ADDRESS: u32 = FIRST + 1;
/// `llvm.returnaddress`.
pub(crate) const RETURN_ADDRESS: u32 = FIRST + 2;

/// Returns the number of such an intrinsic in `G_INTRINSIC`.
pub(crate) fn intrinsic_number(name: &str) -> Option<u32> {
    NAMES.iter().position(|known| *known == name).map(|n| FIRST + n as u32)
}

/// Returns its name.
pub(crate) fn intrinsic_name(number: u32) -> Option<&'static str> {
    NAMES.get(number.checked_sub(FIRST)? as usize).copied()
}
