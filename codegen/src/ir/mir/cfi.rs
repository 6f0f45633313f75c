//! CFI directives and their names in MIR.

use gimli::constants as dw;

/// A CFI directive; registers are DWARF numbers, offsets are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfiDirective {
    /// `.cfi_def_cfa reg, offset`
    DefCfa(u16, i64),
    /// `.cfi_def_cfa_register reg`
    DefCfaRegister(u16),
    /// `.cfi_def_cfa_offset offset`
    DefCfaOffset(i64),
    /// `.cfi_offset reg, offset`
    Offset(u16, i64),
    /// `.cfi_restore reg`
    Restore(u16),
    /// `.cfi_remember_state`
    RememberState,
    /// `.cfi_restore_state`
    RestoreState,
    /// `.cfi_same_value reg`
    SameValue(u16),
    /// `.cfi_undefined reg`
    Undefined(u16),
    /// `.cfi_negate_ra_state`
    NegateRaState,
    /// `.cfi_negate_ra_state_with_pc`: the signature depends on this address, too.
    NegateRaStateWithPc,
    /// `.cfi_register reg, reg`: the first one's value is in the second.
    Register(u16, u16),
    /// `.cfi_val_offset reg, offset`
    ValOffset(u16, i64),
    /// One byte of a `.cfi_escape`.
    Byte(u8),
    /// `.cfi_escape` of a `DW_CFA_val_expression`: the first register's value is the second's plus
    /// the offset.
    ValExpression(u16, u16, i8),
}

/// The operands of a directive.
enum Shape {
    Plain(CfiDirective),
    Register(fn(u16) -> CfiDirective),
    Offset(fn(i64) -> CfiDirective),
    RegisterAndOffset(fn(u16, i64) -> CfiDirective),
}

/// All directives by their names in MIR.
const DIRECTIVES: &[(&str, Shape)] = &[
    ("def_cfa", Shape::RegisterAndOffset(CfiDirective::DefCfa)),
    ("def_cfa_register", Shape::Register(CfiDirective::DefCfaRegister)),
    ("def_cfa_offset", Shape::Offset(CfiDirective::DefCfaOffset)),
    ("offset", Shape::RegisterAndOffset(CfiDirective::Offset)),
    ("restore", Shape::Register(CfiDirective::Restore)),
    ("remember_state", Shape::Plain(CfiDirective::RememberState)),
    ("restore_state", Shape::Plain(CfiDirective::RestoreState)),
    ("same_value", Shape::Register(CfiDirective::SameValue)),
    ("undefined", Shape::Register(CfiDirective::Undefined)),
    ("negate_ra_sign_state", Shape::Plain(CfiDirective::NegateRaState)),
    ("negate_ra_sign_state_with_pc", Shape::Plain(CfiDirective::NegateRaStateWithPc)),
];

/// The name in MIR of a directive given by its bytes.
const ESCAPE: &str = "escape";

impl CfiDirective {
    /// Returns true if it toggles the signed state of the return address.
    pub(crate) fn negates_ra_state(self) -> bool {
        matches!(self, CfiDirective::NegateRaState | CfiDirective::NegateRaStateWithPc)
    }

    /// Returns the bytes of a directive that MIR and assembly write as an escape: the operation,
    /// the register, and a block of `DW_OP_breg` with the offset.
    pub(crate) fn escape(self) -> Option<[u8; 5]> {
        let CfiDirective::ValExpression(reg, base, offset) = self else { return None };
        let base = dw::DW_OP_breg0.0 + u8::try_from(base).ok().filter(|&base| base < 32)?;
        let (reg, offset) = (one_byte(i16::try_from(reg).ok()?, 0x80)?, one_byte(offset.into(), 0x40)?);
        Some([dw::DW_CFA_val_expression.0, reg, 2, base, offset])
    }

