//! AArch64.
