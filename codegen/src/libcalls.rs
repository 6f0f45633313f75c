//! Runtime routines that generated code may call by name: [`crate::mir::Operand::external`] numbers this table.

/// All names.
pub static NAMES: &[&str] = &["memcpy", "memmove", "memset"];

/// The name with number `index`.
pub fn name(index: u16) -> Option<&'static str> {
    NAMES.get(index as usize).copied()
}