    /// Decodes the bytes of [`CfiDirective::escape`].
    pub(crate) fn read_escape(bytes: &[u8]) -> Option<CfiDirective> {
        let &[_, reg, _, base, offset] = bytes else { return None };
        let base = base.checked_sub(dw::DW_OP_breg0.0)?;
        let directive = CfiDirective::ValExpression(reg.into(), base.into(), (offset << 1) as i8 >> 1);
        (directive.escape()? == *bytes).then_some(directive)
    }

    /// Returns its name in MIR, and its register and offset if it has them.
    pub(crate) fn parts(self) -> (&'static str, Option<u16>, Option<i64>) {
        let (reg, offset) = match self {
            CfiDirective::DefCfa(reg, offset) | CfiDirective::Offset(reg, offset) => {
                (Some(reg), Some(offset))
            }
            CfiDirective::DefCfaRegister(reg)
            | CfiDirective::Restore(reg)
            | CfiDirective::SameValue(reg)
            | CfiDirective::Undefined(reg) => (Some(reg), None),
            CfiDirective::DefCfaOffset(offset) => (None, Some(offset)),
            CfiDirective::RememberState
            | CfiDirective::RestoreState
            | CfiDirective::NegateRaState
            | CfiDirective::NegateRaStateWithPc => (None, None),
            // Of these only the assembler knows.
            CfiDirective::Register(..)
            | CfiDirective::ValOffset(..)
            | CfiDirective::Byte(_)
            | CfiDirective::ValExpression(..) => return (ESCAPE, None, None),
        };
        let of = |shape: &Shape| shape.with(|| reg, || offset).is_some_and(|d| d == self);
        let name = DIRECTIVES.iter().find(|(_, shape)| of(shape)).map_or("?", |(name, _)| name);
        (name, reg, offset)
    }

    /// Returns the directive with a name. `reg` and `offset` are called in the order of the
    /// operands. Returns `None` if there is no such directive or if an operand is missing.
    pub(crate) fn read(
        name: &str,
        reg: impl FnOnce() -> Option<u16>,
        offset: impl FnOnce() -> Option<i64>,
    ) -> Option<CfiDirective> {
        DIRECTIVES.iter().find(|(n, _)| *n == name)?.1.with(reg, offset)
    }
}

/// Encodes `value` as a LEB128 of one byte, which holds numbers below `limit`.
fn one_byte(value: i16, limit: i16) -> Option<u8> {
    let least = if limit == 0x40 { -limit } else { 0 };
    (least..limit).contains(&value).then_some(value as u8 & 0x7f)
}

impl Shape {
    fn with(
        &self,
        reg: impl FnOnce() -> Option<u16>,
        offset: impl FnOnce() -> Option<i64>,
    ) -> Option<CfiDirective> {
        Some(match self {
            Shape::Plain(directive) => *directive,
            Shape::Register(make) => make(reg()?),
            Shape::Offset(make) => make(offset()?),
            Shape::RegisterAndOffset(make) => make(reg()?, offset()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{CfiDirective, DIRECTIVES};

    #[test]
    fn directives_have_different_names() {
        for (name, shape) in DIRECTIVES {
            let directive = shape.with(|| Some(29), || Some(-16)).expect("both are given");
            let (written, reg, offset) = directive.parts();
            assert_eq!(written, *name);
            assert_eq!(CfiDirective::read(name, || reg, || offset), Some(directive));
        }
        let escaped = CfiDirective::ValExpression(18, 18, -8);
        assert_eq!(escaped.parts(), ("escape", None, None));
        assert_eq!(escaped.escape(), Some([0x16, 0x12, 2, 0x82, 0x78]));
        assert_eq!(CfiDirective::read_escape(&[0x16, 0x12, 2, 0x82, 0x78]), Some(escaped));
        assert_eq!(CfiDirective::read_escape(&[0x16, 0x12, 2, 0x82]), None);
        assert_eq!(CfiDirective::read_escape(&[0x16, 0x12, 2, 0x60, 0x78]), None);
        assert_eq!(CfiDirective::read("offset", || Some(1), || None), None);
        assert_eq!(CfiDirective::read("escape", || Some(1), || Some(0)), None);
    }
}
